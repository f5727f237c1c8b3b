# SPDX-License-Identifier: GPL-3.0-or-later
"""The layouts of M2 from version 264 on, of its chunks and of its companions, as the format's reference (docs/formats/m2.md)
has them. Sections are cited by number. Nothing here comes from the program's own tables.

A record is a list of (name, type). A type is
  a word of SCALARS                   a number, or a tuple of numbers
  "@record"                           a record in place
  (count, type)                       so many in place
  ("A", type)                         an array reference: count and offset
  ("T", type)                         a track: interpolation, global sequence, times and values for each sequence (4.2)
  ("TB",)                             a track without values
  ("F", type)                         an FBlock: times and values (4.4)
"""
import struct

SCALARS = {
    "u8": "B", "i8": "b", "char": "B", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "f32": "f", "v2": "2f", "v3": "3f",
    "quat": "4f", "cquat": "4H", "fx16": "h", "half": "e", "fp2.5": "B", "fp6.9": "H", "char4": "4s",
}

EXTERNAL_MASK = 0x130
ALIAS = 0x40
COMBINERS = 0x08
LONG_PARTICLES = 0x200
FORMAT_24500 = 0x200000

BOUNDS = [("min", "v3"), ("max", "v3"), ("radius", "f32")]
RECORDS = {
    # 5.1; the blend time is one number or two, by flag 0x200, in the same four bytes.
    "sequence": [("id", "u16"), ("variation", "u16"), ("duration", "u32"), ("move_speed", "f32"), ("flags", "u32"),
                 ("frequency", "i16"), ("pad", "u16"), ("replay_min", "u32"), ("replay_max", "u32"), ("blend_in", "u16"),
                 ("blend_out", "u16"), ("bounds", "@bounds"), ("variation_next", "i16"), ("alias_next", "u16")],
    "bounds": BOUNDS,
    # 5.4
    "bone": [("key_bone", "i32"), ("flags", "u32"), ("parent", "i16"), ("dist_to_parent", "u16"), ("name_crc", "u32"),
             ("translation", ("T", "v3")), ("rotation", ("T", "cquat")), ("scale", ("T", "v3")), ("pivot", "v3")],
    # 5.6
    "vertex": [("position", "v3"), ("weights", (4, "u8")), ("bones", (4, "u8")), ("normal", "v3"), ("uv1", "v2"), ("uv2", "v2")],
    "color": [("rgb", ("T", "v3")), ("alpha", ("T", "fx16"))],
    "weight": [("weight", ("T", "fx16"))],
    "transform": [("translation", ("T", "v3")), ("rotation", ("T", "quat")), ("scale", ("T", "v3"))],
    "texture": [("type", "u32"), ("flags", "u32"), ("path", ("A", "char"))],
    "material": [("flags", "u16"), ("blend", "u16")],
    "attachment": [("id", "u32"), ("bone", "u16"), ("word", "u16"), ("position", "v3"), ("visibility", ("T", "u8"))],
    "event": [("id", "char4"), ("data", "u32"), ("bone", "u32"), ("position", "v3"), ("times", ("TB",))],
    "light": [("type", "u16"), ("bone", "i16"), ("position", "v3"), ("ambient", ("T", "v3")), ("ambient_intensity", ("T", "f32")),
              ("diffuse", ("T", "v3")), ("diffuse_intensity", ("T", "f32")), ("attenuation_start", ("T", "f32")),
              ("attenuation_end", ("T", "f32")), ("visibility", ("T", "u8"))],
    "spline_v3": [("value", "v3"), ("in", "v3"), ("out", "v3")],
    "spline_f32": [("value", "f32"), ("in", "f32"), ("out", "f32")],
    # 5.15, at 264 and later
    "camera264": [("type", "i32"), ("fov", "f32"), ("far", "f32"), ("near", "f32"), ("position", ("T", "@spline_v3")),
                  ("position_base", "v3"), ("target", ("T", "@spline_v3")), ("target_base", "v3"), ("roll", ("T", "@spline_f32"))],
    "camera": [("type", "i32"), ("far", "f32"), ("near", "f32"), ("position", ("T", "@spline_v3")), ("position_base", "v3"),
               ("target", ("T", "@spline_v3")), ("target_base", "v3"), ("roll", ("T", "@spline_f32")), ("fov", ("T", "@spline_f32"))],
    # 5.16
    "ribbon": [("id", "i32"), ("bone", "u32"), ("position", "v3"), ("textures", ("A", "u16")), ("materials", ("A", "u16")),
               ("color", ("T", "v3")), ("alpha", ("T", "fx16")), ("height_above", ("T", "f32")), ("height_below", ("T", "f32")),
               ("edges_per_second", "f32"), ("edge_life", "f32"), ("gravity", "f32"), ("rows", "u16"), ("columns", "u16"),
               ("texture_slot", ("T", "u16")), ("visibility", ("T", "u8")), ("priority", "i16"), ("color_index", "i8"),
               ("transform_lookup", "i8")],
    # 5.17
    "particle476": [("id", "i32"), ("flags", "u32"), ("position", "v3"), ("bone", "u16"), ("texture", "u16"),
                    ("geometry_model", ("A", "char")), ("recursion_model", ("A", "char")), ("blend", "u8"), ("emitter_type", "u8"),
                    ("particle_color", "u16"), ("texture_scale", (2, "fp2.5")), ("priority", "i16"), ("rows", "u16"),
                    ("columns", "u16"), ("speed", ("T", "f32")), ("speed_variation", ("T", "f32")), ("latitude", ("T", "f32")),
                    ("longitude", ("T", "f32")), ("gravity", ("T", "u32")), ("life", ("T", "f32")), ("life_variation", "f32"),
                    ("rate", ("T", "f32")), ("rate_variation", "f32"), ("length", ("T", "f32")), ("width", ("T", "f32")),
                    ("z_source", ("T", "f32")), ("color", ("F", "v3")), ("alpha", ("F", "fx16")), ("scale", ("F", "v2")),
                    ("scale_variation", "v2"), ("head_cell", ("F", "u16")), ("tail_cell", ("F", "u16")), ("tail_length", "f32"),
                    ("twinkle_rate", "f32"), ("twinkle_on", "f32"), ("twinkle_min", "f32"), ("twinkle_max", "f32"),
                    ("inherit_velocity", "f32"), ("drag", "f32"), ("spin_start", "f32"), ("spin_start_variation", "f32"),
                    ("spin", "f32"), ("spin_variation", "f32"), ("tumble_min", "v3"), ("tumble_max", "v3"), ("wind", "v3"),
                    ("wind_time", "f32"), ("follow_speed_1", "f32"), ("follow_scale_1", "f32"), ("follow_speed_2", "f32"),
                    ("follow_scale_2", "f32"), ("spline", ("A", "v3")), ("enabled", ("T", "u8"))],
    # 6
    "section": [("id", "u16"), ("level", "u16"), ("vertex_start", "u16"), ("vertex_count", "u16"), ("index_start", "u16"),
                ("index_count", "u16"), ("bone_count", "u16"), ("bone_combo", "u16"), ("influences", "u16"), ("center_bone", "u16"),
                ("center", "v3"), ("sort_center", "v3"), ("sort_radius", "f32")],
    "batch": [("flags", "u8"), ("priority", "i8"), ("shader", "u16"), ("section", "u16"), ("geoset", "u16"), ("color", "u16"),
              ("material", "u16"), ("layer", "u16"), ("texture_count", "u16"), ("textures", "u16"), ("coordinates", "u16"),
              ("weights", "u16"), ("transforms", "u16")],
    "shadow_batch": [("flags", "u8"), ("more_flags", "u8"), ("zero", "u16"), ("section", "u16"), ("texture", "u16"),
                     ("color", "u16"), ("weight", "u16")],
    "skin": [("magic", "char4"), ("vertices", ("A", "u16")), ("indices", ("A", "u16")), ("bones", ("A", (4, "u8"))),
             ("sections", ("A", "@section")), ("batches", ("A", "@batch")), ("bone_count_max", "u32")],
    # 12, elements of chunks
    "afid": [("animation", "u16"), ("variation", "u16"), ("file", "u32")],
    "expt": [("z_source", "f32"), ("color_mult", "f32"), ("alpha_mult", "f32")],
    "exp2": [("z_source", "f32"), ("color_mult", "f32"), ("alpha_mult", "f32"), ("alpha_cutoff", ("F", "fx16"))],
    "track_base": [("times", ("TB",))],
    "ldv1": [("word", "u16"), ("lod_count", "u16"), ("distance", "f32"), ("particle_bone_lod", (4, "u8")), ("rest", "u32")],
    "wfv3": [("bump_scale", "f32"), ("v0_x", "f32"), ("v0_y", "f32"), ("v0_z", "f32"), ("v1_w", "f32"), ("v0_w", "f32"),
             ("v1_x", "f32"), ("v1_y", "f32"), ("v2_w", "f32"), ("v3_y", "f32"), ("v3_x", "f32"), ("base_color", (4, "u8")),
             ("flags", "u16"), ("word", "u16"), ("v3_w", "f32"), ("v3_z", "f32"), ("v4_y", "f32"), ("rest", (4, "f32"))],
    "edgf24": [("near_far", "v2"), ("value", "f32"), ("rest", (12, "u8"))],
    "edgf32": [("near_far", "v2"), ("value", "f32"), ("rest", (20, "u8"))],
    "nerf": [("x", "f32"), ("y", "f32")],
    "detl12": [("flags", "u16"), ("scale", "half"), ("diffuse_mult", "half"), ("word", "u16"), ("rest", "u32")],
    "detl16": [("flags", "u16"), ("scale", "half"), ("diffuse_mult", "half"), ("word", "u16"), ("rest", "u32"), ("more", "u32")],
    "dboc": [("a", "f32"), ("b", "f32"), ("c", "u32"), ("d", "u32")],
    # 11, payloads of a .skel
    "skl1": [("flags", "u32"), ("name", ("A", "char")), ("pad", (4, "u8"))],
    "sks1": [("global_sequences", ("A", "u32")), ("sequences", ("A", "@sequence")), ("sequence_lookup", ("A", "i16")),
             ("pad", (8, "u8"))],
    "skb1": [("bones", ("A", "@bone")), ("key_bones", ("A", "i16"))],
    "ska1": [("attachments", ("A", "@attachment")), ("attachment_lookup", ("A", "i16"))],
    "skpd": [("before", (8, "u8")), ("parent", "u32"), ("after", (4, "u8"))],
}
RECORDS["particle"] = RECORDS["particle476"] + [("scroll", (4, "fp6.9")), ("scroll_range", (4, "fp6.9"))]
RECORDS["skin56"] = RECORDS["skin"] + [("shadow_batches", ("A", "@shadow_batch"))]

# Chunks whose payload is a plain run of records, however many there are.
LISTS = {"SFID": "u32", "AFID": "@afid", "BFID": "u32", "TXAC": (2, "u8"), "EXPT": "@expt", "TXID": "u32", "RPID": "u32",
         "GPID": "u32", "DBOC": "@dboc", "PFID": "u32", "SKID": "u32", "LDV1": "@ldv1", "WFV3": "@wfv3", "NERF": "@nerf",
         "SKPD": "@skpd"}
# Chunks that hold one record.
SINGLE = ("PFID", "SKID", "LDV1", "WFV3", "NERF", "SKPD")
# Chunks that begin with a record whose references count from the payload.
PLACED = {"EXP2": [("particles", ("A", "@exp2"))], "PABC": [("animations", ("A", "u16"))], "PADC": [("weights", ("A", "@weight"))],
          "PSBC": [("bounds", ("A", "@bounds"))], "PEDC": [("events", ("A", "@track_base"))], "PGD1": [("geosets", ("A", "u16"))],
          "SKL1": RECORDS["skl1"], "SKS1": RECORDS["sks1"], "SKB1": RECORDS["skb1"], "SKA1": RECORDS["ska1"]}
# Chunks of which only bytes are known, or whose content has other rules.
BYTES = ("WFV1", "WFV2", "PFDC", "AFRA", "PCOL", "DPIV", "TEXL")


def header(version, flags):
    """Section 2, the columns from 264 on."""
    fields = [
        ("magic", "char4"), ("version", "u32"), ("name", ("A", "char")), ("flags", "u32"), ("global_sequences", ("A", "u32")),
        ("sequences", ("A", "@sequence")), ("sequence_lookup", ("A", "i16")), ("bones", ("A", "@bone")), ("key_bones", ("A", "i16")),
        ("vertices", ("A", "@vertex")), ("skin_count", "u32"), ("colors", ("A", "@color")), ("textures", ("A", "@texture")),
        ("texture_weights", ("A", "@weight")), ("texture_transforms", ("A", "@transform")), ("texture_lookup", ("A", "i16")),
        ("materials", ("A", "@material")), ("bone_combos", ("A", "u16")), ("texture_combos", ("A", "u16")),
        ("coordinate_combos", ("A", "i16")), ("weight_combos", ("A", "u16")), ("transform_combos", ("A", "i16")),
        ("bounds", "@bounds"), ("collision_bounds", "@bounds"), ("collision_indices", ("A", "u16")),
        ("collision_positions", ("A", "v3")), ("collision_normals", ("A", "v3")), ("attachments", ("A", "@attachment")),
        ("attachment_lookup", ("A", "i16")), ("events", ("A", "@event")), ("lights", ("A", "@light")),
        ("cameras", ("A", "@camera" if version > 270 else "@camera264")), ("camera_lookup", ("A", "i16")),
        ("ribbons", ("A", "@ribbon")), ("particles", ("A", "@particle" if long_particles(version, flags) else "@particle476"))]
    if flags & COMBINERS:
        fields.append(("combiner_combos", ("A", "u16")))
    return fields


def long_particles(version, flags):
    return version >= 272 or bool(flags & LONG_PARTICLES)


def size_of(kind):
    """Bytes of a type in place."""
    if isinstance(kind, str):
        return sum(size_of(field) for _, field in RECORDS[kind[1:]]) if kind[0] == "@" else struct.calcsize("<" + SCALARS[kind])
    if isinstance(kind[0], int):
        return kind[0] * size_of(kind[1])
    return {"A": 8, "T": 20, "TB": 12, "F": 16}[kind[0]]


def fields_size(fields):
    return sum(size_of(kind) for _, kind in fields)


def natural_alignment(kind):
    """The alignment of the widest number in a type."""
    if isinstance(kind, str):
        if kind[0] == "@":
            return max(natural_alignment(field) for _, field in RECORDS[kind[1:]])
        return {"B": 1, "b": 1, "s": 1, "H": 2, "h": 2, "e": 2}.get(SCALARS[kind][-1], 4)
    return natural_alignment(kind[1]) if isinstance(kind[0], int) else 4


def is_external(flags):
    """5.1: whether the keys of a sequence are in a file of their own."""
    return not flags & ALIAS and not flags & EXTERNAL_MASK


def keys_of(sequences, index):
    """The sequence whose keys this one plays: the ring of aliases followed to its head. None if there is none."""
    for _ in range(len(sequences) + 1):
        if not 0 <= index < len(sequences):
            return None
        if not sequences[index]["flags"] & ALIAS:
            return index
        index = sequences[index]["alias_next"]
    return None
