/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

/* Showing another model at a node of the open one. This is a setting of the view: it changes no document. */

/* The actions win.attach-model, which asks for the file, and win.detach-model. Both are for the node that is selected. */
void mw_attach_model (GtkWidget *window, const char *action, GVariant *parameter);
void mw_detach_model (GtkWidget *window, const char *action, GVariant *parameter);
/* Why they cannot be done now; NULL: they can. The text is translated, and not to be freed. */
const char *mw_attach_model_reason (MwWindow *window);
const char *mw_detach_model_reason (MwWindow *window);

/* Appends the items for these elements to a menu, if they are one node. `within` is in the page of the document. */
void mw_attach_model_append_items (GtkWidget *menu, MwDocument *document, const MwId *ids, guint n, GtkWidget *within);
/* Shows the model in a file that was dropped on these elements. FALSE: they are not one attachment, or it is no file of a model. */
gboolean mw_attach_model_drop (MwViewport *viewport, MwDocument *document, const MwId *ids, guint n, const char *path);
