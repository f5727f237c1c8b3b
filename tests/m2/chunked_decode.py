# SPDX-License-Identifier: GPL-3.0-or-later
"""Decodes records out of the bytes of M2 files by the layouts of chunked_tables.py, and keeps account of every byte used.

A Space is a run of bytes in which references count from the first: the payload of MD21, of a chunk of a .skel or an .anim, or a
whole file. The Decoder notes each array it follows as an extent of its space, and each breach of the reference as a Problem."""
import collections
import struct

import chunked_tables as tables

Problem = collections.namedtuple("Problem", "kind where text")
Extent = collections.namedtuple("Extent", "begin end path")


class Space:
    """Bytes with their place in a file. aligned: section 9 asks for multiples of 16 here."""

    def __init__(self, name, data, base, aligned):
        self.name, self.data, self.base, self.aligned = name, data, base, aligned
        self.extents = []


class Array(list):
    """The elements of an array reference, with the count and offset stored in it, and the space that the offset counts in."""

    count = offset = 0
    space = None


class Keys(Array):
    """The keys of one sequence. external: the sequence whose file holds them, or None. missing: that file is not there."""

    external = None
    missing = False


class Decoder:
    blanked = False

    def __init__(self, problems, sequences=(), loops=(), external=None):
        """blanked: names of textures can have a place without characters (5.10).
        external(index of a sequence): the Space with its keys, or None if the file is not there. Without it all keys are inside."""
        self.problems, self.sequences, self.loops, self.external = problems, sequences, loops, external

    def problem(self, kind, space, path, text):
        self.problems.append(Problem(kind, "%s %s" % (space.name, path), text))

    def fields(self, fields, space, at, path):
        """A record as a dict; every field is read from its place, without gaps between them."""
        record = {}
        for name, kind in fields:
            record[name] = self.value(kind, space, at, path + "." + name if path else name)
            at += tables.size_of(kind)
        return record

    def value(self, kind, space, at, path):
        if isinstance(kind, str):
            if kind[0] == "@":
                return self.fields(tables.RECORDS[kind[1:]], space, at, path)
            numbers = struct.unpack_from("<" + tables.SCALARS[kind], space.data, at)
            return numbers[0] if len(numbers) == 1 else list(numbers)
        if isinstance(kind[0], int):
            size = tables.size_of(kind[1])
            return [self.value(kind[1], space, at + index * size, path) for index in range(kind[0])]
        if kind[0] == "A":
            return self.array(kind[1], space, at, path)
        if kind[0] == "F":
            times = self.array("fx16", space, at, path + ".times")
            values = self.array(kind[1], space, at + 8, path + ".values")
            if len(times) != len(values):
                self.problem("counts", space, path, "%d times and %d values" % (len(times), len(values)))
            return {"times": times, "values": values}
        return self.track(kind[1] if kind[0] == "T" else None, space, at, path)

    def pair(self, space, at):
        return struct.unpack_from("<II", space.data, at)

    def reach(self, array, kind, space, path, blank=False):
        """Whether the elements lie in the space, which are then noted as used."""
        array.space = space
        if array.count == 0:
            if array.offset and not blank:
                self.problem("empty", space, path, "no elements, but the offset %d" % array.offset)
            return False
        size = tables.size_of(kind)
        if array.offset + array.count * size > len(space.data):
            self.problem("range", space, path, "%d elements of %d bytes at %d, of %d bytes"
                         % (array.count, size, array.offset, len(space.data)))
            return False
        step = 16 if space.aligned else tables.natural_alignment(kind)
        if array.offset % step:
            self.problem("aligned", space, path, "offset %d is no multiple of %d" % (array.offset, step))
        space.extents.append(Extent(array.offset, array.offset + array.count * size, path))
        return True

    def array(self, kind, space, at, path):
        array = Array()
        array.count, array.offset = self.pair(space, at)
        if self.reach(array, kind, space, path, blank=self.blanked and path.startswith("textures[") and path.endswith(".path")):
            if kind == "char":
                array += space.data[array.offset:array.offset + array.count]
                if array[-1] != 0:
                    self.problem("text", space, path, "the last byte is not NUL")
            else:
                size = tables.size_of(kind)
                for index in range(array.count):
                    array.append(self.value(kind, space, array.offset + index * size, "%s[%d]" % (path, index)))
        return array

    def track(self, kind, space, at, path):
        """4.2. Without a kind, a track of times only."""
        interpolation, loop = struct.unpack_from("<Hh", space.data, at)
        track = {"interpolation": interpolation, "global_sequence": loop}
        if loop != -1 and not 0 <= loop < len(self.loops):
            self.problem("reference", space, path, "global sequence %d of %d" % (loop, len(self.loops)))
        if interpolation > 3:
            self.problem("interpolation", space, path, "interpolation %d" % interpolation)
        track["times"] = self.outer("u32", loop, space, at + 4, path + ".times")
        if kind is not None:
            track["values"] = self.outer(kind, loop, space, at + 12, path + ".values")
            lengths = [[len(keys) for keys in track[name]] for name in ("times", "values")]
            if lengths[0] != lengths[1]:
                self.problem("counts", space, path, "%s times and %s values" % tuple(lengths))
        for index, keys in enumerate(track["times"]):
            if any(first >= second for first, second in zip(keys, keys[1:])):
                self.problem("order", space, "%s.times[%d]" % (path, index), "times do not increase: %s" % list(keys)[:8])
            last = self.loops[loop] if 0 <= loop < len(self.loops) else self.duration(index, len(track["times"]))
            if keys and last is not None and keys[-1] > last:
                self.problem("late", space, "%s.times[%d]" % (path, index), "a key at %d after the end at %d" % (keys[-1], last))
        return track

    def duration(self, index, entries):
        """How long entry index of a track can be; None if anything is allowed."""
        return self.sequences[index]["duration"] if entries == len(self.sequences) else None

    def outer(self, kind, loop, space, at, path):
        """The array of arrays of a track: one entry for each sequence, or one for all."""
        outer = Array()
        outer.count, outer.offset = self.pair(space, at)
        if not self.reach(outer, ("A", kind), space, path):
            return outer
        if outer.count not in (1, len(self.sequences)) or (loop != -1 and outer.count != 1):
            self.problem("entries", space, path, "%d entries for %d sequences" % (outer.count, len(self.sequences)))
        pairs = [self.pair(space, outer.offset + 8 * index) for index in range(outer.count)]
        each = loop == -1 and outer.count == len(self.sequences)
        for index, pair in enumerate(pairs):
            target = tables.keys_of(self.sequences, index) if each else index
            if target is None:
                self.problem("alias", space, "%s[%d]" % (path, index), "the chain of aliases leads nowhere")
                outer.append(Keys())
                continue
            outer.append(self.inner(kind, space, pair, pairs[target], index, target, each, "%s[%d]" % (path, index)))
        return outer

    def inner(self, kind, space, pair, head, index, target, each, path):
        """The keys of one sequence. An alias has the pair of its head (5.1), or none, and then plays the same keys."""
        keys = Keys()
        keys.count, keys.offset = pair
        if index != target and pair == (0, 0):
            keys.count, keys.offset = head
        elif index != target and pair != head:
            self.problem("alias", space, path, "%s, and %s in the sequence that it plays" % (pair, head))
        if keys.count == 0:
            if keys.offset:
                self.problem("empty", space, path, "no elements, but the offset %d" % keys.offset)
            return keys
        where = space
        if each and self.external and tables.is_external(self.sequences[target]["flags"]):
            keys.external = target
            where = self.external(target)
            if where is None:
                keys.missing = True
                return keys
        keys.space = where
        size = tables.size_of(kind)
        if index != target:
            if keys.offset + keys.count * size > len(where.data):
                return keys
        elif not self.reach(keys, kind, where, path):
            return keys
        for number in range(keys.count):
            keys.append(self.value(kind, where, keys.offset + number * size, "%s[%d]" % (path, number)))
        return keys


def overlaps(space):
    """Pairs of extents that share bytes."""
    extents = sorted(space.extents)
    last = None
    for extent in extents:
        if last is not None and extent.begin < last.end:
            yield last, extent
        if last is None or extent.end > last.end:
            last = extent


def gaps(space):
    """(begin, end) of the bytes that nothing refers to."""
    end = 0
    for extent in sorted(space.extents):
        if extent.begin > end:
            yield end, extent.begin
        end = max(end, extent.end)
    if end < len(space.data):
        yield end, len(space.data)
