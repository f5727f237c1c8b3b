/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/plan.h"
#include "core/schema/codec.h"
#include "core/schema/record.h"
#include "core/schema/wire-m2.h"

#include <string.h>

gboolean
mw_wire_row_is_of (const MwWireRow *row, const MwSchema *schema, MwFormat format)
{
  return ((row->families ? row->families : schema->families) & format.family) != 0
         && (!row->since || format.version >= row->since) && (!row->until || format.version <= row->until);
}

gboolean
mw_wire_row_applies (const MwWireRow *row, const MwSchema *schema, MwFormat format, uint8_t variant)
{
  return mw_wire_row_is_of (row, schema, format) && (!row->variants || (row->variants & 1u << variant));
}

gboolean
mw_when_holds (const MwWhen *condition, const MwField *when, const MwRecord *record)
{
  if (!when)
    return TRUE;
  uint32_t value = 0;
  memcpy (&value, mw_field_at (record, when), mw_type_size (when->type));
  if (condition->mask)
    value &= condition->mask;
  return (value == condition->equals) != condition->otherwise;
}

static const MwField *
resolve (const MwSchema *schema, const char *name)
{
  const MwField *field = name ? mw_schema_field (schema, name) : NULL;
  if (name && !field)
    g_error ("table of %s: a row names the field %s, which does not exist", schema->name, name);
  return field;
}

static MwTrackFields
track_fields (const MwSchema *track)
{
  MwTrackFields f = { .interpolation = mw_schema_part (track, MW_PART_INTERPOLATION),
                      .global_sequence = mw_schema_part (track, MW_PART_CLOCK),
                      .times = mw_schema_part (track, MW_PART_TIMES),
                      .values = mw_schema_part (track, MW_PART_VALUES),
                      .in_tans = mw_schema_part (track, MW_PART_IN_TANS),
                      .out_tans = mw_schema_part (track, MW_PART_OUT_TANS),
                      .spread = mw_schema_part (track, MW_PART_SPREAD),
                      .lanes = mw_schema_part (track, MW_PART_LANES),
                      .sequence = mw_schema_part (track, MW_PART_SEQUENCE) };
  if (f.values) {
    f.value_size = mw_field_element_size (f.values);
    f.value_wire = f.values->element == MW_TYPE_REF ? 4 : (guint) f.value_size;
  }
  return f;
}

static gboolean
is_track (MwWire wire)
{
  return wire == MW_WIRE_TRACK || wire == MW_WIRE_TRACK_BGR || wire == MW_WIRE_SIMPLE_TRACK
         || wire == MW_WIRE_EVENT_TRACK;
}

static void
add_rows (GArray *ops, const MwSchema *schema, const MwWireRow *rows, guint n, MwFormat format, uint8_t variant)
{
  for (guint i = 0; i < n; i++) {
    const MwWireRow *row = &rows[i];
    if (!mw_wire_row_applies (row, schema, format, variant) || row->wire == MW_WIRE_ELSEWHERE)
      continue;
    if (row->wire == MW_WIRE_BASE) {
      add_rows (ops, schema->base, schema->base->wire, schema->base->n_wire, format, variant);
      continue;
    }
    MwOp op = { .wire = row->wire,
                .row = row,
                .field = resolve (schema, row->field),
                .when = resolve (schema, row->when.field),
                .element = row->element,
                .n_rows = 1 };
    if (row->tag[0])
      op.tag = mw_tag (row->tag);
    if (row->wire == MW_WIRE_PLAIN) {
      op.bytes = (uint32_t) mw_field_storage_size (op.field);
      MwOp *last = ops->len ? &g_array_index (ops, MwOp, ops->len - 1) : NULL;
      if (last && last->wire == MW_WIRE_PLAIN && !last->when && !op.when
          && last->field->offset + last->bytes == op.field->offset) {
        last->bytes += op.bytes;
        last->n_rows++;
        continue;
      }
    } else if (row->wire == MW_WIRE_CHARS || row->wire == MW_WIRE_PAD) {
      op.bytes = row->count;
    } else if (row->wire == MW_WIRE_CODED) {
      op.bytes = (uint32_t) mw_codec_size (row->codec, op.field);
    }
    if (op.field
        && (is_track (row->wire) || row->wire == MW_WIRE_M2_TRACK || row->wire == MW_WIRE_M2_EVENT_TRACK
            || row->wire == MW_WIRE_M2_CURVE))
      op.track = track_fields (op.field->schema);
    if (is_track (row->wire) && row->codec)
      op.track.value_wire = (guint) mw_codec_size (row->codec, op.track.values);
    if (op.track.lanes) {
      MwTrackFields lane = track_fields (op.track.lanes->schema);
      op.lane = g_memdup2 (&lane, sizeof lane);
    }
    g_array_append_val (ops, op);
  }
}

static size_t
op_least (const MwOp *op, MwFormat format)
{
  if (op->when)
    return 0;
  switch (op->wire) {
  case MW_WIRE_PLAIN:
  case MW_WIRE_CHARS:
  case MW_WIRE_PAD:
  case MW_WIRE_CODED:
    return op->bytes;
  case MW_WIRE_BGR:
    return 12;
  case MW_WIRE_REF32:
  case MW_WIRE_ITEM_COUNT:
  case MW_WIRE_SIZE:
  case MW_WIRE_SIZE24:
  case MW_WIRE_TAG:
    return 4;
  case MW_WIRE_REF16:
  case MW_WIRE_REFU16:
    return 2;
  case MW_WIRE_ARRAY:
  case MW_WIRE_LIST:
    return op->tag ? 8 : 4;
  case MW_WIRE_HAND:
    return 4;
  case MW_WIRE_M2_ARRAY:
  case MW_WIRE_M2_TEXT:
  case MW_WIRE_M2_LIST:
    return 8;
  case MW_WIRE_M2_TRACK:
  case MW_WIRE_M2_EVENT_TRACK:
    return mw_wire_m2_track_size (format, op->track.values != NULL);
  case MW_WIRE_M2_CURVE:
    return 16;
  default:
    return 0;
  }
}

static MwPlan *
finish (GArray *ops, const MwSchema *schema, MwFormat format)
{
  MwPlan *plan = g_new0 (MwPlan, 1);
  plan->schema = schema;
  plan->format = format;
  plan->n_ops = ops->len;
  plan->ops = (MwOp *) g_array_free (ops, FALSE);
  for (guint i = plan->n_ops; i-- > 0;) {
    MwOp *op = &plan->ops[i];
    plan->least += op_least (op, format);
    if (is_track (op->wire)) {
      op->group = 1;
      if (i + 1 < plan->n_ops && is_track (plan->ops[i + 1].wire))
        op->group += plan->ops[i + 1].group;
    }
  }
  return plan;
}

typedef struct {
  const MwSchema *schema;
  MwFormat format;
  uint32_t tag;
  uint8_t variant;
} Key;

static guint
key_hash (gconstpointer key)
{
  const Key *k = key;
  return g_direct_hash (k->schema) ^ (k->format.version * 31u) ^ ((guint) k->format.family << 20) ^ k->tag
         ^ ((guint) k->variant << 26);
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;
  return x->schema == y->schema && x->format.family == y->format.family && x->format.version == y->format.version
         && x->tag == y->tag && x->variant == y->variant;
}

static GMutex lock;
static GHashTable *plans;

static const MwPlan *
compile (const Key *key)
{
  GArray *ops = g_array_new (FALSE, TRUE, sizeof (MwOp));
  const MwSchema *schema = key->schema;
  if (!key->tag) {
    guint n = 0;
    while (n < schema->n_wire && schema->wire[n].wire != MW_WIRE_CHUNK)
      n++;
    add_rows (ops, schema, schema->wire, n, key->format, key->variant);
    return finish (ops, schema, key->format);
  }
  for (guint i = 0; i < schema->n_wire; i++) {
    const MwWireRow *row = &schema->wire[i];
    if (row->wire != MW_WIRE_CHUNK || mw_tag (row->tag) != key->tag
        || !mw_wire_row_applies (row, schema, key->format, 0))
      continue;
    guint n = 0;
    while (i + 1 + n < schema->n_wire && schema->wire[i + 1 + n].wire != MW_WIRE_CHUNK)
      n++;
    add_rows (ops, schema, row + 1, n, key->format, 0);
    return finish (ops, schema, key->format);
  }
  g_array_unref (ops);
  return NULL;
}

static const MwPlan *
find_or_compile (Key key)
{
  g_mutex_lock (&lock);
  if (!plans)
    plans = g_hash_table_new (key_hash, key_equal);
  gpointer found = NULL;
  if (!g_hash_table_lookup_extended (plans, &key, NULL, &found)) {
    found = (gpointer) compile (&key);
    g_hash_table_insert (plans, g_memdup2 (&key, sizeof key), found);
  }
  g_mutex_unlock (&lock);
  return found;
}

/* Called for every record, so each thread caches the plans that it has used and threads do not wait for each other.
 * Plans are never freed. */
static const MwPlan *
get (Key key)
{
  key.format.version = mw_plan_version (key.format.version);
  enum { REMEMBERED = 256 };
  static _Thread_local struct {
    Key key;
    const MwPlan *plan;
  } remembered[REMEMBERED];
  guint hash = key_hash (&key), at = (hash ^ hash >> 8 ^ hash >> 16 ^ hash >> 24) % REMEMBERED;
  if (!remembered[at].key.schema || !key_equal (&remembered[at].key, &key)) {
    remembered[at].plan = find_or_compile (key);
    remembered[at].key = key;
  }
  return remembered[at].plan;
}

const MwPlan *
mw_plan_get (const MwSchema *schema, MwFormat format, uint8_t variant)
{
  return get ((Key) { schema, format, 0, schema->probe ? variant : 0 });
}

const MwPlan *
mw_plan_get_chunk (const MwSchema *schema, MwFormat format, uint32_t tag)
{
  /* In a key, tag 0 means a whole record. No row has that tag. */
  return tag ? get ((Key) { schema, format, tag, 0 }) : NULL;
}
