#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of the README and of the help, made from the program by pointer and keys: the same on every run.

usage: shot.py PROGRAM                       all of them: data/screenshot.png and data/help/pictures
       shot.py PROGRAM FILE PICTURE          one picture of the whole window with another model"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import ROOT, SCREEN, Missing, Program, starting, wait_until  # noqa: E402

SAMPLE = ROOT / "data/samples/figure.mdx"
README = ROOT / "data/screenshot.png"
HELP = ROOT / "data/help/pictures"
SEQUENCE, MOMENT = "Walk", 0.3  # of its length
STATUS = 26  # the height of the status line
COLOURS = 128
PAGE = 720  # the width of a page of help


def take(program, picture, box=None):
    """What the screen shows once it has come to rest, or a box of it (x, y, width, height), as a small PNG."""
    program.point(SCREEN[0] // 2, SCREEN[1] - 8)
    program.still("shot", None)
    newest = max(program.pictures.glob("*-shot.png"))
    crop = ["-crop", "%dx%d+%d+%d" % (box[2], box[3], box[0], box[1]), "+repage"] if box else []
    picture = pathlib.Path(picture)
    picture.parent.mkdir(parents=True, exist_ok=True)
    partial = picture.with_name(picture.name + ".part.png")
    colours = ["-dither", "None", "-colors", str(COLOURS)] if box else []
    subprocess.run(["convert", str(newest), *crop, *colours, "-strip", "-define", "png:compression-level=9",
                    "-define", "png:exclude-chunks=date,time", str(partial)], check=True, stdin=subprocess.DEVNULL)
    os.replace(partial, picture)
    print(picture, flush=True)


def choose_moment(program):
    program.wait("combo box", "Sequence").choose(SEQUENCE)
    slider = program.wait("slider", "Time")
    pause = program.find("push button", starting("Pause"))
    if pause:
        pause.click()
        program.wait("push button", starting("Play"))
    slider.click(at=(MOMENT, 0.5))
    wait_until(lambda: slider.value > 0, "the moment")


def choose(program, group, title, inner=None):
    """Selects a row of the outline, inside another one if wanted."""
    outline = program.wait("panel", "Outline")
    outline.open_row(group, title)
    if inner:
        outline.open_row(title, inner)
    outline.wait("label", inner or title).click()


def tab(program, name):
    """A tab or button of the panel below the view. The outline may have a row of that name."""
    found = wait_until(lambda: [label for label in program.all("label", name) if label.box[1] > SCREEN[1] / 2], name + " below the view")
    return found[0].click()


def below(program):
    """The panel below the view, as much of it as a page of help shows in its own size."""
    top = program.wait("label", "Dope Sheet").box[1] - 7
    return 0, top, PAGE, SCREEN[1] - STATUS - top


def views(program):
    """All pictures, in an order in which each step needs little."""
    choose_moment(program)
    choose(program, "Bones", "Bone_chest")
    tab(program, "Dope Sheet")
    tab(program, "All")
    take(program, README)
    yield "dope-sheet", below
    tab(program, "All")
    tab(program, "Curves")
    yield "curves", below
    tab(program, "Curves")
    tab(program, "Visibility")
    yield "visibility", below
    tab(program, "Images")
    yield "images", below
    tab(program, "Bytes")
    yield "bytes", below
    tab(program, "Sequences")
    yield "sequences", below
    yield "view", lambda it: it.wait(None, "Viewport").box
    choose(program, "Materials", starting("Material 0"), starting("Layer 1"))
    program.wait("panel", "Inspector").wait("combo box", "Filter mode")
    yield "outline", lambda it: it.wait("panel", "Outline").box
    yield "inspector", lambda it: it.wait("panel", "Inspector").box


def one(program, picture):
    try:
        choose_moment(program)
    except Missing as missing:  # a model without that sequence: its picture is plainer
        print("shot: %s" % missing, file=sys.stderr)
    take(program, picture)


def make_settings(folder):
    """Nothing plays or blinks, so that two pictures in a row can be equal."""
    for name, text in {"glib-2.0/settings/keyfile": "[org/modelwright/Modelwright]\nplay-when-opened=false\ntheme='light'\n",
                       "gtk-4.0/settings.ini": "[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n"}.items():
        file = pathlib.Path(folder) / "config" / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return {"XDG_CONFIG_HOME": str(pathlib.Path(folder) / "config")}


def run(program):
    program.wait(None, "Viewport")
    program.wait("panel", "Outline")
    if len(sys.argv) > 2:
        one(program, sys.argv[3])
        return 0
    for name, box in views(program):
        take(program, HELP / (name + ".png"), box(program))
    return 0


def main():
    with tempfile.TemporaryDirectory(prefix="mw-shot-", ignore_cleanup_errors=True) as folder:
        program = Program(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else SAMPLE, pictures=folder,
                          options=make_settings(folder))
        try:
            return run(program)
        except Missing as missing:
            print("shot: %s" % missing, file=sys.stderr)
            program.picture("failed")
            os.replace(max(program.pictures.glob("*-failed.png")), ROOT / "build/shot-failed.png")
            return 1
        finally:
            program.kill()


if __name__ == "__main__":
    os.environ.setdefault("MODELWRIGHT_PATIENCE", "10")
    driver.begin(main)
