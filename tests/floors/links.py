#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""links.py PROGRAM: fails if the program would load GTK. Prints TAP."""
import re
import subprocess
import sys

SCREEN = re.compile(r"lib(gtk|gdk|gsk)[-_]", re.I)


def main():
    loaded = subprocess.run(["ldd", sys.argv[1]], stdout=subprocess.PIPE, text=True, check=True).stdout
    bad = [line.strip() for line in loaded.splitlines() if SCREEN.search(line)]
    seen = "libglib-2.0" in loaded
    print("1..2")
    print(f"{'ok' if seen else 'not ok'} 1 - ldd lists the libraries of mwright")
    print(f"{'not ok' if bad else 'ok'} 2 - mwright loads neither GTK nor GDK nor GSK")
    for line in bad:
        print(f"# {line}")
    return 0 if seen and not bad else 1


if __name__ == "__main__":
    sys.exit(main())
