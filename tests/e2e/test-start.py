#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-start.py PROGRAM PICTURES: without a file the editor shows its start page; a sample opened from there moves,
stops at the press of Space and moves again at the next. By pointer and keys only. Speaks TAP."""
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import Program, Tap, changed_pixels, wait_until  # noqa: E402

CLOCK = re.compile(r"^([\d,.]+) / ([\d,.]+) ms$")


class Clock:
    """The slider and the label of the time, looked up once: a program that plays answers slowly."""

    def __init__(self, program):
        self.slider = program.wait("slider", "Time")
        self.bar = self.slider.parent
        while len(self.bar.children()) < 3:
            self.bar = self.bar.parent

    @property
    def label(self):
        """What the label beside the slider says, in ms; None at rest."""
        texts = [child.text for child in self.bar.children() if child.role == "label"]
        found = [CLOCK.match(text) for text in texts if CLOCK.match(text)]
        return int(re.sub(r"\D", "", found[0][1])) if found else None


def run(tap, program, pictures):
    samples = program.wait("list", "Sample models")
    program.picture("start")
    names = [row.name for row in samples.all("list item")]
    tap.check({"Figure", "Effect", "Beetle", "Lantern", "Banner", "Everything"} <= set(names), "the start page lists the samples", names)
    tap.check(program.find("push button", re.compile("Open a Model")), "and offers to open a model")
    samples.wait("list item", "Figure").click()
    wait_until(lambda: program.title.startswith("figure.mdx"), lambda: "the sample's title, not " + program.title)
    tap.check(True, "a click on a sample opens it")
    # By pictures and keys: the tree of a program that plays takes long to walk.
    width, height = driver.SCREEN
    middle = (width // 2 - 150, height // 3 - 150, 300, 300)
    wait_until(lambda: len(changed_pixels(program.picture("plays", middle), program.picture("on", middle))) > 100,
               "a picture that moves")
    program.press("space")
    program.wait(None, re.compile("^Play"))
    clock = Clock(program)
    tap.check(clock.label is not None, "and it plays at once, until Space stops it", clock.label)
    viewport = program.wait(None, "Viewport")
    viewport.click(at=(0.1, 0.8))
    program.point(driver.SCREEN[0] // 2, driver.SCREEN[1] - 12)
    still = program.still("stopped", viewport.box)
    program.press("space")
    first = wait_until(lambda: clock.label is not None and [clock.label, clock.slider.value], "the time to be shown")
    wait_until(lambda: clock.label != first[0] and clock.slider.value != first[1], "the time to go on")
    tap.check(True, "Space plays: label and slider of the time go on")
    # One picture is not enough: a sequence may pass through the pose at which it was stopped.
    wait_until(lambda: len(changed_pixels(still, program.picture("playing", viewport.box))) > 100, "a picture that moves")
    tap.check(True, "and the picture moves")
    program.press("space")
    # Slow frames would make two pictures equal while it still plays.
    program.wait(None, re.compile("^Play"))
    program.still("paused", viewport.box)
    at = clock.label, clock.slider.value
    program.still("still-paused", viewport.box)
    tap.check(at[0] is not None and (clock.label, clock.slider.value) == at, "Space again pauses", at, clock.label)
    program.wait("combo box", "Sequence").choose("Walk")
    wait_until(lambda: clock.label is not None, "the time of the other sequence")
    program.picture("walk")
    tap.check(True, "another sequence is chosen from the list by keys")
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


def main():
    pictures = pathlib.Path(sys.argv[2])
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    program = Program(sys.argv[1], pictures=pictures)
    run(tap, program, pictures)
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
