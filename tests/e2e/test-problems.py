#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-problems.py PROGRAM MWRIGHT PICTURES: an MDL text with three problems is opened, all are fixed on the page Problems, and the model is
saved as MDX. By pointer and keys only; judged by the saved file and by what the page shows. Speaks TAP."""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from dialog import Dialog  # noqa: E402
from driver import changed_pixels, differs_from, like, wait_until  # noqa: E402

TIMES = "bones[2].rotation.track.keys.time"
# The first two keys of a rotation change places, and a bone has no name. The texture has its name in other letter case (beside).
# The sample has no attachment of this name, which is a problem too.
SOUND = 'set attachments[0].name="Origin Ref"'
BROKEN = (SOUND, "set bones[2].rotation.track.keys[0].time=633", "set bones[2].rotation.track.keys[1].time=333", 'set bones[3].name=""')


def run(tap, program, mwright, file):
    def findings(path):
        """An MDX that is sound has none, and only an error gives another exit code."""
        ran = subprocess.run([mwright, "check", "--json", path], stdout=subprocess.PIPE)
        return [finding["rule"] for finding in json.loads(ran.stdout)["findings"]]

    def fix(problem, left):
        tab = "Problems (%d)" % left if left else "Problems"

        def fixed():
            """A slow program may lose a press, and the buttons wait until the list is that of the model as it is now."""
            row = program.find("label", problem)
            if row:
                row.click()
            button = program.find("push button", "Fix")
            if row and button and button.states.contains(program.Atspi.StateType.SENSITIVE):
                button.click()
            return driver.soon(lambda: program.find("label", tab))
        wait_until(fixed, "the repair of " + problem.pattern)

    before = findings(file)
    tap.check(sorted(before) == ["file-case", "node-name-empty", "track-unsorted"], "the text has three problems", before)
    program.wait("panel", "Outline")
    program.wait("label", "Problems (3)").click()
    program.wait("label", "Severe: 1 · Warning: 2")
    view = program.wait(None, "Viewport").box
    below = view[1] + view[3]
    page = (0, below, driver.SCREEN[0], driver.SCREEN[1] - below)
    three = program.seen("problems", page)
    fix(re.compile("not in order of time"), 2)
    fix(re.compile("only in other letter case"), 1)
    fix(re.compile("A node has no name"), 0)
    wait_until(lambda: program.find("label", re.compile("^No problems found")), "the end of the check")
    none = program.seen("fixed", page, differs_from(three, 1000))
    tap.check(len(changed_pixels(three, none)) >= 1000, "three presses of Fix leave none, and the page shows none")
    program.press("ctrl+z")
    program.wait("label", "Problems (1)")
    one = program.seen("undone", page, differs_from(none, 200))
    tap.check(one not in (three, none), "after an undo it shows one")
    program.press("ctrl+shift+z")
    program.wait("label", "Problems")
    tap.check(program.seen("redone", page, like(none)), "and none when that is done again")
    target = pathlib.Path(file).with_name("other.mdx")
    program.press("ctrl+shift+s")
    name = Dialog(program, "Save Model As").wait("text", "Name:")
    wait_until(lambda: name.text == "banner", "the name without its suffix")
    program.press("ctrl+a")
    program.write("other.mdx")
    wait_until(lambda: name.text == "other.mdx", "what was typed")
    program.press("Return")
    Dialog(program, "Save other.mdx as MDX 800?").wait("label", "Nothing is lost in MDX 800")
    program.press("Return")
    wait_until(target.exists, "the saved file")
    wait_until(lambda: "•" not in program.title and program.title.startswith("other.mdx"), "the end of the save")
    tap.check(target.read_bytes()[:4] == b"MDLX" and not findings(target), "the file is MDX, and nothing is found in it")
    ran = subprocess.run([mwright, "get", "--json", target, TIMES], stdout=subprocess.PIPE)
    times = json.loads(ran.stdout)["values"][0]["value"]
    tap.check(times == sorted(times) and times[:2] == [333, 633], "its keys are in order", times)
    code = program.close()
    tap.check(code == 0, "Ctrl+Q ends the program", code)
    tap.check(not program.complaints(), "without a warning of GTK or GLib", *program.complaints()[:20])


if __name__ == "__main__":
    driver.begin(driver.on_sample("banner.mdl", run, *BROKEN, beside={"banner.tga": "Banner.tga"}))
