/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"
#include "core/pose/posed-mesh.h"
#include "core/pose/reach.h"

#include <math.h>
#include <string.h>

/* The bounds of sequences and of the model: from the mesh as it moves, or larger or smaller by a percentage. */

enum { MS_PER_SAMPLE = 33, MOST_SAMPLES = 1000 };

/* A box; without any point it is empty. */
typedef struct {
  gboolean any;
  float min[3], max[3];
} Reach;

/* --- Numbers -------------------------------------------------------------------------------------------------------- */

static void
reach_join (Reach *all, const Reach *one)
{
  if (!one->any)
    return;
  for (guint k = 0; k < 3; k++) {
    all->min[k] = all->any ? MIN (all->min[k], one->min[k]) : one->min[k];
    all->max[k] = all->any ? MAX (all->max[k], one->max[k]) : one->max[k];
  }
  all->any = TRUE;
}

/* The box of n points. Coordinates that are no numbers do not count. */
static Reach
reach_of (const float *points, guint n)
{
  Reach reach = { FALSE, { G_MAXFLOAT, G_MAXFLOAT, G_MAXFLOAT }, { -G_MAXFLOAT, -G_MAXFLOAT, -G_MAXFLOAT } };
  for (gsize i = 0; i < n; i++)
    for (guint k = 0; k < 3; k++) {
      const float at = points[3 * i + k];
      /* Comparisons with NaN are FALSE. */
      reach.min[k] = at < reach.min[k] ? at : reach.min[k];
      reach.max[k] = at > reach.max[k] ? at : reach.max[k];
    }
  reach.any = TRUE;
  for (guint k = 0; k < 3; k++)
    reach.any = reach.any && reach.min[k] <= reach.max[k] && isfinite (reach.min[k]) && isfinite (reach.max[k]);
  return reach;
}

/* `margin`: how much larger, 0.1 for a tenth. The sphere goes through the corners of the box, as in most files of Warcraft III. */
static MwBounds
bounds_of (const Reach *reach, double margin)
{
  MwBounds bounds;
  double square = 0;
  for (guint k = 0; k < 3; k++) {
    const double center = ((double) reach->min[k] + (double) reach->max[k]) / 2,
                 half = ((double) reach->max[k] - (double) reach->min[k]) / 2 * (1 + margin);
    bounds.min[k] = (float) (center - half);
    bounds.max[k] = (float) (center + half);
    square += half * half;
  }
  bounds.radius = (float) sqrt (square);
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
  uint8_t particles;
} MarginParams;

static const MwField recompute_fields[] = {
  MW_FIELD_F32 (MarginParams, margin, "margin", .min = 0, .max = 1000, .label = N_ ("Margin (%)"),
                .doc = N_ ("How much larger than the mesh the bounds become, in percent.")),
  MW_FIELD_U8 (
    MarginParams, particles, "particles", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Particles"),
    .doc = N_ (
      "1: particles and ribbons count too, while their emitters are visible. The reach of a particle is its greatest "
      "speed times its life span, plus half the emitting area and half its largest size; gravity extends it up or "
      "down. Wind and drag are ignored.")),
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

/* What is posed. */
typedef struct {
  MwPosedMesh *mesh;
  MwReach *reach; /* NULL: particles and ribbons do not count */
} Posed;

static Posed
posed_new (const MwModel *model, const MarginParams *params)
{
  return (Posed) { mw_posed_mesh_new (model), params->particles ? mw_reach_new (model) : NULL };
}

static void
posed_clear (Posed *posed)
{
  mw_posed_mesh_free (posed->mesh);
  g_clear_pointer (&posed->reach, mw_reach_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Posed, posed_clear)

/* What one sequence needs: the whole shown mesh, and each part, shown or not (`parts`: Part). */
typedef struct {
  Reach whole;
  GArray *parts;
} Moving;

static void
take_moment (Moving *moving, const Posed *posed, const MwClock *clock)
{
  const MwPosedPart *parts;
  guint n;
  const float *points = mw_posed_mesh_at (posed->mesh, clock, &parts, &n);
  g_array_set_size (moving->parts, n);
  for (guint i = 0; i < n; i++) {
    Part *part = &g_array_index (moving->parts, Part, i);
    const Reach reach = reach_of (points + 3 * (gsize) parts[i].first, parts[i].n);
    part->holder = parts[i].holder;
    reach_join (&part->reach, &reach);
    if (parts[i].shown)
      reach_join (&moving->whole, &reach);
  }
  Reach flying = { 0 };
  flying.any = posed->reach && mw_reach_at (posed->reach, clock, flying.min, flying.max);
  reach_join (&moving->whole, &flying);
}

/* Both ends of the interval and times between, evenly spread. */
static gboolean
take_sequence (Moving *moving, const Posed *posed, const Writer *w, MwId sequence)
{
  MwClock clock = { 0 };
  mw_clock_play (&clock, mw_document_get_model (w->document), sequence);
  gint64 length = (gint64) clock.end - clock.start, n = CLAMP (length / MS_PER_SAMPLE, 1, MOST_SAMPLES);
  moving->parts = g_array_new (FALSE, TRUE, sizeof (Part));
  mw_progress_begin (w->document, (guint) n + 1);
  for (gint64 i = 0; i <= n; i++) {
    if (!mw_progress_next (w->document, w->error))
      return FALSE;
    clock.time = (gint32) (clock.start + length * i / n);
    clock.global_ms = (guint64) (length * i / n);
    take_moment (moving, posed, &clock);
  }
  mw_progress_end (w->document);
  return TRUE;
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
recompute_sequence (Writer *w, const Posed *posed, MwId sequence, double margin, Reach *all)
{
  Moving moving = { 0 };
  if (!take_sequence (&moving, posed, w, sequence)) {
    g_array_unref (moving.parts);
    return FALSE;
  }
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
  g_auto (Posed) posed = posed_new (model, (const MarginParams *) params);
  guint n_missing = 0;
  Writer w = { document, 0, error };
  Reach all = { 0 };
  mw_progress_begin (document, n);
  for (guint i = 0; i < n; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    if (mw_sequence_aspect (model, mw_model_find (model, ids[i])).not_loaded)
      n_missing++;
    else if (!recompute_sequence (&w, &posed, ids[i], margin, &all))
      return FALSE;
  }
  mw_progress_end (document);
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

const MwOperation mw_operation_sequence_recompute_bounds = {
  .id = "sequence-recompute-bounds",
  .label = N_ ("Recompute Bounds"),
  .step = N_ ("Recompute bounds of %s"),
  .doc = N_ (
    "Computes the box and radius that the mesh needs while each sequence plays, including the extents of geosets for "
    "it. Hidden geosets are ignored; particles and ribbons count only on request. The mesh is posed every 33 ms."),
  .aliases = "extent extents bounding box radius calculate cull disappear",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &recompute_params,
  .applies = mw_chosen_are_sequences,
  .run = sequences_run,
};

static GArray *
all_sequences (const MwModel *model)
{
  const MwList *list = mw_model_sequences (model);
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
    "Computes the box and radius that the mesh needs while the sequences play, for each sequence and for the model. "
    "Hidden geosets are ignored; particles and ribbons count only on request. The mesh is posed every 33 ms."),
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
    "Makes the boxes and radii of all sequences and of the model larger or smaller about their centres. Larger "
    "bounds keep things that leave them, such as particles, from disappearing at the edge of the screen."),
  .aliases = "extent extents bounding box radius enlarge shrink margin cull disappear",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .params = &grow_params,
  .required = grow_required,
  .run = grow_run,
};
