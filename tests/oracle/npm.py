#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the other readers from npm, once in each build folder. npm.py BUILD prints the folder in which node finds them."""

import fcntl
import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 60


class Missing(Exception):
    """The readers cannot be installed. The message says why and contains "npm"."""


def _installed(folder):
    wanted = json.loads((HERE / "package.json").read_text())["dependencies"]
    for name, version in wanted.items():
        try:
            found = json.loads((folder / "node_modules" / name / "package.json").read_text())["version"]
        except (OSError, ValueError, KeyError):
            return False
        if found != version:
            return False
    return True


def install(build):
    """Returns the node_modules folder below the build folder, and installs the readers in it if necessary. Raises Missing."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            raise Missing("no %s here (the other readers come from npm)" % program)
    folder = pathlib.Path(build) / "tests" / "oracle-npm"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _installed(folder):
            shutil.copy(HERE / "package.json", folder / "package.json")
            command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock",
                       "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=20000"]
            try:
                done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS,
                                      stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                raise Missing("npm install took more than %d s" % SECONDS) from None
            if done.returncode != 0 or not _installed(folder):
                lines = (done.stderr or done.stdout).strip().splitlines() or ["exit code %d" % done.returncode]
                raise Missing("npm install failed: " + lines[0])
    return folder / "node_modules"


if __name__ == "__main__":
    try:
        print(install(sys.argv[1]))
    except Missing as why:
        sys.exit(str(why))
