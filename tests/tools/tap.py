# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the claims of a test script as TAP."""


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, good, claim, *notes):
        self.count += 1
        self.failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", self.count, claim))
        for note in notes if not good else ():
            print("# " + str(note).replace("\n", "\n# "))
        return good

    def skip(self, claim, why):
        self.count += 1
        print("ok %d - %s # SKIP %s" % (self.count, claim, why))

    def end(self):
        """Prints the plan and returns the exit status."""
        print("1..%d" % self.count)
        return 1 if self.failed else 0
