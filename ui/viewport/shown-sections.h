/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/shown.h"

#include <gtk/gtk.h>

/* Choosers for the parts of a character (core/pose/sections.h): one for each group of which it has variants. Hidden for all other
 * models.
 *
 * Signal "chosen": the user chose a variant, and it is in MwShown.sections now. */
#define MW_TYPE_SHOWN_SECTIONS (mw_shown_sections_get_type ())
G_DECLARE_FINAL_TYPE (MwShownSections, mw_shown_sections, MW, SHOWN_SECTIONS, GtkBox)

GtkWidget *mw_shown_sections_new (void);
/* Updates the choosers for the model. `chosen` has what the user chose, and gets what he chooses; it must exist until another is set. */
void mw_shown_sections_set_model (MwShownSections *self, const MwModel *model, MwShown *chosen);
/* What is shown where nothing was chosen: group -> variant; other groups show the default of a bare character. NULL: all do. */
void mw_shown_sections_set_base (MwShownSections *self, GHashTable *base);
