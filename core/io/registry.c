/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/io/mdx/mdx.h"
#include "core/schema/wire.h"

#include <string.h>

/* --- The formats ---------------------------------------------------------------------------------------------------- */

#define MW_IO_FORMAT(name) &mw_io_format_##name,
static const MwIoFormat *const formats[] = {
#include "core/io/formats.h"
};
#undef MW_IO_FORMAT

gboolean
mw_io_add_main (MwFileSet *out, MwBuffer *buffer, gboolean ok)
{
  if (!ok) {
    mw_buffer_clear (buffer);
    return FALSE;
  }
  g_autoptr (GBytes) bytes = mw_buffer_steal (buffer);
  mw_file_set_add (out, "model", NULL, bytes);
  return TRUE;
}

const MwIoFormat *const *
mw_io_formats (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

const MwIoCompanions *
mw_io_companions (GBytes *model)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->companions && formats[i]->companions->has (model))
      return formats[i]->companions;
  return NULL;
}

gboolean
mw_io_has_companions (const MwSchema *root)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->companions && formats[i]->root == root)
      return TRUE;
  return FALSE;
}

/* --- Files that are no models --------------------------------------------------------------------------------------- */

/* Files that people may open and that are not models: their first bytes, and what they are. */
static const struct {
  const char *magic;
  guint length;
  const char *what;
} others[] = {
  { "SKIN", 4, "a skin profile (.skin), a part of an M2 model: it is read with its .m2, which is the file to open" },
  { "SKL1", 4, "a skeleton (.skel) that belongs to an .m2; such files are not read yet" },
  { "SKS1", 4, "a skeleton (.skel, its sequences first) that belongs to an .m2; such files are not read yet" },
  { "SKB1", 4, "a skeleton (.skel, its bones first) that belongs to an .m2; such files are not read yet" },
  { "SKA1", 4, "a skeleton (.skel, its attachments first) that belongs to an .m2; such files are not read yet" },
  { "SKPD", 4, "a skeleton (.skel, its parent first) that belongs to an .m2; such files are not read yet" },
  { "AFM2", 4,
    "an animation file in chunks (.anim), a part of an M2 model: it is read with its .m2, which is the file to open" },
  { "AFSA", 4,
    "an animation file in chunks (.anim, attachments), a part of an M2 model: it is read with its .m2, which is the file to open" },
  { "AFSB", 4,
    "an animation file in chunks (.anim, bones), a part of an M2 model: it is read with its .m2, which is the file to open" },
  { "PTCH", 4, "an incremental patch of a file, not the file itself" },
  { "BLP1", 4, "a Warcraft III texture (BLP1)" },
  { "BLP2", 4, "a World of Warcraft texture (BLP2)" },
  { "\x89PNG", 4, "a PNG image" },
  { "DDS ", 4, "a DDS texture" },
  { "MPQ\x1A", 4, "an MPQ archive" },
  { "HM3W", 4, "a Warcraft III map" },
  { "PK\x03\x04", 4, "a ZIP archive" },
  { "version https://git-lfs", 23, "a Git LFS pointer: the file itself was never downloaded (git lfs pull)" },
};

static const char *
what_other (const uint8_t *bytes, size_t size, const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (size >= others[i].length && memcmp (bytes, others[i].magic, others[i].length) == 0)
      return others[i].what;
  /* An .anim has no magic, so only its name says what it is (m2.md 9). */
  const char *suffix = path ? strrchr (path, '.') : NULL;
  if (suffix && g_ascii_strcasecmp (suffix, ".anim") == 0)
    return "an animation file (.anim), a part of an M2 model: it is read with its .m2, which is the file to open";
  return NULL;
}

/* `path` may be NULL. */
static void
name_other (const uint8_t *bytes, size_t size, const char *path, GError **error)
{
  if (size == 0) {
    mw_set_error (error, MW_ERROR_TRUNCATED, 0, NULL, "the file is empty");
    return;
  }
  const char *what = what_other (bytes, size, path);
  if (what) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 0, NULL, "this is %s", what);
    return;
  }
  mw_set_error (error, MW_ERROR_UNSUPPORTED, 0, NULL,
                "found \"%c%c%c%c\" at the start, which is not a known kind of model",
                size > 0 && g_ascii_isprint ((char) bytes[0]) ? bytes[0] : '?',
                size > 1 && g_ascii_isprint ((char) bytes[1]) ? bytes[1] : '?',
                size > 2 && g_ascii_isprint ((char) bytes[2]) ? bytes[2] : '?',
                size > 3 && g_ascii_isprint ((char) bytes[3]) ? bytes[3] : '?');
}

char *
mw_format_title (MwFormat format)
{
  switch (format.family) {
  case MW_FAMILY_MDX:
    return g_strdup_printf ("%s %u", format.text ? "MDL" : "MDX", format.version);
  case MW_FAMILY_MDX_WOW:
    /* The alpha had 1300 alone (mdlx.md 1.2). */
    return g_strdup_printf ("WoW %s %s %u", format.version == 1400 || format.version == 1500 ? "beta" : "alpha",
                            format.text ? "MDL" : "MDX", format.version);
  case MW_FAMILY_M2:
    return g_strdup_printf ("M2 %u", format.version);
  }
  g_assert_not_reached ();
}

static const MwIoFormat *
probe_named (const uint8_t *bytes, size_t size, const char *path, MwFormat *format, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    if (!formats[i]->probe (bytes, size, format))
      continue;
    /* Without a version the reader reports it: it knows where it looked. */
    if (format->version == 0 || formats[i]->supports (*format))
      return formats[i];
    g_autofree char *title = mw_format_title (*format);
    mw_set_error (error, MW_ERROR_UNSUPPORTED, format->text ? -1 : 4, NULL,
                  "this is a model of %s; " MW_MDX_VERSIONS ", their MDL text, and M2 256 to 274 are read", title);
    return NULL;
  }
  name_other (bytes, size, path, error);
  return NULL;
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

/* Models and companions are read whole; the same limit as for input without a size. */
#define MOST_ARCHIVED_BYTES MW_FILE_STREAM_LIMIT

/* Adds the file `name` to the set, if `places` have it. */
static gboolean
add_from (MwFileSet *set, const char *role, MwPlaces *places, const char *name, const char *suffix, GError **error)
{
  g_autofree char *address = mw_places_find (places, name);
  g_autoptr (GBytes) bytes = address ? mw_places_read (places, name, MOST_ARCHIVED_BYTES, error) : NULL;
  if (bytes && suffix)
    mw_file_set_add_companion (set, role, address, suffix, bytes);
  else if (bytes)
    mw_file_set_add (set, role, address, bytes);
  return !address || bytes;
}

MwFileSet *
mw_io_load_from (MwPlaces *places, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  g_autofree char *stem = g_strdelimit (g_strdup (name), "\\", '/');
  char *base = strrchr (stem, '/'), *dot = strrchr (base ? base : stem, '.');
  if (!add_from (set, "model", places, name, NULL, error))
    return NULL;
  if (set->parts->len == 0) {
    mw_set_error (error, MW_ERROR_IO, -1, name, "there is no such file");
    return NULL;
  }
  if (dot)
    *dot = 0;
  GBytes *model = mw_file_set_main (set)->bytes;
  const MwIoCompanions *companions = mw_io_companions (model);
  g_autoptr (GPtrArray) roles = companions ? companions->possible (model) : g_ptr_array_new ();
  for (guint i = 0; i < roles->len; i++) {
    g_autofree char *suffix = companions->suffix (roles->pdata[i]), *companion = g_strconcat (stem, suffix, NULL);
    if (g_cancellable_set_error_if_cancelled (cancellable, error)
        || !add_from (set, roles->pdata[i], places, companion, suffix, error))
      return NULL;
  }
  return g_steal_pointer (&set);
}

static MwFileSet *
load_archived (const char *path, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (MwArchive) archive = mw_archive_open (path, error);
  if (!archive)
    return NULL;
  g_autoptr (MwPlaces) places = mw_places_new_archive (archive);
  return mw_io_load_from (places, name, cancellable, error);
}

static MwFileSet *
load_once (const char *path, GCancellable *cancellable, GError **error)
{
  MwFileStamp stamp;
  g_autoptr (GBytes) bytes = mw_file_set_recover (path, cancellable, error)
                               ? mw_file_read_stamped (path, &stamp, cancellable, error)
                               : NULL;
  if (!bytes)
    return NULL;
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  mw_file_set_add (set, "model", path, bytes);
  mw_file_set_find (set, "model")->stamp = stamp;
  const MwIoCompanions *companions = mw_io_companions (bytes);
  return !companions || companions->load (set, cancellable, error) ? g_steal_pointer (&set) : NULL;
}

MwFileSet *
mw_io_load (const char *path, GCancellable *cancellable, GError **error)
{
  enum { TRIES = 8 };
  g_autofree char *archive = NULL, *name = NULL;
  if (mw_archive_split (path, &archive, &name))
    return load_archived (archive, name, cancellable, error);
  /* A save may begin while this reads, and files of two saves are no model: read again. A program that saves without end is not
   * waited for. */
  for (guint i = 0; i < TRIES; i++) {
    g_autoptr (MwFileSet) set = load_once (path, cancellable, error);
    if (!set || set->parts->len == 1 || mw_file_set_is_of_one_save (set))
      return g_steal_pointer (&set);
  }
  mw_set_error (error, MW_ERROR_IO, -1, path,
                "another program keeps replacing files of this model while they are read; nothing was loaded");
  return NULL;
}

static const MwIoOptions no_options;

MwModel *
mw_io_read (const MwFileSet *set, MwFormat *format, const MwIoOptions *options, GError **error)
{
  gsize size;
  MwFormat found;
  const MwFilePart *main = mw_file_set_main (set);
  const uint8_t *bytes = g_bytes_get_data (main->bytes, &size);
  const MwIoFormat *io = probe_named (bytes, size, main->path, format ? format : &found, error);
  return io ? io->read (set, options ? options : &no_options, error) : NULL;
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static const MwIoFormat *
io_for (const MwModel *model, MwFormat format, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->root == model->record.schema && formats[i]->supports (format))
      return formats[i];
  g_autofree char *title = mw_format_title (format);
  mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL, "%s is not written", title);
  return NULL;
}

MwFileSet *
mw_io_write (const MwModel *model, MwFormat format, const MwIoOptions *options, GError **error)
{
  const MwIoFormat *io = io_for (model, format, error);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  return io && io->write (model, options ? options : &no_options, set, error) ? g_steal_pointer (&set) : NULL;
}
