/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/bone-boxes.h"
#include "core/pose/bone-sets.h"
#include "core/pose/camera.h"
#include "core/pose/emitter.h"
#include "core/pose/keys.h"
#include "core/pose/lights.h"
#include "core/pose/posed-mesh.h"
#include "core/pose/ribbons.h"
#include "core/pose/seen.h"

/* What core/pose needs to know about a family beyond its aspects (core/model/aspects.h): one table for each, in
 * mdlx-pose.c and m2-pose.c, listed in family.c. */

/* The tracks that move a node; each may be NULL. */
typedef struct {
  gconstpointer translation, rotation, scaling;
} MwNodeTracks;

/* The values of a ribbon emitter at a moment. */
typedef struct {
  const float *pivot;
  float life_span;
  float rise; /* an edge rises by this times its age squared */
  double rate;
  guint32 rows, columns, slot;
  float height_above, height_below, rgba[4];
  gboolean emits;
  gboolean as_m2; /* edges keep their colours, and the first comes at once; see ribbons.h */
} MwRibbonSource;

/* How a sequence fades out when another one follows (fading.h). */
typedef struct {
  /* For how long, in ms, when this sequence follows. */
  guint32 (*time) (const MwModel *model, const MwRecord *sequence);
  /* Its part in the pose when this part of the time is left. */
  float (*part) (float left);
  /* The rotation at t, from 0 at a to 1 at b. */
  void (*mix) (const float a[4], const float b[4], float t, float out[4]);
  gboolean runs; /* it goes on meanwhile */
  /* If yet another sequence follows, what fades already goes on when its part is above `keeps`, over the rest of its time or, if
   * `starts_again`, over the time of the new one. Else the sequence that was played last fades. */
  float keeps;
  gboolean starts_again;
} MwFadeRules;

/* How far particles get from their emitter (reach.h). Lengths in the space of its node. */
typedef struct {
  gboolean emits;  /* its rate is above 0 at some time */
  double radius;   /* in any direction */
  double up, down; /* what gravity adds, along z of the model */
} MwParticleReach;

/* How a surface is drawn: not at all, only as light or shade on what is behind it, or as a surface. */
enum { MW_DRAWN_NOT, MW_DRAWN_GLOW, MW_DRAWN_SURFACE };

/* Triangles that are drawn together. */
typedef struct {
  MwId id;    /* of the geoset or batch */
  guint part; /* the part (MwPosedPart) that its triangles index, counted from 0 */
  MwId mesh;  /* the geoset or submesh that has the triangles */
  guint64
    material; /* the same for surfaces that are drawn with the same material: of M2, with the same render flags and
                               first texture */
  const MwArray *triangles; /* three 16-bit indices each */
  uint8_t look;             /* MW_DRAWN_... */
  gboolean two_sided;
} MwPosedSurface;

/* How the texels of a pass meet what is behind it. */
typedef enum {
  MW_SEEN_BLENDED,     /* their colour does not matter, only their alpha */
  MW_SEEN_ADDED,       /* they are added in proportion to their alpha */
  MW_SEEN_ADDED_WHOLE, /* they are added whatever their alpha is */
  MW_SEEN_OVER,        /* they are added, and hide what is behind them in proportion to their alpha */
  MW_SEEN_MULTIPLIED,  /* white changes nothing */
  MW_SEEN_DOUBLED      /* multiplied and doubled: the middle grey changes nothing */
} MwSeenHow;

/* How much of the image of a pass lets what is behind it be seen. */
typedef struct {
  MwSeenHow how;
  float gain; /* of what is added: how many times more it is, at most, than the texel */
  MwId texture;
  const MwArray *uvs; /* two floats for each vertex that the triangles index */
  float uv[6];        /* u' = uv[0] u + uv[2] v + uv[4];  v' = uv[1] u + uv[3] v + uv[5] */
  float least;        /* texels with less alpha are not seen */
} MwSeenPass;
/* How many passes over a surface are looked at. */
enum { MW_SEEN_PASSES = 8 };
/* Texels of a blended pass with less alpha than this, or that change what is behind them by less, are hardly seen. */
#define MW_SEEN_ALPHA_MIN 0.05f

typedef struct {
  const MwSchema *root; /* of the family's models */

  /* Appends the nodes: all records that have a place in the skeleton. In MDLX these are its nodes; in M2 the bones
   * and what is attached to them and does not move by itself. */
  void (*list) (const MwModel *model, GPtrArray *records);
  MwRef (*parent) (const MwRecord *node);
  const float *(*pivot) (const MwRecord *node);
  /* MW_NODE_... bits. */
  uint32_t (*flags) (const MwRecord *node);
  /* The tracks that move a node. FALSE: it does not move by itself. */
  gboolean (*tracks) (const MwRecord *node, MwNodeTracks *out);
  /* Whether a node that has no visibility field is visible. NULL: all are. */
  gboolean (*shows) (const MwModel *model, const MwRecord *node, const MwClock *clock);
  /* Rotates the axes (unit vectors) about the locked one toward the viewer. *mirrored is set to the axis that has to
   * be mirrored, or -1. FALSE: the viewer looks along the locked axis. */
  gboolean (*turn_locked) (float axes[3][3], int locked, const float towards[3], int *mirrored);

  const MwFadeRules *fade;

  /* The reference of a track, lane or event track to its global sequence. */
  MwRef (*clock_of) (const MwRecord *track);
  /* Sets which keys are played, and how. On entry `keys` has no keys, and its global sequence is set. See
   * mw_track_keys_open(). */
  void (*open_keys) (MwTrackKeys *keys, const MwModel *model, const MwRecord *track, MwId sequence);
  /* Whether a track has a key for any sequence; one that has none counts as absent. NULL: every track counts. */
  gboolean (*has_keys) (const MwRecord *track);

  const MwSchema *camera_kind, *ribbon_kind, *light_kind;
  /* Evaluates a record of camera_kind. */
  void (*camera) (const MwModel *model, const MwRecord *camera, const MwClock *clock, MwCameraState *out);
  /* Evaluates a record of ribbon_kind. */
  void (*ribbon) (const MwModel *model, const MwRecord *emitter, const MwClock *clock, MwRibbonSource *out);
  /* Evaluates a record of light_kind; `world` is its matrix. *out is 0 before, and the position of a point light is set
   * by the caller. */
  void (*light) (const MwModel *model, const MwRecord *light, const float *world, const MwClock *clock, MwLight *out);
  /* The rules of a particle emitter; NULL: the record is not one. */
  const MwParticleRules *(*particles) (const MwRecord *emitter);
  /* The event track of a node that leaves marks on the ground (splats.h), the id of their kind, and whether that is one of
   * ubersplats; NULL: it leaves none. The id belongs to the node. NULL: no node does. */
  const MwRecord *(*splat) (const MwRecord *node, const char **id, gboolean *uber);
  /* The file of the model that its particles are, as the record has it; NULL: they are no models. NULL: those of no emitter are. */
  const char *(*particle_model) (const MwRecord *emitter);
  /* The file of the model whose emitters its particles carry, as the record has it. Only called for those with a place_model(). */
  const char *(*recursion_model) (const MwRecord *emitter);
  /* The event track of a node that spawns models, and the id of their kind; NULL: it spawns none. The id belongs to the node. NULL: no
   * node does. */
  const MwRecord *(*spawn) (const MwRecord *node, const char **id);
  /* The same for a node that plays sounds. */
  const MwRecord *(*sound) (const MwRecord *node, const char **id);
  /* How far particles of an emitter get. Leaves *out as it is if the record is not an emitter. */
  void (*reach) (const MwModel *model, const MwRecord *emitter, MwParticleReach *out);
  /* Appends the parts of the mesh (MwPosedPart) and their vertices (three floats each) as the clock poses them. The skeleton has
   * been updated to the clock. */
  void (*mesh) (const MwSkeleton *skeleton, const MwClock *clock, GArray *parts, GArray *points);
  /* Joins each vertex to the boxes of the nodes that move it, by place, or to the last box if none does. */
  void (*bone_boxes) (const MwSkeleton *skeleton, MwBoneBox *boxes);
  /* Appends the surfaces (MwPosedSurface) of these parts that are not hidden, in the order of the file. */
  void (*surfaces) (const MwModel *model, const MwSeen *seen, const MwPosedPart *parts, GArray *out);
  /* The passes over a surface, at most MW_SEEN_PASSES, of which each may leave holes where another has none. Returns how many; 0: it has no
   * holes, or has more passes, or they are of a kind for which that is not known, such as an image of the surroundings. */
  guint (*passes) (const MwModel *model, const MwPosedSurface *surface, const MwClock *clock, MwSeenPass *out);
  /* For each vertex that a mesh (a geoset or submesh) indexes, whether one of these nodes moves it: `out` has as many as
   * MwMeshAspect has vertices. */
  void (*moved) (const MwModel *model, const MwRecord *mesh, const MwId *nodes, guint n, guint8 *out);
  /* Fills the sets and of_vertex, and sets whether they are stored. Vertices that the triangles do not index are left out where other
   * meshes have the same vertices. */
  void (*bone_sets) (const MwModel *model, const MwRecord *mesh, MwBoneSets *out);
} MwPoseFamily;

/* Flags of nodes, the same bits in both families (rendering.md 2.2 and 2.3). */
enum {
  MW_NODE_DONT_INHERIT_TRANSLATION = 0x1,
  MW_NODE_DONT_INHERIT_SCALING = 0x2,
  MW_NODE_DONT_INHERIT_ROTATION = 0x4,
  MW_NODE_BILLBOARDED = 0x8,
  MW_NODE_BILLBOARDED_LOCK_X = 0x10,
  MW_NODE_BILLBOARDED_LOCK_Y = 0x20,
  MW_NODE_BILLBOARDED_LOCK_Z = 0x40
};

/* The matrix of a node's parent without what the node does not inherit (rendering.md 2.2), by its flags: `parent` itself or, if there is
 * such a thing, `out`, which is filled in. */
const float *mw_node_inherit (const float parent[16], uint32_t flags, const float pivot[3], float out[16]);

extern const MwPoseFamily mw_mdlx_pose, mw_m2_pose;
/* Members of these tables, in mdlx-posed-mesh.c and m2-posed-mesh.c. */
void mw_mdlx_posed_mesh (const MwSkeleton *skeleton, const MwClock *clock, GArray *parts, GArray *points);
void mw_m2_posed_mesh (const MwSkeleton *skeleton, const MwClock *clock, GArray *parts, GArray *points);
void mw_mdlx_bone_boxes (const MwSkeleton *skeleton, MwBoneBox *boxes);
void mw_m2_bone_boxes (const MwSkeleton *skeleton, MwBoneBox *boxes);
void mw_mdlx_surfaces (const MwModel *model, const MwSeen *seen, const MwPosedPart *parts, GArray *out);
void mw_m2_surfaces_seen (const MwModel *model, const MwSeen *seen, const MwPosedPart *parts, GArray *out);
guint mw_mdlx_seen_passes (const MwModel *model, const MwPosedSurface *surface, const MwClock *clock, MwSeenPass *out);
guint mw_m2_seen_passes (const MwModel *model, const MwPosedSurface *surface, const MwClock *clock, MwSeenPass *out);
void mw_mdlx_moved (const MwModel *model, const MwRecord *mesh, const MwId *nodes, guint n, guint8 *out);
void mw_mdlx_bone_sets (const MwModel *model, const MwRecord *mesh, MwBoneSets *out);
void mw_m2_bone_sets (const MwModel *model, const MwRecord *mesh, MwBoneSets *out);
void mw_m2_moved (const MwModel *model, const MwRecord *mesh, const MwId *nodes, guint n, guint8 *out);
/* The range of 0 and all values of a track of numbers; without a track, the range of 0 and `fixed`. */
void mw_reach_range (gconstpointer track, double fixed, double range[2]);
/* The largest absolute value. */
double mw_reach_most (gconstpointer track, double fixed);
/* Members of these tables, in mdlx-light.c and m2-light.c. */
void mw_mdlx_light (const MwModel *model, const MwRecord *light, const float *world, const MwClock *clock,
                    MwLight *out);
void mw_m2_light (const MwModel *model, const MwRecord *light, const float *world, const MwClock *clock, MwLight *out);
/* Members of these tables, in mdlx-keys.c and m2-keys.c. */
MwRef mw_mdlx_clock_of (const MwRecord *track);
void mw_mdlx_open_keys (MwTrackKeys *keys, const MwModel *model, const MwRecord *track, MwId sequence);
MwRef mw_m2_clock_of (const MwRecord *track);
void mw_m2_open_keys (MwTrackKeys *keys, const MwModel *model, const MwRecord *track, MwId sequence);
gboolean mw_m2_track_has_keys (const MwRecord *track);

/* Returns the table of the model's family. */
const MwPoseFamily *mw_pose_family (const MwModel *model);
