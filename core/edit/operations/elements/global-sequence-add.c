/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"

/* A new clock for tracks that loop whatever sequence plays. */

typedef struct {
  MwRecord record;
  uint32_t duration;
} AddParams;

static const MwField add_fields[] = {
  MW_FIELD_U32 (AddParams, duration, "duration", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1,
                .max = G_MAXINT32, .label = N_ ("Duration"), .doc = N_ ("The length of the loop in milliseconds.")),
};
static const MwSchema add_params = { .name = "global-sequence-add",
                                     .label = N_ ("Add Global Sequence"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AddParams *p = (const AddParams *) params;
  return mw_new_insert (document, mw_new_elements (document)->global_sequence (p->duration), FALSE, error) != 0;
}

const MwOperation mw_operation_global_sequence_add = {
  .id = "global-sequence-add",
  .label = N_ ("Add Global Sequence"),
  .doc = N_ ("Adds a clock that runs in a loop, whatever sequence plays. Use track-attach-global to make tracks "
             "follow it."),
  .aliases = "new loop clock constant endless create",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &add_params,
  .run = add_run,
};
