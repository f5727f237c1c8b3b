/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers changed by typing and by dragging their handle. What is radians in the model is shown, typed and dragged in degrees. */
#include "tests/ui/fixture.h"
#include "ui/value-entry.h"
#include "ui/window-private.h"

static MwWindow *window;
static MwDocument *document;
static MwValueEntry *entry;

/* The editor of a field of everything.mdx in a window. */
static void
begin (const char *path, const char *field)
{
  g_autofree char *file = fixture_sample ("everything.mdx");
  window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, file);
  document = mw_document_page_get_document (page);
  entry = MW_VALUE_ENTRY (fixture_find (fixture_editor (page, path, field), MW_TYPE_VALUE_ENTRY));
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
  mw_value_entry_type (entry, "90");
  g_assert_true (mw_value_entry_commit (entry));
  g_assert_cmpfloat_with_epsilon (value_of ("cameras[0].field_of_view"), G_PI / 2, 1e-6);
  fixture_settle ();
  g_assert_cmpstr (mw_value_entry_get_text (entry), ==, "90");
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

/* What is no angle is dragged in its own steps, and whole numbers by one. */
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
  g_test_add_func ("/ui/number-drag/a drag of an angle goes by degrees and is one step", test_dragged);
  g_test_add_func ("/ui/number-drag/a drag that is cancelled leaves nothing", test_cancelled);
  g_test_add_func ("/ui/number-drag/a whole number goes by one", test_whole);
  return g_test_run ();
}
