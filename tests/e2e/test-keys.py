#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-keys.py PROGRAM MWRIGHT PICTURES: the diamond beside a field sets and removes the key at the playhead, all keys go by a command
that says so and come back by the button of the line that says it, F2 selects the name, Escape ends a drag of
a number, and leaves the page of recent files. By pointer and keys only; what was done is read from the saved file. Speaks TAP."""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import starting, wait_until  # noqa: E402



def value(mwright, file, path):
    ran = subprocess.run([mwright, "get", "--json", file, path], stdout=subprocess.PIPE)
    return json.loads(ran.stdout)["values"]


def times(mwright, file):
    """The times of the keys in the file, or None where there is no track."""
    values = value(mwright, file, "materials[0].layers[0].alpha.track")
    return next((entry["value"] for entry in values if entry["path"].endswith("keys.time")), None)


def run(tap, program, mwright, file):
    outline = program.wait("panel", "Outline")
    inspector = program.wait("panel", "Inspector")

    def save():
        program.save()
        return times(mwright, file)

    def diamond(state):
        return inspector.wait("push button", "Alpha: " + state)

    def toast():
        """It is near the root of the tree and goes after some seconds, so the whole tree is not walked for it."""
        return next((widget for widget in program.walk(5) if widget.role == "alert" and widget.name.startswith("Removed")), None)

    before = times(mwright, file)
    tap.check(before and len(before) > 2, "the layer's alpha has keys", before)
    for title, name in (("Materials", starting("Material 0")), (starting("Material 0"), starting("Layer 0"))):
        outline.open_row(title, name)
    outline.pick_row(starting("Layer 0"), inspector, "Layer 0 of Material 0")
    # At rest: nothing goes.
    diamond("animated, no key here").click()
    inspector.wait("label", re.compile("Choose a sequence"))
    tap.check("•" not in program.title, "at rest a click on the diamond changes nothing, and says why")
    chooser = program.wait("combo box", "Sequence")
    name = value(mwright, file, "sequences[0].name")[0]["value"]
    chooser.choose(name)
    # The playhead is at the start of the sequence, before the first key.
    diamond("animated, no key here").click()
    diamond("key here")
    after = save()
    tap.check(after and len(after) == len(before) + 1 and set(before) < set(after),
              "a click on the half diamond adds one key", before, after)
    diamond("key here").click()
    diamond("animated, no key here")
    tap.check(save() == before, "a click on the full diamond removes that one key and no other", times(mwright, file))
    # All of them only by a command that says so.
    diamond("animated, no key here").click(button=3)
    # By keys: what is in a popover is given without the popover's own place.
    item = program.wait("push button", "Remove all keys of Alpha", shown=False)
    wait_until(lambda: program.find("push button", "Set a key at the playhead", shown=False).has_focus, "the menu to have the focus")
    program.press("Tab")
    wait_until(lambda: item.has_focus, "the command to have the focus")
    program.press("Return")
    line = wait_until(toast, "the line that says what was removed")
    program.picture("toast")
    diamond("not animated")
    tap.check("%d keys of Alpha" % len(before) in line.name, "the command of its menu removes all, and the status line says so", line.name)
    tap.check(save() is None, "the track is gone from the file", times(mwright, file))
    line.wait("push button", "Undo").click()
    diamond("animated, no key here")
    wait_until(lambda: not toast(), "the line to go")
    tap.check(save() == before, "its button brings them back", times(mwright, file))
    # F2
    outline.open_row("Sequences", name)
    outline.pick_row(name, inspector)
    program.press("F2")
    entry = outline.wait("text", "Name", shown=False)
    wait_until(lambda: entry.text == name, lambda: "the entry to have the name, not " + entry.text)
    tap.check(True, "F2 shows the name")
    program.press("Delete")
    wait_until(lambda: entry.text in ("", "Name"), "Delete to empty the entry, which then gives its label")
    tap.check(outline.find("label", name), "Delete in the entry deletes letters, not the element")
    program.write("Fresh")
    program.press("Return")
    outline.wait("label", "Fresh")
    save()
    renamed = value(mwright, file, "sequences[0].name")[0]["value"]
    tap.check(renamed == "Fresh", "what is typed after F2 replaces the name", renamed)
    outline.wait(None, "Filter the outline").click()
    program.write("Fresh")
    program.press("ctrl+a")
    program.press("Delete")
    program.press("Delete")
    outline.wait("label", re.compile("^Bones"))
    tap.check(outline.wait("label", "Fresh"), "Delete in the filter deletes letters, not the element")
    # What is typed, and not confirmed by Return, is not lost.
    def type_speed(text):
        inspector.wait("text", "Move speed").click()
        program.press("ctrl+a")
        program.write(text)

    type_speed("123")
    tap.check("•" not in program.title, "typed text alone is not a step yet")
    program.press("ctrl+s")
    wait_until(lambda: value(mwright, file, "sequences[0].move_speed")[0]["value"] == 123, "the file to have what was typed")
    tap.check(True, "Ctrl+S saves what is typed")
    wait_until(lambda: "•" not in program.title, "the file to be saved")
    type_speed("124")
    program.press("ctrl+w")
    program.wait("label", re.compile("^Save the changes to"))
    program.press("Escape")
    wait_until(lambda: not program.find("label", re.compile("^Save the changes to")), "the question to go")
    tap.check("•" in program.title, "Ctrl+W asks about what is typed, and Escape leaves it open")
    type_speed("12 bananas")
    program.press("ctrl+s")
    program.wait("label", re.compile("^Not saved: the text in the marked field"))
    tap.check(value(mwright, file, "sequences[0].move_speed")[0]["value"] == 123, "Ctrl+S does not ignore invalid text")
    program.picture("nonsense")
    program.press("Escape")
    save()
    speed = value(mwright, file, "sequences[0].move_speed")[0]["value"]
    tap.check(speed == 124, "after Escape it saves the valid value", speed)
    # The handle before the number drags it; Escape, while the button is still pressed, brings the number back.
    entry = inspector.wait("text", "Move speed")
    before = entry.text
    x, y, _, height = entry.parent.settled()
    program.point(x + 4, y + height / 2)
    program.xdotool("mousedown", 1)
    program.xdotool("mousemove_relative", 20, 0)
    wait_until(lambda: entry.text != before, "the number to be dragged from " + before)
    program.xdotool("key", "Escape")  # press() would let go of the button
    wait_until(lambda: entry.text == before, lambda: "the number to be %s again, not %s" % (before, entry.text))
    program.xdotool("mousemove_relative", 20, 0)
    program.xdotool("mouseup", 1)
    wait_until(lambda: "•" not in program.title, "the mark of unsaved changes to go")
    tap.check(entry.text == before, "Escape ends a drag of a number and brings the number back", before, entry.text)
    # The page of recent files is one more tab.
    program.wait(None, "More ways to open").click()
    program.wait(None, re.compile("Recent Files and Samples"), shown=False)
    program.press("Down", "Down", "Return")
    program.wait("list", "Sample models")
    recent = program.wait("list", "Recent files")
    tap.check(recent.find("list item", pathlib.Path(file).name), "the recent files list the open one, with its extension")
    program.picture("recent")
    tabs = [tab for tab in program.all("page tab")]
    tap.check(len(tabs) >= 2, "the tabs stay beside it", [tab.name for tab in tabs])
    program.press("Escape")
    wait_until(lambda: program.title.startswith(pathlib.Path(file).name), lambda: "the model's title, not " + program.title)
    tap.check(not program.find("list", "Sample models"), "Escape goes back to the model")
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


if __name__ == "__main__":
    # Its particles fill the view many times over, and a frame of them takes seconds without a graphics card.
    driver.begin(driver.on_sample("everything.mdx", run, "delete particle_emitters2[*]"))
