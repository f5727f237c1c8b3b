/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A refused deletion says why in the words of the window, and offers a remedy. */
#include "core/edit/operations/script.h"
#include "tests/ui/fixture.h"
#include "ui/error-bar.h"
#include "ui/operations/pick-list.h"

#include <string.h>

typedef struct {
  MwWindow *window;
  MwDocumentPage *page;
  MwDocument *document;
  MwErrorBar *bar;
} World;

static World
open_sample (const char *first_step)
{
  World world = { .window = fixture_window () };
  g_autofree char *path = fixture_sample ("figure.mdx");
  GError *error = NULL;
  world.page = fixture_open (world.window, path);
  world.document = mw_document_page_get_document (world.page);
  mw_script_run_line (world.document, first_step, NULL, &error);
  g_assert_no_error (error);
  return world;
}

/* The error bar that shows something; the page has two. */
static MwErrorBar *
speaking_bar (GtkWidget *widget)
{
  if (MW_IS_ERROR_BAR (widget) && find_shown (widget, GTK_TYPE_INFO_BAR))
    return MW_ERROR_BAR (widget);
  MwErrorBar *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = speaking_bar (child);
  return found;
}

static const char *
text_in (MwErrorBar *bar)
{
  return gtk_label_get_text (GTK_LABEL (find_shown (GTK_WIDGET (bar), GTK_TYPE_LABEL)));
}

static void delete (World *world, const char *path)
{
  MwId id = fixture_record (world->document, path)->id;
  mw_document_select (world->document, &id, 1);
  fixture_settle ();
  mw_outline_run_operation (mw_document_page_get_outline (world->page), "delete");
  fixture_settle ();
  world->bar = speaking_bar (GTK_WIDGET (world->page));
  g_assert_nonnull (world->bar);
}

/* The button with a remedy, or NULL: the first of the bar that is neither Details nor Copy Details. */
static GtkWidget *
offer_in (MwErrorBar *bar)
{
  GtkWidget *button = find_shown (GTK_WIDGET (bar), GTK_TYPE_BUTTON);
  return button == find_called (GTK_WIDGET (bar), GTK_TYPE_BUTTON, "Details")
             || button == find_called (GTK_WIDGET (bar), GTK_TYPE_BUTTON, "Copy Details")
             || gtk_widget_has_css_class (button, "close")
           ? NULL
           : button;
}

static void
press_offer (World *world)
{
  act_click (offer_in (world->bar));
  fixture_settle ();
}

static void
assert_value (World *world, const char *path, const char *expected)
{
  g_autofree char *value = fixture_value (world->document, path);
  g_assert_cmpstr (value, ==, expected);
}

static void
used (void)
{
  World world = open_sample ("duplicate materials[0]");
  g_autofree char *first = fixture_value (world.document, "materials");
  guint steps = mw_document_get_n_steps (world.document);
  delete (&world, "materials[0]");
  const char *text = text_in (world.bar);
  g_assert_nonnull (strstr (text, "cannot be removed: it is used by Material of Geoset"));
  g_assert_null (strstr (text, "geosets["));
  g_assert_cmpuint (mw_document_get_n_steps (world.document), ==, steps);
  press_offer (&world);
  GtkWidget *list = find_type (GTK_WIDGET (mw_document_page_get_outline (world.page)), MW_TYPE_PICK_LIST);
  g_assert_nonnull (list);
  g_signal_emit_by_name (list, "picked", 0u);
  fixture_settle ();
  g_assert_cmpuint (mw_document_get_n_steps (world.document), ==, steps + 1);
  g_assert_cmpstr (mw_document_get_undo_label (world.document), ==, "Replace uses of Material 0 · figure.blp");
  g_autofree char *second = fixture_value (world.document, "materials");
  g_assert_cmpuint (g_ascii_strtoull (second, NULL, 10), ==, g_ascii_strtoull (first, NULL, 10) - 1);
  assert_value (&world, "geosets[0].material", "materials[0]");
  g_assert_null (find_shown (GTK_WIDGET (world.bar), GTK_TYPE_BUTTON));
  mw_document_undo (world.document);
  assert_value (&world, "materials", first);
  fixture_end (world.window);
}

static void
unmoved (void)
{
  /* The parent of the sample's first bone is a helper. */
  World world = open_sample ("re-parent bones[0] parent=none");
  delete (&world, "bones[0]");
  g_assert_nonnull (strstr (text_in (world.bar), "nothing would move"));
  g_autofree char *name = fixture_value (world.document, "bones[0].name");
  press_offer (&world);
  g_autofree char *now = fixture_value (world.document, "bones[0].name");
  g_assert_cmpstr (now, !=, name);
  fixture_end (world.window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/refusal/the button replaces the uses of an element by another one", used);
  g_test_add_func ("/ui/refusal/the button deletes a bone that is the only one of some vertices", unmoved);
  return g_test_run ();
}
