/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/base/i18n.h"
#include "core/io/m2/companions.h"
#include "core/io/mdl/mdl.h"
#include "core/io/m2/m2.h"
#include "core/io/mdx/mdx.h"
#include "core/schema/wire.h"

#include <string.h>

static MwModel *
read_mdx (const uint8_t *bytes, size_t size, MwReport *report, GError **error)
{
  return (MwModel *) mw_mdx_read_reporting (bytes, size, report, error);
}

static gboolean
write_mdx (const MwModel *model, const MwWriteOptions *options, MwBuffer *out, MwByteMap *map, MwReport *report,
           GError **error)
{
  return mw_mdx_write ((const MwMdlx *) model, out, map, error);
}

static gboolean
supports_mdx (MwFormat format)
{
  return mw_mdx_supports (format);
}

static MwModel *
read_mdl (const uint8_t *bytes, size_t size, MwReport *report, GError **error)
{
  return (MwModel *) mw_mdl_read_text (bytes, size, report, error);
}

static gboolean
write_mdl (const MwModel *model, const MwWriteOptions *options, MwBuffer *out, MwByteMap *map, MwReport *report,
           GError **error)
{
  return mw_mdl_write_text_with ((const MwMdlx *) model, options, out, map, report, error);
}

static gboolean
supports_mdl (MwFormat format)
{
  return format.text && mw_mdl_supports (format);
}

static MwModel *
read_m2 (const MwFileSet *set, MwReport *report, GError **error)
{
  return (MwModel *) mw_m2_read (set, error);
}

static gboolean
write_m2 (const MwModel *model, MwFileSet *out, MwByteMap *map, MwReport *report, GError **error)
{
  return mw_m2_write ((const MwM2 *) model, out, map, error);
}

static gboolean
supports_m2 (MwFormat format)
{
  return format.family == MW_FAMILY_M2 && format.version >= MW_M2_FIRST_VERSION && format.version <= MW_M2_LAST_VERSION;
}

static const MwIoFormat formats[] = {
  { "mdx", N_ ("Warcraft III MDX"), ".mdx", &mw_mdlx_schema, FALSE, mw_mdx_probe, supports_mdx, read_mdx, write_mdx },
  { "mdl", N_ ("Warcraft III MDL text"), ".mdl", &mw_mdlx_schema, TRUE, mw_mdl_probe, supports_mdl, read_mdl,
    write_mdl },
  { .id = "m2",
    .label = N_ ("World of Warcraft M2"),
    .suffix = ".m2",
    .root = &mw_m2_schema,
    .probe = mw_m2_probe,
    .supports = supports_m2,
    .read_set = read_m2,
    .write_set = write_m2 },
};

const MwIoFormat *
mw_io_formats (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* What people may hand over that is no model of ours: the first bytes, and what it is. */
static const struct {
  const char *magic;
  guint length;
  const char *what;
} others[] = {
  { "SKIN", 4, "a skin profile (.skin), a part of an M2 model: it is read with its .m2, which is the file to open" },
  { "SKL1", 4, "a skeleton (.skel) that belongs to a chunked .m2; such files are not read yet" },
  { "SKS1", 4, "a skeleton (.skel, its sequences first) that belongs to a chunked .m2; such files are not read yet" },
  { "SKB1", 4, "a skeleton (.skel, its bones first) that belongs to a chunked .m2; such files are not read yet" },
  { "SKA1", 4, "a skeleton (.skel, its attachments first) that belongs to a chunked .m2; such files are not read yet" },
  { "SKPD", 4, "a skeleton (.skel, its parent first) that belongs to a chunked .m2; such files are not read yet" },
  { "AFM2", 4, "an animation file in chunks (.anim) that belongs to an .m2; such files are not read yet" },
  { "AFSA", 4, "an animation file in chunks (.anim, attachments) that belongs to an .m2; such files are not read yet" },
  { "AFSB", 4, "an animation file in chunks (.anim, bones) that belongs to an .m2; such files are not read yet" },
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
  /* Arrays from the first byte on: only the name tells (m2.md 9). */
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
                "found \"%c%c%c%c\" at the start, which is no kind of model that is known here",
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
    if (!formats[i].probe (bytes, size, format))
      continue;
    /* No version at all is the reader's to report: it knows where it looked. */
    if (format->version == 0 || formats[i].supports (*format))
      return &formats[i];
    g_autofree char *title = mw_format_title (*format);
    mw_set_error (error, MW_ERROR_UNSUPPORTED, format->text ? -1 : 4, NULL,
                  "this is a model of %s; " MW_MDX_VERSIONS ", their MDL text, and M2 256 to 272 are read", title);
    return NULL;
  }
  name_other (bytes, size, path, error);
  return NULL;
}

const MwIoFormat *
mw_io_probe (const uint8_t *bytes, size_t size, MwFormat *format, GError **error)
{
  return probe_named (bytes, size, NULL, format, error);
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

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
  return mw_m2_companions_load (set, cancellable, error) ? g_steal_pointer (&set) : NULL;
}

MwFileSet *
mw_io_load (const char *path, GCancellable *cancellable, GError **error)
{
  enum { TRIES = 8 };
  /* A save may begin when the load has, and files of two saves are no model. Who saves without end, or leaves a log that nobody
   * may remove, is not waited for. */
  for (guint i = 1;; i++) {
    g_autoptr (MwFileSet) set = load_once (path, cancellable, error);
    if (!set || i == TRIES || set->parts->len == 1 || mw_file_set_is_settled (set))
      return g_steal_pointer (&set);
  }
}

MwModel *
mw_io_read_set (const MwFileSet *set, MwFormat *format, MwReport *report, GError **error)
{
  gsize size;
  const MwFilePart *main = mw_file_set_main (set);
  const uint8_t *bytes = g_bytes_get_data (main->bytes, &size);
  const MwIoFormat *io = probe_named (bytes, size, main->path, format, error);
  if (!io)
    return NULL;
  return io->read_set ? io->read_set (set, report, error) : io->read (bytes, size, report, error);
}

MwModel *
mw_io_read_bytes (const uint8_t *bytes, size_t size, MwFormat *format, GError **error)
{
  return mw_io_read_reported (bytes, size, format, NULL, error);
}

MwModel *
mw_io_read_reported (const uint8_t *bytes, size_t size, MwFormat *format, MwReport *report, GError **error)
{
  const MwIoFormat *io = mw_io_probe (bytes, size, format, error);
  if (!io || !io->read_set)
    return io ? io->read (bytes, size, report, error) : NULL;
  /* A copy, because a reader of sets may keep a part; readers of bytes do not. */
  g_autoptr (GBytes) copy = g_bytes_new (bytes, size);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  mw_file_set_add (set, "model", NULL, copy);
  return io->read_set (set, report, error);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static const MwIoFormat *
io_for (const MwModel *model, MwFormat format, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].root == model->record.schema && formats[i].supports (format))
      return &formats[i];
  g_autofree char *title = mw_format_title (format);
  mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL, "%s is not written", title);
  return NULL;
}

GBytes *
mw_io_write (const MwModel *model, MwFormat format, MwByteMap *map, GError **error)
{
  return mw_io_write_reported (model, format, map, NULL, error);
}

MwFileSet *
mw_io_write_set (const MwModel *model, MwFormat format, MwByteMap *map, MwReport *report, GError **error)
{
  return mw_io_write_set_with (model, format, NULL, map, report, error);
}

MwFileSet *
mw_io_write_set_with (const MwModel *model, MwFormat format, const MwWriteOptions *options, MwByteMap *map,
                      MwReport *report, GError **error)
{
  const MwIoFormat *io = io_for (model, format, error);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  if (!io)
    return NULL;
  if (io->write_set)
    return io->write_set (model, set, map, report, error) ? g_steal_pointer (&set) : NULL;
  MwBuffer buffer;
  mw_buffer_init (&buffer, 0);
  if (!io->write (model, options, &buffer, map, report, error)) {
    mw_buffer_clear (&buffer);
    return NULL;
  }
  g_autoptr (GBytes) bytes = mw_buffer_steal (&buffer);
  mw_file_set_add (set, "model", NULL, bytes);
  return g_steal_pointer (&set);
}

GBytes *
mw_io_write_reported (const MwModel *model, MwFormat format, MwByteMap *map, MwReport *report, GError **error)
{
  return mw_io_write_with (model, format, NULL, map, report, error);
}

GBytes *
mw_io_write_with (const MwModel *model, MwFormat format, const MwWriteOptions *options, MwByteMap *map,
                  MwReport *report, GError **error)
{
  g_autoptr (MwFileSet) set = mw_io_write_set_with (model, format, options, map, report, error);
  return set ? g_bytes_ref (mw_file_set_main (set)->bytes) : NULL;
}

/* --- Proving -------------------------------------------------------------------------------------------------------- */

/* The record of another model that stands at the same place, or NULL. */
static MwRecord *
counterpart (const MwRecord *record, const MwModel *other)
{
  if (!record->owner)
    return (MwRecord *) &other->record;
  MwRecord *owner = counterpart (record->owner, other);
  if (!owner || owner->schema != record->owner->schema)
    return NULL;
  const MwField *slot = mw_record_slot (record);
  if (slot->type == MW_TYPE_CHILD)
    return *(MwRecord **) mw_field_at (owner, slot);
  /* In a list of mixed kinds the place is that among its kind. */
  uint32_t index = mw_record_kind_index (record);
  const MwList *list = mw_record_list (owner, slot);
  for (uint32_t i = 0; i < list->n; i++)
    if (list->items[i]->schema == record->schema && index-- == 0)
      return list->items[i];
  return NULL;
}

/* References of another model, as the numbers that they are there: equality takes these for what they would name. */
static void
number_refs (MwRef *refs, uint32_t n, const uint32_t *numbers)
{
  for (uint32_t i = 0; i < n; i++)
    if (refs[i].id)
      refs[i] = (MwRef) { 0, numbers[refs[i].id] };
}

/* Gives a field the value that it has in the other model's record. */
static void
take_value (MwRecord *to, const MwRecord *from, const MwField *field, const uint32_t *numbers)
{
  void *slot = mw_field_at (to, field);
  const void *value = mw_field_at (from, field);
  if (field->type == MW_TYPE_TEXT) {
    const char *text = mw_text (*(char *const *) value);
    mw_text_set (slot, text, strlen (text));
  } else if (field->type == MW_TYPE_ARRAY) {
    mw_array_clear (slot);
    *(MwArray *) slot = mw_array_share (value);
    if (field->element == MW_TYPE_REF)
      number_refs (mw_array_make_writable (slot, mw_field_element_size (field)), ((MwArray *) slot)->n * field->count,
                   numbers);
  } else if (field->type == MW_TYPE_REF) {
    *(MwRef *) slot = *(const MwRef *) value;
    number_refs (slot, 1, numbers);
  } else if (mw_field_is_number (field)) {
    memcpy (slot, value, mw_field_storage_size (field));
  }
}

/* Equal, but for exactly what the report names: that is taken over from what was read, and then all must be equal. Places
 * are compared, not what diff would align: two records can become alike by what they lose. *where gets what differs. */
static gboolean
equal_but_for (const MwModel *model, const MwModel *again, MwFormat format, const MwReport *report, char **where)
{
  if (report->losses->len == 0)
    return mw_model_equal (model, again, format, where);
  MwModel *copy = mw_model_copy (model, FALSE);
  g_autofree uint32_t *numbers = mw_model_numbers (again);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    MwRecord *record = mw_model_find (copy, loss->id);
    if (!record)
      continue;
    if (!loss->field && !loss->layout) {
      MwRecord *owner = record->owner;
      mw_record_free (mw_list_take (copy, owner, mw_record_slot (record), mw_record_index (record)));
      continue;
    }
    const MwRecord *other = counterpart (record, again);
    if (!other || other->schema != record->schema)
      continue;
    if (loss->layout)
      record->variant = other->variant;
    else
      take_value (record, other, loss->field, numbers);
  }
  gboolean equal = mw_model_equal (copy, again, format, where);
  mw_model_free (copy);
  return equal;
}

gboolean
mw_io_prove (const MwModel *model, MwFormat format, GBytes *bytes, GError **error)
{
  g_autoptr (MwReport) report = NULL;
  if (format.text) {
    report = mw_report_new ();
    g_autoptr (GBytes) written = mw_io_write_reported (model, format, NULL, report, error);
    if (!written)
      return FALSE;
  }
  return mw_io_prove_reported (model, format, bytes, report, error);
}

gboolean
mw_io_prove_reported (const MwModel *model, MwFormat format, GBytes *bytes, const MwReport *report, GError **error)
{
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  mw_file_set_add (set, "model", NULL, bytes);
  return mw_io_prove_set (model, format, set, report, error);
}

gboolean
mw_io_prove_set (const MwModel *model, MwFormat format, const MwFileSet *written, const MwReport *report,
                 GError **error)
{
  MwFormat found;
  g_autoptr (GError) why = NULL;
  MwModel *again = mw_io_read_set (written, &found, NULL, &why);
  if (!again) {
    g_autofree char *text = mw_error_describe (why, NULL);
    mw_set_error (error, MW_ERROR_NOT_WRITABLE, mw_error_offset (why), mw_error_path (why),
                  "what would be written cannot be read again (%s)", text);
    return FALSE;
  }
  g_autofree char *where = NULL;
  gboolean equal = report ? equal_but_for (model, again, format, report, &where)
                          : mw_model_equal (model, again, format, &where);
  mw_model_free (again);
  if (!equal)
    mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, where, "what would be written reads back differently here");
  return equal;
}

/* --- Placing -------------------------------------------------------------------------------------------------------- */

/* Whether two spellings are of one file's name; NULL is none. */
static gboolean
is_same_path (const char *a, const char *b)
{
  g_autofree char *one = a ? g_canonicalize_filename (a, NULL) : NULL,
                  *two = b ? g_canonicalize_filename (b, NULL) : NULL;
  return one && two && strcmp (one, two) == 0;
}

static gboolean
names_part (const GPtrArray *roles, const char *role)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) roles, role, g_str_equal, NULL);
}

/* What is carried along goes behind what is written. A file that the model named and does not name any more stays where it is,
 * and has no place beside another model. */
static void
carry_parts (MwFileSet *written, const MwFileSet *was, const char *target)
{
  g_autoptr (GPtrArray) before = mw_m2_companions_expected (mw_file_set_main (was)->bytes);
  g_autoptr (GPtrArray) now = mw_m2_companions_expected (mw_file_set_main (written)->bytes);
  gboolean elsewhere = !is_same_path (mw_file_set_main (was)->path, target);
  for (guint i = 1; i < was->parts->len; i++) {
    const MwFilePart *part = was->parts->pdata[i];
    if (mw_file_set_find (written, part->role)
        || (elsewhere && names_part (before, part->role) && !names_part (now, part->role)))
      continue;
    mw_file_set_add_companion (written, part->role, NULL, part->suffix, part->bytes);
  }
}

gboolean
mw_io_place_set (MwFileSet *written, const MwFileSet *was, const char *target, GError **error)
{
  const char *old = was ? mw_file_set_main (was)->path : NULL;
  g_autofree char *stem = mw_file_stem (target), *old_stem = old ? mw_file_stem (old) : NULL;
  if (was)
    carry_parts (written, was, target);
  MwFilePart *model = written->parts->pdata[0];
  g_free (model->path);
  model->path = g_strdup (target);
  written->find_companions = mw_m2_has_companions (model->bytes) ? mw_m2_companions_find : NULL;
  if (written->parts->len == 1)
    return TRUE;
  g_autoptr (GHashTable) there = mw_m2_companions_find (target, error);
  if (!there)
    return FALSE;
  for (guint i = 1; i < written->parts->len; i++) {
    MwFilePart *part = written->parts->pdata[i];
    const MwFilePart *before = was ? mw_file_set_find (was, part->role) : NULL;
    const char *found = g_hash_table_lookup (there, part->role);
    g_autofree char *suffix = before && before->suffix ? g_strdup (before->suffix)
                                                       : mw_m2_companion_suffix (part->role);
    g_autofree char *name = before && before->path && g_strcmp0 (stem, old_stem) == 0
                              ? g_path_get_basename (before->path)
                              : g_strconcat (stem, suffix, NULL);
    if (!suffix) {
      mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, part->role, "no file name is known for this part of the model");
      return FALSE;
    }
    /* The model's own file under its old stem, which differs in case only, is no file of the target's. */
    g_autofree char *there_path = found ? mw_file_beside (target, found) : NULL;
    if (before && is_same_path (before->path, there_path))
      found = NULL;
    g_free (part->path);
    g_free (part->suffix);
    part->path = mw_file_beside (target, found ? found : name);
    part->suffix = found ? g_strdup (found + strlen (stem)) : g_steal_pointer (&suffix);
  }
  return TRUE;
}

GPtrArray *
mw_io_take_left (MwFileSet *placed, const MwFileSet *was)
{
  GPtrArray *left = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_file_part_free);
  if (!is_same_path (mw_file_set_main (was)->path, mw_file_set_main (placed)->path))
    return left;
  g_autoptr (GPtrArray) before = mw_m2_companions_expected (mw_file_set_main (was)->bytes);
  g_autoptr (GPtrArray) now = mw_m2_companions_named (mw_file_set_main (placed)->bytes);
  for (guint i = 0; i < before->len; i++) {
    const char *role = before->pdata[i];
    const MwFilePart *read = mw_file_set_find (was, role), *part = mw_file_set_find (placed, role);
    /* One that was written is needed, whatever the model says. */
    if (!read || !part || part->bytes != read->bytes || !is_same_path (part->path, read->path)
        || names_part (now, role))
      continue;
    g_ptr_array_add (left, mw_file_set_steal (placed, role));
  }
  return left;
}
