/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdl/side-texts.h"

#include <string.h>

/* --- Whole files ---------------------------------------------------------------------------------------------------- */

/* Bytes of an MDX file that can be read: the same again by way of text, but where the text says what is lost. */
static gboolean
comes_back (const uint8_t *bytes, gsize size, gboolean *lossy)
{
  MwFormat format;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
  guint losses;
  /* Damage can make another version of it. */
  if (model && format.version != mdx800.version)
    g_clear_pointer (&model, mw_model_free);
  if (!model)
    return FALSE;
  g_autoptr (GBytes) same = mdx_of (model), text = text_of (model, NULL, &losses);
  g_autoptr (GBytes) back = mdx_of_text (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  losses += spelling_left_out;
  *lossy = losses > 0;
  assert_small (text, g_bytes_get_size (same));
  if (!losses && !g_bytes_equal (same, back))
    g_error ("nothing is lost, but the file is another: %s", (const char *) g_bytes_get_data (text, NULL));
  mw_model_free (model);
  return TRUE;
}

static void
corpus_comes_back (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  if (!files)
    return;
  for (guint i = 0; i < files->len; i += work_fraction ()) {
    gsize size;
    gboolean lossy;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    g_test_message ("%s", (const char *) files->pdata[i]);
    g_assert_true (comes_back (bytes, size, &lossy));
    g_assert_false (lossy);
  }
}

/* The other versions, of both families, as far as they are read at all. FALSE: this one is not. */
static gboolean
other_version_comes_back (const char *path)
{
  gsize size;
  MwFormat format, found;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwModel *model = mw_io_read_bytes (bytes, size, &format, &error);
  if (g_error_matches (error, MW_ERROR, MW_ERROR_UNSUPPORTED))
    return FALSE;
  g_assert_no_error (error);
  MwFormat as_text = format;
  as_text.text = TRUE;
  mw_mdl_set_side_channel (model, TRUE);
  g_autoptr (GBytes) text = mw_io_write_reported (model, as_text, NULL, report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->losses->len, ==, 0);
  assert_small (text, size);
  MwModel *again = mw_io_read_bytes (g_bytes_get_data (text, NULL), g_bytes_get_size (text), &found, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) back = mw_io_write (again, format, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (back, NULL), g_bytes_get_size (back), bytes, size);
  mw_model_free (again);
  mw_model_free (model);
  return TRUE;
}

static void
other_versions_come_back (void)
{
  static const char *const folders[] = { "mdx1000", "mdx1100", "mdx1300" };
  guint n = 0;
  for (guint k = 0; k < G_N_ELEMENTS (folders); k++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[k]);
    if (!files)
      return;
    for (guint i = 0; i < files->len; i += work_fraction ()) {
      g_test_message ("%s", (const char *) files->pdata[i]);
      n += other_version_comes_back (files->pdata[i]);
    }
  }
  g_test_message ("%u files", n);
  if (n == 0)
    g_test_skip ("no other version is read");
}

/* Bytes of a file with everything in it, one at a time, become others; what can still be read comes back. */
static void
any_byte_comes_back (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  GRand *rand = g_rand_new_with_seed (800);
  guint read = 0, lossy = 0, fraction = 16 * work_fraction ();
  for (gsize at = 4; at < odd; at += (gsize) g_rand_int_range (rand, 1, (gint) (2 * fraction))) {
    uint8_t before = bytes[at];
    gboolean lost = FALSE;
    bytes[at] ^= (uint8_t) g_rand_int_range (rand, 1, 256);
    if (comes_back (bytes, size, &lost))
      read++;
    lossy += lost;
    bytes[at] = before;
  }
  g_test_message ("%u files, %u of them with losses", read, lossy);
  g_assert_cmpuint (read, >, 2000 / fraction);
  /* Sizes of primitive groups that do not fit the faces are the one thing without a note. */
  g_assert_cmpuint (lossy, <=, read / 100);
  g_rand_free (rand);
}

/* Each float of the file, one at a time, becomes a NaN with sign and payload. */
static void
every_nan_comes_back (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  GError *error = NULL;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, &error);
  g_assert_no_error (error);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_bytes_unref (mw_io_write (model, mdx800, map, &error));
  guint n = 0;
  for (guint i = 0; i < map->entries->len; i += work_fraction ()) {
    const MwBytes *entry = &g_array_index (map->entries, MwBytes, i);
    const MwField *field = entry->field;
    if (entry->kind != MW_BYTES_VALUE || !field
        || (field->type == MW_TYPE_ARRAY ? field->element : field->type) != MW_TYPE_F32)
      continue;
    static const uint32_t nan = 0xFF812345;
    uint32_t before;
    gboolean lost;
    memcpy (&before, bytes + entry->offset, 4);
    memcpy (bytes + entry->offset, &nan, 4);
    g_assert_true (comes_back (bytes, size, &lost));
    g_assert_false (lost);
    memcpy (bytes + entry->offset, &before, 4);
    n++;
  }
  g_test_message ("%u numbers", n);
  g_assert_cmpuint (n, >, 100 / work_fraction ());
  mw_model_free (model);
}

/* --- A note of every kind ------------------------------------------------------------------------------------------- */

static void
has_every_note (void)
{
  static const char *const lines[] = {
    "version 1",
    "chunk:INFO \"hello\"",
    "chunk:MD%20%25 AAECAwQF",
    "chunk:INFO \"\"",
    "trailing AQI=",
    "strtail:animation_file [252,\"PDR\"]",
    "value:name \"a \\\"name\\\"\"",
    "flags:bones[0:2].flags [2147483648,0]",
    "flags:helpers[0:2].flags [256,0]",
    "nan:sequences[0].rarity \"nan(0xffc00001)\"",
    "prims:geosets[0] [[5,5],[6,4],[0,2,[1,4]],4]",
  };
  MwModel *model;
  g_autofree char *text = odd_text (&model, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *line = g_strdup_printf ("\n//@mdlx %s\n", lines[i]);
    if (!strstr (text, line))
      g_error ("found no line %s", lines[i]);
  }
  g_assert_nonnull (strstr (text, "\n//@mdlx chunkorder \"INFO INFO VERS "));
  mw_model_free (model);
}

/* A text that has a side channel has it again when it is written again, and the same one. */
static void
is_kept (void)
{
  MwModel *model;
  g_autofree char *text = odd_text (&model, NULL);
  mw_model_free (model);
  model = read_text (text, strlen (text), NULL);
  GError *error = NULL;
  g_autoptr (GBytes) again = mw_io_write (model, mdl800, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (again, NULL), g_bytes_get_size (again), text, strlen (text));
  mw_mdl_set_side_channel (model, FALSE);
  g_autoptr (GBytes) without = mw_io_write (model, mdl800, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *plain = g_strndup (g_bytes_get_data (without, NULL), g_bytes_get_size (without));
  g_assert_true (g_str_has_prefix (text, plain));
  g_assert_null (strstr (plain, "//"));
  mw_model_free (model);
}

/* --- How large it may be -------------------------------------------------------------------------------------------- */

/* Thousands of NaNs are more than a side channel takes: the field is lost, and what was kept stays within the bound. */
static void
what_is_too_much_is_lost (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) ((MwMdlx *) model)->geosets.items[0];
  mw_array_clear (&geoset->vertices);
  geoset->vertices = mw_array_new (3000, 12);
  for (guint i = 0; i < 9000; i++) {
    uint32_t bits = 0x7F800001 + i;
    memcpy ((char *) geoset->vertices.data + 4 * (gsize) i, &bits, 4);
  }
  guint losses;
  g_autoptr (GBytes) text = text_of (model, NULL, &losses), mdx = mdx_of (model);
  assert_small (text, g_bytes_get_size (mdx));
  g_assert_cmpuint (losses, ==, 1);
  mw_model_free (model);
}

/* Bytes behind names take more room than there is: what would be a loss comes before them. */
static void
losses_come_before_spelling (void)
{
  enum { N = 16 };
  char tail[100] = "x";
  GString *made = g_string_new ("Version { FormatVersion 800, } Model \"\" { }\n");
  g_string_append_printf (made, "Textures %u {\n", N);
  for (guint i = 0; i < N; i++)
    g_string_append (made, "Bitmap { Image \"a.blp\", }\n");
  g_string_append (made, "}\n");
  MwModel *model = read_text (made->str, made->len, NULL);
  for (guint i = 0; i < N; i++) {
    g_autofree char *path = g_strdup_printf ("textures[%u].flags", i);
    MwTarget target;
    tail[0] = (char) (1 + i); /* each has its own line */
    set_bits (model, path, 0x100 + 0x100 * i);
    g_assert_true (mw_path_resolve_one (model, path, &target, NULL));
    mw_notes_add (target.record, MW_NOTE_TEXT_TAIL, mw_schema_field (target.record->schema, "path"), 20, tail,
                  sizeof tail, sizeof tail);
  }
  guint losses;
  g_autoptr (GBytes) text = text_of (model, NULL, &losses), mdx = mdx_of (model);
  g_autofree char *lines = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  assert_small (text, g_bytes_get_size (mdx));
  g_assert_cmpuint (losses, ==, 0);
  guint tails = count_lines (lines, "//@mdlx strtail:", "");
  g_assert_true (tails > 0 && tails < N);
  mw_model_free (model);
  g_string_free (made, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/side-channel/files of the corpus come back byte for byte", corpus_comes_back);
  g_test_add_func ("/io/mdl/side-channel/files of other versions come back byte for byte", other_versions_come_back);
  g_test_add_func ("/io/mdl/side-channel/a file with any byte changed comes back byte for byte", any_byte_comes_back);
  g_test_add_func ("/io/mdl/side-channel/the bits of every NaN come back", every_nan_comes_back);
  g_test_add_func ("/io/mdl/side-channel/has a line for each kind of note", has_every_note);
  g_test_add_func ("/io/mdl/side-channel/a text that has one keeps it", is_kept);
  g_test_add_func ("/io/mdl/side-channel/what is too much for it is lost", what_is_too_much_is_lost);
  g_test_add_func ("/io/mdl/side-channel/losses come before how a file spelled it", losses_come_before_spelling);
  return g_test_run ();
}
