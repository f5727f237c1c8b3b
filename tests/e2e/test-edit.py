#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-edit.py PROGRAM HIDDEN MWRIGHT PICTURES: the editor by pointer and keys only. Opens a model, edits a layer's filter
mode and a sequence's interval in the inspector, undoes, redoes, saves; the file and the viewport change where they must
and nowhere else. HIDDEN is the same editor with the row of the filter mode marked hidden: there the script has to fail at
that very step. Speaks TAP; pictures of each step are kept in PICTURES."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import Missing, Program, Tap, changed_pixels, wait_until  # noqa: E402

MATERIAL, LAYER, MODE_BEFORE, MODE_AFTER = 0, 1, "Blend", "Additive"
MODE_PATH = "materials[%d].layers[%d].filter_mode" % (MATERIAL, LAYER)
SEQUENCE, SEQUENCE_NAME, END_BEFORE, END_AFTER = 3, "Death", "6833", "6733"
END_PATH = "sequences[%d].interval.end" % SEQUENCE


def mwright(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True).stdout


def owned_bytes(program, file, path):
    """Offsets that `layout` gives to a path."""
    entries = json.loads(mwright(program, "layout", "--json", file))["entries"]
    return {entry["offset"] + i for entry in entries if entry["path"] == path for i in range(entry["size"])}


class Editor:
    """The steps. `step` names the one under way, so that a failure can be placed."""

    def __init__(self, program, file, pictures, patience=None):
        self.patience = patience
        self.step = "opening the model"
        self.program = Program(program, file, pictures=pictures)
        self.file = file
        self.outline = self.program.wait("panel", "Outline")
        self.inspector = self.program.wait("panel", "Inspector")
        self.viewport = self.program.wait(None, "Viewport")

    def rest(self):
        """The rest pose: nothing moves, and two runs show the same."""
        self.step = "choosing the rest pose"
        chooser = self.program.wait("combo box", "Sequence")
        if not chooser.find("push button").find("label", "Rest pose"):
            chooser.choose("Rest pose")

    def search_sequence(self):
        self.step = "searching a sequence"
        chooser = self.program.wait("combo box", "Sequence")
        chooser.choose(SEQUENCE_NAME, typed=SEQUENCE_NAME[1:].upper())
        chooser.choose("Rest pose")

    def row(self, *titles, heading=None):
        """Opens the rows above by double clicks and selects the last one, which the inspector calls `heading`."""
        for at, title in enumerate(titles):
            if at + 1 == len(titles):
                self.outline.pick_row(title, self.inspector, heading)
            else:
                self.outline.open_row(title, titles[at + 1])

    def select_layer(self):
        self.step = "selecting the layer"
        # Their titles go on with the image that they show.
        self.row("Materials", re.compile(r"^Material %d\b" % MATERIAL), re.compile(r"^Layer %d\b" % LAYER),
                 heading=re.compile(r"^Layer %d\b.* of Material %d\b" % (LAYER, MATERIAL)))

    def select_sequence(self):
        self.step = "selecting the sequence"
        self.row("Sequences", SEQUENCE_NAME)
        self.inspector.wait("text", "End")

    def filter_mode(self):
        return self.inspector.wait("combo box", "Filter mode", patience=self.patience)

    def shows_mode(self, mode):
        self.filter_mode().wait_choice(mode)

    def shows_end(self, end):
        wait_until(lambda: self.inspector.wait("text", "End").text == end, "the end %s in the inspector" % end)

    def set_filter_mode(self):
        self.step = "editing the filter mode"
        self.shows_mode(MODE_BEFORE)
        self.filter_mode().choose(MODE_AFTER)

    def set_end(self):
        self.step = "editing the interval"
        self.shows_end(END_BEFORE)
        self.inspector.wait("text", "End").click()
        self.program.press("ctrl+a")
        self.program.write(END_AFTER)
        self.shows_end(END_AFTER)
        self.program.press("Return")
        self.shows_end(END_AFTER)
        wait_until(lambda: "•" in self.program.title, "the mark of unsaved changes")

    def picture(self, name, until=lambda pixels: True):
        """The viewport, with the pointer elsewhere."""
        self.program.point(driver.SCREEN[0] // 2, driver.SCREEN[1] - 12)
        return self.program.still(name, self.viewport.box, until=until)


def edit(tap, program, tool, folder, pictures):
    original, target, without = folder / "original.mdx", folder / "figure.mdx", folder / "without.mdx"
    samples = driver.ROOT / "data/samples"
    for sample in samples.iterdir():
        if sample.suffix in (".blp", ".tga", ".png"):
            shutil.copyfile(sample, folder / sample.name)
    shutil.copyfile(samples / "figure.mdx", original)
    shutil.copyfile(original, target)
    mwright(tool, "set", original, MODE_PATH + "=" + MODE_AFTER, END_PATH + "=" + END_AFTER, "-o", folder / "wanted.mdx")
    # Where the layer can be seen: where the picture differs from that of the model with an invisible layer. Where it does not
    # differ the layer is transparent, and adds nothing either.
    mwright(tool, "set", original, "materials[%d].layers[%d].alpha=0" % (MATERIAL, LAYER), "-o", without)

    other = Editor(program, without, pictures / "without")
    other.rest()
    other.select_layer()
    empty = other.picture("without-the-layer")
    other.program.kill()

    editor = Editor(program, target, pictures / "edit")
    editor.search_sequence()
    tap.check(True, "a part of a sequence's name, typed into the open chooser, and Enter choose it")
    editor.rest()
    editor.select_layer()
    before = editor.picture("before")
    editor.set_filter_mode()
    after = editor.picture("filter-mode", until=lambda pixels: len(changed_pixels(before, pixels)) >= 200)
    tap.check(True, "a layer's filter mode is changed in the inspector by pointer and keys")
    there, changed = changed_pixels(empty, before), changed_pixels(before, after)
    tap.check(len(changed) >= 200, "the viewport's pixels change with it", "%d pixels" % len(changed))
    tap.check(changed <= there, "and none changes where nothing of that layer is drawn",
              "%d of %d outside" % (len(changed - there), len(changed)))
    editor.select_sequence()
    editor.set_end()
    tap.check(True, "a sequence's interval is changed in the inspector by pointer and keys")

    editor.step = "undoing"
    editor.program.press("ctrl+z")
    editor.shows_end(END_BEFORE)
    editor.program.press("ctrl+z")
    editor.select_layer()
    editor.shows_mode(MODE_BEFORE)
    wait_until(lambda: "•" not in editor.program.title, "the mark of unsaved changes to go")
    tap.check(True, "Ctrl+Z twice brings both values back, and the title says that nothing is unsaved")
    editor.picture("undone", until=lambda pixels: pixels == before)
    tap.check(True, "and the viewport is as it was, to the pixel")

    editor.step = "redoing"
    editor.program.press("ctrl+shift+z", "ctrl+shift+z")
    editor.select_sequence()
    editor.shows_end(END_AFTER)
    editor.select_layer()
    editor.shows_mode(MODE_AFTER)
    editor.picture("redone", until=lambda pixels: pixels == after)
    tap.check(True, "Ctrl+Shift+Z twice does them again, to the pixel")

    editor.step = "saving"
    tap.check(target.read_bytes() == original.read_bytes(), "the file is untouched until it is saved")
    editor.program.press("ctrl+s")
    output = wait_until(lambda: editor.program.find(None, re.compile("^Saved and verified")) or status(editor.program),
                      "the status line to say that it is saved")
    wait_until(lambda: "•" not in editor.program.title, "the mark of unsaved changes to go")
    editor.program.picture("saved")
    old, new = original.read_bytes(), target.read_bytes()
    differing = {i for i in range(min(len(old), len(new))) if old[i] != new[i]}
    owned = [owned_bytes(tool, original, path) for path in (MODE_PATH, END_PATH)]
    tap.check(len(old) == len(new) and differing <= set.union(*owned) and all(differing & each for each in owned),
              "the saved file differs in bytes of these two fields, and in no other byte", sorted(differing))
    tap.check(new == (folder / "wanted.mdx").read_bytes(), "it equals what `mwright set` writes for the same values")
    counted = re.search(r"(\d+) of ([\d,.  ]+) bytes", output.text)
    tap.check(counted and int(counted[1]) == len(differing), "the status line counts these bytes", output.text, len(differing))

    editor.step = "closing"
    status_code = editor.program.close()
    tap.check(status_code == 0, "Ctrl+Q ends the program at once, without an error", status_code)
    tap.check(not editor.program.complaints(), "without a warning of GTK or GLib", *editor.program.complaints()[:20])


def status(program):
    """A label whose accessible name is fixed: its text is read instead."""
    widget = program.find("label", "Status")
    return widget if widget and widget.text.startswith("Saved and verified") else None


def hidden(tap, program, folder, pictures):
    target = folder / "hidden.mdx"
    shutil.copyfile(driver.ROOT / "data/samples/figure.mdx", target)
    editor = Editor(program, target, pictures, patience=driver.PATIENCE / 4)
    failed = None
    try:
        editor.select_layer()
        offered = sorted({widget.name for widget in editor.inspector.all("combo box")}
                         | {widget.name for widget in editor.inspector.all("text")})
        tap.check("Alpha" in offered, "with the row hidden, the inspector still shows the layer's other fields", offered)
        editor.set_filter_mode()
    except Missing as missing:
        failed = "%s: %s" % (editor.step, missing)
    editor.program.picture("hidden")
    editor.program.kill()
    tap.check(failed and failed.startswith("editing the filter mode"), "and the same script fails at the filter mode", failed)


def main():
    program, hidden_program, tool, pictures = sys.argv[1:5]
    pictures = pathlib.Path(pictures)
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-edit-") as folder:
        edit(tap, program, tool, pathlib.Path(folder), pictures)
        hidden(tap, hidden_program, pathlib.Path(folder), pictures / "hidden")
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
