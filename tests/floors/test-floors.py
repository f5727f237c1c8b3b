#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants violations of each rule of floors.py in a small source tree (HOUSE). That rule, and no other, must report each."""
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
import floors

HEAD = floors.LICENCE + "\n"
HOUSE = {
    "core/base/number.c": HEAD + '#include "core/base/number.h"\n#include <unistd.h>\nint f (void) { return open ("x", 0); }\n',
    "core/base/number.h": HEAD + "int mw_number (int a,\n               int b);\n",
    "core/base/own.c": HEAD + "int\nmw_own (void)\n{\n  return mw_own ();\n}\n",
    "core/base/meson.build": "core_sources += files('number.c', 'own.c')\n",
    "core/io/mdx/reader.c": HEAD + '#include "core/base/number.h"\n#include "core/vfs/folder.h"\n/* fopen (x) */\n'
                                   'const char *a = "sprintf (1)";\n',
    "core/io/mdx/meson.build": "core_sources += files('reader.c')\n",
    "core/vfs/folder.h": HEAD,
    "core/render/scene.c": HEAD + "#include <epoxy/gl.h>\n",
    "core/render/meson.build": "render_sources += files('scene.c')\n",
    "ui/window.c": HEAD + '#include <gtk/gtk.h>\n#include "core/render/scene.h"\n',
    "ui/meson.build": "ui_sources += files('window.c')\n",
    "ui/window.ui": '<property translatable="yes">Open</property>\n',
    "app/cli/verbs.h": HEAD + "MW_VERB (get)\nMW_VERB (put, store)\n",
    "app/cli/cli.h": HEAD + '#define MW_VERB(name, ...) extern const Verb verb_##name;\n#include "app/cli/verbs.h"\n',
    "app/cli/get.c": HEAD + 'const Verb verb_get = { N_ ("Get") };\n',
    "app/cli/store.c": HEAD + "const Verb verb_put = { mw_number };\n",
    "app/meson.build": "foreach line : fs.read('cli/verbs.h').split()\n",
    "po/POTFILES": "app/cli/get.c\nui/window.ui\n",
    "tests/ui/test-click.py": "",
    "tests/core/base/test-number.c": HEAD + '#include "tests/fixture.h"\n',
    "tests/fuzz/mdx-fuzz.c": HEAD,
    "tests/meson.build": "tests = [{'file': 'core/base/test-number.c'}]\nscripts = ['ui/test-click.py']\nfuzz_targets = ['mdx']\n",
}

# (rule, file, text to append to it, line that must be reported)
PLANTED = [
    ("rooms_below", "core/base/number.c", '#include "core/schema/schema.h"\n', 5),
    ("rooms_below", "core/io/mdx/reader.c", '#include "core/image/blp.h"\n', 6),
    ("rooms_below", "core/vfs/folder.h", '#include "core/io/registry.h"\n', 2),
    ("rooms_below", "core/render/scene.c", '#include "core/edit/document.h"\n', 3),
    ("rooms_below", "ui/window.c", '#include "app/main.h"\n', 4),
    ("rooms_below", "core/attic/chest.h", HEAD, 1),
    ("no_gtk_in_core", "core/render/scene.c", "# include <gdk/gdk.h>\n", 3),
    ("gl_in_render_only", "ui/window.c", "#include <epoxy/gl.h>\n", 4),
    ("gl_in_render_only", "core/io/mdx/reader.c", "#include <EGL/egl.h>\n", 6),
    ("system_in_base_only", "core/io/mdx/reader.c", "#include <sys/stat.h>\n", 6),
    ("system_in_base_only", "core/io/mdx/reader.c", "FILE *f = fopen (name, mode);\n", 6),
    ("product_without_tests", "core/base/number.c", '#include "tests/fixture.h"\n', 5),
    ("includes_from_root", "core/base/number.c", '#include "number.h"\n', 5),
    ("no_banned_calls", "core/io/mdx/reader.c", "float v = strtof (text, NULL);\n", 6),
    ("no_banned_calls", "tests/fuzz/mdx-fuzz.c", "int v = atoi (text);\n", 2),
    ("models_are_saved_by_sessions", "ui/window.c", "ok = mw_file_set_update (set, NULL, 0, NULL, NULL, NULL);\n", 4),
    ("public_is_used", "core/vfs/folder.h", "void mw_folder_close (Folder *folder,\n                      int n);\n", 2),
    ("headers_are_shared", "core/vfs/folder.h", "int mw_own (void);\n", 2),
    ("families_by_tables", "ui/window.c", '#include "core/model/m2/m2.h"\n', 4),
    ("families_by_tables", "core/render/scene.c", "int a = mw_mdlx_schema.n_fields;\n", 3),
    ("families_by_tables", "core/vfs/folder.h", "typedef MwM2Batch *Batch;\n", 2),
    ("families_by_tables", "ui/window.c", "int family = MW_FAMILY_MDX;\n", 4),
    ("families_by_tables", "core/render/render-private.h", HEAD, 1),
    ("families_by_tables", "tests/floors/floors.py", "", 1),
    ("fields_by_handles", "core/io/mdx/reader.c", 'f = mw_schema_field (&schema,\n  "name");\n', 6),
    ("fields_by_handles", "ui/window.c", 'if (strcmp (field->name, "lanes") == 0)\n', 4),
    ("fields_by_handles", "ui/window.c", 'if (g_str_equal (record->schema->name, "bone"))\n', 4),
    ("fields_by_handles", "ui/window.c", 'if (!strcmp ("bone", list.name))\n', 4),
    ("licence_first", "core/base/fresh.h", "#pragma once\n", 1),
    ("short_enough", "core/vfs/folder.h", "\n" * 1000, 1001),
    ("all_built", "core/base/fresh.c", HEAD, 1),
    ("all_built", "core/vfs/loose.c", HEAD, 1),
    ("all_built", "tests/core/base/test-fresh.c", HEAD, 1),
    ("all_built", "tests/fuzz/mdl-fuzz.c", HEAD, 1),
    ("all_built", "app/cli/put.c", HEAD, 1),
    ("scripts_run", "tests/ui/test-drag.py", "", 1),
    ("all_listed", "app/cli/store.c", "const Verb verb_store = { 0 };\n", 3),
    ("all_translated", "app/cli/store.c", '/* N_ ("no") */\nchar *open = N_ ("Open");\n', 4),
    ("all_translated", "ui/window.c", 'g_print (ngettext ("%u bone", "%u bones", n));\n', 4),
    ("all_translated", "app/cli/store.c", 'mw_check_find_in (c, RULE, record, field,\n                  "found %u", n);\n', 3),
    ("all_translated", "ui/start.ui", 'translatable="yes"\n', 1),
    ("cut_text_is_told", "ui/window.c", "gtk_label_set_ellipsize (GTK_LABEL (a),\n  PANGO_ELLIPSIZE_END);\n", 4),
    ("cut_text_is_told", "ui/window.ui", '<property name="ellipsize">end</property>\n', 2),
    ("spaces_are_steps", "ui/window.c", "box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);\n", 4),
    ("spaces_are_steps", "ui/window.c", "gtk_widget_set_margin_top (box,\n  49);\n", 4),
    ("spaces_are_steps", "ui/window.c", "gtk_grid_set_row_spacing (GTK_GRID (grid), 3);\n", 4),
    ("spaces_are_steps", "ui/window.ui", '<property name="spacing">5</property>\n', 2),
    ("spaces_are_steps", "ui/window.ui", '<property name="margin-start">7</property>\n', 2),
    ("spaces_are_steps", "data/style.css", "/* two\nlines */ a { margin-top: 3px; }\n", 2),
    ("spaces_are_steps", "data/style.css", "a { color: red; padding: 0 2px 50px; }\n", 1),
    ("spaces_are_steps", "data/style.css", "a { border-radius: 6px; }\n", 1),
    ("spaces_are_steps", "data/style.css", "a { font-size: 11pt; }\n", 1),
    ("colours_are_the_themes", "data/style.css", "a { color: #fff; }\n", 1),
    ("colours_are_the_themes", "data/style.css", "a { box-shadow: 0 1px rgba(0, 0, 0, 0.5); }\n", 1),
    ("all_translated", "po/POTFILES", "ui/gone.c\n", 3),
]


def broken_rules(planted):
    """{rule: [places]} of HOUSE after the text of (file, text) was appended to the file."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in list(HOUSE.items()) + ([planted] if planted else []):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a") as file:
                file.write(text)
        results, _ = floors.check(root)
        rules = [rule.__name__ for _, rule in floors.RULES]
        return {rule: broken for rule, (_, broken) in zip(rules, results) if broken}


def main():
    failed = 0
    print(f"1..{len(PLANTED) + 2}")
    number = 0

    def point(good, claim, found):
        nonlocal number, failed
        number += 1
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} - {claim}")
        if not good:
            print(f"# found: {found}")

    found = broken_rules(None)
    point(not found, "a house in order passes", found)
    for rule, file, text, line in PLANTED:
        found = broken_rules((file, text))
        good = list(found) == [rule] and len(found[rule]) == 1 and found[rule][0].startswith(f"{file}:{line}:")
        point(good, f"{rule} names what is planted in {file}: {text.strip().splitlines()[0] if text.strip() else 'lines'}", found)
    untested = {rule.__name__ for _, rule in floors.RULES} - {rule for rule, *_ in PLANTED}
    point(not untested, "every rule has a planted violation", untested)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
