/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/convert/convert.h"
#include "core/model/mdlx/mdlx.h"

/* The state that all rules share during one conversion. `b` begins as a copy of `a` with the same ids. */
typedef struct {
  const MwMdlx *a;
  MwMdlx *b;
  MwFormat from, to;
  MwConvertOptions options;
  MwReport *report;
  MwConvertMap *map;
  GHashTable *losses;      /* MwId -> GArray of Loss */
  GHashTable *fields;      /* MwSchema -> GPtrArray: fields whose rows differ between the two formats */
  GHashTable *fresh;       /* MwSchema -> MwRecord: the defaults in format `from`, for fields that `to` does not have */
  GHashTable *given;       /* MwSchema -> MwRecord: the defaults in format `to`, for fields that `from` does not have */
  uint32_t n_team_colours; /* layers that got a layer with the team colour below them */
  MwRef fillers[6]; /* by slot of HD layers: textures that have no effect in that slot; id 0 until one is needed */
  uint32_t n_filled_slots; /* how many slots were filled with those */
  double groups_off;       /* the largest error of all geosets whose weights became matrix groups */
  uint32_t n_groups_off;   /* how many vertices have that error */
  /* Used while geosets are converted: */
  MwRef first_bone;  /* of `b`; id 0 where it has no bone */
  uint32_t *numbers; /* by id: object ids of `b`; NULL until they are needed */
  MwId *carriers;    /* by id: the result of low_ancestor(), 0 where not computed yet */
} MwConverting;

struct _MwConvertMap {
  GHashTable *parts; /* MwConvertPart -> MwConvertPart */
};

static inline gboolean
mw_convert_changes_family (const MwConverting *c)
{
  return c->from.family != c->to.family;
}

/* A new record of this kind with the defaults of a format. Owned by the conversion. */
const MwRecord *mw_convert_fresh (MwConverting *c, const MwSchema *schema);

/* These report a loss: of a field of a record (of either model; a field that only the new model has is no loss), of
 * the record as a whole, of its place in the list, or of its layout variant. */
void mw_convert_lose (MwConverting *c, const MwRecord *record, const MwField *field, const char *why);
void mw_convert_lose_record (MwConverting *c, const MwRecord *record, const char *why);
void mw_convert_lose_place (MwConverting *c, const MwRecord *record, const char *why);
void mw_convert_lose_layout (MwConverting *c, const MwRecord *record, const char *why);
/* The same where a field or record is not lost but rounded or stored in another way. A place has no such kind: it is
 * reordered. Nor has a layout: its values are reported one by one. */
void mw_convert_change (MwConverting *c, MwLossKind kind, const MwRecord *record, const MwField *field,
                        const char *why);
void mw_convert_change_record (MwConverting *c, MwLossKind kind, const MwRecord *record, const char *why);
/* Reports every value of a record of the old model that differs from a new record's, except for the fields of a
 * NULL-terminated list. */
void mw_convert_lose_rest (MwConverting *c, const MwRecord *record, const MwField *const *except, const char *why);
/* Records in the map that `from` became `to`. */
void mw_convert_becomes (MwConverting *c, MwConvertPart from, MwConvertPart to);
/* Removes a record from a list of the new model and frees it. */
void mw_convert_drop (MwConverting *c, MwRecord *record);
/* Removes from a list of the new model the records that something in the old model referred to and nothing in the
 * new one does. */
void mw_convert_drop_unused (MwConverting *c, const MwField *list, const char *why);
/* Sets an array field, which takes ownership of `value`. */
void mw_convert_set_array (MwArray *slot, MwArray value);

/* The rules, in the order in which they are applied. */
void mw_convert_levels (MwConverting *c);
void mw_convert_materials (MwConverting *c);
void mw_convert_textures (MwConverting *c);
/* Runs after all rules that drop textures: the paths that are left. */
void mw_convert_paths (MwConverting *c);
void mw_convert_sequences (MwConverting *c);
void mw_convert_nodes (MwConverting *c);
void mw_convert_geosets (MwConverting *c); /* needs the object ids */
void mw_convert_shapes (MwConverting *c);
void mw_convert_emitters (MwConverting *c);
void mw_convert_rotations (MwConverting *c);
/* begin runs before all other rules: fields that `to` has and `from` lacks get the defaults of `to`. end runs after
 * all other rules: fields that `to` lacks are dropped, and reported unless they hold the defaults of `from`. */
void mw_convert_begin_fields (MwConverting *c);
void mw_convert_end_fields (MwConverting *c);

/* --- Skin (skin.c) --- */

/* Which nodes move which vertices of a geoset, as matrix groups and as weights. */
typedef struct {
  MwArray vertex_groups, group_sizes, group_members;
} MwConvertGroups;
typedef struct {
  MwArray bones, weights;
} MwConvertSkin;
void mw_convert_groups_clear (MwConvertGroups *groups);
void mw_convert_skin_clear (MwConvertSkin *skin);
/* *off receives the largest error of a weight (1 is the whole); *n_off the number of vertices whose error is larger
 * than rounding. Vertices without weights get a group without members. `nobody` is the bone written with weight 0
 * for a vertex without a group. */
MwConvertGroups mw_convert_groups_of_skin (const MwArray *bones, const MwArray *weights, uint32_t n_vertices,
                                           double *off, uint32_t *n_off);
MwConvertSkin mw_convert_skin_of_groups (const MwConvertGroups *groups, uint32_t n_vertices, MwRef nobody, double *off,
                                         uint32_t *n_off);
/* One tangent with handedness per vertex, from triangles and texture coordinates; empty where a geoset lacks either.
 * *n_split receives the number of vertices that belong both to triangles with mirrored texture coordinates and to
 * others. Such a vertex is not split: it gets the tangent of the side with the larger sum of angles. */
MwArray mw_convert_tangents (const MwMdlxGeoset *geoset, uint32_t *n_split);
