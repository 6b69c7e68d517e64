"""What every mapping in a YAML file has in common, and the forms of its values."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Version = Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+$")]
Text = Annotated[str, Field(min_length=1)]
CellName = Annotated[str, Field(pattern=r"^[a-z]+/[a-z0-9-]+$")]
Link = Annotated[str, Field(pattern=r"^https://\S+$")]
# A page as its address names it, without the host and slashes around: lessons/setup-01.
Address = Annotated[str, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)*$")]


class Entry(BaseModel):
    """A mapping in a YAML file: unknown keys are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)
