/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-m2.h"

/* Lights, emitters and ribbons (m2.md 5.14, 5.16 and 5.17). */

/* --- Values of tracks ----------------------------------------------------------------------------------------------- */

/* Reports the first key below 0 of some keys. */
static gboolean
check_not_negative (MwChecking *c, MwRuleNumber rule, const MwRecord *holder, const MwArray *array)
{
  const float *values = array->data;
  for (uint32_t i = 0; i < array->n; i++)
    if (values[i] < 0) {
      mw_check_find_at (c, rule, holder, mw_schema_part (holder->schema, MW_PART_VALUES), i, "found less than 0");
      return TRUE;
    }
  return FALSE;
}

static void
check_track_not_negative (MwChecking *c, MwRuleNumber rule, const MwM2Track *track)
{
  if (!track || c->one || check_not_negative (c, rule, &track->record, &track->values))
    return;
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[i];
    if (check_not_negative (c, rule, &lane->record, &lane->values))
      return;
  }
}

static gboolean
are_zero (const MwArray *array)
{
  const float *values = array->data;
  for (uint32_t i = 0; i < array->n; i++)
    if (values[i] != 0)
      return FALSE;
  return TRUE;
}

/* Whether a track has keys, and all are 0. */
static gboolean
is_zero (const MwM2Track *track)
{
  uint32_t n = track ? track->values.n : 0;
  if (!track || !are_zero (&track->values))
    return FALSE;
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[i];
    if (!are_zero (&lane->values))
      return FALSE;
    n += lane->values.n;
  }
  return n > 0;
}

static void
check_cells (MwChecking *c, const MwRecord *record, const MwField *rows, const MwField *columns)
{
  const MwField *const fields[] = { rows, columns };
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (*(const uint16_t *) mw_field_at (record, fields[i]) == 0)
      mw_check_find_in (c, MW_RULE_M2_CELLS_NONE, record, fields[i], "found 0");
}

/* --- Ribbons -------------------------------------------------------------------------------------------------------- */

static void
check_ribbon (MwChecking *c, const MwRecord *record)
{
  const MwM2Ribbon *ribbon = (const MwM2Ribbon *) record;
  check_track_not_negative (c, MW_RULE_RIBBON_HEIGHT, ribbon->height_above_track);
  check_track_not_negative (c, MW_RULE_RIBBON_HEIGHT, ribbon->height_below_track);
  if (!c->one && is_zero (ribbon->height_above_track) && is_zero (ribbon->height_below_track))
    mw_check_find_in (c, MW_RULE_RIBBON_FLAT, record, NULL, "the heights above and below are 0");
  if (!(ribbon->life_span > 0))
    mw_check_find_in (c, MW_RULE_RIBBON_LIFE, record, MW_FIELD (MwM2Ribbon, life_span),
                      "expected more than 0; clients use at least 0.25 s");
  if (!(ribbon->emission_rate > 0))
    mw_check_find_in (c, MW_RULE_RIBBON_RATE, record, MW_FIELD (MwM2Ribbon, emission_rate), "expected more than 0");
  check_cells (c, record, MW_FIELD (MwM2Ribbon, rows), MW_FIELD (MwM2Ribbon, columns));
  if (!c->one && ribbon->textures.n == 0)
    mw_check_find_in (c, MW_RULE_M2_RIBBON_EMPTY, record, MW_FIELD (MwM2Ribbon, textures), "found none");
  if (!c->one && ribbon->materials.n == 0)
    mw_check_find_in (c, MW_RULE_M2_RIBBON_EMPTY, record, MW_FIELD (MwM2Ribbon, materials), "found none");
}

/* --- Emitters ------------------------------------------------------------------------------------------------------- */

#define HEAD 0x20000u
#define TAIL 0x40000u

static void
check_heads (MwChecking *c, const MwM2 *model, const MwM2Particle *emitter)
{
  const MwRecord *record = &emitter->record;
  const uint32_t both = emitter->flags & (HEAD | TAIL);
  if (model->version < MW_M2_LANES_SINCE) {
    if (both)
      mw_check_find_in (c, MW_RULE_M2_PARTICLE_HEADS, record, MW_FIELD (MwM2Particle, flags),
                        "found 0x%X, which only clients from 264 on read", both);
    return;
  }
  if (!both)
    mw_check_find_in (c, MW_RULE_M2_PARTICLE_HEADS, record, MW_FIELD (MwM2Particle, flags),
                      "found neither 0x20000 (head) nor 0x40000 (tail)");
  if (model->version < MW_M2_EMITTER_TEXTURE_SCALE_SINCE && emitter->head_or_tail)
    mw_check_find_in (c, MW_RULE_M2_PARTICLE_HEADS, record, MW_FIELD (MwM2Particle, head_or_tail),
                      "found %u, which only clients before 264 read", emitter->head_or_tail);
}

static void
check_texture_number (MwChecking *c, const MwM2 *model, const MwRecord *record, const MwField *field)
{
  const MwRecord *texture = mw_model_resolve (&model->model, *(const MwRef *) mw_field_at (record, field));
  if (texture && mw_record_index (texture) > MW_M2_PARTICLE_MOST_TEXTURE)
    mw_check_find_in (c, MW_RULE_M2_PARTICLE_TEXTURES, record, field, "found %u, expected at most %u",
                      mw_record_index (texture), MW_M2_PARTICLE_MOST_TEXTURE);
}

static void
check_particles (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Particle *emitter = (const MwM2Particle *) record;
  enum { MOST_BLEND = 4, SPLINE = 3 };
  check_heads (c, model, emitter);
  if (emitter->blend_mode > MOST_BLEND
      && (model->version < MW_M2_FOUR_TEXTURES_SINCE || mw_check_is_for_older (c, 40000)))
    mw_check_find_in (c, MW_RULE_M2_PARTICLE_BLEND, record, MW_FIELD (MwM2Particle, blend_mode),
                      "found %u, expected at most %d", emitter->blend_mode, MOST_BLEND);
  if (!c->one && emitter->emitter_type == SPLINE && emitter->spline.n < 2)
    mw_check_find_in (c, MW_RULE_M2_PARTICLE_SPLINE, record, MW_FIELD (MwM2Particle, spline), "found %u",
                      emitter->spline.n);
  check_cells (c, record, MW_FIELD (MwM2Particle, rows), MW_FIELD (MwM2Particle, columns));
  if (emitter->flags & MW_M2_PARTICLE_MULTITEXTURE && mw_m2_has_lanes (model)) {
    check_texture_number (c, model, record, MW_FIELD (MwM2Particle, texture));
    check_texture_number (c, model, record, MW_FIELD (MwM2Particle, texture_2));
    check_texture_number (c, model, record, MW_FIELD (MwM2Particle, texture_3));
  }
  check_track_not_negative (c, MW_RULE_PARTICLE_Z_SOURCE, emitter->z_source_track);
  check_track_not_negative (c, MW_RULE_PARTICLE_RATE, emitter->emission_rate_track);
}

/* --- Lights --------------------------------------------------------------------------------------------------------- */

/* Models of login screens have fly-by cameras, or this flag. */
static gboolean
is_login_screen (const MwM2 *model)
{
  enum { FLY_BY = -1, LOGIN_SCREEN = 0x8000 };
  for (uint32_t i = 0; i < model->cameras.n; i++)
    if (((const MwM2Camera *) model->cameras.items[i])->type == FLY_BY)
      return TRUE;
  return model->global_flags & LOGIN_SCREEN;
}

static void
check_light (MwChecking *c, const MwRecord *record)
{
  enum { DIRECTIONAL = 0 };
  if (((const MwM2Light *) record)->type == DIRECTIONAL && !is_login_screen ((const MwM2 *) c->model))
    mw_check_find_in (c, MW_RULE_M2_LIGHT_DIRECTIONAL, record, MW_FIELD (MwM2Light, type), "found 0");
}

const MwRecordCheck mw_m2_effect_checks[] = { { &mw_m2_ribbon_schema, check_ribbon },
                                              { &mw_m2_particle_schema, check_particles },
                                              { &mw_m2_light_schema, check_light },
                                              { 0 } };
