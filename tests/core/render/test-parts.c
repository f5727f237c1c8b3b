/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/io/mdx/mdx.h"
#include "core/render/canvas.h"
#include "core/render/picture.h"
#include "tests/bench/make-model.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"
#include "tests/core/render/whole.h"

#include <epoxy/gl.h>

enum { SIDE = 96, DENSE = 40000 };

/* A sample at a moment at which all its emitters have particles. */
typedef struct {
  Show show;
  MwModel *model;
  MwId selected[2];
} Stage;

static MwMdlx *
read_sample (const char *name)
{
  GError *error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "samples", name, NULL),
                  *bytes;
  gsize size;
  g_file_get_contents (path, &bytes, &size, &error);
  g_assert_no_error (error);
  MwMdlx *model = mw_mdx_read ((const uint8_t *) bytes, size, NULL, &error);
  g_assert_no_error (error);
  return model;
}

/* `sample` may be NULL: a model of many triangles. */
static gboolean
stage_open (Stage *stage, gconstpointer es, const char *sample, const MwGl *gl)
{
  if (!show_open (&stage->show, SIDE, es != NULL, gl))
    return FALSE;
  MwMdlx *model = sample ? read_sample (sample) : make_model_many_triangles (DENSE, 4);
  stage->model = &model->model;
  MwFrame *frame = &stage->show.frame;
  mw_frame_init (frame, mw_offscreen_framebuffer (stage->show.offscreen), SIDE, SIDE, stage->model);
  mw_renderer_set_model (stage->show.renderer, stage->model, NULL, NULL);
  mw_clock_play (&frame->clock, stage->model, model->sequences.items[0]->id);
  mw_clock_advance (&frame->clock, 700);
  frame->overlays = MW_OVERLAY_GRID | MW_OVERLAY_AXES | MW_OVERLAY_BONES;
  stage->selected[0] = model->geosets.items[0]->id;
  stage->selected[1] = model->nodes.items[0]->id;
  frame->selected = stage->selected;
  frame->n_selected = G_N_ELEMENTS (stage->selected);
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (stage->model);
}

static MwImage *
read_picture (Stage *stage)
{
  GError *error = NULL;
  g_assert_cmphex (glGetError (), ==, GL_NO_ERROR);
  MwImage *image = mw_offscreen_read (stage->show.offscreen, &error);
  g_assert_no_error (error);
  return image;
}

/* Changes what others may change between two parts: GTK, and other users of the context. */
static void
disturb (void)
{
  glBindFramebuffer (GL_FRAMEBUFFER, 0);
  glViewport (0, 0, 3, 3);
  glEnable (GL_SCISSOR_TEST);
  glScissor (0, 0, 1, 1);
  glColorMask (GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glDepthFunc (GL_NEVER);
  glFrontFace (GL_CW);
  glUseProgram (0);
  glActiveTexture (GL_TEXTURE1);
  glBindTexture (GL_TEXTURE_2D, 0);
}

static guint
draw_in_parts (Stage *stage, guint triangles)
{
  guint n = 1;
  mw_renderer_begin (stage->show.renderer, &stage->show.frame);
  g_assert_true (mw_renderer_is_drawing (stage->show.renderer));
  disturb ();
  for (; mw_renderer_part (stage->show.renderer, triangles); n++)
    disturb ();
  g_assert_false (mw_renderer_is_drawing (stage->show.renderer));
  return n;
}

static void
test_same (gconstpointer es)
{
  static const char *const samples[] = { "figure.mdx", "effect.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    for (MwShading shading = MW_SHADING_TEXTURED; shading <= MW_SHADING_NORMALS; shading++) {
      Stage stage;
      if (!stage_open (&stage, es, samples[i], NULL))
        return;
      stage.show.frame.shading = shading;
      stage.show.frame.shadow = shading == MW_SHADING_TEXTURED;
      g_autoptr (MwImage) whole = show_draw (&stage.show), again = show_draw (&stage.show);
      g_assert_cmpuint (n_other_pixels (whole, again), ==, 0);
      static const guint sizes[] = { 11, 70, 600 };
      guint last = G_MAXUINT;
      for (guint k = 0; k < G_N_ELEMENTS (sizes); k++) {
        guint n = draw_in_parts (&stage, sizes[k]);
        /* Other shadings draw the edges of a geoset in one go, and no particles. */
        g_assert_cmpuint (n + (shading == MW_SHADING_TEXTURED), <=, last);
        g_assert_cmpuint (n, >, 1);
        last = n;
        g_autoptr (MwImage) parts = read_picture (&stage);
        g_test_message ("%s, shading %d, parts of %u: %u", samples[i], shading, sizes[k], n);
        g_assert_cmpuint (n_other_pixels (whole, parts), ==, 0);
      }
      stage_close (&stage);
    }
}

static void
on_changed (MwDocument *document, MwChangeSet *set, Stage *stage)
{
  mw_renderer_apply_change (stage->show.renderer, mw_document_get_model (document), set);
}

static void
move_pivot (MwDocument *document)
{
  GError *error = NULL;
  const MwRecord *bone = ((MwMdlx *) mw_document_get_model (document))->nodes.items[0];
  const float pivot[3] = { 1, 2, 3 };
  mw_document_begin (document, "test");
  mw_document_set_field (document, bone->id, mw_schema_field (bone->schema, "pivot"), pivot, sizeof pivot, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
}

static void
assert_broken_off (Stage *stage)
{
  g_assert_false (mw_renderer_is_drawing (stage->show.renderer));
  g_assert_false (mw_renderer_part (stage->show.renderer, 50));
  mw_renderer_begin (stage->show.renderer, &stage->show.frame);
  g_assert_true (mw_renderer_part (stage->show.renderer, 50));
}

/* All parts of a frame show the same state. */
static void
test_change (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "figure.mdx", NULL))
    return;
  MwRenderer *renderer = stage.show.renderer;
  MwDocument *document = mw_document_new (stage.model, (MwFormat) { MW_FAMILY_MDX, 800 });
  g_signal_connect (document, "changed", G_CALLBACK (on_changed), &stage);
  g_assert_false (mw_renderer_part (renderer, 50));
  mw_renderer_begin (renderer, &stage.show.frame);
  g_assert_true (mw_renderer_part (renderer, 50));
  move_pivot (document);
  assert_broken_off (&stage);
  mw_renderer_show_texture (renderer, 1, NULL);
  assert_broken_off (&stage);
  mw_renderer_reload_textures (renderer);
  assert_broken_off (&stage);
  mw_renderer_set_model (renderer, stage.model, NULL, NULL);
  assert_broken_off (&stage);
  show_close (&stage.show);
  g_object_unref (document);
}

/* --- Renderers with the same programs ------------------------------------------------------------------------------- */

enum { VIEWS = 2 };

/* Views of two models, whose cameras and lights are other ones. */
typedef struct {
  MwGl gl;
  MwRenderer *renderers[VIEWS];
  MwModel *models[VIEWS];
  MwCanvas canvases[VIEWS];
  MwFrame frames[VIEWS];
} Views;

static void
views_open (Views *views, MwPrograms *programs)
{
  static const char *const samples[VIEWS] = { "figure.mdx", "effect.mdx" };
  for (guint i = 0; i < VIEWS; i++) {
    MwMdlx *model = read_sample (samples[i]);
    views->models[i] = &model->model;
    views->renderers[i] = mw_renderer_new_with (&views->gl, programs);
    mw_renderer_set_model (views->renderers[i], views->models[i], NULL, NULL);
    views->canvases[i] = (MwCanvas) { 0 };
    mw_canvas_make (&views->canvases[i], &views->gl, SIDE, SIDE, 0);
    mw_frame_init (&views->frames[i], views->canvases[i].framebuffer, SIDE, SIDE, views->models[i]);
    mw_clock_play (&views->frames[i].clock, views->models[i], model->sequences.items[0]->id);
    mw_clock_advance (&views->frames[i].clock, 700);
    views->frames[i].overlays = MW_OVERLAY_GRID | MW_OVERLAY_BONES;
    views->frames[i].lighting = i == 0 ? MW_LIGHTING_PLAIN : MW_LIGHTING_PORTRAIT;
  }
}

static void
views_close (Views *views)
{
  for (guint i = 0; i < VIEWS; i++) {
    mw_canvas_drop (&views->canvases[i], &views->gl);
    mw_renderer_free (views->renderers[i]);
    mw_model_free (views->models[i]);
  }
}

static MwImage *
view_read (Views *views, guint which)
{
  GError *error = NULL;
  MwImage *image = mw_canvas_read (&views->canvases[which], &views->gl, &error);
  g_assert_no_error (error);
  return image;
}

/* Draws the frames of both in turns, a part of each at a time. */
static void
draw_in_turns (Views *views)
{
  gboolean more = TRUE;
  for (guint i = 0; i < VIEWS; i++)
    mw_renderer_begin (views->renderers[i], &views->frames[i]);
  for (guint n = 0; more; n++) {
    more = FALSE;
    for (guint i = 0; i < VIEWS; i++)
      more |= mw_renderer_part (views->renderers[i], 40);
    g_assert_true (more || n > 3);
  }
}

static void
test_shared_programs (gconstpointer es)
{
  Stage stage;
  Views views;
  GError *error = NULL;
  MwImage *alone[VIEWS];
  if (!stage_open (&stage, es, "figure.mdx", NULL))
    return;
  mw_gl_init_epoxy (&views.gl);
  MwPrograms *programs = mw_programs_new (&views.gl, es != NULL, &error);
  g_assert_no_error (error);
  views_open (&views, programs);
  for (guint i = 0; i < VIEWS; i++) {
    draw_whole (views.renderers[i], &views.frames[i]);
    alone[i] = view_read (&views, i);
  }
  g_assert_cmpuint (n_other_pixels (alone[0], alone[1]), >, SIDE);
  for (guint round = 0; round < 3; round++) {
    draw_in_turns (&views);
    for (guint i = 0; i < VIEWS; i++) {
      g_autoptr (MwImage) image = view_read (&views, i);
      g_assert_cmpuint (n_other_pixels (image, alone[i]), ==, 0);
    }
  }
  views_close (&views);
  /* The programs are there for the next view, and what they draw is the same. */
  views_open (&views, programs);
  mw_programs_unref (programs);
  draw_in_turns (&views);
  for (guint i = 0; i < VIEWS; i++) {
    g_autoptr (MwImage) image = view_read (&views, i);
    g_assert_cmpuint (n_other_pixels (image, alone[i]), ==, 0);
    mw_image_free (alone[i]);
  }
  views_close (&views);
  g_assert_cmphex (glGetError (), ==, GL_NO_ERROR);
  stage_close (&stage);
}

static guint n_made, n_deleted;

static GLuint
create_program (void)
{
  n_made++;
  return glCreateProgram ();
}

static void
delete_program (GLuint program)
{
  n_deleted++;
  glDeleteProgram (program);
}

static void
test_programs_once (gconstpointer es)
{
  Stage stage;
  Views views;
  if (!stage_open (&stage, es, "figure.mdx", NULL))
    return;
  mw_gl_init_epoxy (&views.gl);
  views.gl.CreateProgram = create_program;
  views.gl.DeleteProgram = delete_program;
  n_made = n_deleted = 0;
  MwPrograms *programs = mw_programs_new (&views.gl, es != NULL, NULL);
  views_open (&views, programs);
  draw_in_turns (&views);
  const guint first = n_made;
  g_assert_cmpuint (first, >, 0);
  views_close (&views);
  views_open (&views, programs);
  draw_in_turns (&views);
  g_assert_cmpuint (n_made, ==, first);
  g_assert_cmpuint (n_deleted, ==, 0);
  mw_programs_unref (programs);
  g_assert_cmpuint (n_deleted, ==, 0);
  views_close (&views);
  g_assert_cmpuint (n_deleted, ==, first);
  stage_close (&stage);
}

/* --- Pictures that are shown while the next one is drawn ---------------------------------------------------------------- */

static gint64 part_takes, left; /* in µs: the duration of a part, and what is left of the current one */
static guint n_fences, n_dropped;

static GLsync
fence_sync (GLenum condition, GLbitfield flags)
{
  n_fences++;
  left = part_takes;
  return (GLsync) &left;
}

static void
delete_sync (GLsync sync)
{
  g_assert_true (sync == (GLsync) &left);
  n_dropped++;
}

static GLenum
wait_sync (GLsync sync, GLbitfield flags, GLuint64 ns)
{
  gint64 us = MIN ((gint64) (ns / 1000), left);
  g_assert_cmphex (flags, ==, GL_SYNC_FLUSH_COMMANDS_BIT);
  g_usleep ((gulong) us);
  left -= us;
  return left > 0 ? GL_TIMEOUT_EXPIRED : GL_CONDITION_SATISFIED;
}

static MwGl
slow_gl (void)
{
  MwGl gl;
  mw_gl_init_epoxy (&gl);
  gl.FenceSync = fence_sync;
  gl.DeleteSync = delete_sync;
  gl.ClientWaitSync = wait_sync;
  return gl;
}

static guint
red_of (Stage *stage)
{
  g_autoptr (MwImage) image = read_picture (stage);
  return image->rgba[0];
}

/* A frame with that amount of red in its corner. */
static MwFrame
red_frame (Stage *stage, float red)
{
  MwFrame frame = stage->show.frame;
  frame.overlays = 0;
  frame.background[0] = red;
  return frame;
}

static void
test_picture (gconstpointer es)
{
  Stage stage;
  MwGl gl = slow_gl ();
  if (!stage_open (&stage, es, NULL, NULL))
    return;
  MwRenderer *renderer = stage.show.renderer;
  MwPicture *picture = mw_picture_new (&gl);
  MwFrame frame = red_frame (&stage, 1);
  guint shown = frame.framebuffer;
  g_assert_false (mw_picture_show (picture, shown, SIDE, SIDE));
  g_assert_false (mw_picture_go_on (picture, renderer, -1));
  mw_picture_begin (picture, renderer, &frame);
  /* Completes the frame without waiting for a fence. */
  n_fences = 0;
  g_assert_true (mw_picture_go_on (picture, renderer, -1));
  g_assert_cmpuint (n_fences, ==, 0);
  g_assert_true (mw_picture_show (picture, shown, SIDE, SIDE));
  g_assert_false (mw_picture_show (picture, shown, SIDE, SIDE / 2));
  g_assert_cmpuint (mw_gl_bound_framebuffer (&gl), ==, shown);
  g_assert_cmpuint (red_of (&stage), ==, 255);
  g_autoptr (MwImage) copied = read_picture (&stage);
  draw_whole (renderer, &frame);
  g_autoptr (MwImage) direct = read_picture (&stage);
  g_assert_cmpuint (n_other_pixels (copied, direct), ==, 0);

  /* The old picture is shown until the new one is complete, also if that was abandoned and begun again. */
  frame = red_frame (&stage, 0);
  n_fences = n_dropped = 0;
  part_takes = 3000;
  mw_picture_begin (picture, renderer, &frame);
  g_assert_false (mw_picture_go_on (picture, renderer, 500));
  mw_picture_begin (picture, renderer, &frame);
  guint calls = 0;
  while (!mw_picture_go_on (picture, renderer, 500)) {
    g_assert_true (mw_picture_show (picture, shown, SIDE, SIDE));
    g_assert_cmpuint (red_of (&stage), ==, 255);
    calls++;
  }
  g_assert_cmpuint (calls, >, 5);
  g_assert_cmpuint (n_fences, >, 3);
  g_assert_true (mw_picture_show (picture, shown, SIDE, SIDE));
  g_assert_cmpuint (red_of (&stage), ==, 0);
  mw_picture_free (picture);
  g_assert_cmpuint (n_dropped, ==, n_fences);
  stage_close (&stage);
}

/* The caller is blocked by one part at most, so parts that take long become smaller, and short ones larger. */
static void
test_part_size (gconstpointer es)
{
  Stage stage;
  MwGl gl = slow_gl ();
  if (!stage_open (&stage, es, NULL, NULL))
    return;
  MwPicture *picture = mw_picture_new (&gl);
  MwFrame frame = red_frame (&stage, 1);
  guint first = mw_picture_part_size (picture);
  g_assert_cmpuint (first, <, DENSE / 4);
  part_takes = 8000;
  mw_picture_begin (picture, stage.show.renderer, &frame);
  for (guint i = 0; i < 8; i++) {
    gint64 began = g_get_monotonic_time ();
    guint fences = n_fences;
    g_assert_false (mw_picture_go_on (picture, stage.show.renderer, 1000));
    /* It returned without waiting for the rest of the part, which takes 8 ms, and without submitting a second one. */
    g_assert_cmpuint (n_fences - fences, <=, 1);
    g_assert_cmpint (left, <=, part_takes);
    g_test_message ("%.1f ms", (double) (g_get_monotonic_time () - began) / 1000);
  }
  guint smaller = mw_picture_part_size (picture);
  /* Parts never become so small that the frame is never completed, and grow again when they no longer take long. */
  for (guint i = 0; i < 12; i++)
    g_assert_false (mw_picture_go_on (picture, stage.show.renderer, 60000));
  guint least = mw_picture_part_size (picture);
  g_assert_cmpuint (least, >, 0);
  g_assert_cmpuint (least, <, MIN (smaller, first));
  part_takes = 0;
  while (!mw_picture_go_on (picture, stage.show.renderer, 60000))
    ;
  g_assert_cmpuint (mw_picture_part_size (picture), >, least);
  mw_picture_free (picture);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "a frame in parts is the same picture", test_same },
    { "a change aborts a frame", test_change },
    { "renderers with the same programs draw in turns", test_shared_programs },
    { "programs are compiled once, and live as long as a renderer has them", test_programs_once },
    { "the last picture is shown until the next one is complete", test_picture },
    { "parts that take long become smaller", test_part_size },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("parts", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
