#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-out-of-memory.py PROGRAM: under any limit on its memory mwright does its work, or says in words that memory ran out and
ends with code 3 or 4; it never dies of a signal, hangs, or leaves a file cut short. Speaks TAP."""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from tap import Tap  # noqa: E402

SOURCE = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[3]))
SANITIZED = bool(os.environ.get("MODELWRIGHT_SANITIZED"))
MB = 1 << 20
WORDS = (b"memory",)
last_words = set()


def run(program, limit, *words, cwd=None):
    def confine():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return subprocess.run([str(program), *map(str, words)], capture_output=True, stdin=subprocess.DEVNULL, cwd=cwd,
                          timeout=120, preexec_fn=confine if limit else None)


def starts(program, limit):
    """Whether the system can load the program at all: its words are the loader's else."""
    return run(program, limit, "--version").returncode == 0


def least(program):
    """The smallest limit under which it starts, to a quarter of a megabyte."""
    low, high = 1 * MB, 1024 * MB
    while high - low > MB // 4:
        middle = (low + high) // 2
        low, high = (low, middle) if starts(program, middle) else (middle, high)
    return high


def make_large(program, folder):
    """A model whose bytes alone are some megabytes."""
    path = folder / "large.mdx"
    path.write_bytes((SOURCE / "data/samples/figure.mdx").read_bytes())
    for _ in range(5):
        run(program, 0, "do", "-i", "-e", "duplicate geosets[*]", path)
    return path


def judge(program, folder, model, limit, words, before):
    """What is wrong with a run, or None."""
    out = folder / "out.mdl"
    if "-i" not in words:
        out.unlink(missing_ok=True)
    try:
        ran = run(program, limit, *words)
    except subprocess.TimeoutExpired:
        return "hangs"
    if model.read_bytes() not in before:
        return "the model is neither as it was nor as it should be"
    if ran.returncode == 0:
        return None
    last_words.add(ran.stderr)
    if ran.returncode not in (3, 4):
        return "code %d, %r" % (ran.returncode, ran.stderr[-200:])
    if not any(word in ran.stderr for word in WORDS):
        return "does not say why: %r" % ran.stderr[-200:]
    if out.exists() and not out.read_bytes().rstrip().endswith(b"}"):
        return "leaves a file cut short"
    return None


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap()
    if SANITIZED:
        tap.skip("limits on the memory", "a sanitizer reserves more than any of them")
        return tap.end()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        large = make_large(program, folder)
        begin = least(program)
        size = large.stat().st_size
        changed = folder / "changed.mdx"
        changed.write_bytes(large.read_bytes())
        run(program, 0, "do", "-i", "-e", "duplicate geosets[*]", changed)
        wholes = (large.read_bytes(), changed.read_bytes())
        limits = [begin + i * MB // 4 for i in range(16)] + [begin + i * 2 * MB for i in range(2, 30)]
        limits += [begin + i * 16 * MB for i in range(4, 16)]
        for words in (["info", large], ["get", "--json", large], ["verify", large], ["convert", "--to=mdl", large, folder / "out.mdl"],
                      ["do", "-i", "-e", "duplicate geosets[*]", large]):
            wrong, refused = [], 0
            for limit in limits:
                large.write_bytes(wholes[0])
                output = judge(program, folder, large, limit, words, wholes)
                if output:
                    wrong.append("%.2f MB: %s" % (limit / MB, output))
            tap.check(not wrong, "%s under %d limits from %.0f MB on, of a model of %.1f MB"
                      % (words[0], len(limits), begin / MB, size / MB), *wrong[:12])
        tap.check(any(output.startswith(b"mwright: out of memory") and b"No file was changed" in output for output in last_words),
                  "where GLib gives up, the last words name the cause and the files", *sorted(last_words)[:5])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
