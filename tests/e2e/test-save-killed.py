#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-save-killed.py PROGRAM MWRIGHT PICTURES: the window's save, killed at any moment, leaves the old file or the new one,
never a part. Each round opens a large model, edits it, presses Ctrl+S and sends SIGKILL a random time later: an MDX of 20 MB
and, in fewer rounds, a text. Speaks TAP."""
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
import driver  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402

ROUNDS = max(6, 20 // int(os.environ.get("MODELWRIGHT_FRACTION") or 1))  # fewer where the sanitizers make each slow
TEXT_ROUNDS = max(2, ROUNDS // 3)
BLEND_TIME = "4711"


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def beside_it(target):
    """Whether a file that is not yet in its place stands there."""
    return any(entry.suffix != ".bak" and entry != target for entry in target.parent.iterdir())


def edited(program, target, pictures):
    """The editor on the model, with an unsaved change of the model's blend time."""
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


def kills(tap, program, tool, pictures, chance, folder, suffix, megabytes, rounds):
    place = folder / ("place" + suffix)
    place.mkdir()
    original, wanted, target = folder / ("original" + suffix), folder / ("wanted" + suffix), place / ("large" + suffix)
    made = folder / "made.mdx"
    big_model.make(made, megabytes=megabytes)
    if suffix == ".mdx":
        made.rename(original)
    else:
        subprocess.run([tool, "convert", "-q", made, original], check=True)
    subprocess.run([tool, "set", original, "blend_time=" + BLEND_TIME, "-o", wanted], check=True)
    old, new = digest(original), digest(wanted)

    shutil.copyfile(original, target)
    editor = edited(program, target, pictures)
    started = time.monotonic()
    editor.press("ctrl+s")
    wait_until(lambda: "•" not in editor.title, "the save to end")
    whole = time.monotonic() - started
    editor.picture("saved" + suffix)
    editor.kill()
    tap.check(digest(target) == new, "%s: saved in peace, the file is what `mwright set` writes" % suffix)

    parts, count, beside = [], {old: 0, new: 0}, 0
    for round_number in range(rounds):
        for left in place.iterdir():
            left.unlink()
        shutil.copyfile(original, target)
        editor = edited(program, target, pictures)
        editor.press("ctrl+s")
        # Half of the kills while the new file is being written beside the old one, half at any moment.
        if round_number % 2:
            try:
                wait_until(lambda: beside_it(target) or digest(target) == new, "the new file", patience=whole * 3 + 1)
            except driver.Missing:
                pass
            time.sleep(chance.uniform(0, 0.02))
        else:
            time.sleep(chance.uniform(0, whole * 1.4))
        editor.process.send_signal(signal.SIGKILL)
        editor.kill()
        beside += beside_it(target)
        now = digest(target)
        if now in count:
            count[now] += 1
        else:
            parts.append("round %d: %d bytes" % (round_number, os.path.getsize(target)))
    print("# %s: %d old, %d new, %d killed while writing; a whole save takes %.0f ms"
          % (suffix, count[old], count[new], beside, whole * 1000))
    tap.check(not parts, "%s: killed at %d moments of a save, the file is the old one or the new one" % (suffix, rounds), *parts)
    editor = Program(program, target, pictures=pictures)
    editor.wait("panel", "Outline")
    tap.check(editor.title.startswith(target.name), "and the editor opens it again")
    editor.kill()
    return beside


def main():
    program, tool, pictures = sys.argv[1:4]
    shutil.rmtree(pictures, ignore_errors=True)
    seed = int(os.environ.get("MODELWRIGHT_SEED") or random.SystemRandom().randrange(1 << 32))
    print("# seed %d (MODELWRIGHT_SEED)" % seed)
    chance = random.Random(seed)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-save-killed-") as name:
        folder = pathlib.Path(name)
        beside = kills(tap, program, tool, pictures, chance, folder, ".mdx", 20, ROUNDS)
        tap.check(beside > 0, "some of the kills hit the writing itself")
        kills(tap, program, tool, pictures, chance, folder, ".mdl", 5, TEXT_ROUNDS)
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
