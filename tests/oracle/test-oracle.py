#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares our readers with independent ones. war3-model and mdx-m3-viewer must read the same values as we do from MDX files of
version 800, 1000 and 1100, and from the MDL texts into which `mwright convert` converts them: samples, generated models and real
files, unchanged, after edits of single values, and after structural edits by mwright. @wowserhq/format must read the same values
from M2 sets of version 264 (m2_sets.py), and all of them from what each operation makes of a real model.
compare.js compares. disagreements.js lists where a reader has another value or refuses a file, and the evidence for who is right.

Prints TAP; the exit code is 0 if every line is ok. Skips if node or npm is missing or npm cannot install the readers."""

import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import m2_sets  # noqa: E402
import npm  # noqa: E402

sys.path.insert(0, str(HERE.parent / "mdx"))
import strict_write  # noqa: E402

sys.path.insert(0, str(HERE.parent / "tools"))
from tap import Tap  # noqa: E402

READERS = ("war3-model", "mdx-m3-viewer")
REAL_FILES = 15
# Controls: comparisons of the unedited file with our values after the edits, which must find differences.
BLIND = "unedited: %s, %s"

# Edits that remove from everything.mdx what a reader refuses.
REDUCED = {
    # Primitives other than triangles, KRCO, KCVS, planes and cylinders.
    "war3-model": {
        "set": ["geosets[1].primitive_types=[4, 4, 4, 4]"],
        "do": ["delete ribbon_emitters[0].color.track", "delete cameras[0].visibility.track",
               "delete collision_shapes[1],collision_shapes[3]"],
    },
    "mdx-m3-viewer": {"set": [], "do": ["delete cameras[0].visibility.track"]},
}

# The same for everything.mdx as text. Each edit has the name of the refusal in disagreements.js that it avoids. If one of them is
# left out, the reader refuses the text.
REDUCED_TEXT = {
    "war3-model": {
        "pivots of particle emitters": {"do": ["delete particle_emitters[0],particle_emitters[1]"]},
        "a group without triangles": {"set": ["geosets[1].primitive_types=[4, 4, 4]", "geosets[1].primitive_sizes=[6, 3, 9]"]},
        "selection flags": {"set": ["geosets[1].selection_flags=4"]},
        "DontInherit of event objects": {"set": ["event_objects[1].flags=0x400"]},
        "DontInherit of collision shapes": {"set": ["collision_shapes[2].flags=0x2000"]},
        "the global sequence of an event track": {"set": ["event_objects[1].track.global_sequence=none"]},
        "colour tracks of ribbons": {"do": ["delete ribbon_emitters[0].color.track"]},
        "visibility of cameras": {"do": ["delete cameras[0].visibility.track"]},
    },
    "mdx-m3-viewer": {
        "groups of triangles of several sizes": {
            "set": ["geosets[0].primitive_types=[4, 4, 4]", "geosets[0].primitive_sizes=[3, 3, 3]",
                    "geosets[1].primitive_types=[4]", "geosets[1].primitive_sizes=[18]"]},
        "sync points": {"set": ["sequences[*].sync_point=0"]},
        "wrapping in layers": {"set": ["materials[0].layers[2].flags=0", "materials[0].layers[3].flags=0",
                                       "materials[2].layers[1].flags=0xf3"]},
        "selection flags": {"set": ["geosets[1].selection_flags=4"]},
        "visibility of cameras": {"do": ["delete cameras[0].visibility.track"]},
    },
}
AS_TEXT = " (MDL)"
# Real models of version 1000 and 1100 to edit. They have skins, popcorn emitters, bind poses and face effects.
EDITED_NEWER = ("pqhuy98__candle.mdx", "TaylorMouse__blob.mdx", "theguywhodoesntcare__poi.mdx",
                "theguywhodoesntcare__Impalehittarget.mdx", "voces__windmill.mdx")
# A model of version 1100 whose layers have a texture for each slot.
HD_LAYERS = "theguywhodoesntcare__poi.mdx"
# Real texts that war3-model refuses, with the name of the refusal.
REFUSED_TEXTS = {"stijnherfst__v800__geometry_v800.mdl": "a fourth index"}


class Failed(Exception):
    pass


class Bench:
    """Runs mwright, keeps its output in a folder, and collects the comparisons to make."""

    def __init__(self, mwright, folder):
        self.mwright = mwright
        self.folder = folder
        self.tasks = []

    def run(self, *arguments):
        done = subprocess.run([self.mwright, *map(str, arguments)], capture_output=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise Failed("mwright %s: exit code %d: %s" % (" ".join(map(str, arguments)), done.returncode,
                                                           done.stderr.decode(errors="replace").strip()))
        return done.stdout

    def file(self, name):
        return self.folder / re.sub(r"[^\w.-]+", "-", name)

    def values(self, model, name=None):
        """Returns {path: value}, as `get --json` prints them, and the path of that output, which is kept for compare.js."""
        output = self.run("get", "--json", model)
        path = self.file((name or model.name) + ".json")
        path.write_bytes(output)
        return {entry["path"]: entry["value"] for entry in json.loads(output)["values"]}, path

    def changed(self, model, name, settings=(), steps=()):
        """Makes a copy of the model with these values set and these steps done. Returns its path."""
        out = self.file(name)
        for verb, arguments in (("set", list(settings)), ("do", [part for step in steps for part in ("-e", step)])):
            if arguments:
                self.run(verb, *(arguments if verb == "do" else ()), model, *(arguments if verb == "set" else ()),
                         "-f", "-o", out)
                model = out
        return model

    def compare(self, claim, reader, model, values):
        self.tasks.append({"id": claim, "reader": reader, "model": str(model), "values": str(values)})

    def text_of(self, model):
        """Converts the model to MDL text. Returns its path."""
        out = self.file(model.name + ".mdl")
        self.run("convert", "-q", "-f", model, out)
        return out

    def compare_text(self, readers, model, what, text=None, refuses=None):
        """Compares the model as text, which is made here unless it is given."""
        text = text or self.text_of(model)
        _, output = self.values(text)
        for reader in readers:
            claim = "%s %s" % (reader + AS_TEXT, "does not read " + what if refuses else "sees " + what)
            self.compare(claim, reader + AS_TEXT, text, output)
            if refuses:
                self.tasks[-1]["refuses"] = refuses


# --- Edits of single values -------------------------------------------------------------------------------------------

def edits_of(values):
    """[(argument of `set`, path of the whole value, the whole value afterwards)] for fields that the model has."""
    edits = []

    def first(pattern, good=lambda value: True):
        for path, value in values.items():
            if re.fullmatch(pattern, path) and good(value):
                return path
        return None

    def change(path, text, value):
        if path is not None and values[path] != value:
            edits.append(("%s=%s" % (path, text), path, value))

    def change_element(path, index, text, value):
        """Changes one element of an array. In the path of a key the index comes before the name of the part."""
        if path is None or len(values[path]) <= index:
            return
        whole = copy.deepcopy(values[path])
        if whole[index] == value:
            return
        whole[index] = value
        base, dot, part = path.rpartition(".keys.")
        spelled = "%s.keys[%d].%s" % (base, index, part) if dot else "%s[%d]" % (path, index)
        edits.append(("%s=%s" % (spelled, text), path, whole))

    def last(kind):
        numbers = [int(m[1]) for m in (re.match(kind + r"\[(\d+)\]\.", path) for path in values) if m]
        return "%s[%d]" % (kind, max(numbers)) if numbers else "none"

    nodes = {path[:-len(".parent")]: value for path, value in values.items() if path.endswith(".parent")}
    some = lambda value: len(value) > 0
    change(first(r"name"), '"Edited model"', "Edited model")
    change(first(r"sequences\[0\]\.name"), '"Renamed - 7"', "Renamed - 7")
    change(first(r"sequences\[0\]\.interval\.start"), "-7", -7)
    change(first(r"sequences\[\d+\]\.interval\.end"), "70001", 70001)
    change(first(r"global_sequences\[0\]\.duration"), "4321", 4321)
    path = first(r"textures\[\d+\]\.path", lambda value: value != "")
    change(path, "Textures\\Edited.blp", "Textures\\Edited.blp")
    path = first(r"materials\[\d+\]\.layers\[\d+\]\.filter_mode")
    mode = "Blend" if path and values[path] == "Modulate2x" else "Modulate2x"
    change(path, mode, mode)
    change(first(r"materials\[\d+\]\.layers\[\d+\]\.flags"), "0x33", 0x33)
    change(first(r"materials\[\d+\]\.layers\[\d+\]\.alpha"), "0.3125", 0.3125)
    change(first(r"materials\[\d+\]\.layers\[\d+\]\.texture"), last("textures"), last("textures"))
    change_element(first(r"geosets\[\d+\]\.vertices", some), 1, "{1.5, -2.25, 0.1}", [1.5, -2.25, 0.1])
    change_element(first(r"geosets\[\d+\]\.faces", some), 2, "0", 0)
    change(first(r"geosets\[\d+\]\.material"), last("materials"), last("materials"))
    change_element(first(r"geosets\[\d+\]\.uv_sets\[0\]\.uvs", some), 0, "{-0, 1e-40}", [-0.0, 1e-40])
    change(first(r"bones\[0\]\.pivot"), "{1.25, -2.5, 3.75}", [1.25, -2.5, 3.75])
    change(first(r"bones\[[1-9]\d*\]\.parent", lambda value: value not in ("none", "bones[0]")), "none", "none")
    above, at = set(), "bones[0]"
    while isinstance(at, str) and at in nodes and at not in above:
        above.add(at)
        at = nodes[at]
    if "bones[0]" in nodes:
        path = next((at + ".parent" for at in nodes if at.startswith(("attachments", "event_objects")) and at not in above),
                    None)
        change(path, "bones[0]", "bones[0]")
    change(first(r"attachments\[0\]\.name"), '"Origin Ref"', "Origin Ref")
    change_element(first(r".*\.translation\.track\.keys\.value", some), 0, "{9, 8.5, -7.25}", [9, 8.5, -7.25])
    path = first(r".*\.rotation\.track\.keys\.value", some)
    if path and isinstance(values[path][0], list):
        change_element(path, 0, "{0, 0.6, 0, 0.8}", [0, 0.6, 0, 0.8])
    change_element(first(r".*\.scaling\.track\.keys\.time", some), 0, "-33", -33)
    change_element(first(r".*\.(scaling|translation)\.track\.keys\.in_tan", some), 0, "{0.5, 0.25, 0.125}",
                   [0.5, 0.25, 0.125])
    change_element(first(r".*\.alpha\.track\.keys\.value", some), 0, "0.875", 0.875)
    change_element(first(r".*\.color\.track\.keys\.value", some), 0, "{0.25, 0.5, 0.75}", [0.25, 0.5, 0.75])
    change(first(r"geoset_animations\[\d+\]\.color"), "{0.125, 0.25, 0.5}", [0.125, 0.25, 0.5])
    change(first(r"lights\[\d+\]\.amb_color"), "{0.75, 0.5, 0.125}", [0.75, 0.5, 0.125])
    change(first(r"particle_emitters2\[\d+\]\.width"), "12.5", 12.5)
    change(first(r"particle_emitters2\[\d+\]\.segment_color\.middle"), "{1, 0.5, 0}", [1, 0.5, 0])
    change(first(r"particle_emitters2\[\d+\]\.segment_alpha"), "{255, 127, 1}", [255, 127, 1])
    change(first(r"particle_emitters2\[\d+\]\.head_decay"), "{3, 5, 7}", [3, 5, 7])
    change(first(r"ribbon_emitters\[\d+\]\.color"), "{0.5, 1, 0.25}", [0.5, 1, 0.25])
    change(first(r"cameras\[\d+\]\.field_of_view"), "0.95", 0.95)
    # Fields that exist from version 900, 1000 or 1100 on.
    change(first(r"materials\[0\]\.shader"), '"Shader_Edited"', "Shader_Edited")
    change(first(r".*\.layers\[0\]\.shader"), "SDOnHD", "SDOnHD")
    change(first(r".*\.layers\[0\]\.textures\[0\]\.texture"), last("textures"), last("textures"))
    change(first(r".*\.layers\[0\]\.emissive_gain"), "1.75", 1.75)
    change(first(r".*\.layers\[0\]\.fresnel_color"), "{0.25, 0.5, 0.125}", [0.25, 0.5, 0.125])
    change(first(r".*\.layers\[0\]\.fresnel_opacity"), "0.375", 0.375)
    change(first(r".*\.layers\[0\]\.fresnel_team_color"), "0.625", 0.625)
    change(first(r"geosets\[\d+\]\.level_of_detail"), "3", 3)
    change(first(r"geosets\[\d+\]\.level_of_detail_name"), '"Edited mesh"', "Edited mesh")
    change_element(first(r"geosets\[\d+\]\.tangents", some), 1, "{0, 0.5, -0.25, -1}", [0, 0.5, -0.25, -1])
    change_element(first(r"geosets\[\d+\]\.skin\.weights", some), 1, "{128, 64, 62, 1}", [128, 64, 62, 1])
    four = ["bones[0]", last("bones")] * 2
    change_element(first(r"geosets\[\d+\]\.skin\.bones", some), 1, "{%s}" % ", ".join(four), four)
    change(first(r"bones\[0\]\.bind_pose"), "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.5}",
           [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.5])
    change(first(r"popcorn_emitters\[\d+\]\.color"), "{0.25, 0.5, 0.75}", [0.25, 0.5, 0.75])
    change(first(r"popcorn_emitters\[\d+\]\.speed"), "6.5", 6.5)
    change(first(r"face_effects\[0\]\.path"), '"Edited.facefx"', "Edited.facefx")
    change_element(first(r"event_objects\[\d+\]\.track\.keys\.time", some), 0, "17", 17)
    change(first(r"collision_shapes\[\d+\]\.vertices\.first"), "{-1, -2, -3}", [-1, -2, -3])
    return edits


def same_but(before, after, edits):
    """Compares `after` with `before` plus the edits. Returns the differences as lines."""
    expected = dict(before)
    expected.update((path, value) for _, path, value in edits)
    # Compared as text, because 0 and -0 must differ.
    return ["%s: %r, expected %r" % (path, after.get(path), expected.get(path))
            for path in sorted(expected.keys() | after.keys())
            if json.dumps(after.get(path)) != json.dumps(expected.get(path))
            and json.dumps(floats(after.get(path))) != json.dumps(floats(expected.get(path)))]


def floats(value):
    """All integers as floats, so that 5 and 5.0 are the same."""
    if isinstance(value, list):
        return [floats(part) for part in value]
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


# --- Structural edits -------------------------------------------------------------------------------------------------

def column(values, kind, field):
    """The values of a field in all records of a kind, in order."""
    found = {}
    for path, value in values.items():
        match = re.fullmatch(re.escape(kind) + r"\[(\d+)\]\." + re.escape(field), path)
        if match:
            found[int(match[1])] = value
    return [found[i] for i in sorted(found)]


def steps_of(values):
    """Steps for `do`, and claims about the result: (claim, expected value, function from the values to the actual one)."""
    steps, claims = [], []
    names = column(values, "sequences", "name")
    if len(names) >= 3:
        steps += ["delete sequences[1]", "move-down sequences[0]"]
        expected = names[2:3] + names[:1] + names[3:]
        claims.append(("sequences", expected, lambda after: column(after, "sequences", "name")))
    planes = column(values, "materials", "priority_plane")
    if planes:
        steps.append("duplicate materials[0]")
        claims.append(("number of materials", len(planes) + 1,
                       lambda after: len(column(after, "materials", "priority_plane"))))
    groups = column(values, "geosets", "selection_group")
    if len(groups) >= 2:
        steps += ["move-up geosets[1]", "duplicate geosets[0]", "delete geosets[%d]" % len(groups)]
        claims.append(("number of geosets", len(groups),
                       lambda after: len(column(after, "geosets", "selection_group"))))
    names = column(values, "bones", "name")
    if len(names) >= 3:
        steps += ["move-up bones[2]", "delete bones[1] weights=nearest"]
        expected = names[:1] + names[1:2] + names[3:]
        claims.append(("bones", expected, lambda after: column(after, "bones", "name")))
        if len(names) >= 4:
            steps.append("re-parent bones[2] parent=bones[0]")
            claims.append(("parent of bones[2]", "bones[0]", lambda after: after["bones[2].parent"]))
    for path, value in values.items():
        match = re.fullmatch(r"((?:helpers|attachments|cameras|lights)\[\d+\]\.[\w.]+\.track)\.interpolation", path)
        if match:
            steps.append("delete " + match[1])
            claims.append(("no " + match[1], None, lambda after, gone=path: after.get(gone)))
            break
    # The interpolation decides whether there are tangents. (The steps above do not move texture animations and materials[0].)
    for old, new in (("Linear", "Hermite"), ("Hermite", "Linear")):
        for path, value in values.items():
            if value == old and re.fullmatch(r"(materials\[0\]|texture_animations\[\d+\])\..*\.interpolation", path):
                steps.append("set %s=%s" % (path, new))
                keys = path.replace("interpolation", "keys.")
                claims.append((path, (new, len(values[keys + "time"]) if new == "Hermite" else 0),
                               lambda after, at=path, tan=keys + "in_tan": (after[at], len(after.get(tan, [])))))
                break
    return steps, claims


# --- Files ------------------------------------------------------------------------------------------------------------

def corpus_folder():
    given = os.environ.get("MODELWRIGHT_CORPUS")
    root = os.environ.get("MODELWRIGHT_SOURCE_ROOT", HERE.parents[1])
    folder = pathlib.Path(given) if given else pathlib.Path(root).parent / "shared" / "corpus"
    return folder / "mdx800" if (folder / "mdx800").is_dir() else None


def look_at(bench, folder):
    """Compares all real files unchanged. Returns a few that together have the most kinds of values: each is the file that adds the
    most to those before."""
    kinds = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() == ".mdx":
            values, output = bench.values(path)
            for reader in READERS:
                bench.compare("%s sees what we see in %s" % (reader, path.name), reader, path, output)
            if path.stat().st_size <= 600_000:
                kinds[path] = {re.sub(r"\[\d+\]", "[]", at) for at, value in values.items() if value != []}
    chosen, seen = [], set()
    while kinds and len(chosen) < REAL_FILES:
        best = max(kinds, key=lambda path: (len(kinds[path] - seen), len(kinds[path]), path.name))
        seen |= kinds.pop(best)
        chosen.append(best)
    return chosen


def look_at_texts(bench, folder):
    """Compares all real files as text, and real texts of version 800 as we write them. If war3-model refuses something in one of
    them, it must read the text without that."""
    texts = folder.parent / "mdl"
    for path in sorted(folder.iterdir()) + (sorted(texts.glob("*v800*")) if texts.is_dir() else []):
        if path.suffix.lower() not in (".mdx", ".mdl"):
            continue
        text = bench.text_of(path)
        values, _ = bench.values(text)
        emitters = sorted({at.partition(".")[0] for at in values if at.startswith("particle_emitters[")})
        if emitters:
            bench.compare_text(READERS[:1], path, "the text of " + path.name, text, "pivots of particle emitters")
            bench.compare_text(READERS[1:], path, "what we see in the text of " + path.name, text)
            text = bench.changed(text, "without-" + text.name, steps=["delete " + ",".join(emitters)])
        if path.name in REFUSED_TEXTS:
            bench.compare_text(READERS[:1], path, "the text of " + path.name, text, REFUSED_TEXTS[path.name])
        readers = READERS[:1] if emitters else READERS[1:] if path.name in REFUSED_TEXTS else READERS
        bench.compare_text(readers, path, "what we see in the text of " + path.name, text)


# Tracks that exist only in version 1000 and later.
NEWER_TRACKS = """
			EmissiveGain 2 { Linear, 0: 1.5, 500: 2.25, }
			FresnelColor 2 { Linear, 0: { 1, 0.5, 0.25 }, 500: { 0, 0.125, 1 }, }
			FresnelOpacity 2 { DontInterp, 0: 0.5, 500: 0.75, }
			FresnelTeamColor 2 { Hermite, 0: 0.25, InTan 1.5, OutTan 2.5, 500: 1.75, InTan -3.5, OutTan 4.5, }
"""


def without_chunk(data, tag):
    kept, at = data[:4], 4
    while at + 8 <= len(data):
        end = at + 8 + int.from_bytes(data[at + 4:at + 8], "little")
        kept += b"" if data[at:at + 4] == tag else data[at:end]
        at = end
    return kept


def look_at_dialect(bench, path):
    """Compares a model of version 1000 or 1100, and its text. If a reader refuses something, it must read the file without that."""
    values, output = bench.values(path)
    old, new = READERS
    newer, materials = values["version"] >= 1100, len(column(values, "materials", "flags"))
    bench.compare("%s sees what we see in %s" % (old, path.name), old, path, output)
    bare = path
    if newer and materials:
        bench.compare("%s does not read %s" % (new, path.name), new, path, output)
        bench.tasks[-1]["refuses"] = "layers of version 1100"
        bare = bench.file("bare-" + path.name)
        bare.write_bytes(without_chunk(path.read_bytes(), b"MTLS"))
        _, output = bench.values(bare)
    bench.compare("%s sees what we see in %s" % (new, bare.name), new, bare, output)

    text = bench.text_of(path)
    stated = text.read_bytes()
    empty = 0 in sum(column(values, "geosets", "primitive_sizes"), [])
    refusal = "a group without triangles" if empty else "shader numbers" if b"ShaderTypeId" in stated else None
    bench.compare_text((new,), path, ("" if refusal else "what we see in ") + "the text of " + path.name, text, refusal)
    if refusal == "shader numbers":
        bench.compare_text((new,), bare, "what we see in the text of " + bare.name)
    if empty:
        bench.compare_text((old,), path, "the text of " + path.name, text, "a group without triangles")
        return
    if column(values, "particle_emitters", "name"):
        bench.compare_text((old,), path, "the text of " + path.name, text, "pivots of particle emitters")
        return
    refusal = ("two-sided materials" if b"\n\t\tTwoSided," in stated
               else "skin weights in bare rows" if b"SkinWeights" in stated else None)
    if refusal:
        bench.compare_text((old,), path, "the text of " + path.name, text, refusal)
        text = bench.file("spelled-" + text.name)
        one_sided = stated.replace(b"\n\t\tTwoSided,", b"")
        text.write_bytes(re.sub(rb"\n\t\t((?:\d+, ){7}\d+),", rb"\n\t\t{ \1 },", one_sided))
    bench.compare_text((old,), path, "what we see in the text of " + path.name, text)


def look_at_engine_text(bench, path, refuses=None):
    text = bench.file("engine-%s.mdl" % path.name)
    bench.run("convert", "-q", "-f", "--spelling=engine", path, text)
    what = "the text of %s in the engine's spelling" % path.name
    bench.compare_text(READERS, path, what if refuses else "what we see in " + what, text, refuses)


def look_at_generated(bench):
    """Compares models in which every field, list and track has a different value. tests/mdx writes them from the format reference
    alone. They lack what a reader refuses or shows differently: cameras (some have 12 more bytes, and KCVS), collision shapes (both
    layouts), layers of version 1100 (mdx-m3-viewer reads them as those of 1000, war3-model orders textures by slot), and for
    war3-model KRCO and primitives other than triangles. Odd seeds, with NaNs, texts without a NUL and numbers above 2^31, are
    tested in tests/mdx only, because war3-model holds such numbers as floats."""
    for version in (800, 1000, 1100):
        for seed in (0, 2):
            without = ("CAMS", "CLID") + (("MTLS",) if version >= 1100 else ())
            path = bench.file("generated-%d-%d.mdx" % (version, seed))
            path.write_bytes(strict_write.make("wc3", version, seed, without=without)[0])
            values, output = bench.values(path)
            bench.compare("%s sees what we see in %s" % (READERS[1], path.name), READERS[1], path, output)
            colours = re.compile(r"(ribbon_emitters\[\d+\]\.color\.track)\.interpolation")
            tracks = [match[1] for match in map(colours.fullmatch, values) if match]
            triangles = ["geosets[*].primitive_types=[4]", "geosets[*].primitive_sizes=[0]", "geosets[*].faces=[]"]
            reduced = bench.changed(path, "reduced-" + path.name, triangles, ["delete " + track for track in tracks])
            _, output = bench.values(reduced)
            bench.compare("%s sees what we see in %s" % (READERS[0], path.name), READERS[0], reduced, output)


def look_at_dialects(bench, made, corpus):
    """Compares models of version 1000 and 1100: converted from version 800, and real ones. Returns those to edit."""
    work = []
    for _, path in made[:2]:
        out = bench.file("900-" + path.name)
        bench.run("convert", "-q", "-f", "--to=mdx900", path, out)
        _, output = bench.values(out)
        for reader in READERS:
            bench.compare("%s %s %s" % (reader, "sees what we see in" if reader == READERS[0] else "does not read", out.name),
                          reader, out, output)
        bench.tasks[-1]["refuses"] = "layers of version 900"
        bench.compare_text(READERS, out, "what we see in the text of " + out.name)
    for version in (1000, 1100):
        for readers, path in made:
            out = bench.file("%d-%s" % (version, path.name))
            bench.run("convert", "-q", "-f", "--to=mdx%d" % version, path, out)
            if path.name.startswith("everything"):
                _, output = bench.values(out)
                for reader in readers if version < 1100 else readers[:1] if readers[0] == READERS[0] else ():
                    bench.compare("%s sees what we see in %s" % (reader, out.name), reader, out, output)
                continue
            look_at_dialect(bench, out)
            look_at_engine_text(bench, out)
            text = bench.file("tracks-%s.mdl" % out.name)
            plain = bench.text_of(out).read_text()
            text.write_text(re.sub(r"\n\t\t\tFilterMode", NEWER_TRACKS.rstrip() + r"\g<0>", plain, count=1))
            tracks = bench.file("tracks-" + out.name)
            bench.run("convert", "-q", "-f", text, tracks)
            look_at_dialect(bench, tracks)
            work.append((READERS if version < 1100 else READERS[:1], out))
        folder = corpus and corpus.parent / ("mdx%d" % version)
        for path in sorted(folder.glob("*.mdx")) if folder else ():
            if path.name in EDITED_NEWER or not int(os.environ.get("MODELWRIGHT_FRACTION") or 1) > 1:
                copy_of = bench.file("%d-%s" % (version, path.name))
                shutil.copy(path, copy_of)
                look_at_dialect(bench, copy_of)
                if path.name == HD_LAYERS:
                    look_at_engine_text(bench, copy_of, "textures as the engine spells them")
                if path.name in EDITED_NEWER:
                    work.append((READERS if version < 1100 else READERS[:1], copy_of))
    return work


def reduce_texts(bench, everything):
    """Compares everything.mdx as text without anything that a reader refuses, and then with each of these things alone."""
    text = bench.text_of(everything)
    for reader, refusals in REDUCED_TEXT.items():
        for without in (None, *refusals):
            edits = [edit for name, edit in refusals.items() if name != without]
            name = "everything-for-%s-%s.mdl" % (reader, "without-" + without if without else "all")
            reduced = bench.changed(text, name, [text for edit in edits for text in edit.get("set", ())],
                                    [step for edit in edits for step in edit.get("do", ())])
            what = without or "what we see in the text of everything.mdx"
            bench.compare_text((reader,), everything, what, reduced, without)


def edit(tap, bench, readers, path):
    """Compares a file after edits of values, and after structural edits, with these readers. Returns the path of mwright's output
    for the edited file."""
    name = path.name
    values, output = bench.values(path)
    edits = edits_of(values)
    edited = bench.changed(path, "edited-" + name, settings=[text for text, _, _ in edits])
    after, output = bench.values(edited)
    differences = same_but(values, after, edits)
    tap.check(edits and not differences, "set changes %d values of %s and no other" % (len(edits), name),
              *differences[:8])
    for reader in readers:
        bench.compare("%s sees the edits in %s" % (reader, name), reader, edited, output)
    texts = [] if name.startswith("everything") else [
        reader for reader in readers if reader != "war3-model" or not (column(values, "particle_emitters", "name")
                                                                       or any(column(values, "geosets", "skin.bones")))]
    bench.compare_text(texts, edited, "the edits in the text of " + name)

    blind = output
    steps, claims = steps_of(values)
    if not steps:
        return blind
    changed = bench.changed(path, "changed-" + name, steps=steps)
    after, output = bench.values(changed)
    wrong = ["%s: %r, expected %r" % (claim, work_out(after), expected) for claim, expected, work_out in claims
             if work_out(after) != expected]
    tap.check(not wrong, "do makes %d steps in %s" % (len(steps), name), *wrong)
    for reader in readers:
        bench.compare("%s sees the steps in %s" % (reader, name), reader, changed, output)
    bench.compare_text(texts, changed, "the steps in the text of " + name)
    return blind


def run_compare(bench, modules):
    command = ["node", "--max-old-space-size=4096", str(HERE / "compare.js")]
    done = subprocess.run(command, input="".join(json.dumps(task) + "\n" for task in bench.tasks), text=True,
                          capture_output=True, env=dict(os.environ, NODE_PATH=str(modules)))
    if done.returncode != 0:
        raise Failed("compare.js: " + done.stderr.strip())
    return [json.loads(line) for line in done.stdout.splitlines()]


def collect(tap, bench, modules, samples, corpus):
    """Makes and edits all files and runs compare.js. Returns its results."""
    work = [(READERS, samples / name) for name in ("figure.mdx", "effect.mdx")]
    for reader, without in REDUCED.items():
        reduced = bench.changed(samples / "everything.mdx", "everything-for-%s.mdx" % reader, without["set"],
                                without["do"])
        work.append(((reader,), reduced))
    # HD materials, which mdx-m3-viewer reads at 1000 only.
    hd = [(READERS[:1], samples / "lantern.mdx"), (READERS, samples / "lantern-1000.mdx")]
    for readers, path in work + hd:
        _, output = bench.values(path)
        for reader in readers:
            bench.compare("%s sees what we see in %s" % (reader, path.name), reader, path, output)
    for _, path in work[:2]:
        bench.compare_text(READERS, path, "what we see in the text of " + path.name)
    reduce_texts(bench, samples / "everything.mdx")
    look_at_generated(bench)
    newer = look_at_dialects(bench, list(work), corpus)
    if corpus:
        work += [(READERS, path) for path in look_at(bench, corpus)]
        look_at_texts(bench, corpus)
    else:
        tap.skip("real files", "corpus not found")
    work += newer
    for readers, path in work:
        try:
            output = edit(tap, bench, readers, path)
            for reader in readers:
                bench.compare(BLIND % (reader, path.name), reader, path, output)
                if not path.name.startswith("everything"):
                    bench.compare(BLIND % (reader + AS_TEXT, path.name), reader + AS_TEXT, bench.text_of(path), output)
        except Failed as failure:
            tap.check(False, path.name, failure)
    look_at_sets(tap, bench, corpus)
    look_at_operations(tap, bench, corpus)
    return run_compare(bench, modules)


def look_at_sets(tap, bench, corpus):
    """Compares generated and real M2 sets."""
    sets = m2_sets.generated_sets(os.environ.get("MODELWRIGHT_BUILD_ROOT", "build"), bench.file("generated"))
    if corpus:
        # Under sanitizers each run of mwright takes long, so only some sets are tried.
        fraction = int(os.environ.get("MODELWRIGHT_FRACTION") or 1)
        sets += [("%s (%s)" % (path.name, path.parent.name), path) for path in m2_sets.corpus_sets(corpus)[::fraction]]
    for name, model in sets:
        try:
            m2_sets.look_at(tap, bench, same_but, BLIND, name, model)
        except Failed as failure:
            tap.check(False, name, failure)


def look_at_operations(tap, bench, corpus):
    """Compares what each operation made of a real model of each family that it works on (tests/core/edit/operations/table.c)."""
    if not corpus:
        tap.skip("outputs of operations", "corpus not found")
        return
    program = pathlib.Path(os.environ.get("MODELWRIGHT_BUILD_ROOT", "build")) / "tests" / "test-core-edit-operations-table"
    folder = bench.file("operations")
    done = subprocess.run([str(program)], capture_output=True, env=dict(os.environ, MODELWRIGHT_TABLE_OUT=str(folder)))
    tap.check(done.returncode == 0, "operations write their outputs", done.stdout.decode(errors="replace")[-600:])
    listed = json.loads(bench.run("do", "--list", "--json"))["operations"]
    seen = 0
    for operation in listed:
        for kind, readers in (("mdx", READERS), ("m2", (m2_sets.READER,))):
            model = folder / kind / ("%s.%s" % (operation["id"], kind))
            if not model.exists():
                continue
            seen += 1
            _, output = bench.values(model)
            for reader in readers:
                bench.compare("%s sees what %s made (%s)" % (reader, operation["id"], kind), reader, model, output)
    tap.check(seen >= len(listed), "most operations have an output for both families", "%d of %d" % (seen, len(listed)))


def main():
    tap = Tap()
    try:
        modules = npm.install(os.environ.get("MODELWRIGHT_BUILD_ROOT", "build"))
    except npm.Missing as why:
        print("1..0 # SKIP %s" % why)
        return 0
    samples = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", HERE.parents[1])) / "data" / "samples"
    corpus = corpus_folder()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], pathlib.Path(folder))
        try:
            results = collect(tap, bench, modules, samples, corpus)
        except Failed as failure:
            tap.check(False, "mwright and compare.js run", failure)
            results = []
    used, blind = {}, []
    for result in results:
        if result["id"].startswith(BLIND.split("%")[0]):
            if not result["problems"]:
                blind.append(result["id"])
            continue
        good = not result["problems"] and result["compared"] > 0
        tap.check(good, result["id"], *result["problems"])
        for name in result["used"]:
            used.setdefault(result["reader"], set()).add(name)
    tap.check(not blind, "the values of an edited file are not those of the file before", *blind)
    tap.check(len(results) == len(bench.tasks), "every comparison was made")
    listed = subprocess.run(["node", str(HERE / "compare.js"), "--disagreements"], capture_output=True, text=True,
                            check=True, env=dict(os.environ, NODE_PATH=str(modules))).stdout
    # A fraction of the files does not show all disagreements.
    whole = int(os.environ.get("MODELWRIGHT_FRACTION") or 1) == 1
    for entry in map(json.loads, listed.splitlines()):
        if whole and (corpus or not entry["real"]):
            tap.check(entry["name"] in used.get(entry["reader"], ()),
                      "%s disagrees as listed: %s" % (entry["reader"], entry["name"]))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
