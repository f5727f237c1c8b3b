#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the floors of the house: what a source file may include and call follows from the room that it is in.

Speaks TAP, one line for each rule; a broken rule lists every place as FILE:LINE.
"""
import argparse
import re
import sys
from pathlib import Path

# A room may use itself and the rooms of lower floors.
FLOORS = {
    "core/base": 0,
    "core/schema": 1,
    "core/model": 2,
    "core/vfs": 3,
    "core/io": 3,
    "core/image": 3,
    "core/pose": 3,
    "core/convert": 3,
    "core/edit": 4,
    "core/check": 4,
    "core/render": 4,
    "core/save": 5,
    "ui": 6,
    "app": 7,
}
# Neighbours on one floor that may be used all the same.
MAY_USE = {("core/io", "core/vfs"), ("core/image", "core/vfs")}

GTK = re.compile(r"(gtk|gdk|gsk)/|gdk-pixbuf")
GL = re.compile(r"epoxy/|GL/|GLES\d?/|EGL/")
SYSTEM_HEADERS = re.compile(r"(unistd|fcntl|dirent|pthread|poll|signal|termios|io|windows)\.h$|sys/|glib/gstdio\.h$|glib-unix\.h$|gio/gunix")
SYSTEM_CALLS = re.compile(r"(?<![\w.>])(open|openat|creat|fopen|freopen|opendir|mmap|fork|system|popen|"
                          r"g_fopen|g_open|g_mkstemp\w*|g_file_[gs]et_contents\w*|g_dir_open|g_mapped_file_new)\s*\(")
# They overrun buffers, keep hidden state, or read and print numbers as the locale says.
BANNED_CALLS = re.compile(r"(?<![\w.>])(strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atof|strtok|strtod|strtof|g_strtod)\s*\(")
BANNED_CALLS_IN_TESTS = re.compile(r"(?<![\w.>])(strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atof|strtok)\s*\(")

# What puts a model on the disk: only a save session may, because it has proved the bytes (core/save/save.h).
SAVING_CALLS = re.compile(r"(?<![\w.>])(mw_file_set_(?:save|update|update_and_remove))\s*\(")

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
LICENCE = "/* SPDX-License-Identifier: GPL-3.0-or-later */"
MOST_LINES = 1000


def room_of(path):
    """The room of a file or include path, or None."""
    parts = path.split("/")
    for depth in (2, 1):
        name = "/".join(parts[:depth])
        if len(parts) > depth and name in FLOORS:
            return name
    return None


class Source:
    def __init__(self, root, path):
        self.name = path.relative_to(root).as_posix()
        self.room = room_of(self.name)
        self.top = self.name.split("/")[0]
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.lines = self.text.splitlines()
        self.includes = []
        for number, line in enumerate(self.lines, 1):
            found = INCLUDE.match(line)
            if found:
                self.includes.append((number, found[1] == '"', found[2]))

    def calls(self, pattern):
        """(line, name) of each call, comments and strings left out."""
        code = NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)
        for found in pattern.finditer(code):
            yield code.count("\n", 0, found.start()) + 1, found[1]


def in_core_above_base(source):
    return source.top == "core" and source.room != "core/base"


def rooms_below(root, sources):
    for source in sources:
        if source.top == "core" and source.room is None:
            yield f"{source.name}:1: is in no room"
        for line, _, path in source.includes:
            other = room_of(path)
            if source.room is None or other is None or other == source.room:
                continue
            if FLOORS[other] >= FLOORS[source.room] and (source.room, other) not in MAY_USE:
                yield f"{source.name}:{line}: {source.room} may not use {other}: {path}"


def includes_matching(sources, pattern, allowed):
    for source in sources:
        for line, quoted, path in source.includes:
            if not quoted and pattern.match(path) and not allowed(source):
                yield f"{source.name}:{line}: includes <{path}>"


def no_gtk_in_core(root, sources):
    yield from includes_matching(sources, GTK, lambda source: source.top != "core")


def gl_in_render_only(root, sources):
    product = [source for source in sources if source.top != "tests"]
    yield from includes_matching(product, GL, lambda source: source.room == "core/render")


def system_in_base_only(root, sources):
    core = [source for source in sources if in_core_above_base(source)]
    yield from includes_matching(core, SYSTEM_HEADERS, lambda source: False)
    for source in core:
        for line, name in source.calls(SYSTEM_CALLS):
            yield f"{source.name}:{line}: calls {name}"


def product_without_tests(root, sources):
    for source in sources:
        if source.top == "tests":
            continue
        for line, _, path in source.includes:
            if path.startswith("tests/") or "/tests/" in path:
                yield f"{source.name}:{line}: includes {path}"


def includes_from_root(root, sources):
    for source in sources:
        for line, quoted, path in source.includes:
            if quoted and not re.match(r"(core|ui|app|tests|data)/", path):
                yield f'{source.name}:{line}: "{path}" does not start at the root of the repository'


def no_banned_calls(root, sources):
    for source in sources:
        for line, name in source.calls(BANNED_CALLS_IN_TESTS if source.top == "tests" else BANNED_CALLS):
            if source.room == "core/base" and name in ("strtof", "strtod"):
                continue
            yield f"{source.name}:{line}: calls {name}"


def models_are_saved_by_sessions(root, sources):
    for source in sources:
        if source.top == "tests" or source.room in ("core/base", "core/save"):
            continue
        for line, name in source.calls(SAVING_CALLS):
            yield f"{source.name}:{line}: calls {name}"


def licence_first(root, sources):
    for source in sources:
        if not source.lines or source.lines[0] != LICENCE:
            yield f"{source.name}:1: does not begin with {LICENCE}"


def short_enough(root, sources):
    for source in sources:
        if len(source.lines) > MOST_LINES:
            yield f"{source.name}:{len(source.lines)}: more than {MOST_LINES} lines"


def all_built(root, sources):
    """Each .c is named, relative to its folder, in the nearest meson.build above it."""
    texts = {}
    for source in sources:
        if not source.name.endswith(".c"):
            continue
        path = root / source.name
        folder = next((above for above in path.parents if (above / "meson.build").exists()), None)
        if folder is None or folder == root:
            yield f"{source.name}:1: no meson.build names it"
            continue
        if folder not in texts:
            texts[folder] = re.sub(r"#.*", "", (folder / "meson.build").read_text())
        name = path.relative_to(folder).as_posix()
        target = re.fullmatch(r"fuzz/(.+)-fuzz\.c", name) if folder.name == "tests" else None
        wanted = target[1] if target else name
        if f"'{wanted}'" not in texts[folder]:
            yield f"{source.name}:1: {folder.relative_to(root)}/meson.build does not name it"


RULES = [
    ("a room uses only rooms below it", rooms_below),
    ("core includes no GTK", no_gtk_in_core),
    ("GL is used in core/render only", gl_in_render_only),
    ("system calls are in core/base only", system_in_base_only),
    ("the product includes nothing of the tests", product_without_tests),
    ("includes start at the root of the repository", includes_from_root),
    ("no call that overruns a buffer or obeys the locale", no_banned_calls),
    ("models are put on the disk by core/save only", models_are_saved_by_sessions),
    ("every source file begins with its licence", licence_first),
    (f"no source file is longer than {MOST_LINES} lines", short_enough),
    ("every source file is built", all_built),
]


def check(root):
    """[(claim, [places where it is broken])]"""
    paths = sorted(path for top in ("core", "ui", "app", "tests") for path in (root / top).rglob("*.[ch]"))
    sources = [Source(root, path) for path in paths]
    return [(claim, list(rule(root, sources))) for claim, rule in RULES], len(sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source-root", type=Path, default=Path(__file__).resolve().parents[2])
    root = parser.parse_args().source_root
    results, count = check(root)
    print(f"1..{len(results)}")
    print(f"# {count} source files")
    for number, (claim, broken) in enumerate(results, 1):
        print(f"{'not ok' if broken else 'ok'} {number} - {claim}")
        for place in broken:
            print(f"#   {place}")
    return 1 if count == 0 or any(broken for _, broken in results) else 0


if __name__ == "__main__":
    sys.exit(main())
