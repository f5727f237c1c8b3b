/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/duplicate.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/time-line.h"

/* Operations on sequences together with their keys, on models with one time line. In M2 from 264 on, where each sequence
 * has keys of its own, `delete` and `duplicate` do the same. */

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
                .label = N_ ("Gap"), .doc = N_ ("Milliseconds between the last time in use and the new interval.")),
};
static const MwSchema duplicate_params = { .name = "sequence-duplicate-keys",
                                           .label = N_ ("Duplicate with Keys"),
                                           .size = sizeof (GapParams),
                                           .fields = gap_fields,
                                           .n_fields = G_N_ELEMENTS (gap_fields) };

/* Gives a copy of a sequence an interval of its own, with copies of the keys. 0 and an error on failure. */
static MwId
copy_sequence (MwDocument *document, MwId sequence, gint64 gap, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), sequence);
  MwKeyRange range;
  gint64 start;
  if (!mw_key_range_of (document, sequence, &range, error)
      || !mw_time_line_room (document, record, range.end - range.start, gap, &start, error)
      || !mw_time_line_copy (document, &range, start - range.start, error))
    return 0;
  MwId copy = mw_duplicate_sequence (document, sequence, error);
  return copy && mw_time_line_set (document, copy, start, start + range.end - range.start, error) ? copy : 0;
}

static gboolean
duplicate_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++) {
    MwId copy = copy_sequence (document, ids[i], ((const GapParams *) params)->gap, error);
    if (!copy)
      return FALSE;
    g_array_append_val (copies, copy);
  }
  mw_document_select (document, (const MwId *) (gpointer) copies->data, copies->len);
  return TRUE;
}

/* M2 before 264 is left out: there the first copied key would change how the last sequence ends, because values are
 * interpolated up to the next key. */
const MwOperation mw_operation_sequence_duplicate_keys = {
  .id = "sequence-duplicate-keys",
  .label = N_ ("Duplicate with Keys"),
  .step = N_ ("Duplicate %s with its keys"),
  .doc = N_ (
    "Makes a copy of a sequence with an interval of its own after everything on the time line, and with copies "
    "of its keys, events and extents. Editing either sequence leaves the other unchanged."),
  .aliases = "copy clone animation anim keyframes",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &duplicate_params,
  .applies = on_time_line,
  .run = duplicate_run,
};
