/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"

#include <math.h>
#include <string.h>

/* Some flags of M2 records choose between two forms in which a value is stored. When such a flag changes, the value
 * is converted to the other form. A notice reports what that form cannot hold. */

static void G_GNUC_PRINTF (3, 4) note (MwDocument *self, const MwRecord *record, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args), *path = mw_record_path (record);
  va_end (args);
  mw_document_notice (self, g_strdup_printf ("%s: %s", path, text));
}

/* --- Blend times ---------------------------------------------------------------------------------------------------- */

static void
split_blend (MwDocument *self, MwM2Sequence *sequence)
{
  MwRecord *record = &sequence->record;
  uint16_t half = (uint16_t) MIN (sequence->blend_time, G_MAXUINT16);
  if (half != sequence->blend_time)
    note (self, record, "it blended for %u ms, but each half of a split blend time lasts at most %u",
          sequence->blend_time, half);
  mw_document_put_value (self, record, MW_FIELD (MwM2Sequence, blend_in), &half, sizeof half);
  mw_document_put_value (self, record, MW_FIELD (MwM2Sequence, blend_out), &half, sizeof half);
  mw_document_put_default (self, record, MW_FIELD (MwM2Sequence, blend_time));
}

static void
join_blend (MwDocument *self, MwM2Sequence *sequence)
{
  MwRecord *record = &sequence->record;
  uint32_t time = sequence->blend_in;
  if (sequence->blend_in != sequence->blend_out)
    note (self, record, "it blended in for %u ms and out for %u ms; both are now %u ms", sequence->blend_in,
          sequence->blend_out, time);
  mw_document_put_value (self, record, MW_FIELD (MwM2Sequence, blend_time), &time, sizeof time);
  mw_document_put_default (self, record, MW_FIELD (MwM2Sequence, blend_in));
  mw_document_put_default (self, record, MW_FIELD (MwM2Sequence, blend_out));
}

/* --- Textures ------------------------------------------------------------------------------------------------------- */

/* All three textures become the one that the emitter had, so it looks the same, and the user sees which to change. */
static void
take_three (MwDocument *self, MwM2Particle *emitter)
{
  MwRecord *record = &emitter->record;
  mw_document_put_value (self, record, MW_FIELD (MwM2Particle, texture_2), &emitter->texture, sizeof emitter->texture);
  mw_document_put_value (self, record, MW_FIELD (MwM2Particle, texture_3), &emitter->texture, sizeof emitter->texture);
}

/* Keeps the first texture. The others are reset here if they equal it. Otherwise they are lost with a notice, like
 * all fields that cease to exist. */
static void
take_one (MwDocument *self, MwM2Particle *emitter)
{
  const MwField *const others[] = { MW_FIELD (MwM2Particle, texture_2), MW_FIELD (MwM2Particle, texture_3) };
  MwRecord *record = &emitter->record;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (memcmp (mw_field_at (record, others[i]), &emitter->texture, sizeof (MwRef)) == 0)
      mw_document_put_default (self, record, others[i]);
}

/* --- Gravity -------------------------------------------------------------------------------------------------------- */

typedef struct {
  gboolean rounded, cut, sideways;
} Losses;

/* Plain gravity pulls along the negative z axis. So the compressed magnitude has the opposite sign, and x and y are
 * 0. */
static void
compress (float from, int16_t to[3], Losses *losses)
{
  double steps = -(double) from / MW_M2_GRAVITY_STEP, whole = isnan (steps) ? 0 : round (steps);
  losses->cut |= isnan (steps) || fabs (whole) > G_MAXINT16;
  losses->rounded |= fabs (whole * MW_M2_GRAVITY_STEP + (double) from) > 1e-6 * MAX (1, fabs ((double) from));
  to[0] = to[1] = 0;
  to[2] = (int16_t) CLAMP (whole, -G_MAXINT16, G_MAXINT16);
}

static void
expand (const int16_t from[3], float *to, Losses *losses)
{
  float vector[3];
  mw_m2_expand_gravity (from, vector);
  losses->sideways |= vector[0] != 0 || vector[1] != 0;
  *to = -vector[2];
}

static MwArray
convert_values (const MwArray *from, gboolean compressing, Losses *losses)
{
  MwArray to = mw_array_new (from->n, compressing ? 3 * sizeof (int16_t) : sizeof (float));
  for (uint32_t i = 0; i < from->n; i++)
    if (compressing)
      compress (((const float *) from->data)[i], (int16_t *) to.data + 3 * (gsize) i, losses);
    else
      expand ((const int16_t *) from->data + 3 * (gsize) i, (float *) to.data + i, losses);
  return to;
}

/* A copy of a record under another schema. It has only the fields that both schemas store alike, so neither values
 * nor lanes. */
static MwRecord *
copy_as (const MwRecord *from, const MwSchema *schema)
{
  MwRecord *to = mw_record_convert_kind (from, schema);
  mw_record_forget_ids (to);
  mw_notes_drop (to);
  return to;
}

/* A copy of a track with converted values. Its lanes keep their sequences. */
static MwM2Track *
convert_track (const MwM2Track *from, const MwSchema *schema, gboolean compressing, Losses *losses)
{
  MwM2Track *to = (MwM2Track *) copy_as (&from->record, schema);
  const MwField *lanes = MW_FIELD_IN (schema, MwM2Track, lanes);
  to->values = convert_values (&from->values, compressing, losses);
  for (uint32_t i = 0; i < from->lanes.n; i++) {
    const MwM2Lane *lane = (const MwM2Lane *) from->lanes.items[i];
    MwM2Lane *copy = (MwM2Lane *) copy_as (&lane->record, lanes->schema);
    copy->values = convert_values (&lane->values, compressing, losses);
    mw_list_append (NULL, &to->record, lanes, &copy->record);
  }
  return to;
}

static void
convert_gravity (MwDocument *self, MwM2Particle *emitter, gboolean compressing)
{
  MwRecord *record = &emitter->record;
  MwM2Track *from = compressing ? emitter->gravity_track : emitter->gravity_vector_track;
  const MwField *slot = compressing ? MW_FIELD (MwM2Particle, gravity_vector_track)
                                    : MW_FIELD (MwM2Particle, gravity_track);
  Losses losses = { 0 };
  if (!from)
    return;
  MwM2Track *to = convert_track (from, slot->schema, compressing, &losses);
  MwRecord *old = *(MwRecord **) mw_field_at (record, slot);
  if (old)
    mw_document_take_record (self, old);
  mw_document_put_record (self, record, slot, 0, &to->record);
  mw_document_take_record (self, &from->record);
  if (losses.rounded)
    note (self, record, "its gravity is rounded to steps of %g", MW_M2_GRAVITY_STEP);
  if (losses.cut)
    note (self, record, "its gravity is cut to %g, the most that compressed gravity holds",
          G_MAXINT16 * MW_M2_GRAVITY_STEP);
  if (losses.sideways)
    note (self, record, "its gravity also pulled sideways, which uncompressed gravity cannot do");
}

/* Refuses the conversion if keys are in a file that is not loaded, because they could not be converted. */
gboolean
mw_m2_can_convert_gravity (const MwM2 *model, const MwM2Particle *emitter, const MwField *field, GError **error)
{
  const MwM2Track *track = emitter->gravity_track ? emitter->gravity_track : emitter->gravity_vector_track;
  for (uint32_t i = 0; track && track->spread == MW_M2_SPREAD_SEQUENCES && i < model->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[i];
    if (sequence->not_loaded && !track->global_sequence.id)
      return mw_m2_refuse_not_loaded (error, &emitter->record, field, sequence);
  }
  return TRUE;
}

/* --- The rule ------------------------------------------------------------------------------------------------------- */

void
mw_m2_convert (MwDocument *self, MwRecord *record, const MwField *field, const void *before)
{
  uint32_t was, is, changed;
  if (!mw_m2_has_lanes (mw_m2_of (self))
      || (field != MW_FIELD (MwM2Sequence, flags) && field != MW_FIELD (MwM2Particle, flags)))
    return;
  memcpy (&was, before, sizeof was);
  memcpy (&is, mw_field_at (record, field), sizeof is);
  changed = was ^ is;
  if (record->schema == &mw_m2_sequence_schema && (changed & MW_M2_SEQUENCE_SPLIT_BLEND))
    (is & MW_M2_SEQUENCE_SPLIT_BLEND ? split_blend : join_blend) (self, (MwM2Sequence *) record);
  if (record->schema != &mw_m2_particle_schema)
    return;
  if (changed & MW_M2_PARTICLE_MULTITEXTURE)
    (is & MW_M2_PARTICLE_MULTITEXTURE ? take_three : take_one) (self, (MwM2Particle *) record);
  if (changed & MW_M2_PARTICLE_COMPRESSED_GRAVITY)
    convert_gravity (self, (MwM2Particle *) record, (is & MW_M2_PARTICLE_COMPRESSED_GRAVITY) != 0);
}
