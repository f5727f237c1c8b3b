/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/model/mdlx/versions.h"
#include "core/model/track.h"

/* The records of the MDLX family (mdlx.md 2, 5 and 7): Warcraft III from version 800 on, and World of Warcraft's
 * alpha, versions 1300 to 1500. Each record's table is in the file named after it; its rows say which versions of
 * which game have a field. Colours are RGB in memory, both static values and tracks. A bare number after a text is
 * its capacity in bytes. */

typedef struct {
  MwRecord record;
  char *name;           /* 80 */
  int32_t interval[2];  /* ms on the model's time line, both inclusive */
  float move_speed;
  uint32_t flags;       /* 1: not looping */
  float rarity;
  uint32_t sync_point;
  MwBounds bounds;
  float frequency;                /* World of Warcraft only, as are the next three */
  int32_t replay_min, replay_max;
  uint32_t blend_time;            /* ms */
} MwMdlxSequence;

typedef struct {
  MwRecord record;
  uint32_t duration; /* ms */
} MwMdlxGlobalSequence;

typedef struct {
  MwRecord record;
  uint32_t replaceable_id;
  char *path; /* 260 */
  uint32_t flags; /* 1 wrap width, 2 wrap height */
} MwMdlxTexture;

/* One of the images of a layer, from 1100 on. */
typedef struct {
  MwRecord record;
  MwRef texture;
  uint32_t slot;          /* 0 diffuse, 1 normal, 2 ORM, 3 emissive, 4 team colour, 5 environment */
  MwTrack *texture_track; /* KMTF: references to textures */
} MwMdlxLayerTexture;

typedef struct {
  MwRecord record;
  uint32_t filter_mode;
  uint32_t flags;         /* shading */
  MwRef texture;          /* before 1100, as is its track */
  MwTrack *texture_track; /* KMTF: references to textures */
  uint32_t texture_word;  /* from 1100 on: the word in the place of the texture; 0 in all known files */
  MwRef texture_animation;
  uint32_t coord_id;
  float alpha;
  float emissive_gain;     /* from 900 on */
  float fresnel_color[3];  /* RGB; from 1000 on, as are the next two */
  float fresnel_opacity, fresnel_team_color;
  uint32_t shader;         /* from 1100 on */
  MwList textures;         /* MwMdlxLayerTexture; from 1100 on */
  MwTrack *alpha_track, *emissive_gain_track, *fresnel_color_track, *fresnel_opacity_track, *fresnel_team_color_track;
  MwArray unknown; /* bytes that belong to a track or field of no known version */
} MwMdlxLayer;

typedef struct {
  MwRecord record;
  int32_t priority_plane;
  uint32_t flags;
  char *shader;  /* 80; 900 and 1000 */
  MwList layers; /* MwMdlxLayer */
  MwArray unknown;
} MwMdlxMaterial;

typedef struct {
  MwRecord record;
  MwTrack *translation_track, *rotation_track, *scaling_track;
  MwArray unknown;
} MwMdlxTextureAnimation;

typedef struct {
  MwRecord record;
  MwArray uvs; /* 2 floats each */
} MwMdlxUvSet;

/* The extent of one geoset in one sequence. */
typedef struct {
  MwRecord record;
  MwRef sequence;
  MwBounds bounds;
} MwMdlxGeosetExtent;

typedef struct {
  MwRecord record;
  MwArray vertices;         /* 3 floats */
  MwArray normals;          /* 3 floats */
  MwArray primitive_types;  /* u32: 4 is triangles */
  MwArray primitive_sizes;  /* u32: indices of each primitive group */
  MwArray faces;            /* u16: vertex indices of all primitive groups */
  MwArray vertex_groups;    /* u8: index of each vertex's matrix group */
  MwArray group_sizes;      /* u32: number of members of each matrix group */
  MwArray group_members;    /* MwRef to nodes: the members of all matrix groups, concatenated */
  MwRef material;
  uint32_t selection_group;
  uint32_t selection_flags; /* 4: unselectable */
  int32_t level_of_detail;  /* from 900 on, as is its name */
  char *level_of_detail_name; /* 80 */
  MwBounds bounds;
  MwArray tangents;     /* 4 floats: direction and handedness; from 900 on */
  MwArray skin_bones;   /* 4 MwRef to nodes per vertex (SKIN from 900 on; WoW 1500) */
  MwArray skin_weights; /* 4 u16 per vertex, adding up to 255 */
  MwArray bone_indices; /* u32, WoW before 1500 (BIDX): four object ids, one per byte, for each vertex, in the order
                         * of matrix groups */
  MwArray bone_weights; /* u32, WoW before 1500 (BWGT): the four weights, one per byte, the last byte for the first
                         * id */
  float center[3];      /* WoW 1500, as is the next */
  MwRef geoset_index;   /* refers to a geoset; in known files to itself */
  MwList extents; /* MwMdlxGeosetExtent */
  MwList uv_sets; /* MwMdlxUvSet */
  MwArray unknown;
} MwMdlxGeoset;

typedef struct {
  MwRecord record;
  float alpha;
  MwTrack *alpha_track;
  uint32_t flags; /* 1 drop shadow, 2 use colour */
  float color[3]; /* RGB */
  MwTrack *color_track;
  MwRef geoset;
  MwArray unknown;
} MwMdlxGeosetAnimation;

/* The common part of all nodes. The chunk decides a node's kind, never the kind bit in `flags`. */
typedef struct {
  MwRecord record;
  char *name; /* 80 */
  MwRef parent;
  uint32_t flags;
  MwTrack *translation_track, *rotation_track, *scaling_track;
  float pivot[3];        /* PIVT */
  float bind_pose[12];   /* BPOS, from 900 on: four rows of three; the last one is the position */
  MwArray node_unknown;  /* unknown bytes at the end of the node part */
} MwMdlxNode;

typedef struct {
  MwMdlxNode node;
  MwRef geoset;
  MwRef geoset_animation;
} MwMdlxBone;

typedef struct {
  MwMdlxNode node;
} MwMdlxHelper;

typedef struct {
  MwMdlxNode node;
  uint32_t type; /* 0 omnidirectional, 1 directional, 2 ambient */
  float attenuation_start, attenuation_end;
  float color[3];
  float intensity;
  float amb_color[3];
  float amb_intensity;
  float shadow_intensity;                           /* from 1200 on */
  uint32_t shadow_casting;                          /* from 1300 on, as are the next two */
  float shadow_casting_start, shadow_casting_end;
  float quadratic_falloff, linear_falloff, damping; /* from 1600 on */
  MwTrack *attenuation_start_track, *attenuation_end_track, *color_track, *intensity_track, *amb_color_track,
      *amb_intensity_track, *visibility_track, *shadow_casting_start_track, *shadow_casting_end_track,
      *quadratic_falloff_track, *linear_falloff_track, *damping_track;
  MwArray unknown;
} MwMdlxLight;

typedef struct {
  MwMdlxNode node;
  char *path; /* 260 */
  int32_t attachment_id;
  uint8_t unknown_byte; /* WoW: precedes the path; seen as 0xFF */
  MwTrack *visibility_track;
  MwArray unknown;
} MwMdlxAttachment;

typedef struct {
  MwMdlxNode node;
  float emission_rate, gravity, longitude, latitude;
  char *path; /* 260 */
  float life_span, init_velocity;
  MwTrack *emission_rate_track, *gravity_track, *longitude_track, *latitude_track, *life_span_track,
      *init_velocity_track, *visibility_track;
  MwArray unknown;
} MwMdlxParticleEmitter;

typedef struct {
  MwMdlxNode node;
  float speed, variation, latitude, gravity, life_span, emission_rate, length, width;
  uint32_t filter_mode, rows, columns, head_or_tail;
  float tail_length, time;
  float segment_color[3][3]; /* RGB, three segments */
  uint8_t segment_alpha[3];
  float segment_scaling[3];
  uint32_t head_life[3], head_decay[3], tail_life[3], tail_decay[3]; /* cells: start, end, repeat */
  MwRef texture;
  uint32_t squirt;
  int32_t priority_plane;
  uint32_t replaceable_id;
  /* The rest is for World of Warcraft only. */
  uint32_t emitter_type; /* 0 base, 1 plane, 2 sphere, 3 spline */
  float longitude, z_source;
  char *geometry_model, *recursion_model; /* 260 each */
  float twinkle_fps, twinkle_on_off, twinkle_min, twinkle_max, inherit_velocity;
  float tumble_x[2], tumble_y[2], tumble_z[2]; /* minimum and maximum */
  float drag, spin, wind[3], wind_time, follow_speed1, follow_scale1, follow_speed2, follow_scale2;
  MwArray spline; /* 3 floats */
  MwTrack *speed_track, *variation_track, *latitude_track, *gravity_track, *emission_rate_track, *length_track,
      *width_track, *visibility_track, *longitude_track, *life_span_track, *z_source_track;
  MwArray unknown;
} MwMdlxParticleEmitter2;

/* Runs an effect of the PopcornFX engine; from 900 on. */
typedef struct {
  MwMdlxNode node;
  float life_span, emission_rate, speed;
  float color[3];
  float alpha;
  uint32_t replaceable_id;
  char *path;                  /* 260 */
  char *anim_visibility_guide; /* 260: "Always=on, Birth=off" */
  MwTrack *alpha_track, *color_track, *emission_rate_track, *life_span_track, *speed_track, *visibility_track;
  MwArray unknown;
} MwMdlxPopcornEmitter;

typedef struct {
  MwMdlxNode node;
  float height_above, height_below, alpha;
  float color[3];
  float life_span;
  uint32_t texture_slot, emission_rate, rows, columns;
  MwRef material;
  float gravity;
  MwTrack *height_above_track, *height_below_track, *alpha_track, *color_track, *texture_slot_track,
      *visibility_track;
  MwArray unknown;
} MwMdlxRibbonEmitter;

typedef struct {
  MwMdlxNode node;
  MwEventTrack *track;
} MwMdlxEventObject;

/* Shape types: in CLID of Warcraft III. In HTST of World of Warcraft, 1 is a cylinder (base, height, radius) and 3 a
 * plane (length, width); these are the rare layouts of CLID. */
enum { MW_MDLX_SHAPE_BOX, MW_MDLX_SHAPE_PLANE, MW_MDLX_SHAPE_SPHERE, MW_MDLX_SHAPE_CYLINDER };
enum { MW_MDLX_WOW_SHAPE_CYLINDER = 1, MW_MDLX_WOW_SHAPE_PLANE = 3 };
typedef struct {
  MwMdlxNode node;
  uint32_t type;
  float vertices[2][3]; /* box, plane: corners; sphere: centre; cylinder: both end points */
  float radius;
  float height;         /* type 1 in its 20-byte layout */
  float length, width;  /* type 3 in its 8-byte layout */
} MwMdlxCollisionShape;

typedef struct {
  MwRecord record;
  char *name; /* 80 */
  uint8_t variant; /* high byte of the size word */
  float position[3];
  float field_of_view; /* radians */
  float far_clip, near_clip;
  uint8_t extra[12]; /* only with variant 1 or 2 */
  float target[3];
  float bind_pose[12]; /* from BPOS, after those of the nodes */
  MwTrack *translation_track, *rotation_track, *target_translation_track, *visibility_track, *focus_distance_track,
      *focal_length_track, *f_stop_track;
  MwArray unknown;
} MwMdlxCamera;

/* FAFX, from 900 on. */
typedef struct {
  MwRecord record;
  char *name; /* 80 */
  char *path; /* 260 */
} MwMdlxFaceEffect;

/* A chunk that is not in any table: kept, shown, and deleted only on request. */
typedef struct {
  MwRecord record;
  uint8_t tag[4];
  uint8_t again; /* 1: an earlier chunk has the same tag, and only that one is parsed; 0: no chunk with this tag is
                  * parsed */
  MwArray bytes;
} MwMdlxUnknownChunk;

typedef struct {
  MwModel model;
  uint32_t family; /* MW_FAMILY_MDX or MW_FAMILY_MDX_WOW; needed because both games have versions 1300, 1400 and 1500 */
  uint32_t version;
  char *name;           /* 80 */
  char *animation_file; /* 260 */
  MwBounds bounds;
  uint32_t blend_time; /* ms; WC3 */
  uint8_t flags;            /* WoW: how the model is oriented on the ground */
  uint32_t materials_word;  /* WoW: the second word of MTLS */
  MwArray collision_vertices, collision_triangles, collision_normals; /* WoW (CLID): 3 floats, u16, 3 floats */
  MwArray glider;           /* WC3 from 1700 on (DILG): MwRef to geosets */
  MwList sequences, global_sequences, textures, materials, texture_animations, geosets, geoset_animations;
  MwList nodes; /* all kinds, in file order when read; only the order within each kind matters (see mdlx.c) */
  MwList cameras, face_effects, unknown_chunks;
} MwMdlx;

MW_DECLARE_SCHEMA (MwMdlx, mw_mdlx_schema)
MW_DECLARE_SCHEMA (MwMdlxSequence, mw_mdlx_sequence_schema)
MW_DECLARE_SCHEMA (MwMdlxGlobalSequence, mw_mdlx_global_sequence_schema)
MW_DECLARE_SCHEMA (MwMdlxTexture, mw_mdlx_texture_schema)
MW_DECLARE_SCHEMA (MwMdlxLayerTexture, mw_mdlx_layer_texture_schema)
MW_DECLARE_SCHEMA (MwMdlxLayer, mw_mdlx_layer_schema)
MW_DECLARE_SCHEMA (MwMdlxMaterial, mw_mdlx_material_schema)
MW_DECLARE_SCHEMA (MwMdlxTextureAnimation, mw_mdlx_texture_animation_schema)
MW_DECLARE_SCHEMA (MwMdlxUvSet, mw_mdlx_uv_set_schema)
MW_DECLARE_SCHEMA (MwMdlxGeosetExtent, mw_mdlx_geoset_extent_schema)
MW_DECLARE_SCHEMA (MwMdlxGeoset, mw_mdlx_geoset_schema)
MW_DECLARE_SCHEMA (MwMdlxGeosetAnimation, mw_mdlx_geoset_animation_schema)
MW_DECLARE_SCHEMA (MwMdlxNode, mw_mdlx_node_schema)
MW_DECLARE_SCHEMA (MwMdlxBone, mw_mdlx_bone_schema)
MW_DECLARE_SCHEMA (MwMdlxHelper, mw_mdlx_helper_schema)
MW_DECLARE_SCHEMA (MwMdlxLight, mw_mdlx_light_schema)
MW_DECLARE_SCHEMA (MwMdlxAttachment, mw_mdlx_attachment_schema)
MW_DECLARE_SCHEMA (MwMdlxParticleEmitter, mw_mdlx_particle_emitter_schema)
MW_DECLARE_SCHEMA (MwMdlxParticleEmitter2, mw_mdlx_particle_emitter2_schema)
MW_DECLARE_SCHEMA (MwMdlxPopcornEmitter, mw_mdlx_popcorn_emitter_schema)
MW_DECLARE_SCHEMA (MwMdlxRibbonEmitter, mw_mdlx_ribbon_emitter_schema)
MW_DECLARE_SCHEMA (MwMdlxEventObject, mw_mdlx_event_object_schema)
MW_DECLARE_SCHEMA (MwMdlxCollisionShape, mw_mdlx_collision_shape_schema)
MW_DECLARE_SCHEMA (MwMdlxCamera, mw_mdlx_camera_schema)
MW_DECLARE_SCHEMA (MwMdlxFaceEffect, mw_mdlx_face_effect_schema)
MW_DECLARE_SCHEMA (MwMdlxUnknownChunk, mw_mdlx_unknown_chunk_schema)

/* Node flags of Warcraft III (mdlx.md 2.5). Beware: 2 is scaling and 4 is rotation (trap T2 there). */
enum {
  MW_MDLX_NODE_DONT_INHERIT_TRANSLATION = 0x1,
  MW_MDLX_NODE_DONT_INHERIT_SCALING = 0x2,
  MW_MDLX_NODE_DONT_INHERIT_ROTATION = 0x4,
  MW_MDLX_NODE_BILLBOARDED = 0x8,
  MW_MDLX_NODE_BILLBOARDED_LOCK_X = 0x10,
  MW_MDLX_NODE_BILLBOARDED_LOCK_Y = 0x20,
  MW_MDLX_NODE_BILLBOARDED_LOCK_Z = 0x40,
  MW_MDLX_NODE_CAMERA_ANCHORED = 0x80
};

/* The shaders of layers from 1100 on whose meaning is known (mdlx.md 5.5). */
enum {
  MW_MDLX_SHADER_SD = 0,
  MW_MDLX_SHADER_HD_UNIT = 1,
  MW_MDLX_SHADER_SD_ON_HD = 2,
  MW_MDLX_SHADER_CRYSTAL = 24
};

/* Whether the game draws this with its HD shader: by the number that layers have from 1100 on (mdlx.md 5.5), or by
 * the name that materials of 900 and 1000 have, which the game compares ignoring case. */
gboolean mw_mdlx_is_hd_shader (uint32_t shader);
gboolean mw_mdlx_is_hd_shader_name (const char *name);
/* Whether the material is drawn with the HD shader in a format: by its own shader name, or by a layer's shader. */
gboolean mw_mdlx_material_is_hd (const MwMdlxMaterial *material, MwFormat format);
/* Whether the material's six layers are the six images of one layer, as in HD materials before 1100. */
gboolean mw_mdlx_layers_are_images (const MwMdlxMaterial *material, MwFormat format);

/* The per-sequence extents of a geoset, as a file has them: indexed by sequence, NULL where a sequence has none;
 * then those that belong to no sequence. *n gets the number of entries. Free the array with g_free(). */
const MwMdlxGeosetExtent **mw_mdlx_geoset_extents (const MwModel *model, const MwMdlxGeoset *geoset, uint32_t *n);

/* The lowest version of World of Warcraft's files. */
#define MW_MDX_WOW_SINCE 1300

/* The binary format given by a model's family and version. */
static inline MwFormat
mw_mdlx_format (const MwMdlx *model)
{
  return (MwFormat) { (MwFamily) model->family, model->version, FALSE };
}

/* A new, empty model of Warcraft III version 800. Free with mw_model_free(). */
MwMdlx *mw_mdlx_new (void);
