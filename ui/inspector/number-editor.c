/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/number-editor.h"
#include "core/base/number.h"
#include "core/schema/value.h"
#include "ui/columns-layout.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

#include <math.h>
#include <string.h>

enum { PER_ROW = 4 };

struct _MwNumberEditor {
  MwFieldEditor parent_instance;
  GPtrArray *entries; /* MwValueEntry, one for each component */
  GtkWidget *label;   /* shown instead of entries for a read-only field */
  GtkWidget *colour;
  /* A drag: the component, and its value when it began. */
  gboolean dragging;
  double start;
};

G_DEFINE_FINAL_TYPE (MwNumberEditor, mw_number_editor, MW_TYPE_FIELD_EDITOR)

/* Whether the value is in radians in the model, and so shown in degrees. */
static gboolean
in_degrees (MwFieldEditor *editor)
{
  const MwRecord *record = mw_field_editor_get_record (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  return (record ? mw_field_unit (field, mw_record_family (record)) : field->unit) == MW_UNIT_RADIANS;
}

static double
component_at (MwType type, const guint8 *at)
{
  union {
    guint8 u8;
    gint8 i8;
    guint16 u16;
    gint16 i16;
    guint32 u32;
    gint32 i32;
    float f32;
  } v;
  memcpy (&v, at, mw_type_size (type));
  switch (type) {
  case MW_TYPE_U8:
    return v.u8;
  case MW_TYPE_I8:
    return v.i8;
  case MW_TYPE_U16:
    return v.u16;
  case MW_TYPE_I16:
    return v.i16;
  case MW_TYPE_U32:
    return v.u32;
  case MW_TYPE_I32:
    return v.i32;
  default:
    return (double) v.f32;
  }
}

static char *
component_text (MwFieldEditor *editor, guint component)
{
  MwType type = mw_field_editor_get_value_type (editor);
  const guint8 *at = mw_field_editor_get_value (editor);
  if (!at)
    return g_strdup ("");
  at += mw_type_size (type) * component;
  if (in_degrees (editor) && type == MW_TYPE_F32 && isfinite (component_at (type, at))) {
    char degrees[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup (g_ascii_formatd (degrees, sizeof degrees, "%.6g", component_at (type, at) * (180 / G_PI)));
  }
  GString *text = g_string_new (NULL);
  mw_value_append_number (text, type, at);
  return g_string_free (text, FALSE);
}

/* Converts typed text for the core: a single comma is a decimal point, and angles were typed in degrees. Free with g_free(). */
static char *
to_core (MwFieldEditor *editor, const char *typed)
{
  char *text = g_strstrip (g_strdup (typed));
  char *comma = strchr (text, ',');
  if (comma && !strchr (text, '.') && !strchr (comma + 1, ','))
    *comma = '.';
  char *end;
  double degrees = g_ascii_strtod (text, &end);
  if (!in_degrees (editor) || end == text || *end || !isfinite (degrees))
    return text;
  char radians[MW_FLOAT_TEXT_MAX];
  mw_float_to_text ((float) (degrees * (G_PI / 180)), radians);
  g_free (text);
  return g_strdup (radians);
}

static gboolean take_hex (MwNumberEditor *self, const char *typed, gboolean *taken);

static gboolean
commit (MwValueEntry *entry, const char *typed, MwNumberEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  const MwField *field = mw_field_editor_get_field (editor);
  guint component;
  gboolean taken;
  if (!mw_field_editor_get_record (editor) || !g_ptr_array_find (self->entries, entry, &component))
    return FALSE;
  if (take_hex (self, typed, &taken))
    return taken;
  MwTarget target = mw_field_editor_get_target (editor);
  if (field->count > 1) {
    target.component = (int) component;
    target.whole = FALSE;
  }
  g_autofree char *text = to_core (editor, typed);
  return mw_field_editor_commit (editor, &target, text);
}

static void
reverted (MwValueEntry *entry, MwNumberEditor *self)
{
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), NULL);
}

/* --- Drag ----------------------------------------------------------------------------------------------------------- */

static double
step_of (MwFieldEditor *editor, MwType type)
{
  const MwField *field = mw_field_editor_get_field (editor);
  if (type != MW_TYPE_F32)
    return 1;
  if (in_degrees (editor))
    return G_PI / 180;
  if (field->role == MW_ROLE_COLOUR || field->role == MW_ROLE_ALPHA || field->unit == MW_UNIT_FACTOR
      || field->role == MW_ROLE_UV || field->role == MW_ROLE_NORMAL)
    return 0.01;
  return field->unit == MW_UNIT_LENGTH ? 0.5 : 0.1;
}

static void
drag_began (MwValueEntry *entry, MwNumberEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  guint component;
  const guint8 *at = mw_field_editor_get_value (editor);
  if (!at || mw_field_editor_is_read_only (editor) || !g_ptr_array_find (self->entries, entry, &component))
    return;
  MwType type = mw_field_editor_get_value_type (editor);
  self->start = component_at (type, at + mw_type_size (type) * component);
  if (!isfinite (self->start))
    return;
  self->dragging = TRUE;
  if (mw_field_editor_is_detached (editor))
    return;
  g_autofree char *title = mw_ui_record_long_title (mw_field_editor_get_record (editor));
  g_autofree char *label = g_strdup_printf (_ ("Set %s of %s"), mw_ui_label (mw_field_editor_get_field (editor)->label),
                                            title);
  mw_document_begin (mw_field_editor_get_document (editor), label);
}

static void
drag_moved (MwValueEntry *entry, double steps, MwNumberEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  guint component;
  if (!self->dragging || !g_ptr_array_find (self->entries, entry, &component))
    return;
  const MwField *field = mw_field_editor_get_field (editor);
  MwType type = mw_field_editor_get_value_type (editor);
  double value = self->start + steps * step_of (editor, type);
  if (field->min < field->max)
    value = CLAMP (value, field->min, field->max);
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (text, sizeof text, type == MW_TYPE_F32 ? "%.5g" : "%.0f", value);
  MwTarget target = mw_field_editor_get_target (editor);
  if (field->count > 1) {
    target.component = (int) component;
    target.whole = FALSE;
  }
  if (mw_field_editor_commit (editor, &target, text) && !mw_field_editor_is_detached (editor))
    mw_document_update (mw_field_editor_get_document (editor));
}

static void
drag_ended (MwValueEntry *entry, gboolean cancelled, MwNumberEditor *self)
{
  if (!self->dragging)
    return;
  if (cancelled && entry && mw_field_editor_is_detached (MW_FIELD_EDITOR (self)))
    drag_moved (entry, 0, self);
  self->dragging = FALSE;
  MwDocument *document = mw_field_editor_get_document (MW_FIELD_EDITOR (self));
  if (mw_field_editor_is_detached (MW_FIELD_EDITOR (self)))
    return;
  if (cancelled)
    mw_document_cancel (document);
  else
    mw_document_commit (document);
}

/* --- Colour --------------------------------------------------------------------------------------------------------- */

/* The keys of a track have the colour of the slot that the track is in. */
static gboolean
is_colour (MwFieldEditor *editor)
{
  const MwRecord *record = mw_field_editor_get_record (editor);
  if (mw_field_editor_get_field (editor)->role == MW_ROLE_COLOUR)
    return TRUE;
  while (record && record->owner && mw_record_slot (record)->type != MW_TYPE_CHILD)
    record = record->owner;
  return record && record->owner && mw_record_slot (record)->role == MW_ROLE_COLOUR;
}

/* The full value of a channel. */
static double
full (MwFieldEditor *editor)
{
  return mw_field_editor_get_value_type (editor) == MW_TYPE_F32 ? 1 : 255;
}

/* Free with g_free(). */
static char *
hex_of (const GdkRGBA *rgba)
{
  return g_strdup_printf ("#%02X%02X%02X", (guint) lroundf (rgba->red * 255), (guint) lroundf (rgba->green * 255),
                          (guint) lroundf (rgba->blue * 255));
}

static GdkRGBA
colour_of (MwFieldEditor *editor)
{
  MwType type = mw_field_editor_get_value_type (editor);
  const guint8 *at = mw_field_editor_get_value (editor);
  float channels[4] = { 0, 0, 0, 1 };
  for (guint i = 0; i < MIN (mw_field_editor_get_field (editor)->count, 4); i++)
    channels[i] = (float) CLAMP (component_at (type, at + mw_type_size (type) * i) / full (editor), 0, 1);
  return (GdkRGBA) { channels[0], channels[1], channels[2], channels[3] };
}

/* Sets all channels. */
static gboolean
set_colour (MwNumberEditor *self, const GdkRGBA *rgba)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  MwType type = mw_field_editor_get_value_type (editor);
  float channels[4] = { rgba->red, rgba->green, rgba->blue, rgba->alpha };
  g_autoptr (GString) text = g_string_new ("{");
  for (guint i = 0; i < mw_field_editor_get_field (editor)->count; i++) {
    char number[MW_FLOAT_TEXT_MAX];
    if (type == MW_TYPE_F32)
      mw_float_to_text (channels[i], number);
    else
      g_snprintf (number, sizeof number, "%ld", lroundf (channels[i] * 255));
    g_string_append_printf (text, "%s%s", i ? ", " : "", number);
  }
  g_string_append_c (text, '}');
  MwTarget target = mw_field_editor_get_target (editor);
  return mw_field_editor_commit (editor, &target, text->str);
}

static void
colour_set (GtkColorButton *button, MwNumberEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  if (mw_field_editor_is_refreshing (editor) || !mw_field_editor_get_record (editor))
    return;
  GdkRGBA rgba;
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  set_colour (self, &rgba);
}

/* Whether "#FF8000" was typed; sets the colour then. *taken: whether it was accepted. */
static gboolean
take_hex (MwNumberEditor *self, const char *typed, gboolean *taken)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  g_autofree char *text = g_strstrip (g_strdup (typed));
  GdkRGBA rgba;
  if (*text != '#' || !self->colour || !is_colour (editor))
    return FALSE;
  *taken = gdk_rgba_parse (&rgba, text);
  if (!*taken) {
    mw_field_editor_show_error (editor, _ ("A colour is # and six digits, such as #FF8000"));
    return TRUE;
  }
  /* The digits say nothing about the alpha. */
  rgba.alpha = colour_of (editor).alpha;
  *taken = set_colour (self, &rgba);
  return TRUE;
}

/* The text of a read-only field: four bytes are a tag, everything else is numbers. Free with g_free(). */
static char *
read_only_text (MwFieldEditor *editor)
{
  const MwField *field = mw_field_editor_get_field (editor);
  const guint8 *at = mw_field_editor_get_value (editor);
  if (at && field->type == MW_TYPE_U8 && field->count == 4) {
    g_autofree char *tag = g_strndup ((const char *) at, 4);
    return mw_ui_text (tag);
  }
  GString *text = g_string_new (NULL);
  for (guint i = 0; at && i < field->count; i++) {
    g_autofree char *component = component_text (editor, i);
    g_string_append_printf (text, "%s%s", i ? " " : "", component);
  }
  return g_string_free (text, FALSE);
}

static const char *const axes[] = { "X", "Y", "Z", "W" }, *const channels[] = { "R", "G", "B", "A" };

static void
show_colour (MwNumberEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  gboolean shown = is_colour (editor) && mw_field_editor_get_value (editor);
  gtk_widget_set_visible (self->colour, shown);
  for (guint i = 0; i < self->entries->len; i++)
    mw_value_entry_set_handle (self->entries->pdata[i], shown ? channels[i] : axes[i]);
  if (!shown)
    return;
  GdkRGBA rgba = colour_of (editor);
  g_autofree char *hex = hex_of (&rgba);
  g_autofree char *tooltip = g_strdup_printf (_ ("%s. Such a number can be typed in each of the fields."), hex);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (self->colour), &rgba);
  mw_widget_set_tooltip (self->colour, mw_field_editor_differs (editor, -1) ? mw_field_editor_several () : tooltip);
}

static void
refresh (MwFieldEditor *editor)
{
  MwNumberEditor *self = MW_NUMBER_EDITOR (editor);
  gboolean usable = mw_field_editor_get_value (editor) != NULL;
  if (self->label) {
    g_autofree char *text = mw_field_editor_differs (editor, -1) ? g_strdup (mw_field_editor_several ())
                                                                 : read_only_text (editor);
    gtk_label_set_text (GTK_LABEL (self->label), text);
  }
  for (guint i = 0; i < self->entries->len; i++) {
    g_autofree char *text = component_text (editor, i);
    if (mw_field_editor_differs (editor, (int) i))
      mw_value_entry_set_several (g_ptr_array_index (self->entries, i), mw_field_editor_several ());
    else
      mw_value_entry_set_text (g_ptr_array_index (self->entries, i), text);
    gtk_widget_set_sensitive (g_ptr_array_index (self->entries, i), usable);
  }
  if (self->colour)
    show_colour (self);
}

static void
build (MwFieldEditor *editor)
{
  static const char *const directions[] = { "U", "V" };
  MwNumberEditor *self = MW_NUMBER_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  MwType type = mw_field_editor_get_value_type (editor);
  gboolean colour = field->role == MW_ROLE_COLOUR && (field->count == 3 || field->count == 4)
                    && (type == MW_TYPE_F32 || type == MW_TYPE_U8);
  /* Whether the keys of a track are colours depends on what the track is for. */
  gboolean may_be = colour || (mw_field_is_of_keys (field) && field->count == 3 && type == MW_TYPE_F32);
  if (field->read_only) {
    self->label = gtk_label_new (NULL);
    gtk_label_set_xalign (GTK_LABEL (self->label), 0);
    gtk_label_set_selectable (GTK_LABEL (self->label), TRUE);
    gtk_widget_add_css_class (self->label, "value");
    gtk_box_append (GTK_BOX (self), self->label);
    return;
  }
  gboolean lettered = field->count > 1 && field->count <= 4 && field->role != MW_ROLE_UNKNOWN;
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *grid = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (grid, mw_columns_layout_new (PER_ROW, 4));
  gtk_widget_set_hexpand (grid, TRUE);
  for (guint i = 0; i < field->count; i++) {
    const char *handle = field->components           ? mw_ui_label (field->components[i])
                         : !lettered                 ? NULL
                         : colour                    ? channels[i]
                         : field->role == MW_ROLE_UV ? directions[i % 2]
                                                     : axes[i];
    if (field->count == 1)
      handle = "↔";
    GtkWidget *entry = mw_value_entry_new (handle, field->count == 1 ? mw_ui_unit (field->unit) : NULL);
    mw_value_entry_set_numeric (MW_VALUE_ENTRY (entry), TRUE);
    mw_widget_set_css_class (entry, "single", field->count == 1);
    g_autofree char *name = field->count == 1 ? g_strdup (mw_ui_label (field->label))
                            : handle          ? g_strdup_printf ("%s %s", mw_ui_label (field->label), handle)
                                              : g_strdup_printf ("%s %u", mw_ui_label (field->label), i);
    mw_value_entry_set_label (MW_VALUE_ENTRY (entry), name);
    g_signal_connect (entry, "commit", G_CALLBACK (commit), self);
    g_signal_connect (entry, "reverted", G_CALLBACK (reverted), self);
    g_signal_connect (entry, "drag-begin", G_CALLBACK (drag_began), self);
    g_signal_connect (entry, "drag-update", G_CALLBACK (drag_moved), self);
    g_signal_connect (entry, "drag-end", G_CALLBACK (drag_ended), self);
    gtk_box_append (GTK_BOX (grid), entry);
    g_ptr_array_add (self->entries, entry);
  }
  if (may_be) {
    self->colour = gtk_color_button_new ();
    gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (self->colour), field->count == 4);
    gtk_color_button_set_title (GTK_COLOR_BUTTON (self->colour), mw_ui_label (field->label));
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->colour), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    mw_ui_label (field->label), -1);
    g_signal_connect (self->colour, "color-set", G_CALLBACK (colour_set), self);
  }
  /* Four numbers leave no space beside them. */
  if (self->colour && field->count == 4)
    gtk_widget_set_halign (self->colour, GTK_ALIGN_START);
  if (self->colour && field->count != 4)
    gtk_box_append (GTK_BOX (row), self->colour);
  gtk_box_append (GTK_BOX (row), grid);
  gtk_box_append (GTK_BOX (self), row);
  if (self->colour && field->count == 4)
    gtk_box_append (GTK_BOX (self), self->colour);
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (MW_NUMBER_EDITOR (object)->entries);
  G_OBJECT_CLASS (mw_number_editor_parent_class)->finalize (object);
}

/* Cancels a drag that is still in progress. */
static void
unrealize (GtkWidget *widget)
{
  drag_ended (NULL, TRUE, MW_NUMBER_EDITOR (widget));
  GTK_WIDGET_CLASS (mw_number_editor_parent_class)->unrealize (widget);
}

static void
mw_number_editor_class_init (MwNumberEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  GTK_WIDGET_CLASS (klass)->unrealize = unrealize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_number_editor_init (MwNumberEditor *self)
{
  self->entries = g_ptr_array_new ();
}
