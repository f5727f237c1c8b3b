/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/schema/path.h"

#include <string.h>

/* Operations on the names of nodes. Bones of M2 have no names, so they work on MDLX only. */

typedef struct {
  MwRecord record;
  char *find, *replace;
  uint8_t ignore_case, number;
} RenameParams;

enum { LONGEST = 260 };
static const MwField rename_fields[] = {
  MW_FIELD_TEXT (RenameParams, find, LONGEST, "find", .label = N_ ("Find"),
                 .doc = N_ ("The text to replace, wherever it is in the names. Empty: the whole name.")),
  MW_FIELD_TEXT (RenameParams, replace, LONGEST, "replace", .label = N_ ("Replace with"),
                 .doc = N_ ("The text to put there instead.")),
  MW_FIELD_U8 (RenameParams, ignore_case, "ignore_case", .role = MW_ROLE_SWITCH, .label = N_ ("Ignore case"),
               .doc = N_ ("1: capital and small letters (A to Z) are treated as equal.")),
  MW_FIELD_U8 (RenameParams, number, "number", .role = MW_ROLE_SWITCH, .label = N_ ("Number them"),
               .doc = N_ ("1: appends a running number to each changed name: 01, 02 and so on.")),
};
static const MwSchema rename_params = { .name = "node-rename-pattern",
                                        .label = N_ ("Rename by pattern"),
                                        .size = sizeof (RenameParams),
                                        .fields = rename_fields,
                                        .n_fields = G_N_ELEMENTS (rename_fields) };

static const MwField *
name_field (const MwRecord *record)
{
  return mw_schema_field_of_role (record->schema, MW_ROLE_NAME, MW_TYPE_TEXT);
}

static const char *
name_of (const MwRecord *record)
{
  return mw_text (*(char *const *) mw_field_at (record, name_field (record)));
}

static gboolean
begins_with (const char *text, const RenameParams *p)
{
  const char *find = mw_text (p->find);
  return p->ignore_case ? g_ascii_strncasecmp (text, find, strlen (find)) == 0 : g_str_has_prefix (text, find);
}

/* The new name without its number, or NULL if the text is not in the old one. */
static GString *
replaced (const char *name, const RenameParams *p)
{
  const char *find = mw_text (p->find);
  if (!*find)
    return g_string_new (mw_text (p->replace));
  GString *text = g_string_new (NULL);
  gboolean found = FALSE;
  while (*name)
    if (begins_with (name, p)) {
      g_string_append (text, mw_text (p->replace));
      name += strlen (find);
      found = TRUE;
    } else
      g_string_append_c (text, *name++);
  if (!found)
    g_string_free (g_steal_pointer (&text), TRUE);
  return text;
}

static gboolean
rename_one (MwDocument *document, MwId id, const GString *name, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  const MwField *field = name_field (record);
  if (name->len == 0)
    return mw_operation_refuse (record, error, "would have an empty name");
  if (name->len >= field->count) {
    g_autofree char *reason = g_strdup_printf ("would have a name of %" G_GSIZE_FORMAT " bytes: \"%s\"; at most %d fit",
                                               name->len, name->str, field->count - 1);
    return mw_operation_refuse (record, error, reason);
  }
  return mw_document_set_field (document, id, field, name->str, name->len, error);
}

/* Two nodes with one name are allowed, but games and scripts that look for the name find only one. */
static void
notice_equal_names (MwDocument *document, const GArray *renamed)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GHashTable) first = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < renamed->len; i++) {
    const MwRecord *record = mw_model_find (model, g_array_index (renamed, MwId, i));
    const MwList *list = mw_record_list (record->owner, mw_record_slot (record));
    for (uint32_t k = 0; i == 0 && k < list->n; k++) {
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (first, name_of (list->items[k])));
      g_hash_table_insert (first, (gpointer) name_of (list->items[k]), GUINT_TO_POINTER (count + 1));
    }
    if (GPOINTER_TO_UINT (g_hash_table_lookup (first, name_of (record))) < 2)
      continue;
    g_autofree char *path = mw_record_path (record);
    mw_document_notice (document, g_strdup_printf ("%s: another node is called \"%s\" too", path, name_of (record)));
    return;
  }
}

static gboolean
rename_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const RenameParams *p = (const RenameParams *) params;
  g_autoptr (GArray) renamed = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     nodes = mw_nodes_with_those_below (document, ids, n, FALSE);
  guint number = 0;
  mw_progress_begin (document, nodes->len);
  for (guint i = 0; i < nodes->len; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    MwId id = g_array_index (nodes, MwId, i);
    const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
    GString *name = replaced (name_of (record), p);
    if (!name)
      continue;
    if (p->number)
      g_string_append_printf (name, "%02u", ++number);
    gboolean same = strcmp (name->str, name_of (record)) == 0, ok = same || rename_one (document, id, name, error);
    g_string_free (name, TRUE);
    if (!ok)
      return FALSE;
    if (!same)
      g_array_append_val (renamed, id);
  }
  mw_progress_end (document);
  if (!renamed->len)
    return mw_operation_nothing (error, "nothing to rename: no name would change");
  notice_equal_names (document, renamed);
  return TRUE;
}

const MwOperation mw_operation_node_rename_pattern = {
  .id = "node-rename-pattern",
  .label = N_ ("Rename by Pattern"),
  .step = N_ ("Rename %s by pattern"),
  .doc = N_ (
    "Replaces a text in the names of nodes, and numbers them if wanted. Nothing is renamed if one of the names "
    "would become too long for the format."),
  .aliases = "find replace batch bulk names prefix suffix number",
  .domain = MW_DOMAIN_NODES,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &rename_params,
  .applies = mw_nodes_apply,
  .run = rename_run,
};
