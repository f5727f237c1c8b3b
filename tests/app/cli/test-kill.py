#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-kill.py PROGRAM [GENERATOR]: `mwright set -i` killed at any moment, on a full disk, and where it may not write, leaves
the file as it was or as it shall be, never a part; of a model of several files all are of one save for the next command.
Speaks TAP."""
import ctypes
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import big_model  # noqa: E402
from tap import Tap  # noqa: E402

ANYWHERE = 20  # kills at moments drawn from the whole run
IN_SETS = 60  # of models of several files, half of them from when something stands beside
IN_WRITE = 10  # and from the time when the new file stands beside the old one
EDIT = "sequences[0].interval.end=77777"
NOBODY = 65534
OUTPUT_NOT_WRITTEN = 4
CLONE_NEWNS = 0x20000


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def run(program, *arguments, **options):
    return subprocess.run([str(program), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, **options)


def wait_for_second_file(folder, process):
    while process.poll() is None:
        if len(os.listdir(folder)) > 1:
            return True
        time.sleep(0.0005)
    return False


def kills(tap, program, folder):
    seed = int(os.environ.get("MODELWRIGHT_SEED") or random.SystemRandom().randrange(1 << 32))
    print("# seed %d (MODELWRIGHT_SEED)" % seed)
    chance = random.Random(seed)
    place = folder / "kill"
    place.mkdir()
    target, original, wanted = place / "large.mdx", folder / "original.mdx", folder / "wanted.mdx"
    size = len(big_model.make(original))
    shutil.copyfile(original, target)
    started = time.monotonic()
    done = run(program, "set", target, EDIT, "-i")
    whole = time.monotonic() - started
    tap.check(done.returncode == 0, "a model of 20 MB is edited in place", done.stderr)
    shutil.copyfile(target, wanted)
    old, new = digest(original), digest(wanted)
    tap.check(old != new and os.path.getsize(wanted) == size, "the edit changes the file and not its size")

    olds = news = left_beside = 0
    parts = []
    for attempt in range(ANYWHERE + IN_WRITE):
        for name in os.listdir(place):
            os.unlink(place / name)
        shutil.copyfile(original, target)
        process = subprocess.Popen([str(program), "set", str(target), EDIT, "-i"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if attempt < ANYWHERE:
            time.sleep(chance.uniform(0, whole * 1.4))
        elif wait_for_second_file(place, process):
            time.sleep(chance.uniform(0, whole / 20))
        process.send_signal(signal.SIGKILL)
        process.wait()
        left_beside += len(os.listdir(place)) > 1
        now = digest(target)
        olds += now == old
        news += now == new
        if now not in (old, new):
            parts.append("attempt %d: %d bytes" % (attempt, os.path.getsize(target)))
    print("# %d old, %d new, %d killed while writing; a whole run takes %.0f ms" % (olds, news, left_beside, whole * 1000))
    tap.check(not parts, "killed at %d moments, the file is the old one or the new one" % (ANYWHERE + IN_WRITE), *parts)
    tap.check(left_beside > 0, "some of the kills hit the writing itself")
    for name in os.listdir(place):
        if name != target.name:
            shutil.copyfile(original, target)
            done = run(program, "set", target, EDIT, "-i")
            break
    tap.check(done.returncode == 0 and digest(target) == new, "what a kill left behind does not stop the next run",
              done.stderr)


def contents(place):
    return {path.name: path.read_bytes() for path in place.iterdir()}


def kills_in_sets(tap, program, generator, folder):
    """An edit of an M2 that changes the model and each of its skins, and keeps backups."""
    chance = random.Random(int(os.environ.get("MODELWRIGHT_SEED") or random.SystemRandom().randrange(1 << 32)))
    place, before = folder / "set", folder / "264"
    made = run(generator, folder, "264")
    model = before / "Sample.m2"
    if not tap.check(model.exists(), "an M2 of several files is made", made.stderr):
        return
    (before / "values.txt").unlink()
    arguments = ("name=Changed", "skins[*].submeshes[0].sort_radius=77", "-i", "--backup")
    shutil.copytree(before, place)
    started = time.monotonic()
    done = run(program, "set", place / model.name, *arguments)
    whole = time.monotonic() - started
    old, new = contents(before), contents(place)
    changed = [name for name in old if new[name] != old[name]]
    tap.check(done.returncode == 0 and len(changed) > 1, "an edit changes several of its files", done.stderr, changed)
    tap.check(all(new[name + ".bak"] == old[name] for name in changed) and len(new) == len(old) + len(changed),
              "and keeps each of them", sorted(set(new) - set(old)))
    olds = news = torn = 0
    bad = []
    for attempt in range(IN_SETS):
        shutil.rmtree(place)
        shutil.copytree(before, place)
        process = subprocess.Popen([str(program), "set", str(place / model.name), *arguments], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while attempt % 2 and process.poll() is None and len(os.listdir(place)) == len(old):
            time.sleep(0.0002)
        time.sleep(chance.uniform(0, whole / 2 if attempt % 2 else whole * 1.4))
        process.send_signal(signal.SIGKILL)
        process.wait()
        torn += any(path.name.startswith(".") for path in place.iterdir())
        done = run(program, "info", place / model.name)
        now = contents(place)
        olds += now == old
        news += now == new
        if done.returncode != 0 or now not in (old, new):
            bad.append("attempt %d: %s %s" % (attempt, done.stderr, sorted(
                name for name in set(now) | set(old) | set(new) if now.get(name) not in (old.get(name), new.get(name)))))
    print("# %d old, %d new, %d killed within the save; a whole run takes %.0f ms" % (olds, news, torn, whole * 1000))
    tap.check(not bad, "killed at %d moments, the next command finds all files of the old set or all of the new" % IN_SETS, *bad)
    tap.check(torn > 0, "some of the kills hit the save of the set")


def full_disk(tap, program, folder):
    claims = ("on a full disk the exit code is 4", "the message says that no space is left", "and nothing has changed")
    if os.geteuid() != 0:
        for claim in claims:
            tap.skip(claim, "only root can mount a small file system")
        return
    # A mount that only this process and its children see, gone when they end.
    libc = ctypes.CDLL(None, use_errno=True)
    small = folder / "small"
    small.mkdir()
    if libc.unshare(CLONE_NEWNS) != 0 or subprocess.run(["mount", "--make-rprivate", "/"], stderr=subprocess.DEVNULL).returncode \
            or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(small)],
                              stderr=subprocess.DEVNULL).returncode:
        for claim in claims:
            tap.skip(claim, "this machine allows no mount")
        return
    try:
        full(tap, program, small, claims)
    finally:
        subprocess.run(["umount", str(small)], check=True)


def full(tap, program, small, claims):
    target = small / "two.mdx"
    big_model.make(target, megabytes=2)
    before, listed = digest(target), sorted(os.listdir(small))
    done = run(program, "set", target, EDIT, "-i")
    tap.check(done.returncode == OUTPUT_NOT_WRITTEN, claims[0], "%d: %s" % (done.returncode, done.stderr))
    tap.check("No space left" in done.stderr and "two.mdx" in done.stderr, claims[1], done.stderr)
    tap.check(digest(target) == before and sorted(os.listdir(small)) == listed, claims[2], os.listdir(small))


def read_only(tap, program, folder):
    options = {}
    if os.geteuid() == 0:
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        usable = folder / "mwright"
        shutil.copy(program, usable)
        usable.chmod(0o755)
        program = usable
    for what, file_mode, folder_mode in (("file", 0o444, 0o777), ("folder", 0o666, 0o555)):
        place = folder / ("read-only-" + what)
        place.mkdir()
        target = place / "two.mdx"
        big_model.make(target, megabytes=2)
        if options:
            os.chown(target, NOBODY, NOBODY)
        target.chmod(file_mode)
        place.chmod(folder_mode)
        before = digest(target)
        done = run(program, "set", target, EDIT, "-i", **options)
        tap.check(done.returncode == OUTPUT_NOT_WRITTEN, "a read-only %s gives exit code 4" % what,
                  "%d: %s" % (done.returncode, done.stderr))
        tap.check("two.mdx" in done.stderr and ("denied" in done.stderr or "read-only" in done.stderr),
                  "and a message that names the file and says why", done.stderr)
        tap.check(digest(target) == before and os.listdir(place) == [target.name]
                  and target.stat().st_mode & 0o777 == file_mode, "and changes nothing", os.listdir(place))
        place.chmod(0o755)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="modelwright-kill-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        kills(tap, program, folder)
        if len(sys.argv) > 2:
            kills_in_sets(tap, program, pathlib.Path(sys.argv[2]).resolve(), folder)
        read_only(tap, program, folder)
        full_disk(tap, program, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
