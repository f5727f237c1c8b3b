/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/sequences/sequence-standard.h"
#include "core/base/i18n.h"
#include "core/base/nearest.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-copy.h"
#include "core/model/aspects.h"

#include <string.h>

/* A sequence that the game expects and the model lacks, made from another one. */

typedef struct {
  MwRecord record;
  char *name;
  MwRef from;
  uint32_t gap;
} StandardParams;

static const MwField standard_fields[] = {
  MW_FIELD_TEXT (StandardParams, name, 80, "name", .label = N_ ("Name"),
                 .doc = N_ ("The expected sequence, such as Decay Flesh, Portrait or, in M2, Run.")),
  MW_FIELD_REF (
    StandardParams, from, "from", "sequences", .label = N_ ("From"),
    .doc = N_ ("The sequence to copy. Default: the one that the game plays instead, or the most similar one.")),
  MW_FIELD_U32 (StandardParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1,
                .max = 1000000, .label = N_ ("Gap"),
                .doc = N_ ("Milliseconds between the last used time and the new interval, on one time line.")),
};
static const MwSchema standard_params = { .name = "sequence-add-standard",
                                          .label = N_ ("Add Expected Sequence"),
                                          .size = sizeof (StandardParams),
                                          .fields = standard_fields,
                                          .n_fields = G_N_ELEMENTS (standard_fields) };
static const char *const standard_required[] = { "name", NULL };

gboolean
mw_sequence_expected (MwDocument *document, const char *name, MwStandardSequence *found, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GPtrArray) sets = mw_standard_sets (model, mw_document_get_format (document).family),
                        words = g_ptr_array_new ();
  for (guint i = 0; i < sets->len; i++) {
    g_autoptr (GArray) all = mw_standard_sequences (model, sets->pdata[i]);
    for (guint k = 0; k < all->len; k++) {
      *found = g_array_index (all, MwStandardSequence, k);
      if (g_ascii_strcasecmp (found->expected->name, name) == 0)
        return TRUE;
      g_ptr_array_add (words, (gpointer) found->expected->name);
    }
  }
  g_ptr_array_add (words, NULL);
  g_autofree char *meant = mw_did_you_mean (name, (const char *const *) words->pdata),
                  *reason = g_strdup_printf ("the game expects no sequence \"%s\"%s", name, meant);
  return mw_operation_refuse (NULL, error, reason);
}

/* The sequence to copy, which has keys. */
static const MwRecord *
source_of (MwDocument *document, const MwStandardSequence *is, MwRef from, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *given = mw_model_resolve (model, from);
  if (given)
    return mw_sequence_aspect (model, given).plays;
  if (is->from)
    return is->from;
  g_autofree char *reason = g_strdup_printf ("no sequence is like \"%s\": give the one to make it from",
                                             is->expected->name);
  mw_operation_refuse (NULL, error, reason);
  return NULL;
}

gboolean
mw_sequence_add_expected (MwDocument *document, const MwStandardSequence *is, MwRef from, gint64 gap, GError **error)
{
  const char *name = is->expected->name;
  if (is->state == MW_STANDARD_HAVE) {
    g_autofree char *path = mw_record_path (is->sequence),
                    *reason = g_strdup_printf ("nothing to add: %s is \"%s\"", path, name);
    return mw_operation_nothing (error, reason);
  }
  if (is->state == MW_STANDARD_MISSPELT) {
    g_autofree char *reason = g_strdup_printf (
      "may be meant to be \"%s\": rename it to that, or to something else, first", name);
    return mw_operation_refuse (is->sequence, error, reason);
  }
  const MwRecord *source = source_of (document, is, from, error);
  const MwId copy = source ? mw_sequence_copy (document, source->id, gap, error) : 0;
  if (!copy || !mw_new_elements (document)->sequence_name (document, copy, name, error))
    return FALSE;
  mw_document_select (document, &copy, 1);
  return TRUE;
}

static gboolean
standard_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const StandardParams *p = (const StandardParams *) params;
  MwStandardSequence is = { 0 };
  return mw_sequence_expected (document, mw_text (p->name), &is, error)
         && mw_sequence_add_expected (document, &is, p->from, p->gap, error);
}

static gboolean
standard_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return TRUE;
}

const MwOperation mw_operation_sequence_add_standard = {
  .id = "sequence-add-standard",
  .label = N_ ("Add Expected Sequence"),
  .doc = N_ (
    "Adds a sequence that the game expects and the model lacks, as a copy of another sequence with its keys. mwright "
    "info --standard lists what is expected."),
  .aliases = "standard missing make from portrait decay death animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &standard_params,
  .required = standard_required,
  .applies = standard_applies,
  .run = standard_run,
};
