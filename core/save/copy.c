/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/save/copy.h"
#include "core/base/error.h"

/* Companions can lead to a file of the document too, even if the model does not. */
static gboolean
spares (const MwFileSet *files, const MwFileSet *spared, GError **error)
{
  for (guint i = 0; i < files->parts->len; i++)
    for (guint k = 0; spared && k < spared->parts->len; k++) {
      const MwFilePart *part = files->parts->pdata[i], *other = spared->parts->pdata[k];
      if (other->path && mw_file_is_same (part->path, other->path)) {
        mw_set_error (error, MW_ERROR_REFUSED, -1, part->path,
                      "this is a file of the open model; give the copy another name");
        return FALSE;
      }
    }
  return TRUE;
}

gboolean
mw_save_copy (MwSave *self, const MwSaveOptions *options, const char *path, const MwFileSet *spared,
              const MwSaveTerms *terms, GCancellable *cancellable, GError **error)
{
  return mw_save_allows (path, error) && mw_save_write (self, options, cancellable, error)
         && mw_file_make_folder_of (path, error) && mw_save_place (self, path, error)
         && spares (self->files, spared, error) && mw_save_find_taken (self, error)
         && mw_save_commit (self, terms, cancellable, error);
}
