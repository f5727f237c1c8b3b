#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-input.py PROGRAM: input that is not a regular file. Devices and sockets are refused by kind, even if they are
reached through links or are companions; pipes and standard input are read up to a limit, in bounded memory; a folder that
contains a pipe is walked without waiting for the pipe. Speaks TAP."""
import os
import pathlib
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from tap import Tap  # noqa: E402

SOURCE = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[3]))
FIGURE = SOURCE / "data/samples/figure.mdx"
SANITIZED = bool(os.environ.get("MODELWRIGHT_SANITIZED"))
SECONDS = 60
MOST = 1 << 30  # bytes of data that a run may ask for, so that a fault here does not take the machine's memory
LIMIT = 256 << 20  # what is read of a stream where --max-size says nothing
VERBS = ("info", "ls", "get", "verify", "layout", "check", "deps")
OK, USAGE, UNREAD = 0, 2, 3


def limit_memory():
    # A sanitizer reserves more than any limit.
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_DATA, (MOST, MOST))


def run(program, *words, stdin=subprocess.DEVNULL, cwd=None):
    """Exit code (None: it did not end), output, error."""
    try:
        done = subprocess.run([str(program), *map(str, words)], stdin=stdin, capture_output=True, text=True, timeout=SECONDS,
                              preexec_fn=limit_memory, cwd=cwd)
    except subprocess.TimeoutExpired as late:
        return None, "", "did not end: %s" % late
    return done.returncode, done.stdout, done.stderr


def peak(program, *words, stdin):
    """Exit code, error, bytes of memory at the most."""
    with tempfile.TemporaryFile() as err:
        process = subprocess.Popen([str(program), *words], stdin=stdin, stdout=subprocess.DEVNULL, stderr=err, preexec_fn=limit_memory)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        return process.returncode, err.read().decode(), used.ru_maxrss * 1024


def devices(tap, program, folder):
    for device in ("/dev/zero", "/dev/full", "/dev/null", "/dev/urandom"):
        for verb in VERBS if device == "/dev/zero" else ("info",):
            code, out, err = run(program, verb, device)
            tap.check(code == UNREAD and err == "mwright: %s: is a device, not a file; nothing is read from it\n" % device,
                      "%s %s is refused by name" % (verb, device), code, err[:400])
    link, model = folder / "zero.mdx", folder / "copy.mdx"
    link.symlink_to("/dev/zero")
    shutil.copy(FIGURE, model)
    for words in (("info", link), ("convert", link, folder / "out.mdl"), ("convert", "--to=mdl", "--out-dir=%s" % folder, link),
                  ("set", link, "name=x", "-o", folder / "out.mdx"), ("do", "-e", "delete geosets[0]", link, "-o", folder / "out.mdx"),
                  ("diff", model, link), ("rename", link, "other.mdx")):
        code, out, err = run(program, *words)
        tap.check(code == UNREAD and "%s: is a device, not a file (it leads to /dev/zero)" % link in err,
                  "%s of a link to a device is refused by name" % words[0], code, err[:400])
    for words in (("set", model, "--from=/dev/zero", "-o", folder / "out.mdx"), ("do", "--script=/dev/zero", model, "-o", folder / "out.mdx")):
        code, out, err = run(program, *words)
        tap.check(code not in (OK, None, 1) and "/dev/zero" in err and "is a device" in err, "a list or script for %s is refused too" % words[0], code, err[:400])
    tap.check(not (folder / "out.mdx").exists() and not (folder / "out.mdl").exists(), "and nothing is written")
    code, out, err = run(program, "info", "--json", link)
    tap.check(code == UNREAD and '"ok": false' in out and '"kind": "io"' in out, "--json says so too", code, out, err[:400])
    link.unlink()


def sockets(tap, program, folder):
    path = folder / "socket.mdx"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        code, out, err = run(program, "info", path)
        tap.check(code == UNREAD and "%s: is a socket, not a file" % path in err, "a socket is refused by name", code, err[:400])
        code, out, err = run(program, "info", folder)
        tap.check(code == UNREAD and "%s: is a socket" % path in err and "copy.mdx" in out, "and is named where a folder holds one", code, err[:400])
    path.unlink()


def companions(tap, program, folder):
    model = folder / "X.m2"
    header = bytearray(0x130)  # an M2 of 264 with four skin profiles and nothing else
    header[0:8] = b"MD20" + (264).to_bytes(4, "little")
    header[0x44] = 4
    model.write_bytes(header)
    for name, kind in (("X00.skin", "device"), ("X0004-01.anim", "device"), ("X.phys", "pipe")):
        path = folder / name
        if kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to("/dev/zero")
        for verb in ("info", "check", "deps", "layout"):
            code, out, err = run(program, verb, model)
            tap.check(code == UNREAD and "%s: is a %s, not a file" % (path, kind) in err,
                      "%s of a model with %s as a %s beside it says so" % (verb, name, kind), code, err[:400])
        path.unlink()
    model.unlink()


def feed(path, data):
    with open(path, "wb") as pipe:
        pipe.write(data)


def pipes(tap, program, folder):
    pipe, figure = folder / "pipe.mdx", FIGURE.read_bytes()
    expected = run(program, "ls", FIGURE)[1]
    os.mkfifo(pipe)
    writer = threading.Thread(target=feed, args=(pipe, figure))
    writer.start()
    code, out, err = run(program, "ls", pipe)
    writer.join()
    tap.check(code == OK and out == expected, "a pipe is read to its end, even if its writer starts later", code, out, err[:400])
    code, out, err = run(program, "verify", folder)
    tap.check(code == UNREAD and "%s: is a pipe" % pipe in err and "copy.mdx: identical" in out,
              "a folder that holds a pipe is walked, and the pipe named", code, out, err[:400])
    code, out, err = run(program, "convert", "--to=mdl", "--out-dir=%s" % (folder / "out"), folder)
    tap.check(code == UNREAD and "is a pipe" in err and (folder / "out/copy.mdl").exists(), "and converted", code, out, err[:400])
    shutil.rmtree(folder / "out", ignore_errors=True)
    pipe.unlink()


def standard_input(tap, program, folder):
    with open("/dev/zero", "rb") as zero:
        code, err, used = peak(program, "info", "-", stdin=zero)
    tap.check(code == UNREAD and err == "mwright: -: standard input exceeds 256 MiB, the limit for input of unknown "
              "size; --max-size=SIZE reads more\n", "standard input without an end is refused", code, err[:400])
    tap.check(SANITIZED or used < LIMIT + (64 << 20), "with at most 64 MiB of memory more than the limit", used)
    with open("/dev/zero", "rb") as zero:
        code, err, used = peak(program, "info", "-", "--max-size=2M", stdin=zero)
    tap.check(code == UNREAD and "exceeds 2 MiB" in err and (SANITIZED or used < 64 << 20), "--max-size lowers the limit", code, err[:400], used)
    size = FIGURE.stat().st_size
    for given, wanted in (("%d" % size, OK), ("%d" % (size - 1), UNREAD), ("1G", OK), ("%dK" % (size // 1024 + 1), OK)):
        with open(FIGURE, "rb") as file:
            cat = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            code, out, err = run(program, "info", "-", "--max-size=" + given, stdin=cat.stdout)
            cat.stdout.close()
            cat.wait()
        tap.check(code == wanted, "--max-size=%s of %d bytes" % (given, size), code, err[:400])
    for wrong in ("", "x", "-1", "1T5", "0", "1.5M", "99999999999999999999", "99999999999G", "1 M"):
        code, out, err = run(program, "info", FIGURE, "--max-size=" + wrong)
        tap.check(code == USAGE and "--max-size" in err, "\"%s\" is not a size" % wrong, code, err[:400])


def files_of_the_system(tap, program, folder):
    """Files that are called regular, claim to be empty or huge, and have no end to speak of."""
    endless, huge = pathlib.Path("/proc/self/pagemap"), folder / "huge.mdx"
    if os.access(endless, os.R_OK):
        code, out, err = run(program, "info", "--max-size=4194303", endless)
        tap.check(code == UNREAD and "exceeds" in err, "a file that yields more than its size is cut off", code, err[:400])
    with open(huge, "wb") as file:
        file.truncate(1 << 40)
    code, out, err = run(program, "info", huge)
    tap.check(code == UNREAD and err == "mwright: %s: has 1099511627776 bytes; no model has more than 4 GiB\n" % huge,
              "a file that is larger than any model is refused unread", code, err[:400])
    with open(huge, "wb") as file:
        file.truncate(3 << 30)
    if not SANITIZED:
        code, out, err = run(program, "info", huge)
        tap.check(code == UNREAD and "huge.mdx: " in err and "memory" in err, "and one that is larger than the memory that is left", code, err[:400])
    huge.unlink()


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="modelwright-input-") as name:
        folder = pathlib.Path(name)
        devices(tap, program, folder)
        sockets(tap, program, folder)
        companions(tap, program, folder)
        pipes(tap, program, folder)
        standard_input(tap, program, folder)
        files_of_the_system(tap, program, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
