#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-visibility.py PROGRAM MWRIGHT PICTURES: two geosets are hidden in Death by painting two cells of the visibility grid, and one undo
takes both back. By pointer and keys only; judged by the saved file and by the view, which shows Death. Speaks TAP."""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import changed_pixels, differs_from, like, soon, wait_until  # noqa: E402


def run(tap, program, mwright, file):
    def values(*paths):
        ran = subprocess.run([mwright, "get", "--json", file, *paths], stdout=subprocess.PIPE)
        return {entry["path"]: entry["value"] for entry in json.loads(ran.stdout)["values"]}

    def saved(*paths):
        program.save()
        return values(*paths)

    program.wait("panel", "Outline")
    viewport = program.wait(None, "Viewport")
    program.wait("combo box", "Sequence").choose("Death")
    program.wait("label", "Visibility").click()
    cells = [program.wait("table cell", re.compile(r"^Geoset %d .*· Death: shown" % i)) for i in (0, 1)]

    shown = program.seen("shown", viewport.box)

    def middle(cell):
        x, y, width, height = cell.box
        return x + width / 2, y + height / 2

    def hidden():
        return program.find("table cell", re.compile("^Geoset 1 .*· Death: hidden"))

    def painted():
        """A slow program may lose the press: then it is begun again, but not if it only took long."""
        if not program.find("table cell", re.compile("^Geoset 0 .*· Death: shown")):
            return soon(hidden)
        program.point(*middle(cells[0]))
        program.xdotool("mousedown", 1)
        for cell in cells:
            program.point(*middle(cell))
        program.xdotool("mouseup", 1)
        return soon(hidden)
    wait_until(painted, "two painted cells")
    tap.check(program.find("table cell", re.compile("^Geoset 0 .*· Death: hidden")), "both cells are hidden")
    tap.check(program.find("table cell", re.compile("^Geoset 2 .*· Death: shown")), "the cell below them is not")
    changed = changed_pixels(shown, program.seen("painted", viewport.box, differs_from(shown, 500)))
    tap.check(len(changed) >= 500, "and the view shows Death without them", len(changed))
    death = values("sequences[3].interval.start")["sequences[3].interval.start"]
    after = saved("geoset_animations[0:2].alpha.track.keys.time", "geoset_animations[0:2].alpha.track.keys.value")
    tap.check(list(after.values()).count([death]) == 2 and list(after.values()).count([0]) == 2,
              "the file hides both geosets from the start of Death on, and has no other keys", after)
    program.press("ctrl+z")
    wait_until(lambda: program.find("table cell", re.compile("^Geoset 1 .*· Death: shown")), "the undo")
    tap.check(program.find("table cell", re.compile("^Geoset 0 .*· Death: shown")), "one undo takes both back")
    tap.check(program.seen("undone", viewport.box, like(shown)), "and the view shows both again")
    program.save()
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


if __name__ == "__main__":
    driver.begin(driver.on_sample("figure.mdx", run))
