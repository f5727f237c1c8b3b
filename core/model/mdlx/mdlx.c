/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/chunks.h"
#include "core/model/mdlx/mdlx-text.h"
#include "core/model/mdlx/object-ids.h"
#include "core/model/mdlx/tables.h"
#include "core/model/mdlx/wow.h"

#include "core/schema/mdl.h"

#include <string.h>

/* The root record, and which chunk holds what: mdlx.md 1, 3, 4, 5. The order of rows is the order of chunks in new
 * files of version 800 (mdlx.md 3, first row). */

static const MwField unknown_chunk_fields[] = {
  MW_FIELD_U8S (MwMdlxUnknownChunk, tag, 4, "tag", .read_only = TRUE, .label = N_ ("Tag"),
                .doc = N_ ("The four characters of the chunk.")),
  MW_FIELD_U8 (MwMdlxUnknownChunk, again, "again", .read_only = TRUE, .label = N_ ("Repeated"),
               .doc = N_ ("1: another chunk of the same kind comes before it, and that one is read.")),
  MW_FIELD_ARRAY (MwMdlxUnknownChunk, bytes, MW_TYPE_U8, 1, "bytes", .role = MW_ROLE_UNKNOWN, .label = N_ ("Bytes"),
                  .doc = N_ ("Its content, kept as it is.")),
};
static const MwGroup unknown_chunk_groups[] = {
  IN_GENERAL ("tag again bytes"),
};
static const MwWireRow unknown_chunk_rows[] = { PLAIN ("tag"), PLAIN ("again"), { .field = "bytes", .wire = MW_WIRE_ARRAY } };
const MwSchema mw_mdlx_unknown_chunk_schema = { .name = "unknown_chunk",
                                                .label = N_ ("Unknown chunk"),
                                                .doc = N_ ("A chunk that Modelwright does not know. It is kept "
                                                           "unchanged."),
                                                .size = sizeof (MwMdlxUnknownChunk),
                                                TABLE (unknown_chunk) };

#define LIST(member, of, label_, doc_, ...)                                                                               \
  MW_FIELD_LIST (MwMdlx, member, #member, &of, .label = label_, .doc = doc_, ##__VA_ARGS__)

MW_NAMES (mdlx_families, FALSE, { MW_FAMILY_MDX, "Warcraft3", N_ ("Warcraft III") },
          { MW_FAMILY_MDX_WOW, "WorldOfWarcraft", N_ ("World of Warcraft alpha") });
MW_NAMES (mdlx_flags, TRUE, { 0x1, "ground_pitch", N_ ("Pitches with the ground") },
          { 0x2, "ground_roll", N_ ("Pitches and rolls with the "
                                    "ground") }, { 0x4, "always_animate", N_ ("Always animated") });

static const MwField mdlx_fields[] = {
  MW_FIELD_U32 (MwMdlx, version, "version", .def = 800, .read_only = TRUE, .label = N_ ("Format version"),
                .doc = N_ ("Version of the file (VERS, MDL FormatVersion).")),
  MW_FIELD_U32 (MwMdlx, family, "family", .def = MW_FAMILY_MDX, .read_only = TRUE, .names = &mdlx_families,
                .label = N_ ("Game"), .doc = N_ ("The game whose layout the file has; both games have versions 1300 "
                                                 "to 1500.")),
  MW_FIELD_TEXT (MwMdlx, name, 80, "name", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT, .label = N_ ("Model name"),
                 .doc = N_ ("Name of the model (MDL Model).")),
  MW_FIELD_TEXT (MwMdlx, animation_file, 260, "animation_file", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT,
                 .label = N_ ("Animation file"), .doc = N_ ("Empty in practice (MDL AnimationFile).")),
  MW_BOUNDS_FIELDS (MwMdlx),
  MW_FIELD_U32 (MwMdlx, blend_time, "blend_time", .def = 150, .unit = MW_UNIT_MS, .touches = MW_TOUCH_TIME,
                .label = N_ ("Blend time"), .doc = N_ ("How long one sequence fades into the next (MDL BlendTime).")),
  MW_FIELD_U8 (MwMdlx, flags, "flags", .names = &mdlx_flags, .touches = MW_TOUCH_POSE, .label = N_ ("Flags"),
               .doc = N_ ("How the model follows the ground, and whether it moves out of sight.")),
  MW_FIELD_U32 (MwMdlx, materials_word, "materials_word", .role = MW_ROLE_UNKNOWN, .label = N_ ("Second value of MTLS"),
                .doc = N_ ("Second number of the materials chunk; its purpose is unknown.")),
  MW_FIELD_ARRAY (MwMdlx, collision_vertices, MW_TYPE_F32, 3, "collision.vertices", .role = MW_ROLE_POSITION,
                  .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Collision vertices"),
                  .doc = N_ ("Points of the mesh that units cannot walk through (CLID).")),
  MW_FIELD_ARRAY (MwMdlx, collision_triangles, MW_TYPE_U16, 1, "collision.triangles", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Collision triangles"), .doc = N_ ("Three vertices each (CLID).")),
  MW_FIELD_ARRAY (MwMdlx, collision_normals, MW_TYPE_F32, 3, "collision.normals", .role = MW_ROLE_NORMAL,
                  .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Collision normals"), .doc = N_ ("One per triangle (CLID).")),
  MW_FIELD_ARRAY (MwMdlx, glider, MW_TYPE_REF, 1, "glider", .refers = "geosets", .on_remove = MW_ON_REMOVE_CASCADE,
                  .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Glider"),
                  .doc = N_ ("Geosets that a click can hit (DILG, MDL Glider).")),
  LIST (sequences, mw_mdlx_sequence_schema, N_ ("Sequences"), N_ ("Named stretches of the time line "
                                                                  "(SEQS)."), .part = MW_PART_SEQUENCES),
  LIST (global_sequences, mw_mdlx_global_sequence_schema, N_ ("Global sequences"), N_ (
        "Clocks that loop forever (GLBS).")),
  LIST (textures, mw_mdlx_texture_schema, N_ ("Textures"), N_ ("Images (TEXS)."), .part = MW_PART_TEXTURES),
  LIST (materials, mw_mdlx_material_schema, N_ ("Materials"), N_ ("How surfaces are drawn (MTLS).")),
  LIST (texture_animations, mw_mdlx_texture_animation_schema, N_ ("Texture animations"), N_ (
        "Moving texture coordinates (TXAN).")),
  LIST (geosets, mw_mdlx_geoset_schema, N_ ("Geosets"), N_ ("Meshes (GEOS).")),
  LIST (geoset_animations, mw_mdlx_geoset_animation_schema, N_ ("Geoset animations"), N_ (
        "Colour and visibility of meshes (GEOA).")),
  LIST (nodes, mw_mdlx_node_schema, N_ ("Nodes"), N_ ("Everything that has a place in the skeleton.")),
  LIST (cameras, mw_mdlx_camera_schema, N_ ("Cameras"), N_ ("Views of the model (CAMS).")),
  LIST (face_effects, mw_mdlx_face_effect_schema, N_ ("Face effects"), N_ ("Facial animation (FAFX).")),
  LIST (unknown_chunks, mw_mdlx_unknown_chunk_schema, N_ ("Unknown chunks"), N_ (
        "Unknown chunks, and chunks that the file has twice.")),
};

/* PIVT: one point per object id. The model has the points in the nodes. */
static gboolean
read_pivots (MwWireReader *reader, MwRecord *record, GError **error)
{
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  if (left % 12)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0, "found %zu bytes of pivots, expected a multiple of "
                                                             "12", left);
  mw_mdlx_object_ids_pivots (mw_wire_reader_user (reader), bytes, (uint32_t) (left / 12));
  return mw_wire_skip (reader, left, error);
}

static void
write_pivots (MwWireWriter *writer, const MwRecord *record)
{
  mw_mdlx_object_ids_write_pivots (mw_wire_writer_user (writer), writer, (const MwMdlx *) record);
}

static const MwHand pivots_hand = { "pivots of the nodes by object id", read_pivots, write_pivots };

/* BPOS: a count, then a matrix per object id and per camera. The model has them in the nodes and cameras. */
static gboolean
read_bind_poses (MwWireReader *reader, MwRecord *record, GError **error)
{
  uint32_t n;
  size_t left;
  if (!mw_wire_read_u32 (reader, &n, error))
    return FALSE;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  if (n != left / 48 || left % 48)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4,
                         "found a count of %u bind poses of 48 bytes, but %zu bytes are left", n, left);
  mw_mdlx_object_ids_bind_poses (mw_wire_reader_user (reader), bytes, n);
  return mw_wire_skip (reader, left, error);
}

static void
write_bind_poses (MwWireWriter *writer, const MwRecord *record)
{
  mw_mdlx_object_ids_write_bind_poses (mw_wire_writer_user (writer), writer, (const MwMdlx *) record);
}

static const MwHand bind_poses_hand = { "bind poses of the nodes by object id, then of the cameras", read_bind_poses,
                                        write_bind_poses };

/* DILG: object numbers, to the end of the chunk. */
static gboolean
read_glider (MwWireReader *reader, MwRecord *record, GError **error)
{
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  if (left % 4)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0, "found %zu bytes of numbers, expected a multiple of "
                                                             "4", left);
  MwArray *glider = &((MwMdlx *) record)->glider;
  *glider = mw_wire_take (reader, (uint32_t) (left / 4), sizeof (MwRef));
  MwRef *refs = glider->data;
  for (uint32_t i = 0; i < glider->n; i++) {
    refs[i].id = 0;
    memcpy (&refs[i].raw, bytes + 4 * (size_t) i, 4);
  }
  return mw_wire_skip (reader, left, error);
}

static void
write_glider (MwWireWriter *writer, const MwRecord *record)
{
  const MwMdlx *model = (const MwMdlx *) record;
  const MwField *field = MW_FIELD (MwMdlx, glider);
  const MwRef *refs = model->glider.data;
  mw_wire_mark_elements (writer, record, field, mw_wire_writer_buffer (writer)->size, 4, model->glider.n, 4);
  for (uint32_t i = 0; i < model->glider.n; i++)
    mw_buffer_append_u32 (mw_wire_writer_buffer (writer), mw_wire_writer_number (writer, refs[i]));
}

static const MwHand glider_hand = { "numbers of geosets to the end of the chunk", read_glider, write_glider };

#define CHUNK(four, ...) { .wire = MW_WIRE_CHUNK, .tag = four, ##__VA_ARGS__ }
#define ITEMS(list, of, ...) { .field = list, .wire = MW_WIRE_ITEMS, .element = &of, ##__VA_ARGS__ }
/* World of Warcraft stores how many items there are (mdlx.md 7.1). */
#define ITEM_COUNT(list, of, ...) { .field = list, .wire = MW_WIRE_ITEM_COUNT, .element = &of, WOW, ##__VA_ARGS__ }
#define COUNTED(list, of, ...) ITEM_COUNT (list, of, ##__VA_ARGS__), ITEMS (list, of)
/* Clients keep these counts in a byte. */
#define MOST_255 .count = 255
/* Where only some formats have a chunk, its rows repeat the condition if no other chunk has their fields; fields are
 * live or not by these rows. The macros below are chunks, with their content, that come at one place up to 800 and
 * at another in later versions. */
#define CAMERAS(...) CHUNK ("CAMS", __VA_ARGS__), COUNTED ("cameras", mw_mdlx_camera_schema)
#define EVENTS(...) CHUNK ("EVTS", __VA_ARGS__), COUNTED ("nodes", mw_mdlx_event_object_schema)
#define EMITTERS2(...) CHUNK ("PRE2", __VA_ARGS__), COUNTED ("nodes", mw_mdlx_particle_emitter2_schema)
#define RIBBONS(...) CHUNK ("RIBB", __VA_ARGS__), COUNTED ("nodes", mw_mdlx_ribbon_emitter_schema)
static const MwGroup mdlx_groups[] = {
  IN_GENERAL ("name version family animation_file blend_time flags"),
  IN_BOUNDS ("bounds.radius bounds.min bounds.max"),
  IN_PARTS ("sequences global_sequences textures materials texture_animations geosets geoset_animations "
    "nodes cameras face_effects unknown_chunks"),
  IN_SELECTION ("glider"),
  IN_DATA ("materials_word collision.vertices collision.triangles collision.normals"),
};
static const MwWireRow mdlx_rows[] = {
  CHUNK ("VERS"),
  PLAIN ("version"),
  CHUNK ("MODL"),
  CHARS ("name", 80),
  CHARS ("animation_file", 260),
  MW_BOUNDS_ROWS,
  PLAIN ("blend_time", WC3),
  PLAIN ("flags", WOW),
  { .wire = MW_WIRE_HAND, .hand = &mw_mdlx_node_count_hand, WOW },
  CHUNK ("SEQS"),
  COUNTED ("sequences", mw_mdlx_sequence_schema, MOST_255),
  CHUNK ("GLBS"),
  ITEMS ("global_sequences", mw_mdlx_global_sequence_schema),
  CHUNK ("MTLS"),
  ITEM_COUNT ("materials", mw_mdlx_material_schema, MOST_255),
  PLAIN ("materials_word", WOW),
  ITEMS ("materials", mw_mdlx_material_schema),
  CHUNK ("TEXS"),
  ITEMS ("textures", mw_mdlx_texture_schema),
  CHUNK ("TXAN"),
  COUNTED ("texture_animations", mw_mdlx_texture_animation_schema),
  CHUNK ("GEOS"),
  COUNTED ("geosets", mw_mdlx_geoset_schema, MOST_255),
  { .wire = MW_WIRE_HAND, .hand = &mw_mdlx_batches_hand, WOW, .since = 1500 },
  CHUNK ("GEOA"),
  COUNTED ("geoset_animations", mw_mdlx_geoset_animation_schema),
  CHUNK ("BONE"),
  COUNTED ("nodes", mw_mdlx_bone_schema),
  CHUNK ("LITE"),
  COUNTED ("nodes", mw_mdlx_light_schema),
  CHUNK ("HELP"),
  COUNTED ("nodes", mw_mdlx_helper_schema),
  CHUNK ("ATCH"),
  ITEM_COUNT ("nodes", mw_mdlx_attachment_schema),
  { .wire = MW_WIRE_HAND, .hand = &mw_mdlx_highest_attachment_hand, WOW },
  ITEMS ("nodes", mw_mdlx_attachment_schema),
  CHUNK ("PIVT"),
  { .wire = MW_WIRE_HAND, .hand = &pivots_hand },
  CHUNK ("PREM"),
  COUNTED ("nodes", mw_mdlx_particle_emitter_schema),
  EMITTERS2 (WC3),
  CHUNK ("CORN", WC3, .since = 900),
  ITEMS ("nodes", mw_mdlx_popcorn_emitter_schema, WC3, .since = 900),
  RIBBONS (WC3),
  CAMERAS (WC3, .until = 899),
  EVENTS (WC3),
  CAMERAS (WC3, .since = 900),
  CHUNK ("CLID", WC3),
  ITEMS ("nodes", mw_mdlx_collision_shape_schema, WC3),
  CHUNK ("FAFX", WC3, .since = 900),
  ITEMS ("face_effects", mw_mdlx_face_effect_schema, WC3, .since = 900),
  CHUNK ("BPOS", WC3, .since = 900),
  { .wire = MW_WIRE_HAND, .hand = &bind_poses_hand, WC3, .since = 900 },
  CHUNK ("DILG", WC3, .since = 1700),
  { .field = "glider", .wire = MW_WIRE_HAND, .hand = &glider_hand, WC3, .since = 1700 },
  /* From here on, the order of World of Warcraft (mdlx.md 7.1). */
  CAMERAS (WOW),
  EVENTS (WOW),
  EMITTERS2 (WOW),
  CHUNK ("HTST", WOW),
  COUNTED ("nodes", mw_mdlx_collision_shape_schema),
  RIBBONS (WOW),
  CHUNK ("CLID", WOW),
  TAGGED_ARRAY ("collision.vertices", "VRTX", WOW),
  TAGGED_ARRAY ("collision.triangles", "TRI ", WOW),
  TAGGED_ARRAY ("collision.normals", "NRMS", WOW),
};
static MwFamily
family_of (const MwRecord *root)
{
  return (MwFamily) ((const MwMdlx *) root)->family;
}

static uint32_t
version_of (const MwRecord *root)
{
  return ((const MwMdlx *) root)->version;
}

/* References to nodes are stored as object ids. */
static void
number_nodes (const MwModel *model, uint32_t *numbers)
{
  const MwMdlx *mdlx = (const MwMdlx *) model;
  MwFormat format = mw_mdlx_format (mdlx);
  g_autoptr (GArray) chunks = mw_mdlx_chunk_order (mdlx, format);
  const MwSchema *kinds[16];
  guint n = mw_mdlx_node_kinds (format, (const MwMdlxChunk *) (gpointer) chunks->data, chunks->len, kinds);
  MwMdlxObjectIds ids = { 0 };
  mw_mdlx_object_ids_assign (&ids, mdlx, kinds, n);
  for (uint32_t i = 0; i < mdlx->nodes.n; i++) {
    MwId id = mdlx->nodes.items[i]->id;
    numbers[id] = mw_mdlx_object_id (&ids, id);
  }
  mw_mdlx_object_ids_clear (&ids);
}

/* PivotPoints: one point per object id, as in PIVT. */
static gboolean
read_pivots_text (MwMdlReader *reader, MwRecord *record)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, 12);
  int64_t stated = -1;
  if ((mw_mdl_is_number (reader) && !mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &stated)) || !mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader)) {
    float point[3];
    if (!mw_mdl_floats (reader, 3, point))
      return FALSE;
    g_array_append_vals (points, point, 1);
  }
  mw_mdl_count_differs (reader, "PivotPoints", stated, points->len);
  MwArray array = mw_mdl_take (reader, points->data, points->len, 12);
  mw_mdlx_object_ids_take_pivots (mw_mdl_reader_user (reader), array);
  return TRUE;
}

static void
write_pivots_text (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlx *model = (const MwMdlx *) record;
  const MwMdlxObjectIds *ids = mw_mdl_writer_user (writer);
  const MwField *pivot = MW_FIELD (MwMdlxNode, pivot);
  uint32_t n = mw_mdlx_object_ids_n_pivots (ids, model);
  if (n == 0 && model->nodes.n == 0)
    return;
  g_autofree MwMdlxPivot *points = mw_mdlx_object_ids_pivot_points (ids, model, n);
  mw_mdl_line (writer, "PivotPoints ");
  mw_mdl_put_int (writer, n);
  mw_mdl_put (writer, " {");
  mw_mdl_indent (writer, 1);
  for (uint32_t i = 0; i < n; i++) {
    mw_mdl_line (writer, "");
    mw_mdl_at (writer, points[i].node ? points[i].node : record, points[i].node ? pivot : NULL);
    mw_mdl_put_floats (writer, points[i].point, 3);
    mw_mdl_put (writer, ",");
  }
  mw_mdl_at (writer, record, NULL);
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
}

static const MwMdlHand pivots_text = { "pivots of the nodes by object id", read_pivots_text, write_pivots_text };

/* Only texts of World of Warcraft name the family, and before the version, because both games have 1300 to 1500. */
static const MwMdlRow version_mdl[] = {
  { .field = "family", .form = MW_MDL_ENUM, .word = "Family", WOW },
  { .field = "family", .form = MW_MDL_ENUM, .word = "Family", WC3, .read_only = TRUE },
  MDL_VALUE ("version", "FormatVersion"),
};
static const MwMdlRow model_mdl[] = {
  MDL_COUNT ("geosets", "NumGeosets"),
  MDL_COUNT ("geoset_animations", "NumGeosetAnims"),
  MDL_COUNT ("nodes", "NumHelpers", .element = &mw_mdlx_helper_schema),
  MDL_COUNT ("nodes", "NumLights", .element = &mw_mdlx_light_schema),
  MDL_COUNT ("nodes", "NumBones", .element = &mw_mdlx_bone_schema),
  MDL_COUNT ("nodes", "NumAttachments", .element = &mw_mdlx_attachment_schema),
  MDL_COUNT ("nodes", "NumParticleEmitters", .element = &mw_mdlx_particle_emitter_schema),
  MDL_COUNT ("nodes", "NumParticleEmitters2", .element = &mw_mdlx_particle_emitter2_schema),
  MDL_COUNT ("nodes", "NumParticleEmittersPopcorn", .element = &mw_mdlx_popcorn_emitter_schema),
  MDL_COUNT ("nodes", "NumRibbonEmitters", .element = &mw_mdlx_ribbon_emitter_schema),
  MDL_COUNT ("nodes", "NumEvents", .element = &mw_mdlx_event_object_schema),
  MDL_COUNT ("face_effects", "NumFaceFX"),
  MDL_COUNT (NULL, "NumSoundEmitters", .read_only = TRUE),
  MDL_COUNT (NULL, "NumMeshes", .read_only = TRUE),
  MDL_COUNT (NULL, "NumCameras", .read_only = TRUE),
  MDL_COUNT (NULL, "NumCollisionShapes", .read_only = TRUE),
  MDL_VALUE ("blend_time", "BlendTime"),
  MDL_VALUE ("flags", "ModelFlags", .omit = TRUE),
  MDL_VALUE ("materials_word", "MaterialsWord", .omit = TRUE),
  MW_BOUNDS_MDL,
  MDL_VALUE ("animation_file", "AnimationFile", .omit = TRUE),
};
/* The blocks are in the order of mdlx.md 10.4; nodes are grouped by kind, in the order of their object ids. */
static const MwMdlRow mdlx_mdl[] = {
  MDL_BLOCK ("Version", version_mdl),
  { .field = "name", .form = MW_MDL_BLOCK, .word = "Model", .rows = model_mdl, .n_rows = G_N_ELEMENTS (model_mdl) },
  MDL_LIST ("sequences", "Sequences", mw_mdlx_sequence_schema),
  MDL_LIST ("global_sequences", "GlobalSequences", mw_mdlx_global_sequence_schema),
  MDL_LIST ("textures", "Textures", mw_mdlx_texture_schema),
  MDL_LIST ("materials", "Materials", mw_mdlx_material_schema),
  MDL_LIST ("texture_animations", "TextureAnims", mw_mdlx_texture_animation_schema),
  MDL_ITEMS ("geosets", mw_mdlx_geoset_schema),
  MDL_ITEMS ("geoset_animations", mw_mdlx_geoset_animation_schema),
  MDL_ITEMS ("nodes", mw_mdlx_bone_schema),
  MDL_ITEMS ("nodes", mw_mdlx_light_schema),
  MDL_ITEMS ("nodes", mw_mdlx_helper_schema),
  MDL_ITEMS ("nodes", mw_mdlx_attachment_schema),
  MDL_HAND ("PivotPoints", pivots_text),
  MDL_ITEMS ("nodes", mw_mdlx_particle_emitter_schema),
  MDL_ITEMS ("nodes", mw_mdlx_particle_emitter2_schema),
  MDL_ITEMS ("nodes", mw_mdlx_popcorn_emitter_schema),
  MDL_HAND ("PopcornFxEmitter", mw_mdlx_popcorn_text, WC3, .since = 900, .read_only = TRUE),
  MDL_ITEMS ("nodes", mw_mdlx_ribbon_emitter_schema),
  MDL_ITEMS ("cameras", mw_mdlx_camera_schema),
  MDL_ITEMS ("nodes", mw_mdlx_event_object_schema),
  MDL_ITEMS ("nodes", mw_mdlx_collision_shape_schema),
  MDL_ITEMS ("face_effects", mw_mdlx_face_effect_schema),
  MDL_HAND ("FaceEffects", mw_mdlx_face_effects_text, WC3, .since = 900, .read_only = TRUE),
  MDL_HAND ("BindPose", mw_mdlx_bind_poses_text, WC3, .since = 900),
  MDL_ARRAY ("collision.vertices", "CollisionVertices", .omit = TRUE),
  MDL_ARRAY ("collision.triangles", "CollisionTriangles", .omit = TRUE),
  MDL_ARRAY ("collision.normals", "CollisionNormals", .omit = TRUE),
  MDL_HAND ("Glider", mw_mdlx_gliders_text, WC3, .since = 1700, .also = "glider"),
};
const MwSchema mw_mdlx_schema = { .name = "mdlx",
                                  .label = N_ ("Model"),
                                  .doc = N_ ("A model of Warcraft III, or of World of Warcraft's alpha."),
                                  .size = sizeof (MwMdlx),
                                  .number = number_nodes,
                                  .family = family_of,
                                  .version = version_of,
                                  TABLE (mdlx),
                                  MDL_ROWS (mdlx) };

MwMdlx *
mw_mdlx_new (void)
{
  return (MwMdlx *) mw_model_new (&mw_mdlx_schema);
}
