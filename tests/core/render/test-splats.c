/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/splat-tables.h"
#include "tests/core/io/files.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <glib/gstdio.h>
#include <string.h>

#define SIDE 64

/* --- Tables ----------------------------------------------------------------------------------------------------------- */

static GHashTable *
read_tables (Files *files, char **wrong)
{
  const char *const folders[] = { files->folder, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (NULL, NULL, places);
  return mw_splat_tables_read (lookup, wrong);
}

/* Writes a table: headings and rows, their cells between blanks. */
static void
write_table (Files *files, const char *name, const char *const *rows)
{
  g_autofree char *folder = files_path (files, "Splats"), *path = g_build_filename ("Splats", name, NULL);
  g_autoptr (GString) text = g_string_new ("ID;PMADE\n");
  g_mkdir (folder, 0700);
  for (guint y = 0; rows[y]; y++) {
    g_auto (GStrv) cells = g_strsplit (rows[y], " ", -1);
    for (guint x = 0; cells[x]; x++)
      g_string_append_printf (text, "C;X%u;Y%u;K\"%s\"\n", x + 1, y + 1, cells[x]);
  }
  g_string_append (text, "E\n");
  files_write (files, path, text->str);
}

static void
tables_say_how_marks_look (Files *files, gconstpointer data)
{
  g_autofree char *wrong = NULL;
  static const char *const splats[] = {
    "Name Dir file Rows Columns BlendMode Scale Lifespan Decay UVLifespanStart UVLifespanEnd LifespanRepeat "
    "UVDecayStart UVDecayEnd DecayRepeat StartR StartG StartB StartA MiddleA EndA",
    "MAD1 Made\\Marks Foot 4 8 1 12.5 2 3 1 5 2 6 9 1 255 51 0 102 204 0",
    "MAD2 Made/ Other 1 1 0 -1 -5 1e9 0 0 1 0 0 1 999 -1 0 0 0 0", "MAD3", NULL
  };
  static const char *const ubers[] = { "Name Dir file BlendMode Scale BirthTime PauseTime Decay EndB",
                                       "MAD1  Big 0 100 1 4 2 51", NULL };
  write_table (files, "SplatData.slk", splats);
  write_table (files, "UberSplatData.slk", ubers);
  g_autoptr (GHashTable) kinds = read_tables (files, &wrong);
  g_assert_null (wrong);
  g_assert_cmpuint (g_hash_table_size (kinds), ==, 4);
  const MwSplatKind *kind = g_hash_table_lookup (kinds, "mad1");
  g_assert_cmpstr (kind->image, ==, "Made\\Marks\\Foot.blp");
  g_assert_cmpfloat (kind->half_side, ==, 12.5f);
  g_assert_cmpuint (kind->rows, ==, 4);
  g_assert_cmpuint (kind->columns, ==, 8);
  g_assert_cmpuint (kind->filter_mode, ==, 1);
  static const float times[] = { 2, 0, 3 }, birth[] = { 1, 4, 2 };
  g_assert_cmpmem (kind->times, sizeof times, times, sizeof times);
  static const gint64 cells[2][3] = { { 1, 5, 2 }, { 6, 9, 1 } };
  g_assert_cmpmem (kind->cells, sizeof cells, cells, sizeof cells);
  static const float colours[3][4] = { { 1, 0.2f, 0, 0.4f }, { 1, 1, 1, 0.8f }, { 1, 1, 1, 0 } };
  for (guint i = 0; i < 12; i++)
    g_assert_cmpfloat_with_epsilon (kind->rgba[i / 4][i % 4], colours[i / 4][i % 4], 1e-6);
  /* What makes no sense is cut. */
  kind = g_hash_table_lookup (kinds, "mad2");
  g_assert_cmpstr (kind->image, ==, "Made/Other.blp");
  g_assert_cmpfloat (kind->half_side, ==, 0);
  g_assert_cmpfloat (kind->times[0], ==, 0);
  g_assert_cmpfloat (kind->times[2], ==, 1e6f);
  g_assert_cmpfloat (kind->rgba[0][0], ==, 1);
  g_assert_cmpfloat (kind->rgba[0][1], ==, 0);
  kind = g_hash_table_lookup (kinds, "mad3");
  g_assert_null (kind->image);
  g_assert_cmpuint (kind->rows, ==, 1);
  kind = g_hash_table_lookup (kinds, "uber mad1");
  g_assert_cmpstr (kind->image, ==, "ReplaceableTextures\\Splats\\Big.blp");
  g_assert_cmpmem (kind->times, sizeof birth, birth, sizeof birth);
  g_assert_cmpuint (kind->columns, ==, 1);
  g_assert_cmpfloat_with_epsilon (kind->rgba[2][2], 0.2, 1e-6);
}

static void
without_tables_nothing_is_known_and_a_damaged_one_is_named (Files *files, gconstpointer data)
{
  g_autofree char *wrong = NULL, *both = NULL;
  g_autoptr (GHashTable) none = read_tables (files, &wrong);
  g_assert_null (wrong);
  g_assert_cmpuint (g_hash_table_size (none), ==, 0);
  static const char *const ubers[] = { "Name file", "MAD1 Big", NULL };
  write_table (files, "UberSplatData.slk", ubers);
  files_write (files, "Splats/SplatData.slk", "ID\nC;X0;K1\n");
  g_autoptr (GHashTable) other = read_tables (files, &wrong);
  g_assert_cmpuint (g_hash_table_size (other), ==, 1);
  g_assert_nonnull (g_hash_table_lookup (other, "uber mad1"));
  g_autofree char *path = files_path (files, "Splats/SplatData.slk");
  g_assert_true (g_str_has_prefix (wrong, path));
  g_assert_null (strchr (wrong, '\n'));
  files_write (files, "Splats/UberSplatData.slk", "");
  g_autoptr (GHashTable) neither = read_tables (files, &both);
  g_assert_cmpuint (g_hash_table_size (neither), ==, 0);
  g_assert_nonnull (strchr (both, '\n'));
}

/* --- Pictures --------------------------------------------------------------------------------------------------------- */

/* An event at the origin with a key at 0, seen from above. */
typedef struct {
  Show show;
  MwMdlx *model;
  MwMdlxEventObject *event;
  GHashTable *kinds;
  MwSplatKind *kind;
} Stage;

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  static const int32_t time = 0;
  *stage = (Stage) { 0 };
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  MwFrame *frame = &stage->show.frame;
  scene_frame (frame, stage->show.offscreen, SIDE);
  mw_camera_set_view (&frame->camera, MW_VIEW_TOP);
  frame->camera.ortho = TRUE;
  frame->clock = (MwClock) { .end = 1000 };
  for (int i = 0; i < 3; i++)
    frame->background[i] = 0.5f;
  stage->model = mw_mdlx_new ();
  stage->event = scene_add (stage->model, "nodes", &mw_mdlx_event_object_schema);
  g_free (stage->event->node.name);
  stage->event->node.name = g_strdup ("SPLxMADE");
  MwEventTrack *track = (MwEventTrack *) mw_record_new (&mw_event_track_schema);
  track->global_sequence = MW_REF_NONE;
  track->times = mw_array_copy (&time, 1, sizeof time);
  mw_child_set (&stage->model->model, &stage->event->node.record, MW_FIELD (MwMdlxEventObject, track), &track->record);
  stage->kinds = mw_splat_kinds_new ();
  stage->kind = g_new0 (MwSplatKind, 1);
  *stage->kind = (MwSplatKind) { .image = g_strdup ("FF8040FF"),
                                 .half_side = 0.5f,
                                 .times = { 0, 0.5f, 0.5f },
                                 .rgba = { { 1, 1, 1, 1 }, { 1, 1, 1, 0.5f }, { 1, 1, 1, 0 } },
                                 .rows = 1,
                                 .columns = 1 };
  g_hash_table_insert (stage->kinds, mw_splat_name (FALSE, "made"), stage->kind);
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  mw_renderer_set_splats (stage->show.renderer, stage->kinds);
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
  g_hash_table_unref (stage->kinds);
}

static void
a_mark_is_drawn_on_the_ground (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  /* Half of the texel, half of the background. */
  g_autoptr (MwImage) image = show_draw (&stage.show);
  const double half = 127.5;
  scene_assert_pixel (image, 32, 32, (255 + half) / 2, (128 + half) / 2, (64 + half) / 2);
  scene_assert_pixel (image, 17, 17, (255 + half) / 2, (128 + half) / 2, (64 + half) / 2);
  scene_assert_pixel (image, 14, 32, half, half, half); /* beside it */
  scene_assert_pixel (image, 32, 49, half, half, half);
  /* A quarter of its alpha is left, then it is added. */
  stage.show.frame.clock.time = 750;
  g_autoptr (MwImage) later = show_draw (&stage.show);
  scene_assert_pixel (later, 32, 32, half + (255 - half) / 4, half + (128 - half) / 4, half + (64 - half) / 4);
  stage.kind->filter_mode = 1;
  g_autoptr (MwImage) added = show_draw (&stage.show);
  scene_assert_pixel (added, 32, 32, half + 255 / 4.0, half + 32, half + 16);
  stage_close (&stage);
}

static void
a_mark_that_no_table_has_is_a_spot (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  const MwModel *model = &stage.model->model;
  g_assert_null (scene_note (model, stage.kinds));
  g_autoptr (GHashTable) none = mw_splat_kinds_new ();
  g_assert_nonnull (strstr (scene_note (model, none), "spots"));
  g_assert_null (scene_note (model, NULL)); /* it is not known yet */
  for (int k = 0; k < 3; k++)
    stage.show.frame.background[k] = 0;
  stage.show.frame.camera.distance *= 16;
  mw_renderer_set_splats (stage.show.renderer, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  g_assert_cmpuint (scene_pixel (image, 32, 32)[0], >, 40);
  g_assert_cmpuint (scene_pixel (image, 1, 1)[0], <, 8);
  stage_close (&stage);
}

/* Another image, and a name that leaves no marks. */
static void
changes_show (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  g_autoptr (MwImage) before = show_draw (&stage.show);
  g_free (stage.kind->image);
  stage.kind->image = g_strdup ("40FF80FF");
  g_autoptr (MwImage) other = show_draw (&stage.show);
  scene_assert_pixel (other, 32, 32, (64 + 127.5) / 2, (255 + 127.5) / 2, (128 + 127.5) / 2);
  g_autoptr (MwChangeSet) set = mw_change_set_new ();
  mw_change_set_add (set, (MwChange) { .kind = MW_CHANGE_SET,
                                       .id = stage.event->node.record.id,
                                       .schema = &mw_mdlx_event_object_schema,
                                       .field = mw_schema_field (&mw_mdlx_event_object_schema, "name") });
  MwSplatKind *kind = g_memdup2 (stage.kind, sizeof *kind);
  kind->image = g_strdup ("0000FFFF");
  g_hash_table_insert (stage.kinds, mw_splat_name (FALSE, "else"), kind);
  for (guint i = 0; i < 2; i++) {
    g_free (stage.event->node.name);
    stage.event->node.name = g_strdup (i ? "SNDxELSE" : "SPLxELSE");
    mw_renderer_apply_change (stage.show.renderer, &stage.model->model, set);
    g_autoptr (MwImage) renamed = show_draw (&stage.show);
    const double dark = i ? 127.5 : 127.5 / 2;
    scene_assert_pixel (renamed, 32, 32, dark, dark, i ? 127.5 : (255 + 127.5) / 2);
  }
  stage_close (&stage);
}

/* A surface over the mark is drawn after it, even if its priority plane is below that of everything else. */
static void
a_mark_is_below_what_is_translucent (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxMaterial *material = scene_add (stage.model, "materials", &mw_mdlx_material_schema);
  material->priority_plane = -1;
  MwMdlxLayer *layer = scene_add_layer (stage.model, material, 2, scene_add_texture (stage.model, "0000FF80", 0, 3));
  layer->flags = 0x11; /* unshaded, two-sided */
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, material, NULL);
  float *points = mw_array_make_writable (&geoset->vertices, 4);
  for (guint i = 0; i < 4; i++) { /* lies over it */
    points[3 * i] = points[3 * i + 2];
    points[3 * i + 2] = 0.5f;
  }
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  const double a = 128 / 255.0, half = 127.5;
  scene_assert_pixel (image, 32, 32, (1 - a) * (255 + half) / 2, (1 - a) * (128 + half) / 2,
                      a * 255 + (1 - a) * (64 + half) / 2);
  stage_close (&stage);
}

static void
its_image_is_loaded_once_until_images_are_loaded_again (gconstpointer es)
{
  Stage stage;
  guint n = 0;
  if (!stage_open (&stage, es))
    return;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, &n);
  for (guint i = 0; i < 2; i++)
    mw_image_free (show_draw (&stage.show));
  g_assert_cmpuint (n, ==, 1);
  mw_renderer_reload_textures (stage.show.renderer);
  mw_image_free (show_draw (&stage.show));
  g_assert_cmpuint (n, ==, 2);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add ("/render/splats/" name, Files, NULL, files_set_up, function, files_tear_down)
  TEST ("tables say how marks look", tables_say_how_marks_look);
  TEST ("without tables nothing is known, and a damaged one is named",
        without_tables_nothing_is_known_and_a_damaged_one_is_named);
  static const ShowTest tests[] = {
    { "a mark is drawn on the ground", a_mark_is_drawn_on_the_ground },
    { "a mark that no table has is a spot", a_mark_that_no_table_has_is_a_spot },
    { "changes show", changes_show },
    { "a mark is below what is translucent", a_mark_is_below_what_is_translucent },
    { "its image is loaded once until images are loaded again",
      its_image_is_loaded_once_until_images_are_loaded_again },
  };
  show_add_tests ("splats", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
