#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-hostile.py PROGRAM: MDL texts of 100 MB that are one token, one string, one comment or nothing but braces are read or
refused with line and column, in bounded time and memory; so are odd number words and bytes that are no UTF-8. Speaks TAP."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from tap import Tap  # noqa: E402

SIZE = 100_000_000
SECONDS = 30  # a hundred times what it takes, for slow machines and sanitizers
TIMES = 2  # the memory, in sizes of the file
BESIDE = 128 << 20
READ, REFUSED = 0, 3
HEAD = b"Version { FormatVersion 800 }\n"

# The claim, the text before, the repeated text, the text after, the exit code, the line of the error.
LARGE = (
    ("one number", b"Geoset { Vertices 1 { { ", b"1", b", 2, 3 } } }", READ, None),
    ("one fraction", b"Geoset { Vertices 1 { { 0.", b"0", b"1, 2, 3 } } }", READ, None),
    ("one exponent", b"Geoset { Vertices 1 { { 1e", b"9", b", 2, 3 } } }", READ, None),
    ("one whole number", b"Model \"m\" { BlendTime ", b"7", b", }", REFUSED, 2),
    ("one word", b"Model \"m\" { ", b"W", b" 5, }", READ, None),
    ("one name", b"Bone \"", b"n", b"\" { }", REFUSED, 2),
    ("one string without an end", b"Bone \"", b"n", b"", REFUSED, 2),
    ("one comment", b"//", b"c", b"", READ, None),
    ("opening braces", b"Strange ", b"{", b"", REFUSED, 2),
    ("pairs of braces", b"Strange { ", b"{}", b"}", READ, None),
    ("closing braces", b"", b"}", b"", REFUSED, 2),
    ("braces in braces of a list", b"Geoset { Vertices 9 ", b"{ ", b"", REFUSED, 2),
    ("blanks", b"", b" ", b"", READ, None),
    ("zero bytes", b"", b"\0", b"", REFUSED, 2),
    ("bytes that are no UTF-8", b"Model \"m\" { ", b"\xc3\x28\xff", b" }", REFUSED, 2),
    ("wrong numbers", b"Model \"m\" {\n", b"BlendTime 1x,\n", b"}", REFUSED, 3),
    ("huge counts", b"Geoset { ", b"Vertices 4294967295 { } ", b"}", READ, None),
)

# Number words: the spelling in the text, and what get prints.
WORDS = (("nan", "nan"), ("NaN", "nan"), ("-nan(ind)", "nan"), ("1.#QNAN", "nan"), ("-1.#IND", "nan"), ("1.#INF", "inf"),
         ("-inf", "-inf"), ("-Infinity", "-inf"), ("1e999", "inf"), ("-0", "-0"), ("1e-400", "0"), (".5", "0.5"), ("5.", "5"))
NO_WORDS = ("nanx", "infinit", "1.#FOO", "--1", "+-1", "0x10", "1e+-3", "1,5x", "\u00bd", "1_000")


def measured(program, path, *verb):
    """Exit code, output, error, seconds, bytes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        process = subprocess.Popen([str(program), *verb, str(path)], stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - started
        out.seek(0)
        err.seek(0)
        return process.returncode, out.read(), err.read(), seconds, used.ru_maxrss * 1024


def large(tap, program, folder):
    path = folder / "large.mdl"
    for what, before, repeated, behind, wanted, line in LARGE:
        # In pieces: what this process holds would count as the child's.
        block = repeated * (1_000_000 // len(repeated))
        with open(path, "wb") as file:
            file.write(HEAD + before)
            for _ in range(SIZE // len(block)):
                file.write(block)
            file.write(behind)
        size = path.stat().st_size
        code, out, err, seconds, used = measured(program, path, "info")
        place = b"large.mdl:%d:" % line if line else b""
        good = code == wanted and place in err and len(err) < 500_000 and len(out) < 100_000
        tap.check(good, "100 MB of %s are %s" % (what, "read" if wanted == READ else "refused with the place"), code, err[:400],
                  out[:400])
        tap.check(seconds < SECONDS and used < TIMES * size + BESIDE, "in bounded time and memory",
                  "%.1f s, %d MB" % (seconds, used >> 20))
        print("# %s: %.2f s, %.2f times the file" % (what, seconds, used / size))
    path.unlink()


def words(tap, program, folder):
    path = folder / "words.mdl"
    for word, printed in WORDS:
        path.write_bytes(HEAD + b'Model "m" { BoundsRadius %s, }\n' % word.encode())
        done = subprocess.run([str(program), "get", str(path), "bounds.radius"], capture_output=True, text=True)
        tap.check(done.returncode == 0 and done.stdout.strip() == "bounds.radius = " + printed, "%s is read as %s" % (word, printed),
                  done.stdout, done.stderr)
    for word in NO_WORDS:
        path.write_bytes(HEAD + b'Model "m" { BoundsRadius %s, }\n' % word.encode())
        done = subprocess.run([str(program), "get", str(path), "bounds.radius"], capture_output=True, text=True)
        tap.check(done.returncode == REFUSED and "words.mdl:2:2" in done.stderr, "%s is not a number" % word, done.stdout, done.stderr)


def no_utf8(tap, program, folder):
    name = b"\xb5\xc4 \xff\xc3\x28 \xed\xa0\x80 \xf4\x90\x80\x80 end"
    path, again = folder / "bytes.mdl", folder / "bytes.mdx"
    path.write_bytes(HEAD + b'Model "m" { }\nBone "%s" { ObjectId 0, }\nSequences 1 { Anim "%s" { Interval { 0, 1 }, } }\n' % (name, name))
    for verb in ("info", "ls", "get", "verify", "layout", "check"):
        done = subprocess.run([str(program), verb, "--json", str(path)], capture_output=True)
        try:
            json.loads(done.stdout.decode())
            good = done.returncode in (0, 1)
        except ValueError:
            good = False
        tap.check(good, "%s --json of names that are not UTF-8 is JSON in UTF-8" % verb, done.stdout[:500], done.stderr)
    done = subprocess.run([str(program), "convert", str(path), str(again)], capture_output=True)
    tap.check(done.returncode == 0 and again.read_bytes().count(name) == 2, "and their bytes stay", done.stderr)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="modelwright-hostile-") as name:
        folder = pathlib.Path(name)
        words(tap, program, folder)
        no_utf8(tap, program, folder)
        large(tap, program, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
