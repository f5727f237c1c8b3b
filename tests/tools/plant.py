#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""plant.py [--seed N] [--count N] [--only PATH-PART]... [--skip N] [--tests PART]... [--results FILE] [--again FILE]
         [--limit SECONDS] [--all] [--list]

Mutation testing: would the tests notice a mistake? Copies the source to build-plant/tree and plants one small fault at a time in the
product, at random places: another comparison or sign, a limit off by one, another factor or unit, a member exchanged with its partner
(x and y), a negated condition, a call or signal connection left out. For each fault it builds, and runs the tests that are near the file
(see NEAR), fastest first, until one fails.

Faults that no test notices are printed with their place and lines. Write a test for such a fault, or enter it in
tests/tools/harmless.txt as "PATH: OLD LINE => NEW LINE" with the reason on lines that begin with a blank; then it is not planted again.

The same seed plants the same faults in the same source. --skip leaves out the first faults, to continue an interrupted run. --limit is
the time for the tests of one fault, as the sum of the seconds that each takes alone. --all runs all tests, not only near ones. --results
appends one line of JSON for each fault. --again FILE plants those faults of such a file again that no test noticed."""
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

PARTNERS = {}
for one, other in (("x", "y"), ("u", "v"), ("start", "end"), ("width", "height"), ("min", "max"), ("first", "last"), ("rows", "columns"),
                   ("MIN", "MAX"), ("before", "after"), ("left", "right"), ("top", "bottom"), ("hue", "value"), ("in", "out")):
    PARTNERS.update({one: other, other: one})

# The kinds of faults: name, pattern in a line, and function from the match to the new text (None: no fault).
KINDS = (
    ("bound", re.compile(r"(?<![<>=!-])(<=|>=|<|>)(?![<>=])(?= )"), lambda m: {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[m[1]]),
    ("equal", re.compile(r" (==|!=) "), lambda m: " != " if m[1] == "==" else " == "),
    ("sign", re.compile(r" ([+-]) (?=[\w(])"), lambda m: " - " if m[1] == "+" else " + "),
    ("logic", re.compile(r" (&&|\|\|) "), lambda m: " || " if m[1] == "&&" else " && "),
    ("number", re.compile(r"(?<![\w.-])([1-9]\d{0,3})(?![\w.])"), lambda m: str(int(m[1]) + 1)),
    ("factor", re.compile(r"(?<![\w.])(\d+\.\d+f?)(?!\w)"), lambda m: None if float(m[1].rstrip("f")) == 0 else "(%s * 2)" % m[1]),
    ("truth", re.compile(r"\b(TRUE|FALSE)\b"), lambda m: "FALSE" if m[1] == "TRUE" else "TRUE"),
    ("negation", re.compile(r"(?<=[( ])!(?=[\w(])"), lambda m: ""),
    ("call", re.compile(r"^(\s+)(?!return|if|for|while|g_assert|g_return|else|g_signal_connect|_ \()((?:\w+ (?:= )?)?\w+ \([^{}]*\);)$"),
     lambda m: m[1] + ";" if "=" not in m[2] and re.match(r"\w+ \(", m[2]) else None),
    ("signal", re.compile(r"^(\s+)g_signal_connect\w* \(.*\);$"), lambda m: m[1] + ";"),
    ("unit", re.compile(r"\b(G_PI|180|1000|255|127|32767|65535)\b(?![\w.])"), lambda m: "(%s - 1)" % m[1]),
    ("partner", re.compile(r"(?:(?<=\.)|(?<=->)|\b(?=MIN|MAX))(%s)\b(?= \(|[^\w(])" % "|".join(PARTNERS)), lambda m: PARTNERS[m[1]]),
)
# Room -> beginnings of the names of tests that are near its files, in the order in which they are run. The longest room that
# contains a file counts. A test whose name contains the file's name always comes first, and then those of the file's folder.
NEAR = {
    "core/base": ["core/base", "core/save", "core/schema", "core/io", "fuzz", "app/cli", "core/edit"],
    "core/schema": ["core/schema", "core/io", "core/model", "core/edit", "core/check", "core/convert", "app/cli", "fuzz", "m2/"],
    "core/model": ["core/model", "core/io", "core/check", "core/edit", "core/convert", "core/pose", "core/schema", "app/cli", "m2/",
                   "mdx/"],
    "core/io": ["core/io", "fuzz", "core/save", "core/edit", "app/cli", "m2/", "mdx/"],
    "core/convert": ["core/convert", "core/edit/m2-convert", "app/cli/convert", "app/cli/golden", "app/cli"],
    "core/pose": ["core/pose", "core/render", "core/convert", "core/edit/operations/effects", "ui/time/time-bar", "ui/time/playing", "ui/viewport"],
    "core/image": ["core/image", "fuzz/replay image", "core/render"],
    "core/vfs": ["core/vfs", "app/cli/deps", "core/render", "app/cli/golden", "ui/m2", "ui/viewport"],
    "core/edit/operations": ["core/edit/operations", "app/cli/golden", "core/edit", "core/save", "app/cli", "ui/outline", "ui/inspector"],
    "core/edit": ["core/edit", "core/save", "fuzz", "app/cli", "ui/document/recovery", "ui/outline", "ui/inspector"],
    "core/check": ["core/check", "app/cli/findings", "app/cli/golden", "core/save", "app/cli"],
    "core/save": ["core/save", "app/cli/in-place", "app/cli/left-files", "app/cli", "ui/document/disk"],
    "core/render": ["core/render", "ui/viewport", "ui/window/window-drawing", "ui/viewport/frame-parts", "ui/time/playing", "ui/outline/surfaces"],
    "app/cli": ["app/cli", "mwright"],
    "app": ["app/cli", "ui/window/window", "ui/window/start-page", "e2e/start", "e2e/keys"],
    "ui": ["ui/", "e2e/keys", "e2e/edit", "e2e/playing", "e2e/start", "e2e/outside", "e2e/text", "e2e/m2",
           "e2e/doors"],
}
# No faults in these lines: preprocessor lines and comments, assertions, translatable texts, sizes in declarations of arrays, widths
# and spacing of widgets, and calls that release memory (the sanitizer build finds leaks).
NOT_HERE = re.compile(r"^\s*(#|/?\*|//)|g_assert|g_return|static_assert|N_ \(|G_DEFINE|g_signal_new|g_autoptr \(\w+\) \w+;$|^\s*case "
                      r"|^\s*(?!\s|return)(?=.*\[)[\w ]+ \*?\w+(\[\w+\])*(, \*?\w+(\[\w+\])*)*;$|_free \(|_unref \("
                      r"|g_clear_|_reserve \(|_sized_new \("
                      r"|_set_margin_|_spacing \(|_width_chars \(|gtk_box_new \(")


def places(path, text):
    """(kind, line number, old line, new line) of every possible fault in this file."""
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
        # The build folder is inside the copy, as in a checkout, so that ccache finds most objects.
        self.tree, self.build, self.jobs = folder / "tree", folder / "tree/build", jobs
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode()
        names = set(filter(None, listed.split("\0")))
        for name in sorted(names):
            source, target = ROOT / name, self.tree / name
            if source.is_file() and not (target.is_file() and target.read_bytes() == source.read_bytes()):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for path in list(self.tree.rglob("*")):
            if path.is_file() and self.build not in path.parents and str(path.relative_to(self.tree)) not in names:
                path.unlink()
        if not (self.build / "build.ninja").exists():
            subprocess.run(["meson", "setup", str(self.build), str(self.tree)], check=True, stdout=subprocess.DEVNULL)
        if not self.make():
            sys.exit("plant: the source does not build as it is")
        targets = {target["id"]: os.path.relpath(target["filename"][0], self.build) for target in self.introspect("--targets")}
        self.tests = {test["name"]: {targets[of] for of in test["depends"]} for test in self.introspect("--tests")}
        for name in self.tests:
            # These find the program in the build folder by themselves.
            if name.startswith("app/cli/") or name in ("ui/document/disk", "ui/inspector/inspector-rows"):
                self.tests[name].update(path for path in targets.values() if os.path.basename(path) == "mwright")
        # seconds: how long each test took when it last ran. good: names of tests that have passed in this tree.
        self.times, self.seconds, self.good = folder / "seconds.json", {}, set()
        if self.times.exists():
            self.seconds = json.loads(self.times.read_text())

    def introspect(self, what):
        return json.loads(subprocess.run(["meson", "introspect", str(self.build), what], stdout=subprocess.PIPE, check=True).stdout)

    def make(self, *targets):
        return subprocess.run(["ninja", "-C", str(self.build), "-j", str(self.jobs), "--quiet", *targets], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def order(self, path, parts, everything, limit):
        """The tests for a fault in this file, in the order in which they are run."""
        stem, folder = pathlib.PurePath(path).stem, str(pathlib.PurePath(path).parent)
        near = NEAR[max((room for room in NEAR if path.startswith(room + "/")), key=len)]

        def distance(name):
            if stem in name:
                return 0
            if name.startswith(near[0]) and (stem.split("-")[0] in name or (folder not in NEAR and name.startswith(folder))):
                return 1
            return next((2 + at for at, part in enumerate(near) if name.startswith(part)), None)
        chosen = {}
        for name in self.tests:
            # The first kinds do not test the product. The others take minutes.
            long = name in ("app/cli/memory", "app/cli/kill", "oracle")
            if name.startswith(("floors", "tools/", "docs/", "data/")) or (long and not parts):
                continue
            far = distance(name)
            if far is None and everything:
                far = 100
            if far is not None and (not parts or any(part in name for part in parts)):
                chosen[name] = far
        chosen = sorted(chosen, key=lambda name: (chosen[name], self.seconds.get(name, 5)))
        seconds = 0
        for at, name in enumerate(chosen):
            seconds += self.seconds.get(name, 5)
            if seconds > limit and not everything:
                return chosen[:at]
        return chosen

    def run(self, names):
        """Builds and runs these tests until one fails. Returns its name, "the compiler", or None."""
        if not self.make(*sorted({target for name in names for target in self.tests[name]})):
            return "the compiler"
        environment = dict(os.environ, MODELWRIGHT_FRACTION=os.environ.get("MODELWRIGHT_FRACTION", "3"))
        environment.pop("DISPLAY", None)
        log = self.build / "meson-logs/testlog.json"
        log.unlink(missing_ok=True)
        subprocess.run(["meson", "test", "-C", str(self.build), "--no-rebuild", "--num-processes", str(self.jobs), "--maxfail", "1",
                        "--timeout-multiplier", "0.3", *names],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        failed = None
        for line in log.read_text().splitlines():
            test = json.loads(line)
            name = test["name"].split(" / ", 1)[-1]
            if test["result"] in ("OK", "SKIP"):
                self.good.add(name)
                self.seconds[name] = test["duration"]
            elif test["result"] in ("FAIL", "ERROR", "TIMEOUT"):
                failed = failed or name
        self.times.write_text(json.dumps(self.seconds))
        return failed

    def killer(self, path, parts, everything, limit):
        """The first test that fails, "the compiler", or None. Runs several tests at a time, of about ten seconds together."""
        names = self.order(path, parts, everything, limit)
        while names:
            some, seconds = [], 0
            while names and (not some or seconds + self.seconds.get(names[0], 5) < 10 * self.jobs):
                seconds += self.seconds.get(names[0], 5)
                some.append(names.pop(0))
            failed = self.run(some)
            if failed:
                return failed
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", action="append", default=[], help="files whose path contains this")
    parser.add_argument("--tests", action="append", default=[], help="tests whose name contains this")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--skip", type=int, default=0, help="how many of the faults to leave out")
    parser.add_argument("--limit", type=float, default=150, help="seconds of tests for one fault, as they take alone")
    parser.add_argument("--all", action="store_true", help="run all tests, also those that are not near")
    parser.add_argument("--again", type=pathlib.Path)
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
    # The kind is chosen first and then the place, so that all kinds are equally frequent.
    by_kind, faults = {}, []
    for name, found in files:
        for place in found:
            by_kind.setdefault(place[0], []).append((name, place))
    while by_kind and len(faults) < args.count:
        kind = chance.choice(sorted(by_kind))
        faults.append(by_kind[kind].pop(chance.randrange(len(by_kind[kind]))))
        if not by_kind[kind]:
            del by_kind[kind]
    if args.again:
        faults = []
        for fault in map(json.loads, args.again.read_text().splitlines()):
            lines = (ROOT / fault["file"]).read_text().split("\n")
            at = [number for number, line in enumerate(lines) if line == fault["old"]]
            if fault["killer"] is None and at:
                number = min(at, key=lambda number: abs(number + 1 - fault["line"]))
                faults.append((fault["file"], (fault["kind"], number, fault["old"], fault["new"])))
    if args.list:
        for name, (kind, number, old, new) in faults:
            print("%s:%d: %s\n  - %s\n  + %s" % (name, number + 1, kind, old.strip(), new.strip()))
        return 0
    tree = Tree(ROOT / "build-plant", int(os.environ.get("MODELWRIGHT_JOBS", os.cpu_count())))
    counts = {"noticed": 0, "alive": 0, "does not build": 0}
    for name, (kind, number, old, new) in faults[args.skip:]:
        target, started = tree.tree / name, time.monotonic()
        good = target.read_text()
        lines = good.split("\n")
        lines[number] = new
        while True:
            target.write_text("\n".join(lines))
            try:
                killer = tree.killer(name, args.tests, args.all, args.limit)
            finally:
                target.write_text(good)
            # A test that fails without the fault too is no evidence.
            if killer in (None, "the compiler") or killer in tree.good or tree.run([killer]) is None:
                break
            print("plant: %s fails without a fault; it is left out" % killer, flush=True)
            del tree.tests[killer]
        outcome = "does not build" if killer == "the compiler" else "noticed" if killer else "alive"
        counts[outcome] += 1
        print("%s:%d: %s: %s%s (%.0f s)" % (name, number + 1, kind, outcome, " by " + killer if outcome == "noticed" else "",
                                            time.monotonic() - started), flush=True)
        if outcome == "alive":
            print("  - %s\n  + %s" % (old.strip(), new.strip()), flush=True)
        if args.results:
            with args.results.open("a") as out:
                out.write(json.dumps({"file": name, "line": number + 1, "kind": kind, "old": old, "new": new, "killer": killer}) + "\n")
    judged = counts["noticed"] + counts["alive"]
    print("%d of %d faults noticed, %d did not build" % (counts["noticed"], judged, counts["does not build"]))
    return 1 if counts["alive"] else 0


if __name__ == "__main__":
    sys.exit(main())
