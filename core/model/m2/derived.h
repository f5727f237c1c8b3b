/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/schema/wire.h"

/* What follows from a model of the M2 family and is never edited (architecture.md, idea 2): lookup tables, combos, and the local
 * numbering of skin profiles. A frame holds it as a file has it or is to have it; readers fill one, resolve the model's
 * references through it, and leave notes about what a writer would not find by itself. */

/* Tables of u16 in the header (m2.md 5.2 and 8). */
typedef enum {
  MW_M2_SEQUENCE_LOOKUP,
  MW_M2_KEY_BONE_LOOKUP,
  MW_M2_REPLACEABLE_LOOKUP,
  MW_M2_BONE_COMBOS,
  MW_M2_TEXTURE_COMBOS,
  MW_M2_COORD_COMBOS,
  MW_M2_WEIGHT_COMBOS,
  MW_M2_TRANSFORM_COMBOS,
  MW_M2_ATTACHMENT_LOOKUP,
  MW_M2_CAMERA_LOOKUP,
  MW_M2_N_TABLES
} MwM2Table;

typedef struct {
  uint16_t *values;
  uint32_t n;
} MwM2Span;

/* Where the parts of a submesh stand in its profile (section 6.1). */
typedef struct {
  uint16_t level, vertex_start, n_vertices, index_start, n_indices, n_bones, bone_start;
} MwM2Runs;

/* Where the texture units of a batch stand in the combos (section 6.2). */
typedef struct {
  uint16_t n, start[4]; /* textures, coordinates, the weight, transforms */
} MwM2Units;

typedef struct {
  MwM2Span vertices; /* of the model, in the profile's order */
  MwM2Span indices;  /* into those, three for each triangle */
  MwM2Span bones;    /* for each of those vertices four local bone indices: two values of two bytes */
  GArray *runs;      /* MwM2Runs, by submesh */
  GArray *units;     /* MwM2Units, by batch */
} MwM2SkinFrame;

typedef struct {
  MwM2Span tables[MW_M2_N_TABLES];
  GPtrArray *skins; /* MwM2SkinFrame, by profile */
  uint32_t *numbers; /* writing: by id, what references are written as */
  /* Reading: called when all sequences are there, before anything that has keys. */
  void (*sequences_read) (gpointer data, MwWireReader *reader);
  gpointer data;
} MwM2Frame;

MwM2Frame *mw_m2_frame_new (void);
void mw_m2_frame_free (MwM2Frame *frame);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwM2Frame, mw_m2_frame_free)
/* That of a profile; made when it is not there. */
MwM2SkinFrame *mw_m2_frame_skin (MwM2Frame *frame, guint index);

/* What names the arrays of a frame where a field is asked for: no schema has these. */
const MwField *mw_m2_table_field (MwM2Table table);
const MwField *mw_m2_note_field (const char *name);
/* The same of notes on the model itself, which has fields of its own by the names of parts of profiles. */
const MwField *mw_m2_model_note_field (const char *name);
extern const MwField mw_m2_skin_vertices_field, mw_m2_skin_indices_field, mw_m2_skin_bones_field;

/* After reading: gives the model's records what they hold through the frame's tables (units, triangles), and notes what of
 * the frame a writer would not derive. References must be resolved but for those. An error where an index points outside of
 * its array. */
gboolean mw_m2_frame_resolve (const MwM2Frame *frame, MwM2 *model, GError **error);
/* The frame that a writer writes: derived, but as the notes say where they still hold. */
MwM2Frame *mw_m2_frame_derive (const MwM2 *model);

/* --- Its parts, for the files of this folder -------------------------------------------------------------------------- */

/* By id the places of what references point to: the records of the model's lists and of its profiles', a small part of all that a
 * model has; 0xFFFFFFFF for others. Free with g_free(). */
uint32_t *mw_m2_reference_places (const MwM2 *model);

void mw_m2_span_set (MwM2Span *span, const void *values, uint32_t n);
void mw_m2_span_clear (MwM2Span *span);

/* Lookups by id: the table as the exporter makes it. `numbers` gives the place of a record by its id. */
void mw_m2_derive_lookup (const MwM2 *model, MwM2Table table, MwM2Span *out);
/* What of the model such a table follows from, as a checksum: a stored one holds while that is the same. */
uint32_t mw_m2_lookup_inputs (const MwM2 *model, MwM2Table table);

/* Runs of bones and of texture units in the combos. */
void mw_m2_derive_bone_combos (const MwM2 *model, MwM2Frame *frame);
void mw_m2_note_bone_combos (MwM2 *model, const MwM2Frame *stored);
gboolean mw_m2_resolve_units (MwM2 *model, const MwM2Frame *stored, GError **error);
void mw_m2_derive_unit_combos (const MwM2 *model, MwM2Frame *frame, const uint32_t *numbers);
void mw_m2_note_unit_combos (MwM2 *model, const MwM2Frame *stored);

/* The vertices of profiles, and their local bones (behind the bone combos, and noted behind their notes). */
gboolean mw_m2_resolve_triangles (MwM2 *model, const MwM2Frame *stored, GError **error);
void mw_m2_derive_skin_vertices (const MwM2 *model, MwM2Frame *frame);
void mw_m2_note_skin_vertices (MwM2 *model, const MwM2Frame *stored);
void mw_m2_derive_skin_bones (const MwM2 *model, MwM2Frame *frame);
void mw_m2_note_skin_bones (MwM2 *model, const MwM2Frame *stored);

/* The bones that a submesh needs, in the order in which they stand in its run; *n of them. Free with g_free(). */
uint16_t *mw_m2_submesh_bones (const MwM2 *model, const MwM2Submesh *submesh, guint *n);

/* --- Hand rows -------------------------------------------------------------------------------------------------------- */

extern const MwHand mw_m2_table_sequences, mw_m2_table_key_bones, mw_m2_table_replaceable, mw_m2_table_bone_combos,
  mw_m2_table_texture_combos, mw_m2_table_coord_combos, mw_m2_table_weight_combos, mw_m2_table_transform_combos,
  mw_m2_table_attachments, mw_m2_table_cameras;
extern const MwHand mw_m2_vertices, mw_m2_skin_count, mw_m2_skin_vertices, mw_m2_skin_indices, mw_m2_skin_bones,
  mw_m2_submesh_runs, mw_m2_batch_units;
/* Which layout a profile has: in a file of its own the first array tells (section 6). */
uint8_t mw_m2_skin_probe (const MwWireReader *reader);
