/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/save.h"

/* Writes a model into files that do not become those of a document: all steps of a save without a question. `spared` are
 * files that it never replaces, whatever their names are (MW_ERROR_REFUSED; may be NULL): usually those of the document.
 * Makes the folders above `path`. The results are in `self`; after an error no file has changed. Any thread. */
gboolean mw_save_copy (MwSave *self, const MwSaveOptions *options, const char *path, const MwFileSet *spared,
                       const MwSaveTerms *terms, GCancellable *cancellable, GError **error);
