/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline/outline.h"
#include "ui/outline/row-slots.h"

/* Private to the outline's widget: outline.c (its parts, rows, filter and menu), outline-selection.c, outline-operations.c (doing operations,
 * and asking for their parameters), outline-keys.c, outline-header.c (the heading that stays in view), outline-empty.c (what is said if there are no rows), outline-state.c (what another outline takes over). */

struct _MwOutline {
  GtkBox parent_instance;
  MwDocument *document;
  MwOutlineModel *model;
  GtkTreeListModel *tree, *old_tree; /* old_tree: its rows are freed after the frame that shows the new ones */
  GListStore *trees;                 /* only `tree` */
  MwRowSlots *slots;                 /* of the rows of `tree`; stays when the tree is replaced */
  GHashTable *bound;                 /* GtkListItem that have a row now */
  GtkMultiSelection *selection;
  MwRowImages *images;
  GtkWidget *search, *found, *empty, *by_kind, *by_skeleton, *view, *scrolled;
  GtkWidget *menu, *ask;          /* `ask` is the popover of a form; weak */
  GHashTable *gone;               /* MwOutlineKey: rows that were open when they were removed */
  char *filtered;                 /* the text that the rows are filtered by */
  const MwRemedy *remedy;         /* the remedy for the last refusal, or NULL */
  GArray *remedy_ids;             /* MwId: the elements that it applies to */
  const GdkRectangle *form_place; /* where the form opens that is being asked for, in the page; NULL: at the row */
  MwViewSource get_view;
  gpointer view_data;
  guint filter_idle, sync_idle, free_idle;
  GtkWidget *header, *header_row; /* the heading that stays in view; see outline-header.c */
  guint header_idle;
  gboolean uncover; /* the row with the focus must not be covered by it */
  gboolean syncing; /* the selection is being copied from document to view or back; handlers return */
};

/* --- outline-selection.c --- */

/* Copies the selection from the document to the view and back from now on. */
void mw_outline_follow_selection (MwOutline *self);
/* Opens the rows above those of the document's selection, in a tree that is not shown yet. */
void mw_outline_open_selection (MwOutline *self);
/* Selects the rows of the document's selection. */
void mw_outline_show_selection (MwOutline *self);
/* Scrolls to the first selected row. */
void mw_outline_reveal_selection (MwOutline *self);
/* The row of an element, after those above it were opened; NULL: it is not shown. Free with g_object_unref(). */
GtkTreeListRow *mw_outline_find_row (MwOutline *self, MwId id);
/* The nodes (MwOutlineNode) of the selected rows. Free with g_ptr_array_unref(). */
GPtrArray *mw_outline_selected_nodes (MwOutline *self);

/* --- outline-operations.c --- */

/* Adds the signals and keys of operations to the class. */
void mw_outline_install_operations (GtkWidgetClass *widget);
/* Where the row with the focus is in the view. */
gboolean mw_outline_row_rectangle (MwOutline *self, GdkRectangle *at);
/* Closes the form that asks for parameters. */
void mw_outline_drop_form (MwOutline *self);
/* Whether all selected rows are surfaces, or would be if the filter did not hide them. */
gboolean mw_outline_surfaces_are_selected (MwOutline *self);

/* --- outline-header.c --- */

/* Puts the list into an overlay with the heading of its first row. Returns the overlay. */
GtkWidget *mw_outline_make_header (MwOutline *self);
/* Makes the row of the heading, once the outline has a document. */
void mw_outline_header_set_row (MwOutline *self);
/* A row was selected: if the heading covers it, the list scrolls. */
void mw_outline_uncover_selection (MwOutline *self);

/* --- outline-empty.c --- */

/* Makes the note that takes the place of the rows while there are none, on top of them. */
void mw_outline_add_empty (MwOutline *self, GtkOverlay *rows);
/* Shows or hides it. */
void mw_outline_show_empty (MwOutline *self);

/* --- outline-keys.c --- */

void mw_outline_install_keys (MwOutline *self);

/* --- outline.c --- */

void mw_outline_set_filter (MwOutline *self, const char *text);
