#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-attach.py PROGRAM MWRIGHT PICTURES: gives the hand attachment another bone and shows a model there. It is found by typing in the
outline; the bone is chosen in the inspector, and the model in the file chooser. By pointer and keys only; what was done is read from the saved file and seen in
the view. Speaks TAP."""
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import changed_pixels, soon, wait_until  # noqa: E402

NAME, PATH, BONE = "Hand Right Ref", "attachments[4].parent", "Bone_head"
WEAPON = driver.ROOT / "data/samples/lantern.mdx"


def value(mwright, file, path):
    return subprocess.run([mwright, "get", file, path], stdout=subprocess.PIPE, text=True).stdout.strip()


def choose_file(program, path):
    """In the file chooser. A slow one may lose the first letters, and its entry completes what is typed."""
    def chosen():
        program.press("ctrl+l", "ctrl+a")
        program.write(str(path))
        program.press("Return")
        return soon(lambda: program.windows() == 1)
    wait_until(chosen, "the file to be chosen")


def run(tap, program, mwright, file):
    outline, inspector = program.wait("panel", "Outline"), program.wait("panel", "Inspector")
    weapon = pathlib.Path(file).with_name("lantern.mdx")
    shutil.copy(WEAPON, weapon)
    x, y, width, height = program.wait(None, "Viewport").settled()
    view = (x, y + 50, width, height - 110)
    program.wait("push button", "Rest").click()
    # Letters go from the rows to the filter, and Down from there to the first element that is found.
    outline.wait("label", "Attachments").click()
    program.write("hand right")
    wait_until(lambda: outline.find("label", NAME) and not outline.find("label", "Materials"), "the rows to be filtered")
    program.press("Down")
    inspector.wait("label", NAME)
    before = value(mwright, file, PATH)
    inspector.wait("push button", driver.starting("Parent: ")).choose(BONE)
    program.save()
    tap.check(before == PATH + " = bones[10]" and value(mwright, file, PATH) == PATH + " = bones[3]",
              "the hand attachment follows another bone in the saved file", before, value(mwright, file, PATH))
    seen = program.still("before", view)
    program.press("ctrl+shift+p")
    entry = program.wait("entry", "Command palette")
    wait_until(lambda: entry.has_focus, "the palette to have the focus")
    program.write("attach model")
    wait_until(lambda: [row.name for row in program.wait("list", "Results").all("label")][:1] == ["Attach Model…"], "the command")
    program.press("Return")
    wait_until(lambda: not program.find("entry", "Command palette"), "the palette to close")
    wait_until(lambda: program.windows() == 2, "the file chooser")
    choose_file(program, weapon)
    after = program.still("after", view, until=lambda pixels: len(changed_pixels(seen, pixels)) > 2000)
    tap.check(after != seen, "the view shows the model at the attachment")
    tap.check("•" not in program.title, "and the document has not changed")
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


if __name__ == "__main__":
    driver.begin(driver.on_sample("figure.mdx", run))
