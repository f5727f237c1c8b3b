/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/info-creature.h"
#include "app/cli/values.h"
#include "core/base/number.h"
#include "core/model/aspects.h"

#include <string.h>

/* What World of Warcraft's table of creature models wants to know of a model. Collision and boxes are of the model at scale 1. */

typedef struct {
  MwBounds bounds; /* that the model states */
  float width, height;
  gboolean of_mesh; /* of the collision mesh; else of the bounds */
  const MwRecord *mount;
  float mount_height;
} Creature;

/* The attachment with the id 0, at which a rider sits. */
static gboolean
find_mount (MwRecord *record, gpointer data)
{
  const MwRecord **found = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->catalogue == MW_CATALOGUE_ATTACHMENT && field->type == MW_TYPE_U32
        && *(const uint32_t *) mw_field_at (record, field) == 0)
      *found = record;
  }
  return !*found;
}

static Creature
creature_of (const MwModel *model)
{
  const MwAspects *aspects = mw_aspects_of (model);
  const MwArray *mesh = mw_model_member (model, aspects->collision_vertices);
  const MwBounds *stated = mw_model_member (model, aspects->bounds);
  Creature is = { .bounds = stated ? *stated : (MwBounds) { 0 } };
  float min[3], max[3];
  memcpy (min, is.bounds.min, sizeof min);
  memcpy (max, is.bounds.max, sizeof max);
  is.of_mesh = mesh && mesh->n;
  for (uint32_t i = 0; is.of_mesh && i < mesh->n; i++)
    for (guint k = 0; k < 3; k++) {
      const float at = ((const float *) mesh->data)[3 * i + k];
      min[k] = i ? MIN (min[k], at) : at;
      max[k] = i ? MAX (max[k], at) : at;
    }
  is.width = MAX (max[0] - min[0], max[1] - min[1]);
  is.height = max[2];
  mw_record_foreach ((MwRecord *) &model->record, find_mount, &is.mount);
  is.mount_height = is.mount ? aspects->place (is.mount)[2] : 0;
  return is;
}

static void
print_number (MwCli *cli, const char *column, float value, const char *note)
{
  char text[MW_FLOAT_TEXT_MAX];
  mw_float_to_text (value, text);
  if (note)
    mw_cli_print (cli, "  %-22s %-12s %s\n", column, text, note);
  else
    mw_cli_print (cli, "  %-22s %s\n", column, text);
}

static void
creature_text (MwCli *cli, const char *file, const Creature *is)
{
  static const char *const columns[2][3] = { { "GeoBoxMinX", "GeoBoxMinY", "GeoBoxMinZ" },
                                             { "GeoBoxMaxX", "GeoBoxMaxY", "GeoBoxMaxZ" } };
  g_autofree char *where = mw_cli_plain (file, 0), *mount = is->mount ? mw_record_path (is->mount) : NULL;
  const char *from = is->of_mesh ? "of the collision mesh" : "of the bounds: there is no collision mesh";
  mw_cli_print (cli, "%s%s%s\n", mw_cli_color (cli, "1"), where, mw_cli_color (cli, "0"));
  print_number (cli, "ModelScale", 1, NULL);
  print_number (cli, "CollisionWidth", is->width, from);
  print_number (cli, "CollisionHeight", is->height, from);
  print_number (cli, "MountHeight", is->mount_height, mount ? mount : "there is no attachment 0");
  for (guint i = 0; i < 2; i++)
    for (guint k = 0; k < 3; k++)
      print_number (cli, columns[i][k], i ? is->bounds.max[k] : is->bounds.min[k], NULL);
}

static void
json_vector (MwJson *json, const char *key, const float vector[3])
{
  mw_json_begin_array (json, key);
  for (guint k = 0; k < 3; k++)
    mw_json_float (json, NULL, vector[k]);
  mw_json_end_array (json);
}

static void
creature_json (MwCli *cli, const char *file, const Creature *is)
{
  g_autoptr (MwJson) json = mw_json_new ();
  g_autofree char *mount = is->mount ? mw_record_path (is->mount) : NULL;
  mw_json_float (json, "model_scale", 1);
  mw_json_float (json, "collision_width", is->width);
  mw_json_float (json, "collision_height", is->height);
  mw_json_string (json, "collision_of", is->of_mesh ? "collision mesh" : "bounds");
  mw_json_float (json, "mount_height", is->mount_height);
  if (mount)
    mw_json_string (json, "mount", mount);
  json_vector (json, "geo_box_min", is->bounds.min);
  json_vector (json, "geo_box_max", is->bounds.max);
  mw_cli_object (cli, file, TRUE, json);
}

void
mw_cli_creature (MwCli *cli, const char *file, const MwModel *model)
{
  const Creature is = creature_of (model);
  if (cli->json)
    creature_json (cli, file, &is);
  else
    creature_text (cli, file, &is);
}
