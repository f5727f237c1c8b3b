/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/mdl-plan.h"
#include "core/schema/plan.h"
#include "core/schema/record.h"

#include <string.h>

gboolean
mw_mdl_word_equal (const char *word, size_t length, const char *expected, size_t expected_length)
{
  return length == expected_length && g_ascii_strncasecmp (word, expected, length) == 0;
}

gboolean
mw_mdl_word_among (const char *word, size_t length, const char *words)
{
  while (words && *words) {
    size_t n = strcspn (words, " ");
    if (mw_mdl_word_equal (word, length, words, n))
      return TRUE;
    words += n + strspn (words + n, " ");
  }
  return FALSE;
}

/* --- Compiling ------------------------------------------------------------------------------------------------------ */

static GMutex lock;
static GHashTable *plans; /* schema -> GPtrArray of plans, one per format */

typedef struct {
  const MwSchema *schema;
  MwFormat format;
  GHashTable *spelled; /* fields that a row of the format states */
} Compiling;

static const MwField *
resolve (const Compiling *c, const char *name, size_t length)
{
  if (!name)
    return NULL;
  g_autofree char *word = g_strndup (name, length);
  const MwField *field = mw_schema_field (c->schema, word);
  if (!field)
    g_error ("MDL row of %s: there is no field \"%s\"", c->schema->name, word);
  g_hash_table_add (c->spelled, (gpointer) field);
  return field;
}

static void
add_bits (MwMdlPlan *plan, const MwMdlOp *op)
{
  guint i = 0;
  while (i < plan->n_bits && plan->bits[i].field != op->field)
    i++;
  g_assert (i < G_N_ELEMENTS (plan->bits));
  plan->bits[i].field = op->field;
  plan->n_bits = MAX (plan->n_bits, i + 1);
  if (op->form == MW_MDL_DERIVED)
    plan->bits[i].derived |= op->row->mask;
  else
    plan->bits[i].stated |= op->row->mask;
}

/* Whether the format stores the field of a row or, for records in a list of several kinds, the row's kind. */
static gboolean
is_stored (const Compiling *c, const MwMdlRow *row, const MwField *field)
{
  if (row->form == MW_MDL_ITEMS)
    return mw_kind_in_format (c->schema, field, row->element, c->format);
  return mw_field_in_format (c->schema, field, c->format) != MW_IN_FORMAT_NEVER;
}

/* The first later version of the family that stores it, or 0. */
static uint16_t
stored_since (const Compiling *c, const MwMdlRow *row, const MwField *field)
{
  const MwSchema *element = row->form == MW_MDL_ITEMS ? row->element : NULL;
  MwWireRows rows = { c->schema };
  const MwWireRow *wire;
  uint16_t since = 0;
  while ((wire = mw_wire_next_row (&rows, field->name)))
    if ((!element || !wire->element || wire->element == element)
        && (!wire->families || (wire->families & c->format.family)) && wire->since > c->format.version)
      since = since ? MIN (since, wire->since) : wire->since;
  return since;
}

typedef enum { HOLDS, LATER, NEVER } Holding;

/* Whether a row applies, applies to a later version (*since), or never. For a row with a field the binary rows of
 * the field decide, too. In texts of World of Warcraft flags are whole numbers: words for single bits exist only in
 * texts of Warcraft III. */
static Holding
holding (const Compiling *c, const MwMdlRow *row, uint16_t *since)
{
  *since = row->since;
  if (c->format.family == MW_FAMILY_MDX_WOW
      && (row->form == MW_MDL_FLAG || row->form == MW_MDL_BITS || row->form == MW_MDL_DERIVED))
    return NEVER;
  if ((row->families && !(row->families & c->format.family)) || (row->until && c->format.version > row->until))
    return NEVER;
  if (row->since > c->format.version)
    return LATER;
  const MwField *field = row->field ? mw_schema_field (c->schema, row->field) : NULL;
  if (!field || is_stored (c, row, field))
    return HOLDS;
  *since = stored_since (c, row, field);
  return *since ? LATER : NEVER;
}

static void add_rows (Compiling *c, MwMdlPlan *plan, MwMdlPlan *bits, const MwSchema *from, const MwMdlRow *rows,
                      guint n);

static MwMdlPlan *
new_plan (const Compiling *c)
{
  MwMdlPlan *plan = g_new0 (MwMdlPlan, 1);
  plan->schema = c->schema;
  plan->format = c->format;
  plan->later = g_array_new (FALSE, FALSE, sizeof (MwMdlOp));
  return plan;
}

/* Compiles one row, without marking its field as stated: only rows that apply do that. */
static void
fill_op (Compiling *c, MwMdlOp *op, MwMdlPlan *bits, const MwMdlRow *row)
{
  *op = (MwMdlOp) { .row = row, .form = row->form, .word = row->word ? row->word : "", .element = row->element };
  op->length = strlen (op->word);
  op->field = row->field ? resolve (c, row->field, strlen (row->field)) : NULL;
  op->track = row->track ? resolve (c, row->track, strlen (row->track)) : NULL;
  op->when = row->when.field ? mw_schema_field (c->schema, row->when.field) : NULL;
  op->names = op->field ? mw_schema_names_in (c->schema, op->field, c->format.family, c->format.version) : NULL;
  op->conditional = op->field && mw_field_in_format (c->schema, op->field, c->format) == MW_IN_FORMAT_ASK;
  if (row->rows) {
    MwMdlPlan *nested = new_plan (c);
    add_rows (c, nested, bits, c->schema, row->rows, row->n_rows);
    op->nested = nested;
  }
}

static void
add_later (const Compiling *c, MwMdlPlan *plan, const MwMdlRow *row, uint16_t since)
{
  Compiling apart = { c->schema, c->format, g_hash_table_new (NULL, NULL) };
  MwMdlPlan none = { 0 };
  MwMdlOp op;
  /* Compiled for the later version, so that its nested rows exist. */
  apart.format.version = since;
  fill_op (&apart, &op, &none, row);
  op.since = since;
  g_array_append_val (plan->later, op);
  g_hash_table_unref (apart.spelled);
}

/* Compiles rows into `plan`. `bits` collects the flag masks of these and all nested rows. */
static void
add_rows (Compiling *c, MwMdlPlan *plan, MwMdlPlan *bits, const MwSchema *from, const MwMdlRow *rows, guint n)
{
  for (guint i = 0; i < n; i++) {
    const MwMdlRow *row = &rows[i];
    uint16_t since;
    if (row->form == MW_MDL_BASE) {
      add_rows (c, plan, bits, from->base, from->base->mdl, from->base->n_mdl);
      continue;
    }
    Holding holds = holding (c, row, &since);
    if (holds == LATER)
      add_later (c, plan, row, since);
    if (holds != HOLDS)
      continue;
    g_assert (plan->n_ops < MW_MDL_MOST_OPS);
    MwMdlOp *op = &plan->ops[plan->n_ops++];
    fill_op (c, op, bits, row);
    for (const char *also = row->also; also && *also;) {
      size_t length = strcspn (also, " ");
      resolve (c, also, length);
      also += length + strspn (also + length, " ");
    }
    if (row->form == MW_MDL_HEAD)
      plan->head = op;
    if (row->form == MW_MDL_FLAG || row->form == MW_MDL_DERIVED)
      add_bits (bits, op);
  }
}

/* A flag field that is also stated as a whole number loses no bits, whatever words there are for single ones. */
static void
drop_whole_numbers (MwMdlPlan *plan)
{
  for (guint i = 0; i < plan->n_ops; i++) {
    const MwMdlOp *op = &plan->ops[i];
    if (op->form != MW_MDL_VALUE || op->row->read_only)
      continue;
    for (guint k = 0; k < plan->n_bits; k++)
      if (plan->bits[k].field == op->field)
        plan->bits[k--] = plan->bits[--plan->n_bits];
  }
}

/* Whether some binary row of the record has the field's bytes. If none has, a hand function stores it, or it follows
 * from the position. */
static gboolean
is_wired (const MwSchema *schema, const MwField *field)
{
  MwWireRows rows = { schema };
  const MwWireRow *row;
  while ((row = mw_wire_next_row (&rows, field->name)))
    if (row->wire != MW_WIRE_ELSEWHERE)
      return TRUE;
  return FALSE;
}

static MwMdlPlan *
compile (const MwSchema *schema, MwFormat format)
{
  Compiling c = { schema, format, g_hash_table_new (NULL, NULL) };
  MwMdlPlan *plan = new_plan (&c);
  add_rows (&c, plan, plan, schema, schema->mdl, schema->n_mdl);
  drop_whole_numbers (plan);
  MwRecord *fresh = mw_record_new (schema);
  if (schema->init_for_family)
    schema->init_for_family (fresh, format.family);
  plan->fresh = fresh;
  plan->unspelled = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (!g_hash_table_contains (c.spelled, field) && (is_wired (schema, field) || field->type == MW_TYPE_LIST))
      g_ptr_array_add (plan->unspelled, (gpointer) field);
  }
  g_hash_table_unref (c.spelled);
  return plan;
}

static gboolean
is_for (const MwMdlPlan *plan, MwFormat format)
{
  return plan->format.family == format.family && plan->format.version == format.version;
}

static const MwMdlPlan *
find_or_compile (const MwSchema *schema, MwFormat format)
{
  g_mutex_lock (&lock);
  if (!plans)
    plans = g_hash_table_new (NULL, NULL);
  GPtrArray *versions = g_hash_table_lookup (plans, schema);
  if (!versions) {
    versions = g_ptr_array_new ();
    g_hash_table_insert (plans, (gpointer) schema, versions);
  }
  MwMdlPlan *plan = NULL;
  for (guint i = 0; i < versions->len && !plan; i++)
    if (is_for (versions->pdata[i], format))
      plan = versions->pdata[i];
  if (!plan) {
    plan = compile (schema, format);
    g_ptr_array_add (versions, plan);
  }
  g_mutex_unlock (&lock);
  return plan;
}

/* Called for every block, so each thread caches the plans that it has used and threads do not wait for each other.
 * Plans are never freed. */
const MwMdlPlan *
mw_mdl_plan_get (const MwSchema *schema, MwFormat format)
{
  enum { REMEMBERED = 64 };
  format.version = mw_plan_version (format.version);
  static _Thread_local struct {
    const MwSchema *schema;
    const MwMdlPlan *plan;
  } remembered[REMEMBERED];
  guint at = GPOINTER_TO_UINT (schema) / sizeof (MwSchema) % REMEMBERED;
  if (remembered[at].schema != schema || !is_for (remembered[at].plan, format)) {
    remembered[at].plan = find_or_compile (schema, format);
    remembered[at].schema = schema;
  }
  return remembered[at].plan;
}

gboolean
mw_mdl_plan_is_default (const MwMdlPlan *plan, const MwRecord *record, const MwField *field)
{
  const void *value = mw_field_at (record, field);
  switch (field->type) {
  case MW_TYPE_TEXT:
    return *mw_text (*(char *const *) value) == 0;
  case MW_TYPE_ARRAY:
    return ((const MwArray *) value)->n == 0;
  case MW_TYPE_LIST:
    return ((const MwList *) value)->n == 0;
  case MW_TYPE_CHILD:
    return *(MwRecord *const *) value == NULL;
  default:
    return memcmp (value, mw_field_at (plan->fresh, field), mw_field_storage_size (field)) == 0;
  }
}
