/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/weight-legend.h"
#include "core/render/heat.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"

struct _MwWeightLegend {
  GtkBox parent_instance;
  GtkWidget *text, *scale;
};

G_DEFINE_FINAL_TYPE (MwWeightLegend, mw_weight_legend, GTK_TYPE_BOX)

static void
draw_colours (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  cairo_pattern_t *colours = cairo_pattern_create_linear (0, 0, width, 0);
  for (guint i = 0; i < MW_HEAT_STOPS; i++)
    cairo_pattern_add_color_stop_rgb (colours, (double) i / (MW_HEAT_STOPS - 1), (double) mw_heat_stops[i][0],
                                      (double) mw_heat_stops[i][1], (double) mw_heat_stops[i][2]);
  cairo_set_source (cairo, colours);
  cairo_paint (cairo);
  cairo_pattern_destroy (colours);
}

void
mw_weight_legend_update (MwWeightLegend *self, MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *first = NULL;
  guint n, n_bones = 0;
  const MwId *ids = mw_document_get_selection (document, &n);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (!record || !mw_heat_is_for (model, record->schema))
      continue;
    first = first ? first : record;
    n_bones++;
  }
  g_autofree char *name = first ? mw_ui_record_title (first) : NULL;
  g_autofree char *text = n_bones == 0 ? g_strdup (_ ("Select a bone to see which vertices it moves"))
                          : n_bones == 1
                            /* Translators: %s is the name of a bone. */
                            ? g_strdup_printf (_ ("Weights of %s"), name)
                            : g_strdup_printf (
                              ngettext ("Weights of %u bone together", "Weights of %u bones together", n_bones),
                              n_bones);
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_widget_set_visible (self->scale, n_bones > 0);
}

static void
mw_weight_legend_class_init (MwWeightLegendClass *klass)
{}

static void
mw_weight_legend_init (MwWeightLegend *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  gtk_widget_add_css_class (GTK_WIDGET (self), "osd");
  gtk_widget_add_css_class (GTK_WIDGET (self), "weight-legend");
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  self->text = gtk_label_new (NULL);
  mw_label_ellipsize (self->text, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->text), 44);
  gtk_box_append (GTK_BOX (self), self->text);
  GtkWidget *colours = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (colours), 140);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (colours), 10);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (colours), draw_colours, NULL, NULL);
  gtk_widget_set_hexpand (colours, TRUE);
  gtk_widget_set_valign (colours, GTK_ALIGN_CENTER);
  self->scale = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (self->scale), gtk_label_new ("0"));
  gtk_box_append (GTK_BOX (self->scale), colours);
  gtk_box_append (GTK_BOX (self->scale), gtk_label_new ("1"));
  gtk_box_append (GTK_BOX (self), self->scale);
}

GtkWidget *
mw_weight_legend_new (void)
{
  return g_object_new (MW_TYPE_WEIGHT_LEGEND, NULL);
}
