/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits a number that has names in a large catalogue: a button with the name, which opens a list with a search. The
 * list is made when it opens. A number can be typed too, whether the catalogue has it or not. */
#define MW_TYPE_CATALOGUE_EDITOR (mw_catalogue_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwCatalogueEditor, mw_catalogue_editor, MW, CATALOGUE_EDITOR, MwFieldEditor)
