#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""planted.py BUILD [TARGET]...: whether the fuzz targets find anything. In a copy of the source below BUILD one small fault
after the other is planted; each must be found within its time, by inputs that the seeds do not hold. What was found must do
no harm to the source as it is. Speaks TAP."""
import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))
from tap import Tap  # noqa: E402

OPTIONS = ["-Dfuzz=true", "-Doptimization=1", "-Db_sanitize=address,undefined", "-Db_lundef=false"]
SECONDS = 240

# Target, the fault, file or files, the text that occurs once there, its replacement.
FAULTS = (
    ("address", "a name may lead out of its folder", "core/vfs/extract.c",
     " || strcmp (parts[i], \"..\") == 0", ""),
    ("check", "what was edited is not checked again", "core/check/live.c",
     "         || g_hash_table_contains (run->live->edited.ids, GUINT_TO_POINTER (record->id))\n", ""),
    ("dbc", "the texts may end after the file", "core/vfs/dbc.c",
     "  const guint64 whole = HEADER + (guint64) n_records * record + texts;",
     "  const guint64 whole = HEADER + (guint64) n_records * record;"),
    ("elements", "a text of one line is read beyond its end", "core/edit/operations/elements/elements-text.c",
     "  if (!end)\n    return refuse_text (error, \"it has only one line\"), NULL;\n", ""),
    ("mdx", "a count is believed that is one element too large", "core/schema/wire-read.c",
     "if (n > (reader->end - reader->at) / in_file)",
     "if (n > (reader->end - reader->at) / in_file + 1)"),
    ("mdx", "bytes after a name are lost when a blank comes first", "core/schema/wire-read.c",
     "  if (first < last) {\n    while (bytes[last - 1] == 0)",
     "  if (first < last && bytes[first] != ' ') {\n    while (bytes[last - 1] == 0)"),
    ("mdl", "a word at the end of the text is read beyond it", "core/schema/mdl-lexer.c",
     "    while (lexer->at < lexer->end && mw_mdl_class (*lexer->at) > MW_MDL_BLANK)",
     "    while (mw_mdl_class (*lexer->at) > MW_MDL_BLANK)"),
    ("mdl", "a name of seven bytes is written as another", "core/schema/mdl-put.c",
     "  memcpy (to, text, n);\n",
     "  memcpy (to, text, n);\n  if (n == 7)\n    to[6] = '_';\n"),
    ("m2", "an array may end beyond its file", "core/schema/wire-m2*.c",
     " - pair->offset) / size)",
     " - pair->offset) / size + 4096)"),
    ("m2", "a corner of a profile may be any number", "core/model/m2/skin-vertices.c",
     "    if (index >= stored->vertices.n)",
     "    if (index == 0xFFFF)"),
    ("m2", "a single byte between arrays is lost", "core/io/m2/m2-places.c",
     "    if (covered[at] || bytes[at] == 0) {",
     "    if (covered[at] || bytes[at] == 0 || (at + 1 < size && bytes[at + 1] == 0)) {"),
    ("m2", "keys may be beyond the end of the file of their sequence", "core/schema/wire-m2-read.c",
     "  if (G_LIKELY (pair->offset <= image->size && pair->count",
     "  if (image != &mw_wire_reader_m2 (reader)->image || G_LIKELY (pair->offset <= image->size && pair->count"),
    ("mwcheck", "a reason may be empty", "core/check/switched-off.c",
     "!reason || !*g_strstrip (reason)", "!reason"),
    ("path", "an index may be the number of elements", "core/schema/path.c",
     "    if (index->from >= n)",
     "    if (index->from > n)"),
    ("slk", "a value at the end of the table is read beyond it", "core/vfs/slk.c",
     "letter == 'K' && record.at < record.end && *record.at == '\"'",
     "letter == 'K' && *record.at == '\"'"),
    ("image", "packets of several bytes a pixel may end beyond the input", "core/image/tga.c",
     "(run ? 1 : count) * tga->pixel_bytes, \"TGA packet\"",
     "(run ? 1 : count), \"TGA packet\""),
    ("journal", "a body may be larger than its file", "core/base/record-log.c",
     "  if (head.meta_size > left || head.body_size > left - head.meta_size)",
     "  if (head.meta_size > left)"),
    ("shown", "the last texture need not have a file", "core/render/shown.c",
     "  if (g_strv_length (images) % 2 != 0) {",
     "  if (g_strv_length (images) % 2 > 1) {"),
    ("step", "an array may have fewer bytes than its elements have", "core/edit/step-read.c",
     "  if (*bytes && got == size)",
     "  if (*bytes && got + 16 >= size)"),
)


def copy_source(to):
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    for path in to.rglob("*"):  # of an earlier run
        if path.is_file() and str(path.relative_to(to)) not in names:
            path.unlink()
    for name in filter(None, names):
        source, target = ROOT / name, to / name
        if not source.is_file():
            continue
        if target.is_file() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


class Fuzzer:
    def __init__(self, folder):
        self.tree, self.build, self.finds = folder / "tree", folder / "build", folder / "finds"
        shutil.rmtree(self.finds, ignore_errors=True)
        self.finds.mkdir(parents=True)
        copy_source(self.tree)
        self.environment = dict(os.environ, CC="clang", CCACHE_BASEDIR=str(self.tree), CCACHE_NOHASHDIR="1",
                                G_SLICE="always-malloc", LSAN_OPTIONS="suppressions=%s" % (self.tree / "tests/lsan.supp"),
                                UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1")
        if not (self.build / "build.ninja").is_file():
            self.call(["meson", "setup", str(self.build), str(self.tree), *OPTIONS])

    def call(self, command, check=True):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              env=self.environment)
        output = done.stdout.decode(errors="replace")
        if check and done.returncode:
            sys.exit("%s\nplanted.py: %s failed" % (output[-4000:], command[0]))
        return done.returncode, output

    def make(self, target):
        jobs = os.environ.get("MODELWRIGHT_JOBS")
        self.call(["ninja", "-C", str(self.build), *(["-j", jobs] if jobs else []), "tests/%s-fuzz" % target, "mwright"])

    def run(self, target, *arguments):
        words = self.tree / "tests/fuzz" / (target + ".dict")
        arguments = (*(["-dict=%s" % words] if words.is_file() else []), *arguments)
        return self.call([str(self.build / "tests" / (target + "-fuzz")), "-timeout=10", "-rss_limit_mb=2048",
                          *map(str, arguments)], check=False)


def runs_of(output):
    """How many inputs it took."""
    numbers = [line.split()[0][1:] for line in output.splitlines() if line.startswith("#") and line.split()[0][1:].isdigit()]
    return numbers[-1] if numbers else "few"


def holders(tree, fault):
    """The files of a fault that contain its text, each once per occurrence."""
    return [path for path in sorted(tree.glob(fault[2])) for _ in range(path.read_text().count(fault[3]))]


def plant(tap, fuzzer, number, fault):
    target, what, _, old, new = fault
    path = holders(fuzzer.tree, fault)[0]
    whole = path.read_text()
    seeds = fuzzer.tree / "tests/fuzz/seeds" / target
    finds = fuzzer.finds / ("%d-%s" % (number, target))
    corpus = finds / "corpus"
    corpus.mkdir(parents=True)
    path.write_text(whole.replace(old, new))
    try:
        fuzzer.make(target)
        code, output = fuzzer.run(target, "-runs=0", "-artifact_prefix=%s/" % corpus, seeds)
        tap.check(code == 0, "%s: the seeds do not show that %s" % (target, what), output[-2000:])
        code, output = fuzzer.run(target, "-max_total_time=%d" % SECONDS, "-artifact_prefix=%s/" % finds, corpus, seeds)
        found = [path for path in finds.iterdir() if path.is_file()]
        tap.check(code != 0 and found, "%s: that is found within %d s" % (target, SECONDS), output[-2000:])
        print("# after %s inputs: %s" % (runs_of(output), ", ".join(path.name[:24] for path in found) or "nothing"))
    finally:
        path.write_text(whole)
    return found


def main():
    build, *targets = sys.argv[1:]
    tap = Tap()
    faults = [fault for fault in FAULTS if not targets or fault[0] in targets]
    stale = ["%s: %r" % (fault[2], fault[3]) for fault in faults if len(holders(ROOT, fault)) != 1]
    if not tap.check(faults and not stale, "the text to replace occurs in the source once", *stale):
        return tap.end()
    fuzzer = Fuzzer(pathlib.Path(build).resolve() / "planted")
    found = [(fault[0], path) for number, fault in enumerate(faults) for path in plant(tap, fuzzer, number, fault)]
    for target in sorted({target for target, _ in found}):
        fuzzer.make(target)
        code, output = fuzzer.run(target, *[path for name, path in found if name == target])
        tap.check(code == 0, "%s: what was found does no harm without the faults" % target, output[-2000:])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
