# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of docs/formats/mdlx.md as data, and the flat list of values that reader and writer both give.

A layout is a text of "name:type" words, in file order. A dump is a list of (path, value), both texts:

    BONE[1].node.name               "a name"              a fixed buffer up to its first NUL, as JSON
    BONE[1].node.name.tail          0a0b                  the bytes after that NUL, final zeros left out; absent if all zero
    BONE[1].node.flags              256                   integers in decimal
    LITE[0].intensity               3f800000 1.0          floats as their bits and what these mean
    LITE[0].colour.r                                      colours by meaning: where the file has B first, .b comes first
    GEOS[0].VRTX.count              4                     arrays have a count and
    GEOS[0].VRTX[3].x                                     elements
    GEOS[0].SKIN[5].bone[2]
    BONE[1].KGRT.interpolation      1                     a track: interpolation, globalSequence and
    BONE[1].KGRT.keys[0].time       -33                   keys of time, value, inTan, outTan; in front of it, in the
    BONE[1].tracks                  "KGTR KGRT"           owner, the order of its tracks ("nodeTracks" for those of a node)
    BONE[1].KGRT.keys[0].value.packed  000000000014afb1   a rotation of the WoW family, and what it means in .x .y .z .w
    MTLS[0].layers[1].textures[2].KMTF.keys[0].value      records within records

Chunks are named by their tags, items by their place; a second chunk of one tag is "GEOS#2". Sizes are not values.
"""
import json
import math
import struct

VERSIONS_WC3 = (800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800)
VERSIONS_WOW = (1300, 1400, 1500)

# Of one type: (suffix, kind, struct code) for each number or text in it. Kinds: i integer, f float, s text, r raw bytes,
# q packed quaternion. Floats are carried as bit patterns.


def _some(kind, code, *suffixes):
    return tuple((suffix, kind, code) for suffix in suffixes)


TYPES = {
    "u8": _some("i", "B", ""), "u16": _some("i", "H", ""), "u32": _some("i", "I", ""), "u64": _some("i", "Q", ""),
    "i32": _some("i", "i", ""), "f32": _some("f", "I", ""),
    "vec2": _some("f", "I", ".x", ".y"), "vec3": _some("f", "I", ".x", ".y", ".z"),
    "vec4": _some("f", "I", ".x", ".y", ".z", ".w"), "quat": _some("f", "I", ".x", ".y", ".z", ".w"),
    "i64quat": _some("q", "Q", ""),
    "rgb": _some("f", "I", ".r", ".g", ".b"), "bgr": _some("f", "I", ".b", ".g", ".r"),
    "u8x4": _some("i", "B", "[0]", "[1]", "[2]", "[3]"), "u16x4": _some("i", "H", "[0]", "[1]", "[2]", "[3]"),
    "uvAnim": _some("i", "I", ".start", ".end", ".repeat"),
    "extent": _some("f", "I", ".radius", ".minimum.x", ".minimum.y", ".minimum.z", ".maximum.x", ".maximum.y", ".maximum.z"),
    "matrix": _some("f", "I", *("[%d]" % at for at in range(12))),
    "char4": _some("s", "4s", ""), "char80": _some("s", "80s", ""), "char260": _some("s", "260s", ""),
    "raw12": _some("r", "12s", ""),
}


class Layout:
    """What a record is made of."""

    def __init__(self, text):
        self.parts = []
        codes = "<"
        for word in text.split():
            name, kind = word.split(":")
            for suffix, what, code in TYPES[kind]:
                # A record of one unnamed field is that field.
                self.parts.append(((("." + name) if name else "") + suffix, what, code))
                codes += code
        self.struct = struct.Struct(codes)
        self.size = self.struct.size

    def __add__(self, other):
        both = Layout("")
        both.parts = self.parts + other.parts
        both.struct = struct.Struct("<" + self.struct.format[1:] + other.struct.format[1:])
        both.size = both.struct.size
        return both


# Both families.
EXTENT = Layout(":extent")
NODE = Layout("name:char80 objectId:i32 parentId:i32 flags:u32")
TEXTURE = Layout("replaceableId:u32 path:char260 flags:u32")
DURATION = Layout(":u32")
PIVOT = Layout(":vec3")
U8, U16, U32, I32, VEC2, VEC3, VEC4 = (Layout(":" + kind) for kind in "u8 u16 u32 i32 vec2 vec3 vec4".split())
BONE = Layout("geosetId:i32 geosetAnimId:i32")

# Warcraft III.
MODEL = Layout("name:char80 animationFile:char260 extent:extent blendTime:u32")
SEQUENCE = Layout("name:char80 start:i32 end:i32 moveSpeed:f32 flags:u32 rarity:f32 syncPoint:u32 extent:extent")
MATERIAL = Layout("priorityPlane:i32 flags:u32")
SHADER = Layout("shader:char80")
LAYER = Layout("filterMode:u32 flags:u32 textureId:i32 textureAnimationId:i32 coordId:u32 alpha:f32")
LAYER_EMISSIVE = Layout("emissiveGain:f32")
LAYER_FRESNEL = Layout("fresnelColor:rgb fresnelOpacity:f32 fresnelTeamColor:f32")
LAYER_SHADER = Layout("shaderType:u32")
LAYER_TEXTURE = Layout("textureId:i32 slot:u32")
GEOSET = Layout("materialId:i32 selectionGroup:u32 selectionFlags:u32")
GEOSET_LOD = Layout("lod:i32 lodName:char80")
SKIN_U8 = Layout("bone:u8x4 weight:u8x4")
SKIN_U16 = Layout("bone:u16x4 weight:u16x4")
GEOSET_ANIM = Layout("alpha:f32 flags:u32 colour:rgb geosetId:i32")
LIGHT_TYPE = Layout("type:u32")
LIGHT_CASTING = Layout("shadowCasting:u32")
LIGHT = Layout("attenuationStart:f32 attenuationEnd:f32 colour:rgb intensity:f32 ambientColour:rgb ambientIntensity:f32")
LIGHT_SHADOW = Layout("shadowIntensity:f32")
LIGHT_SHADOW_RANGE = Layout("shadowCastingStart:f32 shadowCastingEnd:f32")
LIGHT_FALLOFF = Layout("quadraticFalloff:f32 linearFalloff:f32 damping:f32")
ATTACHMENT = Layout("path:char260 attachmentId:i32")
EMITTER = Layout("emissionRate:f32 gravity:f32 longitude:f32 latitude:f32 path:char260 lifeSpan:f32 initVelocity:f32")
EMITTER2 = Layout("""speed:f32 variation:f32 latitude:f32 gravity:f32 lifeSpan:f32 emissionRate:f32 sizeA:f32 sizeB:f32
    filterMode:u32 rows:u32 columns:u32 headTail:u32 tailLength:f32 time:f32
    segments[0].colour:rgb segments[1].colour:rgb segments[2].colour:rgb
    segments[0].alpha:u8 segments[1].alpha:u8 segments[2].alpha:u8 scaling:vec3
    headLife:uvAnim headDecay:uvAnim tailLife:uvAnim tailDecay:uvAnim
    textureId:i32 squirt:u32 priorityPlane:i32 replaceableId:u32""")
RIBBON = Layout("""heightAbove:f32 heightBelow:f32 alpha:f32 colour:rgb lifeSpan:f32 textureSlot:u32 emissionRate:u32
    rows:u32 columns:u32 materialId:i32 gravity:f32""")
CAMERA = Layout("name:char80 position:vec3 fov:f32 far:f32 near:f32")
CAMERA_EXTRA = Layout("extra:raw12")
CAMERA_TARGET = Layout("target:vec3")
FACE_EFFECT = Layout("target:char80 path:char260")
BIND_POSE = Layout(":matrix")
POPCORN = Layout("""lifeSpan:f32 emissionRate:f32 speed:f32 colour:rgb alpha:f32 replaceableId:u32 path:char260
    animVisibilityGuide:char260""")
# By type: one or more layouts, in the order in which a reader tries them.
SHAPES = {
    0: (("box", Layout("minimum:vec3 maximum:vec3")),),
    1: (("plane", Layout("minimum:vec3 maximum:vec3")), ("cylinder", Layout("base:vec3 height:f32 radius:f32"))),
    2: (("sphere", Layout("centre:vec3 radius:f32")),),
    3: (("plane", Layout("length:f32 width:f32")), ("cylinder", Layout("minimum:vec3 maximum:vec3 radius:f32"))),
}

# World of Warcraft.
WOW_MODEL = Layout("name:char80 animationFile:char260 extent:extent flags:u8 nodeCount:u32")
WOW_SEQUENCE = Layout("""name:char80 start:i32 end:i32 moveSpeed:f32 flags:u32 extent:extent frequency:f32 replayMin:i32
    replayMax:i32 blendTime:u32""")
WOW_MATERIAL = Layout("priorityPlane:i32")
WOW_LAYER = Layout("filterMode:u32 flags:u32 textureId:i32 textureAnimationId:i32 coordId:i32 alpha:f32")
WOW_GEOSET_ANIM = Layout("geosetId:i32 alpha:f32 colour:bgr flags:u32")
WOW_LIGHT = Layout("""type:u32 attenuationStart:f32 attenuationEnd:f32 colour:bgr intensity:f32 ambientColour:bgr
    ambientIntensity:f32""")
WOW_ATTACHMENT = Layout("attachmentId:u32 byte:u8 path:char260")
WOW_RIBBON = Layout("""emitterSize:u32 heightAbove:f32 heightBelow:f32 alpha:f32 colour:bgr lifeSpan:f32 textureSlot:u32
    emissionRate:u32 rows:u32 columns:u32 materialId:i32 gravity:f32""")
WOW_EMITTER2 = Layout("""emitterSize:u32 emitterType:u32 speed:f32 variation:f32 latitude:f32 longitude:f32 gravity:f32
    zSource:f32 lifeSpan:f32 emissionRate:f32 length:f32 width:f32 rows:u32 columns:u32 headTail:u32 tailLength:f32
    middleTime:f32 segments[0].colour:bgr segments[1].colour:bgr segments[2].colour:bgr
    segments[0].alpha:u8 segments[1].alpha:u8 segments[2].alpha:u8
    segments[0].scale:f32 segments[1].scale:f32 segments[2].scale:f32
    life:uvAnim decay:uvAnim tailLife:uvAnim tailDecay:uvAnim
    blendMode:u32 textureId:i32 priorityPlane:i32 replaceableId:u32 geometryModel:char260 recursionModel:char260
    twinkleFps:f32 twinkleOnOff:f32 twinkleMin:f32 twinkleMax:f32 ivelScale:f32 tumbleXMin:f32 tumbleXMax:f32
    tumbleYMin:f32 tumbleYMax:f32 tumbleZMin:f32 tumbleZMax:f32 drag:f32 spin:f32 wind:vec3 windTime:f32
    followSpeed1:f32 followScale1:f32 followSpeed2:f32 followScale2:f32""")
WOW_EMITTER2_END = Layout("squirts:u32")
WOW_SHAPES = {
    0: ("box", Layout("minimum:vec3 maximum:vec3")),
    1: ("cylinder", Layout("base:vec3 height:f32 radius:f32")),
    2: ("sphere", Layout("centre:vec3 radius:f32")),
    3: ("plane", Layout("length:f32 width:f32")),
}
# The batch form of 1500.
BATCH_HEADER = Layout("""materialId:u32 centre:vec3 radius:f32 selectionGroup:u32 geosetIndex:u32 flags:u32
    vertexTag:char4 vertexCount:u32 typeTag:char4 typeCount:u32 indexTag:char4 indexCount:u32 unused:u64""")
BATCH_VERTEX = Layout("position:vec3 weight:u8x4 bone:u8x4 normal:vec3 uv[0]:vec2 uv[1]:vec2")
BATCH = Layout("primitiveType:u32 unknown:u32 primitiveIndexCount:u16 minVertex:u16 maxVertex:u16 unused:u16")

# Tracks by owner: (tag, type, first version, first version that has it no more).
ALWAYS, REFORGED, NEVER = 0, 801, 1 << 32


def _tracks(text, since=ALWAYS, until=NEVER):
    return tuple(tuple(word.split(":")) + (since, until) for word in text.split())


NODE_TRACKS = _tracks("KGTR:vec3 KGRT:quat KGSC:vec3")
TRACKS_WC3 = {
    "node": NODE_TRACKS,
    "layer": _tracks("KMTF:u32", until=1100) + _tracks("KMTA:f32") + _tracks("KMTE:f32", REFORGED)
             + _tracks("KFC3:rgb KFCA:f32 KFTC:f32", 1000),
    # A layer of 900 that has the fresnel block (T5).
    "beta layer": _tracks("KMTF:u32 KMTA:f32 KMTE:f32 KFC3:rgb KFCA:f32 KFTC:f32"),
    "texture": _tracks("KMTF:u32", 1100),
    "TXAN": _tracks("KTAT:vec3 KTAR:quat KTAS:vec3"),
    "GEOA": _tracks("KGAO:f32 KGAC:bgr"),
    "LITE": _tracks("KLAS:f32 KLAE:f32 KLAC:bgr KLAI:f32 KLBC:bgr KLBI:f32 KLAV:f32")
            + _tracks("KLSS:f32 KLSE:f32", 1300) + _tracks("KLQF:f32 KLLF:f32 KLDA:f32", 1600),
    "ATCH": _tracks("KATV:f32"),
    "PREM": _tracks("KPEE:f32 KPEG:f32 KPLN:f32 KPLT:f32 KPEL:f32 KPES:f32 KPEV:f32"),
    "PRE2": _tracks("KP2S:f32 KP2R:f32 KP2L:f32 KP2G:f32 KP2E:f32 KP2W:f32 KP2N:f32 KP2V:f32"),
    "RIBB": _tracks("KRHA:f32 KRHB:f32 KRAL:f32 KRCO:bgr KRTX:u32 KRVS:f32"),
    # The last three came with 3.0.0, whose data is of 1700 and 1800.
    "CAMS": _tracks("KCTR:vec3 KCRL:f32 KTTR:vec3 KCVS:f32") + _tracks("IDUF:f32 ELAF:f32 PTSF:f32", 1700),
    "CORN": _tracks("KPPA:f32 KPPC:rgb KPPE:f32 KPPL:f32 KPPS:f32 KPPV:f32", REFORGED),
}
# "either": a simple or a full track of u32; the bytes decide.
TRACKS_WOW = {
    "node": _tracks("KGTR:vec3 KGRT:i64quat KGSC:vec3"),
    "layer": _tracks("KMTA:f32 KMTF:either"),
    "TXAN": _tracks("KTAT:vec3 KTAR:i64quat KTAS:vec3"),
    "GEOA": _tracks("KGAO:f32 KGAC:bgr"),
    "LITE": _tracks("KLAS:f32 KLAE:f32 KLAC:bgr KLAI:f32 KLBC:bgr KLBI:f32 KVIS:f32"),
    "ATCH": _tracks("KVIS:f32"),
    "PREM": _tracks("KPEE:f32 KPEG:f32 KPLN:f32 KPLT:f32 KPEL:f32 KPES:f32 KVIS:f32"),
    "PRE2": _tracks("KVIS:f32 KP2S:f32 KP2R:f32 KP2L:f32 KPLN:f32 KP2G:f32 KLIF:f32 KP2E:f32 KP2W:f32 KP2N:f32 KP2Z:f32"),
    "RIBB": _tracks("KRHA:f32 KRHB:f32 KRAL:f32 KRCO:bgr KRTX:either KVIS:f32"),
    "CAMS": _tracks("KCTR:vec3 KCRL:f32 KVIS:f32 KTTR:vec3"),
}


def tracks_of(family, owner, version):
    """{tag: type} of an owner's tracks, in the order of the table."""
    table = TRACKS_WOW if family == "wow" else TRACKS_WC3
    return {tag: kind for tag, kind, since, until in table[owner] if since <= version < until}


KEYS = {(kind, tangents): Layout("time:i32 value:%s" % kind + (" inTan:%s outTan:%s" % (kind, kind) if tangents else ""))
        for kind in ("u32", "f32", "vec3", "quat", "i64quat", "rgb", "bgr") for tangents in (False, True)}
EVENT_KEY = Layout(":i32")


def pack_quaternion(x, y, z, w):
    """The 64 bits of a rotation of the WoW family."""
    sign = 1 if w >= 0 else -1
    y, z = (int(sign * one * 1048576.0) & 0x1FFFFF for one in (y, z))
    return (int(sign * x * 2097152.0) << 42 | y << 21 | z) & 0xFFFFFFFFFFFFFFFF


def unpack_quaternion(bits):
    """x, y, z, w of the 64 bits; x, y and z are exact as 32-bit floats."""
    fields = []
    for shift, size in ((42, 22), (21, 21), (0, 21)):
        value = bits >> shift & (1 << size) - 1
        fields.append((value - (1 << size) if value >> size - 1 else value) / (1 << size - 1))
    x, y, z = fields
    rest = 1 - (x * x + y * y + z * z)
    return x, y, z, math.sqrt(rest) if rest >= 2.0 ** -20 else 0.0


_U32 = struct.Struct("<I")
_F32 = struct.Struct("<f")


def float_of(bits):
    return _F32.unpack(_U32.pack(bits))[0]


def bits_of(value):
    return _U32.unpack(_F32.pack(value))[0]


def float_text(bits):
    return "%08x %r" % (bits, float_of(bits))


def fixed_text(buffer):
    """(text, tail) of a fixed buffer."""
    text, _, tail = bytes(buffer).partition(b"\0")
    return json.dumps(text.decode("utf-8", "surrogateescape")), tail.rstrip(b"\0").hex()


def expand(path, parts, values):
    """(path, text) of a record's values."""
    for (suffix, kind, _), value in zip(parts, values):
        if kind == "i":
            yield path + suffix, str(value)
        elif kind == "f":
            yield path + suffix, float_text(value)
        elif kind == "r":
            yield path + suffix, bytes(value).hex()
        elif kind == "s":
            text, tail = fixed_text(value)
            yield path + suffix, text
            if tail:
                yield path + suffix + ".tail", tail
        else:
            yield path + suffix + ".packed", "%016x" % value
            for name, number in zip("xyzw", unpack_quaternion(value)):
                yield path + suffix + "." + name, float_text(bits_of(number))


class Dump:
    """Values in file order. Records and arrays are spelled out only when somebody asks for them."""

    def __init__(self):
        self.entries = []

    def plain(self, path, text):
        """A value that is its own text."""
        self.entries.append((path, None, str(text)))

    def record(self, path, layout, values):
        self.entries.append((path, layout, values))

    def array(self, path, layout, records):
        """Records: an iterable of tuples, which can be gone through again, or the bytes of them."""
        count = len(records) if isinstance(records, (list, tuple)) else len(records) // layout.size
        self.entries.append((path + ".count", None, str(count)))
        self.entries.append((path, layout, records if isinstance(records, list) else memoryview(records)))

    def __iter__(self):
        for path, layout, values in self.entries:
            if layout is None:
                yield path, values
            elif isinstance(values, tuple):
                yield from expand(path, layout.parts, values)
            else:
                records = layout.struct.iter_unpack(values) if isinstance(values, memoryview) else values
                for at, record in enumerate(records):
                    yield from expand("%s[%d]" % (path, at), layout.parts, record)
