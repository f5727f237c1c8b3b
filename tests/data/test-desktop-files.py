#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the desktop reads of the program is valid: the launcher and the description for software centres, as they are installed.

Prints TAP; the exit code is 0 if every line is ok.

usage: test-desktop-files.py BUILD-ROOT"""
import pathlib
import shutil
import subprocess
import sys

NAME = "org.modelwright.Modelwright"
CHECKS = [
    ("the launcher", ["desktop-file-validate"], NAME + ".desktop"),
    ("the description for software centres", ["appstreamcli", "validate", "--no-net"], NAME + ".metainfo.xml"),
]


def main():
    folder = pathlib.Path(sys.argv[1]) / "data"
    failed = 0
    print("1..%d" % len(CHECKS))
    for number, (what, command, name) in enumerate(CHECKS, 1):
        if not shutil.which(command[0]):
            print("ok %d - %s is valid # SKIP no %s" % (number, what, command[0]))
            continue
        run = subprocess.run(command + [str(folder / name)], capture_output=True, text=True)
        output = (run.stdout + run.stderr).strip()
        # desktop-file-validate has hints and warnings that do not change its status.
        good = run.returncode == 0 and (command[0] != "desktop-file-validate" or not output)
        failed += not good
        print("%s %d - %s is valid" % ("ok" if good else "not ok", number, what))
        if not good:
            print("# " + output.replace("\n", "\n# "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
