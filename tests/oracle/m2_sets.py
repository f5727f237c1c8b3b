# SPDX-License-Identifier: GPL-3.0-or-later
"""M2 sets of version 264 for test-oracle.py: unchanged, and after edits by mwright (values set, structural edits, a deleted
submesh, a changed surface, another file name)."""

import copy
import pathlib
import re
import shutil
import subprocess

READER = "@wowserhq/format"
# Arguments of m2-generate: skin headers of both forms, with and without combiners.
GENERATED = ("264", "264:16", "264:32", "264:48")


def corpus_sets(corpus):
    """The paths of the models of version 264 in the corpus."""
    folder = corpus.parent / "m2-264"
    return sorted(path for path in folder.glob("*/*") if path.suffix.lower() == ".m2") if folder.is_dir() else []


def generated_sets(build, folder):
    """[(name, model)]: generated sets, in which every field has a different value and some keys are in .anim files."""
    subprocess.run([str(pathlib.Path(build) / "tests" / "m2-generate"), str(folder), *GENERATED], check=True)
    names = [form.replace(":", "-") for form in GENERATED]
    return [("generated %s" % name, next((folder / name).glob("*.m2"))) for name in names]


def edits_of(values):
    """See edits_of() in test-oracle.py."""
    edits = []

    def first(pattern, good=lambda value: True):
        return next((path for path, value in values.items() if re.fullmatch(pattern, path) and good(value)), None)

    def last(pattern):
        return next((path for path in reversed(values) if re.fullmatch(pattern, path)), None)

    def change(path, text, value):
        if path is not None and values[path] != value:
            edits.append(("%s=%s" % (path, text), path, value))

    def change_element(path, text, value):
        """Changes the first element of an array. In the path of a key the index comes before the name of the part."""
        if path is None or values[path][0] == value:
            return
        base, dot, part = path.rpartition(".keys.")
        spelled = "%s.keys[0].%s" % (base, part) if dot else re.sub(r"(\.[^.]*)$", r"[0]\1", path)
        edits.append(("%s=%s" % (spelled, text), path, [value] + copy.deepcopy(values[path][1:])))

    some = lambda value: len(value) > 0
    change(first(r"textures\[\d+\]\.path", lambda value: value != ""), "Textures\\Edited longer than before.blp",
           "Textures\\Edited longer than before.blp")
    change(last(r"textures\[\d+\]\.flags"), "0x3", 3)
    change("bounds.min", "{-9.5, -8.25, -7.125}", [-9.5, -8.25, -7.125])
    change("bounds.radius", "77.5", 77.5)
    change("collision_bounds.max", "{1.5, 2.5, 3.5}", [1.5, 2.5, 3.5])
    path = last(r"bones\[\d+\]\.flags")
    change(path, "0x%x" % (values[path] ^ 0x8), values[path] ^ 0x8)
    change(first(r"sequences\[0\]\.move_speed"), "3.25", 3.25)
    change(last(r"sequences\[\d+\]\.bounds\.max"), "{4, 5, 6}", [4, 5, 6])
    change(first(r"global_sequences\[0\]\.duration"), "4321", 4321)
    change(last(r"materials\[\d+\]\.blend_mode"), "Mod2x", "Mod2x")
    change(first(r"attachments\[0\]\.position"), "{-1, -2, 0.1}", [-1, -2, 0.1])
    change_element(first(r"bones\[\d+\]\.translation\.track\.lanes\[\d+\]\.keys\.value", some), "{9, 8.5, -7.25}",
                   [9, 8.5, -7.25])
    # A compressed quaternion stores -1 and 1 exactly.
    change_element(first(r"bones\[\d+\]\.rotation\.track\.lanes\[\d+\]\.keys\.value", some), "{1, -1, -1, 1}",
                   [1, -1, -1, 1])
    change_element(first(r"texture_weights\[\d+\]\.weight\.track\.lanes\[\d+\]\.keys\.value", some), "-1", -1)
    change_element(first(r"colors\[\d+\]\.color\.track\.lanes\[\d+\]\.keys\.value", some), "{0.25, 0.5, 0.75}",
                   [0.25, 0.5, 0.75])
    change(first(r"skins\[\d+\]\.submeshes\[0\]\.center"), "{0.5, 0.25, 0.125}", [0.5, 0.25, 0.125])
    change(last(r"skins\[\d+\]\.batches\[\d+\]\.priority_plane"), "-5", -5)
    change(first(r"cameras\[\d+\]\.field_of_view"), "0.95", 0.95)
    return edits


def number_of(values, kind):
    """The number of records in a list."""
    pattern = re.compile(re.escape(kind) + r"\[(\d+)\]\.")
    return len({match[1] for match in map(pattern.match, values) if match})


ADDED = {"textures": "path=Textures\\New.blp flags=3", "attachments": "attachment_id=19 bone=bones[0] position={0, 0, 1}",
         "sequences": "animation=60"}


def steps_of(values):
    """(steps for `do`, [(list, number of records afterwards)])."""
    steps = ["add %s %s" % added for added in ADDED.items()]
    counts = [(kind, number_of(values, kind) + 1) for kind in ADDED]
    if number_of(values, "colors"):
        steps.append("duplicate colors[0]")
        counts.append(("colors", number_of(values, "colors") + 1))
    # Moving a pivot changes the stored distances between bones. Deleting a bone moves its children and vertices to its parent.
    steps.append("set bones[0].pivot={1.25, -2.5, 3.75}")
    n = number_of(values, "bones")
    parents = [values["bones[%d].parent" % i] for i in range(n)]
    hanging = [i for i in range(n) if parents[i] != "none"]
    with_children = [i for i in hanging if "bones[%d]" % i in parents]
    # Bones cannot be deleted while skin profiles are missing (264 and later), because these name bones by number, or while an .anim
    # with their keys is missing.
    unread = int(values["version"]) >= 264 and not number_of(values, "skins[0].submeshes")
    unread = unread or any(values["sequences[%d].not_loaded" % i] != 0 for i in range(number_of(values, "sequences"))
                           if "sequences[%d].not_loaded" % i in values)
    if hanging and not unread:
        steps.append("delete bones[%d]" % (with_children or hanging)[0])
        counts.append(("bones", n - 1))
    return steps, counts


def change_surface(values):
    """As steps_of(): sets the texture and the blend mode of a surface, in all profiles that show it."""
    if not number_of(values, "skins[0].batches"):
        return [], []
    return ["surface-texture skins[0].batches[0] texture=textures[%d]" % (number_of(values, "textures") - 1),
            "surface-blend skins[0].batches[0] blend_mode=Mod2x"], []


def delete_submesh(values):
    """As steps_of(): deletes a submesh of the first profile that has more than one."""
    for profile in range(number_of(values, "skins")):
        kind = "skins[%d].submeshes" % profile
        n = number_of(values, kind)
        if n > 1:
            return ["delete %s[%d]" % (kind, n // 2)], [(kind, n - 1)]
    return [], []


def copy_set(model, folder):
    """Copies the model and all files that begin with its name. Returns the path of the copied model."""
    folder.mkdir()
    for path in model.parent.iterdir():
        if path.name.lower().startswith(model.stem.lower()) and path.name != "values.txt":
            shutil.copyfile(path, folder / path.name)
    return folder / model.name


def look_at(tap, bench, same_but, blind, name, model):
    """Adds the comparisons of one set to the bench."""
    values, output = bench.values(model, name)
    bench.compare("%s sees what we see in %s" % (READER, name), READER, model, output)

    edits = edits_of(values)
    edited = bench.changed(model, "edited-%s.m2" % name, settings=[text for text, _, _ in edits])
    after, changed = bench.values(edited)
    differences = same_but(values, after, edits)
    tap.check(edits and not differences, "set changes %d values of %s and no other" % (len(edits), name), *differences[:8])
    bench.compare("%s sees the edits in %s" % (READER, name), READER, edited, changed)
    bench.compare(blind % (READER, name), READER, model, changed)

    for what, (steps, counts) in (("steps", steps_of(values)), ("deleted submesh", delete_submesh(values)),
                                  ("changed surface", change_surface(values))):
        if not steps:
            continue
        stepped = bench.changed(model, "%s-%s.m2" % (what, name), steps=steps)
        after, output = bench.values(stepped)
        wrong = ["%s: %d, expected %d" % (kind, number_of(after, kind), n) for kind, n in counts
                 if number_of(after, kind) != n]
        tap.check(not wrong, "do makes %d step(s) in %s (%s)" % (len(steps), name, what), *wrong)
        bench.compare("%s sees the %s in %s" % (READER, what, name), READER, stepped, output)

    renamed = copy_set(model, bench.file("renamed-" + name))
    bench.run("rename", renamed, "Other name")
    renamed = renamed.with_name("Other name" + renamed.suffix)
    after, output = bench.values(renamed, "renamed-" + name)
    tap.check(after == values, "rename changes no value of %s" % name)
    bench.compare("%s sees what we see in %s after a rename" % (READER, name), READER, renamed, output)
