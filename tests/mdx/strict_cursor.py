# SPDX-License-Identifier: GPL-3.0-or-later
"""What the readers of both families read with: a place in a piece of a file, which must be used up to its last byte."""
import struct

import tables

WORD = struct.Struct("<I")


class Broken(Exception):
    """What does not fit, and where."""

    def __init__(self, offset, path, what):
        super().__init__("%s at %d (0x%x): %s" % (path, offset, offset, what))
        self.offset = offset
        self.path = path


class Reading:
    """One file while it is read: its bytes, and what came out."""

    def __init__(self, data, lenient=False):
        self.data = data
        self.lenient = lenient
        self.version = None
        self.family = None
        self.dump = tables.Dump()
        self.notes = []
        self.nodes = []
        self.lengths = {}
        self.references = []
        self.trailing = b""
        self.places = {0, len(data)}  # where anything begins or ends

    def note(self, path, what):
        """Something that fits, but that the reference says is otherwise."""
        self.notes.append("%s: %s" % (path, what))

    def refer(self, path, index, chunk):
        """An index that must be -1 or a place in a chunk; judged when all chunks are read."""
        self.references.append((path, index - (1 << 32) if index >> 31 == 1 else index, chunk))


class Cursor:
    def __init__(self, reading, start, end, path):
        self.reading = reading
        self.dump = reading.dump
        self.data = reading.data
        self.pos = start
        self.end = end
        self.path = path
        reading.places.add(end)

    @property
    def pos(self):
        return self._pos

    @pos.setter
    def pos(self, pos):
        self._pos = pos
        self.reading.places.add(pos)

    def fail(self, what, at=None):
        raise Broken(self.pos if at is None else at, self.path, what)

    @property
    def left(self):
        return self.end - self.pos

    def need(self, size, what):
        if size > self.left:
            self.fail("%s needs %d bytes, %d are left" % (what, size, self.left))

    def done(self):
        if self.left:
            if not self.reading.lenient:
                self.fail("%d bytes are left over: %s" % (self.left, bytes(self.data[self.pos:self.pos + 16]).hex()))
            self.tail()

    def tail(self):
        """Lenient: the rest as it is."""
        self.reading.note(self.path, "%d bytes are left over at %d" % (self.left, self.pos))
        self.dump.plain(self.path + ".rest", bytes(self.data[self.pos:self.end]).hex())
        self.pos = self.end

    def word(self, what):
        self.need(4, what)
        self.pos += 4
        return WORD.unpack_from(self.data, self.pos - 4)[0]

    def count(self, what, size, most=None):
        """A count of things that take size bytes at least."""
        at = self.pos
        count = self.word(what)
        if count * size > self.left:
            self.fail("%s: %d of %d bytes, %d are left" % (what, count, size, self.left), at)
        if most is not None and count > most:
            self.fail("%s: %d, at most %d" % (what, count, most), at)
        return count

    def peek(self, ahead=0):
        """The tag at the cursor, or b""."""
        return bytes(self.data[self.pos + ahead:self.pos + ahead + 4]) if self.left >= ahead + 4 else b""

    def expect(self, tag):
        if self.peek() != tag.encode():
            self.fail("expected %s, found %r" % (tag, self.peek()))
        self.pos += 4

    def record(self, layout, path=None):
        """The values of a record, which go into the dump."""
        self.need(layout.size, "a record")
        values = layout.struct.unpack_from(self.data, self.pos)
        self.pos += layout.size
        self.dump.record(self.path if path is None else path, layout, values)
        return values

    def array(self, path, layout, count):
        """The bytes of so many records, which go into the dump."""
        size = layout.size * count
        self.need(size, path)
        piece = memoryview(self.data)[self.pos:self.pos + size]
        self.pos += size
        self.dump.array(path, layout, piece)
        return piece

    def counted(self, tag, layout, path=None):
        """Tag, count and elements; gives the bytes of these."""
        self.expect(tag)
        return self.array(path or self.path + "." + tag, layout, self.count(tag, layout.size))

    def inclusive(self, path, least, mask=0xFFFFFFFF):
        """What begins with a size that counts itself; the cursor here moves past it."""
        start = self.pos
        size = self.word("the size of " + path) & mask
        if size < least or size > self.end - start:
            self.fail("%s has size %d: %d at least, %d are left" % (path, size, least, self.end - start), start)
        self.pos = start + size
        return Cursor(self.reading, start + 4, self.pos, path)

    # Nodes and tracks

    def node(self, chunk, path):
        """The node header of an item."""
        node = self.inclusive(path, 96)
        node.path = path
        name, object_id, parent, _ = node.record(tables.NODE, path + ".node")
        self.reading.nodes.append((chunk, path, object_id, parent))
        node.tracks("node", "nodeTracks")
        return tables.fixed_text(name)[0]

    def tracks(self, owner, listed="tracks"):
        """Tracks up to the end; their order goes into the dump."""
        table = tables.tracks_of(self.reading.family, owner, self.reading.version)
        known = {tag.encode(): kind for tag, kind in table.items()}
        order = []
        while self.left:
            kind = known.get(self.peek())
            if not kind:
                if not self.reading.lenient:
                    self.fail("expected a track of %s, found %r" % (owner, self.peek()))
                self.tail()
                break
            order.append(self.track(kind, known, order))
        self.dump.plain(self.path + "." + listed, '"%s"' % " ".join(order))

    def track(self, kind, known=(), before=()):
        """One track; known: the tags that may follow."""
        tag = self.peek().decode()
        path = self.path + "." + tag
        if tag in before:
            self.reading.note(path, "occurs twice here")
            path += "#%d" % (before.count(tag) + 1)
        start = self.pos
        self.pos += 4
        if kind == "either":
            simple = self._simple(known)
            self.dump.plain(path + ".form", '"simple"' if simple else '"full"')
            kind = "u32"
        else:
            simple = False
        count = self.count("keys of " + tag, 8)
        tangents = False
        if not simple:
            interpolation = self.word("interpolation")
            if interpolation > 3:
                self.fail("%s has interpolation %d" % (tag, interpolation), start + 8)
            tangents = interpolation > 1
            self.dump.plain(path + ".interpolation", interpolation)
        self._global_sequence(path)
        layout = tables.KEYS[kind, tangents]
        keys = self.array(path + ".keys", layout, count)
        times = struct.unpack("<%di" % (len(keys) // 4), keys)[::layout.size // 4]
        if any(later < time for time, later in zip(times, times[1:])):
            self.reading.note(path, "times are not sorted")
        elif len(set(times)) < len(times):
            self.reading.note(path, "times occur twice")
        return tag

    def _simple(self, known):
        """Whether a track of u32 has no interpolation: which of both ends where the next one begins, or the item ends."""
        self.need(8, "a track")
        start, ends = self.pos, []
        count, interpolation = struct.unpack_from("<II", self.data, start)
        for simple, size in ((True, 8 + 8 * count), (False, 12 + (8 if interpolation < 2 else 16) * count)):
            end = start + size
            if end == self.end or end < self.end and bytes(self.data[end:end + 4]) in known:
                if simple or interpolation < 4:
                    ends.append(simple)
        if not ends:
            self.fail("neither a simple nor a full track of %d keys ends where something begins" % count)
        if len(ends) > 1:
            self.reading.note(self.path, "a track at %d could be simple or full" % start)
        return ends[0]

    def _global_sequence(self, path):
        self.need(4, "a global sequence")
        index = tables.I32.struct.unpack_from(self.data, self.pos)[0]
        self.reading.refer(path + ".globalSequence", index, "GLBS")
        self.record(tables.I32, path + ".globalSequence")

    def events(self):
        self.expect("KEVT")
        count = self.count("keys of KEVT", 4)
        self._global_sequence(self.path + ".KEVT")
        self.array(self.path + ".KEVT.times", tables.EVENT_KEY, count)
