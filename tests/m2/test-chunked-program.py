#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-chunked-program.py MWRIGHT: chunked M2 as mwright and the second implementation see it.

Sets of chunked_make.py must come back byte for byte, mwright get must print the values that were put into their chunks, and what
mwright writes after an edit must be without fault for chunked_read.py, with lists that run in parallel still in step. Speaks TAP."""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))
sys.path.insert(0, str(HERE))

import chunked_make  # noqa: E402
import chunked_read  # noqa: E402
from tap import Tap  # noqa: E402

MWRIGHT = sys.argv[1]
# What mwright does not read yet, and what it says of it. A set that it can read goes out of here.
REFUSED = {"274-skel": ".skel", "272-skel-inside": ".skel",
           "274-parent": ".skel", "273-parent-afid": ".skel"}
# The set whose values are compared: it has every chunk but those of a skeleton.
SHOWN = "274-named"
# Fields of mwright get, and where the maker has them: chunk, index of the record (None: the record's own), field. A field of None is
# the record itself. Sizes of 12 and 24 bytes for DETL and EDGF.
FIELDS = [
    ("physics_file", "PFID", 0, None), ("lod.unknown_00", "LDV1", 0, "word"), ("lod.count", "LDV1", 0, "lod_count"),
    ("lod.distance", "LDV1", 0, "distance"), ("lod.particle_bones", "LDV1", 0, "particle_bone_lod"), ("lod.unknown_0c", "LDV1", 0, "rest"),
    ("wfv3.bump_scale", "WFV3", 0, "bump_scale"), ("wfv3.color", "WFV3", 0, "base_color"), ("wfv3.flags", "WFV3", 0, "flags"),
    ("wfv3.unknown_32", "WFV3", 0, "word"),
    ("anim_files[*].variation", "AFID", None, "variation"),
    ("anim_files[*].file_id", "AFID", None, "file"), ("textures[*].file_id", "TXID", None, None),
    ("particles[*].expt_z_source", "EXPT", None, "z_source"), ("particles[*].expt_color_factor", "EXPT", None, "color_mult"),
    ("particles[*].expt_alpha_factor", "EXPT", None, "alpha_mult"), ("particles[*].recursion_file", "RPID", None, None),
    ("particles[*].geometry_file", "GPID", None, None), ("dboc[*].unknown_00", "DBOC", None, "a"), ("dboc[*].unknown_04", "DBOC", None, "b"),
    ("dboc[*].unknown_08", "DBOC", None, "c"), ("dboc[*].unknown_0c", "DBOC", None, "d"), ("edge_fades[*].unknown_00", "EDGF", None, "near_far"),
    ("edge_fades[*].unknown_08", "EDGF", None, "value"), ("edge_fades[*].unknown_0c", "EDGF", None, "rest"),
    ("lights[*].detail.flags", "DETL", None, "flags"), ("lights[*].detail.scale", "DETL", None, "scale"),
    ("lights[*].detail.diffuse_factor", "DETL", None, "diffuse_mult"), ("lights[*].detail.unknown_06", "DETL", None, "word"),
    ("lights[*].detail.unknown_08", "DETL", None, "rest"),
]
# The same for chunks that begin with references.
PLACED = [
    ("particles[*].exp2_z_source", "EXP2", "particles", "z_source"), ("particles[*].exp2_color_factor", "EXP2", "particles", "color_mult"),
    ("particles[*].exp2_alpha_factor", "EXP2", "particles", "alpha_mult"), ("particles[*].geoset", "PGD1", "geosets", None),
]


def run(*words):
    return subprocess.run([MWRIGHT, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)


def values_of(model):
    done = run("get", "--json", model)
    told = json.loads(done.stdout) if done.returncode == 0 else {"values": []}
    return {entry["path"]: entry["value"] for entry in told["values"]}, done.stderr


def wanted_values(chunks):
    """{path: value} of what mwright get must print of the chunks."""
    wanted = {}
    for path, name, index, field in FIELDS:
        records = chunks[name] if index is None else [chunks[name][index]]
        for number, record in enumerate(records):
            wanted[path.replace("[*]", "[%d]" % number)] = record if field is None else record[field]
    for path, name, array, field in PLACED:
        for number, record in enumerate(chunks[name][array]):
            wanted[path.replace("[*]", "[%d]" % number)] = record if field is None else record[field]
    for number, pair in enumerate(chunks["TXAC"]):
        path = "materials[%d]" % number if number < 3 else "particles[%d]" % (number - 3)
        wanted[path + ".txac"] = pair
    for number, record in enumerate(chunks["EXP2"]["particles"]):
        if record["alpha_cutoff"]["times"]:
            wanted["particles[%d].exp2_alpha_cutoff.curve.keys" % number] = record["alpha_cutoff"]
    wanted["bone_files"] = chunks["BFID"]
    wanted["near_fade"] = [chunks["NERF"][0]["x"], chunks["NERF"][0]["y"]]
    wanted["afra"] = list(chunks["AFRA"])
    wanted["physics"] = list(chunks["PFDC"])
    wanted["wfv2.bytes"] = list(chunks["WFV2"])
    wanted["unknown_chunks[0].tag"], wanted["unknown_chunks[0].bytes"] = list(b"ZZZ9"), list(chunks["ZZZ9"])
    wave = chunks["WFV3"][0]
    wanted["wfv3.values"] = [wave[name] for name in "v0_x v0_y v0_z v1_w v0_w v1_x v1_y v2_w v3_y v3_x".split()]
    wanted["wfv3.more_values"] = [wave[name] for name in ("v3_w", "v3_z", "v4_y")]
    return wanted


def close(wanted, found):
    if isinstance(wanted, list):
        return isinstance(found, list) and len(wanted) == len(found) and all(map(close, wanted, found))
    return found == wanted or isinstance(found, float) and abs(found - wanted) <= 1e-6 * abs(wanted)


def check_values(tap, folder):
    maker = chunked_make.Maker(SHOWN)
    model = maker.save(folder / "values")
    values, errors = values_of(model)
    wrong = []
    for path, value in wanted_values(maker.chunks).items():
        if path.endswith(".curve.keys"):
            # Fractions of the life, and of 1 (section 3).
            found = [values.get(path + ".time"), values.get(path + ".value")]
            value = [[part / 32767 for part in value[name]] for name in ("times", "values")]
        else:
            found = values.get(path)
        if not close(value, found):
            wrong.append("%s: %s, not %s" % (path, found, value))
    # Animations are printed by name: an entry has that of its sequence.
    for number in range(len(maker.chunks["AFID"])):
        names = [values.get("%s[%d].animation" % (array, number)) for array in ("anim_files", "sequences")]
        if not names[0] or names[0] != names[1]:
            wrong.append("anim_files[%d].animation: %s, not %s" % (number, *names))
    tap.check(not wrong and len(values) > 500, "mwright get prints what was put into the chunks", errors, *wrong[:20])


def check_bytes(tap, folder):
    for form in chunked_make.FORMS:
        model = chunked_make.Maker(form).save(folder / form)
        done = run("verify", model)
        if form in REFUSED:
            tap.check(done.returncode == 3 and REFUSED[form] in done.stderr, "%s: is refused with a sentence" % form, done.stdout, done.stderr)
            continue
        tap.check(done.returncode == 0 and "identical" in done.stdout, "%s: comes back byte for byte" % form, done.stdout, done.stderr)


def without(entries, index):
    return entries[:index] + entries[index + 1:]


def twice(entries, index):
    return entries[:index + 1] + entries[index:]


def same(entries, _):
    return entries


# Set, step, what becomes of lists beside particles, materials, textures and lights, and the index that it happens to.
EDITS = [
    ("274-named", "delete particles[1]", {"particles": without}, 1), ("274-named", "duplicate particles[0]", {"particles": twice}, 0),
    ("274-named", "delete particles[2]", {"particles": without}, 2), ("274-named", "delete materials[2]", {"materials": without}, 2),
    ("274-named", "duplicate materials[1]", {"materials": twice}, 1),
    ("274-named", "replace-uses textures[1] with=textures[0] delete=1", {"textures": without}, 1),
    ("274-named", "duplicate textures[0]", {"textures": twice}, 0), ("274-named", "delete lights[0]", {"lights": without}, 0),
    ("274-named", "duplicate lights[1]", {"lights": twice}, 1), ("274-named", "delete events[0]", {}, 0),
    ("274-named", "duplicate events[1]", {}, 0),
    # No batch uses the fourth texture, but an entry of the combos names it.
    ("272-bare", "delete textures[3]", {"textures": without}, 3),
    ("274-bare-raw", "delete bones[3]", {}, 0), ("274-named", "duplicate bones[5]", {}, 0),
    ("274-named", "delete ribbons[0]", {}, 0), ("274-named", "delete attachments[0]", {}, 0), ("274-named", "delete cameras[0]", {}, 0),
    ("274-named", "replace-uses colors[0] with=colors[1] delete=1", {}, 0),
    ("274-named", "replace-uses global_sequences[0] with=global_sequences[1] delete=1", {}, 0),
    ("274-named", 'set name="A longer name than before"', {}, 0), ("274-named", "sequence-add name=Death length=500", {}, 0),
    ("274-named", "sequence-retime sequences[2] factor=2", {}, 0), ("273-names", "duplicate particles[1]", {"particles": twice}, 1),
    ("274-24500", "set name=\"A longer name than before\"", {}, 0), ("274-exp2", "duplicate particles[2]", {"particles": twice}, 2),
    ("274-sizes", "delete lights[1]", {"lights": without}, 1), ("274-sizes", "delete particles[0]", {"particles": without}, 0),
    ("274-skel", "duplicate bones[5]", {}, 0), ("274-skel", "delete attachments[1]", {}, 0),
    ("274-skel", "sequence-retime sequences[2] factor=2", {}, 0), ("274-skel", "duplicate particles[0]", {"particles": twice}, 0),
    ("272-skel-inside", "sequence-add name=Death length=500", {}, 0), ("274-parent", "duplicate bones[5]", {}, 0),
    ("274-parent", "duplicate materials[0]", {"materials": twice}, 0),
]
BESIDE = {"particles": ("EXPT", "RPID", "GPID"), "textures": ("TXID",), "lights": ("DETL",)}


def wanted_lists(maker, become, index):
    """{chunk: its list after the edit}, for those that the set has."""
    chunks, follow = maker.chunks, lambda name: become.get(name, same)
    lists = {chunk: follow(name)(chunks[chunk], index) for name, names in BESIDE.items() for chunk in names if chunk in chunks}
    for name, array in (("EXP2", "particles"), ("PGD1", "geosets")):
        if name in chunks:
            lists[name] = follow("particles")(chunks[name][array], index)
    if "TXAC" in chunks:
        lists["TXAC"] = follow("materials")(chunks["TXAC"][:3], index) + follow("particles")(chunks["TXAC"][3:], index)
    lists.update({name: chunks[name] for name in ("SFID", "BFID", "LDV1", "PFID", "DBOC", "EDGF", "NERF", "WFV3", "SKID") if name in chunks})
    return lists


def check_edit(maker, model, become, index):
    """What the second reader has against an edited set."""
    found = chunked_read.Set(model)
    notes = ["%s: %s: %s" % problem for problem in found.problems] + ["missing: " + name for name in found.missing]
    order = [chunk["id"] for chunk in found.chunks]
    if order != maker.chunk_order() and not maker.form["bare"]:
        notes.append("chunks in another order: %s" % order)
    for chunk, wanted in wanted_lists(maker, become, index).items():
        entry = found.chunk(chunk)
        records = entry and (entry["records"] if "records" in entry else next(iter(entry["fields"].values())))
        if records != wanted:
            notes.append("%s: %s, not %s" % (chunk, records, wanted))
    return notes


def check_edits(tap, folder):
    for number, (form, step, become, index) in enumerate(EDITS):
        if form in REFUSED:
            tap.skip("%s, %s: the second reader finds no fault" % (form, step), "the set is refused")
            continue
        maker = chunked_make.Maker(form)
        model = maker.save(folder / ("edit%d" % number))
        before = {path.name: path.read_bytes() for path in model.parent.iterdir()}
        done = run("do", "-i", "-e", step, model)
        if done.returncode != 0 or before == {path.name: path.read_bytes() for path in model.parent.iterdir()}:
            notes = ["not done: %s" % done.stderr]
        else:
            notes = check_edit(maker, model, become, index)
        tap.check(not notes, "%s, %s: the second reader finds no fault" % (form, step), *notes[:12])


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        check_bytes(tap, folder)
        check_values(tap, folder)
        check_edits(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
