#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""chunked_read.py [--check] [--ignore KIND]... MODEL: what an M2 of version 264 or later holds, by the format's reference alone.

Reads MODEL, a bare or a chunked .m2, and its companions in the same folder: skins, skeleton and the skeleton's parent, animations.
Prints a JSON object: the chunks in file order, each with its offset and fields, and every array as {"count", "offset", "items"},
where the offset counts from the start of the payload that it is stored in. "problems" lists what the reference does not allow;
the exit status is 1 if there are any. --check prints the problems only, one a line.

Companions are found by file id (ID.skin, ID.skel, ID.anim), then by the name of the model.
"""
import argparse
import json
import pathlib
import struct
import sys

import chunked_check
import chunked_decode
import chunked_tables as tables
from chunked_decode import Array, Decoder, Keys, Problem, Space


class Set:
    """A model with its companions. Everything read stays in the members; problems: list of Problem."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.problems, self.spaces, self.skins, self.anims, self.missing = [], [], {}, {}, []
        self.chunks, self.skel, self.parent, self.model = [], None, None, None
        self.names = {}
        for entry in self.path.parent.iterdir():
            self.names.setdefault(entry.name.lower(), entry)
        self.read_model()
        self.read_skins()
        for space in self.spaces:
            for first, second in chunked_decode.overlaps(space):
                self.problems.append(Problem("overlap", space.name, "%s (%d to %d) and %s (%d to %d)"
                                             % (first.path, *first[:2], second.path, *second[:2])))
            for begin, end in chunked_decode.gaps(space):
                if any(space.data[begin:end]):
                    self.problems.append(Problem("gap", space.name, "bytes %d to %d belong to nothing and are not 0" % (begin, end)))
        chunked_check.check(self)

    def find(self, file_id, suffix, name):
        """The path of a companion, or None; the file's id comes before its name."""
        wanted = (["%d%s" % (file_id, suffix)] if file_id else []) + ([name] if name else [])
        path = next((self.names[one.lower()] for one in wanted if one.lower() in self.names), None)
        if path is None:
            self.missing.append(" or ".join(wanted) or "a %s without a name" % suffix)
        return path

    def space(self, name, data, base, aligned):
        self.spaces.append(Space(name, data, base, aligned))
        return self.spaces[-1]

    def split(self, path, data):
        """The chunks of a file as dicts with id, offset of the payload, size and data."""
        chunks, at = [], 0
        while at + 8 <= len(data):
            name, size = data[at:at + 4], struct.unpack_from("<I", data, at + 4)[0]
            name = name.decode("latin-1")
            if at + 8 + size > len(data):
                self.problems.append(Problem("chunk", path.name, "%s at %d has %d bytes, %d are left" % (name, at, size, len(data) - at - 8)))
                size = len(data) - at - 8
            if any(chunk["id"] == name for chunk in chunks):
                self.problems.append(Problem("twice", path.name, "a second %s at %d" % (name, at)))
            chunks.append({"id": name, "offset": at + 8, "size": size, "data": data[at + 8:at + 8 + size]})
            at += 8 + size
        if at < len(data):
            self.problems.append(Problem("chunk", path.name, "%d bytes after the last chunk" % (len(data) - at)))
        return chunks

    def list_of(self, path, chunk):
        """The records of a chunk that is a plain list."""
        name, data = chunk["id"], chunk["data"]
        kind = tables.LISTS.get(name)
        if name == "EDGF":
            kind = "@edgf32" if len(data) % 24 else "@edgf24"
        if name == "DETL":
            # Section 12: 12 bytes by the wiki, 16 in real files; the number of lights decides.
            kind = "@detl16" if len(data) == 16 * len(self.model["lights"]) else "@detl12"
        size = tables.size_of(kind)
        if len(data) % size or (name in tables.SINGLE and len(data) != size):
            self.problems.append(Problem("size", path.name, "%s has %d bytes, its records %d" % (name, len(data), size)))
        space = Space(path.name + ":" + name, data, chunk["offset"], False)
        decoder = Decoder(self.problems)
        return [decoder.value(kind, space, at, "[%d]" % (at // size)) for at in range(0, len(data) - size + 1, size)]

    def placed(self, path, chunk, decoder):
        """A chunk that begins with references."""
        fields = tables.PLACED[chunk["id"]]
        if len(chunk["data"]) < tables.fields_size(fields):
            self.problems.append(Problem("size", path.name, "%s has %d bytes" % (chunk["id"], len(chunk["data"]))))
            return None
        space = self.space(path.name + ":" + chunk["id"], chunk["data"], chunk["offset"], chunk["id"][:2] == "SK")
        space.extents.append(chunked_decode.Extent(0, tables.fields_size(fields), chunk["id"]))
        return decoder.fields(fields, space, 0, "")

    def lists(self, path, chunks, names):
        for chunk in chunks:
            if chunk["id"] in names:
                chunk["records"] = self.list_of(path, chunk)

    def chunk(self, name):
        """The first chunk of the model with an id, or None."""
        return next((chunk for chunk in self.chunks if chunk["id"] == name), None)

    def records(self, name):
        chunk = self.chunk(name)
        return chunk.get("records") if chunk else None

    def read_model(self):
        data = self.path.read_bytes()
        if data[:4] == b"MD20":
            image, base = data, 0
        else:
            self.chunks = self.split(self.path, data)
            found = self.chunk("MD21")
            if found is None:
                self.problems.append(Problem("chunk", self.path.name, "no MD21"))
                return
            image, base = found["data"], found["offset"]
        self.lists(self.path, self.chunks, [name for name in tables.LISTS])
        if self.records("SKID"):
            path = self.find(self.records("SKID")[0], ".skel", self.path.stem + ".skel")
            self.skel = Skeleton(self, path, None) if path else None
            self.parent = self.skel.parent if self.skel else None
        if len(image) < 0x130 or image[:4] != b"MD20":
            self.problems.append(Problem("chunk", self.path.name, "no MD20 image of 304 bytes or more"))
            return
        self.version, flags = struct.unpack_from("<4xI8xI", image)
        if not 264 <= self.version <= 274:
            self.problems.append(Problem("version", self.path.name, "version %d" % self.version))
            return
        fields = tables.header(self.version, flags)
        space = self.space(self.path.name + (":MD21" if self.chunks else ""), image, base, True)
        space.extents.append(chunked_decode.Extent(0, tables.fields_size(fields), "header"))
        self.image = space
        quiet = Decoder([])
        if self.skel:
            self.sequences, self.loops = self.skel.sequences, self.skel.loops
        else:
            self.sequences = quiet.value(("A", "@sequence"), Space("", image, 0, True), 0x1C, "")
            self.loops = quiet.value(("A", "u32"), Space("", image, 0, True), 0x14, "")
        decoder = Decoder(self.problems, self.sequences, self.loops, lambda index: self.anim(index, "AFM2"))
        decoder.blanked = self.chunk("TXID") is not None
        self.model = decoder.fields(fields, space, 0, "")
        self.lists(self.path, self.chunks, ("EDGF", "DETL"))
        # 12: tracks of these chunks have an entry for each sequence of the parent. The sources do not say where the keys are if the
        # sequence is stored outside; here they are in the chunk.
        parent = Decoder(self.problems, self.parent.sequences, self.parent.loops) if self.parent else Decoder(self.problems)
        for chunk in self.chunks:
            if chunk["id"] in tables.PLACED:
                chunk["fields"] = self.placed(self.path, chunk, parent)

    def anim(self, index, chunk):
        """The Space of an external sequence of the model's own, by the chunk that its keys belong to."""
        if self.skel:
            return self.skel.anim(index, chunk)
        return self.anim_file(self.sequences[index], self.records("AFID") or [], self.path.stem, "AFM2")

    def anim_file(self, sequence, afid, stem, chunk):
        numbers = (sequence["id"], sequence["variation"])
        file_id = next((entry["file"] for entry in afid if (entry["animation"], entry["variation"]) == numbers), 0)
        key = (file_id, stem, numbers)
        if key not in self.anims:
            path = self.find(file_id, ".anim", "%s%04d-%02d.anim" % (stem, *numbers))
            self.anims[key] = self.read_anim(path) if path else None
        file = self.anims[key]
        if file is None:
            return None
        if chunk not in file["spaces"]:
            self.problems.append(Problem("anim", file["path"].name, "no %s" % chunk))
            file["spaces"][chunk] = None
        return file["spaces"][chunk]

    def read_anim(self, path):
        """Section 10: one block of keys, or chunks with one each."""
        data = path.read_bytes()
        if data[:4] in (b"AFM2", b"AFSA", b"AFSB"):
            chunks = self.split(path, data)
            spaces = {chunk["id"]: self.space("%s:%s" % (path.name, chunk["id"]), chunk["data"], chunk["offset"], True) for chunk in chunks}
            return {"path": path, "spaces": spaces, "chunks": [{key: chunk[key] for key in ("id", "offset", "size")} for chunk in chunks]}
        whole = self.space(path.name, data, 0, True)
        return {"path": path, "spaces": dict.fromkeys(("AFM2", "AFSA", "AFSB"), whole), "chunks": []}

    def read_skins(self):
        if not self.model:
            return
        ids = self.records("SFID") or []
        count = self.model["skin_count"]
        if count > 4:
            self.problems.append(Problem("skins", self.path.name, "%d skin profiles" % count))
            return
        names = ["%s%02d.skin" % (self.path.stem, index) for index in range(count)]
        names += ["%s_lod%02d.skin" % (self.path.stem, index + 1) for index in range(len(ids) - count)]
        for index, name in enumerate(names):
            path = self.find(ids[index] if index < len(ids) else 0, ".skin", name)
            if path:
                self.skins[index] = self.read_skin(path)

    def read_skin(self, path):
        """Section 6: the offset of the first array tells whether shadow batches are there."""
        data = path.read_bytes()
        if len(data) < 48 or data[:4] != b"SKIN":
            self.problems.append(Problem("skin", path.name, "no skin profile"))
            return None
        longer = len(data) >= 56 and struct.unpack_from("<I", data, 8)[0] >= 56
        fields = tables.RECORDS["skin56" if longer else "skin"]
        space = self.space(path.name, data, 0, True)
        space.extents.append(chunked_decode.Extent(0, tables.fields_size(fields), "header"))
        return dict(Decoder(self.problems).fields(fields, space, 0, ""), file=path.name)


class Skeleton:
    """A .skel (section 11). A child has its own sequences, bones and attachments."""

    def __init__(self, model, path, child):
        self.set, self.path, self.parent = model, path, None
        self.chunks = model.split(path, path.read_bytes())
        model.lists(path, self.chunks, tables.LISTS)
        by_id = {chunk["id"]: chunk for chunk in self.chunks}
        if "SKPD" in by_id and by_id["SKPD"]["records"] and child is None:
            found = model.find(by_id["SKPD"]["records"][0]["parent"], ".skel", None)
            self.parent = Skeleton(model, found, self) if found else None
        self.afid = by_id["AFID"]["records"] if "AFID" in by_id else self.parent.afid if self.parent else []
        self.own_afid = "AFID" in by_id
        self.sequences, self.loops = [], []
        # SKS1 comes first, wherever it is: the others mean its sequences.
        for name, external in (("SKS1", None), ("SKL1", None), ("SKB1", "AFSB"), ("SKA1", "AFSA")):
            if name not in by_id:
                model.problems.append(Problem("skel", path.name, "no %s" % name))
                continue
            decoder = Decoder(model.problems, self.sequences, self.loops, (lambda index, chunk=external: self.anim(index, chunk)))
            by_id[name]["fields"] = fields = model.placed(path, by_id[name], decoder)
            if name == "SKS1" and fields:
                self.sequences, self.loops = fields["sequences"], fields["global_sequences"]
        self.bones = (by_id.get("SKB1", {}).get("fields") or {}).get("bones", [])
        self.attachments = (by_id.get("SKA1", {}).get("fields") or {}).get("attachments", [])
        self.by_id = by_id

    def anim(self, index, chunk):
        stem = self.path.stem if not self.path.stem.isdigit() else self.set.path.stem
        return self.set.anim_file(self.sequences[index], self.afid, stem, chunk)


def plain(value):
    """A value as JSON has it: arrays with their place, texts as such, other bytes in hexadecimal."""
    if isinstance(value, Array):
        told = {"count": value.count, "offset": value.offset, "items": [plain(one) for one in value]}
        if isinstance(value, Keys) and value.external is not None:
            told.update(external=value.external, space=value.space.name if value.space else None)
        return told
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key != "data"}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value.decode("latin-1") if isinstance(value, bytes) else value


def chunks_plain(chunks):
    told = []
    for chunk in chunks:
        entry = plain(chunk)
        if not {"records", "fields"} & set(chunk) and chunk["id"] != "MD21":
            entry["bytes"] = chunk["data"].hex()
        told.append(entry)
    return told


def dump(model):
    """The whole set as what JSON can hold."""
    told = {"file": model.path.name, "chunks": chunks_plain(model.chunks), "md20": plain(model.model), "skins": plain(model.skins)}
    for name in ("skel", "parent"):
        skeleton = getattr(model, name)
        told[name] = {"file": skeleton.path.name, "chunks": chunks_plain(skeleton.chunks)} if skeleton else None
    told["anims"] = [{"file": file["path"].name, "chunks": file["chunks"]} for file in model.anims.values() if file]
    told["missing"] = sorted(set(model.missing))
    told["problems"] = [problem._asdict() for problem in model.problems]
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--ignore", action="append", default=[], metavar="KIND")
    parser.add_argument("model")
    options = parser.parse_args()
    model = Set(options.model)
    model.problems = [problem for problem in model.problems if problem.kind not in options.ignore]
    if options.check:
        for problem in model.problems:
            print("%s: %s: %s" % problem)
    else:
        json.dump(dump(model), sys.stdout, indent=1)
        print()
    return 1 if model.problems else 0


if __name__ == "__main__":
    sys.exit(main())
