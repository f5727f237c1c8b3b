/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/model/track.h"

/* The MDL/MDX family's records (mdlx.md 2, 5 and 7): Warcraft III from 800 on, World of Warcraft alpha 1300
 * to 1500. The table of each stands in the file of its name; which fields a version of which game has is said by the rows.
 * Colours are RGB in memory, statics and tracks alike. */

typedef struct {
  MwRecord record;
  char *name;           /* 80 */
  int32_t interval[2];  /* ms on the model's time line, both inclusive */
  float move_speed;
  uint32_t flags;       /* 1: not looping */
  float rarity;
  uint32_t sync_point;
  MwBounds bounds;
  float frequency;                /* WoW, as the three behind it */
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
  MwRef texture;          /* before 1100, as its track */
  MwTrack *texture_track; /* KMTF: references to textures */
  uint32_t texture_word;  /* from 1100 on: what stands where the texture stood; 0 in all known files */
  MwRef texture_animation;
  uint32_t coord_id;
  float alpha;
  float emissive_gain;     /* from 900 on */
  float fresnel_color[3];  /* RGB; from 1000 on, as the two behind it */
  float fresnel_opacity, fresnel_team_color;
  uint32_t shader;         /* from 1100 on */
  MwList textures;         /* MwMdlxLayerTexture; from 1100 on */
  MwTrack *alpha_track, *emissive_gain_track, *fresnel_color_track, *fresnel_opacity_track, *fresnel_team_color_track;
  MwArray unknown; /* bytes of a track, or of a later version's fields, that nobody knows */
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
  MwArray vertex_groups;    /* u8: matrix group of each vertex */
  MwArray group_sizes;      /* u32: members of each matrix group */
  MwArray group_members;    /* MwRef to nodes, the members of all matrix groups */
  MwRef material;
  uint32_t selection_group;
  uint32_t selection_flags; /* 4: unselectable */
  int32_t level_of_detail;  /* from 900 on, as its name */
  char *level_of_detail_name; /* 80 */
  MwBounds bounds;
  MwArray tangents;     /* 4 floats: direction and handedness; from 900 on */
  MwArray skin_bones;   /* 4 MwRef to nodes per vertex (SKIN from 900 on; WoW 1500) */
  MwArray skin_weights; /* 4 u16 per vertex, of 255 in all */
  MwArray bone_indices; /* u32, WoW before 1500 (BIDX): four object ids for a vertex; vertices by matrix group */
  MwArray bone_weights; /* u32, WoW before 1500 (BWGT): four weights each, the last byte for the first id */
  float center[3];      /* WoW 1500, as the index */
  MwRef geoset_index;   /* a geoset: itself in what is known */
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

/* What all nodes share. The kind is decided by the chunk, never by the kind bit in `flags`. */
typedef struct {
  MwRecord record;
  char *name; /* 80 */
  MwRef parent;
  uint32_t flags;
  MwTrack *translation_track, *rotation_track, *scaling_track;
  float pivot[3];        /* PIVT */
  float bind_pose[12];   /* BPOS, from 900 on: four rows of three, the last one is where it stands */
  MwArray node_unknown;  /* unknown tail inside the node's size */
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
  uint32_t shadow_casting;                          /* from 1300 on, as the two behind it */
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
  uint8_t unknown_byte; /* WoW: stands before the path, 0xFF seen */
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
  /* WoW from here on. */
  uint32_t emitter_type; /* 0 base, 1 plane, 2 sphere, 3 spline */
  float longitude, z_source;
  char *geometry_model, *recursion_model; /* 260 each */
  float twinkle_fps, twinkle_on_off, twinkle_min, twinkle_max, inherit_velocity;
  float tumble_x[2], tumble_y[2], tumble_z[2]; /* least and most */
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

/* CLID of Warcraft III. In HTST of World of Warcraft 1 is a cylinder (base, height, radius) and 3 a plane (length, width):
 * the rare forms of CLID. */
enum { MW_MDLX_SHAPE_BOX, MW_MDLX_SHAPE_PLANE, MW_MDLX_SHAPE_SPHERE, MW_MDLX_SHAPE_CYLINDER };
enum { MW_MDLX_WOW_SHAPE_CYLINDER = 1, MW_MDLX_WOW_SHAPE_PLANE = 3 };
typedef struct {
  MwMdlxNode node;
  uint32_t type;
  float vertices[2][3]; /* box, plane: corners; sphere: centre; cylinder: both ends */
  float radius;
  float height;         /* the 20-byte form of type 1 */
  float length, width;  /* the 8-byte form of type 3 */
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
  float bind_pose[12]; /* BPOS behind those of the nodes */
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

/* A chunk that no table knows: kept, shown, and deleted only by hand. */
typedef struct {
  MwRecord record;
  uint8_t tag[4];
  uint8_t again; /* 1: one of its tag stands before it, and only that is read; 0: none of its tag is */
  MwArray bytes;
} MwMdlxUnknownChunk;

typedef struct {
  MwModel model;
  uint32_t family; /* MW_FAMILY_MDX or MW_FAMILY_MDX_WOW: both games have versions 1300, 1400 and 1500 */
  uint32_t version;
  char *name;           /* 80 */
  char *animation_file; /* 260 */
  MwBounds bounds;
  uint32_t blend_time; /* ms; WC3 */
  uint8_t flags;            /* WoW: how it stands on the ground */
  uint32_t materials_word;  /* WoW: second word of MTLS */
  MwArray collision_vertices, collision_triangles, collision_normals; /* WoW (CLID): 3 floats, u16, 3 floats */
  MwArray glider;           /* WC3 from 1700 on (DILG): MwRef to geosets */
  MwList sequences, global_sequences, textures, materials, texture_animations, geosets, geoset_animations;
  MwList nodes; /* all kinds, in file order when read; each kind's order is what counts (see mdlx.c) */
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

/* Node flags of Warcraft III (mdlx.md 2.5); T2 of its traps: 2 is scaling, 4 rotation. */
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

/* Whether the game draws with its HD shader: what layers say from 1100 on (mdlx.md 5.5), and materials of 900 and 1000,
 * whose names the game compares without case. */
gboolean mw_mdlx_is_hd_shader (uint32_t shader);
gboolean mw_mdlx_is_hd_shader_name (const char *name);
/* Whether the material is so drawn in a format: by its own name, or by a layer's shader. */
gboolean mw_mdlx_material_is_hd (const MwMdlxMaterial *material, MwFormat format);
/* Whether its six layers are the six images of one, as an HD material's are before 1100. */
gboolean mw_mdlx_layers_are_images (const MwMdlxMaterial *material, MwFormat format);

/* The per-sequence extents of a geoset as a file has them: by place, NULL where a sequence has none; behind the sequences
 * come those that belong to none. *n gets how many there are. Free the array with g_free(). */
const MwMdlxGeosetExtent **mw_mdlx_geoset_extents (const MwModel *model, const MwMdlxGeoset *geoset, uint32_t *n);

/* No file of World of Warcraft has a lower version. */
#define MW_MDX_WOW_SINCE 1300
/* Nor a higher one that anybody knows. */
#define MW_MDX_WOW_LAST 1500

/* The version of the format's family of which it is known what files hold (mdlx.md 1.2): the format's own, or the highest
 * below it, as which it is read; 0: there is none. */
uint16_t mw_mdlx_known_version (MwFormat format);

/* The binary format that a model's family and version name. */
static inline MwFormat
mw_mdlx_format (const MwMdlx *model)
{
  return (MwFormat) { (MwFamily) model->family, model->version, FALSE };
}

/* A new, empty model of Warcraft III version 800. */
MwMdlx *mw_mdlx_new (void);
