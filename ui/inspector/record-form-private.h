/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/key-sheet.h"
#include "ui/inspector/record-form.h"

/* Private to forms: record-form.c (the widget, its sections and rows), record-form-keys.c (in the form of a track, which keys are
 * shown), record-form-sheet.c (what the curves of the rows are drawn from), record-form-find.c (from a widget to its value and
 * back), form-row.c (one row), field-menu.c (the menu and the dot of a row). */

/* One row. `field` is NULL for a track without a static value, `track` for a value that cannot be animated. */
typedef struct {
  MwRecordForm *form;
  const MwGroup *group; /* of the section that the row is in */
  const MwField *field, *track;
  gboolean live; /* the field matters in the records on show */
  GtkWidget *box;
  GtkWidget *dot; /* says that the value has changed since the last save, and sets it back; NULL where that cannot be */
  GtkWidget *keys_dot; /* says so of its keys; NULL without a track */
  gboolean changed;    /* the value or its keys */
  GtkWidget *editor;   /* MwFieldEditor */
  GtkWidget *diamond;  /* MwDiamond; only with a track */
  GtkWidget *error;    /* why a click on the diamond did nothing, if there is no editor to show it; made when needed */
  GtkWidget *remove_all; /* below the keys */
  GtkWidget *offset;     /* the place in the file; made when first shown */
  GtkWidget *state;      /* "Animated", if there is no editor */
  GtkWidget *picture;    /* MwCurvePicture of the track; NULL where its values are no numbers */
  GtkWidget *expander;
  GtkWidget *keys; /* MwRecordForm of the track, made when first opened */
  MwId child;      /* the track of the first record that has one; 0: none */
} MwFormRow;

struct _MwRecordForm {
  GtkBox parent_instance;
  MwDocument *document;
  const MwSchema *schema;
  GArray *ids;
  GPtrArray *rows;  /* MwFormRow */
  GPtrArray *folds; /* MwFold, one for each section of the schema */
  gboolean plain;   /* no headers */
  GtkWidget *users; /* MwUsersForm, in a section that shows other records too */
  GtkWidget *bones; /* MwBoneSetsForm, in the section with the bones of a mesh */
  const MwGroup *bones_group;
  GtkSizeGroup *labels;
  MwClock clock;
  gboolean playing;
  MwOffsets *offsets;              /* NULL: not shown */
  MwKeySheet *sheet;               /* has the keys whose curves the rows draw; made when first needed */
  gboolean sheet_all, sheet_stale; /* it lists the tracks of all elements; its rows are to be read again */
  GtkWidget *key_bar;              /* form of a track: chooses the key that all its arrays show */
  GtkWidget *chooser;              /* form of a track: chooses the sequence whose keys are shown */
  GtkWidget *lanes;                /* form of a track whose keys are in lanes */
  const MwField *left_out;
  MwFieldFilter *filter; /* NULL: all rows are shown */
  guint section, next;   /* the section that is being made, and the index of the field in it that the next row is for */
  guint build_idle;
};

/* The ids of the records on show. */
static inline const MwId *
mw_record_form_ids (MwRecordForm *self)
{
  return (const MwId *) self->ids->data;
}

/* Whether a record is on show. */
static inline gboolean
mw_record_form_has (MwRecordForm *self, MwId id)
{
  for (guint i = 0; i < self->ids->len; i++)
    if (mw_record_form_ids (self)[i] == id)
      return TRUE;
  return FALSE;
}

/* In the form of a track, makes what chooses the keys: a sequence, and a key of it, or the form of a lane. */
void mw_record_form_make_key_controls (MwRecordForm *self);
/* They come before the first row that depends on them. Returns whether the form of lanes shows the field. */
gboolean mw_record_form_place_key_controls (MwRecordForm *self, GtkBox *body, const MwField *field);
/* Shows the keys of the chosen sequence only: a range of the time line, or its lane. */
void mw_record_form_show_sequence (MwRecordForm *self);
/* Shows the times of keys as those of the sequence. */
void mw_record_form_show_key_times (MwRecordForm *self);

/* The sheet with the keys of the sequence on show, for the drawings of the rows. */
MwKeySheet *mw_record_form_sheet (gpointer form);

/* Makes the row for a field and its track (one of them may be NULL) at the end of `body`, that of the section `group`. */
MwFormRow *mw_form_row_new (MwRecordForm *form, const MwGroup *group, GtkBox *body, const MwField *field,
                            const MwField *track);
/* Shows the values of the form's records, and hides the row where the field is not live. */
void mw_form_row_refresh (MwFormRow *row);
/* Shows the row where its field is live and the filter has it. */
void mw_form_row_apply_filter (MwFormRow *row);
/* Shows how many keys the tracks have now. */
void mw_form_row_refresh_keys (MwFormRow *row);
void mw_form_row_refresh_offset (MwFormRow *row);
/* The row that a widget is the box of; NULL: it is none. */
MwFormRow *mw_form_row_of (GtkWidget *widget);
