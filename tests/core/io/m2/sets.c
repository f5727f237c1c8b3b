/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/m2/sets.h"
#include "core/io/m2/companions.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"

#include <string.h>

static GBytes *
exactly (const void *bytes, gsize size)
{
  uint8_t *block = g_malloc (MAX (size, 1));
  if (size)
    memcpy (block, bytes, size);
  return g_bytes_new_take (block, size);
}

static GBytes *
exact_copy (GBytes *bytes)
{
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  return exactly (data, size);
}

GPtrArray *
m2_corpus (void)
{
  static const char *const folders[] = { "m2-256", "m2-260", "m2-262", "m2-263", "m2-264", "m2-272" };
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) each = corpus_files (folders[i]);
    if (!each)
      return NULL;
    for (guint k = 0; k < each->len; k++) {
      GDir *dir = g_dir_open (each->pdata[k], 0, NULL);
      const char *name;
      while (dir && (name = g_dir_read_name (dir))) {
        g_autofree char *lower = g_ascii_strdown (name, -1);
        if (g_str_has_suffix (lower, ".m2"))
          g_ptr_array_add (models, g_build_filename (each->pdata[k], name, NULL));
      }
      g_clear_pointer (&dir, g_dir_close);
    }
  }
  return g_steal_pointer (&models);
}

guint
m2_set_version (const MwFileSet *set)
{
  guint32 version;
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_assert_cmpuint (size, >=, 8);
  memcpy (&version, bytes + 4, 4);
  return version;
}

gsize
m2_set_size (const MwFileSet *set)
{
  gsize size = 0;
  for (guint i = 0; i < set->parts->len; i++)
    size += g_bytes_get_size (((const MwFilePart *) set->parts->pdata[i])->bytes);
  return size;
}

MwFileSet *
m2_set_load (const char *path)
{
  GError *error = NULL;
  MwFileSet *set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < set->parts->len; i++) {
    MwFilePart *part = set->parts->pdata[i];
    GBytes *exact = exact_copy (part->bytes);
    g_bytes_unref (part->bytes);
    part->bytes = exact;
  }
  return set;
}

MwFileSet *
m2_set_make (const M2GenerateOptions *options)
{
  g_autoptr (GPtrArray) files = m2_generate (options);
  MwFileSet *set = mw_file_set_new ();
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autoptr (GBytes) bytes = exact_copy (file->bytes);
    if (i == 0) {
      mw_file_set_add (set, "model", NULL, bytes);
      continue;
    }
    const char *suffix = file->name + strlen ("Sample");
    g_autofree char *role = mw_m2_companion_role (suffix);
    mw_file_set_add_companion (set, role, NULL, suffix, bytes);
  }
  return set;
}

MwFileSet *
m2_set_with (const MwFileSet *set, const char *role, const void *bytes, gsize size)
{
  MwFileSet *other = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    gboolean it = strcmp (part->role, role) == 0;
    if (it && !bytes)
      continue;
    g_autoptr (GBytes) exact = it ? exactly (bytes, size) : g_bytes_ref (part->bytes);
    mw_file_set_add_companion (other, part->role, part->path, part->suffix, exact);
  }
  return other;
}

void
m2_assert_same (const MwFileSet *read, const MwFileSet *written, const char *what)
{
  for (guint i = 0; i < written->parts->len; i++) {
    const MwFilePart *part = written->parts->pdata[i], *was = mw_file_set_find (read, part->role);
    if (!was)
      g_error ("%s: a part %s is written that was not read", what, part->role);
    gsize size, was_size;
    const uint8_t *bytes = g_bytes_get_data (part->bytes, &size), *old = g_bytes_get_data (was->bytes, &was_size);
    for (gsize at = 0; at < MIN (size, was_size); at++)
      if (bytes[at] != old[at])
        g_error ("%s: byte 0x%" G_GSIZE_MODIFIER "x of %s is 0x%02x, but was read as 0x%02x", what, at, part->role,
                 bytes[at], old[at]);
    if (size != was_size)
      g_error ("%s: %s has %" G_GSIZE_FORMAT " bytes, but had %" G_GSIZE_FORMAT " when read", what, part->role, size,
               was_size);
  }
}

void
m2_assert_error (const MwFileSet *set, int code, gint64 offset, const char *words)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  g_assert_null (mw_io_read (set, &format, NULL, &error));
  g_assert_error (error, MW_ERROR, code);
  if (!strstr (error->message, words))
    g_error ("found \"%s\", expected \"%s\" in it", error->message, words);
  g_assert_cmpint (mw_error_offset (error), ==, offset);
}

guint *
m2_forms (guint version, guint *n)
{
  guint choices = 0;
  if (version >= 265 && version <= 271)
    choices |= M2_FORM_OTHER_CAMERA;
  if (version >= 265)
    choices |= M2_FORM_SPLIT_BLEND | M2_FORM_NO_COORDS;
  if (version >= 265 && version <= 271)
    choices |= M2_FORM_LONG_PARTICLE;
  if (version <= 261)
    choices |= M2_FORM_PARTICLE_BYTES;
  if (version == 264)
    choices |= M2_FORM_LATE_SKIN;
  if (version >= 264)
    choices |= M2_FORM_NO_COMBINERS;
  if (version >= 272)
    choices |= M2_FORM_CHUNKS;
  guint *forms = g_new (guint, 34);
  *n = 0;
  forms[(*n)++] = 0;
  for (guint bit = 1; bit <= choices; bit <<= 1)
    if ((bit & choices) && bit != choices)
      forms[(*n)++] = bit;
  if (choices)
    forms[(*n)++] = choices;
  return forms;
}
