# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole model of the alpha of World of Warcraft: every chunk, field, list, track and variant of 1300, 1400 and 1500."""
import tables

ORDER = "SEQS GLBS MTLS TEXS TXAN GEOS GEOA BONE LITE HELP ATCH PIVT PREM CAMS EVTS PRE2 HTST RIBB CLID".split()
NODES = {"BONE": 4, "LITE": 3, "HELP": 2, "ATCH": 3, "PREM": 2, "PRE2": 4, "RIBB": 3, "EVTS": 4, "HTST": 5}


class Wow:
    def __init__(self, out):
        self.out = out
        self.version = out.version
        self.nodes = out.some(sum(NODES.values()))

    def write(self):
        out = self.out
        with out.chunk("VERS"):
            out.record("VERS", tables.U32, {"": self.version})
        for tag in ["MODL"] + ORDER:
            if tag not in out.without:
                getattr(self, tag.lower())()
        if out.odd:
            out.raw_chunk("XTRA", bytes(range(7)))

    def modl(self):
        with self.out.chunk("MODL"):
            self.out.record("MODL", tables.WOW_MODEL, {"flags": 1 + self.out.seed % 6, "nodeCount": self.nodes})

    def seqs(self):
        count = self.out.some(3)
        with self.out.chunk("SEQS"):
            self.out.word(count)
            self.out.array("SEQS", tables.WOW_SEQUENCE, count, lambda at: {
                "start": 1000 * at, "end": 1000 * at + 667, "flags": (at + 1) % 2, "replayMin": at + 1, "replayMax": at + 3})

    def glbs(self):
        self.out.fixed("GLBS", tables.DURATION, self.out.global_sequences)

    def texs(self):
        def given(at):
            return {"flags": 3 - at % 3, "replaceableId": (0, 1, 2, 11)[at], **({"path": b""} if at else {})}
        self.out.fixed("TEXS", tables.TEXTURE, 4, given)

    def mtls(self):
        layers = (3, 2)
        self.out.counted_items("MTLS", 2, lambda path, at: self.material(path, layers[at]), "unused")

    def material(self, path, count):
        out = self.out
        with out.inclusive():
            out.record(path, tables.WOW_MATERIAL)
            out.word(count)
            out.dump.plain(path + ".layers.count", count)
            for at in range(count):
                here = "%s.layers[%d]" % (path, at)
                with out.inclusive():
                    flags = 0x1F2 if self.version == 1500 else 0xB1
                    out.record(here, tables.WOW_LAYER, {
                        "filterMode": 1 + (at + count) % 6, "flags": flags >> at, "textureId": 1 + at,
                        "textureAnimationId": (1, -1, 0)[at], "coordId": (1, -1, 0)[at]})
                    # The last one has none; of the others one begins and the other ends with the track of textures.
                    out.tracks(here, "layer", at, some=at < 2)

    def txan(self):
        def write(path, at):
            with self.out.inclusive():
                self.out.tracks(path, "TXAN", at)
        self.out.counted_items("TXAN", 2, write)

    def geos(self):
        if self.version < 1500:
            self.out.counted_items("GEOS", 3, self.geoset)
        else:
            self.batches()

    def geoset(self, path, at):
        out = self.out
        vertices = 4 + at
        with out.inclusive():
            out.counted("VRTX", path + ".VRTX", tables.VEC3, vertices)
            out.counted("NRMS", path + ".NRMS", tables.VEC3, vertices)
            sets = (1, 2, 0)[at]
            out.tag("UVAS")
            out.word(sets)
            out.dump.plain(path + ".UVAS.count", sets)
            for number in range(sets):
                out.array("%s.UVAS[%d]" % (path, number), tables.VEC2, vertices)
            # An odd number of bytes here, so that all that follows is unaligned.
            out.listed("PTYP", path + ".PTYP", tables.U8, ([4, 4, 4], [4, 5, 6], [4])[at])
            counts = ([3, 6, 3], [3, 4, 5], [6])[at]
            out.listed("PCNT", path + ".PCNT", tables.U32, counts)
            out.listed("PVTX", path + ".PVTX", tables.U16, [(7 * number + 1) % vertices for number in range(sum(counts))])
            out.listed("GNDX", path + ".GNDX", tables.U8, [(number + 1) % 3 for number in range(vertices)])
            out.listed("MTGC", path + ".MTGC", tables.U32, [1, 3, 2])
            out.listed("MATS", path + ".MATS", tables.I32, [3, 1, 2, 0, 2, 3])
            out.listed("BIDX", path + ".BIDX", tables.U32, [0x03020100, 0x00010203, 0x02030001, 0x00030102][at:])
            out.listed("BWGT", path + ".BWGT", tables.U32, [0xFF000000 - at, 0x80402010 + at, 0x7F7F0001][:3 - at])
            out.record(path, tables.GEOSET, {"materialId": (1, 0, 1)[at], "selectionGroup": (101, 1402, 0xFFFFFFFF)[at],
                                             "selectionFlags": (1, 0, 1)[at]})
            out.record(path + ".extent", tables.EXTENT)
            count = (0, 3, 2)[at]
            out.word(count)
            out.array(path + ".extents", tables.EXTENT, count)

    def batches(self):
        """The three geosets have 8, 12 and 3 indices: none, 4 and 5 words of padding. What must be 0 is so in even seeds."""
        out = self.out
        zeros = {} if out.odd else {"unused": 0}
        sizes = ((4, 8), (5, 12), (3, 3))[:out.some(3)]
        with out.chunk("GEOS"):
            out.word(len(sizes))
            out.dump.plain("GEOS.count", len(sizes))
            for at, (vertices, indices) in enumerate(sizes):
                out.record("GEOS[%d]" % at, tables.BATCH_HEADER, {
                    "materialId": (1, 0, 1)[at], "selectionGroup": (101, 1402, 0xFFFFFFFF)[at], "geosetIndex": at,
                    "flags": (0x11, 0x20, 0x41)[at], "vertexTag": b"PVTX", "vertexCount": vertices, "typeTag": b"PTYP",
                    "typeCount": 1, "indexTag": b"PVTX", "indexCount": indices, **zeros})
            for at, (vertices, indices) in enumerate(sizes):
                path = "GEOS[%d].batch" % at
                out.array(path + ".vertices", tables.BATCH_VERTEX, vertices,
                          lambda number: {"bone[%d]" % slot: (number + slot) % NODES["BONE"] for slot in range(4)})
                out.record(path, tables.BATCH, {"primitiveType": 3, "unknown": 0, "primitiveIndexCount": indices,
                                                "minVertex": at % 2, "maxVertex": vertices - 1, **zeros})
                out.array(path + ".indices", tables.U16, indices, lambda number: {"": (number * 2 + 1) % vertices})
                out.array(path + ".padding", tables.U16, -indices % 8)

    def geoa(self):
        def write(path, at):
            with self.out.inclusive():
                self.out.record(path, tables.WOW_GEOSET_ANIM, {"flags": (1, 0, 1)[at], "geosetId": (1, 2, 0)[at]})
                self.out.tracks(path, "GEOA", at, some=at < 2)
        self.out.counted_items("GEOA", 3, write)

    def bone(self):
        def write(path, at):
            self.out.node(path, (0, 1, 2, 0x4C)[at], at != 3)
            self.out.record(path, tables.BONE, {"geosetId": (1, 2, -1, 0)[at], "geosetAnimId": (2, -1, 1, 0)[at]})
        self.out.counted_items("BONE", NODES["BONE"], write)

    def help(self):
        self.out.counted_items("HELP", NODES["HELP"], lambda path, at: self.out.node(path, (8, 0)[at], at == 0))

    def sized(self, tag, layout, flags, given=None, second=None):
        def write(path, at):
            with self.out.inclusive():
                self.out.node(path, flags, at == 0)
                self.out.record(path, layout, given and given(at))
                self.out.tracks(path, tag, 3 * at, some=at < NODES[tag] - 1)
        self.out.counted_items(tag, NODES[tag], write, second)

    def lite(self):
        self.sized("LITE", tables.WOW_LIGHT, 0x100, lambda at: {"type": 2 - at})

    def atch(self):
        def given(at):
            return {"attachmentId": (34, 5, 0)[at], "byte": (255, 7, 0)[at]}
        self.sized("ATCH", tables.WOW_ATTACHMENT, 0x400, given, "second")

    def pivt(self):
        self.out.fixed("PIVT", tables.PIVOT, self.nodes)

    def prem(self):
        self.sized("PREM", tables.EMITTER, 0x8000)

    def ribb(self):
        # Whether the inner size counts itself nobody knows: one that does, one that does not, one that is neither.
        def given(at):
            return {"emitterSize": (56, 52, 48)[at], "materialId": 1 - at % 2}
        self.sized("RIBB", tables.WOW_RIBBON, 0x2000, given)

    def cams(self):
        def write(path, at):
            with self.out.inclusive():
                self.out.record(path, tables.CAMERA + tables.CAMERA_TARGET)
                self.out.tracks(path, "CAMS", 2 * at, some=at < 2)
        self.out.counted_items("CAMS", 3, write)

    def evts(self):
        def write(path, at):
            with self.out.inclusive():
                self.out.node(path, 0x200, at == 1)
                if at != 1:
                    self.out.events(path, at, (-1, -1, 0, 1)[at])
                self.out.dump.plain(path + ".tracks", '""' if at == 1 else '"KEVT"')
        self.out.counted_items("EVTS", NODES["EVTS"], write)

    def pre2(self):
        out = self.out

        def write(path, at):
            points = (3, 0, 2, 0)[at]
            size = tables.WOW_EMITTER2.size + 4 + 12 * points + 4
            with out.inclusive():
                out.node(path, 0x3FF18800 if at == 0 else 0x800, at == 0)
                out.record(path, tables.WOW_EMITTER2, {
                    "emitterSize": (size, size - 4, size, size)[at], "emitterType": (3, 2, 3, 1)[at],
                    "headTail": (1, 2, 1, 0)[at],
                    "blendMode": (4, 3, 2, 1)[at], "textureId": (1, 2, 3, -1)[at], "replaceableId": 1 + at})
                out.word(points)
                out.array(path + ".spline", tables.VEC3, points)
                out.record(path, tables.WOW_EMITTER2_END)
                out.tracks(path, "PRE2", 4 * at, some=at < 3)
        out.counted_items("PRE2", NODES["PRE2"], write)

    def htst(self):
        out = self.out

        def write(path, at):
            kind = (at + 1) % 4
            shape, layout = tables.WOW_SHAPES[kind]
            with out.inclusive():
                out.node(path, 0x1000, at == 0)
                out.record(path + ".type", tables.U8, {"": kind})
                out.dump.plain(path + ".shape", '"%s %d"' % (shape, layout.size))
                out.record(path, layout)
        out.counted_items("HTST", NODES["HTST"], write)

    def clid(self):
        out = self.out
        with out.chunk("CLID"):
            out.counted("VRTX", "CLID.VRTX", tables.VEC3, out.some(4))
            out.listed("TRI ", "CLID.TRI", tables.U16, [2, 1, 0, 3, 2, 1][:out.some(6)])
            out.counted("NRMS", "CLID.NRMS", tables.VEC3, out.some(2))
