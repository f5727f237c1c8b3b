#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the desktop reads of the program is valid: the launcher and the description for software centres, as they are installed, and
the description of the thumbnailer with its MIME types.

Prints TAP; the exit code is 0 if every line is ok.

usage: test-desktop-files.py BUILD-ROOT"""
import configparser
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NAME = "org.modelwright.Modelwright"
SOURCE = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[2])) / "data"
CHECKS = [
    ("the launcher", ["desktop-file-validate"], NAME + ".desktop"),
    ("the description for software centres", ["appstreamcli", "validate", "--no-net"], NAME + ".metainfo.xml"),
]


def types_fault():
    """What is wrong with the MIME types that file managers show thumbnails of; None: nothing."""
    entry = configparser.RawConfigParser()
    entry.optionxform = str
    entry.read(SOURCE / (NAME + ".thumbnailer"))
    shown = entry["Thumbnailer Entry"]["MimeType"].rstrip(";").split(";")
    with tempfile.TemporaryDirectory() as place:
        packages = pathlib.Path(place) / "packages"
        packages.mkdir()
        shutil.copy(SOURCE / (NAME + ".xml"), packages)
        run = subprocess.run(["update-mime-database", place], capture_output=True, text=True)
        if run.returncode:
            return run.stderr
        known = [line.split(":") for line in (pathlib.Path(place) / "globs2").read_text().splitlines() if not line.startswith("#")]
    names = {kind: name for _, kind, name in known}
    wanted = {"*.mdx", "*.mdl", "*.m2", "*.blp"}
    got = {names.get(kind) for kind in shown}
    return None if got == wanted else "thumbnails of %s, wanted of %s" % (got, wanted)


def main():
    folder = pathlib.Path(sys.argv[1]) / "data"
    failed = 0
    print("1..%d" % (len(CHECKS) + 1))
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
    if shutil.which("update-mime-database"):
        fault = types_fault()
        failed += fault is not None
        print("%s %d - thumbnails are made of the types that we define" % ("not ok" if fault else "ok", len(CHECKS) + 1))
        if fault:
            print("# " + fault.strip().replace("\n", "\n# "))
    else:
        print("ok %d - thumbnails are made of the types that we define # SKIP no update-mime-database" % (len(CHECKS) + 1))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
