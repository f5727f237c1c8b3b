#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading and writing speed of other programs (npm) on the files named, as bench-mdx, bench-mdl and bench-m2 call it."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "oracle"))
sys.dont_write_bytecode = True
import npm  # noqa: E402


def main():
    build = os.environ.get("MODELWRIGHT_BUILD_ROOT")
    if not build:
        print("not measured: MODELWRIGHT_BUILD_ROOT is not set")
        return 0
    try:
        modules = npm.install(build)
    except npm.Missing as why:
        print("not measured: %s" % why)
        return 0
    command = ["node", "--max-old-space-size=6144", "--expose-gc", str(HERE / "oracle.js"), *sys.argv[1:]]
    return subprocess.run(command, env=dict(os.environ, NODE_PATH=str(modules))).returncode


if __name__ == "__main__":
    sys.exit(main())
