/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The desktop program. Only one instance runs per session bus: a second start passes its files to the first and ends. */
#define MW_APPLICATION_ID "org.modelwright.Modelwright"

#define MW_TYPE_APPLICATION (mw_application_get_type ())
G_DECLARE_FINAL_TYPE (MwApplication, mw_application, MW, APPLICATION, GtkApplication)

MwApplication *mw_application_new (void);
