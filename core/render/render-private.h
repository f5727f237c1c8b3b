/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"
#include "core/pose/combine.h"
#include "core/pose/particles.h"
#include "core/pose/ribbons.h"
#include "core/pose/skeleton.h"
#include "core/render/renderer.h"

/* What the files of this folder share. */

/* --- Programs (program.c) ------------------------------------------------------------------------------------------- */

/* Attribute numbers of all programs. */
enum {
  MW_ATTRIBUTE_POSITION,
  MW_ATTRIBUTE_NORMAL,
  MW_ATTRIBUTE_UV,
  MW_ATTRIBUTE_MATRIX,
  MW_ATTRIBUTE_COLOUR,
  MW_ATTRIBUTE_WEIGHTS,
  MW_ATTRIBUTE_UV2,
  MW_ATTRIBUTE_UV3
};

typedef struct {
  GLuint name;
  gboolean refused; /* by the driver */
  guint frame;      /* whose uniforms it has */
  GLint view, projection, matrices, first_matrix, uv_rows, uv2_rows, colour, texture, texture2, texture3, light, cut,
    shading, scale;
} MwProgram;

/* `defines` stands before both shaders: lines of "#define NAME VALUE\n". */
gboolean mw_program_init (MwProgram *program, const MwGl *gl, gboolean es, const char *vertex, const char *fragment,
                          const char *defines, GError **error);
void mw_program_finish (MwProgram *program, const MwGl *gl);

/* --- Shapes on the card (mesh.c) ------------------------------------------------------------------------------------ */

/* Elements that are stale: [first, end), or all. */
typedef struct {
  uint32_t first, end;
  gboolean all;
} MwSpan;
void mw_span_add (MwSpan *span, uint32_t first, uint32_t n);

/* One array of a model as a buffer. */
typedef struct {
  GLuint buffer;
  uint32_t n; /* elements of the buffer */
  MwSpan span;
} MwStream;
gboolean mw_stream_is_stale (const MwStream *stream, uint32_t n);
/* Makes the buffer hold n elements of `size` bytes of the array, zeros where the array is shorter (hostile files). */
void mw_stream_flush (MwStream *stream, const MwGl *gl, const MwArray *array, size_t size, uint32_t n);

typedef struct {
  MwId id;
  MwStream stream;
} MwMeshUvs;

/* Vertices: of one geoset, or of a whole M2. With weights a vertex has four matrix numbers, as bytes or `wide` as u16, else
 * one as u16. */
typedef struct {
  MwStream positions, normals, matrices, weights;
  gboolean wide;
  GArray *uv_sets;        /* MwMeshUvs, in the model's order */
  gboolean uv_sets_stale; /* the list itself */
  guint uv_sets_made;     /* how often it was made */
} MwVertices;
MwVertices *mw_vertices_new (void);
/* The context must be current. */
void mw_vertices_free (MwVertices *vertices, const MwGl *gl);
/* Everything is stale. */
void mw_vertices_invalidate (MwVertices *vertices);
/* Brings the list of UV buffers into this order; buffers follow their set by identity. */
void mw_vertices_set_uv_sets (MwVertices *vertices, const MwGl *gl, const MwId *ids, guint n);

/* Where a mesh's triangles are in the model: valid during a frame. Without types and sizes they are all triangles. */
typedef struct {
  const MwArray *faces;         /* u16 */
  const MwArray *types, *sizes; /* u32: ranges of primitives */
} MwMeshSource;

enum { MW_UVS_UNSET = -1, MW_UVS_NONE = -2 };

/* Something that is drawn at once: a geoset or a submesh. */
typedef struct {
  MwId id;
  MwVertices *vertices;
  gboolean shares; /* its vertices are not its own */
  MwMeshSource source;
  GLuint vertex_array, faces, edges;
  uint32_t n_vertices, n_faces, n_edges; /* as of the last upload of the faces; elements in the buffers */
  MwSpan faces_span;
  gboolean faces_mended; /* the buffer differs from the array: indices beyond the vertices were replaced */
  gboolean edges_stale;
  guint uv_sets_made;
  int bound_uvs[2];      /* which sets the vertex array uses, or MW_UVS_ */
  uint32_t first_matrix; /* of this frame */
} MwMesh;

/* With vertices of its own, or (not NULL) over shared ones, which must outlive it. */
MwMesh *mw_mesh_new (MwId id, MwVertices *shared);
/* The context must be current. */
void mw_mesh_free (MwMesh *mesh, const MwGl *gl);
/* Everything is stale, but for shared vertices. */
void mw_mesh_invalidate (MwMesh *mesh);
/* The vertices get weights with wide numbers, or lose them: all of both is stale then. The context must be current. */
void mw_mesh_set_weighted (MwMesh *mesh, const MwGl *gl, gboolean weighted);
/* Uploads faces that are stale; the vertices must be flushed. */
void mw_mesh_flush (MwMesh *mesh, const MwGl *gl, const MwMeshSource *source);
uint32_t mw_mesh_n_triangles (const MwMesh *mesh);
/* Whether all of it is triangles, so that mw_mesh_draw() can draw some of them. */
gboolean mw_mesh_divides (const MwMesh *mesh);
/* Draws `n` triangles from the first on, each unit with texture coordinates of its set. What does not divide is drawn whole. */
void mw_mesh_draw (MwMesh *mesh, const MwGl *gl, const uint32_t *uv_sets, guint n_units, uint32_t first, uint32_t n);
void mw_mesh_draw_edges (MwMesh *mesh, const MwGl *gl);

/* --- Textures on the card (textures.c) ------------------------------------------------------------------------------ */

typedef struct _MwTextures MwTextures;
MwTextures *mw_textures_new (const MwGl *gl);
/* The context must be current. */
void mw_textures_free (MwTextures *textures);
void mw_textures_set_model (MwTextures *textures, const MwModel *model, MwTextureLoad load, gpointer data);
/* The list of textures changed. */
void mw_textures_reconcile_later (MwTextures *textures);
/* A field of a texture was set: its image, or only its wrapping. */
void mw_textures_note (MwTextures *textures, MwId id, gboolean image);
void mw_textures_invalidate (MwTextures *textures);
/* The image for M2 textures of a type, for this and later models; NULL: none. */
void mw_textures_show (MwTextures *textures, uint32_t type, const char *path);
/* Uploads what is stale, and the team's colour if it is another than before. */
void mw_textures_flush (MwTextures *textures, guint team);
/* See mw_renderer_texture_file(). */
const char *mw_textures_file (const MwTextures *textures, const MwRecord *texture);
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
void mw_lines_add_model (GArray *lines, const MwModel *model, const MwSkeleton *skeleton, const MwFrame *frame);
/* Whether the overlays show a marker for nodes of a model that are of this kind. */
gboolean mw_lines_shows (const MwModel *model, const MwSchema *kind, unsigned overlays);
gboolean mw_ids_have (const MwId *ids, guint n, MwId id);

/* --- The renderer (renderer.c, draw.c) ------------------------------------------------------------------------------ */

/* As model.vert reads it: texels (of 4 floats) per matrix, matrices per row of the texture. 1,020 texels is below the
 * smallest limit of any GL 3.3. */
#define MW_MATRIX_TEXELS 3
#define MW_ROW_MATRICES 340
#define MW_ROW_TEXELS (MW_ROW_MATRICES * MW_MATRIX_TEXELS)

/* Quads that one draw call reaches with 16-bit indices. */
#define MW_CALL_QUADS 16384

/* Which program: a kind and what it needs, as bits. Each becomes a number that surface.frag and model.vert know by name. */
enum {
  MW_PROGRAM_LAYER, /* one pass over a surface */
  MW_PROGRAM_PLAIN, /* all shadings but textured */
  MW_PROGRAM_SPRITE,
  MW_PROGRAM_LINE,
  MW_PROGRAM_KIND = 0x3,
  MW_PROGRAM_LIT = 1 << 2,
  MW_PROGRAM_SPHERE = 1 << 3,  /* the first unit shows the environment */
  MW_PROGRAM_SPHERE2 = 1 << 4, /* the second */
  MW_PROGRAM_CUT = 1 << 5,
  MW_PROGRAM_KEYED = 1 << 6, /* with CUT: what is not left out has the alpha of the pass alone */
  MW_PROGRAM_WEIGHTED = 1 << 7,
  MW_PROGRAM_TWO_UNITS = 1 << 8,
  MW_PROGRAM_THREE_UNITS = 1 << 9, /* with TWO_UNITS: the third's alpha is multiplied in */
  MW_PROGRAM_DIFFUSE_SHIFT = 10,   /* 3 bits: MwDiffuse */
  MW_PROGRAM_SPECULAR_SHIFT = 13,  /* 3 bits: MwSpecular */
  MW_PROGRAM_OPACITY_SHIFT = 16    /* 3 bits: MwOpacity */
};

#define MW_OPACITY_OF_TEXEL (MW_OPACITY_A << MW_PROGRAM_OPACITY_SHIFT)

/* Factors of source and destination. */
typedef enum {
  MW_BLEND_NONE,
  MW_BLEND_ALPHA,         /* SRC_ALPHA, 1 - SRC_ALPHA */
  MW_BLEND_ADD,           /* SRC_ALPHA, ONE */
  MW_BLEND_ADD_WHOLE,     /* ONE, ONE */
  MW_BLEND_MODULATE,      /* ZERO, SRC_COLOR */
  MW_BLEND_MODULATE2X,    /* DST_COLOR, SRC_COLOR */
  MW_BLEND_PREMULTIPLIED, /* ONE, 1 - SRC_ALPHA */
} MwBlend;

/* How something is drawn once. */
typedef struct {
  MwBlend blend;
  gboolean lit, keyed, two_sided, depth_test, depth_write;
  float cut; /* less alpha is left out; 0 or below: nothing is */
  float colour[4];
  MwDiffuse diffuse;
  MwSpecular specular;
  MwOpacity opacity;
  guint n_units;
  struct {
    GLuint texture;
    gboolean sphere;
    uint32_t uv_set;
    float uv[6];
  } units[3]; /* a third only of quads, multiplied in */
} MwPass;
/* One unit, a white colour, the texture's alpha, no blending; the rest is off. */
void mw_pass_init (MwPass *pass);

/* However many a hostile file has: so many emitters are simulated and drawn, they share a room for what they leave behind, and
 * of a ribbon's layers so many are drawn. No model that a game ships comes near. */
#define MW_EMITTERS_MAX 1024
#define MW_EMITTERS_ROOM (32 * 4096)
#define MW_RIBBON_LAYERS_MAX 8

/* An emitter and its simulation: one of the two. */
typedef struct {
  const MwRecord *node;
  MwParticles *particles;
  MwRibbon *ribbon;
} MwEmitter;

/* Something to draw. Translucent ones come last; they are sorted by plane, then far ones first, then by mode. */
typedef struct {
  gboolean translucent;
  int32_t plane;
  float depth;
  uint32_t mode;
  uint32_t order; /* keeps the sort stable */
  MwMesh *mesh;   /* NULL: quads of an emitter */
  uint32_t first_quad, n_quads;
  MwPass pass;
} MwBatch;

/* How models of a family become batches: one table for each, in mdlx-scene.c and m2-scene.c, listed in renderer.c. */
typedef struct {
  const MwSchema *root; /* of the family's models */
  float grid_scale;     /* of the ground's mesh of 32 units, at its finest for an ordinary model */
  /* One change of the model. */
  void (*note) (MwRenderer *renderer, const MwChange *change);
  /* Uploads stale meshes, brings skeleton and simulations to the frame's time, fills renderer->matrices. */
  void (*flush) (MwRenderer *renderer, const MwFrame *frame);
  /* Adds the frame's batches: textured, each pass; else each surface once (only sides and units count). */
  void (*collect) (MwRenderer *renderer, const MwFrame *frame);
  /* Append an emitter's quads to renderer->sprites and add its batches. `world` is its matrix now; `batch` already says where the
   * quads begin, and that it is translucent. */
  void (*add_particles) (MwRenderer *renderer, const MwEmitter *emitter, const float *world, MwBatch batch);
  void (*add_ribbon) (MwRenderer *renderer, const MwFrame *frame, const MwEmitter *emitter, const float *world,
                      MwBatch batch);
  /* The surface whose edges are drawn when the record is selected, or NULL. */
  MwMesh *(*mesh_of) (const MwRenderer *renderer, const MwFrame *frame, const MwRecord *record);
  /* See mw_render_note(). NULL: there is nothing to say. */
  const char *(*remark) (const MwModel *model);
} MwScene;
extern const MwScene mw_mdlx_scene, mw_m2_scene;

/* A frame that is drawn in parts: how far it is. */
typedef struct {
  MwFrame frame;
  gboolean begun; /* and not yet whole */
  guint stage;
  guint batch;
  uint32_t step; /* triangles or quads of the batch that are drawn */
} MwDrawing;

struct _MwRenderer {
  MwGl gl;
  gboolean es;
  GHashTable *programs;  /* bits -> MwProgram */
  const MwProgram *used; /* program of now */
  guint frame_number;
  MwDrawing drawing;
  float view[16], projection[16]; /* of this frame */
  MwTextures *textures;
  const MwModel *model;
  const MwScene *scene;    /* of the model's family; NULL without a model */
  const MwScene *uploaded; /* of the meshes on the card */
  GHashTable *meshes;      /* MwId -> MwMesh */
  MwVertices *vertices;    /* M2: of all meshes */
  MwSkeleton *skeleton;
  GArray *emitters; /* MwEmitter */
  gboolean meshes_stale, skeleton_stale, simulation_stale, emitters_stale;

  GLuint matrix_texture;
  uint32_t matrix_rows; /* allocated on the card */
  GArray *matrices;     /* float: 12 per matrix, whole rows of the texture */
  GArray *batches;      /* MwBatch */
  GArray *sprites;      /* MwSpriteVertex */
  GArray *lines;        /* MwLineVertex */
  GStringChunk *names;  /* of the last labels */
  GLuint sprite_array, sprite_buffer, quad_indices;
  GLuint line_array, line_buffer, grid_array, grid_buffer;
  uint32_t n_grid; /* vertices of one grid; the buffer holds one for dark and one for light backgrounds */
};

/* The mesh of a geoset or submesh, or NULL before it was first drawn. */
MwMesh *mw_renderer_mesh (const MwRenderer *renderer, MwId id);
/* The same, made where it is not there yet. */
MwMesh *mw_renderer_make_mesh (MwRenderer *renderer, MwId id, MwVertices *shared);
/* Drops meshes whose record is not in the model any more, or of another kind. */
void mw_renderer_drop_meshes (MwRenderer *renderer, const MwSchema *kind);
void mw_renderer_clear_emitters (MwRenderer *renderer);
/* Brings skeleton, particles and ribbons to the frame's moment; the emitters are those records of the lists that are such. */
void mw_renderer_flush_pose (MwRenderer *renderer, const MwFrame *frame, const MwList *const *lists, guint n);
/* What a change of a value makes stale of an array. */
void mw_span_note (MwSpan *span, const MwChange *change);
/* Makes room for n matrices in renderer->matrices and returns it: rows of affine matrices, one behind the other. */
float *mw_renderer_matrices (MwRenderer *renderer, uint32_t n);
/* Appends n matrices of 16 floats as such rows; returns what is behind them. */
float *mw_matrices_pack (float *out, const float *columns, uint32_t n);
/* Uploads what is stale, and the pose of the frame. renderer->view must be set. */
void mw_renderer_flush (MwRenderer *renderer, const MwFrame *frame);
/* The program of those bits, made when it is first asked for; NULL and an error if the driver does not take it. */
const MwProgram *mw_renderer_program (MwRenderer *renderer, unsigned bits, GError **error);
/* Adds it behind all others of the same sort. */
void mw_renderer_add_batch (MwRenderer *renderer, MwBatch batch);
