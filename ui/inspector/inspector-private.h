/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/inspector.h"

/* Private to the inspector: inspector.c (the widget, and showing the selection), inspector-title.c (what is above the form),
 * inspector-search.c, inspector-pointed.c (one value of the form), inspector-users.c ("Used by", below the form). */

struct _MwInspector {
  GtkBox parent_instance;
  MwDocument *document;
  GtkWidget *icon, *title, *kind, *surface, *facts, *batches, *forms, *scrolled, *users_title, *users, *several,
    *content;
  GHashTable *by_schema; /* MwSchema -> MwRecordForm, children of `forms` */
  MwRecordForm *form;
  guint users_idle;
  MwClock clock;
  gboolean playing;
  GtkWidget *show_offsets;
  MwOffsets *offsets; /* while they are shown: those of the document when they were last computed */
  MwOffsetsWatch *offsets_watch;
  GtkWindow *window; /* whose focus it follows while it is mapped */
  MwId pointed;      /* the value to scroll to; 0: none ... */
  const MwField *pointed_field;
  guint pointed_element, frames, pointing; /* ... and the tick callback that does it */
  GtkWidget *pointed_row;                  /* the one that is marked */
  MwId pinned;                             /* the element that it stays on; 0: it follows the selection */
  GtkWidget *header, *pin, *second;        /* `second` is the inspector that stays on an element, or NULL */
  GtkWidget *search_button, *search, *found_none;
  MwFieldFilter *filter; /* NULL: nothing is searched */
};

/* The elements on show. None: the model. */
const MwId *mw_inspector_shown_ids (MwInspector *self, guint *n);

/* Shows title and kind of these elements. */
void mw_inspector_refresh_title (MwInspector *self, const MwId *ids, guint n);
/* Shows what the catalogues know of the element: what an event does and when, how a batch combines its textures. */
void mw_inspector_refresh_facts (MwInspector *self, const MwId *ids, guint n);
/* Shows the operations on the surface above the rows of its batches. */
void mw_inspector_refresh_surface (MwInspector *self, const MwId *ids, guint n);

/* Adds the button that opens the search to the header, and below it the entry. */
void mw_inspector_add_search (MwInspector *self, GtkWidget *header);
/* Opens the search. */
void mw_inspector_search (MwInspector *self);
/* Shows the rows of the form that are searched for. */
void mw_inspector_apply_filter (MwInspector *self);

/* Emits "pointed" when a row of the forms is clicked. */
void mw_inspector_watch_clicks (MwInspector *self);
/* Emits "pointed" when the focus of its window gets into a row, until mw_inspector_leave_focus(). */
void mw_inspector_follow_focus (MwInspector *self);
void mw_inspector_leave_focus (MwInspector *self);
/* Neither marks the value of mw_inspector_show_field() nor scrolls to it any more. */
void mw_inspector_forget_pointed (MwInspector *self);

/* Lists what uses the element before the next frame is drawn; until then the inspector is "busy". */
void mw_inspector_queue_users (MwInspector *self);
