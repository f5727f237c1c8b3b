/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/wire.h"

#include <string.h>

/* --- References ----------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwField *field;
  gboolean special;   /* the stored numbers are not list positions: call `resolve` */
  const MwList *list; /* a list of the model; NULL: look for the list in each record's owners */
} RefField;

/* The reference fields of a schema. */
typedef struct {
  const MwSchema *schema;
  gboolean deep; /* its records hold other records */
  guint n;
  RefField refs[];
} Kind;

typedef struct {
  MwModel *model;
  const char *except;
  MwResolve resolve;
  gpointer data;
  GHashTable *kinds; /* by schema: Kind */
} Resolving;

static const Kind *
kind_of (Resolving *r, const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  Kind *kind = g_hash_table_lookup (r->kinds, schema);
  if (kind)
    return kind;
  guint n = mw_schema_n_fields (schema);
  kind = g_malloc (sizeof (Kind) + n * sizeof (RefField));
  *kind = (Kind) { schema, mw_schema_holds_records (schema), 0 };
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (schema, i), *target;
    if (!field->refers)
      continue;
    const MwRecord *scope = mw_ref_scope (r->model, record, field, &target);
    kind->refs[kind->n++] = (RefField) { field, r->except && strcmp (field->refers, r->except) == 0,
                                         scope == &r->model->record ? mw_record_list (scope, target) : NULL };
  }
  g_hash_table_insert (r->kinds, (gpointer) schema, kind);
  return kind;
}

static void
resolve_field (const Resolving *r, MwRecord *record, const RefField *each)
{
  gboolean array = each->field->type == MW_TYPE_ARRAY;
  MwArray *bulk = mw_field_at (record, each->field);
  MwRef *refs = array ? bulk->data : mw_field_at (record, each->field);
  uint32_t n = array ? bulk->n * each->field->count : 1;
  const MwList *list = each->list;
  if (!list) {
    const MwField *target;
    const MwRecord *scope = mw_ref_scope (r->model, record, each->field, &target);
    if (!scope)
      return;
    list = mw_record_list (scope, target);
  }
  for (uint32_t k = 0; k < n; k++) {
    MwId id = refs[k].id              ? refs[k].id
              : each->special         ? r->resolve (refs[k].raw, r->data)
              : refs[k].raw < list->n ? list->items[refs[k].raw]->id
                                      : 0;
    if (id)
      refs[k] = (MwRef) { id, 0 };
  }
}

static void resolve_below (Resolving *r, MwRecord *record);

static void
resolve_record (Resolving *r, MwRecord *record, const Kind *kind)
{
  for (guint i = 0; i < kind->n; i++)
    resolve_field (r, record, &kind->refs[i]);
  if (kind->deep)
    resolve_below (r, record);
}

static void
resolve_below (Resolving *r, MwRecord *record)
{
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++) {
      const MwField *field = &schema->fields[i];
      if (field->type == MW_TYPE_LIST) {
        const MwList *list = mw_record_list (record, field);
        const Kind *kind = NULL;
        for (uint32_t k = 0; k < list->n; k++) {
          if (!kind || kind->schema != list->items[k]->schema)
            kind = kind_of (r, list->items[k]);
          resolve_record (r, list->items[k], kind);
        }
      } else if (field->type == MW_TYPE_CHILD) {
        MwRecord *child = *(MwRecord **) mw_field_at (record, field);
        if (child)
          resolve_record (r, child, kind_of (r, child));
      }
    }
}

void
mw_wire_resolve (MwModel *model, const char *except, MwResolve resolve, gpointer data)
{
  Resolving r = { model, except, resolve, data, g_hash_table_new_full (NULL, NULL, NULL, g_free) };
  resolve_record (&r, &model->record, kind_of (&r, &model->record));
  g_hash_table_unref (r.kinds);
}
