/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/lighting.h"
#include "core/base/i18n.h"
#include "core/pose/lights.h"
#include "core/pose/math.h"
#include "core/render/render-private.h"

#include <string.h>

typedef struct {
  float towards[3], colour[3], ambient[3];
} Sun;

#define MOST_SUNS 3

typedef struct {
  const char *word, *name;
  Sun suns[MW_WORLD_COUNT][MOST_SUNS]; /* those of Warcraft III are also for the other if that has none */
} Preset;

#define GREY(x)                                                                                                        \
  {                                                                                                                    \
    x, x, x                                                                                                            \
  }

/* The suns of `game` and `portrait` have the directions that the game's own files give (rendering.md 5); colours and all
 * else are chosen to look well. Where the light falls fully, colour and ambient add up to about 1.2 for the day. */
static const Preset presets[] = {
  [MW_LIGHTING_PLAIN] = { "plain", N_ ("Plain"), { { { { 0.5f, -0.3f, 0.8f }, GREY (0.8f), GREY (0.15f) } } } },
  [MW_LIGHTING_GAME] = { "game",
                         N_ ("Game, day"),
                         { { { { 1, 0.35f, 1.2f }, GREY (0.9f), GREY (0.3f) } },
                           { { { 0.6f, 0.4f, 0.9f }, { 0.85f, 0.8f, 0.7f }, { 0.4f, 0.42f, 0.48f } } } } },
  [MW_LIGHTING_PORTRAIT] = { "portrait",
                             N_ ("Portrait"),
                             { { { { 0.3f, -0.3f, 0.25f }, GREY (0.9f), GREY (0.35f) } } } },
  [MW_LIGHTING_STUDIO] = { "studio",
                           N_ ("Studio"),
                           { { { { 0.7f, -0.5f, 0.6f }, { 0.8f, 0.76f, 0.7f }, GREY (0.2f) },
                               { { 0.4f, 0.9f, 0.1f }, { 0.25f, 0.29f, 0.35f }, GREY (0) },
                               { { -0.9f, 0.2f, 0.5f }, { 0.5f, 0.52f, 0.6f }, GREY (0) } } } },
  [MW_LIGHTING_NIGHT] = { "night",
                          N_ ("Game, night"),
                          { { { { 1, 0.35f, 1.2f }, { 0.22f, 0.27f, 0.45f }, { 0.12f, 0.14f, 0.24f } } } } },
  [MW_LIGHTING_MODEL] = { "model", N_ ("Model's lights only") },
  [MW_LIGHTING_HOUR] = { "hour", N_ ("Time of day") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (presets) == MW_LIGHTING_COUNT);

const char *
mw_lighting_word (MwLighting lighting)
{
  return presets[lighting].word;
}

const char *
mw_lighting_name (MwLighting lighting)
{
  return presets[lighting].name;
}

gboolean
mw_lighting_is_of (MwLighting lighting, const MwModel *model)
{
  return lighting != MW_LIGHTING_HOUR || mw_scene_of (model)->world (model) == MW_WORLD_WARCRAFT_III;
}

static gboolean
shines (const Sun *sun)
{
  return mw_vec_dot (sun->colour, sun->colour) > 0;
}

/* Turns a direction, which becomes a unit vector. */
static void
turn_towards (float v[3], const float turn[2])
{
  mw_vec_normalise (v);
  float azimuth = atan2f (v[1], v[0]) + turn[0];
  float elevation = CLAMP (asinf (CLAMP (v[2], -1, 1)) + turn[1], -G_PI_2, G_PI_2);
  v[0] = cosf (elevation) * cosf (azimuth);
  v[1] = cosf (elevation) * sinf (azimuth);
  v[2] = sinf (elevation);
}

static void
append_sun (const float towards[3], const float colour[3], const float ambient[3], const float turn[2], GArray *lights)
{
  MwLight light = { .kind = MW_LIGHT_DIRECTIONAL };
  memcpy (light.at, towards, sizeof light.at);
  memcpy (light.colour, colour, sizeof light.colour);
  memcpy (light.ambient, ambient, sizeof light.ambient);
  turn_towards (light.at, turn);
  g_array_append_val (lights, light);
}

/* Appends the lights (MwLight) of a frame's lighting for the world of the model. */
static void
append_preset (const MwFrame *frame, const MwModel *model, GArray *lights)
{
  const MwLighting lighting = frame->lighting == MW_LIGHTING_HOUR ? MW_LIGHTING_GAME : frame->lighting;
  if (frame->lighting == MW_LIGHTING_HOUR && frame->sun.on) {
    append_sun (frame->sun.towards, frame->sun.colour, frame->sun.ambient, frame->light_turn, lights);
    return;
  }
  const Preset *preset = &presets[lighting];
  MwWorld world = mw_scene_of (model)->world (model);
  const Sun *suns = preset->suns[shines (&preset->suns[world][0]) ? world : MW_WORLD_WARCRAFT_III];
  for (guint i = 0; i < MOST_SUNS && shines (&suns[i]); i++)
    append_sun (suns[i].towards, suns[i].colour, suns[i].ambient, frame->light_turn, lights);
}

/* --- The lights of a frame ------------------------------------------------------------------------------------------ */

/* Moves a light to view space. */
static void
to_view (MwLight *light, const float view[16])
{
  const float at[3] = { light->at[0], light->at[1], light->at[2] };
  for (int i = 0; i < 3; i++)
    light->at[i] = view[i] * at[0] + view[4 + i] * at[1] + view[8 + i] * at[2]
                   + (light->kind == MW_LIGHT_POINT ? view[12 + i] : 0);
}

/* A directional light comes first: HD surfaces also mirror the surroundings that belong to it. */
static void
sun_first (GArray *lights)
{
  for (guint i = 0; i < lights->len; i++) {
    MwLight light = g_array_index (lights, MwLight, i);
    if (light.kind != MW_LIGHT_DIRECTIONAL)
      continue;
    g_array_remove_index (lights, i);
    g_array_prepend_val (lights, light);
    return;
  }
}

/* The model's own lights, without those that are hidden. */
static void
append_own (const MwRenderer *renderer, const MwFrame *frame, GArray *lights)
{
  const guint first = lights->len;
  mw_lights_append (renderer->skeleton, &frame->clock, lights);
  for (guint i = lights->len; i > first; i--)
    if (mw_ids_have (frame->hidden, frame->n_hidden, g_array_index (lights, MwLight, i - 1).id))
      g_array_remove_index (lights, i - 1);
}

void
mw_renderer_light (MwRenderer *renderer, const MwFrame *frame)
{
  GArray *lights = renderer->lights;
  g_array_set_size (lights, 0);
  append_preset (frame, renderer->model, lights);
  if (frame->lighting == MW_LIGHTING_MODEL || (frame->lighting != MW_LIGHTING_PLAIN && frame->model_lights))
    append_own (renderer, frame, lights);
  sun_first (lights);
  g_array_set_size (lights, MIN (lights->len, MW_LIGHTS_MOST));
  for (guint i = 0; i < lights->len; i++)
    to_view (&g_array_index (lights, MwLight, i), renderer->view);
}

void
mw_lights_set (const MwGl *gl, const MwProgram *program, const GArray *lights)
{
  float at[MW_LIGHTS_MOST][4] = { 0 }, colour[MW_LIGHTS_MOST][4] = { 0 }, ambient[MW_LIGHTS_MOST][4] = { 0 },
        fall[MW_LIGHTS_MOST][4] = { 0 };
  for (guint i = 0; i < lights->len; i++) {
    const MwLight *light = &g_array_index (lights, MwLight, i);
    memcpy (at[i], light->at, sizeof light->at);
    memcpy (colour[i], light->colour, sizeof light->colour);
    memcpy (ambient[i], light->ambient, sizeof light->ambient);
    at[i][3] = (float) light->kind;
    colour[i][3] = light->start;
    ambient[i][3] = light->end;
    memcpy (fall[i], (float[]) { light->quadratic, light->linear, light->damping }, 3 * sizeof (float));
  }
  gl->Uniform1i (program->n_lights, (GLint) lights->len);
  gl->Uniform4fv (program->lights_at, MW_LIGHTS_MOST, at[0]);
  gl->Uniform4fv (program->lights_colour, MW_LIGHTS_MOST, colour[0]);
  gl->Uniform4fv (program->lights_ambient, MW_LIGHTS_MOST, ambient[0]);
  gl->Uniform4fv (program->lights_fall, MW_LIGHTS_MOST, fall[0]);
}
