#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-focus.py PROGRAM MWRIGHT PICTURES: Tab goes through the window panel by panel and back to where it began, and a screen reader is told
each time what has the focus: a name, and of a number its value and its unit. F6 goes to the next panel. Speaks TAP."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import wait_until  # noqa: E402

NO_NAME = re.compile(r"^((Gtk|Mw)[A-Z]\w*)?$")
MOST = 90  # presses


class Focus:
    """What has the focus: a widget, what its parents are called, and its place among all."""

    def __init__(self, widget, way):
        self.role, self.name, self.description, self.text = widget.role, widget.name, widget.description, widget.text
        self.box, self.way, self.key = widget.box, way, widget.node.path

    def __str__(self):
        return "%s %r, %r, %r in %s" % (self.role, self.name, self.text, self.description, " > ".join(filter(None, self.way)))


def all_focused(program):
    """All widgets that say that they have the focus."""
    from gi.repository import Atspi, GLib

    def below(widget, way):
        for child in widget.children():
            try:
                if child.states.contains(Atspi.StateType.FOCUSED):
                    yield Focus(child, [parent.name for parent in way])
                yield from below(child, (*way, child))
            except GLib.Error:
                pass  # it went away while it was asked
    return list(below(program, ()))


def step(program, key, before):
    """Presses a key, and returns what then has the focus. None: nothing else, or not one widget alone."""
    def went():
        now = all_focused(program)
        return now[0] if len(now) == 1 and now[0].key != before.key else None
    program.press(key)
    try:
        return wait_until(went, "the focus", driver.PATIENCE / 2)
    except driver.Missing:
        return None


def run(tap, program, tool, file):
    inspector, outline = program.wait("panel", "Inspector"), program.wait("panel", "Outline")
    program.wait("page tab", "History").click()
    outline.open_row("Sequences", "Stand")
    outline.pick_row("Stand", inspector)
    inspector.wait("text", "Move speed").click()
    first = wait_until(lambda: next(iter(all_focused(program)), None), "the focus in Move speed")
    tap.check((first.role, first.name, first.text, first.description) == ("text", "Move speed", "0", "u/s"),
              "a number that is clicked at says its name, its value and its unit", first)
    stops = [first]
    while len(stops) < MOST:
        now = step(program, "Tab", stops[-1])
        if not now:
            break
        stops.append(now)
        if now.key == first.key:
            break
    tap.check(now and now.key == first.key, "Tab comes back to where it began, and each time one widget has the focus", *stops)
    nameless = [stop for stop in stops if NO_NAME.search(stop.name)]
    tap.check(not nameless, "whatever has the focus has a name", *nameless)
    # One stop of each panel, by which it is recognised.
    order = ["Move speed", "Bounds radius", "Play (Space)", "Speed", "Bottom panel", "As opened saved", "3 problems", "Open", "Save", "Menu",
             "Models", "Filter the outline", "Stand", "Shading", "Pose", "Viewport", "Search Fields", "Name", "Start", "Move speed"]
    names = iter([stop.name for stop in stops])
    tap.check(all(name in names for name in order), "it goes from panel to panel, and in each one down and to the right", *stops)
    rows = [stop for stop in stops if "Outline" in stop.way and stop.role == "list item"]
    tap.check(len(rows) == 1, "it leaves the rows of the outline, which the arrow keys go through", *rows)
    before = step(program, "shift+Tab", stops[-1])
    tap.check(before and before.key == stops[-2].key, "Shift+Tab goes back", before, stops[-2])
    # F6: the next panel.
    outline.pick_row("Stand", inspector)
    at = wait_until(lambda: next((stop for stop in all_focused(program) if "Outline" in stop.way), None), "the focus in the outline")
    panels = []
    for _ in range(3):
        at = step(program, "F6", at)
        panels.append(at)
        if not at:
            break
    tap.check([stop and stop.name for stop in panels] == ["Shading", "Show offsets", "Bottom panel"],
              "F6 goes to the next panel", *panels)


if __name__ == "__main__":
    driver.begin(driver.on_sample("figure.mdx", run))
