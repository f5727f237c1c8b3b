#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""strict_write.py [--seeds N] FOLDER: models of every dialect of MDX, written from the format's reference alone.

For each family and version FOLDER/FAMILY-VERSION-SEED.mdx, a model in which every field, list and track of that dialect
appears with a value of its own, and beside it .values: the list that strict.py gives of it. From seed to seed the
interpolations, variants and orders turn; odd seeds also hold NaN, unterminated texts, bytes after the NUL, tracks without
keys or with unsorted times, chunks that nobody knows. FAMILY-VERSION-empty.mdx has every chunk, and nothing in any.
"""
import argparse
import pathlib
import sys

import tables
from write_out import Out
from write_wc3 import Wc3
from write_wow import Wow

DIALECTS = [("wc3", version) for version in tables.VERSIONS_WC3] + [("wow", version) for version in tables.VERSIONS_WOW]


def make(family, version, seed=0, empty=False, without=()):
    """(bytes, dump) of a model; without: tags of chunks that it shall not have."""
    out = Out(family, version, seed, empty, without)
    (Wow if family == "wow" else Wc3)(out).write()
    return bytes(out.data), out.dump


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for family, version in DIALECTS:
        for seed in [*range(options.seeds), "empty"]:
            data, dump = make(family, version, 0, True) if seed == "empty" else make(family, version, seed)
            path = options.folder / ("%s-%d-%s.mdx" % (family, version, seed))
            path.write_bytes(data)
            path.with_suffix(".values").write_text("".join("%s = %s\n" % entry for entry in dump))
    return 0


if __name__ == "__main__":
    sys.exit(main())
