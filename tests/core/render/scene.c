/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/scene.h"

#include <math.h>
#include <string.h>

void *
scene_add (MwMdlx *model, const char *list, const MwSchema *kind)
{
  MwRecord *record = mw_record_new (kind);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, list), record);
  return record;
}

MwMdlxTexture *
scene_add_texture (MwMdlx *model, const char *path, uint32_t replaceable_id, uint32_t flags)
{
  MwMdlxTexture *texture = scene_add (model, "textures", &mw_mdlx_texture_schema);
  mw_text_set (&texture->path, path, strlen (path));
  texture->replaceable_id = replaceable_id;
  texture->flags = flags;
  return texture;
}

MwMdlxLayer *
scene_add_layer (MwMdlx *model, MwMdlxMaterial *material, uint32_t filter_mode, MwMdlxTexture *texture)
{
  MwRecord *record = mw_record_new (&mw_mdlx_layer_schema);
  mw_list_append (&model->model, &material->record, mw_schema_field (&mw_mdlx_material_schema, "layers"), record);
  MwMdlxLayer *layer = (MwMdlxLayer *) record;
  layer->filter_mode = filter_mode;
  layer->flags = 1; /* unshaded */
  layer->texture = texture ? scene_ref (texture) : MW_REF_NONE;
  return layer;
}

const char *
scene_note (const MwModel *model, GHashTable *splats)
{
  g_autoptr (GPtrArray) notes = mw_render_notes (model, splats);
  return notes->len ? notes->pdata[0] : NULL;
}

MwRef
scene_ref (const void *record)
{
  return (MwRef) { ((const MwRecord *) record)->id, 0 };
}

MwMdlxGeoset *
scene_add_quad (MwMdlx *model, float x, MwMdlxMaterial *material, MwMdlxBone *bone)
{
  MwMdlxGeoset *geoset = scene_add (model, "geosets", &mw_mdlx_geoset_schema);
  const float vertices[] = { x, -1, 1, x, 1, 1, x, 1, -1, x, -1, -1 };
  const float normals[] = { 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0 };
  const float uvs[] = { 0, 0, 1, 0, 1, 1, 0, 1 };
  const uint16_t faces[] = { 0, 3, 2, 0, 2, 1 };
  geoset->vertices = mw_array_copy (vertices, 4, 12);
  geoset->normals = mw_array_copy (normals, 4, 12);
  geoset->primitive_types = mw_array_copy ((uint32_t[]) { 4 }, 1, 4);
  geoset->primitive_sizes = mw_array_copy ((uint32_t[]) { 6 }, 1, 4);
  geoset->faces = mw_array_copy (faces, 6, 2);
  geoset->vertex_groups = mw_array_copy ("\0\0\0\0", 4, 1);
  geoset->group_sizes = mw_array_copy ((uint32_t[]) { bone ? 1 : 0 }, 1, 4);
  if (bone)
    geoset->group_members = mw_array_copy ((MwRef[]) { scene_ref (bone) }, 1, sizeof (MwRef));
  geoset->material = scene_ref (material);
  MwRecord *set = mw_record_new (&mw_mdlx_uv_set_schema);
  mw_list_append (&model->model, &geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "uv_sets"), set);
  ((MwMdlxUvSet *) set)->uvs = mw_array_copy (uvs, 4, 8);
  return geoset;
}

MwTrack *
scene_add_track (MwMdlx *model, void *owner, const char *child, uint32_t interpolation, uint32_t n,
                 const int32_t *times, const void *values)
{
  const MwField *field = mw_schema_field (((MwRecord *) owner)->schema, child);
  MwRecord *record = mw_record_new (field->schema);
  mw_child_set (&model->model, owner, field, record);
  MwTrack *track = (MwTrack *) record;
  track->interpolation = interpolation;
  track->global_sequence = MW_REF_NONE;
  track->times = mw_array_copy (times, n, sizeof *times);
  track->values = mw_array_copy (values, n, mw_field_element_size (mw_track_value_field (field->schema)));
  return track;
}

MwImage *
scene_load (const char *path, gpointer counter, GError **error)
{
  guint32 colour = 0;
  size_t length = strlen (path);
  if (counter)
    ++*(guint *) counter;
  gboolean mask = g_str_equal (path, "mask"), halves = mask || g_str_equal (path, "halves"), hex = length == 8;
  for (size_t i = 0; hex && i < length; i++) {
    hex = g_ascii_isxdigit (path[i]);
    colour = colour << 4 | (guint32) (hex ? g_ascii_xdigit_value (path[i]) : 0);
  }
  if (!hex && !halves) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no %s here", path);
    return NULL;
  }
  uint32_t side = halves ? 64 : 4;
  MwImage *image = mw_image_new (side, side, "test", error);
  for (uint32_t i = 0; i < side * side; i++) {
    gboolean left = i % side < side / 2;
    guint32 rgba = mask ? (left ? 0xFFFFFFFF : 0xFFFFFF00) : !halves ? colour : left ? 0xFF0000FF : 0x00FF00FF;
    for (int k = 0; k < 4; k++)
      image->rgba[i * 4 + (uint32_t) k] = (uint8_t) (rgba >> (24 - 8 * k));
  }
  mw_image_update_has_alpha (image);
  return image;
}

void
scene_clay (MwClay clay, uint8_t rgb[2][3])
{
  g_autoptr (MwImage) image = mw_image_clay (clay);
  memcpy (rgb[0], scene_pixel (image, 4, 4), 3);
  memcpy (rgb[1], scene_pixel (image, 12, 4), 3);
}

double
scene_light (void)
{
  return 0.55 + 0.5 * 0.5 / sqrt (0.5 * 0.5 + 0.3 * 0.3 + 0.8 * 0.8);
}

void
scene_heat (double weight, double rgb[3])
{
  static const double stops[5][3] = {
    { 0.16, 0.22, 0.62 }, { 0.42, 0.66, 0.85 }, { 1, 0.97, 0.72 }, { 0.98, 0.62, 0.32 }, { 0.72, 0.05, 0.1 }
  };
  const double light = 255 * (0.6 + 0.4 * scene_light ());
  const int low = weight < 0 ? 0 : MIN ((int) (weight * 4), 3);
  for (int i = 0; i < 3; i++)
    rgb[i] = light * (weight < 0 ? 0.6 : stops[low][i] + (stops[low + 1][i] - stops[low][i]) * (weight * 4 - low));
}

void
scene_texel (const char *name, double rgba[4])
{
  guint64 number = g_ascii_strtoull (name, NULL, 16);
  for (int i = 0; i < 4; i++)
    rgba[i] = (double) (number >> (24 - 8 * i) & 255) / 255;
}

void
scene_blend_m2 (uint32_t mode, const double source[3], double a, const double under[3], double out[3])
{
  a = MIN (a, 1);
  for (int i = 0; i < 3; i++) {
    double s = MIN (source[i], 1);
    out[i] = mode < 2                ? s
             : mode == 3             ? under[i] + s
             : mode == 4 || mode > 7 ? under[i] + s * a
             : mode == 5             ? under[i] * s
             : mode == 6             ? 2 * under[i] * s
             : mode == 7             ? s + under[i] * (1 - a)
                                     : s * a + under[i] * (1 - a);
    out[i] = MIN (out[i], 1);
  }
}

void
scene_frame (MwFrame *frame, MwOffscreen *offscreen, int size)
{
  mw_frame_init (frame, offscreen ? mw_offscreen_framebuffer (offscreen) : 1, size, size, NULL);
  for (int i = 0; i < 3; i++)
    frame->background[i] = 0;
  mw_camera_frame (&frame->camera, (float[3]) { 0, 0, 0 }, 4, 1);
  mw_camera_set_view (&frame->camera, MW_VIEW_FRONT);
  frame->camera.ortho = TRUE;
  frame->camera.distance = 1 / tanf (frame->camera.fov / 2);
}

const uint8_t *
scene_pixel (const MwImage *image, int x, int y)
{
  return image->rgba + ((size_t) y * image->width + (size_t) x) * 4;
}

void
scene_assert_pixel (const MwImage *image, int x, int y, double r, double g, double b)
{
  const uint8_t *pixel = scene_pixel (image, x, y);
  const double wanted[] = { r, g, b };
  for (int i = 0; i < 3; i++)
    if (fabs (pixel[i] - wanted[i]) > 2)
      g_error ("pixel (%d, %d) is %d %d %d, not %.1f %.1f %.1f", x, y, pixel[0], pixel[1], pixel[2], r, g, b);
}
