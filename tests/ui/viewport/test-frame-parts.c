/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "tests/core/io/bytes.h"
#include "tests/bench/make-model.h"
#include "tests/ui/fixture.h"

/* Frames of a model that take long are drawn in parts. */

enum { TRIANGLES = 200000, BONES = 8 };

typedef struct {
  MwWindow *window;
  MwDocumentPage *page;
  MwDocument *document;
  MwViewport *viewport;
  guint painted;     /* frames of the window */
  guint in_parts;    /* of those, the ones painted while a frame of the model was incomplete */
  gboolean happened; /* the posted event was handled while a frame of the model was incomplete */
} Stage;

static void
after_paint (GdkFrameClock *clock, Stage *stage)
{
  stage->painted++;
  stage->in_parts += mw_viewport_is_drawing (stage->viewport);
}

static void
stage_open (Stage *stage, gconstpointer data)
{
  MwMdlx *model = make_model_many_triangles (TRIANGLES, BONES);
  GError *error = NULL;
  g_autoptr (GBytes) bytes = io_write_bytes (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 }, NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (&model->model);
  g_autofree char *path = g_build_filename (fixture_folder (), "dense.mdx", NULL);
  g_autofree char *small = fixture_sample ("everything.mdx");
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  stage->window = fixture_window ();
  fixture_open (stage->window, small);
  stage->page = fixture_open (stage->window, path);
  stage->document = mw_document_page_get_document (stage->page);
  stage->viewport = mw_document_page_get_viewport (stage->page);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (stage->window));
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint), stage);
  g_assert_cmpuint (mw_viewport_get_n_frames (stage->viewport), >, 0);
}

static void
stage_close (Stage *stage, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (GTK_WIDGET (stage->window)), stage);
  fixture_end (stage->window);
}

static gboolean
is_drawing (gpointer stage)
{
  return mw_viewport_is_drawing (((Stage *) stage)->viewport);
}

static gboolean
is_whole (gpointer stage)
{
  return !is_drawing (stage);
}

/* A frame that is asked for. */
typedef struct {
  Stage *stage;
  guint64 before; /* the number of frames when it was asked for */
} Asked;

static gboolean
is_begun (gpointer data)
{
  const Asked *asked = data;
  return is_drawing (asked->stage) || mw_viewport_get_n_frames (asked->stage->viewport) > asked->before;
}

/* Requests a frame of another time and waits until its first part is drawn. While the window still gets its layout, which a busy machine
 * delays, the view changes its size. Then the frame is drawn at once, and another one is requested. */
static guint64
begin_frame (Stage *stage)
{
  enum { MOST = 20 };
  MwTimeBar *bar = mw_document_page_get_time_bar (stage->page);
  Asked asked = { .stage = stage };
  fixture_show_sequence (stage->page, fixture_record (stage->document, "sequences[0]")->id);
  for (guint i = 0; i < MOST && !is_drawing (stage); i++) {
    asked.before = mw_viewport_get_n_frames (stage->viewport);
    fixture_show_time (stage->page, fixture_time (bar) + 50);
    g_assert_true (fixture_until (is_begun, &asked));
  }
  g_assert_true (is_drawing (stage));
  return asked.before;
}

static gboolean
happens (gpointer data)
{
  Stage *stage = data;
  stage->happened = is_drawing (stage);
  return G_SOURCE_REMOVE;
}

static void
test_between (Stage *stage, gconstpointer data)
{
  guint64 frames = begin_frame (stage);
  g_idle_add_full (G_PRIORITY_DEFAULT, happens, stage, NULL);
  g_main_context_iteration (NULL, TRUE);
  g_assert_true (stage->happened);
  g_assert_true (is_drawing (stage));
  /* A frame counts when it is complete. */
  g_assert_cmpuint (mw_viewport_get_n_frames (stage->viewport), ==, frames);
  g_assert_true (fixture_until (is_whole, stage));
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (stage->viewport), ==, frames + 1);
}

/* Frames of the window alternate with the parts of a frame of the model. */
static void
test_painted (Stage *stage, gconstpointer data)
{
  fixture_settle ();
  begin_frame (stage);
  stage->painted = stage->in_parts = 0;
  while (is_drawing (stage)) {
    gtk_widget_queue_draw (GTK_WIDGET (mw_document_page_get_inspector (stage->page)));
    g_main_context_iteration (NULL, TRUE);
  }
  g_test_message ("%u frames of the window, %u of them between parts", stage->painted, stage->in_parts);
  g_assert_cmpuint (stage->in_parts, >, 0);
}

static void
move_pivot (Stage *stage, float x)
{
  GError *error = NULL;
  const MwRecord *bone = fixture_record (stage->document, "bones[0]");
  const float pivot[3] = { x, 0, 0 };
  mw_document_begin (stage->document, "test");
  mw_document_set_field (stage->document, bone->id, mw_schema_field (bone->schema, "pivot"), pivot, sizeof pivot,
                         &error);
  g_assert_no_error (error);
  mw_document_commit (stage->document);
}

static void
test_edit (Stage *stage, gconstpointer data)
{
  guint64 frames = begin_frame (stage);
  move_pivot (stage, 1);
  /* The old state is not shown again; the next frame of the window shows the edit. */
  g_assert_false (is_drawing (stage));
  stage->painted = 0;
  while (mw_viewport_get_n_frames (stage->viewport) == frames)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (stage->painted, <=, 1);
  g_assert_false (is_drawing (stage));
  /* Edits that are faster than frames abort at most every other frame. */
  enum { EDITS = 8 };
  frames = mw_viewport_get_n_frames (stage->viewport);
  for (guint i = 0; i < EDITS; i++) {
    move_pivot (stage, (float) i);
    guint painted = stage->painted;
    while (stage->painted == painted)
      g_main_context_iteration (NULL, TRUE);
  }
  g_assert_cmpuint (mw_viewport_get_n_frames (stage->viewport) - frames, >=, EDITS / 2 - 1);
  fixture_settle ();
  g_assert_false (is_drawing (stage));
}

/* A change during a frame is shown by the next one. */
static void
test_next (Stage *stage, gconstpointer data)
{
  guint64 frames = begin_frame (stage);
  MwId id = fixture_record (stage->document, "geosets[0]")->id;
  mw_document_select (stage->document, &id, 1);
  g_assert_true (is_drawing (stage));
  fixture_settle ();
  g_assert_true (fixture_until (is_whole, stage));
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (stage->viewport), ==, frames + 2);
}

static void
test_hidden (Stage *stage, gconstpointer data)
{
  guint64 frames = begin_frame (stage);
  GtkNotebook *tabs = GTK_NOTEBOOK (gtk_widget_get_ancestor (GTK_WIDGET (stage->page), GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (tabs, 0);
  g_assert_false (is_drawing (stage));
  fixture_settle ();
  g_assert_false (is_drawing (stage));
  g_assert_cmpuint (mw_viewport_get_n_frames (stage->viewport), ==, frames);
  gtk_notebook_set_current_page (tabs, 1);
  fixture_settle ();
  g_assert_true (fixture_until (is_whole, stage));
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (stage->viewport), >, frames);
}

/* Closing the window ends an incomplete frame. */
static void
test_closed (Stage *stage, gconstpointer data)
{
  begin_frame (stage);
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (GTK_WIDGET (stage->window)), stage);
  g_object_ref (stage->window);
  gtk_window_destroy (GTK_WINDOW (stage->window));
  fixture_settle ();
  g_object_unref (stage->window);
  stage->window = fixture_window ();
}

#define ADD(name, function) g_test_add ("/ui/frame-parts/" name, Stage, NULL, stage_open, function, stage_close)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  ADD ("an event is handled between two parts of a frame", test_between);
  ADD ("the window is painted between two parts of a frame", test_painted);
  ADD ("an edit restarts the frame, and many edits do not prevent it", test_edit);
  ADD ("a selection while a frame is drawn is shown by the next one", test_next);
  ADD ("the frame of a hidden tab is abandoned", test_hidden);
  ADD ("a window is closed while a frame is drawn", test_closed);
  return g_test_run ();
}
