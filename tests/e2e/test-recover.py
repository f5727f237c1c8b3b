#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-recover.py PROGRAM MWRIGHT PICTURES: the editor, killed at any moment of a session (between edits, during a drag, during a
save), loses nothing that it had taken in. Each round edits by pointer and keys, sends SIGKILL, and compares what the journal
holds with a control that mwright makes of the original. Some rounds recover in the window: undone to the original, redone,
saved. Speaks TAP."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]
import driver  # noqa: E402
from driver import ROOT, Missing, Program, Tap, wait_until  # noqa: E402

ROUNDS = max(6, 20 // int(os.environ.get("MODELWRIGHT_FRACTION") or 1))  # see work_fraction() in tests/core/corpus.h
TAKEN = 0.5  # seconds after which an edit must be in the journal, however busy the machine is
FIELDS = {"Blend time": "blend_time", "Bounds radius": "bounds.radius"}
KINDS = ("any", "drag", "save", "any")


class Killed(Exception):
    """The program is gone."""


class Session:
    """One program, what was done in it, and what the model was after each step. `states`: (the moment at which it was seen, or None
    where it may have been later, values by label)."""

    def __init__(self, program, file, pictures, state):
        self.editor = Program(program, file, pictures=pictures, state=state)
        self.inspector = self.editor.wait("panel", "Inspector")
        self.entries = {label: self.inspector.wait("text", label) for label in FIELDS}
        wait_until(lambda: all(entry.text for entry in self.entries.values()), "the model's values")
        self.states = [(time.monotonic(), {label: entry.text for label, entry in self.entries.items()})]
        self.at = 0  # of the history
        self.history = [self.states[0][1]]
        self.killed = None  # when
        self.timer = None

    def kill(self):
        if self.killed is None:
            self.killed = time.monotonic()
            self.editor.process.send_signal(signal.SIGKILL)

    def kill_in(self, seconds):
        self.timer = threading.Timer(seconds, self.kill)
        self.timer.start()

    def wait(self, state, what):
        """Until state() is true, or the program gone."""
        def either():
            if self.killed is not None:
                raise Killed()
            return state()
        wait_until(either, what)

    def may_come(self, values):
        self.states.append((None, dict(values)))

    def came(self, values):
        self.states.append((time.monotonic(), dict(values)))

    def shown(self):
        return {label: entry.text for label, entry in self.entries.items()}

    def type(self, label, text):
        entry = self.entries[label]
        values = dict(self.history[self.at], **{label: text})
        entry.click()
        self.editor.press("ctrl+a")
        self.editor.write(text)
        # From here on it may be in the journal.
        self.may_come(values)
        self.editor.press("Return")
        self.wait(lambda: entry.text == text and "•" in self.editor.title, "what was typed")
        self.came(values)
        del self.history[self.at + 1:]
        self.history.append(values)
        self.at += 1

    def step(self, key, to):
        """Undo or redo, while no entry has the focus."""
        values = self.history[to]
        self.editor.wait("panel", "Outline").wait("label", "Bones").click()
        self.editor.press("Escape")
        self.may_come(values)
        self.editor.press(key)
        self.at = to
        self.wait(lambda: same(self.shown(), values), "the values after " + key)
        self.came(values)

    def drag(self, kill_after=None):
        """Blend time by its handle; `kill_after`: so many moves, and the button is never let go."""
        entry = self.entries["Blend time"]
        before = entry.text
        x, y, width, height = entry.parent.settled()
        self.editor.point(x + 4, y + height / 2)
        self.editor.xdotool("mousedown", 1)
        for i in range(1, 12):
            self.editor.xdotool("mousemove", "--sync", "--window", self.editor.window, round(x + 4 + 4 * i), round(y + height / 2))
            if kill_after is not None and i == kill_after:
                wait_until(lambda: entry.text != before, "the value to follow the drag")
                self.kill()
                self.editor.xdotool("mouseup", 1)
                raise Killed()
        self.editor.xdotool("mouseup", 1)

    def end(self):
        if self.timer:
            self.timer.join()
        self.kill()
        self.editor.kill()

    def allowed(self):
        """The states that may be found: the last that was surely taken in, and all that came later."""
        sure = max(i for i, (moment, _) in enumerate(self.states) if i == 0 or (moment is not None and moment <= self.killed - TAKEN))
        return [values for _, values in self.states[sure:]]


def session(editor, kind, chance):
    """A number of random edits; the kill comes by a timer, in a drag, or in a save."""
    if kind == "any":
        editor.kill_in(chance.uniform(0.2, 5))
    steps = 0
    while True:
        what = chance.random()
        if what < 0.7 or editor.at == 0:
            label = chance.choice(list(FIELDS))
            editor.type(label, str(chance.randrange(200, 9999)))
        elif what < 0.85:
            editor.step("ctrl+z", editor.at - 1)
        elif editor.at + 1 < len(editor.history):
            editor.step("ctrl+shift+z", editor.at + 1)
        steps += 1
        if kind == "drag" and steps >= 3:
            time.sleep(TAKEN + 0.1)
            editor.drag(kill_after=chance.randrange(3, 10))
        if kind == "save" and steps >= 3:
            editor.editor.press("ctrl+s")
            time.sleep(chance.uniform(0, 0.25))
            raise Killed()


class Look:
    """What mwright sees of the journals of one state folder."""

    def __init__(self, tool, state):
        self.tool, self.environment = tool, dict(os.environ, XDG_STATE_HOME=str(state))

    def run(self, *words):
        return subprocess.run([self.tool, "recover", *map(str, words)], env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def all(self):
        output = self.run("--json").stdout
        return [json.loads(line) for line in output.splitlines() if line]


def values_of(tool, file):
    output = subprocess.run([tool, "get", file, *FIELDS.values()], check=True, stdout=subprocess.PIPE, text=True).stdout
    by_path = dict(line.split(" = ", 1) for line in output.splitlines())
    return {label: by_path[path] for label, path in FIELDS.items()}


def control(tool, original, values, to):
    """What mwright makes of the original with these values."""
    words = ["%s=%s" % (path, values[label]) for label, path in FIELDS.items()]
    subprocess.run([tool, "set", "-q", original, *words, "-o", to, "-f"], check=True)
    return to.read_bytes()


def same(values, other):
    return all(float(values[label]) == float(other[label]) for label in FIELDS)


def through_window(tap, what, program, tool, pictures, state, original, target, found, folder):
    """Recovered, undone to the original, redone, saved, closed: the file is the control's, and no journal is left."""
    editor = Program(program, pictures=pictures, state=state)
    # By the key: the button has the focus, and places in a dialog are given without its own.
    button = editor.wait("push button", "Recover " + target.name)
    wait_until(lambda: button.has_focus, "the button to have the focus")
    editor.picture("offer")
    editor.press("Return")
    editor.wait("label", driver.starting(target.name + " was recovered"))
    wait_until(lambda: "•" in editor.title, "the mark of unsaved changes")
    entries = {label: editor.wait("panel", "Inspector").wait("text", label) for label in FIELDS}
    wait_until(lambda: same({label: entry.text for label, entry in entries.items()}, found), "the values that were recovered")
    editor.picture("recovered")
    undo = editor.wait("push button", "Undo")
    editor.wait("panel", "Outline").wait("label", "Bones").click()
    steps = 0
    while undo.states.contains(editor.Atspi.StateType.SENSITIVE) and steps < 200:
        editor.press("ctrl+z")
        steps += 1
        time.sleep(0.05)
    first = values_of(tool, original)
    wait_until(lambda: same({label: entry.text for label, entry in entries.items()}, first), "the values of the original")
    tap.check(True, "%s: %d steps lead back to the original" % (what, steps))
    for _ in range(steps):
        editor.press("ctrl+shift+z")
    wait_until(lambda: same({label: entry.text for label, entry in entries.items()}, found), "the values, redone")
    editor.press("ctrl+s")
    wait_until(lambda: "•" not in editor.title, "the save to end")
    wanted = control(tool, original, found, folder / "control.mdx")
    tap.check(target.read_bytes() == wanted, "%s: after saving, the file equals the control file" % what)
    status = editor.close()
    left = list(state.rglob("journal"))
    tap.check(status == 0 and not left, "%s: after closing, no journal is left" % what, status, *left)


def one_round(tap, number, program, tool, pictures, chance, folder):
    kind = KINDS[number % len(KINDS)]
    original, target, state = folder / "original.mdx", folder / "model.mdx", folder / ("state-%d" % number)
    shutil.copyfile(original, target)
    state.mkdir(mode=0o700)
    editor = Session(program, target, pictures, state)
    try:
        session(editor, kind, chance)
    except Killed:
        pass
    except Exception:  # noqa: BLE001: whatever was asked of a program that is gone
        if editor.killed is None:
            raise
    editor.end()
    what = "round %d (%s)" % (number, kind)
    look = Look(tool, state)
    left = look.all()
    out = folder / "recovered.mdx"
    print("# %s: %d states, killed %.2f s after the last; %s" % (what, len(editor.states), editor.killed - max(moment for moment, _ in editor.states if moment),
          ["%d of %d steps" % (one["unsaved_steps"], one["steps"]) for one in left] or "nothing left"))
    if left:
        output = look.run(left[0]["journal"], "-o", out, "-f")
        if not tap.check(len(left) == 1 and output.returncode == 0, "%s: the journal can be read" % what, output.stdout, left):
            return
    else:
        # Saved, or nothing was taken in yet: the file has all there is.
        shutil.copyfile(target, out)
    found, allowed = values_of(tool, out), editor.allowed()
    tap.check(any(same(found, values) for values in allowed), "%s: what is recovered is what was there" % what, found, *allowed)
    tap.check(out.read_bytes() == control(tool, original, found, folder / "control.mdx"),
              "%s: to the byte what a run has that was not killed" % what)
    disk = values_of(tool, target)
    tap.check(same(disk, values_of(tool, original)) or any(same(disk, values) for _, values in editor.states),
              "%s: the file is whole, old or new" % what, disk)
    if left and number % 4 == (3 if number % 8 > 3 else 1):
        through_window(tap, what, program, tool, pictures, state, original, target, found, folder)
    shutil.rmtree(state, ignore_errors=True)
    return bool(left)


def main():
    program, tool, pictures = sys.argv[1:4]
    shutil.rmtree(pictures, ignore_errors=True)
    seed = int(os.environ.get("MODELWRIGHT_SEED") or random.SystemRandom().randrange(1 << 32))
    print("# seed %d (MODELWRIGHT_SEED)" % seed)
    chance = random.Random(seed)
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-recover-") as name:
        folder = pathlib.Path(name)
        shutil.copyfile(ROOT / "data/samples/figure.mdx", folder / "original.mdx")
        recovered = sum(bool(one_round(tap, number, program, tool, pictures, chance, folder)) for number in range(ROUNDS))
        print("# %d of %d rounds left something to recover" % (recovered, ROUNDS))
        tap.check(recovered > ROUNDS // 3, "many of the kills left something to recover")
    return tap.end()


if __name__ == "__main__":
    driver.begin(main)
