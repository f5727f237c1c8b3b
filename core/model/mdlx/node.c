/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/node-flags.h"
#include "core/model/mdlx/object-ids.h"
#include "core/model/mdlx/tables.h"

#include "core/schema/mdl.h"

/* The common part of all nodes: mdlx.md 2.2, 2.5. */

MW_NAMES (node_flags, TRUE, MW_MDLX_NODE_FLAG_NAMES);
MW_NAMES (wow_node_flags, TRUE, MW_MDLX_WOW_NODE_FLAG_NAMES);

static const MwField node_fields[] = {
  MW_FIELD_TEXT (MwMdlxNode, name, 80, "name", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT, .label = N_ ("Name"),
                 .doc = N_ ("Name of the node; attachments and events are looked up by it.")),
  MW_FIELD_REF (MwMdlxNode, parent, "parent", "nodes", .on_remove = MW_ON_REMOVE_PARENT, .role = MW_ROLE_PARENT,
                .touches = MW_TOUCH_POSE | MW_TOUCH_STRUCTURE, .label = N_ ("Parent"),
                .doc = N_ ("The node whose motion this one follows (MDL Parent).")),
  MW_FIELD_U32 (MwMdlxNode, flags, "flags", .names = &node_flags, WOW_NAMES (wow_node_flags), .role = MW_ROLE_FLAGS, .touches = MW_TOUCH_POSE,
                .kind_bit = mw_mdlx_kind_bit, .label = N_ ("Flags"), .aliases = "billboard",
                .doc = N_ ("What is inherited, billboarding, and bits of the kind; all 32 are kept.")),
  TRACK_FIELD (MwMdlxNode, translation_track, "translation.track", mw_track_vec3_schema, .role = MW_ROLE_POSITION,
               .unit = MW_UNIT_LENGTH, .label = N_ ("Translation"), .doc = N_ ("Motion relative to the rest pose (KGTR).")),
  TRACK_FIELD (MwMdlxNode, rotation_track, "rotation.track", mw_track_quat_schema, .role = MW_ROLE_ROTATION,
               .label = N_ ("Rotation"), .doc = N_ ("Rotation about the pivot, quaternion x y z w (KGRT).")),
  TRACK_FIELD (MwMdlxNode, scaling_track, "scaling.track", mw_track_vec3_schema, .role = MW_ROLE_SCALE,
               .unit = MW_UNIT_FACTOR, .label = N_ ("Scaling"), .doc = N_ ("Scaling about the pivot (KGSC).")),
  MW_FIELD_VEC (MwMdlxNode, pivot, 3, "pivot", .part = MW_PART_PIVOT, .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_POSE, .label = N_ ("Pivot"),
                .doc = N_ ("Point about which it turns, in model space (PIVT, MDL PivotPoints).")),
  MW_FIELD_VEC (MwMdlxNode, bind_pose, 12, "bind_pose", .unit = MW_UNIT_MATRIX, .touches = MW_TOUCH_POSE, .label = N_ ("Bind pose"),
                .doc = N_ ("Matrix of the bind pose, four rows of three numbers (BPOS, MDL BindPose).")),
  MW_FIELD_ARRAY (MwMdlxNode, node_unknown, MW_TYPE_U8, 1, "node_unknown", .role = MW_ROLE_UNKNOWN,
                  .label = N_ ("Unknown bytes of the node"),
                  .doc = N_ ("Bytes of an unknown track or field inside the node's size; kept as they are.")),
};

/* Object ids are derived: readers resolve them into references, writers number the nodes. */
static gboolean
read_object_id (MwWireReader *reader, MwRecord *record, GError **error)
{
  uint32_t stored;
  if (!mw_wire_read_u32 (reader, &stored, error))
    return FALSE;
  MwMdlxObjectIds *ids = mw_wire_reader_user (reader);
  mw_mdlx_object_ids_stored (ids, record, stored);
  return TRUE;
}

static void
write_object_id (MwWireWriter *writer, const MwRecord *record)
{
  const MwMdlxObjectIds *ids = mw_wire_writer_user (writer);
  mw_wire_write_u32_derived (writer, record, MW_FIELD (MwMdlxNode, parent),
                             mw_mdlx_object_id (ids, record->id));
}

static const MwHand object_id_hand = { "object id, derived from the order of nodes", read_object_id, write_object_id };

static const MwGroup node_groups[] = {
  IN_GENERAL ("name parent"),
  IN_TRANSFORM ("pivot translation.track rotation.track scaling.track"),
  IN_BEHAVIOUR ("flags"),
  IN_DATA ("bind_pose node_unknown"),
};
static const MwWireRow node_rows[] = {
  SIZE,
  CHARS ("name", 80),
  { .wire = MW_WIRE_HAND, .hand = &object_id_hand },
  REF32 ("parent"),
  PLAIN ("flags"),
  TRACK ("translation.track", "KGTR"),
  TRACK_QUAT ("rotation.track", "KGRT"),
  TRACK ("scaling.track", "KGSC"),
  { .field = "node_unknown", .wire = MW_WIRE_TAIL },
  SIZE_END,
  ELSEWHERE ("pivot"),
  ELSEWHERE ("bind_pose", WC3, .since = 900),
};

/* In the order of their chunks, which is that of object ids (mdlx.md 2.2). */
static const MwSchema *const node_kinds[] = {
  &mw_mdlx_bone_schema,
  &mw_mdlx_light_schema,
  &mw_mdlx_helper_schema,
  &mw_mdlx_attachment_schema,
  &mw_mdlx_particle_emitter_schema,
  &mw_mdlx_particle_emitter2_schema,
  &mw_mdlx_popcorn_emitter_schema,
  &mw_mdlx_ribbon_emitter_schema,
  &mw_mdlx_event_object_schema,
  &mw_mdlx_collision_shape_schema,
  NULL,
};

/* Derived, as in binary files. */
static gboolean
read_object_id_text (MwMdlReader *reader, MwRecord *record)
{
  int64_t number;
  if (!mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &number))
    return FALSE;
  mw_mdlx_object_ids_stored (mw_mdl_reader_user (reader), record, (uint32_t) number);
  return TRUE;
}

static void
write_object_id_text (MwMdlWriter *writer, const MwRecord *record)
{
  mw_mdl_line (writer, "ObjectId ");
  mw_mdl_put_number (writer, mw_mdlx_object_id (mw_mdl_writer_user (writer), record->id));
  mw_mdl_put (writer, ",");
}

static const MwMdlHand object_id_text = { "object id, derived from the order of nodes", read_object_id_text,
                                          write_object_id_text };

static const MwMdlRow dont_inherit_mdl[] = {
  MDL_FLAG ("flags", MW_MDLX_NODE_DONT_INHERIT_TRANSLATION, "Translation"),
  MDL_FLAG ("flags", MW_MDLX_NODE_DONT_INHERIT_ROTATION, "Rotation"),
  MDL_FLAG ("flags", MW_MDLX_NODE_DONT_INHERIT_SCALING, "Scaling"),
};
/* The old exporter writes the locks before `Billboarded` (mdlx.md 10.5). */
static const MwMdlRow node_mdl[] = {
  MDL_HAND ("ObjectId", object_id_text),
  MDL_VALUE ("parent", "Parent", .omit = TRUE),
  MDL_VALUE ("flags", "NodeFlags", WOW),
  { .field = "flags", .form = MW_MDL_BITS, .word = "DontInherit", .rows = dont_inherit_mdl,
    .n_rows = G_N_ELEMENTS (dont_inherit_mdl) },
  MDL_FLAG ("flags", MW_MDLX_NODE_DONT_INHERIT_TRANSLATION, "DontInheritTranslation", .read_only = TRUE),
  MDL_FLAG ("flags", MW_MDLX_NODE_DONT_INHERIT_ROTATION, "DontInheritRotation", .read_only = TRUE),
  MDL_FLAG ("flags", MW_MDLX_NODE_DONT_INHERIT_SCALING, "DontInheritScaling", .read_only = TRUE),
  MDL_FLAG ("flags", MW_MDLX_NODE_BILLBOARDED_LOCK_Z, "BillboardedLockZ", .aliases = "BillboardLockZ"),
  MDL_FLAG ("flags", MW_MDLX_NODE_BILLBOARDED_LOCK_Y, "BillboardedLockY", .aliases = "BillboardLockY"),
  MDL_FLAG ("flags", MW_MDLX_NODE_BILLBOARDED_LOCK_X, "BillboardedLockX", .aliases = "BillboardLockX"),
  MDL_FLAG ("flags", MW_MDLX_NODE_BILLBOARDED, "Billboarded"),
  MDL_FLAG ("flags", MW_MDLX_NODE_CAMERA_ANCHORED, "CameraAnchored"),
  MDL_TRACK ("translation.track", "Translation"),
  MDL_TRACK ("rotation.track", "Rotation"),
  MDL_TRACK ("scaling.track", "Scaling"),
};
const MwSchema mw_mdlx_node_schema = { .name = "node",
                                       .label = N_ ("Node"),
                                       .doc = N_ ("Something that has a place in the skeleton."),
                                       .size = sizeof (MwMdlxNode),
                                       .kinds = node_kinds,
                                       TABLE (node),
                                       MDL_ROWS (node) };

/* mdlx.md 2.5. World of Warcraft has no bit for ParticleEmitter, and its files do not set one for bones. */
uint32_t
mw_mdlx_kind_bit (const MwSchema *kind, MwFamily family)
{
  static const struct {
    const MwSchema *kind;
    uint32_t warcraft, wow;
  } kinds[] = {
    { &mw_mdlx_bone_schema, 0x100, 0 },
    { &mw_mdlx_light_schema, 0x200, 0x100 },
    { &mw_mdlx_event_object_schema, 0x400, 0x200 },
    { &mw_mdlx_attachment_schema, 0x800, 0x400 },
    { &mw_mdlx_particle_emitter_schema, 0x1000, 0 },
    { &mw_mdlx_particle_emitter2_schema, 0x1000, 0x800 },
    { &mw_mdlx_popcorn_emitter_schema, 0x1000, 0 },
    { &mw_mdlx_collision_shape_schema, 0x2000, 0x1000 },
    { &mw_mdlx_ribbon_emitter_schema, 0x4000, 0x2000 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == kind)
      return family == MW_FAMILY_MDX_WOW ? kinds[i].wow : kinds[i].warcraft;
  return 0;
}

void
mw_mdlx_init_node (MwRecord *record)
{
  ((MwMdlxNode *) record)->flags = mw_mdlx_kind_bit (record->schema, MW_FAMILY_MDX);
}

void
mw_mdlx_init_node_for_family (MwRecord *record, MwFamily family)
{
  if (family == MW_FAMILY_MDX_WOW)
    ((MwMdlxNode *) record)->flags = mw_mdlx_kind_bit (record->schema, family);
}


static const MwField bone_fields[] = {
  MW_FIELD_REF (MwMdlxBone, geoset, "geoset", "geosets", .on_remove = MW_ON_REMOVE_NONE, .label = N_ ("Geoset"),
                .doc = N_ ("The one geoset that it moves; none: several (MDL GeosetId Multiple).")),
  MW_FIELD_REF (MwMdlxBone, geoset_animation, "geoset_animation", "geoset_animations", .on_remove = MW_ON_REMOVE_NONE,
                .label = N_ ("Geoset animation"), .doc = N_ ("The geoset animation whose visibility it follows (MDL "
                                                             "GeosetAnimId).")),
};
static const MwGroup bone_groups[] = {
  IN_VISIBILITY ("geoset geoset_animation"),
};
static const MwWireRow bone_rows[] = { BASE, REF32 ("geoset"), REF32 ("geoset_animation") };
static const MwMdlRow bone_mdl[] = {
  MDL_HEAD_NAMED ("Bone"),
  MDL_BASE,
  MDL_VALUE ("geoset", "GeosetId", .none = "Multiple"),
  MDL_VALUE ("geoset_animation", "GeosetAnimId", .none = "None"),
};
const MwSchema mw_mdlx_bone_schema = { .name = "bone",
                                       .plural = "bones",
                                       .label = N_ ("Bone"),
                                       .doc = N_ ("A node that moves vertices (BONE)."),
                                       .base = &mw_mdlx_node_schema,
                                       .size = sizeof (MwMdlxBone),
                                       .init = mw_mdlx_init_node,
                                       .init_for_family = mw_mdlx_init_node_for_family,
                                       TABLE (bone),
                                       MDL_ROWS (bone) };

static const MwWireRow helper_rows[] = { BASE };
static const MwMdlRow helper_mdl[] = { MDL_HEAD_NAMED ("Helper"), MDL_BASE };
const MwSchema mw_mdlx_helper_schema = { .name = "helper",
                                         .plural = "helpers",
                                         .label = N_ ("Helper"),
                                         .doc = N_ ("A node that moves only other nodes (HELP)."),
                                         .base = &mw_mdlx_node_schema,
                                         .size = sizeof (MwMdlxHelper),
                                         .wire = helper_rows,
                                         .n_wire = G_N_ELEMENTS (helper_rows),
                                         .families = MDX,
                                         MDL_ROWS (helper) };

static const MwField attachment_fields[] = {
  MW_FIELD_TEXT (MwMdlxAttachment, path, 260, "path", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT,
                 .label = N_ ("Path"), .doc = N_ ("A model to attach; nearly always empty (MDL Path).")),
  MW_FIELD_I32 (MwMdlxAttachment, attachment_id, "attachment_id", WOW_CATALOGUE (MW_CATALOGUE_ATTACHMENT_ALPHA), .label = N_ ("Attachment ID"),
                .doc = N_ ("MDL AttachmentID; Warcraft III finds the point by the words in its name.")),
  MW_FIELD_U8 (MwMdlxAttachment, unknown_byte, "unknown_byte", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown byte"),
               .doc = N_ ("A byte before the path in models of World of Warcraft; some files have 255.")),
  TRACK_FIELD (MwMdlxAttachment, visibility_track, "visibility.track", mw_track_float_schema,
               .role = MW_ROLE_VISIBILITY, .label = N_ ("Visibility"), .doc = N_ ("Shown above 0 (KATV).")),
  UNKNOWN_FIELD (MwMdlxAttachment),
};
static const MwGroup attachment_groups[] = {
  IN_GENERAL ("attachment_id path"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("unknown_byte unknown"),
};
static const MwWireRow attachment_rows[] = {
  SIZE,
  BASE,
  CHARS ("path", 260, WC3),
  PLAIN ("attachment_id"),
  PLAIN ("unknown_byte", WOW),
  CHARS ("path", 260, WOW),
  TRACK ("visibility.track", "KATV", WC3),
  TRACK ("visibility.track", "KVIS", WOW),
  UNKNOWN_TAIL,
};
static const MwMdlRow attachment_mdl[] = {
  MDL_HEAD_NAMED ("Attachment"),
  MDL_BASE,
  MDL_VALUE ("attachment_id", "AttachmentID", .omit = TRUE),
  MDL_VALUE ("unknown_byte", "AttachmentByte", .omit = TRUE),
  MDL_VALUE ("path", "Path", .omit = TRUE),
  MDL_TRACK ("visibility.track", "Visibility"),
};
const MwSchema mw_mdlx_attachment_schema = { .name = "attachment",
                                             .plural = "attachments",
                                             .label = N_ ("Attachment"),
                                             .doc = N_ ("A point to which the game attaches other models (ATCH)."),
                                             .base = &mw_mdlx_node_schema,
                                             .size = sizeof (MwMdlxAttachment),
                                             .init = mw_mdlx_init_node,
                                             .init_for_family = mw_mdlx_init_node_for_family,
                                             TABLE (attachment),
                                             MDL_ROWS (attachment) };

static const MwField event_object_fields[] = {
  MW_FIELD_CHILD (MwMdlxEventObject, track, MwEventTrack *, "track", &mw_event_track_schema, .touches = MW_TOUCH_TIME,
                  .label = N_ ("Event track"), .doc = N_ ("When the event fires (KEVT, MDL EventTrack).")),
};
static const MwGroup event_object_groups[] = {
  IN_EVENTS ("track"),
};
static const MwWireRow event_object_rows[] = {
  { .wire = MW_WIRE_SIZE, WOW },
  BASE,
  { .field = "track", .wire = MW_WIRE_EVENT_TRACK, .tag = "KEVT" },
};
static const MwMdlRow event_object_mdl[] = {
  MDL_HEAD_NAMED ("EventObject"),
  MDL_BASE,
  { .field = "track", .form = MW_MDL_EVENT_TRACK, .word = "EventTrack" },
};
const MwSchema mw_mdlx_event_object_schema = { .name = "event_object",
                                               .plural = "event_objects",
                                               .label = N_ ("Event object"),
                                               .doc = N_ ("Sound, splat or spawn at given times; its name says which (EVTS)."),
                                               .base = &mw_mdlx_node_schema,
                                               .size = sizeof (MwMdlxEventObject),
                                               .name_catalogue = MW_CATALOGUE_EVENT_OBJECT,
                                               .init = mw_mdlx_init_node,
                                               .init_for_family = mw_mdlx_init_node_for_family,
                                               TABLE (event_object),
                                               MDL_ROWS (event_object) };
