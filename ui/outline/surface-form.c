/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/surface-form.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/m2.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/inspector/field-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/outline/surfaces.h"
#include "ui/widgets.h"

#include <string.h>

/* Textures of a batch: known files have up to two, and the format in practice has room for four. */
enum { UNITS_MAX = 4 };

struct _MwSurfaceForm {
  GtkBox parent_instance;
  MwDocument *document;
  GArray *batches; /* MwId of all batches of the surfaces */
  GtkWidget *title, *extent;
  GtkSizeGroup *labels;
  GtkWidget *blend_row, *blend;
  GtkWidget *texture_rows[UNITS_MAX], *textures[UNITS_MAX], *texture_labels[UNITS_MAX];
};

G_DEFINE_FINAL_TYPE (MwSurfaceForm, mw_surface_form, GTK_TYPE_BOX)

/* --- Edits ---------------------------------------------------------------------------------------------------------- */

static gboolean
run (MwSurfaceForm *self, const MwOperation *operation, const char *name, const char *text, guint unit, GError **error)
{
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autofree char *number = g_strdup_printf ("%u", unit);
  return mw_operation_param_set (operation, self->document, params, name, text, strlen (text), error)
         && (unit == 0
             || mw_operation_param_set (operation, self->document, params, "unit", number, strlen (number), error))
         && mw_ui_run_operation (self->document, operation, (const MwId *) self->batches->data, self->batches->len,
                                 params, error);
}

static gboolean
blend_committed (MwFieldEditor *editor, const MwTarget *target, const char *text, gpointer data, GError **error)
{
  return run (data, &mw_operation_surface_blend, "blend_mode", text, 0, error);
}

static gboolean
texture_committed (MwFieldEditor *editor, const MwTarget *target, const char *text, gpointer data, GError **error)
{
  MwSurfaceForm *self = data;
  for (guint unit = 0; unit < UNITS_MAX; unit++)
    if (self->textures[unit] == GTK_WIDGET (editor))
      return run (self, &mw_operation_surface_texture, "texture", text, unit, error);
  return FALSE;
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static void
show_title (MwSurfaceForm *self, const GPtrArray *surfaces, gboolean whole)
{
  g_autofree char *title = NULL, *extent = NULL;
  if (surfaces->len == 1) {
    title = mw_ui_surface_title (self->document, g_ptr_array_index (surfaces, 0));
    extent = mw_ui_surface_extent (g_ptr_array_index (surfaces, 0));
  } else {
    title = g_strdup_printf (ngettext ("%u surface", "%u surfaces", surfaces->len), surfaces->len);
    extent = g_strdup_printf (ngettext ("%u batch", "%u batches", self->batches->len), self->batches->len);
  }
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_widget_set_visible (self->title, !whole);
  gtk_label_set_text (GTK_LABEL (self->extent), extent);
}

/* The materials of the batches, each once. */
static GArray *
materials_of (MwSurfaceForm *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  GArray *materials = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->batches->len; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) mw_model_find (model, g_array_index (self->batches, MwId, i));
    MwId id = batch->material.id;
    if (id && g_hash_table_add (seen, GUINT_TO_POINTER (id)))
      g_array_append_val (materials, id);
  }
  return materials;
}

/* The number of textures that all batches have. */
static guint
count_units (MwSurfaceForm *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  guint n = UNITS_MAX;
  for (guint i = 0; i < self->batches->len; i++)
    n = MIN (n, ((const MwM2Batch *) mw_model_find (model, g_array_index (self->batches, MwId, i)))->textures.n);
  return n;
}

static void
show_values (MwSurfaceForm *self)
{
  g_autoptr (GArray) materials = materials_of (self);
  mw_field_editor_set_ids (MW_FIELD_EDITOR (self->blend), (const MwId *) materials->data, materials->len);
  gtk_widget_set_visible (self->blend_row, materials->len > 0);
  guint units = count_units (self);
  for (guint unit = 0; unit < UNITS_MAX; unit++) {
    gtk_widget_set_visible (self->texture_rows[unit], unit < units);
    if (unit >= units)
      continue;
    /* Translators: one of several textures of a surface */
    g_autofree char *label = units > 1 ? g_strdup_printf (_ ("Texture %u"), unit + 1) : g_strdup (_ ("Texture"));
    gtk_label_set_text (GTK_LABEL (self->texture_labels[unit]), label);
    MwFieldEditor *editor = MW_FIELD_EDITOR (self->textures[unit]);
    mw_field_editor_set_label (editor, label);
    mw_field_editor_set_ids (editor, (const MwId *) self->batches->data, self->batches->len);
    mw_field_editor_set_element (editor, unit);
  }
}

void
mw_surface_form_set_ids (MwSurfaceForm *self, const MwId *ids, guint n)
{
  g_autoptr (GPtrArray) surfaces = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_array_set_size (self->batches, 0);
  gboolean all = n > 0;
  for (guint i = 0; i < n && all; i++) {
    const GPtrArray *surface = mw_ui_surface_of (self->document, ids[i]);
    all = surface != NULL;
    if (!all || !g_hash_table_add (seen, (gpointer) surface))
      continue;
    g_ptr_array_add (surfaces, (gpointer) surface);
    for (guint k = 0; k < surface->len; k++)
      g_array_append_val (self->batches, ((const MwRecord *) g_ptr_array_index (surface, k))->id);
  }
  gtk_widget_set_visible (GTK_WIDGET (self), all);
  if (!all)
    return;
  /* If whole surfaces are selected, the inspector shows their name. */
  g_autoptr (GPtrArray) whole = mw_ui_whole_surfaces (self->document, ids, n);
  show_title (self, surfaces, whole != NULL);
  show_values (self);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static GtkWidget *
add_row (MwSurfaceForm *self, const char *text, GtkWidget *editor, GtkWidget **label)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_label_new (text);
  gtk_widget_add_css_class (row, "field-row");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_width_chars (GTK_LABEL (name), 12);
  gtk_widget_set_valign (name, GTK_ALIGN_START);
  gtk_widget_add_css_class (name, "field-label");
  gtk_size_group_add_widget (self->labels, name);
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), editor);
  gtk_box_append (GTK_BOX (row), line);
  gtk_box_append (GTK_BOX (self), row);
  if (label)
    *label = name;
  return row;
}

static void
dispose (GObject *object)
{
  MwSurfaceForm *self = MW_SURFACE_FORM (object);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->labels);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_surface_form_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_array_unref (MW_SURFACE_FORM (object)->batches);
  G_OBJECT_CLASS (mw_surface_form_parent_class)->finalize (object);
}

static void
mw_surface_form_class_init (MwSurfaceFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_surface_form_init (MwSurfaceForm *self)
{
  self->batches = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->labels = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "record-form");
  gtk_widget_add_css_class (GTK_WIDGET (self), "surface-form");
  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  mw_label_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "section");
  self->extent = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->extent), 0);
  mw_label_ellipsize (self->extent, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->extent, "dim-label");
  gtk_widget_add_css_class (self->extent, "caption");
  gtk_box_append (GTK_BOX (self), self->title);
  gtk_box_append (GTK_BOX (self), self->extent);
}

GtkWidget *
mw_surface_form_new (MwDocument *document)
{
  MwSurfaceForm *self = g_object_new (MW_TYPE_SURFACE_FORM, "visible", FALSE, NULL);
  self->document = g_object_ref (document);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Surface"), -1);
  const MwField *blend_mode = MW_FIELD (MwM2Material, blend_mode);
  self->blend = mw_field_editor_new (document, &mw_m2_material_schema, blend_mode);
  mw_field_editor_set_commit (MW_FIELD_EDITOR (self->blend), blend_committed, self);
  mw_widget_set_tooltip (
    self->blend,
    _ (
      "How the surface is drawn over what is behind it, in all skin profiles. If other surfaces also use its material, "
      "that material stays unchanged and this surface gets its own copy."));
  self->blend_row = add_row (self, mw_ui_label (blend_mode->label), self->blend, NULL);
  for (guint unit = 0; unit < UNITS_MAX; unit++) {
    GtkWidget *editor = mw_field_editor_new_for_element (document, &mw_m2_batch_schema, MW_FIELD (MwM2Batch, textures));
    mw_field_editor_set_commit (MW_FIELD_EDITOR (editor), texture_committed, self);
    mw_widget_set_tooltip (editor, _ ("The texture of the surface, in all skin profiles."));
    self->textures[unit] = editor;
    self->texture_rows[unit] = add_row (self, NULL, editor, &self->texture_labels[unit]);
  }
  return GTK_WIDGET (self);
}
