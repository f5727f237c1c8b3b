#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the sample models and their pictures: into the folder of this script, or into the folder that is named.

Needs Python 3.11 and nothing else; makes the same bytes everywhere."""

import pathlib
import sys

sys.dont_write_bytecode = True

from maker import banner, beetle, effect, everything, figure, lantern  # noqa: E402


def make_all():
    """{file name: bytes}"""
    files = {}
    for sample in (figure, effect, banner, lantern, beetle, everything):
        for name, data in sample.make():
            files[name] = data
    return files


def main(arguments):
    if len(arguments) > 2 or "-h" in arguments or "--help" in arguments:
        print("Usage: make.py [FOLDER]\nMakes the sample models, in the folder of this script if none is named.")
        return 0 if len(arguments) == 2 else 2
    folder = pathlib.Path(arguments[1]) if len(arguments) == 2 else pathlib.Path(__file__).resolve().parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in make_all().items():
        (folder / name).write_bytes(data)
        print("%7d  %s" % (len(data), name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
