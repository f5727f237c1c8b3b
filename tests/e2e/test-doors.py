#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-doors.py PROGRAM MWRIGHT PICTURES: the ways to operations, by pointer and keys only. The command palette finds an
element and an operation by parts of their names, its form takes a number, and the panel at the viewport another one; ten layers are
selected with Shift and get one filter mode; an attachment is made to follow another bone, first cancelled, then applied; a row is
dragged; an image is dropped on the model; an emitter is pasted into another model; a sequence is imported with bones mapped by hand. What was done is read from the
saved files. Speaks TAP; pictures are kept in PICTURES."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import driver  # noqa: E402
from driver import Program, Tap, changed_pixels, differs_from, starting, wait_until  # noqa: E402

FIGURE = driver.ROOT / "data/samples/figure.mdx"
EFFECT = driver.ROOT / "data/samples/effect.mdx"
LAYERS = 10


def mwright(tool, *arguments):
    return subprocess.run([tool, *map(str, arguments)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True).stdout


def do(tool, file, to, *steps):
    mwright(tool, "do", *[word for step in steps for word in ("-e", step)], file, "-o", to)
    return to.read_bytes()


class Editor:
    def __init__(self, program, file, pictures, *others):
        self.program = Program(program, file, *others, pictures=pictures)
        self.file = file
        self.outline = self.program.wait("panel", "Outline")
        self.inspector = self.program.wait("panel", "Inspector")

    def palette(self, text, found):
        """Opens the palette, types, and takes the row that is marked, which is to be `found`."""
        self.program.press("ctrl+shift+p")
        entry = self.program.wait("entry", "Command palette")
        wait_until(lambda: entry.has_focus, "the palette to have the focus")
        self.program.write(text)
        rows = self.program.wait("list", "Results")
        wait_until(lambda: [row.name for row in rows.all("label")][:1] == [found], "%s as the first row" % found)
        self.program.picture("palette")
        self.program.press("Return")
        wait_until(lambda: not self.program.find("entry", "Command palette"), "the palette to close")

    def save(self):
        self.program.save()
        return self.file.read_bytes()

    def form_closed(self, role="push button", name="Cancel"):
        """Waits until the form of an operation is gone. While its popover is open, X gives it all keys: one that is pressed before the
        program has closed it, as after a Return on a slow machine, is lost."""
        wait_until(lambda: not self.program.find(role, name), "the form to close")

    def edited(self):
        wait_until(lambda: "•" in self.program.title, "the mark of unsaved changes")

    def drop(self, take):
        """Begins a drag by take() and drops what it holds, which changes the document. Where the button is released before a slow
        program has answered what can be dropped there, the drag ends without effect: it is tried again."""
        for _ in range(3):
            take()
            self.program.xdotool("mouseup", 1)
            if driver.soon(lambda: "•" in self.program.title):
                return
        self.edited()

    def redo(self):
        """A program that is slow to finish the undo has nothing to do again yet, and the key has no effect: it is pressed again."""
        def done():
            self.program.press("ctrl+shift+z")
            return driver.soon(lambda: "•" in self.program.title)
        wait_until(done, "the step to be done again")

    def end(self, tap):
        status = self.program.close()
        tap.check(status == 0 and not self.program.complaints(), "the program ends without a complaint",
                  status, *self.program.complaints()[:20])


def type_number(editor, entry, text):
    entry.settled()
    editor.program.press("ctrl+a")
    editor.program.write(text)
    wait_until(lambda: entry.text == text, "the text in the entry")
    editor.program.press("Return")


def by_palette(tap, program, tool, folder, pictures):
    file = folder / "palette.mdx"
    shutil.copyfile(FIGURE, file)
    editor = Editor(program, file, pictures / "palette")
    editor.palette("walk", "Walk")
    editor.inspector.wait("label", "Walk")
    tap.check(True, "a part of an element's name and Enter select it")
    editor.palette("retim", "Retime…")
    type_number(editor, editor.program.wait("text", re.compile("^Factor")), "2")
    editor.form_closed()
    editor.edited()
    tap.check(editor.save() == do(tool, FIGURE, folder / "twice.mdx", "sequence-retime sequences[1] factor=2"),
              "a part of an operation's label, Enter, a number and Enter do it: the saved file is that of mwright do")
    factor = editor.program.wait("text", re.compile("^Factor"))
    factor.click()
    type_number(editor, factor, "3")
    editor.edited()
    editor.program.picture("panel")
    tap.check(editor.save() == do(tool, FIGURE, folder / "thrice.mdx", "sequence-retime sequences[1] factor=3"),
              "another number in the panel at the viewport does it again, to the model as it was before")
    editor.program.press("ctrl+z")
    wait_until(lambda: not editor.program.find("text", re.compile("^Factor")), "the panel to close")
    editor.edited()
    tap.check(editor.save() == FIGURE.read_bytes(), "one Ctrl+Z brings back the file as it was opened")
    editor.end(tap)


def ten_layers(tap, program, tool, folder, pictures):
    original, file = folder / "original.mdx", folder / "layers.mdx"
    do(tool, FIGURE, original, *["duplicate materials[4].layers[0]"] * (LAYERS - 1))
    shutil.copyfile(original, file)
    editor = Editor(program, file, pictures / "layers")
    # The panels of the window leave few rows: those above are closed, and the others are reached by keys.
    editor.outline.open_row("Materials", starting("Material 4"))
    editor.outline.open_row(starting("Material 4"), starting("Layer 0"))
    editor.outline.pick_row(starting("Layer 0"), editor.inspector, "Layer 0 of Material 4")
    editor.program.press(*["shift+Down"] * (LAYERS - 1))
    wait_until(lambda: editor.program.find("label", re.compile("%d elements selected" % LAYERS)) or selected(editor),
               "the status line to count %d elements" % LAYERS)
    editor.program.press("alt+e")
    item = editor.program.wait("push button", "Set Filter Mode…")
    for _ in range(40):
        if item.has_focus:
            break
        editor.program.press("Tab")
    editor.program.picture("menu")
    editor.program.press("Return")
    editor.program.wait("list", "Filter mode")
    editor.program.write("blend")
    editor.program.wait("label", re.compile("^Preview: changes"))
    editor.program.picture("layers")
    editor.program.press("Return")
    editor.form_closed("list", "Filter mode")
    editor.edited()
    saved = editor.save()
    wanted = folder / "wanted.mdx"
    mwright(tool, "set", original, "materials[4].layers[*].filter_mode=Blend", "-o", wanted)
    tap.check(saved == wanted.read_bytes(), "ten layers, selected with Shift, get one filter mode from the Edit menu")
    editor.end(tap)


def selected(editor):
    """The status line has a fixed accessible name: its text is read instead."""
    widget = editor.program.find("label", "Status")
    return widget if widget and widget.text.startswith("%d elements selected" % LAYERS) else None


def retarget(tap, program, tool, folder, pictures):
    file = folder / "retarget.mdx"
    shutil.copyfile(FIGURE, file)
    editor = Editor(program, file, pictures / "retarget")
    editor.palette("hand left ref", "Hand Left Ref")
    for applied in (False, True):
        editor.palette("retarget", "Retarget…")
        editor.program.wait("list", "Bone")
        editor.program.write("shield")
        editor.program.wait("label", re.compile("^Preview: changes"))
        editor.program.picture("preview")
        editor.program.press("Return" if applied else "Escape")
        editor.form_closed("list", "Bone")
        if applied:
            editor.edited()
            saved, wanted = editor.save(), folder / "followed.mdx"
            mwright(tool, "set", FIGURE, "attachments[3].parent=bones[7]", "-o", wanted)
            tap.check(saved == wanted.read_bytes(), "picked, the attachment follows the other bone and stays where it is")
        else:
            tap.check("•" not in editor.program.title and editor.file.read_bytes() == FIGURE.read_bytes(),
                      "the form shows what it would do, and Escape leaves no trace")
    editor.end(tap)


def drag(tap, program, tool, folder, pictures):
    file = folder / "drag.mdx"
    shutil.copyfile(FIGURE, file)
    editor = Editor(program, file, pictures / "drag")
    editor.outline.open_row("Sequences", "Death")

    def take():
        """Takes the row Walk below the row Death and holds it there; returns where it was taken."""
        row, target = (editor.outline.wait("label", name).settled() for name in ("Walk", "Death"))
        start = row[0] + 65, row[1] + row[3] // 2  # on the title: beside it, a drag would select rows
        editor.program.begin_drag(start, (start[0] + 10, target[1] + target[3] // 2 + target[3] // 3))
        editor.program.picture("drag")
        return start

    x, y = take()
    # press() would release the button first. The drag must have ended before the button is released.
    editor.program.xdotool("key", "Escape")
    wait_until(lambda: editor.program.windows() == 1, "the icon of the drag to go")
    editor.program.xdotool("mouseup", 1)
    editor.program.point(x + 200, y)
    tap.check("•" not in editor.program.title, "Escape ends the drag of a row, and nothing has changed")
    editor.drop(take)
    names = [line.split(" = ")[1] for line in (editor.save() and mwright(tool, "get", file, "sequences[*].name")).splitlines()]
    tap.check(names == ['"Stand"', '"Attack"', '"Death"', '"Walk"'], "a row dragged below another one comes after it", names)
    editor.end(tap)


def box(tap, program, tool, folder, pictures):
    """A drag that begins right of a row's title selects the rows that it touches, and moves none. Escape ends it, and what was
    selected before is selected."""
    file = folder / "box.mdx"
    shutil.copyfile(FIGURE, file)
    editor = Editor(program, file, pictures / "box")
    editor.outline.open_row("Sequences", "Death")
    first, last = (editor.outline.wait("label", name).settled() for name in ("Stand", "Attack"))
    right = first[0] + 130
    below = last[1] + last[3] // 2

    def drag_down():
        editor.program.point(right, first[1] + first[3] // 2)
        editor.program.xdotool("mousedown", 1)
        for i in range(1, 11):
            editor.program.point(right - 2 * i, first[1] + first[3] // 2 + (below - first[1] - first[3] // 2) * i // 10)
        editor.program.picture("box")

    editor.outline.wait("label", "Death").click()
    editor.inspector.wait("label", "Death")
    drag_down()
    editor.program.xdotool("key", "Escape")  # press() would release the button first
    editor.program.picture("escaped")
    editor.program.point(right - 20, below - 2)  # the drag has ended: the pointer selects no more
    editor.program.xdotool("mouseup", 1)
    tap.check(not driver.soon(lambda: editor.program.find("label", "3 elements selected"))
              and editor.inspector.find("label", "Death"), "Escape ends the drag, and the same row is selected as before")
    drag_down()
    editor.program.xdotool("mouseup", 1)
    editor.program.wait("label", "3 elements selected")
    tap.check("•" not in editor.program.title, "a drag beside the titles selects rows and moves none")
    editor.program.press("Delete")
    editor.edited()
    names = [line.split(" = ")[1] for line in (editor.save() and mwright(tool, "get", file, "sequences[*].name")).splitlines()]
    tap.check(names == ['"Death"'], "what is done then is done to all of them", names)
    editor.end(tap)


def team_colour(tap, program, tool, folder, pictures):
    file = folder / "colour.mdx"
    shutil.copyfile(FIGURE, file)
    editor = Editor(program, file, pictures / "colour")
    editor.palette("material 4", "Material 4 · figure-trail.tga")
    editor.palette("team colour", "Add Team Colour")
    editor.edited()
    tap.check(editor.save() == do(tool, FIGURE, folder / "coloured.mdx", "team-colour-add materials[4]"),
              "an operation without parameters is done at once from the palette")
    editor.end(tap)


def emitter(tap, program, tool, folder, pictures):
    """From the outline of one tab into the other tab."""
    file = folder / "pasted.mdx"
    shutil.copyfile(FIGURE, file)
    clipboard = folder / "clipboard.txt"
    clipboard.write_text(mwright(tool, "copy", EFFECT, "particle_emitters2[0]"))
    name = mwright(tool, "get", EFFECT, "particle_emitters2[0].name").split('"')[1]
    editor = Editor(program, file, pictures / "emitter", EFFECT)
    editor.outline.open_row("Particle emitters 2", name)
    editor.outline.pick_row(name, editor.inspector)
    editor.program.press("ctrl+c")
    editor.program.press("ctrl+Page_Up")
    editor.outline = editor.program.wait("panel", "Outline")
    editor.outline.wait("label", "Bones").click()
    viewport = editor.program.wait(None, "Viewport")
    before = editor.program.seen("before", viewport.box)
    editor.program.press("ctrl+v")
    editor.edited()
    editor.outline.wait("label", name)
    changed = changed_pixels(before, editor.program.seen("pasted", viewport.box, differs_from(before)))
    tap.check(changed, "the view shows an emitter that is pasted", len(changed))
    tap.check(editor.save() == do(tool, FIGURE, folder / "wanted-paste.mdx", 'paste file="%s"' % clipboard),
              "an emitter that was copied in one model is pasted into another one, with what it refers to")
    editor.end(tap)


def tab_to(editor, role, name):
    """Presses Tab until the widget has the focus."""
    def focused():
        return any(node.has_focus for node in editor.program.all(role, name, shown=False))
    def there():
        until = time.monotonic() + 0.5
        while not focused():
            if time.monotonic() > until:
                editor.program.press("Tab")
                return False
            time.sleep(0.05)
        return True
    wait_until(there, "the focus on " + name)


def beside(tap, editor, theirs, ours):
    """Both models are in view, and play on one time bar, which takes the pointer while the form is open."""
    program = editor.program
    for title in (theirs, ours):
        program.wait("label", title)
    program.wait(None, "Other model")
    pause = program.wait("push button", driver.starting("Pause"))
    slider = program.wait("slider", "Time")
    before = slider.value
    wait_until(lambda: slider.value != before, "the time to go on")
    program.picture("beside")
    pause.click()
    program.wait("push button", driver.starting("Play"))
    slider.click(at=(0.5, 0.5))
    wait_until(lambda: 300 < slider.value < 700, "the middle of the sequence")
    moment = slider.value
    program.point(driver.SCREEN[0] // 2, driver.SCREEN[1] - 12)
    program.picture("moment")
    tap.check(slider.value == moment and program.find("push button", "Cancel"),
              "the other model is beside this one, and the pointer sets the time of both while the form stays")
    program.find("text", "File").click()


def imported(tap, program, tool, folder, pictures):
    """A figure without Walk gets it from one whose two bones have other names, which are typed into the form."""
    source, without, file = folder / "source.mdx", folder / "without.mdx", folder / "import.mdx"
    mwright(tool, "set", FIGURE, 'bones[1].name="Upper"', 'bones[2].name="Top"', "-o", source)
    names = [mwright(tool, "get", FIGURE, "bones[%d].name" % i).split('"')[1] for i in (1, 2)]
    do(tool, FIGURE, without, "sequence-delete-with-keys sequences[1]")
    shutil.copyfile(without, file)
    editor = Editor(program, file, pictures / "import")
    editor.palette("import seq", "Import Sequences…")
    # The form opens with the focus in its first entry.
    entry = editor.program.wait("text", "File")
    editor.program.write(str(source))
    wait_until(lambda: entry.text == str(source), "the file in its entry")
    tab_to(editor, "check box", "Walk")
    editor.program.press("space")
    editor.program.wait("label", "1 of 4 sequences")
    editor.program.wait("label", "20 of 22 bones matched")
    editor.program.wait("label", "Left out: 2 bones")
    beside(tap, editor, "source.mdx · Walk", "import.mdx · Walk")
    tab_to(editor, "check box", "Only unmatched")
    editor.program.press("space")
    for name, target in zip(("Upper", "Top"), names):
        tab_to(editor, "push button", "Target of " + name)
        editor.program.press("Return")
        search = editor.program.wait(None, "Search", shown=False)
        wait_until(lambda: search.has_focus, "the search for a bone to have the focus")
        editor.program.write(target)
        wait_until(lambda: search.text == target, "the name of the bone in the search")
        editor.program.press("Return")
        editor.program.wait("label", re.compile("^%d of 22 bones matched$" % (21 + (name == "Top"))))
    editor.program.wait("label", "Nothing is left out")
    editor.program.picture("bones")
    tab_to(editor, "push button", "Import Sequences")
    editor.program.wait("label", re.compile("^Preview: changes"))
    editor.program.picture("preview")
    editor.program.press("Return")
    editor.form_closed()
    editor.edited()
    step = 'sequence-import file="%s" sequences=Walk map="Upper=%s;Top=%s"' % (source, *names)
    wanted = do(tool, without, folder / "wanted-import.mdx", step)
    unmapped = do(tool, without, folder / "unmapped.mdx", step.rsplit(" ", 1)[0])
    tap.check(editor.save() == wanted and wanted != unmapped,
              "a sequence of another model is imported with two bones that were mapped by hand")
    editor.end(tap)


def texture(tap, program, tool, folder, pictures):
    """A click in the view selects a geoset, another one at the same place the next below, and one beside the model clears. An image of
    the page Images is dropped on the geoset: its material shows it, by one step."""
    own = folder / "texture"
    own.mkdir()
    file = own / "figure.mdx"
    shutil.copyfile(FIGURE, file)
    shutil.copyfile(FIGURE.with_name("effect-flame.tga"), own / "new.tga")
    editor = Editor(program, file, pictures / "texture")
    # A slow program lays its window out late: the place is taken when the view has been drawn and no longer changes.
    editor.program.wait("label", "3 textures missing")
    view = editor.program.wait(None, "Viewport")
    editor.program.still("opened", view.settled())
    left, top, width, height = view.settled()
    x, y = left + width // 2, top + height // 2
    title = lambda: editor.program.find("label", re.compile("^Geoset [0-9] · .* · geosets")) and editor.program.find(
        "label", re.compile("^Geoset [0-9] · .* · geosets")).name

    def click(at, until, what):
        editor.program.point(*at)
        editor.program.xdotool("click", 1)
        wait_until(until, what)

    click((x, y), title, "a geoset to be selected")
    first = title()
    editor.program.picture("selected")

    def clear():
        """Where a busy machine loses the click, which was seen once, it is made again: the place has nothing else to select."""
        editor.program.point(left + width - 20, top + height - 20)
        editor.program.xdotool("click", 1)
        return driver.soon(lambda: not title())

    wait_until(clear, "nothing to be selected")
    tap.check(first, "a click in the view selects a geoset, and one beside the model clears")
    click((x, y), title, "a geoset to be selected")
    tap.check(title() == first, "the same place selects the same again", title(), first)
    editor.program.wait("label", "Images").click()

    def take():
        cell = editor.program.wait("label", "new.tga").settled()
        editor.program.begin_drag((cell[0] + cell[2] // 2, cell[1] + cell[3] // 2), (x, y))
        editor.program.picture("dragged")

    editor.drop(take)
    editor.program.press("ctrl+z")
    wait_until(lambda: "•" not in editor.program.title, "the step to be undone")
    editor.redo()
    editor.save()
    number = re.search("[0-9]", first)[0]
    material = mwright(tool, "get", file, "geosets[%s].material" % number).split(" = ")[1].strip()
    shown = mwright(tool, "get", file, material + ".layers[*].texture")
    names = [mwright(tool, "get", file, line.split(" = ")[1].strip() + ".path") for line in shown.splitlines()]
    tap.check(any("new.tga" in name for name in names), "an image dropped on a geoset is shown by its material, by one step", names)
    editor.end(tap)


def main():
    program, tool, pictures = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="mw-doors-") as folder:
        for story in driver.part((by_palette, ten_layers, retarget, drag, texture, box, team_colour, emitter, imported)):
            story(tap, program, tool, pathlib.Path(folder), pictures)
    return tap.end()


driver.begin(main)
