/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/findings.h"
#include "ui/outline/outline-model.h"

#include <gtk/gtk.h>

/* The dot on the icon of a row whose element the checker finds something wrong with (ui/document/findings.h). While the row is folded, what
 * is inside counts too. */

/* The worst that is found; FALSE: nothing is. */
gboolean mw_row_dot_get (MwFindings *findings, MwOutlineNode *node, gboolean folded, MwSeverity *worst);
/* What is found, for a tooltip; NULL: nothing. Free with g_free(). */
char *mw_row_dot_describe (MwFindings *findings, MwOutlineNode *node, gboolean folded);
/* Draws the dot around a place of a widget. A warning is a ring, so that colours alone do not tell them apart. */
void mw_row_dot_draw (GtkWidget *widget, GtkSnapshot *snapshot, MwSeverity severity, float x, float y);
