/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/schema/wire.h"
#include "core/pose/skeleton.h"
#include "core/schema/catalogue.h"
#include "core/schema/notes.h"
#include "core/schema/path.h"
#include "tests/core/edit/operations/rows-nodes.h"

#include <math.h>
#include <string.h>

/* Most judges make the expected model from a copy of the one before, and then compare it with the one after, so they see
 * every other change too. */

static char *
compare (const TableCase *at, MwModel *expected)
{
  g_autofree char *where = NULL;
  gboolean same = mw_model_equal (expected, at->after, at->format, &where);
  mw_model_free (expected);
  return same ? NULL : g_strdup_printf ("%s is not as expected", where);
}

/* --- Points --------------------------------------------------------------------------------------------------------- */

MwPoint
table_point (const MwModel *model, const MwRecord *record)
{
  return mw_aspects_of (model)->point (record->schema);
}

gboolean
table_is_bone (const MwModel *model, const MwRecord *record)
{
  MwPoint point = table_point (model, record);
  return point == MW_POINT_BONE || point == MW_POINT_HELPER;
}

static gboolean
add_point (MwRecord *record, gpointer data)
{
  const MwRecord *root = record;
  while (root->owner)
    root = root->owner;
  if (table_point ((const MwModel *) root, record) != MW_POINT_NONE)
    g_ptr_array_add (data, record);
  return TRUE;
}

/* All bones, nodes and points in file order. Free with g_ptr_array_unref(). */
GPtrArray *
table_points (const MwModel *model)
{
  GPtrArray *points = g_ptr_array_new ();
  mw_record_foreach ((MwRecord *) &model->record, add_point, points);
  return points;
}

float *
table_place (const MwModel *model, const MwRecord *record)
{
  return (float *) mw_aspects_of (model)->place (record);
}

static MwRef *
parent_ref (const MwRecord *record)
{
  return mw_field_at (record, mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF));
}

MwRecord *
table_parent (const MwModel *model, const MwRecord *record)
{
  return mw_model_resolve (model, *parent_ref (record));
}

static gboolean
follows (const MwModel *model, const MwRecord *record, const MwRecord *top)
{
  for (guint left = 1000; record && left; left--) {
    if (record == top)
      return TRUE;
    record = table_parent (model, record);
  }
  return FALSE;
}

/* The word of a step at this place. Free with g_free(). */
char *
table_word (const char *step, guint at)
{
  g_auto (GStrv) words = g_strsplit (step, " ", -1);
  return g_strdup (words[at]);
}

MwRecord *
table_record_in (const MwModel *model, char *path)
{
  g_autofree char *owned = path;
  return table_record (model, owned);
}

/* Adds the offset to a place, and to the position of a bind pose that states the same place. */
static void
shift (MwModel *model, MwRecord *record, const double by[3])
{
  float *place = table_place (model, record);
  const MwField *pose = mw_schema_field (record->schema, "bind_pose");
  float *position = pose ? (float *) mw_field_at (record, pose) + 9 : NULL;
  gboolean both = position && memcmp (position, place, 12) == 0;
  for (int k = 0; k < 3; k++) {
    place[k] = (float) ((double) place[k] + by[k]);
    if (both)
      position[k] = place[k];
  }
}

/* Two choices, so that the models of a family try both values of a switch. */
gboolean
table_is_odd (const MwModel *model)
{
  g_autoptr (GPtrArray) points = table_points (model);
  return points->len % 2;
}

/* --- Retarget ------------------------------------------------------------------------------------------------------- */

/* The last point that follows a bone, and a bone with another pivot. */
static char *
retarget_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = points->len; i-- > 0;) {
    const MwRecord *point = points->pdata[i],
                   *parent = table_is_bone (model, point) ? NULL : table_parent (model, point);
    for (guint k = 0; parent && k < points->len; k++) {
      const MwRecord *bone = points->pdata[k];
      if (!table_is_bone (model, bone) || memcmp (table_place (model, bone), table_place (model, parent), 12) == 0
          || follows (model, bone, point))
        continue;
      g_autofree char *a = mw_record_path (point), *b = mw_record_path (bone);
      return g_strdup_printf ("node-retarget %s bone=%s keep=%s", a, b, table_is_odd (model) ? "local" : "rest");
    }
  }
  return NULL;
}

static void
shift_shape (MwRecord *record, const double by[3])
{
  static const char *const names[] = { "vertices.first", "vertices.second" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const MwField *field = mw_schema_field (record->schema, names[i]);
    float *at = field ? mw_field_at (record, field) : NULL;
    for (int k = 0; at && k < 3; k++)
      at[k] = (float) ((double) at[k] + by[k]);
  }
}

static char *
retarget_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *point = table_record_in (expected, table_word (at->step, 1)),
           *bone = table_record_in (expected, table_parameter (at->step, "bone"));
  MwRecord *old = table_parent (expected, point);
  g_autofree char *keep = table_parameter (at->step, "keep");
  g_autoptr (GPtrArray) points = table_points (expected);
  double by[3];
  for (int k = 0; k < 3; k++)
    by[k] = (double) table_place (expected, bone)[k] - (double) table_place (expected, old)[k];
  for (guint i = 0; strcmp (keep, "local") == 0 && i < points->len; i++)
    if (follows (expected, points->pdata[i], point)) {
      shift (expected, points->pdata[i], by);
      shift_shape (points->pdata[i], by);
    }
  *parent_ref (point) = (MwRef) { bone->id, 0 };
  return compare (at, expected);
}

/* --- Move pivot ----------------------------------------------------------------------------------------------------- */

/* A bone that something follows. */
static char *
pivot_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = 0; i < points->len; i++) {
    const MwRecord *parent = table_parent (model, points->pdata[i]);
    if (!parent)
      continue;
    g_autofree char *path = mw_record_path (parent);
    return g_strdup_printf ("pivot-move %s by={0.5,-0.25,1.125} below=%d", path, table_is_odd (model));
  }
  return NULL;
}

/* The words that M2 files store about a bone's place (m2.md 5.4) follow from the pivots. Takes them from the model after the
 * step, after the first of them has been checked. */
static char *
take_distances (const TableCase *at, MwModel *expected)
{
  static const char *const words[] = { "parent_distance", "descendant_distance", "z_ratio" };
  const MwList *bones = table_list (expected, "bones"), *now = table_list (at->after, "bones");
  for (uint32_t i = 0; at->format.family == MW_FAMILY_M2 && i < bones->n && i < now->n; i++) {
    const MwRecord *bone = bones->items[i], *parent = table_parent (expected, bone);
    const MwField *field = mw_schema_field (bone->schema, words[0]);
    double sum = 0, stored = table_number (now->items[i], words[0]);
    for (int k = 0; parent && k < 3; k++)
      sum += pow ((double) table_place (expected, bone)[k] - (double) table_place (expected, parent)[k], 2);
    if (memcmp (mw_field_at (bone, field), mw_field_at (now->items[i], field), 2) != 0 && at->format.version > 256
        && fabs (stored - floor (36 * sqrt (sum))) > 1)
      return g_strdup_printf ("bone %u states the distance %g", i, stored);
    for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
      field = mw_schema_field (bone->schema, words[w]);
      memcpy (mw_field_at (bone, field), mw_field_at (now->items[i], field), 2);
    }
  }
  return NULL;
}

static char *
pivot_judge (const TableCase *at)
{
  static const double by[] = { 0.5, -0.25, 1.125 };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *node = table_record_in (expected, table_word (at->step, 1));
  gboolean below = g_str_has_suffix (at->step, "below=1");
  g_autoptr (GPtrArray) points = table_points (expected);
  for (guint i = 0; i < points->len; i++)
    if (points->pdata[i] == node || (below && follows (expected, points->pdata[i], node)))
      shift (expected, points->pdata[i], by);
  char *wrong = take_distances (at, expected);
  if (wrong)
    mw_model_free (expected);
  return wrong ? wrong : compare (at, expected);
}

/* --- Rename by pattern ---------------------------------------------------------------------------------------------- */

char **
table_name_at (const MwRecord *record)
{
  return mw_field_at (record, mw_schema_field (record->schema, "name"));
}

static char *
rename_step (const MwModel *model, MwFormat format)
{
  const MwList *nodes = table_list (model, "nodes");
  for (uint32_t i = 0; nodes && i < nodes->n; i++)
    if (*table_name_at (nodes->items[i]) && strchr (*table_name_at (nodes->items[i]), 'o'))
      return g_strdup_printf ("node-rename-pattern nodes[*] find=o replace=\"<>\" number=%d", table_is_odd (model));
  return NULL;
}

static char *
rename_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwList *nodes = table_list (expected, "nodes");
  guint number = 0;
  for (uint32_t i = 0; i < nodes->n; i++) {
    char **name = table_name_at (nodes->items[i]);
    g_auto (GStrv) parts = g_strsplit (mw_text (*name), "o", -1);
    if (g_strv_length (parts) < 2)
      continue;
    g_autofree char *joined = g_strjoinv ("<>", parts), *numbered = g_strdup_printf ("%s%02u", joined, ++number);
    const char *text = g_str_has_suffix (at->step, "number=1") ? numbered : joined;
    mw_text_set (name, text, strlen (text));
  }
  return compare (at, expected);
}

/* --- Poses ---------------------------------------------------------------------------------------------------------- */

static double
radius_of (const MwModel *model)
{
  double radius = 1;
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = 0; i < points->len; i++)
    for (int k = 0; k < 3; k++)
      radius = MAX (radius, fabs ((double) table_place (model, points->pdata[i])[k]));
  return radius;
}

/* Compares where all points are in one pose, up to a part of the radius; `skip` (or NULL) is a record of `b` that `a` does not
 * have. */
static char *
compare_pose (const MwModel *a, const MwClock *clock_a, const MwModel *b, const MwClock *clock_b, const MwRecord *skip,
              double part)
{
  g_autoptr (MwSkeleton) x = mw_skeleton_new (a), y = mw_skeleton_new (b);
  g_autoptr (GPtrArray) old = table_points (a), now = table_points (b);
  double most = part * radius_of (a);
  if (skip)
    g_ptr_array_remove (now, (gpointer) skip);
  if (old->len != now->len)
    return g_strdup_printf ("%u points instead of %u", now->len, old->len);
  mw_skeleton_update (x, clock_a, NULL);
  mw_skeleton_update (y, clock_b, NULL);
  for (guint i = 0; i < old->len; i++) {
    float at[3], to[3];
    mw_skeleton_position (x, ((MwRecord *) old->pdata[i])->id, at);
    mw_skeleton_position (y, ((MwRecord *) now->pdata[i])->id, to);
    for (int k = 0; k < 3; k++)
      if (!(fabs ((double) at[k] - (double) to[k]) <= most)) {
        g_autofree char *path = mw_record_path (now->pdata[i]);
        return g_strdup_printf ("at %d ms %s is elsewhere", clock_a->time, path);
      }
  }
  return NULL;
}

/* At rest, and at the start, the middle and the end of the first sequences. */
static char *
compare_poses (const TableCase *at, const MwRecord *skip)
{
  const MwList *sequences = table_list (at->before, "sequences"), *now = table_list (at->after, "sequences");
  MwClock rest = MW_CLOCK_REST;
  char *wrong = compare_pose (at->before, &rest, at->after, &rest, skip, 1e-4);
  for (uint32_t s = 0; s < MIN (sequences->n, 4) && !wrong; s++)
    for (int part = 0; part < 3 && !wrong; part++) {
      MwClock a = { 0 }, b = { 0 };
      mw_clock_play (&a, at->before, sequences->items[s]->id);
      mw_clock_play (&b, at->after, now->items[s]->id);
      a.time += (a.end - a.start) * part / 2;
      b.time += (b.end - b.start) * part / 2;
      wrong = compare_pose (at->before, &a, at->after, &b, skip, 1e-4);
    }
  return wrong;
}

/* --- Insert bone ---------------------------------------------------------------------------------------------------- */

/* A bone, or where the number of points is odd anything, that follows a bone. */
static char *
insert_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = points->len; i-- > 0;) {
    const MwRecord *point = points->pdata[i];
    if (!table_parent (model, point) || table_is_bone (model, point) == table_is_odd (model))
      continue;
    g_autofree char *path = mw_record_path (point);
    return g_strdup_printf ("bone-insert %s offset={0,0,0.5}", path);
  }
  return NULL;
}

/* Where the new bone is, numbers of bones that are stored in bytes are one higher than before. Makes them as they were. Those
 * above `most` name nothing, and were kept. */
static void
lower_numbers (MwArray *names, const MwArray *weights, uint32_t from, uint32_t most, gboolean reversed)
{
  guint8 *name = names->data;
  const guint8 *weight = weights->data;
  for (gsize i = 0; i < 4 * (gsize) MIN (names->n, weights->n); i++)
    if (weight[reversed ? i / 4 * 4 + 3 - i % 4 : i] && name[i] > from && name[i] <= most)
      name[i]--;
}

/* The node after a bone was put above it: a new bone comes before it, so a bone has the next number. */
static MwRecord *
node_below (const TableCase *at, const MwModel *model)
{
  MwRecord *node = table_record_in (at->before, table_word (at->step, 1));
  if (table_point (at->before, node) != MW_POINT_BONE)
    return table_record_in (model, table_word (at->step, 1));
  return table_record_in (model, g_strdup_printf ("bones[%u]", mw_record_kind_index (node) + 1));
}

static char *
check_new_bone (const TableCase *at, const MwRecord *node, const MwRecord *bone)
{
  const MwRecord *was = table_record_in (at->before, table_word (at->step, 1));
  if (!bone || table_point (at->after, bone) != MW_POINT_BONE)
    return g_strdup ("the node does not follow a bone");
  for (int k = 0; k < 3; k++)
    if (table_place (at->after, bone)[k] != table_place (at->before, was)[k] + (k == 2 ? 0.5f : 0))
      return g_strdup ("the new bone is elsewhere");
  for (guint i = 0; i < mw_schema_n_fields (bone->schema); i++) {
    const MwField *field = mw_schema_field_at (bone->schema, i);
    if (field->type == MW_TYPE_CHILD && *(MwRecord **) mw_field_at (bone, field))
      return g_strdup ("the new bone has a track");
  }
  return NULL;
}

/* Takes the new bone away from a copy of the result: what is left must be the model from before. */
static char *
compare_without (const TableCase *at)
{
  const MwField *list;
  MwModel *left = mw_model_copy (at->after, TRUE);
  MwRecord *node = node_below (at, left), *bone = table_parent (left, node);
  MwRecord *owner = mw_ref_scope (left, node, mw_schema_field_of_role (node->schema, MW_ROLE_PARENT, MW_TYPE_REF),
                                  &list);
  g_autofree uint32_t *numbers = mw_model_numbers (left);
  const uint32_t number = numbers[bone->id], most = mw_record_list (owner, list)->n - 1;
  const MwField *names = mw_schema_field (left->record.schema, "vertices.bones"),
                *weights = mw_schema_field (left->record.schema, "vertices.weights");
  *parent_ref (node) = *parent_ref (bone);
  mw_record_free (mw_list_take (left, owner, list, mw_record_index (bone)));
  if (names)
    lower_numbers (mw_field_at (&left->record, names), mw_field_at (&left->record, weights), number, most, FALSE);
  const MwList *geosets = table_list (left, "geosets");
  for (uint32_t i = 0; geosets && i < geosets->n; i++) {
    const MwSchema *schema = geosets->items[i]->schema;
    lower_numbers (mw_field_at (geosets->items[i], mw_schema_field (schema, "bone_indices")),
                   mw_field_at (geosets->items[i], mw_schema_field (schema, "bone_weights")), number, most, TRUE);
  }
  TableCase back = { .before = left, .after = at->before, .format = at->format, .step = at->step };
  char *wrong = take_distances (&back, left);
  if (wrong)
    mw_model_free (left);
  return wrong ? wrong : compare (&back, left);
}

static char *
insert_judge (const TableCase *at)
{
  g_autoptr (GPtrArray) old = table_points (at->before), now = table_points (at->after);
  if (now->len != old->len + 1)
    return g_strdup ("there is not one point more");
  const MwRecord *node = node_below (at, at->after), *bone = node ? table_parent (at->after, node) : NULL;
  char *wrong = check_new_bone (at, node, bone);
  if (!wrong)
    wrong = compare_poses (at, bone);
  return wrong ? wrong : compare_without (at);
}

/* --- Change kind ---------------------------------------------------------------------------------------------------- */

static gboolean
find_name (MwRecord *record, gpointer data)
{
  MwRecord **wanted = data; /* a bone; becomes NULL if a geoset names it */
  static const char *const names[] = { "group_members", "skin_bones" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const MwField *field = mw_schema_field (record->schema, names[i]);
    const MwArray *array = field ? mw_field_at (record, field) : NULL;
    for (gsize k = 0; array && *wanted && k < array->n * mw_field_element_size (field) / sizeof (MwRef); k++)
      if (((const MwRef *) array->data)[k].id == (*wanted)->id)
        *wanted = NULL;
  }
  return *wanted != NULL;
}

/* A helper, or where there is none a bone that moves no vertex. */
static char *
kind_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < points->len; i++) {
      MwRecord *point = points->pdata[i];
      gboolean helper = pass == (guint) table_is_odd (model);
      if (table_point (model, point) != (helper ? MW_POINT_HELPER : MW_POINT_BONE) || format.family == MW_FAMILY_M2)
        continue;
      g_autofree char *path = mw_record_path (point);
      if (!helper)
        mw_record_foreach ((MwRecord *) &model->record, find_name, &point);
      if (point)
        return g_strdup_printf ("node-change-kind %s kind=%s", path, helper ? "bone" : "helper");
    }
  return NULL;
}

/* Gives bones that are named by numbers in bytes their new numbers. Those with weight 0 mean nothing and were kept. */
static void
renumber_bytes (const MwList *nodes, MwArray *names, const MwArray *weights, const uint32_t *before,
                const uint32_t *now, gboolean reversed)
{
  guint8 to[256], *name = names->data;
  for (guint i = 0; i < 256; i++)
    to[i] = (guint8) i;
  for (uint32_t i = nodes->n; i-- > 0;)
    if (before[nodes->items[i]->id] < 256)
      to[before[nodes->items[i]->id]] = (guint8) now[nodes->items[i]->id];
  for (gsize i = 0; i < 4 * (gsize) MIN (names->n, weights->n); i++)
    if (((const guint8 *) weights->data)[reversed ? i / 4 * 4 + 3 - i % 4 : i])
      name[i] = to[name[i]];
}

/* M2 names bones by their places, BIDX of MDX nodes by their object ids (mdlx.md 7.3); both follow from their order. */
static void
renumber (MwModel *model, const uint32_t *before, const uint32_t *now)
{
  const MwSchema *root = model->record.schema;
  const MwField *bones = mw_schema_field (root, "vertices.bones");
  const MwList *geosets = table_list (model, "geosets");
  if (bones)
    renumber_bytes (table_list (model, "bones"), mw_field_at (&model->record, bones),
                    mw_field_at (&model->record, mw_schema_field (root, "vertices.weights")), before, now, FALSE);
  for (uint32_t i = 0; geosets && i < geosets->n; i++) {
    const MwSchema *schema = geosets->items[i]->schema;
    renumber_bytes (table_list (model, "nodes"),
                    mw_field_at (geosets->items[i], mw_schema_field (schema, "bone_indices")),
                    mw_field_at (geosets->items[i], mw_schema_field (schema, "bone_weights")), before, now, TRUE);
  }
}

static char *
kind_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *node = table_record_in (expected, table_word (at->step, 1)), *root = &expected->record;
  const MwField *nodes = mw_schema_field (root->schema, "nodes");
  const MwList *list = mw_record_list (root, nodes);
  g_autofree char *kind = table_parameter (at->step, "kind");
  for (guint i = 0; i < mw_schema_n_kinds (nodes->schema); i++) {
    const MwSchema *schema = mw_schema_kind_at (nodes->schema, i);
    if (strcmp (schema->name, kind) != 0)
      continue;
    MwRecord *changed = mw_record_convert_kind (node, schema);
    g_autofree uint32_t *before = mw_model_numbers (expected);
    uint32_t index = mw_record_index (node);
    gboolean first = at->format.family == MW_FAMILY_MDX_WOW && strcmp (kind, "bone") == 0
                     && !table_parent (expected, node);
    mw_record_free (mw_list_take (expected, root, nodes, index));
    /* Bones that follow nothing come first there (mdlx.md 7.1). */
    for (uint32_t k = 0; first && k < index; k++)
      if (list->items[k]->schema == schema && table_parent (expected, list->items[k]))
        index = k;
    mw_list_insert (expected, root, nodes, index, changed);
    g_autofree uint32_t *now = mw_model_numbers (expected);
    renumber (expected, before, now);
    break;
  }
  return compare (at, expected);
}

/* --- Mirror --------------------------------------------------------------------------------------------------------- */

static gboolean
exchange (const GMatchInfo *match, GString *text, gpointer data)
{
  static const char *const words[][2] = { { "Left", "Right" }, { "left", "right" }, { "LEFT", "RIGHT" }, { "L", "R" } };
  g_autofree char *found = g_match_info_fetch (match, 0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    for (int k = 0; k < 2; k++)
      if (strcmp (found, words[i][k]) == 0)
        g_string_append (text, words[i][1 - k]);
  return FALSE;
}

/* The name with left and right exchanged; NULL if it has none. Free with g_free(). */
char *
table_flipped (const char *name)
{
  static const char *const patterns[] = { "(?<![A-Z])(Left|Right)(?![a-z])", "(?<![A-Z])[LR](?![A-Za-z])" };
  for (guint i = 0; name && i < G_N_ELEMENTS (patterns); i++) {
    g_autoptr (GRegex) regex = g_regex_new (patterns[i], G_REGEX_RAW, 0, NULL);
    if (g_regex_match (regex, name, 0, NULL))
      return g_regex_replace_eval (regex, name, -1, 0, 0, exchange, NULL, NULL);
  }
  return NULL;
}

/* The name of an attachment or bone of M2, from the catalogues; else the text that names the record; or NULL. */
static const char *
title_of (const MwRecord *record)
{
  static const char *const fields[] = { "key_bone", "name_crc", "attachment_id" };
  static const MwCatalogue catalogues[] = { MW_CATALOGUE_KEY_BONE, MW_CATALOGUE_BONE_NAME, MW_CATALOGUE_ATTACHMENT };
  const char *name = mw_record_name (record);
  for (guint i = 0; i < G_N_ELEMENTS (fields) && !name; i++) {
    const MwField *field = mw_schema_field (record->schema, fields[i]);
    name = field ? mw_catalogue_name (catalogues[i], *(const uint32_t *) mw_field_at (record, field)) : NULL;
  }
  return name;
}

static const MwRecord *
titled (const MwModel *model, const char *title, gboolean bones)
{
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = 0; i < points->len; i++)
    if (table_is_bone (model, points->pdata[i]) == bones && g_strcmp0 (title_of (points->pdata[i]), title) == 0)
      return points->pdata[i];
  return NULL;
}

/* Whether all keys below a record are finite numbers; a copy of others is a new finding. */
static gboolean
is_finite (const MwModel *model, const MwRecord *record)
{
  g_autoptr (GArray) all = table_keys (model);
  for (guint i = 0; i < all->len; i++) {
    const MwRecord *holder = g_array_index (all, TableKeys, i).holder, *top = holder;
    const MwField *field = mw_schema_part (holder->schema, MW_PART_VALUES);
    const MwArray *values = field ? mw_field_at (holder, field) : NULL;
    while (top && top != record)
      top = top->owner;
    for (guint k = 0; top && values && field->element == MW_TYPE_F32 && k < values->n * field->count; k++)
      if (!isfinite (((const float *) values->data)[k]))
        return FALSE;
  }
  return TRUE;
}

/* Something with a side and without a counterpart; in M2 also a light or emitter, which have no names. */
static char *
mirror_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = 0; i < points->len; i++) {
    const MwRecord *point = points->pdata[i];
    gboolean nameless = !mw_schema_field (point->schema, "attachment_id") && !title_of (point);
    const char *name = title_of (point);
    g_autofree char *other = table_flipped (name), *path = mw_record_path (point);
    if (table_is_bone (model, point)
          ? format.family == MW_FAMILY_M2 || !other || titled (model, other, TRUE)
          : !nameless && (!other || titled (model, other, FALSE) || titled (model, other, TRUE)))
      continue;
    if (nameless
        && (format.family != MW_FAMILY_M2 || table_point (model, point) == MW_POINT_EVENT || !is_finite (model, point)))
      continue;
    return g_strdup_printf ("node-mirror %s", path);
  }
  return NULL;
}

static void
mirror_track (MwRecord *record, const char *name, guint n, const int *signs)
{
  static const char *const arrays[] = { "keys.value", "keys.in_tan", "keys.out_tan" };
  const MwField *slot = mw_schema_field (record->schema, name);
  MwRecord *track = slot ? *(MwRecord **) mw_field_at (record, slot) : NULL;
  for (guint i = 0; track && i < G_N_ELEMENTS (arrays); i++) {
    const MwField *field = mw_schema_field (track->schema, arrays[i]);
    MwArray *array = mw_field_at (track, field);
    float *values = array->n ? mw_array_make_writable (array, mw_field_element_size (field)) : NULL;
    for (guint k = 0; k < array->n * n; k++)
      values[k] *= (float) signs[k % n];
  }
}

static void
mirror_pose (MwRecord *record)
{
  const MwField *field = mw_schema_field (record->schema, "bind_pose");
  static const int changes[] = { 1, 3, 5, 7, 10 };
  float *pose = field ? mw_field_at (record, field) : NULL;
  for (guint i = 0; pose && i < G_N_ELEMENTS (changes); i++)
    pose[changes[i]] = -pose[changes[i]];
}

static void
mirror_corners (MwRecord *record)
{
  const MwField *field = mw_schema_field (record->schema, "vertices.first");
  float *a = field ? mw_field_at (record, field) : NULL, *b = field ? a + 3 : NULL;
  if (!a)
    return;
  gboolean sorted = a[1] <= b[1];
  a[1] = -a[1];
  b[1] = -b[1];
  float y = a[1];
  if (sorted && table_number (record, "type") != 2) {
    a[1] = MIN (a[1], b[1]);
    b[1] = MAX (y, b[1]);
  }
}

/* The expected copy, right after its original. */
static void
add_mirrored (MwModel *model, MwRecord *original)
{
  static const int move[] = { 1, -1, 1 }, turn[] = { -1, 1, -1, 1 };
  MwRecord *copy = mw_record_copy (original, TRUE);
  const MwRecord *bone = table_parent (model, original);
  const MwField *name = mw_schema_field (copy->schema, "name"), *id = mw_schema_field (copy->schema, "attachment_id");
  g_autofree char *other = table_flipped (title_of (original)), *side = bone ? table_flipped (title_of (bone)) : NULL;
  const MwRecord *bone_of_side = side ? titled (model, side, TRUE) : NULL;
  uint32_t number;
  mw_record_forget_ids (copy);
  if (name)
    mw_text_set (mw_field_at (copy, name), other, strlen (other));
  else if (id && mw_catalogue_value (MW_CATALOGUE_ATTACHMENT, other, &number))
    *(uint32_t *) mw_field_at (copy, id) = number;
  table_place (model, copy)[1] *= -1;
  mirror_pose (copy);
  mirror_corners (copy);
  mirror_track (copy, "translation.track", 3, move);
  mirror_track (copy, "rotation.track", 4, turn);
  if (bone_of_side)
    *parent_ref (copy) = (MwRef) { bone_of_side->id, 0 };
  mw_list_insert (model, original->owner, mw_record_slot (original), mw_record_index (original) + 1, copy);
}

static char *
mirror_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  add_mirrored (expected, table_record_in (expected, table_word (at->step, 1)));
  return compare (at, expected);
}

/* --- Sort ----------------------------------------------------------------------------------------------------------- */

static const MwField *
bones_field (const MwModel *model)
{
  const MwField *nodes = mw_schema_field (model->record.schema, "nodes");
  return nodes ? nodes : mw_schema_field (model->record.schema, "bones");
}

/* Moves the first parent that comes after its child to the place of the child, until there is none. */
static void
put_parents_first (MwModel *model)
{
  const MwField *field = bones_field (model);
  const MwList *list = mw_record_list (&model->record, field);
  for (uint32_t i = 0; i < list->n;) {
    const MwRecord *parent = table_parent (model, list->items[i]);
    if (parent && mw_record_index (parent) > i)
      mw_list_move (&model->record, field, mw_record_index (parent), i);
    else
      i++;
  }
}

/* Moves a record and all below it to the place `at` and those after it; returns the place after them. */
static uint32_t
put_branch (MwModel *model, MwRecord *record, uint32_t at)
{
  const MwField *field = bones_field (model);
  const MwList *list = mw_record_list (&model->record, field);
  g_autoptr (GPtrArray) children = g_ptr_array_new ();
  mw_list_move (&model->record, field, mw_record_index (record), at++);
  for (uint32_t i = at; i < list->n; i++)
    if (table_parent (model, list->items[i]) == record)
      g_ptr_array_add (children, list->items[i]);
  for (guint i = 0; i < children->len; i++)
    at = put_branch (model, children->pdata[i], at);
  return at;
}

static void
put_as_tree (MwModel *model)
{
  const MwList *list = mw_record_list (&model->record, bones_field (model));
  for (uint32_t at = 0; at < list->n;) {
    uint32_t root = at;
    while (root < list->n && table_parent (model, list->items[root]))
      root++;
    if (root == list->n)
      return; /* circles of parents */
    at = put_branch (model, list->items[root], at);
  }
}

static MwModel *
sorted_copy (const MwModel *before, gboolean tree)
{
  MwModel *model = mw_model_copy (before, TRUE);
  g_autofree uint32_t *numbers = mw_model_numbers (model);
  if (tree)
    put_as_tree (model);
  else
    put_parents_first (model);
  g_autofree uint32_t *now = mw_model_numbers (model);
  renumber (model, numbers, now);
  return model;
}

/* Both orders, where they change something. In World of Warcraft's alpha bones without a parent come first, which a tree does
 * not do. */
static char *
sort_step (const MwModel *model, MwFormat format)
{
  for (guint pass = 0; pass < 2; pass++) {
    gboolean tree = pass == (guint) table_is_odd (model);
    MwModel *sorted = tree && format.family == MW_FAMILY_MDX_WOW ? NULL : sorted_copy (model, tree);
    gboolean same = !sorted || mw_model_equal (model, sorted, format, NULL);
    if (sorted)
      mw_model_free (sorted);
    if (!same)
      return g_strdup_printf ("node-sort order=%s", tree ? "tree" : "parents");
  }
  return NULL;
}

static char *
sort_judge (const TableCase *at)
{
  return compare (at, sorted_copy (at->before, g_str_has_suffix (at->step, "tree")));
}

/* --- Re-parent and keep motion -------------------------------------------------------------------------------------- */

static char *
keep_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = points->len; i-- > 0;) {
    const MwRecord *point = points->pdata[i], *parent = table_parent (model, point),
                   *above = parent ? table_parent (model, parent) : NULL;
    /* Where the parent moves by itself. Points of M2 get a bone, which node-retarget shows. */
    const MwField *turns = above ? mw_schema_field (parent->schema, "rotation.track") : NULL;
    if (!above || !*(MwRecord **) mw_field_at (parent, turns)
        || table_is_bone (model, point) == (table_is_odd (model) && format.family != MW_FAMILY_M2)
        || (format.family == MW_FAMILY_M2
            && (!table_is_bone (model, point) || !*(MwRecord **) mw_field_at (point, turns))))
      continue;
    g_autofree char *path = mw_record_path (point), *to = mw_record_path (above);
    return g_strdup_printf ("node-reparent-keep %s parent=%s", path, to);
  }
  return NULL;
}

static gboolean
moves_node (const MwRecord *track)
{
  MwRole role = mw_record_slot (track)->role;
  return role == MW_ROLE_POSITION || role == MW_ROLE_ROTATION || role == MW_ROLE_SCALE;
}

/* All times at which a node or one above it has a key that moves it. */
static void
add_times (const MwModel *model, const MwRecord *node, GArray *times)
{
  g_autoptr (GArray) all = table_keys (model);
  for (; node; node = table_parent (model, node))
    for (guint i = 0; i < all->len; i++) {
      const TableKeys *keys = &g_array_index (all, TableKeys, i);
      if (keys->holder->owner == node && moves_node (keys->holder))
        g_array_append_vals (times, keys->times, keys->n);
    }
}

/* Every point is where it was at every key of every sequence, and at most 1 percent of the radius away from there halfway
 * between two. */
static char *
compare_motion (const TableCase *at, const GArray *times)
{
  const MwList *sequences = table_list (at->before, "sequences"), *now = table_list (at->after, "sequences");
  char *wrong = NULL;
  for (uint32_t s = 0; s < sequences->n; s++) {
    MwClock a = { 0 }, b = { 0 };
    mw_clock_play (&a, at->before, sequences->items[s]->id);
    mw_clock_play (&b, at->after, now->items[s]->id);
    for (guint i = 0; i < times->len && !wrong; i++) {
      gint32 time = g_array_index (times, gint32, i);
      if (time < a.start || time > a.end)
        continue;
      a.time = b.time = time;
      wrong = compare_pose (at->before, &a, at->after, &b, NULL, 1e-4);
      a.time = b.time = time + (a.end - time) / 7;
      wrong = wrong ? wrong : compare_pose (at->before, &a, at->after, &b, NULL, 1e-2);
    }
  }
  return wrong;
}

static void
remove_motion (MwModel *model, MwRecord *node)
{
  static const char *const names[] = { "translation.track", "rotation.track", "scaling.track" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const MwField *slot = mw_schema_field (node->schema, names[i]);
    if (*(MwRecord **) mw_field_at (node, slot))
      mw_record_free (mw_child_take (model, node, slot));
  }
}

/* What bones of M2 state of their place in the skeleton, and whether they have keys, follows from the rest. */
static void
copy_what_follows (const MwModel *from, MwModel *to)
{
  const MwList *bones = table_list (from, "bones"), *others = table_list (to, "bones");
  for (uint32_t i = 0; bones && i < bones->n; i++) {
    const MwM2Bone *bone = (const MwM2Bone *) bones->items[i];
    MwM2Bone *other = (MwM2Bone *) others->items[i];
    other->flags = (other->flags & ~0x200u) | (bone->flags & 0x200u);
    other->parent_distance = bone->parent_distance;
    other->descendant_distance = bone->descendant_distance;
    other->z_ratio = bone->z_ratio;
  }
}

/* With the old parent, and without tracks of the node, both models are the same: nothing else may have changed. */
static char *
compare_rest (const TableCase *at)
{
  MwModel *old = mw_model_copy (at->before, TRUE), *new = mw_model_copy (at->after, TRUE);
  const MwRecord *parent = table_parent (at->before, table_record_in (at->before, table_word (at->step, 1)));
  MwRecord *was = table_record_in (old, table_word (at->step, 1)),
           *node = table_record_in (new, table_word (at->step, 1));
  *parent_ref (node) = (MwRef) { table_record_in (new, mw_record_path (parent))->id, 0 };
  remove_motion (old, was);
  remove_motion (new, node);
  if (at->format.family == MW_FAMILY_M2)
    copy_what_follows (old, new);
  const TableCase rest = { .before = at->before, .after = new, .format = at->format, .step = at->step };
  char *wrong = compare (&rest, old);
  mw_model_free (new);
  return wrong;
}

static char *
keep_judge (const TableCase *at)
{
  const MwRecord *node = table_record_in (at->before, table_word (at->step, 1)),
                 *now = table_record_in (at->after, table_word (at->step, 1)), *parent = table_parent (at->after, now);
  g_autofree char *wanted = table_parameter (at->step, "parent"), *found = parent ? mw_record_path (parent) : NULL;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint32));
  if (g_strcmp0 (wanted, found) != 0)
    return g_strdup_printf ("the parent is %s", found);
  add_times (at->before, node, times);
  char *wrong = compare_motion (at, times);
  return wrong ? wrong : compare_rest (at);
}

/* --- Places at rest -------------------------------------------------------------------------------------------------- */

/* The last point, which is a bone only if there is nothing else. */
static char *
place_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  const MwRecord *point = points->len ? points->pdata[points->len - 1] : NULL;
  for (guint i = points->len; i-- > 0 && table_is_bone (model, point);)
    point = points->pdata[i];
  if (!point)
    return NULL;
  g_autofree char *path = mw_record_path (point);
  return g_strdup_printf ("place-transform %s move={0.5,-0.25,1.125}", path);
}

static char *
place_judge (const TableCase *at)
{
  static const double by[] = { 0.5, -0.25, 1.125 };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *point = table_record_in (expected, table_word (at->step, 1));
  shift (expected, point, by);
  if (!table_is_bone (expected, point))
    shift_shape (point, by);
  char *wrong = take_distances (at, expected);
  if (wrong)
    mw_model_free (expected);
  return wrong ? wrong : compare (at, expected);
}

const TableRow table_nodes[] = {
  { "place-transform", TABLE_BOTH, place_step, place_judge },
  { "node-retarget", TABLE_BOTH, retarget_step, retarget_judge },
  { "pivot-move", TABLE_BOTH, pivot_step, pivot_judge },
  { "node-rename-pattern", TABLE_MDLX, rename_step, rename_judge },
  { "bone-insert", TABLE_BOTH, insert_step, insert_judge },
  { "node-change-kind", TABLE_MDLX, kind_step, kind_judge },
  { "node-mirror", TABLE_BOTH, mirror_step, mirror_judge },
  { "node-sort", TABLE_BOTH, sort_step, sort_judge },
  { "node-reparent-keep", TABLE_BOTH, keep_step, keep_judge },
  { NULL, 0, NULL, NULL },
};
