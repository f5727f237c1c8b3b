/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/effects/standing.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-standard.h"
#include "core/model/aspects.h"
#include "core/pose/mesh-places.h"
#include "core/pose/standing.h"

#include <math.h>
#include <string.h>

/* Cameras and collision shapes that fit the model. */

static gboolean
has_mesh (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwArray *vertices;
  for (guint i = 0; (vertices = mw_aspects_of (model)->vertices (model, i)); i++)
    if (vertices->n)
      return TRUE;
  return mw_operation_nothing (error, "nothing to fit: the model has no vertices");
}

/* --- Camera ---------------------------------------------------------------------------------------------------------- */

enum { FRAME_PORTRAIT, FRAME_WHOLE };
typedef struct {
  MwRecord record;
  uint8_t frame, type;
  char *name;
  float field_of_view, turn;
} CameraParams;

MW_NAMES (frame_names, FALSE, { FRAME_PORTRAIT, "portrait", N_ ("Head and shoulders") },
          { FRAME_WHOLE, "whole", N_ ("The whole model") });
static const MwField camera_fields[] = {
  MW_FIELD_U8 (
    CameraParams, frame, "frame", .names = &frame_names, .label = N_ ("Shows"),
    .doc = N_ ("What fills the picture in Stand: the head or the whole model. The head is found by the attachment of "
               "that name; without one it is the top of the model.")),
  MW_FIELD_F32 (
    CameraParams, turn, "turn", .unit = MW_UNIT_DEGREES, .min = -180, .max = 180, .label = N_ ("From"),
    .doc = N_ ("The side to look from, in degrees towards the left of the model: 0 is the front, 90 its left.")),
  MW_FIELD_F32 (CameraParams, field_of_view, "field_of_view", .unit = MW_UNIT_RADIANS, .def = G_PI / 4, .min = 0.05,
                .max = 3, .label = N_ ("Field of view"), .doc = N_ ("The diagonal angle of view, in radians.")),
  MW_FIELD_U8 (CameraParams, type, "type", .names = &mw_camera_types, .label = N_ ("Type"),
               .doc = N_ ("What the game uses it for. M2 only.")),
  MW_FIELD_TEXT (CameraParams, name, 80, "name", .label = N_ ("Name"), .doc = N_ ("Its name; MDX and MDL only.")),
};
static const MwSchema camera_params = { .name = "camera-add",
                                        .label = N_ ("Add Camera"),
                                        .size = sizeof (CameraParams),
                                        .fields = camera_fields,
                                        .n_fields = G_N_ELEMENTS (camera_fields) };

/* The middle and the radius of what is to be seen. */
static void
frame_on (const MwModel *model, guint frame, const float min[3], const float max[3], double middle[3], double *radius)
{
  float head[3], head_radius;
  double square = 0;
  const gboolean portrait = frame == FRAME_PORTRAIT && mw_standing_head (model, head, &head_radius);
  for (guint k = 0; k < 3; k++) {
    middle[k] = portrait ? (double) head[k] : ((double) min[k] + (double) max[k]) / 2;
    square += pow (((double) max[k] - (double) min[k]) / 2, 2);
  }
  *radius = portrait ? (double) head_radius : sqrt (square);
}

static gboolean
add_camera (MwDocument *document, const CameraParams *p, GError **error)
{
  /* rendering.md 5: the vertical angle of a picture of 4:3 is this part of the diagonal one. */
  static const double VERTICAL = 0.6;
  const MwModel *model = mw_document_get_model (document);
  float min[3], max[3];
  double middle[3], radius;
  if (!mw_standing_box (model, min, max))
    return mw_operation_nothing (error, "nothing to look at: no vertex is shown in Stand or at rest");
  frame_on (model, p->frame, min, max, middle, &radius);
  radius = MAX (radius, 1e-3);
  const double distance = radius / sin ((double) p->field_of_view * VERTICAL / 2),
               angle = (double) p->turn * G_PI / 180;
  MwNewCamera look = { .name = *mw_text (p->name) ? mw_text (p->name) : "Camera",
                       .type = mw_camera_type_number (p->type),
                       .field_of_view = p->field_of_view };
  const double side[3] = { cos (angle), sin (angle), 0 };
  for (guint k = 0; k < 3; k++) {
    look.target[k] = (float) middle[k];
    look.position[k] = (float) (middle[k] + side[k] * distance);
  }
  mw_standing_clips (model, &look);
  MwRecord *made = mw_new_elements (document)->camera (document, &look, error);
  return made && mw_new_insert (document, made, FALSE, error);
}

static gboolean
camera_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return add_camera (document, (const CameraParams *) params, error);
}

const MwOperation mw_operation_camera_add = {
  .id = "camera-add",
  .label = N_ ("Add Camera"),
  .doc = N_ ("Adds a camera that looks at the head, as for a portrait, or at the whole model."),
  .aliases = "new portrait view head frame create",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &camera_params,
  .applies = has_mesh,
  .run = camera_run,
};

/* --- Portrait -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  uint8_t talk;
} PortraitParams;

static const MwField portrait_fields[] = {
  MW_FIELD_U8 (PortraitParams, talk, "talk", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Portrait Talk"),
               .doc = N_ ("1: a missing sequence Portrait Talk is added too. Warcraft III only.")),
};
static const MwSchema portrait_params = { .name = "camera-portrait",
                                          .label = N_ ("Set Up Portrait"),
                                          .size = sizeof (PortraitParams),
                                          .fields = portrait_fields,
                                          .n_fields = G_N_ELEMENTS (portrait_fields) };

/* Adds a sequence, if the game expects it of such a model, the model lacks it, and there is one that it can be made from. */
static gboolean
add_missing (MwDocument *document, const char *name, guint *changed, GError **error)
{
  enum { GAP_MS = 1000 };
  MwStandardSequence is = { 0 };
  if (!mw_sequence_expected (document, name, &is, NULL) || is.state == MW_STANDARD_HAVE)
    return TRUE;
  if (is.state != MW_STANDARD_MISSPELT && !is.from) {
    mw_document_notice (document,
                        g_strdup_printf ("no sequence \"%s\" was added: the model has no Stand to make it from", name));
    return TRUE;
  }
  ++*changed;
  return mw_sequence_add_expected (document, &is, MW_REF_NONE, GAP_MS, error);
}

static gboolean
portrait_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const CameraParams front = { .frame = FRAME_PORTRAIT, .type = MW_CAMERA_PORTRAIT, .field_of_view = G_PI / 4 };
  guint changed = 0;
  if (!mw_has_portrait_camera (mw_document_get_model (document))) {
    if (!add_camera (document, &front, error))
      return FALSE;
    changed++;
  }
  if (!add_missing (document, "Portrait", &changed, error)
      || (((const PortraitParams *) params)->talk && !add_missing (document, "Portrait Talk", &changed, error)))
    return FALSE;
  return changed
         || mw_operation_nothing (error, "nothing to add: the model has a camera for its portrait, and the sequences");
}

const MwOperation mw_operation_camera_portrait = {
  .id = "camera-portrait",
  .label = N_ ("Set Up Portrait"),
  .doc = N_ (
    "Adds what a portrait needs and the model lacks: a camera that looks at the head, which has the type portrait in M2, and "
    "in Warcraft III the sequence Portrait, made from Stand."),
  .aliases = "new camera portrait talk head face view create preset",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &portrait_params,
  .applies = has_mesh,
  .run = portrait_run,
};

/* --- Collision ------------------------------------------------------------------------------------------------------- */

enum { SHAPE_BOX, SHAPE_SPHERE, SHAPE_MESH };
typedef struct {
  MwRecord record;
  uint8_t shape;
  float margin;
} CollisionParams;

MW_NAMES (shape_names, FALSE, { SHAPE_BOX, "box", N_ ("Box") }, { SHAPE_SPHERE, "sphere", N_ ("Sphere") });
static const MwField collision_fields[] = {
  MW_FIELD_U8 (
    CollisionParams, shape, "shape", .names = &shape_names, .label = N_ ("Shape"),
    .doc = N_ ("A box around the mesh, or a sphere that reaches to the farthest side of that box. M2 has boxes only.")),
  MW_FIELD_F32 (CollisionParams, margin, "margin", .min = -99, .max = 1000, .label = N_ ("Margin (%)"),
                .doc = N_ ("How much larger than the mesh it is, in percent; less than 0 makes it smaller.")),
};
static const MwSchema collision_params = { .name = "collision-add",
                                           .label = N_ ("Add Collision"),
                                           .size = sizeof (CollisionParams),
                                           .fields = collision_fields,
                                           .n_fields = G_N_ELEMENTS (collision_fields) };

/* Adds the box, or a sphere that reaches to its farthest side, larger by the margin in percent. */
static gboolean
collide (MwDocument *document, float min[3], float max[3], guint shape, float margin, GError **error)
{
  double most = 0;
  for (guint k = 0; k < 3; k++) {
    double middle = ((double) min[k] + (double) max[k]) / 2,
           half = ((double) max[k] - middle) * (1 + (double) margin / 100);
    min[k] = (float) (middle - half);
    max[k] = (float) (middle + half);
    most = MAX (most, half);
  }
  /* The sphere touches the corners of a cube whose half side is most / sqrt (3): its radius is then `most`. */
  for (guint k = 0; shape == SHAPE_SPHERE && k < 3; k++) {
    double middle = ((double) min[k] + (double) max[k]) / 2;
    min[k] = (float) (middle - most / sqrt (3));
    max[k] = (float) (middle + most / sqrt (3));
  }
  return mw_new_elements (document)->collide (document, min, max, shape == SHAPE_SPHERE, error);
}

static gboolean
collision_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const CollisionParams *p = (const CollisionParams *) params;
  float min[3], max[3];
  if (!mw_standing_box (mw_document_get_model (document), min, max))
    return mw_operation_nothing (error, "nothing to fit: no vertex is shown in Stand or at rest");
  return collide (document, min, max, p->shape, p->margin, error);
}

const MwOperation mw_operation_collision_add = {
  .id = "collision-add",
  .label = N_ ("Add Collision"),
  .doc = N_ (
    "Adds a box or sphere around the model in Stand, for clicks and collisions. In M2 the box becomes a part of the "
    "collision mesh."),
  .aliases = "new collide hit click bounding box sphere shape select create",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &collision_params,
  .applies = has_mesh,
  .run = collision_run,
};

/* --- Collision of meshes --------------------------------------------------------------------------------------------- */

MW_NAMES (mesh_shape_names, FALSE, { SHAPE_BOX, "box", N_ ("Box") }, { SHAPE_SPHERE, "sphere", N_ ("Sphere") },
          { SHAPE_MESH, "mesh", N_ ("Mesh") });
static const MwField from_mesh_fields[] = {
  MW_FIELD_U8 (
    CollisionParams, shape, "shape", .names = &mesh_shape_names, .label = N_ ("Shape"),
    .doc = N_ ("A box around the meshes, a sphere that reaches to the farthest side of that box, or their faces. "
               "M2 has boxes and faces, Warcraft III boxes and spheres.")),
  MW_FIELD_F32 (
    CollisionParams, margin, "margin", .min = -99, .max = 1000, .label = N_ ("Margin (%)"),
    .doc = N_ ("How much larger than the meshes a box or sphere is, in percent; less than 0 makes it smaller.")),
};
static const MwSchema from_mesh_params = { .name = "collision-from-mesh",
                                           .label = N_ ("Make Collision"),
                                           .size = sizeof (CollisionParams),
                                           .fields = from_mesh_fields,
                                           .n_fields = G_N_ELEMENTS (from_mesh_fields) };

/* Faces without those that have no area, and without repetitions. Vertices at one position are one point. */
typedef struct {
  GArray *points;  /* float[3] */
  GArray *corners; /* guint16, three for each face */
} Faces;

static gboolean
has_area (const float *a, const float *b, const float *c)
{
  double square = 0;
  for (guint k = 0; k < 3; k++) {
    const guint i = (k + 1) % 3, j = (k + 2) % 3;
    const double cross = ((double) b[i] - (double) a[i]) * ((double) c[j] - (double) a[j])
                         - ((double) b[j] - (double) a[j]) * ((double) c[i] - (double) a[i]);
    square += cross * cross;
  }
  return square > 0 && isfinite (square);
}

/* Adds the faces of meshes with the same vertices. */
static void
add_faces (MwDocument *document, const GArray *group, Faces *faces)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *holder = mw_mesh_holder (model, mw_model_find (model, g_array_index (group, MwId, 0)));
  const MwArray *positions = mw_mesh_array (holder, mw_mesh_positions (holder));
  const float *at = positions->data;
  g_autofree guint32 *same = mw_mesh_same_places (positions), *to = g_new (guint32, positions->n + 1);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint32 i = 0; i < positions->n; i++)
    to[i] = G_MAXUINT32;
  for (guint i = 0; i < group->len; i++) {
    const MwRecord *mesh = mw_model_find (model, g_array_index (group, MwId, i));
    const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
    for (guint32 t = 0; t + 3 <= triangles->n; t += 3) {
      const guint16 *stored = (const guint16 *) triangles->data + t,
                    corner[3] = { (guint16) same[stored[0]], (guint16) same[stored[1]], (guint16) same[stored[2]] };
      guint64 key = mw_mesh_key (corner);
      if (!has_area (at + 3 * (gsize) corner[0], at + 3 * (gsize) corner[1], at + 3 * (gsize) corner[2])
          || !g_hash_table_add (known, g_memdup2 (&key, sizeof key)))
        continue;
      for (guint k = 0; k < 3; k++) {
        if (to[corner[k]] == G_MAXUINT32) {
          to[corner[k]] = faces->points->len;
          g_array_append_vals (faces->points, at + 3 * (gsize) corner[k], 1);
        }
        const guint16 point = (guint16) to[corner[k]];
        g_array_append_val (faces->corners, point);
      }
    }
  }
}

static gboolean
collide_faces (MwDocument *document, const Faces *faces, const CollisionParams *p, GError **error)
{
  const float *points = (const float *) (gconstpointer) faces->points->data;
  float min[3], max[3];
  if (p->shape == SHAPE_MESH)
    return mw_new_elements (document)->collide_mesh (document, points, faces->points->len,
                                                     (const guint16 *) (gconstpointer) faces->corners->data,
                                                     faces->corners->len / 3, error);
  for (guint k = 0; k < 3; k++) {
    min[k] = max[k] = points[k];
    for (guint i = 0; i < faces->points->len; i++) {
      min[k] = MIN (min[k], points[3 * (gsize) i + k]);
      max[k] = MAX (max[k], points[3 * (gsize) i + k]);
    }
  }
  return collide (document, min, max, p->shape, p->margin, error);
}

static gboolean
from_mesh_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const CollisionParams *p = (const CollisionParams *) params;
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, 3 * sizeof (float)),
                     corners = g_array_new (FALSE, FALSE, sizeof (guint16));
  Faces faces = { points, corners };
  if (p->shape == SHAPE_MESH && !mw_new_elements (document)->collide_mesh)
    return mw_operation_refuse (NULL, error, "collisions of this format are not meshes: choose a box or a sphere");
  if (p->shape == SHAPE_MESH && p->margin != 0)
    return mw_operation_refuse (NULL, error, "a margin is for a box or a sphere: faces stay where they are");
  for (guint i = 0; i < groups->len; i++)
    add_faces (document, groups->pdata[i], &faces);
  return corners->len ? collide_faces (document, &faces, p, error)
                      : mw_operation_nothing (error, "nothing to fit: no face of the meshes has an area");
}

const MwOperation mw_operation_collision_from_mesh = {
  .id = "collision-from-mesh",
  .label = N_ ("Make Collision"),
  .step = N_ ("Make a collision of %s"),
  .doc = N_ ("Adds a collision shape that fits geosets or submeshes at rest: a box, a sphere or, in M2, their faces."),
  .aliases = "new collide hit click bounding box sphere shape hull create fit",
  .domain = MW_DOMAIN_GEOSETS,
  .params = &from_mesh_params,
  .applies = mw_mesh_check,
  .run = from_mesh_run,
};
