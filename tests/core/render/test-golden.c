/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/camera.h"
#include "core/render/framing.h"
#include "core/render/studio.h"
#include "core/vfs/lookup.h"
#include "tests/core/corpus.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/render/sheet.h"

#include <string.h>

/* Pictures of our samples beside those of an earlier version (sheet.h). They show that a picture has changed, not that it is right:
 * that is what the tests with formulas are for. Other drivers round in other ways, so only Mesa's software renderer is compared. */

enum { SIDE = 56 };

/* A sample in front of the camera. */
typedef struct {
  MwStudio *studio;
  MwModel *model;
  MwLookup *lookup;
  MwFrame frame;
} Sitter;

static gboolean
studio_open (Sitter *sitter)
{
  g_autoptr (GError) error = NULL;
  MwGl gl;
  memset (sitter, 0, sizeof *sitter);
  sitter->studio = mw_studio_new (SIDE, SIDE, &error);
  if (!sitter->studio || !mw_studio_enter (sitter->studio, &error)) {
    g_test_skip (error->message);
    return FALSE;
  }
  mw_gl_init_epoxy (&gl);
  if (mw_gl_is_software (&gl))
    return TRUE;
  g_test_skip ("the pictures are those of Mesa's software renderer");
  return FALSE;
}

static void
leave (Sitter *sitter)
{
  mw_renderer_set_model (mw_studio_renderer (sitter->studio), NULL, NULL, NULL);
  g_clear_pointer (&sitter->model, mw_model_free);
  g_clear_pointer (&sitter->lookup, mw_lookup_free);
}

static void
studio_close (Sitter *sitter)
{
  if (!sitter->studio)
    return;
  leave (sitter);
  mw_studio_leave (sitter->studio);
  mw_studio_free (sitter->studio);
}

/* What the test changed in the model is shown. */
static void
show (Sitter *sitter)
{
  mw_renderer_set_model (mw_studio_renderer (sitter->studio), sitter->model, mw_texture_load_found, sitter->lookup);
}

static void
sit (Sitter *sitter, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sample_path (name);
  MwFormat format;
  leave (sitter);
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  sitter->model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  sitter->lookup = mw_lookup_new (path, NULL, NULL);
  show (sitter);
  mw_studio_frame (sitter->studio, &sitter->frame, sitter->model);
  sitter->frame.clock = mw_framing_moment (sitter->model, &sitter->frame);
  g_assert_true (mw_framing_fit (&sitter->frame, sitter->model, &sitter->frame.clock, 1));
}

/* Plays a sequence, by its place in the list, from its start for so many ms. */
static void
play (Sitter *sitter, guint sequence, guint ms)
{
  sitter->frame.clock.global_ms = 0;
  mw_clock_play (&sitter->frame.clock, sitter->model, mw_model_sequences (sitter->model)->items[sequence]->id);
  mw_clock_advance (&sitter->frame.clock, ms);
}

static void
draw (Sitter *sitter, Sheet *sheet)
{
  g_autoptr (GError) error = NULL;
  MwImage *image = mw_studio_draw (sitter->studio, &sitter->frame, &error);
  g_assert_no_error (error);
  sheet_add (sheet, image);
}

static void
samples_play_their_sequences (void)
{
  static const struct {
    const char *name;
    guint n;
  } shown[] = {
    { "figure.mdx", 4 }, { "banner.mdl", 2 }, { "lantern.mdx", 2 }, { "lantern-1000.mdx", 2 }, { "beetle.m2", 2 }
  };
  Sitter sitter;
  Sheet sheet;
  if (studio_open (&sitter)) {
    sheet_init (&sheet, 12, SIDE);
    for (guint i = 0; i < G_N_ELEMENTS (shown); i++) {
      sit (&sitter, shown[i].name);
      for (guint k = 0; k < shown[i].n; k++) {
        play (&sitter, k, 400);
        draw (&sitter, &sheet);
      }
    }
    sheet_finish (&sheet, "sequences");
  }
  studio_close (&sitter);
}

static void
effects_have_a_past (void)
{
  Sitter sitter;
  Sheet sheet;
  if (studio_open (&sitter)) {
    sheet_init (&sheet, 8, SIDE);
    sit (&sitter, "effect.mdx");
    for (guint k = 0; k < 6; k++) {
      play (&sitter, k / 2, 400 + 400 * (k % 2));
      draw (&sitter, &sheet);
    }
    sit (&sitter, "beetle.m2");
    for (guint k = 0; k < 2; k++) {
      play (&sitter, k, 900);
      draw (&sitter, &sheet);
    }
    sheet_finish (&sheet, "effects");
  }
  studio_close (&sitter);
}

static void
layers_of_warcraft_3_have_filter_modes_and_flags (void)
{
  /* Unshaded, sphere map, two-sided, no depth test, no depth set. */
  static const uint32_t flags[] = { 0x1, 0x2, 0x10, 0x40, 0x80 };
  Sitter sitter;
  Sheet sheet;
  if (studio_open (&sitter)) {
    sheet_init (&sheet, 7 + G_N_ELEMENTS (flags), SIDE);
    for (guint mode = 0; mode < 7 + G_N_ELEMENTS (flags); mode++) {
      sit (&sitter, "figure.mdx");
      const MwMdlx *model = (const MwMdlx *) sitter.model;
      for (uint32_t i = 0; i < model->materials.n; i++) {
        const MwMdlxMaterial *material = (const MwMdlxMaterial *) model->materials.items[i];
        MwMdlxLayer *last = (MwMdlxLayer *) material->layers.items[material->layers.n - 1];
        if (mode < 7)
          last->filter_mode = mode;
        else
          last->flags = flags[mode - 7];
      }
      show (&sitter);
      draw (&sitter, &sheet);
    }
    sheet_finish (&sheet, "filter-modes");
  }
  studio_close (&sitter);
}

static void
surfaces_of_m2_have_blend_modes_and_flags (void)
{
  /* Unlit, two-sided, no depth test, no depth set. */
  static const uint16_t flags[] = { 0x1, 0x4, 0x8, 0x10 };
  Sitter sitter;
  Sheet sheet;
  if (studio_open (&sitter)) {
    sheet_init (&sheet, 8 + G_N_ELEMENTS (flags), SIDE);
    for (uint16_t mode = 0; mode < 8 + G_N_ELEMENTS (flags); mode++) {
      sit (&sitter, "beetle.m2");
      const MwM2 *model = (const MwM2 *) sitter.model;
      for (uint32_t i = 0; i < model->materials.n; i++) {
        MwM2Material *material = (MwM2Material *) model->materials.items[i];
        if (mode < 8)
          material->blend_mode = mode;
        else
          material->flags = flags[mode - 8];
      }
      show (&sitter);
      draw (&sitter, &sheet);
    }
    sheet_finish (&sheet, "blend-modes");
  }
  studio_close (&sitter);
}

static void
surfaces_of_m2_have_all_shaders (void)
{
  enum { STORED = 36, SIMPLE = 14 };
  static const uint16_t simple[SIMPLE] = { 0x00, 0x01, 0x03, 0x04, 0x06, 0x07, 0x10,
                                           0x11, 0x13, 0x14, 0x16, 0x17, 0x80, 0x88 };
  Sitter sitter;
  Sheet sheet;
  if (studio_open (&sitter)) {
    sheet_init (&sheet, STORED + SIMPLE, SIDE);
    for (guint i = 0; i < STORED + SIMPLE; i++) {
      sit (&sitter, "beetle.m2");
      MwM2 *model = (MwM2 *) sitter.model;
      const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[0];
      /* From Cataclysm on the stored number is the shader. The shell is the batch with two textures. */
      model->version = 272;
      ((MwM2Batch *) skin->batches.items[1])->shader = i < STORED ? (uint16_t) (0x8000 | i) : simple[i - STORED];
      sitter.frame.hidden = (const MwId[]) { model->particles.items[0]->id };
      sitter.frame.n_hidden = 1;
      show (&sitter);
      draw (&sitter, &sheet);
    }
    sheet_finish (&sheet, "shaders");
  }
  studio_close (&sitter);
}

/* The shell of the beetle fades from its skin to the wing's image and on to that of the glow, by the weights of the second and the
 * third texture. A fourth texture masks it. */
static void
textures_of_m2_have_weights (void)
{
  enum { PLAIN = 0x8012, MASKED = 0x8016, STEPS = 4 };
  static const float weights[STEPS][2] = { { 0, 0 }, { 0.5f, 0 }, { 1, 0.5f }, { 0.25f, 1 } };
  Sitter sitter;
  Sheet sheet;
  if (studio_open (&sitter)) {
    sheet_init (&sheet, 2 * STEPS, SIDE);
    for (guint masked = 0; masked < 2; masked++)
      for (guint i = 0; i < STEPS; i++) {
        sit (&sitter, "beetle.m2");
        MwM2 *model = (MwM2 *) sitter.model;
        const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[0];
        MwM2Batch *shell = (MwM2Batch *) skin->batches.items[1];
        MwRef textures[4], *const refs[] = { &shell->weight_2, &shell->weight_3 };
        const guint places[] = { 0, 2, 3, 2 };
        for (guint k = 0; k < G_N_ELEMENTS (textures); k++)
          textures[k] = m2_ref (model->textures.items[places[k]]);
        for (guint k = 0; k < G_N_ELEMENTS (refs); k++) {
          MwM2TextureWeight *weight = m2_add (model, "texture_weights", &mw_m2_texture_weight_schema);
          m2_set_constant (model, weight, "weight.track", &weights[i][k]);
          *refs[k] = m2_ref (weight);
        }
        mw_array_clear (&shell->textures);
        shell->textures = mw_array_copy (textures, masked ? 4 : 3, sizeof *textures);
        shell->shader = masked ? MASKED : PLAIN;
        ((MwM2Material *) mw_model_resolve (sitter.model, shell->material))->blend_mode = 2;
        model->version = 272;
        mw_array_clear (&model->uvs2);
        model->uvs2 = mw_array_copy (model->uvs.data, model->uvs.n, 2 * sizeof (float));
        sitter.frame.hidden = (const MwId[]) { model->particles.items[0]->id };
        sitter.frame.n_hidden = 1;
        show (&sitter);
        draw (&sitter, &sheet);
      }
    sheet_finish (&sheet, "texture-weights");
  }
  studio_close (&sitter);
}

static void
shadings_overlays_and_lights (void)
{
  static const char *const names[] = { "figure.mdx", "lantern.mdx", "beetle.m2" };
  Sitter sitter;
  Sheet shadings, overlays, lights;
  if (studio_open (&sitter)) {
    const guint n = G_N_ELEMENTS (names);
    sheet_init (&shadings, n * (MW_SHADING_MISSING + 1), SIDE);
    sheet_init (&overlays, n * 9, SIDE);
    sheet_init (&lights, n * (MW_LIGHTING_COUNT + 1), SIDE);
    for (guint i = 0; i < n; i++) {
      sit (&sitter, names[i]);
      for (int shading = 0; shading <= MW_SHADING_MISSING; shading++) {
        sitter.frame.shading = (MwShading) shading;
        draw (&sitter, &shadings);
      }
      sitter.frame.shading = MW_SHADING_TEXTURED;
      for (guint overlay = 0; overlay < 9; overlay++) {
        sitter.frame.overlays = 1u << overlay;
        draw (&sitter, &overlays);
      }
      sitter.frame.overlays = 0;
      sitter.frame.model_lights = TRUE;
      for (int lighting = 0; lighting <= MW_LIGHTING_COUNT; lighting++) {
        sitter.frame.lighting = lighting < MW_LIGHTING_COUNT ? (MwLighting) lighting : MW_LIGHTING_GAME;
        sitter.frame.light_turn[0] = lighting < MW_LIGHTING_COUNT ? 0 : 2;
        draw (&sitter, &lights);
      }
    }
    sheet_finish (&shadings, "shadings");
    sheet_finish (&overlays, "overlays");
    sheet_finish (&lights, "lights");
  }
  studio_close (&sitter);
}

static void
cameras_and_views (void)
{
  static const char *const names[] = { "figure.mdx", "lantern.mdx", "beetle.m2" };
  Sitter sitter;
  Sheet sheet;
  if (studio_open (&sitter)) {
    sheet_init (&sheet, 9, SIDE);
    for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
      sit (&sitter, names[i]);
      for (int k = 0; k < 2; k++) {
        mw_camera_set_view (&sitter.frame.camera, (MwView) (2 * (int) i + k));
        draw (&sitter, &sheet);
      }
      const MwList *cameras = mw_model_member (sitter.model, mw_aspects_of (sitter.model)->cameras);
      MwCameraState state;
      g_assert_true (mw_camera_evaluate (sitter.model, cameras->items[0], &sitter.frame.clock, &state));
      mw_camera_look (&sitter.frame.camera, state.eye, state.target, state.field_of_view, state.roll, 1);
      draw (&sitter, &sheet);
    }
    sheet_finish (&sheet, "cameras");
  }
  studio_close (&sitter);
}

/* The limits of sheet.h, on tiles of 100 pixels. */
static void
other_pictures_are_not_accepted (void)
{
  static const struct {
    guint n;         /* pixels that differ */
    uint8_t by[3];   /* in these channels */
    guint n_refused; /* tiles */
  } cases[] = {
    { 0, { 0, 0, 0 }, 0 },   { 1, { 40, 40, 40 }, 0 }, { 2, { 0, 0, 25 }, 1 },  { 4, { 24, 0, 0 }, 0 },
    { 100, { 0, 1, 0 }, 0 }, { 100, { 1, 1, 0 }, 1 },  { 1, { 200, 0, 0 }, 1 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Sheet sheet;
    sheet_init (&sheet, 3, 10);
    for (guint k = 0; k < 3; k++)
      sheet_add (&sheet, mw_image_new (10, 10, "made", NULL));
    g_autoptr (MwImage) stored = mw_image_new (30, 10, "made", NULL);
    /* In the middle tile. */
    for (guint k = 0; k < cases[i].n; k++)
      memcpy (stored->rgba + ((k / 10) * 30 + 10 + k % 10) * 4, cases[i].by, 3);
    g_test_message ("case %u", i);
    g_assert_cmpuint (sheet_n_other (&sheet, stored, "case"), ==, cases[i].n_refused);
    mw_image_free (sheet.image);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add_func ("/render/golden/" name, function)
  ADD ("samples play their sequences", samples_play_their_sequences);
  ADD ("effects have a past", effects_have_a_past);
  ADD ("layers of Warcraft III have filter modes and flags", layers_of_warcraft_3_have_filter_modes_and_flags);
  ADD ("surfaces of M2 have blend modes and flags", surfaces_of_m2_have_blend_modes_and_flags);
  ADD ("surfaces of M2 have all shaders", surfaces_of_m2_have_all_shaders);
  ADD ("textures of M2 have weights", textures_of_m2_have_weights);
  ADD ("shadings, overlays and lights", shadings_overlays_and_lights);
  ADD ("cameras and views", cameras_and_views);
  ADD ("other pictures are not accepted", other_pictures_are_not_accepted);
#undef ADD
  return g_test_run ();
}
