#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the rules of docs/architecture.md about sources: the room of a file decides what it may include and call.

Prints TAP, one line for each rule. A broken rule lists every place as FILE:LINE.
"""
import argparse
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import looks

# A room may use itself and the rooms of lower floors.
FLOORS = {
    "core/base": 0,
    "core/schema": 1,
    "core/model": 2,
    "core/vfs": 3,
    "core/io": 3,
    "core/image": 3,
    "core/pose": 3,
    "core/convert": 3,
    "core/edit": 4,
    "core/check": 4,
    "core/render": 4,
    "core/save": 5,
    "ui": 6,
    "app": 7,
}
# Exceptions: rooms on the same floor that may be used.
MAY_USE = {("core/io", "core/vfs"), ("core/vfs", "core/image")}

GTK = re.compile(r"(gtk|gdk|gsk)/|gdk-pixbuf")
GL = re.compile(r"epoxy/|GL/|GLES\d?/|EGL/")
SYSTEM_HEADERS = re.compile(r"(unistd|fcntl|dirent|pthread|poll|signal|termios|io|windows)\.h$|sys/|glib/gstdio\.h$|glib-unix\.h$|gio/gunix")
SYSTEM_CALLS = re.compile(r"(?<![\w.>])(open|openat|creat|fopen|freopen|opendir|mmap|fork|system|popen|"
                          r"g_fopen|g_open|g_mkstemp\w*|g_file_[gs]et_contents\w*|g_dir_open|g_mapped_file_new)\s*\(")
# These functions overrun buffers, keep hidden state, or depend on the locale.
BANNED_CALLS = re.compile(r"(?<![\w.>])(strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atof|strtok|strtod|strtof|g_strtod)\s*\(")
BANNED_CALLS_IN_TESTS = re.compile(r"(?<![\w.>])(strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atof|strtok)\s*\(")

# These functions put a model on the disk. Only a save session may call them, because it has proved the bytes (core/save/save.h).
SAVING_CALLS = re.compile(r"(?<![\w.>])(mw_file_set_(?:save|update|update_and_remove))\s*\(")

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
# Names that belong to one family of models: its records, schemas, numbers and functions.
FAMILY = re.compile(r"\b(MW_FAMILY_(?:MDX_WOW|MDX|M2)|(?:mw_|MW_|Mw)(?:m2|mdlx|wow|M2|Mdlx|Wow|MDLX|WOW)(?=[A-Z_])\w+)\b")
# Looks up a field or a schema by a name in quotes. MW_FIELD and the address of a schema are checked by the compiler.
BY_NAME = re.compile(r'(?<!\w)(?:mw_schema_field\s*\((?:[^;"()]|\([^()]*\))*"|(?:strcmp|g_strcmp0|g_str_equal)\s*\(\s*'
                     r'(?:[^;",]*(?<!element)(?<!root)(?<!attribute)(?:->|\.)name\s*,\s*"|"[^"\n]*"\s*,[^;",()]*(?:->|\.)name\s*\)))')
FAMILY_HEADERS = re.compile(r"core/(model|io)/(m2|mdlx)/")
# Files of one family: they are in its folder or named after it.
FAMILY_FILES = re.compile(r"core/(model|io)/(m2|mdlx|mdx|mdl)/|core/convert/|(.*/)?((check|wire)-)?(m2|mdlx|wow|mdl)(-[\w-]+)?\.[ch]$")
# Exceptions: generic files that may name a family, with the reason. Other generic code uses an aspect (core/model/aspects.h) or a
# table of its room with one entry for each family.
MAY_NAME_A_FAMILY = {
    # Lists of the families, one in each room.
    "core/model/aspects.c": "lists the families",
    "core/vfs/clients.c": "lists the games, each of one family",
    "core/model/aspects.h": "declares the tables that aspects.c lists",
    "core/pose/family.c": "lists the families",
    "core/pose/family.h": "declares the tables that family.c lists",
    "core/pose/emitter.h": "declares the rules that the tables of the families name",
    "core/render/renderer.c": "lists the scenes of the families",
    "core/render/render-private.h": "declares the scenes that renderer.c lists",
    "core/check/check.c": "lists the checks of the families",
    "core/check/finding.h": "declares the checks that check.c lists",
    "core/edit/document.c": "lists the edit rules of the families",
    "core/edit/document-private.h": "declares the edit rules that document.c lists",
    "core/io/registry.c": "lists the formats, each of one family",
    "core/schema/schema.h": "numbers the families",
    # The whole file is about one family, but its name does not say so.
    "core/edit/operations/geosets/geoset-faces.c": "geosets have primitive groups, and submeshes have profiles",
    "core/edit/operations/geosets/geoset-merge.c": "an operation on the geosets of MDLX",
    "core/edit/operations/geosets/geoset-parts.c": "geosets are named by bones and animations",
    "core/edit/operations/geosets/geoset-transform.c": "geosets have a box, and submeshes have a sort sphere",
    "core/edit/operations/geosets/geoset-vertices.c": "geosets have vertices of their own, and an M2 model those of all submeshes",
    "core/edit/operations/geosets/geoset-vertices.h": "the vertices of geosets, and of M2 models",
    "core/edit/operations/geosets/geoset-weights.c": "geosets have matrix groups or skin weights, and vertices of M2 have numbers of bones",
    "core/edit/operations/model/layout.c": "an operation on M2 files",
    "core/edit/operations/geosets/mesh.c": "geosets have vertices of their own, and submeshes share those of the model",
    "core/edit/operations/geosets/mesh.h": "the faces of the geosets of MDLX",
    "core/edit/operations/sequences/sequence-frequency.c": "the frequencies of M2 and of World of Warcraft's alpha",
    "core/edit/operations/sequences/sequence-pack.c": "an operation on MDLX files",
    "core/edit/operations/sequences/sequence-join.c": "geosets have extents",
    "core/edit/operations/nodes/add-nodes.c": "helpers are Warcraft III's",
    "core/edit/operations/nodes/motion.h": "declares how the families keep motion",
    "core/edit/operations/elements/new-elements.h": "declares what the families put into new elements",
    "core/edit/operations/elements/new-elements.c": "lists what the families put into new elements",
    "core/edit/operations/transfer/sequence-import.c": "what a new sequence needs in each family",
    "core/edit/operations/elements/elements-text.c": "elements of MDLX are MDL text, and those of M2 a step",
    "core/edit/operations/tracks/timed-keys.c": "keys of M2 may be in files that are not there",
    "core/edit/operations/transfer/model-merge.c": "geosets have vertices of their own, and submeshes of M2 share those of the model",
    "core/edit/operations/elements/paste.c": "only MDLX has conversions",
    "core/edit/operations/transfer/transfer-take.c": "geosets have extents, and tracks of M2 have lanes",
    "core/edit/operations/transfer/transfer-keys.c": "M2 numbers interpolations in another order",
    "core/edit/operations/transfer/transfer-match.c": "bones of M2 have numbers in place of names",
    "core/edit/operations/transfer/transfer-put.c": "M2 has lanes, or interpolates across the ends of a sequence",
    "core/edit/operations/nodes/attachment-standard.c": "no set of attachments is known of World of Warcraft's alpha",
    "core/edit/operations/tracks/track-keys.c": "World of Warcraft's alpha stores rotations without a sign",
    "core/edit/operations/tracks/curves.c": "M2 numbers interpolations in another order, and may have keys in files that are not there",
    "core/edit/operations/sequences/time-line.c": "M2 interpolates across the ends of a sequence",
    "core/edit/operations/materials/material-list.c": "which records are materials, in both families",
    "core/edit/operations/materials/surfaces.c": "operations on the surfaces of M2",
    "ui/outline/surfaces.c": "the surfaces of M2",
    "ui/outline/surface-form.c": "the form of a surface of M2",
    "ui/inspector/lane-edit.c": "keys in lanes, which M2 has",
    # What people read about each kind of record. The kinds of both families are listed together, because many share their words.
    "core/model/facts.c": "facts from catalogues about events and batches",
    "core/model/titles.c": "titles of records that have no name",
    "ui/labels.c": "plurals and icons of all kinds",
    "ui/inspector/record-info.c": "remarks beside the titles",
    "app/cli/diff-text.c": "titles where elements have no names, which is in M2",
    # Words in files and addresses that differ between the games.
    "core/model/track.c": "one row of tracks has another spelling in one game",
    "core/schema/live.c": "some tracks have no interpolation in the files of one game",
    "core/schema/schema.c": "names from the catalogue of one game",
    "core/vfs/stock.c": "the stock folders of each game",
    "app/cli/cli.c": "names format and game in --json",
    "app/cli/targets.c": "names the game in --json",
    "ui/window/recent.c": "the MIME type of each format",
    "ui/window/window-files.c": "a file name with the game in it",
}
# What a header declares although no other file of the product calls it, and why.
CALLED_BY_TESTS = {
    # For the dialogs of operations with a live preview.
    "mw_document_describe_removal": "says what a deletion takes along",
    # Pictures through a model's own camera.
    # What only a test can wait for, shorten or measure.
    "mw_journal_flush": "waits for the thread that writes",
    "mw_journal_set_limits": "makes the limits small",
    "mw_journal_set_retry": "makes the wait short",
    "mw_ribbon_n_edges": "the same",
    "mw_game_browser_is_reading": "waits for the thread that reads the list of files",
    "mw_disk_watch_is_busy": "waits for the thread that looks at the disk",
    "mw_named_files_is_busy": "waits for the thread that looks for the files that a model names",
    "mw_toast_set_patience": "makes the wait short",
    "mw_thumbnails_set_limit": "makes the limit small",
    "mw_thumbnail_path": "looks at what is kept",
    "mw_thumbnail_fail_path": "the same",
    "mw_viewport_is_drawing": "waits for the end of a frame in parts",
    "mw_viewport_get_n_frames": "counts frames",
    "mw_picture_part_size": "measures how parts adapt to the machine",
    "mw_convert_map_part": "pairs what a conversion split or joined",
}
# What headers of core and app declare although only the file that defines it uses it, and why: tests call each.
CALLED_IN_ONE_FILE = {
    "mw_file_set_save": "a save over nothing, or over anything: core/save calls the one with all options",
    "mw_file_set_update": "a save over what was read: the same",
    "mw_m2_companions_find": "the table of the format names it",
    "mw_m2_companions_expected": "the same",
    "mw_m2_companion_role": "the reverse of mw_m2_companion_suffix()",
    "mw_m2_has_companions": "the table of the format names it",
    "mw_m2_batch_shader_id": "one step of evaluating a batch",
    "mw_renderer_project": "one step of finding the node under the pointer",
    "mw_catalogue_source": "the text of a catalogue, to check it",
    "mw_m2_same_surface": "the rule by which batches are one surface",
    "mw_bytes_has": "which byte belongs to an entry",
    "mw_count_changed_bytes": "counts one part of a save",
    "mw_name_is_in": "one name: the product asks for that of a value",
    "mw_schema_reachable_in": "a list for sweeps over all records of a format",
}

LICENCE = "/* SPDX-License-Identifier: GPL-3.0-or-later */"
MOST_LINES = 1000
LISTED = re.compile(r"^MW_\w+ \((.*)\)$", re.M)  # a line of a list, such as core/edit/operations/list.h
TRANSLATED = re.compile(r'(?<!\w)((_|N_|NP_|C_|ngettext|g_dngettext) \(|(mw_operation_refuse|mw_check_find_in|mw_check_find_at|add_finding) \([^";]*)\s*"')


def room_of(path):
    """The room of a file or include path, or None."""
    parts = path.split("/")
    for depth in (2, 1):
        name = "/".join(parts[:depth])
        if len(parts) > depth and name in FLOORS:
            return name
    return None


class Source:
    def __init__(self, root, path):
        self.name = path.relative_to(root).as_posix()
        self.room = room_of(self.name)
        self.top = self.name.split("/")[0]
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.lines = self.text.splitlines()
        self.includes = []
        for number, line in enumerate(self.lines, 1):
            found = INCLUDE.match(line)
            if found:
                self.includes.append((number, found[1] == '"', found[2]))

        self.code = NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)  # without comments and strings

    def families(self):
        """(line, what) of each place that names a family."""
        for line, _, path in self.includes:
            if FAMILY_HEADERS.match(path):
                yield line, f"includes {path}"
        for line, name in self.calls(FAMILY):
            yield line, f"names {name}"

    def calls(self, pattern):
        """(line, name) of each match in the code."""
        for found in pattern.finditer(self.code):
            yield self.code.count("\n", 0, found.start()) + 1, found[1]


def in_core_above_base(source):
    return source.top == "core" and source.room != "core/base"


def rooms_below(root, sources):
    for source in sources:
        if source.top == "core" and source.room is None:
            yield f"{source.name}:1: is in no room"
        for line, _, path in source.includes:
            other = room_of(path)
            if source.room is None or other is None or other == source.room:
                continue
            if FLOORS[other] >= FLOORS[source.room] and (source.room, other) not in MAY_USE:
                yield f"{source.name}:{line}: {source.room} may not use {other}: {path}"


def includes_matching(sources, pattern, allowed):
    for source in sources:
        for line, quoted, path in source.includes:
            if not quoted and pattern.match(path) and not allowed(source):
                yield f"{source.name}:{line}: includes <{path}>"


def no_gtk_in_core(root, sources):
    yield from includes_matching(sources, GTK, lambda source: source.top != "core")


def gl_in_render_only(root, sources):
    product = [source for source in sources if source.top != "tests"]
    yield from includes_matching(product, GL, lambda source: source.room == "core/render")


def system_in_base_only(root, sources):
    core = [source for source in sources if in_core_above_base(source)]
    yield from includes_matching(core, SYSTEM_HEADERS, lambda source: False)
    for source in core:
        for line, name in source.calls(SYSTEM_CALLS):
            yield f"{source.name}:{line}: calls {name}"


def product_without_tests(root, sources):
    for source in sources:
        if source.top == "tests":
            continue
        for line, _, path in source.includes:
            if path.startswith("tests/") or "/tests/" in path:
                yield f"{source.name}:{line}: includes {path}"


def includes_from_root(root, sources):
    for source in sources:
        for line, quoted, path in source.includes:
            if quoted and not re.match(r"(core|ui|app|tests|data)/", path):
                yield f'{source.name}:{line}: "{path}" does not start at the root of the repository'


def no_banned_calls(root, sources):
    for source in sources:
        for line, name in source.calls(BANNED_CALLS_IN_TESTS if source.top == "tests" else BANNED_CALLS):
            if source.room == "core/base" and name in ("strtof", "strtod"):
                continue
            yield f"{source.name}:{line}: calls {name}"


def models_are_saved_by_sessions(root, sources):
    for source in sources:
        if source.top == "tests" or source.room in ("core/base", "core/save"):
            continue
        for line, name in source.calls(SAVING_CALLS):
            yield f"{source.name}:{line}: calls {name}"


def families_by_tables(root, sources):
    """Generic product code names no family, and each exception is needed."""
    for source in sources:
        if source.top == "tests" or FAMILY_FILES.match(source.name):
            continue
        named = list(source.families())
        if source.name not in MAY_NAME_A_FAMILY:
            yield from (f"{source.name}:{line}: {what}" for line, what in named)
        elif not named:
            yield f"{source.name}:1: names no family: remove it from MAY_NAME_A_FAMILY"
    if (root / "tests/floors/floors.py").exists():
        gone = sorted(set(MAY_NAME_A_FAMILY) - {source.name for source in sources})
        if gone:
            yield f"tests/floors/floors.py:1: MAY_NAME_A_FAMILY names files that do not exist: {', '.join(gone)}"


def fields_by_handles(root, sources):
    """Product code names fields and schemas by handles that the compiler checks, not by texts."""
    for source in sources:
        if source.top == "tests":
            continue
        code = re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found[0]), source.text, flags=re.S)
        for found in BY_NAME.finditer(code):
            yield f"{source.name}:{code.count(chr(10), 0, found.start()) + 1}: looks up by a name in quotes"


DECLARED = re.compile(r"^(?!#|typedef|static|extern|struct|enum|union|return)\w[\w \*]*?[\s\*](mw_\w+) \([^{};]*\)[^{};]*;", re.M)
DEFINED = re.compile(r"^mw_\w+(?= \()", re.M)


def public_is_used(root, sources):
    """Each function that a header of the core or the programs declares is named by the product: in a body, a table or a macro."""
    product = [source for source in sources if source.top in ("core", "app", "ui")]
    used = set()
    for source in product:
        own = DECLARED if source.name.endswith(".h") else DEFINED
        used.update(re.findall(r"\bmw_\w+", own.sub("", source.code)))
    for source in product:
        if not source.name.endswith(".h"):
            continue
        for found in DECLARED.finditer(source.code):
            line = source.code.count("\n", 0, found.start(1)) + 1
            if found[1] not in used and found[1] not in CALLED_BY_TESTS:
                yield f"{source.name}:{line}: only tests call {found[1]}"
            if found[1] in used and found[1] in CALLED_BY_TESTS:
                yield f"{source.name}:{line}: {found[1]} is used: take it out of CALLED_BY_TESTS"


def headers_are_shared(root, sources):
    """Each function that a header of core or app declares is named outside the file that defines it, or by a macro of a header."""
    users, homes = {}, {}
    for source in sources:
        if source.top not in ("core", "app", "ui"):
            continue
        own = DECLARED if source.name.endswith(".h") else DEFINED
        for name in set(re.findall(r"\bmw_\w+", own.sub("", source.code))):
            users.setdefault(name, set()).add(source.name)
        if source.name.endswith(".c"):
            homes.update({name: source.name for name in DEFINED.findall(source.code)})
    for source in sources:
        if source.top not in ("core", "app") or not source.name.endswith(".h"):
            continue
        for found in DECLARED.finditer(source.code):
            line = source.code.count("\n", 0, found.start(1)) + 1
            alone = users.get(found[1]) == {homes.get(found[1])}
            if alone and found[1] not in CALLED_IN_ONE_FILE:
                yield f"{source.name}:{line}: only {homes[found[1]]} uses {found[1]}: make it static"
            if not alone and found[1] in CALLED_IN_ONE_FILE:
                yield f"{source.name}:{line}: {found[1]} is used elsewhere: take it out of CALLED_IN_ONE_FILE"


def licence_first(root, sources):
    for source in sources:
        if not source.lines or source.lines[0] != LICENCE:
            yield f"{source.name}:1: does not begin with {LICENCE}"


def short_enough(root, sources):
    for source in sources:
        if len(source.lines) > MOST_LINES:
            yield f"{source.name}:{len(source.lines)}: more than {MOST_LINES} lines"


def named_by(folder):
    """The text of a folder's meson.build, and the source files from each list that it reads (the last word of a MW_... line)."""
    text = re.sub(r"#.*", "", (folder / "meson.build").read_text())
    for name in re.findall(r"fs\.read\('([^']+)'\)", text):
        above = Path(name).parent
        for words in LISTED.findall((folder / name).read_text()):
            text += f" '{(above / re.split(r', *', words)[-1]).as_posix()}.c'"
    return text


def all_built(root, sources):
    """The nearest meson.build above a .c file names it, or reads a list that does."""
    texts = {}
    for source in sources:
        if not source.name.endswith(".c"):
            continue
        path = root / source.name
        folder = next((above for above in path.parents if (above / "meson.build").exists()), None)
        if folder is None or folder == root:
            yield f"{source.name}:1: no meson.build names it"
            continue
        if folder not in texts:
            texts[folder] = named_by(folder)
        name = path.relative_to(folder).as_posix()
        target = re.fullmatch(r"fuzz/(.+)-fuzz\.c", name) if folder.name == "tests" else None
        wanted = target[1] if target else name
        if f"'{wanted}'" not in texts[folder]:
            yield f"{source.name}:1: {folder.relative_to(root)}/meson.build does not name it"


def scripts_run(root, sources):
    """tests/meson.build names each test script."""
    build = root / "tests/meson.build"
    text = re.sub(r"#.*", "", build.read_text()) if build.exists() else ""
    for path in sorted((root / "tests").rglob("test-*.py")):
        if f"'{path.relative_to(root / 'tests').as_posix()}'" not in text:
            yield f"{path.relative_to(root).as_posix()}:1: tests/meson.build does not name it"


def all_listed(root, sources):
    """Every object of a kind that a list declares (extern const TYPE PREFIX##name, for each line of the list) is in the list."""
    for header in sources:
        for kind, prefix, name in re.findall(r"extern const (\w+) (\w+?)##\w+;\s*#include \"([^\"]+)\"", header.text):
            listed = {re.split(r", *", words)[0] for words in LISTED.findall((root / name).read_text())}
            for source in sources:
                for number, line in enumerate(source.lines, 1):
                    found = re.match(rf"const {kind} {prefix}(\w+) = ", line)
                    if found and found[1] not in listed and source.top != "tests":
                        yield f"{source.name}:{number}: {name} does not list {found[1]}"


def all_translated(root, sources):
    """po/POTFILES names each file with texts for translators, and only files that exist."""
    potfiles = root / "po/POTFILES"
    named = potfiles.read_text().splitlines() if potfiles.exists() else []
    for number, name in enumerate(named, 1):
        if not (root / name).exists():
            yield f"po/POTFILES:{number}: there is no {name}"
    for source in sources:
        if source.top == "tests" or source.name in named:
            continue
        code = re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found[0]), source.text, flags=re.S)
        found = TRANSLATED.search(code)
        if found:
            yield f"{source.name}:{code.count(chr(10), 0, found.start()) + 1}: po/POTFILES does not name it"
    for path in sorted((root / "ui").rglob("*.ui")):
        name = path.relative_to(root).as_posix()
        if 'translatable="yes"' in path.read_text() and name not in named:
            yield f"{name}:1: po/POTFILES does not name it"


RULES = [
    ("a room uses only rooms below it", rooms_below),
    ("core includes no GTK", no_gtk_in_core),
    ("GL is used in core/render only", gl_in_render_only),
    ("system calls are in core/base only", system_in_base_only),
    ("the product includes nothing of the tests", product_without_tests),
    ("includes start at the root of the repository", includes_from_root),
    ("no call that overruns a buffer or obeys the locale", no_banned_calls),
    ("models are put on the disk by core/save only", models_are_saved_by_sessions),
    ("what differs between families of models is in their files and tables", families_by_tables),
    ("no public function is there for tests alone", public_is_used),
    ("fields and schemas are found by handles", fields_by_handles),
    ("a header of core and app declares no function that one file alone uses", headers_are_shared),
    ("every source file begins with its licence", licence_first),
    (f"no source file is longer than {MOST_LINES} lines", short_enough),
    ("every source file is built", all_built),
    ("every script that is a test runs", scripts_run),
    ("what is made for a list is in it", all_listed),
    ("every file with words for translators is known to them", all_translated),
    *looks.RULES,
]

# What to do about a broken rule, where its places do not say so.
HINTS = {
    rooms_below: "move what both need to a lower room (docs/architecture.md, Rooms and floors)",
    no_gtk_in_core: "what needs GTK belongs in ui/",
    gl_in_render_only: "what draws belongs in core/render",
    system_in_base_only: "files, processes and other calls of the system belong in core/base: use one of its functions",
    no_banned_calls: "use functions of GLib, and those of core/base/number.h for numbers",
    models_are_saved_by_sessions: "save through MwSave (core/save/save.h), which proves the bytes first",
    families_by_tables: "use an aspect (core/model/aspects.h) or a table of the room with an entry for each family; a file that is about "
                        "one family is named after it (m2-..., mdlx-...)",
    public_is_used: "remove the function, or make it static",
    fields_by_handles: "use MW_FIELD (Struct, member), or compare with the address of the schema",
    short_enough: "split the file by subject",
    all_built: "a product's file is named in the meson.build of its folder, or in the list that it reads; a test is a line in a table of "
               "tests/meson.build (its head says how), and a fixture is in the `with` of the tests that use it",
    scripts_run: "add it to script_tests or e2e_tests",
    all_listed: "add a line for it there, or nobody finds it",
    all_translated: "add the file's path as a line, in the order of the others, or remove the line of a file that is gone",
    **looks.HINTS,
}


def check(root):
    """[(claim, [places where it is broken])]"""
    paths = sorted(path for top in ("core", "ui", "app", "tests") for path in (root / top).rglob("*.[ch]"))
    sources = [Source(root, path) for path in paths]
    return [(claim, list(rule(root, sources))) for claim, rule in RULES], len(sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source-root", type=Path, default=Path(__file__).resolve().parents[2])
    root = parser.parse_args().source_root
    results, count = check(root)
    print(f"1..{len(results)}")
    print(f"# {count} source files")
    for number, ((claim, broken), (_, rule)) in enumerate(zip(results, RULES), 1):
        print(f"{'not ok' if broken else 'ok'} {number} - {claim}")
        for place in broken:
            print(f"#   {place}")
        if broken and HINTS.get(rule):
            print(f"#   What to do: {HINTS[rule]}.")
    return 1 if count == 0 or any(broken for _, broken in results) else 0


if __name__ == "__main__":
    sys.exit(main())
