#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-renamed.py MWRIGHT GENERATE STRUCTURE: sets as files, moved about by mwright: renamed, and saved under another name after
an edit. What is found there by the names of the files is what was there before: the same values, and for the structural
checker (which knows companions by the format's reference alone) no rule broken that was not. Speaks TAP."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
from tap import Tap  # noqa: E402

VERSIONS = ("256", "260", "262", "263", "264", "264:16", "264:32", "265", "270", "272")
LARGEST = 400 << 10  # of the real ones
STEM = "Other name"
EDIT, EDITED = "bounds.radius=77.5", 77.5


def run(*command, codes=(0,)):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in codes:
        raise RuntimeError("%s: exit code %d: %s" % (" ".join(map(str, command)), done.returncode, done.stderr.strip()))
    return done.stdout


def values_of(mwright, model):
    return json.loads(run(mwright, "get", "--json", model))["values"]


def found_in(structure, model, whole):
    """What the checker says, without the name of the set."""
    output = run(structure, *([] if whole else ["--incomplete"]), model, codes=(0, 1))
    return [re.sub(r"^%s" % re.escape(model.stem), "", line) for line in output.splitlines()]


def set_of(model, folder):
    """The model and all that begins with its name, in a folder of its own."""
    folder.mkdir(parents=True)
    for path in model.parent.iterdir():
        if path.name.lower().startswith(model.stem.lower()):
            shutil.copyfile(path, folder / path.name)
    return folder / model.name


def look_at(tap, mwright, structure, model, folder, claim, whole):
    values, found = values_of(mwright, model), found_in(structure, model, whole)
    tap.check(not whole or not found, claim + ": the set is good", *found[:5])

    renamed = set_of(model, folder / "renamed")
    before = {re.sub("^%s" % re.escape(model.stem), "", path.name, flags=re.I): path.read_bytes()
              for path in renamed.parent.iterdir()}
    run(mwright, "rename", renamed, STEM)
    renamed = renamed.with_name(STEM + renamed.suffix)
    after = {path.name[len(STEM):]: path.read_bytes() for path in renamed.parent.iterdir()}
    tap.check(after == before, claim + ": a rename gives every file the new stem and changes no byte", sorted(after))
    tap.check(values_of(mwright, renamed) == values, claim + ": renamed, it says the same")
    now = found_in(structure, renamed, whole)
    tap.check(now == found, claim + ": renamed, the checker says the same", *now[:5])

    copied = folder / "copied" / (STEM + model.suffix)
    copied.parent.mkdir()
    run(mwright, "set", model, EDIT, "-o", copied)
    tap.check(sorted(path.name[len(STEM):] for path in copied.parent.iterdir()) == sorted(after),
              claim + ": saved under another name, it has the same companions")
    differing = [new for old, new in zip(values, values_of(mwright, copied)) if old != new]
    tap.check([(entry["path"], entry["value"]) for entry in differing] == [("bounds.radius", EDITED)],
              claim + ": and the value that was set, and no other", *differing[:5])
    now = found_in(structure, copied, whole)
    tap.check(now == found, claim + ": and the checker says the same", *now[:5])


def real_sets():
    root = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", "."))
    corpus = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or root / "../shared/corpus")
    models = sorted(path for folder in corpus.glob("m2-*") for path in folder.glob("*/*") if path.suffix.lower() == ".m2")
    return [path for path in models
            if sum(part.stat().st_size for part in path.parent.iterdir()) <= LARGEST] if corpus.is_dir() else None


def main():
    mwright, generate, structure = (os.path.abspath(word) for word in sys.argv[1:4])
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="modelwright-renamed-") as name:
        folder = pathlib.Path(name)
        run(generate, folder / "made", *VERSIONS)
        for version in VERSIONS:
            model = folder / "made" / version.replace(":", "-") / "Sample.m2"
            look_at(tap, mwright, structure, model, folder / ("of-" + model.parent.name), "made " + version, True)
        sets = real_sets()
        if sets is None:
            tap.skip("real sets", "there is no corpus")
        for path in (sets or [])[::int(os.environ.get("MODELWRIGHT_FRACTION") or 1)]:
            claim = "%s/%s" % (path.parent.parent.name, path.parent.name)
            look_at(tap, mwright, structure, path, folder / claim.replace("/", "-"), claim, False)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
