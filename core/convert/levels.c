/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <string.h>

/* Levels of detail (mdlx.md 5.7). From version 900 on a geoset states its level, and the game draws the geosets of
 * one level. Before that, and in World of Warcraft, it draws all geosets on top of each other. */

#define WHY_LEVEL "the target version draws all geosets at once, so only one level of detail is kept"

static gboolean
has_levels (MwFormat format)
{
  return mw_field_in_format (&mw_mdlx_geoset_schema, MW_FIELD (MwMdlxGeoset, level_of_detail), format)
         != MW_IN_FORMAT_NEVER;
}

static const MwMdlxGeoset *
geoset_at (const MwConverting *c, uint32_t i)
{
  return (const MwMdlxGeoset *) c->b->geosets.items[i];
}

/* The wanted level if some geoset has it, else the next finer one, else the finest; -1 if no geoset states a level.
 * A level below 0 means all levels. */
static int32_t
level_to_keep (const MwConverting *c)
{
  int32_t wanted = (int32_t) MIN (c->options.lod, G_MAXINT32), finer = -1, finest = -1;
  for (uint32_t i = 0; i < c->b->geosets.n; i++) {
    int32_t level = geoset_at (c, i)->level_of_detail;
    if (level < 0)
      continue;
    if (level <= wanted)
      finer = MAX (finer, level);
    finest = finest < 0 ? level : MIN (finest, level);
  }
  return finer >= 0 ? finer : finest;
}

/* --- What refers to what --------------------------------------------------------------------------------------------- */

typedef struct {
  MwConverting *c;
  const MwField *list;
  guint8 *used;       /* by id: set for records that are referred to, or ... */
  const guint8 *gone; /* ... records that no reference may point to any more */
} Walk;

static gboolean
forget (const Walk *walk, MwRecord *record, const MwField *field, MwRef *ref)
{
  if (!ref->id || !walk->gone[ref->id])
    return FALSE;
  *ref = MW_REF_NONE;
  mw_convert_lose (walk->c, record, field, "it refers to something in a level of detail that is not kept");
  return TRUE;
}

static void
walk_array (const Walk *walk, MwRecord *record, const MwField *field)
{
  MwArray *array = mw_field_at (record, field);
  size_t n = (size_t) array->n * field->count;
  for (size_t k = 0; k < n; k++) {
    MwRef ref = ((const MwRef *) array->data)[k];
    if (walk->used && ref.id)
      walk->used[ref.id] = 1;
    else if (walk->gone && forget (walk, record, field, &ref))
      ((MwRef *) mw_array_make_writable (array, field->count * sizeof (MwRef)))[k] = ref;
  }
}

static gboolean
walk_record (MwRecord *record, gpointer data)
{
  const Walk *walk = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!field->refers || strcmp (field->refers, walk->list->name) != 0)
      continue;
    MwRef *ref = mw_field_at (record, field);
    if (field->type == MW_TYPE_ARRAY)
      walk_array (walk, record, field);
    else if (walk->used && ref->id)
      walk->used[ref->id] = 1;
    else if (walk->gone)
      forget (walk, record, field, ref);
  }
  return TRUE;
}

/* Marks, by id, which records of a list of the model are referred to. Free with g_free(). */
static guint8 *
used_in (MwConverting *c, const MwMdlx *model, const MwField *list)
{
  guint8 *used = g_malloc0 (MAX (c->a->model.n_ids, c->b->model.n_ids) + 1);
  Walk walk = { c, list, .used = used };
  mw_record_foreach ((MwRecord *) &model->model.record, walk_record, &walk);
  return used;
}

static void
drop_marked (MwConverting *c, const MwField *field, const guint8 *gone, const char *why)
{
  const MwList *list = mw_record_list (&c->b->model.record, field);
  for (uint32_t i = list->n; i-- > 0;)
    if (gone[list->items[i]->id]) {
      mw_convert_lose_record (c, list->items[i], why);
      mw_convert_drop (c, list->items[i]);
    }
  Walk walk = { c, field, .gone = gone };
  mw_record_foreach (&c->b->model.record, walk_record, &walk);
}

/* --- The rule --------------------------------------------------------------------------------------------------------- */

void
mw_convert_levels (MwConverting *c)
{
  uint32_t n_ids = c->b->model.n_ids, n_gone = 0;
  if (!has_levels (c->from) || has_levels (c->to))
    return;
  int32_t kept = level_to_keep (c);
  g_autofree guint8 *gone = g_malloc0 (n_ids + 1), *animations = g_malloc0 (n_ids + 1);
  for (uint32_t i = 0; i < c->b->geosets.n; i++) {
    gboolean other = geoset_at (c, i)->level_of_detail >= 0 && geoset_at (c, i)->level_of_detail != kept;
    gone[geoset_at (c, i)->record.id] = other;
    n_gone += other;
  }
  if (kept >= 0 && (uint32_t) kept != c->options.lod)
    mw_report_remark (c->report, MW_REMARK_WARNING, 0, 0,
                      "no geoset has level of detail %u, so those of level %d are kept", c->options.lod, kept);
  if (!n_gone)
    return;
  for (uint32_t i = 0; i < c->b->geoset_animations.n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) c->b->geoset_animations.items[i];
    animations[animation->record.id] = animation->geoset.id && gone[animation->geoset.id];
  }
  drop_marked (c, MW_FIELD (MwMdlx, geoset_animations), animations,
               "its geoset belongs to a level of detail that is not kept");
  drop_marked (c, MW_FIELD (MwMdlx, geosets), gone, WHY_LEVEL);
  mw_convert_drop_unused (c, MW_FIELD (MwMdlx, materials),
                          "it was used only by geosets of a level of detail that is not kept");
}

void
mw_convert_drop_unused (MwConverting *c, const MwField *list, const char *why)
{
  g_autofree guint8 *before = used_in (c, c->a, list), *now = used_in (c, c->b, list);
  for (MwId id = 0; id < c->a->model.n_ids; id++)
    before[id] = before[id] && !now[id];
  const MwList *records = mw_record_list (&c->b->model.record, list);
  for (uint32_t i = records->n; i-- > 0;)
    if (records->items[i]->id < c->a->model.n_ids && before[records->items[i]->id]) {
      mw_convert_lose_record (c, records->items[i], why);
      mw_convert_drop (c, records->items[i]);
    }
}
