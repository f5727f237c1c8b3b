#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-batch.py PROGRAM: `mwright convert` of many files, broken off by Ctrl+C at any moment, leaves whole files only; what it
shows on a terminal; and locales with a decimal comma change nothing. Speaks TAP."""
import os
import pathlib
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import big_model  # noqa: E402
from tap import Tap  # noqa: E402

FRACTION = int(os.environ.get("MODELWRIGHT_FRACTION") or 1)  # see work_fraction() in tests/core/corpus.h
MOMENTS = max(5, 20 // FRACTION)
FILES = 120 // FRACTION
NOBODY = 65534
PATIENCE = 120  # seconds for a command on a terminal
LOCALES = ("de_DE.UTF-8", "ru_RU.UTF-8")
ESCAPE = "\x1b]0;taken over\x07"
SAMPLES = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[3])) / "data/samples"
# Those that can be converted to text.
SAMPLE_MODELS = sorted(SAMPLES.glob("*.md[lx]"))


CORPUS = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or SAMPLES.parents[1].parent / "shared/corpus")


def run(program, *arguments, **options):
    return subprocess.run([str(program), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **options)


def files_below(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# --- Ctrl+C -----------------------------------------------------------------------------------------------------------

def wait_for_files(process, folder, n):
    """Waits until there are at least n files below the folder, or the program has ended."""
    while process.poll() is None and sum(len(names) for _, _, names in os.walk(folder)) < n:
        time.sleep(0.001)


def interrupts(tap, program, folder):
    seed = int(os.environ.get("MODELWRIGHT_SEED") or random.SystemRandom().randrange(1 << 32))
    print("# seed %d (MODELWRIGHT_SEED)" % seed)
    chance = random.Random(seed)
    texts, made, out = folder / "texts", folder / "made", folder / "out"
    done = run(program, "convert", "--to=mdl", "--out-dir=%s" % texts, *SAMPLE_MODELS)
    if not tap.check(done.returncode == 0, "samples become texts", done.stderr):
        return
    samples = sorted(texts.rglob("*.mdl"))
    for i in range(FILES):
        target = texts / ("many/%d" % (i % 7)) / ("%03d.mdl" % i)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(samples[i % len(samples)], target)
    started = time.monotonic()
    done = run(program, "convert", "-q", "--to=mdx", "--out-dir=%s" % made, texts)
    whole = time.monotonic() - started
    wanted = files_below(made)
    tap.check(done.returncode == 0 and len(wanted) == FILES + len(samples), "a batch makes all its files", done.stderr)
    for jobs in (1, 2):
        bad, some, ended = [], 0, 0
        for attempt in range(MOMENTS):
            shutil.rmtree(out, ignore_errors=True)
            process = subprocess.Popen([str(program), "convert", "-q", "-j%d" % jobs, "--to=mdx", "--out-dir=%s" % out,
                                        str(texts)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            # Every second moment is found by what is there, because a loaded machine may do nothing at all in the time of a whole run.
            if attempt % 2:
                wait_for_files(process, out, chance.randrange(1, FILES * 3 // 4))
            else:
                time.sleep(chance.uniform(0, whole * 1.2))
            process.send_signal(signal.SIGINT)
            status = process.wait()
            left = files_below(out) if out.is_dir() else {}
            some += 0 < len(left) < len(wanted)
            ended += status == 0
            if status not in (0, -signal.SIGINT):
                bad.append("attempt %d: exit status %d" % (attempt, status))
            bad += ["attempt %d: %s, %d bytes" % (attempt, name, len(content)) for name, content in left.items()
                    if wanted.get(name) != content]
        print("# -j%d: %d broken off in the middle, %d had ended; a whole run takes %.0f ms" % (jobs, some, ended, whole * 1000))
        tap.check(not bad, "with -j%d, Ctrl+C at %d moments leaves whole files and nothing beside them" % (jobs, MOMENTS), *bad)
        tap.check(some > 0, "with -j%d, some of these moments were in the middle" % jobs)


# --- Folders ----------------------------------------------------------------------------------------------------------

def unreadable(tap, program, folder):
    """Root may read everything, so it hands this to somebody else."""
    options = {}
    place = folder / "folders"
    (place / "a" / "closed").mkdir(parents=True)
    (place / "b").mkdir()
    for name in ("a/one.mdx", "a/closed/two.mdx", "b/three.mdx"):
        shutil.copyfile(SAMPLES / "figure.mdx", place / name)
    if os.geteuid() == 0:
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        shutil.copy(program, folder / "mwright")
        program = folder / "mwright"
        program.chmod(0o755)
        os.chown(place, NOBODY, NOBODY)
    (place / "a/closed").chmod(0)
    done = run(program, "check", place, **options)
    tap.check(done.returncode == 3 and b"one.mdx" in done.stdout and b"three.mdx" in done.stdout and b"two.mdx" not in done.stdout,
              "a folder that cannot be read does not keep the others from being looked at", done.stdout, done.stderr)
    tap.check(done.stderr.count(b"\n") == 1 and b"a/closed" in done.stderr and b"denied" in done.stderr,
              "and is named with the reason", done.stderr)
    done = run(program, "convert", "--to=mdl", "--out-dir=%s" % (place / "out"), place, **options)
    tap.check(done.returncode == 3 and sorted(files_below(place / "out")) == ["a/one.mdl", "b/three.mdl"],
              "nor a batch from going on", done.stdout, done.stderr)
    done = run(program, "check", "--json", place / "a/closed", **options)
    tap.check(done.returncode == 3 and b'"ok": false' in done.stdout and b"a/closed" in done.stdout, "and is in the JSON",
              done.stdout, done.stderr)
    (place / "a/closed").chmod(0o755)


# --- Steps on many files ----------------------------------------------------------------------------------------------

RETIME = ("-e", "sequence-retime sequences[0] factor=2")


def steps_on_many(tap, program, folder):
    place, out = folder / "many", folder / "many-out"
    (place / "deep").mkdir(parents=True)
    for name in ("one.mdx", "deep/two.mdx"):
        shutil.copyfile(SAMPLES / "figure.mdx", place / name)
    (place / "broken.mdx").write_bytes(b"MDLX")
    before = files_below(place)
    single = folder / "single.mdx"
    run(program, "do", *RETIME, place / "one.mdx", "-o", single)
    done = run(program, "do", *RETIME, place, "--out-dir=%s" % out)
    made = files_below(out)
    tap.check(done.returncode == 3 and sorted(made) == ["deep/two.mdx", "one.mdx"],
              "steps are done on all models of a folder, and a bad one does not stop them", done.stdout, done.stderr)
    tap.check(set(made.values()) == {single.read_bytes()}, "with the same bytes as one by one")
    tap.check(files_below(place) == before, "and the inputs stay as they were")
    tap.check(b"broken.mdx" in done.stderr and done.stderr.endswith(b"2 of 3 files saved, 1 failed\n"),
              "a line counts the files at the end", done.stderr)
    done = run(program, "do", *RETIME, place / "one.mdx", place / "deep", "-i")
    tap.check(done.returncode == 0 and files_below(place)["one.mdx"] == files_below(place)["deep/two.mdx"] == single.read_bytes(),
              "with -i the files themselves change", done.stdout, done.stderr)
    done = run(program, "do", "-e", "delete sequences[99]", place / "one.mdx", place / "deep", "-n")
    tap.check(done.returncode == 2 and b"0 of 2 files done, 2 failed; nothing was written" in done.stderr,
              "a step that does not fit a model fails for that model", done.stdout, done.stderr)
    for arguments, words in (((place, "-o", single), b"--out-dir=DIR"), ((place, "-i", "--out-dir=%s" % out), b"only one of"),
                             ((place / "one.mdx", place / "one.mdx", "--out-dir=%s" % out), b"would both become"),
                             ((place / "one.mdx", place / "one.mdx", "-i"), b"is given twice"),
                             ((place, "-", "-i"), b"standard input cannot be one of several files"),
                             ((place, "-i", "--jobs=0"), b"expected a number from 1 to 1024"),
                             ((place,), b"no output given"), ((place, "--out-dir=%s" % place, "-f"), b"both an input and an output"), ((place, "--out-dir="), b"needs the name of a folder")):
        done = run(program, "do", *RETIME, *arguments)
        tap.check(done.returncode == 2 and words in done.stderr, "usage: %s" % words.decode(), done.stdout, done.stderr)
    done = run(program, "do", "-e", "texture-merge", *RETIME, "-e", "delete lights[*]", place / "deep", "-n")
    tap.check(done.returncode == 0 and b"nothing to merge" in done.stderr and b"1 of 1 files done" in done.stderr
              and b"interval" in done.stdout, "a step that has nothing to do is reported, and the others are done",
              done.stdout, done.stderr)
    occupied = folder / "occupied"
    occupied.write_bytes(b"")
    done = run(program, "do", *RETIME, place / "one.mdx", "--out-dir=%s" % occupied)
    tap.check(done.returncode == 4 and b"cannot be created" in done.stderr, "a folder that cannot be made is an error of the output",
              done.stdout, done.stderr)


TWENTY = {"mdx": """\
texture-merge
texture-replace-path textures[*] find="war3" replace="wc3"
texture-set-wrap textures[*].path=/blp$/i width=On
texture-remove-unused
material-merge
material-remove-unused
material-set-priority materials[*] priority=1 relative=1
layer-set-flags materials[*].layers[*].flags=/Unshaded/ flag=two_sided
sequence-retime sequences[/^(Walk|Death)/] factor=2
texture-set-wrap textures[*] height=On
sequence-add name="Added" length=500
geoset-set-selection-group geosets[*] group=1
geoset-remove-unused-vertices geosets[*]
geoset-weld geosets[*]
geoset-flip-faces geosets[*]
geoset-transform geosets[*] move={0, 0, 1}
geoset-recompute-bounds geosets[*]
node-sort
track-remove-redundant
node-rename-pattern bones[*].name=/^Bone_/ find="Bone_" replace="B_"
""", "m2": """\
texture-merge
texture-replace-path textures[*] find="Creature" replace="Creatures"
texture-set-wrap textures[*] width=On
texture-remove-unused
surface-blend skins[0].batches[0:1] blend_mode=2
surface-set-priority skins[0].batches[0:1] priority=1 relative=1
surface-make-single-user skins[0].batches[0:1]
sequence-retime sequences[/^Stand/] factor=2
sequence-normalise-frequency sequences[*]
geoset-flip-faces skins[0].submeshes[0:1]
geoset-recompute-normals skins[0].submeshes[0:1]
geoset-transform skins[0].submeshes[0:1] move={0, 0, 1}
geoset-recompute-bounds skins[0].submeshes[0:1]
pivot-move attachments[0:1] by={0, 0, 1}
delete attachments[*].attachment_id=/^(Chest|Hand)/
node-sort
track-remove-redundant
delete lights[*]
rebuild-layout
texture-set-type textures[0:1] type=monster_skin_1
"""}


def twenty_steps(tap, program, folder):
    """Twenty operations on more than a hundred real models."""
    if not CORPUS.is_dir():
        tap.skip("twenty operations on a hundred real models", "there is no corpus at %s" % CORPUS)
        return
    total = 0
    for kind, steps in TWENTY.items():
        script, place, out = folder / ("twenty-%s.txt" % kind), folder / ("real-%s" % kind), folder / ("twenty-%s" % kind)
        script.write_text(steps)
        for source in CORPUS.glob(kind + "*[0-9]"):
            shutil.copytree(source, place / source.name)
        before, ending = files_below(place), "." + kind
        n = sum(name.lower().endswith(ending) for name in before)
        total += n
        done = run(program, "do", "--script=%s" % script, "-j4", place, "--out-dir=%s" % out)
        made = [path for path in out.rglob("*") if path.name.lower().endswith(ending)]
        # One model has a geoset without triangles, which is not welded.
        tap.check(n - 1 <= len(made) <= n and b"%d of %d files saved, %d failed\n" % (len(made), n, n - len(made)) in done.stderr,
                  "twenty operations are done on %d %s models, and counted" % (n, kind), done.stderr[-2000:])
        verified = run(program, "verify", "-q", *made)
        tap.check(verified.returncode == 0, "and all of them are right files", verified.stdout[-1000:], verified.stderr[-1000:])
        tap.check(files_below(place) == before, "the inputs stay as they were")
    tap.check(total >= 100, "these are at least a hundred models", total)


def in_order(tap, program, folder):
    """What is printed for many files is in the order of the files, each in one piece, whatever thread is done first."""
    place = folder / "ordered"
    place.mkdir()
    big_model.make(place / "a.mdx", megabytes=4)
    for name in "bcdefgh":
        shutil.copyfile(SAMPLES / "figure.mdx", place / ("%s.mdx" % name))
    script = folder / "steps.txt"
    script.write_text("delete lights[*]\ntexture-merge\nset sequences[*].rarity=2\n")
    results = []
    for jobs in (1, 4):
        out = folder / ("ordered-%d" % jobs)
        with open(script) as steps:
            done = subprocess.run([str(program), "do", "--script=-", "-j%d" % jobs, "-v", str(place), "--out-dir=%s" % out],
                                  stdin=steps, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        results.append((done.returncode, done.stdout, re.sub(b"ordered-.", b"", done.stderr), files_below(out)))
    tap.check(results[0] == results[1] and results[0][0] == 0, "four threads print and write what one does",
              *[item for result in results for item in result[1:3]])
    names = re.findall(rb"/(\w)\.mdx: step \"delete lights", results[1][2])
    tap.check(names == [b"%c" % c for c in b"abcdefgh"] and len(results[1][3]) == 8,
              "a script from standard input is done on every file, in order", results[1][2])


def set_on_many(tap, program, folder):
    place, out = folder / "set-many", folder / "set-out"
    place.mkdir()
    for name in ("one.mdx", "odd=two.mdx"):
        shutil.copyfile(SAMPLES / "figure.mdx", place / name)
    before, single = files_below(place), folder / "set-single.mdx"
    run(program, "set", place / "one.mdx", "sequences[0].rarity=3", "-o", single)
    done = run(program, "set", place / "one.mdx", place / "odd=two.mdx", "sequences[0].rarity=3", "--out-dir=%s" % out)
    tap.check(done.returncode == 0 and list(files_below(out).values()) == [single.read_bytes()] * 2
              and files_below(place) == before and b"2 of 2 files saved, 0 failed" in done.stderr,
              "values are set in many files", done.stdout, done.stderr)
    done = run(program, "set", place, "sequences[/^No Such/].rarity=3", "-i")
    tap.check(done.returncode == 0 and done.stderr.count(b"matches nothing in this model") == 2 and files_below(place) == before,
              "a path that names nothing in one of many is reported", done.stdout, done.stderr)
    done = run(program, "set", place / "one.mdx", "sequences[/^No Such/].rarity=3", "-i")
    tap.check(done.returncode == 2, "and is an error in a single file", done.stdout, done.stderr)
    done = run(program, "set", "-v", place, "sequences[0].rarity=3", "-n")
    tap.check(done.returncode == 0 and done.stdout.count(b"sequences[0].rarity: ") == 2 and files_below(place) == before,
              "--dry-run prints what would change and writes nothing", done.stdout, done.stderr)
    done = run(program, "set", place, "sequences[0].rarity=nonsense", "-i")
    tap.check(done.returncode == 2 and files_below(place) == before and b"0 of 2 files saved, 2 failed" in done.stderr,
              "a value that cannot be is a failure of each file", done.stdout, done.stderr)


# --- On a terminal ----------------------------------------------------------------------------------------------------

def on_terminal(program, *arguments, **options):
    """The exit status, and what a terminal gets of both outputs."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.environ.pop("NO_COLOR", None)
        os.execv(str(program), [str(program), *map(str, arguments)])
    shown = b""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode(errors="replace")


def on_screen(shown):
    """The lines that are seen in the end: a carriage return overwrites the line."""
    lines = []
    for line in shown.replace("\r\n", "\n").split("\n"):
        seen = ""
        for part in line.split("\r"):
            seen = part + seen[len(part):]
        lines.append(seen.rstrip())
    return [line for line in lines if line]


def progress(tap, program, folder):
    place = folder / "progress"
    place.mkdir()
    # So much that the whole takes some seconds, whatever the machine and the build.
    probe = folder / "probe.mdx"
    big_model.make(probe, megabytes=2)
    started = time.monotonic()
    run(program, "convert", probe, folder / "probe.mdl")
    big_model.make(place / "00.mdx", megabytes=max(2, min(12, round(2 * 0.12 / (time.monotonic() - started)))))
    for i in range(1, 24):
        os.link(place / "00.mdx", place / ("%02d.mdx" % i))
    status, shown = on_terminal(program, "convert", "-j1", "--to=mdl", "--out-dir=%s" % (folder / "progress-out"), place)
    tap.check(status == 0, "a batch runs on a terminal", shown[-2000:])
    lines = re.findall(r"[\r\n](\d+)/24(?:, (?:(\d+) s|(\d+):(\d\d) min) left)?  (\d\d\.mdx)", shown)
    tap.check(len(lines) >= 3, "it counts the files there", shown[-2000:])
    tap.check(all(int(line[4][:2]) == int(line[0]) - 1 for line in lines), "and names the file that it works on", lines)
    left = [int(line[1] or 0) + 60 * int(line[2] or 0) + int(line[3] or 0) for line in lines if line[1] or line[2]]
    tap.check(left and left[-1] <= left[0] and left[-1] <= 10, "and shows the time that is left", shown[-2000:])
    stays = on_screen(shown)
    tap.check(len(stays) == 25 and not any("/24" in line for line in stays), "and removes the line at the end", stays)
    done = run(program, "convert", "-f", "--to=mdl", "--out-dir=%s" % (folder / "progress-out"), place)
    tap.check(b"/24" not in done.stdout + done.stderr, "without a terminal it shows none of this", done.stderr)
    shutil.rmtree(place)
    shutil.rmtree(folder / "progress-out")


def escapes(tap, program, folder):
    text = folder / "escapes.mdl"
    text.write_bytes(b'Version { FormatVersion 800, }\nModel "m" { BlendTime 150, }\n'
                     b'Sequences 1 { Anim "%s \xff \x9b1m \xc2\x9b \xc3\xa4" { Interval { 0, 9 }, } }\nOdd "%s" { }\n'
                     % (ESCAPE.encode(), ESCAPE.encode()))
    for arguments in (("ls", text, "sequences"), ("info", text), ("get", text), ("check", text), ("layout", text)):
        status, shown = on_terminal(program, *arguments)
        own = re.sub(r"\x1b\[(0|1|31|32|33)m", "", shown)
        # The terminal itself puts a carriage return before each line feed.
        wild = [character for character in own if character not in "\r\n\t" and not character.isprintable()]
        tap.check(status in (0, 1) and not wild, "%s shows control characters of names on a terminal as text" % arguments[0],
                  repr(shown))
    named = folder / (ESCAPE + "\u009b\u00e4.mdl")
    shutil.copyfile(text, named)
    wanted = "\\x1b]0;taken over\\x07\\xc2\\x9b\u00e4.mdl"
    for arguments in (("convert", "-f", named, folder / "escapes.mdx"), ("verify", named), ("info", named, text)):
        status, shown = on_terminal(program, *arguments)
        tap.check(status == 0 and wanted in shown, "%s spells each byte of such a file's name as \\\\xNN" % arguments[0], repr(shown))
    done = run(program, "verify", named)
    tap.check(str(named).encode() in done.stdout, "elsewhere the bytes stay", done.stdout)
    status, shown = on_terminal(program, "check", SAMPLES / "everything.mdx")
    tap.check("\x1b[33m" in shown or "\x1b[31m" in shown, "our own colours stay", repr(shown))


# --- Locales ----------------------------------------------------------------------------------------------------------

def decimal_comma(locale):
    """Whether the locale is there, and has one."""
    code = "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.localeconv()['decimal_point'])"
    done = subprocess.run([sys.executable, "-c", code], env=dict(os.environ, LC_ALL=locale), capture_output=True, text=True)
    return done.returncode == 0 and done.stdout.strip() == ","


def in_locale(program, folder, locale):
    """What the program writes there, and prints."""
    environment = dict(os.environ, LC_ALL=locale, LANGUAGE="")
    folder.mkdir()
    edited = folder / "edited.mdl"
    output = []
    for arguments in (("convert", "--to=mdl", "--out-dir=%s" % folder, *SAMPLE_MODELS),
                      ("convert", folder / "everything.mdl", folder / "again.mdx"),
                      ("set", folder / "everything.mdl", "bounds.radius=0.125", "bones[0].pivot={1.5, -2.25e-3, 0.1}", "-o", edited),
                      ("get", edited), ("get", "--json", edited), ("verify", edited), ("layout", edited), ("check", edited),
                      ("info", "--json", edited), ("diff", edited, folder / "everything.mdl")):
        done = run(program, *arguments, env=environment)
        output.append((arguments[0], done.returncode, (done.stdout + done.stderr).replace(str(folder).encode(), b"FOLDER")))
    return output, files_below(folder)


def locales(tap, program, folder):
    plain = in_locale(program, folder / "C", "C.UTF-8")
    tap.check(all(code in (0, 1) for _, code, _ in plain[0]) and len(plain[1]) >= 5, "the commands run in the C locale", plain[0])
    for locale in LOCALES:
        claim = "under %s every byte written and printed is the same" % locale
        if decimal_comma(locale):
            there = in_locale(program, folder / locale, locale)
            tap.check(there[1] == plain[1] and there[0] == plain[0], claim,
                      *[now for now, then in zip(there[0], plain[0]) if now != then])
        else:
            tap.skip(claim, "the locale %s is not installed" % locale)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="modelwright-batch-") as name:
        folder = pathlib.Path(name)
        interrupts(tap, program, folder)
        folder.chmod(0o755)
        unreadable(tap, program, folder)
        steps_on_many(tap, program, folder)
        in_order(tap, program, folder)
        twenty_steps(tap, program, folder)
        set_on_many(tap, program, folder)
        progress(tap, program, folder)
        escapes(tap, program, folder)
        locales(tap, program, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
