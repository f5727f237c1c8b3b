/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* A number that a catalogue of hundreds gives names to: a button with the name, and below it, made when it opens, a list that
 * is searched by typing. A number that is typed is taken as it is, whether the catalogue knows it or not. */
#define MW_TYPE_CATALOGUE_EDITOR (mw_catalogue_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwCatalogueEditor, mw_catalogue_editor, MW, CATALOGUE_EDITOR, MwFieldEditor)

GtkMenuButton *mw_catalogue_editor_get_button (MwCatalogueEditor *self);
/* The search entry, once the list has been opened; else NULL. */
GtkEditable *mw_catalogue_editor_get_search (MwCatalogueEditor *self);
