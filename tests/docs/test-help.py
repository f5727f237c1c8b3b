#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the pages of help, data/help, as the window shows them.

- Every page is reached by links from index.md, and every page but those that are made by a program is linked there itself.
- A link of a page leads to another page, to a heading, or to the internet; a picture is there.
- Every page and picture is packed into the program, and every picture is shown by a page or by the README.
- Every page has one title, and says what it is about before its first list, table or part.

Prints TAP; the exit code is 0 if every line is ok.

usage: test-help.py SOURCE-ROOT"""
import pathlib
import re
import sys
import xml.etree.ElementTree

HEADING = re.compile(r"^(#{1,6}) +(.*?) *#*$", re.M)
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^(?:    .*|```.*?^```)$|`[^`\n]*`", re.M | re.S)
MOST_BYTES = 1_000_000  # of all pictures


def anchor(title):
    """As GitHub makes it of a heading; ui/help/markdown.c does the same."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
    return re.sub(r"[^\w\- ]", "", title).replace(" ", "-")


def report(number, claim, faults):
    print("%s %d - %s" % ("not ok" if faults else "ok", number, claim))
    for fault in faults:
        print("# " + fault)
    return bool(faults)


def main():
    root = pathlib.Path(sys.argv[1])
    folder = root / "data/help"
    texts = {path.name: path.read_text() for path in sorted(folder.glob("*.md"))}
    links = {name: [(bool(mark), target) for mark, target in LINK.findall(CODE.sub("", text))] for name, text in texts.items()}
    anchors = {name: {anchor(title) for _, title in HEADING.findall(text)} for name, text in texts.items()}
    failed = 0
    print("1..5")

    reached, todo = set(), ["index.md"]
    while todo:
        name = todo.pop()
        if name in texts and name not in reached:
            reached.add(name)
            todo += [target.split("#")[0] for _, target in links[name]]
    failed += report(1, "every page is reached from the index", sorted(set(texts) - reached))

    faults, pictures = [], set()
    for name in texts:
        for is_picture, target in links[name]:
            page, _, part = target.partition("#")
            if is_picture:
                pictures.add(target)
                faults += [] if (folder / target).is_file() else ["%s: there is no picture %s" % (name, target)]
            elif not re.match(r"https?:", target):
                page = page or name
                if page not in texts:
                    faults.append("%s: there is no page %s" % (name, page))
                elif part and part not in anchors[page]:
                    faults.append("%s: %s has no heading #%s" % (name, page, part))
    failed += report(2, "links and pictures are there", faults)

    packed = {file.text for file in xml.etree.ElementTree.parse(folder / "help.gresource.xml").iter("file")}
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.suffix in (".md", ".png")}
    failed += report(3, "what is there is packed into the program", ["%s is in one of them only" % name for name in sorted(packed ^ there)])

    size = sum((folder / name).stat().st_size for name in there if name.endswith(".png"))
    faults = ["%s is shown by no page" % name for name in sorted(there) if name.endswith(".png") and name not in pictures]
    faults += ["the pictures have %d bytes, more than %d" % (size, MOST_BYTES)] if size > MOST_BYTES else []
    failed += report(4, "pictures are shown, and small", faults)

    faults = []
    for name, text in texts.items():
        titles = [title for marks, title in HEADING.findall(CODE.sub("", text)) if marks == "#"]
        faults += [] if len(titles) == 1 and text.startswith("# ") else ["%s: has %d titles" % (name, len(titles))]
        first = text.split("\n\n")[1] if "\n\n" in text else ""
        faults += ["%s: does not begin with a sentence" % name] if not re.match(r"[A-Z`*]", first) else []
    failed += report(5, "each page has a title and says what it is about", faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
