/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/pose/skin.h"
#include "core/render/render-private.h"

#include <string.h>

/* As model.vert reads it: texels (of 4 floats) per matrix, matrices per row of the texture. 1,020 texels is below the
 * smallest limit of any GL 3.3. */
#define MATRIX_TEXELS 3
#define ROW_MATRICES 340
#define ROW_TEXELS (ROW_MATRICES * MATRIX_TEXELS)

/* Quads that one draw call reaches with 16-bit indices. */
#define CALL_QUADS 16384

/* A layer's program is PROGRAM_LAYER and what of these it needs. */
enum { LAYER_LIT = 1, LAYER_SPHERE = 2, LAYER_CUT = 4, N_LAYER_PROGRAMS = 8 };
enum {
  PROGRAM_LAYER,
  PROGRAM_PLAIN = PROGRAM_LAYER + N_LAYER_PROGRAMS, /* all shadings but textured */
  PROGRAM_SPRITE,
  PROGRAM_LINE,
  N_PROGRAMS
};

/* An emitter and its simulation; exactly one of the two is there. */
typedef struct {
  const MwMdlxNode *node;
  MwParticles *particles;
  MwRibbon *ribbon;
} Emitter;

/* Something to draw over what is there, sorted by plane and mode. */
typedef struct {
  int32_t plane;
  uint32_t mode;
  uint32_t order;             /* keeps the sort stable */
  const MwMdlxGeoset *geoset; /* NULL: quads of an emitter */
  MwMesh *mesh;
  uint32_t geoset_index;
  const Emitter *emitter;
  uint32_t first_quad, n_quads;
} Batch;

struct _MwRenderer {
  MwGl gl;
  gboolean es;
  MwProgram programs[N_PROGRAMS];
  int used;                       /* program of now; -1: none */
  unsigned ready;                 /* programs that have this frame's uniforms */
  float view[16], projection[16]; /* of this frame */
  MwTextures *textures;
  GHashTable *meshes; /* MwId -> MwMesh */
  const MwMdlx *model;
  MwSkeleton *skeleton;
  GArray *emitters; /* Emitter */
  gboolean meshes_stale, skeleton_stale, simulation_stale, emitters_stale;

  GLuint matrix_texture;
  uint32_t matrix_rows;  /* allocated on the card */
  GArray *matrices;      /* float: 12 per matrix, whole rows of the texture */
  GArray *geoset_states; /* MwGeosetState */
  GArray *batches;       /* Batch */
  GArray *sprites;       /* MwSpriteVertex */
  GArray *lines;         /* MwLineVertex */
  GLuint sprite_array, sprite_buffer, quad_indices;
  GLuint line_array, line_buffer, grid_array, grid_buffer;
  uint32_t n_grid;
};

/* --- Making --------------------------------------------------------------------------------------------------------- */

static gboolean
make_programs (MwRenderer *renderer, GError **error)
{
  for (int i = 0; i < N_PROGRAMS; i++) {
    const char *vertex = i == PROGRAM_LINE ? "line.vert" : i == PROGRAM_SPRITE ? "sprite.vert" : "model.vert";
    const char *fragment = i == PROGRAM_LINE ? "line.frag" : "surface.frag";
    int layer = i < PROGRAM_PLAIN ? i - PROGRAM_LAYER : i == PROGRAM_SPRITE ? LAYER_CUT : 0;
    g_autofree char *defines = g_strdup_printf ("#define LIT %d\n#define SPHERE %d\n#define CUT %d\n#define PLAIN %d\n",
                                                (layer & LAYER_LIT) != 0, (layer & LAYER_SPHERE) != 0,
                                                (layer & LAYER_CUT) != 0, i == PROGRAM_PLAIN);
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
  g_autofree uint16_t *indices = g_new (uint16_t, CALL_QUADS * 6);
  static const uint8_t corners[] = { 0, 1, 2, 0, 2, 3 };
  for (uint32_t i = 0; i < CALL_QUADS * 6; i++)
    indices[i] = (uint16_t) (i / 6 * 4 + corners[i % 6]);
  gl->GenBuffers (1, &renderer->sprite_buffer);
  gl->GenBuffers (1, &renderer->quad_indices);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->quad_indices);
  gl->BufferData (GL_ARRAY_BUFFER, CALL_QUADS * 6 * (GLsizeiptr) sizeof *indices, indices, GL_STATIC_DRAW);
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
    Emitter *emitter = &g_array_index (renderer->emitters, Emitter, i);
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
  renderer->emitters = g_array_new (FALSE, TRUE, sizeof (Emitter));
  renderer->matrices = g_array_new (FALSE, TRUE, sizeof (float));
  renderer->geoset_states = g_array_new (FALSE, TRUE, sizeof (MwGeosetState));
  renderer->batches = g_array_new (FALSE, TRUE, sizeof (Batch));
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
  mw_lines_add_grid (renderer->lines);
  renderer->n_grid = renderer->lines->len;
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->grid_buffer);
  gl->BufferData (GL_ARRAY_BUFFER, renderer->n_grid * (GLsizeiptr) sizeof (MwLineVertex), renderer->lines->data,
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
  for (int i = 0; i < N_PROGRAMS; i++)
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

static MwMesh *
mesh_of (MwRenderer *renderer, MwId id)
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
  MwMesh *mesh = mesh_of (renderer, change->id);
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
  MwMesh *mesh = record && record->owner ? mesh_of (renderer, record->owner->id) : NULL;
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
    if (change->kind != MW_CHANGE_MOVE && (mesh = mesh_of (renderer, change->id)))
      mw_mesh_invalidate (mesh);
  } else if (schema == &mw_mdlx_uv_set_schema) {
    if ((mesh = mesh_of (renderer, change->owner)))
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
    MwMesh *mesh = mesh_of (renderer, geoset->record.id);
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
    Emitter emitter = { node, NULL, NULL };
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
    Emitter *emitter = &g_array_index (renderer->emitters, Emitter, i);
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
  uint32_t rows = (n + ROW_MATRICES - 1) / ROW_MATRICES;
  g_array_set_size (renderer->matrices, rows * ROW_TEXELS * 4);
  float *out = (float *) (void *) renderer->matrices->data;
  n = 0;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    float columns[257 * 16]; /* 256 groups and the identity */
    guint count = mw_skin_n_matrices (geoset);
    mw_skin_group_matrices (geoset, renderer->skeleton, columns);
    mesh_of (renderer, geoset->record.id)->first_matrix = n;
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
    gl->TexImage2D (GL_TEXTURE_2D, 0, GL_RGBA32F, ROW_TEXELS, (GLsizei) rows, 0, GL_RGBA, GL_FLOAT,
                    renderer->matrices->data);
    renderer->matrix_rows = rows;
  } else {
    gl->TexSubImage2D (GL_TEXTURE_2D, 0, 0, 0, ROW_TEXELS, (GLsizei) rows, GL_RGBA, GL_FLOAT, renderer->matrices->data);
  }
}

/* --- Drawing surfaces ----------------------------------------------------------------------------------------------- */

/* Makes it the current program; the first time in a frame it gets what all draws of the frame share. */
static const MwProgram *
use_program (MwRenderer *renderer, int which, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = &renderer->programs[which];
  if (which != renderer->used)
    gl->UseProgram (program->name);
  renderer->used = which;
  if (renderer->ready & 1u << which)
    return program;
  renderer->ready |= 1u << which;
  float light[3] = { 0.5f, -0.3f, 0.8f };
  mw_vec_normalise (light);
  gl->UniformMatrix4fv (program->view, 1, GL_FALSE, renderer->view);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, renderer->projection);
  gl->Uniform3fv (program->light, 1, light);
  gl->Uniform1i (program->texture, 0);
  gl->Uniform1i (program->matrices, 1);
  gl->Uniform1i (program->shading, (GLint) frame->shading);
  gl->Uniform1f (program->scale, 1);
  return program;
}

static void
set_blending (const MwGl *gl, uint32_t mode)
{
  if (mode < 2) {
    gl->Disable (GL_BLEND);
    return;
  }
  gl->Enable (GL_BLEND);
  switch (mode) {
  case 3:
  case 4:
    gl->BlendFunc (GL_SRC_ALPHA, GL_ONE);
    break;
  case 5:
    gl->BlendFunc (GL_ZERO, GL_SRC_COLOR);
    break;
  case 6:
    gl->BlendFunc (GL_DST_COLOR, GL_SRC_COLOR);
    break;
  default:
    gl->BlendFunc (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    break;
  }
}

static float
cut_of (uint32_t mode)
{
  return mode == 1 ? 0.75f : mode == 5 || mode == 6 ? 0.02f : -1;
}

static void
set_toggle (const MwGl *gl, GLenum capability, gboolean on)
{
  if (on)
    gl->Enable (capability);
  else
    gl->Disable (capability);
}

static void
set_uv (const MwGl *gl, const MwProgram *program, const float uv[6])
{
  const float rows[6] = { uv[0], uv[2], uv[4], uv[1], uv[3], uv[5] };
  gl->Uniform3fv (program->uv_rows, 2, rows);
}

static const float uv_identity[6] = { 1, 0, 0, 1, 0, 0 };

/* Sets everything that a layer says, in a program for sprites or for geosets; NULL if it cannot be seen. */
static const MwProgram *
set_layer (MwRenderer *renderer, gboolean sprite, const MwFrame *frame, const MwMdlxLayer *layer, const float rgb[3],
           float alpha)
{
  const MwGl *gl = &renderer->gl;
  MwLayerState state;
  mw_layer_evaluate (renderer->model, layer, &frame->clock, &state);
  if (!(state.alpha > MW_POSE_ALPHA_MIN))
    return NULL;
  float cut = cut_of (layer->filter_mode);
  int variant = (layer->flags & 0x1 ? 0 : LAYER_LIT) | (layer->flags & 0x2 ? LAYER_SPHERE : 0)
                | (cut > 0 ? LAYER_CUT : 0);
  const MwProgram *program = use_program (renderer, sprite ? PROGRAM_SPRITE : PROGRAM_LAYER + variant, frame);
  set_blending (gl, layer->filter_mode);
  set_toggle (gl, GL_CULL_FACE, !(layer->flags & 0x10));
  set_toggle (gl, GL_DEPTH_TEST, !(layer->flags & 0x40));
  gl->DepthMask (layer->filter_mode < 2 && !(layer->flags & 0x80));
  gl->Uniform1f (program->cut, cut);
  gl->Uniform4fv (program->colour, 1, (float[4]) { rgb[0], rgb[1], rgb[2], alpha * state.alpha });
  set_uv (gl, program, state.moves_uv ? state.uv : uv_identity);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, mw_textures_name (renderer->textures, state.texture.id));
  return program;
}

static const MwMdlxMaterial *
material_of (const MwRenderer *renderer, MwRef ref)
{
  return (const MwMdlxMaterial *) mw_model_resolve (&renderer->model->model, ref);
}

/* Layers of the geoset's material, opaque ones or the others. */
static void
draw_geoset_layers (MwRenderer *renderer, const MwFrame *frame, const MwMdlxGeoset *geoset, MwMesh *mesh,
                    const MwGeosetState *state, gboolean opaque)
{
  const MwGl *gl = &renderer->gl;
  const MwMdlxMaterial *material = material_of (renderer, geoset->material);
  for (uint32_t i = 0; material && i < material->layers.n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    if ((layer->filter_mode < 2) != opaque)
      continue;
    const MwProgram *program = set_layer (renderer, FALSE, frame, layer, state->color, state->alpha);
    if (!program)
      continue;
    gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
    mw_mesh_draw (mesh, gl, geoset, layer->coord_id);
  }
}

/* Every shading but textured: each visible geoset once. Glows and the like are no shapes: only their wires are shown. */
static void
draw_geoset_plain (MwRenderer *renderer, const MwFrame *frame, const MwMdlxGeoset *geoset, MwMesh *mesh)
{
  const MwGl *gl = &renderer->gl;
  const MwMdlxMaterial *material = material_of (renderer, geoset->material);
  const MwMdlxLayer *layer = material && material->layers.n ? (const MwMdlxLayer *) material->layers.items[0] : NULL;
  if (layer && layer->filter_mode > 2 && frame->shading != MW_SHADING_WIREFRAME)
    return;
  const MwProgram *program = use_program (renderer, PROGRAM_PLAIN, frame);
  set_blending (gl, 0);
  set_toggle (gl, GL_CULL_FACE, !(layer && layer->flags & 0x10));
  gl->Enable (GL_DEPTH_TEST);
  gl->DepthMask (GL_TRUE);
  gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
  set_uv (gl, program, uv_identity);
  if (frame->shading == MW_SHADING_WIREFRAME) {
    gl->Uniform4fv (program->colour, 1, (float[4]) { 0.8f, 0.85f, 0.9f, 1 });
    mw_mesh_draw_edges (mesh, gl, geoset);
  } else {
    mw_mesh_draw (mesh, gl, geoset, layer ? layer->coord_id : 0);
  }
}

static gint
compare_batches (gconstpointer a, gconstpointer b)
{
  const Batch *x = a, *y = b;
  if (x->plane != y->plane)
    return x->plane < y->plane ? -1 : 1;
  if (x->mode != y->mode)
    return x->mode < y->mode ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static void
add_batch (MwRenderer *renderer, Batch batch)
{
  batch.order = renderer->batches->len;
  g_array_append_val (renderer->batches, batch);
}

/* The first layer that is blended sorts all those of its geoset, so that they stay together. */
static void
add_geoset_batch (MwRenderer *renderer, uint32_t index, MwMesh *mesh)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) renderer->model->geosets.items[index];
  const MwMdlxMaterial *material = material_of (renderer, geoset->material);
  for (uint32_t i = 0; material && i < material->layers.n; i++) {
    uint32_t mode = ((const MwMdlxLayer *) material->layers.items[i])->filter_mode;
    if (mode >= 2) {
      Batch batch = { .plane = material->priority_plane, .mode = mode, .geoset = geoset, .mesh = mesh };
      batch.geoset_index = index;
      add_batch (renderer, batch);
      return;
    }
  }
}

/* Filter modes of particles as those of layers: blend, additive, modulate, modulate 2x, alpha key. */
static uint32_t
particle_mode (uint32_t filter_mode)
{
  static const uint8_t modes[] = { 2, 3, 5, 6, 2 };
  return filter_mode < G_N_ELEMENTS (modes) ? modes[filter_mode] : 2;
}

static void
add_emitter_batches (MwRenderer *renderer, const MwFrame *frame)
{
  g_array_set_size (renderer->sprites, 0);
  for (guint i = 0; i < renderer->emitters->len; i++) {
    const Emitter *emitter = &g_array_index (renderer->emitters, Emitter, i);
    MwId id = emitter->node->record.id;
    if (mw_ids_have (frame->hidden, frame->n_hidden, id))
      continue;
    const float *world = mw_skeleton_matrix (renderer->skeleton, id);
    Batch batch = { .emitter = emitter, .first_quad = renderer->sprites->len / 4 };
    if (emitter->particles) {
      MwParticleMaterial material;
      mw_particles_material ((const MwMdlxParticleEmitter2 *) emitter->node, &material);
      batch.n_quads = mw_particles_append_quads (emitter->particles, world, renderer->view, renderer->sprites);
      batch.plane = material.priority_plane;
      batch.mode = particle_mode (material.filter_mode);
    } else {
      const MwMdlxMaterial *material = material_of (renderer, ((const MwMdlxRibbonEmitter *) emitter->node)->material);
      if (!material || material->layers.n == 0)
        continue;
      batch.n_quads = mw_ribbon_append_quads (emitter->ribbon, world, renderer->sprites);
      batch.plane = material->priority_plane;
      batch.mode = ((const MwMdlxLayer *) material->layers.items[0])->filter_mode;
    }
    if (batch.n_quads)
      add_batch (renderer, batch);
  }
  if (renderer->sprites->len) {
    renderer->gl.BindBuffer (GL_ARRAY_BUFFER, renderer->sprite_buffer);
    renderer->gl.BufferData (GL_ARRAY_BUFFER, renderer->sprites->len * (GLsizeiptr) sizeof (MwSpriteVertex),
                             renderer->sprites->data, GL_STREAM_DRAW);
  }
}

static void
draw_quads (MwRenderer *renderer, uint32_t first, uint32_t n)
{
  const MwGl *gl = &renderer->gl;
  gl->BindVertexArray (renderer->sprite_array);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->sprite_buffer);
  for (uint32_t done = 0; done < n; done += CALL_QUADS) {
    size_t at = (size_t) (first + done) * 4 * sizeof (MwSpriteVertex);
    gl->VertexAttribPointer (MW_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, sizeof (MwSpriteVertex),
                             (const void *) (at + offsetof (MwSpriteVertex, position)));
    gl->VertexAttribPointer (MW_ATTRIBUTE_UV, 2, GL_FLOAT, GL_FALSE, sizeof (MwSpriteVertex),
                             (const void *) (at + offsetof (MwSpriteVertex, uv)));
    gl->VertexAttribPointer (MW_ATTRIBUTE_COLOUR, 4, GL_FLOAT, GL_FALSE, sizeof (MwSpriteVertex),
                             (const void *) (at + offsetof (MwSpriteVertex, rgba)));
    gl->DrawElements (GL_TRIANGLES, (GLsizei) (MIN (n - done, CALL_QUADS) * 6), GL_UNSIGNED_SHORT, NULL);
  }
}

static void
draw_particles (MwRenderer *renderer, const MwFrame *frame, const Batch *batch)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = use_program (renderer, PROGRAM_SPRITE, frame);
  MwParticleMaterial material;
  mw_particles_material ((const MwMdlxParticleEmitter2 *) batch->emitter->node, &material);
  set_blending (gl, batch->mode);
  gl->Disable (GL_CULL_FACE);
  gl->Enable (GL_DEPTH_TEST);
  gl->DepthMask (GL_FALSE);
  gl->Uniform1f (program->cut, material.filter_mode == 4 ? 0.75f : cut_of (batch->mode));
  gl->Uniform4fv (program->colour, 1, (float[4]) { 1, 1, 1, 1 });
  set_uv (gl, program, uv_identity);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, material.replaceable_id
                                    ? mw_textures_replaceable (renderer->textures, material.replaceable_id)
                                    : mw_textures_name (renderer->textures, material.texture.id));
  draw_quads (renderer, batch->first_quad, batch->n_quads);
}

static void
draw_ribbon (MwRenderer *renderer, const MwFrame *frame, const Batch *batch)
{
  const MwGl *gl = &renderer->gl;
  const MwMdlxMaterial *material = material_of (renderer,
                                                ((const MwMdlxRibbonEmitter *) batch->emitter->node)->material);
  for (uint32_t i = 0; material && i < material->layers.n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    if (!set_layer (renderer, TRUE, frame, layer, (float[3]) { 1, 1, 1 }, 1))
      continue;
    gl->Disable (GL_CULL_FACE);
    gl->DepthMask (GL_FALSE);
    draw_quads (renderer, batch->first_quad, batch->n_quads);
  }
}

static void
draw_translucent (MwRenderer *renderer, const MwFrame *frame)
{
  g_array_sort (renderer->batches, compare_batches);
  for (guint i = 0; i < renderer->batches->len; i++) {
    const Batch *batch = &g_array_index (renderer->batches, Batch, i);
    if (batch->geoset)
      draw_geoset_layers (renderer, frame, batch->geoset, batch->mesh,
                          &g_array_index (renderer->geoset_states, MwGeosetState, batch->geoset_index), FALSE);
    else if (batch->emitter->particles)
      draw_particles (renderer, frame, batch);
    else
      draw_ribbon (renderer, frame, batch);
  }
}

/* --- Drawing a frame ------------------------------------------------------------------------------------------------ */

static void
draw_lines (MwRenderer *renderer, GLuint array, uint32_t n, float scale, gboolean depth)
{
  const MwGl *gl = &renderer->gl;
  if (n == 0)
    return;
  set_blending (gl, 2);
  set_toggle (gl, GL_DEPTH_TEST, depth);
  gl->DepthMask (GL_FALSE);
  gl->Uniform1f (renderer->programs[PROGRAM_LINE].scale, scale);
  gl->BindVertexArray (array);
  gl->DrawArrays (GL_LINES, 0, (GLsizei) n);
}

/* Meshes of 32 units suit a scene of 8 to 512 units; beyond that they grow or shrink by fours. */
static float
grid_scale (float radius)
{
  float scale = 1;
  while (radius > 512 * scale && scale < 1e6f)
    scale *= 4;
  while (radius < 8 * scale && scale > 1e-6f)
    scale /= 4;
  return scale;
}

static void
draw_ground (MwRenderer *renderer, const MwFrame *frame)
{
  if (!(frame->overlays & MW_OVERLAY_GRID))
    return;
  use_program (renderer, PROGRAM_LINE, frame);
  draw_lines (renderer, renderer->grid_array, renderer->n_grid, grid_scale (frame->camera.radius), TRUE);
}

static void
draw_overlays (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  GArray *lines = renderer->lines;
  g_array_set_size (lines, 0);
  if (frame->overlays & MW_OVERLAY_AXES) {
    float length = frame->camera.radius * 0.4f;
    for (int i = 0; i < 3; i++) {
      float tip[3] = { 0 };
      tip[i] = length;
      mw_lines_add (lines, (float[3]) { 0, 0, 0 }, tip, i == 0 ? 0xE85A5AFFu : i == 1 ? 0x63C55FFFu : 0x5F8CF0FFu);
    }
  }
  if (renderer->model)
    mw_lines_add_model (lines, renderer->model, renderer->skeleton, frame);
  if (lines->len == 0)
    return;
  use_program (renderer, PROGRAM_LINE, frame);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->line_buffer);
  gl->BufferData (GL_ARRAY_BUFFER, lines->len * (GLsizeiptr) sizeof (MwLineVertex), lines->data, GL_STREAM_DRAW);
  draw_lines (renderer, renderer->line_array, lines->len, 1, FALSE);
}

/* The edges of selected geosets, over everything that does not hide them. */
static void
draw_selected_edges (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = NULL;
  for (guint i = 0; i < frame->n_selected; i++) {
    MwMesh *mesh = mesh_of (renderer, frame->selected[i]);
    const MwRecord *geoset = mesh ? mw_model_find (&renderer->model->model, mesh->id) : NULL;
    if (!geoset || mw_ids_have (frame->hidden, frame->n_hidden, mesh->id))
      continue;
    if (!program) {
      program = use_program (renderer, PROGRAM_PLAIN, frame);
      gl->Uniform1i (program->shading, MW_SHADING_WIREFRAME);
      set_blending (gl, 2);
      gl->Enable (GL_DEPTH_TEST);
      gl->DepthMask (GL_FALSE);
      gl->Uniform4fv (program->colour, 1, (float[4]) { 1, 0.63f, 0.16f, 0.7f });
    }
    gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
    mw_mesh_draw_edges (mesh, gl, (const MwMdlxGeoset *) geoset);
  }
}

static void
draw_surfaces (MwRenderer *renderer, const MwFrame *frame)
{
  const MwMdlx *model = renderer->model;
  gboolean textured = frame->shading == MW_SHADING_TEXTURED;
  g_array_set_size (renderer->batches, 0);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    const MwGeosetState *state = &g_array_index (renderer->geoset_states, MwGeosetState, i);
    if (!state->visible || mw_ids_have (frame->hidden, frame->n_hidden, geoset->record.id))
      continue;
    MwMesh *mesh = mesh_of (renderer, geoset->record.id);
    if (!textured) {
      draw_geoset_plain (renderer, frame, geoset, mesh);
      continue;
    }
    draw_geoset_layers (renderer, frame, geoset, mesh, state, TRUE);
    add_geoset_batch (renderer, i, mesh);
  }
  if (textured)
    add_emitter_batches (renderer, frame);
}

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

void
mw_renderer_draw (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  mw_camera_view_matrix (&frame->camera, renderer->view);
  mw_camera_projection_matrix (&frame->camera, (float) frame->width / (float) MAX (frame->height, 1),
                               renderer->projection);
  renderer->used = -1;
  renderer->ready = 0;

  mw_textures_flush (renderer->textures, frame->team);
  flush_meshes (renderer);
  if (renderer->model) {
    flush_pose (renderer, frame);
    flush_matrices (renderer);
    gl->ActiveTexture (GL_TEXTURE1);
    gl->BindTexture (GL_TEXTURE_2D, renderer->matrix_texture);
  }

  const float *background = frame->background;
  gl->BindFramebuffer (GL_FRAMEBUFFER, frame->framebuffer);
  gl->Viewport (0, 0, frame->width, frame->height);
  gl->Disable (GL_SCISSOR_TEST);
  gl->Disable (GL_STENCIL_TEST);
  gl->Disable (GL_DITHER);
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->DepthMask (GL_TRUE);
  gl->ClearColor (background[0], background[1], background[2], background[3]);
  gl->Clear (GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  /* A window lays the picture over what is behind it by its alpha, and blending would leave holes there. */
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
  gl->DepthFunc (GL_LEQUAL);
  gl->FrontFace (GL_CCW);

  if (renderer->model)
    draw_surfaces (renderer, frame);
  draw_ground (renderer, frame);
  if (renderer->model) {
    draw_translucent (renderer, frame);
    draw_selected_edges (renderer, frame);
  }
  draw_overlays (renderer, frame);

  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->DepthMask (GL_TRUE);
  gl->Disable (GL_BLEND);
  gl->Disable (GL_CULL_FACE);
  gl->Disable (GL_DEPTH_TEST);
  gl->BindVertexArray (0);
  gl->BindBuffer (GL_ARRAY_BUFFER, 0);
  gl->UseProgram (0);
  gl->ActiveTexture (GL_TEXTURE1);
  gl->BindTexture (GL_TEXTURE_2D, 0);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, 0);
}

/* --- Names beside markers ------------------------------------------------------------------------------------------- */

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
