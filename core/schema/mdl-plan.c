/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/mdl-plan.h"
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
static GHashTable *plans; /* schema -> GPtrArray of plans, one per version */

typedef struct {
  const MwSchema *schema;
  uint16_t version;
  GHashTable *spelled; /* fields with a row */
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

static gboolean
is_conditional (const MwSchema *schema, const MwField *field)
{
  gboolean conditional = schema->probe != NULL;
  for (const MwSchema *s = schema; field && s; s = s->base)
    for (guint i = 0; i < s->n_wire; i++)
      if (s->wire[i].field && strcmp (s->wire[i].field, field->name) == 0 && s->wire[i].when.field)
        conditional = TRUE;
  return field && conditional;
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

/* `bits` gathers from nested rows too. */
static void
add_rows (Compiling *c, MwMdlPlan *plan, MwMdlPlan *bits, const MwSchema *from, const MwMdlRow *rows, guint n)
{
  for (guint i = 0; i < n; i++) {
    const MwMdlRow *row = &rows[i];
    if ((row->since && c->version < row->since) || (row->until && c->version > row->until))
      continue;
    if (row->form == MW_MDL_BASE) {
      add_rows (c, plan, bits, from->base, from->base->mdl, from->base->n_mdl);
      continue;
    }
    g_assert (plan->n_ops < MW_MDL_MOST_OPS);
    MwMdlOp *op = &plan->ops[plan->n_ops++];
    *op = (MwMdlOp) { .row = row, .form = row->form, .word = row->word ? row->word : "", .element = row->element };
    op->length = strlen (op->word);
    op->field = resolve (c, row->field, row->field ? strlen (row->field) : 0);
    op->track = resolve (c, row->track, row->track ? strlen (row->track) : 0);
    op->when = row->when.field ? mw_schema_field (c->schema, row->when.field) : NULL;
    op->names = op->field ? mw_schema_names (c->schema, op->field, MW_FAMILY_MDX) : NULL;
    op->conditional = is_conditional (c->schema, op->field);
    for (const char *also = row->also; also && *also;) {
      size_t length = strcspn (also, " ");
      resolve (c, also, length);
      also += length + strspn (also + length, " ");
    }
    if (row->form == MW_MDL_HEAD)
      plan->head = op;
    if (row->form == MW_MDL_FLAG || row->form == MW_MDL_DERIVED)
      add_bits (bits, op);
    if (row->rows) {
      MwMdlPlan *nested = g_new0 (MwMdlPlan, 1);
      nested->schema = c->schema;
      nested->version = c->version;
      add_rows (c, nested, bits, c->schema, row->rows, row->n_rows);
      op->nested = nested;
    }
  }
}

/* A number that is stated as a whole loses no bits, whatever words there are for single ones. */
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

static MwMdlPlan *
compile (const MwSchema *schema, uint16_t version)
{
  Compiling c = { schema, version, g_hash_table_new (NULL, NULL) };
  MwMdlPlan *plan = g_new0 (MwMdlPlan, 1);
  plan->schema = schema;
  plan->version = version;
  add_rows (&c, plan, plan, schema, schema->mdl, schema->n_mdl);
  drop_whole_numbers (plan);
  plan->fresh = mw_record_new (schema);
  plan->unspelled = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    gboolean wired = FALSE;
    /* What no binary row of the record spells either is spelled by a hand function, or by its place. */
    for (const MwSchema *s = schema; s && !wired; s = s->base)
      for (guint k = 0; k < s->n_wire && !wired; k++)
        wired = s->wire[k].field && s->wire[k].wire != MW_WIRE_ELSEWHERE && strcmp (s->wire[k].field, field->name) == 0;
    if (!g_hash_table_contains (c.spelled, field) && (wired || field->type == MW_TYPE_LIST))
      g_ptr_array_add (plan->unspelled, (gpointer) field);
  }
  g_hash_table_unref (c.spelled);
  return plan;
}

static const MwMdlPlan *
find_or_compile (const MwSchema *schema, uint16_t version)
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
    if (((MwMdlPlan *) versions->pdata[i])->version == version)
      plan = versions->pdata[i];
  if (!plan) {
    plan = compile (schema, version);
    g_ptr_array_add (versions, plan);
  }
  g_mutex_unlock (&lock);
  return plan;
}

/* Asked for with every block: each thread remembers what it asked for, so that threads do not wait for each other. Plans
 * live as long as the program. */
const MwMdlPlan *
mw_mdl_plan_get (const MwSchema *schema, uint16_t version)
{
  enum { REMEMBERED = 64 };
  static _Thread_local struct {
    const MwSchema *schema;
    const MwMdlPlan *plan;
  } remembered[REMEMBERED];
  guint at = GPOINTER_TO_UINT (schema) / sizeof (MwSchema) % REMEMBERED;
  if (remembered[at].schema != schema || remembered[at].plan->version != version) {
    remembered[at].plan = find_or_compile (schema, version);
    remembered[at].schema = schema;
  }
  return remembered[at].plan;
}
