# SPDX-License-Identifier: GPL-3.0-or-later
"""The chunks of the alpha of World of Warcraft, by section 7 of the reference."""
import struct

import tables
from strict_wc3 import fixed, one, textures, words


def items(read, most=None, second=None):
    """A count and so many items; second: the name of a word after the count."""
    def walk(chunk):
        count = chunk.count(chunk.path, 4, most)
        if second:
            chunk.dump.plain("%s.%s" % (chunk.path, second), chunk.word(second))
        chunk.reading.lengths[chunk.path] = count
        chunk.dump.plain(chunk.path + ".count", count)
        for at in range(count):
            read(chunk, "%s[%d]" % (chunk.path, at))
        chunk.done()
    return walk


def sequences(chunk):
    count = chunk.count("SEQS", 140, 255)
    chunk.array("SEQS", tables.WOW_SEQUENCE, count)
    chunk.done()


def material(chunk, path):
    item = chunk.inclusive(path, 12)
    item.record(tables.WOW_MATERIAL)
    count = item.count("layers", 28)
    item.dump.plain(path + ".layers.count", count)
    for at in range(count):
        here = "%s.layers[%d]" % (path, at)
        layer = item.inclusive(here, 28)
        _, _, texture, animation, _, _ = layer.record(tables.WOW_LAYER)
        item.reading.refer(here + ".textureId", texture, "TEXS")
        item.reading.refer(here + ".textureAnimationId", animation, "TXAN")
        layer.tracks("layer")
    item.done()


def texture_animation(chunk, path):
    chunk.inclusive(path, 4).tracks("TXAN")


def geoset(chunk, path):
    """1300 and 1400."""
    reading = chunk.reading
    item = chunk.inclusive(path, 4)
    vertices = len(item.counted("VRTX", tables.VEC3)) // 12
    normals = len(item.counted("NRMS", tables.VEC3)) // 12
    item.expect("UVAS")
    sets = item.count("UVAS", 8 * vertices)
    item.dump.plain(path + ".UVAS.count", sets)
    for at in range(sets):
        item.array("%s.UVAS[%d]" % (path, at), tables.VEC2, vertices)
    types = len(item.counted("PTYP", tables.U8))
    counts = words(item.counted("PCNT", tables.U32))
    indices = item.counted("PVTX", tables.U16)
    group_of = item.counted("GNDX", tables.U8)
    groups = words(item.counted("MTGC", tables.U32))
    matrices = item.counted("MATS", tables.I32)
    item.counted("BIDX", tables.U32)
    item.counted("BWGT", tables.U32)
    reading.refer(path + ".materialId", item.record(tables.GEOSET)[0], "MTLS")
    item.record(tables.EXTENT, path + ".extent")
    item.array(path + ".extents", tables.EXTENT, item.count("extents", 28))
    item.done()
    for what, one_side, other in (("normals of vertices", normals, vertices), ("PTYP of PCNT", types, len(counts)),
                                  ("PVTX of the sum of PCNT", len(indices) // 2, sum(counts)),
                                  ("GNDX of vertices", len(group_of), vertices),
                                  ("MATS of the sum of MTGC", len(matrices) // 4, sum(groups))):
        if one_side != other:
            reading.note(path, "%d %s, which are %d" % (one_side, what, other))
    if len(indices) and max(struct.unpack("<%dH" % (len(indices) // 2), indices)) >= vertices:
        reading.note(path, "PVTX beyond the vertices")


def geosets(chunk):
    if chunk.reading.version < 1500:
        items(geoset, 255)(chunk)
        return
    count = chunk.count("GEOS", 64, 255)
    chunk.reading.lengths["GEOS"] = count
    chunk.dump.plain("GEOS.count", count)
    headers = []
    for at in range(count):
        path = "GEOS[%d]" % at
        values = chunk.record(tables.BATCH_HEADER, path)
        chunk.reading.refer(path + ".materialId", values[0], "MTLS")
        headers.append((values[-6], values[-2]))
    for at, (vertices, indices) in enumerate(headers):
        batch(chunk, "GEOS[%d].batch" % at, vertices, indices)
    chunk.done()


def batch(chunk, path, vertices, indices):
    chunk.array(path + ".vertices", tables.BATCH_VERTEX, vertices)
    _, _, count, _, _, _ = chunk.record(tables.BATCH, path)
    if count != indices:
        chunk.reading.note(path, "%d indices, the header says %d" % (count, indices))
    chunk.array(path + ".indices", tables.U16, count)
    chunk.array(path + ".padding", tables.U16, -count % 8)


def geoset_animation(chunk, path):
    item = chunk.inclusive(path, 28)
    item.reading.refer(path + ".geosetId", item.record(tables.WOW_GEOSET_ANIM)[0], "GEOS")
    item.tracks("GEOA")


def bone(chunk, path):
    chunk.node("BONE", path)
    geoset_id, animation = chunk.record(tables.BONE, path)
    chunk.reading.refer(path + ".geosetId", geoset_id, "GEOS")
    chunk.reading.refer(path + ".geosetAnimId", animation, "GEOA")


def helper(chunk, path):
    chunk.node("HELP", path)


def plain(tag, layout):
    def read(chunk, path):
        item = chunk.inclusive(path, 4 + 96 + layout.size)
        item.node(tag, path)
        item.record(layout)
        item.tracks(tag)
    return read


def emitter2(chunk, path):
    item = chunk.inclusive(path, 4 + 96 + tables.WOW_EMITTER2.size + 8)
    item.node("PRE2", path)
    item.record(tables.WOW_EMITTER2)
    item.array(path + ".spline", tables.VEC3, item.count("points of the spline", 12))
    item.record(tables.WOW_EMITTER2_END)
    item.tracks("PRE2")


def camera(chunk, path):
    item = chunk.inclusive(path, 120)
    item.record(tables.CAMERA + tables.CAMERA_TARGET)
    item.tracks("CAMS")


def event(chunk, path):
    item = chunk.inclusive(path, 4 + 96)
    item.node("EVTS", path)
    item.dump.plain(path + ".tracks", '"KEVT"' if item.left else '""')
    if item.left:
        item.events()
    item.done()


def hit_test(chunk, path):
    item = chunk.inclusive(path, 4 + 96 + 1)
    item.node("HTST", path)
    at = item.pos
    kind = item.record(tables.U8, path + ".type")[0]
    if kind not in tables.WOW_SHAPES:
        item.fail("hit test shape of type %d" % kind, at)
    shape, layout = tables.WOW_SHAPES[kind]
    item.dump.plain(path + ".shape", '"%s %d"' % (shape, layout.size))
    item.record(layout)
    item.done()


def collision(chunk):
    chunk.counted("VRTX", tables.VEC3)
    chunk.counted("TRI ", tables.U16, chunk.path + ".TRI")
    chunk.counted("NRMS", tables.VEC3)
    chunk.done()


CHUNKS = {
    "MODL": one(tables.WOW_MODEL), "SEQS": sequences, "GLBS": fixed(tables.DURATION), "TEXS": textures,
    "MTLS": items(material, 255, "unused"), "TXAN": items(texture_animation), "GEOS": geosets,
    "GEOA": items(geoset_animation), "BONE": items(bone), "LITE": items(plain("LITE", tables.WOW_LIGHT)),
    "HELP": items(helper), "ATCH": items(plain("ATCH", tables.WOW_ATTACHMENT), second="second"),
    "PIVT": fixed(tables.PIVOT), "PREM": items(plain("PREM", tables.EMITTER)), "PRE2": items(emitter2),
    "RIBB": items(plain("RIBB", tables.WOW_RIBBON)), "CAMS": items(camera), "EVTS": items(event),
    "HTST": items(hit_test), "CLID": collision,
}
