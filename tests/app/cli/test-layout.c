/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-owner.h"
#include "core/edit/document.h"
#include "core/io/registry.h"
#include "core/schema/value.h"
#include "tests/core/io/bytes.h"
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <string.h>

static MwModel *
read_file (const char *path, MwFormat *format)
{
  GError *error = NULL;
  gsize size;
  g_autofree uint8_t *data = load_exactly (path, &size);
  MwModel *model = io_read_bytes (data, size, format, NULL, &error);
  g_assert_no_error (error);
  return model;
}

/* Every byte has an owner, no entry is empty, and no value occurs twice. */
static void
check_covered (const char *path)
{
  MwFormat format;
  MwModel *model = read_file (path, &format);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (GBytes) bytes = io_write_bytes (model, format, map, NULL, NULL);
  gsize size = g_bytes_get_size (bytes);
  g_autofree guint8 *owners = g_new0 (guint8, size + 1);
  uint64_t last = 0;
  for (guint i = 0; i < map->entries->len; i++) {
    const MwBytes *entry = &g_array_index (map->entries, MwBytes, i);
    uint64_t end = entry->stride
                     ? entry->offset + (uint64_t) entry->stride * (entry->count - 1) + entry->size / entry->count
                     : entry->offset + entry->size;
    g_assert_cmpuint (entry->offset, >=, last);
    g_assert_cmpuint (end, <=, size);
    last = entry->offset;
    for (uint64_t at = entry->offset; at < end; at++)
      if (entry->kind != MW_BYTES_NOTE && mw_bytes_has (entry, at))
        owners[at]++;
    if (entry->record)
      g_assert_nonnull (mw_model_find (model, entry->record));
  }
  for (gsize at = 0; at < size; at++)
    if (owners[at] != 1 && !(owners[at] == 0 && mw_byte_map_owner (map, 0, at)))
      g_error ("%s: byte 0x%" G_GSIZE_MODIFIER "x has %u owners", path, at, owners[at]);
  mw_model_free (model);
}

static void
covers_samples (void)
{
  static const char *const names[] = { "everything.mdx", "figure.mdx", "effect.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    check_covered (path);
  }
}

static void
covers_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  for (guint i = 0; files && i < files->len; i++)
    check_covered (files->pdata[i]);
}

/* Gives the target of the path another value of the same size. FALSE: it takes none. */
static gboolean
change (MwDocument *document, const char *path)
{
  static const char *const values[] = { "1", "2", "3", "none", "4000", "Changed" };
  MwTarget target;
  GError *error = NULL;
  MwModel *model = mw_document_get_model (document);
  mw_path_resolve_one (model, path, &target, &error);
  g_assert_no_error (error);
  g_autofree char *before = mw_value_print (model, &target);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    gboolean ok = mw_document_set_text (document, &target, values[i], strlen (values[i]), NULL);
    g_autofree char *after = ok ? mw_value_print (model, &target) : NULL;
    if (ok && strcmp (before, after) != 0)
      return TRUE;
  }
  return FALSE;
}

/* For each byte of a value --at names a path. Changing the value at that path must change bytes with that path only (besides
 * derived bytes), and at least one of them. This checks elements, components and the order of colours byte by byte. */
static void
names_bytes (void)
{
  MwFormat format;
  g_autofree char *sample = sample_path ("everything.mdx");
  g_autoptr (MwDocument) document = NULL;
  MwModel *model = read_file (sample, &format);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  document = mw_document_new (model, format);
  g_autoptr (GBytes) bytes = io_write_bytes (model, format, map, NULL, NULL);
  gsize size;
  const guint8 *old = g_bytes_get_data (bytes, &size);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint tried = 0, elements = 0, step = 2 * work_fraction () - 1;
  for (gsize at = 0; at < size; at += step) {
    const MwBytes *owner = mw_byte_map_owner (map, 0, at);
    g_assert_nonnull (owner);
    if (owner->kind != MW_BYTES_VALUE)
      continue;
    char *path = mw_bytes_path_at (owner, model, at);
    if (!g_hash_table_add (seen, path) || owner->field->read_only)
      continue;
    mw_document_begin (document, "Change");
    g_autoptr (GBytes) written = change (document, path) ? io_write_bytes (model, format, NULL, NULL, NULL) : NULL;
    mw_document_cancel (document);
    if (!written || g_bytes_get_size (written) != size)
      continue;
    const guint8 *new = g_bytes_get_data (written, NULL);
    guint changed = 0;
    for (gsize i = 0; i < size; i++) {
      if (old[i] == new[i])
        continue;
      const MwBytes *whose = mw_byte_map_owner (map, 0, i);
      g_autofree char *name = mw_bytes_path_at (whose, model, i);
      if (whose->kind == MW_BYTES_VALUE && strcmp (name, path) != 0)
        g_error ("%s changed and so did %s at 0x%" G_GSIZE_MODIFIER "x", path, name, i);
      changed += whose->kind == MW_BYTES_VALUE;
    }
    g_assert_cmpuint (changed, >, 0);
    tried++;
    elements += strchr (path, '[') && owner->field->type == MW_TYPE_ARRAY;
  }
  g_test_message ("%u names tried, %u of them elements of arrays", tried, elements);
  g_assert_cmpuint (tried, >, 1000 / work_fraction ());
  g_assert_cmpuint (elements, >, 500 / work_fraction ());
}

static void
prints_owner (void)
{
  static const struct {
    const char *at, *says;
  } cases[] = {
    { "0", "(model)  fixed MDLX, byte 0 of 4 at 0x0\n" },
    { "0x4b", "version  value, byte 3 of 4 at 0x48\n" },
    { "0x55", "name  value, byte 1 of 80 at 0x54\n" },
    { "0x1a1", "animation_file  note tail, byte 1 of 7 at 0x1a0\n" },
  };
  g_autofree char *folder = make_folder (), *sample = sample_path ("everything.mdx");
  copy_into (folder, sample, "a.mdx");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Run) run = run_words (folder, "layout", "a.mdx", "--at", cases[i].at, NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_cmpstr (run.out, ==, cases[i].says);
  }
  /* One line for each array and record, in order of offsets; with -v one for each field. */
  g_auto (Run) brief = run_words (folder, "layout", "a.mdx", NULL),
               whole = run_words (folder, "layout", "-v", "a.mdx", NULL);
  g_auto (GStrv) few = g_strsplit (brief.out, "\n", -1), many = g_strsplit (whole.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (few), >, 300);
  g_assert_cmpuint (g_strv_length (many), >, g_strv_length (few) + 300);
  guint64 last = 0;
  for (guint i = 1; many[i] && *many[i]; i++) {
    guint64 offset = g_ascii_strtoull (many[i], NULL, 16);
    g_assert_cmpuint (offset, >=, last);
    last = offset;
  }
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/layout/each byte of the samples has one owner", covers_samples);
  g_test_add_func ("/cli/layout/each byte of the real files has one owner", covers_corpus);
  g_test_add_func ("/cli/layout/names each byte of the sample correctly", names_bytes);
  g_test_add_func ("/cli/layout/prints which value a byte belongs to", prints_owner);
  return g_test_run ();
}
