#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-kill.py PROGRAM: `mwright set -i` killed at any moment, on a full disk, and where it may not write, leaves the
file as it was or as it shall be, never a part; a set of files likewise. Speaks TAP."""
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
IN_WRITE = 10  # and from the time when the new file is beside the old one
MODEL, SET = "large.mdx", "large.m2"
EDITS = {MODEL: ["sequences[0].interval.end=77777"], SET: list(big_set.EDITS)}
NOBODY = 65534
OUTPUT_NOT_WRITTEN = 4
CLONE_NEWNS = 0x20000


def make(path, megabytes=20):
    """The model's files, its own first."""
    if path.name == SET:
        return big_set.make(path, megabytes)
    big_model.make(path, megabytes)
    return [path]


def state(files):
    """The content of each file."""
    return tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)


def run(program, *arguments, **options):
    return subprocess.run([str(program), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, **options)


def wait_for_another_file(folder, number, process):
    while process.poll() is None:
        if len(os.listdir(folder)) > number:
            return True
        time.sleep(0.0005)
    return False


def restore(original, files):
    """The files as they were, and no others."""
    for path in files[0].parent.iterdir():
        path.unlink()
    for path in files:
        shutil.copyfile(original / path.name, path)


def kills(tap, program, folder, chance, name):
    place, original = folder / ("kill-" + name), folder / ("original-" + name)
    place.mkdir()
    original.mkdir()
    files = [place / path.name for path in make(original / name)]
    command = [str(program), "set", str(files[0]), *EDITS[name], "-i"]
    restore(original, files)
    old = state(files)
    started = time.monotonic()
    done = run(*command)
    whole = time.monotonic() - started
    tap.check(done.returncode == 0, "%s: a model of 20 MB is edited in place" % name, done.stderr)
    new = state(files)
    changed = [before != after for before, after in zip(old, new)]
    same_size = all(path.stat().st_size == (original / path.name).stat().st_size for path in files)
    tap.check(all(changed) and same_size, "%s: the edits change all files and no size" % name, changed)

    olds = news = left_beside = 0
    parts = []
    for attempt in range(ANYWHERE + IN_WRITE):
        restore(original, files)
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if attempt < ANYWHERE:
            time.sleep(chance.uniform(0, whole * 1.4))
        elif wait_for_another_file(place, len(files), process):
            time.sleep(chance.uniform(0, whole / 20))
        process.send_signal(signal.SIGKILL)
        process.wait()
        left_beside += len(os.listdir(place)) > len(files)
        if len(files) > 1: # a save of several files is finished, or taken back, by the next command that reads them
            run(program, "info", files[0])
        now = state(files)
        olds += now == old
        news += now == new
        if now not in (old, new):
            parts.append("attempt %d: %s" % (attempt, [(path.name, path.stat().st_size, "old" if at == was else
                                                        "new" if at == shall else "neither") for path, at, was, shall
                                                       in zip(files, now, old, new)]))
    print("# %s: %d old, %d new, %d killed while writing; a whole run takes %.0f ms"
          % (name, olds, news, left_beside, whole * 1000))
    tap.check(not parts, "%s: killed at %d moments, the files are the old or the new ones" % (name, ANYWHERE + IN_WRITE), *parts)
    tap.check(left_beside > 0, "%s: some of the kills hit the writing itself" % name)
    if len(os.listdir(place)) == len(files):
        (place / (".%s.left-over" % name)).write_bytes(b"of a run that was killed")
    for path in files:
        shutil.copyfile(original / path.name, path)
    done = run(*command)
    tap.check(done.returncode == 0 and state(files) == new, "%s: leftovers of a kill do not stop the next run" % name,
              done.stderr)


def full_disk(tap, program, folder, name):
    claims = [name + ": " + claim for claim in ("on a full disk the exit code is 4", "the message says that no space is left",
                                                "and nothing has changed")]
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
    files = make(target, megabytes=2)
    before, listed = state(files), sorted(os.listdir(target.parent))
    done = run(program, "set", target, *EDITS[target.name], "-i")
    tap.check(done.returncode == OUTPUT_NOT_WRITTEN, claims[0], "%d: %s" % (done.returncode, done.stderr))
    tap.check("No space left" in done.stderr and any(path.name in done.stderr for path in files), claims[1], done.stderr)
    tap.check(state(files) == before and sorted(os.listdir(target.parent)) == listed, claims[2], os.listdir(target.parent))


def read_only(tap, program, folder, name):
    """Each of the files in turn, then the folder. Root may write all, so it hands this to somebody else."""
    options = {}
    if os.geteuid() == 0:
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        usable = folder / "mwright"
        shutil.copy(program, usable)
        usable.chmod(0o755)
        program = usable
    place = folder / ("read-only-" + name)
    place.mkdir()
    files = make(place / name, megabytes=2)
    if options:
        for path in files:
            os.chown(path, NOBODY, NOBODY)
    for path, mode in (*((path, 0o444) for path in files), (place, 0o555)):
        for each in files:
            each.chmod(0o666)
        place.chmod(0o777)
        path.chmod(mode)
        before, listed = state(files), sorted(os.listdir(place))
        done = run(program, "set", files[0], *EDITS[name], "-i", **options)
        what = "folder" if path == place else path.name
        tap.check(done.returncode == OUTPUT_NOT_WRITTEN, "%s: a read-only %s gives exit code 4" % (name, what),
                  "%d: %s" % (done.returncode, done.stderr))
        tap.check(any(each.name in done.stderr for each in (files if path == place else [path]))
                  and ("denied" in done.stderr or "read-only" in done.stderr),
                  "and a message that names the file and says why", done.stderr)
        tap.check(state(files) == before and sorted(os.listdir(place)) == listed
                  and path.stat().st_mode & 0o777 == mode, "and changes nothing", os.listdir(place))
    place.chmod(0o755)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    seed = int(os.environ.get("MODELWRIGHT_SEED") or random.SystemRandom().randrange(1 << 32))
    print("# seed %d (MODELWRIGHT_SEED)" % seed)
    chance = random.Random(seed)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="modelwright-kill-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        for model in (MODEL, SET):
            kills(tap, program, folder, chance, model)
            read_only(tap, program, folder, model)
            full_disk(tap, program, folder, model)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
