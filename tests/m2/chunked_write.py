# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes records as bytes and places their arrays as the exporter does (docs/formats/m2.md, section 9): first everything down to
the outer arrays of tracks, then the keys, grouped by sequence. Values are trees of dicts and lists, as chunked_decode.py reads
them; a text is a list of bytes, and Blanked is a texture name whose space is kept without a count (5.10)."""
import struct

import chunked_tables as tables


class Blanked(list):
    """A name without characters. space: how many bytes it still has."""

    space = 16


class Block:
    """Bytes that arrays are appended to."""

    def __init__(self, step=16):
        self.data, self.step = bytearray(), step

    def take(self, size):
        self.data += bytes(-len(self.data) % self.step)
        at = len(self.data)
        self.data += bytes(size)
        return at


class Writer:
    """One image: the payload of MD21 or of a chunk. external: {index of a sequence: Block} for keys that are stored outside."""

    def __init__(self, sequences=(), external=None, step=16):
        self.block = Block(step)
        self.sequences, self.external = sequences, external
        self.tracks = []

    def write(self, fields, record, order=()):
        """The bytes of a record and of all that it owns. order: names of fields whose arrays come before the others'."""
        self.block.take(tables.fields_size(fields))
        places, at = [], 0
        for name, kind in fields:
            places.append((name, kind, at))
            at += tables.size_of(kind)
        for name, kind, at in sorted(places, key=lambda place: order.index(place[0]) if place[0] in order else len(order)):
            self.value(kind, record[name], at)
        self.keys()
        self.block.data += bytes(-len(self.block.data) % self.block.step)
        return bytes(self.block.data)

    def pair(self, at, count, offset):
        struct.pack_into("<II", self.block.data, at, count, offset)

    def scalar(self, block, kind, value, at):
        numbers = value if isinstance(value, (list, tuple)) else [value]
        struct.pack_into("<" + tables.SCALARS[kind], block.data, at, *numbers)

    def value(self, kind, value, at):
        if isinstance(kind, str) and kind[0] == "@":
            for name, field in tables.RECORDS[kind[1:]]:
                self.value(field, value[name], at)
                at += tables.size_of(field)
        elif isinstance(kind, str):
            self.scalar(self.block, kind, value, at)
        elif isinstance(kind[0], int):
            size = tables.size_of(kind[1])
            for index in range(kind[0]):
                self.value(kind[1], value[index], at + index * size)
        elif kind[0] == "A":
            self.array(kind[1], value, at)
        elif kind[0] == "F":
            self.array("fx16", value["times"], at)
            self.array(kind[1], value["values"], at + 8)
        else:
            self.track(kind[1] if kind[0] == "T" else None, value, at)

    def array(self, kind, items, at):
        if isinstance(items, Blanked):
            self.pair(at, 0, self.block.take(items.space))
        elif len(items) > 0:
            size = tables.size_of(kind)
            start = self.block.take(len(items) * size)
            self.pair(at, len(items), start)
            # The elements first, then what they own: value() appends, and places here are already taken.
            for index, item in enumerate(items):
                self.value(kind, item, start + index * size)

    def track(self, kind, track, at):
        struct.pack_into("<Hh", self.block.data, at, track["interpolation"], track["global_sequence"])
        outers = []
        for name, element, place in (("times", "u32", at + 4), ("values", kind, at + 12)):
            if element is not None and track[name]:
                start = self.block.take(8 * len(track[name]))
                self.pair(place, len(track[name]), start)
                outers.append((element, track[name], start))
        self.tracks.append((track, outers))

    def keys(self):
        """Pass 2. An alias keeps room for the keys of the sequence that it plays, and has their pairs."""
        count = max(1, len(self.sequences))
        for index in range(count):
            target = tables.keys_of(self.sequences, index) if self.sequences else 0
            outside = self.external is not None and bool(self.sequences) and tables.is_external(self.sequences[target]["flags"])
            for track, outers in self.tracks:
                each = track["global_sequence"] == -1 and len(track["times"]) == len(self.sequences)
                if not each and index > 0:
                    continue
                for kind, lists, start in outers:
                    size = len(lists[target if each else 0]) * tables.size_of(kind)
                    block = self.external[target] if each and outside else self.block
                    if size == 0:
                        continue
                    if each and index != target:
                        if not outside:
                            block.take(size)
                        continue
                    at = block.take(size)
                    self.pair(start + 8 * index, len(lists[index]), at)
                    for number, item in enumerate(lists[index]):
                        self.flat(block, kind, item, at + number * tables.size_of(kind))
        for track, outers in self.tracks:
            if track["global_sequence"] == -1 and len(track["times"]) == len(self.sequences):
                for _, _, start in outers:
                    for index in range(len(self.sequences)):
                        target = tables.keys_of(self.sequences, index)
                        self.block.data[start + 8 * index:start + 8 * index + 8] = self.block.data[start + 8 * target:start + 8 * target + 8]

    def flat(self, block, kind, value, at):
        """A key: a scalar, or a record of scalars."""
        if kind[0] != "@":
            self.scalar(block, kind, value, at)
            return
        for name, field in tables.RECORDS[kind[1:]]:
            self.scalar(block, field, value[name], at)
            at += tables.size_of(field)


def anim_bytes(block, aliases):
    """Section 10: a group of keys, and the same room again, zero, for each alias."""
    size = len(block.data) + -len(block.data) % 16
    return bytes(block.data) + bytes(size - len(block.data)) + bytes(size * aliases)


def chunk(name, payload):
    return name.encode("latin-1") + struct.pack("<I", len(payload)) + payload


def listed(kind, records):
    """The payload of a plain list."""
    writer = Writer()
    size = tables.size_of(kind)
    writer.block.take(size * len(records))
    for index, record in enumerate(records):
        writer.value(kind, record, index * size)
    return bytes(writer.block.data[:size * len(records)])
