#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows what sources and documents cite.

- A comment cites the format references as "mdlx.md 5.5" or "m2.md 5.2 and 8": each number is a heading of docs/formats/mdlx.md or m2.md.
- It cites the architecture as "architecture.md, idea 3" or "architecture.md, The journal": that is a heading of docs/architecture.md.
- A relative link of a document leads to a file, and its anchor to a heading there.
- A path in backquotes that begins with a room (core/, ui/, app/, data/, tests/, docs/) exists.

Prints TAP; the exit code is 0 if every line is ok.

usage: test-citations.py SOURCE-ROOT"""
import pathlib
import re
import sys

ROOMS = ("core", "ui", "app", "data", "tests")
SOURCES = {".c", ".h", ".py", ".js", ".xml", ".rng", ".frag", ".vert", ".build"}
FORMATS = ("mdlx", "mdl", "m2", "rendering", "names", "characters")
NUMBER = r"\d+(?:\.\d+)*"
GAP = r"(?: |\n[ \t]*(?:\*|#|//)? )"  # a citation may go on in the next line of its comment
FORMAT = re.compile(r"\b(%s)\.md(?:%s(%s(?:(?:, | and | to )%s)*))?" % ("|".join(FORMATS), GAP, NUMBER, NUMBER))
ARCHITECTURE = re.compile(r"\barchitecture\.md(?:, (idea \d|[A-Z][a-z]+(?: [a-z]+)*))?")
OLD = re.compile(r"\b(MDX|MDL|M2|[Rr]endering|names)" + GAP + r"reference\b|\bdesign idea \d|\bdesign\.md\b")
HEADING = re.compile(r"^(#{1,6}) +(.*?) *#*$", re.M)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:core|ui|app|data|tests|docs)/[\w./-]*)`")
STANDS_FOR = re.compile(r"\b[A-Z]{4,}\b")  # "tests/fuzz/NAME-fuzz.c"


def headings(path):
    return [title for _, title in HEADING.findall(re.sub(r"^```.*?^```", "", path.read_text(), flags=re.M | re.S))]


def numbers(path):
    found = (re.match(r"(%s)\.? " % NUMBER, title + " ") for title in headings(path))
    return {match[1] for match in found if match}


def anchor(title):
    """As GitHub makes it of a heading."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
    return re.sub(r"[^\w\- ]", "", title).replace(" ", "-")


def places(root, pattern, files):
    for path in files:
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for match in pattern.finditer(text):
            yield "%s:%d" % (path.relative_to(root), text.count("\n", 0, match.start()) + 1), match


def report(number, claim, faults):
    print("%s %d - %s" % ("not ok" if faults else "ok", number, claim))
    for fault in faults[:100]:
        print("# " + fault)
    return bool(faults)


def main():
    root = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).resolve()
    sources = [path for room in ROOMS for path in sorted((root / room).rglob("*"))
               if path.suffix in SOURCES and path.resolve() != here]
    documents = sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])
    known = {name: numbers(root / "docs/formats" / (name + ".md")) for name in FORMATS}
    ideas = {title.split(":")[0].lower() for title in headings(root / "docs/architecture.md")}
    failed = 0
    print("1..5")

    faults, followed = [], 0
    for place, match in places(root, FORMAT, sources + documents):
        followed += 1
        faults += ["%s: %s.md has no section %s" % (place, match[1], cited)
                   for cited in re.findall(NUMBER, match[2] or "") if cited not in known[match[1]]]
    failed += report(1, "what is cited of the format references is a heading there", faults or [] if followed else ["none found"])

    faults = ["%s: architecture.md has no heading \"%s\"" % (place, match[1])
              for place, match in places(root, ARCHITECTURE, sources) if match[1] and match[1].lower() not in ideas]
    failed += report(2, "what is cited of the architecture is a heading there", faults)

    faults = ["%s: \"%s\"" % (place, match[0]) for place, match in places(root, OLD, sources)]
    failed += report(3, "citations name a file of this repository", faults)

    faults = []
    for place, match in places(root, LINK, documents):
        target, _, part = match[1].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        path = (root / place.split(":")[0]).parent / target if target else root / place.split(":")[0]
        if not path.exists():
            faults.append("%s: there is no %s" % (place, target))
        elif part and path.suffix == ".md" and part not in {anchor(title) for title in headings(path)}:
            faults.append("%s: %s has no heading #%s" % (place, path.name, part))
    failed += report(4, "links lead to files and headings", faults)

    faults = ["%s: there is no %s" % (place, match[1]) for place, match in places(root, PATH, documents)
              if not STANDS_FOR.search(match[1]) and not (root / match[1]).exists()]
    failed += report(5, "paths in documents exist", faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
