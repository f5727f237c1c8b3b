# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about how the window looks, for floors.py."""
import re

ELLIPSIS = "ui/ellipsis.c"
ELLIPSIZES = re.compile(r"(?<!\w)(gtk_label_set_ellipsize) \((?![^;]*PANGO_ELLIPSIZE_NONE)")


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def window_files(root):
    """(name, text) of each .ui file."""
    for path in sorted((root / "ui").rglob("*.ui")):
        yield path.relative_to(root).as_posix(), path.read_text()


def cut_text_is_told(root, sources):
    """Only ui/ellipsis.c lets labels be cut, because it gives them a tooltip with the whole text."""
    for source in sources:
        if source.top == "ui" and source.name != ELLIPSIS:
            for line, name in source.calls(ELLIPSIZES):
                yield f"{source.name}:{line}: calls {name}"
    for name, text in window_files(root):
        for found in re.finditer('name="ellipsize"', text):
            yield f"{name}:{line_of(text, found.start())}: ellipsizes a label"


RULES = [
    ("a label that may be cut tells its whole text", cut_text_is_told),
]

HINTS = {
    cut_text_is_told: "call mw_label_ellipsize() (ui/ellipsis.h)",
}
