/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/schema/record.h"

/* Aspects: what code that works for every family of models asks of one. There is one table of functions for each family
 * (mdlx/mdlx-aspects.c, m2/m2-aspects.c), and aspects.c lists them. An aspect hands out ids, records and slices of the
 * model's arrays. It stores nothing and changes nothing. What only one family has is no aspect: it belongs in a file of that
 * family. */

/* How well a sequence shows a model that does nothing. */
typedef enum {
  MW_STAND_NO,
  MW_STAND_LIKE, /* its name begins with that word */
  MW_STAND
} MwStand;

/* A sequence. Times are in ms and as stored, so the end may come before the start. */
typedef struct {
  gint64 start, end;     /* both inclusive; from 0 where the sequence has a time line of its own */
  gboolean on_time_line; /* they are times on the model's one time line */
  gboolean looping;
  MwStand stand;
  gboolean is_alias;     /* it plays the keys of another sequence and has none of its own */
  gboolean not_loaded;   /* its keys are in a file that was not found */
  const MwRecord *plays; /* the sequence whose keys are played: this one, or the one that its aliases lead to */
  const MwBounds *bounds;
} MwSequenceAspect;

/* A texture. */
typedef struct {
  const char *path;        /* of a file that fills it; NULL: no file does */
  uint32_t type;           /* what the game fills it with (names.md 4); 0: no such */
  uint32_t replaceable_id; /* Warcraft III's numbers for that; 0: none */
  uint32_t wrap;           /* 1: along the width, 2: along the height */
} MwTextureAspect;

/* A camera at rest. */
typedef struct {
  const float *position, *target;
  float view; /* vertical angle in a picture of 4 to 3, in radians */
} MwCameraAspect;

/* Triangles, three 16-bit indices each, and the vertices that they index, three floats each. */
typedef struct {
  const MwArray *vertices, *triangles;
} MwMeshAspect;

/* What a record that has a place in the model is. */
typedef enum {
  MW_POINT_NONE,
  MW_POINT_BONE,
  MW_POINT_HELPER,
  MW_POINT_ATTACHMENT,
  MW_POINT_EVENT,
  MW_POINT_PARTICLES,
  MW_POINT_EFFECT, /* of another engine */
  MW_POINT_RIBBON,
  MW_POINT_LIGHT,
  MW_POINT_COLLISION
} MwPoint;

/* A collision shape about its node, before the node moves it. */
typedef enum { MW_SHAPE_NONE, MW_SHAPE_BOX, MW_SHAPE_SPHERE, MW_SHAPE_CYLINDER } MwShapeKind;
typedef struct {
  MwShapeKind kind;
  float points[2][3]; /* box: smallest and largest corner; sphere: centre; cylinder: both ends */
  float radius;
} MwShapeAspect;

typedef struct {
  const MwSchema *root, *sequence, *texture; /* of the family's models, their sequences and textures */
  float size; /* radius to show of a model that says nothing of its own, in units of the family */

  /* Fill in what is known of a sequence, texture or camera. */
  void (*of_sequence) (const MwModel *model, const MwRecord *sequence, MwSequenceAspect *out);
  void (*of_texture) (const MwRecord *texture, MwTextureAspect *out);
  void (*of_camera) (const MwRecord *camera, MwCameraAspect *out);

  /* The bounds that the model states, and what it has of a collision mesh. */
  const MwBounds *(*bounds) (const MwModel *model);
  MwMeshAspect (*collision) (const MwModel *model);
  /* The i-th array of vertices, and the i-th array of triangles that a profile (by id; without profiles any number) draws;
   * NULL: there are no more. */
  const MwArray *(*vertices) (const MwModel *model, guint i);
  const MwArray *(*triangles) (const MwModel *model, MwId profile, guint i);
  /* The mesh of a record that has one; FALSE: it has none. */
  gboolean (*mesh) (const MwModel *model, const MwRecord *record, MwMeshAspect *out);

  /* What records of a schema are in space, and where: 3 floats, for records that are MW_POINT_NONE too NULL. */
  MwPoint (*point) (const MwSchema *schema);
  const float *(*place) (const MwRecord *record);
  /* The shape of a record that is MW_POINT_COLLISION; NULL: the family has none. */
  void (*shape) (const MwRecord *record, MwShapeAspect *out);

  /* Versions of the same surfaces for machines of different strength, and the one that is drawn where the user chose that of an
   * id (0: none was chosen). NULL: the family has none; *profile may return NULL: none is loaded. */
  const MwList *(*profiles) (const MwModel *model);
  const MwRecord *(*profile) (const MwModel *model, MwId chosen);
  /* Whether players have colours that the model shows. NULL: they have none. */
  gboolean (*has_teams) (const MwModel *model);
  /* The files that were not read and may use a record, for people. NULL: there are no such files; the result may be NULL too.
   * Free it with g_free(). */
  char *(*unread_users) (const MwModel *model, const MwRecord *record);
} MwAspects;

extern const MwAspects mw_mdlx_aspects, mw_m2_aspects;

/* All families. */
const MwAspects *const *mw_aspects_list (guint *n);
/* The table of a model. */
const MwAspects *mw_aspects_of (const MwModel *model);
/* The table of the model that a record is in; NULL: it is in none. */
const MwAspects *mw_aspects_of_record (const MwRecord *record);
/* Whether a number, from a file for one, is that of a single family. */
gboolean mw_is_family (uint32_t family);

/* What is known of a sequence or texture of a model, by the table of its family. */
MwSequenceAspect mw_sequence_aspect (const MwModel *model, const MwRecord *sequence);
MwTextureAspect mw_texture_aspect (const MwRecord *texture);
/* How many records of a model are of that kind. */
guint mw_count_points (const MwModel *model, MwPoint kind);
