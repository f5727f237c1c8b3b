# SPDX-License-Identifier: GPL-3.0-or-later
"""What the writers of both families write with: values that nothing else in a model has, their bytes and their dump."""
import contextlib
import struct

import tables

# -0.0, infinities, NaN quiet, signalling and negative, the smallest and the largest denormal.
ODD_FLOATS = (0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0x7F800ABC, 0xFFC12345, 0x00000001, 0x807FFFFF)


class Values:
    """A source of values of which none comes twice, as far as their sizes allow. With odd ones: also what files hold that
    no exporter would write."""

    def __init__(self, seed, odd):
        self.at = 1 + seed * 5000
        self.odd = odd

    def next(self):
        self.at += 1
        return self.at

    def float(self):
        at = self.next()
        if self.odd and at % 37 == 0:
            return ODD_FLOATS[at // 37 % len(ODD_FLOATS)]
        return tables.bits_of((at * 0.37 + 0.013) * (-1 if at % 3 == 0 else 1))

    def integer(self, code):
        at = self.next()
        if code == "B":
            return 1 + at % 255
        if code == "H":
            return 1 + at % 0xFFFF
        if code == "i":
            return -at if at % 2 else at
        return at + (0x80000000 if self.odd and at % 5 == 0 else 0)

    def text(self, size):
        """The bytes of a buffer of fixed size."""
        at = self.next()
        text = b"text %d \xc3\xa9" % at
        if size > 4 and self.odd and at % 7 == 0:
            return (text + b"x" * size)[:size]
        if self.odd and at % 7 in (1, 2):
            text += b"\0\0PDR%d" % at if at % 7 == 1 else b"\0\x01"
        return text.ljust(size, b"\0")

    def quaternion(self):
        at = self.next()
        if self.odd and at % 11 == 0:
            return 0xFEDCBA9876543210 ^ at * 0x0123456789AB
        return tables.pack_quaternion(*(((at * factor) % 1000 / 999 - 0.5) for factor in (7, 11, 13)), 1 - at % 2 * 2)

    def of(self, kind, code):
        if kind == "f":
            return self.float()
        if kind == "i":
            return self.integer(code)
        if kind == "q":
            return self.quaternion()
        size = int(code[:-1])
        return self.text(size) if kind == "s" else struct.pack("<III", self.next(), self.next(), self.next())


class Out:
    """A file in the making, and its dump."""

    def __init__(self, family, version, seed, empty=False, without=()):
        self.empty = empty
        self.without = without
        self.family = family
        self.version = version
        self.seed = seed
        self.odd = seed % 2 == 1
        self.values = Values(seed, self.odd)
        self.data = bytearray(b"MDLX")
        self.dump = tables.Dump()
        self.dump.plain("family", '"%s"' % family)
        self.chunk_count = 0
        self.node_count = 0
        self.camera_count = 0
        self.track_count = 0
        self.either_count = 0
        self.global_sequences = 3

    def some(self, count):
        """How many there are of what an empty model has none."""
        return 0 if self.empty else count

    # Pieces

    def word(self, value):
        self.data += struct.pack("<I", value)

    def tag(self, text):
        self.data += text.encode()

    @contextlib.contextmanager
    def chunk(self, tag):
        self.tag(tag)
        start = len(self.data)
        self.word(0)
        yield tag
        size = len(self.data) - start - 4
        struct.pack_into("<I", self.data, start, size)
        self.dump.plain("chunks[%d].tag" % self.chunk_count, '"%s"' % tag)
        self.dump.plain("chunks[%d].size" % self.chunk_count, size)
        self.chunk_count += 1

    def raw_chunk(self, tag, payload):
        with self.chunk(tag):
            self.data += payload
        self.dump.plain(tag + ".raw", payload.hex())

    @contextlib.contextmanager
    def inclusive(self, high=0):
        """An item that begins with a size that counts itself; high: its uppermost byte."""
        start = len(self.data)
        self.word(0)
        yield start
        struct.pack_into("<I", self.data, start, len(self.data) - start | high << 24)

    def fill(self, layout, given=None):
        given = dict(given or {})
        values = []
        for suffix, kind, code in layout.parts:
            name = suffix[1:] if suffix[:1] == "." else suffix
            value = given.pop(name) if name in given else self.values.of(kind, code)
            values.append(value.ljust(int(code[:-1]), b"\0") if kind == "s" else value)
        assert not given, "no fields of this layout: %s" % given
        return tuple(values)

    def record(self, path, layout, given=None):
        values = self.fill(layout, given)
        self.data += layout.struct.pack(*values)
        self.dump.record(path, layout, values)

    def array(self, path, layout, count, given=None):
        """given: what the values of record N are to be, for those that are not free."""
        records = [self.fill(layout, given and given(at)) for at in range(count)]
        for values in records:
            self.data += layout.struct.pack(*values)
        self.dump.array(path, layout, records)

    def counted(self, tag, path, layout, count, given=None):
        self.tag(tag)
        self.word(count)
        self.array(path, layout, count, given)

    def listed(self, tag, path, layout, numbers):
        """A counted array of just these numbers."""
        self.counted(tag, path, layout, len(numbers), lambda at: {"": numbers[at]})

    # Nodes and tracks

    def node(self, path, flags, tracks=True):
        """A node: the first two have no parent, two each the others."""
        number = self.node_count
        self.node_count += 1
        with self.inclusive():
            self.record(path + ".node", tables.NODE,
                        {"objectId": number, "parentId": -1 if number < 2 else number // 2, "flags": flags})
            self.tracks(path, "node", number, "nodeTracks", tracks)

    def tracks(self, path, owner, turn, listed="tracks", some=True):
        """All tracks of an owner, or none; their order turns, for no order is a rule."""
        table = list(tables.tracks_of(self.family, owner, self.version).items()) if some else []
        turn %= max(len(table), 1)
        order = table[turn:] + table[:turn]
        for tag, kind in order:
            self.track(path, tag, kind)
        self.dump.plain(path + "." + listed, '"%s"' % " ".join(tag for tag, _ in order))

    def track(self, path, tag, kind):
        at = self.track_count
        self.track_count += 1
        path += "." + tag
        interpolation = (at + self.seed) % 4
        sequence = at // 5 % self.global_sequences if at % 5 == 0 else -1
        count = 0 if self.odd and at % 41 == 40 else 2 + at % 2
        start = -33 if at % 4 == 0 else 0
        times = [start + 100 * key + self.values.next() % 97 for key in range(count)]
        if self.odd and at % 9 == 0:
            times.reverse()
        simple = False
        if kind == "either":
            simple = self.either_count % 2 == 0
            interpolation = (self.either_count + self.seed) % 4
            self.either_count += 1
            self.dump.plain(path + ".form", '"simple"' if simple else '"full"')
            kind = "u32"
        self.tag(tag)
        self.word(count)
        if not simple:
            self.word(interpolation)
            self.dump.plain(path + ".interpolation", interpolation)
        self.record(path + ".globalSequence", tables.I32, {"": sequence})
        layout = tables.KEYS[kind, interpolation > 1 and not simple]
        self.array(path + ".keys", layout, count, lambda key: {"time": times[key]})

    def events(self, path, count, sequence):
        self.tag("KEVT")
        self.word(count)
        self.record(path + ".KEVT.globalSequence", tables.I32, {"": sequence})
        self.array(path + ".KEVT.times", tables.EVENT_KEY, count)

    def items(self, tag, count, write):
        """Items without a count in the file."""
        count = self.some(count)
        with self.chunk(tag):
            for at in range(count):
                write("%s[%d]" % (tag, at), at)
        self.dump.plain(tag + ".count", count)

    def counted_items(self, tag, count, write, second=None):
        count = self.some(count)
        with self.chunk(tag):
            self.word(count)
            if second:
                value = self.values.integer("I")
                self.word(value)
                self.dump.plain("%s.%s" % (tag, second), value)
            for at in range(count):
                write("%s[%d]" % (tag, at), at)
        self.dump.plain(tag + ".count", count)

    def fixed(self, tag, layout, count, given=None):
        with self.chunk(tag):
            self.array(tag, layout, self.some(count), given)
