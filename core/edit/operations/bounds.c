/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/pose/posed-mesh.h"

#include <math.h>
#include <string.h>

/* The bounds of sequences and of the model: from the mesh as it moves, or larger or smaller by a percentage. */

enum { MS_PER_SAMPLE = 33, MOST_SAMPLES = 1000 };

/* A box, and the square of the largest distance of a point from its centre. */
typedef struct {
  gboolean any;
  double min[3], max[3], reach;
} Reach;

/* --- Numbers -------------------------------------------------------------------------------------------------------- */

static void
reach_add (Reach *reach, const float *points, guint n)
{
  for (gsize i = 0; i < n; i++) {
    const float *at = points + 3 * i;
    if (!isfinite (at[0]) || !isfinite (at[1]) || !isfinite (at[2]))
      continue;
    for (guint k = 0; k < 3; k++) {
      reach->min[k] = reach->any ? MIN (reach->min[k], (double) at[k]) : (double) at[k];
      reach->max[k] = reach->any ? MAX (reach->max[k], (double) at[k]) : (double) at[k];
    }
    reach->any = TRUE;
  }
}

static void
reach_measure (Reach *reach, const float *points, guint n)
{
  for (gsize i = 0; i < n; i++) {
    double square = 0;
    for (guint k = 0; k < 3; k++) {
      double along = (double) points[3 * i + k] - (reach->min[k] + reach->max[k]) / 2;
      square += along * along;
    }
    if (isfinite (square))
      reach->reach = MAX (reach->reach, square);
  }
}

/* A box around two, and a radius around its centre that is enough for both. */
static void
reach_join (Reach *all, const Reach *one)
{
  Reach joined = *one;
  double radius = 0;
  if (!one->any)
    return;
  for (guint k = 0; all->any && k < 3; k++) {
    joined.min[k] = MIN (all->min[k], one->min[k]);
    joined.max[k] = MAX (all->max[k], one->max[k]);
  }
  const Reach *parts[] = { all, one };
  for (guint i = 0; i < 2; i++) {
    double off = 0;
    for (guint k = 0; parts[i]->any && k < 3; k++) {
      double along = (parts[i]->min[k] + parts[i]->max[k] - joined.min[k] - joined.max[k]) / 2;
      off += along * along;
    }
    if (parts[i]->any)
      radius = MAX (radius, sqrt (off) + sqrt (parts[i]->reach));
  }
  joined.reach = radius * radius;
  *all = joined;
}

/* `margin`: how much larger, 0.1 for a tenth. */
static MwBounds
bounds_of (const Reach *reach, double margin)
{
  MwBounds bounds;
  double half_diagonal = 0;
  for (guint k = 0; k < 3; k++) {
    double center = (reach->min[k] + reach->max[k]) / 2, half = (reach->max[k] - reach->min[k]) / 2 * (1 + margin);
    bounds.min[k] = (float) (center - half);
    bounds.max[k] = (float) (center + half);
    half_diagonal += half * half;
  }
  bounds.radius = (float) MIN (sqrt (reach->reach) * (1 + margin), sqrt (half_diagonal));
  return bounds;
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *document;
  guint changed;
  GError **error;
} Writer;

/* Sets the bounds of a record, if they differ. */
static gboolean
write_bounds (Writer *w, MwId id, const MwBounds *bounds)
{
  const struct {
    const char *name;
    const float *values;
    gsize n;
  } parts[] = { { "bounds.radius", &bounds->radius, 1 },
                { "bounds.min", bounds->min, 3 },
                { "bounds.max", bounds->max, 3 } };
  const MwRecord *record = mw_model_find (mw_document_get_model (w->document), id);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_field (record->schema, parts[i].name);
    const gsize size = parts[i].n * sizeof (float);
    if (memcmp (mw_field_at (record, field), parts[i].values, size) == 0)
      continue;
    if (!mw_document_set_field (w->document, id, field, parts[i].values, size, w->error))
      return FALSE;
    w->changed++;
  }
  return TRUE;
}

/* --- Recompute ------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  float margin;
} MarginParams;

static const MwField recompute_fields[] = {
  MW_FIELD_F32 (MarginParams, margin, "margin", .min = 0, .max = 1000, .label = N_ ("Margin (%)"),
                .doc = N_ ("How much larger than the mesh the bounds become, in percent.")),
};
static const MwSchema recompute_params = { .name = "bounds-recompute",
                                           .label = N_ ("Recompute Bounds"),
                                           .size = sizeof (MarginParams),
                                           .fields = recompute_fields,
                                           .n_fields = G_N_ELEMENTS (recompute_fields) };

typedef struct {
  MwId holder;
  Reach reach;
} Part;

/* What one sequence needs: the whole shown mesh, and each part, shown or not (`parts`: Part). */
typedef struct {
  Reach whole;
  GArray *parts;
} Moving;

typedef void (*ReachStep) (Reach *reach, const float *points, guint n);

/* Gives all points of a moment to the step. */
static void
take_moment (Moving *moving, MwPosedMesh *mesh, const MwClock *clock, ReachStep step)
{
  const MwPosedPart *parts;
  guint n;
  const float *points = mw_posed_mesh_at (mesh, clock, &parts, &n);
  g_array_set_size (moving->parts, n);
  for (guint i = 0; i < n; i++) {
    const float *first = points + 3 * (gsize) parts[i].first;
    g_array_index (moving->parts, Part, i).holder = parts[i].holder;
    step (&g_array_index (moving->parts, Part, i).reach, first, parts[i].n);
    if (parts[i].shown)
      step (&moving->whole, first, parts[i].n);
  }
}

/* Both ends of the interval and times between, evenly spread. Twice, because the centre comes before the distance from it. */
static void
take_sequence (Moving *moving, MwPosedMesh *mesh, const MwModel *model, MwId sequence)
{
  MwClock clock = { 0 };
  mw_clock_play (&clock, model, sequence);
  gint64 length = (gint64) clock.end - clock.start, n = CLAMP (length / MS_PER_SAMPLE, 1, MOST_SAMPLES);
  moving->parts = g_array_new (FALSE, TRUE, sizeof (Part));
  for (guint pass = 0; pass < 2; pass++)
    for (gint64 i = 0; i <= n; i++) {
      clock.time = (gint32) (clock.start + length * i / n);
      clock.global_ms = (guint64) (length * i / n);
      take_moment (moving, mesh, &clock, pass ? reach_measure : reach_add);
    }
}

/* The extents that the parts of the mesh state for a sequence, where they do. */
static gboolean
write_parts (Writer *w, const Moving *moving, MwId sequence, double margin)
{
  const MwModel *model = mw_document_get_model (w->document);
  const MwAspects *aspects = mw_aspects_of (model);
  for (guint i = 0; aspects->extent && i < moving->parts->len; i++) {
    const Part *part = &g_array_index (moving->parts, Part, i);
    const MwRecord *extent = aspects->extent (mw_model_find (model, part->holder), sequence);
    const MwBounds bounds = bounds_of (&part->reach, margin);
    if (extent && part->reach.any && !write_bounds (w, extent->id, &bounds))
      return FALSE;
  }
  return TRUE;
}

/* `all` grows by what the sequence needs. */
static gboolean
recompute_sequence (Writer *w, MwPosedMesh *mesh, MwId sequence, double margin, Reach *all)
{
  Moving moving = { 0 };
  take_sequence (&moving, mesh, mw_document_get_model (w->document), sequence);
  const MwBounds bounds = bounds_of (&moving.whole, margin);
  reach_join (all, &moving.whole);
  /* A sequence that shows no vertex keeps its bounds: emitters may need them. */
  gboolean ok = (!moving.whole.any || write_bounds (w, sequence, &bounds))
                && write_parts (w, &moving, sequence, margin);
  g_array_unref (moving.parts);
  return ok;
}

static gboolean
recompute (MwDocument *document, const MwId *ids, guint n, gboolean of_model, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const double margin = (double) ((const MarginParams *) params)->margin / 100;
  g_autoptr (MwPosedMesh) mesh = mw_posed_mesh_new (model);
  guint n_missing = 0;
  Writer w = { document, 0, error };
  Reach all = { 0 };
  for (guint i = 0; i < n; i++) {
    if (mw_sequence_aspect (model, mw_model_find (model, ids[i])).not_loaded)
      n_missing++;
    else if (!recompute_sequence (&w, mesh, ids[i], margin, &all))
      return FALSE;
  }
  /* Bounds that do not contain a sequence whose keys are unknown might hide the model while it plays. */
  if (of_model && all.any && !n_missing) {
    const MwBounds bounds = bounds_of (&all, margin);
    if (!write_bounds (&w, model->record.id, &bounds))
      return FALSE;
  }
  if (n_missing)
    mw_document_notice (document,
                        g_strdup_printf ("%u sequences keep their bounds%s, because their keys are in files that were "
                                         "not found",
                                         n_missing, of_model ? ", and so does the model" : ""));
  return w.changed
         || mw_operation_nothing (error, "nothing to recompute: the bounds are already these, or no vertex is shown");
}

static gboolean
sequences_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return recompute (document, ids, n, FALSE, params, error);
}

static gboolean
sequences_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (record->schema != mw_aspects_of (model)->sequence)
      return mw_operation_refuse (record, error, "is not a sequence");
  }
  return TRUE;
}

const MwOperation mw_operation_sequence_recompute_bounds = {
  .id = "sequence-recompute-bounds",
  .label = N_ ("Recompute Bounds"),
  .step = N_ ("Recompute bounds of %s"),
  .doc = N_ (
    "Gives sequences the box and radius that the mesh needs while they play, also those that geosets state for them. Hidden "
    "geosets do not count, nor do particles and ribbons. The mesh is posed every 33 ms."),
  .aliases = "extent extents bounding box radius calculate cull disappear",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &recompute_params,
  .applies = sequences_apply,
  .run = sequences_run,
};

static GArray *
all_sequences (const MwModel *model)
{
  const MwList *list = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_SEQUENCES));
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (uint32_t i = 0; i < list->n; i++)
    g_array_append_val (ids, list->items[i]->id);
  return ids;
}

static gboolean
model_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) sequences = all_sequences (mw_document_get_model (document));
  return recompute (document, (const MwId *) sequences->data, sequences->len, TRUE, params, error);
}

static gboolean
has_sequences (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) sequences = all_sequences (mw_document_get_model (document));
  return sequences->len || mw_operation_nothing (error, "nothing to do: the model has no sequences");
}

const MwOperation mw_operation_bounds_recompute = {
  .id = "bounds-recompute",
  .label = N_ ("Recompute All Bounds"),
  .doc = N_ (
    "Gives all sequences and the model the box and radius that the mesh needs while the sequences play. Hidden geosets do "
    "not count, nor do particles and ribbons. The mesh is posed every 33 ms."),
  .aliases = "extent extents bounding box radius calculate cull disappear",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .params = &recompute_params,
  .applies = has_sequences,
  .run = model_run,
};

/* --- Grow ----------------------------------------------------------------------------------------------------------- */

static const MwField grow_fields[] = {
  MW_FIELD_F32 (MarginParams, margin, "margin", .min = -99, .max = 1000, .def = 10, .label = N_ ("Margin (%)"),
                .doc = N_ ("How much larger the bounds become, in percent; less than 0 makes them smaller.")),
};
static const MwSchema grow_params = { .name = "bounds-grow",
                                      .label = N_ ("Grow Bounds"),
                                      .size = sizeof (MarginParams),
                                      .fields = grow_fields,
                                      .n_fields = G_N_ELEMENTS (grow_fields) };
static const char *const grow_required[] = { "margin", NULL };

static gboolean
grow (Writer *w, MwId id, const MwBounds *now, double margin)
{
  MwBounds bounds = *now;
  for (guint k = 0; k < 3; k++) {
    double center = ((double) now->min[k] + (double) now->max[k]) / 2,
           half = ((double) now->max[k] - (double) now->min[k]) / 2;
    bounds.min[k] = (float) CLAMP (center - half * (1 + margin), -G_MAXFLOAT, G_MAXFLOAT);
    bounds.max[k] = (float) CLAMP (center + half * (1 + margin), -G_MAXFLOAT, G_MAXFLOAT);
  }
  bounds.radius = (float) MIN ((double) now->radius * (1 + margin), (double) G_MAXFLOAT);
  return write_bounds (w, id, &bounds);
}

static gboolean
grow_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwAspects *aspects = mw_aspects_of (model);
  const double margin = (double) ((const MarginParams *) params)->margin / 100;
  g_autoptr (GArray) sequences = all_sequences (model);
  Writer w = { document, 0, error };
  for (guint i = 0; i < sequences->len; i++) {
    const MwRecord *sequence = mw_model_find (model, g_array_index (sequences, MwId, i));
    if (!grow (&w, sequence->id, mw_sequence_aspect (model, sequence).bounds, margin))
      return FALSE;
  }
  return grow (&w, model->record.id, mw_model_member (model, aspects->bounds), margin)
         && (w.changed || mw_operation_nothing (error, "nothing to grow: the bounds are empty, or the margin is 0"));
}

const MwOperation mw_operation_bounds_grow = {
  .id = "bounds-grow",
  .label = N_ ("Grow Bounds"),
  .doc = N_ (
    "Makes the boxes and radii of all sequences and of the model larger or smaller about their centres, so that what moves "
    "out of them, such as particles, does not disappear at the edge of the screen."),
  .aliases = "extent extents bounding box radius enlarge shrink margin cull disappear",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .params = &grow_params,
  .required = grow_required,
  .run = grow_run,
};
