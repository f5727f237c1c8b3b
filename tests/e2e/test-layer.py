#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-layer.py PROGRAM MWRIGHT PICTURES: a material gets a layer, which gets a texture and an alpha that is animated by a curve with tangents.
By pointer and keys only. The saved file and the picture are checked. Speaks TAP."""
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
from driver import Program, Tap, changed_pixels, differs_from, starting, wait_until  # noqa: E402

# As in ui/time/sheet-view-private.h and sheet-curves.c: the names, the ruler with the summary below it, and the room beside the keys and
# above and below the curves.
NAMES, ABOVE, PAD, MARGIN = 200, 42, 12, 14
LENGTH = 900


def edit(tap, program, mwright, file):
    outline = program.wait("panel", "Outline")
    inspector = program.wait("panel", "Inspector")
    viewport = program.wait(None, "Viewport")
    layer = "materials[0].layers[2]"

    def value(path):
        ran = subprocess.run([mwright, "get", "--json", file, path], stdout=subprocess.PIPE)
        return [entry["value"] for entry in json.loads(ran.stdout)["values"]]

    material = re.compile(r"^Material 0\b")
    outline.open_row("Materials", material)
    outline.pick_row(material, inspector, material)
    program.wait("combo box", "Sequence").choose("Attack")
    before = program.seen("before", viewport.box)

    outline.wait("label", material).click(button=3)
    item = program.wait(None, starting("Add Layer"), shown=False)
    for _ in range(40):  # Down goes through the menu, and from its end to its start
        if driver.soon(lambda: item.has_focus):
            break
        program.press("Down")
    wait_until(lambda: item.has_focus, "the keys to go to the menu")
    program.press("Return")
    search = outline.wait(None, "Search", shown=False)
    wait_until(lambda: search.has_focus, "the search entry to have the focus")
    program.write("gear")
    wait_until(lambda: search.text == "gear", "what was typed")
    program.press("Return")
    inspector.wait("label", re.compile(r"^Layer 2.* of Material 0"))
    tap.check(inspector.wait(None, starting("Texture: figure-gear.blp")), "a material's menu adds a layer with the texture that is picked")
    changed = changed_pixels(before, program.seen("layer", viewport.box, differs_from(before, 200)))
    tap.check(len(changed) >= 200, "and the view shows it", len(changed))

    inspector.wait(None, starting("Alpha: not animated")).click()
    inspector.wait(None, starting("Alpha: key here"))
    tap.check(True, "a click on the diamond beside its alpha animates it")

    def curves():
        """A slow program may lose the press."""
        inspector.wait(None, "Show Curves").click()
        return driver.soon(lambda: program.find("combo box", "Interpolation"))
    wait_until(curves, "the curves").choose("Hermite")
    keys = program.wait("panel", "Keys")
    x, y, width, height = keys.settled()
    middle = y + ABOVE + (height - ABOVE) / 2
    per_value = (height - ABOVE - 2 * MARGIN) / 2  # a curve of one value is in the middle of two

    def at(time, alpha):
        """A place in the graph: ms from the start of the sequence, and a value."""
        return x + NAMES + PAD + time * (width - NAMES - 2 * PAD) / LENGTH, middle + (1 - alpha) * per_value

    def added():
        program.point(*at(450, 1))
        program.xdotool("click", "--repeat", 2, "--delay", 60, 1)
        return driver.soon(lambda: keys.description == "1 key chosen" and program.find("text", "Time").text == "450")

    wait_until(added, "a key at 450 ms")
    number = program.wait("text", "Value")
    number.click()
    program.press("ctrl+a")
    program.write("0.25")
    wait_until(lambda: number.text == "0.25", "what was typed")
    program.press("Return")
    program.save()
    tap.check(value(layer + ".alpha.track.keys.value") == [[1, 0.25]], "a double click on the curve adds a key, which gets a number",
              value(layer + ".alpha.track.keys.value"))
    flat = program.seen("flat", keys.box)

    def bent():
        program.xdotool("mouseup", 1)
        begin, to = at(300, 0.25), at(300, 0.75)
        program.point(*begin)
        program.xdotool("mousedown", 1)
        for i in range(1, 6):
            program.point(begin[0], begin[1] + (to[1] - begin[1]) * i / 5)
        program.xdotool("mouseup", 1)
        return driver.soon(lambda: "•" in program.title)

    wait_until(bent, "a handle that is dragged")
    changed = changed_pixels(flat, program.seen("bent", keys.box, differs_from(flat, 50)))
    tap.check(len(changed) >= 50, "the handle of a key is dragged, and the curve bends", len(changed))
    program.save()

    tap.check(len(value("materials[0].layers[*].alpha")) == 3 and value(layer + ".texture") == ["textures[2]"],
              "the saved material has the layer with its texture", value(layer + ".texture"))
    track = layer + ".alpha.track"
    tap.check(value(track + ".keys.time") == [[4000, 4450]] and value(track + ".interpolation") == ["Hermite"],
              "its alpha has both keys, in the sequence that was chosen", value(track + ".keys.time"))
    # A Hermite tangent is three times the way from the control point to the key.
    inwards, = value(track + ".keys.in_tan")
    tap.check(inwards[0] == 0 and abs(inwards[1] + 1.5) < 0.2, "and the tangent that was dragged", inwards)
    code = program.close()
    tap.check(code == 0 and not program.complaints(), "the program ends without an error or a warning", code,
              *program.complaints()[:20])


def main():
    pictures = pathlib.Path(sys.argv[3])
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-layer-") as folder:
        for sample in (driver.ROOT / "data/samples").iterdir():
            if sample.stem.startswith("figure"):
                shutil.copy(sample, folder)
        file = str(pathlib.Path(folder) / "figure.mdx")
        edit(tap, Program(sys.argv[1], file, pictures=pictures), sys.argv[2], file)
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
