#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-save-killed.py PROGRAM MWRIGHT PICTURES: the window's save, killed at any moment, leaves the old file or the new one,
never a part. Each round opens a large model, edits it, presses Ctrl+S and sends SIGKILL a random time later: an MDX of 20 MB
and, in fewer rounds, a text and an M2 with companions. Speaks TAP."""
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]
import big_model  # noqa: E402
import big_set  # noqa: E402
import driver  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402

ROUNDS = max(6, 20 // int(os.environ.get("MODELWRIGHT_FRACTION") or 1))  # see work_fraction() in tests/core/corpus.h
FEWER = max(2, ROUNDS // 3)
MORE = 20
BLEND_TIME = "4711"


def state(files):
    """The content of each file."""
    return tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)


def beside(files):
    """Whether a temporary file is there."""
    return any(entry.suffix != ".bak" and entry not in files for entry in files[0].parent.iterdir())


def make(tool, path, megabytes):
    """The files of an original, the model's first."""
    if path.suffix == ".m2":
        return big_set.make(path, megabytes)
    made = path.with_name("made.mdx")
    big_model.make(made, megabytes)
    if path.suffix == ".mdx":
        made.rename(path)
    else:
        subprocess.run([tool, "convert", "-q", made, path], check=True)
        made.unlink()
    return [path]


def restore(original, files):
    """The files as they were, and no others."""
    for left in files[0].parent.iterdir():
        left.unlink()
    for path in files:
        shutil.copyfile(original / path.name, path)


def delete_bone(program, target, pictures):
    """The editor on the set, with an unsaved step that changes all its files."""
    editor = Program(program, target, pictures=pictures)
    outline = editor.wait("panel", "Outline")
    outline.open_row("Bones", "Bone 1")
    outline.pick_row("Bone 1", editor.wait("panel", "Inspector"))
    editor.press("Delete")
    wait_until(lambda: "•" in editor.title, "the mark of unsaved changes")
    return editor


def edited(program, target, pictures):
    """The editor on the model, with an unsaved change: the model's blend time, of a set a bone."""
    if target.suffix == ".m2":
        return delete_bone(program, target, pictures)
    editor = Program(program, target, pictures=pictures)
    entry = editor.wait("panel", "Inspector").wait("text", "Blend time")
    wait_until(lambda: entry.text == "150", "the model's values")
    entry.click()
    editor.press("ctrl+a")
    editor.write(BLEND_TIME)
    wait_until(lambda: entry.text == BLEND_TIME, "what was typed")
    editor.press("Return")
    wait_until(lambda: "•" in editor.title, "the mark of unsaved changes")
    return editor


def kills(tap, program, tool, pictures, chance, folder, suffix, megabytes, rounds, must_hit=False):
    place, original, wanted = (folder / (name + suffix) for name in ("place", "original", "wanted"))
    for each in (place, original, wanted):
        each.mkdir()
    source, target = original / ("large" + suffix), place / ("large" + suffix)
    sources = make(tool, source, megabytes)
    files = [place / path.name for path in sources]
    change = ["do", "-e", big_set.STEP, source] if suffix == ".m2" else ["set", source, "blend_time=" + BLEND_TIME]
    subprocess.run([tool, *change, "-o", wanted / source.name], check=True)
    old, new = state(sources), state([wanted / path.name for path in sources])
    tap.check(all(before != after for before, after in zip(old, new)), "%s: the edit changes every file" % suffix)

    restore(original, files)
    editor = edited(program, target, pictures)
    started = time.monotonic()
    editor.press("ctrl+s")
    wait_until(lambda: "•" not in editor.title, "the save to end")
    whole = time.monotonic() - started
    editor.picture("saved" + suffix)
    editor.kill()
    tap.check(state(files) == new, "%s: without a kill, the saved files equal those of mwright" % suffix)

    parts, count, hit, round_number = [], {old: 0, new: 0}, 0, -1
    # Where the machine's mood let no kill hit the writing, a few more.
    while (round_number := round_number + 1) < rounds or (must_hit and not hit and round_number < rounds + MORE):
        restore(original, files)
        editor = edited(program, target, pictures)
        editor.press("ctrl+s")
        # Half of the kills while the new file is being written beside the old one, half at any moment.
        if round_number % 2:
            try:
                wait_until(lambda: beside(files) or state(files) == new, "the new file", patience=whole * 3 + 1)
            except driver.Missing:
                pass
            time.sleep(chance.uniform(0, 0.02))
        else:
            time.sleep(chance.uniform(0, whole * 1.4))
        editor.process.send_signal(signal.SIGKILL)
        editor.kill()
        hit += beside(files)
        if len(files) > 1:  # the next program that looks at a set ends what was begun
            subprocess.run([tool, "info", "-q", target], stdout=subprocess.DEVNULL, check=True)
        now = state(files)
        if now in count:
            count[now] += 1
        else:
            parts.append("round %d: %s" % (round_number, [(path.name, os.path.getsize(path)) for path in files]))
    print("# %s: %d old, %d new, %d killed while writing; a whole save takes %.0f ms"
          % (suffix, count[old], count[new], hit, whole * 1000))
    tap.check(not parts, "%s: killed at %d moments of a save, the files are the old or the new ones" % (suffix, round_number), *parts)
    editor = Program(program, target, pictures=pictures)
    editor.wait("panel", "Outline")
    tap.check(editor.title.startswith(target.name), "and the editor opens it again")
    editor.kill()
    return hit


def main():
    program, tool, pictures = sys.argv[1:4]
    shutil.rmtree(pictures, ignore_errors=True)
    seed = int(os.environ.get("MODELWRIGHT_SEED") or random.SystemRandom().randrange(1 << 32))
    print("# seed %d (MODELWRIGHT_SEED)" % seed)
    chance = random.Random(seed)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-save-killed-") as name:
        folder = pathlib.Path(name)
        hit = kills(tap, program, tool, pictures, chance, folder, ".mdx", 20, ROUNDS, must_hit=True)
        tap.check(hit > 0, "some of the kills hit the writing itself")
        kills(tap, program, tool, pictures, chance, folder, ".mdl", 5, FEWER)
        kills(tap, program, tool, pictures, chance, folder, ".m2", 8, FEWER)
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
