#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-sequences.py PROGRAM MWRIGHT PICTURES: Walk is retimed by dragging the edge of its band in the whole file, and its bounds are changed
in their cell of the table; then a value of 50 sequences is set at once, all is undone, and all is done again. By pointer and keys only;
judged by the saved bytes and by what is seen. Speaks TAP."""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import changed_pixels, differs_from, soon, wait_until  # noqa: E402

# As in ui/time/sheet-view-private.h.
NAMES, RULER, BANDS, PAD = 200, 22, 18, 12
# The sample has four sequences. These come after all of them.
MORE = ["sequence-add name=\"Spell %d\" length=20 gap=20 opening=none" % i for i in range(46)]


def run(tap, program, mwright, file):
    def values(*paths):
        ran = subprocess.run([mwright, "get", "--json", file, *paths], stdout=subprocess.PIPE)
        return {entry["path"]: entry["value"] for entry in json.loads(ran.stdout)["values"]}

    def content():
        return pathlib.Path(file).read_bytes()

    program.wait("panel", "Outline")
    before = content()
    intervals = values("sequences[*].interval.start", "sequences[*].interval.end")
    tap.check(len(intervals) == 100, "there are 50 sequences", len(intervals))
    old = intervals["sequences[1].interval.end"]
    end = max(intervals.values())

    # The band of Walk.
    program.wait("label", "Dope Sheet").click()
    program.wait("push button", "All").click()
    program.wait("push button", "Whole File").click()
    keys = program.wait("panel", "Keys")
    x, y, width, height = keys.settled()

    def at(time):
        return x + NAMES + PAD + time * (width - NAMES - 2 * PAD) / end, y + RULER + BANDS / 2

    def said():
        return program.find("label", re.compile("^Walk: [0-9]+ – [0-9]+ ms"))

    def dragged():
        """A slow program may lose the press: then it is begun again."""
        program.xdotool("mouseup", 1)
        program.point(*at(old))
        program.xdotool("mousedown", 1)
        for i in range(1, 5):
            program.point(at(old)[0] + 4 * i, at(old)[1])
        return soon(said)
    bands = (x, y + RULER, width, BANDS)
    still = program.seen("bands", bands)
    wait_until(dragged, "the edge of the band to move")
    columns = {pixel % width + x for pixel in changed_pixels(still, program.still("band", bands, until=differs_from(still, 20)))}
    tap.check(columns and at(old)[0] - 60 < min(columns) and at(old)[0] + 5 < max(columns) < at(old)[0] + 30,
              "the band is longer where it is dragged", at(old), min(columns, default=0), max(columns, default=0))
    program.xdotool("mouseup", 1)
    program.save()
    now = values("sequences[*].interval.start", "sequences[*].interval.end")
    tap.check(now.pop("sequences[1].interval.end") > intervals.pop("sequences[1].interval.end") and now == intervals,
              "dragging the edge of its band makes Walk longer, and nothing else", now)
    # Its bounds.
    # Outline and inspector have a label with this name, too.
    next(label for label in program.all("label", "Sequences") if y - 60 < label.box[1] < y and label.box[0] < x + NAMES).click()
    table = program.wait("tree table", "Sequences")

    def row(number):
        return wait_until(lambda: next((row for row in table.all("table row") if row.find("label", re.compile("^(▶ )?%d$" % number))), None),
                          "row %d of the table" % number)

    def edited():
        """In the popover, which has the focus in its first value. A slow program may lose the click: then the popover is closed, if it
        is open after all, and it is tried again."""
        program.press("Escape")
        row(1).find("push button", "Bounds").click()
        if not soon(lambda: program.windows() > 1):
            return False
        program.write("150.5")
        program.press("Return")
        return soon(lambda: row(1).find("label", re.compile("· R 15[01]$")))
    wait_until(edited, "the cell to show the radius")
    program.picture("bounds")
    program.press("Escape")
    program.save()
    radii = values("sequences[*].bounds.radius")
    tap.check(radii.pop("sequences[1].bounds.radius") == 150.5 and 150.5 not in radii.values(),
              "the popover of the cell changes the bounds of Walk alone", radii)

    # A value of all at once.
    def chosen():
        row(0).find("label", re.compile("0$")).click()
        program.press("ctrl+a")
        return soon(lambda: program.find("label", re.compile("^50 ")))
    wait_until(chosen, "50 selected sequences")

    def typed():
        row(2).find("text", "Rarity").click()
        program.press("ctrl+a")
        program.write("7")
        program.press("Return")
        return soon(lambda: "•" in program.title)
    wait_until(typed, "the rarity to be set")
    program.save()
    tap.check(list(values("sequences[*].rarity").values()) == [7] * 50, "a value in one of 50 selected rows is that of all",
              values("sequences[*].rarity"))
    after = content()
    row(0).find("label", re.compile("0$")).click()
    done = program.seen("rarity", table.box)
    program.press(*["ctrl+z"] * 3)
    program.save()
    undone = program.seen("undone", table.box, differs_from(done, 20))
    tap.check(undone != done, "the table shows the undo", len(changed_pixels(done, undone)))
    tap.check(content() == before, "undoing all gives the first bytes", len(before), len(content()))
    program.press(*["ctrl+shift+z"] * 3)
    program.save()
    program.picture("redone")
    tap.check(content() == after, "doing all again gives the last bytes", len(after), len(content()))
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


if __name__ == "__main__":
    driver.begin(driver.on_sample("figure.mdx", run, *MORE))
