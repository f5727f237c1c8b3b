/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

enum { SIDE = 60 };

/* A red square of half size 1, of which the marks are shown, and a green one of which only the part on the right of x = 2 in its
 * own width is seen: it is moved aside so that it hides the lower left quarter. The picture shows two units in each direction; the red square
 * covers the pixels 15 to 44. */
typedef struct {
  Show show;
  MwMdlx *model;
  MwMdlxGeoset *square;
  MwMeshMarks *marks;
} Stage;

static MwMdlxGeoset *
add_square (MwMdlx *model, float x, const char *colour)
{
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (model, material, 0, scene_add_texture (model, colour, 0, 3))->flags = 0x1;
  return scene_add_quad (model, x, material, NULL);
}

static gboolean
stage_open (Stage *stage, gboolean es, MwMarksKind kind)
{
  if (!show_open (&stage->show, SIDE, es, NULL))
    return FALSE;
  stage->model = mw_mdlx_new ();
  stage->square = add_square (stage->model, 0, "FF0000FF");
  MwMdlxGeoset *before = add_square (stage->model, 1, "00FF00FF");
  float *at = mw_array_make_writable (&before->vertices, 12);
  for (guint i = 0; i < 4; i++) {
    at[3 * i + 1] -= 1;
    at[3 * i + 2] -= 1;
  }
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  stage->show.frame.camera.distance *= 2;
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  stage->marks = mw_mesh_marks_new ();
  mw_mesh_marks_set (stage->marks, &stage->model->model, kind, &stage->square->record.id, 1);
  stage->show.frame.marks = stage->marks;
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_mesh_marks_free (stage->marks);
  mw_model_free (&stage->model->model);
}

static void
put (Stage *stage, guint32 number)
{
  mw_mesh_marks_put (stage->marks, &stage->model->model, stage->square->record.id, number, TRUE);
}

static const double red[] = { 255, 0, 0 }, green[] = { 0, 255, 0 }, tinted[] = { 255, 70, 0 },
                    orange[] = { 255, 161, 41 };

static void
assert_colour (const MwImage *image, int x, int y, const double *colour)
{
  scene_assert_pixel (image, x, y, colour[0], colour[1], colour[2]);
}

static void
test_faces (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL, MW_MARKS_FACES))
    return;
  put (&stage, 1); /* the upper right half */
  for (guint through = 0; through < 2; through++) {
    stage.show.frame.marks_through = through != 0;
    g_autoptr (MwImage) image = show_draw (&stage.show);
    assert_colour (image, 40, 25, tinted);
    assert_colour (image, 20, 25, red);
    assert_colour (image, 50, 25, (const double[]) { 0, 0, 0 });
    assert_colour (image, 18, 34, green);
    show_keep (image, "marks-faces");
  }
  put (&stage, 0);
  g_autoptr (MwImage) through = show_draw (&stage.show);
  assert_colour (through, 18, 38, (const double[]) { 140, 185, 0 });
  stage.show.frame.marks_through = FALSE;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  assert_colour (image, 18, 38, green);
  assert_colour (image, 20, 25, tinted);
  stage.show.frame.marks = NULL;
  g_autoptr (MwImage) without = show_draw (&stage.show);
  assert_colour (without, 40, 25, red);
  stage_close (&stage);
}

static void
test_vertices (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL, MW_MARKS_VERTICES))
    return;
  /* Vertex 0 is at the upper left, and 3, which is hidden, below it. */
  put (&stage, 0);
  put (&stage, 3);
  for (guint ortho = 0; ortho < 2; ortho++) {
    stage.show.frame.camera.ortho = ortho != 0;
    stage.show.frame.marks_through = FALSE;
    g_autoptr (MwImage) image = show_draw (&stage.show);
    assert_colour (image, 15, 15, orange);
    assert_colour (image, 12, 12, (const double[]) { 0, 0, 0 });
    /* One that is not marked is smaller, and in another colour. */
    g_assert_cmpuint (scene_pixel (image, 44, 15)[2], >, 150);
    assert_colour (image, 40, 20, red);
    if (ortho)
      assert_colour (image, 15, 44, green);
    stage.show.frame.marks_through = TRUE;
    g_autoptr (MwImage) through = show_draw (&stage.show);
    assert_colour (through, 15, 44, orange);
  }
  /* What is hidden altogether has no marks. */
  stage.show.frame.hidden = &stage.square->record.id;
  stage.show.frame.n_hidden = 1;
  g_autoptr (MwImage) hidden = show_draw (&stage.show);
  assert_colour (hidden, 15, 15, (const double[]) { 0, 0, 0 });
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = { { "faces that are marked are tinted where they are seen", test_faces },
                                    { "vertices are dots, larger where they are marked", test_vertices } };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("marks", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
