# SPDX-License-Identifier: GPL-3.0-or-later
"""Windows of their own that the program opens: GTK's file chooser, and the questions before a save."""
import re

import driver
from driver import Program, Widget, wait_until


def window_on_screen(program, name):
    """What the X server calls a program's visible window of that name; "" for none. Unlike the accessibility tree it can be
    asked at any moment: GTK 4.8 ends the program when it is asked for a window that is just opening or closing."""
    return "\n".join(program.shown_windows("--name", "^" + re.escape(name) + "$"))


def window_node(program, name):
    """The node of a program's window of that name, or None."""
    from gi.repository import GLib
    for child in program.children():
        try:
            if child.name == name:
                return child.node
        except GLib.Error:
            continue  # it has just gone
    return None


class Dialog(Program):
    """A window of its own that a program has opened: places in it are its own."""

    def __init__(self, program, name):  # noqa: super().__init__ would start a program
        Widget.__init__(self, self, None)
        self.process = program.process
        self.pictures, self.number, self.border = program.pictures, 0, (0, 0)
        self.window = wait_until(lambda: window_on_screen(program, name), 'a window named "%s"' % name)
        self.node = wait_until(lambda: window_node(program, name), "its node")

    def button(self, text):
        return self.wait("push button", re.compile("_?" + text))

    @property
    def list(self):
        """The lines with addresses, which are shown on request where there are rows in plain words."""
        shown = self.find("text", "Not in the file")
        if not shown:
            self.wait("push button", re.compile("Show _?addresses")).click()
        return self.wait("text", "Not in the file").text


def gone(program, name, patience=None):
    """Waits until the window is gone and keys go to the program's own window again; one that is hidden or closed has none."""
    wait_until(lambda: not window_on_screen(program, name), "the end of " + name, patience)
    driver.soon(lambda: program.has_keys)


def answer(program, dialog, name, button):
    """Clicks a button that ends GTK's own chooser. As people do, once more where the first click was lost."""
    dialog.button(button).click()
    try:
        gone(program, name, 10)
    except driver.Missing:
        print("# %s: clicked again" % button)
        try:
            dialog.button(button).click()
        except driver.Missing:
            pass  # it has just gone
        gone(program, name)
