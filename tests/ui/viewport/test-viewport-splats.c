/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/ui/fixture.h"
#include "ui/viewport/viewport-private.h"

#include <glib/gstdio.h>
#include <string.h>

/* What the view says about the marks that events leave on the ground. The sample leaves footprints: FPTxFBL1 and FPTxFBR1. */

#define TABLE "ID;P\nC;X1;Y1;K\"Name\"\nC;X1;Y2;K\"FBL1\"\nC;X1;Y3;K\"FBR1\"\nE\n"

static MwWindow *window;
static MwViewport *viewport;

/* `table` (NULL: none): SplatData.slk beside the model. */
static MwDocumentPage *
begin (const char *table)
{
  g_autofree char *path = fixture_sample ("figure.mdx"), *folder = g_build_filename (fixture_folder (), "Splats", NULL),
                  *file = g_build_filename (folder, "SplatData.slk", NULL);
  g_mkdir (folder, 0700);
  if (table)
    g_assert_true (g_file_set_contents (file, table, -1, NULL));
  window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  viewport = mw_document_page_get_viewport (page);
  return page;
}

/* Whether the note has the text, once the tables are read. */
static gboolean
says (const char *text)
{
  return viewport->renderer && !viewport->splats_reading
         && strstr (gtk_label_get_text (GTK_LABEL (viewport->note)), text);
}

static gboolean
does_not_say (const char *text)
{
  return viewport->renderer && !viewport->splats_reading && !says (text);
}

static gboolean
says_it (gpointer text)
{
  return says (text);
}

static gboolean
does_not_say_it (gpointer text)
{
  return does_not_say (text);
}

static void
rename_event (MwDocument *document, const char *name)
{
  g_autoptr (GError) error = NULL;
  const MwRecord *event = fixture_record (document, "event_objects[0]");
  mw_document_begin (document, "test");
  mw_document_set_field (document, event->id, mw_schema_field (event->schema, "name"), name, strlen (name), &error);
  g_assert_no_error (error);
  mw_document_commit (document);
}

static void
a_worker_reads_the_tables (void)
{
  begin (TABLE);
  g_assert_true (fixture_until (does_not_say_it, (gpointer) "cannot be read"));
  g_assert_true (g_hash_table_contains (viewport->splats, "fbl1"));
  const guint64 frames = mw_viewport_get_n_frames (viewport);
  mw_viewport_load_splats (viewport);
  g_assert_nonnull (viewport->splats_reading); /* nothing is read in this thread */
  g_assert_null (viewport->splats);
  g_autoptr (GCancellable) earlier = g_object_ref (viewport->splats_reading);
  mw_viewport_load_splats (viewport); /* only the last one counts */
  g_assert_true (g_cancellable_is_cancelled (earlier));
  g_assert_false (g_cancellable_is_cancelled (viewport->splats_reading));
  g_assert_true (fixture_until (does_not_say_it, (gpointer) "cannot be read"));
  g_assert_nonnull (viewport->splats);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  mw_viewport_load_splats (viewport); /* that of a view that is closed is forgotten */
  fixture_end (window);
}

static void
a_damaged_table_is_named (void)
{
  begin ("ID\nC;X0;K1\n");
  g_assert_true (fixture_until (says_it, (gpointer) "A table of what events do cannot be read: "));
  g_assert_true (says ("SplatData.slk"));
  g_autofree char *file = g_build_filename (fixture_folder (), "Splats", "SplatData.slk", NULL);
  g_assert_cmpint (g_remove (file), ==, 0);
  mw_viewport_look_again (viewport);
  g_assert_null (viewport->splats_wrong);
  g_assert_true (fixture_until (does_not_say_it, (gpointer) "cannot be read"));
  fixture_end (window);
}

static void
the_note_follows_an_event_s_name (void)
{
  MwDocument *document = mw_document_page_get_document (begin (TABLE));
  g_assert_true (fixture_until (does_not_say_it, (gpointer) "spots"));
  rename_event (document, "FPTxNONE");
  g_assert_true (says ("spots"));
  rename_event (document, "SNDxFBL1");
  g_assert_true (does_not_say ("spots"));
  fixture_end (window);
}

/* The label that names sounds; NULL: it is not seen. */
static const char *
sounds (void)
{
  return gtk_widget_get_visible (viewport->sounds) ? gtk_label_get_text (GTK_LABEL (viewport->sounds)) : NULL;
}

static gboolean
labels_are_read (gpointer unused)
{
  return viewport->sound_labels && !viewport->splats_reading;
}

static void
sounds_are_named_when_they_are_played (void)
{
  g_autofree char *folder = g_build_filename (fixture_folder (), "UI", "SoundInfo", NULL),
                  *file = g_build_filename (folder, "AnimLookups.slk", NULL);
  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (
    file, "ID;P\nC;X1;Y1;K\"Id\"\nC;X2;Y1;K\"SoundLabel\"\nC;X1;Y2;K\"AGB2\"\nC;X2;Y2;K\"GruntDeath\"\nE\n", -1, NULL));
  MwDocument *document = mw_document_page_get_document (begin (TABLE));
  g_assert_true (fixture_until (labels_are_read, NULL));
  const MwMdlxEventObject *event = (const MwMdlxEventObject *) fixture_record (document, "event_objects[0]");
  const MwModel *model = mw_document_get_model (document);
  const int32_t key = ((const int32_t *) event->track->times.data)[0];
  MwClock clock = MW_CLOCK_REST;
  const MwList *sequences = mw_model_sequences (model);
  for (guint i = 0; i < sequences->n && !(!clock.rest && key >= clock.start && key <= clock.end); i++)
    mw_clock_play (&clock, model, sequences->items[i]->id);
  clock.looping = FALSE;
  clock.time = key;
  mw_viewport_set_clock (viewport, &clock);
  g_assert_null (sounds ());
  rename_event (document, "SNDxagb2");
  g_assert_cmpstr (sounds (), ==, "Sound: GruntDeath");
  rename_event (document, "SNDxXXXX");
  g_assert_cmpstr (sounds (), ==, "Sound: XXXX");
  mw_viewport_set_clock (viewport, &MW_CLOCK_REST);
  g_assert_null (sounds ());
  mw_viewport_set_clock (viewport, &clock);
  g_assert_nonnull (sounds ());
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport-splats/a worker reads the tables", a_worker_reads_the_tables);
  g_test_add_func ("/ui/viewport-splats/a damaged table is named", a_damaged_table_is_named);
  g_test_add_func ("/ui/viewport-splats/the note follows an event's name", the_note_follows_an_event_s_name);
  g_test_add_func ("/ui/viewport-splats/sounds are named when they are played", sounds_are_named_when_they_are_played);
  return g_test_run ();
}
