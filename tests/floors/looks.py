# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about how the window looks, for floors.py."""
import re

STYLE = "data/style.css"
STEPS = (0, 2, 4, 6, 8, 12, 18)
RADII = (0, 4, 8, 9999)
TEXT_SIZES = ("0.85em", "1.25em", "1.7em")
PLACE = 50  # A margin from here on is the place of something, not a spacing.
SPACES = re.compile(r"(?<!\w)((?:gtk_box_new|gtk_box_set_spacing|gtk_widget_set_margin_\w+|gtk_(?:grid|flow_box)_set_\w+_spacing"
                    r"|mw_columns_layout_new) \([^;,]+,\s+\d+\))")
SPACE_PROPERTY = re.compile(r'name="(?:margin-\w+|(?:\w+-)?spacing)">(\d+)<')
DECLARATION = re.compile(r"(?<![\w-])(margin|padding|border-spacing|border-radius|font-size)(?:-\w+)*:([^;}]*)")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(")
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


def in_steps(number):
    return abs(number) in STEPS or abs(number) >= PLACE


def spaces_are_steps(root, sources):
    """Widgets and the style sheet use few distances, radii and sizes of text, so that all of the window looks made by one hand."""
    for source in sources:
        if source.top == "ui":
            for line, call in source.calls(SPACES):
                if not in_steps(int(re.search(r"(\d+)\)$", call)[1])):
                    yield f"{source.name}:{line}: {call}"
    for name, text in window_files(root):
        for found in SPACE_PROPERTY.finditer(text):
            if not in_steps(int(found[1])):
                yield f"{name}:{line_of(text, found.start())}: {found[0]}"
    for text in style(root):
        for found in DECLARATION.finditer(text):
            pixels = [int(number) for number in re.findall(r"(-?\d+)px", found[2])]
            wrong = {"font-size": found[2].strip() not in TEXT_SIZES,
                     "border-radius": any(number not in RADII for number in pixels)}
            if wrong.get(found[1], any(abs(number) not in STEPS for number in pixels)):
                yield f"{STYLE}:{line_of(text, found.start())}: {found[0].strip()}"


def style(root):
    """The style sheet, if there is one, with comments as blanks."""
    if (root / STYLE).exists():
        yield re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found[0]), (root / STYLE).read_text(), flags=re.S)


def colours_are_the_themes(root, sources):
    """A colour that is a number looks right in one theme only."""
    for text in style(root):
        for found in COLOUR.finditer(text):
            yield f"{STYLE}:{line_of(text, found.start())}: {found[0]}"


RULES = [
    ("a label that may be cut tells its whole text", cut_text_is_told),
    ("distances and sizes of text are of few steps", spaces_are_steps),
    ("colours follow the theme", colours_are_the_themes),
]

HINTS = {
    cut_text_is_told: "call mw_label_ellipsize() (ui/ellipsis.h)",
    spaces_are_steps: "take one of the steps that data/style.css names at its top",
    colours_are_the_themes: "define it at the top of data/style.css from colours of the theme",
}
