/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/bounds-cell.h"
#include "core/model/aspects.h"
#include "core/schema/value.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <math.h>
#include <string.h>

struct _MwBoundsCell {
  GtkBox parent_instance;
  MwDocument *document;
  const MwSchema *schema;
  MwFieldCommit commit;
  gpointer data;
  MwId id;
  GtkWidget *button, *label;
  GPtrArray *editors; /* MwFieldEditor; empty until the popover is opened for the first time */
  GPtrArray *marks;   /* what is wrong with each of the fields, or NULL */
  GPtrArray *fields;  /* const MwField * */
};

G_DEFINE_FINAL_TYPE (MwBoundsCell, mw_bounds_cell, GTK_TYPE_BOX)

static const MwBounds *
bounds_of (MwBoundsCell *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwRecord *record = self->id ? mw_model_find (model, self->id) : NULL;
  return record && mw_schema_is_a (record->schema, self->schema) ? mw_sequence_aspect (model, record).bounds : NULL;
}

/* --- The text --------------------------------------------------------------------------------------------------------- */

/* A length in a few letters: three digits tell more than anybody compares in a column. */
static void
append_length (GString *text, double length)
{
  const gboolean whole = fabs (length) >= 100 || fabs (length - round (length)) < 0.05 || !isfinite (length);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (text, g_ascii_formatd (digits, sizeof digits, whole ? "%.0f" : "%.1f", length));
}

/* Free with g_free(). */
static char *
short_text (const MwBounds *bounds)
{
  static const MwBounds nothing;
  GString *text = g_string_new (NULL);
  if (memcmp (bounds, &nothing, sizeof nothing) == 0)
    return g_string_free (g_string_append (text, _ ("None")), FALSE);
  for (guint i = 0; i < 3; i++) {
    g_string_append (text, i ? " × " : "");
    append_length (text, (double) bounds->max[i] - (double) bounds->min[i]);
  }
  g_string_append (text, " · R ");
  append_length (text, (double) bounds->radius);
  return g_string_free (text, FALSE);
}

/* All values, one field per line, and what is wrong with them. Free with g_free(). */
static char *
long_text (MwBoundsCell *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwRecord *record = mw_model_find (model, self->id);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < self->fields->len; i++) {
    const MwField *field = self->fields->pdata[i];
    g_string_append_printf (text, "%s%s:", i ? "\n" : "", mw_ui_label (field->label));
    for (guint k = 0; k < field->count; k++) {
      g_string_append_c (text, ' ');
      mw_value_append_number (text, field->type,
                              (const guint8 *) mw_field_at (record, field) + k * mw_type_size (field->type));
    }
    if (self->marks->pdata[i])
      g_string_append_printf (text, "\n%s", (const char *) self->marks->pdata[i]);
  }
  return g_string_free (text, FALSE);
}

void
mw_bounds_cell_refresh (MwBoundsCell *self)
{
  const MwBounds *bounds = bounds_of (self);
  if (!bounds)
    return;
  g_autofree char *text = short_text (bounds), *all = long_text (self);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  mw_widget_set_tooltip (self->button, all);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, all, -1);
  for (guint i = 0; i < self->editors->len; i++)
    mw_field_editor_refresh (self->editors->pdata[i]);
}

/* --- The popover ------------------------------------------------------------------------------------------------------ */

static void
set_ids (MwBoundsCell *self)
{
  for (guint i = 0; i < self->editors->len; i++)
    mw_field_editor_set_ids (self->editors->pdata[i], &self->id, self->id ? 1 : 0);
}

static void
set_marks (MwBoundsCell *self)
{
  for (guint i = 0; i < self->editors->len; i++)
    mw_field_editor_set_mark (self->editors->pdata[i], self->marks->pdata[i]);
}

/* A row would take long to make if it had all editors from the start. */
static void
make_popover (GtkMenuButton *button, gpointer data)
{
  MwBoundsCell *self = data;
  if (gtk_menu_button_get_popover (button))
    return;
  GtkWidget *popover = gtk_popover_new (), *grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_widget_add_css_class (grid, "bounds");
  for (guint i = 0; i < self->fields->len; i++) {
    const MwField *field = self->fields->pdata[i];
    GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *label = gtk_label_new (mw_ui_label (field->label)),
              *editor = mw_field_editor_new (self->document, self->schema, field);
    gtk_label_set_xalign (GTK_LABEL (label), 0);
    gtk_widget_add_css_class (row, "field-row");
    mw_widget_set_tooltip (label, mw_ui_label (field->doc));
    mw_field_editor_set_commit (MW_FIELD_EDITOR (editor), self->commit, self->data);
    gtk_widget_set_size_request (editor, 270, -1);
    gtk_box_append (GTK_BOX (row), editor);
    gtk_grid_attach (GTK_GRID (grid), label, 0, (int) i, 1, 1);
    gtk_grid_attach (GTK_GRID (grid), row, 1, (int) i, 1, 1);
    g_ptr_array_add (self->editors, editor);
  }
  set_ids (self);
  set_marks (self);
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  gtk_menu_button_set_popover (button, popover);
}

void
mw_bounds_cell_set_record (MwBoundsCell *self, MwId id)
{
  if (id != self->id)
    gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  self->id = id;
  set_ids (self);
  mw_bounds_cell_show_marks (self, NULL);
}

MwId
mw_bounds_cell_get_record (MwBoundsCell *self)
{
  return self->id;
}

void
mw_bounds_cell_show_marks (MwBoundsCell *self, const MwMarks *marks)
{
  gboolean any = FALSE;
  for (guint i = 0; i < self->fields->len; i++) {
    g_free (self->marks->pdata[i]);
    self->marks->pdata[i] = marks ? mw_marks_of_field (marks, self->fields->pdata[i]) : NULL;
    any |= self->marks->pdata[i] != NULL;
  }
  mw_widget_set_css_class (GTK_WIDGET (self), "marked", any);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_STATE_INVALID,
                               any ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  set_marks (self);
  mw_bounds_cell_refresh (self);
}

/* --- The widget ------------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwBoundsCell *self = MW_BOUNDS_CELL (object);
  mw_box_clear (GTK_WIDGET (self));
  g_ptr_array_set_size (self->editors, 0);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_bounds_cell_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwBoundsCell *self = MW_BOUNDS_CELL (object);
  g_ptr_array_unref (self->editors);
  g_ptr_array_unref (self->marks);
  g_ptr_array_unref (self->fields);
  G_OBJECT_CLASS (mw_bounds_cell_parent_class)->finalize (object);
}

static void
mw_bounds_cell_class_init (MwBoundsCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_bounds_cell_init (MwBoundsCell *self)
{
  self->editors = g_ptr_array_new ();
  self->marks = g_ptr_array_new_with_free_func (g_free);
  self->fields = g_ptr_array_new ();
  self->button = gtk_menu_button_new ();
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  mw_label_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->label, "numeric");
  mw_menu_button_set_content (GTK_MENU_BUTTON (self->button), self->label);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->button), make_popover, self, NULL);
  gtk_widget_set_hexpand (self->button, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Bounds"), -1);
  gtk_widget_add_css_class (GTK_WIDGET (self), "cell");
  gtk_box_append (GTK_BOX (self), self->button);
}

GtkWidget *
mw_bounds_cell_new (MwDocument *document, const MwSchema *schema, MwFieldCommit commit, gpointer data)
{
  MwBoundsCell *self = g_object_new (MW_TYPE_BOUNDS_CELL, NULL);
  self->document = g_object_ref (document);
  self->schema = schema;
  self->commit = commit;
  self->data = data;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->role == MW_ROLE_BOUNDS && !field->hidden)
      g_ptr_array_add (self->fields, (gpointer) field);
  }
  g_ptr_array_set_size (self->marks, (int) self->fields->len);
  return GTK_WIDGET (self);
}
