# SPDX-License-Identifier: GPL-3.0-or-later
"""What chunked_read.py verifies of a set beyond its bytes: lists that run in parallel, references by index, lookup tables."""
import chunked_tables as tables
from chunked_decode import Problem


class Checker:
    def __init__(self, model):
        self.set, self.model, self.name = model, model.model, model.path.name
        self.skeleton = model.skel
        self.bones = model.skel.bones if model.skel else model.model["bones"]
        self.attachments = model.skel.attachments if model.skel else model.model["attachments"]

    def problem(self, kind, text):
        self.set.problems.append(Problem(kind, self.name, text))

    def below(self, what, value, count, none=None):
        if value != none and not 0 <= value < count:
            self.problem("reference", "%s is %d, of %d" % (what, value, count))

    def counts(self):
        """Section 12: lists with an entry for each of something."""
        model = self.model
        emitters = len(model["particles"])
        for name, wanted, what in (("TXID", len(model["textures"]), "textures"), ("EXPT", emitters, "emitters"),
                                   ("RPID", emitters, "emitters"), ("GPID", emitters, "emitters"),
                                   ("TXAC", len(model["materials"]) + emitters, "materials and emitters"),
                                   ("DETL", len(model["lights"]), "lights")):
            records = self.set.records(name)
            if records is not None and len(records) != wanted:
                self.problem("parallel", "%s has %d entries for %d %s" % (name, len(records), wanted, what))
        # That PEDC and PADC have one entry for each event and weight, PSBC one for each sequence of the parent, follows from what
        # they replace; no file was seen.
        placed = [("EXP2", "particles", emitters, "emitters"), ("PGD1", "geosets", emitters, "emitters"),
                  ("PEDC", "events", len(model["events"]), "events"), ("PADC", "weights", len(model["texture_weights"]), "weights")]
        if self.set.parent:
            placed.append(("PSBC", "bounds", len(self.set.parent.sequences), "sequences of the parent"))
        for name, field, wanted, what in placed:
            chunk = self.set.chunk(name)
            if chunk and chunk["fields"] and len(chunk["fields"][field]) != wanted:
                self.problem("parallel", "%s has %d entries for %d %s" % (name, len(chunk["fields"][field]), wanted, what))

    def textures(self):
        ids = self.set.records("TXID")
        for index, texture in enumerate(self.model["textures"]):
            file_id = ids[index] if ids and index < len(ids) else 0
            if file_id and texture["type"]:
                self.problem("txid", "texture %d has the type %d and the file id %d" % (index, texture["type"], file_id))
            if file_id and texture["path"].count:
                self.problem("txid", "texture %d has a name and the file id %d" % (index, file_id))

    def views(self):
        """SFID: the profiles, then LOD skins as many as LDV1 says; 20 bytes may stop short of that."""
        ids = self.set.records("SFID")
        if ids is None:
            return
        count, lods = self.model["skin_count"], len(ids) - self.model["skin_count"]
        if lods < 0 or lods > 3:
            self.problem("sfid", "%d ids for %d profiles and 0 to 3 LOD skins" % (len(ids), count))
        levels = self.set.records("LDV1")
        if levels:
            wanted = levels[0]["lod_count"] - 1
            short = len(ids) == 5 and count + wanted > 5
            if wanted != lods and not short:
                self.problem("ldv1", "lodCount %d, but %d LOD skins" % (wanted + 1, lods))
            if any(bit > 3 for bit in levels[0]["particle_bone_lod"]):
                self.problem("ldv1", "levels of bones %s" % levels[0]["particle_bone_lod"])

    def animations(self):
        """Sequences that are stored outside have an entry of AFID, and entries have a sequence."""
        owners = [(self.name, self.set.sequences, self.set.records("AFID"))]
        if self.skeleton:
            owners = [(one.path.name, one.sequences, one.afid if one.own_afid or one.parent else None)
                      for one in (self.skeleton, self.set.parent) if one]
            if self.set.records("AFID") is not None:
                self.problem("afid", "AFID beside SKID: the skeleton has it")
        known = {(sequence["id"], sequence["variation"]) for _, sequences, _ in owners for sequence in sequences}
        for name, sequences, afid in owners:
            if afid is None:
                continue
            listed = {(entry["animation"], entry["variation"]) for entry in afid}
            for sequence in sequences:
                numbers = (sequence["id"], sequence["variation"])
                if tables.is_external(sequence["flags"]) and numbers not in listed:
                    self.problem("afid", "%s: sequence %d-%d is stored outside and not in AFID" % (name, *numbers))
            for numbers in sorted(listed - known):
                self.problem("afid", "%s: AFID names %d-%d, which is no sequence" % (name, *numbers))

    def skeletons(self):
        if not self.set.records("SKID"):
            return
        for field in ("sequences", "sequence_lookup", "bones", "key_bones", "attachments", "attachment_lookup"):
            if self.model[field]:
                self.problem("skel", "%s beside SKID: the skeleton has them" % field)

    def sequences(self, name, sequences, lookup):
        """5.1 and 5.2."""
        for index, sequence in enumerate(sequences):
            if tables.keys_of(sequences, index) is None:
                self.problem("alias", "%s: the alias %d never reaches keys" % (name, index))
            self.below("%s: variationNext of sequence %d" % (name, index), sequence["variation_next"], len(sequences), -1)
        if sequences and not sequences[0]["flags"] & tables.EXTERNAL_MASK:
            self.problem("external", "%s: sequence 0 is stored outside" % name)
        for slot in lookup:
            self.below("%s: sequence lookup" % name, slot, len(sequences), -1)
        ids = list(dict.fromkeys(sequence["id"] for sequence in sequences))
        if lookup and len(ids) >= len(lookup):
            self.problem("lookup", "%s: a sequence lookup of %d without a free slot" % (name, len(lookup)))
            return
        for number in ids if lookup else ():
            first = next(index for index, sequence in enumerate(sequences) if sequence["id"] == number)
            slot, step = number % len(lookup), 1
            while lookup[slot] != first and lookup[slot] != -1 and step < 4 * len(lookup):
                slot, step = (slot + step * step) % len(lookup), step + 1
            if lookup[slot] != first:
                self.problem("lookup", "%s: the sequence lookup does not lead to %d" % (name, number))

    def skeleton_tables(self):
        owners = [(self.name, self.set.sequences, self.model["sequence_lookup"], self.bones, self.model["key_bones"],
                   self.attachments, self.model["attachment_lookup"])]
        if self.skeleton:
            owners = []
            for one in (self.skeleton, self.set.parent):
                if one:
                    get = lambda chunk, field, one=one: (one.by_id.get(chunk, {}).get("fields") or {}).get(field, [])
                    owners.append((one.path.name, one.sequences, get("SKS1", "sequence_lookup"), one.bones, get("SKB1", "key_bones"),
                                   one.attachments, get("SKA1", "attachment_lookup")))
        for name, sequences, lookup, bones, key_bones, attachments, attachment_lookup in owners:
            self.sequences(name, sequences, lookup)
            for index, bone in enumerate(bones):
                if not -1 <= bone["parent"] < index:
                    self.problem("reference", "%s: bone %d has the parent %d" % (name, index, bone["parent"]))
                moved = any(bone[track]["times"] for track in ("translation", "rotation", "scale"))
                if moved != bool(bone["flags"] & 0x200):
                    self.problem("bone", "%s: bone %d has %s and the flags 0x%x" % (name, index, "keys" if moved else "no keys", bone["flags"]))
            self.lookup(name + ": key bones", key_bones, [bone["key_bone"] for bone in bones])
            self.lookup(name + ": attachments", attachment_lookup, [attachment["id"] for attachment in attachments])
            for index, attachment in enumerate(attachments):
                self.below("%s: bone of attachment %d" % (name, index), attachment["bone"], len(bones))

    def lookup(self, what, table, keys):
        """Section 8: table[key] is the index of the first with that key, -1 elsewhere."""
        for slot, value in enumerate(table):
            wanted = next((index for index, key in enumerate(keys) if key == slot), -1)
            if value != wanted:
                self.problem("lookup", "%s[%d] is %d, not %d" % (what, slot, value, wanted))
        for key in keys:
            if key >= len(table):
                self.problem("lookup", "%s has no entry for %d" % (what, key))

    def references(self):
        model, bones = self.model, len(self.bones)
        for index, value in enumerate(model["bone_combos"]):
            self.below("bone combo %d" % index, value, bones)
        for index, vertex in enumerate(model["vertices"]):
            for weight, bone in zip(vertex["weights"], vertex["bones"]):
                if weight:
                    self.below("a bone of vertex %d" % index, bone, bones)
        for index, value in enumerate(model["texture_combos"]):
            self.below("texture combo %d" % index, value, len(model["textures"]), 0xFFFF)
        for index, value in enumerate(model["weight_combos"]):
            self.below("weight combo %d" % index, value, len(model["texture_weights"]), 0xFFFF)
        for index, value in enumerate(model["transform_combos"]):
            self.below("transform combo %d" % index, value, len(model["texture_transforms"]), -1)
        for index, value in enumerate(model["collision_indices"]):
            self.below("collision index %d" % index, value, len(model["collision_positions"]))
        for index, event in enumerate(model["events"]):
            self.below("bone of event %d" % index, event["bone"], bones)
        for index, light in enumerate(model["lights"]):
            self.below("bone of light %d" % index, light["bone"], bones, -1)
        for index, ribbon in enumerate(model["ribbons"]):
            self.below("bone of ribbon %d" % index, ribbon["bone"], bones)
            for value in ribbon["textures"]:
                self.below("texture of ribbon %d" % index, value, len(model["textures"]))
            for value in ribbon["materials"]:
                self.below("material of ribbon %d" % index, value, len(model["materials"]))
        for index, particle in enumerate(model["particles"]):
            self.below("bone of emitter %d" % index, particle["bone"], bones)
            word = particle["texture"]
            each = [word >> shift & 31 for shift in (0, 5, 10)] if particle["flags"] & 0x10000000 else [word]
            for value in each:
                self.below("texture of emitter %d" % index, value, len(model["textures"]))
        self.lookup("camera lookup", model["camera_lookup"], [camera["type"] for camera in model["cameras"]])

    def skins(self):
        for number, skin in self.set.skins.items():
            if not skin:
                continue
            name, model = skin["file"], self.model
            if len(skin["bones"]) != len(skin["vertices"]):
                self.problem("counts", "%s: %d vertices and %d bones" % (name, len(skin["vertices"]), len(skin["bones"])))
            for value in skin["vertices"]:
                self.below("%s: a vertex" % name, value, len(model["vertices"]))
            for value in skin["indices"]:
                self.below("%s: an index" % name, value, len(skin["vertices"]))
            for index, section in enumerate(skin["sections"]):
                self.section("%s: section %d" % (name, index), skin, section)
            for index, batch in enumerate(skin["batches"]):
                what = "%s: batch %d: " % (name, index)
                self.below(what + "section", batch["section"], len(skin["sections"]))
                self.below(what + "material", batch["material"], len(model["materials"]))
                self.below(what + "color", batch["color"], len(model["colors"]), 0xFFFF)
                if batch["texture_count"] not in (1, 2, 3, 4):
                    self.problem("reference", "%s%d textures" % (what, batch["texture_count"]))
                self.below(what + "end of textures", batch["textures"] + batch["texture_count"] - 1, len(model["texture_combos"]))
                self.below(what + "weights", batch["weights"], len(model["weight_combos"]))
                self.below(what + "transforms", batch["transforms"], len(model["transform_combos"]))
            for shadow in skin.get("shadow_batches", ()):
                self.below("%s: section of a shadow batch" % name, shadow["section"], len(skin["sections"]))

    def section(self, what, skin, section):
        start = section["index_start"] + (section["level"] << 16)
        self.below(what + ": end of vertices", section["vertex_start"] + section["vertex_count"], len(skin["vertices"]) + 1)
        self.below(what + ": end of indices", start + section["index_count"], len(skin["indices"]) + 1)
        self.below(what + ": end of bones", section["bone_combo"] + section["bone_count"], len(self.model["bone_combos"]) + 1)
        self.below(what + ": center bone", section["center_bone"], len(self.bones))
        # 5.5: the local bones of a vertex lead to its global ones.
        combos = self.model["bone_combos"][section["bone_combo"]:section["bone_combo"] + section["bone_count"]]
        for local in range(section["vertex_start"], section["vertex_start"] + section["vertex_count"]):
            if local >= len(skin["vertices"]) or local >= len(skin["bones"]) or skin["vertices"][local] >= len(self.model["vertices"]):
                continue
            vertex = self.model["vertices"][skin["vertices"][local]]
            for weight, bone, index in zip(vertex["weights"], vertex["bones"], skin["bones"][local]):
                if weight and (index >= len(combos) or combos[index] != bone):
                    self.problem("bones", "%s: vertex %d reaches another bone than %d" % (what, local, bone))


def check(model):
    """Appends what is wrong to the problems of a chunked_read.Set."""
    if not model.model:
        return
    checker = Checker(model)
    for step in (checker.counts, checker.textures, checker.views, checker.animations, checker.skeletons, checker.skeleton_tables,
                 checker.references, checker.skins):
        step()
