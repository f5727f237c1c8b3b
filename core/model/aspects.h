/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/model/standard-sequences.h"

/* Aspects: what family-independent code needs to know about a model. Each family has one table of functions and of
 * places in its structs (mdlx/aspects.c, m2/aspects.c), and aspects.c lists the tables. A function returns ids, records
 * and slices of the model's arrays; it owns nothing and changes nothing. A fact that only one family has is not an
 * aspect; it belongs in a file of that family. */

/* How suitable a sequence is for showing an idle model. */
typedef enum {
  MW_STAND_NO,
  MW_STAND_LIKE, /* its name begins with "Stand" */
  MW_STAND
} MwStand;

/* A sequence. Times are in ms, as stored, so the end may be before the start. */
typedef struct {
  gint64 start, end;     /* both inclusive; start is 0 where the sequence has its own time line */
  gboolean on_time_line; /* the times are on the model's one time line */
  gboolean looping;
  MwStand stand;
  gboolean is_alias;     /* it has no keys of its own and plays those of another sequence */
  gboolean not_loaded;   /* its keys are in a file that was not found */
  const MwRecord *plays; /* the sequence whose keys are played: this one, or the end of its chain of aliases */
  const MwBounds *bounds;
} MwSequenceAspect;

/* A texture. */
typedef struct {
  const char *path;        /* the file to use; NULL: there is none */
  uint32_t type;           /* what the game supplies (names.md 4); 0: nothing */
  uint32_t replaceable_id; /* the same in Warcraft III's numbers; 0: nothing */
  gboolean of_game;        /* the path is that of the replaceable id, not the texture's own */
  uint32_t wrap;           /* bits: 1 repeats along the width, 2 along the height */
} MwTextureAspect;

/* A camera at rest. */
typedef struct {
  const float *position, *target;
  gboolean portrait; /* the game may show the model's portrait with it */
} MwCameraAspect;

/* Triangles (three 16-bit indices each) and the vertices they index (three floats each). */
typedef struct {
  const MwArray *vertices, *triangles;
  const MwArray *faces; /* the triangles of the mesh, also where `triangles` is NULL */
} MwMeshAspect;

/* A mesh that may be one of several variants of a part of the body. */
typedef struct {
  MwId id;          /* of the record */
  uint32_t section; /* 100 * group + variant (names.md 5) */
} MwSectionAspect;

/* Kinds of records that have a position in the model. */
typedef enum {
  MW_POINT_NONE,
  MW_POINT_BONE,
  MW_POINT_HELPER,
  MW_POINT_ATTACHMENT,
  MW_POINT_EVENT,
  MW_POINT_PARTICLES,
  MW_POINT_EFFECT, /* of a third-party effect engine */
  MW_POINT_RIBBON,
  MW_POINT_LIGHT,
  MW_POINT_COLLISION
} MwPoint;

/* A collision shape relative to its node, before the node's transformation. */
typedef enum { MW_SHAPE_NONE, MW_SHAPE_BOX, MW_SHAPE_SPHERE, MW_SHAPE_CYLINDER } MwShapeKind;
typedef struct {
  MwShapeKind kind;
  float points[2][3]; /* box: minimum and maximum corner; sphere: centre; cylinder: both end points */
  float radius;
} MwShapeAspect;

/* The bones of the mesh that needs the most of them, and how many a file can have for one mesh. */
typedef struct {
  const char *label; /* what is counted, marked for translation; static */
  guint most, limit;
} MwBoneLoad;

typedef struct {
  const MwSchema *root, *sequence, *texture; /* schemas of the family's models, sequences and textures */
  const MwSchema *const *parts; /* kinds of records that have an effect only where others refer to them; NULL-terminated */
  const MwStandardSet *standard;  /* the sequences that games expect, ended by a set without an id */
  float size; /* radius to show when a model does not state any, in the family's units */

  /* Fill in what is known about a sequence, texture or camera. */
  void (*of_sequence) (const MwModel *model, const MwRecord *sequence, MwSequenceAspect *out);
  void (*of_texture) (const MwRecord *texture, MwTextureAspect *out);
  void (*of_camera) (const MwRecord *camera, MwCameraAspect *out);

  /* Where the struct of the family's models has them: the list of cameras, the bounds that the model states (MwBounds),
   * and the arrays of its collision mesh. For mw_model_member(). */
  size_t cameras, bounds, collision_vertices, collision_triangles;
  /* The i-th array of vertices, and the i-th array of triangles drawn by a profile (given by id; ignored without
   * profiles). NULL when there are no more. */
  const MwArray *(*vertices) (const MwModel *model, guint i);
  const MwArray *(*triangles) (const MwModel *model, MwId profile, guint i);
  /* The mesh of a record; `triangles` is NULL when all vertices belong to it alone. FALSE if it has none. */
  gboolean (*mesh) (const MwModel *model, const MwRecord *record, MwMeshAspect *out);

  /* Appends the meshes of all profiles (MwSectionAspect). */
  void (*sections) (const MwModel *model, GArray *out);

  /* Appends the textures (MwId) of the mesh with this id; 0: of all that is no mesh. A texture may come twice. */
  void (*mesh_textures) (const MwModel *model, MwId mesh, GArray *out);

  /* The load of the meshes that a profile draws (given by id; ignored without profiles). Looks at all triangles of a profile. */
  MwBoneLoad (*bone_load) (const MwModel *model, MwId profile);

  /* The extent (a record with MwBounds) that the holder of a mesh states for a sequence, or NULL. NULL if the family has none. */
  MwRecord *(*extent) (const MwRecord *holder, MwId sequence);

  /* The kind of point that records of a schema are, and a record's position as 3 floats, NULL for records
   * that have none. */
  MwPoint (*point) (const MwSchema *schema);
  const float *(*place) (const MwRecord *record);
  /* The shape of a record that is MW_POINT_COLLISION. NULL if the family has none. */
  void (*shape) (const MwRecord *record, MwShapeAspect *out);

  /* Profiles: versions of the same surfaces for machines of different performance. `profiles` is where the model has
   * their list, for mw_model_member(). profile() returns the one to draw when the user chose the one with id `chosen`
   * (0: no choice), or NULL if none is loaded. 0 and NULL if the family has no profiles. */
  size_t profiles;
  const MwRecord *(*profile) (const MwModel *model, MwId chosen);
  /* Whether the model shows team colours. NULL: the family has none. */
  gboolean (*has_teams) (const MwModel *model);
  /* For display: the unread files that may use a record, or NULL. Free with g_free(). The function is NULL if the
   * family has no such files. */
  char *(*unread_users) (const MwModel *model, const MwRecord *record);
} MwAspects;

extern const MwAspects mw_mdlx_aspects, mw_m2_aspects;
extern const MwStandardSet mw_mdlx_standard[], mw_m2_standard[];

/* All families; *n is their number. Static. */
const MwAspects *const *mw_aspects_list (guint *n);
/* The aspects of a model's family. */
const MwAspects *mw_aspects_of (const MwModel *model);
/* Whether a number, such as one read from a file, is the bit of one family, and not several or none. */
gboolean mw_is_family (uint32_t family);

/* The member of a model that is at this offset of its struct; NULL for 0, where its family has no such member. */
static inline gconstpointer
mw_model_member (const MwModel *model, size_t offset)
{
  return offset ? (const char *) model + offset : NULL;
}

/* The list of sequences that the models of all families have. */
const MwList *mw_model_sequences (const MwModel *model);
/* What is known about a sequence or texture, from its family's table. */
MwSequenceAspect mw_sequence_aspect (const MwModel *model, const MwRecord *sequence);
MwTextureAspect mw_texture_aspect (const MwRecord *texture);
/* How many records of a model are points of this kind. */
guint mw_count_points (const MwModel *model, MwPoint kind);
