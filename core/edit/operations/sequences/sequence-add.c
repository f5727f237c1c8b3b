/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-copy.h"
#include "core/edit/operations/sequences/time-line.h"

#include <string.h>

/* A new sequence after all others, on one time line after everything. */

enum { OPENING_STAND, OPENING_NONE };
typedef struct {
  MwRecord record;
  char *name;
  uint32_t length, gap;
  uint8_t opening;
} AddParams;

MW_NAMES (opening_names, FALSE, { OPENING_STAND, "stand", N_ ("As in Stand") }, { OPENING_NONE, "none", N_ ("None") });
static const MwField add_fields[] = {
  MW_FIELD_TEXT (
    AddParams, name, 80, "name", .label = N_ ("Name"),
    .doc = N_ ("The name by which the game finds the sequence; in M2 the name or the number of an animation.")),
  MW_FIELD_U32 (AddParams, length, "length", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1,
                .max = 100000000, .label = N_ ("Length"), .doc = N_ ("Its length in milliseconds.")),
  MW_FIELD_U32 (AddParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1, .max = 1000000,
                .label = N_ ("Gap"), .doc = N_ ("Milliseconds between the last used time and the new interval.")),
  MW_FIELD_U8 (
    AddParams, opening, "opening", .names = &opening_names, .label = N_ ("Opening keys"),
    .doc = N_ ("stand: keys at its start for visibility, alpha, emission, colours and textures, with the values at "
               "the start of Stand, so that the same things are shown. M2 before 264 gets such keys for all other "
               "values too. none: no keys.")),
};
static const MwSchema add_params = { .name = "sequence-add",
                                     .label = N_ ("Add Sequence"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };
static const char *const add_required[] = { "name", NULL };

static gboolean
add_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return TRUE;
}

/* Inserts a new sequence after all others and gives it its length, and on one time line its interval. Returns its id, or 0 and an
 * error. */
static MwId
insert (const MwNewSequence *at, MwRecord *sequence, GError **error)
{
  MwDocument *document = at->document;
  const MwRecord *root = &mw_document_get_model (document)->record;
  const MwField *list = mw_schema_part (root->schema, MW_PART_SEQUENCES);
  const gint32 ends[] = { (gint32) at->start, (gint32) (at->start + at->length), (gint32) at->length };
  static const MwPart parts[] = { MW_PART_START, MW_PART_END, MW_PART_DURATION };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (sequence->schema, parts[i]);
    if (field)
      *(gint32 *) mw_field_at (sequence, field) = ends[i]; /* M2 has the same bits unsigned */
  }
  if (!mw_document_insert (document, root->id, list, mw_record_list (root, list)->n, sequence, error))
    return 0;
  const MwId id = sequence->id;
  return !document->rules->join || document->rules->join (document, sequence, error) ? id : 0;
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AddParams *p = (const AddParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwNewElements *family = mw_new_elements (document);
  const MwId stand = mw_sequence_stand (model);
  MwNewSequence at = mw_new_sequence (document, p->length);
  if (!at.lanes && !mw_time_line_room (document, NULL, p->length, p->gap, &at.start, error))
    return FALSE;
  MwRecord *sequence = family->sequence (document, mw_text (p->name), stand ? mw_model_find (model, stand) : NULL,
                                         error);
  at.sequence = sequence ? insert (&at, sequence, error) : 0;
  if (!at.sequence || (p->opening == OPENING_STAND && !mw_sequence_open (&at, stand, NULL, error)))
    return FALSE;
  if (p->opening == OPENING_STAND && !stand)
    mw_document_notice (document, g_strdup ("there is no Stand, so the new sequence has no opening keys"));
  mw_document_select (document, &at.sequence, 1);
  return !family->sequence_parts || family->sequence_parts (document, at.sequence, error);
}

const MwOperation mw_operation_sequence_add = {
  .id = "sequence-add",
  .label = N_ ("Add Sequence"),
  .doc = N_ (
    "Adds a sequence, with extents in geosets and with keys at its start that show what Stand shows. On one time "
    "line its interval comes after everything else. In M2 from 264 on its keys are stored in the .m2 file."),
  .aliases = "new create animation anim insert",
  .domain = MW_DOMAIN_SEQUENCES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &add_params,
  .required = add_required,
  .applies = add_applies,
  .run = add_run,
};
