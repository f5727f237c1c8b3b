/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/save/conversion.h"
#include "core/base/error.h"
#include "core/convert/targets.h"
#include "core/io/mdl/side-channel.h"

#include <string.h>

MwConversion *
mw_conversion_new (const char *in, const char *out, const MwIoFormat *to)
{
  MwConversion *self = g_new0 (MwConversion, 1);
  self->in = g_strdup (in);
  self->out = g_strdup (out);
  self->to = to;
  self->read = mw_report_new ();
  self->converted = mw_report_new ();
  self->written = mw_report_new ();
  return self;
}

void
mw_conversion_free (MwConversion *self)
{
  if (!self)
    return;
  g_free (self->in);
  g_free (self->out);
  mw_report_free (self->read);
  mw_report_free (self->converted);
  mw_report_free (self->written);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self);
}

guint
mw_conversion_n_losses (const MwConversion *self)
{
  return mw_report_n_lost (self->converted) + mw_report_n_lost (self->written) + self->read->n[MW_REMARK_UNKNOWN];
}

/* --- One file ------------------------------------------------------------------------------------------------------- */

/* Puts a proved output on the disk. */
static void
put_output (MwConversion *self, const MwConversionTerms *terms, MwSave *save, GCancellable *cancellable)
{
  if (strcmp (self->out, "-") == 0) {
    self->bytes = g_bytes_ref (mw_file_set_main (save->files)->bytes);
    return;
  }
  if (mw_file_is_same (self->in, self->out)) { /* also through a link */
    mw_set_error (&self->error, MW_ERROR_REFUSED, -1, NULL, "the output would replace the file that is read");
    return;
  }
  if (terms->makes_folders
      && (!mw_save_allows (self->out, &self->error) || !mw_file_make_folder_of (self->out, &self->error)))
    return;
  if (mw_save_place (save, self->out, &self->error))
    mw_save_commit (save, &terms->saving, cancellable, &self->error);
}

static void
take_reports (MwConversion *self, MwSave *save)
{
  mw_report_free (self->converted);
  mw_report_free (self->written);
  self->converted = g_steal_pointer (&save->conversion);
  self->written = g_steal_pointer (&save->writing);
  self->lines = g_steal_pointer (&save->lost);
  self->notes = save->notes;
}

/* Whether models of a format are read and saved, but not converted yet. */
static gboolean
is_only_kept (MwFormat format)
{
  guint n;
  const MwTargetKept *kept = mw_targets_kept (&n);
  for (guint i = 0; i < n; i++)
    if (kept[i].family == format.family)
      return TRUE;
  return FALSE;
}

/* Converts and writes one model. Takes ownership of `model`. */
static void
convert_model (MwConversion *self, const MwConversionTerms *terms, MwModel *model, MwFormat format,
               GCancellable *cancellable)
{
  MwFormat to = terms->has_target ? terms->target : format;
  g_autoptr (MwSave) save = mw_save_new (model, format, NULL);
  to.text = self->to->text;
  self->source = format;
  if (self->to->root != model->record.schema || is_only_kept (format)) {
    g_autofree char *title = mw_format_title (format);
    mw_set_error (&self->error, MW_ERROR_UNSUPPORTED, -1, NULL,
                  "this is a model of %s, which cannot be converted to %s yet; convert goes between MDX and MDL", title,
                  self->to->label);
    return;
  }
  self->target = to;
  self->scale = terms->converting.scale;
  gboolean same = to.family == format.family && to.version == format.version
                  && terms->converting.scale == MW_CONVERT_SCALE_DEFAULT;
  /* A side channel describes one version only, so it is kept only if version and scale stay the same. */
  gboolean has = same && mw_mdl_has_side_channel (model), wanted = terms->lossless && to.text;
  const MwSaveOptions options = { .format = to,
                                  .converting = terms->converting,
                                  .spelling = terms->spelling,
                                  .side_channel = wanted || has,
                                  .drop_origin = !has && !(same && wanted) };
  gboolean written = mw_save_write (save, &options, cancellable, &self->error);
  take_reports (self, save);
  if (!written)
    return;
  GBytes *bytes = mw_file_set_main (save->files)->bytes;
  self->size = g_bytes_get_size (bytes);
  if (to.text)
    mw_mdl_side_channel_size (g_bytes_get_data (bytes, NULL), self->size, &self->side_lines, &self->side_bytes);
  self->refused = terms->strict && mw_conversion_n_losses (self) > 0;
  if (!self->refused)
    put_output (self, terms, save, cancellable);
}

void
mw_conversion_run (MwConversion *self, const MwFileSet *files, const MwConversionTerms *terms,
                   GCancellable *cancellable)
{
  MwFormat format;
  self->unread = TRUE;
  if (g_cancellable_set_error_if_cancelled (cancellable, &self->error))
    return;
  g_autoptr (MwFileSet) loaded = files ? NULL : mw_io_load (self->in, cancellable, &self->error);
  const MwFileSet *set = files ? files : loaded;
  MwModel *model = set ? mw_io_read (set, &format, &(MwIoOptions) { .report = self->read }, &self->error) : NULL;
  if (!model)
    return;
  self->unread = FALSE;
  convert_model (self, terms, model, format, cancellable);
}

/* --- Many files ----------------------------------------------------------------------------------------------------- */

const MwIoFormat *
mw_conversion_format (MwFormat format)
{
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  for (guint i = 0; i < n; i++)
    if (formats[i]->text == format.text && (formats[i]->root->families & format.family)
        && formats[i]->supports (format))
      return formats[i];
  return NULL;
}

char *
mw_conversion_place (const char *relative, const char *folder, const MwIoFormat *to)
{
  const char *name = strrchr (relative, G_DIR_SEPARATOR), *dot = strrchr (name ? name : relative, '.');
  g_autofree char *stem = g_strndup (relative, dot ? (gsize) (dot - relative) : strlen (relative));
  g_autofree char *file = g_strconcat (stem, to->suffix, NULL);
  return g_build_filename (folder, file, NULL);
}

void
mw_conversions_refuse_conflicts (GPtrArray *conversions)
{
  g_autoptr (GHashTable) inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                         outputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < conversions->len; i++)
    g_hash_table_add (inputs, g_canonicalize_filename (((const MwConversion *) conversions->pdata[i])->in, NULL));
  for (guint i = 0; i < conversions->len; i++) {
    MwConversion *self = conversions->pdata[i];
    if (self->error)
      continue;
    char *place = g_canonicalize_filename (self->out, NULL);
    const MwConversion *other = g_hash_table_lookup (outputs, place);
    if (g_hash_table_contains (inputs, place))
      mw_set_error (&self->error, MW_ERROR_REFUSED, -1, NULL,
                    "the output would replace a file that is read; choose another folder");
    else if (other)
      mw_set_error (&self->error, MW_ERROR_REFUSED, -1, NULL, "%s becomes the same file", other->in);
    if (self->error)
      g_free (place);
    else
      g_hash_table_insert (outputs, place, self);
  }
}

void
mw_conversions_sync_folders (const GPtrArray *conversions)
{
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < conversions->len; i++) {
    const MwConversion *self = conversions->pdata[i];
    char *folder = g_path_get_dirname (self->out);
    if (!self->error && !self->refused && !g_hash_table_contains (done, folder))
      mw_file_sync_folder (folder);
    g_hash_table_add (done, folder);
  }
}
