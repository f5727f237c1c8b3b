#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-driver.py: the driver runs a script once more if it waited in vain, and only then. Speaks TAP. With the name of an ending and a
file to count runs in, it is such a script itself."""
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402

# (claim, ending, how often it runs, exit status, what it prints at last)
CASES = [
    ("a script that waits in vain once is run again, and passes", "missed once", 2, 0, "1..2\n"),
    ("a script that waits in vain again fails", "missed always", 2, driver.MISSED, "# driver.Missing: waited 0 s for a sign\n# \n"),
    ("a script with a failed claim is not run again", "claim", 1, 1, "# driver.Missing: waited 0 s for a sign\n# \n"),
    ("a script that ends with another error is not run again", "error", 1, 1, "# ValueError: of the script\n# \n"),
]


def script(ending, counter):
    runs = len(counter.read_text()) + 1
    counter.write_text("x" * runs)
    tap = driver.Tap()
    tap.check(ending != "claim", "a claim")
    if ending == "error":
        raise ValueError("of the script")
    if ending != "missed once" or runs == 1:
        driver.wait_until(lambda: False, "a sign", 0.1)
    return tap.end()


def main():
    failed = 0
    print("1..%d" % len(CASES))
    for number, (claim, ending, times, status, last) in enumerate(CASES, 1):
        with tempfile.NamedTemporaryFile("r") as counter:
            ran = subprocess.run([sys.executable, __file__, ending, counter.name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 text=True)
            runs = len(pathlib.Path(counter.name).read_text())
        if "# SKIP" in ran.stdout:
            print("ok %d - %s # %s" % (number, claim, ran.stdout[ran.stdout.index("SKIP"):].strip()))
            continue
        good = (runs, ran.returncode) == (times, status) and ran.stdout.endswith(last) and ("# again: " in ran.stdout) == (times == 2)
        failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", number, claim))
        if not good:
            print("# %d runs, exit status %d:\n# %s" % (runs, ran.returncode, ran.stdout.replace("\n", "\n# ")))
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        driver.begin(lambda: script(sys.argv[1], pathlib.Path(sys.argv[2])))
    sys.exit(main())
