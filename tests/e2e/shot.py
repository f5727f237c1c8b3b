#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""shot.py PROGRAM FILE PICTURE: the picture for the README. Opens FILE, chooses a moment of a sequence and an element by
pointer and keys, and writes what the screen shows: the same picture on every run."""
import os
import pathlib
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import SCREEN, Missing, Program, wait_until  # noqa: E402

SEQUENCE, MOMENT = "Walk", 0.5  # of its length
SELECTED = ("Materials", driver.starting("Material 0"), driver.starting("Layer 1"))


def choose_moment(program):
    program.wait("combo box", "Sequence").choose(SEQUENCE)
    slider = program.wait("slider", "Time")
    pause = program.find("push button", driver.starting("Pause"))
    if pause:
        pause.click()
        program.wait("push button", driver.starting("Play"))
    slider.click(at=(MOMENT, 0.5))
    wait_until(lambda: slider.value > 0, "the moment")


def select(program):
    outline = program.wait("panel", "Outline")
    for at, title in enumerate(SELECTED):
        row = outline.wait("label", title)
        row.click(times=1 if at + 1 == len(SELECTED) else 2)
    program.wait("panel", "Inspector").wait("combo box", "Filter mode")


def main():
    program_path, file, picture = sys.argv[1:4]
    with tempfile.TemporaryDirectory(prefix="mw-shot-") as folder:
        program = Program(program_path, file, pictures=folder)
        program.wait(None, "Viewport")
        for step in (choose_moment, select):
            try:
                step(program)
            except Missing as missing:  # another model than the sample: its picture is plainer
                print("shot: %s" % missing, file=sys.stderr)
        program.point(SCREEN[0] // 2, SCREEN[1] - 12)
        program.still("shot", None)
        newest = max(pathlib.Path(folder).glob("*-shot.png"))
        partial = picture + ".part.png"
        shutil.copyfile(newest, partial)
        os.replace(partial, picture)
        program.kill()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("MODELWRIGHT_PATIENCE", "10")
    driver.begin(main)
