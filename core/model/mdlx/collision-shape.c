/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

#include "core/schema/mdl.h"
#include "core/schema/wire.h"

#include <string.h>

/* CLID: mdlx.md 5.19. There is no size word, and types 1 and 3 have two layouts each. The right layout is the one
 * after which the chunk ends or more shapes follow. */

enum { COMMON, RARE }; /* variants: type 1 is 24 or 20 bytes, type 3 is 28 or 8 */

MW_NAMES (shape_types, FALSE, { MW_MDLX_SHAPE_BOX, "Box", N_ ("Box") }, { MW_MDLX_SHAPE_PLANE, "Plane", N_ ("Plane") },
          { MW_MDLX_SHAPE_SPHERE, "Sphere", N_ ("Sphere") }, { MW_MDLX_SHAPE_CYLINDER, "Cylinder", N_ ("Cylinder") });

/* Bytes after the type word, by layout; RARE is 0 for types with one layout. */
static const uint8_t sizes[][2] = {
  [MW_MDLX_SHAPE_BOX] = { 24, 0 },
  [MW_MDLX_SHAPE_PLANE] = { 24, 20 },
  [MW_MDLX_SHAPE_SPHERE] = { 16, 0 },
  [MW_MDLX_SHAPE_CYLINDER] = { 28, 8 },
};

/* Whether more shapes follow, or the end of the chunk. One plausible node is not enough: with the wrong layout,
 * letters of a name could be read as its size. After ENOUGH shapes it cannot be chance; stopping there bounds the
 * work for files made to fit both layouts. */
enum { ENOUGH = 6, LEAST_NODE = 96 };

static gboolean
shapes_follow (const uint8_t *bytes, size_t left, guint enough)
{
  uint32_t size, type;
  if (left == 0 || enough == 0)
    return TRUE;
  if (left < LEAST_NODE + 4)
    return FALSE;
  memcpy (&size, bytes, 4);
  if (size < LEAST_NODE || size > left - 4)
    return FALSE;
  memcpy (&type, bytes + size, 4);
  if (type >= G_N_ELEMENTS (sizes))
    return FALSE;
  bytes += size + 4;
  left -= size + 4;
  for (guint i = COMMON; i <= RARE; i++)
    if (sizes[type][i] && left >= sizes[type][i]
        && shapes_follow (bytes + sizes[type][i], left - sizes[type][i], enough - 1))
      return TRUE;
  return FALSE;
}

static uint8_t
probe_shape (const MwWireReader *reader)
{
  size_t left;
  const uint8_t *at = mw_wire_peek (reader, &left);
  uint32_t node_size, type;
  if (left < LEAST_NODE + 4 || mw_wire_reader_format (reader).family == MW_FAMILY_MDX_WOW)
    return COMMON;
  memcpy (&node_size, at, 4);
  if (node_size > left - 4)
    return COMMON;
  memcpy (&type, at + node_size, 4);
  if (type >= G_N_ELEMENTS (sizes) || !sizes[type][RARE])
    return COMMON;
  at += node_size + 4;
  left -= node_size + 4;
  size_t common = sizes[type][COMMON], rare = sizes[type][RARE];
  if (left >= common && shapes_follow (at + common, left - common, ENOUGH))
    return COMMON;
  return left >= rare && shapes_follow (at + rare, left - rare, ENOUGH) ? RARE : COMMON;
}

static size_t
type_size (MwFormat format)
{
  return format.family == MW_FAMILY_MDX_WOW ? 1 : 4;
}

/* A type without a known layout has no known size. */
static gboolean
read_type (MwWireReader *reader, MwRecord *record, GError **error)
{
  MwMdlxCollisionShape *shape = (MwMdlxCollisionShape *) record;
  size_t left, size = type_size (mw_wire_reader_format (reader));
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  if (!mw_wire_skip (reader, size, error))
    return FALSE;
  memcpy (&shape->type, bytes, size);
  if (shape->type > MW_MDLX_SHAPE_CYLINDER)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -(int) size, "found collision shape type %u, expected 0 to 3",
                         shape->type);
  return TRUE;
}

static void
write_type (MwWireWriter *writer, const MwRecord *record)
{
  mw_wire_write_bytes (writer, record, MW_FIELD (MwMdlxCollisionShape, type),
                       &((const MwMdlxCollisionShape *) record)->type, type_size (mw_wire_writer_format (writer)));
}

static const MwHand type_hand = { "u32 or u8, 0 to 3", read_type, write_type };

MW_NAMES (wow_shape_types, FALSE, { MW_MDLX_SHAPE_BOX, "Box", N_ ("Box") },
          { MW_MDLX_WOW_SHAPE_CYLINDER, "Cylinder", N_ ("Cylinder") }, { MW_MDLX_SHAPE_SPHERE, "Sphere", N_ ("Sphere") },
          { MW_MDLX_WOW_SHAPE_PLANE, "Plane", N_ ("Plane") });

#define SHAPE(member, path, ...)                                                                                        \
  MW_FIELD_F32 (MwMdlxCollisionShape, member, path, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_GEOMETRY, __VA_ARGS__)
static const MwField collision_shape_fields[] = {
  MW_FIELD_U32 (MwMdlxCollisionShape, type, "type", .names = &shape_types, WOW_NAMES (wow_shape_types), .max = MW_MDLX_SHAPE_CYLINDER,
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Shape"), .doc = N_ ("What shape it has.")),
  MW_FIELD_VEC (MwMdlxCollisionShape, vertices[0], 3, "vertices.first", .role = MW_ROLE_POSITION,
                .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_GEOMETRY, .label = N_ ("First vertex"),
                .doc = N_ ("A corner, the centre of a sphere, or the base of a cylinder (MDL Vertices).")),
  MW_FIELD_VEC (MwMdlxCollisionShape, vertices[1], 3, "vertices.second", .role = MW_ROLE_POSITION,
                .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Second vertex"),
                .doc = N_ ("The opposite corner or end (MDL Vertices).")),
  SHAPE (height, "height", .label = N_ ("Height"), .doc = N_ ("Only in the 20-byte form of type 1.")),
  SHAPE (radius, "bounds_radius", .label = N_ ("Radius"), .doc = N_ ("Of spheres and cylinders (MDL BoundsRadius).")),
  SHAPE (length, "length", .label = N_ ("Length"), .doc = N_ ("Only in the 8-byte form of type 3.")),
  SHAPE (width, "width", .label = N_ ("Width"), .doc = N_ ("Only in the 8-byte form of type 3.")),
};
#define WHEN(name, type_, ...)                                                                                          \
  { .field = name, .wire = MW_WIRE_PLAIN, .when = { .field = "type", .equals = type_ }, ##__VA_ARGS__ }
static const MwGroup collision_shape_groups[] = {
  IN_SHAPE ("type vertices.first vertices.second bounds_radius height length width"),
};
static const MwWireRow collision_shape_rows[] = {
  { .wire = MW_WIRE_SIZE, WOW },
  BASE,
  { .field = "type", .wire = MW_WIRE_HAND, .hand = &type_hand },
  WHEN ("vertices.first", MW_MDLX_SHAPE_BOX),
  WHEN ("vertices.second", MW_MDLX_SHAPE_BOX),
  WHEN ("vertices.first", MW_MDLX_SHAPE_PLANE),
  WHEN ("vertices.second", MW_MDLX_SHAPE_PLANE, WC3, .variants = 1 << COMMON),
  WHEN ("height", MW_MDLX_SHAPE_PLANE, WC3, .variants = 1 << RARE),
  WHEN ("bounds_radius", MW_MDLX_SHAPE_PLANE, WC3, .variants = 1 << RARE),
  WHEN ("height", MW_MDLX_WOW_SHAPE_CYLINDER, WOW),
  WHEN ("bounds_radius", MW_MDLX_WOW_SHAPE_CYLINDER, WOW),
  WHEN ("vertices.first", MW_MDLX_SHAPE_SPHERE),
  WHEN ("bounds_radius", MW_MDLX_SHAPE_SPHERE),
  WHEN ("vertices.first", MW_MDLX_SHAPE_CYLINDER, WC3, .variants = 1 << COMMON),
  WHEN ("vertices.second", MW_MDLX_SHAPE_CYLINDER, WC3, .variants = 1 << COMMON),
  WHEN ("bounds_radius", MW_MDLX_SHAPE_CYLINDER, WC3, .variants = 1 << COMMON),
  WHEN ("length", MW_MDLX_SHAPE_CYLINDER, WC3, .variants = 1 << RARE),
  WHEN ("width", MW_MDLX_SHAPE_CYLINDER, WC3, .variants = 1 << RARE),
  WHEN ("length", MW_MDLX_WOW_SHAPE_PLANE, WOW),
  WHEN ("width", MW_MDLX_WOW_SHAPE_PLANE, WOW),
};
/* One statement for two fields; a sphere has only the first. */
static gboolean
read_vertices (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxCollisionShape *shape = (MwMdlxCollisionShape *) record;
  int64_t stated = -1;
  guint n = 0;
  if ((mw_mdl_is_number (reader) && !mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &stated)) || !mw_mdl_open (reader))
    return FALSE;
  for (; !mw_mdl_closes (reader); n++) {
    if (n == 2)
      return mw_mdl_fail (reader, "found a third vertex of a collision shape, expected at most two");
    if (!mw_mdl_floats (reader, 3, shape->vertices[n]))
      return FALSE;
  }
  mw_mdl_count_differs (reader, "Vertices", stated, n);
  return TRUE;
}

static void
write_vertices (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxCollisionShape *shape = (const MwMdlxCollisionShape *) record;
  gboolean wow_cylinder = mw_mdl_writer_format (writer).family == MW_FAMILY_MDX_WOW && shape->type == MW_MDLX_WOW_SHAPE_CYLINDER;
  guint n = shape->type == MW_MDLX_SHAPE_SPHERE || wow_cylinder ? 1 : 2;
  mw_mdl_line (writer, "Vertices ");
  mw_mdl_put_int (writer, n);
  mw_mdl_put (writer, " {");
  mw_mdl_indent (writer, 1);
  for (guint i = 0; i < n; i++) {
    mw_mdl_line (writer, "");
    mw_mdl_at (writer, record, i ? MW_FIELD (MwMdlxCollisionShape, vertices[1]) : MW_FIELD (MwMdlxCollisionShape, vertices[0]));
    mw_mdl_put_floats (writer, shape->vertices[i], 3);
    mw_mdl_put (writer, ",");
  }
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
}

static const MwMdlHand vertices_hand = { "one vertex or two, by type", read_vertices, write_vertices };

static const MwMdlRow collision_shape_mdl[] = {
  MDL_HEAD_NAMED ("CollisionShape"),
  MDL_BASE,
  MDL_NAME ("type"),
  { .field = "vertices.first", .form = MW_MDL_HAND, .word = "Vertices", .also = "vertices.second", .hand = &vertices_hand },
  MDL_VALUE ("bounds_radius", "BoundsRadius"),
  MDL_VALUE ("height", "ShapeHeight", WOW),
  MDL_VALUE ("length", "ShapeLength", WOW),
  MDL_VALUE ("width", "ShapeWidth", WOW),
};
const MwSchema mw_mdlx_collision_shape_schema = { .name = "collision_shape",
                                                  .plural = "collision_shapes",
                                                  .label = N_ ("Collision shape"),
                                                  .doc = N_ ("What a click in the game hits (CLID)."),
                                                  .base = &mw_mdlx_node_schema,
                                                  .size = sizeof (MwMdlxCollisionShape),
                                                  .probe = probe_shape,
                                                  .init = mw_mdlx_init_node,
                                                  .init_for_family = mw_mdlx_init_node_for_family,
                                                  TABLE (collision_shape),
                                                  MDL_ROWS (collision_shape) };
