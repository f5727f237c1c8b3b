#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-convert.py PROGRAM MWRIGHT PICTURES: many files at once. By pointer and keys: Convert Files is found in the menu, the models
of the folder become texts for another game, a broken file does not stop the others, each file has its report, and what exists is
replaced only after a question. Speaks TAP; pictures are kept in PICTURES."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from dialog import Dialog, gone  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402

TITLE = "Convert Files"


def is_version(tool, file, words):
    """Whether `mwright info` names the version so."""
    output = subprocess.run([tool, "info", str(file)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout
    return words in output


def report(window):
    return window.wait("text", "Report").text


def ended(window, words):
    pattern = re.compile(words)
    return wait_until(lambda: window.find("label", pattern), "the window to say " + words)


def convert(tap, path, tool, folder, pictures):
    samples = driver.ROOT / "data/samples"
    (folder / "deep").mkdir()
    shutil.copyfile(samples / "figure.mdx", folder / "figure.mdx")
    shutil.copyfile(samples / "everything.mdx", folder / "deep" / "everything.mdx")
    (folder / "broken.mdx").write_bytes(b"MDLXVERS")
    output = folder / "converted"

    program = Program(path, str(folder / "figure.mdx"), pictures=pictures)
    program.wait("panel", "Outline")
    program.press("F10")
    program.wait("menu item", re.compile("Convert _?Files"), shown=False)
    program.press("f")
    window = Dialog(program, TITLE)
    tap.check(ended(window, "^3 files$"), "Convert Files is in the menu, and lists the models beside the one that is open")

    window.wait("combo box", "For").choose("WoW 0.5.3", typed=None)
    window.wait("combo box", "As").choose("MDL text (.mdl)")
    window.wait("label", "deep/everything.mdl")
    window.button("Convert").click()
    ended(window, "^2 files converted, 2 of them with losses, 1 failed$")
    window.picture("converted")
    tap.check(sorted(p.name for p in output.rglob("*") if p.is_file()) == ["everything.mdl", "figure.mdl"]
              and is_version(tool, output / "deep" / "everything.mdl", "1300"),
              "the models are converted, in the same subfolders, and the broken file does not stop them")

    whole = report(window)
    window.wait("label", "deep/everything.mdx").click()
    wait_until(lambda: "Saved and verified as everything.mdl" in report(window), "the report of one file")
    window.picture("report")
    tap.check("Lost (" in whole and "broken.mdx" in whole and "Lost in WoW alpha MDL 1300" in report(window),
              "the losses of all files are summed by kind, and the report of one file is a click away", whole)

    text = (output / "figure.mdl").read_bytes()
    (output / "figure.mdl").write_bytes(b"mine")
    window.button("Convert").click()
    window.picture("question")
    wait_until(lambda: program.windows() == 3, "the question")
    program.press("Return")  # Skip These
    ended(window, "^0 files converted, 2 skipped, 1 failed$")
    kept = (output / "figure.mdl").read_bytes()
    window.button("Convert").click()
    wait_until(lambda: program.windows() == 3, "the question")
    program.press("alt+r")
    ended(window, "^2 files converted")
    tap.check(kept == b"mine" and (output / "figure.mdl").read_bytes() == text,
              "files that exist are replaced only if the user says so")
    program.press("Escape")
    gone(program, TITLE)


def main():
    pictures = pathlib.Path(sys.argv[3])
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        convert(tap, sys.argv[1], sys.argv[2], pathlib.Path(folder), pictures)
    return tap.end()


driver.begin(main)
