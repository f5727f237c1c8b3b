/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-copy.h"
#include "core/edit/operations/sequences/time-line.h"

/* Operations on sequences together with their keys. In M2 from 264 on, where each sequence has keys of its own, `delete` and
 * `duplicate` do the same. */

static gboolean
on_time_line (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_time_line_has (document, ids, n, error);
}

/* --- Delete --------------------------------------------------------------------------------------------------------- */

static gboolean
delete_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) doomed = mw_time_line_ranges (document, ids, n), others = mw_time_line_others (document, ids, n);
  return mw_time_line_drop (document, doomed, others, error) && mw_document_remove_many (document, ids, n, error);
}

const MwOperation mw_operation_sequence_delete_with_keys = {
  .id = "sequence-delete-with-keys",
  .label = N_ ("Delete with Keys"),
  .step = N_ ("Delete %s with its keys"),
  .doc = N_ ("Deletes sequences, and the keys and events in their intervals that no other sequence plays. For models "
             "with one time line; where each sequence has keys of its own, Delete removes them too."),
  .aliases = "remove animation anim keyframes unused",
  .domain = MW_DOMAIN_SEQUENCES,
  .applies = on_time_line,
  .run = delete_run,
};

/* --- Duplicate ------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  uint32_t gap;
} GapParams;

static const MwField gap_fields[] = {
  MW_FIELD_U32 (GapParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1, .max = 1000000,
                .label = N_ ("Gap"), .doc = N_ ("Milliseconds between the last used time and the new interval.")),
};
static const MwSchema duplicate_params = { .name = "sequence-duplicate-keys",
                                           .label = N_ ("Duplicate with Keys"),
                                           .size = sizeof (GapParams),
                                           .fields = gap_fields,
                                           .n_fields = G_N_ELEMENTS (gap_fields) };

static gboolean
duplicate_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++) {
    MwId copy = mw_sequence_copy (document, ids[i], ((const GapParams *) params)->gap, error);
    if (!copy)
      return FALSE;
    g_array_append_val (copies, copy);
  }
  mw_document_select (document, (const MwId *) (gpointer) copies->data, copies->len);
  return TRUE;
}

const MwOperation mw_operation_sequence_duplicate_keys = {
  .id = "sequence-duplicate-keys",
  .label = N_ ("Duplicate with Keys"),
  .step = N_ ("Duplicate %s with its keys"),
  .doc = N_ ("Makes a copy of a sequence with copies of its keys, events and extents; on one time line it gets its own "
             "interval after everything else. Editing either sequence leaves the other unchanged."),
  .aliases = "copy clone animation anim keyframes",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &duplicate_params,
  .applies = mw_key_ranges_apply,
  .run = duplicate_run,
};
