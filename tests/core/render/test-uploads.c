/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "tests/core/corpus.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/whole.h"

#include <stdio.h>
#include <string.h>

/* A GL that only counts, so that tests see what is uploaded. Uploads of the pose are those listed in renderer.h:
 * parts of float textures, and streamed buffers. */
static struct {
  guint buffers, images, pose, draws, made, deleted, fills;
  GLintptr offset; /* of the last buffer upload */
  GLsizeiptr size;
  GLuint next;
  uint16_t last[16]; /* start of the last buffer upload */
} seen;

#define NOTHING(result, name, parameters, arguments)                                                                   \
  static result nothing_##name parameters                                                                              \
  {                                                                                                                    \
    return (result) 0;                                                                                                 \
  }
MW_GL_CALLS (NOTHING)
#undef NOTHING

static void
count_buffer_data (GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
  if (usage == GL_STREAM_DRAW) {
    seen.pose++;
    return;
  }
  seen.buffers++;
  seen.offset = 0;
  seen.size = size;
  if (data)
    memcpy (seen.last, data, MIN ((size_t) size, sizeof seen.last));
}

static void
count_buffer_sub_data (GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
  seen.buffers++;
  seen.offset = offset;
  seen.size = size;
}

static void
count_tex_image (GLenum target, GLint level, GLint inner, GLsizei width, GLsizei height, GLint border, GLenum format,
                 GLenum type, const void *pixels)
{
  /* The smaller levels belong to the image. */
  *(type == GL_FLOAT ? &seen.pose : &seen.images) += level == 0;
}

static void
count_tex_sub_image (GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                     GLenum type, const void *pixels)
{
  *(type == GL_FLOAT ? &seen.pose : &seen.images) += 1;
}

static void
count_made (GLsizei n, GLuint *names)
{
  for (GLsizei i = 0; i < n; i++)
    names[i] = ++seen.next;
  seen.made += (guint) n;
}

static void
count_deleted (GLsizei n, const GLuint *names)
{
  for (GLsizei i = 0; i < n; i++)
    seen.deleted += names[i] != 0;
}

static void
count_elements (GLenum mode, GLsizei n, GLenum type, const void *offset)
{
  seen.draws++;
}

static void
count_arrays (GLenum mode, GLint first, GLsizei n)
{
  seen.fills++;
}

static void
say_ok (GLuint object, GLenum name, GLint *value)
{
  *value = GL_TRUE;
}

static MwGl
counting_gl (void)
{
  MwGl gl;
#define FILL(result, name, parameters, arguments) gl.name = nothing_##name;
  MW_GL_CALLS (FILL)
#undef FILL
  gl.BufferData = count_buffer_data;
  gl.BufferSubData = count_buffer_sub_data;
  gl.TexImage2D = count_tex_image;
  gl.TexSubImage2D = count_tex_sub_image;
  gl.GenBuffers = gl.GenTextures = gl.GenVertexArrays = count_made;
  gl.DeleteBuffers = gl.DeleteTextures = gl.DeleteVertexArrays = count_deleted;
  gl.DrawElements = count_elements;
  gl.DrawArrays = count_arrays;
  gl.GetShaderiv = gl.GetProgramiv = say_ok;
  return gl;
}

/* A card whose textures are at most 4 texels wide and high; and the last image that it got. */
static struct {
  GLsizei width, height;
  uint8_t red[16];
} small;

static void
say_four (GLenum name, GLint *value)
{
  *value = name == GL_MAX_TEXTURE_SIZE ? 4 : 0;
}

static void
keep_image (GLenum target, GLint level, GLint inner, GLsizei width, GLsizei height, GLint border, GLenum format,
            GLenum type, const void *pixels)
{
  if (type != GL_UNSIGNED_BYTE || level)
    return;
  small.width = width;
  small.height = height;
  for (GLsizei i = 0; i < width * height && i < (GLsizei) G_N_ELEMENTS (small.red); i++)
    small.red[i] = ((const uint8_t *) pixels)[4 * i];
}

/* An image of the size in the name, as in "8x2". The red of a texel is 2 * x + 20 * y, its other numbers are 255. */
static MwImage *
load_sized (const char *path, gpointer data, GError **error)
{
  guint width, height;
  g_assert_cmpint (sscanf (path, "%ux%u", &width, &height), ==, 2);
  MwImage *image = mw_image_new (width, height, "test", error);
  memset (image->rgba, 255, (size_t) width * height * 4);
  for (guint i = 0; i < width * height; i++)
    image->rgba[4 * i] = (uint8_t) (2 * (i % width) + 20 * (i / width));
  return image;
}

/* --- A document that is shown ---------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *document;
  MwMdlx *model; /* the document's model */
  MwRenderer *renderer;
  MwFrame frame;
  guint loads;
  MwMdlxGeoset *geoset;
  MwMdlxMaterial *material;
  MwMdlxLayer *layer;
  MwMdlxTexture *textures[2];
  MwMdlxBone *bone;
  MwMdlxSequence *sequence;
} Scene;

static void
on_changed (MwDocument *document, MwChangeSet *set, Scene *scene)
{
  mw_renderer_apply_change (scene->renderer, &scene->model->model, set);
}

static void
draw (Scene *scene)
{
  seen.buffers = seen.images = seen.pose = seen.draws = seen.made = seen.deleted = seen.fills = 0;
  draw_whole (scene->renderer, &scene->frame);
}

static void
scene_open (Scene *scene, gconstpointer data)
{
  MwGl gl = counting_gl ();
  MwMdlx *model = mw_mdlx_new ();
  scene->loads = 0;
  scene->textures[0] = scene_add_texture (model, "FF0000FF", 0, 0);
  scene->textures[1] = scene_add_texture (model, "00FF00FF", 0, 0);
  scene->material = scene_add (model, "materials", &mw_mdlx_material_schema);
  scene->layer = scene_add_layer (model, scene->material, 0, scene->textures[0]);
  scene->bone = scene_add (model, "nodes", &mw_mdlx_bone_schema);
  scene_add_track (model, scene->bone, "translation.track", 1, 2, (int32_t[]) { 0, 1000 },
                   (float[]) { 0, 0, 0, 0, 2, 0 });
  scene->geoset = scene_add_quad (model, 0, scene->material, scene->bone);
  scene->sequence = scene_add (model, "sequences", &mw_mdlx_sequence_schema);
  scene->sequence->interval[1] = 1000;
  scene->model = model;
  scene->document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  scene->renderer = mw_renderer_new (&gl, FALSE, NULL);
  scene_frame (&scene->frame, NULL, 64);
  mw_clock_play (&scene->frame.clock, &model->model, scene->sequence->record.id);
  mw_renderer_set_model (scene->renderer, &model->model, scene_load, &scene->loads);
  g_signal_connect (scene->document, "changed", G_CALLBACK (on_changed), scene);
  draw (scene);
  g_assert_cmpuint (scene->loads, ==, 2);
  g_assert_cmpuint (seen.draws, ==, 1);
  draw (scene);
  g_assert_cmpuint (seen.buffers + seen.images + seen.made, ==, 0);
}

static void
scene_close (Scene *scene, gconstpointer data)
{
  seen.deleted = 0;
  mw_renderer_free (scene->renderer);
  g_assert_cmpuint (seen.deleted, >, 0);
  g_object_unref (scene->document);
}

static const MwField *
field_of (const void *record, const char *name)
{
  const MwField *field = mw_schema_field (((const MwRecord *) record)->schema, name);
  g_assert_nonnull (field);
  return field;
}

static void
set_field (Scene *scene, const void *record, const char *name, const void *bytes, gsize size)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (scene->document, "test");
  mw_document_set_field (scene->document, ((const MwRecord *) record)->id, field_of (record, name), bytes, size,
                         &error);
  g_assert_no_error (error);
  mw_document_commit (scene->document);
}

static void
replace_span (Scene *scene, const void *record, const char *name, guint32 first, guint32 n, const void *elements)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (scene->document, "test");
  mw_document_replace_span (scene->document, ((const MwRecord *) record)->id, field_of (record, name), first, n,
                            elements, &error);
  g_assert_no_error (error);
  mw_document_commit (scene->document);
}

static void
swap_array (Scene *scene, const void *record, const char *name, MwArray array)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (scene->document, "test");
  mw_document_swap_array (scene->document, ((const MwRecord *) record)->id, field_of (record, name), array, &error);
  g_assert_no_error (error);
  mw_document_commit (scene->document);
}

static void
insert (Scene *scene, const void *owner, const char *list, MwRecord *record)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (scene->document, "test");
  mw_document_insert (scene->document, ((const MwRecord *) owner)->id, field_of (owner, list), 0, record, &error);
  g_assert_no_error (error);
  mw_document_commit (scene->document);
}

static void
remove_record (Scene *scene, const void *record)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (scene->document, "test");
  mw_document_remove (scene->document, ((const MwRecord *) record)->id, &error);
  g_assert_no_error (error);
  mw_document_commit (scene->document);
}

/* Its vertices get another bone, because the root has no parent. */
static void
remove_bone (Scene *scene, const void *bone)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (scene->document, "test");
  mw_document_remove_weighted (scene->document, &((const MwRecord *) bone)->id, 1, MW_WEIGHTS_NEAREST, &error);
  g_assert_no_error (error);
  mw_document_commit (scene->document);
}

/* Draws, and checks the number of uploads besides those of the pose. */
static void
expect (Scene *scene, guint buffers, guint images)
{
  draw (scene);
  g_assert_cmpuint (seen.buffers, ==, buffers);
  g_assert_cmpuint (seen.images, ==, images);
}

/* --- What changes upload ---------------------------------------------------------------------------------------------- */

static void
test_values (Scene *scene, gconstpointer data)
{
  float alpha = 0.25f, pivot[3] = { 1, 2, 3 };
  uint32_t mode = 2, flags = 0x11;
  int32_t end = 500;
  set_field (scene, scene->layer, "alpha", &alpha, sizeof alpha);
  expect (scene, 0, 0);
  set_field (scene, scene->layer, "filter_mode", &mode, sizeof mode);
  set_field (scene, scene->layer, "flags", &flags, sizeof flags);
  expect (scene, 0, 0);
  set_field (scene, scene->sequence, "name", "Walk", 4);
  expect (scene, 0, 0);
  set_field (scene, scene->sequence, "interval.end", &end, sizeof end);
  set_field (scene, scene->bone, "pivot", pivot, sizeof pivot);
  set_field (scene, scene->bone, "name", "Hand", 4);
  expect (scene, 0, 0);
  g_assert_cmpuint (seen.draws, ==, 1);
  g_assert_cmpuint (seen.made, ==, 0);
  mw_document_undo (scene->document);
  mw_document_undo (scene->document);
  expect (scene, 0, 0);
}

static void
test_vertex (Scene *scene, gconstpointer data)
{
  float place[6] = { 0, -1, 2, 0, 1, 2 };
  replace_span (scene, scene->geoset, "vertices", 2, 1, place);
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 2 * 12);
  g_assert_cmpint (seen.size, ==, 12);
  replace_span (scene, scene->geoset, "normals", 1, 2, place);
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 1 * 12);
  g_assert_cmpint (seen.size, ==, 24);
  replace_span (scene, scene->geoset->uv_sets.items[0], "uvs", 3, 1, place);
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 3 * 8);
  g_assert_cmpint (seen.size, ==, 8);
  replace_span (scene, scene->geoset, "vertex_groups", 3, 1, "\x01");
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 3 * 2); /* a matrix number has 2 bytes on the card */
  g_assert_cmpint (seen.size, ==, 2);
  replace_span (scene, scene->geoset, "faces", 3, 3, (uint16_t[]) { 0, 1, 2 });
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 3 * 2);
  g_assert_cmpint (seen.size, ==, 3 * 2);
  mw_document_undo (scene->document); /* is uploaded in the same way */
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 3 * 2);
  g_assert_cmpint (seen.size, ==, 3 * 2);
}

static void
test_spans_join (Scene *scene, gconstpointer data)
{
  /* Two edits before the next frame are one upload. */
  float place[3] = { 0, -1, 2 };
  replace_span (scene, scene->geoset, "vertices", 1, 1, place);
  replace_span (scene, scene->geoset, "vertices", 3, 1, place);
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 1 * 12);
  g_assert_cmpint (seen.size, ==, 3 * 12);
}

static void
test_whole_array (Scene *scene, gconstpointer data)
{
  const float normals[12] = { 0 };
  swap_array (scene, scene->geoset, "normals", mw_array_copy (normals, 4, 12));
  expect (scene, 1, 0);
  g_assert_cmpint (seen.offset, ==, 0);
  g_assert_cmpint (seen.size, ==, 4 * 12);
  g_assert_cmpuint (seen.made, ==, 0);
}

static void
test_bad_indices (Scene *scene, gconstpointer data)
{
  /* Four vertices: triangles that would read beyond them shrink to a point; the valid triangle stays. */
  static const uint16_t faces[] = { 0, 4, 1, 0, 3, 2, 1, 2, 65535 }, sent[] = { 0, 0, 0, 0, 3, 2, 0, 0, 0 };
  swap_array (scene, scene->geoset, "faces", mw_array_copy (faces, 9, 2));
  expect (scene, 1, 0);
  g_assert_cmpmem (seen.last, (size_t) seen.size, sent, sizeof sent);
  /* Faces are corrected one by one: while one is invalid all are uploaded again, afterwards only those that are set. */
  replace_span (scene, scene->geoset, "faces", 1, 1, &(uint16_t) { 2 });
  expect (scene, 1, 0);
  g_assert_cmpint (seen.size, ==, sizeof sent);
  g_assert_cmpuint (seen.last[1], ==, 2);
  replace_span (scene, scene->geoset, "faces", 8, 1, &(uint16_t) { 3 });
  expect (scene, 1, 0);
  g_assert_cmpuint (seen.last[8], ==, 3);
  replace_span (scene, scene->geoset, "faces", 0, 1, &(uint16_t) { 1 });
  expect (scene, 1, 0);
  g_assert_cmpint (seen.size, ==, 2);
  /* 4 is the number of vertices, and the first index that is too large. */
  for (guint i = 0; i < 2; i++) {
    replace_span (scene, scene->geoset, "faces", 0, 1, &(uint16_t) { i ? 4 : 9 });
    expect (scene, 1, 0);
    g_assert_cmpint (seen.size, ==, sizeof sent);
    g_assert_cmpuint (seen.last[0], ==, 0);
    replace_span (scene, scene->geoset, "faces", 0, 1, &(uint16_t) { 1 });
    expect (scene, 1, 0);
  }
}

static void
test_textures (Scene *scene, gconstpointer data)
{
  MwRef other = scene_ref (scene->textures[1]);
  uint32_t flags = 3, team = 1;
  set_field (scene, scene->layer, "texture", &other, sizeof other);
  expect (scene, 0, 0);
  g_assert_cmpuint (scene->loads, ==, 2);
  set_field (scene, scene->textures[1], "path", "0000FFFF", 8);
  expect (scene, 0, 1);
  g_assert_cmpuint (scene->loads, ==, 3);
  g_assert_cmpuint (seen.made, ==, 0);
  set_field (scene, scene->textures[1], "flags", &flags, sizeof flags);
  expect (scene, 0, 0);
  g_assert_cmpuint (scene->loads, ==, 3);
  /* A path that leads nowhere shows clay, which is already on the card, like the team's colour. */
  set_field (scene, scene->textures[1], "path", "nowhere", 7);
  expect (scene, 0, 0);
  g_assert_cmpuint (seen.deleted, ==, 1);
  set_field (scene, scene->textures[1], "replaceable_id", &team, sizeof team);
  expect (scene, 0, 0);
  scene->frame.team++;
  expect (scene, 0, 2); /* colour and glow */
  mw_renderer_reload_textures (scene->renderer);
  expect (scene, 0, 1);
  g_assert_cmpuint (scene->loads, ==, 5); /* the missing one and the first; the team's colour is not a file */
}

static void
test_structure (Scene *scene, gconstpointer data)
{
  MwRecord *record = mw_record_new (&mw_mdlx_texture_schema);
  mw_text_set (&((MwMdlxTexture *) record)->path, "FFFFFFFF", 8);
  insert (scene, scene->model, "textures", record);
  expect (scene, 0, 1);
  mw_document_undo (scene->document);
  expect (scene, 0, 0);
  g_assert_cmpuint (seen.deleted, ==, 1);
  mw_document_redo (scene->document);
  expect (scene, 0, 1);

  remove_record (scene, scene->geoset);
  expect (scene, 0, 0);
  g_assert_cmpuint (seen.draws, ==, 0);
  g_assert_cmpuint (seen.deleted, ==, 6); /* vertices, normals, matrices, faces, one UV set, the vertex array */
  mw_document_undo (scene->document);
  expect (scene, 5, 0);
  g_assert_cmpuint (seen.draws, ==, 1);

  /* Removed and inserted again before the next frame. */
  mw_document_redo (scene->document);
  mw_document_undo (scene->document);
  expect (scene, 5, 0);
  g_assert_cmpuint (seen.draws, ==, 1);

  insert (scene, scene->geoset, "uv_sets", mw_record_new (&mw_mdlx_uv_set_schema));
  expect (scene, 1, 0);
}

static void
test_nodes_gone (Scene *scene, gconstpointer data)
{
  /* The skeleton and the emitters keep pointers to records: those of a removed record must not be read (run with the
   * sanitizers). */
  static const MwSchema *const kinds[] = { &mw_mdlx_particle_emitter2_schema, &mw_mdlx_ribbon_emitter_schema,
                                           &mw_mdlx_bone_schema };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    MwRecord *record = mw_record_new (kinds[i]);
    if (kinds[i] != &mw_mdlx_bone_schema)
      ((MwMdlxNode *) record)->parent = scene_ref (scene->bone);
    insert (scene, scene->model, "nodes", record);
    expect (scene, 0, 0);
  }
  float screen[3];
  MwId id = scene->bone->node.record.id;
  g_assert_true (mw_renderer_project (scene->renderer, &scene->frame, id, screen));
  remove_bone (scene, scene->bone);
  g_assert_false (mw_renderer_project (scene->renderer, &scene->frame, id, screen));
  expect (scene, 0, 0);
  g_assert_false (mw_renderer_project (scene->renderer, &scene->frame, id, screen));
  mw_document_go_to (scene->document, 0);
  expect (scene, 0, 0);
  g_assert_true (mw_renderer_project (scene->renderer, &scene->frame, id, screen));
  mw_renderer_set_model (scene->renderer, NULL, NULL, NULL);
  draw (scene);
  g_assert_cmpuint (seen.draws, ==, 0);
}

static void
test_time (Scene *scene, gconstpointer data)
{
  for (int ms = 0; ms < 1000; ms += 50) {
    scene->frame.clock.time = ms;
    expect (scene, 0, 0);
    g_assert_cmpuint (seen.pose, ==, 1); /* all matrices at once */
    g_assert_cmpuint (seen.made + seen.deleted, ==, 0);
  }
  mw_camera_orbit (&scene->frame.camera, 1, 0.5f);
  scene->frame.shading = MW_SHADING_SOLID;
  expect (scene, 0, 0);
}

/* An edge of two triangles is drawn once, also if it is the first. */
static void
test_edges (Scene *scene, gconstpointer data)
{
  scene->frame.shading = MW_SHADING_WIREFRAME;
  expect (scene, 1, 0);
  g_assert_cmpint (seen.size, ==, 5 * 2 * 2);
  replace_span (scene, scene->geoset, "faces", 0, 6, (uint16_t[]) { 0, 1, 2, 1, 0, 3 });
  draw (scene);
  g_assert_cmpint (seen.size, ==, 5 * 2 * 2);
  static const uint16_t edges[] = { 0, 1, 0, 2, 0, 3, 1, 2, 1, 3 };
  g_assert_cmpmem (seen.last, sizeof edges, edges, sizeof edges);
}

/* The outline of what is selected takes two draws of the whole picture, not one of a surface: for the image of the marks, and for the lines. What
 * is hidden has none. */
static void
test_outlines (Scene *scene, gconstpointer data)
{
  const MwId geoset = scene->geoset->record.id, bone = scene->bone->node.record.id, gone = 99999;
  const struct {
    const MwId *selected, *hidden;
    guint draws, fills;
  } cases[] = {
    { NULL, NULL, 1, 0 },       { &geoset, NULL, 1, 2 }, { &geoset, &bone, 1, 2 },
    { &geoset, &geoset, 0, 0 }, { &gone, NULL, 1, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    scene->frame.selected = cases[i].selected;
    scene->frame.n_selected = cases[i].selected != NULL;
    scene->frame.hidden = cases[i].hidden;
    scene->frame.n_hidden = cases[i].hidden != NULL;
    scene->frame.overlays = 0; /* their lines would count */
    draw (scene);
    g_assert_cmpuint (seen.draws, ==, cases[i].draws);
    g_assert_cmpuint (seen.fills, ==, cases[i].fills);
  }
}

/* Images that are too large for the card are halved until they fit; a side of one texel stays. */
/* A card with one extension, which filters up to 4 or 16 texels; and what was asked of it. */
static struct {
  const char *renderer, *extension;
  float most, asked;
} sharp;

static const GLubyte *
say_renderer (GLenum name)
{
  return (const GLubyte *) sharp.renderer;
}

static const GLubyte *
say_extension (GLenum name, GLuint index)
{
  return (const GLubyte *) (name == GL_EXTENSIONS && index == 1 ? sharp.extension : "GL_ARB_other");
}

static void
say_two (GLenum name, GLint *value)
{
  *value = name == GL_NUM_EXTENSIONS ? 2 : 64;
}

static void
say_most (GLenum name, GLfloat *value)
{
  if (name == GL_MAX_TEXTURE_MAX_ANISOTROPY)
    *value = sharp.most;
}

static void
keep_filter (GLenum target, GLenum name, GLfloat value)
{
  if (target == GL_TEXTURE_2D && name == GL_TEXTURE_MAX_ANISOTROPY)
    sharp.asked = value;
}

static void
test_sharp_card (void)
{
  static const struct {
    const char *renderer, *extension;
    float most, wanted; /* 0: is not asked for */
  } cases[] = {
    { "A card", "GL_EXT_texture_filter_anisotropic", 16, 8 },
    { "A card", "GL_ARB_texture_filter_anisotropic", 4, 4 },
    { "A card", "GL_EXT_texture_filter_minmax", 16, 0 },
    { "llvmpipe (LLVM 15)", "GL_EXT_texture_filter_anisotropic", 16, 0 },
  };
  MwGl gl = counting_gl ();
  gl.GetString = say_renderer;
  gl.GetStringi = say_extension;
  gl.GetIntegerv = say_two;
  gl.GetFloatv = say_most;
  gl.TexParameterf = keep_filter;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    sharp.renderer = cases[i].renderer;
    sharp.extension = cases[i].extension;
    sharp.most = cases[i].most;
    sharp.asked = 0;
    mw_renderer_free (mw_renderer_new (&gl, FALSE, NULL));
    g_assert_cmpfloat (sharp.asked, ==, cases[i].wanted);
  }
}

static void
test_small_card (void)
{
  static const struct {
    const char *size;
    GLsizei width, height;
    uint8_t red[16];
  } cases[] = {
    { "4x4", 4, 4, { 0, 2, 4, 6, 20, 22, 24, 26, 40, 42, 44, 46, 60, 62, 64, 66 } },
    { "8x2", 4, 1, { 11, 15, 19, 23 } },
    { "2x8", 1, 4, { 11, 51, 91, 131 } },
    { "1x8", 1, 4, { 10, 50, 90, 130 } },
    { "8x1", 4, 1, { 1, 5, 9, 13 } },
    { "5x2", 2, 1, { 11, 15 } },
    { "17x1", 4, 1, { 3, 11, 19, 27 } },
  };
  MwGl gl = counting_gl ();
  gl.GetIntegerv = say_four;
  gl.TexImage2D = keep_image;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = mw_mdlx_new ();
    MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
    scene_add_layer (model, material, 0, scene_add_texture (model, cases[i].size, 0, 0));
    scene_add_quad (model, 0, material, NULL);
    MwRenderer *renderer = mw_renderer_new (&gl, FALSE, NULL);
    MwFrame frame;
    scene_frame (&frame, NULL, 64);
    mw_renderer_set_model (renderer, &model->model, load_sized, NULL);
    draw_whole (renderer, &frame);
    g_assert_cmpint (small.width, ==, cases[i].width);
    g_assert_cmpint (small.height, ==, cases[i].height);
    g_assert_cmpmem (small.red, (gsize) (small.width * small.height), cases[i].red,
                     (gsize) (cases[i].width * cases[i].height));
    mw_renderer_free (renderer);
    mw_model_free (&model->model);
  }
}

static void
test_other_model (Scene *scene, gconstpointer data)
{
  MwChangeSet *set = mw_change_set_new ();
  MwMdlx *other = mw_mdlx_new ();
  mw_change_set_add (set, (MwChange) { .kind = MW_CHANGE_SWAP,
                                       .id = scene->geoset->record.id,
                                       .schema = &mw_mdlx_geoset_schema,
                                       .field = field_of (scene->geoset, "vertices") });
  mw_renderer_apply_change (scene->renderer, &other->model, set);
  expect (scene, 0, 0);
  mw_renderer_apply_change (scene->renderer, &scene->model->model, set);
  expect (scene, 1, 0);
  mw_change_set_free (set);
  mw_model_free (&other->model);
}

#define ADD(name, function) g_test_add ("/render/uploads/" name, Scene, NULL, scene_open, function, scene_close)

/* The images of the shadow are made once, when it is first shown. */
static void
test_shadow (Scene *scene, gconstpointer data)
{
  scene->frame.lighting = MW_LIGHTING_GAME;
  scene->frame.shadow = TRUE;
  mw_camera_orbit (&scene->frame.camera, 0, 0.5f); /* to above the ground */
  draw (scene);
  g_assert_cmpuint (seen.draws, ==, 2); /* the square, twice */
  g_assert_cmpuint (seen.images, ==, 2);
  g_assert_cmpuint (seen.made, ==, 3); /* two images and a vertex array */
  for (guint i = 0; i < 2; i++) {
    mw_clock_advance (&scene->frame.clock, 10);
    draw (scene);
    g_assert_cmpuint (seen.draws, ==, 2);
    g_assert_cmpuint (seen.buffers + seen.images + seen.made + seen.deleted, ==, 0);
  }
}

static void
test_inner (Scene *scene, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sample_path ("figure.mdx");
  MwInnerModel *figure = mw_inner_model_read (path, NULL, &error);
  g_assert_no_error (error);
  mw_renderer_attach (scene->renderer, scene->bone->node.record.id, figure);
  mw_inner_model_unref (figure);
  draw (scene);
  const guint made = seen.made, draws = seen.draws;
  g_assert_cmpuint (made, >, 10);
  g_assert_cmpuint (draws, >, 4);
  for (guint i = 0; i < 3; i++) {
    mw_clock_advance (&scene->frame.clock, 10);
    draw (scene);
    g_assert_cmpuint (seen.draws, >, 4);
    g_assert_cmpuint (seen.buffers + seen.images + seen.made + seen.deleted, ==, 0);
  }
  /* All of it goes with it. */
  mw_renderer_attach (scene->renderer, scene->bone->node.record.id, NULL);
  draw (scene);
  g_assert_cmpuint (seen.draws, ==, 1);
  g_assert_cmpuint (seen.deleted, ==, made);
}

static void
the_texels_of_a_texture_are_those_of_its_image (Scene *scene, gconstpointer data)
{
  const MwId id = scene->textures[0]->record.id;
  const float left[] = { 0.3f, 0.5f }, right[] = { 0.7f, 0.5f }, beyond[] = { 1.3f, 0.5f };
  const uint32_t wrap = 1;
  scene->textures[1]->flags = 1;
  set_field (scene, scene->textures[1], "path", "mask", 4);
  draw (scene);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, scene->textures[1]->record.id, beyond).alpha, ==, 1);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, right).alpha, ==, 1);
  set_field (scene, scene->textures[0], "path", "mask", 4);
  draw (scene);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, left).alpha, ==, 1);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, right).alpha, ==, 0);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, beyond).alpha, ==, 0);
  /* An image that repeats. */
  set_field (scene, scene->textures[0], "flags", &wrap, sizeof wrap);
  draw (scene);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, beyond).alpha, ==, 1);
  /* One that is missing, and one that no texture of the model is. */
  set_field (scene, scene->textures[0], "path", "nowhere", 7);
  draw (scene);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, right).alpha, ==, 1);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, 9999, right).alpha, ==, 1);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, 0, right).alpha, ==, 1);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, (const float[]) { 0, 0 }).most, ==, 1);
  /* The colours of an opaque one. */
  set_field (scene, scene->textures[0], "path", "804020FF", 8);
  draw (scene);
  const MwTexel brown = mw_renderer_texel (scene->renderer, id, right);
  g_assert_cmpfloat (brown.alpha, ==, 1);
  g_assert_cmpfloat_with_epsilon (brown.least, 0x20 / 255.0, 1e-6);
  g_assert_cmpfloat_with_epsilon (brown.most, 0x80 / 255.0, 1e-6);
  /* The team's glow is a spot. */
  const uint32_t glow = 2;
  const float middle[] = { 0.5f, 0.5f }, corner[] = { 0.05f, 0.05f };
  set_field (scene, scene->textures[0], "path", "", 0);
  set_field (scene, scene->textures[0], "replaceable_id", &glow, sizeof glow);
  draw (scene);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, middle).most, >, 0.5);
  g_assert_cmpfloat (mw_renderer_texel (scene->renderer, id, corner).most, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("a shadow makes its images once", test_shadow);
  ADD ("a model at a node is uploaded once, and goes with it", test_inner);
  ADD ("values that are read in each frame upload nothing", test_values);
  ADD ("one element uploads its own bytes", test_vertex);
  ADD ("edits between two frames are merged", test_spans_join);
  ADD ("a swapped array uploads that array", test_whole_array);
  ADD ("indices beyond the vertices are never uploaded", test_bad_indices);
  ADD ("only a texture's image uploads", test_textures);
  ADD ("inserting and removing touches only the new and removed records", test_structure);
  ADD ("removed nodes are forgotten", test_nodes_gone);
  ADD ("time moves only the pose", test_time);
  ADD ("an edge of two triangles is drawn once", test_edges);
  ADD ("outlines of what is selected are drawn unless it is hidden", test_outlines);
  g_test_add_func ("/render/uploads/images too large for the card are halved", test_small_card);
  g_test_add_func ("/render/uploads/images stay sharp from the side where the card can filter them so",
                   test_sharp_card);
  ADD ("the texels of a texture are those of its image", the_texels_of_a_texture_are_those_of_its_image);
  ADD ("changes of another model do not count", test_other_model);
  return g_test_run ();
}
