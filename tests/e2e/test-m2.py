#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-m2.py PROGRAM MWRIGHT GENERATE PICTURES: an M2 set by pointer and keys only. Opens a model with its companions, changes
a surface's blend mode and a texture's type, undoes one of them, saves; no byte of the set changes but that of the blend mode.
Redo and another save change the bytes of the type, and no other.
Then a profile is taken away: the window says so, a surface of the others is changed from its menu, and it saves all the same. Speaks TAP; pictures are kept in PICTURES."""
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import Program, Tap, changed_pixels, differs_from, like, soon, starting, wait_until  # noqa: E402

VERSION = "264"
BLEND_AFTER, BLEND_WORD, BLEND_NUMBER = "Modulate", "Mod", 5
TYPE_AFTER, TYPE_NUMBER = "Object skin", 2


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True).stdout


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix != ".txt"}


def with_both(model, skin):
    """The bytes of the model with the blend mode of the first batch and the type of the first texture changed. It finds both by the
    offsets of the format alone, and without Modelwright: the headers of the model and of a skin, a batch, a material, a texture."""
    textures, materials = (struct.unpack_from("<I", model, at + 4)[0] for at in (0x50, 0x70))
    batches = struct.unpack_from("<I", skin, 0x24 + 4)[0]
    material = struct.unpack_from("<H", skin, batches + 0x0A)[0]
    wanted = bytearray(model)
    struct.pack_into("<H", wanted, materials + 4 * material + 2, BLEND_NUMBER)
    struct.pack_into("<I", wanted, textures, TYPE_NUMBER)
    return bytes(wanted)


class Editor:
    def __init__(self, program, file, pictures):
        self.program = Program(program, file, pictures=pictures)
        self.outline = self.program.wait("panel", "Outline")
        self.inspector = self.program.wait("panel", "Inspector")

    def select(self, group, title):
        self.outline.open_row(group, title)
        self.outline.wait("label", title).click()

    def select_surface(self):
        self.select("Surfaces", starting("Surface 0"))
        return self.inspector.wait("combo box", "Blend mode")

    def filter(self, text):
        entry = self.outline.wait(None, "Filter the outline")
        entry.click()
        self.program.write(text)
        wait_until(lambda: entry.text == text, "what was typed into the filter")
        return entry

    def select_texture(self, title):
        self.select("Textures", title)
        return self.inspector.wait(None, starting("Type:"))

    def choose_type(self, chooser, text):
        chooser.click()
        self.search(self.inspector, text)

    def search(self, panel, text):
        search = panel.wait(None, "Search", shown=False)
        wait_until(lambda: search.has_focus, "the search entry to have the focus")
        self.program.write(text)
        wait_until(lambda: search.text == text, "what was typed")
        self.program.press("Return")

    def save(self):
        self.program.save()
        return self.program.wait(None, starting("Saved and verified")).text


def edit(tap, program, tool, folder, pictures):
    target = folder / "Sample.m2"
    before = contents(folder)
    wanted = folder.parent / "wanted"
    wanted.mkdir()
    step = "surface-blend skins[0].batches[0] blend_mode=" + BLEND_WORD
    run(tool, "do", "-e", step, target, "-o", wanted / "Sample.m2")
    type_before = run(tool, "get", target, "textures[0].type")

    editor = Editor(program, target, pictures)
    tap.check("Sample.m2" in editor.program.title, "an M2 opens with its companions", editor.program.title)
    entry = editor.filter("surface 0")
    row = editor.outline.wait("label", starting("Surface 0"))
    tap.check(not editor.outline.find("label", "Bones"), "the filter finds a surface and hides other elements")
    name = row.name
    row.click()
    editor.inspector.wait("combo box", "Blend mode").choose(BLEND_AFTER)
    wait_until(lambda: "•" in editor.program.title, "the mark of unsaved changes")
    wait_until(lambda: editor.outline.find("label", name), "the surface to stay where it was")
    tap.check(editor.inspector.wait("label", re.compile("batches in 4 skin profiles")),
              "a surface's blend mode is chosen in the inspector, for all of its batches")
    editor.program.picture("blend-mode")
    entry.click()
    editor.program.press("ctrl+a", "BackSpace")
    editor.outline.wait("label", "Textures").click(times=2)
    editor.program.press("Down")
    chooser = editor.inspector.wait(None, starting("Type:"))
    was = chooser.name
    editor.choose_type(chooser, TYPE_AFTER)
    wait_until(lambda: editor.inspector.find(None, starting("Type: " + TYPE_AFTER)), "the new type")
    tap.check(True, "a texture's type is found among its names by typing")
    editor.program.picture("type")
    editor.program.press("ctrl+z")
    wait_until(lambda: editor.inspector.find(None, was), "the type as it was")
    tap.check("•" in editor.program.title, "Ctrl+Z reverts only the type")
    output = editor.save()
    editor.program.picture("saved")
    after = contents(folder)
    old, new = before["Sample.m2"], after["Sample.m2"]
    differing = [i for i in range(min(len(old), len(new))) if old[i] != new[i]]
    tap.check(len(old) == len(new) and 1 <= len(differing) <= 2, "the model differs in the bytes of one number", differing)
    tap.check(new == (wanted / "Sample.m2").read_bytes(), "it is what `mwright do` writes for the same operation")
    others = [name for name in before if name != "Sample.m2"]
    tap.check(len(others) > 2 and all(after[name] == before[name] for name in others),
              "and no byte of its companions differs", others)
    tap.check(set(after) - set(before) <= {"Sample.m2.bak"}, "no other file was created", set(after) - set(before))
    tap.check(run(tool, "get", target, "textures[0].type") == type_before, "the texture's type is the old one")
    size = sum(len(each) for name, each in after.items() if not name.endswith(".bak"))
    counted = re.search(r"([\d,. ]+) of ([\d,. ]+) bytes", output)
    tap.check(counted and re.sub(r"\D", "", counted[1]) == str(len(differing)) and re.sub(r"\D", "", counted[2]) == str(size),
              "the status line counts over the whole set", output, size)
    editor.program.press("ctrl+shift+z")
    editor.program.save()
    new, both = (folder / "Sample.m2").read_bytes(), with_both(old, before["Sample00.skin"])
    tap.check(new == both, "with the type done again, the file has both values, and every other byte as it was",
              len(new), [i for i in range(min(len(new), len(both))) if new[i] != both[i]][:20])
    tap.check(all((folder / name).read_bytes() == before[name] for name in others), "and its companions are still the same")
    status = editor.program.close()
    tap.check(status == 0 and not editor.program.complaints(), "the program exits without an error or a warning", status,
              *editor.program.complaints()[:10])


def missing(tap, program, folder, pictures):
    target = folder / "Sample.m2"
    (folder / "Sample00.skin").unlink()
    before = contents(folder)
    editor = Editor(program, target, pictures / "missing")
    banner = editor.program.wait("label", re.compile(r"^1 of \d+ skin profiles? was not found"))
    tap.check(banner, "a missing profile is named in a banner")
    editor.program.wait("label", "Companions").click()
    editor.program.wait("label", "not found")
    tap.check(editor.program.find("label", "Sample00.skin"), "and the table of companions has its name")
    editor.program.picture("companions")
    was = editor.select_surface().find("push button").find("label").name
    editor.outline.wait("label", starting("Surface 0")).click(button=3)
    item = editor.program.wait(None, starting("Set Surface Blend Mode"), shown=False)
    # Down goes through the menu, and from its end to its start.
    for _ in range(20):
        if soon(lambda: item.has_focus):
            break
        editor.program.press("Down")
    wait_until(lambda: item.has_focus, "the keys to go to the menu")
    editor.program.press("Return")
    editor.search(editor.outline, "Opaque")
    editor.inspector.wait("combo box", "Blend mode").wait_choice("Opaque")
    tap.check(was != "Opaque", "a surface's menu asks for its blend mode", was)
    editor.program.picture("menu")
    editor.save()
    after = contents(folder)
    same = all(after[name] == before[name] for name in before if name not in ("Sample.m2", "Sample.m2.bak"))
    tap.check(same and "Sample00.skin" not in after, "the model is saved without it, and its other files are unchanged")
    status = editor.program.close()
    tap.check(status == 0 and not editor.program.complaints(), "the program exits without an error again", status,
              *editor.program.complaints()[:10])


def looked_at(tap, program, folder, pictures):
    """What the generated set has is not to be seen; the sample's surfaces are."""
    for sample in (driver.ROOT / "data/samples").glob("beetle*"):
        shutil.copy(sample, folder)
    editor = Editor(program, folder / "beetle.m2", pictures / "view")
    chooser = editor.select_surface()
    view = editor.program.wait(None, "Viewport").box
    opened = editor.program.seen("opened", view)
    chooser.choose(BLEND_AFTER)
    blended = editor.program.seen("blend-mode", view, differs_from(opened, 500))
    tap.check(len(changed_pixels(opened, blended)) >= 500, "the view shows a surface in its new blend mode")
    editor.select("Textures", starting("beetle"))
    type_chooser = editor.inspector.wait(None, starting("Type:"))
    fields = editor.inspector.box
    named = editor.program.seen("named", fields)
    editor.choose_type(type_chooser, TYPE_AFTER)
    typed = editor.program.seen("type", fields, differs_from(named, 500))
    tap.check(len(changed_pixels(named, typed)) >= 500, "the inspector shows the other type, and that its name is now a problem")
    editor.program.press("ctrl+z")
    tap.check(editor.program.seen("type-undone", fields, like(named)), "and nothing of both after an undo")
    editor.program.press("ctrl+z")
    editor.outline.wait("label", starting("Surface 0")).click()
    tap.check(editor.program.seen("undone", view, like(opened)), "another undo brings back the first picture of the view")
    status = editor.program.close()
    tap.check(status == 0 and not editor.program.complaints(), "the program exits without an error once more", status,
              *editor.program.complaints()[:10])


def main():
    program, tool, generate, pictures = sys.argv[1:5]
    pictures = pathlib.Path(pictures)
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-m2-") as folder:
        run(generate, folder, VERSION)
        edit(tap, program, tool, pathlib.Path(folder) / VERSION, pictures)
        missing(tap, program, pathlib.Path(folder) / VERSION, pictures)
        looked_at(tap, program, pathlib.Path(folder), pictures)
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
