#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""chunked_make.py FOLDER [FORM...]: sets of chunked M2 files, written from the format's reference alone (docs/formats/m2.md).

Writes FOLDER/FORM/Made.m2 with its companions for each FORM, or for all of FORMS. Every field of every record and chunk has a value
of its own, as far as its type has so many and it refers to nothing. What chunked_read.py reads from them must be the tree made here.
"""
import argparse
import pathlib
import random
import struct
import sys

import chunked_tables as tables
from chunked_values import BONE_RUN, OWN, PARENT, Values, lookup, sequence_lookup, skin
from chunked_write import Block, Writer, anim_bytes, chunk, listed

SKIN, ANIM, PARENT_ANIM, SKEL, PARENT_SKEL, PHYS, BONE, TEXTURE, RECURSION, GEOMETRY = (
    1000100, 1000200, 1000250, 1000300, 1000301, 1000400, 1000500, 1000600, 1000700, 1000800)
STEM = "Made"
EVERY = ("MD21 PFID SFID AFID BFID TXAC EXPT EXP2 PABC PADC PSBC PEDC SKID TXID LDV1 RPID GPID WFV1 WFV2 WFV3 PGD1 PFDC EDGF NERF DETL "
         "DBOC AFRA ZZZ9").split()
# What a form leaves unsaid is this: a chunked model with every chunk but SKID and those of a parent, and all keys inside.
PLAIN = {"version": 272, "flags": 0x80, "skel": None, "anim": "inside", "order": "listed", "without": (), "by": "ids", "txid": "blank",
         "profiles": 2, "lods": 3, "cut": False, "sizes": "wiki", "step": 16, "bare": False, "events": True}
WITHOUT_PARENT = ("PABC", "PADC", "PSBC", "PEDC")
FORMS = {
    # The same model bare, once with raw .anim files.
    "272-bare": {"bare": True, "lods": 0},
    "274-bare-raw": {"version": 274, "bare": True, "anim": "raw", "lods": 0},
    # The chunks of the one real file that was seen, in its order, with companions by name.
    "272-few": {"anim": "raw", "by": "names", "profiles": 4, "lods": 0,
                "only": ("MD21", "AFID", "SFID", "TXID")},
    "272-every": {"anim": "raw", "flags": 0x80 | 0x200},
    "272-cut": {"profiles": 4, "lods": 2, "cut": True, "order": "reversed"},
    "272-inside": {"flags": 0x80 | 0x8, "order": "model last"},
    "273-chunked": {"version": 273, "flags": 0x80 | 0x2000 | 0x8, "anim": "chunked", "order": "shuffled 1"},
    "273-names": {"version": 273, "anim": "chunked", "flags": 0x80 | 0x2000, "by": "names", "without": ("SFID", "TXID", "AFID", "LDV1"),
                  "lods": 0, "txid": None},
    # Every chunk, and every companion by name.
    "274-named": {"version": 274, "anim": "chunked", "flags": 0x80 | 0x2000 | 0x8, "by": "names", "lods": 0,
                  "order": "shuffled 7"},
    "274-24500": {"version": 274, "flags": 0x80 | 0x200000 | 0x800 | 0x20000, "anim": "chunked", "order": "shuffled 2", "txid": "zero"},
    "274-sizes": {"version": 274, "sizes": "others", "step": 4, "without": ("EXP2",), "order": "shuffled 3", "profiles": 1, "lods": 0},
    "274-exp2": {"version": 274, "step": 4, "without": ("EXPT",), "flags": 0x80 | 0x40000 | 0x80000 | 0x100000, "order": "shuffled 4"},
    "274-skel": {"version": 274, "flags": 0x80 | 0x200000, "skel": "own", "anim": "chunked", "order": "model last"},
    "272-skel-inside": {"skel": "own", "by": "names"},
    "274-parent": {"version": 274, "flags": 0x80 | 0x200000, "skel": "child", "anim": "chunked", "order": "shuffled 5"},
    "273-parent-afid": {"version": 273, "skel": "child with AFID", "anim": "chunked", "order": "shuffled 6"},
}


class Maker:
    """One set. files: {name: bytes}. model, skel, parent, skins and chunks: the trees that a reader must find."""

    def __init__(self, form, start=None):
        """start: the first of the values. Forms made with the same start have the same bones."""
        self.form = dict(PLAIN, **FORMS[form])
        self.values = Values(sorted(FORMS).index(form) * 11 if start is None else start)
        self.files, self.chunks, self.skins = {}, {}, {}
        self.skel, self.parent = {}, {}
        self.by_ids = self.form["by"] == "ids" and not self.form["bare"]
        values, outside = self.values, self.form["anim"] != "inside"
        self.plan = OWN
        values.loops = [1500 + values.count, 2600 + values.count]
        values.make_sequences(self.plan, outside)
        if (self.form["skel"] or "").startswith("child"):
            self.make_parent(outside)
        self.make_model()
        self.write(outside)

    def wants(self, name):
        if name in WITHOUT_PARENT and not self.parent:
            return False
        if name == "SKID":
            return bool(self.form["skel"])
        if name in ("AFID", "BFID") and self.form["skel"]:
            return False
        if name == "AFID" and self.form["anim"] == "inside":
            return False
        return name in self.form.get("only", EVERY) and name not in self.form["without"]

    def afid(self, values, plan, first):
        return [{"animation": number, "variation": variation, "file": first + index if kind == "out" else 0}
                for index, (number, variation, kind) in enumerate(plan)]

    def skeleton(self, values, name, prefix):
        bones, attachments = values.bones(prefix), values.attachments()
        return {
            "SKL1": {"flags": 0x100, "name": values.text(name), "pad": [0] * 4},
            "SKS1": {"global_sequences": values.loops, "sequences": values.sequences, "sequence_lookup": sequence_lookup(values.sequences),
                     "pad": [0] * 8},
            "SKB1": {"bones": bones, "key_bones": lookup([bone["key_bone"] for bone in bones])},
            "SKA1": {"attachments": attachments, "attachment_lookup": lookup([attachment["id"] for attachment in attachments])}}

    def make_parent(self, outside):
        values = self.parent_values = Values(40000)
        values.loops = [3100, 3200]
        values.make_sequences(PARENT, outside)
        self.parent = self.skeleton(values, "Parent", b"parent")
        self.parent["AFID"] = self.afid(values, PARENT, PARENT_ANIM)
        if self.form["skel"] == "child":
            # The child has no AFID, so that of the parent names its files as well.
            self.parent["AFID"] += [entry for entry in self.afid(self.values, OWN, ANIM) if entry["file"]]
        self.parent["BFID"] = [BONE + 50, BONE + 51]

    def make_model(self):
        values, form = self.values, self.form
        types = [0, 0, 11, 0]
        by_id = form["txid"] is not None and not form["bare"]
        skeleton = self.skeleton(values, STEM, b"made")
        model = {
            "magic": b"MD20", "version": form["version"], "name": values.text(STEM), "flags": form["flags"],
            "global_sequences": values.loops, "sequences": values.sequences, "sequence_lookup": skeleton["SKS1"]["sequence_lookup"],
            "bones": skeleton["SKB1"]["bones"], "key_bones": skeleton["SKB1"]["key_bones"],
            "vertices": [values.vertex(index) for index in range(8)], "skin_count": form["profiles"],
            "colors": [{"rgb": values.track("v3", mode), "alpha": values.track("fx16", other)}
                       for mode, other in (("each", "one"), ("one", "some"))],
            "textures": [values.texture(index, kind, by_id, form["txid"] == "blank") for index, kind in enumerate(types)],
            "texture_weights": [{"weight": values.track("fx16", mode)} for mode in ("one", "each", "loop 0")],
            "texture_transforms": [{"translation": values.track("v3", moved), "rotation": values.track("quat", turned),
                                    "scale": values.track("v3", scaled)}
                                   for moved, turned, scaled in (("each", "one", "none"), ("loop 1", "some", "one"))],
            # The last texture of each type.
            "texture_lookup": [max((index for index, kind in enumerate(types) if kind == slot), default=-1)
                               for slot in range(max(types) + 1)],
            "materials": [{"flags": 1 << index, "blend": index} for index in range(3)],
            "bone_combos": BONE_RUN, "texture_combos": [0, 1, 2, 3][:4 if form["bare"] else 3], "coordinate_combos": [0, 1], "weight_combos": [0, 1, 2],
            "transform_combos": [0, -1, 1], "bounds": values.next("@bounds"), "collision_bounds": values.next("@bounds"),
            "collision_indices": [0, 1, 2], "collision_positions": [values.next("v3") for _ in range(3)],
            "collision_normals": [values.next("v3")], "attachments": skeleton["SKA1"]["attachments"],
            "attachment_lookup": skeleton["SKA1"]["attachment_lookup"],
            "events": [{"id": name, "data": values.next("u32"), "bone": index, "position": values.next("v3"),
                        "times": values.track(None, mode, 0, events=True)}
                       for index, (name, mode) in enumerate(((b"$CSD", "each"), (b"$FSD", "some"), (b"DEST", "loop 0")))],
            "lights": [values.light(index) for index in range(2)], "cameras": [values.camera(number) for number in range(2)],
            "camera_lookup": [0, 1], "ribbons": [values.ribbon(index, len(types), 3) for index in range(2)],
            "particles": [values.particle(index, len(types)) for index in range(3)]}
        if form["flags"] & tables.COMBINERS:
            model["combiner_combos"] = [0, 1, 2]
        if form["skel"]:
            self.skel = skeleton
            for field in ("sequences", "sequence_lookup", "bones", "key_bones", "attachments", "attachment_lookup"):
                model[field] = []
        self.model, self.types = model, types
        if not form["bare"]:
            self.make_chunks()

    def make_chunks(self):
        values, model, form = self.values, self.model, self.form
        emitters = len(model["particles"])
        skins = form["profiles"] + form["lods"]
        other = form["sizes"] == "others"
        made = {
            "PFID": [PHYS], "SFID": [SKIN + index for index in range(5 if form["cut"] else skins)],
            "AFID": self.afid(values, self.plan, ANIM),
            "BFID": [BONE, BONE + 1], "TXAC": [values.next((2, "u8")) for _ in range(len(model["materials"]) + emitters)],
            "EXPT": [values.next("@expt") for _ in range(emitters)],
            "EXP2": {"particles": [dict(values.next("@expt"), alpha_cutoff=values.fblock("fx16", index)) for index in range(emitters)]},
            "SKID": [SKEL], "TXID": [0 if kind else TEXTURE + index for index, kind in enumerate(self.types)],
            "LDV1": [dict(values.next("@ldv1"), lod_count=form["lods"] + 1, particle_bone_lod=[0, 1, 2, 3])],
            "RPID": [RECURSION + index for index in range(emitters)], "GPID": [GEOMETRY + index for index in range(emitters)],
            "WFV1": struct.pack("<f", values.next("f32")) + bytes(range(1, 21)), "WFV2": bytes(range(101, 133)),
            "WFV3": [values.next("@wfv3")], "PGD1": {"geosets": [101 * index for index in range(emitters)]},
            "PFDC": b"PHYS\2\0\0\0\6\0" + bytes(6), "EDGF": [values.next("@edgf32" if other else "@edgf24") for _ in range(2)],
            "NERF": [values.next("@nerf")], "DETL": [values.next("@detl16" if other else "@detl12") for _ in model["lights"]],
            "DBOC": [values.next("@dboc") for _ in range(2)], "AFRA": bytes(range(150, 171)), "ZZZ9": bytes(range(200, 213))}
        # The pieces of a chunk with references have the format's own limits on what they refer to.
        if self.parent:
            parent = self.parent_values
            made["PABC"] = {"animations": [69, 71]}
            made["PADC"] = {"weights": [{"weight": parent.track("fx16", mode)} for mode in ("one", "each", "loop 1")]}
            made["PSBC"] = {"bounds": [values.next("@bounds") for _ in parent.sequences]}
            made["PEDC"] = {"events": [{"times": parent.track(None, mode, 0, events=True)} for mode in ("each", "some", "loop 0")]}
        self.chunks = {name: value for name, value in made.items() if self.wants(name)}

    def blocks(self, sequences):
        return {index: Block() for index, sequence in enumerate(sequences) if tables.is_external(sequence["flags"])}

    def write(self, outside):
        form, values = self.form, self.values
        inner = {name: self.blocks(values.sequences) for name in ("AFM2", "AFSA", "AFSB")}
        fields = tables.header(form["version"], form["flags"])
        order = ("sequences", "sequence_lookup", "bones", "key_bones") if form["flags"] & tables.FORMAT_24500 else ()
        image = Writer(values.sequences, inner["AFM2"]).write(fields, self.model, order)
        if form["bare"]:
            self.files[STEM + ".m2"] = image
        else:
            self.files[STEM + ".m2"] = b"".join(chunk(name, image if name == "MD21" else self.payload(name)) for name in self.chunk_order())
        if self.skel:
            name = "%d.skel" % SKEL if self.by_ids else STEM + ".skel"
            self.files[name] = self.write_skel(self.skel, values, inner, self.own_skel_chunks())
        self.write_anims(values, self.plan, inner, ANIM, outside)
        if self.parent:
            blocks = {name: self.blocks(self.parent_values.sequences) for name in ("AFM2", "AFSA", "AFSB")}
            extra = [("AFID", listed("@afid", self.parent["AFID"])), ("BFID", listed("u32", self.parent["BFID"]))]
            self.files["%d.skel" % PARENT_SKEL] = self.write_skel(self.parent, self.parent_values, blocks, extra)
            self.write_anims(self.parent_values, PARENT, blocks, PARENT_ANIM, outside)
        self.write_others()

    def own_skel_chunks(self):
        extra = []
        if self.parent:
            self.skel["SKPD"] = [{"before": [0] * 8, "parent": PARENT_SKEL, "after": [0] * 4}]
            extra.append(("SKPD", listed("@skpd", self.skel["SKPD"])))
        if self.form["anim"] != "inside" and self.form["skel"] != "child":
            self.skel["AFID"] = self.afid(self.values, self.plan, ANIM)
            self.skel["BFID"] = [BONE, BONE + 1]
            extra += [("AFID", listed("@afid", self.skel["AFID"])), ("BFID", listed("u32", self.skel["BFID"]))]
        return extra

    def write_skel(self, skeleton, values, blocks, extra):
        """The order of the chunks turns from form to form; SKS1 is needed first and need not come first."""
        chunks = [(name, Writer(values.sequences, blocks[to] if to else None).write(tables.PLACED[name], skeleton[name]))
                  for name, to in (("SKL1", None), ("SKS1", None), ("SKA1", "AFSA"), ("SKB1", "AFSB"))] + extra
        if values.count % 2:
            chunks.reverse()
        return b"".join(chunk(*entry) for entry in chunks)

    def write_anims(self, values, plan, blocks, first, outside):
        if not outside:
            return
        for index, (number, variation, kind) in enumerate(plan):
            if kind != "out":
                continue
            aliases = sum(entry[2] == "alias %d" % index for entry in plan)
            if self.form["skel"]:
                data = b"".join(chunk(name, anim_bytes(blocks[name][index], aliases)) for name in ("AFM2", "AFSA", "AFSB"))
            else:
                data = anim_bytes(blocks["AFM2"][index], aliases)
                data = chunk("AFM2", data) if self.form["anim"] == "chunked" else data
            by_id = self.by_ids or first == PARENT_ANIM
            self.files["%d.anim" % (first + index) if by_id else "%s%04d-%02d.anim" % (STEM, number, variation)] = data

    def chunk_order(self):
        names = [name for name in EVERY if name == "MD21" or name in self.chunks]
        order = self.form["order"]
        if "only" in self.form:
            names = [name for name in self.form["only"] if name in names]
        elif order == "reversed":
            names.reverse()
        elif order == "model last":
            names.append(names.pop(0))
        elif order.startswith("shuffled"):
            random.Random(int(order.split()[1])).shuffle(names)
        return names

    def payload(self, name):
        value = self.chunks[name]
        if isinstance(value, bytes):
            return value
        if name in tables.PLACED:
            writer = Writer(self.parent_values.sequences if self.parent else (), None, self.form["step"])
            return writer.write(tables.PLACED[name], value)
        others = self.form["sizes"] == "others"
        kind = {"EDGF": "@edgf32" if others else "@edgf24", "DETL": "@detl16" if others else "@detl12"}.get(name) or tables.LISTS[name]
        return listed(kind, value)

    def write_others(self):
        form = self.form
        for number in range(form["profiles"] + form["lods"]):
            made = self.skins[number] = skin(self.values, number if number < form["profiles"] else 4, self.model["vertices"])
            named = "%s%02d.skin" % (STEM, number) if number < form["profiles"] else "%s_lod%02d.skin" % (STEM, number - form["profiles"] + 1)
            # An SFID that is cut short leaves the last skin to its name.
            by_id = self.by_ids and "SFID" in self.chunks and number < len(self.chunks["SFID"])
            self.files["%d.skin" % (SKIN + number) if by_id else named] = Writer().write(tables.RECORDS["skin56"], made)
        if form["cut"]:
            del self.skins[form["profiles"] + form["lods"] - 1]
        if form["bare"]:
            return
        self.files["%d.phys" % PHYS if self.by_ids else STEM + ".phys"] = b"PHYS\2\0\0\0\5\0"
        for index in range(2):
            name = "%d.bone" % (BONE + index) if self.by_ids else "%s_%02d.bone" % (STEM, index)
            self.files[name] = struct.pack("<I", 1) + chunk("BIDA", struct.pack("<H", 3 + index)) + chunk(
                "BOMT", struct.pack("<16f", *[self.values.next("f32") for _ in range(16)]))

    def save(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self.files.items():
            (folder / name).write_bytes(data)
        return folder / (STEM + ".m2")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("forms", nargs="*", metavar="FORM", default=list(FORMS))
    options = parser.parse_args()
    for form in options.forms:
        if form not in FORMS:
            parser.error("no form %s; there are %s" % (form, " ".join(FORMS)))
        Maker(form).save(options.folder / form)
    return 0


if __name__ == "__main__":
    sys.exit(main())
