/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"

#include <math.h>
#include <string.h>

/* Other colours for emitters, lights, ribbons and all else that has colours. The change is linear in red, green and blue, so
 * that the tangents of keys follow and every curve between keys changes as its keys do. */

typedef struct {
  MwRecord record;
  float hue, saturation, brightness;
} RecolourParams;

static const MwField recolour_fields[] = {
  MW_FIELD_F32 (
    RecolourParams, hue, "hue", .min = -360, .max = 360, .unit = MW_UNIT_DEGREES, .label = N_ ("Hue"),
    .doc = N_ ("How far colours turn around the colour wheel: 120 makes red green, green blue and blue red.")),
  MW_FIELD_F32 (RecolourParams, saturation, "saturation", .max = 10, .def = 1, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Saturation"), .doc = N_ ("1 keeps it, 0 makes everything grey.")),
  MW_FIELD_F32 (RecolourParams, brightness, "brightness", .max = 10, .def = 1, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Brightness"), .doc = N_ ("1 keeps it, 0 makes everything black.")),
};
static const MwSchema recolour_params = { .name = "effect-recolour",
                                          .label = N_ ("Recolour"),
                                          .size = sizeof (RecolourParams),
                                          .fields = recolour_fields,
                                          .n_fields = G_N_ELEMENTS (recolour_fields) };

enum { CHANNELS = 3 };

typedef struct {
  MwDocument *document;
  const MwRecord *element;
  double matrix[CHANNELS][CHANNELS];
  guint found, changed;
  GError **error;
} Recolouring;

/* A rotation about the grey axis, then the distance from that axis, then all of it. */
static void
fill_matrix (Recolouring *r, const RecolourParams *params)
{
  const double angle = (double) params->hue * G_PI / 180, c = cos (angle), s = sin (angle) / sqrt (3);
  const double rotation[CHANNELS] = { (1 + 2 * c) / 3, (1 - c) / 3 - s, (1 - c) / 3 + s };
  for (guint row = 0; row < CHANNELS; row++)
    for (guint column = 0; column < CHANNELS; column++) {
      double turned = rotation[(column + CHANNELS - row) % CHANNELS], grey = 1 / 3.;
      double value = (double) params->brightness * (grey + (double) params->saturation * (turned - grey));
      /* Exact for turns by thirds of the wheel. */
      r->matrix[row][column] = fabs (value - round (value)) < 1e-12 ? round (value) : value;
    }
}

/* --- Numbers -------------------------------------------------------------------------------------------------------- */

/* `most`: the brightest value that files have; colours that are brighter already may stay so. 0: tangents, which have no limit. */
static void
recolour (const Recolouring *r, const double in[CHANNELS], double out[CHANNELS], double most)
{
  double limit = MAX (MAX (most, in[0]), MAX (in[1], in[2]));
  for (guint row = 0; row < CHANNELS; row++) {
    out[row] = 0;
    for (guint column = 0; column < CHANNELS; column++)
      out[row] += r->matrix[row][column] * in[column];
    if (most > 0)
      out[row] = CLAMP (out[row], 0, limit);
  }
}

static void
recolour_floats (const Recolouring *r, float *colours, guint n, double most)
{
  for (guint i = 0; i < n; i++, colours += CHANNELS) {
    double in[CHANNELS] = { (double) colours[0], (double) colours[1], (double) colours[2] }, out[CHANNELS];
    if (!isfinite (in[0]) || !isfinite (in[1]) || !isfinite (in[2]))
      continue;
    recolour (r, in, out, most);
    for (guint c = 0; c < CHANNELS; c++)
      colours[c] = (float) out[c];
  }
}

/* --- Fields --------------------------------------------------------------------------------------------------------- */

static gboolean
recolour_value (Recolouring *r, const MwRecord *record, const MwField *field)
{
  const void *now = mw_field_at (record, field);
  union {
    float f[CHANNELS];
    guint8 u[CHANNELS + 1];
  } colour;
  const gsize size = mw_field_element_size (field);
  if (size > sizeof colour || (field->type != MW_TYPE_F32 && field->type != MW_TYPE_U8))
    return TRUE;
  memcpy (&colour, now, size);
  if (field->type == MW_TYPE_F32) {
    recolour_floats (r, colour.f, 1, 1);
  } else {
    double in[CHANNELS] = { colour.u[0], colour.u[1], colour.u[2] }, out[CHANNELS];
    recolour (r, in, out, G_MAXUINT8);
    for (guint c = 0; c < CHANNELS; c++)
      colour.u[c] = (guint8) lround (out[c]);
  }
  r->found++;
  if (memcmp (&colour, now, size) == 0)
    return TRUE;
  r->changed++;
  return mw_document_set_field (r->document, record->id, field, &colour, size, r->error);
}

/* The colours or tangents of keys. */
static gboolean
recolour_keys (Recolouring *r, const MwRecord *record, MwPart part)
{
  const MwField *field = mw_schema_part (record->schema, part);
  const MwArray *now = field ? mw_field_at (record, field) : NULL;
  if (!now || !now->n || field->element != MW_TYPE_F32 || field->count != CHANNELS)
    return TRUE;
  /* m2.md 5.17: over the life of a particle colours are 0 to 255. */
  double most = part != MW_PART_VALUES ? 0 : record->schema->keys == MW_KEYS_CURVE ? G_MAXUINT8 : 1;
  MwArray colours = mw_array_copy (now->data, now->n, CHANNELS * sizeof (float));
  recolour_floats (r, colours.data, colours.n, most);
  gboolean same = memcmp (colours.data, now->data, colours.n * CHANNELS * sizeof (float)) == 0;
  gboolean ok = same || mw_document_replace_span (r->document, record->id, field, 0, colours.n, colours.data, r->error);
  mw_array_clear (&colours);
  r->found++;
  r->changed += !same;
  return ok;
}

/* Whether the keys of a record are those of a colour: its track is in a slot for one. */
static gboolean
is_of_colour (const Recolouring *r, const MwRecord *record)
{
  for (; record != r->element; record = record->owner)
    if (mw_record_slot (record)->role == MW_ROLE_COLOUR)
      return TRUE;
  return FALSE;
}

static gboolean
recolour_record (MwRecord *record, gpointer data)
{
  Recolouring *r = data;
  if (is_of_colour (r, record))
    return mw_track_is_loaded (r->document, record, r->error) && recolour_keys (r, record, MW_PART_VALUES)
           && recolour_keys (r, record, MW_PART_IN_TANS) && recolour_keys (r, record, MW_PART_OUT_TANS);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->role == MW_ROLE_COLOUR && mw_field_is_live (record, field, mw_document_get_format (r->document))
        && !recolour_value (r, record, field))
      return FALSE;
  }
  return TRUE;
}

/* --- The operation -------------------------------------------------------------------------------------------------- */

static gboolean
find_colour (MwRecord *record, gpointer data)
{
  const Recolouring *r = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->role == MW_ROLE_COLOUR && mw_field_is_live (record, field, mw_document_get_format (r->document)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
recolour_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  Recolouring r = { document };
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (mw_record_foreach (record, find_colour, &r))
      return mw_operation_refuse (record, error, "has no colours");
  }
  return TRUE;
}

static gboolean
recolour_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  Recolouring r = { .document = document, .error = error };
  fill_matrix (&r, (const RecolourParams *) params);
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    r.element = record;
    if (!mw_record_foreach (record, recolour_record, &r))
      return FALSE;
  }
  return r.changed || mw_operation_nothing (error, "nothing to recolour: the colours would not change");
}

const MwOperation mw_operation_effect_recolour = {
  .id = "effect-recolour",
  .label = N_ ("Recolour"),
  .step = N_ ("Recolour %s"),
  .doc = N_ (
    "Changes the hue, saturation and brightness of the colours of emitters, ribbons, lights, geoset animations and "
    "surfaces, with all their keys. Textures keep their colours."),
  .aliases = "color colour tint hue saturation brightness particles emitter ribbon light",
  .domain = MW_DOMAIN_EFFECTS,
  .params = &recolour_params,
  .applies = recolour_applies,
  .run = recolour_run,
};
