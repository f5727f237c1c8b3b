/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers changed by typing and by dragging their handle. What is radians in the model is shown, typed and dragged in degrees. */
#include "tests/ui/fixture.h"
#include "tests/ui/x-input.h"
#include "ui/inspector/value-entry.h"
#include "ui/window/window-private.h"

#include <string.h>

static MwWindow *window;
static MwDocument *document;
static GtkWidget *entry;

/* The editor of a field of everything.mdx in a window. */
static void
begin (const char *path, const char *field)
{
  g_autofree char *file = fixture_sample ("everything.mdx");
  window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, file);
  document = mw_document_page_get_document (page);
  entry = fixture_entry (fixture_editor (page, path, field), 0);
}

static double
value_of (const char *path)
{
  g_autofree char *text = fixture_value (document, path);
  return g_ascii_strtod (text, NULL);
}

static void
drag (const double *steps, guint n)
{
  g_signal_emit_by_name (entry, "drag-begin");
  for (guint i = 0; i < n; i++)
    g_signal_emit_by_name (entry, "drag-update", steps[i]);
}

static void
test_typed (void)
{
  begin ("cameras[0]", "field_of_view");
  act_type (entry, "90");
  g_assert_true (mw_value_entry_commit (MW_VALUE_ENTRY (entry)));
  g_assert_cmpfloat_with_epsilon (value_of ("cameras[0].field_of_view"), G_PI / 2, 1e-6);
  fixture_settle ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "90");
  fixture_end (window);
}

static void
test_dragged (void)
{
  begin ("cameras[0]", "field_of_view");
  double before = value_of ("cameras[0].field_of_view");
  guint position = mw_document_get_position (document);
  drag ((double[]) { 3, 10 }, 2);
  /* The model follows at once; a step counts from where the drag began. */
  g_assert_cmpfloat_with_epsilon (value_of ("cameras[0].field_of_view"), before + 10 * G_PI / 180, 1e-4);
  g_signal_emit_by_name (entry, "drag-end", FALSE);
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  g_assert_cmpfloat_with_epsilon (value_of ("cameras[0].field_of_view"), before + 10 * G_PI / 180, 1e-4);
  mw_document_undo (document);
  g_assert_cmpfloat_with_epsilon (value_of ("cameras[0].field_of_view"), before, 1e-6);
  fixture_end (window);
}

static void
test_cancelled (void)
{
  begin ("cameras[0]", "field_of_view");
  g_autofree char *before = fixture_value (document, "cameras[0].field_of_view");
  guint position = mw_document_get_position (document);
  drag ((double[]) { 10 }, 1);
  g_signal_emit_by_name (entry, "drag-end", TRUE);
  g_autofree char *after = fixture_value (document, "cameras[0].field_of_view");
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (mw_document_get_position (document), ==, position);
  g_assert_true (mw_document_is_clean (document));
  fixture_end (window);
}

/* --- By pointer and keys ---------------------------------------------------------------------------------------------- */

/* Presses the pointer on the entry's handle, which is its first child. */
static void
press_handle (void)
{
  fixture_scroll_to (GTK_WIDGET (entry));
  fixture_settle ();
  GtkWidget *handle = gtk_widget_get_first_child (GTK_WIDGET (entry));
  GtkNative *native = GTK_NATIVE (window);
  double left, top;
  graphene_point_t at, middle = GRAPHENE_POINT_INIT ((float) gtk_widget_get_width (handle) / 2,
                                                     (float) gtk_widget_get_height (handle) / 2);
  g_assert_true (gtk_widget_compute_point (handle, GTK_WIDGET (window), &middle, &at));
  gtk_native_get_surface_transform (native, &left, &top);
  g_autofree char *id = x_input_id (GTK_WINDOW (window));
  g_autofree char *x = g_strdup_printf ("%.0f", left + (double) at.x),
                  *y = g_strdup_printf ("%.0f", top + (double) at.y);
  x_input_activate (GTK_WINDOW (window));
  x_input ("mousemove", "--window", id, x, y, "mousedown", "1", NULL);
}

static gboolean
has_moved (gpointer before)
{
  g_autofree char *now = fixture_value (document, "cameras[0].field_of_view");
  return strcmp (now, before) != 0;
}

static gboolean
is_back (gpointer before)
{
  return !has_moved (before);
}

static void
test_escape (void)
{
  begin ("cameras[0]", "field_of_view");
  g_autofree char *before = fixture_value (document, "cameras[0].field_of_view");
  guint position = mw_document_get_position (document);
  press_handle ();
  x_input ("mousemove_relative", "20", "0", NULL);
  g_assert_true (fixture_until (has_moved, before));
  x_input ("key", "Escape", NULL);
  g_assert_true (fixture_until (is_back, before));
  /* The drag has ended: moving and releasing the pointer change nothing. */
  x_input ("mousemove_relative", "20", "0", "mouseup", "1", NULL);
  fixture_settle ();
  g_assert_true (is_back (before));
  g_assert_cmpuint (mw_document_get_position (document), ==, position);
  g_assert_true (mw_document_is_clean (document));
  /* The next drag works as usual; once it is over, Escape no longer undoes it. */
  press_handle ();
  x_input ("mousemove_relative", "20", "0", "mouseup", "1", "key", "Escape", NULL);
  fixture_settle ();
  g_assert_true (has_moved (before));
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  fixture_end (window);
}

/* A number that is not an angle is dragged in its own steps, and a whole number in steps of one. */
static void
test_whole (void)
{
  begin ("sequences[0]", "interval.start");
  double before = value_of ("sequences[0].interval.start");
  drag ((double[]) { 7 }, 1);
  g_signal_emit_by_name (entry, "drag-end", FALSE);
  g_assert_cmpfloat (value_of ("sequences[0].interval.start"), ==, before + 7);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/number-drag/an angle is typed in degrees and stored in radians", test_typed);
  g_test_add_func ("/ui/number-drag/dragging an angle changes it by degrees, in one step", test_dragged);
  g_test_add_func ("/ui/number-drag/a drag that is cancelled leaves nothing", test_cancelled);
  g_test_add_func ("/ui/number-drag/Escape ends a drag and brings the value back", test_escape);
  g_test_add_func ("/ui/number-drag/dragging a whole number changes it by one", test_whole);
  return g_test_run ();
}
