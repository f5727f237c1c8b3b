/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/schema/plan.h"

#include <math.h>
#include <string.h>

/* Collision shapes: CLID of Warcraft III and HTST of World of Warcraft (mdlx.md 5.19, 7.2). Boxes and spheres are
 * the same in both. A cylinder is upright in World of Warcraft, with base, height and radius; in Warcraft III it has
 * two ends. A plane has a length and a width in World of Warcraft; in Warcraft III it has two corners, which would
 * be a flat box there. */

enum { COMMON, RARE }; /* layout variants of Warcraft III */

static void
to_wow (MwMdlxCollisionShape *shape)
{
  uint8_t variant = shape->node.record.variant;
  shape->node.record.variant = COMMON;
  if (shape->type == MW_MDLX_SHAPE_PLANE && variant == RARE) {
    shape->type = MW_MDLX_WOW_SHAPE_CYLINDER;
  } else if (shape->type == MW_MDLX_SHAPE_PLANE) {
    shape->type = MW_MDLX_SHAPE_BOX;
  } else if (shape->type == MW_MDLX_SHAPE_CYLINDER && variant == RARE) {
    shape->type = MW_MDLX_WOW_SHAPE_PLANE;
  } else if (shape->type == MW_MDLX_SHAPE_CYLINDER) {
    guint lower = shape->vertices[1][2] < shape->vertices[0][2];
    shape->type = MW_MDLX_WOW_SHAPE_CYLINDER;
    shape->height = fabsf (shape->vertices[1][2] - shape->vertices[0][2]);
    memmove (shape->vertices[0], shape->vertices[lower], sizeof shape->vertices[0]);
  }
}

static void
to_warcraft (MwMdlxCollisionShape *shape)
{
  shape->node.record.variant = COMMON;
  if (shape->type == MW_MDLX_WOW_SHAPE_CYLINDER) {
    shape->type = MW_MDLX_SHAPE_CYLINDER;
    memcpy (shape->vertices[1], shape->vertices[0], sizeof shape->vertices[1]);
    shape->vertices[1][2] += shape->height;
  } else if (shape->type == MW_MDLX_WOW_SHAPE_PLANE) {
    shape->type = MW_MDLX_SHAPE_CYLINDER;
    shape->node.record.variant = RARE;
  }
}

static void
convert_to (MwMdlxCollisionShape *shape, MwFamily family)
{
  if (family == MW_FAMILY_MDX_WOW)
    to_wow (shape);
  else
    to_warcraft (shape);
}

/* Values that the shape's type does not use are reset to the defaults. */
static void
clear_dead (MwRecord *record, MwFormat format)
{
  for (guint i = 0; i < record->schema->n_fields; i++)
    if (!mw_field_is_live (record, &record->schema->fields[i], format))
      mw_field_set_default (record, &record->schema->fields[i]);
}

/* Reports as lost what converting the shape back would not restore. */
static void
name_losses (MwConverting *c, const MwRecord *shape)
{
  const MwRecord *was = mw_model_find (&c->a->model, shape->id);
  g_autoptr (MwRecord) back = mw_record_copy (shape, FALSE);
  convert_to ((MwMdlxCollisionShape *) back, c->from.family);
  if (!mw_records_laid_out_alike (was, back, c->from))
    mw_convert_lose_layout (c, was, "the other game has one layout of each shape");
  for (guint i = 0; i < was->schema->n_fields; i++) {
    const MwField *field = &was->schema->fields[i];
    const MwRecord *other = mw_field_is_live (back, field, c->from) ? back : mw_convert_fresh (c, was->schema);
    if (mw_field_is_live (was, field, c->from)
        && memcmp (mw_field_at (was, field), mw_field_at (other, field), mw_field_storage_size (field)) != 0)
      mw_convert_lose (c, was, field, "shapes of the other game have no such value");
  }
}

void
mw_convert_shapes (MwConverting *c)
{
  for (uint32_t i = 0; mw_convert_changes_family (c) && i < c->b->nodes.n; i++) {
    MwRecord *record = c->b->nodes.items[i];
    if (record->schema != &mw_mdlx_collision_shape_schema)
      continue;
    convert_to ((MwMdlxCollisionShape *) record, c->to.family);
    clear_dead (record, c->to);
    name_losses (c, record);
  }
}
