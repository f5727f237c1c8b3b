# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes models of World of Warcraft: M2 version 264, with one skin profile.

A record is a list of bytes and of arrays; an array becomes a count and an offset.  The arrays are placed as the games'
exporter does it: first all but the keys of tracks, each right after the record that has it; then the keys, grouped by
sequence.  Every array begins at a multiple of 16."""

import struct
import zlib


def u8(*values):
    return struct.pack("<%dB" % len(values), *values)


def u16(*values):
    """Negative numbers are taken for what they are in 16 bits."""
    return struct.pack("<%dH" % len(values), *(value & 0xFFFF for value in values))


def u32(*values):
    return struct.pack("<%dI" % len(values), *(value & 0xFFFFFFFF for value in values))


def f32(*values):
    return struct.pack("<%df" % len(values), *values)


def fixed(value):
    """A number from -1 to 1 in 16 bits."""
    return struct.pack("<h", int(value * 32767 + 0.5))


def quat(x, y, z, w):
    """A rotation in 8 bytes."""
    return u16(*(max(0, min(65535, -int(-((part + 1) * 32767.5 - 0.5) // 1))) for part in (x, y, z, w)))


def v3(value):
    return f32(*value)


def spline(pack, size):
    """Keys of a camera: the value and two tangents, which are 0."""
    return lambda value: pack(value) + bytes(2 * size)


class Array:
    """records: each a list of bytes and arrays, or bytes.  sequence: keys that belong to this one are placed last."""

    def __init__(self, records, sequence=None):
        self.records = [[record] if isinstance(record, bytes) else record for record in records]
        self.sequence = sequence


def name(value):
    return Array([bytes((byte,)) for byte in value.encode("ascii") + b"\0"])


def track(pack, *lanes, interpolation=1, loop=-1):
    """lanes: for each sequence a list of (time, value); one lane alone is for all of them."""
    times = Array([[Array([u32(time) for time, _ in lane], at)] for at, lane in enumerate(lanes)])
    values = Array([[Array([pack(value) for _, value in lane], at)] for at, lane in enumerate(lanes)])
    return [u16(interpolation, loop), times, values]


def constant(pack, value):
    return track(pack, [(0, value)], interpolation=0)


def curve(pack, *points):
    """Over the life of a particle: (part of it, value)."""
    return [Array([fixed(part) for part, _ in points]), Array([pack(value) for _, value in points])]


class Image:
    """The bytes of one file."""

    def __init__(self):
        self.data = bytearray()
        self.later = []

    def fill(self, record, at):
        """Writes a record at an offset; its arrays follow at the end."""
        for part in record:
            if isinstance(part, bytes):
                self.data[at:at + len(part)] = part
                at += len(part)
                continue
            if part.records and part.sequence is None:
                self.place(part, at)
            elif part.records:
                self.later.append((part.sequence, len(self.later), at, part))
            at += 8

    def place(self, array, reference):
        sizes = [sum(len(part) if isinstance(part, bytes) else 8 for part in record) for record in array.records]
        self.data += bytes(-len(self.data) % 16)
        at = len(self.data)
        self.data[reference:reference + 8] = u32(len(sizes), at)
        self.data += bytes(sum(sizes))
        for record, size in zip(array.records, sizes):
            self.fill(record, at)
            at += size

    def finish(self):
        for _, _, reference, array in sorted(self.later, key=lambda entry: entry[:2]):
            self.place(array, reference)
        return bytes(self.data) + bytes(-len(self.data) % 16)


def write(record):
    """A whole file from the record at its begin."""
    image = Image()
    image.data = bytearray(sum(len(part) if isinstance(part, bytes) else 8 for part in record))
    image.fill(record, 0)
    return image.finish()


def crc(text):
    return zlib.crc32(text.encode("ascii"))


def lookup(ids):
    """At each id the index of the first record that has it."""
    table = [ids.index(number) if number in ids else -1 for number in range(max(ids, default=-1) + 1)]
    return Array([u16(index) for index in table])
