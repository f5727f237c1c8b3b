/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/ui/fixture.h"
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/titles.h"
#include "tests/ui/m2-fixture.h"
#include "ui/edit.h"
#include "ui/viewport/missing-textures.h"
#include "ui/viewport/shown-sections.h"
#include "ui/viewport/shown-textures.h"
#include "ui/viewport/shown-tileset.h"
#include "ui/viewport/weight-legend.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_draws (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  fixture_settle ();
  g_assert_null (find_words (GTK_WIDGET (viewport), "cannot be drawn"));
  guint64 frames = mw_viewport_get_n_frames (viewport);
  g_assert_cmpuint (frames, >, 0);
  /* A change causes a frame; without changes nothing is drawn. */
  fixture_settle ();
  frames = mw_viewport_get_n_frames (viewport);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), ==, frames);
  fixture_editor (page, "sequences[0]", "name");
  fixture_show_sequence (page, fixture_record (mw_document_page_get_document (page), "sequences[0]")->id);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  fixture_end (window);
}

static GdkGLContext *
context_of (MwDocumentPage *page)
{
  GtkWidget *area = find_type (GTK_WIDGET (mw_document_page_get_viewport (page)), GTK_TYPE_GL_AREA);
  return gtk_gl_area_get_context (GTK_GL_AREA (area));
}

typedef struct {
  MwViewport *view;
  guint64 frames;
} Drawn;

/* Whether it has drawn another frame. */
static gboolean
has_drawn (gpointer data)
{
  const Drawn *drawn = data;
  return mw_viewport_get_n_frames (drawn->view) > drawn->frames;
}

/* What was compiled for one view is there for the next, also after its tab was closed. */
static void
test_one_context (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx"), *other_path = fixture_sample ("effect.mdx");
  MwWindow *window = fixture_window (), *other = fixture_window ();
  MwDocumentPage *first = fixture_open (window, path);
  GdkGLContext *context = context_of (first);
  g_assert_nonnull (context);
  MwDocumentPage *second = fixture_open (window, other_path);
  g_assert_true (context_of (second) == context);
  g_assert_true (context_of (fixture_open (other, path)) != context);
  /* The first view draws as before when its tab is shown again. */
  Drawn drawn = { mw_document_page_get_viewport (first),
                  mw_viewport_get_n_frames (mw_document_page_get_viewport (first)) };
  GtkNotebook *tabs = GTK_NOTEBOOK (gtk_widget_get_ancestor (GTK_WIDGET (first), GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (tabs, gtk_notebook_page_num (tabs, GTK_WIDGET (first)));
  mw_document_select (mw_document_page_get_document (first),
                      &fixture_record (mw_document_page_get_document (first), "geosets[0]")->id, 1);
  g_assert_true (fixture_until (has_drawn, &drawn));
  fixture_clear (window);
  g_autofree char *again = fixture_sample ("figure.mdx");
  MwDocumentPage *third = fixture_open (window, again);
  g_assert_true (context_of (third) == context);
  drawn = (Drawn) { mw_document_page_get_viewport (third), 0 };
  g_assert_true (fixture_until (has_drawn, &drawn));
  fixture_end (other);
  fixture_end (window);
}

/* When GTK redraws the widget for its own reasons, the picture of the model must be in it too. */
static void
test_theme (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwViewport *viewport = mw_document_page_get_viewport (fixture_open (window, path));
  gboolean dark;
  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &dark, NULL);
  fixture_settle ();
  fixture_settle ();
  guint64 frames = mw_viewport_get_n_frames (viewport);
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", !dark, NULL);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", dark, NULL);
  fixture_end (window);
}

/* What the button over the drawing says, or NULL. */
static const char *
missing (gpointer viewport)
{
  GtkWidget *button = find_shown (viewport, MW_TYPE_MISSING_TEXTURES);
  return button ? gtk_label_get_text (GTK_LABEL (find_type (button, GTK_TYPE_LABEL))) : NULL;
}

static gboolean
is_missing (gpointer viewport)
{
  return missing (viewport) != NULL;
}

static gboolean
is_there (gpointer viewport)
{
  return missing (viewport) == NULL;
}

/* Opens the list of missing textures. */
static GtkWidget *
open_missing (MwViewport *viewport)
{
  GtkWidget *list = find_type (find_type (GTK_WIDGET (viewport), MW_TYPE_MISSING_TEXTURES), GTK_TYPE_POPOVER);
  gtk_menu_button_popup (GTK_MENU_BUTTON (gtk_widget_get_parent (list)));
  fixture_settle ();
  return list;
}

static gboolean
is_one_missing (gpointer viewport)
{
  return g_strcmp0 (missing (viewport), "1 texture missing") == 0;
}

static gboolean
is_drawn (gpointer viewport)
{
  return mw_viewport_get_n_frames (viewport) > 0;
}

/* A texture is located: the others of its folder are found too, and in a window that is opened later. */
static void
test_locate (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx"), *image = fixture_sample ("figure.blp"),
                  *folder = g_build_filename (fixture_folder (), "elsewhere", NULL),
                  *gear = g_build_filename (folder, "FIGURE-GEAR.blp", NULL),
                  *moved = g_build_filename (folder, "Figure.tga", NULL),
                  *other = g_build_filename (folder, "another.blp", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  char *data;
  gsize size;
  g_assert_true (g_file_get_contents (image, &data, &size, NULL));
  g_assert_true (g_file_set_contents (gear, data, (gssize) size, NULL));
  g_assert_true (g_file_set_contents (other, data, (gssize) size, NULL));
  g_free (data);
  g_assert_cmpint (g_rename (image, moved), ==, 0);
  MwWindow *window = fixture_window ();
  MwViewport *viewport = mw_document_page_get_viewport (fixture_open (window, path));
  g_assert_true (fixture_until (is_missing, viewport));
  g_assert_cmpstr (missing (viewport), ==, "3 textures missing");
  GtkWidget *list = open_missing (viewport);
  g_assert_nonnull (find_called (list, GTK_TYPE_BUTTON, "Locate figure-gear.blp"));
  mw_viewport_locate (viewport, "figure-gear.blp", 0, gear);
  /* The trail is nowhere; a file of another name is taken for it. The list stays open for it. */
  g_assert_true (fixture_until (is_one_missing, viewport));
  g_assert_true (gtk_widget_get_visible (list));
  g_assert_null (find_words (list, "figure-gear.blp"));
  g_assert_nonnull (find_words (list, "figure-trail.tga"));
  g_assert_nonnull (find_words (list, folder));
  mw_viewport_locate (viewport, "figure-trail.tga", 0, other);
  GtkWidget *teams = find_called (GTK_WIDGET (viewport), GTK_TYPE_DROP_DOWN, "Team colour");
  act_choose (teams, 3);
  g_assert_true (fixture_until (is_there, viewport));
  g_assert_false (gtk_widget_get_visible (list));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  viewport = mw_document_page_get_viewport (fixture_open (window, path));
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, viewport));
  fixture_settle ();
  g_assert_true (is_there (viewport));
  teams = find_called (GTK_WIDGET (viewport), GTK_TYPE_DROP_DOWN, "Team colour");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (teams)), ==, 3);
  /* Nothing of this is in the document. */
  g_assert_true (mw_document_is_clean (mw_document_page_get_document (
    MW_DOCUMENT_PAGE (gtk_widget_get_ancestor (GTK_WIDGET (viewport), MW_TYPE_DOCUMENT_PAGE)))));
  /* If the file of the one is gone, it is missing again. */
  g_assert_cmpint (g_remove (other), ==, 0);
  mw_viewport_look_again (viewport);
  g_assert_true (fixture_until (is_one_missing, viewport));
  fixture_end (window);
}

static GtkWidget *
chooser_dialog (void)
{
  g_autoptr (GList) tops = gtk_window_list_toplevels ();
  for (GList *at = tops; at; at = at->next)
    if (GTK_IS_FILE_CHOOSER_DIALOG (at->data) && gtk_widget_get_visible (at->data))
      return at->data;
  return NULL;
}

static gboolean
is_asking (gpointer unused)
{
  return chooser_dialog () != NULL;
}

static gboolean
is_open (gpointer list)
{
  return gtk_widget_get_visible (list);
}

/* The file chooser closes the list, and the answer opens it again for the next texture. */
static void
test_locate_next (void)
{
  if (g_getenv ("MODELWRIGHT_SANITIZED")) {
    g_test_skip ("the file chooser of GTK leaks memory, which a sanitizer takes for ours");
    return;
  }
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwViewport *viewport = mw_document_page_get_viewport (fixture_open (window, path));
  g_assert_true (fixture_until (is_missing, viewport));
  GtkWidget *list = open_missing (viewport);
  act_click (find_called (list, GTK_TYPE_BUTTON, "Locate figure-gear.blp"));
  g_assert_false (gtk_widget_get_visible (list));
  g_assert_true (fixture_until (is_asking, NULL));
  gtk_dialog_response (GTK_DIALOG (chooser_dialog ()), GTK_RESPONSE_CANCEL);
  g_assert_true (fixture_until (is_open, list));
  g_assert_nonnull (find_called (list, GTK_TYPE_BUTTON, "Locate figure-gear.blp"));
  /* Looking again leaves it open too. */
  act_click (find_called (list, GTK_TYPE_BUTTON, "Look Again"));
  fixture_settle ();
  g_assert_true (gtk_widget_get_visible (list));
  fixture_end (window);
}

static void
test_missing (void)
{
  /* Only one of its textures is in its folder. */
  g_autofree char *path = fixture_sample ("figure.mdx"), *image = fixture_sample ("figure.blp");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_assert_true (fixture_until (is_missing, viewport));
  g_assert_cmpstr (missing (viewport), ==, "2 textures missing");
  GtkWidget *list = open_missing (viewport);
  g_assert_nonnull (find_words (list, "figure-gear"));
  g_assert_nonnull (find_words (list, "figure-trail"));
  g_assert_null (find_words (list, "figure.blp"));
  /* Who uses them, and where they were looked for. */
  g_assert_nonnull (find_words (list, "Used by Layer 0 of Material"));
  g_assert_nonnull (find_words (list, fixture_folder ()));
  g_assert_nonnull (find_called (list, GTK_TYPE_BUTTON, "Add Game Folder…"));
  /* Correcting their paths removes them from the list. */
  for (guint i = 0; i < 4; i++) {
    g_autofree char *texture = g_strdup_printf ("textures[%u]", i);
    MwRecord *record = fixture_record (document, texture);
    MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, "path"));
    if (((MwMdlxTexture *) record)->replaceable_id == 0)
      g_assert_true (mw_ui_set_text (document, &record->id, 1, &target, "\"figure.blp\"", NULL));
  }
  g_assert_true (fixture_until (is_there, viewport));
  fixture_end (window);
}

static void
test_framing (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  MwViewportView before, after, moved;
  fixture_settle ();
  mw_viewport_get_view (viewport, &before);
  g_assert_true (before.framed);
  /* Stored extents that are far too large. */
  static const char *const holders[] = { "", "sequences[0]", "sequences[1]", "sequences[2]", "sequences[3]" };
  for (guint i = 0; i < G_N_ELEMENTS (holders); i++) {
    MwRecord *record = fixture_record (document, holders[i]);
    MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, "bounds.max"));
    g_assert_true (mw_ui_set_text (document, &record->id, 1, &target, "{90000, 90000, 90000}", NULL));
  }
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_Home, 0));
  fixture_settle ();
  mw_viewport_get_view (viewport, &after);
  g_assert_cmpfloat_with_epsilon (after.camera.distance, before.camera.distance, before.camera.distance / 1000);
  /* In a sequence that moves the model far away, the camera is there. */
  MwRecord *attack = fixture_record (document, "sequences[2]");
  fixture_show_sequence (page, attack->id);
  fixture_settle ();
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_Home, 0));
  mw_viewport_get_view (viewport, &moved);
  g_assert_true (memcmp (&moved.camera, &after.camera, sizeof after.camera) != 0);
  fixture_end (window);
}

/* Writes the model to a file of this name in the test's folder, and frees it. Free the path with g_free(). */
static char *
save (MwMdlx *mdlx, const char *name)
{
  GError *error = NULL;
  g_autoptr (GBytes)
    bytes = io_write_bytes (&mdlx->model, (MwFormat) { mdlx->family, mdlx->version, FALSE }, NULL, NULL, &error);
  g_assert_no_error (error);
  char *path = g_build_filename (fixture_folder (), name, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
  mw_model_free (&mdlx->model);
  return path;
}

/* World of Warcraft's alpha chooses skins by its tables: the viewport says so, and an image can be chosen. It is remembered. */
static void
test_replaceable (void)
{
  MwWindow *window = fixture_window ();
  MwMdlx *mdlx = mw_mdlx_new ();
  mdlx->family = MW_FAMILY_MDX_WOW;
  mdlx->version = 1300;
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  texture->replaceable_id = 11;
  mw_list_append (&mdlx->model, &mdlx->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
  g_autofree char *path = save (mdlx, "beast.mdx");

  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_assert_true (fixture_until (is_one_missing, viewport));
  GtkWidget *list = open_missing (viewport);
  g_assert_nonnull (find_words (list, "Monster skin 1"));
  g_assert_nonnull (find_words (list, "The game chooses this image."));
  g_assert_nonnull (find_called (list, GTK_TYPE_BUTTON, "Locate Monster skin 1"));
  /* With a likely image in the folder, or a chosen one, it is not missing. */
  GtkWidget *shown = find_shown (GTK_WIDGET (page), MW_TYPE_SHOWN_TEXTURES);
  g_assert_nonnull (find_called (shown, GTK_TYPE_DROP_DOWN, "Monster skin 1"));
  g_autofree char *image = fixture_sample ("figure.blp"),
                  *skin = g_build_filename (fixture_folder (), "beastskin.blp", NULL);
  g_assert_cmpint (g_rename (image, skin), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  page = fixture_open (window, path);
  viewport = mw_document_page_get_viewport (page);
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, viewport) && fixture_until (is_there, viewport));
  shown = find_shown (GTK_WIDGET (page), MW_TYPE_SHOWN_TEXTURES);
  act_choose (find_called (shown, GTK_TYPE_DROP_DOWN, "Monster skin 1"), 0);
  g_assert_true (fixture_until (is_one_missing, viewport));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  viewport = mw_document_page_get_viewport (fixture_open (window, path));
  g_assert_true (fixture_until (is_one_missing, viewport));
  mw_viewport_locate (viewport, NULL, 11, skin);
  g_assert_true (fixture_until (is_there, viewport));
  fixture_end (window);
}

static gboolean
misses_winter (gpointer viewport)
{
  return find_words (viewport, "ReplaceableTextures\\LordaeronTree\\LordaeronWinterTree.blp") != NULL;
}

static GtkWidget *
tilesets_of (MwDocumentPage *page)
{
  GtkWidget *shown = find_shown (GTK_WIDGET (page), MW_TYPE_SHOWN_TEXTURES),
            *tileset = shown ? find_type (shown, MW_TYPE_SHOWN_TILESET) : NULL;
  return tileset && gtk_widget_get_visible (tileset) ? find_called (tileset, GTK_TYPE_DROP_DOWN, "Tileset") : NULL;
}

/* A tree of Warcraft III is shown as on maps of the tileset that is chosen, which is remembered. Other models have no choice. */
static void
test_tileset (void)
{
  enum { WINTER = 12 };
  MwWindow *window = fixture_window ();
  MwMdlx *mdlx = mw_mdlx_new ();
  mdlx->family = MW_FAMILY_MDX;
  mdlx->version = 800;
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  texture->replaceable_id = 31;
  mw_list_append (&mdlx->model, &mdlx->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
  g_autofree char *path = save (mdlx, "tree.mdx"), *image = fixture_sample ("figure.blp"),
                  *file = g_build_filename (fixture_folder (), "LordaeronSummerTree.blp", NULL);
  g_assert_cmpint (g_rename (image, file), ==, 0);
  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_assert_true (fixture_until (is_drawn, viewport) && fixture_until (is_there, viewport));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (tilesets_of (page))), ==, 0);
  act_choose (tilesets_of (page), WINTER);
  g_assert_true (fixture_until (is_one_missing, viewport));
  g_assert_true (misses_winter (open_missing (viewport)));
  act_choose (tilesets_of (page), 0);
  g_assert_true (fixture_until (is_there, viewport));
  act_choose (tilesets_of (page), WINTER);
  g_assert_true (fixture_until (is_one_missing, viewport));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  page = fixture_open (window, path);
  viewport = mw_document_page_get_viewport (page);
  g_assert_true (fixture_until (is_one_missing, viewport));
  g_assert_true (misses_winter (open_missing (viewport)));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (tilesets_of (page))), ==, WINTER);
  /* With an id of which all tilesets have the same, what is chosen can be taken back, and there is nothing else to choose. */
  MwDocument *document = mw_document_page_get_document (page);
  uint32_t team_colour = 1;
  mw_document_begin (document, "test");
  mw_document_set_field (document, fixture_record (document, "textures[0]")->id,
                         mw_schema_field (&mw_mdlx_texture_schema, "replaceable_id"), &team_colour, sizeof team_colour,
                         NULL);
  mw_document_commit (document);
  fixture_settle ();
  act_choose (tilesets_of (page), 0);
  fixture_settle ();
  uint32_t none = 0;
  mw_document_begin (document, "test");
  mw_document_set_field (document, fixture_record (document, "textures[0]")->id,
                         mw_schema_field (&mw_mdlx_texture_schema, "replaceable_id"), &none, sizeof none, NULL);
  mw_document_commit (document);
  fixture_settle ();
  g_assert_null (tilesets_of (page));
  /* A file that a folder of a tileset has is another reason. */
  g_autofree char *folder = g_build_filename (fixture_folder (), "_tilesets", "W.w3mod", NULL),
                  *own = g_build_filename (folder, "Own.blp", NULL);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (own, "x", 1, NULL));
  MwTarget target;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), "textures[0].path", &target, NULL));
  mw_document_begin (document, "test");
  g_assert_true (mw_document_set_text (document, &target, "Own.blp", 7, NULL));
  mw_document_commit (document);
  mw_viewport_look_again (viewport);
  fixture_settle ();
  g_assert_nonnull (tilesets_of (page));
  fixture_end (window);
}

static gboolean
hides_parts (gpointer viewport)
{
  return find_words (viewport, "Some parts of this character are hidden") != NULL;
}

static gboolean
shows_all (gpointer viewport)
{
  return !hides_parts (viewport);
}

static GtkDropDown *
hair_of (MwDocumentPage *page)
{
  GtkWidget *shown = find_shown (GTK_WIDGET (page), MW_TYPE_SHOWN_TEXTURES);
  return GTK_DROP_DOWN (find_called (find_type (shown, MW_TYPE_SHOWN_SECTIONS), GTK_TYPE_DROP_DOWN, "Hair mesh"));
}

static gboolean
misses_two (gpointer viewport)
{
  return find_words (viewport, "2 textures missing") != NULL;
}

/* Adds a hidden cape with its texture. */
static void
add_cape (MwMdlx *mdlx)
{
  MwRecord *root = &mdlx->model.record;
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  MwMdlxMaterial *material = (MwMdlxMaterial *) mw_record_new (&mw_mdlx_material_schema);
  MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) mw_record_new (&mw_mdlx_geoset_schema);
  texture->replaceable_id = 2;
  mw_list_append (&mdlx->model, root, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
  mw_list_append (&mdlx->model, root, mw_schema_field (&mw_mdlx_schema, "materials"), &material->record);
  mw_list_append (&mdlx->model, &material->record, mw_schema_field (&mw_mdlx_material_schema, "layers"),
                  &layer->record);
  mw_list_append (&mdlx->model, root, mw_schema_field (&mw_mdlx_schema, "geosets"), &geoset->record);
  layer->texture = (MwRef) { .id = texture->record.id };
  geoset->material = (MwRef) { .id = material->record.id };
  geoset->selection_group = 1502;
}

/* A character shows one hair style; which one, or all, is chosen and remembered. */
static void
test_parts (void)
{
  static const guint groups[] = { 0, 2, 3 };
  MwWindow *window = fixture_window ();
  MwMdlx *mdlx = mw_mdlx_new ();
  mdlx->family = MW_FAMILY_MDX_WOW;
  mdlx->version = 1300;
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  texture->replaceable_id = 1;
  mw_list_append (&mdlx->model, &mdlx->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++) {
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) mw_record_new (&mw_mdlx_geoset_schema);
    geoset->selection_group = groups[i];
    mw_list_append (&mdlx->model, &mdlx->model.record, mw_schema_field (&mw_mdlx_schema, "geosets"), &geoset->record);
  }
  add_cape (mdlx);
  g_autofree char *path = save (mdlx, "person.mdx");

  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_assert_true (fixture_until (hides_parts, viewport));
  /* The texture of the cape does not count until it is shown. */
  GtkWidget *sections = find_type (find_shown (GTK_WIDGET (page), MW_TYPE_SHOWN_TEXTURES), MW_TYPE_SHOWN_SECTIONS),
            *capes = find_called (sections, GTK_TYPE_DROP_DOWN, "Cape");
  g_assert_true (fixture_until (is_one_missing, viewport));
  act_choose (capes, 1);
  g_assert_true (fixture_until (misses_two, viewport));
  act_choose (capes, 0);
  g_assert_true (fixture_until (is_one_missing, viewport));
  act_choose (capes, 1);
  /* None, 2, 3, All. */
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (hair_of (page))), ==, 4);
  g_assert_cmpuint (gtk_drop_down_get_selected (hair_of (page)), ==, 1);
  guint64 frames = mw_viewport_get_n_frames (viewport);
  act_choose (GTK_WIDGET (hair_of (page)), 3);
  g_assert_true (fixture_until (shows_all, viewport));
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  act_choose (GTK_WIDGET (hair_of (page)), 2);
  g_assert_true (fixture_until (hides_parts, viewport));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  page = fixture_open (window, path);
  g_assert_cmpuint (gtk_drop_down_get_selected (hair_of (page)), ==, 2);
  act_choose (GTK_WIDGET (hair_of (page)), 3);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  page = fixture_open (window, path);
  g_assert_cmpuint (gtk_drop_down_get_selected (hair_of (page)), ==, 3);
  fixture_end (window);
}

static GtkGesture *
find_pinch (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_GESTURE_ZOOM (controller))
      return GTK_GESTURE (controller);
  }
  GtkGesture *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_pinch (child);
  return found;
}

/* Two fingers that move apart to twice their distance halve that of the camera; each gesture counts from its own start. */
static void
test_pinch (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwViewport *viewport = mw_document_page_get_viewport (fixture_open (window, path));
  fixture_settle ();
  GtkGesture *pinch = find_pinch (GTK_WIDGET (viewport));
  g_assert_nonnull (pinch);
  MwViewportView before, after;
  mw_viewport_get_view (viewport, &before);
  for (guint i = 0; i < 2; i++) {
    g_signal_emit_by_name (pinch, "begin", NULL);
    g_signal_emit_by_name (pinch, "scale-changed", 1.5);
    g_signal_emit_by_name (pinch, "scale-changed", 2.0);
  }
  mw_viewport_get_view (viewport, &after);
  g_assert_cmpfloat_with_epsilon (after.camera.distance, before.camera.distance / 4, before.camera.distance * 1e-3f);
  fixture_end (window);
}

/* --- Cameras --------------------------------------------------------------------------------------------------------- */

static void
assert_same_view (const MwCamera *a, const MwCamera *b)
{
  float of_a[16], of_b[16];
  mw_camera_view_matrix (a, of_a);
  mw_camera_view_matrix (b, of_b);
  for (guint i = 0; i < 16; i++)
    g_assert_cmpfloat_with_epsilon ((double) of_a[i], (double) of_b[i], i < 12 ? 1e-4 : 1e-4 * (double) a->distance);
  g_assert_cmpfloat_with_epsilon ((double) a->fov, (double) b->fov, 1e-5);
}

static guint
count_cameras (MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  return ((const MwList *) mw_model_member (model, mw_aspects_of (model)->cameras))->n;
}

/* Adds a camera from the view, looks elsewhere and then through it, and gives it another view. */
static void
try_camera (const char *path)
{
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  MwOutline *outline = mw_document_page_get_outline (page);
  MwViewportView wanted, seen;
  fixture_settle ();
  const guint n = count_cameras (document), steps = mw_document_get_n_steps (document);
  mw_viewport_get_view (viewport, &wanted);
  mw_camera_orbit (&wanted.camera, 0.9f, -0.2f);
  wanted.camera.distance *= 0.7f;
  wanted.camera.target[2] += 0.1f * wanted.camera.distance;
  mw_viewport_set_view (viewport, &wanted);
  mw_outline_run_operation (outline, "camera-add-from-view");
  fixture_settle ();
  g_assert_cmpuint (count_cameras (document), ==, n + 1);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps + 1);
  /* It is selected, and 0 looks through the selected camera. */
  mw_viewport_do_key (viewport, GDK_KEY_7, 0);
  mw_viewport_do_key (viewport, GDK_KEY_5, 0);
  mw_viewport_do_key (viewport, GDK_KEY_0, 0);
  mw_viewport_get_view (viewport, &seen);
  assert_same_view (&seen.camera, &wanted.camera);
  g_assert_false (seen.camera.ortho);
  /* The selected camera gets another view in one step, at the time on show. */
  fixture_show_sequence (page, fixture_record (document, "sequences[0]")->id);
  fixture_show_time (page, 100);
  mw_viewport_do_key (viewport, GDK_KEY_3, 0);
  mw_viewport_get_view (viewport, &wanted);
  mw_outline_run_operation (outline, "camera-from-view");
  fixture_settle ();
  g_assert_cmpuint (count_cameras (document), ==, n + 1);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps + 2);
  mw_viewport_do_key (viewport, GDK_KEY_1, 0);
  mw_viewport_do_key (viewport, GDK_KEY_0, 0);
  mw_viewport_get_view (viewport, &seen);
  assert_same_view (&seen.camera, &wanted.camera);
  /* With nothing selected it goes through all cameras, the first one first. */
  mw_document_select (document, NULL, 0);
  for (guint i = 0; i <= n; i++)
    mw_viewport_do_key (viewport, GDK_KEY_0, 0);
  mw_viewport_get_view (viewport, &seen);
  assert_same_view (&seen.camera, &wanted.camera);
  fixture_end (window);
}

static void
test_camera (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  try_camera (path);
}

static void
test_camera_m2 (void)
{
  static const guint versions[] = { 256, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *path = fixture_m2_set (versions[i], "made");
    try_camera (path);
  }
}

static const char *
legend_text (GtkWidget *legend)
{
  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (legend)));
}

static void
test_weights (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx"), *title = NULL, *expected = NULL;
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *legend = find_type (GTK_WIDGET (viewport), MW_TYPE_WEIGHT_LEGEND);
  MwViewportView view;
  fixture_settle ();
  g_assert_false (gtk_widget_get_visible (legend));
  mw_viewport_get_view (viewport, &view);
  view.shading = MW_SHADING_WEIGHTS;
  mw_document_select (document, NULL, 0);
  mw_viewport_set_view (viewport, &view);
  g_assert_true (gtk_widget_get_visible (legend));
  g_assert_nonnull (strstr (legend_text (legend), "Select a bone"));
  /* It follows the selection, and a new name. */
  MwRecord *bone = fixture_record (document, "nodes[0]"), *geoset = fixture_record (document, "geosets[0]");
  const MwId two[] = { fixture_record (document, "nodes[1]")->id, bone->id };
  mw_document_select (document, &bone->id, 1);
  title = mw_record_title (bone);
  expected = g_strdup_printf ("Weights of %s", title);
  g_assert_cmpstr (legend_text (legend), ==, expected);
  GError *error = NULL;
  mw_document_begin (document, "Name");
  MwTarget target;
  mw_path_resolve_one (mw_document_get_model (document), "nodes[0].name", &target, &error);
  g_assert_no_error (error);
  mw_document_set_text (document, &target, "Tail", 4, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  g_assert_cmpstr (legend_text (legend), ==, "Weights of Tail");
  mw_document_select (document, two, 2);
  g_assert_cmpstr (legend_text (legend), ==, "Weights of 2 bones together");
  mw_document_select (document, &geoset->id, 1);
  g_assert_nonnull (strstr (legend_text (legend), "Select a bone"));
  view.shading = MW_SHADING_SOLID;
  mw_viewport_set_view (viewport, &view);
  g_assert_false (gtk_widget_get_visible (legend));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport/draws when something changed, and only then", test_draws);
  g_test_add_func ("/ui/viewport/the views of a window have one context", test_one_context);
  g_test_add_func ("/ui/viewport/is drawn again when the theme changes", test_theme);
  g_test_add_func ("/ui/viewport/what is seen is framed, not the stored extents", test_framing);
  g_test_add_func ("/ui/viewport/missing textures are listed", test_missing);
  g_test_add_func ("/ui/viewport/parts of a character are chosen and remembered", test_parts);
  g_test_add_func ("/ui/viewport/a located texture and its folder are remembered", test_locate);
  g_test_add_func ("/ui/viewport/the list of missing textures opens again after one was located", test_locate_next);
  g_test_add_func ("/ui/viewport/textures that the game chooses are named", test_replaceable);
  g_test_add_func ("/ui/viewport/a tree is shown as on the maps of a tileset", test_tileset);
  g_test_add_func ("/ui/viewport/a camera from the view shows the same picture", test_camera);
  g_test_add_func ("/ui/viewport/a camera of M2 from the view shows the same picture", test_camera_m2);
  g_test_add_func ("/ui/viewport/a legend says whose weights are shown", test_weights);
  g_test_add_func ("/ui/viewport/two fingers zoom by their distance", test_pinch);
  return g_test_run ();
}
