/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/model/aspects.h"

/* The interval of a sequence on the one time line of a model. */

typedef struct {
  MwRecord record;
  int32_t start, end;
} IntervalParams;

static const MwField interval_fields[] = {
  MW_FIELD_I32 (IntervalParams, start, "start", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Start"),
                .doc = N_ ("The first millisecond of the sequence on the model's time line.")),
  MW_FIELD_I32 (IntervalParams, end, "end", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("End"),
                .doc = N_ ("Its last millisecond.")),
};
static const MwSchema interval_params = { .name = "sequence-interval",
                                          .label = N_ ("Set Interval"),
                                          .size = sizeof (IntervalParams),
                                          .fields = interval_fields,
                                          .n_fields = G_N_ELEMENTS (interval_fields) };
static const char *const interval_required[] = { "start", "end", NULL };

static void
interval_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  const MwModel *model = mw_document_get_model (document);
  const MwSequenceAspect sequence = mw_sequence_aspect (model, mw_model_find (model, ids[0]));
  IntervalParams *p = (IntervalParams *) params;
  p->start = (int32_t) sequence.start;
  p->end = (int32_t) sequence.end;
}

static gboolean
interval_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const IntervalParams *p = (const IntervalParams *) params;
  if (p->start < 0 || p->end < p->start)
    return mw_operation_refuse (mw_model_find (model, ids[0]), error, "cannot start before 0, or end before it starts");
  for (guint i = 0; i < n; i++) {
    const MwSequenceAspect now = mw_sequence_aspect (model, mw_model_find (model, ids[i]));
    if ((now.start != p->start || now.end != p->end) && !mw_time_line_set (document, ids[i], p->start, p->end, error))
      return FALSE;
  }
  return TRUE;
}

const MwOperation mw_operation_sequence_set_interval = {
  .id = "sequence-set-interval",
  .label = N_ ("Set Interval"),
  .step = N_ ("Set the interval of %s"),
  .doc = N_ (
    "Sets where a sequence begins and ends on the model's time line. No key is moved, added or removed, so the "
    "sequence shows other keys."),
  .aliases = "start end range bounds trim extend length time line",
  .domain = MW_DOMAIN_SEQUENCES,
  .subject = MW_SUBJECT_ELEMENTS,
  .params = &interval_params,
  .required = interval_required,
  .preset = interval_preset,
  .applies = mw_time_line_has,
  .run = interval_run,
};
