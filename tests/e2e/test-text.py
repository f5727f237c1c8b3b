#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-text.py PROGRAM MWRIGHT PICTURES: MDL text in the window, by pointer and keys. A text with a comment and an unknown
statement opens with a banner that lists them; the first save lists them again; Save As writes the other format after telling
what is lost. Speaks TAP; pictures of each step are kept in PICTURES."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from dialog import Dialog, answer, gone  # noqa: E402
from driver import Program, Tap, starting, wait_until  # noqa: E402

SAMPLES = driver.ROOT / "data/samples"
COMMENT, UNKNOWN = "// made by hand", "Sparkle 7"


def list_of(chooser, text):
    """The drop-down of GTK's own chooser that shows a row that begins with the text."""
    return wait_until(lambda: next((box for box in chooser.all("combo box") if box.find("label", starting(text))), None),
                      "the list with " + text)


def shows_saved(program, name):
    wait_until(lambda: program.title.startswith(name + " –"), lambda: "%s without unsaved changes, not %s" % (name, program.title))


def set_blend_time(program, before, after):
    entry = program.wait("panel", "Inspector").wait("text", "Blend time")
    wait_until(lambda: entry.text == before, "the blend time " + before)
    entry.click()
    program.press("ctrl+a")
    program.write(after)
    wait_until(lambda: entry.text == after, "what was typed")
    program.press("Return")
    wait_until(lambda: "•" in program.title, "the mark of unsaved changes")


def blend_time(text, value):
    return re.sub(r"BlendTime \d+", "BlendTime " + value, text)


def losses_of(tool, source, target, *options):
    """The lines in which `mwright convert` names them; the target is written."""
    done = subprocess.run([tool, "convert", *options, source, target], check=True, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return re.findall(r": (?:lost|rounded|in another order|stored in another way): (.*\))$", done.stderr, re.M)


def text_with_extras(tap, program, folder, pictures):
    target = folder / "banner.mdl"
    ours = (SAMPLES / "banner.mdl").read_text()
    given = ours.replace('Model "Banner" {\n', COMMENT + '\nModel "Banner" {\n\t' + UNKNOWN + ",\n")
    assert given.count("\n") == ours.count("\n") + 2
    lines = ["4:1: comment not kept: " + COMMENT, '6:2: "Sparkle" in the model is not kept']
    target.write_text(given)
    shutil.copyfile(SAMPLES / "banner.tga", folder / "banner.tga")
    editor = Program(program, target, pictures=pictures)
    editor.wait("label", starting("banner.mdl: 1 statement and 1 comment in the text are not kept"))
    editor.wait("label", "WC3 1.26 · MDL 800")
    tap.check(True, "a text opens, and a banner says how much of it is not kept")
    editor.wait(None, re.compile("^_?Details")).click()
    shown = editor.wait("text", "Details").text
    editor.picture("banner")
    tap.check(shown.splitlines() == lines, "its details list each with its line", shown)

    set_blend_time(editor, "150", "151")
    editor.press("ctrl+s")
    question = Dialog(editor, "Save banner.mdl?")
    told = question.list
    editor.picture("first-save")
    tap.check(all(line in told.splitlines() for line in lines), "the first save lists them again", told)
    editor.press("Escape")
    gone(editor, "Save banner.mdl?")
    tap.check(target.read_text() == given and "•" in editor.title, "Escape leaves the file as it is", editor.title)
    editor.press("ctrl+s")
    Dialog(editor, "Save banner.mdl?").button("Save").click()
    shows_saved(editor, "banner.mdl")
    tap.check(target.read_text() == blend_time(ours, "151"),
              "saved, it differs from our form of the text in the number that was typed, and in nothing else")
    wait_until(lambda: not editor.find("label", starting("banner.mdl: 1 statement")), "the end of the banner")
    tap.check(True, "the banner has gone")
    set_blend_time(editor, "151", "152")
    editor.press("ctrl+s")
    shows_saved(editor, "banner.mdl")
    tap.check(target.read_text() == blend_time(ours, "152"), "the next save asks nothing")
    return editor


def save_as_binary(tap, editor, tool, folder):
    """By the name that is typed."""
    wanted, target = folder / "wanted.mdx", folder / "other.mdx"
    none = losses_of(tool, folder / "banner.mdl", wanted)
    wait_until(lambda: editor.has_keys, "the focus of the window")
    editor.press("ctrl+shift+s")
    chooser = Dialog(editor, "Save Model As")
    name = chooser.wait("text", "Name:")
    wait_until(lambda: name.text == "banner", "the name without its suffix")
    editor.press("ctrl+a")
    editor.write("other.mdx")
    wait_until(lambda: name.text == "other.mdx", "what was typed")
    editor.press("Return")
    question = Dialog(editor, "Save other.mdx as MDX 800?")
    editor.picture("as-mdx")
    tap.check(not none and question.wait("label", "Nothing is lost in MDX 800"),
              "a text saved under a name with .mdx is asked about as MDX, and loses nothing", *none)
    editor.press("Return")
    shows_saved(editor, "other.mdx")
    editor.wait("label", "WC3 1.26 · MDX 800")
    tap.check(target.read_bytes() == wanted.read_bytes(), "the file is what `mwright convert` writes")
    tap.check(editor.close() == 0, "Ctrl+Q ends the program")
    tap.check(not editor.complaints(), "without a warning of GTK or GLib", *editor.complaints()[:20])


def save_as_text(tap, program, tool, folder, pictures):
    """By the list of formats."""
    source, target, wanted = folder / "effect.mdx", folder / "effect.mdl", folder / "wanted.mdl"
    for sample in SAMPLES.glob("effect*"):
        shutil.copyfile(sample, folder / sample.name)
    before = source.read_bytes()
    losses = losses_of(tool, source, wanted)
    editor = Program(program, source, pictures=pictures)
    editor.wait("label", "WC3 1.26 · MDX 800")
    editor.press("ctrl+shift+s")
    chooser = Dialog(editor, "Save Model As")
    games = list_of(chooser, "Warcraft III, version 800")
    kinds = list_of(chooser, "MDX")
    tap.check(games.find("label", "Warcraft III, version 800, as it is"), "the list of games begins with the model's own game")
    kinds.choose("MDL text (.mdl)")
    editor.picture("format")
    answer(editor, chooser, "Save Model As", "Save")
    question = Dialog(editor, "Save effect.mdl as MDL 800?")
    told = question.list
    editor.picture("losses")
    tap.check(losses and [line for line in told.splitlines() if line.endswith(")")] == losses,
              "saved as text, exactly the lines that `mwright convert` names are listed first", told, *losses)
    keep = question.wait("check box", re.compile("_?Keep everything"))
    keep.click()
    question.wait("label", "Nothing is lost in MDL 800")
    editor.picture("everything")
    tap.check(not question.find("text", "Not in the file"), "with the side channel ticked, that nothing is lost")
    keep.click()
    question.wait("label", re.compile(" kept exactly in MDL 800$"))
    tap.check(question.list == told, "without it, the same rows again")
    tap.check(not target.exists(), "and nothing is written before the answer")
    question.button("Save Anyway").click()
    shows_saved(editor, "effect.mdl")
    editor.wait("label", "WC3 1.26 · MDL 800")
    tap.check(target.read_bytes() == wanted.read_bytes(), "the text is what `mwright convert` writes")
    tap.check(source.read_bytes() == before, "the file that was opened is untouched")
    # The same name again: nobody has asked about effect.mdl yet.
    editor.press("ctrl+shift+s")
    chooser = Dialog(editor, "Save Model As")
    chooser.wait("text", "Name:")
    editor.press("Return")
    question = Dialog(editor, "Save effect.mdl?")
    tap.check(question.wait("label", "effect.mdl exists already"), "an existing file is replaced only after a question")
    editor.press("Escape")
    gone(editor, "Save effect.mdl?")
    name_and_kind_disagree(tap, editor, folder)
    save_for_another_game(tap, editor, tool, folder)
    tap.check(editor.close() == 0, "Ctrl+Q ends the program")
    tap.check(not editor.complaints(), "without a warning of GTK or GLib", *editor.complaints()[:20])


def name_and_kind_disagree(tap, editor, folder):
    """The list says MDX, and the name ends in .mdl: GTK tells only afterwards what was typed, so a question follows."""
    def asked(name):
        editor.press("ctrl+shift+s")
        chooser = Dialog(editor, "Save Model As")
        entry = chooser.wait("text", "Name:")
        list_of(chooser, "MDL text").choose("MDX (.mdx)")
        entry.click()
        editor.press("ctrl+a")
        editor.write(name)
        wait_until(lambda: entry.text == name, "what was typed")
        editor.press("Return")
        return Dialog(editor, "Save as which kind of file?")

    asked("both.mdl").picture("which-kind")
    editor.press("Escape")
    gone(editor, "Save as which kind of file?")
    tap.check(not list(folder.glob("both.*")), "a name and a chosen kind that disagree are asked about, and Escape saves nothing")
    asked("both.mdl").button("Save both.mdl").click()
    gone(editor, "Save as which kind of file?")
    wait_until(lambda: (folder / "both.mdl").exists(), "both.mdl")
    editor.wait("label", "WC3 1.26 · MDL 800")
    tap.check((folder / "both.mdl").read_bytes() == (folder / "effect.mdl").read_bytes() and not (folder / "both.mdx").exists(),
              "the answer decides: here the name")


def save_for_another_game(tap, editor, tool, folder):
    """Version and kind of file in one dialog; the question follows what is ticked in it."""
    target, wanted = folder / "alpha.mdl", folder / "wanted-alpha.mdl"
    # What the text lost is still in the window.
    losses = losses_of(tool, folder / "effect.mdx", wanted, "--to", "wow-mdl1300", "--scale=0.5")
    editor.press("ctrl+shift+s")
    chooser = Dialog(editor, "Save Model As")
    name = chooser.wait("text", "Name:")
    list_of(chooser, "Warcraft III, version 800").choose("WoW 0.5.3 alpha, version 1300")
    editor.picture("game")
    name.click()
    editor.press("ctrl+a")
    editor.write("alpha.mdl")
    wait_until(lambda: name.text == "alpha.mdl", "what was typed")
    editor.press("Return")
    # Between the games the scale is asked for: the default is selected, so a number can be typed at once.
    scale = Dialog(editor, "Convert to WoW 0.5.3 · MDL 1300")
    wait_until(lambda: scale.wait("text", "Scale").text == "1.0", "the default scale")
    editor.write("0.5")
    wait_until(lambda: scale.wait("text", "Scale").text == "0.5", "the scale that was typed")
    editor.press("Return")
    question = Dialog(editor, "Save alpha.mdl as WoW alpha MDL 1300?")
    told = question.list
    editor.picture("game-losses")
    tap.check(losses and all(line in told for line in losses),
              "what another game loses is listed, as `mwright convert` names it", told, *losses)
    tap.check(not target.exists(), "before anything is written")
    question.button("Save Anyway").click()
    gone(editor, "Save alpha.mdl as WoW alpha MDL 1300?")
    editor.wait("label", "WoW 0.5.3 · MDL 1300")
    tap.check(target.read_bytes() == wanted.read_bytes(), "another version as text is one step, equal to `mwright convert`")


def main():
    program, tool, pictures = sys.argv[1:4]
    pictures = pathlib.Path(pictures)
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-text-") as name:
        folder = pathlib.Path(name)
        editor = text_with_extras(tap, program, folder, pictures / "text")
        save_as_binary(tap, editor, tool, folder)
        save_as_text(tap, program, tool, folder, pictures / "binary")
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
