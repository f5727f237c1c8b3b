#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-progress.py PROGRAM: `mwright do` shows on a terminal how far a long script is, and Ctrl+C leaves the file as it was. Speaks
TAP."""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
from tap import Tap  # noqa: E402

LINES = 400000  # more than any machine does in the time that the test waits
SAMPLE = ROOT / "data" / "samples" / "figure.mdx"


def read_until(end, pattern, seconds):
    """What was written to the terminal until the pattern matches, or the time is over."""
    seen, until = "", time.monotonic() + seconds
    while time.monotonic() < until and not re.search(pattern, seen):
        if select.select([end], [], [], 0.1)[0]:
            try:
                seen += os.read(end, 65536).decode()
            except OSError:
                break
    return seen


def start(program, model, script, terminal):
    ours, theirs = pty.openpty()
    process = subprocess.Popen([program, "do", f"--script={script}", model, "-i"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=theirs if terminal else subprocess.PIPE)
    os.close(theirs)
    return process, ours


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        model, script, program = pathlib.Path(folder, "figure.mdx"), pathlib.Path(folder, "steps"), sys.argv[1]
        shutil.copy(SAMPLE, model)
        before = model.read_bytes()
        script.write_text("sequence-reverse sequences[*]\n" * LINES)
        process, terminal = start(program, model, script, True)
        seen = read_until(terminal, r"\d+ %  figure\.mdx", 60)
        tap.check(re.search(r"\d+ %  figure\.mdx", seen), "a terminal shows how far a long script is", seen[-200:])
        process.send_signal(signal.SIGINT)
        code = process.wait(60)
        tap.check(code == -signal.SIGINT, "Ctrl+C ends it", str(code))
        tap.check(model.read_bytes() == before and len(os.listdir(folder)) == 2, "and leaves the file as it was")
        script.write_text("sequence-reverse sequences[*]\n" * 20)
        process, terminal = start(program, model, script, True)
        seen = read_until(terminal, "%", 3)
        tap.check(process.wait(60) == 0 and "%" not in seen, "a short script shows nothing", seen[-200:])
        script.write_text("sequence-reverse sequences[*]\n" * LINES)
        process, terminal = start(program, model, script, False)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        seen = process.communicate(timeout=60)[1]
        tap.check("%" not in seen.decode(), "a file with the messages gets no progress", seen[-200:])
    return tap.end()


sys.exit(main())
