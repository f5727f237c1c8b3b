#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-gizmo.py PROGRAM MWRIGHT PICTURES: drags an attachment by the handles in the view. The picture follows the pointer, Escape
or the right button brings the old one back, a drag is one step of the history and one undo, and in a sequence it sets a key. By pointer and keys only;
what was done is read from the saved file. Speaks TAP."""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import wait_until  # noqa: E402

NAME, PATH = "Head Ref", "attachments[0]"
RED = bytes((0xF0, 0x55, 0x55))  # the handle of the X axis
MOVES = 10


def value(mwright, file, path):
    ran = subprocess.run([mwright, "get", "--json", file, path], stdout=subprocess.PIPE)
    return {entry["path"]: entry["value"] for entry in json.loads(ran.stdout)["values"]}


class View:
    def __init__(self, program):
        self.program = program
        x, y, width, height = program.wait(None, "Viewport").box
        # Without the edges of what lies over the drawing, which GTK does not always blend alike.
        self.box = (x, y + 50, width, height - 110)

    def seen(self, until):
        """The pixels once until(them) is true. Without a file, so that many can be looked at."""
        x, y, width, height = self.box

        def look():
            pixels = driver.output_of("import", "-silent", "-window", "root", "-crop", "%dx%d+%d+%d" % (width, height, x, y),
                                      "-depth", "8", "rgb:-")
            return pixels if until(pixels) else None

        return wait_until(look, "a picture of the view")

    def still(self):
        """The pixels with an arrow, once they have not changed for a moment."""
        last = [None]

        def same(pixels):
            before, last[0] = last[0], pixels
            return before == pixels and self.arrow(pixels)

        return self.seen(same)

    def arrow(self, pixels):
        """The middle of what has the colour of the X handle, on the screen."""
        x, y, width, _height = self.box
        found = [i // 3 for i in range(0, len(pixels), 3) if pixels[i:i + 3] == RED]
        if not found:
            return None
        return x + sum(i % width for i in found) / len(found), y + sum(i // width for i in found) / len(found)

    def rest_pointer(self):
        """Where it lights no handle."""
        self.program.point(self.box[0] + 5, self.box[1] + self.box[3] - 5)

    def button(self, at, down):
        self.program.point(*at)
        self.program.xdotool("mousedown" if down else "mouseup", 1)


def run(tap, program, mwright, file):
    outline = program.wait("panel", "Outline")
    inspector = program.wait("panel", "Inspector")
    view = View(program)

    def save():
        program.save()
        return value(mwright, file, PATH)

    def drag(start, before=None, end=None):
        """Moves by 5 pixels to the right and 3 down, MOVES times. With the pixels `before`: returns those at the fifth and at the last,
        once they are others. `end`: words for xdotool that come before the button is let go."""
        pictures = []
        view.button(start, True)
        for i in range(1, MOVES + 1):
            at = (start[0] + 5 * i, start[1] + 3 * i)
            program.point(*at)
            if before and i in (MOVES // 2, MOVES):
                pictures.append(view.seen(lambda pixels: pixels not in pictures + [before]))
        if end:
            program.xdotool(*end)
        view.button(at, False)
        return pictures

    program.wait("push button", "Rest").click()
    outline.open_row("Attachments", NAME)
    outline.pick_row(NAME, inspector, NAME)
    first = value(mwright, file, PATH)
    program.wait("push button", re.compile("^Move")).click()
    view.rest_pointer()
    before = view.still()
    start = view.arrow(before)
    tap.check(start, "the view shows an arrow at the attachment")
    middle, last = drag(start, before)
    tap.check(middle != before and middle != last, "the view follows the pointer while it drags")
    moved = save()
    tap.check(moved != first and [path for path in moved if moved[path] != first[path]] == [PATH + ".pivot"],
              "the drag changed the pivot and nothing else", moved)
    tap.check(moved[PATH + ".pivot"][1:] == first[PATH + ".pivot"][1:], "along X only", moved[PATH + ".pivot"])
    view.rest_pointer()
    before = view.still()
    for words in (("key", "Escape"), ("click", 3)):  # press() would let go of the button
        changed = drag(view.arrow(before), before, words)
        view.rest_pointer()
        view.seen(lambda pixels: pixels == before)
        tap.check(changed and "•" not in program.title, "%s %s brings the picture back, and nothing has changed" % words)
    program.press("ctrl+z")
    wait_until(lambda: "•" in program.title, "the undo")
    tap.check(save() == first, "one Ctrl+Z takes the drag back")
    # In a sequence.
    program.wait("push button", "Pose").click()
    view.rest_pointer()
    before = view.still()
    drag(view.arrow(before), before)
    keyed = save()
    added = {path for path in keyed if path not in first}
    tap.check(added and all(".translation." in path for path in added) and keyed[PATH + ".pivot"] == first[PATH + ".pivot"],
              "in a sequence it sets a key of the translation, and the pivot stays", added)
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


if __name__ == "__main__":
    driver.begin(driver.on_sample("figure.mdx", run))
