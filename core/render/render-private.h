/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/material.h"
#include "core/pose/particles.h"
#include "core/pose/ribbons.h"
#include "core/pose/skeleton.h"
#include "core/render/renderer.h"

/* What the files of this folder share. */

/* --- Programs (program.c) ------------------------------------------------------------------------------------------- */

/* Attribute numbers of all programs. */
enum { MW_ATTRIBUTE_POSITION, MW_ATTRIBUTE_NORMAL, MW_ATTRIBUTE_UV, MW_ATTRIBUTE_MATRIX, MW_ATTRIBUTE_COLOUR };

typedef struct {
  GLuint name;
  GLint view, projection, matrices, first_matrix, uv_rows, colour, texture, light, cut, shading, scale;
} MwProgram;

/* `defines` stands before both shaders: lines of "#define NAME VALUE\n". */
gboolean mw_program_init (MwProgram *program, const MwGl *gl, gboolean es, const char *vertex, const char *fragment,
                          const char *defines, GError **error);
void mw_program_finish (MwProgram *program, const MwGl *gl);

/* --- Geosets on the card (mesh.c) ----------------------------------------------------------------------------------- */

/* Elements that are stale: [first, end), or all. */
typedef struct {
  uint32_t first, end;
  gboolean all;
} MwSpan;
void mw_span_add (MwSpan *span, uint32_t first, uint32_t n);

typedef struct {
  MwId id;
  MwSpan span;
  GLuint buffer;
  uint32_t n; /* elements of the buffer */
} MwMeshUvs;

typedef struct {
  MwId id;
  GLuint vertex_array;
  GLuint vertices, normals, matrices, faces, edges;
  uint32_t n_vertices, n_normals, n_faces, n_edges; /* elements in the buffers */
  MwSpan vertices_span, normals_span, matrices_span, faces_span;
  gboolean faces_mended; /* the buffer differs from the array: indices beyond the vertices were replaced */
  gboolean edges_stale;
  GArray *uv_sets;        /* MwMeshUvs, in the geoset's order */
  gboolean uv_sets_stale; /* the list itself */
  int bound_uvs;          /* which set the vertex array uses; -1: none yet */
  uint32_t first_matrix;  /* of this frame */
} MwMesh;

MwMesh *mw_mesh_new (MwId id);
/* The context must be current. */
void mw_mesh_free (MwMesh *mesh, const MwGl *gl);
/* Everything is stale. */
void mw_mesh_invalidate (MwMesh *mesh);
/* Uploads what is stale. */
void mw_mesh_flush (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset);
/* Draws the triangles (and what other primitives there are), with texture coordinates of that set. */
void mw_mesh_draw (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset, uint32_t uv_set);
void mw_mesh_draw_edges (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset);

/* --- Textures on the card (textures.c) ------------------------------------------------------------------------------ */

typedef struct _MwTextures MwTextures;
MwTextures *mw_textures_new (const MwGl *gl);
/* The context must be current. */
void mw_textures_free (MwTextures *textures);
void mw_textures_set_model (MwTextures *textures, const MwMdlx *model, MwTextureLoad load, gpointer data);
/* The list of textures changed. */
void mw_textures_reconcile_later (MwTextures *textures);
/* A field of a texture was set: its image, or only its wrapping. */
void mw_textures_note (MwTextures *textures, MwId id, gboolean image);
void mw_textures_invalidate (MwTextures *textures);
/* Uploads what is stale, and the team's colour if it is another than before. */
void mw_textures_flush (MwTextures *textures, guint team);
/* The texture to bind: the record's image, the team's colour or glow, or the checker. */
GLuint mw_textures_name (const MwTextures *textures, MwId id);
/* What a particle emitter with a replaceable id shows. */
GLuint mw_textures_replaceable (const MwTextures *textures, uint32_t replaceable_id);

/* --- Lines (lines.c) ------------------------------------------------------------------------------------------------ */

typedef struct {
  float position[3];
  uint8_t rgba[4];
} MwLineVertex;

void mw_lines_add (GArray *lines, const float a[3], const float b[3], uint32_t rgba);
/* Six edges round a point. */
void mw_lines_add_diamond (GArray *lines, const float at[3], float size, uint32_t rgba);
/* From joint to joint, thick near the first. */
void mw_lines_add_bone (GArray *lines, const float from[3], const float to[3], uint32_t rgba);
/* The corners are moved by `matrix` (NULL: not at all). */
void mw_lines_add_box (GArray *lines, const float low[3], const float high[3], const float matrix[16], uint32_t rgba);
/* Circle about `centre` in the plane of two axes of `matrix` (NULL: the world's). */
void mw_lines_add_circle (GArray *lines, const float centre[3], float radius, int axis_a, int axis_b,
                          const float matrix[16], uint32_t rgba);
/* The ground: 65 lines each way, 32 units apart, every fourth stronger. */
/* With lines of this colour (0xRRGGBB), but for the two through the origin. */
void mw_lines_add_grid (GArray *lines, uint32_t rgb);
/* Everything that the frame's overlays show of the model. */
void mw_lines_add_model (GArray *lines, const MwMdlx *model, const MwSkeleton *skeleton, const MwFrame *frame);
/* Whether the overlays show a marker for nodes of this kind. */
gboolean mw_lines_shows (const MwSchema *kind, unsigned overlays);
gboolean mw_ids_have (const MwId *ids, guint n, MwId id);

/* --- The renderer (renderer.c, draw.c) ------------------------------------------------------------------------------ */

/* As model.vert reads it: texels (of 4 floats) per matrix, matrices per row of the texture. 1,020 texels is below the
 * smallest limit of any GL 3.3. */
#define MW_MATRIX_TEXELS 3
#define MW_ROW_MATRICES 340
#define MW_ROW_TEXELS (MW_ROW_MATRICES * MW_MATRIX_TEXELS)

/* Quads that one draw call reaches with 16-bit indices. */
#define MW_CALL_QUADS 16384

/* A layer's program is MW_PROGRAM_LAYER and what of these it needs. */
enum { MW_LAYER_LIT = 1, MW_LAYER_SPHERE = 2, MW_LAYER_CUT = 4, MW_N_LAYER_PROGRAMS = 8 };
enum {
  MW_PROGRAM_LAYER,
  MW_PROGRAM_PLAIN = MW_PROGRAM_LAYER + MW_N_LAYER_PROGRAMS, /* all shadings but textured */
  MW_PROGRAM_SPRITE,
  MW_PROGRAM_LINE,
  MW_N_PROGRAMS
};

/* An emitter and its simulation; exactly one of the two is there. */
typedef struct {
  const MwMdlxNode *node;
  MwParticles *particles;
  MwRibbon *ribbon;
} MwEmitter;

/* Something to draw over what is there, sorted by plane and mode. */
typedef struct {
  int32_t plane;
  uint32_t mode;
  uint32_t order;             /* keeps the sort stable */
  const MwMdlxGeoset *geoset; /* NULL: quads of an emitter */
  MwMesh *mesh;
  uint32_t geoset_index;
  const MwEmitter *emitter;
  uint32_t first_quad, n_quads;
} MwBatch;

struct _MwRenderer {
  MwGl gl;
  gboolean es;
  MwProgram programs[MW_N_PROGRAMS];
  int used;                       /* program of now; -1: none */
  unsigned ready;                 /* programs that have this frame's uniforms */
  float view[16], projection[16]; /* of this frame */
  MwTextures *textures;
  GHashTable *meshes; /* MwId -> MwMesh */
  const MwMdlx *model;
  MwSkeleton *skeleton;
  GArray *emitters; /* MwEmitter */
  gboolean meshes_stale, skeleton_stale, simulation_stale, emitters_stale;

  GLuint matrix_texture;
  uint32_t matrix_rows;  /* allocated on the card */
  GArray *matrices;      /* float: 12 per matrix, whole rows of the texture */
  GArray *geoset_states; /* MwGeosetState */
  GArray *batches;       /* MwBatch */
  GArray *sprites;       /* MwSpriteVertex */
  GArray *lines;         /* MwLineVertex */
  GLuint sprite_array, sprite_buffer, quad_indices;
  GLuint line_array, line_buffer, grid_array, grid_buffer;
  uint32_t n_grid; /* vertices of one grid; the buffer holds one for dark and one for light backgrounds */
};

/* The geoset's mesh, or NULL before it was first drawn. */
MwMesh *mw_renderer_mesh (const MwRenderer *renderer, MwId geoset);
/* Uploads what is stale, and the pose of the frame. renderer->view must be set. */
void mw_renderer_flush (MwRenderer *renderer, const MwFrame *frame);
