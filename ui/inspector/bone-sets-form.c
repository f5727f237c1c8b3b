/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/bone-sets-form.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/pose/bone-sets.h"
#include "ui/columns-layout.h"
#include "ui/drop-down-search.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/pick-list.h"
#include "ui/widgets.h"

#include <string.h>

/* The natural height of a list view is that of a few rows, whatever it contains. */
enum { ROWS_SHOWN = 6, ROW_HEIGHT = 21 };

struct _MwBoneSetsForm {
  GtkBox parent_instance;
  MwDocument *document;
  MwId mesh;        /* 0: none, or several */
  MwBoneSets *sets; /* NULL: no mesh */
  gboolean found;
  GtkWidget *count, *scrolled, *list, *bones, *buttons, *unused, *error;
  GtkWidget *popover, *names; /* to choose a bone; made when first opened */
  GArray *candidates;         /* MwId of each name */
  MwId replaced;              /* the bone that the chosen one replaces; 0: it is added */
  GtkStringList *rows;
  GtkSingleSelection *selection;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (MwBoneSetsForm, mw_bone_sets_form, GTK_TYPE_BOX)

static const MwBoneSet *
set_at (MwBoneSetsForm *self, guint i)
{
  return self->sets && i < self->sets->sets->len ? self->sets->sets->pdata[i] : NULL;
}

static const MwBoneSet *
chosen (MwBoneSetsForm *self)
{
  return set_at (self, gtk_single_selection_get_selected (self->selection));
}

static char *
bone_title (MwBoneSetsForm *self, MwId id)
{
  const MwRecord *bone = mw_model_find (mw_document_get_model (self->document), id);
  return bone ? mw_ui_record_title (bone) : g_strdup (_ ("None"));
}

/* "Bone_Arm_L, Bone_Chest" */
static char *
set_title (MwBoneSetsForm *self, const MwBoneSet *set)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < set->bones->len; i++) {
    g_autofree char *title = bone_title (self, g_array_index (set->bones, MwId, i));
    g_string_append_printf (text, "%s%s", i ? ", " : "", title);
  }
  if (!set->bones->len)
    g_string_append (text, _ ("No bone"));
  return g_string_free (text, FALSE);
}

/* --- Edits ---------------------------------------------------------------------------------------------------------- */

static void
show_error (MwBoneSetsForm *self, const char *message)
{
  gtk_label_set_text (GTK_LABEL (self->error), message ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

static gboolean
set_param (MwBoneSetsForm *self, const MwOperation *operation, MwRecord *params, const char *name, const char *text,
           GError **error)
{
  return mw_operation_param_set (operation, self->document, params, name, text, strlen (text), error);
}

static gboolean
set_bone (MwBoneSetsForm *self, const MwOperation *operation, MwRecord *params, const char *name, MwId id,
          GError **error)
{
  const MwRecord *bone = mw_model_find (mw_document_get_model (self->document), id);
  g_autofree char *path = bone ? mw_record_path (bone) : g_strdup ("none");
  return set_param (self, operation, params, name, path, error);
}

/* Runs an operation on the vertices of the chosen set; `by` may be 0. */
static void
change (MwBoneSetsForm *self, const MwOperation *operation, MwId bone, MwId by)
{
  g_autoptr (MwBoneSetsForm) keep G_GNUC_UNUSED = g_object_ref (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  const guint set = gtk_single_selection_get_selected (self->selection);
  if (!chosen (self))
    return;
  g_autofree char *vertices = mw_bone_sets_vertices (self->sets, set);
  if (!*vertices) {
    show_error (self, _ ("No vertex belongs to these bones."));
    return;
  }
  if (set_bone (self, operation, params, "bone", bone, &error)
      && (!by || set_bone (self, operation, params, "by", by, &error))
      && set_param (self, operation, params, "vertices", vertices, &error)
      && mw_ui_run_operation (self->document, operation, &self->mesh, 1, params, &error)) {
    show_error (self, NULL);
    return;
  }
  g_autofree char *refusal = mw_ui_refusal (self->document, error);
  show_error (self, refusal);
}

static MwId
bone_of (GtkWidget *button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "bone"));
}

static void
remove_clicked (GtkWidget *button, MwBoneSetsForm *self)
{
  change (self, &mw_operation_geoset_remove_bone, bone_of (button), 0);
}

static void
picked (MwPickList *names, guint index, MwBoneSetsForm *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  const MwId id = index < self->candidates->len ? g_array_index (self->candidates, MwId, index) : 0;
  if (id && self->replaced)
    change (self, &mw_operation_geoset_replace_bone, self->replaced, id);
  else if (id)
    change (self, &mw_operation_geoset_add_bone, id, 0);
}

/* The bones and helpers of the model. */
static GStrv
find_candidates (MwBoneSetsForm *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwField *field = mw_schema_field_at (mw_operation_geoset_add_bone.params, 0), *list = NULL;
  const MwRecord *owner = mw_ref_scope (model, &model->record, field, &list);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_array_set_size (self->candidates, 0);
  for (guint i = 0; owner && i < mw_record_list (owner, list)->n; i++) {
    const MwRecord *record = mw_record_list (owner, list)->items[i];
    const MwPoint point = mw_aspects_of (model)->point (record->schema);
    if (point != MW_POINT_BONE && point != MW_POINT_HELPER)
      continue;
    g_ptr_array_add (names, mw_ui_record_title (record));
    g_array_append_val (self->candidates, record->id);
  }
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* Opens the list of bones at a button. */
static void
choose_bone (MwBoneSetsForm *self, GtkWidget *button, MwId replaced)
{
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  self->names = mw_pick_list_new (_ ("Bone"));
  g_signal_connect (self->names, "picked", G_CALLBACK (picked), self);
  self->popover = gtk_popover_new ();
  mw_popover_keep_inside (GTK_POPOVER (self->popover));
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->names);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  graphene_rect_t at;
  if (gtk_widget_compute_bounds (button, GTK_WIDGET (self), &at))
    gtk_popover_set_pointing_to (
      GTK_POPOVER (self->popover),
      &(GdkRectangle) { (int) at.origin.x, (int) at.origin.y, (int) at.size.width, (int) at.size.height });
  self->replaced = replaced;
  g_auto (GStrv) names = find_candidates (self);
  guint marked = 0;
  for (guint i = 0; i < self->candidates->len; i++)
    if (g_array_index (self->candidates, MwId, i) == replaced)
      marked = i;
  mw_pick_list_set_names (MW_PICK_LIST (self->names), (const char *const *) names);
  mw_pick_list_begin (MW_PICK_LIST (self->names), marked);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
replace_clicked (GtkWidget *button, MwBoneSetsForm *self)
{
  choose_bone (self, button, bone_of (button));
}

static void
add_clicked (GtkWidget *button, MwBoneSetsForm *self)
{
  choose_bone (self, button, 0);
}

static void
go_clicked (GtkWidget *button, MwBoneSetsForm *self)
{
  const MwId id = bone_of (button);
  mw_document_select (self->document, &id, 1);
}

static void
mark_clicked (GtkWidget *button, MwBoneSetsForm *self)
{
  g_autofree char *vertices = mw_bone_sets_vertices (self->sets, gtk_single_selection_get_selected (self->selection));
  gtk_widget_activate_action (GTK_WIDGET (self), "page.mark-vertices", "(us)", self->mesh, vertices);
}

static void
unused_clicked (GtkWidget *button, MwBoneSetsForm *self)
{
  g_autoptr (MwBoneSetsForm) keep G_GNUC_UNUSED = g_object_ref (self);
  g_autoptr (GError) error = NULL;
  if (mw_ui_run_operation (self->document, &mw_operation_geoset_remove_unused_groups, &self->mesh, 1, NULL, &error)) {
    show_error (self, NULL);
    return;
  }
  g_autofree char *refusal = mw_ui_refusal (self->document, error);
  show_error (self, refusal);
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static GtkWidget *
icon_button (MwBoneSetsForm *self, const char *icon, const char *says, const char *title, MwId bone, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  /* Translators: what a button does, and with which bone: "Remove: Bone_Head" */
  g_autofree char *name = g_strdup_printf (_ ("%s: %s"), says, title);
  gtk_widget_add_css_class (button, "flat");
  mw_widget_set_tooltip (button, says);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (button), "bone", GUINT_TO_POINTER (bone));
  gtk_widget_set_sensitive (button, bone != 0);
  g_signal_connect (button, "clicked", clicked, self);
  return button;
}

static void
show_bones (MwBoneSetsForm *self)
{
  const MwBoneSet *set = chosen (self);
  mw_box_clear (self->bones);
  for (guint i = 0; set && i < set->bones->len; i++) {
    const MwId id = g_array_index (set->bones, MwId, i);
    g_autofree char *title = bone_title (self, id);
    GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *label = gtk_label_new (title);
    gtk_label_set_xalign (GTK_LABEL (label), 0);
    mw_label_ellipsize (label, PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_hexpand (label, TRUE);
    gtk_box_append (GTK_BOX (row), label);
    gtk_box_append (GTK_BOX (row), icon_button (self, "go-next-symbolic", _ ("Go to this element"), title, id,
                                                G_CALLBACK (go_clicked)));
    gtk_box_append (GTK_BOX (row), icon_button (self, "edit-find-replace-symbolic", _ ("Replace by another bone"),
                                                title, id, G_CALLBACK (replace_clicked)));
    gtk_box_append (GTK_BOX (row), icon_button (self, "list-remove-symbolic", _ ("Remove this bone"), title, id,
                                                G_CALLBACK (remove_clicked)));
    gtk_box_append (GTK_BOX (self->bones), row);
  }
  gtk_widget_set_visible (self->buttons, set != NULL);
}

static void
chosen_changed (GtkSingleSelection *selection, GParamSpec *property, MwBoneSetsForm *self)
{
  if (self->filling)
    return;
  show_error (self, NULL);
  show_bones (self);
}

/* The set that has most vertices in common with a former one, so that an edit does not lose the place. */
static guint
follow (const MwBoneSets *before, guint set, const MwBoneSets *now)
{
  g_autofree guint32 *common = g_new0 (guint32, now->sets->len + 1);
  guint most = set < now->sets->len ? set : 0;
  for (guint32 i = 0; i < MIN (before->n, now->n); i++)
    if (before->of_vertex[i] == set && now->of_vertex[i] < now->sets->len)
      common[now->of_vertex[i]]++;
  for (guint i = 0; i < now->sets->len; i++)
    if (common[i] > common[most])
      most = i;
  return most;
}

static void
refresh (MwBoneSetsForm *self, gboolean same)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwRecord *mesh = mw_model_find (model, self->mesh);
  g_autoptr (MwBoneSets) before = g_steal_pointer (&self->sets);
  const guint at = gtk_single_selection_get_selected (self->selection);
  self->sets = mesh ? mw_bone_sets_new (model, mesh) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (self), self->sets && self->found);
  const guint n = self->sets ? self->sets->sets->len : 0;
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (titles, set_title (self, set_at (self, i)));
  g_ptr_array_add (titles, NULL);
  self->filling = TRUE;
  gtk_string_list_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                          (const char *const *) titles->pdata);
  gtk_single_selection_set_selected (self->selection,
                                     same && before && self->sets ? follow (before, at, self->sets) : 0);
  self->filling = FALSE;
  show_bones (self);
  if (!self->sets)
    return;
  const guint unused = mw_bone_sets_count_unused (self->sets);
  g_autofree char *count = g_strdup_printf (self->sets->stored
                                              ? ngettext ("%u matrix group", "%u matrix groups", n)
                                              : ngettext ("%u combination of bones", "%u combinations of bones", n),
                                            n);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scrolled),
                                              (int) MIN (n, ROWS_SHOWN) * ROW_HEIGHT);
  gtk_widget_set_visible (self->scrolled, n > 0);
  gtk_widget_set_visible (self->unused, self->sets->stored && unused > 0);
}

void
mw_bone_sets_form_set_ids (MwBoneSetsForm *self, const MwId *ids, guint n)
{
  const MwId mesh = n == 1 ? ids[0] : 0;
  const gboolean same = mesh == self->mesh;
  self->mesh = mesh;
  show_error (self, NULL);
  refresh (self, same);
}

void
mw_bone_sets_form_apply_change (MwBoneSetsForm *self, const MwChangeSet *set)
{
  if (set->touches & (MW_TOUCH_GEOMETRY | MW_TOUCH_TEXT | MW_TOUCH_STRUCTURE))
    refresh (self, TRUE);
}

void
mw_bone_sets_form_set_found (MwBoneSetsForm *self, gboolean found)
{
  self->found = found;
  gtk_widget_set_visible (GTK_WIDGET (self), self->sets && found);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *name = gtk_label_new (NULL), *n = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  mw_label_ellipsize (name, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (n, "numeric");
  gtk_widget_add_css_class (n, "dim-label");
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), n);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwBoneSetsForm *self)
{
  GtkWidget *row = gtk_list_item_get_child (item), *name = gtk_widget_get_first_child (row);
  const char *title = gtk_string_object_get_string (gtk_list_item_get_item (item));
  const MwBoneSet *set = set_at (self, gtk_list_item_get_position (item));
  g_autofree char *n = mw_ui_count (set ? set->n_vertices : 0);
  g_autofree char *says = g_strdup_printf (ngettext ("%s vertex", "%s vertices", set ? set->n_vertices : 0), n);
  g_autofree char *all = g_strdup_printf ("%s: %s", title, says);
  gtk_label_set_text (GTK_LABEL (name), title);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (name)), n);
  gtk_widget_set_tooltip_text (row, all);
}

static GtkWidget *
text_button (MwBoneSetsForm *self, const char *label, const char *tooltip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_label (label);
  mw_widget_set_tooltip (button, tooltip);
  g_signal_connect (button, "clicked", clicked, self);
  return button;
}

static void
dispose (GObject *object)
{
  MwBoneSetsForm *self = MW_BONE_SETS_FORM (object);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  if (self->selection)
    mw_disconnect (self->selection, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->selection);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_bone_sets_form_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwBoneSetsForm *self = MW_BONE_SETS_FORM (object);
  g_array_unref (self->candidates);
  g_clear_pointer (&self->sets, mw_bone_sets_free);
  G_OBJECT_CLASS (mw_bone_sets_form_parent_class)->finalize (object);
}

static void
mw_bone_sets_form_class_init (MwBoneSetsFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_bone_sets_form_init (MwBoneSetsForm *self)
{
  self->found = TRUE;
  self->candidates = g_array_new (FALSE, FALSE, sizeof (MwId));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  gtk_widget_add_css_class (GTK_WIDGET (self), "field-row");
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_widget_add_css_class (self->count, "dim-label");
  self->rows = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->rows));
  g_signal_connect (self->selection, "notify::selected", G_CALLBACK (chosen_changed), self);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Bones of the vertices"), -1);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->list);
  self->bones = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->buttons, mw_columns_layout_new (2, 6));
  gtk_box_append (GTK_BOX (self->buttons),
                  text_button (self, _ ("Add Bone…"), _ ("Makes another bone move these vertices as well"),
                               G_CALLBACK (add_clicked)));
  gtk_box_append (
    GTK_BOX (self->buttons),
    text_button (self, _ ("Mark Vertices"), _ ("Marks these vertices in the view"), G_CALLBACK (mark_clicked)));
  self->unused = text_button (self, _ ("Remove Unused Groups"),
                              mw_ui_label (mw_operation_geoset_remove_unused_groups.doc), G_CALLBACK (unused_clicked));
  gtk_widget_set_halign (self->unused, GTK_ALIGN_START);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "field-error");
  gtk_widget_set_visible (self->error, FALSE);
  GtkWidget *const children[] = { self->count, self->scrolled, self->bones, self->buttons, self->unused, self->error };
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_box_append (GTK_BOX (self), children[i]);
}

GtkWidget *
mw_bone_sets_form_new (MwDocument *document)
{
  MwBoneSetsForm *self = g_object_new (MW_TYPE_BONE_SETS_FORM, "visible", FALSE, NULL);
  self->document = g_object_ref (document);
  return GTK_WIDGET (self);
}
