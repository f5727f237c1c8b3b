/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/model/mdlx/attachment-words.h"
#include "core/model/mdlx/node-flags.h"
#include "core/schema/diff.h"

#include <string.h>

/* Nodes: their flags in both games (mdlx.md 2.5), kinds that only one version has, and the order that the client of
 * World of Warcraft requires (7.1). */

/* --- Kinds ------------------------------------------------------------------------------------------------------------- */

/* Replaces a node by a helper with the same id, so that its children keep their parent. */
static void
become_helper (MwConverting *c, MwRecord *record)
{
  MwModel *model = &c->b->model;
  const MwField *nodes = mw_record_slot (record);
  MwRecord *owner = record->owner, *helper = mw_record_new (&mw_mdlx_helper_schema);
  uint32_t index = mw_record_index (record);
  helper->id = record->id;
  mw_list_take (model, owner, nodes, index);
  mw_record_copy_fields (helper, record, &mw_mdlx_node_schema, NULL);
  ((MwMdlxNode *) helper)->flags &= 0xFF;
  mw_record_free (record);
  mw_list_insert (model, owner, nodes, index, helper);
  mw_convert_lose_record (c, helper, "the target version has no such node: a helper replaces it");
}

/* --- Flags ------------------------------------------------------------------------------------------------------------- */

#define COMMON_FLAGS 0x7Fu

/* Flags that only emitters have. */
static const struct {
  const MwSchema *kind;
  uint32_t warcraft, wow;
} emitter_bits[] = {
  { &mw_mdlx_particle_emitter_schema, 0x8000, 0x10000 },      /* emits models */
  { &mw_mdlx_particle_emitter_schema, 0x10000, 0x8000 },      /* emits images */
  { &mw_mdlx_particle_emitter2_schema, 0x8000, 0x8000 },      /* unshaded */
  { &mw_mdlx_particle_emitter2_schema, 0x10000, 0x10000 },    /* sorted */
  { &mw_mdlx_particle_emitter2_schema, 0x20000, 0x20000 },    /* line emitter */
  { &mw_mdlx_particle_emitter2_schema, 0x40000, 0x40000 },    /* unfogged */
  { &mw_mdlx_particle_emitter2_schema, 0x80000, 0x80000 },    /* model space */
  { &mw_mdlx_particle_emitter2_schema, 0x100000, 0x8000000 }, /* XY quads */
};

static uint32_t
flags_in (const MwSchema *kind, uint32_t flags, MwFamily to)
{
  gboolean to_wow = to == MW_FAMILY_MDX_WOW;
  uint32_t result = (flags & COMMON_FLAGS) | mw_mdlx_kind_bit (kind, to);
  for (guint i = 0; i < G_N_ELEMENTS (emitter_bits); i++)
    if (emitter_bits[i].kind == kind && (flags & (to_wow ? emitter_bits[i].warcraft : emitter_bits[i].wow)))
      result |= to_wow ? emitter_bits[i].wow : emitter_bits[i].warcraft;
  return result;
}

static void
convert_flags (MwConverting *c, MwMdlxNode *node)
{
  uint32_t flags = flags_in (node->record.schema, node->flags, c->to.family);
  if (flags_in (node->record.schema, flags, c->from.family) != node->flags)
    mw_convert_lose (c, &node->record, MW_FIELD (MwMdlxNode, flags), "the other game does not have all of these flags");
  node->flags = flags;
}

/* --- Attachments --------------------------------------------------------------------------------------------------------- */

/* Warcraft III finds an attachment point by the words of its name, World of Warcraft by its id (names.md 3.2 and
 * 3.3). */
static const struct {
  int32_t id;
  const char *name;
} points[] = {
  { 18, "Overhead Ref" },  { 19, "Origin Ref" },     { 20, "Head Ref" },
  { 21, "Hand Left Ref" }, { 22, "Hand Right Ref" }, { 34, "Chest Ref" },
};
#define NO_POINT (-1)

/* The id of the attachment point that the words of a name mean. */
static int32_t
point_of (const char *name)
{
  g_autofree char *words = mw_mdlx_attachment_words (name);
  for (guint i = 0; i < G_N_ELEMENTS (points); i++) {
    g_autofree char *known = mw_mdlx_attachment_words (points[i].name);
    if (strcmp (words, known) == 0)
      return points[i].id;
  }
  return NO_POINT;
}

static void
convert_attachment (MwConverting *c, MwMdlxAttachment *attachment)
{
  const MwRecord *record = &attachment->node.record;
  int32_t number = (int32_t) mw_record_kind_index (record), point = point_of (mw_text (attachment->node.name));
  if (c->to.family == MW_FAMILY_MDX_WOW) {
    if (attachment->attachment_id != number)
      mw_convert_change (c, MW_LOSS_RESTATED, record, MW_FIELD (MwMdlxAttachment, attachment_id),
                         "Warcraft III numbers the attachments consecutively");
    attachment->attachment_id = point;
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    if (points[i].id == attachment->attachment_id && point != points[i].id) {
      mw_text_set (&attachment->node.name, points[i].name, strlen (points[i].name));
      point = points[i].id;
      mw_convert_change (c, MW_LOSS_RESTATED, record, MW_FIELD (MwMdlxNode, name),
                         "Warcraft III finds the point by the words of its name");
    }
  if (point != attachment->attachment_id)
    mw_convert_lose (c, record, MW_FIELD (MwMdlxAttachment, attachment_id), "Warcraft III has no name for this point");
  attachment->attachment_id = number;
}

/* --- Order ----------------------------------------------------------------------------------------------------------------- */

static gboolean
is_root (const MwRecord *bone)
{
  return ((const MwMdlxNode *) bone)->parent.id == 0;
}

/* Bones without a parent come first in World of Warcraft (mdlx.md 7.1). They are not moved back later, so the order
 * of a World of Warcraft model with other roots first is lost on its way back. */
static void
put_roots_first (MwConverting *c, gboolean reorder)
{
  MwList *list = &c->b->nodes;
  g_autoptr (GPtrArray) bones = g_ptr_array_new (), ordered = g_ptr_array_new ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  for (uint32_t i = 0; i < list->n; i++)
    if (list->items[i]->schema == &mw_mdlx_bone_schema) {
      g_ptr_array_add (bones, list->items[i]);
      g_array_append_val (places, i);
    }
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < bones->len; i++)
      if (is_root (bones->pdata[i]) == (pass == 0))
        g_ptr_array_add (ordered, bones->pdata[i]);
  if (bones->len == 0 || memcmp (bones->pdata, ordered->pdata, bones->len * sizeof (gpointer)) == 0)
    return;
  g_autofree guint *now = g_new (guint, bones->len);
  g_autofree gboolean *moved = g_new (gboolean, bones->len);
  guint n_roots = 0, n_others = 0;
  for (guint i = 0; i < bones->len; i++)
    n_roots += is_root (bones->pdata[i]);
  for (guint i = 0, roots = 0; i < bones->len; i++) {
    gboolean root = is_root (bones->pdata[i]);
    now[i] = root ? roots++ : n_roots + n_others++;
  }
  mw_diff_moved (now, bones->len, moved);
  for (guint i = 0; i < bones->len; i++)
    if (moved[i])
      mw_convert_lose_place (c, bones->pdata[i],
                             "only its place in the list: bones without a parent come first in World of Warcraft");
  for (guint i = 0; reorder && i < bones->len; i++) {
    uint32_t place = g_array_index (places, guint, i);
    list->items[place] = ordered->pdata[i];
    list->items[place]->place = place;
  }
  list->stale = TRUE;
}

/* Warcraft III has no event object without a track; World of Warcraft has (mdlx.md 2.4). */
static void
give_track (MwConverting *c, MwRecord *record)
{
  const MwField *track = MW_FIELD (MwMdlxEventObject, track);
  if (c->to.family == MW_FAMILY_MDX && !*(MwRecord **) mw_field_at (record, track))
    mw_child_set (&c->b->model, record, track, mw_record_new (&mw_event_track_schema));
}

void
mw_convert_nodes (MwConverting *c)
{
  MwList *nodes = &c->b->nodes;
  guint n_events = 0;
  gboolean to_other_game = mw_convert_changes_family (c);
  for (uint32_t i = 0; i < nodes->n; i++)
    if (!mw_kind_in_format (&mw_mdlx_schema, MW_FIELD (MwMdlx, nodes), nodes->items[i]->schema, c->to))
      become_helper (c, nodes->items[i]);
  for (uint32_t i = 0; to_other_game && i < nodes->n; i++) {
    MwRecord *record = nodes->items[i];
    convert_flags (c, (MwMdlxNode *) record);
    if (record->schema == &mw_mdlx_attachment_schema)
      convert_attachment (c, (MwMdlxAttachment *) record);
    if (record->schema == &mw_mdlx_event_object_schema) {
      give_track (c, record);
      n_events++;
    }
  }
  if (to_other_game)
    put_roots_first (c, c->to.family == MW_FAMILY_MDX_WOW);
  if (n_events)
    mw_report_remark (c->report, MW_REMARK_WARNING, 0, 0,
                      "events have names that only the game of the old model knows: %u", n_events);
}
