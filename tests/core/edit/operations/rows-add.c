/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/notes.h"
#include "core/schema/path.h"
#include "tests/core/edit/operations/posed.h"
#include "tests/core/edit/operations/table.h"

#include <math.h>
#include <string.h>

/* Operations that add elements. Every judge takes the new elements out of a copy of the result, which must then be the model from
 * before, and looks at what they hold. */

/* --- What is new ---------------------------------------------------------------------------------------------------- */

/* Takes what a list has more than before out of it. In the list of nodes a new one comes after the others of its kind. */
static void
take_from (MwModel *now, const MwField *field, const MwList *before, GPtrArray *taken)
{
  const MwList *list = mw_record_list (&now->record, field);
  while (list->n > before->n) {
    uint32_t at = 0;
    while (at < before->n && list->items[at]->schema == before->items[at]->schema)
      at++;
    g_ptr_array_add (taken, mw_list_take (now, &now->record, field, at));
  }
}

/* The new elements in the order of the model's lists; `left` gets what is left of the copy. */
static GPtrArray *
take_new (const TableCase *at, MwModel **left)
{
  GPtrArray *taken = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_record_free);
  *left = mw_model_copy (at->after, TRUE);
  for (guint i = 0; i < mw_schema_n_fields ((*left)->record.schema); i++) {
    const MwField *field = mw_schema_field_at ((*left)->record.schema, i);
    if (field->type == MW_TYPE_LIST)
      take_from (*left, field, mw_record_list (&at->before->record, field), taken);
  }
  return taken;
}

/* What is wrong with the new elements: their number, the bone and place of the last one, or what is left without them. The
 * elements are for the caller, who frees them with g_ptr_array_unref(). */
static char *
check_new (const TableCase *at, guint n, GPtrArray **out)
{
  MwModel *left;
  GPtrArray *made = *out = take_new (at, &left);
  if (made->len != n) {
    mw_model_free (left);
    return g_strdup_printf ("%u elements are new, not %u", made->len, n);
  }
  /* A new bone may be the one that is furthest from a bone above it; the row of bone-insert checks these distances. */
  const MwList *bones = table_list (left, "bones"), *old = table_list (at->before, "bones");
  for (guint i = 0; at->format.family == MW_FAMILY_M2 && i < bones->n; i++)
    ((MwM2Bone *) bones->items[i])->descendant_distance = ((const MwM2Bone *) old->items[i])->descendant_distance;
  g_autofree char *where = NULL;
  gboolean same = mw_model_equal (left, at->before, at->format, &where);
  mw_model_free (left);
  return same ? NULL : g_strdup_printf ("%s is not as before", where);
}

/* Its place is that of the bone that the step names, and 1, 2, 3 more. */
static char *
check_place (const TableCase *at, const MwRecord *record)
{
  static const float offset[3] = { 1, 2, 3 };
  const MwAspects *aspects = mw_aspects_of (at->after);
  g_autofree char *path = table_parameter (at->step, "bone");
  const MwRecord *bone = path ? table_record (at->before, path) : NULL;
  const MwField *up = mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF);
  const MwRecord *parent = mw_model_resolve (at->after, *(const MwRef *) mw_field_at (record, up));
  if (!bone != !parent)
    return g_strdup ("it follows another bone");
  for (guint k = 0; k < 3; k++) {
    float wanted = offset[k] + (bone ? aspects->place (bone)[k] : 0);
    if (aspects->place (record)[k] != wanted || (bone && aspects->place (parent)[k] != aspects->place (bone)[k]))
      return g_strdup ("it is elsewhere");
  }
  return NULL;
}

/* " bone=PATH offset={1,2,3}" for the last bone of a model, which only M2 must have. NULL: there is none. */
static char *
at_bone (const MwModel *model, MwFormat format)
{
  static const char *const lists[] = { "bones", "nodes" };
  const MwRecord *bone = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    const MwList *list = table_list (model, lists[i]);
    for (guint k = 0; list && k < list->n; k++)
      if (mw_aspects_of (model)->point (list->items[k]->schema) == MW_POINT_BONE)
        bone = list->items[k];
  }
  if (!bone)
    return format.family == MW_FAMILY_M2 ? NULL : g_strdup (" offset={1,2,3}");
  g_autofree char *path = mw_record_path (bone);
  return g_strdup_printf (" bone=%s offset={1,2,3}", path);
}

static char *
step_at_bone (const MwModel *model, MwFormat format, const char *text)
{
  g_autofree char *place = at_bone (model, format);
  return place ? g_strconcat (text, place, NULL) : NULL;
}

/* The only new element, which must be of this kind of point and in its place; NULL and what is wrong with it. */
static const MwRecord *
only_point (const TableCase *at, guint n, MwPoint point, GPtrArray **made, char **wrong)
{
  *wrong = check_new (at, n, made);
  const MwRecord *found = NULL;
  for (guint i = 0; !*wrong && i < (*made)->len; i++) {
    const MwRecord *record = (*made)->pdata[i];
    if (mw_aspects_of (at->after)->point (record->schema) == point)
      found = record;
  }
  if (!*wrong && !found)
    *wrong = g_strdup ("nothing of this kind is new");
  if (!*wrong)
    *wrong = check_place (at, found);
  return *wrong ? NULL : found;
}

/* The first value of a track in a slot of the record; NaN without a track. */
static double
first_value (const MwRecord *record, const char *slot, guint component)
{
  const MwField *field = mw_schema_field (record->schema, slot);
  const MwRecord *track = field ? *(MwRecord **) mw_field_at (record, field) : NULL;
  if (!track)
    return NAN;
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  const MwList *list = lanes ? mw_record_list (track, lanes) : NULL;
  const MwRecord *holder = list && list->n ? list->items[0] : track;
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  const MwArray *array = mw_field_at (holder, values);
  if (!array->n)
    return NAN;
  switch (values->element) {
  case MW_TYPE_U8:
    return ((const guint8 *) array->data)[component];
  case MW_TYPE_U16:
    return ((const guint16 *) array->data)[component];
  default:
    return (double) ((const float *) array->data)[component];
  }
}

/* A value of both families: a field in Warcraft III, the constant of a track in M2. */
static double
value_of (const MwRecord *record, const char *name)
{
  g_autofree char *slot = g_strconcat (name, ".track", NULL);
  double constant = first_value (record, slot, 0);
  return isnan (constant) && mw_schema_field (record->schema, name) ? table_number (record, name) : constant;
}

static gboolean
is (double value, double wanted)
{
  return fabs (value - wanted) <= 1e-5 * fabs (wanted);
}

/* --- Bones, helpers ------------------------------------------------------------------------------------------------- */

static char *
bone_step (const MwModel *model, MwFormat format)
{
  gboolean named = format.family != MW_FAMILY_M2 || format.version >= 264;
  return step_at_bone (model, format, named ? "bone-add name=Finger" : "bone-add");
}

static char *
bone_judge (const TableCase *at)
{
  static const uint32_t crc_of_finger = 0xCC018F89; /* as zlib has it */
  char *wrong;
  g_autoptr (GPtrArray) made = NULL;
  const MwRecord *bone = only_point (at, 1, MW_POINT_BONE, &made, &wrong);
  if (!bone)
    return wrong;
  if (bone->schema == &mw_m2_bone_schema) {
    uint32_t crc = ((const MwM2Bone *) bone)->name_crc;
    return at->format.version < 264 || crc == crc_of_finger ? NULL
                                                            : g_strdup_printf ("the CRC of its name is %08X", crc);
  }
  return g_strcmp0 (mw_record_name (bone), "Finger") == 0 ? NULL : g_strdup ("it has another name");
}

static char *
helper_step (const MwModel *model, MwFormat format)
{
  return format.family == MW_FAMILY_M2 ? NULL : step_at_bone (model, format, "helper-add name=Group");
}

static char *
helper_judge (const TableCase *at)
{
  char *wrong;
  g_autoptr (GPtrArray) made = NULL;
  const MwRecord *helper = only_point (at, 1, MW_POINT_HELPER, &made, &wrong);
  return !helper || g_strcmp0 (mw_record_name (helper), "Group") == 0 ? wrong : g_strdup ("it has another name");
}

/* --- Attachments ---------------------------------------------------------------------------------------------------- */

static char *
attachment_step (const MwModel *model, MwFormat format)
{
  const MwList *list = table_list (model, "attachments");
  uint32_t slot = 0;
  for (guint i = 0; format.family == MW_FAMILY_M2 && i < list->n; i++)
    if (((const MwM2Attachment *) list->items[i])->attachment_id == slot) {
      slot++;
      i = G_MAXUINT;
    }
  g_autofree char *text = format.family == MW_FAMILY_M2 ? g_strdup_printf ("attachment-add name=%u", slot)
                                                        : g_strdup ("attachment-add name=Breath");
  return step_at_bone (model, format, text);
}

static char *
attachment_judge (const TableCase *at)
{
  char *wrong;
  g_autoptr (GPtrArray) made = NULL;
  const MwRecord *record = only_point (at, 1, MW_POINT_ATTACHMENT, &made, &wrong);
  if (!record)
    return wrong;
  g_autofree char *name = table_parameter (at->step, "name");
  if (record->schema == &mw_m2_attachment_schema)
    return ((const MwM2Attachment *) record)->attachment_id == g_ascii_strtoull (name, NULL, 10)
             ? NULL
             : g_strdup ("it is another slot");
  if (g_strcmp0 (mw_record_name (record), name) != 0)
    return g_strdup ("it has another name");
  const MwList *nodes = table_list (at->before, "nodes");
  for (guint i = 0; at->format.family == MW_FAMILY_MDX && i < nodes->n; i++)
    if (nodes->items[i]->schema == &mw_mdlx_attachment_schema
        && ((const MwMdlxAttachment *) nodes->items[i])->attachment_id
             == ((const MwMdlxAttachment *) record)->attachment_id)
      return g_strdup ("another attachment has its number");
  return NULL;
}

/* --- Events --------------------------------------------------------------------------------------------------------- */

static char *
event_step (const MwModel *model, MwFormat format)
{
  g_autofree char *sequence = table_sequence (model, format, 20, 1);
  g_autofree char *text = sequence ? g_strdup_printf ("event-add name=%s sequence=%s time=11",
                                                      format.family == MW_FAMILY_M2 ? "$FSD" : "SNDXACOL", sequence)
                                   : NULL;
  return text ? step_at_bone (model, format, text) : NULL;
}

static char *
event_judge (const TableCase *at)
{
  char *wrong;
  g_autoptr (GPtrArray) made = NULL;
  const MwRecord *event = only_point (at, 1, MW_POINT_EVENT, &made, &wrong);
  if (!event)
    return wrong;
  g_autofree char *path = table_parameter (at->step, "sequence");
  gint64 start, end;
  gboolean lanes;
  const MwRecord *sequence = table_record (at->after, path);
  table_interval (sequence, at->format, &start, &end, &lanes);
  const MwRecord *track = *(MwRecord **) mw_field_at (event, mw_schema_field (event->schema, "track"));
  const MwList *list = lanes ? mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES)) : NULL;
  if (lanes && (list->n != 1 || ((const MwM2Lane *) list->items[0])->sequence.id != sequence->id))
    return g_strdup ("its key is not in the sequence");
  const MwRecord *holder = lanes ? list->items[0] : track;
  const MwArray *times = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES));
  return times->n == 1 && ((const gint32 *) times->data)[0] == start + 11 ? NULL
                                                                          : g_strdup ("it is fired at another time");
}

/* --- Lights --------------------------------------------------------------------------------------------------------- */

static char *
light_step (const MwModel *model, MwFormat format)
{
  return step_at_bone (model, format, "light-add kind=directional color={1,0.5,0.25} intensity=2 start=3 end=7");
}

static char *
light_judge (const TableCase *at)
{
  char *wrong;
  g_autoptr (GPtrArray) made = NULL;
  const MwRecord *light = only_point (at, 1, MW_POINT_LIGHT, &made, &wrong);
  if (!light)
    return wrong;
  gboolean m2 = light->schema == &mw_m2_light_schema;
  double blue = m2 ? first_value (light, "color.track", 2) : (double) ((const MwMdlxLight *) light)->color[2];
  /* Directional is 1 in Warcraft III and 0 in M2. */
  if (table_number (light, "type") != (m2 ? 0 : 1) || !is (value_of (light, "intensity"), 2)
      || !is (value_of (light, "attenuation_start"), 3) || !is (value_of (light, "attenuation_end"), 7)
      || !is (blue, 0.25))
    return g_strdup ("its values are others");
  return NULL;
}

/* --- Emitters ------------------------------------------------------------------------------------------------------- */

static char *
emitter_step (const MwModel *model, MwFormat format)
{
  return step_at_bone (model, format, "emitter-add look=sparks size=2 texture=a_new_image.blp");
}

/* Whether an element uses this texture and no other. */
static gboolean
uses_new_image (const MwRecord *texture)
{
  return g_strcmp0 (mw_texture_aspect (texture).path, "a_new_image.blp") == 0;
}

/* Sparks: 120 units per second of Warcraft III, 25 particles per second that live 0.7 s, tails, brightened. */
static char *
emitter_judge (const TableCase *at)
{
  char *wrong;
  g_autoptr (GPtrArray) made = NULL;
  const MwRecord *emitter = only_point (at, 2, MW_POINT_PARTICLES, &made, &wrong);
  if (!emitter)
    return wrong;
  gboolean m2 = emitter->schema == &mw_m2_particle_schema, yards = at->format.family != MW_FAMILY_MDX;
  const MwRef texture = *(const MwRef *) mw_field_at (emitter, mw_schema_field (emitter->schema, "texture"));
  if (!uses_new_image (mw_model_resolve (at->after, texture)))
    return g_strdup ("it has another texture");
  if (!is (value_of (emitter, "speed"), yards ? 240.0 / 36 : 240) || !is (value_of (emitter, "emission_rate"), 25)
      || !is (value_of (emitter, "life_span"), 0.7) || !is (value_of (emitter, "latitude"), yards ? G_PI / 3 : 60)
      || !is (value_of (emitter, "width"), yards ? 6.0 / 36 : 6))
    return g_strdup ("its numbers are others");
  guint32 tail = m2 && at->format.version >= 264 ? (guint32) table_number (emitter, "flags") & 0x40000
                                                 : table_number (emitter, "head_or_tail") == 1;
  if (!tail || table_number (emitter, m2 ? "blend_mode" : "filter_mode") != (m2 ? 4 : 1))
    return g_strdup ("it is drawn differently");
  gboolean curves = m2 && at->format.version >= 264;
  double end = curves ? NAN : table_number (emitter, m2 ? "scaling" : "segment_scaling");
  if (curves) {
    const MwM2Curve *curve = ((const MwM2Particle *) emitter)->scaling_curve;
    end = curve && curve->values.n == 3 ? (double) ((const float *) curve->values.data)[0] : NAN;
  }
  return is (end, yards ? 4.0 / 36 : 4) ? NULL : g_strdup ("its particles have another size");
}

static char *
ribbon_step (const MwModel *model, MwFormat format)
{
  return step_at_bone (model, format, "ribbon-add size=3 texture=a_new_image.blp");
}

/* An M2 model may have the material that the ribbon needs. */
static char *
ribbon_judge (const TableCase *at)
{
  char *wrong;
  g_autoptr (GPtrArray) made = NULL;
  gboolean m2 = at->format.family == MW_FAMILY_M2;
  guint n_materials = table_list (at->after, "materials")->n - table_list (at->before, "materials")->n;
  const MwRecord *ribbon = only_point (at, 2 + n_materials, MW_POINT_RIBBON, &made, &wrong);
  if (!ribbon)
    return wrong;
  double height = at->format.family == MW_FAMILY_MDX ? 30 : 30.0 / 36;
  if (!is (value_of (ribbon, "height_above"), height) || !is (value_of (ribbon, "height_below"), height)
      || value_of (ribbon, "emission_rate") != 30)
    return g_strdup ("its numbers are others");
  MwRef material, texture;
  if (m2) {
    const MwM2Ribbon *own = (const MwM2Ribbon *) ribbon;
    if (own->materials.n != 1 || own->textures.n != 1)
      return g_strdup ("it has not one material and one texture");
    material = ((const MwRef *) own->materials.data)[0];
    texture = ((const MwRef *) own->textures.data)[0];
    return uses_new_image (mw_model_resolve (at->after, texture))
               && ((const MwM2Material *) mw_model_resolve (at->after, material))->blend_mode == 4
             ? NULL
             : g_strdup ("it is drawn differently");
  }
  material = ((const MwMdlxRibbonEmitter *) ribbon)->material;
  const MwMdlxMaterial *used = (const MwMdlxMaterial *) mw_model_resolve (at->after, material);
  const MwMdlxLayer *layer = used && used->layers.n == 1 ? (const MwMdlxLayer *) used->layers.items[0] : NULL;
  return n_materials == 1 && layer && layer->filter_mode == 3 && (layer->flags & 0x11) == 0x11
           ? NULL
           : g_strdup ("it is drawn differently");
}

/* --- Textures ------------------------------------------------------------------------------------------------------- */

static char *
texture_step (const MwModel *model, MwFormat format)
{
  return g_strdup ("texture-add path=a_new_image.blp wrap_v=1");
}

static char *
texture_judge (const TableCase *at)
{
  g_autoptr (GPtrArray) made = NULL;
  char *wrong = check_new (at, 1, &made);
  if (wrong)
    return wrong;
  return uses_new_image (made->pdata[0]) && mw_texture_aspect (made->pdata[0]).wrap == 2
           ? NULL
           : g_strdup ("it is another image");
}

/* --- Team colour ---------------------------------------------------------------------------------------------------- */

enum { TEAM_COLOUR = 1, TEAM_SLOT = 4, FIRST_WITH_SLOTS = 1100 };

/* The first material that does not name the team colour. */
static char *
team_step (const MwModel *model, MwFormat format)
{
  const MwList *materials = format.family == MW_FAMILY_MDX ? table_list (model, "materials") : NULL,
               *textures = materials ? table_list (model, "textures") : NULL;
  for (guint i = 0; materials && i < materials->n; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) materials->items[i];
    g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (MwId));
    for (guint k = 0; k < material->layers.n; k++) {
      const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[k];
      g_array_append_val (used, layer->texture.id);
      for (guint s = 0; s < layer->textures.n; s++)
        g_array_append_val (used, ((const MwMdlxLayerTexture *) layer->textures.items[s])->texture.id);
    }
    gboolean has = FALSE;
    for (guint t = 0; t < textures->n; t++)
      for (guint u = 0; u < used->len; u++)
        has |= textures->items[t]->id == g_array_index (used, MwId, u)
               && ((const MwMdlxTexture *) textures->items[t])->replaceable_id == TEAM_COLOUR;
    if (!has && material->layers.n
        && (!mw_mdlx_material_is_hd (material, format) || material->layers.n > TEAM_SLOT
            || format.version >= FIRST_WITH_SLOTS))
      return g_strdup_printf ("team-colour-add materials[%u]", i);
  }
  return NULL;
}

/* The first texture that the game replaces by the team colour, in a copy of the model from before; added if there is none. */
static MwRef
team_texture (MwModel *expected)
{
  const MwList *textures = table_list (expected, "textures");
  for (guint t = 0; t < textures->n; t++)
    if (((const MwMdlxTexture *) textures->items[t])->replaceable_id == TEAM_COLOUR)
      return (MwRef) { textures->items[t]->id, 0 };
  MwMdlxTexture *made = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  made->replaceable_id = TEAM_COLOUR;
  mw_list_append (expected, &expected->record, MW_FIELD (MwMdlx, textures), &made->record);
  return (MwRef) { made->record.id, 0 };
}

/* The image of an HD material's slot. From 1100 on it is added if there is none. */
static void
set_slot (MwMdlxMaterial *material, MwMdlxLayer *layer, MwFormat format, MwRef texture)
{
  if (format.version < FIRST_WITH_SLOTS) {
    ((MwMdlxLayer *) material->layers.items[TEAM_SLOT])->texture = texture;
    return;
  }
  for (guint i = 0; i < layer->textures.n; i++)
    if (((MwMdlxLayerTexture *) layer->textures.items[i])->slot == TEAM_SLOT) {
      ((MwMdlxLayerTexture *) layer->textures.items[i])->texture = texture;
      return;
    }
  MwMdlxLayerTexture *image = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
  image->slot = TEAM_SLOT;
  image->texture = texture;
  mw_list_append (NULL, &layer->record, MW_FIELD (MwMdlxLayer, textures), &image->record);
}

static char *
team_judge (const TableCase *at)
{
  enum { NONE, TRANSPARENT, BLEND };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  g_autofree char *path = g_strdup (strchr (at->step, ' ') + 1);
  MwMdlxMaterial *material = (MwMdlxMaterial *) table_record (expected, path);
  MwRef texture = team_texture (expected);
  MwMdlxLayer *skin = (MwMdlxLayer *) material->layers.items[0];
  if (mw_mdlx_material_is_hd (material, at->format)) {
    set_slot (material, skin, at->format, texture);
    return table_expect (expected, at);
  }
  MwMdlxLayer *below = (MwMdlxLayer *) mw_record_copy (&skin->record, TRUE);
  mw_record_forget_ids (&below->record);
  mw_notes_drop (&below->record);
  below->filter_mode = NONE;
  below->texture_animation = MW_REF_NONE;
  if (at->format.version >= FIRST_WITH_SLOTS) {
    MwMdlxLayerTexture *image = (MwMdlxLayerTexture *) below->textures.items[0];
    image->texture = texture;
    image->slot = 0;
  } else
    below->texture = texture;
  if (skin->filter_mode <= TRANSPARENT)
    skin->filter_mode = BLEND;
  mw_list_insert (expected, &material->record, MW_FIELD (MwMdlxMaterial, layers), 0, &below->record);
  return table_expect (expected, at);
}

/* --- Cameras and collision ------------------------------------------------------------------------------------------- */

static char *
camera_step (const MwModel *model, MwFormat format)
{
  const MwArray *vertices = mw_aspects_of (model)->vertices (model, 0);
  return vertices && vertices->n ? g_strdup ("camera-add frame=whole turn=90 type=character_info") : NULL;
}

typedef struct {
  const float *target;
  double most;
} Seen;

static void
far_from (const double p[3], gpointer data)
{
  Seen *seen = data;
  double square = 0;
  for (guint k = 0; k < 3; k++)
    square += (p[k] - (double) seen->target[k]) * (p[k] - (double) seen->target[k]);
  seen->most = MAX (seen->most, sqrt (square));
}

/* The vertices at the start of the first Stand, or at rest. */
static void
visit_standing (const MwModel *model, TablePointVisitor visit, gpointer data)
{
  const MwList *sequences = table_list (model, "sequences");
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  MwClock clock = { .rest = TRUE };
  for (uint32_t i = 0; i < sequences->n && clock.rest; i++)
    if (mw_sequence_aspect (model, sequences->items[i]).stand == MW_STAND)
      mw_clock_play (&clock, model, sequences->items[i]->id);
  table_visit_shown (model, skeleton, &clock, visit, data);
}

/* It looks along -Y, and sees all vertices of the model at the start of its Stand. */
static char *
camera_judge (const TableCase *at)
{
  g_autoptr (GPtrArray) made = NULL;
  char *wrong = check_new (at, 1, &made);
  if (wrong)
    return wrong;
  const MwRecord *camera = made->pdata[0];
  gboolean m2 = at->format.family == MW_FAMILY_M2;
  MwCameraAspect looks;
  mw_aspects_of (at->after)->of_camera (camera, &looks);
  double distance = (double) looks.position[1] - (double) looks.target[1], seen = distance * sin (G_PI / 4 * 0.6 / 2);
  if (fabsf (looks.position[0] - looks.target[0]) > 1e-3f * (float) distance || looks.position[2] != looks.target[2]
      || distance <= 0)
    return g_strdup ("it does not look from the left side");
  if ((m2 && table_number (camera, "type") != 1) || table_number (camera, "near_clip") >= distance
      || table_number (camera, "far_clip") <= 2 * distance || table_number (camera, "near_clip") <= 0)
    return g_strdup ("it has another type, or clips the model");
  double field = m2 && at->format.version >= 271 ? first_value (camera, "field_of_view.track", 0)
                                                 : table_number (camera, "field_of_view");
  if (fabs (field - G_PI / 4) > 1e-6)
    return g_strdup_printf ("its field of view is %g", field);
  Seen all = { .target = looks.target };
  visit_standing (at->before, far_from, &all);
  /* The target is the middle of the box, and the sphere around it touches the corners. */
  return all.most > seen * 1.0001 || seen > all.most * 2
           ? g_strdup_printf ("it sees %g around its target, and the farthest vertex is at %g", seen, all.most)
           : NULL;
}

static char *
view_step (const MwModel *model, MwFormat format)
{
  const MwArray *vertices = mw_aspects_of (model)->vertices (model, 0);
  return vertices && vertices->n ? g_strdup ("camera-add-from-view position={-40,900,300} target={5,-60,70} "
                                             "field_of_view=1.25 type=flyby name=Seen")
                                 : NULL;
}

static void
near_to (const double p[3], gpointer data)
{
  Seen *seen = data;
  double square = 0;
  for (guint k = 0; k < 3; k++)
    square += (p[k] - (double) seen->target[k]) * (p[k] - (double) seen->target[k]);
  seen->most = MIN (seen->most, sqrt (square));
}

/* It has the numbers of the step, and cuts off no vertex of the model at the start of its Stand. */
static char *
view_judge (const TableCase *at)
{
  static const float position[] = { -40, 900, 300 }, target[] = { 5, -60, 70 };
  g_autoptr (GPtrArray) made = NULL;
  char *wrong = check_new (at, 1, &made);
  if (wrong)
    return wrong;
  const MwRecord *camera = made->pdata[0];
  const gboolean m2 = at->format.family == MW_FAMILY_M2;
  MwCameraAspect looks;
  mw_aspects_of (at->after)->of_camera (camera, &looks);
  if (memcmp (looks.position, position, sizeof position) != 0 || memcmp (looks.target, target, sizeof target) != 0)
    return g_strdup ("it is elsewhere, or looks elsewhere");
  if (m2 ? table_number (camera, "type") != -1 : g_strcmp0 (mw_record_name (camera), "Seen") != 0)
    return g_strdup ("it has another type or name");
  const double field = m2 && at->format.version >= 271 ? first_value (camera, "field_of_view.track", 0)
                                                       : table_number (camera, "field_of_view"),
               nearest = table_number (camera, "near_clip"), farthest = table_number (camera, "far_clip");
  if (fabs (field - 1.25) > 1e-6)
    return g_strdup_printf ("its field of view is %g", field);
  Seen near = { looks.position, INFINITY }, far = { looks.position, 0 };
  visit_standing (at->before, near_to, &near);
  visit_standing (at->before, far_from, &far);
  return nearest <= 0 || farthest < far.most || farthest < 4 * 988 || nearest > MAX (near.most, 988.1 / 20)
           ? g_strdup_printf ("it shows %g to %g, and the vertices are at %g to %g", nearest, farthest, near.most,
                              far.most)
           : NULL;
}

static char *
collision_step (const MwModel *model, MwFormat format)
{
  const MwArray *vertices = mw_aspects_of (model)->vertices (model, 0);
  return vertices && vertices->n
           ? g_strdup (format.family == MW_FAMILY_M2 ? "collision-add" : "collision-add shape=sphere")
           : NULL;
}

/* The box of what the new part of the collision mesh encloses, whose normals point away from its middle. */
static char *
judge_collision_mesh (const TableCase *at)
{
  const MwM2 *before = (const MwM2 *) at->before, *after = (const MwM2 *) at->after;
  const uint32_t first = before->collision_vertices.n, triangle = before->collision_triangles.n;
  const float *points = after->collision_vertices.data, *normals = after->collision_normals.data;
  const uint16_t *corners = after->collision_triangles.data;
  if (after->collision_vertices.n != first + 8 || after->collision_triangles.n != triangle + 36
      || after->collision_normals.n != before->collision_normals.n + 12)
    return g_strdup ("the collision mesh has not got a box");
  float middle[3] = { 0 };
  for (uint32_t i = first; i < first + 8; i++)
    for (guint k = 0; k < 3; k++)
      middle[k] += points[3 * i + k] / 8;
  for (uint32_t t = 0; t < 12; t++) {
    const uint16_t *c = corners + triangle + 3 * t;
    const float *normal = normals + 3 * (before->collision_normals.n + t), *a = points + 3 * c[0],
                *b = points + 3 * c[1], *d = points + 3 * c[2];
    double out = 0, wound = 0;
    for (guint k = 0; k < 3; k++) {
      guint x = (k + 1) % 3, y = (k + 2) % 3;
      double cross = (double) (b[x] - a[x]) * (double) (d[y] - a[y]) - (double) (b[y] - a[y]) * (double) (d[x] - a[x]);
      out += (double) (a[k] - middle[k]) * (double) normal[k];
      wound += cross * (double) normal[k];
      if (c[k] < first)
        return g_strdup ("a new triangle uses an old vertex");
    }
    if (out < 0 || wound < 0)
      return g_strdup_printf ("triangle %u does not point outwards", t);
  }
  for (uint32_t i = 0; i < after->collision_vertices.n; i++)
    for (guint k = 0; k < 3; k++)
      if (points[3 * i + k] < after->collision_bounds.min[k] || points[3 * i + k] > after->collision_bounds.max[k])
        return g_strdup ("the collision bounds do not contain it");
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwM2 *copy = (MwM2 *) expected;
  copy->collision_bounds = after->collision_bounds;
  MwArray *const to[] = { &copy->collision_vertices, &copy->collision_triangles, &copy->collision_normals };
  const MwArray *const from[] = { &after->collision_vertices, &after->collision_triangles, &after->collision_normals };
  const gsize sizes[] = { 12, 2, 12 };
  for (guint i = 0; i < 3; i++) {
    mw_array_clear (to[i]);
    *to[i] = mw_array_copy (from[i]->data, from[i]->n, sizes[i]);
  }
  return table_expect (expected, at);
}

static char *
collision_judge (const TableCase *at)
{
  if (at->format.family == MW_FAMILY_M2)
    return judge_collision_mesh (at);
  g_autoptr (GPtrArray) made = NULL;
  char *wrong = check_new (at, 1, &made);
  if (wrong)
    return wrong;
  const MwMdlxCollisionShape *shape = made->pdata[0];
  if (shape->node.record.schema != &mw_mdlx_collision_shape_schema || shape->type != MW_MDLX_SHAPE_SPHERE
      || !(shape->radius > 0))
    return g_strdup ("it is no collision sphere");
  TableBox box = { 0 };
  visit_standing (at->before, table_box_add, &box);
  double half = 0;
  for (guint k = 0; k < 3; k++) {
    half = MAX (half, (box.max[k] - box.min[k]) / 2);
    if (fabs ((double) shape->vertices[0][k] - (box.max[k] + box.min[k]) / 2) > 1e-4 * MAX (1, fabs (box.max[k])))
      return g_strdup ("its centre is not that of the model");
  }
  return fabs ((double) shape->radius - half) > 1e-4 * MAX (1, half)
           ? g_strdup_printf ("its radius is %g instead of %g", (double) shape->radius, half)
           : NULL;
}

const TableRow table_add[] = {
  { "bone-add", TABLE_BOTH, bone_step, bone_judge },
  { "helper-add", TABLE_MDLX, helper_step, helper_judge },
  { "attachment-add", TABLE_BOTH, attachment_step, attachment_judge },
  { "event-add", TABLE_BOTH, event_step, event_judge },
  { "light-add", TABLE_BOTH, light_step, light_judge },
  { "emitter-add", TABLE_BOTH, emitter_step, emitter_judge },
  { "ribbon-add", TABLE_BOTH, ribbon_step, ribbon_judge },
  { "camera-add", TABLE_BOTH, camera_step, camera_judge },
  { "camera-add-from-view", TABLE_BOTH, view_step, view_judge },
  { "collision-add", TABLE_BOTH, collision_step, collision_judge },
  { "texture-add", TABLE_BOTH, texture_step, texture_judge },
  { "team-colour-add", TABLE_MDLX, team_step, team_judge },
  { NULL, 0, NULL, NULL },
};
