/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dragging rows of the outline does; that they can be dragged is in tests/e2e. */
#include "core/model/mdlx/mdlx.h"
#include "tests/ui/fixture.h"
#include "ui/operations/operator-panel.h"
#include "ui/outline/outline-drag.h"

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwOutline *outline;

static MwId
id_of (const char *path)
{
  return fixture_record (document, path)->id;
}

static void
assert_describes (const MwId *ids, guint n, const char *target, gboolean after, gboolean other, const char *wanted)
{
  g_autofree char *text = mw_outline_drag_describe (outline, document, ids, n, id_of (target), after, other);
  g_assert_cmpstr (text, ==, wanted);
}

/* The names of the first sequences. */
static void
assert_order (const char *wanted)
{
  const MwList *list = &((const MwMdlx *) mw_document_get_model (document))->sequences;
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < list->n; i++)
    g_string_append_printf (names, "%s%s", i ? " " : "", ((const MwMdlxSequence *) list->items[i])->name);
  g_assert_cmpstr (names->str, ==, wanted);
}

static void
test_order (void)
{
  guint position = mw_document_get_position (document);
  MwId walk = id_of ("sequences[1]"), two[] = { id_of ("sequences[3]"), id_of ("sequences[1]") };
  assert_order ("Stand Walk Attack Death");
  assert_describes (&walk, 1, "sequences[3]", TRUE, FALSE, "after Death");
  assert_describes (&walk, 1, "sequences[0]", FALSE, FALSE, "before Stand");
  /* Not beside itself, or elements of another kind. */
  assert_describes (&walk, 1, "sequences[1]", FALSE, FALSE, NULL);
  assert_describes (&walk, 1, "textures[0]", FALSE, FALSE, NULL);
  assert_describes (two, 2, "sequences[3]", TRUE, FALSE, NULL);
  mw_outline_drag_drop (outline, document, &walk, 1, id_of ("sequences[3]"), TRUE, FALSE);
  assert_order ("Stand Attack Death Walk");
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Move Walk after Death");
  mw_document_undo (document);
  assert_order ("Stand Walk Attack Death");
  /* Several keep their order, in whichever order they were picked. */
  mw_outline_drag_drop (outline, document, two, 2, id_of ("sequences[0]"), FALSE, FALSE);
  assert_order ("Walk Death Stand Attack");
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  mw_document_undo (document);
  mw_outline_drag_drop (outline, document, two, 2, id_of ("sequences[2]"), TRUE, FALSE);
  assert_order ("Stand Attack Walk Death");
  mw_document_undo (document);
  mw_outline_drag_drop (outline, document, two, 2, id_of ("sequences[2]"), FALSE, FALSE);
  assert_order ("Stand Walk Death Attack");
  mw_document_undo (document);
  /* Where it is already, nothing happens. */
  mw_outline_drag_drop (outline, document, &walk, 1, id_of ("sequences[0]"), TRUE, FALSE);
  g_assert_cmpuint (mw_document_get_position (document), ==, position);
}

static void
test_parent (void)
{
  g_autoptr (GBytes) before = fixture_bytes (document);
  MwId hand = id_of ("attachments[3]"), spine = id_of ("bones[1]");
  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (find_called (GTK_WIDGET (outline), GTK_TYPE_TOGGLE_BUTTON, "By skeleton")), TRUE);
  g_assert_true (mw_outline_is_by_skeleton (outline));
  assert_describes (&hand, 1, "bones[7]", FALSE, TRUE, "under Bone_shield, keeps its tracks");
  assert_describes (&hand, 1, "bones[7]", FALSE, FALSE, "under Bone_shield, moves as before (Alt: keeps its tracks)");
  assert_describes (&hand, 1, "textures[0]", FALSE, FALSE, NULL);
  assert_describes (&hand, 1, "attachments[3]", FALSE, FALSE, NULL);
  /* Alt: only the parent changes. */
  mw_outline_drag_drop (outline, document, &hand, 1, id_of ("bones[7]"), FALSE, TRUE);
  g_autofree char *parent = fixture_value (document, "attachments[3].parent");
  g_assert_cmpstr (parent, ==, "bones[7]");
  mw_document_undo (document);
  /* Else the motion is kept, by new keys; the panel has the parameters. */
  mw_outline_drag_drop (outline, document, &hand, 1, id_of ("bones[7]"), FALSE, FALSE);
  fixture_settle ();
  g_autofree char *kept = fixture_value (document, "attachments[3].parent");
  g_assert_cmpstr (kept, ==, "bones[7]");
  g_assert_true (gtk_widget_get_visible (find_type (GTK_WIDGET (page), MW_TYPE_OPERATOR_PANEL)));
  mw_document_undo (document);
  /* A node below itself: refused with the reason, and nothing has changed. */
  mw_outline_drag_drop (outline, document, &spine, 1, id_of ("bones[3]"), FALSE, TRUE);
  g_assert_nonnull (fixture_error (page));
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
}

static GtkEventController *
controller_of (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE (one, type))
      return one;
  }
  return NULL;
}

/* The text that follows the pointer when a drag begins at this height, or NULL if nothing can be dragged there. Free with g_free(). */
static char *
drag_at (double y)
{
  GtkWidget *view = GTK_WIDGET (mw_outline_get_view (outline));
  GtkEventController *source = controller_of (view, GTK_TYPE_DRAG_SOURCE);
  g_autoptr (GdkContentProvider) what = NULL;
  g_signal_emit_by_name (source, "prepare", 60.0, y, &what);
  if (!what)
    return NULL;
  GdkDevice *pointer = gdk_seat_get_pointer (gdk_display_get_default_seat (gtk_widget_get_display (view)));
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (view));
  g_autoptr (GdkDrag) drag = gdk_drag_begin (surface, pointer, what, GDK_ACTION_MOVE, 0, 0);
  g_assert_nonnull (drag);
  g_signal_emit_by_name (source, "drag-begin", drag);
  GtkWidget *label = gtk_drag_icon_get_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)));
  g_assert_true (GTK_IS_LABEL (label));
  char *text = g_strdup (gtk_label_get_text (GTK_LABEL (label)));
  g_signal_emit_by_name (source, "drag-end", drag, FALSE);
  gdk_drag_drop_done (drag, FALSE);
  fixture_settle ();
  return text;
}

/* Whether a drag somewhere in the view is followed by this text. The rows may get their places only with a later frame. */
static gboolean
is_followed_by (gpointer wanted)
{
  enum { ROW = 16 }; /* less than the height of a row */
  const int height = gtk_widget_get_height (GTK_WIDGET (mw_outline_get_view (outline)));
  for (int y = 4; y < height; y += ROW) {
    g_autofree char *text = drag_at (y);
    if (g_strcmp0 (text, wanted) == 0)
      return TRUE;
  }
  return FALSE;
}

/* What follows the pointer says which element is dragged, or how many. */
static void
test_icon (void)
{
  const MwId two[] = { id_of ("sequences[3]"), id_of ("sequences[1]") };
  static const char *const wanted[] = { "Death", "2 elements" };
  for (guint n = 1; n <= 2; n++) {
    mw_document_select (document, two, n);
    fixture_settle ();
    g_assert_true (fixture_until (is_followed_by, (gpointer) wanted[n - 1]));
  }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  outline = mw_document_page_get_outline (page);
  g_test_add_func ("/ui/outline-drag/what follows the pointer says what is dragged", test_icon);
  g_test_add_func ("/ui/outline-drag/by kind, rows change their order", test_order);
  g_test_add_func ("/ui/outline-drag/by skeleton, nodes get another parent", test_parent);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
