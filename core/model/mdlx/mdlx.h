/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/model/track.h"

/* The MDL/MDX family's records (MDX reference, sections 2 and 5). The table of each stands in the file of its name.
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

typedef struct {
  MwRecord record;
  uint32_t filter_mode;
  uint32_t flags; /* shading */
  MwRef texture;
  MwTrack *texture_track; /* KMTF: references to textures */
  MwRef texture_animation;
  uint32_t coord_id;
  float alpha;
  MwTrack *alpha_track;
  MwArray unknown; /* bytes behind a track tag that nobody knows */
} MwMdlxLayer;

typedef struct {
  MwRecord record;
  int32_t priority_plane;
  uint32_t flags;
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
  MwBounds bounds;
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
  MwTrack *attenuation_start_track, *attenuation_end_track, *color_track, *intensity_track, *amb_color_track,
      *amb_intensity_track, *visibility_track;
  MwArray unknown;
} MwMdlxLight;

typedef struct {
  MwMdlxNode node;
  char *path; /* 260 */
  uint32_t attachment_id;
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
  MwTrack *speed_track, *variation_track, *latitude_track, *gravity_track, *emission_rate_track, *length_track,
      *width_track, *visibility_track;
  MwArray unknown;
} MwMdlxParticleEmitter2;

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

enum { MW_MDLX_SHAPE_BOX, MW_MDLX_SHAPE_PLANE, MW_MDLX_SHAPE_SPHERE, MW_MDLX_SHAPE_CYLINDER };
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
  MwTrack *translation_track, *rotation_track, *target_translation_track, *visibility_track;
  MwArray unknown;
} MwMdlxCamera;

/* A chunk that no table knows: kept, shown, and deleted only by hand. */
typedef struct {
  MwRecord record;
  uint8_t tag[4];
  MwArray bytes;
} MwMdlxUnknownChunk;

typedef struct {
  MwModel model;
  uint32_t version;
  char *name;           /* 80 */
  char *animation_file; /* 260 */
  MwBounds bounds;
  uint32_t blend_time; /* ms */
  MwList sequences, global_sequences, textures, materials, texture_animations, geosets, geoset_animations;
  MwList nodes; /* all kinds, in file order when read; each kind's order is what counts (see mdlx.c) */
  MwList cameras, unknown_chunks;
} MwMdlx;

extern const MwSchema mw_mdlx_schema, mw_mdlx_sequence_schema, mw_mdlx_global_sequence_schema, mw_mdlx_texture_schema,
    mw_mdlx_layer_schema, mw_mdlx_material_schema, mw_mdlx_texture_animation_schema, mw_mdlx_uv_set_schema,
    mw_mdlx_geoset_extent_schema, mw_mdlx_geoset_schema, mw_mdlx_geoset_animation_schema, mw_mdlx_node_schema,
    mw_mdlx_bone_schema, mw_mdlx_helper_schema, mw_mdlx_light_schema, mw_mdlx_attachment_schema,
    mw_mdlx_particle_emitter_schema, mw_mdlx_particle_emitter2_schema, mw_mdlx_ribbon_emitter_schema,
    mw_mdlx_event_object_schema, mw_mdlx_collision_shape_schema, mw_mdlx_camera_schema, mw_mdlx_unknown_chunk_schema;

/* Node flags of Warcraft III (MDX reference, node flags); T2 of its traps: 2 is scaling, 4 rotation. */
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

/* The per-sequence extents of a geoset as a file has them: by place, NULL where a sequence has none; behind the sequences
 * come those that belong to none. *n gets how many there are. Free the array with g_free(). */
const MwMdlxGeosetExtent **mw_mdlx_geoset_extents (const MwModel *model, const MwMdlxGeoset *geoset, uint32_t *n);

/* A new, empty model of Warcraft III version 800. */
MwMdlx *mw_mdlx_new (void);
