# SPDX-License-Identifier: GPL-3.0-or-later
"""The values of made models: trees for chunked_write.py in which every field that is free has a value of its own, and every field
that refers to something refers to something that is there."""
import math
import struct
import zlib

import chunked_tables as tables
from chunked_write import Blanked

# id, variation, kind: "in" is stored in the model, "out" in a file, "alias N" plays sequence N.
OWN = [(0, 0, "in"), (4, 0, "in"), (5, 0, "out"), (5, 1, "out"), (13, 0, "alias 1"), (41, 0, "in"), (60, 0, "out"), (61, 0, "alias 6"),
       (1, 0, "in")]
PARENT = [(0, 0, "in"), (69, 0, "out"), (70, 0, "in"), (71, 0, "alias 1")]
NONE = {"interpolation": 0, "global_sequence": -1, "times": [], "values": []}


def single(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def cquat(axis, angle):
    """A rotation in four words (section 3)."""
    length = math.sqrt(sum(part * part for part in axis))
    parts = [part / length * math.sin(angle / 2) for part in axis] + [math.cos(angle / 2)]
    return [min(65535, max(0, math.ceil((part + 1) * 32767.5 - 0.5))) for part in parts]


def prime_from(number):
    while any(number % factor == 0 for factor in range(2, int(number ** 0.5) + 1)):
        number += 1
    return number


def sequence_lookup(sequences):
    """5.2: no table below 6 ids, then the smallest prime from twice their number on."""
    ids = list(dict.fromkeys(sequence["id"] for sequence in sequences))
    if len(ids) < 6:
        return []
    table = [-1] * prime_from(2 * len(ids))
    for number in ids:
        slot, step = number % len(table), 1
        while table[slot] != -1:
            slot, step = (slot + step * step) % len(table), step + 1
        table[slot] = next(index for index, sequence in enumerate(sequences) if sequence["id"] == number)
    return table


def lookup(keys):
    """Section 8."""
    return [next((index for index, key in enumerate(keys) if key == slot), -1) for slot in range(max(keys, default=-1) + 1)]


class Values:
    """Numbers that do not come twice, as far as their type has so many. start: where they begin, to tell two files apart."""

    def __init__(self, start=0):
        self.count = start
        self.sequences, self.loops = [], []

    def next(self, kind):
        if isinstance(kind, str) and kind[0] == "@":
            return {name: self.next(field) for name, field in tables.RECORDS[kind[1:]]}
        if not isinstance(kind, str):
            return [self.next(kind[1]) for _ in range(kind[0])]
        self.count += 1
        number = self.count
        if kind in ("v2", "v3", "quat"):
            return [self.next("f32") for _ in range({"v2": 2, "v3": 3, "quat": 4}[kind])]
        return {"f32": number + 0.25, "u32": 0x01000000 + number, "i32": 0x02000000 + number, "u16": 1 + number % 65000,
                "i16": 1 + number % 32000, "fx16": 1 + number * 7 % 32000, "u8": 1 + number * 7 % 251, "i8": 1 + number * 7 % 120,
                "fp2.5": 1 + number * 7 % 251, "fp6.9": 1 + number * 7 % 65000, "half": number % 1000 + 0.5}[kind]

    def key(self, kind):
        if kind == "cquat":
            self.count += 1
            return cquat((1, self.count % 5 + 1, self.count % 3 - 1), 0.1 + self.count % 60 * 0.05)
        if kind == "quat":
            self.count += 1
            angle = 0.01 * (self.count % 600)
            return [0.0, 0.0, single(math.sin(angle / 2)), single(math.cos(angle / 2))]
        return self.next(kind)

    def make_sequences(self, plan, outside):
        """outside: whether "out" sequences have their keys in files; if not, they are stored in the model."""
        made = []
        for index, (number, variation, kind) in enumerate(plan):
            target = int(kind.split()[1]) if kind.startswith("alias") else index
            stored = 0x20 if plan[target][2] == "in" or not outside else 0
            sequence = self.next("@sequence")
            sequence.update(id=number, variation=variation, duration=1000 + 111 * target, flags=stored | (0x40 if target != index else 0)
                            | 0x200, frequency=32767, pad=0, alias_next=index, variation_next=-1)
            made.append(sequence)
        for index, (number, variation, kind) in enumerate(plan):
            if kind.startswith("alias"):
                # 5.1: the ring of a head and its aliases.
                head = int(kind.split()[1])
                made[index]["alias_next"], made[head]["alias_next"] = made[head]["alias_next"], index
            following = [other for other, entry in enumerate(plan) if entry[:2] == (number, variation + 1)]
            if following:
                made[index]["variation_next"] = following[0]
                made[index]["frequency"] = 20000
                made[following[0]]["frequency"] = 12767
        self.sequences = made
        return made

    def times(self, end, count, index):
        if count == 1:
            return [0]
        return [0] + [end * step // (count - 1) - (count - 1 - step) * (7 + index) for step in range(1, count)]

    def track(self, kind, mode="each", interpolation=1, events=False):
        """mode: "each" has keys for each sequence, "some" leaves every third without, "one" has one key, "loop N" a global sequence."""
        if mode == "none":
            return dict(NONE, times=[], values=[])
        loop, times = -1, []
        if mode == "one":
            times = [[0]]
        elif mode.startswith("loop"):
            loop = int(mode.split()[1])
            times = [self.times(self.loops[loop], 4, loop)]
        else:
            for index, sequence in enumerate(self.sequences):
                count = 1 + (index + self.count) % 4 if mode == "each" else (index + 1) % 3 * 2
                times.append(self.times(sequence["duration"], count, index) if count else [])
                if events:
                    times[-1] = [5 + 13 * index + 29 * number for number in range(count)]
        values = [[self.key(kind) for _ in keys] for keys in times] if kind else []
        if loop == -1 and len(times) == len(self.sequences):
            heads = [tables.keys_of(self.sequences, index) for index in range(len(times))]
            times, values = [times[head] for head in heads], [values[head] for head in heads] if kind else []
        made = {"interpolation": interpolation, "global_sequence": loop, "times": times}
        if kind:
            made["values"] = values
        return made

    def fblock(self, kind, count):
        return {"times": [32767 * index // max(1, count - 1) for index in range(count)], "values": [self.next(kind) for _ in range(count)]}

    def text(self, words):
        return list(words.encode("latin-1")) + [0]

    def bones(self, prefix):
        """Six bones: a root that stands still, moved, turned, scaled and looping ones, and one that has everything."""
        plan = [(26, -1, "none", "none", "none", 0), (-1, 0, "each", "none", "none", 0x10000), (6, 1, "none", "each", "none", 0x20000),
                (-1, 2, "some", "none", "each", 0x40000), (0, 1, "none", "loop 1", "loop 0", 0), (-1, 4, "each", "some", "each", 0x80000)]
        bones = []
        for index, (key, parent, translation, rotation, scale, flags) in enumerate(plan):
            pivot = [0.5 * index, 0.25 - 0.125 * index * index, 1.0 + 0.375 * index]
            over = bones[parent]["pivot"] if parent >= 0 else pivot
            moved = any(mode != "none" for mode in (translation, rotation, scale))
            bones.append({
                "key_bone": key, "flags": flags | (0x200 if moved else 0), "parent": parent,
                "dist_to_parent": math.floor(36 * math.dist(pivot, over)), "name_crc": zlib.crc32(b"%s%d" % (prefix, index)),
                "translation": self.small("v3", translation), "rotation": self.track("cquat", rotation, index % 2),
                "scale": self.small("v3", scale, 0.5), "pivot": pivot})
        return bones

    def small(self, kind, mode, least=0):
        """A track of small numbers, so that poses can be compared as floats."""
        track = self.track(kind, mode)
        track["values"] = [[[least + part % 256 / 128 for part in value] for value in values] for values in track["values"]]
        return track

    def attachments(self):
        return [{"id": number, "bone": bone, "word": self.next("u16"), "position": self.next("v3"), "visibility": self.track("u8", mode, 0)}
                for number, bone, mode in ((1, 1, "each"), (0, 2, "one"), (19, 5, "none"))]

    def particle(self, index, textures):
        """The flag for several textures is on the second emitter only; its word then holds three indices."""
        made = self.next_plain("particle")
        several = index == 1
        made.update(id=-1, flags=0x20000 + 0x10 + (0x10000000 if several else 0), bone=1 + index, blend=(2, 4, 7)[index % 3],
                    texture=1 | 2 << 5 | 0 << 10 if several else index % textures, emitter_type=1 + index % 3, priority=index - 1,
                    geometry_model=[0], recursion_model=[0] if index else self.text("Spells\\Recursion%d.m2" % self.count),
                    particle_color=(0, 11, 12)[index % 3])
        modes = iter(("each", "one", "loop 0", "one", "none", "one", "some", "one", "each", "one", "none"))
        for name, kind in tables.RECORDS["particle"]:
            if not isinstance(kind, str) and kind[0] == "T":
                made[name] = self.track(kind[1], next(modes), 0 if kind[1] == "u8" else 1)
                if name == "gravity":
                    bits = lambda: struct.unpack("<I", struct.pack("<f", self.next("f32")))[0]
                    made[name]["values"] = [[bits() for _ in values] for values in made[name]["values"]]
            elif not isinstance(kind, str) and kind[0] == "F":
                made[name] = self.fblock(kind[1], {"color": 3, "alpha": 4, "scale": 2, "head_cell": 4, "tail_cell": 0}[name] + index % 2)
        made["spline"] = [self.next("v3") for _ in range(2 * index)]
        return made

    def next_plain(self, record):
        """A record with its scalar fields filled."""
        return {name: self.next(kind) for name, kind in tables.RECORDS[record]
                if isinstance(kind, str) and kind[0] != "@" or isinstance(kind[0], int)}

    def light(self, index):
        made = {"type": 1 - index % 2, "bone": 1 + index, "position": self.next("v3")}
        modes = iter(("one", "each", "one", "loop 1", "one", "one", "none") if index else ("each", "one", "loop 0", "one", "one", "some", "one"))
        for name, kind in tables.RECORDS["light"][3:]:
            made[name] = self.track(kind[1], next(modes), 0 if kind[1] == "u8" else 1)
        return made

    def camera(self, number):
        made = {"type": number, "far": self.next("f32") + 100, "near": 0.125 * (2 + number), "position_base": self.next("v3"),
                "target_base": self.next("v3")}
        for name, kind, mode in (("position", "@spline_v3", "each"), ("target", "@spline_v3", "one"), ("roll", "@spline_f32", "one"),
                                 ("fov", "@spline_f32", "one")):
            made[name] = self.track(kind, mode if number else "one", 2 if name == "position" else 0)
        return made

    def ribbon(self, index, textures, materials):
        made = self.next_plain("ribbon")
        made.update(id=-1, bone=2 + index, textures=list(range(1 + index))[:textures], materials=[index % materials], priority=index,
                    transform_lookup=0)
        modes = iter(("each", "one", "loop 0", "one", "some", "one"))
        for name, kind in tables.RECORDS["ribbon"]:
            if not isinstance(kind, str) and kind[0] == "T":
                made[name] = self.track(kind[1], next(modes), 0 if kind[1] in ("u8", "u16") else 1)
        return made

    def texture(self, index, kind, by_id, blank):
        """by_id: TXID has the file. blank: the name's space is kept (5.10)."""
        path = [0] if kind else self.text("World\\Made\\Texture%d.blp" % index)
        if by_id and not kind:
            path, space = (Blanked() if blank else []), len(path)
            if blank:
                path.space = space
        return {"type": kind, "flags": index % 4, "path": path}

    def vertex(self, index):
        made = self.next_plain("vertex")
        # Two bones of the run of the section that the vertex is in.
        first = 1 + index // 4 * 2
        made.update(weights=[200 - index, 55 + index, 0, 0], bones=[first + index % 2, first + (index + 1) % 2, 0, 0])
        return made


BONE_RUN = [1, 2, 3, 4]


def skin(values, number, vertices, file_form=True):
    """A profile: two sections of four vertices and two triangles each; an LOD leaves out the second."""
    sections = 1 if number >= 4 else 2
    local = list(range(4 * sections))
    bones = [[vertices[index]["bones"][0] - 1 - index // 4 * 2, vertices[index]["bones"][1] - 1 - index // 4 * 2, 0, 0] for index in local]
    indices = [start + corner for start in range(0, len(local), 4) for corner in (0, 1, 2, 0, 2, 3)]
    made = {"magic": b"SKIN", "vertices": local, "indices": indices, "bones": bones, "sections": [], "batches": [],
            "bone_count_max": 0, "shadow_batches": []}
    for index in range(sections):
        section = values.next("@section")
        section.update(id=101 * index, level=0, vertex_start=4 * index, vertex_count=4, index_start=6 * index, index_count=6, bone_count=2,
                       bone_combo=2 * index, influences=2, center_bone=1 + 2 * index)
        made["sections"].append(section)
        batch = values.next("@batch")
        batch.update(flags=0x10, priority=index - 1, shader=0 if index == 0 else 0x8000 + number % 4, section=index, geoset=index,
                     color=index if index else 0xFFFF, material=index, layer=0, texture_count=1 + index, textures=index, coordinates=0,
                     weights=index, transforms=index)
        batch["flags"] |= 0x80 if batch["shader"] & 0x8000 else 0
        made["batches"].append(batch)
        shadow = {"flags": batch["flags"], "more_flags": 1 + index, "zero": 0, "section": index, "texture": index, "color": batch["color"],
                  "weight": index}
        made["shadow_batches"].append(shadow)
    return made
