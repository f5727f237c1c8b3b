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
import driver  # noqa: E402
from driver import Program, Tap, wait_until  # noqa: E402

CLONE_NEWNS = 0x00020000
FULL, READ_ONLY = "No space left", re.compile("[Rr]ead-only|denied")


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def mount(*words):
    return subprocess.run(["mount", *map(str, words)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def may_mount():
    """Whether this process may mount what only it and its children see, gone when they end."""
    return os.geteuid() == 0 and ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) == 0 \
        and mount("--make-rprivate", "/")


def refused(tap, program, target, pictures, reason, what):
    """Edits, saves, and looks: at the banner, the file, its folder, the document."""
    before, listed, mode = digest(target), sorted(os.listdir(target.parent)), target.stat().st_mode
    editor = Program(program, target, pictures=pictures)
    entry = editor.wait("panel", "Inspector").wait("text", "Blend time")
    wait_until(lambda: entry.text == "150", "the model's values")
    entry.click()
    editor.press("ctrl+a")
    editor.write("4711")
    wait_until(lambda: entry.text == "4711", "what was typed")
    editor.press("Return")
    wait_until(lambda: "•" in editor.title, "the mark of unsaved changes")
    editor.press("ctrl+s")
    banner = editor.wait("label", re.compile("could not be saved"))
    said = banner.text
    editor.picture("refused")
    tap.check(target.name in said and re.search(reason, said), "%s: a banner names the file and says why" % what, said)
    tap.check(digest(target) == before and sorted(os.listdir(target.parent)) == listed and target.stat().st_mode == mode,
              "the file and its folder are as they were", os.listdir(target.parent))
    tap.check("•" in editor.title and entry.text == "4711", "the change is still there, and unsaved", editor.title)
    tap.check(not editor.complaints(), "without a warning of GTK or GLib", *editor.complaints()[:20])
    editor.kill()


def small_disk(tap, program, pictures, source, place):
    target = place / source.name
    place.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=%d" % (os.path.getsize(source) * 3 // 2), "none", place):
        return False
    try:
        shutil.copyfile(source, target)
        refused(tap, program, target, pictures / source.suffix[1:], FULL, "a full disk, " + source.suffix)
        mount("-o", "remount,ro", place)
        refused(tap, program, target, pictures / (source.suffix[1:] + "-read-only"), READ_ONLY,
                "a read-only disk, " + source.suffix)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)
    return True


def read_only_folder(tap, program, pictures, source, place):
    place.mkdir()
    target = place / source.name
    shutil.copyfile(source, target)
    for path, mode, what in ((target, 0o444, "file"), (place, 0o555, "folder")):
        path.chmod(mode)
        refused(tap, program, target, pictures / what, READ_ONLY, "a read-only %s, %s" % (what, source.suffix))
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
        for source in (binary, text):
            if mounts and not small_disk(tap, program, pictures, source, folder / ("disk-" + source.suffix[1:])):
                mounts = False
            if not mounts:
                print("# no disk of its own: only root can mount one")
            if os.geteuid() != 0:
                read_only_folder(tap, program, pictures, source, folder / ("folder-" + source.suffix[1:]))
    if tap.count == 0:
        print("1..0 # SKIP root that may not mount is refused nothing")
        return 0
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
