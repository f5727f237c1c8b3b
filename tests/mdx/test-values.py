#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-values.py MWRIGHT SOURCE_ROOT: what mwright says of models is what the reference says of their bytes.

Of models made by strict_write.py, every value of which was chosen here, and of real files as strict.py reads them, each
value is compared with what mwright get gives: all that is here must be there, and nothing else. Speaks TAP."""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[2]).resolve()
sys.path.insert(0, str(ROOT / "tests" / "tools"))
sys.path.insert(0, str(ROOT / "tests" / "mdx"))

import names  # noqa: E402
import strict  # noqa: E402
import strict_write  # noqa: E402
import tables  # noqa: E402
from tap import Tap  # noqa: E402

DIALECTS = strict_write.DIALECTS
# Bytes: what is larger holds more of the same.
LARGEST = 96 * 1024
NAN = re.compile(r"(?:nan\((0x[0-9a-f]{8})\)|(-?)(nan|inf))$")
NODE = re.compile(r"([A-Z0-9]{4})\[(\d+)\]\.node\.objectId$")
# Chunks of which element N belongs to the node with object id N; of bind poses those of the cameras follow.
BY_OBJECT = re.compile(r"(PIVT|BPOS)\[(\d+)\](.*)$")
BIND_POSE = re.compile(r"\.bind_pose\[\d+\]$")
# JSON cannot hold bytes that are not UTF-8; readers disagree on how many such bytes one replacement character covers.
REPLACED = re.compile("\ufffd+")
ITEM = re.compile(r"(\w+)\[(\d+)\]$")


def flat(path, value):
    """{path: text or number's text} of a value that may be lists of lists."""
    if not isinstance(value, list):
        return {path: value}
    return {key: scalar for at, one in enumerate(value) for key, scalar in flat("%s[%d]" % (path, at), one).items()}


def values_of(mwright, path):
    """The values that mwright prints: numbers as their text, so that -0 is kept."""
    done = subprocess.run([mwright, "get", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace").strip())
    reply = json.loads(done.stdout, parse_int=Number, parse_float=Number)
    return {key: value for entry in reply["values"] for key, value in flat(entry["path"], entry["value"]).items()}


class Number(str):
    """A number of JSON as it was written."""


def float_bits(value):
    found = NAN.match(value)
    if found and found[1]:
        return int(found[1], 16)
    return tables.bits_of(float(value))


def same(here, value, kind, field, objects, family):
    """Whether a value here, in the words of a dump, is what mwright says."""
    if field == "family":
        return value == {'"wc3"': "Warcraft3", '"wow"': "WorldOfWarcraft"}[here]
    if here.startswith('"'):
        text = json.loads(here).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return not isinstance(value, Number) and REPLACED.sub("\ufffd", text) == REPLACED.sub("\ufffd", value)
    if here[8:9] == " ":
        return float_bits(value) == int(here[:8], 16)
    number = int(here)
    if isinstance(value, Number):
        # Words without a sign there.
        return (int(value) - number) % (1 << 32) == 0
    item = ITEM.match(value)
    if item:
        return objects.get(value, -2) == number if item[1] in names.NODE_LISTS.values() else int(item[2]) == number
    words = names.words(kind, field, family)
    return words[value] == number if value in words else value == "none" and number in (-1, 0xFFFFFFFF)


def pieces_of(path, text, family, version, of_object):
    """[(path there, kind of record, field, text)] of an entry here; the path there is None where it has no name."""
    if path == "family":
        return [("family", "file", "family", text)]
    if path == "DILG.raw":
        numbers = struct.iter_unpack("<I", bytes.fromhex(text))
        return [("glider[%d]" % at, "DILG", "", str(number)) for at, (number,) in enumerate(numbers)]
    by_object = BY_OBJECT.match(path)
    if by_object:
        chunk, at, element = by_object[1], int(by_object[2]), by_object[3]
        owner = of_object.get(at) or "cameras[%d]" % (at - len(of_object))
        if owner.startswith("cameras") and chunk == "PIVT":
            # No node's: such pivots have no address.
            return []
        field = ".pivot" if chunk == "PIVT" else ".bind_pose"
        return [(owner + field + names.ELEMENT.get(element, element), chunk, "", text)]
    there = names.there(path, family, version)
    if there and there[2] == "extra":
        return [("%s[%d]" % (there[0], at), "CAMS", "", str(byte)) for at, byte in enumerate(bytes.fromhex(text))]
    return [(*(there or (None, "", "")), text)]


def compare(entries, values, family, version):
    """What differs between a dump and what mwright says."""
    entries = list(entries)
    objects = {}
    for path, text in entries:
        node = NODE.match(path)
        if node:
            objects["%s[%s]" % (names.NODE_LISTS[node[1]], node[2])] = int(text)
    of_object = {number: there for there, number in objects.items()}
    left, notes = dict(values), []
    for path, text in entries:
        if names.LAYOUT_ONLY.match(path):
            continue
        for there, kind, field, piece in pieces_of(path, text, family, version, of_object):
            if there not in left:
                notes.append("%s = %s: mwright has no %s" % (path, piece, there or "such field"))
            elif not same(piece, left.pop(there), kind, field, objects, family):
                notes.append("%s = %s, but %s = %s" % (path, piece, there, values[there]))
    # Without BPOS nobody has a bind pose, and all are 0.
    if not any(path.startswith("BPOS") for path, _ in entries):
        left = {there: value for there, value in left.items() if not BIND_POSE.search(there) or value != "0"}
    for there, value in left.items():
        if not names.DERIVED.match(there) and not (family == "wc3" and names.DERIVED_WC3.match(there)):
            notes.append("%s = %s: not in the file" % (there, value))
    return notes


def check_made(tap, mwright, folder, family, version):
    notes = []
    for seed in [0, 1, 2, 3, "empty"]:
        data, dump = strict_write.make(family, version, 0 if seed == "empty" else seed, seed == "empty")
        path = pathlib.Path(folder) / ("%s-%d-%s.mdx" % (family, version, seed))
        path.write_bytes(data)
        try:
            notes += ["%s: %s" % (seed, note) for note in compare(dump, values_of(mwright, path), family, version)]
        except RuntimeError as error:
            notes.append(error)
        done = subprocess.run([mwright, "verify", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        notes += [done.stdout.decode(errors="replace")] if done.returncode else []
    tap.check(not notes, "%s %d: values and bytes of made models" % (family, version), "%d differ" % len(notes), *notes[:20])


def check_real(tap, mwright):
    corpus = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or ROOT / "../shared/corpus")
    if not corpus.is_dir():
        tap.skip("real files", "there is no corpus")
        return
    fraction = int(os.environ.get("MODELWRIGHT_FRACTION", "1"))
    for family, version in DIALECTS:
        paths = sorted(path for path in (corpus / ("mdx%d" % version)).glob("*.mdx") if path.stat().st_size <= LARGEST)
        for path in paths[::fraction]:
            reading, _ = strict.read(path.read_bytes())
            if reading.family != family:
                continue
            notes = compare(reading.dump, values_of(mwright, path), family, version)
            tap.check(not notes, "%s %d: %s" % (family, version, path.name), "%d differ" % len(notes), *notes[:5])


def main():
    mwright = os.path.abspath(sys.argv[1])
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        for family, version in DIALECTS:
            check_made(tap, mwright, folder, family, version)
    check_real(tap, mwright)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
