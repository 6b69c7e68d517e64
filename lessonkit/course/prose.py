"""Read lesson.md: stages, sections and their parts, with line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lessonkit.course.model import (
    STAGES,
    Block,
    Paragraphs,
    Part,
    PartKind,
    Placement,
    Prediction,
    Prose,
    Section,
    Stage,
)
from lessonkit.problems import Problem, did_you_mean

CELL_COMMENT = re.compile(r"\s*<!--\s*(?P<id>\S+)\s*-->\s*$")
PREDICT = "**Predict:**"
EXPECTED = "**Expected:**"
PICTURE = re.compile(r"!\[(?P<alt>.*?)\]\((?P<target>[^)\s]*)\)", re.DOTALL)
FIGURE_FILE = re.compile(r"records/[a-z]+/(?P<id>[a-z0-9-]+)\.svg")


@dataclass(frozen=True)
class Chunk:
    """One block at the top level of a Markdown file, with its source text.

    `text` is the inline content of headings and paragraphs; `tokens` are those
    between the block's opening and its end.
    """

    type: str
    level: int
    line: int
    markdown: str
    text: str
    tokens: tuple[Token, ...]


def parse_prose(path: Path, text: str) -> tuple[Prose, tuple[Problem, ...]]:
    """Read a lesson.md; `path` only names the file in problems."""
    text = text.replace("\r\n", "\n")
    chunks = split_chunks(text)
    problems = [*check_markdown(path, text, chunks)]
    head, groups = _split_at(chunks, level=2)
    if head:
        message = "this stands before the first stage"
        problems.append(Problem(path, head[0].line, "LK301", message))
    problems += _check_stages(path, [group[0] for group in groups])
    stages = []
    for heading, *body in groups:
        stage, found = _build_stage(path, heading, body)
        stages.append(stage)
        problems += found
    return Prose(text, tuple(stages)), tuple(problems)


def split_chunks(text: str) -> tuple[Chunk, ...]:
    """Return the top-level blocks of a Markdown text."""
    lines = text.splitlines()
    tokens = MarkdownIt("commonmark").parse(text)
    starts = [i for i, t in enumerate(tokens) if t.level == 0 and t.nesting >= 0]
    chunks = []
    for start, end in pairwise([*starts, len(tokens)]):
        token, inside = tokens[start], tokens[start:end]
        first, last = token.map or (0, 0)
        inline = next((t.content for t in inside if t.type == "inline"), "")
        heading = token.type == "heading_open"
        chunks.append(
            Chunk(
                type=token.type.removesuffix("_open"),
                level=int(token.tag[1]) if heading else 0,
                line=first + 1,
                markdown="\n".join(lines[first:last]).rstrip(),
                text=inline,
                tokens=tuple(inside),
            )
        )
    return tuple(chunks)


def check_markdown(path: Path, text: str, chunks: Sequence[Chunk]) -> Iterator[Problem]:
    """Find what a page would show differently from a Git host, and raw HTML."""
    lines = text.splitlines()
    for before, chunk in pairwise(chunks):
        adjacent = chunk.line > 1 and lines[chunk.line - 2].strip()
        if chunk.type.endswith("_list") and before.type == "paragraph" and adjacent:
            message = "a list follows a paragraph without a blank line"
            yield Problem(path, chunk.line, "LK307", message)
    for chunk in chunks:
        yield from _check_nesting(path, lines, chunk)
        yield from _check_html(path, chunk)


def _check_nesting(path: Path, lines: list[str], chunk: Chunk) -> Iterator[Problem]:
    """What stands inside a list item is indented by four spaces a level."""
    depth = 0
    own_line = -1
    for token in chunk.tokens:
        if token.type.endswith("_list_open"):
            depth += 1
        elif token.type.endswith("_list_close"):
            depth -= 1
        if token.nesting < 0 or not token.map or chunk.type == "blockquote":
            continue
        line = token.map[0]
        if token.type.startswith(("bullet_list", "ordered_list", "list_item")):
            needed, own_line = 4 * (depth - 1), line
        else:
            needed = 4 * depth if line != own_line else 0
        indent = len(lines[line]) - len(lines[line].lstrip())
        if depth and token.type != "inline" and indent < needed:
            message = f"inside a list this needs {needed} spaces, not {indent}"
            remedy = "indent what belongs to an item by four spaces a level"
            yield Problem(path, line + 1, "LK307", message, remedy)
            return


def _check_html(path: Path, chunk: Chunk) -> Iterator[Problem]:
    """Raw HTML is refused; a heading's cell comment is the one exception."""
    if chunk.type == "html_block":
        yield Problem(path, chunk.line, "LK309", "raw HTML in prose")
        return
    for token in chunk.tokens:
        for child in token.children or ():
            comment = chunk.level == 3 and CELL_COMMENT.match(child.content)
            if child.type == "html_inline" and not comment:
                message = f"raw HTML in prose: `{child.content}`"
                yield Problem(path, (token.map or (0,))[0] + 1, "LK309", message)


def _split_at(
    chunks: Sequence[Chunk], level: int
) -> tuple[list[Chunk], list[list[Chunk]]]:
    """Return what stands before the first heading of a level, then each group."""
    head: list[Chunk] = []
    groups: list[list[Chunk]] = []
    for chunk in chunks:
        if chunk.level == level:
            groups.append([chunk])
        elif groups:
            groups[-1].append(chunk)
        else:
            head.append(chunk)
    return head, groups


def _check_stages(path: Path, headings: Sequence[Chunk]) -> Iterator[Problem]:
    """The five stages stand once each, in their order."""
    titles = [heading.text for heading in headings]
    for heading in headings:
        if heading.text not in STAGES:
            message = f"`## {heading.text}` is no stage"
            remedy = did_you_mean(heading.text, STAGES)
            yield Problem(path, heading.line, "LK301", message, remedy)
        elif titles.count(heading.text) > 1:
            message = f"the stage `{heading.text}` stands more than once"
            yield Problem(path, heading.line, "LK301", message)
    for stage in STAGES:
        if stage not in titles:
            yield Problem(path, 1, "LK301", f"the stage `## {stage}` is missing")
    known = [title for title in titles if title in STAGES]
    if sorted(known, key=STAGES.index) != known:
        line = headings[0].line
        yield Problem(path, line, "LK301", "the stages are out of order")


def _build_stage(
    path: Path, heading: Chunk, body: Sequence[Chunk]
) -> tuple[Stage, list[Problem]]:
    """Make a stage of its opening paragraph and its sections."""
    head, groups = _split_at(body, level=3)
    problems = []
    if [chunk.type for chunk in head] != ["paragraph"]:
        message = f"`## {heading.text}` needs one opening paragraph, and no more"
        remedy = "say in a sentence or two what happens in this stage"
        problems.append(Problem(path, heading.line, "LK308", message, remedy))
    opening = Paragraphs("\n\n".join(c.markdown for c in head), heading.line + 1)
    sections = []
    for title, *rest in groups:
        section, found = _build_section(path, title, rest)
        sections.append(section)
        problems += found
    return Stage(heading.text, opening, heading.line, tuple(sections)), problems


def _build_section(
    path: Path, heading: Chunk, body: Sequence[Chunk]
) -> tuple[Section, list[Problem]]:
    """Make a section of its prose and its parts."""
    comment = CELL_COMMENT.search(heading.text)
    title = CELL_COMMENT.sub("", heading.text)
    head, groups = _split_at(body, level=4)
    problems: list[Problem] = []
    blocks: list[Block] = []
    for index, chunk in enumerate(head):
        block, found = _build_block(path, chunk)
        problems += found
        alone = index <= 1 or chunk.markdown.startswith(EXPECTED)
        _append_block(blocks, block, join=not alone)
    for part_heading, *rest in groups:
        part, found = _build_part(path, part_heading, rest)
        blocks += part
        problems += found
    id = comment["id"] if comment else None
    return Section(title, id, heading.line, tuple(blocks)), problems


def _append_block(blocks: list[Block], block: Block, *, join: bool) -> None:
    """Append a block, or join neighbouring Markdown to one."""
    last = blocks[-1] if blocks else None
    mergeable = isinstance(last, Paragraphs) and isinstance(block, Paragraphs)
    if join and mergeable and not last.markdown.startswith(EXPECTED):
        joined = f"{last.markdown}\n\n{block.markdown}"
        blocks[-1] = Paragraphs(joined, last.line)
    else:
        blocks.append(block)


def _build_block(path: Path, chunk: Chunk) -> tuple[Block, list[Problem]]:
    """Make a block of a chunk: a prediction, a figure's place, or Markdown."""
    if chunk.type == "blockquote" and chunk.text.startswith(PREDICT):
        return _build_prediction(chunk), []
    picture = PICTURE.fullmatch(chunk.text) if chunk.type == "paragraph" else None
    if picture:
        return _build_placement(path, chunk, picture)
    problems = []
    if chunk.level:
        message = f"a heading of level {chunk.level} has no meaning here"
        remedy = "use ## for stages, ### for sections, #### for parts"
        problems.append(Problem(path, chunk.line, "LK308", message, remedy))
    if any(PICTURE.search(t.content) for t in chunk.tokens if t.type == "inline"):
        message = "a picture stands inside a paragraph"
        problems.append(Problem(path, chunk.line, "LK304", message))
    return Paragraphs(chunk.markdown, chunk.line), problems


def _build_prediction(chunk: Chunk) -> Prediction:
    """Make a prediction of a quote: its first paragraph asks, its list answers."""
    question, *choices = [t.content for t in chunk.tokens if t.type == "inline"]
    return Prediction(
        _on_one_line(question.removeprefix(PREDICT)),
        tuple(_on_one_line(choice) for choice in choices),
        chunk.line,
    )


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _build_placement(
    path: Path, chunk: Chunk, picture: re.Match[str]
) -> tuple[Block, list[Problem]]:
    """Make a figure's place of a paragraph that is one picture."""
    problems = []
    file = FIGURE_FILE.fullmatch(picture["target"])
    if not file:
        message = f"`{picture['target']}` is no recorded figure"
        problems.append(Problem(path, chunk.line, "LK304", message))
    alternative = _on_one_line(picture["alt"])
    if not alternative:
        problems.append(
            Problem(path, chunk.line, "LK306", "the text alternative is empty")
        )
    id = file["id"] if file else Path(picture["target"]).stem
    return Placement(id, alternative, chunk.line), problems


def _build_part(
    path: Path, heading: Chunk, body: Sequence[Chunk]
) -> tuple[list[Part], list[Problem]]:
    """Make a part of its heading and text; an unknown heading gives none."""
    kinds = {kind.value: kind for kind in PartKind}
    if heading.text not in kinds:
        message = f"`#### {heading.text}` is no part of an item"
        remedy = did_you_mean(heading.text, kinds)
        return [], [Problem(path, heading.line, "LK308", message, remedy)]
    problems = []
    for chunk in body:
        block, found = _build_block(path, chunk)
        problems += found
        if not isinstance(block, Paragraphs):
            message = f"this cannot stand under `#### {heading.text}`"
            remedy = "move it above the item's first #### heading"
            problems.append(Problem(path, chunk.line, "LK308", message, remedy))
    if not body:
        message = f"`#### {heading.text}` is empty"
        problems.append(Problem(path, heading.line, "LK308", message, "write it"))
    markdown = "\n\n".join(chunk.markdown for chunk in body)
    return [Part(kinds[heading.text], markdown, heading.line)], problems
