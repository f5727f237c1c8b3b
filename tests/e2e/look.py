#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at the program as its user does: does the steps by pointer and keys and takes pictures of the screen.

usage: look.py [--size WxH] [--theme NAME] [--language LANG] [--text-scale N] [--set KEY=VALUE]... PROGRAM FOLDER MODEL STEP...

Pictures go to FOLDER, numbered. `--theme` is a theme of GTK 4 (there is no HighContrastInverse). `--set` is a setting of the program's
schema. A STEP is one of
  sleep:SECONDS          waits
  shot:NAME              takes a picture
  click:ROLE=NAME        clicks the middle of a widget; ROLE may be empty; a NAME that begins with ^ is a pattern
  right:ROLE=NAME        the same with the right button; double:ROLE=NAME clicks twice
  at:X,Y                 clicks a place of the screen; point:X,Y only moves the pointer there; point:ROLE=NAME onto a widget
  drag:X,Y,X,Y           drags from the first place to the second
  key:KEYS               presses keys, such as ctrl+s or Tab
  type:TEXT              types
  tree:                  prints the accessibility tree"""
import argparse
import os
import pathlib
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--size", default="1280x720")
    # GTK shows its usual theme, without a word, for a name that it does not know.
    parser.add_argument("--theme", choices=["Adwaita", "Adwaita:dark", "HighContrast", "HighContrast:dark"])
    parser.add_argument("--language")
    parser.add_argument("--text-scale", type=float, default=1)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("model")
    parser.add_argument("steps", nargs="*")
    return parser.parse_args()


def widget_of(program, text):
    role, _, name = text.partition("=")
    return program.wait(role or None, re.compile(name) if name.startswith("^") else name or None)


def place_of(program, text):
    """The place that a step names: X,Y or a widget."""
    if "=" not in text:
        return tuple(map(float, text.split(",")))
    x, y, width, height = widget_of(program, text).settled()
    return x + width / 2, y + height / 2


def do(program, step):
    verb, _, rest = step.partition(":")
    if verb == "sleep":
        time.sleep(float(rest))
    elif verb == "shot":
        program.picture(rest)
        print(max(program.pictures.glob("*-%s.png" % rest)), flush=True)
    elif verb in ("click", "right", "double"):
        widget_of(program, rest).click(times=1 + (verb == "double"), button=3 if verb == "right" else 1)
    elif verb in ("at", "point"):
        program.point(*place_of(program, rest))
        if verb == "at":
            program.xdotool("click", 1)
    elif verb == "drag":
        x0, y0, x1, y1 = map(float, rest.split(","))
        program.point(x0, y0)
        program.xdotool("mousedown", 1)
        for i in range(1, 11):
            program.point(x0 + (x1 - x0) * i / 10, y0 + (y1 - y0) * i / 10)
        program.xdotool("mouseup", 1)
    elif verb == "key":
        program.press(*rest.split())
    elif verb == "type":
        program.write(rest)
    elif verb == "tree":
        print("\n".join(program.dump()), flush=True)
    else:
        raise driver.Missing("no step %r" % verb)


def main():
    given = arguments()
    settings = pathlib.Path(given.folder) / "home" / "glib-2.0" / "settings" / "keyfile"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("[org/modelwright/Modelwright]\n" + "".join(line + "\n" for line in given.set))
    options = {"XDG_CONFIG_HOME": str(settings.parents[2].resolve())}
    if given.theme:
        options["GTK_THEME"] = given.theme
    if given.language:
        options.update(LANGUAGE=given.language, LC_ALL="", LANG="C.UTF-8")
    if given.text_scale != 1:
        gtk = settings.parents[2] / "gtk-4.0" / "settings.ini"
        gtk.parent.mkdir(exist_ok=True)
        gtk.write_text("[Settings]\ngtk-xft-dpi=%d\n" % (96 * 1024 * given.text_scale))
    program = driver.Program(given.program, given.model, pictures=given.folder, options=options)
    try:
        for step in given.steps:
            do(program, step)
        return 0
    except driver.Missing as missing:
        program.show_failure()
        print("look: %s" % missing, file=sys.stderr)
        return 1
    finally:
        print("\n".join(program.complaints()), file=sys.stderr)
        program.kill()


if __name__ == "__main__":
    os.environ.setdefault("MODELWRIGHT_PATIENCE", "10")
    driver.SCREEN = tuple(map(int, arguments().size.split("x")))
    driver.begin(main)
