#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-names.py PROGRAM MWRIGHT PICTURES: every control of every panel, menu, popover and dialog has a name that a screen reader can
say, and Escape closes each of them. A control is what can have the focus, and what has the role of one. Speaks
TAP; pictures are kept in PICTURES."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import starting, wait_until  # noqa: E402

CONTROLS = ("push button", "toggle button", "check box", "radio button", "combo box", "text", "entry", "slider", "spin button", "link",
            "switch", "page tab", "menu item", "list", "list box", "tree", "tree table", "table")
# GTK names what has no name after its type or its role.
NO_NAME = re.compile(r"^(Gtk|Mw)[A-Z]\w*$|^Tab$")
# A mnemonic's underscore is read aloud. The names of elements have underscores, too, but no button is called by one alone.
WITH_LABEL = ("push button", "toggle button", "check box", "radio button")
MNEMONIC = re.compile(r"(^| )_\w")
# Widgets of GTK inside a control, which carries the name, and frames around controls. They never have the focus themselves.
INNER = re.compile(r"^(GtkColumnListView|GtkPaned|GtkListItemWidget|)$")
FRAMES = ("panel", "filler", "scroll pane")
BOTTOM = ("Sequences", "Dope Sheet", "Images", "Visibility", "Problems", "History", "Bytes")
PALETTE = "Command palette"


class Walk:
    def __init__(self, tap, program):
        self.tap, self.program = tap, program
        self.seen = set()

    def complaint(self, widget, way):
        """What is wrong with the name of a widget, or None."""
        from gi.repository import Atspi
        role, name = widget.role, widget.name
        if role not in CONTROLS and not widget.states.contains(Atspi.StateType.FOCUSABLE):
            return None
        if name and not NO_NAME.search(name) and not (role in WITH_LABEL and MNEMONIC.search(name)):
            return None
        if name == "GtkColumnListView" or (role in FRAMES and INNER.match(name)):
            return None
        return "%s %r at %s in %s" % (role, name, widget.box, " > ".join(way[-6:]))

    def new(self, widget, way=()):
        """The complaints about what is shown at and below a widget and was not judged before."""
        from gi.repository import GLib
        found = []
        for child in widget.children():
            try:
                if not child.shown:
                    continue
                key = child.node.path
                if key not in self.seen:
                    self.seen.add(key)
                    found += filter(None, [self.complaint(child, way)])
                found += self.new(child, (*way, "%s %s" % (child.role, child.name)))
            except GLib.Error:
                pass  # it went away while it was asked
        return found

    def judge(self, claim):
        before = len(self.seen)
        found = self.new(self.program)
        self.tap.check(not found and len(self.seen) > before, "%s: every control has a name" % claim,
                       *(found or ["nothing new was shown"]))

    def menu_buttons(self, inside):
        """A menu button is a button in a button. Those of the rows of a table are all alike: one is enough."""
        found = {}
        for widget in inside.all("push button"):
            if any(child.role == "push button" for child in widget.children()):
                found.setdefault(widget.name, widget)
        return list(found.values())

    def menus(self, inside, where):
        for button in self.menu_buttons(inside):
            self.popover(button, "%s, %s" % (where, button.name))

    def popover(self, button, claim):
        n = self.program.windows()
        button.click()
        wait_until(lambda: self.program.windows() > n, "the popover of " + claim)
        self.judge(claim)
        self.program.press("Escape")
        wait_until(lambda: self.program.windows() <= n, "the popover of %s to close" % claim)

    def dialog(self, keys, frame):
        """A window that keys open and Escape closes. The palette is a popover, and its keys come through the main window."""
        n = self.program.windows()
        self.program.press(*keys)
        wait_until(lambda: self.program.windows() > n and (frame == PALETTE or not self.program.has_keys), "the window " + frame)
        self.judge(frame)
        self.program.picture(re.sub(r"\W+", "-", frame.lower()))
        self.program.press("Escape")
        wait_until(lambda: self.program.windows() <= n, "the window %s to close after Escape" % frame)


def run(tap, program, tool, file):
    walk = Walk(tap, program)
    program.wait("panel", "Inspector")
    program.wait("label", re.compile("^Problems"), shown=False)
    walk.judge("the window")
    walk.menus(program, "the window")
    for tab in BOTTOM[1:]:
        program.wait("page tab", starting(tab)).click()
        walk.judge(tab)
    for keys, frame in ((["ctrl+comma"], "Preferences"), (["ctrl+question"], "Keyboard Shortcuts"), (["F1"], "Help"),
                        (["ctrl+shift+p"], PALETTE), (["ctrl+alt+s"], "Save Test Copies"),
                        (["ctrl+shift+o"], "Open from Game")):
        walk.dialog(keys, frame)
    tap.check(program.close() == 0 and not program.complaints(), "the program ends without a complaint", *program.complaints())


if __name__ == "__main__":
    driver.begin(driver.on_sample("figure.mdx", run))
