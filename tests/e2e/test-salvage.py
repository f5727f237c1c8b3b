#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-salvage.py PROGRAM MWRIGHT PICTURES: broken files, three that we make and three of the corpus, are opened, each with a click on
what the banner offers, looked at, and saved under the names that are proposed. By pointer and keys only. Speaks TAP."""
import os
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
from dialog import Dialog  # noqa: E402
from driver import Program, Tap, like, wait_until  # noqa: E402

CORPUS = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or driver.ROOT.parent / "shared/corpus")
ODD = ("AMISD666__nwdg32.mdx", "stijnherfst__track_count_overflow_v800.mdx", "stijnherfst__truncated_after_helper_v800.mdl")
SAMPLES = driver.ROOT / "data/samples"
N_TEXTURES = 0x50  # the place of the number of textures in the header of an M2 (m2.md 3)


def make(folder):
    """An MDX whose geosets have no size, a text that ends in the middle, an M2 whose textures are not in the file."""
    binary = bytearray((SAMPLES / "figure.mdx").read_bytes())
    at = binary.index(b"GEOS")
    binary[at + 4:at + 8] = bytes(4)
    (folder / "sizes.mdx").write_bytes(binary)
    text = (SAMPLES / "banner.mdl").read_bytes()
    (folder / "cut.mdl").write_bytes(text[:text.index(b'Bone "') + 40])
    model = bytearray((SAMPLES / "beetle.m2").read_bytes())
    struct.pack_into("<I", model, N_TEXTURES, 0x10000000)
    (folder / "arrays.m2").write_bytes(model)
    shutil.copyfile(SAMPLES / "beetle00.skin", folder / "arrays00.skin")
    return [folder / name for name in ("sizes.mdx", "cut.mdl", "arrays.m2")]


def salvage(tap, program, tool, path, pictures, sound=None):
    """`sound`: the file that it was before we broke it, if all that it shows can be read again. Without one it is to look as what was
    saved does when that is opened."""
    before = path.read_bytes()
    wanted = path.with_name("wanted-" + path.name)
    told = subprocess.run([tool, "salvage", str(path), "-o", str(wanted)], capture_output=True, text=True)
    editor = Program(program, path, pictures=pictures)
    editor.wait("label", re.compile(re.escape(path.name) + " could not be opened"))
    editor.picture("refused")
    editor.wait("push button", re.compile("^Open What Can Be Read")).click()
    name = path.stem + "-salvaged"
    wait_until(lambda: editor.title.startswith(name + path.suffix + " •"), lambda: "an unsaved model, not " + editor.title)
    shown = editor.wait("text", "Salvaged").text.splitlines()
    editor.picture("salvaged")
    tap.check(told.returncode == 1 and shown == told.stdout.splitlines()[:-1], "%s: the tab Salvaged lists what `mwright salvage` prints"
              % path.name, *shown)
    # The window and the tab have buttons of this name too; that of the banner is in the view.
    max(editor.all("push button", "Close"), key=lambda button: button.box[1]).click()
    seen = editor.seen("view", editor.wait(None, "Viewport").box)
    wait_until(lambda: editor.has_keys, "the focus of the window")
    editor.press("ctrl+s")
    entry = Dialog(editor, "Save Model As").wait("text", "Name:")
    wait_until(lambda: entry.text == name, lambda: "the proposed name, not " + entry.text)
    editor.press("Return")
    wait_until(lambda: editor.title.startswith(name + path.suffix + " –"), lambda: "a saved model, not " + editor.title)
    tap.check(path.with_name(name + path.suffix).read_bytes() == wanted.read_bytes() and path.read_bytes() == before,
              "it is saved under a name of its own, as `mwright salvage` does, and the broken file stays")
    tap.check(not editor.complaints(), "without a warning of GTK or GLib", *editor.complaints()[:20])
    editor.kill()
    editor = Program(program, sound or path.with_name(name + path.suffix), pictures=pictures / "again")
    view = editor.wait(None, "Viewport").box
    tap.check(editor.seen("view", view, like(seen)), "the view shows the same as %s" % ("the sound file" if sound else "the saved file"))
    editor.kill()


def main():
    program, tool, pictures = sys.argv[1:4]
    pictures = pathlib.Path(pictures)
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-salvage-") as name:
        folder = pathlib.Path(name)
        sizes, cut, arrays = make(folder)
        # Beside it, where it finds as few of its textures.
        salvage(tap, program, tool, sizes, pictures / sizes.stem, pathlib.Path(shutil.copy(SAMPLES / "figure.mdx", folder)))
        for path in (cut, arrays):
            salvage(tap, program, tool, path, pictures / path.stem)
        for odd in ODD:
            if (CORPUS / "odd" / odd).exists():
                path = pathlib.Path(shutil.copy(CORPUS / "odd" / odd, folder))
                salvage(tap, program, tool, path, pictures / path.stem)
            else:
                tap.skip("%s is salvaged" % odd, "there is no corpus at %s" % CORPUS)
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
