/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/corpus.h"
#include "tests/core/io/m2/sets.h"
#include "tests/ui/fixture.h"
#include "tests/ui/own-memory.h"
#include "ui/time/dope-sheet.h"

#include <string.h>

/* Opens real models one after the other in one window: selects one element of every kind, plays, closes. Any warning of GTK or
 * GLib is fatal. A normal run takes a few models; ./dev test --long takes all, in slices. */

enum {
  FEW = 8,
  WARM = 8,
  ALLOWED_PERCENT = 10,
  /* How many bytes another visit of a model may leave, and all visits on average. About 20 KB are normal, since GTK's caches
   * of glyphs, icons and layouts keep growing. Now and then a cache grows by more at once; a leak would do so at each visit. */
  MOST_LEFT = 128 << 10,
  MEAN_LEFT = 48 << 10,
  MOST_VISITS = 4
};

static guint slice, slices;

typedef struct {
  MwWindow *window;
  guint n_shown, n_refused, n_forms, n_played;
  int left, right, bottom, view; /* as the first model showed them */
} Walk;

/* --- The models ------------------------------------------------------------------------------------------------------ */

static GPtrArray *
all_models (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300", "mdl" };
  g_autoptr (GPtrArray) models = m2_corpus ();
  for (guint i = 0; models && i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) each = corpus_files (folders[i]);
    for (guint k = 0; each && k < each->len; k++)
      if (!g_file_test (each->pdata[k], G_FILE_TEST_IS_DIR))
        g_ptr_array_add (models, g_strdup (each->pdata[k]));
  }
  return g_steal_pointer (&models);
}

/* The models of this run, in an order that mixes the formats. */
static GPtrArray *
chosen_models (void)
{
  g_autoptr (GPtrArray) all = all_models ();
  if (!all)
    return NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (20261122);
  for (guint i = all->len; i-- > 1;) {
    guint other = (guint) g_rand_int_range (random, 0, (gint32) i + 1);
    gpointer swap = all->pdata[i];
    all->pdata[i] = all->pdata[other];
    all->pdata[other] = swap;
  }
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_free);
  /* The limit of the mean is meant for several models. Under sanitizers, where memory is not checked, three models
   * are enough. */
  guint few = g_getenv ("MODELWRIGHT_SANITIZED") ? 3 : FEW;
  for (guint i = 0; i < all->len; i++)
    if (slices ? i % slices == slice : i < few)
      g_ptr_array_add (chosen, g_strdup (all->pdata[i]));
  return chosen;
}

/* --- One model ------------------------------------------------------------------------------------------------------- */

static gboolean
form_is_whole (gpointer page)
{
  return fixture_is_whole (GTK_WIDGET (mw_document_page_get_inspector (page)));
}

static int
width (gpointer widget)
{
  return gtk_widget_get_allocated_width (widget);
}

static gboolean
frame_is_over (gpointer count)
{
  return *(guint *) count > 1;
}

static void
count_frame (guint *count)
{
  (*count)++;
}

/* Waits until pending changes are laid out and drawn. */
static void
wait_frame (MwWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  guint count = 0;
  gulong handler = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (count_frame), &count);
  while (!frame_is_over (&count)) {
    gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
    g_main_context_iteration (NULL, TRUE);
  }
  g_signal_handler_disconnect (clock, handler);
}

static void
assert_same_sizes (Walk *walk, MwDocumentPage *page)
{
  GtkWidget *below = gtk_widget_get_ancestor (fixture_sequences (page), GTK_TYPE_NOTEBOOK);
  int left = width (mw_document_page_get_outline (page)), right = width (mw_document_page_get_inspector (page)),
      bottom = gtk_widget_get_allocated_height (below), view = width (mw_document_page_get_viewport (page));
  if (!walk->left) {
    walk->left = left;
    walk->right = right;
    walk->bottom = bottom;
    walk->view = view;
  }
  g_assert_cmpint (left, ==, walk->left);
  g_assert_cmpint (right, ==, walk->right);
  g_assert_cmpint (bottom, ==, walk->bottom);
  g_assert_cmpint (view, ==, walk->view);
}

static guint
n_widgets (GtkWidget *widget)
{
  guint n = 1;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += n_widgets (child);
  return n;
}

/* Asserts that the rows and the "used by" list of the element are complete. */
static void
assert_whole (MwDocumentPage *page, const MwRecord *record)
{
  g_assert_true (fixture_until (form_is_whole, page));
  MwRecordForm *form = fixture_form (page);
  g_assert_nonnull (form);
  /* All fields that are values have a row, and no row is made later. */
  guint n = n_widgets (GTK_WIDGET (form));
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!field->hidden && (field->type < MW_TYPE_ARRAY || field->type == MW_TYPE_TEXT))
      g_assert_nonnull (fixture_find_editor (form, record->id, field));
  }
  fixture_settle ();
  g_assert_cmpuint (n_widgets (GTK_WIDGET (form)), ==, n);
}

static void
select_kinds (Walk *walk, MwDocumentPage *page, const MwRecord *record, GHashTable *seen)
{
  MwDocument *document = mw_document_page_get_document (page);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (record, field) : NULL;
    for (guint k = 0; list && k < list->n; k++) {
      const MwRecord *child = list->items[k];
      if (!g_hash_table_add (seen, (gpointer) child->schema))
        continue;
      mw_document_select (document, &child->id, 1);
      assert_whole (page, child);
      wait_frame (walk->window);
      assert_same_sizes (walk, page);
      walk->n_forms++;
      select_kinds (walk, page, child, seen);
    }
  }
}

static gboolean
has_moved (gpointer bar)
{
  return !mw_time_bar_is_playing (bar) || fixture_time (bar) != 0;
}

static void
play (Walk *walk, MwDocumentPage *page)
{
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  mw_time_bar_play_stand (bar);
  GtkWidget *slider = find_type (GTK_WIDGET (bar), GTK_TYPE_SCALE);
  /* It can be moved where the sequence has a length. */
  if (!mw_time_bar_is_playing (bar) || !gtk_widget_get_sensitive (slider))
    return;
  guint64 frames = mw_viewport_get_n_frames (mw_document_page_get_viewport (page));
  /* The first frame of a large model may take its time. */
  if (!fixture_until (has_moved, bar))
    g_error ("sequence %u does not play", fixture_sequence (bar));
  for (guint i = 0; i < 5; i++)
    wait_frame (walk->window);
  g_assert_cmpuint (mw_viewport_get_n_frames (mw_document_page_get_viewport (page)), >, frames);
  walk->n_played++;
}

/* The dope sheet of all elements, for a frame. */
static void
show_keys (Walk *walk, MwDocumentPage *page)
{
  GtkWidget *sheet = find_type (GTK_WIDGET (page), MW_TYPE_DOPE_SHEET);
  GtkNotebook *book = GTK_NOTEBOOK (gtk_widget_get_ancestor (sheet, GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (book, gtk_notebook_page_num (book, sheet));
  act_press (page, "All");
  wait_frame (walk->window);
  g_assert_true (gtk_widget_get_mapped (sheet));
  gtk_notebook_set_current_page (book, 0);
}

/* Closes the page and asserts that nothing of it is left. */
static void
close_page (Walk *walk, MwDocumentPage *page)
{
  GtkNotebook *tabs = GTK_NOTEBOOK (gtk_widget_get_ancestor (GTK_WIDGET (page), GTK_TYPE_NOTEBOOK));
  gpointer parts[] = { page,
                       mw_document_page_get_document (page),
                       mw_document_page_get_viewport (page),
                       mw_document_page_get_inspector (page),
                       mw_document_page_get_outline (page),
                       gtk_notebook_get_tab_label (tabs, GTK_WIDGET (page)) };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_object_add_weak_pointer (parts[i], &parts[i]);
  gtk_widget_activate_action (GTK_WIDGET (walk->window), "win.close-tab", NULL);
  fixture_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i])
      g_error ("a closed tab leaves its %s", G_OBJECT_TYPE_NAME (parts[i]));
}

static void
visit (Walk *walk, const char *path)
{
  MwDocumentPage *page = fixture_open (walk->window, path);
  g_test_message ("%s", path);
  if (!page) {
    g_assert_nonnull (fixture_window_error (walk->window));
    walk->n_refused++;
    return;
  }
  walk->n_shown++;
  wait_frame (walk->window);
  assert_same_sizes (walk, page);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  select_kinds (walk, page, &mw_document_get_model (mw_document_page_get_document (page))->record, seen);
  play (walk, page);
  show_keys (walk, page);
  assert_same_sizes (walk, page);
  close_page (walk, page);
}

/* --- All of them ------------------------------------------------------------------------------------------------------ */

static void
test_walk (void)
{
  g_autoptr (GPtrArray) models = chosen_models ();
  if (!models)
    return;
  Walk walk = { .window = fixture_window () };
  gsize before = 0;
  gint64 left = 0;
  for (guint i = 0; i < models->len; i++) {
    /* The first visit makes what exists once per program (fonts, icons, names, each kind of widget). The second must leave the
     * memory as it was, or else one of the next two: what leaks each time the model is opened stays each time. */
    visit (&walk, models->pdata[i]);
    if (i == 0)
      own_memory_find_driver ();
    gint64 left_here = G_MAXINT64;
    for (guint visits = 1; visits < MOST_VISITS && left_here > MEAN_LEFT; visits++) {
      gsize last = own_memory_in_use ();
      visit (&walk, models->pdata[i]);
      const gint64 left_now = (gint64) own_memory_in_use () - (gint64) last;
      g_test_message ("%.1f KB before visit %u, which leaves %+.1f KB", (double) last / 1e3, visits + 1,
                      (double) left_now / 1e3);
      left_here = MIN (left_here, left_now);
    }
    left += left_here;
    g_assert_cmpint (left_here, <=, MOST_LEFT);
    if (i + 1 == MIN (WARM, models->len))
      before = own_memory_in_use ();
  }
  gsize after = own_memory_in_use ();
  g_test_message (
    "%u models shown, %u refused, %u forms, %u played; memory in use: %.1f MB before, %.1f MB after; later visits "
    "leave %.1f KB",
    walk.n_shown, walk.n_refused, walk.n_forms, walk.n_played, (double) before / 1e6, (double) after / 1e6,
    (double) left / 1e3);
  g_assert_cmpuint (walk.n_shown, >, walk.n_refused);
  g_assert_cmpuint (walk.n_played, >, 0);
  g_assert_cmpuint (after, <=, before + before / 100 * ALLOWED_PERCENT);
  g_assert_cmpint (left, <=, (gint64) models->len * MEAN_LEFT);
  fixture_end (walk.window);
}

int
main (int argc, char **argv)
{
  own_memory_begin (argv);
  gtk_test_init (&argc, &argv, NULL);
  if (argc > 2) {
    slice = (guint) g_ascii_strtoull (argv[1], NULL, 10);
    slices = (guint) g_ascii_strtoull (argv[2], NULL, 10);
  }
  g_test_add_func ("/ui/walk/real models leave the window as it was", test_walk);
  return g_test_run ();
}
