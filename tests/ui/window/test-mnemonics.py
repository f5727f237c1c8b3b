#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-mnemonics.py: in each menu and bar of the window's files, no two labels of one language share the letter that Alt takes. Speaks TAP."""
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "ui/window"


def catalogue(language):
    """English message: its translation, of the messages without a context."""
    text = subprocess.run(["msgattrib", "--no-wrap", "--no-obsolete", "--no-fuzzy", "--translated", str(ROOT / "po" / (language + ".po"))],
                          check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.decode()
    return dict(re.findall(r'^msgid "(.*)"\nmsgstr "(.*)"$', text, re.M))


CATALOGUES = {"en": {}}
CATALOGUES.update({language: catalogue(language) for language in (ROOT / "po/LINGUAS").read_text().split()
                   if not language.startswith("#")})


def letter(label):
    at = label.replace("__", "").find("_")
    return label.replace("__", "")[at + 1].lower() if at >= 0 else None


def labels_of_menu(menu):
    """Those that are seen together: of the items of all sections, and the titles of submenus."""
    for child in menu:
        if child.tag in ("item", "submenu"):
            yield child.find("attribute[@name='label']").text
        elif child.tag == "section":
            yield from labels_of_menu(child)


def labels_of_widgets(template):
    for widget in template.iter("object"):
        if widget.find("property[@name='use-underline']") is not None:
            yield widget.find("property[@name='label']").text


def clashes(labels):
    seen, found = {}, []
    for label in labels:
        if letter(label):
            if letter(label) in seen:
                found.append("%r and %r" % (seen[letter(label)], label))
            seen.setdefault(letter(label), label)
    return found


count = failed = 0
for file in sorted(FOLDER.glob("*.ui")):
    root = xml.parse(file).getroot()
    groups = [(menu.get("id") or menu.find("attribute").text, list(labels_of_menu(menu)))
              for menu in root.iter() if menu.tag in ("menu", "submenu")]
    groups += [(template.get("class"), list(labels_of_widgets(template))) for template in root.iter("template")]
    for name, labels in groups:
        found = ["no labels"] if not labels else []
        for language, catalogue in CATALOGUES.items():
            found += ["%s: %s" % (language, clash) for clash in clashes([catalogue.get(label, label) for label in labels])]
        count += 1
        failed += bool(found)
        print("%s %d - %s of %s: each letter once" % ("not ok" if found else "ok", count, name, file.name))
        for clash in found:
            print("# " + clash)
print("1..%d" % count)
sys.exit(1 if failed else 0)
