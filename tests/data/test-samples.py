#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the samples again into an empty folder and compares them, byte for byte, with the files in data/samples.

Prints TAP; the exit code is 0 if every line is ok."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

SIZES = {".m2": 50_000, ".skin": 20_000, ".dds": 20_000, ".mdx": 150_000, ".mdl": 50_000, ".blp": 100_000, ".tga": 100_000, ".png": 100_000}
NOT_MADE = {"make.py", "README.md"}


def first_difference(a, b):
    for offset, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return offset
    return min(len(a), len(b))


class Tap:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def check(self, good, claim, note=""):
        self.count += 1
        self.failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", self.count, claim))
        if not good and note:
            print("# " + note)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source-root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    samples = parser.parse_args().source_root / "data" / "samples"
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        again = pathlib.Path(name)
        run = subprocess.run([sys.executable, str(samples / "make.py"), name], capture_output=True, text=True)
        tap.check(run.returncode == 0, "make.py runs", run.stderr.replace("\n", "\n# "))
        made = {path.name: path.read_bytes() for path in again.iterdir()}
    kept = {path.name: path.read_bytes() for path in samples.iterdir() if path.is_file() and path.name not in NOT_MADE}
    models = sorted(name for name in kept if name.endswith((".mdx", ".mdl", ".m2")))
    tap.check(models == ["banner.mdl", "beetle.m2", "effect.mdx", "everything.mdx", "figure.mdx", "lantern-1000.mdx", "lantern.mdx"],
              "data/samples has these models", str(models))
    for name in sorted(made.keys() | kept.keys()):
        old, new = kept.get(name), made.get(name)
        if old is None or new is None:
            tap.check(False, name + " is made and kept", "only " + ("kept" if new is None else "made"))
            continue
        tap.check(old == new, name + " is made again byte for byte",
                  "differs at byte %d; %d bytes kept, %d made" % (first_difference(old, new), len(old), len(new)))
        limit = SIZES.get(pathlib.Path(name).suffix, 0)
        tap.check(len(old) <= limit, name + " is small", "%d bytes, at most %d" % (len(old), limit))
    print("1..%d" % tap.count)
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
