/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* The wire rows of a schema, and the plan that core/schema compiles from them for one format and variant. There the rows
 * of base schemas are inlined, rows that do not apply are left out, and plain fields that are adjacent both in the file and in
 * memory are merged into one copy. */
typedef struct _MwPlan MwPlan;

/* The fields of a track or lane schema, looked up once. */
typedef struct {
  const MwField *interpolation, *global_sequence, *times, *values, *in_tans, *out_tans;
  const MwField *spread, *lanes, *sequence; /* M2 only; `spread` and `lanes` of a track, `sequence` of a lane */
  size_t value_size;                        /* bytes of a value in memory */
  guint value_wire;                         /* bytes of a value in an MDX file */
} MwTrackFields;

typedef struct {
  MwWire wire;
  const MwWireRow *row; /* of a merged op: its first row */
  const MwField *field; /* the row's field, resolved; of a merged op: that of its first row */
  const MwField *when;  /* field of the condition, or NULL */
  uint32_t bytes;       /* PLAIN, CHARS, PAD: number of bytes */
  uint32_t tag;         /* the four characters as u32; 0: none */
  guint n_rows;         /* PLAIN: number of rows merged into this op */
  guint group;          /* in the first track row of a group: number of rows in the group; else 0 */
  const MwSchema *element;
  MwTrackFields track;
  const MwTrackFields *lane; /* M2: the fields of the track's lanes */
} MwOp;

struct _MwPlan {
  const MwSchema *schema;
  MwFormat format;
  guint n_ops;
  MwOp *ops;
  size_t least; /* the least number of bytes of a record in a file; never 0 for what a list can hold */
};

/* Returns the plan, compiled on first use. It is never freed. May be called from any thread. */
const MwPlan *mw_plan_get (const MwSchema *schema, MwFormat format, uint8_t variant);
/* The plan of what one chunk stores of a record: of the model, or of a record that has a part of its fields there. NULL when
 * no row of the schema has the tag. */
const MwPlan *mw_plan_get_chunk (const MwSchema *schema, MwFormat format, uint32_t tag);

/* Whether a row applies to a format and variant; ignores its condition `when`. */
gboolean mw_wire_row_applies (const MwWireRow *row, const MwSchema *schema, MwFormat format, uint8_t variant);
/* The same for any variant. */
gboolean mw_wire_row_is_of (const MwWireRow *row, const MwSchema *schema, MwFormat format);
/* The rows of a schema and its bases that store one field. Start with { schema }; mw_wire_next_row() returns the next
 * row that names the field, of whatever format, and NULL after the last one. */
typedef struct {
  const MwSchema *schema;
  guint next;
} MwWireRows;
const MwWireRow *mw_wire_next_row (MwWireRows *rows, const char *field);
/* The row that stores a field in this record. NULL: the format does not store it in this record, or no row does. */
const MwWireRow *mw_field_row (const MwRecord *record, const MwField *field, MwFormat format);
/* Whether two records of a schema are stored by the same rows. Variants that differ only in rows that do not apply
 * count as the same, since a file cannot tell them apart. */
gboolean mw_records_laid_out_alike (const MwRecord *a, const MwRecord *b, MwFormat format);
/* Whether a row's condition holds in this record. `when` is the condition's field, resolved; NULL: there is no
 * condition, so it holds. */
gboolean mw_when_holds (const MwWhen *condition, const MwField *when, const MwRecord *record);

/* The version under which plans are cached. All versions above those that rows can name share one plan, so that a
 * hostile file cannot make us compile thousands. */
static inline uint32_t
mw_plan_version (uint32_t version)
{
  return version < G_MAXUINT16 ? version : G_MAXUINT16;
}

static inline uint32_t
mw_tag (const char *four)
{
  uint32_t tag;
  __builtin_memcpy (&tag, four, 4);
  return tag;
}
