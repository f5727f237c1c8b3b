#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-outside.py PROGRAM MWRIGHT PICTURES: another program writes the file that is open. By pointer and keys: without unsaved
changes it is read again and the user keeps his place; with some, the banner's Compare, Keep Mine and Reload, and Ctrl+S asks
before it replaces what the other program wrote. Speaks TAP; pictures are kept in PICTURES."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402

SEQUENCE, PATH, OTHER_PATH = "Walk", "sequences[Walk].move_speed", "sequences[Death].move_speed"
CHANGED = re.compile("was changed by another program")


def mwright(tool, *arguments):
    return subprocess.run([tool, *map(str, arguments)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True).stdout


class Editor:
    def __init__(self, program, file, pictures):
        self.program = Program(program, file, pictures=pictures)
        self.outline = self.program.wait("panel", "Outline")
        # The inspector of a page that was read again is another one.
        self.outline.open_row("Sequences", SEQUENCE)
        self.outline.pick_row(SEQUENCE, self.program.wait("panel", "Inspector"))

    def speed(self):
        field = self.program.wait("panel", "Inspector").find("text", "Move speed")
        return field.text if field else None

    def shows_speed(self, speed):
        wait_until(lambda: self.speed() == speed, lambda: "the speed %s in the inspector, not %s" % (speed, self.speed()))

    def is_unsaved(self):
        return "•" in self.program.title

    def edit(self, speed):
        self.program.wait("panel", "Inspector").wait("text", "Move speed").click()
        self.program.press("ctrl+a")
        self.program.write(speed)
        self.program.press("Return")
        wait_until(self.is_unsaved, "the mark of unsaved changes")

    def says(self, pattern):
        return self.program.find("label", pattern)

    def waits_to_say(self, pattern):
        return wait_until(lambda: self.says(pattern), "the window to say " + pattern.pattern)

    def still(self, name):
        self.program.point(driver.SCREEN[0] // 2, driver.SCREEN[1] - 12)
        self.program.still(name, None)


def outside(tap, program, tool, folder, pictures):
    file = folder / "figure.mdx"
    for sample in (driver.ROOT / "data/samples").iterdir():
        if sample.suffix in (".blp", ".tga", ".png"):
            shutil.copyfile(sample, folder / sample.name)
    shutil.copyfile(driver.ROOT / "data/samples/figure.mdx", file)

    def value(path):
        return mwright(tool, "get", file, path).split(" = ")[1].strip()

    editor = Editor(program, file, pictures)
    mwright(tool, "set", file, "-i", PATH + "=345")
    editor.shows_speed("345")
    tap.check(not editor.is_unsaved() and not editor.says(CHANGED) and editor.waits_to_say(re.compile("^Death$")),
              "without unsaved changes the file is read again: what was selected and open still is, and nothing is asked")

    editor.edit("111")
    mwright(tool, "set", file, "-i", OTHER_PATH + "=222")
    editor.waits_to_say(CHANGED)
    editor.still("banner")
    tap.check(editor.speed() == "111", "with unsaved changes a banner says so, and what was edited stays")

    theirs = file.read_bytes()
    editor.program.press("ctrl+s")
    editor.waits_to_say(re.compile("^Saving replaces the other program's version"))
    editor.still("question")
    editor.program.press("Escape")
    wait_until(lambda: not editor.says(re.compile("^Saving replaces")), "the question to go")
    tap.check(file.read_bytes() == theirs and editor.is_unsaved(), "Ctrl+S asks, and Escape leaves the file as it is")

    editor.program.wait("push button", "Compare…").click()
    editor.waits_to_say(re.compile("^2 differences$"))
    shown = [wait_until(lambda: editor.program.find(None, text), "a cell " + text) for text in ("222", "111", "345")]
    editor.still("compare")
    tap.check(all(shown), "Compare lists what differs, with the values on disk and in the editor")
    editor.program.press("Escape")
    wait_until(lambda: not editor.says(re.compile("^2 differences$")), "the list to go")

    editor.program.wait("push button", "Keep Mine").click()
    wait_until(lambda: not editor.says(CHANGED), "the banner to go")
    editor.program.press("ctrl+s")
    wait_until(lambda: not editor.is_unsaved(), "the file to be saved")
    tap.check(value(PATH) == "111" and file.read_bytes() != theirs,
              "after Keep Mine, Ctrl+S replaces the file without asking again")

    editor.edit("112")
    mwright(tool, "set", file, "-i", OTHER_PATH + "=333")
    editor.waits_to_say(CHANGED)
    editor.program.wait("push button", "Reload").click()
    editor.shows_speed("111")
    wait_until(lambda: not editor.is_unsaved(), "the mark of unsaved changes to go")
    wait_until(lambda: not editor.says(CHANGED), "the banner to go")
    tap.check(value(OTHER_PATH) == "333",
              "Reload shows what is on the disk, with the same sequence selected")
    editor.program.press("ctrl+z")
    editor.shows_speed("112")
    wait_until(editor.is_unsaved, "the mark of unsaved changes")
    editor.program.press("ctrl+shift+z")
    editor.shows_speed("111")
    wait_until(lambda: not editor.is_unsaved(), "the mark of unsaved changes to go")
    tap.check(not editor.says(CHANGED), "Ctrl+Z brings back what was not saved, and Ctrl+Shift+Z takes it away again")

    editor.edit("113")
    mwright(tool, "set", file, "-i", OTHER_PATH + "=444")
    editor.program.press("ctrl+s")
    editor.waits_to_say(re.compile("^Saving replaces the other program's version"))
    editor.program.press("alt+r")
    wait_until(lambda: not editor.is_unsaved(), "the file to be saved")
    tap.check(value(PATH) == "113", "the answer Replace saves")
    tap.check(editor.program.close() == 0, "the program ends")


def main():
    program, tool, pictures = sys.argv[1:4]
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-outside-") as folder:
        outside(tap, program, tool, pathlib.Path(folder), pathlib.Path(pictures))
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
