# SPDX-License-Identifier: GPL-3.0-or-later
"""The chunks of Warcraft III, by sections 3 to 6 of the reference. Each function gets a cursor over a chunk or item."""
import struct

import tables

REFORGED = 801


def fixed(layout):
    """A chunk of records of one size."""
    def read(chunk):
        if chunk.left % layout.size:
            chunk.fail("%d bytes are no multiple of %d" % (chunk.left, layout.size))
        count = chunk.left // layout.size
        chunk.reading.places.update(range(chunk.pos, chunk.end, layout.size))
        chunk.reading.lengths[chunk.path] = count
        chunk.array(chunk.path, layout, count)
    return read


def items(read, since=0):
    """A chunk of items that follow each other to its end."""
    def walk(chunk):
        if chunk.reading.version < since:
            chunk.reading.note(chunk.path, "a chunk of later versions")
        count = 0
        while chunk.left:
            read(chunk, "%s[%d]" % (chunk.path, count))
            count += 1
        chunk.reading.lengths[chunk.path] = count
        chunk.dump.plain(chunk.path + ".count", count)
    return walk


def one(layout):
    def read(chunk):
        chunk.record(layout)
        chunk.done()
    return read


def textures(chunk):
    start = chunk.pos
    fixed(tables.TEXTURE)(chunk)
    for at in range((chunk.end - start) // 268):
        replaceable, path, _ = tables.TEXTURE.struct.unpack_from(chunk.data, start + at * 268)
        if replaceable and path.strip(b"\0"):
            chunk.reading.note("TEXS[%d]" % at, "a replaceable texture with a path")


def material(chunk, path):
    version = chunk.reading.version
    shader = 900 <= version < 1100
    item = chunk.inclusive(path, 20 + 80 * shader)
    item.record(tables.MATERIAL + tables.SHADER if shader else tables.MATERIAL)
    item.expect("LAYS")
    count = item.count("layers", 28)
    item.dump.plain(path + ".layers.count", count)
    for at in range(count):
        layer(item, "%s.layers[%d]" % (path, at))
    item.done()


def layer(material, path):
    reading = material.reading
    item = material.inclusive(path, 28)
    values = item.record(tables.LAYER)
    if reading.version < 1100:
        reading.refer(path + ".textureId", values[2], "TEXS")
    reading.refer(path + ".textureAnimationId", values[3], "TXAN")
    fresnel = reading.version >= 1000 or reading.version == 900 and beta_fresnel(item)
    if reading.version >= REFORGED:
        item.record(tables.LAYER_EMISSIVE)
    if fresnel:
        item.record(tables.LAYER_FRESNEL)
    if reading.version >= 1100:
        item.record(tables.LAYER_SHADER)
        layer_textures(item, path)
    item.tracks("beta layer" if reading.version == 900 and fresnel else "layer")


def beta_fresnel(item):
    """Whether a layer of 900 has 24 bytes after its alpha instead of 4 (T5)."""
    known = [tag.encode() for tag in tables.tracks_of("wc3", "beta layer", 900)]
    for size in (4, 24):
        if item.left == size or item.peek(size) in known:
            return size == 24
    return item.fail("neither after 4 nor after 24 bytes is a track or the end")


def layer_textures(item, path):
    path += ".textures"
    count = item.count(path, 8)
    item.dump.plain(path + ".count", count)
    for at in range(count):
        here = "%s[%d]" % (path, at)
        texture, _ = item.record(tables.LAYER_TEXTURE, here)
        item.reading.refer(here + ".textureId", texture, "TEXS")
        order = ""
        if item.peek() == b"KMTF":
            whole, item.path = item.path, here
            order = item.track("u32")
            item.path = whole
        item.dump.plain(here + ".tracks", '"%s"' % order)


def texture_animation(chunk, path):
    chunk.inclusive(path, 4).tracks("TXAN")


def words(piece):
    return struct.unpack("<%dI" % (len(piece) // 4), piece)


def geoset(chunk, path):
    reading = chunk.reading
    item = chunk.inclusive(path, 4)
    vertices = len(item.counted("VRTX", tables.VEC3)) // 12
    lengths = {"NRMS": len(item.counted("NRMS", tables.VEC3)) // 12}
    types = len(item.counted("PTYP", tables.U32)) // 4
    counts = words(item.counted("PCNT", tables.U32))
    indices = item.counted("PVTX", tables.U16)
    lengths["GNDX"] = len(item.counted("GNDX", tables.U8))
    groups = words(item.counted("MTGC", tables.U32))
    matrices = item.counted("MATS", tables.I32)
    if types != len(counts):
        reading.note(path, "%d PTYP, %d PCNT" % (types, len(counts)))
    if sum(counts) != len(indices) // 2:
        reading.note(path, "PCNT add up to %d, PVTX has %d" % (sum(counts), len(indices) // 2))
    if sum(groups) != len(matrices) // 4:
        reading.note(path, "MTGC add up to %d, MATS has %d" % (sum(groups), len(matrices) // 4))
    if len(indices) and max(struct.unpack("<%dH" % (len(indices) // 2), indices)) >= vertices:
        reading.note(path, "PVTX beyond the vertices")
    reading.refer(path + ".materialId", item.record(tables.GEOSET)[0], "MTLS")
    if reading.version >= REFORGED:
        item.record(tables.GEOSET_LOD)
    item.record(tables.EXTENT, path + ".extent")
    item.array(path + ".extents", tables.EXTENT, item.count("extents", 28))
    if reading.version >= REFORGED and item.peek() == b"TANG":
        lengths["TANG"] = len(item.counted("TANG", tables.VEC4)) // 16
    if reading.version >= REFORGED and item.peek() == b"SKIN":
        lengths["SKIN"] = skin(item, path)
        if not lengths["GNDX"]:
            del lengths["GNDX"]
    item.expect("UVAS")
    sets = item.count("UVAS", 8)
    item.dump.plain(path + ".UVAS.count", sets)
    for at in range(sets):
        piece = item.counted("UVBS", tables.VEC2, "%s.UVBS[%d]" % (path, at))
        lengths["UVBS[%d]" % at] = len(piece) // 8
    for name, length in lengths.items():
        if length != vertices:
            reading.note(path, "%d %s, %d vertices" % (length, name, vertices))
    item.done()


def skin(item, path):
    """The count is of elements, eight for a vertex."""
    layout = tables.SKIN_U16 if item.reading.version >= 1400 else tables.SKIN_U8
    item.expect("SKIN")
    at = item.pos
    count = item.count("SKIN", layout.size // 8)
    if count % 8:
        item.fail("SKIN of %d elements, no multiple of 8" % count, at)
    item.array(path + ".SKIN", layout, count // 8)
    return count // 8


def geoset_animation(chunk, path):
    item = chunk.inclusive(path, 28)
    item.reading.refer(path + ".geosetId", item.record(tables.GEOSET_ANIM)[-1], "GEOS")
    item.tracks("GEOA")


def bone(chunk, path):
    chunk.node("BONE", path)
    geoset_id, animation = chunk.record(tables.BONE, path)
    chunk.reading.refer(path + ".geosetId", geoset_id, "GEOS")
    chunk.reading.refer(path + ".geosetAnimId", animation, "GEOA")


def helper(chunk, path):
    chunk.node("HELP", path)


def light(chunk, path):
    version = chunk.reading.version
    item = chunk.inclusive(path, 4 + 96 + 44)
    item.node("LITE", path)
    item.record(tables.LIGHT_TYPE)
    if version >= 1300:
        item.record(tables.LIGHT_CASTING)
    item.record(tables.LIGHT)
    if version >= 1200:
        item.record(tables.LIGHT_SHADOW)
    if version >= 1300:
        item.record(tables.LIGHT_SHADOW_RANGE)
    if version >= 1600:
        item.record(tables.LIGHT_FALLOFF)
    item.tracks("LITE")


def plain(tag, layout):
    """Size, node, a fixed part, tracks."""
    def read(chunk, path):
        item = chunk.inclusive(path, 4 + 96 + layout.size)
        item.node(tag, path)
        item.record(layout)
        item.tracks(tag)
    return read


def camera(chunk, path):
    start = chunk.pos
    item = chunk.inclusive(path, 120, 0xFFFFFF)
    variant = chunk.data[start + 3]
    item.dump.plain(path + ".variant", variant)
    if variant > 3:
        item.fail("camera variant %d" % variant, start + 3)
    item.record(tables.CAMERA)
    if variant in (1, 2):
        item.record(tables.CAMERA_EXTRA)
    item.record(tables.CAMERA_TARGET)
    item.tracks("CAMS")


def event(chunk, path):
    chunk.node("EVTS", path)
    whole, chunk.path = chunk.path, path
    chunk.events()
    chunk.path = whole


def collision(chunk, path):
    chunk.node("CLID", path)
    at = chunk.pos
    kind = chunk.record(tables.U32, path + ".type")[0]
    if kind not in tables.SHAPES:
        chunk.fail("collision shape of type %d" % kind, at)
    layouts = tables.SHAPES[kind]
    for shape, layout in layouts:
        if len(layouts) == 1 or ends_well(chunk, chunk.pos + layout.size):
            chunk.dump.plain(path + ".shape", '"%s %d"' % (shape, layout.size))
            chunk.record(layout, path)
            return
    chunk.fail("no layout of shape type %d ends at a node or at the end" % kind)


def ends_well(chunk, end):
    """Whether a node could begin there, or the chunk ends."""
    if end + 96 > chunk.end:
        return end == chunk.end
    size = struct.unpack_from("<I", chunk.data, end)[0]
    name = bytes(chunk.data[end + 4:end + 84]).partition(b"\0")[0]
    return 96 <= size <= chunk.end - end and name != b"" and all(byte >= 32 and byte != 127 for byte in name)


def bind_poses(chunk):
    chunk.reading.lengths["BPOS"] = count = chunk.count("BPOS", 48)
    chunk.array(chunk.path, tables.BIND_POSE, count)
    chunk.done()


CHUNKS = {
    "MODL": one(tables.MODEL), "SEQS": fixed(tables.SEQUENCE), "GLBS": fixed(tables.DURATION), "TEXS": textures,
    "MTLS": items(material), "TXAN": items(texture_animation), "GEOS": items(geoset), "GEOA": items(geoset_animation),
    "BONE": items(bone), "HELP": items(helper), "LITE": items(light), "ATCH": items(plain("ATCH", tables.ATTACHMENT)),
    "PIVT": fixed(tables.PIVOT), "PREM": items(plain("PREM", tables.EMITTER)),
    "PRE2": items(plain("PRE2", tables.EMITTER2)), "RIBB": items(plain("RIBB", tables.RIBBON)), "CAMS": items(camera),
    "EVTS": items(event), "CLID": items(collision), "FAFX": fixed(tables.FACE_EFFECT), "BPOS": bind_poses,
    "CORN": items(plain("CORN", tables.POPCORN), REFORGED),
}
