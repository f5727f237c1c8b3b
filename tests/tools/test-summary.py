#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the totals in the last line of summary.py."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SUMMARY = Path(__file__).with_name("summary.py")
GOOD = {"result": "OK", "returncode": 0, "duration": 0.1}

# (claim, records, strict, the last line, exit status)
CASES = [
    ("every passed claim counts",
     [dict(GOOD, stdout="TAP version 13\n# random seed: x\n1..2\n# Start of a tests\nok 1 /a/b\nok 2 /a/c d - e\n")],
     False, "2 passed, 0 failed, 0 skipped", 0),
    ("programs add up",
     [dict(GOOD, stdout="1..1\nok 1 /a\n"), dict(GOOD, stdout="ok 1 /b\n1..1\n")],
     False, "2 passed, 0 failed, 0 skipped", 0),
    ("a skip is no pass",
     [dict(GOOD, stdout="1..2\nok 1 /a # SKIP no npm here\nok 2 /b\n")],
     False, "1 passed, 0 failed, 1 skipped", 0),
    ("a strict run wants the corpus, npm and locales",
     [dict(GOOD, stdout="1..3\nok 1 /a # SKIP no npm here\nok 2 /b # SKIP corpus not found\nok 3 /c # SKIP no display\n"),
      dict(GOOD, stdout="1..2\nok 1 /d\nok 2 /e # SKIP the locale de_DE.UTF-8 is not installed\n")],
     True, "1 passed, 3 failed, 1 skipped", 1),
    ("a skipped program is one skip",
     [dict(GOOD, stdout="1..0 # SKIP nothing to do\n"), dict(GOOD, stdout="1..1\nok 1 /d\n")],
     False, "1 passed, 0 failed, 1 skipped", 0),
    ("a failed claim counts once, with the abort that follows it",
     [{"result": "ERROR", "returncode": -6, "duration": 1, "stdout": "1..3\nok 1 /a\nnot ok /a/b - ERROR:x\nBail out! ERROR:x\n"}],
     False, "1 passed, 1 failed, 0 skipped", 1),
    ("a crash counts as one failure",
     [{"result": "ERROR", "returncode": -11, "duration": 1, "stdout": "1..3\nok 1 /a\n"}],
     False, "1 passed, 1 failed, 0 skipped", 1),
    ("a crash after the last claim counts",
     [{"result": "ERROR", "returncode": 1, "duration": 1, "stdout": "1..1\nok 1 /a\n", "stderr": "LeakSanitizer"}],
     False, "1 passed, 1 failed, 0 skipped", 1),
    ("a time-out counts as one failure",
     [{"result": "TIMEOUT", "returncode": -15, "duration": 120, "stdout": ""}],
     False, "0 passed, 1 failed, 0 skipped", 1),
    ("a promised claim that never came is a failure",
     [dict(GOOD, stdout="1..2\nok 1 /a\n")],
     False, "1 passed, 1 failed, 0 skipped", 1),
    ("a program without TAP counts as one",
     [dict(GOOD, stdout="hello\n"), {"result": "FAIL", "returncode": 1, "duration": 0, "stdout": ""}],
     False, "1 passed, 1 failed, 0 skipped", 1),
    ("a run of nothing does not pass", [], False, "0 passed, 0 failed, 0 skipped", 1),
]


# Of a program with three threads, two of which do the same.
HUNG = {"result": "TIMEOUT", "returncode": -15, "duration": 400, "stdout": "1..2\nok 1 /a\n", "stderr": """a warning
with-display: stacks after 340 s
[New LWP 12]

Thread 3 (Thread 0x7f01 (LWP 13) "llvmpipe-1"):
#0  0x00007f91 in futex_wait (word=1) at futex.h:146
#1  worker () at pool.c:9

Thread 2 (Thread 0x7f02 (LWP 12) "llvmpipe-0"):
#0  0x00007f92 in futex_wait (word=2) at futex.h:146
#1  worker () at pool.c:9

Thread 1 (Thread 0x7f03 (LWP 11) "test"):
#0  spin () at hang.c:5
#1  0x00007f93 in main () at hang.c:6
with-display: end of stacks
Terminated
"""}
SHOWN = """    with-display: stacks after 340 s
    Thread 1 (Thread 0x7f03 (LWP 11) "test"):
      #0  spin () at hang.c:5
      #1  0x00007f93 in main () at hang.c:6
    Thread 2 (Thread 0x7f02 (LWP 12) "llvmpipe-0"):
      #0  0x00007f92 in futex_wait (word=2) at futex.h:146
      #1  worker () at pool.c:9
    Thread 3 (Thread 0x7f01 (LWP 13) "llvmpipe-1"): as one above
    1..2
    a warning
    Terminated
"""


# A script that was run a second time.
AGAIN = dict(GOOD, stdout="""# again: a wait was in vain. What the first run printed:
# ok 1 - it starts
# not ok - the script runs to its end
# # Traceback (most recent call last):
# # driver.Missing: waited 60 s for the list of Sequence
#
ok 1 - it starts
ok 2 - it ends
1..2
""")


def run(records, strict):
    printed, status = summarise(records, strict)
    return printed.splitlines()[-1], status


def summarise(records, strict):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as log:
        for record in records:
            log.write(json.dumps(dict({"name": "t", "stderr": ""}, **record)) + "\n")
        log.flush()
        env = dict(os.environ, MODELWRIGHT_STRICT="1" if strict else "0")
        done = subprocess.run([sys.executable, SUMMARY, log.name], stdout=subprocess.PIPE, text=True, env=env)
    return done.stdout, done.returncode


def main():
    failed = 0
    print(f"1..{len(CASES) + 2}")
    for number, (claim, records, strict, line, status) in enumerate(CASES, 1):
        found = run(records, strict)
        good = found == (line, status)
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} - {claim}")
        if not good:
            print(f"# expected {(line, status)}, found {found}")
    printed = summarise([HUNG], False)[0]
    good = SHOWN in printed
    failed += not good
    print(f"{'ok' if good else 'not ok'} {len(CASES) + 1} - of a program that hung the main thread comes first, and equal stacks once")
    if not good:
        print("# " + printed.replace("\n", "\n# "))
    printed = summarise([AGAIN], False)[0]
    good = "\nRun a second time:\n  t: waited 60 s for the list of Sequence\n" in printed and printed.endswith("\n2 passed, 0 failed, 0 skipped\n")
    failed += not good
    print(f"{'ok' if good else 'not ok'} {len(CASES) + 2} - a script that was run a second time is named, and only that run counts")
    if not good:
        print("# " + printed.replace("\n", "\n# "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
