/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"

#include <string.h>

/* Redirects everything that refers to some records to another record of their list, for example before they are
 * deleted. */

typedef struct {
  MwRecord record;
  char *with;
  uint8_t delete;
} ReplaceParams;

static const MwField replace_fields[] = {
  MW_FIELD_TEXT (ReplaceParams, with, 260, "with", .role = MW_ROLE_SIBLING, .label = N_ ("Use instead"),
                 .doc = N_ ("The record to use instead: its path (textures[3]), or its number or name in the list.")),
  MW_FIELD_U8 (ReplaceParams, delete, "delete", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Delete"),
               .doc = N_ ("1: the replaced records, which nothing refers to any more, are deleted.")),
};
static const MwSchema replace_params = { .name = "replace-uses",
                                         .label = N_ ("Replace Uses With"),
                                         .size = sizeof (ReplaceParams),
                                         .fields = replace_fields,
                                         .n_fields = G_N_ELEMENTS (replace_fields) };
static const char *const replace_required[] = { "with", NULL };

static gboolean
replace_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *first = mw_model_find (model, ids[0]);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    const MwField *slot = mw_record_slot (record);
    if (!slot || slot->type != MW_TYPE_LIST)
      return mw_operation_refuse (record, error, "is not in a list, so nothing else can be used instead");
    if (record->owner != first->owner || slot != mw_record_slot (first))
      return mw_operation_refuse (record, error, "is in another list than the first");
  }
  if (mw_record_list (first->owner, mw_record_slot (first))->n <= n)
    return mw_operation_refuse (first, error, "nothing else in its list could be used instead");
  return TRUE;
}

/* Finds the other record by a path, or by what can be in the brackets of a path. */
static MwRecord *
find_other (const MwModel *model, const MwRecord *first, const char *text, GError **error)
{
  MwTarget target;
  gboolean plain = !strchr (text, '[');
  g_autofree char *owner = plain ? mw_record_path (first->owner) : NULL;
  g_autofree char *path = plain ? g_strdup_printf ("%s%s%s[%s]", owner, *owner ? "." : "", mw_record_slot (first)->name,
                                                   text)
                                : g_strdup (text);
  if (!mw_path_resolve_one (model, path, &target, error))
    return NULL;
  if (!target.field)
    return target.record;
  mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "%s is a value, not a record", path);
  return NULL;
}

static gboolean
replace_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ReplaceParams *p = (const ReplaceParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *to = find_other (model, mw_model_find (model, ids[0]), mw_text (p->with), error);
  guint all = 0, some;
  if (!to)
    return FALSE;
  for (guint i = 0; i < n; i++) {
    if (ids[i] == to->id)
      return mw_operation_refuse (to, error, "cannot be used instead of itself");
    if (!mw_document_replace_uses (document, ids[i], to->id, &some, error))
      return FALSE;
    all += some;
  }
  g_autofree char *path = mw_record_path (to);
  mw_document_notice (document, g_strdup_printf ("references changed to %s: %u", path, all));
  return !p->delete || mw_document_remove_many (document, ids, n, error);
}

const MwOperation mw_operation_replace_uses = {
  .id = "replace-uses",
  .label = N_ ("Replace Uses With"),
  .step = N_ ("Replace uses of %s"),
  .doc = N_ ("Makes everything that refers to the records refer to another record of the same list. This includes the "
             "vertices that bones move. With delete=1 the records are then deleted."),
  .aliases = "substitute reassign merge references",
  .params = &replace_params,
  .required = replace_required,
  .applies = replace_applies,
  .run = replace_run,
};
