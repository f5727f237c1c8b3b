/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/inspector/flags-editor.h"
#include "ui/row-layout.h"
#include "ui/widgets.h"

#include <gdk/x11/gdkx.h>

/* --- A child that notes what it is asked ------------------------------------------------------------------------------ */

#define TYPE_PROBE (probe_get_type ())
G_DECLARE_FINAL_TYPE (Probe, probe, TEST, PROBE, GtkWidget)
struct _Probe {
  GtkWidget parent_instance;
  int least, wanted;
  guint asked, asked_for_height;
};
G_DEFINE_FINAL_TYPE (Probe, probe, GTK_TYPE_WIDGET)

enum { AREA = 6000 }; /* pixels: the narrower, the higher, as a text that wraps */

static void
probe_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *least, int *wanted,
               int *least_baseline, int *wanted_baseline)
{
  Probe *self = TEST_PROBE (widget);
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    *least = *wanted = AREA / MAX (for_size < 0 ? self->wanted : for_size, self->least);
    return;
  }
  self->asked++;
  self->asked_for_height += for_size >= 0;
  *least = self->least;
  *wanted = self->wanted;
}

static GtkSizeRequestMode
probe_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
probe_class_init (ProbeClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = probe_measure;
  GTK_WIDGET_CLASS (klass)->get_request_mode = probe_mode;
}

static void
probe_init (Probe *self)
{}

static GtkWidget *
add_probe (GtkWidget *row, int least, int wanted, gboolean expands)
{
  Probe *probe = g_object_new (TYPE_PROBE, NULL);
  probe->least = least;
  probe->wanted = wanted;
  gtk_widget_set_hexpand (GTK_WIDGET (probe), expands);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (probe));
  return GTK_WIDGET (probe);
}

static void
assert_place (GtkWidget *child, int x, int width)
{
  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (child, gtk_widget_get_parent (child), &bounds));
  g_assert_cmpfloat (bounds.origin.x, ==, (float) x);
  g_assert_cmpfloat (bounds.size.width, ==, (float) width);
}

static void
lay_out (GtkWidget *row, int width)
{
  int height;
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  gtk_widget_size_allocate (row, &(GtkAllocation) { 0, 0, width, height }, -1);
}

/* --- Tests --------------------------------------------------------------------------------------------------------------- */

static void
test_places (void)
{
  GtkWidget *row = g_object_ref_sink (mw_row_new (10));
  GtkWidget *a = add_probe (row, 20, 60, FALSE), *hidden = add_probe (row, 500, 500, TRUE);
  GtkWidget *b = add_probe (row, 30, 30, TRUE), *c = add_probe (row, 40, 40, TRUE);
  gtk_widget_set_visible (hidden, FALSE);
  int least, wanted;
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
  g_assert_cmpint (least, ==, 20 + 10 + 30 + 10 + 40);
  g_assert_cmpint (wanted, ==, 60 + 10 + 30 + 10 + 40);
  /* The minimum widths, then the natural widths; the rest goes to children that expand. */
  lay_out (row, 110);
  assert_place (a, 0, 20);
  assert_place (b, 30, 30);
  assert_place (c, 70, 40);
  lay_out (row, 251);
  assert_place (a, 0, 60);
  assert_place (b, 70, 80);
  assert_place (c, 160, 91);
  gtk_widget_set_direction (row, GTK_TEXT_DIR_RTL);
  lay_out (row, 252);
  assert_place (a, 192, 60);
  assert_place (c, 0, 91);
  g_object_unref (row);
}

static void
test_height (void)
{
  GtkWidget *row = g_object_ref_sink (mw_row_new (10));
  add_probe (row, 20, 100, FALSE);
  add_probe (row, 60, 60, FALSE);
  int least, wanted;
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, 90, &least, &wanted, NULL, NULL);
  g_assert_cmpint (least, ==, AREA / 20);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, 120, &least, &wanted, NULL, NULL);
  g_assert_cmpint (least, ==, AREA / 50);
  g_assert_cmpint (wanted, ==, AREA / 50);
  g_object_unref (row);
}

static void
test_questions (void)
{
  GtkWidget *row = g_object_ref_sink (mw_row_new (10)), *probe = add_probe (row, 20, 100, TRUE);
  int least;
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, 40, &least, NULL, NULL, NULL);
  lay_out (row, 200);
  g_assert_cmpuint (TEST_PROBE (probe)->asked, >, 0);
  g_assert_cmpuint (TEST_PROBE (probe)->asked_for_height, ==, 0);
  g_object_unref (row);
}

/* --- In forms ------------------------------------------------------------------------------------------------------------ */

/* Every wrapping label of a form is in a row with this layout, also the names of flags. */
static guint
count_rows (GtkWidget *widget)
{
  guint n = 0;
  if (GTK_IS_LABEL (widget) && gtk_label_get_wrap (GTK_LABEL (widget)) && gtk_widget_get_visible (widget)
      && (gtk_widget_has_css_class (widget, "field-label") || GTK_IS_CHECK_BUTTON (gtk_widget_get_parent (widget)))) {
    g_assert_true (MW_IS_ROW_LAYOUT (gtk_widget_get_layout_manager (gtk_widget_get_parent (widget))));
    n++;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += count_rows (child);
  return n;
}

static guint
count_of_type (GtkWidget *widget, GType type)
{
  guint n = g_type_is_a (G_OBJECT_TYPE (widget), type);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += count_of_type (child, type);
  return n;
}

static gulong
requests (GtkWidget *widget)
{
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return NextRequest (gdk_x11_display_get_xdisplay (gtk_widget_get_display (widget)));
  G_GNUC_END_IGNORE_DEPRECATIONS
}

/* GTK asks the X server several times where the pointer is for each tooltip that a visible widget gets. */
static void
test_forms (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwInspector *inspector = mw_document_page_get_inspector (page);
  while (!fixture_is_whole (GTK_WIDGET (inspector)))
    g_main_context_iteration (NULL, TRUE);
  /* The forms are not in the window. A frame that it draws meanwhile would be counted too. */
  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  fixture_settle ();
  static const char *const kinds[] = { "bones[0]", "materials[0].layers[0]", "lights[0]", "geosets[0]" };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    MwRecord *record = fixture_record (mw_document_page_get_document (page), kinds[i]);
    gulong before = requests (GTK_WIDGET (window));
    GtkWidget *form = g_object_ref_sink (mw_record_form_new (mw_document_page_get_document (page), record->schema));
    mw_record_form_set_ids (MW_RECORD_FORM (form), &record->id, 1);
    while (!fixture_is_whole (form))
      g_main_context_iteration (NULL, TRUE);
    gulong n = requests (GTK_WIDGET (window)) - before;
    /* GTK's own drop-downs do it for an icon of theirs. */
    enum { OF_A_DROP_DOWN = 6 };
    /* Answers to the window manager and the like. One tooltip takes more. */
    enum { OF_OTHERS = 4 };
    guint drop_downs = count_of_type (form, GTK_TYPE_DROP_DOWN);
    g_test_message ("%s: %lu requests, %u drop-downs", kinds[i], n, drop_downs);
    g_assert_cmpuint (n, <=, OF_A_DROP_DOWN * drop_downs + OF_OTHERS);
    g_assert_cmpuint (count_rows (form), >, 4);
    g_object_unref (form);
  }
  fixture_end (window);
}

static void
test_tooltip (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *label = g_object_ref_sink (gtk_label_new ("Alpha")), *hidden = g_object_ref_sink (gtk_label_new ("Beta"));
  gtk_widget_set_visible (hidden, FALSE);
  mw_widget_set_tooltip (label, "How opaque it is");
  mw_widget_set_tooltip (hidden, "Not there");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, "How opaque it is");
  g_assert_true (gtk_widget_get_has_tooltip (label));
  g_assert_true (gtk_widget_get_visible (label));
  g_assert_false (gtk_widget_get_visible (hidden));
  mw_widget_set_tooltip (label, NULL);
  g_assert_null (gtk_widget_get_tooltip_text (label));
  g_assert_false (gtk_widget_get_has_tooltip (label));
  g_object_unref (label);
  g_object_unref (hidden);
  /* For a mapped widget a new text makes GTK ask for the pointer; the same text does not. */
  GtkWidget *shown = GTK_WIDGET (window);
  g_assert_true (gtk_widget_get_mapped (shown));
  mw_widget_set_tooltip (shown, "First");
  gulong before = requests (shown);
  mw_widget_set_tooltip (shown, "First");
  g_assert_cmpuint (requests (shown) - before, ==, 0);
  mw_widget_set_tooltip (shown, "Second");
  g_assert_cmpuint (requests (shown) - before, >, 0);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (shown), ==, "Second");
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/row-layout/children get what they want, and those that expand the rest", test_places);
  g_test_add_func ("/ui/row-layout/a row is as high as its highest child at its width", test_height);
  g_test_add_func ("/ui/row-layout/no child is measured for a height", test_questions);
  g_test_add_func ("/ui/row-layout/a form is made of such rows and sends no request to the X server", test_forms);
  g_test_add_func ("/ui/row-layout/a tooltip asks for the pointer's position only when it is on the screen",
                   test_tooltip);
  return g_test_run ();
}
