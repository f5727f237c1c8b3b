/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/schema/wire.h"

/* Everything that follows from a model of the M2 family and is never edited (architecture.md, idea 2): lookup
 * tables, combos, and the local numbering of skin profiles. A frame holds these as they are in a file or will be
 * written. Reader: fills a frame, resolves the model's references through it (mw_m2_frame_resolve()), which leaves
 * notes about everything a writer would not derive. Writer: gets its frame from mw_m2_frame_derive(). */

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

/* Where the parts of a submesh are in its profile (m2.md 6.1). */
typedef struct {
  uint16_t level, vertex_start, n_vertices, index_start, n_indices, n_bones, bone_start;
} MwM2Runs;

/* Where the texture units of a batch are in the combos (m2.md 6.2). */
typedef struct {
  uint16_t n, start[4]; /* starts of the runs: textures, coordinates, weight, transforms */
} MwM2Units;

typedef struct {
  MwM2Span vertices; /* indices of the model's vertices, in the profile's order */
  MwM2Span indices;  /* indices into `vertices`, three per triangle */
  MwM2Span bones;    /* four local bone indices per entry of `vertices`, one byte each, packed into two values */
  GArray *runs;      /* MwM2Runs by submesh */
  GArray *units;     /* MwM2Units by batch */
} MwM2SkinFrame;

typedef struct {
  MwM2Span tables[MW_M2_N_TABLES];
  GPtrArray *skins; /* MwM2SkinFrame by profile */
  uint32_t *numbers; /* writing: the number written for a reference, by record id */
  /* Reading: called when all sequences have been read, before any record with keys. */
  void (*sequences_read) (gpointer data, MwWireReader *reader);
  gpointer data;
} MwM2Frame;

MwM2Frame *mw_m2_frame_new (void);
void mw_m2_frame_free (MwM2Frame *frame);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwM2Frame, mw_m2_frame_free)
/* The frame of a profile; created when it does not exist. */
MwM2SkinFrame *mw_m2_frame_skin (MwM2Frame *frame, guint index);

/* Stand-in fields for the arrays of a frame, where an API requires a field; no schema contains them. */
const MwField *mw_m2_table_field (MwM2Table table);
const MwField *mw_m2_note_field (const char *name);
/* The same for notes on the model itself, whose schema has fields with the same names as parts of profiles. */
const MwField *mw_m2_model_note_field (const char *name);
extern const MwField mw_m2_skin_vertices_field, mw_m2_skin_indices_field, mw_m2_skin_bones_field;

/* After reading: sets what the model's records get through the frame's tables (texture units, triangles), and adds
 * notes for what a writer would not derive from the model. All other references must be resolved already. FALSE with
 * an error where an index is out of range. */
gboolean mw_m2_frame_resolve (const MwM2Frame *frame, MwM2 *model, GError **error);
/* The frame to write: derived from the model, or taken from notes where these still apply. Free with
 * mw_m2_frame_free(). */
MwM2Frame *mw_m2_frame_derive (const MwM2 *model);
/* One of its tables that clients look ids up in: not those of combos. */
void mw_m2_table_derive (const MwM2 *model, MwM2Table table, MwM2Span *out);

/* --- Parts, for the files of this folder ------------------------------------------------------------------------------ */

/* The indices of all records that references can point to, by record id; 0xFFFFFFFF for other ids. Covers the
 * records in the model's lists and in its profiles, a small part of all records. Free with g_free(). */
uint32_t *mw_m2_reference_places (const MwM2 *model);

void mw_m2_span_set (MwM2Span *span, const void *values, uint32_t n);
void mw_m2_span_clear (MwM2Span *span);

/* Makes a lookup table as the exporter does. */
void mw_m2_derive_lookup (const MwM2 *model, MwM2Table table, MwM2Span *out);
/* A checksum of the parts of the model that such a table follows from. A stored table is used while it is unchanged. */
uint32_t mw_m2_lookup_inputs (const MwM2 *model, MwM2Table table);

/* Runs of bones and of texture units in the combos: derived from the model, and noted where the stored ones differ. */
void mw_m2_derive_bone_combos (const MwM2 *model, MwM2Frame *frame);
void mw_m2_note_bone_combos (MwM2 *model, const MwM2Frame *stored);
gboolean mw_m2_resolve_units (MwM2 *model, const MwM2Frame *stored, GError **error);
void mw_m2_derive_unit_combos (const MwM2 *model, MwM2Frame *frame, const uint32_t *numbers);
void mw_m2_note_unit_combos (MwM2 *model, const MwM2Frame *stored);

/* The vertices of profiles and their local bones. Bones are derived after the bone combos, and noted after their
 * notes. */
gboolean mw_m2_resolve_triangles (MwM2 *model, const MwM2Frame *stored, GError **error);
void mw_m2_derive_skin_vertices (const MwM2 *model, MwM2Frame *frame);
void mw_m2_note_skin_vertices (MwM2 *model, const MwM2Frame *stored);
void mw_m2_derive_skin_bones (const MwM2 *model, MwM2Frame *frame);
void mw_m2_note_skin_bones (MwM2 *model, const MwM2Frame *stored);

/* What a bone stores of its distance to its parent, as exporters compute it: whole 36ths (m2.md 5.4). */
uint16_t mw_m2_bone_distance (const MwM2Bone *bone, const MwM2Bone *parent);

/* How many bones a submesh of a profile (NULL: of none) may have: at most 256, since vertices number them by bytes. */
guint mw_m2_bone_limit (const MwM2Skin *skin);
/* The bones that a submesh needs, in the order of its run; sets *n to their number. Free with g_free(). */
uint16_t *mw_m2_submesh_bones (const MwM2 *model, const MwM2Submesh *submesh, guint *n);
/* The bones that these vertices need, likewise. */
uint16_t *mw_m2_vertex_bones (const MwM2 *model, const uint16_t *vertices, uint32_t n_vertices, guint *n);
/* The vertices of a submesh in the order in which its triangles use them first; sets *n to their number. Free with g_free(). */
uint16_t *mw_m2_submesh_vertices (const MwM2Submesh *submesh, uint32_t *n);
/* How many bones a submesh of a profile may need: the limit that it states, or else that of its place (m2.md 5.5). */
uint32_t mw_m2_skin_bone_limit (const MwM2 *model, const MwM2Skin *skin);

/* --- Hand rows -------------------------------------------------------------------------------------------------------- */

extern const MwHand mw_m2_table_sequences, mw_m2_table_key_bones, mw_m2_table_replaceable, mw_m2_table_bone_combos,
  mw_m2_table_texture_combos, mw_m2_table_coord_combos, mw_m2_table_weight_combos, mw_m2_table_transform_combos,
  mw_m2_table_attachments, mw_m2_table_cameras;
extern const MwHand mw_m2_vertices, mw_m2_skin_count, mw_m2_skin_vertices, mw_m2_skin_indices, mw_m2_skin_bones,
  mw_m2_submesh_runs, mw_m2_batch_units;
/* Recognises the layout of a profile; in a .skin file, by the position of the first array (m2.md 6). */
uint8_t mw_m2_skin_probe (const MwWireReader *reader);
