/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/write.h"
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/ui/m2-fixture.h"
#include "ui/outline/row-images.h"
#include "ui/textures/image-cell.h"
#include "ui/textures/image-use.h"
#include "ui/textures/texture-browser.h"
#include "ui/viewport/viewport.h"

#include <glib/gstdio.h>
#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwTextureBrowser *browser;
static GListModel *shown;

/* Writes an image of one colour into the folder of the fixture. */
static void
write_image (const char *name, guint width, guint height, guint8 red)
{
  g_autoptr (MwImage) image = mw_image_new (width, height, "drawn", NULL);
  for (guint i = 0; i < width * height; i++)
    memcpy (image->rgba + i * 4, (const guint8[4]) { red, 50, 20, 255 }, 4);
  const MwImageWriting writing = { .kind = mw_image_kind_for_file (name), .alpha_bits = -1, .any_size = TRUE };
  g_autoptr (GBytes) bytes = mw_image_write (image, &writing, NULL);
  g_autofree char *path = g_build_filename (fixture_folder (), name, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

static char *
path_in (const char *name)
{
  return g_build_filename (fixture_folder (), name, NULL);
}

static MwImage *
image_in (const char *name)
{
  g_autofree char *path = path_in (name), *data = NULL;
  gsize size;
  if (!g_file_get_contents (path, &data, &size, NULL))
    return NULL;
  return mw_image_decode ((const guint8 *) data, size, NULL);
}

static MwTextureBrowser *
browser_of (MwDocumentPage *of)
{
  GtkWidget *found = find_type (GTK_WIDGET (of), MW_TYPE_TEXTURE_BROWSER);
  g_assert_nonnull (found);
  GtkNotebook *notebook = GTK_NOTEBOOK (gtk_widget_get_ancestor (found, GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (notebook, gtk_notebook_page_num (notebook, found));
  fixture_settle ();
  return MW_TEXTURE_BROWSER (found);
}

static GListModel *
list_of (MwTextureBrowser *of)
{
  GtkWidget *view = find_type (GTK_WIDGET (of), GTK_TYPE_GRID_VIEW);
  return G_LIST_MODEL (gtk_grid_view_get_model (GTK_GRID_VIEW (view)));
}

static MwImageItem *
item_in (GListModel *list, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (MwImageItem) item = g_list_model_get_item (list, i);
    if (strcmp (item->name, name) == 0)
      return item; /* the list has a reference */
  }
  return NULL;
}

static MwImageItem *
item_called (const char *name)
{
  MwImageItem *item = item_in (shown, name);
  g_assert_nonnull (item);
  return item;
}

/* The words that the cell of an image shows. */
static const char *
words_of (const char *name, const char *part)
{
  GtkWidget *cell = find_called (GTK_WIDGET (browser), MW_TYPE_IMAGE_CELL, name);
  return cell ? find_words (cell, part) : NULL;
}

static gboolean
all_are_read (gpointer unused)
{
  return !find_words (GTK_WIDGET (browser), "Reading");
}

static void
lists_what_is_used_and_what_is_beside (void)
{
  static const char *const names[] = { "figure-gear.blp", "figure-trail.tga", "figure.blp", "broken.blp", "spare.png" };
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 5);
  for (guint i = 0; i < 5; i++) {
    g_autoptr (MwImageItem) item = g_list_model_get_item (shown, i);
    g_assert_cmpstr (item->name, ==, names[i]);
  }
  g_assert_true (fixture_until (all_are_read, NULL));
  g_assert_nonnull (words_of ("figure.blp", "BLP1"));
  g_assert_nonnull (words_of ("figure.blp", "Used by "));
  g_assert_nonnull (words_of ("figure.blp", " and 1 more"));
  g_assert_nonnull (words_of ("spare.png", "16 × 8 · PNG"));
  g_assert_nonnull (words_of ("spare.png", "Used by nothing"));
  g_assert_nonnull (words_of ("figure-trail.tga", "Not found"));
  g_assert_nonnull (words_of ("broken.blp", "Cannot be read: "));
  g_assert_nonnull (find_words (GTK_WIDGET (browser), "5 images, 2 not used, 1 not found"));
  g_assert_cmpuint (item_called ("figure.blp")->users->len, ==, 2);
  g_assert_cmpuint (item_called ("figure-gear.blp")->textures->len, ==, 1);
}

static void
searches (void)
{
  GtkWidget *search = find_type (GTK_WIDGET (browser), GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *unused = find_type (GTK_WIDGET (browser), GTK_TYPE_CHECK_BUTTON);
  act_type (search, "GEAR");
  g_signal_emit_by_name (search, "search-changed");
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 1);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (unused), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (browser), "No image matches"));
  act_type (search, "");
  g_signal_emit_by_name (search, "search-changed");
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 2);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (unused), FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 5);
  /* Where nothing matches, a button shows all. */
  gtk_check_button_set_active (GTK_CHECK_BUTTON (unused), TRUE);
  act_type (search, "GEAR");
  g_signal_emit_by_name (search, "search-changed");
  g_assert_nonnull (find_class (GTK_WIDGET (browser), "empty-note"));
  act_press (browser, "Show All Images");
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 5);
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (unused)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
}

static void
select_path (const char *path)
{
  MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
}

static void
assert_shows (const char *layer, const char *texture)
{
  g_autofree char *field = g_strconcat (layer, ".texture", NULL), *value = fixture_value (document, field);
  g_assert_cmpstr (value, ==, texture);
}

/* Double clicks the image. */
static void
activate (const char *name)
{
  GtkWidget *view = find_type (GTK_WIDGET (browser), GTK_TYPE_GRID_VIEW);
  for (guint i = 0; i < g_list_model_get_n_items (shown); i++) {
    g_autoptr (MwImageItem) item = g_list_model_get_item (shown, i);
    if (strcmp (item->name, name) == 0) {
      g_signal_emit_by_name (view, "activate", i);
      return;
    }
  }
  g_assert_not_reached ();
}

static void
gives_the_selected_elements_an_image (void)
{
  const MwList *textures = &((const MwMdlx *) mw_document_get_model (document))->textures;
  guint position = mw_document_get_position (document), n = textures->n;
  /* Its texture is there already. */
  select_path ("materials[0].layers[1]");
  activate ("figure-gear.blp");
  assert_shows ("materials[0].layers[1]", "textures[2]");
  g_assert_cmpuint (textures->n, ==, n);
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  mw_document_undo (document);
  /* A new one; the geoset's material has the team colour in its first layer. */
  select_path ("geosets[0]");
  activate ("spare.png");
  assert_shows ("materials[0].layers[0]", "textures[0]");
  assert_shows ("materials[0].layers[1]", "textures[4]");
  g_autofree char *path = fixture_value (document, "textures[4].path");
  g_assert_cmpstr (path, ==, "\"spare.png\"");
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  fixture_settle ();
  g_assert_nonnull (words_of ("spare.png", "Used by Layer 1 of Material 0"));
  mw_document_undo (document);
  fixture_settle ();
  g_assert_nonnull (words_of ("spare.png", "Used by nothing"));
  /* Nothing that shows an image. */
  select_path ("sequences[0]");
  activate ("spare.png");
  g_assert_cmpuint (mw_document_get_position (document), ==, position);
  g_assert_nonnull (strstr (fixture_error (page), "Select layers"));
}

static void
set_path (const char *texture, const char *path)
{
  MwRecord *record = fixture_record (document, texture);
  const MwField *field = mw_schema_field (record->schema, "path");
  mw_document_begin (document, "path");
  g_assert_true (mw_document_set_field (document, record->id, field, path, strlen (path), NULL));
  mw_document_commit (document);
  fixture_settle ();
}

/* Images beside the model are named as the model names others there; what the game supplies is no image file, whatever its path. */
static void
names_images_as_the_model_does (void)
{
  set_path ("textures[2]", "war3mapImported\\figure-gear.blp");
  g_assert_cmpstr (item_called ("spare.png")->path, ==, "war3mapImported\\spare.png");
  mw_document_undo (document);
  fixture_settle ();
  g_assert_cmpstr (item_called ("spare.png")->path, ==, "spare.png");
  set_path ("textures[0]", "spare.png");
  g_assert_cmpuint (item_called ("spare.png")->textures->len, ==, 0);
  mw_document_undo (document);
  fixture_settle ();
}

static void
says_what_a_drop_would_do (void)
{
  static const struct {
    const char *path, *words;
  } rows[] = { { "materials[1].layers[1]", "Set Texture of Layers" },
               { "materials[1]", "Set Texture of Layers" },
               { "geosets[1]", "Set Texture of Layers" },
               { "sequences[0]", NULL },
               { "textures[1]", "Set Texture of Layers" } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    MwId id = fixture_record (document, rows[i].path)->id;
    g_assert_cmpstr (mw_image_use_describe (document, &id, 1), ==, rows[i].words);
  }
  MwId root = mw_document_get_model (document)->record.id;
  g_assert_null (mw_image_use_describe (document, &root, 1));
  g_assert_null (mw_image_use_describe (document, NULL, 0));
}

static gboolean
exported (gpointer name)
{
  g_autofree char *path = path_in (name);
  return g_file_test (path, G_FILE_TEST_EXISTS) && strstr (fixture_status (window), "Wrote");
}

static void
exports_an_image (void)
{
  g_autofree char *path = path_in ("out.png");
  mw_texture_browser_export (browser, item_called ("figure.blp"), path);
  g_assert_true (fixture_until (exported, (gpointer) "out.png"));
  g_assert_cmpstr (fixture_status (window), ==, "Wrote out.png: PNG");
  g_autoptr (MwImage) image = image_in ("out.png"), from = image_in ("figure.blp");
  g_assert_cmpuint (image->width, ==, from->width);
  g_assert_cmpmem (image->rgba, 64, from->rgba, 64);
  g_unlink (path);
}

static gboolean
is_cancelled (gpointer unused)
{
  return g_strcmp0 (fixture_status (window), "out.png was not written: cancelled") == 0;
}

static GMutex gate;

static void
wait_at_gate (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_mutex_lock (&gate);
  g_mutex_unlock (&gate);
  g_task_return_boolean (task, TRUE);
}

/* Lets all threads for tasks wait until the gate is unlocked. GLib starts with ten, and adds one each tenth of a second. */
static void
hold_workers (void)
{
  g_mutex_lock (&gate);
  for (guint i = 0; i < 60; i++) {
    g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
    g_task_run_in_thread (task, wait_at_gate);
  }
}

static void
an_export_is_cancelled (void)
{
  g_autofree char *path = path_in ("out.png");
  hold_workers ();
  mw_texture_browser_export (browser, item_called ("figure.blp"), path);
  act_click (find_id (GTK_WIDGET (window), "cancel"));
  g_mutex_unlock (&gate);
  g_assert_true (fixture_until (is_cancelled, NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static gboolean
is_replaced (gpointer red)
{
  g_autoptr (MwImage) image = image_in ("figure-gear.blp");
  return image && ABS ((int) image->rgba[0] - GPOINTER_TO_INT (red)) <= 3
         && strstr (fixture_status (window), "Wrote figure-gear");
}

static gboolean
is_refused (gpointer unused)
{
  return fixture_error (page)
         && strstr (fixture_error (page), "figure-gear.blp was not written: the picture is 12 x 8");
}

static void
replaces_the_file_of_an_image (void)
{
  g_autoptr (MwImage) before = image_in ("figure-gear.blp");
  g_autofree char *from = path_in ("spare.png"), *odd = path_in ("odd.png");
  mw_texture_browser_replace (browser, item_called ("figure-gear.blp"), from);
  g_assert_true (fixture_until (is_replaced, GINT_TO_POINTER (180)));
  g_autoptr (MwImage) after = image_in ("figure-gear.blp");
  g_assert_cmpstr (after->format_name, ==, before->format_name);
  g_assert_cmpuint (after->width, ==, 16);
  g_assert_true (fixture_until (all_are_read, NULL));
  g_assert_nonnull (words_of ("figure-gear.blp", "16 × 8"));
  /* The games do not take this size: the file stays. */
  write_image ("odd.png", 12, 8, 7);
  mw_texture_browser_replace (browser, item_called ("figure-gear.blp"), odd);
  g_assert_true (fixture_until (is_refused, NULL));
  g_autoptr (MwImage) kept = image_in ("figure-gear.blp");
  g_assert_cmpmem (kept->rgba, 64, after->rgba, 64);
  g_unlink (odd);
}

static void
looks_again (void)
{
  write_image ("late.tga", 4, 4, 1);
  act_press (browser, "Look Again");
  fixture_settle ();
  g_assert_nonnull (item_in (shown, "late.tga"));
  g_autofree char *late = path_in ("late.tga");
  g_unlink (late);
  act_press (browser, "Look Again");
  fixture_settle ();
  g_assert_null (item_in (shown, "late.tga"));
}

static void
has_a_menu (void)
{
  GtkWidget *view = find_type (GTK_WIDGET (browser), GTK_TYPE_GRID_VIEW);
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_grid_view_get_model (GTK_GRID_VIEW (view)));
  static const struct {
    const char *name;
    gboolean is_used, is_found;
  } items[] = { { "figure.blp", TRUE, TRUE }, { "figure-trail.tga", TRUE, FALSE }, { "spare.png", FALSE, TRUE } };
  select_path ("materials[0]");
  for (guint i = 0; i < G_N_ELEMENTS (items); i++) {
    for (guint k = 0; k < g_list_model_get_n_items (shown); k++) {
      g_autoptr (MwImageItem) item = g_list_model_get_item (shown, k);
      if (strcmp (item->name, items[i].name) == 0)
        gtk_single_selection_set_selected (selection, k);
    }
    g_assert_true (act_key (GTK_WIDGET (browser), GDK_KEY_Menu, 0));
    fixture_settle ();
    GtkWidget *menu = find_type (GTK_WIDGET (browser), GTK_TYPE_POPOVER);
    g_assert_nonnull (menu);
    g_assert_true (gtk_widget_get_sensitive (find_called (menu, GTK_TYPE_BUTTON, "Show on the Selected Elements")));
    g_assert_cmpint (gtk_widget_get_sensitive (find_called (menu, GTK_TYPE_BUTTON, "Select What Uses It")), ==,
                     items[i].is_used);
    g_assert_cmpint (gtk_widget_get_sensitive (find_called (menu, GTK_TYPE_BUTTON, "Export as PNG…")), ==,
                     items[i].is_found);
    g_assert_cmpint (gtk_widget_get_sensitive (find_called (menu, GTK_TYPE_BUTTON, "Replace by…")), ==,
                     items[i].is_found);
    if (items[i].is_used)
      act_press (menu, "Select What Uses It");
    guint n;
    const MwId *ids = mw_document_get_selection (document, &n);
    if (i == 0) {
      g_assert_cmpuint (n, ==, 2);
      g_assert_cmpuint (ids[0], ==, fixture_record (document, "materials[0].layers[1]")->id);
    }
    gtk_popover_popdown (GTK_POPOVER (menu));
    select_path ("materials[0]");
  }
}

/* A submesh gets it through its surfaces; the folder of the model's own paths is put before the name. */
static void
works_for_m2 (void)
{
  g_autofree char *path = fixture_m2_set (264, "beast");
  MwDocumentPage *m2 = fixture_open (window, path);
  MwDocument *other = mw_document_page_get_document (m2);
  MwTextureBrowser *images = browser_of (m2);
  MwImageItem *item = item_in (list_of (images), "spare.png");
  g_assert_nonnull (item);
  MwId submesh = fixture_record (other, "skins[0].submeshes[0]")->id;
  g_assert_cmpstr (mw_image_use_describe (other, &submesh, 1), ==, "Set Surface Texture");
  mw_document_select (other, &submesh, 1);
  guint position = mw_document_get_position (other);
  mw_texture_browser_use (images, item);
  g_assert_cmpuint (mw_document_get_position (other), ==, position + 1);
}

static gboolean
trail_is_found (gpointer unused)
{
  const MwImageItem *item = item_in (shown, "figure-trail.tga");
  return item && item->address;
}

static void
shows_what_was_located (void)
{
  g_autofree char *from = path_in ("figure-trail.tga"), *there = g_build_filename (fixture_folder (), "there", NULL),
                  *to = g_build_filename (there, "figure-trail.tga", NULL);
  g_unlink (from);
  mw_texture_browser_look_again (browser);
  fixture_settle ();
  g_assert_false (trail_is_found (NULL));
  g_assert_cmpint (g_mkdir_with_parents (there, 0700), ==, 0);
  g_autofree char *copy = fixture_sample ("figure-trail.tga");
  g_assert_cmpint (g_rename (copy, to), ==, 0);
  mw_viewport_locate (MW_VIEWPORT (find_type (GTK_WIDGET (page), MW_TYPE_VIEWPORT)), "figure-trail.tga", 0, to);
  g_assert_true (fixture_until (trail_is_found, NULL));
}

static gboolean
uses_winter (gpointer images)
{
  const MwImageItem *item = item_in (list_of (images), "LordaeronWinterTree.blp");
  return item && item->textures->len == 1;
}

/* The tree's image is that of the tileset that is chosen. */
static void
shows_the_images_of_the_tileset (void)
{
  enum { WINTER = 12 };
  MwMdlx *mdlx = mw_mdlx_new ();
  mdlx->family = MW_FAMILY_MDX;
  mdlx->version = 800;
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  texture->replaceable_id = 31;
  mw_list_append (&mdlx->model, &mdlx->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
  g_autoptr (MwFileSet)
    set = mw_io_write (&mdlx->model, (MwFormat) { .family = MW_FAMILY_MDX, .version = 800 }, NULL, NULL);
  g_autofree char *path = path_in ("tree.mdx");
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_file_save (path, mw_file_set_main (set)->bytes, MW_SAVE_OVERWRITE, &error));
  mw_model_free (&mdlx->model);
  write_image ("LordaeronSummerTree.blp", 8, 8, 1);
  write_image ("LordaeronWinterTree.blp", 8, 8, 2);
  MwDocumentPage *tree = fixture_open (window, path);
  MwTextureBrowser *images = browser_of (tree);
  const MwImageItem *item = item_in (list_of (images), "LordaeronSummerTree.blp");
  g_assert_cmpuint (item->textures->len, ==, 1);
  GtkWidget *tilesets = find_called (GTK_WIDGET (mw_document_page_get_viewport (tree)), GTK_TYPE_DROP_DOWN, "Tileset");
  act_choose (tilesets, WINTER);
  g_assert_true (fixture_until (uses_winter, images));
  g_assert_cmpuint (item_in (list_of (images), "LordaeronSummerTree.blp")->textures->len, ==, 0);
}

static char *
path_in_folder (const char *folder, const char *name)
{
  g_autofree char *whole = path_in (folder);
  g_assert_cmpint (g_mkdir_with_parents (whole, 0700), ==, 0);
  return g_build_filename (whole, name, NULL);
}

/* A model that is alone in its folder has only images that it uses; the check box then hides all of them. */
static void
says_that_all_images_are_used (void)
{
  g_autofree char *sample = fixture_sample ("beetle.m2"), *skin = fixture_sample ("beetle00.skin"),
                  *path = path_in_folder ("used", "beetle.m2"), *beside = path_in_folder ("used", "beetle00.skin");
  g_assert_cmpint (g_rename (sample, path), ==, 0);
  g_assert_cmpint (g_rename (skin, beside), ==, 0);
  MwDocumentPage *other = fixture_open (window, path);
  MwTextureBrowser *images = browser_of (other);
  GtkWidget *unused = find_type (GTK_WIDGET (images), GTK_TYPE_CHECK_BUTTON);
  const guint n = g_list_model_get_n_items (list_of (images));
  g_assert_cmpuint (n, >, 0);
  g_assert_null (find_words (GTK_WIDGET (images), "All images are used."));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (unused), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (list_of (images)), ==, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (images), "All images are used."));
  act_press (images, "Show All Images");
  g_assert_cmpuint (g_list_model_get_n_items (list_of (images)), ==, n);
}

/* Saves a model of Warcraft III without content. Free with g_free(). */
static char *
bare_model (const char *folder)
{
  MwMdlx *mdlx = mw_mdlx_new ();
  mdlx->family = MW_FAMILY_MDX;
  mdlx->version = 800;
  g_autoptr (MwFileSet)
    set = mw_io_write (&mdlx->model, (MwFormat) { .family = MW_FAMILY_MDX, .version = 800 }, NULL, NULL);
  g_autoptr (GError) error = NULL;
  char *path = path_in_folder (folder, "bare.mdx");
  g_assert_true (mw_file_save (path, mw_file_set_main (set)->bytes, MW_SAVE_OVERWRITE, &error));
  mw_model_free (&mdlx->model);
  return path;
}

/* Where there are no images, the panel says how to get one, and its button adds a texture. */
static void
says_that_there_are_no_images (void)
{
  g_autofree char *path = bare_model ("bare");
  MwDocumentPage *other = fixture_open (window, path);
  MwTextureBrowser *images = browser_of (other);
  g_assert_cmpuint (g_list_model_get_n_items (list_of (images)), ==, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (images), "The model uses no image files, and there are none beside it."));
  const guint position = mw_document_get_position (mw_document_page_get_document (other));
  act_press (images, "Add Texture…");
  fixture_settle ();
  g_assert_true (mw_document_get_position (mw_document_page_get_document (other)) == position + 1
                 || find_type (GTK_WIDGET (mw_document_page_get_outline (other)), GTK_TYPE_POPOVER));
}

/* The outline has the picture from the same cache: what the list has read, it does not read again. */
static void
shares_pictures_with_the_outline (void)
{
  MwRowImages *rows = mw_outline_get_images (mw_document_page_get_outline (page));
  gboolean pending = TRUE;
  browser_of (page);
  g_assert_true (fixture_until (all_are_read, NULL));
  g_assert_nonnull (mw_row_images_get (rows, item_called ("spare.png")->address, &pending));
  g_assert_false (pending);
}

static void
count_up (guint *n)
{
  (*n)++;
}

/* What has a texture of a type that the game fills in shows the image that the view shows for the type. */
static void
outline_shows_the_image_of_a_type (void)
{
  g_autofree char *path = fixture_m2_set (264, "wearer"), *spare = path_in ("spare.png");
  MwDocumentPage *other = fixture_open (window, path);
  MwRowImages *rows = mw_outline_get_images (mw_document_page_get_outline (other));
  MwDocument *model = mw_document_page_get_document (other);
  const MwRecord *texture = NULL;
  const MwList *textures = mw_record_list (fixture_record (model, "textures[0]")->owner,
                                           mw_record_slot (fixture_record (model, "textures[0]")));
  for (guint i = 0; i < textures->n && !texture; i++)
    if (mw_texture_aspect (textures->items[i]).type)
      texture = textures->items[i];
  g_assert_nonnull (texture);
  guint asked = 0;
  g_signal_connect_swapped (rows, "ready", G_CALLBACK (count_up), &asked);
  mw_viewport_locate (mw_document_page_get_viewport (other), NULL, mw_texture_aspect (texture).type, spare);
  /* Rows are told to ask again, not only when a picture has been read. */
  g_assert_cmpuint (asked, >, 0);
  g_signal_handlers_disconnect_by_data (rows, &asked);
  fixture_settle ();
  g_autofree char *address = mw_row_images_find (rows, texture);
  g_assert_cmpstr (address, ==, spare);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *skin = fixture_sample ("figure.blp"),
                  *gear = fixture_sample ("figure-gear.blp"), *broken = path_in ("broken.blp");
  write_image ("spare.png", 16, 8, 180);
  g_assert_true (g_file_set_contents (broken, "BLP1 and no more than this", -1, NULL));
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  browser = browser_of (page);
  shown = list_of (browser);
  g_test_add_func ("/ui/texture browser/lists the images that are used, and those beside the model",
                   lists_what_is_used_and_what_is_beside);
  g_test_add_func ("/ui/texture browser/shares its pictures with the outline", shares_pictures_with_the_outline);
  g_test_add_func ("/ui/texture browser/searches by name, and for what is not used", searches);
  g_test_add_func ("/ui/texture browser/a double click gives the selected elements an image",
                   gives_the_selected_elements_an_image);
  g_test_add_func ("/ui/texture browser/names images as the model does", names_images_as_the_model_does);
  g_test_add_func ("/ui/texture browser/an image can be dropped on what shows images", says_what_a_drop_would_do);
  g_test_add_func ("/ui/texture browser/exports an image", exports_an_image);
  g_test_add_func ("/ui/texture browser/an export is cancelled", an_export_is_cancelled);
  g_test_add_func ("/ui/texture browser/replaces the file of an image in its format", replaces_the_file_of_an_image);
  g_test_add_func ("/ui/texture browser/looks for files again", looks_again);
  g_test_add_func ("/ui/texture browser/has a menu for an image", has_a_menu);
  g_test_add_func ("/ui/texture browser/shows what was located", shows_what_was_located);
  g_test_add_func ("/ui/texture browser/gives a submesh an image through its surfaces", works_for_m2);
  g_test_add_func ("/ui/texture browser/shows the images of the tileset", shows_the_images_of_the_tileset);
  g_test_add_func ("/ui/texture browser/what is chosen for a texture type is shown in the outline too",
                   outline_shows_the_image_of_a_type);
  g_test_add_func ("/ui/texture browser/says that all images are used", says_that_all_images_are_used);
  g_test_add_func ("/ui/texture browser/says that there are no images, and adds one", says_that_there_are_no_images);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
