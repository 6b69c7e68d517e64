"""A Python-Markdown extension: TeX between dollars becomes MathML.

Named in mkdocs.yml, so that hand-written pages get it too.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

from lessonkit.course.maths import DISPLAY, INLINE, TexError, render_mathml

# Above the escapes (180), so that backslashes reach TeX; below code spans (190).
DISPLAY_PRIORITY, INLINE_PRIORITY = 186, 185


class FormulaProcessor(InlineProcessor):
    """Replaces one form of formula by MathML that no later step touches."""

    def __init__(self, pattern: str, md: Markdown, *, display: bool) -> None:
        super().__init__(pattern, md)
        self.display = display

    def handleMatch(  # noqa: N802 - the name is Python-Markdown's
        self, m: re.Match[str], data: str
    ) -> tuple[str | Element, int, int]:
        """Return the formula's placeholder; TeX that cannot be read stays code."""
        tex = m["display" if self.display else "inline"]
        try:
            mathml = render_mathml(tex, display=self.display)
        except TexError:
            # Validation reports it with its place; a preview still shows the page.
            code = Element("code")
            code.text = m[0]
            return code, m.start(0), m.end(0)
        return self.md.htmlStash.store(mathml), m.start(0), m.end(0)


class MathsExtension(Extension):
    """Registers the two forms of formulas, and `\\$` for a dollar sign."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - likewise
        """Add the processors to a Markdown converter."""
        if "$" not in md.ESCAPED_CHARS:
            # A list of the converter's own: the class shares one among all.
            md.ESCAPED_CHARS = [*md.ESCAPED_CHARS, "$"]
        display = FormulaProcessor(DISPLAY, md, display=True)
        inline = FormulaProcessor(INLINE, md, display=False)
        md.inlinePatterns.register(display, "formula-display", DISPLAY_PRIORITY)
        md.inlinePatterns.register(inline, "formula-inline", INLINE_PRIORITY)
