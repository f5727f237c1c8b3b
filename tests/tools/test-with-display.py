#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests with-display: the status of the command, and the stacks of one that hangs."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tap import Tap

WITH_DISPLAY = Path(__file__).with_name("with-display")


def stacks_of_a_hung_program():
    """What is printed of a program that never ends, up to the end of its stacks."""
    lines = []
    hung = subprocess.Popen([WITH_DISPLAY, "sleep", "1000"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            env=dict(os.environ, MODELWRIGHT_STACKS_AFTER="1"), start_new_session=True)
    for line in hung.stderr:
        lines.append(line.rstrip("\n"))
        if line == "with-display: end of stacks\n":
            break
    still_there = hung.poll() is None
    os.killpg(hung.pid, 15)
    hung.wait()
    return lines, still_there


def main():
    tap = Tap()
    status = subprocess.run([WITH_DISPLAY, "sh", "-c", 'test -n "$DISPLAY" && exit 3'], stdin=subprocess.DEVNULL,
                            env=dict(os.environ, MODELWRIGHT_STACKS_AFTER="1000")).returncode
    tap.check(status == 3, "the status is that of the command", status)
    stacks = "the stacks of a program that hangs are printed, and it goes on"
    lines, still_there = stacks_of_a_hung_program()
    if not shutil.which("gdb"):
        tap.check("with-display: gdb is not installed" in lines and still_there, "it says that gdb is missing", *lines)
        tap.skip(stacks, "no gdb here")
    elif any("ptrace" in line for line in lines):
        tap.skip(stacks, "gdb may not look at programs here")
    else:
        frames = [line for line in lines if line.startswith("#0 ")]
        tap.check("with-display: stacks after 1 s" in lines and frames and still_there, stacks, *lines)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
