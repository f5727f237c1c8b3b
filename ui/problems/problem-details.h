/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* What is to be known of the problems that are selected: why one is a problem, what the game does then, and what their fixes would change. */
#define MW_TYPE_PROBLEM_DETAILS (mw_problem_details_get_type ())
G_DECLARE_FINAL_TYPE (MwProblemDetails, mw_problem_details, MW, PROBLEM_DETAILS, GtkBox)

GtkWidget *mw_problem_details_new (MwDocument *document);
/* Shows these problems (MwProblem), which do not change from now on; `current`: they are those of the document as it is now, so their fixes can be tried. While that goes on, the
 * accessible state is "busy". */
void mw_problem_details_show (MwProblemDetails *self, GPtrArray *problems, gboolean current);
