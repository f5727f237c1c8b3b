# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole model of Warcraft III of any version: every chunk, field, list, track and variant that the version has."""
import tables

PARTS = {
    "old": "SEQS GLBS MTLS TEXS TXAN GEOS GEOA BONE LITE HELP ATCH PIVT PREM PRE2 RIBB CAMS EVTS CLID",
    "reforged": "SEQS GLBS MTLS TEXS TXAN GEOS GEOA BONE LITE HELP ATCH PIVT PREM PRE2 CORN RIBB EVTS CAMS CLID FAFX BPOS",
    "later": "SEQS GLBS TEXS MTLS TXAN GEOS GEOA BONE LITE HELP ATCH PIVT PREM PRE2 RIBB EVTS CAMS CLID BPOS FAFX CORN DILG",
}
# Nodes of each chunk: the number is needed before they are written.
NODES = {"BONE": 4, "LITE": 3, "HELP": 2, "ATCH": 2, "PREM": 2, "PRE2": 3, "CORN": 2, "RIBB": 2, "EVTS": 3, "CLID": 8}
CAMERAS = 4
GEOSETS = 3
# As the collision shapes come: type, and which of its layouts. The last one must end the chunk.
SHAPES = ((0, 0), (1, 0), (1, 1), (2, 0), (3, 0), (3, 1), (2, 0))


class Wc3:
    def __init__(self, out):
        self.out = out
        self.version = out.version
        self.reforged = out.version > 800
        parts = "old" if not self.reforged else "later" if out.version >= 1700 else "reforged"
        self.order = PARTS[parts].split()
        self.nodes = out.some(sum(count for tag, count in NODES.items() if tag in self.order))

    def write(self):
        out = self.out
        if out.odd:
            out.raw_chunk("INFO", b"made by a test, no NUL")
        with out.chunk("VERS"):
            out.record("VERS", tables.U32, {"": self.version})
        for tag in ["MODL"] + self.order:
            if tag not in out.without:
                getattr(self, tag.lower())()
        if out.odd:
            out.raw_chunk("MDVI", bytes(range(22)))
            out.raw_chunk("SNDS", b"")

    def modl(self):
        with self.out.chunk("MODL"):
            self.out.record("MODL", tables.MODEL)

    def seqs(self):
        def given(at):
            return {"start": 1000 * at, "end": 1000 * at + 667, "flags": (at + 1) % 2}
        self.out.fixed("SEQS", tables.SEQUENCE, 3, given)

    def glbs(self):
        self.out.fixed("GLBS", tables.DURATION, self.out.global_sequences)

    def texs(self):
        def given(at):
            return {"flags": 3 - at % 3, "replaceableId": (0, 1, 2, 31)[at], **({"path": b""} if at else {})}
        self.out.fixed("TEXS", tables.TEXTURE, 4, given)

    def mtls(self):
        layers = (4, 2, 1)
        self.out.items("MTLS", 3, lambda path, at: self.material(path, at, layers[at]))

    def material(self, path, at, count):
        out = self.out
        with out.inclusive():
            out.record(path, tables.MATERIAL, {"flags": (0x31, 0x22, 0x10)[at]})
            if 900 <= self.version < 1100:
                out.record(path, tables.SHADER, {"shader": b"Shader_HD_DefaultUnit"} if at == 0 else None)
            out.tag("LAYS")
            out.word(count)
            out.dump.plain(path + ".layers.count", count)
            for number in range(count):
                self.layer("%s.layers[%d]" % (path, number), number, 4 * at + number)

    def layer(self, path, number, turn):
        out = self.out
        fresnel = self.version >= 1000 or self.version == 900 and number % 2 == 1
        with out.inclusive():
            out.record(path, tables.LAYER, {
                "filterMode": 1 + turn % 6, "flags": 0x11 << turn % 4,
                # From 1100 a word without a use.
                "textureId": 70 + turn if self.version >= 1100 else 1 + turn % 3,
                "textureAnimationId": turn % 2, "coordId": turn % 2})
            if self.reforged:
                out.record(path, tables.LAYER_EMISSIVE)
            if fresnel:
                out.record(path, tables.LAYER_FRESNEL)
            if self.version >= 1100:
                out.record(path, tables.LAYER_SHADER, {"shaderType": (1, 2, 24, 1)[number]})
                self.layer_textures(path + ".textures", number)
            owner = "beta layer" if self.version == 900 and fresnel else "layer"
            out.tracks(path, owner, turn, some=number < 2)

    def layer_textures(self, path, number):
        """The first layer has tracks in its first and last texture, the next one in none, the fourth no textures."""
        out, count = self.out, (3, 6, 1, 0)[number]
        out.word(count)
        out.dump.plain(path + ".count", count)
        for at in range(count):
            here = "%s[%d]" % (path, at)
            out.record(here, tables.LAYER_TEXTURE, {"textureId": (at + 1) % 4, "slot": at if number else (2, 5, 1)[at]})
            animated = number == 0 and at != 1
            if animated:
                out.track(here, "KMTF", "u32")
            out.dump.plain(here + ".tracks", '"KMTF"' if animated else '""')

    def txan(self):
        def write(path, at):
            with self.out.inclusive():
                self.out.tracks(path, "TXAN", at)
        self.out.items("TXAN", 2, write)

    def geos(self):
        self.out.items("GEOS", GEOSETS, self.geoset)

    def geoset(self, path, at):
        """0: groups of matrices, no extents. 1: from 900 tangents and skin, two sets of UVs. 2: from 900 skin, empty GNDX."""
        out = self.out
        vertices = 4 + at
        skinned = self.reforged and at > 0
        with out.inclusive():
            out.counted("VRTX", path + ".VRTX", tables.VEC3, vertices)
            out.counted("NRMS", path + ".NRMS", tables.VEC3, vertices)
            out.listed("PTYP", path + ".PTYP", tables.U32, ([4, 4], [4, 5, 6], [4])[at])
            counts = ([3, 3], [3, 4, 5], [6])[at]
            out.listed("PCNT", path + ".PCNT", tables.U32, counts)
            indices = [(7 * number + 1) % vertices for number in range(sum(counts))]
            out.listed("PVTX", path + ".PVTX", tables.U16, indices)
            out.listed("GNDX", path + ".GNDX", tables.U8,
                       [] if skinned and at == 2 else [(number + 1) % 3 for number in range(vertices)])
            out.listed("MTGC", path + ".MTGC", tables.U32, [1, 3, 2])
            out.listed("MATS", path + ".MATS", tables.I32, [3, 1, 2, 0, 2, -1 if at == 1 else 3])
            out.record(path, tables.GEOSET, {"materialId": (1, 2, 0)[at], "selectionFlags": (4, 0, 4)[at]})
            if self.reforged:
                out.record(path, tables.GEOSET_LOD, {"lod": (1, 3, -1)[at]})
            out.record(path + ".extent", tables.EXTENT)
            count = (0, 3, 2)[at]
            out.word(count)
            out.array(path + ".extents", tables.EXTENT, count)
            if self.reforged and at == 1:
                out.counted("TANG", path + ".TANG", tables.VEC4, vertices)
            if skinned:
                self.skin(path + ".SKIN", vertices)
            sets = (1, 2, 1)[at]
            out.tag("UVAS")
            out.word(sets)
            out.dump.plain(path + ".UVAS.count", sets)
            for number in range(sets):
                out.counted("UVBS", "%s.UVBS[%d]" % (path, number), tables.VEC2, vertices)

    def skin(self, path, vertices):
        wide = self.version >= 1400
        def given(at):
            bones = {"bone[%d]" % slot: (at + slot) % NODES["BONE"] for slot in range(4)}
            if wide and at == 0:
                bones["bone[3]"] = 0x102
            return bones
        self.out.tag("SKIN")
        self.out.word(8 * vertices)
        self.out.array(path, tables.SKIN_U16 if wide else tables.SKIN_U8, vertices, given)

    def geoa(self):
        def write(path, at):
            with self.out.inclusive():
                self.out.record(path, tables.GEOSET_ANIM, {"flags": (3, 2, 0x1A)[at], "geosetId": (1, 2, 0)[at]})
                self.out.tracks(path, "GEOA", at, some=at < 2)
        self.out.items("GEOA", 3, write)

    def bone(self):
        def write(path, at):
            self.out.node(path, 0x100 | (0, 1, 2, 0x4C)[at], at != 3)
            self.out.record(path, tables.BONE, {"geosetId": (1, 2, -1, 0)[at], "geosetAnimId": (2, -1, 1, 0)[at]})
        self.out.items("BONE", NODES["BONE"], write)

    def help(self):
        self.out.items("HELP", NODES["HELP"], lambda path, at: self.out.node(path, (8, 0x100)[at], at == 0))

    def lite(self):
        out = self.out

        def write(path, at):
            with out.inclusive():
                out.node(path, 0x200 | at, at == 0)
                out.record(path, tables.LIGHT_TYPE, {"type": 2 - at})
                if self.version >= 1300:
                    out.record(path, tables.LIGHT_CASTING)
                out.record(path, tables.LIGHT)
                if self.version >= 1200:
                    out.record(path, tables.LIGHT_SHADOW)
                if self.version >= 1300:
                    out.record(path, tables.LIGHT_SHADOW_RANGE)
                if self.version >= 1600:
                    out.record(path, tables.LIGHT_FALLOFF)
                out.tracks(path, "LITE", 5 * at, some=at < 2)
        out.items("LITE", NODES["LITE"], write)

    def emitters(self, tag, layout, flags, given=None):
        """Nodes with a size, a fixed part and tracks; the last one has no tracks."""
        def write(path, at):
            with self.out.inclusive():
                self.out.node(path, flags[at], at == 0)
                self.out.record(path, layout, given and given(at))
                self.out.tracks(path, tag, 3 * at, some=at < NODES[tag] - 1)
        self.out.items(tag, NODES[tag], write)

    def atch(self):
        self.emitters("ATCH", tables.ATTACHMENT, (0x800, 0x808))

    def pivt(self):
        self.out.fixed("PIVT", tables.PIVOT, self.nodes)

    def prem(self):
        self.emitters("PREM", tables.EMITTER, (0x9000, 0x11000))

    def pre2(self):
        self.emitters("PRE2", tables.EMITTER2, (0x1F9000, 0x161000, 0x9000), lambda at: {
            "filterMode": 1 + at, "headTail": 2 - at, "squirt": (1, 0, 1)[at], "textureId": 1 + at, "replaceableId": 1 + at})

    def corn(self):
        self.emitters("CORN", tables.POPCORN, (0x79000, 0x41000))

    def ribb(self):
        self.emitters("RIBB", tables.RIBBON, (0x4000, 0x400000), lambda at: {"materialId": 2 - at})

    def cams(self):
        """One of each variant; the last one without tracks."""
        out = self.out

        def write(path, at):
            variant = (at + out.seed) % 4
            with out.inclusive(variant):
                out.dump.plain(path + ".variant", variant)
                out.record(path, tables.CAMERA)
                if variant in (1, 2):
                    out.record(path, tables.CAMERA_EXTRA)
                out.record(path, tables.CAMERA_TARGET)
                out.tracks(path, "CAMS", 2 * at, some=at < CAMERAS - 1)
        out.items("CAMS", CAMERAS, write)

    def evts(self):
        def write(path, at):
            self.out.node(path, 0x400, at == 1)
            self.out.events(path, 2 * at, at - 1)
        self.out.items("EVTS", NODES["EVTS"], write)

    def clid(self):
        out = self.out
        turn = out.seed % 6
        shapes = SHAPES[turn:6] + SHAPES[:turn] + SHAPES[6:]
        last = ((3, 0), (3, 1), (1, 0), (1, 1))[out.seed % 4]

        def write(path, at):
            kind, which = (shapes + (last,))[at]
            shape, layout = tables.SHAPES[kind][which]
            out.node(path, 0x2000, at % 3 == 0)
            out.record(path + ".type", tables.U32, {"": kind})
            out.dump.plain(path + ".shape", '"%s %d"' % (shape, layout.size))
            out.record(path, layout)
        out.items("CLID", NODES["CLID"], write)

    def fafx(self):
        self.out.fixed("FAFX", tables.FACE_EFFECT, 2)

    def bpos(self):
        count = self.nodes + self.out.some(CAMERAS)
        with self.out.chunk("BPOS"):
            self.out.word(count)
            self.out.array("BPOS", tables.BIND_POSE, count)

    def dilg(self):
        self.out.raw_chunk("DILG", b"\2\0\0\0\1\0\0\0"[:self.out.some(8)])
