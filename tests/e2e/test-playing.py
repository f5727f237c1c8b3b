#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-playing.py PROGRAM PICTURES: while a model plays, the tooltip of what the pointer rests on is shown and stays; a
minimised window draws nothing and plays on when it is back. By pointer and keys only. Speaks TAP."""
import pathlib
import shutil
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402


def processor(program):
    """Seconds of the processor that it has used."""
    fields = pathlib.Path("/proc/%d/stat" % program.process.pid).read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def used_in(program, seconds):
    before = processor(program)
    time.sleep(seconds)
    return (processor(program) - before) / seconds


def run(tap, program):
    # The tree of a program that plays takes long to walk.
    program.press("space")
    x, y, width, height = program.wait("push button", "Save").settled()
    program.point(driver.SCREEN[0] // 2, driver.SCREEN[1] // 3)
    before = program.windows()
    program.press("space")
    program.point(x + width // 2, y + height // 2)
    wait_until(lambda: program.windows() > before, "a tooltip")
    tap.check(True, "a tooltip is shown while a model plays")
    time.sleep(1)
    tap.check(program.windows() > before, "and stays while the frames go on")
    program.point(driver.SCREEN[0] // 2, driver.SCREEN[1] // 3)
    # A busy machine may give it nothing for a while.
    playing = wait_until(lambda: (lambda used: used if used > 0.02 else None)(used_in(program, 2)), "frames")
    program.xdotool("windowminimize", program.window)
    wait_until(lambda: program.windows() == 0, "the window to go")
    wait_until(lambda: used_in(program, 1) < playing / 4, lambda: "the frames to stop (%.2f of a core)" % playing)
    tap.check(True, "a minimised window draws nothing")
    program.xdotool("windowmap", program.window)
    wait_until(lambda: program.windows() > 0, "the window to come back")
    wait_until(lambda: used_in(program, 1) > playing / 4, "the frames to go on")
    tap.check(True, "and plays on when it is back")
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


def main():
    pictures = pathlib.Path(sys.argv[2])
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    program = Program(sys.argv[1], "--play", str(driver.ROOT / "data/samples/figure.mdx"), pictures=pictures)
    run(tap, program)
    program.close()
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
