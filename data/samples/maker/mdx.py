# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Warcraft III models, MDX version 800, and with HD materials 1000 and 1100.

The records below are plain data in the order of the file.  References between
records are indices, except that nodes are named by the node object itself
(`parent`, the matrices of a geoset): their object ids follow from the order in
which `Model.write` puts the chunks, and are handed out there.

Colours in a record are red, green, blue; colours that are keys of a
track are stored blue, green, red.  Call `bgr` on those.

No size is taken from the records: every size and count is worked out here.
"""

import struct
from dataclasses import dataclass, field

# Interpolation of a track.
NONE, LINEAR, HERMITE, BEZIER = range(4)

# Filter modes of a layer.
(FILTER_NONE, FILTER_TRANSPARENT, FILTER_BLEND, FILTER_ADDITIVE,
 FILTER_ADD_ALPHA, FILTER_MODULATE, FILTER_MODULATE_2X) = range(7)

# Shading bits of a layer.
UNSHADED, SPHERE_ENV_MAP, WRAP_WIDTH, WRAP_HEIGHT = 0x1, 0x2, 0x4, 0x8
TWO_SIDED, UNFOGGED, NO_DEPTH_TEST, NO_DEPTH_SET = 0x10, 0x20, 0x40, 0x80

# Kind bits in the flags of a node.  The chunk decides what a node is; the game's
# own exporter sets these all the same.
KIND_BONE, KIND_LIGHT, KIND_EVENT, KIND_ATTACHMENT = 0x100, 0x200, 0x400, 0x800
KIND_PARTICLES, KIND_SHAPE, KIND_RIBBON = 0x1000, 0x2000, 0x4000

# Element of each track: "f" one float, "I" one integer, "3f" vector or colour, "4f" quaternion.
TRACKS = {
    "KGTR": "3f", "KGRT": "4f", "KGSC": "3f",                              # nodes
    "KMTF": "I", "KMTA": "f", "KMTE": "f", "KFCA": "f",                    # layers
    "KTAT": "3f", "KTAR": "4f", "KTAS": "3f",                              # texture animations
    "KGAO": "f", "KGAC": "3f",                                             # geoset animations
    "KLAS": "f", "KLAE": "f", "KLAC": "3f", "KLAI": "f",                   # lights
    "KLBC": "3f", "KLBI": "f", "KLAV": "f",
    "KATV": "f",                                                           # attachments
    "KPEE": "f", "KPEG": "f", "KPLN": "f", "KPLT": "f",                    # model particle emitters
    "KPEL": "f", "KPES": "f", "KPEV": "f",
    "KP2S": "f", "KP2R": "f", "KP2L": "f", "KP2G": "f",                    # sprite particle emitters
    "KP2E": "f", "KP2N": "f", "KP2W": "f", "KP2V": "f",
    "KRHA": "f", "KRHB": "f", "KRAL": "f", "KRCO": "3f", "KRTX": "I", "KRVS": "f",   # ribbons
    "KCTR": "3f", "KTTR": "3f", "KCRL": "f", "KCVS": "f",                  # cameras
}


def u32(*values):
    return struct.pack("<%dI" % len(values), *values)


def i32(*values):
    return struct.pack("<%di" % len(values), *values)


def f32(*values):
    return struct.pack("<%df" % len(values), *values)


def text(value, size):
    """A fixed string field.  Bytes are taken as they are, so that a caller can put something after the NUL."""
    raw = value if isinstance(value, bytes) else value.encode("utf-8")
    if len(raw) > size:
        raise ValueError("%r is longer than %d bytes" % (value, size))
    return raw.ljust(size, b"\0")


def bgr(red, green, blue):
    """The order in which colour tracks store a colour."""
    return (blue, green, red)


def sized(payload):
    """An item whose first word is its size, that word included."""
    return u32(len(payload) + 4) + payload


def chunk(tag, payload):
    """A chunk: the size does not count the tag and the size itself."""
    return tag.encode("ascii") + u32(len(payload)) + payload


@dataclass
class Track:
    """keys: (time, value), or (time, value, in tangent, out tangent) for HERMITE and BEZIER."""
    tag: str
    interpolation: int
    keys: list
    global_sequence: int = -1

    def write(self):
        element = TRACKS[self.tag]
        pack = struct.Struct("<" + element).pack
        out = [self.tag.encode("ascii"), u32(len(self.keys), self.interpolation), i32(self.global_sequence)]
        for time, *values in self.keys:
            if len(values) != (3 if self.interpolation >= HERMITE else 1):
                raise ValueError("%s: a key at %d with %d values" % (self.tag, time, len(values)))
            out.append(i32(time))
            for value in values:
                out.append(pack(*value) if len(element) > 1 else pack(value))
        return b"".join(out)


def write_tracks(tracks, allowed):
    for track in tracks:
        if track.tag not in allowed:
            raise ValueError("%s has no place among %s" % (track.tag, " ".join(allowed)))
    return b"".join(track.write() for track in tracks)


@dataclass
class Extent:
    radius: float = 0.0
    minimum: tuple = (0.0, 0.0, 0.0)
    maximum: tuple = (0.0, 0.0, 0.0)

    def write(self):
        return f32(self.radius, *self.minimum, *self.maximum)


@dataclass
class Sequence:
    name: str
    start: int
    end: int
    move_speed: float = 0.0
    flags: int = 0                     # 1 NonLooping
    rarity: float = 0.0
    sync_point: int = 0
    extent: Extent = field(default_factory=Extent)

    def write(self):
        return (text(self.name, 80) + i32(self.start, self.end) + f32(self.move_speed) + u32(self.flags)
                + f32(self.rarity) + u32(self.sync_point) + self.extent.write())


@dataclass
class Texture:
    path: str = ""
    replaceable: int = 0               # 1 team colour, 2 team glow; the path is then empty
    flags: int = 0                     # 1 WrapWidth, 2 WrapHeight

    def write(self):
        return u32(self.replaceable) + text(self.path, 260) + u32(self.flags)


@dataclass
class Layer:
    texture: int
    filter_mode: int = FILTER_NONE
    shading: int = 0
    texture_animation: int = -1
    coord: int = 0                     # which UV set
    alpha: float = 1.0
    tracks: list = field(default_factory=list)

    def write(self):
        return sized(u32(self.filter_mode, self.shading) + i32(self.texture, self.texture_animation)
                     + u32(self.coord) + f32(self.alpha) + write_tracks(self.tracks, ("KMTF", "KMTA")))


@dataclass
class Material:
    layers: list
    priority_plane: int = 0
    flags: int = 0                     # 1 ConstantColor, 0x10 SortPrimsFarZ, 0x20 FullResolution

    def write(self):
        return sized(i32(self.priority_plane) + u32(self.flags) + b"LAYS" + u32(len(self.layers))
                     + b"".join(layer.write() for layer in self.layers))


@dataclass
class TextureAnimation:
    tracks: list

    def write(self):
        return sized(write_tracks(self.tracks, ("KTAT", "KTAR", "KTAS")))


@dataclass
class Geoset:
    """One mesh with one material.

    vertices, normals: triples; vertex_groups: for each vertex the index of its matrix group;
    groups: lists of nodes, of which a vertex takes the mean; primitives: (type, indices), type 4 is triangles;
    uv_sets: lists of pairs; sequence_extents: one extent for each sequence; tangents: (x, y, z, handedness).
    From version 900 on the groups are also written as skin weights, if there are tangents."""
    vertices: list
    normals: list
    vertex_groups: list
    groups: list
    primitives: list
    uv_sets: list
    material: int = 0
    selection_group: int = 0
    selection_flags: int = 0           # 4 Unselectable
    extent: Extent = field(default_factory=Extent)
    sequence_extents: list = field(default_factory=list)
    tangents: list = None

    def skin(self):
        """Of each vertex four bones, then four weights that sum to 255."""
        out = []
        for number in self.vertex_groups:
            group = self.groups[number]
            share = [255 // len(group)] * len(group)
            share[0] += 255 - sum(share)
            out.append(bytes([node.object_id for node in group] + [0] * (4 - len(group)) + share + [0] * (4 - len(group))))
        return b"".join(out)

    def write(self, version=800):
        indices = [index for _, run in self.primitives for index in run]
        matrices = [node.object_id for group in self.groups for node in group]
        out = [b"VRTX", u32(len(self.vertices))] + [f32(*v) for v in self.vertices]
        out += [b"NRMS", u32(len(self.normals))] + [f32(*n) for n in self.normals]
        out += [b"PTYP", u32(len(self.primitives), *(kind for kind, _ in self.primitives))]
        out += [b"PCNT", u32(len(self.primitives), *(len(run) for _, run in self.primitives))]
        out += [b"PVTX", u32(len(indices)), struct.pack("<%dH" % len(indices), *indices)]
        out += [b"GNDX", u32(len(self.vertex_groups)), bytes(self.vertex_groups)]
        out += [b"MTGC", u32(len(self.groups), *(len(group) for group in self.groups))]
        out += [b"MATS", u32(len(matrices), *matrices)]
        out += [i32(self.material), u32(self.selection_group, self.selection_flags)]
        if version > 800:
            out += [i32(0), text("", 80)]                      # the finest level of detail, and its name
        out += [self.extent.write()]
        out += [u32(len(self.sequence_extents))] + [extent.write() for extent in self.sequence_extents]
        if version > 800 and self.tangents:
            out += [b"TANG", u32(len(self.tangents))] + [f32(*t) for t in self.tangents]
            out += [b"SKIN", u32(8 * len(self.vertices)), self.skin()]
        out += [b"UVAS", u32(len(self.uv_sets))]
        for uvs in self.uv_sets:
            out += [b"UVBS", u32(len(uvs))] + [f32(*uv) for uv in uvs]
        return sized(b"".join(out))


@dataclass
class GeosetAnimation:
    geoset: int
    alpha: float = 1.0
    flags: int = 0                     # 1 DropShadow, 2 UseColor
    colour: tuple = (1.0, 1.0, 1.0)
    tracks: list = field(default_factory=list)

    def write(self):
        return sized(f32(self.alpha) + u32(self.flags) + f32(*self.colour) + i32(self.geoset)
                     + write_tracks(self.tracks, ("KGAO", "KGAC")))


@dataclass(eq=False)
class Node:
    """What all nodes share.  `tracks` are those of the node itself, `own_tracks` those of its kind."""
    name: str
    pivot: tuple = (0.0, 0.0, 0.0)
    parent: "Node" = None
    flags: int = 0
    tracks: list = field(default_factory=list)
    own_tracks: list = field(default_factory=list)
    object_id: int = field(default=-1, init=False)

    KIND = 0

    def node(self):
        return sized(text(self.name, 80) + i32(self.object_id, self.parent.object_id if self.parent else -1)
                     + u32(self.flags | self.KIND) + write_tracks(self.tracks, ("KGTR", "KGRT", "KGSC")))


@dataclass(eq=False)
class Bone(Node):
    geoset: int = -1
    geoset_animation: int = -1

    KIND = KIND_BONE

    def write(self):
        return self.node() + i32(self.geoset, self.geoset_animation)


@dataclass(eq=False)
class Light(Node):
    type: int = 0                      # 0 omnidirectional, 1 directional, 2 ambient
    attenuation_start: float = 0.0
    attenuation_end: float = 0.0
    colour: tuple = (1.0, 1.0, 1.0)
    intensity: float = 1.0
    ambient_colour: tuple = (1.0, 1.0, 1.0)
    ambient_intensity: float = 0.0

    KIND = KIND_LIGHT

    def write(self):
        return sized(self.node() + u32(self.type) + f32(self.attenuation_start, self.attenuation_end)
                     + f32(*self.colour, self.intensity) + f32(*self.ambient_colour, self.ambient_intensity)
                     + write_tracks(self.own_tracks, ("KLAS", "KLAE", "KLAC", "KLAI", "KLBC", "KLBI", "KLAV")))


@dataclass(eq=False)
class Helper(Node):
    def write(self):
        return self.node()


@dataclass(eq=False)
class Attachment(Node):
    path: str = ""
    attachment_id: int = 0

    KIND = KIND_ATTACHMENT

    def write(self):
        return sized(self.node() + text(self.path, 260) + i32(self.attachment_id)
                     + write_tracks(self.own_tracks, ("KATV",)))


@dataclass(eq=False)
class ModelEmitter(Node):
    """PREM: throws models (flag 0x8000) or pictures (flag 0x10000)."""
    emission_rate: float = 0.0
    gravity: float = 0.0
    longitude: float = 0.0
    latitude: float = 0.0
    path: str = ""
    life_span: float = 0.0
    speed: float = 0.0

    KIND = KIND_PARTICLES

    def write(self):
        return sized(self.node() + f32(self.emission_rate, self.gravity, self.longitude, self.latitude)
                     + text(self.path, 260) + f32(self.life_span, self.speed)
                     + write_tracks(self.own_tracks, ("KPEE", "KPEG", "KPLN", "KPLT", "KPEL", "KPES", "KPEV")))


@dataclass(eq=False)
class SpriteEmitter(Node):
    """PRE2.  Flags: 0x8000 Unshaded, 0x10000 SortPrimsFarZ, 0x20000 LineEmitter, 0x40000 Unfogged,
    0x80000 ModelSpace, 0x100000 XYQuad.  The four cell animations are (start, end, repeat)."""
    speed: float = 0.0
    variation: float = 0.0
    latitude: float = 0.0
    gravity: float = 0.0
    life_span: float = 1.0
    emission_rate: float = 0.0
    length: float = 0.0
    width: float = 0.0
    filter_mode: int = 1               # 0 Blend, 1 Additive, 2 Modulate, 3 Modulate2x, 4 AlphaKey
    rows: int = 1
    columns: int = 1
    head_or_tail: int = 0              # 0 head, 1 tail, 2 both
    tail_length: float = 0.0
    middle_time: float = 0.5
    colours: tuple = ((1.0, 1.0, 1.0),) * 3
    alphas: tuple = (255, 255, 255)
    scales: tuple = (1.0, 1.0, 1.0)
    head_life: tuple = (0, 0, 1)
    head_decay: tuple = (0, 0, 1)
    tail_life: tuple = (0, 0, 1)
    tail_decay: tuple = (0, 0, 1)
    texture: int = 0
    squirt: int = 0
    priority_plane: int = 0
    replaceable: int = 0

    KIND = KIND_PARTICLES

    def write(self):
        return sized(self.node()
                     + f32(self.speed, self.variation, self.latitude, self.gravity, self.life_span,
                           self.emission_rate, self.length, self.width)
                     + u32(self.filter_mode, self.rows, self.columns, self.head_or_tail)
                     + f32(self.tail_length, self.middle_time)
                     + b"".join(f32(*colour) for colour in self.colours)
                     + bytes(self.alphas) + f32(*self.scales)
                     + u32(*self.head_life, *self.head_decay, *self.tail_life, *self.tail_decay)
                     + i32(self.texture) + u32(self.squirt) + i32(self.priority_plane) + u32(self.replaceable)
                     + write_tracks(self.own_tracks,
                                    ("KP2S", "KP2R", "KP2L", "KP2G", "KP2E", "KP2N", "KP2W", "KP2V")))


@dataclass(eq=False)
class Ribbon(Node):
    height_above: float = 0.0
    height_below: float = 0.0
    alpha: float = 1.0
    colour: tuple = (1.0, 1.0, 1.0)
    life_span: float = 1.0
    texture_slot: int = 0
    emission_rate: int = 10
    rows: int = 1
    columns: int = 1
    material: int = 0
    gravity: float = 0.0

    KIND = KIND_RIBBON

    def write(self):
        return sized(self.node() + f32(self.height_above, self.height_below, self.alpha, *self.colour,
                                       self.life_span)
                     + u32(self.texture_slot, self.emission_rate, self.rows, self.columns)
                     + i32(self.material) + f32(self.gravity)
                     + write_tracks(self.own_tracks, ("KRHA", "KRHB", "KRAL", "KRCO", "KRTX", "KRVS")))


@dataclass
class Camera:
    """Not a node: it has no object id and no parent."""
    name: str
    position: tuple
    target: tuple
    field_of_view: float
    far: float
    near: float
    tracks: list = field(default_factory=list)

    def write(self):
        return sized(text(self.name, 80) + f32(*self.position, self.field_of_view, self.far, self.near)
                     + f32(*self.target) + write_tracks(self.tracks, ("KCTR", "KCRL", "KTTR", "KCVS")))


@dataclass(eq=False)
class Event(Node):
    times: list = field(default_factory=list)
    global_sequence: int = -1

    KIND = KIND_EVENT

    def write(self):
        return (self.node() + b"KEVT" + u32(len(self.times)) + i32(self.global_sequence)
                + i32(*self.times))


@dataclass(eq=False)
class Shape(Node):
    """Collision shape.  numbers: box 6, plane 6, sphere 4, cylinder 7."""
    type: int = 0                      # 0 box, 1 plane, 2 sphere, 3 cylinder
    numbers: tuple = ()

    KIND = KIND_SHAPE

    def write(self):
        if len(self.numbers) != (6, 6, 4, 7)[self.type]:
            raise ValueError("shape %s has %d numbers" % (self.name, len(self.numbers)))
        return self.node() + u32(self.type) + f32(*self.numbers)


@dataclass
class Model:
    name: str
    animation_file: str = ""
    extent: Extent = field(default_factory=Extent)
    blend_time: int = 150
    sequences: list = field(default_factory=list)
    global_sequences: list = field(default_factory=list)
    materials: list = field(default_factory=list)
    textures: list = field(default_factory=list)
    texture_animations: list = field(default_factory=list)
    geosets: list = field(default_factory=list)
    geoset_animations: list = field(default_factory=list)
    bones: list = field(default_factory=list)
    lights: list = field(default_factory=list)
    helpers: list = field(default_factory=list)
    attachments: list = field(default_factory=list)
    model_emitters: list = field(default_factory=list)
    sprite_emitters: list = field(default_factory=list)
    ribbons: list = field(default_factory=list)
    cameras: list = field(default_factory=list)
    events: list = field(default_factory=list)
    shapes: list = field(default_factory=list)
    before: list = field(default_factory=list)     # (tag, bytes) of chunks in front of VERS
    behind: list = field(default_factory=list)     # (tag, bytes) of chunks at the end
    version: int = 800

    def nodes(self):
        """All nodes in the order of their object ids."""
        return (self.bones + self.lights + self.helpers + self.attachments + self.model_emitters
                + self.sprite_emitters + self.ribbons + self.events + self.shapes)

    def number_nodes(self):
        for number, node in enumerate(self.nodes()):
            node.object_id = number

    def write(self):
        self.number_nodes()
        out = [b"MDLX"]
        out += [chunk(tag, payload) for tag, payload in self.before]
        out.append(chunk("VERS", u32(self.version)))
        out.append(chunk("MODL", text(self.name, 80) + text(self.animation_file, 260) + self.extent.write()
                         + u32(self.blend_time)))
        lists = [("SEQS", self.sequences), ("GLBS", self.global_sequences), ("MTLS", self.materials),
                 ("TEXS", self.textures), ("TXAN", self.texture_animations), ("GEOS", self.geosets),
                 ("GEOA", self.geoset_animations), ("BONE", self.bones), ("LITE", self.lights),
                 ("HELP", self.helpers), ("ATCH", self.attachments), ("PIVT", self.nodes()),
                 ("PREM", self.model_emitters), ("PRE2", self.sprite_emitters), ("RIBB", self.ribbons),
                 ("CAMS", self.cameras), ("EVTS", self.events), ("CLID", self.shapes)]
        for tag, records in lists:
            if not records:
                continue
            if tag == "GLBS":
                payload = u32(*records)
            elif tag == "PIVT":
                payload = b"".join(f32(*node.pivot) for node in records)
            elif tag == "GEOS" or tag == "MTLS" and self.version > 800:
                payload = b"".join(record.write(self.version) for record in records)
            else:
                payload = b"".join(record.write() for record in records)
            out.append(chunk(tag, payload))
        out += [chunk(tag, payload) for tag, payload in self.behind]
        return b"".join(out)
