# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives a GTK program as a person does: looks at its accessibility tree for widgets by role and name, and acts with the
pointer and the keys of a real X server. Nothing waits by sleeping alone: every wait polls for a state and says what it
missed.

The process that imports this runs inside `with-display dbus-run-session` (see begin())."""
import ctypes
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SYSTEM_PYTHON = "/usr/bin/python3"  # the one that Debian's python3-gi is for
SCREEN = (1280, 800)
PATIENCE = float(os.environ.get("MODELWRIGHT_PATIENCE", "20"))
LEAVES = ("label", "separator")  # roles of widgets that have none inside
INSIDE = "MODELWRIGHT_INSIDE_SESSION"
SAID = "MODELWRIGHT_INSIDE_OUTPUT"
MISSED = 3  # the exit status of a script that waited for something in vain, and had no claim that failed
# One maximised window without a frame: window-relative places are places on the screen, pictures have one size.
OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <theme><name>Clearlooks</name></theme>
  <keyboard/>
  <applications>
    <application type="normal"><decor>no</decor><maximized>yes</maximized><focus>yes</focus></application>
  </applications>
</openbox_config>
"""


class Missing(Exception):
    """What was waited for did not come."""


class Tap:
    failures = 0  # of all

    def __init__(self):
        self.count = self.failed = 0

    def check(self, good, claim, *notes):
        self.count += 1
        self.failed += not good
        Tap.failures += not good
        print("%s %d - %s" % ("ok" if good else "not ok", self.count, claim), flush=True)
        for note in notes if not good else ():
            print("# " + str(note).replace("\n", "\n# "), flush=True)
        return good

    def skip(self, claim, why):
        self.count += 1
        print("ok %d - %s # SKIP %s" % (self.count, claim, why), flush=True)

    def end(self):
        self.check(not Program.criticals, "no program printed a critical warning", *Program.criticals[:20])
        print("1..%d" % self.count, flush=True)
        return 1 if self.failed else 0


def on_sample(name, run, *steps, beside={}):
    """A main() for begin(): run(tap, program, mwright, file) with the editor on a copy of a sample, to which the steps of `mwright do`
    were done. `beside`: the samples that are copied into its folder, each with its new name. The script's arguments are both programs and
    the folder for pictures."""
    def main():
        pictures = pathlib.Path(sys.argv[3])
        shutil.rmtree(pictures, ignore_errors=True)
        tap = Tap()
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder) / name)
            shutil.copy(ROOT / "data/samples" / name, file)
            for sample, copy in beside.items():
                shutil.copy(ROOT / "data/samples" / sample, pathlib.Path(folder) / copy)
            if steps:
                subprocess.run([sys.argv[2], "do", *[word for step in steps for word in ("-e", step)], file, "-i"], check=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            run(tap, Program(sys.argv[1], file, pictures=pictures), sys.argv[2], file)
        return tap.end()
    return main


def begin(main):
    """Runs main() in a session of its own: X server, window manager, bus, empty home. Exits with what it returns.
    On a machine with other work a key or a click may be lost. So a script that waited in vain is run once more in a new session, but
    not where a claim had failed or a program had ended or complained. What the first run printed becomes remarks, and the summary
    of the tests names the script."""
    if os.environ.get(INSIDE):
        sys.exit(_inside(main))
    tools = ["Xvfb", "openbox", "xdotool", "import", "convert", "dbus-run-session"]
    missing = [tool for tool in tools if not shutil.which(tool)]
    look = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    has_gi = subprocess.run([SYSTEM_PYTHON, "-c", look],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    if missing or not has_gi:
        print("1..0 # SKIP no %s" % ", ".join(missing or ["Atspi for " + SYSTEM_PYTHON]))
        sys.exit(0)
    status, said = _session()
    if status == MISSED:
        print("# again: a wait was in vain. What the first run printed:\n# " + said.strip().replace("\n", "\n# "), flush=True)
        status, said = _session()
    print(said, end="", flush=True)
    sys.exit(status)


def _session():
    """Runs this script once, inside a new session. Returns its exit status and what it printed."""
    home = pathlib.Path(tempfile.mkdtemp(prefix="mw-e2e-"))
    environment = dict(os.environ)
    for name in ("GTK_A11Y", "DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY", "AT_SPI_BUS_ADDRESS", "G_DEBUG",
                 "GIO_USE_VFS", "MALLOC_PERTURB_"):
        environment.pop(name, None)
    for folder in ("config", "data", "state", "cache", "run"):
        (home / folder).mkdir(mode=0o700)
    environment.update({
        INSIDE: str(home), "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"), "XDG_CACHE_HOME": str(home / "cache"), "XDG_RUNTIME_DIR": str(home / "run"),
        "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8", "MODELWRIGHT_SCREEN": "%dx%dx24" % SCREEN,
        "MODELWRIGHT_DEBUG_ENV": os.environ.get("G_DEBUG", ""), "PYTHONDONTWRITEBYTECODE": "1",
        "NO_AT_BRIDGE": "0",
    })
    command = [str(ROOT / "tests/tools/with-display"), "dbus-run-session", "--", SYSTEM_PYTHON, *sys.argv]
    try:
        # The bus and its services are talkative; what this script itself says is kept apart.
        said = open(home / "said", "w+b")
        errors = os.dup(2)
        environment[SAID] = "%d %d" % (said.fileno(), errors)
        log = open(home / "session.log", "wb")
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, pass_fds=[said.fileno(), errors], stdout=log,
                                   stderr=log)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        status = process.wait()
        return status, (home / "said").read_text(errors="replace")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _inside(main):
    home = pathlib.Path(os.environ[INSIDE])
    out, err = map(int, os.environ[SAID].split())
    sys.stdout, sys.stderr = os.fdopen(out, "w", buffering=1), os.fdopen(err, "w", buffering=1)
    for stream in (sys.stdout, sys.stderr):
        os.set_inheritable(stream.fileno(), False)
    (home / "openbox.xml").write_text(OPENBOX)
    log = open(home / "openbox.log", "wb")
    manager = start(["openbox", "--sm-disable", "--config-file", str(home / "openbox.xml")], stdout=log, stderr=log)
    try:
        wait_until(lambda: output_of("xdotool", "get_num_desktops").strip(), "the window manager")
        return main()
    except Exception as error:
        # A test that ends badly says so as a claim too, and shows what there was to see.
        for program in Program.running:
            program.show_failure()
        print("not ok - the script runs to its end\n# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
        well = not Tap.failures and not Program.criticals and all(program.well for program in Program.running)
        return MISSED if isinstance(error, Missing) and well else 1
    finally:
        for program in list(Program.running):
            program.kill()
        manager.terminate()
        manager.wait()


def _die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def start(command, **options):
    return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, preexec_fn=_die_with_parent, **options)


def output_of(*command):
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=60).stdout


def wait_until(state, what, patience=None, program=None):
    """Polls until state() is true and returns it; Missing names what did not come. Ends early when `program` (its process) has
    ended: then nothing more can come. It rests longer than a look took, for a look keeps the program from its own work."""
    end = time.monotonic() + (patience or PATIENCE)
    while True:
        gone = program is not None and program.poll() is not None
        began = time.monotonic()
        value = state()
        if value:
            return value
        if gone:
            raise Missing("the program ended before %s came" % (what() if callable(what) else what))
        now = time.monotonic()
        if now > end:
            raise Missing("waited %.0f s for %s" % (patience or PATIENCE, what() if callable(what) else what))
        time.sleep(min(max(2 * (now - began), 0.04), 0.5))


def soon(state):
    """What state() is within a few seconds; None if it does not come to be true. For what may be tried again."""
    try:
        return wait_until(state, "", PATIENCE / 10)
    except Missing:
        return None


def part(stories):
    """Of stories that need nothing of each other: those that a build does. The sanitizer build does every third, unless it does
    everything (MODELWRIGHT_FRACTION is 1)."""
    whole = os.environ.get("MODELWRIGHT_FRACTION", "1") == "1" or not os.environ.get("MODELWRIGHT_SANITIZED")
    return stories if whole else stories[::3]


def starting(text):
    """A pattern for names that begin with the text."""
    return re.compile("^" + re.escape(text))


class Widget:
    """A node of the accessibility tree."""

    def __init__(self, program, node):
        self.program = program
        self.node = node

    @property
    def role(self):
        return self.node.role

    @property
    def name(self):
        return self.node.name

    @property
    def text(self):
        """Its text, or its name where it has none."""
        from gi.repository import GLib
        try:
            return self.node.text or self.name
        except GLib.Error:
            return self.name

    @property
    def description(self):
        """What a screen reader says after its name."""
        return self.node.description

    @property
    def box(self):
        """x, y, width, height in the X window, which is as large as the screen."""
        x, y, width, height = self.node.extents
        border = self.program.border
        return x + border[0], y + border[1], width, height

    @property
    def shown(self):
        x, y, width, height = self.box
        return width > 0 and height > 0 and x + width / 2 >= 0 and y + height / 2 >= 0

    @property
    def states(self):
        return self.node.states

    @property
    def has_focus(self):
        from gi.repository import Atspi
        return self.states.contains(Atspi.StateType.FOCUSED)

    @property
    def value(self):
        """The value of a slider."""
        return self.node.value

    @property
    def parent(self):
        return Widget(self.program, self.node.parent)

    def children(self):
        from gi.repository import GLib
        try:
            return [Widget(self.program, child) for child in self.node.children()] if self.role not in LEAVES else []
        except GLib.Error:
            return []  # it went away while it was asked

    def walk(self, deep=40):
        yield self
        if deep:
            for child in self.children():
                yield from child.walk(deep - 1)

    def all(self, role=None, name=None, shown=True):
        """Widgets below by role and name (a text, or a compiled pattern that is searched for)."""
        from gi.repository import GLib
        for widget in self.walk():
            try:
                if role and widget.role != role:
                    continue
                if name is not None:
                    has = widget.name
                    if not (name.search(has) if isinstance(name, re.Pattern) else name == has):
                        continue
                if not shown or widget.shown:
                    yield widget
            except GLib.Error:
                continue

    def find(self, role=None, name=None, shown=True):
        return next(self.all(role, name, shown), None)

    def wait(self, role=None, name=None, shown=True, patience=None):
        return wait_until(lambda: self.find(role, name, shown),
                          lambda: 'a %s named "%s"' % (role or "widget", getattr(name, "pattern", name)), patience,
                          self.program.process)

    def settled(self):
        """Its box once the layout has come to rest, inside the window."""
        last = [None]

        def same():
            before, last[0] = last[0], self.box
            x, y, width, height = last[0]
            if before == last[0] and min(width, height) > 0 and 0 <= x < SCREEN[0] and 0 <= y < SCREEN[1]:
                return True
            time.sleep(0.1)
            return False

        wait_until(same, lambda: "a place of %s %r that stays, not %s" % (self.role, self.name, last[0]),
                   program=self.program.process)
        return last[0]

    def click(self, times=1, button=1, at=(0.5, 0.5)):
        x, y, width, height = self.settled()
        self.program.point(x + width * at[0], y + height * at[1])
        self.program.xdotool("click", "--repeat", times, "--delay", 60, button)
        return self

    def open_row(self, title, inner):
        """In an outline: double-clicks the row of that title until the row `inner` is there. More than once, because a banner that
        comes while a model is being loaded moves the rows away from under the pointer."""
        def opened():
            if not self.find("label", inner):
                self.wait("label", title).click(times=2)
            return soon(lambda: self.find("label", inner))
        wait_until(opened, lambda: "the row %s inside %s" % (getattr(inner, "pattern", inner), title))

    def pick_row(self, title, inspector, heading=None):
        """Clicks the row of that title until the inspector shows it, under `heading` (default: the title)."""
        def picked():
            self.wait("label", title).click()
            return soon(lambda: inspector.find("label", heading or title))
        wait_until(picked, lambda: "%s in the inspector" % getattr(heading or title, "pattern", heading or title))

    def choose(self, text, typed=None):
        """In a drop-down: opens its list and takes the first row that begins with the text. By keys from there on: rows in
        a popover are given without the popover's own place. Where the list can be searched, by typing the text (or what is
        given to be typed instead)."""
        def listed():
            """Its search entry, or the texts of its rows."""
            search = self.find("text", "Search", shown=False) or self.find("entry", "Search", shown=False)
            return search or [row.find("label").name for row in self.all("list item", shown=False) if row.find("label")]

        def opened():
            """A slow program may lose the click."""
            return listed() or (self.click() and soon(listed))

        wait_until(opened, "the list of " + self.name)
        rows = listed()  # now the search entry is there, if there is one
        if isinstance(rows, Widget):
            search, typed = rows, typed or text
            wait_until(lambda: search.has_focus, "the search entry of %s to have the focus" % self.name)
            self.program.write(typed)
            wait_until(lambda: search.text == typed, "%s to be typed into the search of %s" % (typed, self.name))
            self.program.press("Return")
            self.wait_choice(text)
            return
        at = [row.startswith(text) for row in rows].index(True)
        self.program.press("Home", *["Down"] * at, "Return")
        self.wait_choice(text)

    def wait_choice(self, text):
        def shows():
            button = self.find("push button")  # the row may just be made again
            return button and button.find("label", starting(text))
        wait_until(shows, "%s to show %s" % (self.name, text))
        # An open list takes the next click for itself, to close.
        wait_until(lambda: not self.find("list item"), "the list of %s to close" % self.name)

    def dump(self, depth=0):
        lines = []
        for widget in [self]:
            try:
                lines.append("%s%s %r %r %s" % ("  " * depth, widget.role, widget.name, widget.text, widget.box))
            except Exception as error:  # noqa: BLE001: a dump shows what there is
                lines.append("%s? %s" % ("  " * depth, error))
            for child in widget.children():
                lines += child.dump(depth + 1)
        return lines


class Program(Widget):
    """A running program and its window. Its standard error must stay free of warnings (see complaints()). `state`: its
    XDG_STATE_HOME; without one it gets an empty folder, so that it knows nothing of a program that was killed before."""

    running = []
    criticals = []  # of all that have ended
    bus = None  # of the accessibility trees

    def __init__(self, path, *arguments, pictures=None, log=None, screen_debug=None, state=None, options=None,
                 plays=False):
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        self.Atspi = Atspi
        self.pictures = pathlib.Path(pictures or tempfile.gettempdir())
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.log = pathlib.Path(log or (self.pictures / "stderr.txt"))
        environment = dict(os.environ, GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1",
                           G_DEBUG=os.environ.get("MODELWRIGHT_DEBUG_ENV", ""))
        # Leaks are asked for in the in-process tests, where Mesa's drivers stay loaded to the end.
        environment["ASAN_OPTIONS"] = ":".join(filter(None, [environment.get("ASAN_OPTIONS"), "detect_leaks=0"]))
        environment["GDK_DEBUG"] = screen_debug or environment.get("GDK_DEBUG", "")
        # A program of its own settings: what it opens waits in its rest pose unless a test asks for more.
        environment["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="config-", dir=os.environ.get("XDG_STATE_HOME"))
        environment["GSETTINGS_BACKEND"] = "keyfile"
        settings = pathlib.Path(environment["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
        settings.parent.mkdir(parents=True)
        settings.write_text("[org/modelwright/Modelwright]\nplay-when-opened=%s\n" % ("true" if plays else "false"))
        environment["XDG_STATE_HOME"] = str(state or tempfile.mkdtemp(prefix="state-", dir=environment["XDG_STATE_HOME"]))
        environment.update(options or {})
        self.process = start([path, *arguments], stdout=open(self.log, "wb"), stderr=subprocess.STDOUT, env=environment)
        Program.running.append(self)
        self.window = None
        self.number = 0
        self.border = (0, 0)
        super().__init__(self, None)
        try:
            self.window = wait_until(self._find_window, "a window of %s" % path)
            self.node = wait_until(self._find_node, "the accessibility tree of %s" % path)
            wait_until(self._fills_screen, lambda: "a window of %s, not %s" % (SCREEN, self._size()))
            wait_until(self._find_border, "the extents of the window")
        except Missing as missing:
            raise Missing("%s\n%s" % (missing, self.log.read_text(errors="replace")[-2000:])) from None

    def children(self):
        """Its windows, each asked for when its turn comes, and the count read again each time: GTK 4.8 ends the program where a window
        is asked for by a number that none has any more."""
        from gi.repository import GLib
        try:
            i = 0
            while i < self.node.count():
                yield Widget(self.program, self.node.child(i))
                i += 1
        except GLib.Error:
            pass  # it went away while it was asked

    def _find_window(self):
        if self.process.poll() is not None:
            raise Missing("the program ended with %d:\n%s"
                          % (self.process.returncode, self.log.read_text(errors="replace")[-3000:]))
        found = self.shown_windows()
        # A dialog may come together with the window.
        return max(found, key=lambda window: self._size(window)[0], default=None)

    def _find_node(self):
        if not Program.bus:
            import tree
            Program.bus = tree.Bus()
        return Program.bus.program(self.process.pid)

    def _size(self, window=None):
        output = output_of("xdotool", "getwindowgeometry", "--shell", window or self.window)
        found = dict(re.findall(rb"^(WIDTH|HEIGHT)=(\d+)", output, re.M))
        return int(found.get(b"WIDTH", 0)), int(found.get(b"HEIGHT", 0))

    def _fills_screen(self):
        """A program may restore its last size after the window manager has maximised its window."""
        if self._size() == SCREEN:
            return True
        self.xdotool("windowsize", self.window, *SCREEN, "windowmove", self.window, 0, 0)
        return False

    def _find_border(self):
        """Extents leave out the border (or shadow) that GTK draws itself; pointers do not."""
        boxes = [child.node.extents for child in self.children()]
        _, _, width, height = max(boxes, key=lambda box: box[2], default=(0, 0, 0, 0))
        if width < SCREEN[0] - 100 or height < SCREEN[1] - 100:
            return False
        self.border = ((SCREEN[0] - width) // 2, (SCREEN[1] - height) // 2)
        return True

    @property
    def shown(self):
        return True

    @property
    def title(self):
        return output_of("xdotool", "getwindowname", self.window).decode(errors="replace").strip()

    # Acting

    def xdotool(self, *words):
        subprocess.run(["xdotool", *[str(word) for word in words]], check=True, stdin=subprocess.DEVNULL, timeout=60)

    def windows(self):
        """How many windows it shows on the screen. A tooltip and the icon of a drag are each one of them; the window of one pixel
        through which GDK talks during a drag is not."""
        sizes = [output_of("xdotool", "getwindowgeometry", window) for window in self.shown_windows()]
        return sum(b"Geometry:" in size and b"Geometry: 1x1" not in size for size in sizes)

    def shown_windows(self, *terms):
        """The ids of its windows on the screen that fit the terms of xdotool. A window that closes during the search ends it with an X
        error before it has found all: then it searches again."""
        command = ["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), *terms]

        def searched():
            ran = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
            return None if b"Error" in ran.stderr else [ran.stdout.decode().split()]

        return wait_until(searched, "a search for windows without an X error")[0]

    @property
    def has_keys(self):
        """Whether keys go to its window. After the end of a dialog the window manager decides that, a moment later."""
        return output_of("xdotool", "getwindowfocus").split() == [self.window.encode()]

    def point(self, x, y):
        """Moves the pointer there, always by a motion that the window sees (`--sync` waits for one)."""
        x, y = round(x), round(y)
        if self._pointer() == (x, y):
            self.xdotool("mousemove", "--sync", "--window", self.window, x, y + (3 if y < 20 else -3))
        self.xdotool("mousemove", "--sync", "--window", self.window, x, y)

    def _pointer(self):
        found = dict(re.findall(rb"^(X|Y)=(-?\d+)", output_of("xdotool", "getmouselocation", "--shell"), re.M))
        return int(found.get(b"X", -1)), int(found.get(b"Y", -1))

    def begin_drag(self, start, end, steps=10):
        """Presses the button at one place, moves to the other one, and waits for the icon of the drag. A slow program may not see
        the button before the pointer is away from what can be dragged: then the button is released and pressed again."""
        def taken():
            self.xdotool("mouseup", 1)
            self.point(*start)
            wait_until(lambda: self.windows() == 1, "a tooltip to go")
            self.xdotool("mousedown", 1)
            for i in range(1, steps + 1):
                self.point(*(start[k] + (end[k] - start[k]) * i // steps for k in (0, 1)))
            return soon(lambda: self.windows() > 1)
        wait_until(taken, "the icon of the drag")

    def press(self, *keys):
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)

    def write(self, text):
        self.xdotool("type", "--clearmodifiers", "--delay", "12", text)

    def save(self):
        """Saves what was changed, once the window shows that something was: a slow program may still have the last gesture to do."""
        wait_until(lambda: "•" in self.title, "unsaved changes")
        self.press("ctrl+s")
        wait_until(lambda: "•" not in self.title, "the file to be saved")

    # Seeing

    def picture(self, name, box=None):
        """The pixels of the screen (or a box of it) as bytes, RGB; kept as a PNG."""
        self.number += 1
        file = self.pictures / ("%02d-%s.png" % (self.number, name))
        subprocess.run(["import", "-silent", "-window", "root", str(file)], check=True, stdin=subprocess.DEVNULL, timeout=60)
        return pixels_of(file, box)

    def still(self, name, box, patience=None, until=lambda pixels: True):
        """The same once two pictures in a row are equal, what moves has come to rest, and until(the pixels) is true: on a slow machine
        two pictures are also equal before anything has moved."""
        last = [None]

        def same():
            subprocess.run(["import", "-silent", "-window", "root", str(self.pictures / "still.png")], check=True,
                           stdin=subprocess.DEVNULL, timeout=60)
            before, last[0] = last[0], pixels_of(self.pictures / "still.png", box)
            return before == last[0] and until(last[0])

        wait_until(same, "a picture that no longer changes (%s)" % name, patience)
        self.number += 1
        os.replace(self.pictures / "still.png", self.pictures / ("%02d-%s.png" % (self.number, name)))
        return last[0]

    def seen(self, name, box, until=lambda pixels: True):
        """The same with the pointer out of the way, so that nothing is lit or explained under it."""
        self.point(SCREEN[0] // 2, SCREEN[1] - 12)
        return self.still(name, box, until=until)

    def show_failure(self):
        """What the screen shows: a picture and the tree into the folder of its pictures; title and labels as remarks."""
        self.picture("failed")
        if self.node and self.process.poll() is None:
            (self.pictures / "tree.txt").write_text("\n".join(self.dump()))
            labels = [widget.text for widget in self.all("label")]
            print("# the window %r shows: %s" % (self.title, " | ".join(labels).replace("\n", " ")), flush=True)

    # Ending

    def close(self, patience=None):
        """Closes it as Ctrl+Q does and returns its exit status (None: it did not end by itself)."""
        soon(lambda: self.has_keys)
        self.press("ctrl+q")
        try:
            status = self.process.wait(patience or PATIENCE)
        except subprocess.TimeoutExpired:
            status = None
        self.kill()
        return status

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self in Program.running:
            Program.running.remove(self)
            Program.criticals += [line for line in self.complaints() if "WARNING" not in line]

    @property
    def well(self):
        """Whether it runs and has complained of nothing."""
        return self.process.poll() is None and not self.complaints()

    def complaints(self):
        """Lines of its log that are warnings, criticals or findings of a sanitizer."""
        pattern = re.compile(r"WARNING|CRITICAL|ERROR|runtime error|Sanitizer")
        return [line for line in self.log.read_text(errors="replace").splitlines() if pattern.search(line)]


def pixels_of(file, box=None):
    crop = [] if box is None else ["-crop", "%dx%d+%d+%d" % (box[2], box[3], box[0], box[1]), "+repage"]
    return output_of("convert", file, *crop, "-depth", "8", "rgb:-")


def differs_from(before, at_least=1):
    """For still() and seen(): whether a picture differs from that one in so many pixels."""
    return lambda pixels: len(changed_pixels(before, pixels)) >= at_least


def like(before, but=20):
    """The opposite. A glyph may be drawn with a pixel or two that differ from those of the same text drawn before."""
    return lambda pixels: len(changed_pixels(before, pixels)) <= but


def changed_pixels(before, after):
    """Indices of the pixels that differ between two pictures of one size."""
    if len(before) != len(after):
        raise ValueError("pictures of %d and %d bytes" % (len(before), len(after)))
    if before == after:
        return set()
    return {i // 3 for i in range(0, len(before), 3) if before[i:i + 3] != after[i:i + 3]}
