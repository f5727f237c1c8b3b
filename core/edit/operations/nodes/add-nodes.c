/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

#include <math.h>
#include <string.h>

/* Operations that add bones, helpers, attachments, events and lights. */

/* --- Bones and helpers ---------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwNewPlace place;
  char *name;
} NodeParams;

static const MwField node_fields[] = {
  MW_FIELD_TEXT (NodeParams, name, 80, "name", .label = N_ ("Name"),
                 .doc = N_ ("Its name. M2 stores only the CRC of a bone's name, and nothing before version 264.")),
  MW_NEW_PLACE_FIELDS (NodeParams),
};
static const MwSchema node_params = { .name = "node-add",
                                      .label = N_ ("Add Bone"),
                                      .size = sizeof (NodeParams),
                                      .fields = node_fields,
                                      .n_fields = G_N_ELEMENTS (node_fields) };

static void
node_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  ((NodeParams *) params)->place.bone = mw_new_place_bone (document, ids, n);
}

static gboolean
insert_node (MwDocument *document, MwRecord *record, const NodeParams *p, const MwId *ids, guint n, GError **error)
{
  return record && mw_new_place_insert (document, record, &p->place, ids, n, error);
}

static gboolean
bone_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const NodeParams *p = (const NodeParams *) params;
  return insert_node (document, mw_new_elements (document)->bone (document, mw_text (p->name), error), p, ids, n,
                      error);
}

static gboolean
helper_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const NodeParams *p = (const NodeParams *) params;
  return insert_node (document, mw_new_elements (document)->helper (document, mw_text (p->name), error), p, ids, n,
                      error);
}

const MwOperation mw_operation_bone_add = {
  .id = "bone-add",
  .label = N_ ("Add Bone"),
  .doc = N_ ("Adds a bone without keys, at the pivot of the bone that it follows. No vertex has weight on it yet."),
  .aliases = "new joint create node skeleton",
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &node_params,
  .preset = node_preset,
  .run = bone_run,
};

const MwOperation mw_operation_helper_add = {
  .id = "helper-add",
  .label = N_ ("Add Helper"),
  .doc = N_ ("Adds a helper: a node that moves other nodes and no vertices."),
  .aliases = "new null group dummy create node",
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &node_params,
  .preset = node_preset,
  .run = helper_run,
};

/* --- Attachments ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwNewPlace place;
  char *name;
} AttachmentParams;

static const MwField attachment_fields[] = {
  MW_FIELD_TEXT (AttachmentParams, name, 80, "name", .label = N_ ("Name"),
                 .doc = N_ ("The slot that the game looks for. Warcraft III: its name, such as \"Hand Left Ref\" or "
                            "\"Overhead Ref\". M2: its name or number, as in HandRight or 1.")),
  MW_NEW_PLACE_FIELDS (AttachmentParams),
};
static const MwSchema attachment_params = { .name = "attachment-add",
                                            .label = N_ ("Add Attachment"),
                                            .size = sizeof (AttachmentParams),
                                            .fields = attachment_fields,
                                            .n_fields = G_N_ELEMENTS (attachment_fields) };
static const char *const name_required[] = { "name", NULL };

static void
attachment_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  ((AttachmentParams *) params)->place.bone = mw_new_place_bone (document, ids, n);
}

static gboolean
attachment_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AttachmentParams *p = (const AttachmentParams *) params;
  MwRecord *made = mw_new_elements (document)->attachment (document, mw_text (p->name), error);
  return made && mw_new_place_insert (document, made, &p->place, ids, n, error);
}

const MwOperation mw_operation_attachment_add = {
  .id = "attachment-add",
  .label = N_ ("Add Attachment"),
  .doc = N_ ("Adds an attachment point for equipment or effects to a bone."),
  .aliases = "new hand weapon slot reference point mount create",
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &attachment_params,
  .required = name_required,
  .preset = attachment_preset,
  .applies = mw_new_place_applies,
  .run = attachment_run,
};

/* --- Events --------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwNewPlace place;
  char *name;
  MwRef sequence;
  int32_t time;
} EventParams;

static const MwField event_fields[] = {
  MW_FIELD_TEXT (
    EventParams, name, 80, "name", .label = N_ ("Name"),
    .doc = N_ ("What happens. Warcraft III: the kind and id of the object, as in SNDXACOL. M2: four characters, as "
               "in $FSD.")),
  MW_FIELD_REF (EventParams, sequence, "sequence", "sequences", .label = N_ ("Sequence"),
                .doc = N_ ("The sequence in which it is triggered. Without one, it is never triggered until it gets "
                           "a key.")),
  MW_FIELD_I32 (EventParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .min = 0, .max = G_MAXINT32,
                .label = N_ ("Time"),
                .doc = N_ ("When it is triggered, in milliseconds from the start of the "
                           "sequence.")),
  MW_NEW_PLACE_FIELDS (EventParams),
};
static const MwSchema event_params = { .name = "event-add",
                                       .label = N_ ("Add Event"),
                                       .size = sizeof (EventParams),
                                       .fields = event_fields,
                                       .n_fields = G_N_ELEMENTS (event_fields) };

static void
event_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  ((EventParams *) params)->place.bone = mw_new_place_bone (document, ids, n);
}

static void
event_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  EventParams *p = (EventParams *) params;
  if (view->clock.rest)
    return;
  p->sequence = (MwRef) { view->clock.sequence, 0 };
  p->time = view->clock.time - view->clock.start;
}

static gboolean
event_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const EventParams *p = (const EventParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *sequence = mw_model_resolve (model, p->sequence);
  MwSequenceAspect played = { 0 };
  if (sequence)
    played = mw_sequence_aspect (model, sequence);
  if (sequence && p->time > played.end - played.start)
    return mw_operation_refuse (sequence, error, "ends before this time: the event would not be triggered");
  MwRecord *made = mw_new_elements (document)->event (document, mw_text (p->name), sequence, p->time, error);
  return made && mw_new_place_insert (document, made, &p->place, ids, n, error);
}

const MwOperation mw_operation_event_add = {
  .id = "event-add",
  .label = N_ ("Add Event"),
  .doc = N_ ("Adds an event that the game triggers at a time of a sequence, such as a sound or a footprint."),
  .aliases = "new sound footstep footprint splat trigger create",
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &event_params,
  .required = name_required,
  .preset = event_preset,
  .from_view = event_from_view,
  .applies = mw_new_place_applies,
  .run = event_run,
};

/* --- Lights --------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwNewPlace place;
  char *name;
  uint8_t kind; /* MwNewLightKind */
  float color[3], intensity, start, end;
} LightParams;

MW_NAMES (light_kinds, FALSE, { MW_NEW_LIGHT_POINT, "point", N_ ("Point") },
          { MW_NEW_LIGHT_DIRECTIONAL, "directional", N_ ("Directional") },
          { MW_NEW_LIGHT_AMBIENT, "ambient", N_ ("Ambient") });
static const MwField light_fields[] = {
  MW_FIELD_TEXT (LightParams, name, 80, "name", .label = N_ ("Name"), .doc = N_ ("Its name, in Warcraft III only.")),
  MW_FIELD_U8 (LightParams, kind, "kind", .names = &light_kinds, .label = N_ ("Kind"),
               .doc = N_ ("The kind of light. M2 has point and directional lights only.")),
  MW_FIELD_VEC (LightParams, color, 3, "color", .role = MW_ROLE_COLOUR, .def = 1, .min = 0, .max = 1,
                .label = N_ ("Colour"), .doc = N_ ("Red, green and blue, 0 to 1.")),
  MW_FIELD_F32 (LightParams, intensity, "intensity", .def = 1, .min = 0, .max = 10000, .label = N_ ("Intensity"),
                .doc = N_ ("What the colour is multiplied by.")),
  MW_FIELD_F32 (LightParams, start, "start", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_LENGTH, .min = 0, .max = 1000000,
                .label = N_ ("Attenuation start"),
                .doc = N_ ("Up to this distance the light has its full strength. 0 for both: "
                           "made from the size of the model.")),
  MW_FIELD_F32 (LightParams, end, "end", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_LENGTH, .min = 0, .max = 1000000,
                .label = N_ ("Attenuation end"), .doc = N_ ("From this distance on it lights nothing.")),
  MW_NEW_PLACE_FIELDS (LightParams),
};
static const MwSchema light_params = { .name = "light-add",
                                       .label = N_ ("Add Light"),
                                       .size = sizeof (LightParams),
                                       .fields = light_fields,
                                       .n_fields = G_N_ELEMENTS (light_fields) };

static void
light_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  ((LightParams *) params)->place.bone = mw_new_place_bone (document, ids, n);
}

/* A light with no reach is not seen: it reaches as far as the model is large. */
static float
reach (MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  const MwAspects *aspects = mw_aspects_of (model);
  const MwBounds *bounds = mw_model_member (model, aspects->bounds);
  return bounds && bounds->radius > 0 && isfinite (bounds->radius) ? bounds->radius : aspects->size;
}

static gboolean
light_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const LightParams *p = (const LightParams *) params;
  gboolean given = p->start != 0 || p->end != 0;
  if (p->end < p->start)
    return mw_operation_refuse (NULL, error, "the attenuation must not end before it starts");
  MwNewLight light = { .name = mw_text (p->name),
                       .kind = p->kind,
                       .intensity = p->intensity,
                       .start = given ? p->start : reach (document) / 4,
                       .end = given ? p->end : reach (document) };
  memcpy (light.color, p->color, sizeof light.color);
  MwRecord *made = mw_new_elements (document)->light (document, &light, error);
  return made && mw_new_place_insert (document, made, &p->place, ids, n, error);
}

const MwOperation mw_operation_light_add = {
  .id = "light-add",
  .label = N_ ("Add Light"),
  .doc = N_ ("Adds a light to a bone."),
  .aliases = "new lamp omni sun glow create",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &light_params,
  .preset = light_preset,
  .applies = mw_new_place_applies,
  .run = light_run,
};
