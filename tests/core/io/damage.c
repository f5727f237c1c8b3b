/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/io/damage.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"
#include "tests/core/io/salvaged.h"

#include <string.h>

#define LARGEST (200 << 10)

static MwFilePart *
part_at (const MwFileSet *set, guint i)
{
  return set->parts->pdata[i];
}

/* The size of the part that an error's offset is in; the error's path begins with the part. */
static gsize
size_of_culprit (const MwFileSet *set, const GError *error)
{
  const char *path = mw_error_path (error);
  for (guint i = 1; path && i < set->parts->len; i++) {
    const char *role = part_at (set, i)->role;
    gsize n = strlen (role);
    if (strncmp (path, role, n) == 0 && (path[n] == '\0' || path[n] == '.'))
      return g_bytes_get_size (part_at (set, i)->bytes);
  }
  return g_bytes_get_size (mw_file_set_main (set)->bytes);
}

/* A text is not compared byte for byte, but must state the same model. */
static void
check_text (const MwModel *model, MwFormat format, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new (), second = mw_report_new ();
  g_autoptr (MwFileSet) written = mw_io_write (model, format, &(MwIoOptions) { .report = report }, &error);
  if (!written)
    g_error ("%s: %s: read but not written: %s", what, mw_error_path (error), error->message);
  if (!mw_io_prove (model, format, written, &(MwIoOptions) { .report = report }, &error))
    g_error ("%s: %s: %s", what, mw_error_path (error), error->message);
  MwModel *again = mw_io_read (written, &format, &(MwIoOptions) { .report = second }, &error);
  if (!again || second->n[MW_REMARK_UNKNOWN] || second->n[MW_REMARK_COMMENT])
    g_error ("%s: what was written is not read whole", what);
  g_autoptr (MwFileSet) twice = mw_io_write (again, format, NULL, &error);
  if (!twice || !g_bytes_equal (mw_file_set_main (written)->bytes, mw_file_set_main (twice)->bytes))
    g_error ("%s: the second text is another one", what);
  mw_model_free (again);
}

void
damage_check (const MwFileSet *set, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) kept = mw_report_new ();
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, &(MwIoOptions) { .report = kept }, &error);
  if (!model) {
    /* Contradictions between several arrays have an address instead of an offset. */
    gint64 offset = mw_error_offset (error);
    if (offset > (gint64) size_of_culprit (set, error)
        || (offset < 0 && !mw_error_path (error) && mw_error_line (error) == 0 && error->code != MW_ERROR_UNSUPPORTED))
      g_error ("%s: an error without a place: %s", what, error->message);
    salvage_check (set, what);
    return;
  }
  if (format.text) {
    check_text (model, format, what);
    mw_model_free (model);
    return;
  }
  g_autoptr (MwFileSet) written = mw_io_write (model, format, NULL, &error);
  if (!written)
    g_error ("%s: %s: read but not written: %s", what, mw_error_path (error), error->message);
  if (!mw_io_prove (model, format, written, NULL, &error))
    g_error ("%s: %s: %s", what, mw_error_path (error), error->message);
  /* Whatever could be read is written back unchanged. */
  for (guint i = 0; i < written->parts->len; i++) {
    const MwFilePart *part = part_at (written, i), *was = mw_file_set_find (set, part->role);
    if (!was || !g_bytes_equal (part->bytes, was->bytes))
      g_error ("%s: %s is written as other bytes", what, part->role);
  }
  mw_model_free (model);
}

/* Replaces the bytes of a part; takes ownership of them. */
static void
swap_bytes (MwFilePart *part, uint8_t *bytes, gsize size)
{
  g_bytes_unref (part->bytes);
  part->bytes = g_bytes_new_take (bytes, size);
}

static void
damage_part (MwFileSet *set, MwFilePart *part, const char *name, GRand *random, guint cuts, guint changes)
{
  gsize size;
  g_autoptr (GBytes) whole = g_bytes_ref (part->bytes);
  const uint8_t *bytes = g_bytes_get_data (whole, &size);
  if (size < 8)
    return;
  for (guint i = 0; i < cuts + changes; i++) {
    gsize at = (gsize) g_rand_int_range (random, 0, (gint32) size), kept = i < cuts ? at : size;
    uint8_t byte = (uint8_t) g_rand_int_range (random, 0, 256), *exact = g_malloc (MAX (kept, 1));
    g_autofree char *what = g_strdup_printf ("%s, %s, %s 0x%" G_GSIZE_MODIFIER "x (0x%02x)", name, part->role,
                                             i < cuts ? "cut at" : "changed at", at, byte);
    memcpy (exact, bytes, kept);
    if (i >= cuts)
      exact[at] = byte;
    swap_bytes (part, exact, kept);
    damage_check (set, what);
  }
  g_bytes_unref (part->bytes);
  part->bytes = g_bytes_ref (whole);
}

gboolean
damage_set (const MwFileSet *set, const char *name, guint32 seed, guint cuts, guint changes)
{
  gsize size = 0;
  for (guint i = 0; i < set->parts->len; i++)
    size += g_bytes_get_size (part_at (set, i)->bytes);
  if (size > LARGEST)
    return FALSE;
  g_autoptr (MwFileSet) damaged = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++)
    mw_file_set_add_companion (damaged, part_at (set, i)->role, NULL, part_at (set, i)->suffix,
                               part_at (set, i)->bytes);
  GRand *random = g_rand_new_with_seed (seed);
  for (guint i = 0; i < set->parts->len; i++)
    damage_part (damaged, part_at (damaged, i), name, random, cuts, changes);
  g_rand_free (random);
  return TRUE;
}

static GBytes *
bytes_of_file (const char *path)
{
  gsize size;
  uint8_t *exact = load_exactly (path, &size);
  return g_bytes_new_take (exact, size);
}

static gboolean
damage_file (const char *path, guint32 seed, guint cuts, guint changes)
{
  g_autoptr (GBytes) bytes = bytes_of_file (path);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  mw_file_set_add (set, "model", NULL, bytes);
  return damage_set (set, path, seed, cuts, changes);
}

static const char *const samples[] = { "figure.mdx", "effect.mdx", "everything.mdx" };

guint
damage_models (GPtrArray *files, guint32 seed, guint cuts, guint changes)
{
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample_path (samples[i]);
    n += damage_file (path, seed + i, cuts, changes);
  }
  for (guint i = 0; files && i < files->len; i++)
    n += damage_file (files->pdata[i], seed + 100 + i, cuts, changes);
  return n;
}

/* --- Texts ------------------------------------------------------------------------------------------------------------ */

/* A binary model is first converted to text. */
static gboolean
damage_text (const char *path, guint32 seed, guint cuts, guint changes)
{
  g_autoptr (GBytes) bytes = bytes_of_file (path);
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  GError *error = NULL;
  MwFormat format;
  MwModel *model = io_read_bytes (data, size, &format, NULL, NULL);
  if (!model)
    return FALSE; /* other tests check why */
  if (!format.text) {
    format.text = TRUE;
    g_bytes_unref (bytes);
    bytes = io_write_bytes (model, format, NULL, NULL, &error);
    g_assert_no_error (error);
  }
  mw_model_free (model);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  mw_file_set_add (set, "model", NULL, bytes);
  return damage_set (set, path, seed, cuts, changes);
}

guint
damage_texts (GPtrArray *files, guint32 seed, guint cuts, guint changes)
{
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *dialects = g_build_filename (source ? source : ".", "tests", "fuzz", "seeds", "mdl", "dialects.mdl",
                                                NULL);
  guint n = damage_text (dialects, seed, cuts, changes);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample_path (samples[i]);
    n += damage_text (path, seed + 1 + i, cuts, changes);
  }
  for (guint i = 0; files && i < files->len; i++)
    n += damage_text (files->pdata[i], seed + 100 + i, cuts, changes);
  return n;
}
