/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

#include <string.h>

/* Which slot of the game an attachment is. */

typedef struct {
  MwRecord record;
  char *slot;
  uint8_t swap;
} SlotParams;

static const MwField slot_fields[] = {
  MW_FIELD_TEXT (
    SlotParams, slot, 80, "slot", .label = N_ ("Slot"),
    .doc = N_ ("What the game looks for. Warcraft III: words, as in \"Hand Left Ref\"; case, blanks, - and the word "
               "Ref do not matter. Others: name or number, as in HandRight or 1.")),
  MW_FIELD_U8 (SlotParams, swap, "swap", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Swap"),
               .doc = N_ ("What to do if another attachment has the slot. 1: the two swap slots. 0: refuse.")),
};
static const MwSchema slot_params = { .name = "attachment-set-id",
                                      .label = N_ ("Slot of an Attachment"),
                                      .size = sizeof (SlotParams),
                                      .fields = slot_fields,
                                      .n_fields = G_N_ELEMENTS (slot_fields) };
static const char *const slot_required[] = { "slot", NULL };

static gboolean
slot_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (mw_aspects_of (model)->point (record->schema) != MW_POINT_ATTACHMENT)
      return mw_operation_refuse (record, error, "is not an attachment");
  }
  return n == 1 || mw_operation_refuse (NULL, error, "select one attachment: two cannot have the same slot");
}

static void
slot_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  const MwRecord *record = n ? mw_model_find (mw_document_get_model (document), ids[0]) : NULL;
  g_autofree char *slot = record ? mw_new_slot_of (document, record) : g_strdup ("");
  mw_text_set (&((SlotParams *) params)->slot, slot, strlen (slot));
}

static gboolean
set_slot (MwDocument *document, MwId id, const char *slot, GError **error)
{
  const MwField *field = mw_new_elements (document)->slot_field (document);
  if (field->type == MW_TYPE_TEXT)
    return mw_document_set_field (document, id, field, slot, strlen (slot), error);
  uint32_t number = (uint32_t) g_ascii_strtoull (slot, NULL, 10);
  return mw_document_set_field (document, id, field, &number, sizeof number, error);
}

static gboolean
slot_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const SlotParams *p = (const SlotParams *) params;
  const MwModel *model = mw_document_get_model (document);
  g_autofree char *slot = mw_new_elements (document)->slot_spelled (document, mw_text (p->slot), error),
                  *old = mw_new_slot_of (document, mw_model_find (model, ids[0]));
  if (!slot)
    return FALSE;
  const MwRecord *holder = mw_new_slot_holder (document, slot, 0), *other = mw_new_slot_holder (document, slot, ids[0]);
  if (!other && holder)
    return mw_operation_nothing (error, "nothing to change: the attachment already has this slot");
  if (!other)
    return set_slot (document, ids[0], slot, error);
  if (!p->swap)
    return mw_operation_refuse (other, error, "already has this slot: change that one first, or swap them");
  /* Each name stays as it is spelled. */
  g_autofree char *theirs = mw_new_slot_of (document, other);
  return set_slot (document, other->id, old, error) && set_slot (document, ids[0], theirs, error);
}

const MwOperation mw_operation_attachment_set_id = {
  .id = "attachment-set-id",
  .label = N_ ("Set Slot of Attachment"),
  .step = N_ ("Set the slot of %s"),
  .doc = N_ (
    "Assigns an attachment to another slot of the game, such as the left hand. In Warcraft III the slot is its name, "
    "elsewhere its number."),
  .aliases = "id name rename point hand weapon catalogue number",
  .domain = MW_DOMAIN_NODES,
  .params = &slot_params,
  .required = slot_required,
  .preset = slot_preset,
  .applies = slot_applies,
  .run = slot_run,
};
