#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-tooltips.py PROGRAM PICTURES: a tooltip is shown when a dialog opens without a key or a click, as one does at the end of slow work.
Speaks TAP; pictures are kept in PICTURES."""
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from dialog import Dialog, gone  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402

APPLICATION = ["--session", "--dest", "org.modelwright.Modelwright", "--object-path", "/org/modelwright/Modelwright"]
ABOUT = "About Modelwright"


def activate(action):
    subprocess.run(["gdbus", "call", *APPLICATION, "--method", "org.gtk.Actions.Activate", action, "[]", "{}"], check=True,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def main():
    program, pictures = sys.argv[1], pathlib.Path(sys.argv[2])
    tap = Tap()
    editor = Program(program, driver.ROOT / "data/samples/banner.mdl", pictures=pictures)
    entry = editor.wait("panel", "Inspector").wait("text", "Blend time")
    x, y, width, height = entry.box
    editor.point(x + width / 2, y + height / 2)
    wait_until(lambda: editor.windows() == 2, "a tooltip")
    editor.picture("tooltip")
    # At the place of the tooltip in the window, the dialog would show it to the right of the screen.
    activate("about")
    dialog = Dialog(editor, ABOUT)
    wait_until(lambda: dialog.has_keys, "the focus of the dialog")
    editor.picture("dialog")
    dialog.press("Tab")
    wait_until(lambda: editor.windows() == 2, "the tooltip to go")
    dialog.press("Escape")
    gone(editor, ABOUT)
    tap.check(True, "the first key in the dialog hides it")
    tap.check(editor.close() == 0, "Ctrl+Q ends the program")
    tap.check(not editor.complaints(), "without a warning of GTK or GLib", *editor.complaints()[:20])
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
