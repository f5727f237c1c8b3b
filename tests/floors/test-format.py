#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that `./dev format` would change no source. Other versions of clang-format break lines differently, so only Debian 12's is used.

Prints TAP; the exit code is 0 if every line is ok.

usage: test-format.py SOURCE-ROOT"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = 14
AT_ONCE = 40  # files


def check(files):
    run = subprocess.run(["clang-format", "--dry-run", "-Werror", *map(str, files)], capture_output=True, text=True)
    return run.returncode, run.stderr


def main():
    root = pathlib.Path(sys.argv[1])
    claim = "sources are as ./dev format leaves them"
    print("1..1")
    output = subprocess.run(["clang-format", "--version"], capture_output=True, text=True).stdout \
        if shutil.which("clang-format") else ""
    found = re.search(r"version (\d+)", output)
    if not found or int(found[1]) != VERSION:
        print("ok 1 - %s # SKIP no clang-format %d" % (claim, VERSION))
        return 0
    files = sorted(path for room in ("core", "ui", "app", "tests") for path in (root / room).rglob("*.[ch]"))
    parts = [files[i:i + AT_ONCE] for i in range(0, len(files), AT_ONCE)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(check, parts))
    bad = sorted({line.split(":")[0] for status, text in results for line in text.splitlines() if "error:" in line})
    good = bool(files) and not any(status for status, text in results)
    print("%s 1 - %s" % ("ok" if good else "not ok", claim))
    for name in bad:
        print("# %s: run ./dev format" % os.path.relpath(name, root))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
