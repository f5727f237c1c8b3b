/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/schema/wire.h"

#include <math.h>
#include <string.h>

/* Geosets and their animations: mdlx.md 5.7, 5.8, 7.2 to 7.4. */

enum { TRIANGLES = 4, BONES = 4, ALL = 255 };

static gboolean
has (const MwField *field, MwFormat format)
{
  return mw_field_in_format (&mw_mdlx_geoset_schema, field, format) != MW_IN_FORMAT_NEVER;
}

/* Whether this geoset of the old model has the same array; FALSE where the geoset is new. */
static gboolean
is_as_before (const MwConverting *c, const MwMdlxGeoset *geoset, const MwField *field, const MwArray *now)
{
  const MwRecord *was = mw_model_find (&c->a->model, geoset->record.id);
  return was && mw_array_equal (mw_field_at (was, field), now, mw_field_element_size (field));
}

static void
change_unless_same (MwConverting *c, MwLossKind kind, const MwMdlxGeoset *geoset, const MwField *field,
                    const MwArray *now, const char *why)
{
  if (!is_as_before (c, geoset, field, now))
    mw_convert_change (c, kind, &geoset->record, field, why);
}

static void
lose_unless_same (MwConverting *c, const MwMdlxGeoset *geoset, const MwField *field, const MwArray *now,
                  const char *why)
{
  change_unless_same (c, MW_LOSS_GONE, geoset, field, now, why);
}

/* --- Skin -------------------------------------------------------------------------------------------------------------- */

/* Groups and weights that agree within rounding are only stored in another way (MW_LOSS_RESTATED); others are rounded. */
static MwLossKind
kind_of_error (uint32_t n_off)
{
  return n_off ? MW_LOSS_ROUNDED : MW_LOSS_RESTATED;
}

static const char *
say_error (const char *what, double off, uint32_t n_off)
{
  g_autofree char *text = g_strdup_printf ("%s: none is off by more than rounding", what);
  if (!n_off)
    return g_intern_string (text);
  g_autofree char *measured = g_strdup_printf (
    "%s: the worst weight is off by %u %%, %u vertices by more than rounding", what, (guint) lround (100 * off), n_off);
  return g_intern_string (measured);
}

static MwConvertGroups
own_groups (const MwMdlxGeoset *geoset)
{
  return (MwConvertGroups) { mw_array_share (&geoset->vertex_groups), mw_array_share (&geoset->group_sizes),
                             mw_array_share (&geoset->group_members) };
}

static void
change_groups (MwConverting *c, MwLossKind kind, const MwMdlxGeoset *geoset, const MwConvertGroups *now,
               const char *why)
{
  change_unless_same (c, kind, geoset, MW_FIELD (MwMdlxGeoset, vertex_groups), &now->vertex_groups, why);
  change_unless_same (c, kind, geoset, MW_FIELD (MwMdlxGeoset, group_sizes), &now->group_sizes, why);
  change_unless_same (c, kind, geoset, MW_FIELD (MwMdlxGeoset, group_members), &now->group_members, why);
}

static void
change_skin (MwConverting *c, MwLossKind kind, const MwMdlxGeoset *geoset, const MwConvertSkin *now, const char *why)
{
  change_unless_same (c, kind, geoset, MW_FIELD (MwMdlxGeoset, skin_bones), &now->bones, why);
  change_unless_same (c, kind, geoset, MW_FIELD (MwMdlxGeoset, skin_weights), &now->weights, why);
}

static void
take_groups (MwMdlxGeoset *geoset, MwConvertGroups *groups)
{
  mw_convert_set_array (&geoset->vertex_groups, groups->vertex_groups);
  mw_convert_set_array (&geoset->group_sizes, groups->group_sizes);
  mw_convert_set_array (&geoset->group_members, groups->group_members);
  memset (groups, 0, sizeof *groups);
}

static void
take_skin (MwMdlxGeoset *geoset, MwConvertSkin *skin)
{
  mw_convert_set_array (&geoset->skin_bones, skin->bones);
  mw_convert_set_array (&geoset->skin_weights, skin->weights);
  memset (skin, 0, sizeof *skin);
}

/* The bone that a vertex without any influence refers to, with weight 0. It also replaces a node that has no ancestor
 * whose object id fits a byte. */
static MwRef
first_bone (const MwConverting *c)
{
  for (uint32_t i = 0; i < c->b->nodes.n; i++)
    if (c->b->nodes.items[i]->schema == &mw_mdlx_bone_schema)
      return (MwRef) { c->b->nodes.items[i]->id, 0 };
  return (MwRef) { 0, 0 };
}

/* Adds a bone if every vertex must refer to one and the model has none. */
static void
have_bone (MwConverting *c)
{
  c->first_bone = first_bone (c);
  if (c->first_bone.id || has (MW_FIELD (MwMdlxGeoset, vertex_groups), c->to) || !c->b->geosets.n)
    return;
  MwMdlxNode *bone = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
  mw_text_set (&bone->name, "Root", strlen ("Root"));
  bone->flags = 0;
  mw_list_append (&c->b->model, &c->b->model.record, MW_FIELD (MwMdlx, nodes), &bone->record);
  c->first_bone = (MwRef) { bone->record.id, 0 };
}

/* Whether converting these groups back gives exactly these weights. */
static gboolean
have_equal_weights (const MwConverting *c, const MwConvertGroups *groups, const MwConvertSkin *skin)
{
  double off;
  uint32_t n_off;
  MwConvertSkin again = mw_convert_skin_of_groups (groups, skin->bones.n, c->first_bone, &off, &n_off);
  gboolean same = mw_array_equal (&again.bones, &skin->bones, BONES * sizeof (MwRef))
                  && mw_array_equal (&again.weights, &skin->weights, BONES * 2);
  mw_convert_skin_clear (&again);
  return same;
}

/* The target has matrix groups only. The groups of a geoset that also has weights are left over from some tool and
 * are replaced. On the way back WoW 1500 makes weights from the groups; Warcraft III does not. */
static void
to_groups (MwConverting *c, MwMdlxGeoset *geoset)
{
  double off, back_off;
  uint32_t n_off, n_back_off;
  MwConvertGroups groups = mw_convert_groups_of_skin (&geoset->skin_bones, &geoset->skin_weights, geoset->vertices.n,
                                                      &off, &n_off);
  const char *why = say_error ("weights became matrix groups", off, n_off);
  c->groups_off = MAX (c->groups_off, off);
  c->n_groups_off += n_off;
  MwConvertSkin none = { .bones = { 0 } }, back = none;
  if (has (MW_FIELD (MwMdlxGeoset, vertex_groups), c->from))
    change_groups (c, MW_LOSS_RESTATED, geoset, &groups, "matrix groups were made of the weights");
  else
    back = mw_convert_skin_of_groups (&groups, geoset->vertices.n, c->first_bone, &back_off, &n_back_off);
  change_skin (c, kind_of_error (n_off), geoset, &back, why);
  mw_convert_skin_clear (&back);
  take_groups (geoset, &groups);
  take_skin (geoset, &none);
}

/* The target has both, and the source (WoW 1500) has weights only. SD geosets get groups, and keep weights only
 * where groups cannot express them. */
static void
to_both (MwConverting *c, MwMdlxGeoset *geoset)
{
  double off;
  uint32_t n_off;
  MwConvertSkin skin = { mw_array_share (&geoset->skin_bones), mw_array_share (&geoset->skin_weights) },
                none = { .bones = { 0 } };
  MwConvertGroups groups = mw_convert_groups_of_skin (&skin.bones, &skin.weights, geoset->vertices.n, &off, &n_off);
  if (have_equal_weights (c, &groups, &skin))
    take_skin (geoset, &none);
  mw_convert_skin_clear (&skin);
  take_groups (geoset, &groups);
}

static gboolean
has_wide_weights (MwFormat format)
{
  return format.family == MW_FAMILY_MDX && format.version >= 1400;
}

static gboolean
is_high (const MwConverting *c, MwId id)
{
  return id && c->numbers[id] > G_MAXUINT8;
}

static MwId
parent_of (const MwConverting *c, MwId id)
{
  const MwMdlxNode *node = (const MwMdlxNode *) mw_model_find (&c->b->model, id);
  return node ? node->parent.id : 0;
}

/* The nearest ancestor whose object id fits a byte, or else the first bone. Each node is visited once, however many
 * vertices name it: `carriers` keeps the results. carriers[id] == id: the node has no such ancestor. Marking nodes in
 * this way also ends cycles. */
static MwRef
low_ancestor (MwConverting *c, MwRef ref)
{
  MwId id = ref.id;
  for (; is_high (c, id) && !c->carriers[id]; id = parent_of (c, id))
    c->carriers[id] = id;
  MwId found = is_high (c, id) ? c->carriers[id] : id;
  if (!found || is_high (c, found))
    return c->first_bone;
  for (id = ref.id; c->carriers[id] == id; id = parent_of (c, id))
    c->carriers[id] = found;
  return (MwRef) { found, 0 };
}

/* Records added during the conversion (UV sets) are not nodes and have no number. */
static void
have_numbers (MwConverting *c)
{
  if (c->numbers)
    return;
  c->numbers = mw_model_numbers (&c->b->model);
  c->carriers = g_new0 (MwId, c->b->model.n_ids);
}

/* Vertices name bones by a byte up to version 1399 and in World of Warcraft. Bones with higher numbers are replaced
 * by their ancestors. */
static gboolean
narrow_bones (MwConverting *c, MwMdlxGeoset *geoset)
{
  gboolean changed = FALSE;
  if (!has (MW_FIELD (MwMdlxGeoset, skin_bones), c->to) || has_wide_weights (c->to) || !geoset->skin_bones.n)
    return FALSE;
  have_numbers (c);
  const uint32_t *numbers = c->numbers;
  const MwRef *stored = geoset->skin_bones.data;
  gboolean fits = TRUE;
  for (size_t i = 0; fits && i < (size_t) BONES * geoset->skin_bones.n; i++)
    fits = (stored[i].id ? numbers[stored[i].id] : stored[i].raw) <= G_MAXUINT8;
  if (fits)
    return FALSE;
  MwRef *refs = mw_array_make_writable (&geoset->skin_bones, BONES * sizeof (MwRef));
  for (size_t i = 0; i < (size_t) BONES * geoset->skin_bones.n; i++)
    if ((refs[i].id ? numbers[refs[i].id] : refs[i].raw) > G_MAXUINT8) {
      refs[i] = low_ancestor (c, refs[i]);
      changed = TRUE;
    }
  return changed;
}

/* WoW 1500 has weights only. On the way back to_groups() or to_both() makes groups from them. */
static void
to_weights (MwConverting *c, MwMdlxGeoset *geoset)
{
  double off = 0;
  uint32_t n_off = 0;
  gboolean had_skin = geoset->skin_bones.n != 0;
  MwConvertGroups groups = own_groups (geoset), none = { .vertex_groups = { 0 } };
  if (!had_skin) {
    MwConvertSkin skin = mw_convert_skin_of_groups (&groups, geoset->vertices.n, c->first_bone, &off, &n_off);
    take_skin (geoset, &skin);
  }
  narrow_bones (c, geoset);
  mw_convert_groups_clear (&groups);
  const char *why = say_error ("the matrix groups became weights", off, n_off);
  MwLossKind kind = kind_of_error (n_off);
  MwConvertSkin skin = { mw_array_share (&geoset->skin_bones), mw_array_share (&geoset->skin_weights) };
  groups = mw_convert_groups_of_skin (&skin.bones, &skin.weights, geoset->vertices.n, &off, &n_off);
  change_groups (c, kind, geoset, &groups, why);
  if (has (MW_FIELD (MwMdlxGeoset, skin_bones), c->from)) {
    MwConvertSkin nothing = { .bones = { 0 } };
    change_skin (c, MW_LOSS_RESTATED, geoset, have_equal_weights (c, &groups, &skin) ? &nothing : &skin,
                 "matrix groups replace them, with equal weights");
  }
  mw_convert_skin_clear (&skin);
  mw_convert_groups_clear (&groups);
  take_groups (geoset, &none);
}

/* Two-byte weights may sum to something other than 255. */
static void
narrow_weights (MwConverting *c, MwMdlxGeoset *geoset)
{
  const uint16_t *from = geoset->skin_weights.data;
  uint16_t most = 0;
  for (size_t i = 0; i < (size_t) BONES * geoset->skin_weights.n; i++)
    most = MAX (most, from[i]);
  if (most <= ALL)
    return;
  MwArray scaled = mw_array_new (geoset->skin_weights.n, BONES * 2);
  for (uint32_t v = 0; v < geoset->skin_weights.n; v++) {
    uint16_t *to = (uint16_t *) scaled.data + (size_t) BONES * v;
    uint32_t sum = 0, left = ALL, before = 0;
    for (guint k = 0; k < BONES; k++)
      sum += from[(size_t) BONES * v + k];
    for (guint k = 0; k < BONES; k++) {
      /* Running totals are rounded instead of single weights, so that the weights sum to exactly 255. */
      before += from[(size_t) BONES * v + k];
      uint32_t end = sum ? (uint32_t) (((uint64_t) before * ALL + sum / 2) / sum) : 0;
      to[k] = (uint16_t) (end - (ALL - left));
      left = ALL - end;
    }
  }
  mw_convert_set_array (&geoset->skin_weights, scaled);
  mw_convert_change (c, MW_LOSS_ROUNDED, &geoset->record, MW_FIELD (MwMdlxGeoset, skin_weights),
                     "weights of one byte sum to 255");
}

static void
convert_skin (MwConverting *c, MwMdlxGeoset *geoset)
{
  gboolean groups_before = has (MW_FIELD (MwMdlxGeoset, vertex_groups), c->from),
           groups = has (MW_FIELD (MwMdlxGeoset, vertex_groups), c->to);
  if (has (MW_FIELD (MwMdlxGeoset, skin_bones), c->to) && has_wide_weights (c->from) && !has_wide_weights (c->to))
    narrow_weights (c, geoset);
  if (!has (MW_FIELD (MwMdlxGeoset, skin_bones), c->to) && (geoset->skin_bones.n || !groups_before))
    to_groups (c, geoset);
  else if (has (MW_FIELD (MwMdlxGeoset, skin_bones), c->to) && groups && !groups_before)
    to_both (c, geoset);
  else if (groups_before && !groups)
    to_weights (c, geoset);
  else if (narrow_bones (c, geoset))
    mw_convert_lose (c, &geoset->record, MW_FIELD (MwMdlxGeoset, skin_bones),
                     "the target version holds object ids up to 255 here");
}

/* --- Tangents ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_hd (const MwMdlx *model, MwRef ref)
{
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (&model->model, ref);
  for (uint32_t i = 0; material && i < material->layers.n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    if (mw_mdlx_is_hd_shader (layer->shader) && layer->textures.n > 1)
      return TRUE;
  }
  return material && material->layers.n == 6 && mw_mdlx_is_hd_shader_name (mw_text (material->shader));
}

/* The HD shader needs tangents. */
static void
make_tangents (MwConverting *c, MwMdlxGeoset *geoset)
{
  if (!has (MW_FIELD (MwMdlxGeoset, tangents), c->to) || geoset->tangents.n || !is_hd (c->b, geoset->material))
    return;
  uint32_t n_split;
  MwArray tangents = mw_convert_tangents (geoset, &n_split);
  if (!tangents.n)
    return;
  mw_convert_set_array (&geoset->tangents, tangents);
  if (n_split)
    mw_report_remark (
      c->report, MW_REMARK_WARNING, 0, 0,
      "geosets[%u]: vertices between a mirrored and an unmirrored part have the tangent of one part: %u",
      mw_record_index (&geoset->record), n_split);
  mw_convert_lose (c, &geoset->record, MW_FIELD (MwMdlxGeoset, tangents),
                   "its HD material needs tangents, and it had none");
}

/* --- What only some versions state --------------------------------------------------------------------------------------- */

static void
box_of (const MwMdlxGeoset *geoset, float least[3], float most[3])
{
  const float *at = geoset->vertices.data;
  memset (least, 0, 3 * sizeof *least);
  memset (most, 0, 3 * sizeof *most);
  for (uint32_t i = 0; i < geoset->vertices.n; i++, at += 3)
    for (guint k = 0; k < 3; k++) {
      least[k] = i ? MIN (least[k], at[k]) : at[k];
      most[k] = i ? MAX (most[k], at[k]) : at[k];
    }
}

/* Reports a number field that a version does not store and that is derived from other values there. */
static void
derive (MwConverting *c, MwMdlxGeoset *geoset, const MwField *field, const void *derived, const char *why)
{
  void *at = mw_field_at (&geoset->record, field);
  size_t size = mw_field_storage_size (field);
  gboolean before = has (field, c->from), after = has (field, c->to);
  if (before == after)
    return;
  if (before && memcmp (at, derived, size) != 0)
    mw_convert_lose (c, &geoset->record, field, why);
  if (after)
    memcpy (at, derived, size);
  else
    mw_field_set_default (&geoset->record, field);
}

static void
convert_frame (MwConverting *c, MwMdlxGeoset *geoset)
{
  float least[3], most[3], middle[3];
  const MwRef itself = { geoset->record.id, 0 };
  box_of (geoset, least, most);
  for (guint k = 0; k < 3; k++)
    middle[k] = (least[k] + most[k]) / 2;
  derive (c, geoset, MW_FIELD (MwMdlxGeoset, bounds.min), least,
          "it is computed from the vertices when this is converted back");
  derive (c, geoset, MW_FIELD (MwMdlxGeoset, bounds.max), most,
          "it is computed from the vertices when this is converted back");
  derive (c, geoset, MW_FIELD (MwMdlxGeoset, center), middle,
          "it is computed from the vertices when this is converted back");
  derive (c, geoset, MW_FIELD (MwMdlxGeoset, geoset_index), &itself,
          "it is the place in the list when this is converted back");
}

/* A version without primitive groups has exactly one group of triangles. */
static void
convert_primitives (MwConverting *c, MwMdlxGeoset *geoset)
{
  const uint32_t type = TRIANGLES, size = geoset->faces.n;
  gboolean before = has (MW_FIELD (MwMdlxGeoset, primitive_sizes), c->from),
           after = has (MW_FIELD (MwMdlxGeoset, primitive_sizes), c->to);
  if (before == after)
    return;
  MwArray types = mw_array_copy (&type, size ? 1 : 0, 4), sizes = mw_array_copy (&size, size ? 1 : 0, 4);
  if (before) {
    lose_unless_same (c, geoset, MW_FIELD (MwMdlxGeoset, primitive_types), &types,
                      "the target version has one group of triangles");
    lose_unless_same (c, geoset, MW_FIELD (MwMdlxGeoset, primitive_sizes), &sizes,
                      "the target version has one group of triangles");
    mw_array_clear (&types);
    mw_array_clear (&sizes);
  }
  mw_convert_set_array (&geoset->primitive_types, types);
  mw_convert_set_array (&geoset->primitive_sizes, sizes);
}

/* Truncates an array, or pads it with zeros, to n values. */
static void
resize (MwConverting *c, const MwRecord *record, const MwField *field, uint32_t n)
{
  MwArray *array = mw_field_at (record, field);
  size_t size = mw_field_element_size (field);
  if (array->n == n)
    return;
  MwArray resized = mw_array_new (n, size);
  if (n)
    memset (resized.data, 0, n * size);
  if (MIN (n, array->n))
    memcpy (resized.data, array->data, MIN (n, array->n) * size);
  mw_convert_set_array (array, resized);
  mw_convert_lose (c, record, field, "World of Warcraft has one for each vertex");
}

/* World of Warcraft stores no separate counts for the arrays of a vertex, and version 1500 exactly two UV sets. */
static void
fit_vertices (MwConverting *c, MwMdlxGeoset *geoset)
{
  gboolean interleaved = !has (MW_FIELD (MwMdlxGeoset, vertex_groups), c->to);
  const MwField *sets = MW_FIELD (MwMdlxGeoset, uv_sets);
  while (interleaved && geoset->uv_sets.n > 2) {
    MwRecord *set = geoset->uv_sets.items[geoset->uv_sets.n - 1];
    mw_convert_lose_record (c, set, "the target version has two UV sets");
    mw_convert_drop (c, set);
  }
  while (interleaved && geoset->uv_sets.n < 2)
    mw_list_append (&c->b->model, &geoset->record, sets, mw_record_new (&mw_mdlx_uv_set_schema));
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++)
    resize (c, geoset->uv_sets.items[i], MW_FIELD (MwMdlxUvSet, uvs), geoset->vertices.n);
  if (!interleaved)
    return;
  resize (c, &geoset->record, MW_FIELD (MwMdlxGeoset, normals), geoset->vertices.n);
  uint32_t n_skinned = geoset->skin_bones.n;
  if (!n_skinned)
    return;
  resize (c, &geoset->record, MW_FIELD (MwMdlxGeoset, skin_bones), geoset->vertices.n);
  resize (c, &geoset->record, MW_FIELD (MwMdlxGeoset, skin_weights), geoset->vertices.n);
  for (size_t i = (size_t) BONES * n_skinned; i < (size_t) BONES * geoset->skin_bones.n; i++)
    ((MwRef *) geoset->skin_bones.data)[i] = c->first_bone;
}

/* --- Flags --------------------------------------------------------------------------------------------------------------- */

/* Moves bit `warcraft` of a word to its position in the other game, bit `wow`, or back; all other bits are lost. */
static void
move_bit (MwConverting *c, const MwRecord *record, const MwField *field, uint32_t *word, uint32_t warcraft,
          uint32_t wow)
{
  gboolean to_wow = c->to.family == MW_FAMILY_MDX_WOW;
  uint32_t was = to_wow ? warcraft : wow, is = to_wow ? wow : warcraft;
  if (*word & ~was)
    mw_convert_lose (c, record, field, "the other game has no such flags");
  *word = *word & was ? is : 0;
}

void
mw_convert_geosets (MwConverting *c)
{
  have_bone (c);
  for (uint32_t i = 0; i < c->b->geosets.n; i++) {
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) c->b->geosets.items[i];
    if (c->to.family == MW_FAMILY_MDX_WOW)
      fit_vertices (c, geoset);
    convert_skin (c, geoset);
    make_tangents (c, geoset);
    convert_frame (c, geoset);
    convert_primitives (c, geoset);
    if (mw_convert_changes_family (c))
      move_bit (c, &geoset->record, MW_FIELD (MwMdlxGeoset, selection_flags), &geoset->selection_flags, 4, 1);
  }
  if (c->n_groups_off)
    mw_report_remark (c->report, MW_REMARK_WARNING, 0, 0, "%s",
                      say_error ("weights became matrix groups", c->groups_off, c->n_groups_off));
  g_clear_pointer (&c->numbers, g_free);
  g_clear_pointer (&c->carriers, g_free);
  for (uint32_t i = 0; mw_convert_changes_family (c) && i < c->b->geoset_animations.n; i++) {
    MwMdlxGeosetAnimation *animation = (MwMdlxGeosetAnimation *) c->b->geoset_animations.items[i];
    move_bit (c, &animation->record, MW_FIELD (MwMdlxGeosetAnimation, flags), &animation->flags, 2, 1);
  }
}
