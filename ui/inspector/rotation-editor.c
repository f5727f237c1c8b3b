/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/rotation-editor.h"
#include "core/base/number.h"
#include "core/pose/euler.h"
#include "core/schema/value.h"
#include "ui/drop-down-search.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/places.h"
#include "ui/widgets.h"

#include <math.h>
#include <string.h>

typedef enum { AS_EULER, AS_AXIS, AS_QUATERNION, N_WAYS } Way;
enum { N_MOST = 4 };

struct _MwRotationEditor {
  MwFieldEditor parent_instance;
  GtkWidget *choice; /* only beside the values; tangents are shown in the same way */
  GtkWidget *entries[N_MOST];
  GtkWidget *note;
  /* Angles that were typed, and the quaternion that became of them. They are shown as they were typed as long as the key has
   * it, since other angles may be the same rotation. */
  gboolean typed;
  double angles[3];
  float of[4];
  /* A drag: what was shown when it began. */
  gboolean dragging;
  double start[N_MOST];
};

G_DEFINE_FINAL_TYPE (MwRotationEditor, mw_rotation_editor, MW_TYPE_FIELD_EDITOR)

gboolean
mw_field_has_rotations (const MwField *field)
{
  return field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_F32 && field->count == 4
         && field->part >= MW_PART_VALUES && field->part <= MW_PART_OUT_TANS;
}

/* --- How rotations are shown ---------------------------------------------------------------------------------------- */

static const char *const SETTING = "inspector-rotation", *const words[N_WAYS] = { "euler", "axis", "quaternion" };
static Way chosen = N_WAYS; /* not read yet */
static GList *all;          /* all editors, since they are all shown in the chosen way */

static Way
way (void)
{
  GSettings *settings = chosen == N_WAYS ? mw_places_settings () : NULL;
  g_autofree char *word = settings ? g_settings_get_string (settings, SETTING) : NULL;
  if (chosen == N_WAYS)
    chosen = AS_EULER;
  for (Way i = 0; word && i < N_WAYS; i++)
    if (strcmp (word, words[i]) == 0)
      chosen = i;
  return chosen;
}

static void
choose (Way to)
{
  GSettings *settings = mw_places_settings ();
  chosen = to;
  if (settings)
    g_settings_set_string (settings, SETTING, words[to]);
  for (GList *l = all; l; l = l->next)
    mw_field_editor_refresh (l->data);
}

static void
chosen_changed (GtkDropDown *choice, GParamSpec *property, MwRotationEditor *self)
{
  if (!mw_field_editor_is_refreshing (MW_FIELD_EDITOR (self)))
    choose (gtk_drop_down_get_selected (choice));
}

/* --- Numbers -------------------------------------------------------------------------------------------------------- */

static gboolean
is_finite (const float q[4])
{
  return isfinite (q[0]) && isfinite (q[1]) && isfinite (q[2]) && isfinite (q[3]);
}

/* The numbers that stand for a quaternion; how many there are. */
static guint
numbers_of (MwRotationEditor *self, const float q[4], double numbers[N_MOST])
{
  switch (way ()) {
  case AS_EULER:
    if (self->typed && memcmp (q, self->of, sizeof self->of) == 0)
      memcpy (numbers, self->angles, sizeof self->angles);
    else
      mw_euler_from_quat (q, numbers);
    return 3;
  case AS_AXIS:
    mw_axis_from_quat (q, numbers, &numbers[3]);
    return 4;
  default:
    for (guint i = 0; i < 4; i++)
      numbers[i] = (double) q[i];
    return 4;
  }
}

/* Free with g_free(). */
static char *
number_text (const float q[4], const double *numbers, guint i)
{
  char text[MAX (G_ASCII_DTOSTR_BUF_SIZE, MW_FLOAT_TEXT_MAX)];
  if (way () == AS_QUATERNION)
    mw_float_to_text (q[i], text);
  else /* Adding 0 makes 0 of -0. */
    g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.6g", round (numbers[i] * 1e5) / 1e5 + 0.0);
  return g_strdup (text);
}

/* The quaternion with one of the numbers of `q` replaced. It is on the side of `q`, so that curves keep their way. */
static gboolean
replace (MwRotationEditor *self, const float q[4], guint component, double number, float made[4],
         double numbers[N_MOST], GError **error)
{
  numbers_of (self, q, numbers);
  numbers[component] = number;
  if (way () == AS_QUATERNION) {
    memcpy (made, q, sizeof (float[4]));
    made[component] = (float) number;
    return TRUE;
  }
  if (way () == AS_EULER)
    mw_euler_to_quat (numbers, made);
  else if (!mw_axis_to_quat (numbers, numbers[3], made)) {
    g_set_error_literal (error, MW_ERROR, MW_ERROR_VALUE, _ ("The axis has no length"));
    return FALSE;
  }
  if (q[0] * made[0] + q[1] * made[1] + q[2] * made[2] + q[3] * made[3] < 0)
    for (guint i = 0; i < 4; i++)
      made[i] = -made[i];
  return TRUE;
}

/* --- Setting -------------------------------------------------------------------------------------------------------- */

static const float *
value_of (MwRotationEditor *self)
{
  return (const float *) mw_field_editor_get_value (MW_FIELD_EDITOR (self));
}

/* The quaternion of the n-th record; FALSE: it has none. */
static gboolean
value_at (MwRotationEditor *self, MwId id, float q[4])
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  const MwRecord *record = mw_model_find (mw_document_get_model (mw_field_editor_get_document (editor)), id);
  guint32 at = mw_field_editor_get_target (editor).first;
  const MwArray *array = record ? mw_field_at (record, mw_field_editor_get_field (editor)) : NULL;
  if (!array || at >= array->n)
    return FALSE;
  memcpy (q, (const float *) array->data + 4 * (gsize) at, sizeof (float[4]));
  return TRUE;
}

/* A decimal comma counts as a point. */
static gboolean
parse (const char *typed, double *number)
{
  g_autofree char *text = g_strstrip (g_strdup (typed));
  g_strdelimit (text, ",", '.');
  char *end;
  *number = g_ascii_strtod (text, &end);
  return end != text && !*end && isfinite (*number);
}

/* Whether this is what is shown of a rotation. It is rounded, so setting it would change the value. */
static gboolean
is_shown (MwRotationEditor *self, const float q[4], guint component, double number)
{
  double numbers[N_MOST], shown;
  numbers_of (self, q, numbers);
  g_autofree char *text = number_text (q, numbers, component);
  return parse (text, &shown) && shown == number;
}

/* Whether a number is not the same in all records. */
static gboolean
differs (MwRotationEditor *self, guint component)
{
  guint n;
  const MwId *ids = mw_field_editor_get_ids (MW_FIELD_EDITOR (self), &n);
  g_autofree char *first = NULL;
  if (!mw_field_editor_differs (MW_FIELD_EDITOR (self), -1))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    double numbers[N_MOST];
    float q[4];
    if (!value_at (self, ids[i], q))
      return TRUE;
    numbers_of (self, q, numbers);
    g_autofree char *text = number_text (q, numbers, component);
    if (!first)
      first = g_steal_pointer (&text);
    else if (strcmp (first, text) != 0)
      return TRUE;
  }
  return FALSE;
}

/* Replaces one number in the rotation of each record. A rotation that shows it already stays as it is. */
static gboolean
put (MwRotationEditor *self, guint component, double number, GError **error)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  guint n;
  const MwId *ids = mw_field_editor_get_ids (editor, &n);
  g_autofree MwId *each = g_memdup2 (ids, n * sizeof (MwId));
  MwTarget target = mw_field_editor_get_target (editor);
  double numbers[N_MOST] = { 0 }, first[N_MOST] = { 0 };
  for (guint i = 0; i < n; i++) {
    float q[4], made[4];
    if (!value_at (self, each[i], q))
      continue;
    const gboolean shown = !self->dragging && is_shown (self, q, component, number);
    if (shown)
      numbers_of (self, q, numbers);
    else if (!replace (self, q, component, number, made, numbers, error))
      return FALSE;
    if (i == 0)
      memcpy (first, numbers, sizeof first);
    if (shown)
      continue;
    g_autoptr (GString) text = g_string_new ("{");
    for (guint k = 0; k < 4; k++) {
      g_string_append (text, k ? ", " : "");
      mw_value_append_number (text, MW_TYPE_F32, &made[k]);
    }
    g_string_append_c (text, '}');
    if (!mw_ui_set_text (mw_field_editor_get_document (editor), &each[i], 1, &target, text->str, error))
      return FALSE;
  }
  const float *now = value_of (self);
  self->typed = way () == AS_EULER && now;
  if (self->typed) {
    memcpy (self->angles, first, sizeof self->angles);
    memcpy (self->of, now, sizeof self->of);
  }
  return TRUE;
}

static gboolean
find_entry (MwRotationEditor *self, gpointer entry, guint *component)
{
  for (*component = 0; *component < N_MOST; ++*component)
    if (self->entries[*component] == entry)
      return TRUE;
  return FALSE;
}

static gboolean
commit (MwValueEntry *entry, const char *typed, MwRotationEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  g_autoptr (MwRotationEditor) keep G_GNUC_UNUSED = g_object_ref (self);
  g_autoptr (GError) error = NULL;
  guint component;
  double number;
  if (!value_of (self) || !find_entry (self, entry, &component))
    return FALSE;
  if (!parse (typed, &number)) {
    mw_field_editor_show_error (editor, _ ("A number is needed"));
    return FALSE;
  }
  if (!differs (self, component) && is_shown (self, value_of (self), component, number)) {
    mw_field_editor_show_error (editor, NULL);
    mw_field_editor_refresh (editor);
    return TRUE;
  }
  MwDocument *document = mw_field_editor_get_document (editor);
  g_autofree char *title = mw_ui_record_long_title (mw_field_editor_get_record (editor));
  g_autofree char *label = g_strdup_printf (_ ("Set %s of %s"), mw_ui_label (mw_field_editor_get_field (editor)->label),
                                            title);
  mw_document_begin (document, label);
  gboolean ok = put (self, component, number, &error);
  if (ok)
    mw_document_commit (document);
  else
    mw_document_cancel (document);
  mw_field_editor_show_error (editor, ok ? NULL : error->message);
  mw_field_editor_refresh (editor);
  return ok;
}

static void
reverted (MwValueEntry *entry, MwRotationEditor *self)
{
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), NULL);
}

/* --- Drag ----------------------------------------------------------------------------------------------------------- */

static void
drag_began (MwValueEntry *entry, MwRotationEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  const float *q = value_of (self);
  if (!q || !is_finite (q))
    return;
  numbers_of (self, q, self->start);
  self->dragging = TRUE;
  g_autofree char *title = mw_ui_record_long_title (mw_field_editor_get_record (editor));
  g_autofree char *label = g_strdup_printf (_ ("Set %s of %s"), mw_ui_label (mw_field_editor_get_field (editor)->label),
                                            title);
  mw_document_begin (mw_field_editor_get_document (editor), label);
}

static void
drag_moved (MwValueEntry *entry, double steps, MwRotationEditor *self)
{
  guint component;
  g_autoptr (GError) error = NULL;
  if (!self->dragging || !find_entry (self, entry, &component))
    return;
  gboolean degrees = way () == AS_EULER || (way () == AS_AXIS && component == 3);
  MwDocument *document = mw_field_editor_get_document (MW_FIELD_EDITOR (self));
  /* From the start, so that rounding does not add up. */
  mw_document_rewind (document);
  gboolean ok = put (self, component, self->start[component] + steps * (degrees ? 1 : 0.01), &error);
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), ok ? NULL : error->message);
  mw_document_update (document);
}

static void
drag_ended (MwValueEntry *entry, gboolean cancelled, MwRotationEditor *self)
{
  MwDocument *document = mw_field_editor_get_document (MW_FIELD_EDITOR (self));
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  if (cancelled)
    mw_document_cancel (document);
  else
    mw_document_commit (document);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
label_entries (MwRotationEditor *self, guint n)
{
  static const char *const letters[N_WAYS][N_MOST] = { { "X", "Y", "Z", NULL },
                                                       { "X", "Y", "Z", "∠" },
                                                       { "X", "Y", "Z", "W" } };
  for (guint i = 0; i < N_MOST; i++) {
    MwValueEntry *entry = MW_VALUE_ENTRY (self->entries[i]);
    gboolean degrees = way () == AS_EULER || (way () == AS_AXIS && i == 3);
    gtk_widget_set_visible (self->entries[i], i < n);
    if (i >= n)
      continue;
    mw_value_entry_set_handle (entry, letters[way ()][i]);
    mw_value_entry_set_unit (entry, degrees ? "°" : NULL);
    g_autofree char *name = g_strdup_printf ("%s %s", mw_field_editor_get_label (MW_FIELD_EDITOR (self)),
                                             way () == AS_AXIS && i == 3 ? _ ("Angle") : letters[way ()][i]);
    mw_value_entry_set_label (entry, name);
  }
}

/* What is odd about the value, or NULL. Free with g_free(). */
static char *
remark (const float q[4], const double *numbers)
{
  if (!is_finite (q))
    return g_strdup (_ ("Not a rotation: a number is not finite"));
  double length = sqrt ((double) q[0] * (double) q[0] + (double) q[1] * (double) q[1] + (double) q[2] * (double) q[2]
                        + (double) q[3] * (double) q[3]);
  if (fabs (length - 1) > 0.001) {
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd (text, sizeof text, "%.4g", length);
    return way () == AS_QUATERNION ? g_strdup_printf (_ ("Length %s instead of 1"), text)
                                   : g_strdup_printf (_ ("Length %s instead of 1; an edit makes it 1"), text);
  }
  if (way () == AS_EULER && mw_euler_is_locked (numbers))
    return g_strdup (_ ("At 90° about Y, X and Z turn about the same axis"));
  return NULL;
}

static void
refresh (MwFieldEditor *editor)
{
  MwRotationEditor *self = MW_ROTATION_EDITOR (editor);
  const float *q = value_of (self);
  double numbers[N_MOST] = { 0 };
  gboolean several = mw_field_editor_differs (editor, -1);
  label_entries (self, q ? numbers_of (self, q, numbers) : 0);
  for (guint i = 0; q && i < N_MOST; i++) {
    g_autofree char *text = number_text (q, numbers, i);
    if (several && differs (self, i))
      mw_value_entry_set_several (MW_VALUE_ENTRY (self->entries[i]), mw_field_editor_several ());
    else
      mw_value_entry_set_text (MW_VALUE_ENTRY (self->entries[i]), text);
  }
  g_autofree char *note = q && !several ? remark (q, numbers) : NULL;
  gtk_label_set_text (GTK_LABEL (self->note), note ? note : "");
  gtk_widget_set_visible (self->note, note != NULL);
  if (self->choice)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), way ());
}

static void
build (MwFieldEditor *editor)
{
  MwRotationEditor *self = MW_ROTATION_EDITOR (editor);
  const char *const ways[] = { _ ("Angles about X, Y, Z"), _ ("Axis and angle"), _ ("Quaternion"), NULL };
  gtk_box_set_spacing (GTK_BOX (self), 4);
  if (mw_field_editor_get_field (editor)->part == MW_PART_VALUES) {
    self->choice = gtk_drop_down_new_from_strings (ways);
    mw_drop_down_let_shrink (GTK_DROP_DOWN (self->choice));
    mw_widget_set_tooltip (self->choice, _ ("How rotations are shown"));
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    _ ("How rotations are shown"), -1);
    g_signal_connect (self->choice, "notify::selected", G_CALLBACK (chosen_changed), self);
  }
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  for (guint i = 0; i < N_MOST; i++) {
    self->entries[i] = mw_value_entry_new ("X", "°");
    mw_value_entry_set_numeric (MW_VALUE_ENTRY (self->entries[i]), TRUE);
    g_signal_connect (self->entries[i], "commit", G_CALLBACK (commit), self);
    g_signal_connect (self->entries[i], "reverted", G_CALLBACK (reverted), self);
    g_signal_connect (self->entries[i], "drag-begin", G_CALLBACK (drag_began), self);
    g_signal_connect (self->entries[i], "drag-update", G_CALLBACK (drag_moved), self);
    g_signal_connect (self->entries[i], "drag-end", G_CALLBACK (drag_ended), self);
    gtk_box_append (GTK_BOX (row), self->entries[i]);
  }
  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->note), 20);
  gtk_widget_add_css_class (self->note, "dim-label");
  gtk_widget_add_css_class (self->note, "caption");
  gtk_box_append (GTK_BOX (self), row);
  gtk_box_append (GTK_BOX (self), self->note);
  if (self->choice)
    gtk_box_append (GTK_BOX (self), self->choice);
}

/* Cancels a drag that is still in progress. */
static void
unrealize (GtkWidget *widget)
{
  drag_ended (NULL, TRUE, MW_ROTATION_EDITOR (widget));
  GTK_WIDGET_CLASS (mw_rotation_editor_parent_class)->unrealize (widget);
}

static void
finalize (GObject *object)
{
  all = g_list_remove (all, object);
  G_OBJECT_CLASS (mw_rotation_editor_parent_class)->finalize (object);
}

static void
mw_rotation_editor_class_init (MwRotationEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  GTK_WIDGET_CLASS (klass)->unrealize = unrealize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_rotation_editor_init (MwRotationEditor *self)
{
  all = g_list_prepend (all, self);
}
