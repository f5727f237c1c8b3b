/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Private to core/schema: wire rows compiled for one format and variant. Base rows are flattened in, rows that do not apply
 * are left out, and neighbouring plain fields that are neighbours in memory too become one copy. */
typedef struct _MwPlan MwPlan;

/* The fields of a track schema, found once. */
typedef struct {
  const MwField *interpolation, *global_sequence, *times, *values, *in_tans, *out_tans;
  const MwField *spread, *lanes, *sequence; /* M2: of a track; the last of a lane */
  size_t value_size;                        /* in memory */
  guint value_wire;                         /* bytes of a value in an MDX file */
} MwTrackFields;

typedef struct {
  MwWire wire;
  const MwWireRow *row; /* of a merged op: the first */
  const MwField *field; /* resolved; of a merged op: the first's */
  const MwField *when;  /* field of the condition, or NULL */
  uint32_t bytes;       /* PLAIN: how many; CHARS, PAD: how many */
  uint32_t tag;         /* as u32 of the four characters; 0: none */
  guint n_rows;         /* PLAIN: rows merged into this op */
  guint group;          /* first track row of a group: how many follow with it; else 0 */
  const MwSchema *element;
  MwTrackFields track;
  const MwTrackFields *lane; /* M2: of the track's lanes */
} MwOp;

struct _MwPlan {
  const MwSchema *schema;
  MwFormat format;
  guint n_ops;
  MwOp *ops;
  size_t least; /* bytes that a record takes at least, never 0 for what can stand in a list */
};

/* Never freed; safe from any thread. */
const MwPlan *mw_plan_get (const MwSchema *schema, MwFormat format, uint8_t variant);
/* The plan of one chunk of a root schema, or NULL when no row has the tag. */
const MwPlan *mw_plan_get_chunk (const MwSchema *root, MwFormat format, uint32_t tag);

/* Whether a row holds for a format and variant (its `when` not asked). */
gboolean mw_wire_row_applies (const MwWireRow *row, const MwSchema *schema, MwFormat format, uint8_t variant);
/* The same for any variant. */
gboolean mw_wire_row_is_of (const MwWireRow *row, const MwSchema *schema, MwFormat format);
/* Whether two records of a schema are laid out by the same rows: layouts that differ in nothing that they have are one, for
 * a file cannot tell them apart. */
gboolean mw_records_laid_out_alike (const MwRecord *a, const MwRecord *b, MwFormat format);
/* Whether its condition holds in this record. `when` is the resolved field. */
gboolean mw_when_holds (const MwWhen *condition, const MwField *when, const MwRecord *record);

/* Of all versions above those that rows can name there is one plan, so that no file makes many. */
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
