#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-chunked.py: the second implementation of chunked M2, before the program is judged by it.

That the reader finds what the maker made proves only that both went through the tables in the same way. So offsets are compared with
the reference's own numbers, original files of the corpus must be used up without a fault, and a planted fault of each kind must be
found. Speaks TAP."""
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))
sys.path.insert(0, str(HERE))

import chunked_make  # noqa: E402
import chunked_pose  # noqa: E402
import chunked_read  # noqa: E402
import chunked_tables as tables  # noqa: E402
from tap import Tap  # noqa: E402

# From the tables of sections 2, 5, 6, 11 and 12: where fields begin, and the size.
OFFSETS = {
    "sequence": {"duration": 4, "move_speed": 8, "flags": 0xC, "frequency": 0x10, "replay_min": 0x14, "blend_in": 0x1C, "bounds": 0x20,
                 "variation_next": 0x3C, "alias_next": 0x3E, "": 0x40},
    "bone": {"flags": 4, "parent": 8, "dist_to_parent": 0xA, "name_crc": 0xC, "translation": 0x10, "rotation": 0x24, "scale": 0x38,
             "pivot": 0x4C, "": 0x58},
    "vertex": {"weights": 0xC, "bones": 0x10, "normal": 0x14, "uv1": 0x20, "uv2": 0x28, "": 48},
    "color": {"alpha": 0x14, "": 0x28}, "weight": {"": 0x14}, "transform": {"rotation": 0x14, "scale": 0x28, "": 0x3C},
    "texture": {"flags": 4, "path": 8, "": 16}, "material": {"blend": 2, "": 4},
    "attachment": {"bone": 4, "word": 6, "position": 8, "visibility": 0x14, "": 0x28},
    "event": {"data": 4, "bone": 8, "position": 0xC, "times": 0x18, "": 0x24},
    "light": {"bone": 2, "position": 4, "ambient": 0x10, "visibility": 0x10 + 6 * 20, "": 0x9C},
    "camera": {"far": 4, "near": 8, "position": 0xC, "position_base": 0x20, "target": 0x2C, "target_base": 0x40, "roll": 0x4C, "fov": 0x60,
               "": 0x74},
    "camera264": {"fov": 4, "far": 8, "near": 0xC, "position": 0x10, "position_base": 0x24, "target": 0x30, "target_base": 0x44,
                  "roll": 0x50, "": 0x64},
    "ribbon": {"bone": 4, "position": 8, "textures": 0x14, "materials": 0x1C, "color": 0x24, "alpha": 0x38, "height_above": 0x4C,
               "height_below": 0x60, "edges_per_second": 0x74, "edge_life": 0x78, "gravity": 0x7C, "rows": 0x80, "texture_slot": 0x84,
               "visibility": 0x98, "priority": 0xAC, "color_index": 0xAE, "transform_lookup": 0xAF, "": 176},
    "particle": {"flags": 4, "position": 8, "bone": 0x14, "texture": 0x16, "geometry_model": 0x18, "recursion_model": 0x20, "blend": 0x28,
                 "emitter_type": 0x29, "particle_color": 0x2A, "texture_scale": 0x2C, "priority": 0x2E, "rows": 0x30, "speed": 0x34,
                 "speed_variation": 0x48, "latitude": 0x5C, "longitude": 0x70, "gravity": 0x84, "life": 0x98, "life_variation": 0xAC,
                 "rate": 0xB0, "rate_variation": 0xC4, "length": 0xC8, "width": 0xDC, "z_source": 0xF0, "color": 0x104, "alpha": 0x114,
                 "scale": 0x124, "scale_variation": 0x134, "head_cell": 0x13C, "tail_cell": 0x14C, "tail_length": 0x15C,
                 "twinkle_rate": 0x160, "twinkle_on": 0x164, "twinkle_min": 0x168, "inherit_velocity": 0x170, "drag": 0x174,
                 "spin_start": 0x178, "spin": 0x180, "tumble_min": 0x188, "tumble_max": 0x194, "wind": 0x1A0, "wind_time": 0x1AC,
                 "follow_speed_1": 0x1B0, "spline": 0x1C0, "enabled": 0x1C8, "scroll": 0x1DC, "scroll_range": 0x1E4, "": 492},
    "particle476": {"enabled": 0x1C8, "": 476},
    "section": {"bone_combo": 0xE, "influences": 0x10, "center_bone": 0x12, "center": 0x14, "sort_center": 0x20, "sort_radius": 0x2C, "": 48},
    "batch": {"priority": 1, "shader": 2, "section": 4, "geoset": 6, "color": 8, "material": 0xA, "layer": 0xC, "texture_count": 0xE,
              "textures": 0x10, "coordinates": 0x12, "weights": 0x14, "transforms": 0x16, "": 24},
    "shadow_batch": {"section": 4, "texture": 6, "color": 8, "weight": 0xA, "": 12},
    "skin": {"vertices": 4, "indices": 0xC, "bones": 0x14, "sections": 0x1C, "batches": 0x24, "bone_count_max": 0x2C, "": 48},
    "skin56": {"shadow_batches": 0x30, "": 56}, "afid": {"variation": 2, "file": 4, "": 8}, "expt": {"": 12}, "exp2": {"": 28},
    "bounds": {"": 28}, "track_base": {"": 12}, "ldv1": {"lod_count": 2, "distance": 4, "particle_bone_lod": 8, "rest": 12, "": 16},
    "wfv3": {"base_color": 44, "flags": 48, "v3_w": 52, "rest": 64, "": 80}, "edgf24": {"value": 8, "rest": 12, "": 24}, "edgf32": {"": 32},
    "nerf": {"": 8}, "detl12": {"scale": 2, "diffuse_mult": 4, "word": 6, "rest": 8, "": 12}, "detl16": {"": 16}, "dboc": {"": 16},
    "skl1": {"name": 4, "pad": 12, "": 16}, "sks1": {"sequences": 8, "sequence_lookup": 16, "pad": 24, "": 32},
    "skb1": {"key_bones": 8, "": 16}, "ska1": {"attachment_lookup": 8, "": 16}, "skpd": {"parent": 8, "after": 12, "": 16},
}
HEADER = {"version": 4, "name": 8, "flags": 0x10, "global_sequences": 0x14, "sequences": 0x1C, "sequence_lookup": 0x24, "bones": 0x2C,
          "key_bones": 0x34, "vertices": 0x3C, "skin_count": 0x44, "colors": 0x48, "textures": 0x50, "texture_weights": 0x58,
          "texture_transforms": 0x60, "texture_lookup": 0x68, "materials": 0x70, "bone_combos": 0x78, "texture_combos": 0x80,
          "coordinate_combos": 0x88, "weight_combos": 0x90, "transform_combos": 0x98, "bounds": 0xA0, "collision_bounds": 0xBC,
          "collision_indices": 0xD8, "collision_positions": 0xE0, "collision_normals": 0xE8, "attachments": 0xF0, "attachment_lookup": 0xF8,
          "events": 0x100, "lights": 0x108, "cameras": 0x110, "camera_lookup": 0x118, "ribbons": 0x120, "particles": 0x128,
          "combiner_combos": 0x130, "": 0x138}
# Original files of the corpus: the reader must use them up without a fault. The folders of conversions are not here.
ORIGINALS = ("m2-272/*/*.m2", "m2-264/*Rabbit/*.m2", "m2-264/*GnomePounder/*.m2", "m2-264/*creature/*.m2", "m2-264/vjeux*/*.m2")


def offsets_of(fields):
    at, places = 0, {}
    for name, kind in fields:
        places[name] = at
        at += tables.size_of(kind)
    places[""] = at
    return places


def check_tables(tap):
    wrong = []
    for name, wanted in [*OFFSETS.items(), ("header", HEADER)]:
        places = offsets_of(tables.header(272, 8) if name == "header" else tables.RECORDS[name])
        wrong += ["%s.%s at %s, not %d" % (name, field, places.get(field), at) for field, at in wanted.items() if places.get(field) != at]
    wrong += ["no offsets for %s" % name for name in tables.RECORDS if name not in OFFSETS and not name.startswith("spline")]
    tap.check(not wrong, "fields begin where the reference has them", *wrong)


def save(files, folder):
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder / "Made.m2"


def read(files):
    with tempfile.TemporaryDirectory() as folder:
        return chunked_read.Set(save(files, pathlib.Path(folder)))


def first_difference(made, found, path=""):
    """The path of the first value that is not the same in two trees, with both values; None if all are."""
    if isinstance(made, dict) and isinstance(found, dict):
        if made.keys() - {"file"} != found.keys() - {"file"}:
            return "%s: fields %s and %s" % (path, sorted(made), sorted(found))
        pairs = [("%s.%s" % (path, key), made[key], found[key]) for key in made if key != "file" or found.get("file") != found]
    elif isinstance(made, (list, tuple)) and isinstance(found, (list, tuple)):
        if len(made) != len(found):
            return "%s: %d and %d" % (path, len(made), len(found))
        pairs = [("%s[%d]" % (path, index), *pair) for index, pair in enumerate(zip(made, found))]
    else:
        return None if made == found else "%s: %r and %r" % (path, made, found)
    return next((told for told in (first_difference(one, other, where) for where, one, other in pairs) if told), None)


def skeleton_found(skeleton):
    return {name: chunk.get("fields") or chunk.get("records") for name, chunk in skeleton.by_id.items()}


def check_made(tap, form):
    maker = chunked_make.Maker(form)
    found = read(maker.files)
    notes = ["%s: %s: %s" % problem for problem in found.problems] + ["missing: " + name for name in found.missing]
    notes.append(first_difference(maker.model, found.model, "model"))
    chunks = {chunk["id"]: chunk.get("fields") or chunk.get("records") or chunk["data"] for chunk in found.chunks if chunk["id"] != "MD21"}
    notes.append(first_difference(maker.chunks, chunks, "chunks"))
    skins = {number: {key: value for key, value in skin.items() if key != "file"} for number, skin in found.skins.items()}
    notes.append(first_difference(maker.skins, skins, "skins"))
    for made, skeleton in ((maker.skel, found.skel), (maker.parent, found.parent)):
        notes.append(first_difference(made, skeleton_found(skeleton) if skeleton else {}, "skeleton"))
    if not maker.form["bare"] and "only" not in maker.form:
        wanted = [name for name in chunked_make.EVERY if name == "MD21" or maker.wants(name)]
        if sorted(wanted) != sorted(chunk["id"] for chunk in found.chunks):
            notes.append("chunks %s" % [chunk["id"] for chunk in found.chunks])
    notes = [note for note in notes if note]
    tap.check(not notes, "%s: the reader finds what was made" % form, *notes[:9])


def leaves(tree, kinds=(float,)):
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, (list, tuple)):
        return [leaf for branch in tree for leaf in leaves(branch, kinds)]
    return [tree] if isinstance(tree, kinds) else []


def check_values(tap):
    """What is the same twice would hide that two fields are mixed up."""
    maker = chunked_make.Maker("274-parent")
    numbers = [leaf for name in ("WFV3", "LDV1", "EXPT", "EXP2", "NERF", "EDGF", "DETL", "DBOC") for leaf in leaves(maker.chunks[name])]
    tap.check(len(numbers) > 40 and len(numbers) == len(set(numbers)), "numbers of chunks are all different", sorted(numbers))
    particle = maker.model["particles"][1]
    numbers = leaves({name: value for name, value in particle.items() if not isinstance(value, dict)})
    tap.check(len(numbers) > 30 and len(numbers) == len(set(numbers)), "numbers of an emitter are all different", sorted(numbers))
    forms = [{name for name in ("MD21", *maker.chunks)} for maker in map(chunked_make.Maker, chunked_make.FORMS)]
    tap.check(set().union(*forms) == set(chunked_make.EVERY), "each chunk is in some form")


def check_places(tap):
    """Bytes at the places that the reference gives."""
    word = lambda data, at: struct.unpack_from("<I", data, at)[0]
    data = chunked_make.Maker("272-few").files["Made.m2"]
    size = word(data, 4)
    tap.check(data[:4] == b"MD21" and data[8:12] == b"MD20" and word(data, 12) == 272 and size % 16 == 0 and data[8 + size:12 + size] == b"AFID",
              "MD21 holds an image of a multiple of 16 bytes, and the next chunk follows at once")
    tap.check(word(data, 8 + 0x0C) == 0x130 and data[8 + 0x130:8 + 0x135] == b"Made\0", "offsets count from the start of the image")
    combined = chunked_make.Maker("273-chunked").files["Made.m2"]
    at = combined.index(b"MD21") + 8
    tap.check(word(combined, at + 0x0C) == 0x140, "combiner combos move the first array to 0x140")
    late = chunked_make.Maker("274-24500").files["Made.m2"]
    at = late.index(b"MD21") + 8
    name, sequences, bones, loops = (word(late, at + place) for place in (0x0C, 0x20, 0x30, 0x18))
    tap.check(sequences == 0x130 < bones < name < loops, "with 0x200000 sequences and bones come before the name")
    cut = chunked_make.Maker("272-cut").files["Made.m2"]
    tap.check(word(cut, cut.index(b"SFID") + 4) == 20, "an SFID can be cut short at 20 bytes")
    files = chunked_make.Maker("274-parent").files
    anim = files["%d.anim" % (chunked_make.ANIM + 2)]
    raw = chunked_make.Maker("274-bare-raw").files
    model, places = read(raw), {}
    for space in model.spaces:
        places[space.name] = max((extent.end for extent in space.extents), default=0)
    padded = {name: places[name] + -places[name] % 16 for name in ("Made0005-00.anim", "Made0060-00.anim")}
    tap.check(len(raw["Made0005-00.anim"]) == padded["Made0005-00.anim"] and len(raw["Made0060-00.anim"]) == 2 * padded["Made0060-00.anim"],
              "an .anim has the room of its keys once more for each alias", padded)
    tap.check(anim[:4] == b"AFM2" and b"AFSA" in anim and b"AFSB" in anim and b"AFID" not in files["%d.skel" % chunked_make.SKEL],
              "with a skeleton an .anim has three chunks, and a child leaves AFID to its parent")


def image_at(data):
    return 0 if data[:4] == b"MD20" else data.index(b"MD21") + 8


def put(files, name, at, layout, *values):
    data = bytearray(files[name])
    struct.pack_into(layout, data, at, *values)
    files[name] = bytes(data)


def header_word(field, add, count=False):
    """Changes the offset (or count) of an array of the header."""
    def change(files):
        data = files["Made.m2"]
        at = image_at(data) + HEADER[field] + (0 if count else 4)
        put(files, "Made.m2", at, "<I", struct.unpack_from("<I", data, at)[0] + add)
    return change


def record_word(array, index, field, layout, value):
    """Sets a field of a record of an array of the header; field: its name, or a place in the record."""
    def change(files):
        data = files["Made.m2"]
        image = image_at(data)
        kind = dict(tables.header(272, 8))[array][1]
        start = struct.unpack_from("<I", data, image + HEADER[array] + 4)[0]
        at = image + start + index * tables.size_of(kind)
        at += field if isinstance(field, int) else OFFSETS[kind[1:]].get(field, 0) if kind[0] == "@" else 0
        put(files, "Made.m2", at, layout, value)
    return change


def skel_word(chunk, field, add):
    def change(files):
        name = "%d.skel" % chunked_make.SKEL
        at = files[name].index(chunk.encode()) + 8 + OFFSETS[chunk.lower()].get(field, 0) + 4
        put(files, name, at, "<I", struct.unpack_from("<I", files[name], at)[0] + add)
    return change


def resize(chunk, size):
    """Cuts bytes off the end of a chunk, or adds zeros."""
    def change(files):
        data = files["Made.m2"]
        at = data.index(chunk.encode())
        old = struct.unpack_from("<I", data, at + 4)[0]
        body = (data[at + 8:at + 8 + old] + bytes(max(0, size)))[:old + size]
        files["Made.m2"] = data[:at + 4] + struct.pack("<I", len(body)) + body + data[at + 8 + old:]
    return change


def chunk_word(chunk, at, layout, value, name="Made.m2"):
    def change(files):
        put(files, name, files[name].index(chunk.encode()) + 8 + at, layout, value)
    return change


def drop_anim_chunk(files):
    name = "%d.anim" % (chunked_make.ANIM + 2)
    files[name] = files[name].replace(b"AFSB", b"AFSX")


def inner_pair(field, track, place, index, layout, value):
    """Sets the count or offset of entry index of a track of the first bone with keys. place: "times" 0 or "values" 8 in the track."""
    def change(files):
        data = files["Made.m2"]
        image = image_at(data)
        bones = struct.unpack_from("<I", data, image + HEADER["bones"] + 4)[0]
        at = image + bones + field * 0x58 + OFFSETS["bone"][track] + 4 + place
        outer = struct.unpack_from("<I", data, at + 4)[0]
        put(files, "Made.m2", image + outer + 8 * index + layout[1], layout[0], value)
    return change


def key_time(bone, number, value):
    """Sets a time in the first entry of a bone's translation that has two keys or more."""
    def change(files):
        data = files["Made.m2"]
        image = image_at(data)
        bones = struct.unpack_from("<I", data, image + HEADER["bones"] + 4)[0]
        entries, outer = struct.unpack_from("<II", data, image + bones + bone * 0x58 + OFFSETS["bone"]["translation"] + 4)
        pairs = [struct.unpack_from("<II", data, image + outer + 8 * index) for index in range(entries)]
        count, keys = next(pair for pair in pairs if pair[0] > 1)
        put(files, "Made.m2", image + keys + 4 * (number % count), "<I", value)
    return change


COUNT, OFFSET = ("<I", 0), ("<I", 4)
FAULTS = [
    ("range", "272-every", header_word("vertices", 1 << 20), "an array beyond the image"),
    ("range", "272-every", header_word("bones", 0x7FFFFFFF, True), "a count beyond the image"),
    ("range", "274-skel", skel_word("SKB1", "bones", 1 << 20), "bones beyond their chunk of a .skel"),
    ("range", "272-inside", inner_pair(1, "translation", 8, 1, OFFSET, 1 << 20), "keys beyond the image"),
    ("aligned", "272-every", header_word("materials", 4), "an array that is not at a multiple of 16"),
    ("aligned", "274-sizes", chunk_word("PGD1", 4, "<I", 9), "an array of a chunk that its numbers do not fit"),
    ("overlap", "272-every", header_word("collision_normals", -16), "an array inside another"),
    ("overlap", "272-inside", inner_pair(1, "translation", 0, 1, OFFSET, 0), "keys inside the header"),
    ("gap", "272-every", header_word("key_bones", -2, True), "bytes that nothing refers to"),
    ("empty", "273-names", record_word("textures", 0, "path", "<Q", 16 << 32), "no elements, but an offset"),
    ("counts", "272-inside", inner_pair(1, "translation", 8, 1, COUNT, 1), "fewer values than times"),
    ("order", "272-inside", key_time(1, 1, 0), "times that do not increase"),
    ("late", "272-inside", key_time(1, -1, 60000), "a key after the end"),
    ("alias", "272-inside", inner_pair(1, "translation", 0, 4, COUNT, 1), "an alias with other keys than its head"),
    ("alias", "272-inside", record_word("sequences", 4, "alias_next", "<H", 4), "an alias of itself"),
    ("entries", "272-inside", record_word("bones", 1, OFFSETS["bone"]["translation"] + 4, "<I", 2), "a track with too few entries"),
    ("interpolation", "272-inside", record_word("bones", 1, "translation", "<H", 4), "an interpolation that there is not"),
    ("external", "272-every", record_word("sequences", 0, "flags", "<I", 0), "a first sequence that is stored outside"),
    ("text", "272-every", record_word("textures", 2, "path", "<Q", 4 | 0x130 << 32), "a name without NUL"),
    ("size", "272-every", resize("NERF", 4), "a chunk of the wrong size"),
    ("size", "272-every", resize("AFID", -3), "half a record"),
    ("twice", "272-every", lambda files: files.update({"Made.m2": files["Made.m2"] + b"NERF\0\0\0\0"}), "a chunk twice"),
    ("chunk", "272-every", lambda files: files.update({"Made.m2": files["Made.m2"][:-1]}), "a chunk that is cut off"),
    ("chunk", "272-every", lambda files: files.update({"Made.m2": files["Made.m2"] + b"NER"}), "bytes after the last chunk"),
    ("chunk", "272-every", lambda files: files.update({"Made.m2": files["Made.m2"].replace(b"MD21", b"MD22")}), "no MD21"),
    ("version", "272-every", lambda files: put(files, "Made.m2", image_at(files["Made.m2"]) + 4, "<I", 275), "a version that is not known"),
    ("parallel", "272-every", resize("TXID", -4), "TXID with a texture too few"),
    ("parallel", "272-every", resize("TXAC", 2), "TXAC with an entry too many"),
    ("parallel", "272-every", resize("EXPT", 12), "EXPT with an emitter too many"),
    ("parallel", "272-every", resize("RPID", -4), "RPID with an emitter too few"),
    ("parallel", "272-every", resize("GPID", 4), "GPID with an emitter too many"),
    ("parallel", "272-every", chunk_word("PGD1", 0, "<I", 2), "PGD1 with an emitter too few"),
    ("parallel", "274-exp2", chunk_word("EXP2", 0, "<I", 2), "EXP2 with an emitter too few"),
    ("parallel", "272-every", resize("DETL", -12), "DETL with a light too few"),
    ("parallel", "274-parent", chunk_word("PSBC", 0, "<I", 3), "PSBC with a sequence too few"),
    ("parallel", "274-parent", chunk_word("PEDC", 0, "<I", 2), "PEDC with an event too few"),
    ("parallel", "274-parent", chunk_word("PADC", 0, "<I", 2), "PADC with a weight too few"),
    ("txid", "272-every", chunk_word("TXID", 8, "<I", 7), "a file id for a texture that the game supplies"),
    ("sfid", "272-every", resize("SFID", -16), "SFID without a profile"),
    ("ldv1", "272-every", chunk_word("LDV1", 2, "<H", 3), "LDV1 with other LODs than SFID"),
    ("ldv1", "272-every", chunk_word("LDV1", 9, "<B", 4), "LDV1 with a level that there is not"),
    ("afid", "272-every", chunk_word("AFID", 2 * 8, "<H", 99), "AFID without a sequence that is stored outside"),
    ("afid", "274-parent", chunk_word("AFID", 0, "<H", 99, "%d.skel" % chunked_make.PARENT_SKEL), "AFID of a parent with another sequence"),
    ("anim", "274-skel", drop_anim_chunk, "an .anim without the keys of bones"),
    ("skel", "274-skel", lambda files: files.update({"1000300.skel": files["1000300.skel"].replace(b"SKB1", b"SKBX")}), "a .skel without bones"),
    ("skel", "272-every", lambda files: files.update({"Made.m2": files["Made.m2"] + b"SKID\4\0\0\0\x4c\x43\x0f\0"}), "bones beside SKID"),
    ("bone", "272-every", record_word("bones", 1, "flags", "<I", 0), "a moved bone without its flag"),
    ("reference", "272-every", record_word("bones", 2, "parent", "<h", 3), "a bone before its parent"),
    ("reference", "272-every", record_word("particles", 0, "bone", "<H", 6), "an emitter on no bone"),
    ("reference", "272-every", record_word("particles", 1, "texture", "<H", 1 | 9 << 5), "an emitter with no such second texture"),
    ("reference", "272-every", record_word("events", 1, "bone", "<I", 77), "an event on no bone"),
    ("reference", "272-every", record_word("attachments", 0, "bone", "<H", 77), "an attachment on no bone"),
    ("reference", "272-every", record_word("lights", 0, "bone", "<h", 77), "a light on no bone"),
    ("reference", "272-every", record_word("ribbons", 1, "bone", "<I", 77), "a ribbon on no bone"),
    ("reference", "272-every", record_word("texture_combos", 1, "", "<H", 9), "a combo of no texture"),
    ("reference", "272-every", record_word("transform_combos", 2, "", "<h", 9), "a combo of no transform"),
    ("reference", "272-every", record_word("bone_combos", 2, "", "<H", 9), "a combo of no bone"),
    ("bones", "272-every", record_word("bone_combos", 2, "", "<H", 5), "a local bone that is another"),
    ("reference", "272-every", record_word("bones", 4, OFFSETS["bone"]["rotation"] + 2, "<h", 2), "a track of no global sequence"),
    ("lookup", "272-every", record_word("attachment_lookup", 0, "", "<h", 0), "a wrong entry of a lookup"),
    ("lookup", "272-every", record_word("key_bones", 26, "", "<h", -1), "a key bone that is not found"),
    ("lookup", "272-every", record_word("sequence_lookup", 5, "", "<h", 1), "a sequence that is not found"),
    ("lookup", "272-every", record_word("camera_lookup", 1, "", "<h", 0), "a wrong camera"),
    ("aligned", "272-every", lambda files: put(files, "1000101.skin", OFFSETS["skin"]["indices"] + 4, "<I",
                                               skin_array(files, "1000101.skin", "indices") + 2), "an array of a skin off its place"),
    ("skin", "272-every", lambda files: files.update({"1000100.skin": b"SKIP" + files["1000100.skin"][4:]}), "no skin"),
    ("reference", "272-every", lambda files: put(files, "1000101.skin", skin_array(files, "1000101.skin", "batches") + 0xA, "<H", 9),
     "a batch of no material"),
    ("reference", "272-every", lambda files: put(files, "1000101.skin", skin_array(files, "1000101.skin", "indices"), "<H", 9),
     "an index of no vertex"),
    ("reference", "272-every", lambda files: put(files, "1000103.skin", skin_array(files, "1000103.skin", "sections") + 0xA, "<H", 9),
     "a section of an LOD beyond the indices"),
]


def skin_array(files, name, field):
    return struct.unpack_from("<I", files[name], OFFSETS["skin"][field] + 4)[0]


def check_faults(tap):
    for kind, form, change, claim in FAULTS:
        maker = chunked_make.Maker(form)
        files = dict(maker.files)
        change(files)
        kinds = {problem.kind for problem in read(files).problems}
        tap.check(files != maker.files and kind in kinds, "found (%s): %s" % (kind, claim), sorted(kinds))


def turned(quaternion, vector):
    """A vector turned by a quaternion: v + 2 q x (q x v + w v)."""
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    length = math.sqrt(sum(part * part for part in quaternion))
    x, y, z, w = (part / length for part in quaternion)
    inner = [one + w * other for one, other in zip(cross([x, y, z], vector), vector)]
    return [one + 2 * other for one, other in zip(vector, cross([x, y, z], inner))]


def placed(bones, index, point, at):
    """A point moved by a bone and those above it, without matrices."""
    while index >= 0:
        bone = bones[index]
        translation, rotation, scale = chunked_pose.parts(bone, *at)
        point = [(one - pivot) * factor for one, pivot, factor in zip(point, bone["pivot"], scale)]
        point = [one + pivot + by for one, pivot, by in zip(turned(rotation, point), bone["pivot"], translation)]
        index = bone["parent"]
    return point


def check_pose(tap):
    forms = ["272-bare", "274-bare-raw", "272-every", "273-chunked", "274-24500", "274-skel", "272-skel-inside", "274-parent", "273-parent-afid"]
    sets = {form: read(chunked_make.Maker(form, 5).files) for form in forms}
    poses, notes, seen = {}, [], set()
    for form, model in sets.items():
        bones, sequences, loops = chunked_pose.skeleton_of(model)
        times = [(index, time) for index, sequence in enumerate(sequences) for time in (0, 1, 250.5, sequence["duration"] / 2, sequence["duration"])]
        poses[form] = [chunked_pose.pose(bones, *at, loops, 12345.5) for at in times]
        seen.add(len(times) * len(bones))
        for at, matrices in zip(times, poses[form]):
            for index, matrix in enumerate(matrices):
                point = [1.5, -2.25, 0.75]
                wanted = placed(bones, index, point, (*at, loops, 12345.5))
                found = [sum(matrix[4 * row + step] * (point + [1])[step] for step in range(4)) for row in range(3)]
                if math.dist(wanted, found) > 1e-9 * max(1, *map(abs, wanted)):
                    notes.append("%s: sequence %d at %s, bone %d: %s, not %s" % (form, *at, index, found, wanted))
    tap.check(not notes and seen == {9 * 5 * 6}, "matrices move a point as its parts do, one by one", *notes[:5])
    wrong = [form for form in forms if poses[form] != poses["272-bare"]]
    tap.check(not wrong, "wherever the skeleton and its keys are stored, bones are in the same place", *wrong)
    tap.check(len({json.dumps(pose) for pose in poses["272-bare"]}) > 30, "and poses differ from time to time")
    model = sets["274-parent"]
    parent = chunked_pose.skeleton_of(model, True)
    tap.check(chunked_pose.pose(parent[0], 1, 300, parent[2]) != poses["274-parent"][7] and len(parent[1]) == 4,
              "a parent has sequences and poses of its own")
    tap.check([chunked_pose.played(model, number) for number in (0, 13, 70, 69, 71, 99)] ==
              [(False, 0), (False, 4), (True, 2), None, None, None] and chunked_pose.played(sets["274-skel"], 70) is None,
              "an animation is the model's own, else the parent's unless PABC lists it")
    track = {"interpolation": 1, "global_sequence": -1, "times": [chunked_read.Keys([100, 200])], "values": [[[0, 0, 0], [8, 4, 2]]]}
    at = lambda time: chunked_pose.sample(track, 0, time, [], 0, None)
    tap.check([at(time) for time in (0, 100, 125, 200, 900)] == [[0, 0, 0], [0, 0, 0], [2, 1, 0.5], [8, 4, 2], [8, 4, 2]],
              "keys are met exactly, between them lies a line, outside the nearest holds")
    still = dict(sets["272-bare"].model["bones"][5], flags=0x80000)
    parts = chunked_pose.parts(still, 0, 100, sets["272-bare"].loops, 0)
    tap.check(parts == ([0, 0, 0], [0, 0, 0, 1], [1, 1, 1]) and chunked_pose.turned([0, 0, 0, 0]) == chunked_pose.turned([0, 0, 0, 1]),
              "without its flag a bone stands still, and a rotation of no length turns nothing", parts)
    step = dict(track, interpolation=0)
    tap.check(chunked_pose.sample(step, 0, 199, [], 0, None) == [0, 0, 0], "a step holds the key before")
    loop = dict(track, global_sequence=0)
    tap.check(chunked_pose.sample(loop, 5, 0, [250], 375, None) == [2, 1, 0.5], "a global sequence has a clock of its own")
    flipped = {"interpolation": 1, "global_sequence": -1, "times": [chunked_read.Keys([0, 2])],
               "values": [[[32767, 32767, 32767, 65535], [32768, 32768, 32768, 0]]]}
    middle = chunked_pose.sample(flipped, 0, 1, [], 0, None, True)
    tap.check(abs(middle[3]) > 0.99, "rotations take the shorter arc", middle)


def check_missing(tap):
    maker = chunked_make.Maker("274-skel")
    name = "%d.anim" % (chunked_make.ANIM + 2)
    files = {key: data for key, data in maker.files.items() if key != name}
    model = read(files)
    bones, _, loops = chunked_pose.skeleton_of(model)
    try:
        chunked_pose.pose(bones, 2, 100, loops)
        refused = False
    except chunked_pose.Refused:
        refused = True
    tap.check(refused and any(name in missing for missing in model.missing) and not model.problems,
              "a missing .anim is no fault, but its sequence has no pose", model.problems, model.missing)
    chunked_pose.pose(bones, 1, 100, loops)


def check_programs(tap):
    with tempfile.TemporaryDirectory() as folder:
        run = lambda script, *words: subprocess.run([sys.executable, str(HERE / script), *words], stdout=subprocess.PIPE,
                                                    stderr=subprocess.PIPE, encoding="utf-8", check=False)
        model = folder + "/274-parent/Made.m2"
        made = run("chunked_make.py", folder, "274-parent")
        read_ = run("chunked_read.py", model)
        told = json.loads(read_.stdout) if read_.returncode == 0 else {}
        tap.check(made.returncode == 0 and told.get("problems") == [] and told["parent"]["file"] == "1000301.skel"
                  and told["md20"]["particles"]["items"][0]["speed"]["times"]["offset"] % 16 == 0, "chunked_read.py prints JSON",
                  made.stderr, read_.stderr)
        posed = run("chunked_pose.py", model, "2", "300")
        bad = run("chunked_pose.py", model, "99", "300")
        tap.check(posed.returncode == 0 and len(json.loads(posed.stdout)) == 6 and bad.returncode == 1, "chunked_pose.py prints matrices",
                  posed.stderr, bad.stderr)
        pathlib.Path(model).write_bytes(pathlib.Path(model).read_bytes() + b"x")
        faulty, ignored = run("chunked_read.py", "--check", model), run("chunked_read.py", "--check", "--ignore", "chunk", model)
        tap.check(faulty.returncode == 1 and "after the last chunk" in faulty.stdout and ignored.returncode == 0,
                  "--check prints problems, and --ignore leaves some out", faulty.stdout, ignored.stdout)


def check_corpus(tap):
    folder = os.environ.get("MODELWRIGHT_CORPUS")
    paths = [path for pattern in ORIGINALS for path in sorted(pathlib.Path(folder).glob(pattern))] if folder else []
    if not paths:
        tap.skip("original files are used up without a fault", "no corpus")
        return
    notes = ["%s: %s: %s: %s" % (path.name, *problem) for path in paths for problem in chunked_read.Set(path).problems]
    tap.check(not notes and len(paths) >= 5, "original files are used up without a fault", *notes[:20], len(paths))


def main():
    tap = Tap()
    check_tables(tap)
    check_values(tap)
    for form in chunked_make.FORMS:
        check_made(tap, form)
    check_places(tap)
    check_faults(tap)
    check_pose(tap)
    check_missing(tap)
    check_programs(tap)
    check_corpus(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
