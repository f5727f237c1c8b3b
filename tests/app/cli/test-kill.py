#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-kill.py PROGRAM: `mwright set -i` killed at any moment, on a full disk, and where it may not write, leaves the
file as it was or as it shall be, never a part. Speaks TAP."""
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
import big_set  # noqa: E402
from tap import Tap  # noqa: E402

ANYWHERE = 20  # kills at moments drawn from the whole run
IN_WRITE = 10  # and from the time when the new file stands beside the old one
EDIT = "sequences[0].interval.end=77777"
SMALL = ("two.mdx", "two.m2")  # a file, and a set of files
NOBODY = 65534
OUTPUT_NOT_WRITTEN = 4
CLONE_NEWNS = 0x20000


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def state(files):
    return tuple(map(digest, files))


def make_small(path):
    """The files of a model of 2 MB, its own first, and edits that change all of them."""
    if path.suffix == ".m2":
        return big_set.make(path, megabytes=2), big_set.EDITS
    big_model.make(path, megabytes=2)
    return [path], [EDIT]


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


def full_disk(tap, program, folder):
    claims = ("on a full disk the exit code is 4", "the message says that no space is left", "and nothing has changed")
    for name in SMALL:
        small_disk(tap, program, folder, name, ["%s: %s" % (name, claim) for claim in claims])


def small_disk(tap, program, folder, name, claims):
    if os.geteuid() != 0:
        for claim in claims:
            tap.skip(claim, "only root can mount a small file system")
        return
    # A mount that only this process and its children see, gone when they end.
    libc = ctypes.CDLL(None, use_errno=True)
    small = folder / ("small-" + name)
    small.mkdir()
    if libc.unshare(CLONE_NEWNS) != 0 or subprocess.run(["mount", "--make-rprivate", "/"], stderr=subprocess.DEVNULL).returncode \
            or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(small)],
                              stderr=subprocess.DEVNULL).returncode:
        for claim in claims:
            tap.skip(claim, "this machine allows no mount")
        return
    try:
        full(tap, program, small / name, claims)
    finally:
        subprocess.run(["umount", str(small)], check=True)


def full(tap, program, target, claims):
    files, edits = make_small(target)
    before, listed = state(files), sorted(os.listdir(target.parent))
    done = run(program, "set", target, *edits, "-i")
    tap.check(done.returncode == OUTPUT_NOT_WRITTEN, claims[0], "%d: %s" % (done.returncode, done.stderr))
    tap.check("No space left" in done.stderr and any(path.name in done.stderr for path in files), claims[1], done.stderr)
    tap.check(state(files) == before and sorted(os.listdir(target.parent)) == listed, claims[2], os.listdir(target.parent))


def read_only(tap, program, folder):
    options = {}
    if os.geteuid() == 0:
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        usable = folder / "mwright"
        shutil.copy(program, usable)
        usable.chmod(0o755)
        program = usable
    for name in SMALL:
        read_only_parts(tap, program, folder / ("read-only-" + name), name, options)


def read_only_parts(tap, program, place, name, options):
    """Each of the files in turn, then their folder."""
    place.mkdir()
    files, edits = make_small(place / name)
    for path in files if options else ():
        os.chown(path, NOBODY, NOBODY)
    for path, mode in (*((path, 0o444) for path in files), (place, 0o555)):
        for each in files:
            each.chmod(0o666)
        place.chmod(0o777)
        path.chmod(mode)
        before, listed = state(files), sorted(os.listdir(place))
        done = run(program, "set", files[0], *edits, "-i", **options)
        tap.check(done.returncode == OUTPUT_NOT_WRITTEN,
                  "a read-only %s gives exit code 4" % ("folder of %s" % name if path == place else path.name),
                  "%d: %s" % (done.returncode, done.stderr))
        tap.check(any(each.name in done.stderr for each in (files if path == place else [path]))
                  and ("denied" in done.stderr or "read-only" in done.stderr),
                  "and a message that names the file and says why", done.stderr)
        tap.check(state(files) == before and sorted(os.listdir(place)) == listed
                  and path.stat().st_mode & 0o777 == mode, "and changes nothing", os.listdir(place))
    place.chmod(0o755)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="modelwright-kill-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        kills(tap, program, folder)
        read_only(tap, program, folder)
        full_disk(tap, program, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
