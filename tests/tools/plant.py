#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""plant.py [--seed N] [--count N] [--only PATH-PART]... [--results FILE] [--tests PART]...

Whether the tests would notice a mistake. In a copy of the source (build-plant/tree) one small fault after the other is planted in
the product, chosen at random from all places where one fits: another comparison, another sign, a limit that is off by one, a
condition turned round, a call that is left out. For each the tests run, those of the file's own room first, until one fails.

A fault that no test notices is printed with its place and lines: write a test, or say in tests/tools/harmless.txt why it changes
nothing that anybody can see. Entries there are "PATH: OLD LINE => NEW LINE", then the reason on lines that begin with a blank.

The same seed plants the same faults in the same source. --results appends one line of JSON for each fault."""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
HARMLESS = ROOT / "tests/tools/harmless.txt"
ROOMS = ("core", "ui", "app")

# What is planted: a name, what it looks for in a line, and what it makes of the match.
KINDS = (
    ("bound", re.compile(r"(?<![<>=!-])(<=|>=|<|>)(?![<>=])(?= )"), lambda m: {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[m[1]]),
    ("equal", re.compile(r" (==|!=) "), lambda m: " != " if m[1] == "==" else " == "),
    ("sign", re.compile(r" ([+-]) (?=[\w(])"), lambda m: " - " if m[1] == "+" else " + "),
    ("logic", re.compile(r" (&&|\|\|) "), lambda m: " || " if m[1] == "&&" else " && "),
    ("number", re.compile(r"(?<![\w.])([1-9]\d{0,3})(?![\w.])"), lambda m: str(int(m[1]) + 1)),
    ("truth", re.compile(r"\b(TRUE|FALSE)\b"), lambda m: "FALSE" if m[1] == "TRUE" else "TRUE"),
    ("negation", re.compile(r"(?<=[( ])!(?=[\w(])"), lambda m: ""),
    ("call", re.compile(r"^(\s+)(?!return|if|for|while|g_assert|g_return|else)((?:\w+ (?:= )?)?\w+ \([^{}]*\);)$"),
     lambda m: m[1] + ";" if "=" not in m[2] and re.match(r"\w+ \(", m[2]) else None),
    ("unit", re.compile(r"\b(G_PI|180|1000|255|127|32767|65535)\b(?!\w)"), lambda m: "(%s - 1)" % m[1]),
)
# Not planted: what only the compiler or a translator reads, assertions, the size of a local array, and what releases memory, for the
# sanitizer build looks for leaks.
NOT_HERE = re.compile(r"^\s*(#|/?\*|//)|g_assert|g_return|static_assert|N_ \(|G_DEFINE|g_signal_new|g_autoptr \(\w+\) \w+;$|^\s*case "
                      r"|^\s*[\w ]+ \*?\w+\[\w+\];|_free \(|_unref \(|g_clear_|_reserve \(|_sized_new \(")


def places(path, text):
    """(kind, line number, old line, new line) for all that fits into this file."""
    found, depth, comment = [], 0, False
    for number, line in enumerate(text.split("\n")):
        if comment or line.lstrip().startswith("/*"):
            comment = "*/" not in line
            continue
        inside = depth > 0 and line.startswith(" ")
        depth += line.count("{") - line.count("}")
        if not inside or NOT_HERE.search(line):
            continue
        code = re.sub(r"/\*.*?\*/", lambda m: " " * len(m[0]), line)
        code = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: '"' + "\x01" * (len(m[0]) - 2) + '"', code)
        for kind, pattern, make in KINDS:
            for match in pattern.finditer(code):
                new = make(match)
                if new is not None and "\x01" not in new:
                    found.append((kind, number, line, line[:match.start()] + new + line[match.end():]))
    return [(kind, number, old, new) for kind, number, old, new in found if old != new]


def harmless():
    if not HARMLESS.exists():
        return set()
    return {line.strip() for line in HARMLESS.read_text().splitlines() if line and not line[0].isspace() and line[0] != "#"}


def key(path, old, new):
    return "%s: %s => %s" % (path, " ".join(old.split()), " ".join(new.split()))


class Tree:
    def __init__(self, folder, jobs):
        self.tree, self.build, self.jobs = folder / "tree", folder / "build", jobs
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
        for name in filter(None, names):
            source, target = ROOT / name, self.tree / name
            if source.is_file() and not (target.is_file() and target.read_bytes() == source.read_bytes()):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for path in list(self.tree.rglob("*")):
            if path.is_file() and str(path.relative_to(self.tree)) not in names:
                path.unlink()
        if not (self.build / "build.ninja").exists():
            subprocess.run(["meson", "setup", str(self.build), str(self.tree)], check=True, stdout=subprocess.DEVNULL)
        if not self.make():
            sys.exit("plant: the source does not build as it is")
        output = subprocess.run(["meson", "introspect", str(self.build), "--tests"], stdout=subprocess.PIPE, check=True).stdout
        self.tests = [test["name"] for test in json.loads(output)]

    def make(self):
        return subprocess.run(["ninja", "-C", str(self.build), "-j", str(self.jobs), "--quiet"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def order(self, path, parts):
        """The tests, nearest first: those of the file's own name, of its room, of the core, of the programs, of the window."""
        room, stem = str(pathlib.PurePath(path).parent), pathlib.PurePath(path).stem
        top = room.split("/")[0]

        def distance(name):
            return (stem not in name, not name.startswith(room), not name.startswith("/".join(room.split("/")[:2])), not name.startswith(top),
                    name.startswith("e2e"), name.startswith("ui"))
        chosen = [name for name in self.tests if not parts or any(part in name for part in parts)]
        # These say nothing of the product.
        chosen = [name for name in chosen if not name.startswith(("floors", "tools/", "docs/", "data/"))]
        return sorted(chosen, key=distance)

    def killer(self, path, parts):
        """The first test that fails, or None."""
        names = self.order(path, parts)
        environment = dict(os.environ, MODELWRIGHT_FRACTION=os.environ.get("MODELWRIGHT_FRACTION", "3"))
        environment.pop("DISPLAY", None)
        step = 8
        for first in range(0, len(names), step):
            run = subprocess.run(["meson", "test", "-C", str(self.build), "--no-rebuild", "--num-processes", str(self.jobs), "--maxfail", "1",
                                  "--timeout-multiplier", "0.5", *names[first:first + step]],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
            if run.returncode:
                failed = re.search(r"^ *\d+/\d+ (?:modelwright:\w+ / )?(.*?) +(FAIL|ERROR|TIMEOUT)", run.stdout, re.M)
                return failed[1] if failed else "?"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", action="append", default=[], help="files whose path contains this")
    parser.add_argument("--tests", action="append", default=[], help="tests whose name contains this")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="only print what would be planted")
    args = parser.parse_args()
    chance = random.Random(args.seed)
    known, files = harmless(), []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.c")):
            name = str(path.relative_to(ROOT))
            if not args.only or any(part in name for part in args.only):
                found = [place for place in places(name, path.read_text()) if key(name, *place[2:]) not in known]
                if found:
                    files.append((name, found))
    # A file is chosen by its size, then a kind of fault, so that the frequent kinds do not crowd out the others.
    faults = []
    while files and len(faults) < args.count:
        name, found = chance.choices(files, [len(found) for _, found in files])[0]
        kind = chance.choice(sorted({place[0] for place in found}))
        place = chance.choice([place for place in found if place[0] == kind])
        if (name, place) not in faults:
            faults.append((name, place))
    if args.list:
        for name, (kind, number, old, new) in faults:
            print("%s:%d: %s\n  - %s\n  + %s" % (name, number + 1, kind, old.strip(), new.strip()))
        return 0
    tree = Tree(ROOT / "build-plant", int(os.environ.get("MODELWRIGHT_JOBS", os.cpu_count())))
    counts = {"noticed": 0, "alive": 0, "does not build": 0}
    for name, (kind, number, old, new) in faults:
        target, started = tree.tree / name, time.monotonic()
        good = target.read_text()
        lines = good.split("\n")
        lines[number] = new
        target.write_text("\n".join(lines))
        try:
            killer = tree.killer(name, args.tests) if tree.make() else "the compiler"
        finally:
            target.write_text(good)
        outcome = "does not build" if killer == "the compiler" else "noticed" if killer else "alive"
        counts[outcome] += 1
        print("%s:%d: %s: %s%s (%.0f s)" % (name, number + 1, kind, outcome, " by " + killer if outcome == "noticed" else "",
                                            time.monotonic() - started), flush=True)
        if outcome == "alive":
            print("  - %s\n  + %s" % (old.strip(), new.strip()), flush=True)
        if args.results:
            with args.results.open("a") as out:
                out.write(json.dumps({"file": name, "line": number + 1, "kind": kind, "old": old, "new": new, "killer": killer}) + "\n")
    tree.make()
    judged = counts["noticed"] + counts["alive"]
    print("%d of %d faults noticed, %d did not build" % (counts["noticed"], judged, counts["does not build"]))
    return 1 if counts["alive"] else 0


if __name__ == "__main__":
    sys.exit(main())
