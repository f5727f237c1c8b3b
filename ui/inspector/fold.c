/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/fold.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/places.h"
#include "ui/widgets.h"

struct _MwFold {
  GtkBox parent_instance;
  char *key; /* of the setting: "layer/Data" */
  GtkWidget *header, *arrow, *dot, *body;
  gboolean open, forced;
};

G_DEFINE_FINAL_TYPE (MwFold, mw_fold, GTK_TYPE_BOX)

/* --- What is remembered --------------------------------------------------------------------------------------------- */

static const char *const SETTING = "inspector-sections";
/* Without settings it is remembered for as long as the program runs. */
static GVariant *without_settings;
/* All folds, so that those of the other documents follow. */
static GList *all;

/* All values: a{sb}, key of a fold -> whether it is open. Free with g_variant_unref(). */
static GVariant *
get_all (void)
{
  GSettings *settings = mw_places_settings ();
  if (settings)
    return g_settings_get_value (settings, SETTING);
  return without_settings ? g_variant_ref (without_settings)
                          : g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("{sb}"), NULL, 0));
}

static gboolean
recall (const char *key, gboolean otherwise)
{
  g_autoptr (GVariant) values = get_all ();
  gboolean open = otherwise;
  g_variant_lookup (values, key, "b", &open);
  return open;
}

static void
remember (const char *key, gboolean open)
{
  g_autoptr (GVariant) before = get_all ();
  GVariantBuilder after;
  g_variant_builder_init (&after, G_VARIANT_TYPE ("a{sb}"));
  GVariantIter iter;
  const char *name;
  gboolean value;
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_next (&iter, "{&sb}", &name, &value))
    if (g_strcmp0 (name, key) != 0)
      g_variant_builder_add (&after, "{sb}", name, value);
  g_variant_builder_add (&after, "{sb}", key, open);
  GSettings *settings = mw_places_settings ();
  if (settings) {
    g_settings_set_value (settings, SETTING, g_variant_builder_end (&after));
  } else {
    g_clear_pointer (&without_settings, g_variant_unref);
    without_settings = g_variant_ref_sink (g_variant_builder_end (&after));
  }
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
refresh (MwFold *self)
{
  gboolean open = self->open || self->forced || !gtk_widget_get_visible (self->header);
  gtk_widget_set_visible (self->body, open);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->header), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
}

static void
clicked (GtkButton *button, MwFold *self)
{
  gboolean open = !gtk_widget_get_visible (self->body);
  remember (self->key, open);
  for (GList *l = all; l; l = l->next) {
    MwFold *each = l->data;
    if (g_strcmp0 (each->key, self->key) != 0)
      continue;
    each->open = open;
    each->forced = FALSE;
    refresh (each);
  }
}

static void
finalize (GObject *object)
{
  MwFold *self = MW_FOLD (object);
  all = g_list_remove (all, self);
  g_free (self->key);
  G_OBJECT_CLASS (mw_fold_parent_class)->finalize (object);
}

static void
mw_fold_class_init (MwFoldClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_fold_init (MwFold *self)
{
  all = g_list_prepend (all, self);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "fold");
  self->header = gtk_button_new ();
  gtk_widget_add_css_class (self->header, "flat");
  gtk_widget_add_css_class (self->header, "fold-header");
  g_signal_connect (self->header, "clicked", G_CALLBACK (clicked), self);
  self->body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self), self->header);
  gtk_box_append (GTK_BOX (self), self->body);
}

GtkWidget *
mw_fold_new (const char *kind, const char *label, gboolean folded)
{
  MwFold *self = g_object_new (MW_TYPE_FOLD, NULL);
  self->key = g_strdup_printf ("%s/%s", kind, label);
  self->open = recall (self->key, !folded);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *title = gtk_label_new (mw_ui_label (label));
  self->arrow = gtk_image_new ();
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  mw_label_ellipsize (title, PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (content), self->arrow);
  gtk_box_append (GTK_BOX (content), title);
  self->dot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->dot, "changed-dot");
  gtk_widget_set_valign (self->dot, GTK_ALIGN_CENTER);
  gtk_widget_set_opacity (self->dot, 0);
  gtk_box_append (GTK_BOX (content), self->dot);
  gtk_button_set_child (GTK_BUTTON (self->header), content);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->header), GTK_ACCESSIBLE_PROPERTY_LABEL, mw_ui_label (label),
                                  -1);
  refresh (self);
  return GTK_WIDGET (self);
}

GtkBox *
mw_fold_get_body (MwFold *self)
{
  return GTK_BOX (self->body);
}

void
mw_fold_set_header (MwFold *self, gboolean shown)
{
  gtk_widget_set_visible (self->header, shown);
  refresh (self);
}

void
mw_fold_set_changed (MwFold *self, gboolean changed)
{
  gtk_widget_set_opacity (self->dot, changed);
  mw_widget_set_tooltip (self->dot, changed ? _ ("Something here has changed since the last save.") : NULL);
}

void
mw_fold_reveal (GtkWidget *widget)
{
  while ((widget = gtk_widget_get_ancestor (widget, MW_TYPE_FOLD))) {
    MwFold *self = MW_FOLD (widget);
    self->open = TRUE;
    refresh (self);
    widget = gtk_widget_get_parent (widget);
  }
}

void
mw_fold_force_open (MwFold *self, gboolean open)
{
  if (self->forced == open)
    return;
  self->forced = open;
  refresh (self);
}
