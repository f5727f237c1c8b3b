/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/model/titles.h"
#include "core/pose/math.h"
#include "core/pose/sections.h"
#include "core/render/inner-files.h"
#include "core/render/render-private.h"
#include "core/schema/path.h"

#include <string.h>

/* --- Making --------------------------------------------------------------------------------------------------------- */

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
make_quad_indices (MwRenderer *renderer)
{
  const MwGl *gl = &renderer->gl;
  g_autofree uint16_t *indices = g_new (uint16_t, MW_CALL_QUADS * 6);
  static const uint8_t corners[] = { 0, 1, 2, 0, 2, 3 };
  for (uint32_t i = 0; i < MW_CALL_QUADS * 6; i++)
    indices[i] = (uint16_t) (i / 6 * 4 + corners[i % 6]);
  gl->GenBuffers (1, &renderer->quad_indices);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->quad_indices);
  gl->BufferData (GL_ARRAY_BUFFER, MW_CALL_QUADS * 6 * (GLsizeiptr) sizeof *indices, indices, GL_STATIC_DRAW);
}

static void
make_sprite_array (MwRenderer *renderer, GLuint quad_indices)
{
  const MwGl *gl = &renderer->gl;
  gl->GenBuffers (1, &renderer->sprite_buffer);
  gl->GenVertexArrays (1, &renderer->sprite_array);
  gl->BindVertexArray (renderer->sprite_array);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_POSITION);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_UV);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_COLOUR);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_UV2);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_UV3);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, quad_indices);
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
    g_clear_pointer (&emitter->splats, mw_splats_free);
    g_clear_pointer (&emitter->spawns, mw_spawns_free);
  }
  g_array_set_size (renderer->emitters, 0);
}

/* Sets the models that an emitter needs. Nothing is shown inside a model that is inside another one. */
static void
find_inner (const MwRenderer *renderer, MwEmitter *emitter)
{
  if (!renderer->inner_files || renderer->host)
    return;
  const char *name = mw_inner_name (renderer->model, emitter->node, renderer->spawned, NULL),
             *carried = mw_particles_recursion (renderer->model, emitter->node);
  emitter->inner = name ? g_hash_table_lookup (renderer->inner_files, name) : NULL;
  emitter->carried = carried ? g_hash_table_lookup (renderer->inner_files, carried) : NULL;
}

static void
color_particles (const MwRenderer *renderer, MwEmitter *emitter)
{
  if (emitter->particles)
    mw_particles_set_colors (emitter->particles, renderer->has_particle_colors ? &renderer->particle_colors : NULL);
}

static void
make_emitters (MwRenderer *renderer, const MwList *const *lists, guint n)
{
  clear_emitters (renderer);
  for (guint k = 0; k < n; k++)
    for (uint32_t i = 0; i < lists[k]->n && renderer->emitters->len < MW_EMITTERS_MAX; i++) {
      MwEmitter emitter = { .node = lists[k]->items[i] };
      find_inner (renderer, &emitter);
      emitter.particles = mw_particles_new (renderer->skeleton, emitter.node);
      if (emitter.carried)
        mw_particles_carry (emitter.particles, mw_inner_model_get (emitter.carried));
      color_particles (renderer, &emitter);
      emitter.ribbon = emitter.particles ? NULL : mw_ribbon_new (renderer->skeleton, emitter.node);
      /* What is on the ground of a model that is inside another one may be anywhere. */
      if (!emitter.particles && !emitter.ribbon && !renderer->host)
        emitter.splats = mw_splats_new (renderer->skeleton, emitter.node, renderer->splats);
      if (emitter.inner && !emitter.particles)
        emitter.spawns = mw_spawns_new (renderer->skeleton, emitter.node);
      if (emitter.particles || emitter.ribbon || emitter.splats || emitter.spawns)
        g_array_append_val (renderer->emitters, emitter);
    }
  guint share = MW_EMITTERS_ROOM / MAX (renderer->emitters->len, 1);
  for (guint i = 0; i < renderer->emitters->len; i++) {
    MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    if (emitter->particles)
      mw_particles_set_max (emitter->particles, share);
    else if (emitter->ribbon)
      mw_ribbon_set_max (emitter->ribbon, share);
  }
}

static void
flush_emitter (const MwRenderer *renderer, const MwEmitter *emitter, const MwClock *clock)
{
  if (emitter->particles) {
    if (renderer->simulation_stale)
      mw_particles_reset (emitter->particles);
    mw_particles_update (emitter->particles, clock);
  } else if (emitter->splats) {
    mw_splats_update (emitter->splats, clock);
  } else if (emitter->spawns) {
    mw_spawns_update (emitter->spawns, clock);
  } else {
    if (renderer->simulation_stale)
      mw_ribbon_reset (emitter->ribbon);
    mw_ribbon_update (emitter->ribbon, clock);
  }
}

void
mw_renderer_flush_pose (MwRenderer *renderer, const MwFrame *frame, const MwList *const *lists, guint n)
{
  if (renderer->skeleton_stale) {
    mw_skeleton_refresh (renderer->skeleton);
    renderer->emitters_stale = TRUE;
  }
  if (renderer->emitters_stale)
    make_emitters (renderer, lists, n);
  /* What is not drawn is not simulated either: when it is drawn again, it is simulated from the beginning. */
  for (guint i = 0; !frame->no_effects && i < renderer->emitters->len; i++)
    flush_emitter (renderer, &g_array_index (renderer->emitters, MwEmitter, i), &frame->clock);
  renderer->simulation_stale = frame->no_effects;
  renderer->skeleton_stale = renderer->emitters_stale = FALSE;
  mw_skeleton_update (renderer->skeleton, &frame->clock, renderer->view);
}

static MwRenderer *
new_empty (const MwGl *gl, MwPrograms *programs)
{
  MwRenderer *renderer = g_new0 (MwRenderer, 1);
  renderer->gl = *gl;
  renderer->programs = mw_programs_ref (programs);
  renderer->es = mw_programs_are_es (programs);
  memcpy (renderer->place, mw_mat_identity, sizeof renderer->place);
  memcpy (renderer->tint, (const float[4]) { 1, 1, 1, 1 }, sizeof renderer->tint);
  renderer->names = g_string_chunk_new (256);
  renderer->emitters = g_array_new (FALSE, TRUE, sizeof (MwEmitter));
  renderer->matrices = g_array_new (FALSE, TRUE, sizeof (float));
  renderer->scratch = g_byte_array_new ();
  renderer->batches = g_array_new (FALSE, TRUE, sizeof (MwBatch));
  renderer->sprites = g_array_new (FALSE, TRUE, sizeof (MwSpriteVertex));
  renderer->lines = g_array_new (FALSE, TRUE, sizeof (MwLineVertex));
  renderer->mark_indices = g_array_new (FALSE, FALSE, sizeof (guint16));
  renderer->lights = g_array_new (FALSE, TRUE, sizeof (MwLight));
  return renderer;
}

MwRenderer *
mw_renderer_new_inside (MwRenderer *host, const MwModel *model, MwRenderer *first)
{
  MwRenderer *renderer = new_empty (&host->gl, host->programs);
  renderer->host = host;
  renderer->first = first;
  renderer->meshes = first ? g_hash_table_ref (first->meshes) : g_hash_table_new (NULL, NULL);
  renderer->vertices = first ? first->vertices : NULL;
  renderer->textures = first ? first->textures : mw_textures_new (&renderer->gl);
  renderer->model = model;
  renderer->scene = renderer->uploaded = mw_scene_of (model);
  renderer->skeleton = mw_skeleton_new (model);
  renderer->meshes_stale = !first;
  renderer->emitters_stale = TRUE;
  make_matrix_texture (renderer);
  make_sprite_array (renderer, host->quad_indices);
  return renderer;
}

MwRenderer *
mw_renderer_new_with (const MwGl *gl, MwPrograms *programs)
{
  MwRenderer *renderer = new_empty (gl, programs);
  renderer->meshes = g_hash_table_new (NULL, NULL);
  renderer->textures = mw_textures_new (&renderer->gl);
  make_matrix_texture (renderer);
  make_quad_indices (renderer);
  make_sprite_array (renderer, renderer->quad_indices);
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

MwRenderer *
mw_renderer_new (const MwGl *gl, gboolean es, GError **error)
{
  MwPrograms *programs = mw_programs_new (gl, es, error);
  MwRenderer *renderer = programs ? mw_renderer_new_with (gl, programs) : NULL;
  g_clear_pointer (&programs, mw_programs_unref);
  return renderer;
}

/* Frees all meshes and vertices on the card. */
static void
drop_shapes (MwRenderer *renderer)
{
  GHashTableIter each;
  gpointer mesh;
  g_hash_table_iter_init (&each, renderer->meshes);
  while (g_hash_table_iter_next (&each, NULL, &mesh))
    mw_mesh_free (mesh, &renderer->gl);
  g_hash_table_remove_all (renderer->meshes);
  mw_vertices_free (renderer->vertices, &renderer->gl);
  renderer->vertices = NULL;
}

void
mw_renderer_free (MwRenderer *renderer)
{
  if (!renderer)
    return;
  const MwGl *gl = &renderer->gl;
  g_clear_pointer (&renderer->inners, mw_inners_free);
  if (!renderer->first)
    drop_shapes (renderer);
  g_hash_table_unref (renderer->meshes);
  clear_emitters (renderer);
  g_clear_pointer (&renderer->splats, g_hash_table_unref);
  g_clear_pointer (&renderer->inner_files, g_hash_table_unref);
  g_clear_pointer (&renderer->spawned, g_hash_table_unref);
  g_array_unref (renderer->emitters);
  mw_skeleton_free (renderer->skeleton);
  if (!renderer->first)
    g_clear_pointer (&renderer->textures, mw_textures_free);
  const GLuint buffers[] = { renderer->sprite_buffer, renderer->quad_indices, renderer->line_buffer,
                             renderer->grid_buffer, renderer->mark_buffer };
  g_array_unref (renderer->mark_indices);
  const GLuint arrays[] = { renderer->sprite_array, renderer->line_array, renderer->grid_array };
  gl->DeleteBuffers (G_N_ELEMENTS (buffers), buffers);
  gl->DeleteVertexArrays (G_N_ELEMENTS (arrays), arrays);
  gl->DeleteTextures (1, &renderer->matrix_texture);
  mw_shade_finish (&renderer->shade, gl);
  mw_skies_drop (renderer);
  mw_surroundings_unref (renderer->surroundings);
  mw_outlines_finish (&renderer->outlines, gl);
  mw_programs_unref (renderer->programs);
  g_string_chunk_free (renderer->names);
  g_array_unref (renderer->matrices);
  g_byte_array_unref (renderer->scratch);
  g_array_unref (renderer->batches);
  g_array_unref (renderer->sprites);
  g_array_unref (renderer->lines);
  g_array_unref (renderer->lights);
  g_free (renderer);
}

const MwScene *
mw_scene_of (const MwModel *model)
{
  static const MwScene *const scenes[] = { &mw_mdlx_scene, &mw_m2_scene };
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    if (scenes[i]->root == model->record.schema)
      return scenes[i];
  g_assert_not_reached ();
}

void
mw_renderer_set_model (MwRenderer *renderer, const MwModel *model, MwTextureLoad load, gpointer load_data)
{
  GHashTableIter each;
  gpointer mesh;
  mw_renderer_break_off (renderer);
  clear_emitters (renderer);
  g_clear_pointer (&renderer->skeleton, mw_skeleton_free);
  renderer->model = model;
  renderer->scene = model ? mw_scene_of (model) : NULL;
  if (model)
    renderer->skeleton = mw_skeleton_new (model);
  renderer->meshes_stale = renderer->emitters_stale = TRUE;
  renderer->skeleton_stale = renderer->simulation_stale = FALSE;
  g_hash_table_iter_init (&each, renderer->meshes);
  while (g_hash_table_iter_next (&each, NULL, &mesh))
    mw_mesh_invalidate (mesh);
  if (renderer->vertices)
    mw_vertices_invalidate (renderer->vertices);
  mw_textures_set_model (renderer->textures, model, load, load_data);
  mw_inners_clear (renderer->inners);
}

void
mw_renderer_set_splats (MwRenderer *renderer, GHashTable *kinds)
{
  mw_renderer_break_off (renderer);
  clear_emitters (renderer);
  renderer->emitters_stale = TRUE;
  g_clear_pointer (&renderer->splats, g_hash_table_unref);
  renderer->splats = kinds ? g_hash_table_ref (kinds) : NULL;
}

void
mw_renderer_set_inner (MwRenderer *renderer, GHashTable *files, GHashTable *spawned)
{
  mw_renderer_break_off (renderer);
  clear_emitters (renderer);
  renderer->emitters_stale = TRUE;
  if (files)
    g_hash_table_ref (files);
  if (spawned)
    g_hash_table_ref (spawned);
  g_clear_pointer (&renderer->inner_files, g_hash_table_unref);
  g_clear_pointer (&renderer->spawned, g_hash_table_unref);
  renderer->inner_files = files;
  renderer->spawned = spawned;
  if (files && g_hash_table_size (files))
    mw_renderer_inners (renderer);
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

MwMesh *
mw_renderer_mesh (const MwRenderer *renderer, MwId id)
{
  return g_hash_table_lookup (renderer->meshes, GUINT_TO_POINTER (id));
}

MwMesh *
mw_renderer_make_mesh (MwRenderer *renderer, MwId id, MwVertices *shared)
{
  MwMesh *mesh = mw_renderer_mesh (renderer, id);
  if (!mesh) {
    mesh = mw_mesh_new (id, shared);
    g_hash_table_insert (renderer->meshes, GUINT_TO_POINTER (id), mesh);
  }
  return mesh;
}

void
mw_renderer_drop_meshes (MwRenderer *renderer, const MwSchema *kind)
{
  GHashTableIter each;
  gpointer key, mesh;
  g_hash_table_iter_init (&each, renderer->meshes);
  while (g_hash_table_iter_next (&each, &key, &mesh)) {
    const MwRecord *record = mw_model_find (renderer->model, GPOINTER_TO_UINT (key));
    if (!record || record->schema != kind) {
      mw_mesh_free (mesh, &renderer->gl);
      g_hash_table_iter_remove (&each);
    }
  }
}

void
mw_span_note (MwSpan *span, const MwChange *change)
{
  if (change->kind == MW_CHANGE_SET)
    mw_span_add (span, change->first, change->n);
  else
    span->all = TRUE;
}

/* Textures are handled the same way in all families; all other changes go to the scene. */
static void
note_texture (MwRenderer *renderer, const MwChange *change)
{
  if (change->kind == MW_CHANGE_SET || change->kind == MW_CHANGE_SWAP) {
    mw_textures_note (renderer->textures, change->id, change->field->role != MW_ROLE_FLAGS);
    return;
  }
  mw_textures_reconcile_later (renderer->textures);
  if (change->kind == MW_CHANGE_INSERT)
    mw_textures_note (renderer->textures, change->id, TRUE);
}

void
mw_renderer_apply_change (MwRenderer *renderer, const MwModel *model, const MwChangeSet *set)
{
  if (!model || model != renderer->model)
    return;
  mw_renderer_break_off (renderer);
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    if (change->schema == mw_aspects_of (model)->texture)
      note_texture (renderer, change);
    else
      renderer->scene->note (renderer, change);
  }
  mw_inners_note (renderer->inners);
  /* The skeleton and the simulations have pointers to records that may no longer exist. Nothing uses them until the
   * next draw has created them again. */
  if (renderer->skeleton_stale)
    clear_emitters (renderer);
}

void
mw_renderer_show_texture (MwRenderer *renderer, uint32_t type, const char *path)
{
  mw_renderer_break_off (renderer);
  mw_textures_show (renderer->textures, type, path);
}

void
mw_renderer_show_image (MwRenderer *renderer, uint32_t type, const MwImage *image)
{
  mw_renderer_break_off (renderer);
  mw_textures_show_image (renderer->textures, type, image);
}

void
mw_renderer_show_tileset (MwRenderer *renderer, char letter)
{
  mw_renderer_break_off (renderer);
  mw_textures_show_tileset (renderer->textures, letter);
  mw_inners_reload (renderer->inners, letter);
}

void
mw_renderer_set_particle_colors (MwRenderer *renderer, const MwParticleColors *colors)
{
  mw_renderer_break_off (renderer);
  renderer->has_particle_colors = colors != NULL;
  if (colors)
    renderer->particle_colors = *colors;
  for (guint i = 0; i < renderer->emitters->len; i++)
    color_particles (renderer, &g_array_index (renderer->emitters, MwEmitter, i));
}

MwTextureAspect
mw_renderer_look (const MwRenderer *renderer, const MwRecord *texture)
{
  return mw_textures_look (renderer->textures, texture);
}

MwTexel
mw_renderer_texel (const MwRenderer *renderer, MwId texture, const float uv[2])
{
  return mw_textures_texel (renderer->textures, texture, uv);
}

GPtrArray *
mw_renderer_missing (const MwRenderer *renderer, const GArray *hidden)
{
  const MwRecord *root = &renderer->model->record;
  const MwList *textures = mw_record_list (root, mw_schema_part (root->schema, MW_PART_TEXTURES));
  g_autoptr (GArray) unseen = mw_sections_unseen_textures (renderer->model, hidden);
  GPtrArray *missing = g_ptr_array_new ();
  for (uint32_t i = 0; i < textures->n; i++) {
    const MwId id = textures->items[i]->id;
    uint32_t type;
    if (mw_textures_name (renderer->textures, id, &type) == 0
        && !mw_ids_have ((const MwId *) (const void *) unseen->data, unseen->len, id))
      g_ptr_array_add (missing, textures->items[i]);
  }
  return missing;
}

void
mw_renderer_reload_textures (MwRenderer *renderer)
{
  mw_renderer_break_off (renderer);
  mw_textures_invalidate (renderer->textures);
  mw_inners_reload (renderer->inners, mw_textures_tileset (renderer->textures));
}

/* --- Bringing the card up to date ----------------------------------------------------------------------------------- */

float *
mw_renderer_matrices (MwRenderer *renderer, uint32_t n)
{
  uint32_t rows = (n + MW_ROW_MATRICES - 1) / MW_ROW_MATRICES;
  g_array_set_size (renderer->matrices, rows * MW_ROW_TEXELS * 4);
  return (float *) (void *) renderer->matrices->data;
}

float *
mw_matrices_pack (float *out, const float *columns, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t row = 0; row < 3; row++)
      for (uint32_t column = 0; column < 4; column++)
        *out++ = columns[k * 16 + column * 4 + row];
  return out;
}

static void
upload_matrices (MwRenderer *renderer)
{
  const MwGl *gl = &renderer->gl;
  uint32_t rows = renderer->matrices->len / (MW_ROW_TEXELS * 4);
  if (rows == 0)
    return;
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
  /* The meshes belong to the other family, or to a model that is gone. */
  if (renderer->scene != renderer->uploaded)
    drop_shapes (renderer);
  renderer->uploaded = renderer->scene;
  if (!renderer->scene)
    return;
  g_array_set_size (renderer->matrices, 0);
  renderer->scene->flush (renderer, frame);
  mw_renderer_flush_heat (renderer, frame);
  if (!renderer->host) {
    mw_skies_flush (renderer);
    mw_renderer_light (renderer, frame);
  }
  upload_matrices (renderer);
}

/* --- Frames and names ------------------------------------------------------------------------------------------------ */

void
mw_frame_init (MwFrame *frame, guint framebuffer, int width, int height, const MwModel *model)
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

/* The record's short name; if it has none, its path. */
static const char *
label_of (const MwRenderer *renderer, const MwRecord *record)
{
  const char *name = mw_record_short_name (record);
  if (name)
    return name;
  g_autofree char *path = mw_record_path (record);
  return g_string_chunk_insert (renderer->names, path);
}

void
mw_renderer_labels (const MwRenderer *renderer, const MwFrame *frame, GArray *labels)
{
  g_string_chunk_clear (renderer->names);
  if (!renderer->skeleton || renderer->skeleton_stale)
    return;
  for (guint i = 0; i < mw_skeleton_n_nodes (renderer->skeleton); i++) {
    const MwRecord *node = mw_skeleton_node_at (renderer->skeleton, i);
    gboolean selected = mw_ids_have (frame->selected, frame->n_selected, node->id);
    float screen[3];
    if ((!selected && !mw_lines_shows (renderer->model, node->schema, frame->overlays))
        || mw_ids_have (frame->hidden, frame->n_hidden, node->id)
        || !mw_renderer_project (renderer, frame, node->id, screen) || screen[0] < 0 || screen[1] < 0
        || screen[0] > (float) frame->width || screen[1] > (float) frame->height)
      continue;
    MwLabel label = { node->id, label_of (renderer, node), screen[0], screen[1], screen[2], selected };
    g_array_append_val (labels, label);
  }
}

GPtrArray *
mw_render_notes (const MwModel *model, GHashTable *splats)
{
  GPtrArray *notes = g_ptr_array_new ();
  mw_scene_of (model)->remarks (model, notes);
  if (splats && mw_splats_lack (model, splats))
    g_ptr_array_add (notes, (gpointer) N_ ("Splats are spots: no game table has them"));
  for (guint i = notes->len; i-- > 1;)
    for (guint k = 0; k < i; k++)
      if (strcmp (notes->pdata[i], notes->pdata[k]) == 0) {
        g_ptr_array_remove_index (notes, i);
        break;
      }
  return notes;
}
