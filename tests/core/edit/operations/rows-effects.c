/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/posed.h"
#include "tests/core/edit/operations/rows-reach.h"
#include "tests/core/edit/operations/table.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/camera.h"
#include "core/pose/skeleton.h"

#include <math.h>
#include <string.h>

/* --- Bounds --------------------------------------------------------------------------------------------------------- */

/* The margin that the steps give, as a factor. */
#define MARGIN 1.25

typedef struct {
  const MwBounds *bounds;
  double outside, far;
} Outside;

static void
visit_outside (const double p[3], gpointer data)
{
  Outside *o = data;
  double square = 0;
  for (guint k = 0; k < 3; k++) {
    double centre = ((double) o->bounds->min[k] + (double) o->bounds->max[k]) / 2;
    square += (p[k] - centre) * (p[k] - centre);
    o->outside = MAX (o->outside, MAX ((double) o->bounds->min[k] - p[k], p[k] - (double) o->bounds->max[k]));
  }
  o->far = MAX (o->far, sqrt (square));
}

static const MwBounds *
bounds_at (const MwRecord *record)
{
  return (const MwBounds *) mw_field_at (record, mw_schema_field (record->schema, "bounds.radius"));
}

/* The sequence has the box of what is shown at its ends and every 33 ms between, and at no other time is much outside. */
static char *
judge_sequence (const TableCase *at, guint index, gboolean with_model)
{
  const MwRecord *sequence = table_list (at->before, "sequences")->items[index],
                 *after = table_list (at->after, "sequences")->items[index];
  const MwBounds *bounds = bounds_at (after), *whole = bounds_at (&at->after->record);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (at->before);
  MwClock clock = { 0 };
  TableBox box = { 0 };
  mw_clock_play (&clock, at->before, sequence->id);
  gint64 length = (gint64) clock.end - clock.start, n = CLAMP (length / 33, 1, 1000);
  for (gint64 i = 0; i <= n; i++) {
    clock.time = (gint32) (clock.start + length * i / n);
    clock.global_ms = (guint64) (length * i / n);
    table_visit_shown (at->before, skeleton, &clock, table_box_add, &box);
  }
  if (!box.any)
    return bounds->radius == bounds_at (sequence)->radius ? NULL
                                                          : g_strdup ("bounds of a sequence without a mesh changed");
  double size = 0;
  for (guint k = 0; k < 3; k++)
    size += (box.max[k] - box.min[k]) * (box.max[k] - box.min[k]);
  size = MAX (sqrt (size), 1e-3);
  for (guint k = 0; k < 3; k++) {
    double grown = (box.max[k] - box.min[k]) / 2 * (MARGIN - 1),
           large = MAX (size, fabs (box.max[k]) + fabs (box.min[k]));
    if (fabs ((double) bounds->min[k] - (box.min[k] - grown)) > 1e-4 * large
        || fabs ((double) bounds->max[k] - (box.max[k] + grown)) > 1e-4 * large)
      return g_strdup_printf ("sequence %u has the box %g to %g on axis %u, and needs %g to %g with a quarter more",
                              index, (double) bounds->min[k], (double) bounds->max[k], k, box.min[k], box.max[k]);
    if (!with_model)
      continue;
    if (whole->min[k] > bounds->min[k] + 1e-4f * (float) large
        || whole->max[k] < bounds->max[k] - 1e-4f * (float) large)
      return g_strdup_printf ("the box of the model is smaller than that of sequence %u", index);
  }
  /* At odd times, too: fast movements may be outside by a little between two samples, and global sequences are elsewhere. */
  Outside o = { bounds, 0, 0 };
  for (gint64 i = 0; i <= n; i += MAX (1, n / 8)) {
    clock.time = (gint32) (clock.start + length * i / n);
    clock.global_ms = (guint64) (length * i / n);
    table_visit_shown (at->before, skeleton, &clock, visit_outside, &o);
  }
  if (o.outside > 0 || o.far > (double) bounds->radius + 1e-4 * size)
    return g_strdup_printf ("sequence %u: a vertex is outside by %g, or %g from the centre and the radius is %g", index,
                            o.outside, o.far, (double) bounds->radius);
  return (double) bounds->radius <= MARGIN * (size / 2 + 1e-4 * size)
           ? NULL
           : g_strdup ("the radius is larger than it must be");
}

static gboolean
take_bounds (MwRecord *record, gpointer data)
{
  const TableCase *at = data;
  const char *const names[] = { "bounds.radius", "bounds.min", "bounds.max" };
  g_autofree char *path = mw_record_path (record);
  const MwRecord *after = record->owner ? table_record (at->after, path) : &at->after->record;
  gboolean takes = record->schema == mw_aspects_of (at->before)->sequence
                   || record->schema == &mw_mdlx_geoset_extent_schema || !record->owner;
  for (guint i = 0; takes && after && i < G_N_ELEMENTS (names); i++) {
    const MwField *field = mw_schema_field (record->schema, names[i]);
    memcpy (mw_field_at (record, field), mw_field_at (after, field), sizeof (float) * MAX (1, field->count));
  }
  return TRUE;
}

static guint
count_vertices (const MwModel *model)
{
  guint n = 0;
  const MwArray *vertices;
  for (guint i = 0; (vertices = mw_aspects_of (model)->vertices (model, i)); i++)
    n += vertices->n;
  return n;
}

/* Sequences with keys in files that are not there keep their bounds; so the models for this have none. */
static gboolean
fits (const MwModel *model)
{
  const MwList *sequences = table_list (model, "sequences");
  for (uint32_t i = 0; i < sequences->n; i++)
    if (mw_sequence_aspect (model, sequences->items[i]).not_loaded)
      return FALSE;
  return sequences->n && sequences->n < 40 && count_vertices (model) && count_vertices (model) < 4000;
}

/* Every second model gets particles and a ribbon, which count too. */
static char *
recompute_step (const MwModel *model, MwFormat format)
{
  g_autofree char *prepare = fits (model) && count_vertices (model) % 2 ? rows_reach_prepare (model, format) : NULL;
  if (prepare)
    return g_strconcat (prepare, "bounds-recompute particles=1", NULL);
  return fits (model) ? g_strdup ("bounds-recompute margin=25") : NULL;
}

static gboolean
counts_particles (const TableCase *at)
{
  g_autofree char *particles = table_parameter (at->step, "particles");
  return particles != NULL;
}

static char *
recompute_judge (const TableCase *at)
{
  enum { SEQUENCES = 6 };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  mw_record_foreach (&expected->record, take_bounds, (gpointer) at);
  char *wrong = table_expect (expected, at);
  for (guint i = 0; !wrong && i < MIN (table_list (at->before, "sequences")->n, SEQUENCES); i++)
    wrong = counts_particles (at) ? rows_reach_judge (at, i) : judge_sequence (at, i, TRUE);
  return wrong;
}

/* Only the first sequence. What geosets state for it is taken as it is. */
static gboolean
take_first (MwRecord *record, gpointer data)
{
  const MwRecord *first = table_list (((const TableCase *) data)->before, "sequences")->items[0];
  gboolean takes = record->id == first->id
                   || (record->schema == &mw_mdlx_geoset_extent_schema
                       && ((const MwMdlxGeosetExtent *) record)->sequence.id == first->id);
  return takes ? take_bounds (record, data) : TRUE;
}

static char *
sequence_step (const MwModel *model, MwFormat format)
{
  g_autofree char *prepare = fits (model) && count_vertices (model) % 2 == 0 ? rows_reach_prepare (model, format)
                                                                             : NULL;
  if (prepare)
    return g_strconcat (prepare, "sequence-recompute-bounds sequences[0] particles=1", NULL);
  return fits (model) ? g_strdup ("sequence-recompute-bounds sequences[0] margin=25") : NULL;
}

static char *
sequence_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  mw_record_foreach (&expected->record, take_first, (gpointer) at);
  char *wrong = table_expect (expected, at);
  return wrong ? wrong : counts_particles (at) ? rows_reach_judge (at, 0) : judge_sequence (at, 0, FALSE);
}

static void
grow_bounds (MwRecord *record)
{
  MwBounds *bounds = (MwBounds *) bounds_at (record);
  for (guint k = 0; k < 3; k++) {
    double centre = ((double) bounds->min[k] + (double) bounds->max[k]) / 2, half = (double) bounds->max[k] - centre;
    bounds->min[k] = (float) (centre - 1.5 * half);
    bounds->max[k] = (float) (centre + 1.5 * half);
  }
  bounds->radius = (float) (1.5 * (double) bounds->radius);
}

static char *
grow_step (const MwModel *model, MwFormat format)
{
  return g_strdup ("bounds-grow margin=50");
}

static char *
grow_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwList *sequences = table_list (expected, "sequences");
  grow_bounds (&expected->record);
  for (uint32_t i = 0; i < sequences->n; i++)
    grow_bounds (sequences->items[i]);
  return table_expect (expected, at);
}

/* --- Scale and colour ----------------------------------------------------------------------------------------------- */

/* The record that a step names first. */
static MwRecord *
element_of (const MwModel *model, const char *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", 3);
  return table_record (model, words[1]);
}

/* The first of these elements that the model has; families have some of them. NULL: it has none. */
static const char *
first_of (const MwModel *model, const char *const *paths)
{
  for (guint i = 0; paths[i]; i++)
    if (table_target (model, paths[i]).record)
      return paths[i];
  return NULL;
}

static char *
scale_step (const MwModel *model, MwFormat format)
{
  const char *const paths[] = {
    "particle_emitters2[0]", "particles[0]", "ribbon_emitters[0]", "ribbons[0]", "lights[0]", NULL
  };
  const char *path = first_of (model, paths);
  return path ? g_strdup_printf ("effect-scale %s factor=2", path) : NULL;
}

/* What is in the slot of a track, for a track or lane; else the field itself. Not above the element. */
static const MwField *
meaning_of (const MwRecord *record, const MwField *field, const MwRecord *element)
{
  for (; record != element; record = record->owner)
    field = mw_record_slot (record);
  return field;
}

typedef struct {
  const MwRecord *element;
  gboolean any;
} Change;

/* Doubles all lengths but places: "pivot" and "position", and the keys that move a node. */
static gboolean
double_lengths (MwRecord *record, gpointer data)
{
  Change *change = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const char *name = meaning_of (record, field, change->element)->name;
    MwUnit unit = mw_record_unit (record, field);
    gboolean array = field->type == MW_TYPE_ARRAY;
    guint n = MAX (1, field->count) * (array ? ((MwArray *) mw_field_at (record, field))->n : 1);
    if ((unit != MW_UNIT_LENGTH && unit != MW_UNIT_SPEED && unit != MW_UNIT_ACCELERATION) || g_str_equal (name, "pivot")
        || g_str_equal (name, "position") || g_str_equal (name, "spline") || g_str_has_prefix (name, "translation"))
      continue;
    float *numbers = array ? ((MwArray *) mw_field_at (record, field))->data : mw_field_at (record, field);
    MwType type = array ? field->element : field->type;
    for (guint k = 0; type == MW_TYPE_F32 && k < n; k++) {
      change->any |= numbers[k] != 0;
      numbers[k] *= 2;
    }
    /* The magnitude of compressed gravity. */
    for (guint k = 0; type == MW_TYPE_I16 && k + 3 <= n; k += 3)
      ((gint16 *) (gpointer) numbers)[k + 2] *= 2;
  }
  return TRUE;
}

static char *
scale_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *element = element_of (expected, at->step);
  Change change = { element, FALSE };
  mw_record_foreach (element, double_lengths, &change);
  return table_expect (expected, at);
}

static char *
colour_step (const MwModel *model, MwFormat format)
{
  const char *const paths[] = { "particle_emitters2[0]", "particles[0]", "lights[0]", "colors[0]",
                                "ribbon_emitters[0]",    "ribbons[0]",   NULL };
  const char *path = first_of (model, paths);
  return path ? g_strdup_printf ("effect-recolour %s hue=120 brightness=0.5", path) : NULL;
}

/* Red becomes green, green blue and blue red, all half as bright. */
static gboolean
turn_colours (MwRecord *record, gpointer data)
{
  Change *change = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    gboolean array = field->type == MW_TYPE_ARRAY;
    const char *name = meaning_of (record, field, change->element)->name;
    guint n = array ? ((MwArray *) mw_field_at (record, field))->n : 1;
    gpointer at = array ? ((MwArray *) mw_field_at (record, field))->data : mw_field_at (record, field);
    if (!strstr (name, "color") || strstr (name, "fog_color"))
      continue;
    if ((array ? field->element : field->type) == MW_TYPE_F32 && field->count == 3)
      for (float *rgb = at; n; n--, rgb += 3) {
        float turned[3] = { rgb[2] / 2, rgb[0] / 2, rgb[1] / 2 };
        memcpy (rgb, turned, sizeof turned);
      }
    if (field->type == MW_TYPE_U8 && field->count == 4) {
      guint8 *rgba = at,
             turned[3] = { (guint8) ((rgba[2] + 1) / 2), (guint8) ((rgba[0] + 1) / 2), (guint8) ((rgba[1] + 1) / 2) };
      memcpy (rgba, turned, sizeof turned);
    }
  }
  return TRUE;
}

static char *
colour_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *element = element_of (expected, at->step);
  Change change = { element, FALSE };
  mw_record_foreach (element, turn_colours, &change);
  return table_expect (expected, at);
}

/* --- Texture -------------------------------------------------------------------------------------------------------- */

/* The field with the texture that an effect shows: of an emitter its own, of a ribbon that of its only layer. M2 ribbons have an array. */
static MwRef *
texture_of (const MwModel *model, const char *path)
{
  MwRecord *record = table_record (model, path);
  const MwField *own = mw_schema_field (record->schema, "texture"),
                *list = mw_schema_field (record->schema, "textures"),
                *of = mw_schema_field (record->schema, "material");
  if (own)
    return mw_field_at (record, own);
  if (list) {
    MwArray *array = mw_field_at (record, list);
    return array->n ? mw_array_make_writable (array, sizeof (MwRef)) : NULL;
  }
  const MwMdlxMaterial *material = of ? (const MwMdlxMaterial *) mw_model_resolve (
                                     model, *(const MwRef *) mw_field_at (record, of))
                                      : NULL;
  MwMdlxLayer *layer = material && material->layers.n ? (MwMdlxLayer *) material->layers.items[0] : NULL;
  return layer && !layer->texture_track && table_uses (model, "materials", material->record.id) == 1 ? &layer->texture
                                                                                                     : NULL;
}

static char *
texture_step (const MwModel *model, MwFormat format)
{
  const char *const paths[] = { "ribbon_emitters[0]", "ribbons[0]", "particle_emitters2[0]", "particles[0]", NULL };
  const MwList *textures = table_list (model, "textures");
  for (guint i = 0; paths[i]; i++) {
    MwRef *texture = table_target (model, paths[i]).record && format.version < 1100 ? texture_of (model, paths[i])
                                                                                    : NULL;
    for (uint32_t k = 0; texture && k < textures->n; k++)
      if (textures->items[k]->id != texture->id)
        return g_strdup_printf ("effect-set-texture %s texture=textures[%u]", paths[i], k);
  }
  return NULL;
}

static char *
texture_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  g_auto (GStrv) words = g_strsplit (at->step, " ", 3);
  g_autofree char *texture = table_parameter (at->step, "texture");
  *texture_of (expected, words[1]) = (MwRef) { table_record (expected, texture)->id, 0 };
  return table_expect (expected, at);
}

/* --- Portrait ------------------------------------------------------------------------------------------------------- */

static gboolean
has_portrait_camera (const MwModel *model, MwFormat format)
{
  const MwList *cameras = table_list (model, "cameras");
  gboolean any = FALSE;
  for (uint32_t i = 0; i < cameras->n; i++)
    any = any || format.family != MW_FAMILY_M2 || table_number (cameras->items[i], "type") == 0;
  return any;
}

/* Whether a sequence has this name, whatever number or variation follows. */
static gboolean
is_named (const MwRecord *sequence, const char *name)
{
  g_autofree char *pattern = g_strdup_printf ("(?i)^%s(\\s+[-0-9]+)*(\\s+- .*)?\\s*$", name);
  return mw_record_name (sequence) && g_regex_match_simple (pattern, mw_record_name (sequence), 0, 0);
}

static const MwRecord *
named (const MwModel *model, const char *name)
{
  const MwList *sequences = table_list (model, "sequences");
  for (uint32_t i = 0; i < sequences->n; i++)
    if (is_named (sequences->items[i], name))
      return sequences->items[i];
  return NULL;
}

static char *
portrait_step (const MwModel *model, MwFormat format)
{
  const gboolean m2 = format.family == MW_FAMILY_M2;
  const gboolean whole = has_portrait_camera (model, format)
                         && (m2 || (named (model, "Portrait") && named (model, "Portrait Talk")));
  if (!count_vertices (model) || whole || (!m2 && (format.version >= 1300 || !named (model, "Stand"))))
    return NULL;
  return g_strdup ("camera-portrait talk=1");
}

/* It looks from the front at the head, or else at a place in the upper third of the model at the start of its Stand. */
static char *
judge_portrait_camera (const TableCase *at)
{
  const MwList *before = table_list (at->before, "cameras"), *after = table_list (at->after, "cameras");
  const guint missing = !has_portrait_camera (at->before, at->format);
  if (after->n != before->n + missing || !has_portrait_camera (at->after, at->format))
    return g_strdup_printf ("it has %u cameras instead of %u", after->n, before->n + missing);
  if (!missing)
    return NULL;
  MwCameraAspect looks;
  mw_aspects_of (at->after)->of_camera (after->items[before->n], &looks);
  if (!(looks.position[0] > looks.target[0]) || looks.position[1] != looks.target[1]
      || looks.position[2] != looks.target[2])
    return g_strdup ("it does not look from the front");
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (at->before);
  MwClock clock = MW_CLOCK_REST;
  TableBox box = { 0 };
  const MwList *sequences = table_list (at->before, "sequences");
  for (uint32_t i = 0; i < sequences->n && clock.rest; i++)
    if (mw_sequence_aspect (at->before, sequences->items[i]).stand == MW_STAND)
      mw_clock_play (&clock, at->before, sequences->items[i]->id);
  table_visit_shown (at->before, skeleton, &clock, table_box_add, &box);
  const double height = box.max[2] - box.min[2], z = (double) looks.target[2];
  const MwList *nodes = table_list (at->before, at->format.family == MW_FAMILY_M2 ? "attachments" : "nodes");
  for (uint32_t i = 0; i < nodes->n; i++) {
    const MwRecord *node = nodes->items[i];
    g_autofree char *called = mw_record_called (node);
    const char *name = called ? called : mw_record_name (node);
    if (mw_aspects_of (at->before)->point (node->schema) == MW_POINT_ATTACHMENT && name
        && g_ascii_strncasecmp (name, "head", 4) == 0)
      return memcmp (looks.target, mw_aspects_of (at->before)->place (node), sizeof (float[3])) == 0
               ? NULL
               : g_strdup ("it does not look at the head");
  }
  return z < box.max[2] - height / 3 - 1e-4 || z > box.max[2] + 1e-4 ? g_strdup ("it does not look at the top") : NULL;
}

/* A sequence that was missing is there once, after what it was made from, of which it plays everything. */
static char *
judge_portrait (const TableCase *at, const char *name, GArray *old, GArray *new)
{
  const MwRecord *made = named (at->after, name);
  gint64 start, end, from, to;
  gboolean lanes;
  if (named (at->before, name))
    return NULL;
  if (!made || mw_record_index (made) == 0 || !g_str_equal (mw_record_name (made), name))
    return g_strdup_printf ("there is no %s", name);
  const MwRecord *source = table_list (at->after, "sequences")->items[mw_record_index (made) - 1];
  table_interval (made, at->format, &start, &end, &lanes);
  table_interval (source, at->format, &from, &to, &lanes);
  if (!(is_named (source, "Stand") || is_named (source, "Portrait")) || end - start != to - from)
    return g_strdup_printf ("%s is not like the sequence before it, %s", name, mw_record_name (source));
  for (guint i = 0; i < new->len; i++) {
    const TableKeys *was = &g_array_index (old, TableKeys, i), *now = &g_array_index (new, TableKeys, i);
    guint played = 0, copied = 0;
    for (guint k = 0; k < now->n && !now->global; k++) {
      played += table_plays (now, source, at->format, now->times[k]);
      copied += table_plays (now, made, at->format, now->times[k]);
    }
    if (played != copied || now->n < was->n
        || (was->n && memcmp (was->times, now->times, was->n * sizeof (gint32)) != 0))
      return g_strdup_printf ("track %u has %u keys in %s, not %u", i, copied, name, played);
    TableCurve a = { at->after, now->holder, source, 0 }, b = { at->after, now->holder, made, 0 };
    if (mw_schema_part (now->holder->schema, MW_PART_VALUES) && !now->global
        && !table_same_curve (&a, &b, end - start, 12, 1e-4))
      return g_strdup_printf ("track %u shows something else in %s", i, name);
  }
  return NULL;
}

static char *
portrait_judge (const TableCase *at)
{
  char *wrong = judge_portrait_camera (at);
  if (wrong)
    return wrong;
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  const gboolean warcraft = at->format.family != MW_FAMILY_M2;
  const guint missing = !warcraft ? 0 : !named (at->before, "Portrait") + !named (at->before, "Portrait Talk");
  if (after->n != before->n + missing)
    return g_strdup_printf ("it has %u sequences instead of %u", after->n, before->n + missing);
  g_autoptr (GArray) old = table_keys (at->before), new = table_keys (at->after);
  if (!warcraft)
    return NULL;
  if (old->len != new->len)
    return g_strdup ("it has other tracks");
  wrong = judge_portrait (at, "Portrait", old, new);
  return wrong ? wrong : judge_portrait (at, "Portrait Talk", old, new);
}

/* --- Camera from view ------------------------------------------------------------------------------------------------ */

/* In the middle of the last sequence. */
static MwClock
view_clock (const MwModel *model)
{
  const MwList *sequences = table_list (model, "sequences");
  MwClock clock = MW_CLOCK_REST;
  if (sequences->n) {
    mw_clock_play (&clock, model, sequences->items[sequences->n - 1]->id);
    clock.time = (gint32) (((gint64) clock.start + clock.end) / 2);
  }
  return clock;
}

/* The keys of the field of view of M2, from 271 on. */
static const MwArray *
angles_of (const MwRecord *camera)
{
  const MwM2Track *track = ((const MwM2Camera *) camera)->field_of_view_track;
  return !track ? NULL : track->lanes.n ? &((const MwM2Lane *) track->lanes.items[0])->values : &track->values;
}

static guint
count_angles (const MwRecord *camera)
{
  const MwM2Track *track = ((const MwM2Camera *) camera)->field_of_view_track;
  return !track ? 0 : track->lanes.n > 1 ? track->lanes.n : angles_of (camera)->n;
}

static char *
view_step (const MwModel *model, MwFormat format)
{
  const MwList *sequences = table_list (model, "sequences");
  const MwClock clock = view_clock (model);
  if (!table_list (model, "cameras")->n || !sequences->n)
    return NULL;
  /* Of M2 those with one field of view; keys that differ are kept. */
  const MwRecord *camera = table_list (model, "cameras")->items[0];
  if (format.family == MW_FAMILY_M2 && format.version >= 271 && count_angles (camera) != 1)
    return NULL;
  return g_strdup_printf ("camera-from-view cameras[0] position={120,-70,230} target={10,20,60} field_of_view=0.9 "
                          "sequence=sequences[%u] time=%d",
                          sequences->n - 1, clock.time - clock.start);
}

static void
copy_field (MwRecord *to, const MwRecord *from, const char *name)
{
  const MwField *field = mw_schema_field (to->schema, name);
  memcpy (mw_field_at (to, field), mw_field_at (from, field), mw_field_storage_size (field));
}

/* At that time it sees what the step says, and nothing but place, angle and clips is changed. */
static char *
view_judge (const TableCase *at)
{
  static const float position[] = { 120, -70, 230 }, target[] = { 10, 20, 60 };
  const MwClock clock = view_clock (at->after);
  const MwRecord *after = table_list (at->after, "cameras")->items[0];
  const gboolean track = at->format.family == MW_FAMILY_M2 && at->format.version >= 271;
  MwCameraState was, is;
  mw_camera_evaluate (at->before, table_list (at->before, "cameras")->items[0], &clock, &was);
  mw_camera_evaluate (at->after, after, &clock, &is);
  for (guint k = 0; k < 3; k++)
    if (fabsf (is.eye[k] - position[k]) > 1e-3f || fabsf (is.target[k] - target[k]) > 1e-3f)
      return g_strdup_printf ("on axis %u it is at %g and looks at %g", k, (double) is.eye[k], (double) is.target[k]);
  if (fabsf (is.field_of_view - 0.9f) > 1e-6f)
    return g_strdup_printf ("its field of view is %g", (double) is.field_of_view);
  if (is.near_clip > was.near_clip || is.far_clip < was.far_clip)
    return g_strdup ("it shows less than before");
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *camera = table_list (expected, "cameras")->items[0];
  const char *const names[] = { "position", "target.position", "near_clip", "far_clip", "field_of_view" };
  for (guint i = 0; i < G_N_ELEMENTS (names) - track; i++)
    copy_field (camera, after, names[i]);
  if (track)
    memcpy (angles_of (camera)->data, angles_of (after)->data, sizeof (float));
  return table_expect (expected, at);
}

/* --- Cameras in a sequence ------------------------------------------------------------------------------------------- */

static gboolean
has_own_clock (const MwRecord *camera, const char *slot)
{
  const MwRecord *track = *(MwRecord *const *) mw_field_at (camera, mw_schema_field (camera->schema, slot));
  const MwField *clock = track ? mw_schema_part (track->schema, MW_PART_CLOCK) : NULL;
  return clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock));
}

static char *
camera_pose_step (const MwModel *model, MwFormat format)
{
  const MwList *sequences = mw_model_sequences (model), *cameras = table_list (model, "cameras");
  for (uint32_t i = 0; i < sequences->n && cameras->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    if (aspect.plays == sequences->items[i] && !aspect.not_loaded && aspect.end - aspect.start >= 20
        && !has_own_clock (cameras->items[0], "target.translation.track"))
      return g_strdup_printf (
        "camera-pose cameras[0] sequence=sequences[%u] time=10 camera=target move={0.5,-0.25,1.125}", i);
  }
  return NULL;
}

/* At that time the target has moved, and the camera has not. */
static char *
camera_pose_judge (const TableCase *at)
{
  static const float by[] = { 0.5f, -0.25f, 1.125f };
  g_autofree char *path = table_parameter (at->step, "sequence");
  MwClock clock = MW_CLOCK_REST;
  MwCameraState was, now;
  mw_clock_play (&clock, at->before, table_record (at->before, path)->id);
  clock.time += 10;
  mw_camera_evaluate (at->before, table_list (at->before, "cameras")->items[0], &clock, &was);
  mw_clock_play (&clock, at->after, table_record (at->after, path)->id);
  clock.time += 10;
  mw_camera_evaluate (at->after, table_list (at->after, "cameras")->items[0], &clock, &now);
  for (guint k = 0; k < 3; k++)
    if (fabsf (now.target[k] - was.target[k] - by[k]) > 1e-5f * (1 + fabsf (now.target[k])) || now.eye[k] != was.eye[k])
      return g_strdup_printf ("along axis %u its target is at %g and was at %g", k, (double) now.target[k],
                              (double) was.target[k]);
  return NULL;
}

const TableRow table_effects[] = {
  { "effect-scale", TABLE_BOTH, scale_step, scale_judge },
  { "effect-recolour", TABLE_BOTH, colour_step, colour_judge },
  { "effect-set-texture", TABLE_BOTH, texture_step, texture_judge },
  { "sequence-recompute-bounds", TABLE_BOTH, sequence_step, sequence_judge },
  { "bounds-recompute", TABLE_BOTH, recompute_step, recompute_judge },
  { "bounds-grow", TABLE_BOTH, grow_step, grow_judge },
  { "camera-portrait", TABLE_BOTH, portrait_step, portrait_judge },
  { "camera-from-view", TABLE_BOTH, view_step, view_judge },
  { "camera-pose", TABLE_BOTH, camera_pose_step, camera_pose_judge },
  { NULL, 0, NULL, NULL },
};
