/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The page of help about the part of the window that a widget is in, with the anchor of a heading if there is one:
 * "operations-nodes#add-bone". The contents ("index") for NULL and for what has no page. Free with g_free(). */
char *mw_help_topic_of (GtkWidget *focus);
