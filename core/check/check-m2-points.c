/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-m2.h"
#include "core/model/m2/derived.h"
#include "core/schema/catalogue.h"
#include "core/schema/notes.h"

#include <stdlib.h>
#include <string.h>

/* What clients find by an id: attachments, events, cameras and key bones, and the tables for that (m2.md 5.2, 5.12 to 5.15 and 8). */

/* --- Attachments ---------------------------------------------------------------------------------------------------- */

static void
check_attachment (MwChecking *c, const MwRecord *record)
{
  const uint32_t id = ((const MwM2Attachment *) record)->attachment_id;
  if (!mw_catalogue_entry (MW_CATALOGUE_ATTACHMENT, id))
    mw_check_find_in (c, MW_RULE_M2_ATTACHMENT_ID, record, MW_FIELD (MwM2Attachment, attachment_id), "found %u", id);
}

static gboolean
has_attachment (const MwM2 *model, uint32_t id)
{
  for (uint32_t i = 0; i < model->attachments.n; i++)
    if (((const MwM2Attachment *) model->attachments.items[i])->attachment_id == id)
      return TRUE;
  return FALSE;
}

static gboolean
has_animation (const MwM2 *model, uint16_t id)
{
  for (uint32_t i = 0; i < model->sequences.n; i++)
    if (((const MwM2Sequence *) model->sequences.items[i])->animation == id)
      return TRUE;
  return FALSE;
}

/* What walks and dies is a creature. Helmets move along with the animations of whom they are on, but have no named points at all. */
static gboolean
is_creature (const MwM2 *model)
{
  enum { DEATH = 1, WALK = 4 };
  return (model->attachments.n || model->events.n || model->cameras.n) && has_animation (model, WALK)
         && has_animation (model, DEATH);
}

#define CAMERA_BELOW_TOP 0.16f /* m2.md 2 */

static void
check_creature (MwChecking *c, const MwM2 *model)
{
  enum { BREATH = 17, NAME = 18, MOUNTED_NAME = 29 };
  const MwRecord *root = &model->model.record;
  const MwField *attachments = MW_FIELD (MwM2, attachments);
  if (!is_creature (model))
    return;
  if (!has_attachment (model, NAME) && !has_attachment (model, MOUNTED_NAME))
    mw_check_find_in (c, MW_RULE_M2_ATTACHMENT_NAME, root, attachments, "found neither %d nor %d", MOUNTED_NAME, NAME);
  if (!has_attachment (model, BREATH))
    mw_check_find_in (c, MW_RULE_M2_ATTACHMENT_BREATH, root, attachments, "found no %d", BREATH);
  if (model->bounds.max[2] > model->bounds.min[2] && model->bounds.max[2] <= CAMERA_BELOW_TOP)
    mw_check_find_in (c, MW_RULE_M2_BOUNDS_LOW, root, MW_FIELD (MwM2, bounds.max), "z is not above %g",
                      (double) CAMERA_BELOW_TOP);
}

/* --- Ids that occur twice ------------------------------------------------------------------------------------------- */

/* Returns FALSE if the record has no id. */
typedef gboolean (*IdFunc) (const MwRecord *record, uint32_t *id);

static gboolean
attachment_id (const MwRecord *record, uint32_t *id)
{
  *id = ((const MwM2Attachment *) record)->attachment_id;
  return TRUE;
}

static gboolean
camera_type (const MwRecord *record, uint32_t *id)
{
  const int32_t type = ((const MwM2Camera *) record)->type;
  *id = (uint32_t) type;
  return type >= 0;
}

static gboolean
key_bone (const MwRecord *record, uint32_t *id)
{
  const int32_t key = ((const MwM2Bone *) record)->key_bone;
  *id = (uint32_t) key;
  return key >= 0;
}

static void
check_ids (MwChecking *c, const MwList *list, IdFunc id_of, MwRuleNumber rule)
{
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t id;
    gpointer other;
    if (!id_of (list->items[i], &id))
      continue;
    if (g_hash_table_lookup_extended (first, GUINT_TO_POINTER (id), NULL, &other)) {
      g_autofree char *path = mw_record_path (other);
      mw_check_find_in (c, rule, list->items[i], NULL, "%s has the id %u too", path, id);
    } else {
      g_hash_table_insert (first, GUINT_TO_POINTER (id), list->items[i]);
    }
  }
}

/* --- Events --------------------------------------------------------------------------------------------------------- */

static void
check_event (MwChecking *c, const MwRecord *record)
{
  const MwM2Event *event = (const MwM2Event *) record;
  const char *name = mw_text (event->identifier);
  const MwField *field = MW_FIELD (MwM2Event, identifier);
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_EVENT, mw_catalogue_identifier (name));
  if (!entry)
    mw_check_find_in (c, MW_RULE_M2_EVENT_UNKNOWN, record, field, "found \"%s\"", name);
  else if (g_str_has_prefix (name, "$FD") && name[3] >= '6' && name[3] <= '9')
    mw_check_find_in (c, MW_RULE_M2_EVENT_SILENT, record, field, "found \"%s\"", name);
  if (entry && !entry->data && event->data)
    mw_check_find_in (c, MW_RULE_M2_EVENT_DATA, record, MW_FIELD (MwM2Event, data), "found %u", event->data);
}

static const MwRecord *
find_event (const MwM2 *model, const char *identifier)
{
  for (uint32_t i = 0; i < model->events.n; i++)
    if (strcmp (mw_text (((const MwM2Event *) model->events.items[i])->identifier), identifier) == 0)
      return model->events.items[i];
  return NULL;
}

static void
check_mount_camera (MwChecking *c, const MwM2 *model)
{
  const MwRecord *height = find_event (model, "$CFM"), *place = find_event (model, "$CMA");
  if (height && place)
    mw_check_find_in (c, MW_RULE_M2_EVENT_CAMERA, height, NULL, "events[%u] is $CMA", mw_record_index (place));
}

/* --- Bones ---------------------------------------------------------------------------------------------------------- */

/* Files of clients before 2.0 have no distances (m2.md 5.4). In real files a distance is off by one at most. */
static void
check_distance (MwChecking *c, const MwM2 *model, const MwM2Bone *bone)
{
  const MwM2Bone *parent = (const MwM2Bone *) mw_model_resolve (c->model, bone->parent);
  const int expected = parent ? mw_m2_bone_distance (bone, parent) : 0;
  if (model->version >= MW_M2_BONE_DISTANCES_SINCE && abs (bone->parent_distance - expected) > 1)
    mw_check_find_in (c, MW_RULE_M2_BONE_DISTANCE, &bone->record, MW_FIELD (MwM2Bone, parent_distance),
                      "found %u, expected %d", bone->parent_distance, expected);
}

static void
check_bone_name (MwChecking *c, const MwM2 *model, const MwM2Bone *bone)
{
  const MwCatalogueEntry *key = bone->key_bone >= 0
                                  ? mw_catalogue_entry (MW_CATALOGUE_KEY_BONE, (uint32_t) bone->key_bone)
                                  : NULL;
  if (model->version >= MW_M2_NAME_CRC_SINCE && (key ? bone->name_crc != key->crc : bone->name_crc == 0))
    mw_check_find_in (c, MW_RULE_M2_BONE_NAME, &bone->record, MW_FIELD (MwM2Bone, name_crc),
                      "found 0x%08x, expected %s", bone->name_crc, key ? key->name.name : "that of a name");
}

static void
check_bone (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Bone *bone = (const MwM2Bone *) record;
  enum { SPHERICAL = 0x8, CYLINDRICAL = 0x70 };
  if (bone->flags & SPHERICAL && bone->flags & CYLINDRICAL)
    mw_check_find_in (c, MW_RULE_M2_BILLBOARD, record, MW_FIELD (MwM2Bone, flags), "found 0x%X beside 0x8",
                      bone->flags & CYLINDRICAL);
  check_distance (c, model, bone);
  check_bone_name (c, model, bone);
}

/* --- Lookup tables -------------------------------------------------------------------------------------------------- */

enum { EMPTY = 0xFFFF };

/* Whether the hash table leads from an animation to its first sequence, as clients search (m2.md 5.2). */
static gboolean
hash_finds (const MwM2 *model, const MwM2Span *table, uint16_t animation, uint32_t sequence)
{
  uint32_t slot = animation % table->n;
  for (uint32_t k = 1; k <= 4 * table->n; k++) {
    const uint16_t at = table->values[slot];
    if (at == EMPTY)
      return FALSE;
    if (at < model->sequences.n && ((const MwM2Sequence *) model->sequences.items[at])->animation == animation)
      return at == sequence;
    slot = (uint32_t) ((slot + (uint64_t) k * k) % table->n);
  }
  return FALSE;
}

static void
check_animation_table (MwChecking *c, const MwM2 *model, const MwM2Span *table)
{
  enum { N_ANIMATIONS = 0x10000 };
  g_autofree guint8 *begun = g_new0 (guint8, N_ANIMATIONS);
  const gboolean hashed = mw_m2_has_lanes (model);
  uint32_t n_free = 0;
  for (uint32_t i = 0; i < table->n; i++)
    n_free += table->values[i] == EMPTY;
  if (hashed && table->n && !n_free)
    mw_check_find_in (c, MW_RULE_M2_LOOKUP_FULL, &model->model.record, MW_FIELD (MwM2, sequences), "all %u are used",
                      table->n);
  /* Without a table clients search the list. */
  for (uint32_t i = 0; i < model->sequences.n && table->n; i++) {
    const uint16_t animation = ((const MwM2Sequence *) model->sequences.items[i])->animation;
    if (begun[animation])
      continue;
    begun[animation] = 1;
    if (hashed ? hash_finds (model, table, animation, i) : animation < table->n && table->values[animation] == i)
      continue;
    mw_check_find_in (c, MW_RULE_M2_LOOKUP, model->sequences.items[i], NULL,
                      "the table of animations does not lead from %u to it", animation);
    return;
  }
}

/* Of several records with an id only the first counts. */
static void
check_id_table (MwChecking *c, const MwList *list, IdFunc id_of, MwM2Table number, const char *what)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  MwM2Span table = { 0 };
  mw_m2_table_derive ((const MwM2 *) c->model, number, &table);
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t id;
    if (!id_of (list->items[i], &id) || !g_hash_table_add (seen, GUINT_TO_POINTER (id)))
      continue;
    if (id < table.n && table.values[id] == i)
      continue;
    mw_check_find_in (c, MW_RULE_M2_LOOKUP, list->items[i], NULL, "the table of %s does not lead from %u to it", what,
                      id);
    break;
  }
  mw_m2_span_clear (&table);
}

/* Tables follow from the records, unless the file had another one that still fits. */
static void
check_tables (MwChecking *c, const MwM2 *model)
{
  static const MwM2Table tables[] = { MW_M2_SEQUENCE_LOOKUP, MW_M2_KEY_BONE_LOOKUP, MW_M2_ATTACHMENT_LOOKUP,
                                      MW_M2_CAMERA_LOOKUP };
  gboolean stored = FALSE;
  MwM2Span animations = { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    stored |= mw_notes_find (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (tables[i])) != NULL;
  if (!stored)
    return;
  mw_m2_table_derive (model, MW_M2_SEQUENCE_LOOKUP, &animations);
  check_animation_table (c, model, &animations);
  mw_m2_span_clear (&animations);
  check_id_table (c, &model->bones, key_bone, MW_M2_KEY_BONE_LOOKUP, "key bones");
  check_id_table (c, &model->attachments, attachment_id, MW_M2_ATTACHMENT_LOOKUP, "attachments");
  check_id_table (c, &model->cameras, camera_type, MW_M2_CAMERA_LOOKUP, "cameras");
}

const MwRecordCheck mw_m2_point_checks[] = { { &mw_m2_attachment_schema, check_attachment },
                                             { &mw_m2_event_schema, check_event },
                                             { &mw_m2_bone_schema, check_bone },
                                             { 0 } };

void
mw_check_m2_points (MwChecking *c, const MwM2 *model)
{
  check_tables (c, model);
  check_ids (c, &model->bones, key_bone, MW_RULE_M2_KEY_BONE_TWICE);
  check_ids (c, &model->attachments, attachment_id, MW_RULE_M2_ATTACHMENT_TWICE);
  check_creature (c, model);
  check_mount_camera (c, model);
  check_ids (c, &model->cameras, camera_type, MW_RULE_M2_CAMERA_TWICE);
}
