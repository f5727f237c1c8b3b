#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-dump.py MWRIGHT BUILD GENERATE: what an M2 model says makes its files again. From the values alone (mwright get
--json) another process, which never opens the model, builds it and writes it. Offsets, tables and counts are then derived,
not copied: where a byte differs, the array that it is in is one that verify --origin names, or follows from one, and
EXPECTED lists it. Speaks TAP."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

VERSIONS = range(256, 273)

# Why an array of a file can be other than what follows from its values.
REASONS = {
    "bone_combos": "the file lists the bones of a submesh in another order, or shares or repeats runs otherwise",
    "bones": "numbers of bones within bone_combos: they follow from its order; or numbers of bones that nothing draws",
    "runs": "where vertices and bones of a submesh are in their arrays: follows from these, or levels that share a run",
    "vertices": "a profile lists its vertices in neither of the orders that are known",
    "indices": "numbers of vertices within that list: they follow from it",
    "units": "where a batch's textures are in the combos: follows from them, or the file repeats what it could share",
    "texture_combos": "the file repeats what it could share, or its batches are in a profile that is not at hand",
    "coord_combos": "see texture_combos",
    "weight_combos": "see texture_combos",
    "transform_combos": "see texture_combos",
    "replaceable_lookup": "a table that is longer, or names another texture, than the textures' types say",
    "attachment_lookup": "a table that names another attachment, or none, than the attachments' ids say",
    "sequence_lookup": "no hash table of the exporter's size",
    "camera_lookup": "a table that names another camera, or none, than the cameras' types say",
    "key_bone_lookup": "a table that names another bone, or none, than the bones say",
    "ranges": "ranges of a track that are not those around its sequences",
    "lanes": "keys of a sequence whose .anim is not at hand, or of an alias that plays nothing: places in no file",
    "text": "bytes after the text, or a text without its NUL",
}

# By folder of the corpus: what differs, and whether arrays are elsewhere - because an array has another size, or because
# the file never obeyed the exporter's rule (a note about places). Nothing at all: every byte of every file is the same.
# Files of 256 are conversions, each with a third word: what the tool that made it did to cause just that.
SAME = (set(), False)
# Bytes; see main().
SMALL = 36 * 1024

# What no real file has: the made ones use every freedom that the format leaves, with runs that overlap in the combos and
# bones in an order of their own.
MADE = {"bone_combos", "bones", "coord_combos", "runs", "texture_combos", "transform_combos", "units", "weight_combos"}
EXPECTED = {
    "m2-256/Haaxor1689__GnomePounder-converted": ({"ranges", "replaceable_lookup", "runs"}, True,
        "kept the limits of 264's profiles and a palette in front that none of them has, looked up the first "
        "texture of a type, counted event keys too many or too few, aligned nothing"),
    "m2-256/Koward__Banshee2": ({"bone_combos", "bones", "ranges", "runs", "text", "texture_combos",
        "transform_combos", "units"}, True,
        "kept the palettes of Cataclysm's skins, split for 64 bones and not for 75, and combos that no batch has, "
        "blanked a letter of the name, ended ranges inside a sequence, aligned nothing"),
    "m2-256/Koward__Corehound2": ({"ranges", "text", "texture_combos", "transform_combos", "units"}, True,
        "kept combos that no batch has and so repeats one, blanked a letter of the name, counted event keys too "
        "many or too few, aligned nothing"),
    "m2-256/Koward__Crab": ({"attachment_lookup", "bone_combos", "bones", "runs", "text", "texture_combos",
        "transform_combos"}, True,
        "wrote the profile for 21 bones three times, kept combos of textures that no batch has, looked up the "
        "last attachment of an id, gave camera keys 16 bytes and texture names no NUL"),
    "m2-256/Koward__CycloneFire_State": (
        set(), True, "left keys that nothing refers to: what follows is later in the file"),
    "m2-256/Koward__Cyclone_State": (
        set(), True, "left keys that nothing refers to: what follows is later in the file"),
    "m2-256/Koward__Frog": ({"bones", "indices", "runs", "texture_combos", "transform_combos", "vertices"}, True,
        "wrote the first profile four times, palette and order of vertices too, kept a combo of a texture that no "
        "batch has, cut arrays out of others' room"),
    "m2-256/Koward__Rat2": ({"ranges", "text"}, True,
        "blanked a letter of the name, counted event keys too many or too few, aligned nothing"),
    "m2-256/Koward__STORMWINDCRATE01": ({"runs"}, False,
        "lets all profiles begin at the palette of the first, though the table has one for each"),
    "m2-256/Koward__Stag": (
        {"bones", "indices", "runs", "text", "texture_combos", "transform_combos", "vertices"}, True,
        "wrote the first profile four times, palette and order of vertices too, kept a combo of a texture that no "
        "batch has, took cameras away by their count only, gave a texture name no NUL"),
    "m2-256/Koward__StormwindFountain01": ({"ranges", "runs", "texture_combos", "transform_combos", "units"}, True,
        "lets all profiles begin at the palette of the first, kept combos of textures that no batch has, gave "
        "keys of texture transforms no ranges"),
    "m2-256/Koward__StormwindStreetlamp01": ({"runs", "texture_combos", "transform_combos"}, True,
        "lets all profiles begin at the palette of the first, kept a combo of a texture that no batch has"),
    "m2-256/Koward__Wolf": ({"bone_combos", "bones", "ranges", "runs", "texture_combos", "transform_combos"}, True,
        "wrote the profile for 21 bones three times, kept a combo of a texture that no batch has, counted event "
        "keys too many or too few, cut arrays out of others' room"),
    "m2-260/Evolvee__UI_Orc": ({"bone_combos", "bones"}, False),
    "m2-260/Evolvee__UI_RS_Dwarf": ({"bone_combos", "bones"}, False),
    "m2-260/Evolvee__UI_RS_Orc": ({"bone_combos", "bones"}, False),
    "m2-260/Evolvee__UI_RS_Scourge": ({"bone_combos", "bones"}, False),
    "m2-260/postcalm__Judgement_Impact_Chest": ({"bone_combos", "bones"}, False),
    "m2-263/Connor9994__Arrow": ({"indices", "replaceable_lookup", "runs", "vertices"}, True),
    "m2-264/Adrinalin4ik__Rabbit": ({"bone_combos", "bones"}, False),
    "m2-264/heyitsbench__GoblinTrike02": ({"bone_combos", "bones", "text", "texture_combos", "transform_combos"}, True),
    "m2-264/heyitsbench__Helm_Leather_RaidDruid_I_01_GoM": ({"coord_combos", "text", "texture_combos", "units"}, True),
    "m2-264/heyitsbench__Helm_Mail_A_02_WoF": (set(), True),
    "m2-264/heyitsbench__Helm_Robe_DungeonPriest_B_01_WoF": ({"text"}, True),
    "m2-264/heyitsbench__Hobgoblin": ({"coord_combos", "text", "units"}, True),
    "m2-264/heyitsbench__UI_Alliance2": ({"texture_combos", "transform_combos", "units"}, True),
    "m2-264/heyitsbench__UI_Gnome": (set(), True),
    "m2-264/heyitsbench__goblinmaledeathskeleton": (set(), True),
    "m2-264/vjeux__scourgefemale": ({"lanes"}, False),
    "m2-264/wowserhq__creature": ({"bone_combos"}, False),
    "m2-272/vjeux__axe_1h_axe_a_01": ({"bone_combos", "texture_combos", "transform_combos", "weight_combos"}, True),
    "m2-272/vjeux__scourgefemale": (
        {"bone_combos", "lanes", "texture_combos", "transform_combos", "weight_combos"}, True),
}
ORIGINALS = {"m2-260", "m2-262", "m2-272"} | {
    "Adrinalin4ik__Rabbit", "Haaxor1689__GnomePounder", "heyitsbench__WorgenFemaleDeathSkeleton", "vjeux__scourgefemale",
    "wowserhq__creature"}
CONVERSIONS = {"m2-256"}


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, good, claim, notes=()):
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {claim}")
        for note in notes if not good else ():
            print(f"# {note}")

    def skip(self, claim, why):
        self.count += 1
        print(f"ok {self.count} - {claim} # SKIP {why}")


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{words[0]} {words[1]}: {done.stderr.decode(errors='replace')}")
    return done.stdout


def ask(mwright, *words):
    return json.loads(run(mwright, *words))


def parts_of(mwright, path):
    """Bytes by role."""
    info = ask(mwright, "info", "--json", path)
    parts = {"model": pathlib.Path(path).read_bytes()}
    for companion in info.get("companions", ()):
        parts[companion["part"]] = pathlib.Path(companion["path"]).read_bytes()
    return parts


def arrays_of(mwright, path):
    """Where each array and each field is: (part, offset, size, kind) by (address, word)."""
    arrays = {}
    for entry in ask(mwright, "layout", "--json", path)["entries"]:
        if entry.get("word") in ("pad", "room", "gap", "loose", "overlap"):  # what is between arrays
            continue
        place = (entry.get("part", "model"), entry["offset"], entry["size"], entry.get("stride", 0), entry["count"])
        arrays.setdefault((entry["path"], entry.get("word", "")), []).append(place)
    return arrays


def content(parts, place, word):
    part, offset, size, stride, count = place
    if stride:
        width = size // count
        return b"".join(parts[part][offset + i * stride:offset + i * stride + width] for i in range(count))
    data = parts[part][offset:offset + size]
    if word == "lanes":  # counts and offsets by turns
        return b"".join(data[i:i + 4] for i in range(0, len(data), 8))
    return data


def about(path, word):
    """What REASONS calls an array."""
    if word == "copy":
        return "runs" if path.endswith(".triangles") else "units" if re.search(r"\.(units\.\w+|weight)$", path) else "copy"
    return word or "text"


def named(notes):
    """The arrays that notes name, and those that follow from them, as a function of (address, word)."""
    whole = {note["about"] for note in notes if not note["path"]}
    exact = {(note["path"], note["about"]) for note in notes}
    tails = {".".join(filter(None, (note["path"], note["about"]))) for note in notes if note["kind"] == "text-tail"}
    reordered = {note["path"] for note in notes if note["about"] in ("vertices", "bone_combos", "indices")}
    shared = any(word.endswith("_combos") and word != "bone_combos" for word in whole)

    def holds(path, word):
        what = about(path, word)
        owner = re.sub(r"\.(keys\.(time|value)|triangles|units\.\w+|weight)$", "", path)
        if what in ("vertices", "indices", "bones"):
            owner = re.sub(r"\.submeshes$", "", path)
        elif what.endswith(("_combos", "_lookup")):  # tables of the model, whatever list they follow from
            owner = ""
        skin = path.split(".")[0]
        if (owner, what) in exact or (path, what) in exact:
            return True
        if what == "text":
            return path in tails
        if what == "units":
            return shared or (owner, "units.texture") in exact
        inside = any(at == skin or at.startswith(skin + ".") for at in reordered)
        if what in ("bones", "runs") and ("bone_combos" in whole or inside):
            return True
        return what in ("vertices", "indices") and inside

    return holds


def compare(mwright, was, now, notes):
    """What differs in content, whether something is elsewhere (and need not be), and what no note explains."""
    old_parts, new_parts = parts_of(mwright, was), parts_of(mwright, now)
    old, new = arrays_of(mwright, was), arrays_of(mwright, now)
    explained, differing, unexplained, moved = named(notes), set(), [], False
    free = any(note["kind"] == "places" for note in notes)
    for key in sorted(old.keys() | new.keys()):
        path, word = key
        before, after = old.get(key, []), new.get(key, [])
        moved |= [place[:3] for place in before] != [place[:3] for place in after]
        free |= sum(place[2] for place in before) != sum(place[2] for place in after)
        if word.split(" ")[-1] in ("count", "offset", "number"):  # sizes and places of the arrays say the same
            continue
        if [content(old_parts, place, word) for place in before] == [content(new_parts, place, word) for place in after]:
            continue
        differing.add(about(path, word))
        if not explained(path, word):
            unexplained.append(f"{path} {word}")
    if moved and not free:
        unexplained.append("all arrays have their sizes, and still some are elsewhere")
    return differing, moved, unexplained, old_parts, new_parts


def outside(mwright, was, old, new, notes):
    """Bytes that differ and are in no array that a note names."""
    explained, free = named(notes), {part: bytearray(len(data)) for part, data in old.items()}
    for (path, word), places in arrays_of(mwright, was).items():
        for part, offset, size, stride, count in places:
            if explained(path, word):
                free[part][offset:offset + size] = b"\1" * size
    return [f"{part} at 0x{at:X}" for part in old.keys() & new.keys() for at in range(min(len(old[part]), len(new[part])))
            if old[part][at] != new[part][at] and not free[part][at]]


def rebuild(mwright, build, path, folder):
    """The model made of its values; what was noted about its file."""
    notes = ask(mwright, "verify", "--origin", "--json", path)["origin"]["notes"]
    surplus = [str(note["count"]) for note in notes if note["about"] == "surplus_ranges"]
    dump, out = folder / "dump.json", folder / "out" / path.name
    dump.write_bytes(run(mwright, "get", "--json", path))
    out.parent.mkdir()
    done = subprocess.run([build, dump, out, *surplus], cwd=folder, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return out, dump, notes


def values_of(data):
    values = json.loads(data)
    return values["values"], values["records"], values["format"]


def check_model(tap, mwright, build, path, claim, expected, exact):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        out, dump, notes = rebuild(mwright, build, path, folder)
        tap.check(values_of(dump.read_bytes()) == values_of(run(mwright, "get", "--json", out)), f"{claim}: says the same")
        differing, moved, unexplained, old, new = compare(mwright, path, out, notes)
        hints = [f"differs: {sorted(differing)}, moved: {moved}", *expected[2:]]
        tap.check((differing, moved) == expected[:2], f"{claim}: differs as listed", hints)
        tap.check(not unexplained, f"{claim}: verify --origin names what differs", unexplained[:20])
        if exact and not differing and not moved:
            wrong = [part for part in old.keys() & new.keys() if old[part] != new[part]]
            tap.check(not wrong, f"{claim}: the same bytes", wrong)
        elif exact and not moved:
            wrong = outside(mwright, path, old, new, notes)
            tap.check(not wrong, f"{claim}: the same bytes elsewhere, all offsets among them", wrong[:20])


def models(corpus):
    return sorted(path for folder in corpus.glob("m2-*") for path in folder.glob("*/*") if path.suffix.lower() == ".m2")


def main():
    mwright, build, generate = (os.path.abspath(word) for word in sys.argv[1:4])
    tap = Tap()
    for reason in {word for words, *_ in EXPECTED.values() for word in words}:
        assert reason in REASONS, reason
    with tempfile.TemporaryDirectory() as name:
        for version in VERSIONS:
            run(generate, name, str(version))
            check_model(tap, mwright, build, pathlib.Path(name) / str(version) / "Sample.m2", f"made {version}", (MADE, True), True)
    root = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", "."))
    corpus = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or root / "../shared/corpus")
    if not corpus.is_dir():
        tap.skip("real files", "there is no corpus")
    # Under sanitizers a value takes long: there only the small files are tried, which the normal run builds.
    most = SMALL if int(os.environ.get("MODELWRIGHT_FRACTION", "1")) > 1 else None
    for path in models(corpus) if corpus.is_dir() else ():
        if most and path.stat().st_size > most:
            continue
        version, folder = path.parts[-3], path.parts[-2]
        key = f"{version}/{folder}"
        exact = version in ORIGINALS or folder in ORIGINALS
        if version in CONVERSIONS:
            differs, cause = EXPECTED.get(key, SAME) != SAME, EXPECTED.get(key, SAME)[2:]
            tap.check(bool(cause and cause[0]) == differs, f"{key}: the cause of what differs is known")
        check_model(tap, mwright, build, path, key, EXPECTED.get(key, SAME), exact)
    print(f"1..{tap.count}")
    return tap.failed != 0


if __name__ == "__main__":
    sys.exit(main())
