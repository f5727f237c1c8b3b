/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/pose/wow-particles.h"

/* Particles of World of Warcraft that are models (rendering.md 4.4). */

void
mw_wow_particle_turn (const float world[16], float out[4])
{
  float m[3][3];
  memcpy (out, (const float[4]) { 0, 0, 0, 1 }, 4 * sizeof *out);
  for (int i = 0; i < 3; i++) {
    memcpy (m[i], world + (gsize) 4 * i, sizeof m[i]);
    if (mw_vec_normalise (m[i]) == 0)
      return;
  }
  /* The largest component first, so that nothing is divided by almost 0: m[column][row]. */
  const float sums[4] = { 1 + m[0][0] - m[1][1] - m[2][2], 1 - m[0][0] + m[1][1] - m[2][2],
                          1 - m[0][0] - m[1][1] + m[2][2], 1 + m[0][0] + m[1][1] + m[2][2] };
  int most = 0;
  for (int i = 1; i < 4; i++)
    most = sums[i] > sums[most] ? i : most;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const float apart = m[j][k] - m[k][j];
    if (most == 3)
      out[i] = apart;
    else if (most == i)
      out[3] = apart;
    else
      out[i] = m[most][i] + m[i][most];
  }
  out[most] = sums[most];
  mw_quat_normalise (out);
}

/* The turning speed about each axis, in radians per second. Clients take the smallest speed into account for the first axis only. */
static void
tumble_of (const MwEmitterState *e, const MwParticle *p, float out[3])
{
  for (guint i = 0; i < 3; i++) {
    const float range = e->tumble[i][1] - e->tumble[i][0],
                chance = (mw_particle_chance (p, MW_CHANCE_TUMBLE + i) + 1) / 2;
    out[i] = i == 0 ? e->tumble[i][0] + chance * range : (1 + chance) * range;
    /* A digit of the same random number that does not show in the speed. */
    if ((e->flags & MW_EMITTER_TUMBLER) && (guint) (chance * 8192) % 2 == 0)
      out[i] = -out[i];
  }
}

gboolean
mw_wow_particles_place_model (const MwParticles *particles, const MwParticle *p, float f, const float world[16],
                              MwModelPlace *out)
{
  static const float ones[3] = { 1, 1, 1 };
  const MwEmitterState *e = &particles->now;
  float axis[3], base[16], turn[16], quaternion[4] = { 0, 0, 0, 1 }, spun[16];
  MwParticleLook look = { 0 };
  MwParticleShape shape;
  if (e->look)
    e->look (particles, p, f, &look, &shape);
  else
    shape.scale[0] = shape.scale[1] = mw_particle_segments_at (&e->segments, f, &look);
  if (!mw_wow_particle_twinkle (e, p, &shape))
    return FALSE;
  const float inherited = e->flags & MW_EMITTER_INHERIT_SCALE ? mw_vec_length (world) : 1;
  const float sizes[3] = { inherited * shape.scale[0], inherited * shape.scale[1],
                           inherited * (shape.scale[0] + shape.scale[1]) / 2 };
  tumble_of (e, p, axis);
  const float angle = p->age * mw_vec_normalise (axis);
  if (angle != 0) {
    for (int i = 0; i < 3; i++)
      quaternion[i] = axis[i] * sinf (angle / 2);
    quaternion[3] = cosf (angle / 2);
  }
  memcpy (base, e->flags & MW_EMITTER_MODEL_SPACE ? world : mw_mat_identity, sizeof base);
  memset (base + 12, 0, 3 * sizeof *base);
  memcpy (turn, mw_mat_identity, sizeof turn);
  memcpy (spun, mw_mat_identity, sizeof spun);
  if (!(e->flags & MW_EMITTER_MODEL_SPACE))
    mw_mat_set_rotation_scale (base, p->turn, ones);
  mw_mat_set_rotation_scale (turn, quaternion, sizes);
  mw_mat_multiply (base, turn, spun);
  memcpy (spun + 12, p->position, sizeof p->position);
  memcpy (out->world, spun, sizeof spun);
  memcpy (out->rgba, look.rgba, sizeof out->rgba);
  return TRUE;
}
