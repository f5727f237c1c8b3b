/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that other programs change: those that are shown, whoever chose them, and when they are looked at. */
#include "core/vfs/disk-state.h"
#include "tests/core/io/files.h"
#include "tests/ui/m2-fixture.h"
#include "tests/ui/x-input.h"
#include "ui/document/findings.h"
#include "ui/document/named-files.h"
#include "ui/edit.h"
#include "ui/viewport/shown-textures.h"
#include "ui/viewport/viewport-private.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <string.h>

static Files other; /* a folder beside that of the fixture */
static MwWindow *window;
static MwDocumentPage *page;
static guint n_changes; /* how often the files of the page were looked for again */

static gboolean
is_quiet (gpointer unused)
{
  return !mw_named_files_is_busy (mw_document_page_get_named_files (page))
         && mw_findings_are_complete (mw_findings_of (mw_document_page_get_document (page)));
}

static void
settle (void)
{
  fixture_settle ();
  g_assert_true (fixture_until (is_quiet, NULL));
  fixture_settle ();
}

static void
come_back (void)
{
  settle ();
  mw_window_look_at_disk (window);
  settle ();
}

static void
count (guint *n)
{
  (*n)++;
}

static MwViewport *
open_model (const char *path)
{
  page = fixture_open (window, path);
  settle ();
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_signal_connect_swapped (viewport, "lookup-changed", G_CALLBACK (count), &n_changes);
  n_changes = 0;
  return viewport;
}

static void
begin (void)
{
  files_set_up (&other, NULL);
  window = fixture_window ();
}

static void
end (void)
{
  fixture_end (window);
  files_tear_down (&other, NULL);
}

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* --- Which files ---------------------------------------------------------------------------------------------------- */

static void
images_that_were_chosen_for_texture_types (void)
{
  enum { MONSTER = 11 };
  begin ();
  g_autofree char *path = fixture_m2_set (264, "Frog"), *image = files_path (&other, "mine.blp");
  MwViewport *viewport = open_model (path);
  MwDocument *document = mw_document_page_get_document (page);
  MwTarget target;
  GError *error = NULL;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), "textures[1].type", &target, &error));
  mw_ui_set_text (document, &target.record->id, 1, &target, "11", &error);
  g_assert_no_error (error);
  settle ();
  files_write (&other, "mine.blp", "one");
  mw_shown_textures_choose (MW_SHOWN_TEXTURES (viewport->shown), MONSTER, image);
  g_assert_cmpstr (mw_viewport_get_type_image (viewport, MONSTER), ==, image);
  settle ();
  n_changes = 0;
  come_back ();
  g_assert_cmpuint (n_changes, ==, 0);
  files_write (&other, "mine.blp", "another");
  come_back ();
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpint (g_remove (image), ==, 0);
  come_back ();
  g_assert_cmpuint (n_changes, ==, 2);
  /* One that is beside the model, by its name. */
  put (fixture_folder (), "skin.blp", "one");
  mw_shown_textures_choose (MW_SHOWN_TEXTURES (viewport->shown), MONSTER, "skin.blp");
  settle ();
  put (fixture_folder (), "skin.blp", "another");
  come_back ();
  g_assert_cmpuint (n_changes, ==, 3);
  end ();
}

static gboolean
note_has (gpointer text)
{
  MwViewport *viewport = mw_document_page_get_viewport (page);
  mw_viewport_redraw (viewport);
  return gtk_widget_get_visible (viewport->note)
         && strstr (gtk_label_get_text (GTK_LABEL (viewport->note)), text) != NULL;
}

static void
textures_of_a_model_that_is_attached (void)
{
  begin ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *sample = fixture_sample ("effect.mdx"),
                  *effect = files_path (&other, "effect.mdx"), *picture = NULL,
                  *from = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "samples", "figure.blp",
                                            NULL),
                  *to = files_path (&other, "effect-seal.blp");
  gsize size;
  g_assert_cmpint (g_rename (sample, effect), ==, 0);
  MwViewport *viewport = open_model (path);
  const MwId hand = fixture_record (mw_document_page_get_document (page), "attachments[4]")->id;
  mw_viewport_attach (viewport, hand, effect);
  g_assert_true (fixture_until (note_has, (gpointer) "5 textures of effect.mdx are missing"));
  settle ();
  n_changes = 0;
  come_back ();
  g_assert_cmpuint (n_changes, ==, 0);
  g_assert_true (g_file_get_contents (from, &picture, &size, NULL));
  g_assert_true (g_file_set_contents (to, picture, (gssize) size, NULL));
  come_back ();
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_true (fixture_until (note_has, (gpointer) "4 textures of effect.mdx are missing"));
  /* It is no longer shown. */
  mw_viewport_attach (viewport, hand, NULL);
  come_back ();
  g_assert_cmpint (g_remove (to), ==, 0);
  come_back ();
  g_assert_cmpuint (n_changes, ==, 1);
  end ();
}

/* --- When ----------------------------------------------------------------------------------------------------------- */

static gboolean
has_changed (gpointer unused)
{
  return n_changes > 0;
}

static void
they_are_looked_at_when_the_window_gets_the_focus (void)
{
  begin ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  GtkWindow *another = GTK_WINDOW (gtk_window_new ());
  open_model (path);
  gtk_window_present (another);
  x_input_activate (another);
  settle ();
  put (fixture_folder (), "figure-trail.blp", "broken");
  settle ();
  g_assert_cmpuint (n_changes, ==, 0);
  x_input_activate (GTK_WINDOW (window));
  g_assert_true (fixture_until (has_changed, NULL));
  settle ();
  g_assert_cmpuint (n_changes, ==, 1);
  gtk_window_destroy (another);
  end ();
}

/* --- The looking itself --------------------------------------------------------------------------------------------- */

static guint n_lists;
static gboolean has_list;

/* A model "Bear.mdx" with the texture "Fur.blp". */
static GPtrArray *
list (gpointer owner)
{
  n_lists++;
  if (!has_list)
    return NULL;
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_disk_names_free),
            *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *model = files_path (&other, "Bear.mdx");
  g_ptr_array_add (names, g_strdup ("Fur.blp"));
  g_ptr_array_add (all, mw_disk_names_new ("", mw_lookup_new (model, NULL, NULL), names));
  return all;
}

static gboolean
is_idle (gpointer named)
{
  return !mw_named_files_is_busy (named);
}

static MwNamedFiles *
new_named (GObject *owner)
{
  MwNamedFiles *named = mw_named_files_new (owner, list);
  g_signal_connect_swapped (named, "changed", G_CALLBACK (count), &n_changes);
  return named;
}

static void
begin_looking (void)
{
  files_set_up (&other, NULL);
  has_list = TRUE;
  n_lists = n_changes = 0;
}

static void
only_what_changes_after_the_first_look_is_a_change (void)
{
  begin_looking ();
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (MwNamedFiles) named = new_named (owner);
  g_assert_true (mw_named_files_is_busy (named));
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_changes, ==, 0);
  files_write (&other, "Fur.blp", "one");
  mw_named_files_look (named);
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_changes, ==, 1);
  mw_named_files_look (named);
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_changes, ==, 1);
  /* What has changed up to a new beginning is known already. */
  files_write (&other, "Fur.blp", "another");
  mw_named_files_begin (named);
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_changes, ==, 1);
  files_write (&other, "Fur.blp", "one");
  mw_named_files_look (named);
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_changes, ==, 2);
  files_tear_down (&other, NULL);
}

static void
who_asks_while_it_looks_gets_another_look (void)
{
  begin_looking ();
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (MwNamedFiles) named = new_named (owner);
  g_assert_cmpuint (n_lists, ==, 1);
  mw_named_files_look (named);
  mw_named_files_look (named);
  g_assert_cmpuint (n_lists, ==, 1);
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_lists, ==, 2);
  g_assert_cmpuint (n_changes, ==, 0);
  files_tear_down (&other, NULL);
}

static void
what_is_found_in_places_that_were_left_is_dropped (void)
{
  begin_looking ();
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (MwNamedFiles) named = new_named (owner);
  g_assert_true (fixture_until (is_idle, named));
  /* The look that is under way, and the one that follows it, may see the file or not: neither is compared with the state before. */
  mw_named_files_look (named);
  files_write (&other, "Fur.blp", "one");
  mw_named_files_begin (named);
  g_assert_cmpuint (n_lists, ==, 2);
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_lists, ==, 3);
  g_assert_cmpuint (n_changes, ==, 0);
  files_write (&other, "Fur.blp", "another");
  mw_named_files_look (named);
  g_assert_true (fixture_until (is_idle, named));
  g_assert_cmpuint (n_changes, ==, 1);
  files_tear_down (&other, NULL);
}

static void
nothing_is_looked_at_without_a_list_or_its_owner (void)
{
  begin_looking ();
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
  has_list = FALSE;
  g_autoptr (MwNamedFiles) named = new_named (owner);
  g_assert_cmpuint (n_lists, ==, 1);
  g_assert_false (mw_named_files_is_busy (named));
  has_list = TRUE;
  g_object_unref (owner);
  mw_named_files_look (named);
  g_assert_cmpuint (n_lists, ==, 1);
  g_assert_false (mw_named_files_is_busy (named));
  files_tear_down (&other, NULL);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/named-files/images that were chosen for texture types",
                   images_that_were_chosen_for_texture_types);
  g_test_add_func ("/ui/named-files/textures of a model that is attached", textures_of_a_model_that_is_attached);
  g_test_add_func ("/ui/named-files/they are looked at when the window gets the focus",
                   they_are_looked_at_when_the_window_gets_the_focus);
  g_test_add_func ("/ui/named-files/only what changes after the first look is a change",
                   only_what_changes_after_the_first_look_is_a_change);
  g_test_add_func ("/ui/named-files/who asks while it looks gets another look",
                   who_asks_while_it_looks_gets_another_look);
  g_test_add_func ("/ui/named-files/what is found in places that were left is dropped",
                   what_is_found_in_places_that_were_left_is_dropped);
  g_test_add_func ("/ui/named-files/nothing is looked at without a list or its owner",
                   nothing_is_looked_at_without_a_list_or_its_owner);
  return g_test_run ();
}
