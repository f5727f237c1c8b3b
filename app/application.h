/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The program with its window: one instance on a session bus; a second start hands its files to the first. */
#define MW_APPLICATION_ID "org.modelwright.Modelwright"

#define MW_TYPE_APPLICATION (mw_application_get_type ())
G_DECLARE_FINAL_TYPE (MwApplication, mw_application, MW, APPLICATION, GtkApplication)

MwApplication *mw_application_new (void);
