/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdl/side-texts.h"

#include <string.h>

/* --- Lines that make no sense --------------------------------------------------------------------------------------- */

static const char *const bad_lines[] = {
  "",
  "version",
  "version 2",
  "version one",
  "nothing 1",
  "nothing:bones[0].flags 1",
  "flags:bones[0].flags",
  "flags:bones[0].flags 1",
  "flags:bones[0].flags [1",
  "flags:bones[0].flags [1,2] 3",
  "flags:bones[0].flags [1,1]",
  "flags:bones[0].flags [-1,0]",
  "flags:bones[0].flags [4294967296,0]",
  "flags:bones[0].flags [8,0]",
  "flags:bones[99999].flags [256,0]",
  "flags:bones[0:4294967295].name [256,0]",
  "flags:bones[1:0,x].flags [256,0]",
  "flags:bones[*].flags [256,0]",
  "flags:bones[\"a\"].flags [256,0]",
  "flags:bones[0].flags.billboarded [256,0]",
  "flags:bones[0 [256,0]",
  "flags:bones[18446744073709551616].flags [256,0]",
  "flags:unknown_chunks[0].tag [256,0]",
  "base:bones[0].flags 1",
  "base:bones[0] 1",
  "value:version 900",
  "value:name \"x\"",
  "value:name 7",
  "value:name \"\\q\"",
  "value:name \"\\u0100\"",
  "value:name \"\\u0000\"",
  "value:name \"no end",
  "value:name bm90aGluZyA=x",
  "value:bones \"a\"",
  "value:geosets[0].vertices []",
  "value:geosets[0].vertices [[1,2]]",
  "value:geosets[0].vertices[0].x 99",
  "value:geosets[0].vertices[0] 99",
  "value:geosets[0].vertices[4294967295].x 99",
  "value:bones[0].rotation.track.keys.value []",
  "tail:bones[0].rotation.track.keys.value []",
  "tail:geosets[0].normals [1,2,3]",
  "tail:geosets[0].normals [[1,2,3]]",
  "nan:geosets[0].vertices[0].x \"nan(0x7fc00001)\"",
  "nan:geosets[0].vertices[0].x 1",
  "nan:geosets[0].vertices \"nan(0x7fc00001)\"",
  "nan:name \"nan(0x7fc00001)\"",
  "strtail:name [0,\"x\"]",
  "strtail:name [2,\"x\"]",
  "strtail:name [79,\"xx\"]",
  "strtail:name [100,\"x\"]",
  "strtail:name [70,\"\"]",
  "strtail:name [70,{\"base64\": \"A\"}]",
  "strtail:bones[0].flags [70,\"x\"]",
  "trackorder:bones[0].flags \"KGTR\"",
  "trackorder:bones[0].translation.track \"XXXX\"",
  "trackorder:bones[0].translation.track \"KGT\"",
  "trackorder:bones[0].translation.track KGTR",
  "chunk:GEOS \"x\"",
  "chunk:TOOLONG \"x\"",
  "chunk: \"x\"",
  "chunk:AB%zz \"x\"",
  "chunk:ABCD",
  "chunk:ABCD A",
  "chunk:ABCD ====",
  "chunk:ABCD AAA=AAA=",
  "chunk:ABCD AA*A",
  "chunkorder 5",
  "chunkorder \"\"",
  "chunkorder \"VER\"",
  "chunkorder \"VERS VERS\"",
  "chunkorder \"VERS:x\"",
  "trailing \"\"",
  "trailing \"12345678\"",
  "pivots \"x\"",
  "pivots AAAAAA==",
  "variant:collision_shapes[0] 1",
  "variant:collision_shapes[0] 255",
  "variant:bones[0] 1",
  "prims:geosets[0] []",
  "prims:geosets[0] [7]",
  "prims:geosets[0] [[5,4294967295]]",
  "prims:geosets[0].faces [4]",
  "prims:bones[0] [4]",
  "note:text-tail:name \"x\"",
  "note:layout",
  "note:layout:bones[0]#x \"x\"",
  "note:layout:bones[99999] \"x\"",
  "count:bones",
  "count:bones -1",
  "count:bones x",
  "count:nothing 1",
  "count:bones[0] 1",
  "count:geosets[0].normals.x 1",
  "count:bones [1]",
  "count:bones [1,2]",
  "count:bones [99,\"AAAA\"]",
  "count:bones [1,\"AA*A\"]",
  "count:geosets[0].vertices [5,\"AAAAAAAA\"]",
  "count:geosets[00].vertices 5",
  "count:materials[99999].layers 1",
};

static void
bad_lines_are_named (void)
{
  gsize size;
  g_autofree uint8_t *bytes = load_everything (&size);
  MwFormat format;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
  g_autoptr (GBytes) written = mw_io_write (model, mdl800, NULL, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  MwModel *plain = read_text (text, strlen (text), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad_lines); i++) {
    g_autofree char *with = g_strconcat (text, "//@mdlx ", bad_lines[i], "\n", NULL);
    g_autoptr (MwReport) report = mw_report_new ();
    g_autofree char *where = NULL;
    MwModel *read = read_text (with, strlen (with), report);
    g_assert_cmpuint (report->n[MW_REMARK_COMMENT], ==, 0);
    if (report->n[MW_REMARK_UNKNOWN] == 0)
      g_error ("nothing is said of: %s", bad_lines[i]);
    if (!mw_model_equal (plain, read, mdx800, &where))
      g_error ("%s is another after: %s", where, bad_lines[i]);
    mw_model_free (read);
  }
  mw_model_free (plain);
  mw_model_free (model);
}

/* The second line of a key, a NUL, a line of a megabyte, a hundred thousand lines, a span of all numbers. */
static void
many_and_large_lines_are_named (void)
{
  static const char head[] = "Version { FormatVersion 800, } Model \"\" { }\nHelper \"a\" { }\n";
  g_autoptr (MwReport) report = mw_report_new ();
  GString *text = g_string_new (head);
  g_string_append (text, "//@mdlx flags:helpers[0].flags [256,0]\n//@mdlx flags:helpers[0].flags [512,0]\n//@mdlx a");
  g_string_append_len (text, "\0b 1\n//@mdlx value:name \"", 24);
  for (guint i = 0; i < 1 << 20; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\"\n//@mdlx flags:helpers[0:4294967295].flags [512,0]\n");
  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "//@mdlx flags:helpers[%u].flags [256,0]\n", i + 1);
  MwModel *model = read_text (text->str, text->len, report);
  /* Of all that only the first line and its span hold. */
  g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 4 + 100000);
  g_assert_cmpuint (report->remarks->len, <=, MW_REPORT_KEPT + 10);
  MwTarget target;
  g_assert_true (mw_path_resolve_one (model, "helpers[0].flags", &target, NULL));
  g_assert_cmphex (*(uint32_t *) mw_field_at (target.record, target.field), ==, 0x300);
  mw_model_free (model);
  g_string_free (text, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/side-channel/lines that make no sense are named", bad_lines_are_named);
  g_test_add_func ("/io/mdl/side-channel/many and large lines are named", many_and_large_lines_are_named);
  return g_test_run ();
}
