/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/pose/skin.h"
#include "core/render/render-private.h"

#include <string.h>

/* --- Making --------------------------------------------------------------------------------------------------------- */

static gboolean
make_programs (MwRenderer *renderer, GError **error)
{
  for (int i = 0; i < MW_N_PROGRAMS; i++) {
    const char *vertex = i == MW_PROGRAM_LINE ? "line.vert" : i == MW_PROGRAM_SPRITE ? "sprite.vert" : "model.vert";
    const char *fragment = i == MW_PROGRAM_LINE ? "line.frag" : "surface.frag";
    int layer = i < MW_PROGRAM_PLAIN ? i - MW_PROGRAM_LAYER : i == MW_PROGRAM_SPRITE ? MW_LAYER_CUT : 0;
    g_autofree char *defines = g_strdup_printf ("#define LIT %d\n#define SPHERE %d\n#define CUT %d\n#define PLAIN %d\n",
                                                (layer & MW_LAYER_LIT) != 0, (layer & MW_LAYER_SPHERE) != 0,
                                                (layer & MW_LAYER_CUT) != 0, i == MW_PROGRAM_PLAIN);
    if (!mw_program_init (&renderer->programs[i], &renderer->gl, renderer->es, vertex, fragment, defines, error))
      return FALSE;
  }
  return TRUE;
}

static void
make_line_array (const MwGl *gl, GLuint *array, GLuint *buffer)
{
  gl->GenVertexArrays (1, array);
  gl->GenBuffers (1, buffer);
  gl->BindVertexArray (*array);
  gl->BindBuffer (GL_ARRAY_BUFFER, *buffer);
  gl->VertexAttribPointer (MW_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, sizeof (MwLineVertex), NULL);
  gl->VertexAttribPointer (MW_ATTRIBUTE_COLOUR, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof (MwLineVertex),
                           (const void *) offsetof (MwLineVertex, rgba));
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_POSITION);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_COLOUR);
  gl->BindVertexArray (0);
}

static void
make_sprite_array (MwRenderer *renderer)
{
  const MwGl *gl = &renderer->gl;
  g_autofree uint16_t *indices = g_new (uint16_t, MW_CALL_QUADS * 6);
  static const uint8_t corners[] = { 0, 1, 2, 0, 2, 3 };
  for (uint32_t i = 0; i < MW_CALL_QUADS * 6; i++)
    indices[i] = (uint16_t) (i / 6 * 4 + corners[i % 6]);
  gl->GenBuffers (1, &renderer->sprite_buffer);
  gl->GenBuffers (1, &renderer->quad_indices);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->quad_indices);
  gl->BufferData (GL_ARRAY_BUFFER, MW_CALL_QUADS * 6 * (GLsizeiptr) sizeof *indices, indices, GL_STATIC_DRAW);
  gl->GenVertexArrays (1, &renderer->sprite_array);
  gl->BindVertexArray (renderer->sprite_array);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_POSITION);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_UV);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_COLOUR);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, renderer->quad_indices);
  gl->BindVertexArray (0);
}

static void
make_matrix_texture (MwRenderer *renderer)
{
  const MwGl *gl = &renderer->gl;
  gl->GenTextures (1, &renderer->matrix_texture);
  gl->ActiveTexture (GL_TEXTURE1);
  gl->BindTexture (GL_TEXTURE_2D, renderer->matrix_texture);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static void
clear_emitters (MwRenderer *renderer)
{
  for (guint i = 0; i < renderer->emitters->len; i++) {
    MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    g_clear_pointer (&emitter->particles, mw_particles_free);
    g_clear_pointer (&emitter->ribbon, mw_ribbon_free);
  }
  g_array_set_size (renderer->emitters, 0);
}

MwRenderer *
mw_renderer_new (const MwGl *gl, gboolean es, GError **error)
{
  MwRenderer *renderer = g_new0 (MwRenderer, 1);
  renderer->gl = *gl;
  renderer->es = es;
  renderer->meshes = g_hash_table_new (NULL, NULL);
  renderer->emitters = g_array_new (FALSE, TRUE, sizeof (MwEmitter));
  renderer->matrices = g_array_new (FALSE, TRUE, sizeof (float));
  renderer->geoset_states = g_array_new (FALSE, TRUE, sizeof (MwGeosetState));
  renderer->batches = g_array_new (FALSE, TRUE, sizeof (MwBatch));
  renderer->sprites = g_array_new (FALSE, TRUE, sizeof (MwSpriteVertex));
  renderer->lines = g_array_new (FALSE, TRUE, sizeof (MwLineVertex));
  if (!make_programs (renderer, error)) {
    mw_renderer_free (renderer);
    return NULL;
  }
  renderer->textures = mw_textures_new (&renderer->gl);
  make_matrix_texture (renderer);
  make_sprite_array (renderer);
  make_line_array (gl, &renderer->line_array, &renderer->line_buffer);
  make_line_array (gl, &renderer->grid_array, &renderer->grid_buffer);
  mw_lines_add_grid (renderer->lines, 0xC0C0C0);
  renderer->n_grid = renderer->lines->len;
  mw_lines_add_grid (renderer->lines, 0x000000);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->grid_buffer);
  gl->BufferData (GL_ARRAY_BUFFER, renderer->lines->len * (GLsizeiptr) sizeof (MwLineVertex), renderer->lines->data,
                  GL_STATIC_DRAW);
  return renderer;
}

void
mw_renderer_free (MwRenderer *renderer)
{
  if (!renderer)
    return;
  const MwGl *gl = &renderer->gl;
  GHashTableIter each;
  gpointer mesh;
  g_hash_table_iter_init (&each, renderer->meshes);
  while (g_hash_table_iter_next (&each, NULL, &mesh))
    mw_mesh_free (mesh, gl);
  g_hash_table_unref (renderer->meshes);
  clear_emitters (renderer);
  g_array_unref (renderer->emitters);
  mw_skeleton_free (renderer->skeleton);
  g_clear_pointer (&renderer->textures, mw_textures_free);
  const GLuint buffers[] = { renderer->sprite_buffer, renderer->quad_indices, renderer->line_buffer,
                             renderer->grid_buffer };
  const GLuint arrays[] = { renderer->sprite_array, renderer->line_array, renderer->grid_array };
  gl->DeleteBuffers (G_N_ELEMENTS (buffers), buffers);
  gl->DeleteVertexArrays (G_N_ELEMENTS (arrays), arrays);
  gl->DeleteTextures (1, &renderer->matrix_texture);
  for (int i = 0; i < MW_N_PROGRAMS; i++)
    mw_program_finish (&renderer->programs[i], gl);
  g_array_unref (renderer->matrices);
  g_array_unref (renderer->geoset_states);
  g_array_unref (renderer->batches);
  g_array_unref (renderer->sprites);
  g_array_unref (renderer->lines);
  g_free (renderer);
}

void
mw_renderer_set_model (MwRenderer *renderer, const MwMdlx *model, MwTextureLoad load, gpointer load_data)
{
  GHashTableIter each;
  gpointer mesh;
  clear_emitters (renderer);
  g_clear_pointer (&renderer->skeleton, mw_skeleton_free);
  renderer->model = model;
  if (model)
    renderer->skeleton = mw_skeleton_new (model);
  renderer->meshes_stale = renderer->emitters_stale = TRUE;
  renderer->skeleton_stale = renderer->simulation_stale = FALSE;
  g_hash_table_iter_init (&each, renderer->meshes);
  while (g_hash_table_iter_next (&each, NULL, &mesh))
    mw_mesh_invalidate (mesh);
  mw_textures_set_model (renderer->textures, model, load, load_data);
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

MwMesh *
mw_renderer_mesh (const MwRenderer *renderer, MwId id)
{
  return g_hash_table_lookup (renderer->meshes, GUINT_TO_POINTER (id));
}

static void
note_span (MwSpan *span, const MwChange *change)
{
  if (change->kind == MW_CHANGE_SET)
    mw_span_add (span, change->first, change->n);
  else
    span->all = TRUE;
}

static void
note_geoset (MwRenderer *renderer, const MwChange *change)
{
  MwMesh *mesh = mw_renderer_mesh (renderer, change->id);
  if (!mesh)
    return;
  const char *name = change->field->name;
  if (g_str_equal (name, "vertices"))
    note_span (&mesh->vertices_span, change);
  else if (g_str_equal (name, "normals"))
    note_span (&mesh->normals_span, change);
  else if (g_str_equal (name, "faces"))
    note_span (&mesh->faces_span, change);
  else if (g_str_equal (name, "vertex_groups"))
    note_span (&mesh->matrices_span, change);
  else if (g_str_equal (name, "group_sizes"))
    mesh->matrices_span.all = TRUE; /* which numbers are beyond the groups */
}

static void
note_uv_set (MwRenderer *renderer, const MwMdlx *model, const MwChange *change)
{
  const MwRecord *record = mw_model_find (&model->model, change->id);
  MwMesh *mesh = record && record->owner ? mw_renderer_mesh (renderer, record->owner->id) : NULL;
  for (guint i = 0; mesh && i < mesh->uv_sets->len; i++) {
    MwMeshUvs *uvs = &g_array_index (mesh->uv_sets, MwMeshUvs, i);
    if (uvs->id == change->id)
      note_span (&uvs->span, change);
  }
}

static void
note_structure (MwRenderer *renderer, const MwChange *change)
{
  const MwSchema *schema = change->schema;
  MwMesh *mesh;
  if (schema == &mw_mdlx_geoset_schema) {
    renderer->meshes_stale = TRUE;
    /* One that came back may have been another while it was away. */
    if (change->kind != MW_CHANGE_MOVE && (mesh = mw_renderer_mesh (renderer, change->id)))
      mw_mesh_invalidate (mesh);
  } else if (schema == &mw_mdlx_uv_set_schema) {
    if ((mesh = mw_renderer_mesh (renderer, change->owner)))
      mesh->uv_sets_stale = TRUE;
  } else if (schema == &mw_mdlx_texture_schema) {
    mw_textures_reconcile_later (renderer->textures);
    if (change->kind == MW_CHANGE_INSERT)
      mw_textures_note (renderer->textures, change->id, TRUE);
  } else if (schema == &mw_mdlx_global_sequence_schema || mw_schema_is_a (schema, &mw_mdlx_node_schema)
             || mw_schema_is_track (schema)) {
    renderer->skeleton_stale = TRUE;
  }
}

static void
note_value (MwRenderer *renderer, const MwMdlx *model, const MwChange *change)
{
  const MwSchema *schema = change->schema;
  if (schema == &mw_mdlx_geoset_schema) {
    note_geoset (renderer, change);
  } else if (schema == &mw_mdlx_uv_set_schema) {
    note_uv_set (renderer, model, change);
  } else if (schema == &mw_mdlx_texture_schema) {
    gboolean image = !g_str_equal (change->field->name, "flags");
    mw_textures_note (renderer->textures, change->id, image);
  } else if (mw_schema_is_a (schema, &mw_mdlx_node_schema)) {
    if (change->field->role != MW_ROLE_NAME)
      renderer->skeleton_stale = TRUE;
  } else if (mw_schema_is_track (schema) || schema == &mw_mdlx_sequence_schema
             || schema == &mw_mdlx_global_sequence_schema) {
    /* Poses follow by themselves; what particles and ribbons left behind does not. */
    if (change->field->role != MW_ROLE_NAME)
      renderer->simulation_stale = TRUE;
  }
}

void
mw_renderer_apply_change (MwRenderer *renderer, const MwMdlx *model, const MwChangeSet *set)
{
  if (model != renderer->model)
    return;
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    if (change->kind == MW_CHANGE_SET || change->kind == MW_CHANGE_SWAP)
      note_value (renderer, model, change);
    else
      note_structure (renderer, change);
  }
  /* The skeleton and the simulations hold pointers to records that may be gone: nothing looks at them before the next
   * draw has made them anew. */
  if (renderer->skeleton_stale)
    clear_emitters (renderer);
}

void
mw_renderer_reload_textures (MwRenderer *renderer)
{
  mw_textures_invalidate (renderer->textures);
}

/* --- Bringing the card up to date ----------------------------------------------------------------------------------- */

static void
flush_meshes (MwRenderer *renderer)
{
  const MwMdlx *model = renderer->model;
  if (renderer->meshes_stale) {
    GHashTableIter each;
    gpointer key, mesh;
    g_hash_table_iter_init (&each, renderer->meshes);
    while (g_hash_table_iter_next (&each, &key, &mesh)) {
      const MwRecord *record = model ? mw_model_find (&model->model, GPOINTER_TO_UINT (key)) : NULL;
      if (!record || record->schema != &mw_mdlx_geoset_schema) {
        mw_mesh_free (mesh, &renderer->gl);
        g_hash_table_iter_remove (&each);
      }
    }
    renderer->meshes_stale = FALSE;
  }
  for (uint32_t i = 0; model && i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    MwMesh *mesh = mw_renderer_mesh (renderer, geoset->record.id);
    if (!mesh) {
      mesh = mw_mesh_new (geoset->record.id);
      g_hash_table_insert (renderer->meshes, GUINT_TO_POINTER (mesh->id), mesh);
    }
    mw_mesh_flush (mesh, &renderer->gl, geoset);
  }
}

static void
make_emitters (MwRenderer *renderer)
{
  clear_emitters (renderer);
  for (uint32_t i = 0; i < renderer->model->nodes.n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) renderer->model->nodes.items[i];
    MwEmitter emitter = { node, NULL, NULL };
    if (node->record.schema == &mw_mdlx_particle_emitter2_schema)
      emitter.particles = mw_particles_new (renderer->skeleton, (const MwMdlxParticleEmitter2 *) node);
    else if (node->record.schema == &mw_mdlx_ribbon_emitter_schema)
      emitter.ribbon = mw_ribbon_new (renderer->skeleton, (const MwMdlxRibbonEmitter *) node);
    else
      continue;
    g_array_append_val (renderer->emitters, emitter);
  }
}

static void
flush_pose (MwRenderer *renderer, const MwFrame *frame)
{
  if (renderer->skeleton_stale) {
    mw_skeleton_refresh (renderer->skeleton);
    renderer->emitters_stale = TRUE;
  }
  if (renderer->emitters_stale)
    make_emitters (renderer);
  for (guint i = 0; i < renderer->emitters->len; i++) {
    MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    if (renderer->simulation_stale && emitter->particles)
      mw_particles_reset (emitter->particles);
    if (renderer->simulation_stale && emitter->ribbon)
      mw_ribbon_reset (emitter->ribbon);
    if (emitter->particles)
      mw_particles_update (emitter->particles, &frame->clock);
    else
      mw_ribbon_update (emitter->ribbon, &frame->clock);
  }
  renderer->skeleton_stale = renderer->emitters_stale = renderer->simulation_stale = FALSE;
  mw_skeleton_update (renderer->skeleton, &frame->clock, renderer->view);
  g_array_set_size (renderer->geoset_states, renderer->model->geosets.n);
  if (renderer->model->geosets.n)
    mw_geosets_evaluate (renderer->model, &frame->clock, (MwGeosetState *) (void *) renderer->geoset_states->data);
}

/* Matrices of all geosets, one behind the other, as rows of affine matrices. */
static void
flush_matrices (MwRenderer *renderer)
{
  const MwMdlx *model = renderer->model;
  uint32_t n = 0;
  for (uint32_t i = 0; i < model->geosets.n; i++)
    n += mw_skin_n_matrices ((const MwMdlxGeoset *) model->geosets.items[i]);
  if (n == 0)
    return;
  uint32_t rows = (n + MW_ROW_MATRICES - 1) / MW_ROW_MATRICES;
  g_array_set_size (renderer->matrices, rows * MW_ROW_TEXELS * 4);
  float *out = (float *) (void *) renderer->matrices->data;
  n = 0;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    float columns[257 * 16]; /* 256 groups and the identity */
    guint count = mw_skin_n_matrices (geoset);
    mw_skin_group_matrices (geoset, renderer->skeleton, columns);
    mw_renderer_mesh (renderer, geoset->record.id)->first_matrix = n;
    n += count;
    for (guint k = 0; k < count; k++)
      for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
          *out++ = columns[k * 16 + (guint) column * 4 + (guint) row];
  }
  const MwGl *gl = &renderer->gl;
  gl->ActiveTexture (GL_TEXTURE1);
  gl->BindTexture (GL_TEXTURE_2D, renderer->matrix_texture);
  gl->PixelStorei (GL_UNPACK_ALIGNMENT, 4);
  if (rows > renderer->matrix_rows) {
    gl->TexImage2D (GL_TEXTURE_2D, 0, GL_RGBA32F, MW_ROW_TEXELS, (GLsizei) rows, 0, GL_RGBA, GL_FLOAT,
                    renderer->matrices->data);
    renderer->matrix_rows = rows;
  } else {
    gl->TexSubImage2D (GL_TEXTURE_2D, 0, 0, 0, MW_ROW_TEXELS, (GLsizei) rows, GL_RGBA, GL_FLOAT,
                       renderer->matrices->data);
  }
}

void
mw_renderer_flush (MwRenderer *renderer, const MwFrame *frame)
{
  mw_textures_flush (renderer->textures, frame->team);
  flush_meshes (renderer);
  if (renderer->model) {
    flush_pose (renderer, frame);
    flush_matrices (renderer);
  }
}

/* --- Frames and names ------------------------------------------------------------------------------------------------ */

void
mw_frame_init (MwFrame *frame, guint framebuffer, int width, int height, const MwMdlx *model)
{
  float centre[3], radius;
  memset (frame, 0, sizeof *frame);
  frame->framebuffer = framebuffer;
  frame->width = width;
  frame->height = height;
  frame->clock = MW_CLOCK_REST;
  for (int i = 0; i < 4; i++)
    frame->background[i] = i < 3 ? 0.22f : 1;
  mw_camera_init (&frame->camera);
  if (model) {
    mw_camera_model_bounds (model, centre, &radius);
    mw_camera_frame (&frame->camera, centre, radius, (float) width / (float) MAX (height, 1));
  }
}

gboolean
mw_renderer_project (const MwRenderer *renderer, const MwFrame *frame, MwId node, float screen[3])
{
  float at[3];
  if (!renderer->skeleton || renderer->skeleton_stale || mw_skeleton_place (renderer->skeleton, node) < 0)
    return FALSE;
  mw_skeleton_position (renderer->skeleton, node, at);
  return mw_camera_project (&frame->camera, at, (float) frame->width, (float) frame->height, screen);
}

void
mw_renderer_labels (const MwRenderer *renderer, const MwFrame *frame, GArray *labels)
{
  if (!renderer->skeleton || renderer->skeleton_stale)
    return;
  for (guint i = 0; i < mw_skeleton_n_nodes (renderer->skeleton); i++) {
    const MwMdlxNode *node = mw_skeleton_node_at (renderer->skeleton, i);
    gboolean selected = mw_ids_have (frame->selected, frame->n_selected, node->record.id);
    float screen[3];
    if ((!selected && !mw_lines_shows (node->record.schema, frame->overlays))
        || !mw_renderer_project (renderer, frame, node->record.id, screen) || screen[0] < 0 || screen[1] < 0
        || screen[0] > (float) frame->width || screen[1] > (float) frame->height)
      continue;
    MwLabel label = { node->record.id, mw_text (node->name), screen[0], screen[1], screen[2], selected };
    g_array_append_val (labels, label);
  }
}
