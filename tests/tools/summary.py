#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Summarises the logs of test runs: skips with reasons, failures with their output, and a last line with the totals.

The totals count claims, which are the TAP points of test programs. If a program ends abnormally without a failed claim (a crash,
a time-out), or makes fewer claims than it announced, that counts as one failure. With MODELWRIGHT_STRICT=1 a skip because the
corpus, npm or a locale is missing is a failure. A script of tests/e2e that was run a second time is named, with what it missed.

usage: summary.py [--label LABEL] LOG.json...
"""
import argparse
import json
import os
import re
import sys
from pathlib import Path

POINT = re.compile(r"^(not )?ok\b\s*(\d*)\s*-?\s*(.*?)\s*(?:(?<!\\)#\s*(SKIP|TODO)\b\S*\s*(.*))?$", re.I)
PLAN = re.compile(r"^1\.\.(\d+)\s*(?:#\s*SKIP\b\S*\s*(.*))?$", re.I)
WANTED_WHEN_STRICT = re.compile(r"\b(corpus|npm|locale)\b", re.I)
MOST_OUTPUT_LINES = 200
# What with-display prints of a program that is about to be ended because it takes too long.
STACKS = re.compile(r"^with-display: stacks after .*?^with-display: end of stacks\n?", re.M | re.S)
# What e2e/driver.py prints of a script that is run a second time.
AGAIN = re.compile(r"^# again: ", re.M)
MISSED = re.compile(r"^# (?:# )*driver\.Missing: (.*)", re.M)
THREAD = re.compile(r"^Thread (\d+) \((.*)\):$")
FRAME = re.compile(r"^#\d+ +(?:0x[0-9a-f]+ in )?(\S+)")
MOST_FRAMES = 25


class Outcome:
    """The output of one test program."""

    def __init__(self, record, strict):
        self.name = record["name"].split(" / ")[-1]
        self.seconds = float(record.get("duration") or 0)
        self.result = record["result"]
        self.stdout = record.get("stdout") or ""
        self.stderr = record.get("stderr") or ""
        self.passed = 0
        self.failures = []
        self.skips = []
        missed = MISSED.search(self.stdout) if AGAIN.search(self.stdout) else None
        self.again = missed and missed[1]
        plan = None
        points = 0
        for line in self.stdout.splitlines():
            found = PLAN.match(line)
            if found:
                plan = int(found[1])
                if plan == 0:
                    self.skip("the whole program", found[2], strict)
                continue
            found = POINT.match(line)
            if not found:
                continue
            points += 1
            claim = found[3] or f"claim {found[2] or points}"
            directive = (found[4] or "").upper()
            if directive == "SKIP":
                self.skip(claim, found[5], strict)
            elif found[1] and directive != "TODO":
                self.failures.append(claim)
            else:
                self.passed += 1
        good = self.result in ("OK", "SKIP", "EXPECTEDFAIL")
        if plan is None and points == 0:
            self.without_tap(good, record.get("returncode"), strict)
        elif not good and not self.failures:
            self.failures.append(self.ending(record.get("returncode"), points, plan))
        elif plan is not None and points < plan and not self.failures:
            self.failures.append(self.ending(record.get("returncode"), points, plan))

    def skip(self, claim, reason, strict):
        reason = (reason or "").strip() or "no reason given"
        if strict and WANTED_WHEN_STRICT.search(reason):
            self.failures.append(f"{claim} (skipped, and MODELWRIGHT_STRICT=1 wants it: {reason})")
        else:
            self.skips.append((claim, reason))

    def without_tap(self, good, returncode, strict):
        if self.result == "SKIP":
            self.skip("the whole program", "exit status 77", strict)
        elif good:
            self.passed = 1
        else:
            self.failures.append(self.ending(returncode, 0, None))

    def ending(self, returncode, points, plan):
        if self.result == "TIMEOUT":
            how = f"timed out after {self.seconds:.0f} s"
        elif self.result == "INTERRUPT":
            how = "was interrupted"
        elif isinstance(returncode, int) and returncode < 0:
            how = f"was killed by signal {-returncode}"
        elif isinstance(returncode, int) and returncode > 128:
            how = f"was killed by signal {returncode - 128}"
        else:
            how = f"ended with exit status {returncode}"
        promised = f" after {points} of {plan} claims" if plan is not None else f" after {points} claims"
        bail = re.search(r"^Bail out!\s*(.*)", self.stdout, re.M)
        return f"the program {how}{promised}" + (f": {bail[1]}" if bail else "")


def read_outcomes(paths, strict):
    for path in paths:
        if not Path(path).exists():
            continue
        for line in Path(path).read_text(errors="replace").splitlines():
            if line.strip():
                yield Outcome(json.loads(line), strict)


def threads_of(text):
    """The threads in what gdb printed: (number, heading, frames), the main thread first."""
    threads = []
    for line in text.splitlines():
        found = THREAD.match(line)
        if found:
            threads.append((int(found[1]), line, []))
        elif threads and FRAME.match(line):
            threads[-1][2].append(line)
    return sorted(threads, key=lambda thread: thread[0])


def print_stacks(text):
    """The stacks of a program, those of threads that do the same only once."""
    threads = threads_of(text)
    if not threads:
        for line in text.splitlines()[-20:]:
            print(f"    {line}")
        return
    print(f"    {text.splitlines()[0]}")
    shown = set()
    for number, heading, frames in threads:
        functions = tuple(FRAME.match(frame)[1] for frame in frames)
        print(f"    {heading}{' as one above' if functions in shown else ''}")
        if functions in shown:
            continue
        shown.add(functions)
        for frame in frames[:MOST_FRAMES]:
            print(f"      {frame}")
        if len(frames) > MOST_FRAMES:
            print(f"      ({len(frames) - MOST_FRAMES} more)")


def print_output(outcome):
    lines = outcome.stdout.splitlines()
    lines = [line for line in lines if not re.match(r"ok\b|# (Start|End) of |# random seed", line)]
    for stacks in STACKS.findall(outcome.stderr):
        print_stacks(stacks)
    lines += STACKS.sub("", outcome.stderr).splitlines()
    for line in lines[-MOST_OUTPUT_LINES:]:
        print(f"    {line}")
    if len(lines) > MOST_OUTPUT_LINES:
        print(f"    (the last {MOST_OUTPUT_LINES} of {len(lines)} lines)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--label", default="")
    parser.add_argument("logs", nargs="*")
    args = parser.parse_args()
    outcomes = list(read_outcomes(args.logs, os.environ.get("MODELWRIGHT_STRICT") == "1"))

    skips = [(outcome.name, *skip) for outcome in outcomes for skip in outcome.skips]
    if skips:
        print("\nSkipped:")
        for name, claim, reason in skips:
            print(f"  {name}: {claim}: {reason}")
    again = [outcome for outcome in outcomes if outcome.again]
    if again:
        print("\nRun a second time:")
        for outcome in again:
            print(f"  {outcome.name}: {outcome.again}")
    for outcome in outcomes:
        if outcome.failures:
            print(f"\nFailed: {outcome.name}")
            for claim in outcome.failures:
                print(f"  {claim}")
            print_output(outcome)
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(len(outcome.failures) for outcome in outcomes)
    print(f"\n{args.label}{passed} passed, {failed} failed, {len(skips)} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
