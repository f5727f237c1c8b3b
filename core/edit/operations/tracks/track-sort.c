/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/tracks/timed-keys.h"

/* Puts keys into the order of their times. */

/* Keys at one time stay in the order of the file, for they are a jump from one value to the other. */
static int
compare_times (gconstpointer a, gconstpointer b)
{
  const MwKeyPlace *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->from < y->from ? -1 : x->from > y->from;
}

static gboolean
sort_holder (MwDocument *document, MwId id, gboolean *changed, GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  const MwArray *array = mw_holder_times (document, holder);
  const gint32 *times = array->data;
  g_autoptr (GArray) places = g_array_sized_new (FALSE, FALSE, sizeof (MwKeyPlace), array->n);
  gboolean sorted = TRUE;
  for (uint32_t i = 0; i < array->n; i++) {
    const MwKeyPlace place = { i, times[i] };
    sorted &= i == 0 || times[i - 1] <= times[i];
    g_array_append_val (places, place);
  }
  if (sorted)
    return TRUE;
  if (!mw_holder_is_complete (holder, error))
    return FALSE;
  *changed = TRUE;
  g_array_sort (places, compare_times);
  return mw_holder_rearrange (document, id, (const MwKeyPlace *) places->data, places->len, error);
}

static gboolean
run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++)
    if (!sort_holder (document, g_array_index (holders, MwId, i), &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to sort: all keys are in the order of their times");
}

const MwOperation mw_operation_keys_sort = {
  .id = "keys-sort",
  .label = N_ ("Sort Keys"),
  .step = N_ ("Sort the keys of %s"),
  .doc = N_ (
    "Puts the keys of tracks into the order of their times. Games look for keys in that order, and show a wrong "
    "pose where it is broken. Keys at the same time stay as they are."),
  .aliases = "order unsorted keyframes repair",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .applies = mw_holders_apply,
  .run = run,
};
