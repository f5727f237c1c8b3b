/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/convert/convert.h"
#include "core/model/mdlx/mdlx.h"

/* What the rules share while one model is made of another. `b` begins as a copy of `a` with the same ids. */
typedef struct {
  const MwMdlx *a;
  MwMdlx *b;
  MwFormat from, to;
  MwConvertOptions options;
  MwReport *report;
  MwConvertMap *map;
  GHashTable *losses;      /* MwId -> GArray of Loss */
  GHashTable *fields;      /* MwSchema -> GPtrArray: fields whose rows are not the same in both */
  GHashTable *fresh;       /* MwSchema -> MwRecord: what `from` puts into a record that `to` says nothing about */
  GHashTable *given;       /* MwSchema -> MwRecord: the other way round */
  uint32_t n_team_colours; /* layers that got one below them */
  MwRef fillers[6];        /* by slot of HD layers: textures that say nothing there; no id before one is needed */
  uint32_t n_filled_slots; /* with those */
  double groups_off;       /* the worst of all geosets whose weights became matrix groups, and of how many vertices */
  uint32_t n_groups_off;
  /* While geosets are converted: */
  MwRef first_bone;  /* of `b`; without an id where it has none */
  uint32_t *numbers; /* by id: object ids of `b`; NULL until they are asked for */
  MwId *carriers;    /* by id: what low_ancestor() found, 0 where nobody asked */
} MwConverting;

struct _MwConvertMap {
  GHashTable *parts; /* MwConvertPart -> MwConvertPart */
};

static inline gboolean
mw_convert_changes_family (const MwConverting *c)
{
  return c->from.family != c->to.family;
}

/* Whether records of a kind have this field at all in a format, whatever else they say. */
gboolean mw_convert_has (const MwSchema *schema, const MwField *field, MwFormat format);
/* Whether a format has a chunk for nodes of this kind. */
gboolean mw_convert_has_kind (const MwSchema *kind, MwFormat format);
/* What a format puts into a new record of this kind. Owned by the conversion. */
const MwRecord *mw_convert_fresh (MwConverting *c, const MwSchema *schema);

/* Naming what does not come back: a field of a record (of either model; one that only the new model has is nobody's loss),
 * the record as a whole, its place in the list, or which of its layouts it has. */
void mw_convert_lose (MwConverting *c, const MwRecord *record, const MwField *field, const char *why);
void mw_convert_lose_record (MwConverting *c, const MwRecord *record, const char *why);
void mw_convert_lose_place (MwConverting *c, const MwRecord *record, const char *why);
void mw_convert_lose_layout (MwConverting *c, const MwRecord *record, const char *why);
/* The same where a field or record is not gone but rounded, or stored in another way. (A place is reordered, a layout said in
 * another way: the values that it holds are named by themselves.) */
void mw_convert_change (MwConverting *c, MwLossKind kind, const MwRecord *record, const MwField *field,
                        const char *why);
void mw_convert_change_record (MwConverting *c, MwLossKind kind, const MwRecord *record, const char *why);
/* Everything that a record of the old model says beyond a fresh one, except for the fields of a NULL-terminated list. */
void mw_convert_lose_rest (MwConverting *c, const MwRecord *record, const MwField *const *except, const char *why);
/* "record `from` is part `to` now". */
void mw_convert_becomes (MwConverting *c, MwConvertPart from, MwConvertPart to);
/* Takes a record out of a list of the new model and frees it. */
void mw_convert_drop (MwConverting *c, MwRecord *record);
/* Takes out of a list of the model what something of the old model refers to and nothing of the new one. */
void mw_convert_drop_unused (MwConverting *c, const MwField *list, const char *why);
/* Sets an array field to one that it then owns. */
void mw_convert_set_array (MwArray *slot, MwArray value);

/* The rules, in the order in which they are applied. */
void mw_convert_levels (MwConverting *c);
void mw_convert_materials (MwConverting *c);
void mw_convert_textures (MwConverting *c);
/* Behind what drops textures: the paths that are left. */
void mw_convert_paths (MwConverting *c);
void mw_convert_sequences (MwConverting *c);
void mw_convert_nodes (MwConverting *c);
void mw_convert_geosets (MwConverting *c); /* object ids have to be known */
void mw_convert_shapes (MwConverting *c);
void mw_convert_emitters (MwConverting *c);
void mw_convert_rotations (MwConverting *c);
/* Before all others: what `to` has and `from` has not becomes what `to` gives; behind all others: what `to` has not goes,
 * and is named unless that is what `from` gives anyway. */
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
/* *off: by how much of 1 the worst weight is off; *n_off: how many vertices are more than a rounding off.
 * Vertices without weights have a group without members.
 * `nobody` stands, without weight, where a vertex has no group. */
MwConvertGroups mw_convert_groups_of_skin (const MwArray *bones, const MwArray *weights, uint32_t n_vertices,
                                           double *off, uint32_t *n_off);
MwConvertSkin mw_convert_skin_of_groups (const MwConvertGroups *groups, uint32_t n_vertices, MwRef nobody, double *off,
                                         uint32_t *n_off);
/* One vector with handedness per vertex, from triangles and texture coordinates; empty where a geoset has not got them.
 * *n_split: how many vertices belong to triangles on which the texture stands mirrored and to others. They have the tangent of
 * those that take the larger angle there: a vertex is not made two. */
MwArray mw_convert_tangents (const MwMdlxGeoset *geoset, uint32_t *n_split);
