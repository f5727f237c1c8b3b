#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-strict.py SOURCE_ROOT: the second reader of MDX and the writer of made models, before anything is judged by them.

That they agree proves only that the tables were gone through twice in the same way; that the reader uses up real files to
the last byte proves more, and that it refuses broken ones. Speaks TAP."""
import os
import pathlib
import random
import struct
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tests" / "tools"))
sys.path.insert(0, str(ROOT / "tests" / "mdx"))

import strict  # noqa: E402
import strict_write  # noqa: E402
import tables  # noqa: E402
from tap import Tap  # noqa: E402

# Section 8: x, y, z, w and the bits; the sign of a rotation is lost where w is negative.
HALF = 0.70710677
VECTORS = [
    ((0, 0, 0, 1), 0x0000000000000000, 1),
    ((0, 0, HALF, HALF), 0x00000000000B504F, 1),
    ((0, 0, -HALF, HALF), 0x000000000014AFB1, 1),
    ((HALF, 0, 0, -HALF), 0xA57D880000000000, -1),
    ((0.5, -0.5, 0.25, 0.6614378), 0x4000030000040000, 1),
    ((0.5, 0.5, 0.5, 0.5), 0x4000010000080000, 1),
    ((-0.5, 0.5, -0.5, 0.5), 0xC000010000180000, 1),
    ((1, 0, 0, 0), 0x8000000000000000, -1),
    ((-1, 0, 0, 0), 0x8000000000000000, 1),
]
# Of so many bytes of a made model one is changed.
STRIDE = 701
# Chunks that go one by one, so that the family must be told by the next test of section 1.1.
TELLTALES = ("MODL", "SEQS", "HTST", "CLID", "MTLS")


def differences(made, read):
    """The first few values that are not the same in two dumps."""
    made, read = dict(made), dict(read)
    return ["%s: made %s, read %s" % (path, made.get(path), read.get(path))
            for path in sorted(set(made) | set(read)) if made.get(path) != read.get(path)][:5]


def refused(data):
    """Whether a file is refused, and by errors that name a place in it."""
    _, errors = strict.read(data)
    return bool(errors) and all(0 <= error.offset <= len(data) for error in errors)


def check_quaternions(tap):
    wrong = ["%s: %016x" % (quaternion, tables.pack_quaternion(*quaternion))
             for quaternion, bits, _ in VECTORS if tables.pack_quaternion(*quaternion) != bits]
    tap.check(not wrong, "rotations are packed as in the reference's examples", *wrong)
    wrong = [(quaternion, tables.unpack_quaternion(bits)) for quaternion, bits, sign in VECTORS
             if any(abs(sign * one - other) > 2e-6 for one, other in zip(quaternion, tables.unpack_quaternion(bits)))]
    tap.check(not wrong, "and unpacked as in them", *wrong)
    source = random.Random(8)
    patterns = [source.getrandbits(64) for _ in range(5000)]
    wrong = ["%016x" % bits for bits in patterns if tables.pack_quaternion(*tables.unpack_quaternion(bits)) != bits]
    tap.check(not wrong, "any 64 bits come back from what they mean", *wrong[:5])


def check_made(tap, family, version):
    """Whole models of one dialect."""
    name = "%s %d" % (family, version)
    notes = []
    for seed in range(4):
        data, made = strict_write.make(family, version, seed)
        reading, errors = strict.read(data)
        notes += errors + differences(made, reading.dump)
        for dump in (made, reading.dump):
            values = list(dump)
            notes += ["two values have one path"] * (len(values) != len(dict(values)))
    data, made = strict_write.make(family, version, empty=True)
    reading, errors = strict.read(data)
    notes += errors + differences(made, reading.dump)
    tap.check(not notes, "%s: every value of a made model is read" % name, *notes[:5])


def check_variety(tap, family, version):
    """That nothing in a made model looks like something else."""
    name = "%s %d" % (family, version)
    _, made = strict_write.make(family, version)
    paths, floats, twice, zeros = set(), set(), [], []
    for path, text in made:
        # What a packed rotation means is no value of the file.
        if text[8:9] == " " and path.rpartition(".")[0] + ".packed" not in paths:
            twice += [path] if text in floats else []
            zeros += [path] if text[:8] in ("00000000", "80000000") else []
            floats.add(text)
        paths.add(path)
    tap.check(not twice and not zeros, "%s: no float of a made model is zero or occurs twice" % name,
              *twice[:5], *zeros[:5])
    missing, used = [], {}
    for seed in range(4):
        for path, text in strict_write.make(family, version, seed)[1]:
            if path.endswith((".interpolation", ".form")):
                used.setdefault(path.split(".")[-2].partition("#")[0], set()).add(text)
    for owner in tables.TRACKS_WOW if family == "wow" else tables.TRACKS_WC3:
        if owner == "beta layer" and version != 900:
            continue
        for tag, kind in tables.tracks_of(family, owner, version).items():
            want = {"0", "1", "2", "3"} | ({'"simple"', '"full"'} if kind == "either" else set())
            missing += ["%s: %s" % (tag, form) for form in sorted(want - used.get(tag, set()))]
    tap.check(not missing, "%s: made models have every track in every form" % name, *missing[:5])


def resized(data, start, end, by):
    """The file with one byte less, or more, in a chunk's payload."""
    payload = data[start:end - 1] if by < 0 else data[start:end] + b"\x5A"
    return data[:start - 4] + struct.pack("<I", len(payload)) + payload + data[end:]


def check_strictness(tap, family, version):
    name = "%s %d" % (family, version)
    data, made = strict_write.make(family, version, version // 100 % 4)
    chunks, _, _ = strict.chunks_of(data)
    known = (strict.strict_wow if family == "wow" else strict.strict_wc3).CHUNKS
    notes = ["%s %+d" % (tag, by) for tag, start, end in chunks for by in (-1, 1)
             if (tag in known or tag == "VERS") and not refused(resized(data, start, end, by))]
    notes += ["cut at %d" % at for at in range(5, len(data), 1009)
              if not refused(data[:at]) and at not in [start - 8 for _, start, _ in chunks]]
    notes += ["bytes after the last chunk"] * (not refused(data + b"\0\0"))
    tap.check(not notes, "%s: one byte more or less in any chunk is refused" % name, *notes)
    before = list(made)
    unseen = []
    for at in range(11, len(data), STRIDE):
        changed = bytearray(data)
        changed[at] ^= 0x04
        reading, errors = strict.read(bytes(changed))
        if not errors and not differences(before, reading.dump):
            unseen.append("byte %d" % at)
    tap.check(not unseen, "%s: a changed byte is refused or seen" % name, *unseen[:5])


def check_families(tap):
    """Both families have versions 1300 to 1500."""
    notes = []
    for family, version in strict_write.DIALECTS:
        for count in range(len(TELLTALES) + 1):
            data, _ = strict_write.make(family, version, without=TELLTALES[:count])
            reading, errors = strict.read(data)
            if reading.family != family or errors:
                notes.append("%s %d without the first %d: %s" % (family, version, count, errors or reading.family))
    tap.check(not notes, "each sign alone identifies the family", *notes[:5])


def check_breaks(tap):
    """What unknown tracks do, strictly and leniently."""
    data, _ = strict_write.make("wc3", 800)
    tagged = data.replace(b"KLAC", b"KLAX", 1)
    _, errors = strict.read(tagged)
    tap.check(len(errors) == 1 and "KLAX" in str(errors[0]) and data[errors[0].offset:][:4] == b"KLAC",
              "an unknown track is refused at its place", *errors)
    reading, errors = strict.read(tagged, lenient=True)
    values = dict(reading.dump)
    tap.check(not errors and values.get("LITE[0].rest", "").startswith(b"KLAX".hex()),
              "leniently the rest of its item is kept as it is", *errors)
    tap.check(len(list(reading.dump)) > 2000, "and all else is read")


def check_samples(tap):
    for path in sorted((ROOT / "data/samples").glob("lantern*.mdx")):
        reading, errors = strict.read(path.read_bytes())
        tap.check(not errors and reading.family == "wc3", "%s is used up to the last byte" % path.name, *errors)


def check_real(tap):
    corpus = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or ROOT / "../shared/corpus")
    if not corpus.is_dir():
        tap.skip("real files", "there is no corpus")
        return
    for folder in ("mdx800", "mdx1000", "mdx1100", "mdx1300"):
        notes, count = [], 0
        for path in sorted((corpus / folder).glob("*.mdx")):
            count += 1
            reading, errors = strict.read(path.read_bytes())
            notes += ["%s: %s" % (path.name, error) for error in errors]
            family = ("wow" if folder == "mdx1300" else "wc3", int(folder[3:]))
            if (reading.family, reading.version) != family:
                notes.append("%s: %s %s" % (path.name, reading.family, reading.version))
        tap.check(count and not notes, "%s: real files are used up to the last byte" % folder, *(notes or ["no files"]))
    broken = sorted((corpus / "odd").glob("*.mdx"))
    accepted = [path.name for path in broken if not refused(path.read_bytes())]
    tap.check(broken and not accepted, "broken real files are refused", *accepted)


def main():
    tap = Tap()
    check_quaternions(tap)
    for family, version in strict_write.DIALECTS:
        check_made(tap, family, version)
        check_variety(tap, family, version)
        check_strictness(tap, family, version)
    check_families(tap)
    check_breaks(tap)
    check_samples(tap)
    check_real(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
