#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges each translation of po/LINGUAS: the editor finds it in the build folder, msgfmt accepts it, no message is fuzzy, a text begins and ends as its source does, and few
texts are left in English. Whether every message of the sources has a translation is asked in the whole run only (MODELWRIGHT_FRACTION=1):
who adds a message need not speak all languages. Otherwise the missing ones are counted in a comment.

Prints TAP; the exit code is 0 if every line is ok.

usage: test-translations.py SOURCE-ROOT EDITOR"""
import ast
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# What may look the same in another language, in percent of the messages that are not names.
EQUAL = 3
# Formats, units and format specifiers: nothing to translate. Names of games are listed in po/names.txt.
SIGNS = re.compile(r"[A-Z0-9+%\W]+|(?:[%\W\d]|MDX|MDL|M2|BLP|DDS|TGA|PNG)+")

LOCALES = {"de": "de_DE", "ru": "ru_RU", "zh_CN": "zh_CN"}
# The explanation of an option in the editor's help.
EXPLANATION = "Play the opened files, starting with the sequence named Stand, or else the first"


class Entry:
    """One message: its source, its texts (one per plural form), and whether it is fuzzy."""

    def __init__(self, block):
        self.fuzzy = bool(re.search(r"^#,.*\bfuzzy\b", block, re.M))
        fields = {}
        for name, text in re.findall(r'^(msg\w+(?:\[\d\])?) ((?:"(?:[^"\\]|\\.)*"\n?)+)', block, re.M):
            fields[name] = "".join(ast.literal_eval(line) for line in text.splitlines())
        self.context = fields.get("msgctxt")
        self.source = fields.get("msgid")
        self.plural = fields.get("msgid_plural")
        self.texts = [text for name, text in fields.items() if name.startswith("msgstr")]

    def key(self):
        return self.context, self.source


def entries(text):
    """The messages of a PO file, without its head and what is obsolete."""
    blocks = (Entry(block) for block in re.split(r"\n{2,}", text) if not block.startswith("#~"))
    return [entry for entry in blocks if entry.source]


def ends(text):
    return re.match(r"\s*", text)[0], re.search(r"\s*$", text)[0], text.rstrip().endswith("…")


def sources(root):
    """The messages of the sources, as the build extracts them."""
    arguments = re.findall(r"'(--keyword=[^']*)'", (root / "po/meson.build").read_text())
    # As in the preset "glib" of meson.
    arguments += ["--keyword=" + name for name in ("_", "N_", "C_:1c,2", "NC_:1c,2", "g_dcgettext:2", "g_dngettext:2,3", "g_dpgettext2:2c,3")]
    with tempfile.TemporaryDirectory() as folder:
        found = pathlib.Path(folder) / "messages.pot"
        subprocess.run(["xgettext", "--from-code=UTF-8", "--add-comments", "-f", "po/POTFILES", "-D", str(root), "-o", str(found), *arguments],
                       cwd=root, env=os.environ | {"GETTEXTDATADIRS": str(root / "data")}, check=True, stderr=subprocess.DEVNULL)
        return entries(found.read_text())


def judge(root, language, wanted, names):
    """Yields (what is shown, what contradicts it) for one language."""
    path = root / "po" / (language + ".po")
    checked = subprocess.run(["msgfmt", "--check", "-o", os.devnull, str(path)], capture_output=True, text=True)
    yield "msgfmt accepts it", checked.stderr.strip().splitlines() if checked.returncode else []
    found = entries(path.read_text())
    yield "no message is fuzzy", [entry.source for entry in found if entry.fuzzy]
    yield "no text is empty", [entry.source for entry in found if not all(entry.texts)]
    yield ("spaces, line ends and ellipses are where the source has them",
           [text for entry in found for text in entry.texts if text and ends(text) not in (ends(entry.source), ends(entry.plural or entry.source))])
    words = [entry for entry in found if entry.source not in names and not SIGNS.fullmatch(entry.source)]
    equal = [entry.source for entry in words if entry.source in entry.texts]
    allowed = len(words) * EQUAL // 100
    yield f"at most {EQUAL} % are the same as in English", equal if len(equal) > allowed else []
    have = {entry.key() for entry in found if all(entry.texts)}
    missing = [entry.source for entry in wanted if entry.key() not in have]
    print(f"# {language}: {len(wanted) - len(missing)} of {len(wanted)} messages are translated, {len(equal)} are the same as in English")
    if os.environ.get("MODELWRIGHT_FRACTION") == "1":
        yield "every message of the sources is translated", missing


def shown(root, editor, language):
    """Yields whether the editor's help is in the language; nothing where that locale could not be made (tests/tools/make-locales)."""
    locale = LOCALES[language]
    if not (pathlib.Path(os.environ.get("LOCPATH", "/usr/lib/locale")) / (locale + ".UTF-8")).exists():
        return
    help_text = subprocess.run([str(editor), "--help"], capture_output=True, text=True, env=os.environ | {"LC_ALL": locale + ".UTF-8"}).stdout
    explanation = next(entry.texts[0] for entry in entries((root / "po" / (language + ".po")).read_text()) if entry.source == EXPLANATION)
    yield "the editor speaks it", [] if explanation in help_text else help_text.splitlines()


def main():
    root, editor = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    languages = [line for line in (root / "po/LINGUAS").read_text().split("\n") if line and not line.startswith("#")]
    names = set((root / "po/names.txt").read_text().splitlines())
    wanted, number, failed = sources(root), 0, False
    for language in languages:
        for what, wrong in [*shown(root, editor, language), *judge(root, language, wanted, names)]:
            number += 1
            failed = failed or bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {number} - {language}: {what}")
            for text in wrong[:20]:
                print("# " + repr(text))
            if len(wrong) > 20:
                print(f"# and {len(wrong) - 20} more")
    print(f"1..{number}")
    sys.exit(failed)


main()
