#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""strict.py [--lenient] [--quiet|--places] FILE.mdx...: a second reader of MDX, written from the format's reference alone.

It shares no code with the project. Every size, count and tag must fit to the last byte; what does not is an error with
its offset, and ends the reading of that chunk. --lenient takes the rest of an item raw where a track is unknown. Values go
to standard output as "PATH = VALUE" (tables.py says how they are named), --quiet leaves them out, and --places writes the offsets
at which anything begins or ends instead; what fits but is remarkable, and errors, go to standard error. Status 1: an error.
"""
import argparse
import os
import struct
import sys

import strict_wc3
import strict_wow
import tables
from strict_cursor import Broken, Cursor, Reading

# Chunks whose first word counts items in the WoW family, and is the size of the first item otherwise.
COUNTED = ("BONE", "HELP", "ATCH", "EVTS", "LITE", "GEOA", "GEOS")


def chunks_of(data):
    """[(tag, start, end)], the place after the last chunk, and a Broken or None."""
    if data[:4] != b"MDLX":
        raise Broken(0, "file", "begins with %r" % bytes(data[:4]))
    chunks, pos = [], 4
    while len(data) - pos >= 8:
        tag, size = struct.unpack_from("<4sI", data, pos)
        if size > len(data) - pos - 8:
            return chunks, pos, Broken(pos, "file", "chunk %r of %d bytes, %d are left" % (tag, size, len(data) - pos - 8))
        chunks.append((tag.decode("latin-1"), pos + 8, pos + 8 + size))
        pos += 8 + size
    return chunks, pos, None


def family_of(data, chunks):
    """By the table of section 1.1, first hit wins."""
    by_tag = {tag: (start, end) for tag, start, end in reversed(chunks)}
    size_of = {tag: end - start for tag, (start, end) in by_tag.items()}

    def first(tag):
        return struct.unpack_from("<I", data, by_tag[tag][0])[0] if size_of.get(tag, 0) >= 4 else None

    if size_of.get("MODL") in (372, 373):
        return "wow" if size_of["MODL"] == 373 else "wc3"
    if size_of.get("SEQS"):
        if size_of["SEQS"] % 140 == 4 and first("SEQS") == size_of["SEQS"] // 140:
            return "wow"
        if size_of["SEQS"] % 132 == 0:
            return "wc3"
    if "HTST" in by_tag:
        return "wow"
    if size_of.get("CLID"):
        return "wow" if bytes(data[by_tag["CLID"][0]:][:4]) == b"VRTX" else "wc3"
    if size_of.get("MTLS"):
        return "wc3" if b"LAYS" in bytes(data[slice(*by_tag["MTLS"])]) else "wow"
    for tag in COUNTED:
        if first(tag) is not None:
            return "wc3" if first(tag) >= 28 else "wow"
    return "wc3"


def judge_nodes(reading):
    """Object ids, parents, pivots, and all indices into other chunks."""
    ids = [object_id for _, _, object_id, _ in reading.nodes]
    known = set(ids)
    if ids != list(range(len(ids))):
        reading.note("nodes", "object ids are not 0 to %d in file order" % (len(ids) - 1))
    if len(known) < len(ids):
        reading.note("nodes", "object ids occur twice")
    parents = {}
    for _, path, object_id, parent in reading.nodes:
        if not 0 <= object_id < len(ids):
            reading.note(path, "object id %d of %d nodes" % (object_id, len(ids)))
        if parent != -1 and parent not in known:
            reading.note(path, "parent %d is no node" % parent)
        parents[object_id] = parent
    for start in parents:
        seen, at = set(), start
        while at in parents and at not in seen:
            seen.add(at)
            at = parents[at]
        if at == start and at in seen:
            reading.note("nodes", "%d is its own ancestor" % start)
    if reading.lengths.get("PIVT", 0) != len(ids):
        reading.note("PIVT", "%d pivots, %d nodes" % (reading.lengths.get("PIVT", 0), len(ids)))
    for path, index, chunk in reading.references:
        if not -1 <= index < reading.lengths.get(chunk, 0):
            reading.note(path, "%d of %d %s" % (index, reading.lengths.get(chunk, 0), chunk))


def read(data, lenient=False):
    """A Reading, and the list of what is wrong."""
    reading = Reading(data, lenient)
    errors = []
    try:
        chunks, end, error = chunks_of(data)
    except Broken as broken:
        return reading, [broken]
    if error:
        errors.append(error)
    elif end < len(data):
        reading.dump.plain("trailing", bytes(data[end:]).hex())
        (reading.notes if lenient else errors).append(Broken(end, "file", "%d bytes follow" % (len(data) - end)))
    for at, (tag, start, stop) in enumerate(chunks):
        reading.dump.plain("chunks[%d].tag" % at, '"%s"' % tag)
        reading.dump.plain("chunks[%d].size" % at, stop - start)
    versions = [start for tag, start, stop in chunks if tag == "VERS" and stop - start == 4]
    if len(versions) != 1:
        return reading, errors + [Broken(4, "file", "%d chunks VERS of 4 bytes" % len(versions))]
    reading.version, = struct.unpack_from("<I", data, versions[0])
    reading.family = family_of(data, chunks)
    reading.dump.plain("family", '"%s"' % reading.family)
    if reading.version not in (tables.VERSIONS_WOW if reading.family == "wow" else tables.VERSIONS_WC3):
        return reading, errors + [Broken(versions[0], "VERS", "version %d" % reading.version)]
    functions = (strict_wow if reading.family == "wow" else strict_wc3).CHUNKS
    seen = []
    for tag, start, stop in chunks:
        seen.append(tag)
        path = tag + ("#%d" % seen.count(tag) if seen.count(tag) > 1 else "")
        chunk = Cursor(reading, start, stop, path)
        try:
            if tag == "VERS":
                chunk.record(tables.U32)
            elif tag in functions:
                functions[tag](chunk)
            else:
                reading.dump.plain(path + ".raw", bytes(data[start:stop]).hex())
                reading.note(path, "an unknown chunk of %d bytes" % (stop - start))
        except Broken as broken:
            errors.append(broken)
    judge_nodes(reading)
    return reading, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lenient", action="store_true")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--places", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE.mdx")
    options = parser.parse_args()
    status = 0
    for path in options.files:
        with open(path, "rb") as file:
            reading, errors = read(file.read(), options.lenient)
        if options.places:
            sys.stdout.writelines("%d\n" % place for place in sorted(reading.places))
        elif not options.quiet:
            sys.stdout.writelines("%s = %s\n" % entry for entry in reading.dump)
        for note in reading.notes:
            print("%s: note: %s" % (os.fspath(path), note), file=sys.stderr)
        for error in errors:
            print("%s: error: %s" % (os.fspath(path), error), file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
