/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-filter.h"
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Which bones move the vertices of a geoset or a submesh (core/pose/bone-sets.h): a list of the sets of bones, and for the chosen one its
 * bones, each with buttons to replace and to remove it, one to add another, and one that marks the vertices in the view. It shows one
 * mesh; for several it is hidden. */
#define MW_TYPE_BONE_SETS_FORM (mw_bone_sets_form_get_type ())
G_DECLARE_FINAL_TYPE (MwBoneSetsForm, mw_bone_sets_form, MW, BONE_SETS_FORM, GtkBox)

GtkWidget *mw_bone_sets_form_new (MwDocument *document);
void mw_bone_sets_form_set_ids (MwBoneSetsForm *self, const MwId *ids, guint n);
void mw_bone_sets_form_apply_change (MwBoneSetsForm *self, const MwChangeSet *set);
/* Hides it unless it is what is searched for. */
void mw_bone_sets_form_set_found (MwBoneSetsForm *self, gboolean found);
