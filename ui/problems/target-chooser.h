/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A drop-down of what a document is checked for (mw_findings_set_client()): whatever reads the model's version, or a client of its games. */
#define MW_TYPE_TARGET_CHOOSER (mw_target_chooser_get_type ())
G_DECLARE_FINAL_TYPE (MwTargetChooser, mw_target_chooser, MW, TARGET_CHOOSER, GtkBox)

GtkWidget *mw_target_chooser_new (MwDocument *document);
