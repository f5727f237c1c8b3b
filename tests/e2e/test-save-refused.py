#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-save-refused.py PROGRAM MWRIGHT PICTURES: where the file cannot be written (a full disk, a place that is read-only), the
window says so in a banner and nothing changes, on the disk or in the document. Speaks TAP."""
import ctypes
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]
import big_model  # noqa: E402
import big_set  # noqa: E402
import driver  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402

CLONE_NEWNS = 0x00020000
FULL, READ_ONLY = "No space left", re.compile("[Rr]ead-only|denied")


def contents(folder):
    """Name, bytes and permissions of all files there."""
    return {path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mode) for path in folder.iterdir()}


def mount(*words):
    return subprocess.run(["mount", *map(str, words)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def may_mount():
    """Whether this process may mount what only it and its children see, gone when they end."""
    return os.geteuid() == 0 and ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) == 0 \
        and mount("--make-rprivate", "/")


def set_blend_time(editor):
    """Types another number; returns whether it is still there."""
    entry = editor.wait("panel", "Inspector").wait("text", "Blend time")
    wait_until(lambda: entry.text == "150", "the model's values")
    entry.click()
    editor.press("ctrl+a")
    editor.write("4711")
    wait_until(lambda: entry.text == "4711", "what was typed")
    editor.press("Return")
    return lambda: entry.text == "4711"


def delete_bone(editor):
    """Of a set, a step that changes all its files; returns whether the bone is still gone."""
    outline = editor.wait("panel", "Outline")
    outline.open_row("Bones", "Bone 1")
    outline.pick_row("Bone 1", editor.wait("panel", "Inspector"))
    editor.press("Delete")
    return lambda: not outline.find("label", "Bone 1")


def refused(tap, program, target, pictures, reason, what):
    """Edits, saves, and looks: at the banner, the files, their folder, the document."""
    before = contents(target.parent)
    editor = Program(program, target, pictures=pictures)
    still = (delete_bone if target.suffix == ".m2" else set_blend_time)(editor)
    wait_until(lambda: "•" in editor.title, "the mark of unsaved changes")
    editor.press("ctrl+s")
    banner = editor.wait("label", re.compile("could not be saved"))
    output = banner.text
    editor.picture("refused")
    tap.check(target.name in output and re.search(reason, output), "%s: a banner names the file and says why" % what, output)
    tap.check(contents(target.parent) == before, "what is in the folder is as it was", os.listdir(target.parent))
    tap.check("•" in editor.title and still(), "the change is still there, and unsaved", editor.title)
    tap.check(not editor.complaints(), "without a warning of GTK or GLib", *editor.complaints()[:20])
    editor.kill()


def copy_all(files, place):
    for path in files:
        shutil.copyfile(path, place / path.name)
    return place / files[0].name


def small_disk(tap, program, pictures, files, place):
    kind = files[0].suffix
    place.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=%d" % (sum(map(os.path.getsize, files)) * 3 // 2), "none", place):
        return False
    try:
        target = copy_all(files, place)
        refused(tap, program, target, pictures / kind[1:], FULL, "a full disk, " + kind)
        mount("-o", "remount,ro", place)
        refused(tap, program, target, pictures / (kind[1:] + "-read-only"), READ_ONLY, "a read-only disk, " + kind)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)
    return True


def read_only_folder(tap, program, pictures, files, place):
    """The last of the files, then the folder."""
    place.mkdir()
    target = copy_all(files, place)
    for path, mode, what in ((place / files[-1].name, 0o444, "file"), (place, 0o555, "folder")):
        path.chmod(mode)
        refused(tap, program, target, pictures / what, READ_ONLY, "a read-only %s, %s" % (what, target.suffix))
        path.chmod(0o755)


def main():
    program, tool, pictures = sys.argv[1:4]
    pictures = pathlib.Path(pictures)
    shutil.rmtree(pictures, ignore_errors=True)
    tap = Tap()
    mounts = may_mount()
    with tempfile.TemporaryDirectory(prefix="mw-save-refused-") as name:
        folder = pathlib.Path(name)
        binary, text = folder / "two.mdx", folder / "two.mdl"
        big_model.make(binary, megabytes=2)
        subprocess.run([tool, "convert", "-q", binary, text], check=True)
        for files in ([binary], [text], big_set.make(folder / "two.m2", megabytes=2)):
            kind = files[0].suffix[1:]
            if mounts and not small_disk(tap, program, pictures, files, folder / ("disk-" + kind)):
                mounts = False
            if not mounts:
                print("# no disk of its own: only root can mount one")
            if os.geteuid() != 0:
                read_only_folder(tap, program, pictures, files, folder / ("folder-" + kind))
    if tap.count == 0:
        print("1..0 # SKIP root that may not mount is refused nothing")
        return 0
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
