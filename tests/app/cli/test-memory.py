#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-memory.py PROGRAM: the memory rule of the design, 32 times the files and 64 MB, holds for every verb on every model of
the corpus, the samples and the damaged files of the fuzzer. The system enforces it: a run that asks for more data fails.
Speaks TAP."""
import concurrent.futures
import itertools
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from tap import Tap  # noqa: E402

SOURCE = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[3]))
CORPUS = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or SOURCE.parent / "shared/corpus")
FRACTION = int(os.environ.get("MODELWRIGHT_FRACTION") or 1)  # each verb takes one model in so many, each verb others
SANITIZED = bool(os.environ.get("MODELWRIGHT_SANITIZED"))
TIMES, BESIDE = 32, 64 << 20
BASE = 16 << 20  # the program's own data, and the stack of its second thread
WORDS = (b"memory", b"allocate")
SUFFIXES = (".mdx", ".mdl", ".m2")
# They read no model file: recover has journals of the window, extract copies files out of archives, games lists folders, texture
# reads images. The memory of render is mostly that of the OpenGL driver.
NO_VERBS = {"schema", "targets", "help", "recover", "extract", "games", "render", "texture"}

# What each verb is asked for; {} is the file, {out} a name of its own for what is written.
RUNS = {
    "info": (("info", "-v", "{}"),),
    "ls": (("ls", "{}"),),
    "get": (("get", "--json", "{}"),),
    "copy": (("copy", "{}", "textures[*]"),),
    "set": (("set", "{}", "name=a", "-o", "{out}"),),
    "do": (("do", "-e", "duplicate *", "{}", "-o", "{out}"), ("do", "-e", "delete textures[*]", "{}", "-o", "{out}")),
    "diff": (("diff", "{}", "{other}"),),
    "verify": (("verify", "--origin", "-v", "{}"),),
    "layout": (("layout", "--json", "{}"),),
    "check": (("check", "{}"),),
    "convert": (("convert", "--to=mdl", "{}", "{out}.mdl"), ("convert", "--to=mdl", "--lossless", "-v", "--json", "{}", "{out}l.mdl"),
                ("convert", "--to=mdx1100", "{}", "{out}.mdx"), ("convert", "--to=wow-mdx1300", "{}", "{out}w.mdx")),
    "deps": (("deps", "{}"),),
    "salvage": (("salvage", "{}", "-o", "{out}"),),
    "rename": (("rename", "-n", "{}", "renamed"),),
}


def verbs_of(program):
    """The words at the start of the indented lines before the one on --help of a verb."""
    text = subprocess.run([str(program), "--help"], capture_output=True, text=True).stdout.split("  mwright VERB --help")[0]
    return {line.split()[0] for line in text.splitlines() if line.startswith("  ") and line.strip()}


def models():
    """Models with the bytes of all their files."""
    roots = [SOURCE / "data/samples", SOURCE / "tests/fuzz/seeds/m2", SOURCE / "tests/fuzz/regressions"]
    roots += [SOURCE / "tests/fuzz/seeds" / kind for kind in ("mdx", "mdl")]
    if CORPUS.is_dir():
        roots.append(CORPUS)
    for root in roots:
        for path in sorted(root.rglob("*")):
            fuzz = "fuzz" in path.parts
            if path.is_file() and (fuzz or path.suffix.lower() in SUFFIXES):
                beside = path.parent.glob(path.stem + "*") if path.suffix.lower() == ".m2" else [path]
                yield path, sum(p.stat().st_size for p in beside)


class Work:
    def __init__(self, program, other, folder):
        self.program, self.other, self.folder = program, other, folder
        self.lock, self.number = threading.Lock(), itertools.count()
        self.worst = {}

    def run(self, verb, words, path, size):
        """What went wrong, or None."""
        out = self.folder / ("out-%d" % next(self.number))
        args = [str(self.program), *(w.format(path, out=str(out) + path.suffix, other=self.other) for w in words)]
        size += self.other.stat().st_size if "{other}" in words else size if verb == "diff" else 0
        limit = TIMES * size + BESIDE + BASE
        with tempfile.TemporaryFile() as err:
            process = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            err.seek(0)
            output = err.read()
        for left in self.folder.glob(out.name + "*"):
            left.unlink()
        with self.lock:
            self.worst[verb] = max(self.worst.get(verb, (0, "")), ((used.ru_maxrss << 10) / (TIMES * size + BESIDE), str(path)))
        if process.returncode < 0 or process.returncode > 4 or any(word in output for word in WORDS):
            return "%s: exit code %d: %s" % (" ".join(args[1:]), process.returncode, output[:300].decode(errors="replace"))
        return None


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap()
    if SANITIZED:
        tap.skip("memory", "a sanitizer has its own memory")
        return tap.end()
    if not CORPUS.is_dir():
        tap.skip("the corpus", "there is none at %s" % CORPUS)
    verbs = verbs_of(program)
    tap.check(verbs - NO_VERBS == set(RUNS), "every verb that reads a file is here", (verbs - NO_VERBS) ^ set(RUNS))
    with tempfile.TemporaryDirectory(prefix="modelwright-room-") as name:
        work = Work(program, SOURCE / "data/samples/everything.mdx", pathlib.Path(name))
        found = list(models())
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for number, (verb, runs) in enumerate(sorted(RUNS.items())):
                chosen = found[number % FRACTION::FRACTION]
                results = [pool.submit(work.run, verb, words, path, size) for path, size in chosen for words in runs]
                wrong = [r.result() for r in results if r.result()]
                tap.check(not wrong, "%s keeps to the memory rule on %d files" % (verb, len(chosen)), *wrong[:20])
                print("# most of what is allowed: %.2f, by %s" % work.worst[verb])
        # A limit that nothing can hit would prove nothing.
        small = subprocess.run([str(program), "info", str(work.other)], capture_output=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (1 << 20, 1 << 20)))
        tap.check(small.returncode not in (0, 1), "with a limit of 1 MB nothing is read", small.returncode, small.stderr)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
