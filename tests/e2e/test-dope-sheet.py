#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-dope-sheet.py PROGRAM MWRIGHT PICTURES: keys of a selected bone are chosen with a box in the dope sheet and dragged. They move while
the button is pressed, Escape takes them back, and one undo takes back a drag. By pointer and keys only. Speaks TAP."""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import wait_until  # noqa: E402

# As in ui/time/sheet-view-private.h, and the rows: summary, bone, its tracks.
NAMES, RULER, ROW, PAD = 200, 22, 20, 12


def run(tap, program, mwright, file):
    outline = program.wait("panel", "Outline")
    inspector = program.wait("panel", "Inspector")

    def value(path):
        ran = subprocess.run([mwright, "get", "--json", file, path], stdout=subprocess.PIPE)
        return json.loads(ran.stdout)["values"]

    def times():
        """The times of the keys of all tracks of the bone, in the saved file."""
        return [entry["value"] for entry in value(bone) if entry["path"].endswith("keys.time")]

    bone, title = "bones[0]", value("bones[0].name")[0]["value"]
    sequence = value("sequences[1].name")[0]["value"]
    start, end = (value("sequences[1].interval." + edge)[0]["value"] for edge in ("start", "end"))
    before = times()
    inside = sorted({time for track in before for time in track if start <= time <= end})
    tap.check(len(inside) > 2, "the bone has keys in the sequence", before)
    program.wait("combo box", "Sequence").choose(sequence)
    outline.open_row("Bones", title)
    outline.pick_row(title, inspector, title)
    program.wait("label", "Dope Sheet").click()
    keys = program.wait("panel", "Keys")
    x, y, width, height = keys.box

    def at(time, row):
        scale = (width - NAMES - 2 * PAD) / (end - start)
        return x + NAMES + PAD + (time - start) * scale, y + RULER + row * ROW + ROW / 2

    def drag(begin, to, claim, release=True):
        """A drag in steps. A slow program may lose the press: then it is begun again."""
        def taken():
            program.xdotool("mouseup", 1)
            program.point(*begin)
            program.xdotool("mousedown", 1)
            for i in range(1, 6):
                program.point(*(begin[k] + (to[k] - begin[k]) * i / 5 for k in (0, 1)))
            return driver.soon(claim)
        wait_until(taken, "a drag that is seen")
        if release:
            program.xdotool("mouseup", 1)

    def moved():
        return program.find("label", re.compile("^Move [0-9]+ keys? by"))

    def saved():
        program.save()
        return times()

    # A box over all of the bone's keys but the first ones.
    space = (inside[0] + inside[1]) / 2
    drag(at(space, 0), (x + width - 2, y + height - 4), lambda: True)
    wait_until(lambda: "chosen" in keys.description and not keys.description.startswith("0 "), "chosen keys")
    chosen = keys.description
    tap.check(chosen, "a box chooses the keys in it", chosen)
    first, earlier = at(inside[1], 0), at((inside[0] + inside[1]) / 2, 0)
    drag(first, earlier, moved, release=False)
    tap.check("•" in program.title or moved(), "the keys move while the button is pressed", program.title)
    program.xdotool("key", "Escape")  # press() would let go of the button
    program.xdotool("mouseup", 1)
    wait_until(lambda: not moved(), "the drag to be cancelled")
    tap.check("•" not in program.title and keys.description == chosen, "Escape takes the drag back, and the keys stay chosen",
              program.title, keys.description)
    drag(first, earlier, moved)
    wait_until(lambda: "•" in program.title, "a change")
    after = saved()
    by = {new - old for olds, news in zip(before, after) for old, new in zip(olds, news)
          if inside[1] <= old <= end}
    tap.check(len(by) == 1 and by.pop() < 0, "all chosen keys have moved by the same time", before, after)
    tap.check([time for track in after for time in track if not start <= time <= end]
              == [time for track in before for time in track if not start <= time <= end], "the keys of other sequences have not", after)
    program.press("ctrl+z")
    wait_until(lambda: "•" in program.title, "the undo")
    tap.check(saved() == before, "one undo takes the drag back", times())
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


if __name__ == "__main__":
    driver.begin(driver.on_sample("figure.mdx", run))
