/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/m2-emitter.h"
#include "tests/core/pose/m2-models.h"

#include <math.h>

const float m2_emitter_view[16] = { 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1 };

void
m2_emitter_number (M2Emitter *world, const char *track, float value)
{
  const MwField *field = mw_schema_field (&mw_m2_particle_schema, track);
  if (*(MwRecord **) mw_field_at (&world->e->record, field))
    mw_record_free (mw_child_take (&world->model->model, &world->e->record, field));
  m2_set_constant (world->model, world->e, track, &value);
}

void
m2_emitter_set_up (M2Emitter *world, uint32_t version)
{
  MwM2 *model = world->model = mw_m2_new (version);
  world->stand = m2_add_sequence (model, 0, 4000, 0x20);
  world->bone = m2_add_bone (model, NULL, 0, 0, 0);
  MwM2Particle *e = world->e = m2_add (model, "particles", &mw_m2_particle_schema);
  e->bone = m2_ref (world->bone);
  e->texture = MW_REF_NONE;
  e->position[0] = 1;
  e->emitter_type = 1;
  e->rows = e->columns = 2;
  e->drag = e->wind_time = 0;
  e->twinkle_scale[0] = e->twinkle_scale[1] = e->twinkle_percent = 1;
  e->scaling[0] = e->scaling[1] = e->scaling[2] = 1;
  e->time = 0.5f;
  m2_emitter_number (world, "speed.track", 3);
  m2_emitter_number (world, "life_span.track", 1);
  m2_emitter_number (world, "emission_rate.track", 62.5f);
  m2_emitter_number (world, "gravity.track", 0);
  if (version >= 264)
    m2_set_curve (model, e, "alpha.curve", 2, (float[]) { 0, 1 });
  world->skeleton = mw_skeleton_new (&model->model);
  world->particles = mw_particles_new (world->skeleton, &e->record);
  g_assert_nonnull (world->particles);
  world->vertices = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
}

void
m2_emitter_tear_down (M2Emitter *world)
{
  g_array_unref (world->vertices);
  mw_particles_free (world->particles);
  mw_skeleton_free (world->skeleton);
  mw_model_free (&world->model->model);
}

guint
m2_emitter_draw (M2Emitter *world, int32_t time)
{
  MwClock clock = m2_clock (world->model, world->stand, time);
  mw_particles_reset (world->particles);
  mw_particles_update (world->particles, &clock);
  mw_skeleton_update (world->skeleton, &clock, m2_emitter_view);
  g_array_set_size (world->vertices, 0);
  return mw_particles_append_quads (world->particles, mw_skeleton_matrix (world->skeleton, world->e->record.id),
                                    m2_emitter_view, world->vertices);
}

const MwSpriteVertex *
m2_emitter_quad (const M2Emitter *world, guint i)
{
  g_assert_cmpuint (4 * i + 3, <, world->vertices->len);
  return &g_array_index (world->vertices, MwSpriteVertex, 4 * i);
}

void
quad_centre (const MwSpriteVertex *quad, float out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = (quad[0].position[i] + quad[2].position[i]) / 2;
}

void
quad_axes (const MwSpriteVertex *quad, float along[3], float across[3])
{
  for (int i = 0; i < 3; i++) {
    along[i] = (quad[3].position[i] - quad[0].position[i]) / 2;
    across[i] = (quad[0].position[i] - quad[1].position[i]) / 2;
  }
}

double
quad_age (const MwSpriteVertex *quad)
{
  return (double) quad->rgba[3];
}

guint
quad_cell (const MwSpriteVertex *quad)
{
  return (guint) lroundf (quad[0].uv[0] * 2) + 2 * (guint) lroundf (quad[0].uv[1] * 2);
}
