/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"
#include "core/pose/combine.h"
#include "core/pose/lights.h"
#include "core/pose/mdlx-hd.h"
#include "core/pose/particles.h"
#include "core/pose/ribbons.h"
#include "core/pose/seen.h"
#include "core/pose/skeleton.h"
#include "core/pose/splats.h"
#include "core/render/renderer.h"

/* Private to core/render: the renderer's state and the functions that its files share. */

/* --- The surroundings of HD surfaces (surroundings.c) --------------------------------------------------------------- */

typedef enum { MW_SKY_DAY, MW_SKY_NIGHT, MW_SKY_PORTRAIT, MW_SKIES } MwSkyKind;
/* What of it falls on a matt surface, and what surfaces mirror: the rougher, the smaller the mip level. */
enum { MW_SKY_MATT, MW_SKY_MIRRORED, MW_SKY_CUBES };
/* On the card. */
typedef struct {
  GLuint cubes[MW_SKY_CUBES]; /* 0: it is not there */
  float last_level;
} MwSky;

/* --- Programs (program.c, programs.c) ------------------------------------------------------------------------------- */

/* Vertex attribute numbers, the same in all programs. */
enum {
  MW_ATTRIBUTE_POSITION,
  MW_ATTRIBUTE_NORMAL,
  MW_ATTRIBUTE_UV,
  MW_ATTRIBUTE_MATRIX,
  MW_ATTRIBUTE_COLOUR,
  MW_ATTRIBUTE_WEIGHTS,
  MW_ATTRIBUTE_UV2,
  MW_ATTRIBUTE_UV3,
  MW_ATTRIBUTE_TANGENT
};

typedef struct {
  GLuint name;
  gboolean refused; /* the driver does not compile it */
  guint frame;      /* number of the frame whose uniforms are set in it */
  GLint view, projection, matrices, first_matrix, uv_rows, uv2_rows, colour, texture, texture2, texture3, texture4,
    light, cut, texture_weights, shading, heat, heat_colours, scale, fade, area, fog, fog_range, n_lights, lights_at,
    lights_colour, lights_ambient, lights_fall, gain, masked, fresnel, fresnel_team;
  GLint maps[MW_HD_MAPS];               /* the samplers of an HD layer's images */
  GLint skies[2 * MW_SKY_CUBES], night; /* of the surroundings */
} MwProgram;

/* Compiles a program. `defines` is put before both shaders: lines of "#define NAME VALUE\n". */
gboolean mw_program_init (MwProgram *program, const MwGl *gl, gboolean es, const char *vertex, const char *fragment,
                          const char *defines, GError **error);
void mw_program_finish (MwProgram *program, const MwGl *gl);

/* The program with these features (MW_PROGRAM_*), compiled on first use. NULL, with an error the first time: the driver refuses it. */
MwProgram *mw_programs_get (MwPrograms *programs, unsigned bits, GError **error);
/* A number for a frame of a renderer, or of one inside it. Each frame of all that share the programs has another one, which says whose
 * uniforms a program has. */
guint mw_programs_begin_frame (MwPrograms *programs);
gboolean mw_programs_are_es (const MwPrograms *programs);

/* --- Shapes on the card (mesh.c) ------------------------------------------------------------------------------------ */

/* Stale elements of an array: [first, end), or all. */
typedef struct {
  uint32_t first, end;
  gboolean all;
} MwSpan;
void mw_span_add (MwSpan *span, uint32_t first, uint32_t n);

/* A buffer on the card with a copy of one array of the model. */
typedef struct {
  GLuint buffer;
  uint32_t n;    /* elements of the buffer */
  guint uploads; /* how often it was filled, wholly or in part */
  MwSpan span;
} MwStream;
gboolean mw_stream_is_stale (const MwStream *stream, uint32_t n);
/* Uploads what is stale, so that the buffer has n elements of `size` bytes of the array, padded with zeros if the
 * array is shorter (hostile files). */
void mw_stream_flush (MwStream *stream, const MwGl *gl, const MwArray *array, size_t size, uint32_t n);

typedef struct {
  MwId id;
  MwStream stream;
  float low[2], high[2]; /* the least and the greatest coordinates; all 0: not known */
} MwMeshUvs;

/* The vertices of one geoset, or of a whole M2. With weights a vertex has four matrix numbers, as bytes or, if
 * `wide`, as u16; else one as u16. */
typedef struct {
  MwStream positions, normals, matrices, weights;
  MwStream tangents; /* 4 floats each; no buffer: without tangents */
  gboolean wide;
  GArray *uv_sets;        /* MwMeshUvs, in the model's order */
  gboolean uv_sets_stale; /* the list of sets changed */
  guint uv_sets_made;     /* how often the list was rebuilt */
  GArray *boxes;          /* MwBox: of the vertices at rest that each matrix moves; NULL: never asked for */
  guint64 boxes_of;       /* the uploads that they were made of */
} MwVertices;
MwVertices *mw_vertices_new (void);
/* The context must be current. */
void mw_vertices_free (MwVertices *vertices, const MwGl *gl);
/* Marks everything as stale. */
void mw_vertices_invalidate (MwVertices *vertices);
/* Makes the list of UV buffers match the ids of the UV sets, in order; existing buffers are kept with their set. */
void mw_vertices_set_uv_sets (MwVertices *vertices, const MwGl *gl, const MwId *ids, guint n);

/* The arrays of the model with a mesh's triangles; valid during a frame. Without types and sizes all primitives are
 * triangles. */
typedef struct {
  const MwArray *faces;         /* u16 */
  const MwArray *types, *sizes; /* u32: ranges of primitives */
} MwMeshSource;

enum { MW_UVS_UNSET = -1, MW_UVS_NONE = -2 };

/* A mesh, drawn with one call: a geoset or a submesh. */
typedef struct {
  MwId id;
  MwVertices *vertices;
  gboolean shares; /* the vertices are shared and freed elsewhere */
  MwMeshSource source;
  GLuint vertex_array, faces, edges;
  uint32_t n_vertices, n_faces, n_edges; /* number of elements in the buffers, since the last upload of the faces */
  MwSpan faces_span;
  gboolean faces_mended; /* the buffer differs from the array: indices beyond the vertices were replaced */
  gboolean edges_stale;
  guint uv_sets_made;
  int bound_uvs[2];      /* the UV sets that the vertex array uses, or MW_UVS_... */
  uint32_t first_matrix; /* its first matrix in this frame */
  uint8_t marks;         /* what outline.c marks it with in this frame */
} MwMesh;

/* Creates a mesh with its own vertices, or, if `shared` is not NULL, with those, which must outlive it. */
MwMesh *mw_mesh_new (MwId id, MwVertices *shared);
/* The context must be current. */
void mw_mesh_free (MwMesh *mesh, const MwGl *gl);
/* Marks everything as stale except shared vertices. */
void mw_mesh_invalidate (MwMesh *mesh);
/* Switches the vertices to weights with wide numbers, or back; both are stale then. The context must be current. */
void mw_mesh_set_weighted (MwMesh *mesh, const MwGl *gl, gboolean weighted);
/* Uploads stale tangents (4 floats per vertex), or drops them if the array is empty. The context must be current. */
void mw_mesh_flush_tangents (MwMesh *mesh, const MwGl *gl, const MwArray *tangents);
/* Uploads stale faces; the vertices must have been uploaded before. */
void mw_mesh_flush (MwMesh *mesh, const MwGl *gl, const MwMeshSource *source);
uint32_t mw_mesh_n_triangles (const MwMesh *mesh);
/* Whether the mesh has only triangles, so that mw_mesh_draw() can draw a part of it. */
gboolean mw_mesh_divides (const MwMesh *mesh);
/* Draws `n` triangles from `first` on; each texture unit uses the coordinates of its UV set. A mesh that does not
 * divide is drawn whole. */
void mw_mesh_draw (MwMesh *mesh, const MwGl *gl, const uint32_t *uv_sets, guint n_units, uint32_t first, uint32_t n);
void mw_mesh_draw_edges (MwMesh *mesh, const MwGl *gl);
/* Draws a line for each of its vertices, shared ones too, with a program that has MW_PROGRAM_NORMAL_LINES. */
void mw_mesh_draw_normals (MwMesh *mesh, const MwGl *gl);

/* --- Where meshes are (boxes.c) -------------------------------------------------------------------------------------- */

typedef struct {
  float low[3], high[3];
} MwBox;
/* Makes the box of the vertices that a matrix moves contain one, at rest. */
void mw_boxes_add (GArray *boxes, guint matrix, const float at[3]);
typedef void MwCorner (const float at[3], gpointer data);
/* Visits points in model space whose hull contains all vertices of the mesh, in the pose of the frame. The work depends on the number of
 * matrices, not of vertices, unless these have changed. */
void mw_boxes_corners (const MwRenderer *renderer, const MwMesh *mesh, MwCorner *visit, gpointer data);

/* --- Textures on the card (textures.c) ------------------------------------------------------------------------------ */

typedef struct _MwTextures MwTextures;
MwTextures *mw_textures_new (const MwGl *gl);
/* The context must be current. */
void mw_textures_free (MwTextures *textures);
void mw_textures_set_model (MwTextures *textures, const MwModel *model, MwTextureLoad load, gpointer data);
/* The list of textures changed. */
void mw_textures_reconcile_later (MwTextures *textures);
/* Call it when a field of a texture was set: its image is stale, or only its wrapping. */
void mw_textures_note (MwTextures *textures, MwId id, gboolean image);
void mw_textures_invalidate (MwTextures *textures);
/* Sets the image for M2 textures of a type, for this and later models; NULL: none. */
void mw_textures_show (MwTextures *textures, uint32_t type, const char *path);
/* As mw_renderer_show_image(). */
void mw_textures_show_image (MwTextures *textures, uint32_t type, const MwImage *image);
/* For mw_renderer_show_tileset() and mw_renderer_look(). */
void mw_textures_show_tileset (MwTextures *textures, char letter);
char mw_textures_tileset (const MwTextures *textures);
MwTextureAspect mw_textures_look (const MwTextures *textures, const MwRecord *record);
/* Uploads what is stale, and the team's colour if it changed. */
void mw_textures_flush (MwTextures *textures, guint team);
/* The GL texture to bind for a record: its image, or the team's colour or glow; 0: it is missing. *type: the texture type that it
 * has if the game chooses its image, else 0. */
GLuint mw_textures_name (const MwTextures *textures, MwId id, uint32_t *type);
/* The texel of a record's image, or of the team's glow, at texture coordinates; MW_TEXEL_UNKNOWN without one. */
MwTexel mw_textures_texel (const MwTextures *textures, MwId id, const float uv[2]);
/* The GL texture for an image of an HD material. A record without an image gives a neutral one: a flat normal, a rough
 * surface that is no metal and shows no team colour, no emission. *found says whether it is the record's own; the team's
 * colour counts as its own. */
GLuint mw_textures_of_slot (const MwTextures *textures, MwId id, MwHdSlot slot, gboolean *found);
/* The GL texture of a particle emitter with a replaceable id; 0: it is missing. */
GLuint mw_textures_replaceable (const MwTextures *textures, uint32_t replaceable_id);
/* The GL texture of a file that no record of the model names, loaded when it is first asked for; 0: it is missing. */
GLuint mw_textures_of_path (MwTextures *textures, const char *path);
/* What is shown for missing textures (core/image/missing.h). The first checker of a type is uploaded at once. */
GLuint mw_textures_clay (const MwTextures *textures, uint32_t type);
GLuint mw_textures_spot (const MwTextures *textures, gboolean whole);
GLuint mw_textures_checker (MwTextures *textures, uint32_t type);

/* --- Lines (lines.c) ------------------------------------------------------------------------------------------------ */

typedef struct {
  float position[3];
  uint8_t rgba[4];
} MwLineVertex;

/* Colours of lines are 0xRRGGBBAA. This is the one of what is selected. */
#define MW_LINES_SELECTED 0xFFA028FFu
/* Of what the pointer is over. */
#define MW_LINES_HOVERED 0xFFFFFFFFu

void mw_lines_add (GArray *lines, const float a[3], const float b[3], uint32_t rgba);
/* A circle about `centre` in the plane of two axes of `matrix` (NULL: of model space). */
void mw_lines_add_circle (GArray *lines, const float centre[3], float radius, int axis_a, int axis_b,
                          const float matrix[16], uint32_t rgba);
/* The length in model space, at a point, that has `pixels` pixels in the picture. */
float mw_lines_of_pixels (const MwFrame *frame, const float at[3], float pixels);
/* How far the grid reaches from the origin, before it is scaled. It has faded by then. */
#define MW_GRID_REACH 1024.0f
/* How long the line of a normal is, for a scene of radius 1. */
#define MW_NORMAL_LENGTH 0.03f
/* The ground grid: 65 lines in each direction, 32 units apart, every fourth stronger, in this colour (0xRRGGBB),
 * except for the two lines through the origin. */
void mw_lines_add_grid (GArray *lines, uint32_t rgb);
/* Everything that the frame's overlays show of the model. */
void mw_lines_add_model (GArray *lines, const MwModel *model, const MwSkeleton *skeleton, const MwFrame *frame);
/* The marker of the node at this place of a skeleton, if the overlays show it or it is selected. */
void mw_lines_add_node (GArray *lines, const MwSkeleton *skeleton, guint place, const MwFrame *frame);

/* --- Figures of what has an extent (figures.c) ----------------------------------------------------------------------- */

/* A part of the figure of a camera: of the eye the pyramid of what a picture of 4 to 3 shows, which is a quarter as high as its target is
 * far; of the target a cross there; of the whole a line from one to the other. Adds nothing for a camera that is looked through, and for one
 * that is not selected unless the frame shows cameras. */
void mw_figures_add_camera (GArray *lines, const MwModel *model, const MwRecord *camera, MwCameraPart part,
                            const MwFrame *frame);
/* All parts of all cameras of the model. */
void mw_figures_add_cameras (GArray *lines, const MwModel *model, const MwFrame *frame);
/* For each light that shines the spheres where it begins to fade and ends (without an end: where a tenth of it is left), or the way of
 * its parallel rays, in its colour. */
void mw_figures_add_lights (GArray *lines, const MwSkeleton *skeleton, const MwFrame *frame);
/* Where the particles of an emitter are born, and where they fly. `world`: the matrix of its node, which is at `at`. */
void mw_figures_add_emitter (GArray *lines, const MwEmitterShape *shape, const float world[16], const float at[3],
                             const MwFrame *frame);
/* The edges of a ribbon's living quads. `quads` is emptied. */
void mw_figures_add_ribbon (GArray *lines, const MwRibbon *ribbon, const float world[16], GArray *quads);

/* Whether the overlays show a marker for nodes of a model that are of this kind. */
gboolean mw_lines_shows (const MwModel *model, const MwSchema *kind, unsigned overlays);

/* --- Lights (lighting.c) -------------------------------------------------------------------------------------------- */

/* Fills renderer->lights for the frame; skeleton and view are those of the frame. */
void mw_renderer_light (MwRenderer *renderer, const MwFrame *frame);
/* Sets the lights in a program that is in use. */
void mw_lights_set (const MwGl *gl, const MwProgram *program, const GArray *lights);

/* --- The renderer (renderer.c, draw.c) ------------------------------------------------------------------------------ */

/* The layout of the matrix texture, as model.vert reads it: texels (of 4 floats) per matrix, and matrices per row.
 * 1,020 texels are below the smallest limit of any GL 3.3. */
#define MW_MATRIX_TEXELS 3
#define MW_MATRIX_FLOATS (4 * MW_MATRIX_TEXELS)
#define MW_ROW_MATRICES 340
#define MW_ROW_TEXELS (MW_ROW_MATRICES * MW_MATRIX_TEXELS)

/* Number of quads that one draw call can address with 16-bit indices. */
#define MW_CALL_QUADS 16384

/* The key of a program: its kind and what it needs, as bits. Each becomes a number that surface.frag and model.vert
 * test by name. */
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
  MW_PROGRAM_KEYED = 1 << 6, /* with CUT: the texels that remain have the alpha of the pass alone */
  MW_PROGRAM_WEIGHTED = 1 << 7,
  MW_PROGRAM_TWO_UNITS = 1 << 8,
  MW_PROGRAM_THREE_UNITS = 1 << 9,   /* with TWO_UNITS */
  MW_PROGRAM_OPACITY_SHIFT = 10,     /* 4 bits: MwOpacity */
  MW_PROGRAM_SPECULAR_SHIFT = 14,    /* 3 bits: MwSpecular */
  MW_PROGRAM_FOUR_UNITS = 1 << 17,   /* with THREE_UNITS */
  MW_PROGRAM_THIRD_BY_UV2 = 1 << 18, /* with THREE_UNITS, on a mesh */
  MW_PROGRAM_DIFFUSE_SHIFT = 25,     /* 4 bits: MwDiffuse */
  MW_PROGRAM_HD =
    1 << 19, /* hd.frag instead of surface.frag; only LIT, CUT, CRYSTAL, SKIES and SD_ON_HD count beside it */
  MW_PROGRAM_CRYSTAL = 1 << 20,
  MW_PROGRAM_SKIES = MW_PROGRAM_FOUR_UNITS, /* with HD: the surroundings of the game instead of neutral ones */
  MW_PROGRAM_SD_ON_HD = 1 << 24,
  MW_PROGRAM_COVER = 1 << 22,        /* with CUT: alpha becomes the part of the pixel that is covered */
  MW_PROGRAM_NORMAL_LINES = 1 << 23, /* with PLAIN: a line along the normal of each vertex */
  MW_PROGRAM_LIGHTS = 1 << 21,       /* with LIT: the lights of the frame instead of the plain one */
  MW_PROGRAM_DOTS = 1 << 29,         /* with PLAIN: points are round dots of u_scale pixels */
  MW_PROGRAM_FOG = 1 << 30,          /* with LAYER or SPRITE */
  MW_PROGRAM_SPREAD = 1 << 29,       /* with LINE: softens the shadow's image */
  MW_PROGRAM_SHADE = 1 << 30,        /* with LINE: the shadow on the ground */
  MW_PROGRAM_OUTLINE = MW_PROGRAM_SPREAD | MW_PROGRAM_SHADE /* with LINE: outlines */
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

/* What hides a pass in the distance: the fog of the frame, or what changes nothing where the pass is blended. */
typedef enum { MW_FOG_NONE, MW_FOG_SCENE, MW_FOG_BLACK, MW_FOG_WHITE, MW_FOG_GREY } MwFogColour;

/* One draw pass over a surface. */
typedef struct {
  MwBlend blend;
  MwFogColour fog;
  gboolean fog_bends; /* it follows the curve and the distance of Warcraft III, not of World of Warcraft */
  gboolean lit, keyed, two_sided, depth_test, depth_write;
  float cut; /* pixels with less alpha are discarded; 0 or below: none are */
  float colour[4];
  MwDiffuse diffuse;
  MwSpecular specular;
  MwOpacity opacity;
  guint n_units;
  struct {
    GLuint texture; /* 0: it is missing; mw_renderer_add_batch() puts a stand-in in its place */
    uint32_t type;  /* that of the texture, if the game chooses the image */
    gboolean sphere;
    uint32_t uv_set;
    float uv[6];
  } units[4];               /* on a mesh, the third has the coordinates of the first, the fourth those of the second */
  gboolean third_by_uv2;    /* on a mesh, the third has those of the second, even if that one shows the environment */
  float weights[3];         /* of the first three textures, for the combinations that use them (core/pose/combine.h) */
  gboolean hd;              /* the images are those of `maps`, with the coordinates of the first unit */
  gboolean crystal, masked; /* with hd: the crystal shader; the team's colour is shown */
  gboolean sd_on_hd;        /* with hd: the shader of images of SD */
  GLuint maps[MW_HD_MAPS];
  float gain, fresnel[4], fresnel_team; /* MwHdState; the fresnel's alpha is its opacity */
} MwPass;
/* Initialises a pass: one texture unit, white, the texture's alpha, no blending, depth test and depth writing on,
 * all else off. */
void mw_pass_init (MwPass *pass);
/* Sets the texture of a unit. */
void mw_pass_set_texture (MwPass *pass, guint unit, const MwTextures *textures, MwId id);

/* Limits against hostile files; models that games ship are far below them: the number of emitters that are simulated
 * and drawn, the total of their particles and edges, and the number of a ribbon's layers that are drawn. */
#define MW_EMITTERS_MAX 1024
#define MW_EMITTERS_ROOM (32 * 4096)
#define MW_RIBBON_LAYERS_MAX 8

/* The same for the models that are shown inside a model, and the total of their triangles. */
#define MW_INNER_MOST 256
#define MW_INNER_TRIANGLES_MOST 1000000

/* An emitter and its simulation: particles, a ribbon, marks on the ground, or spawned models. */
typedef struct {
  const MwRecord *node;
  MwParticles *particles;
  MwSpawns *spawns;
  MwInnerModel *inner;   /* the model that particles or spawns are; NULL: there is none, or it is not known */
  MwInnerModel *carried; /* that whose emitters the particles carry; the same */
  MwRibbon *ribbon;
  MwSplats *splats;
} MwEmitter;

/* One draw of a mesh or of quads. Translucent batches come last: those of each model together, the farthest model first; then sorted by
 * plane, then far to near, then by mode. */
typedef struct {
  MwRenderer *of; /* whose model it shows; mw_renderer_add_batch() sets it */
  gboolean translucent;
  float away; /* how far the model's origin is from the viewer; set by mw_renderer_add_batch() */
  int32_t plane;
  float depth;
  uint32_t mode;
  uint32_t order; /* keeps the sort stable */
  MwMesh *mesh;   /* NULL: quads of an emitter */
  uint32_t first_quad, n_quads;
  uint32_t rows, columns; /* quads: cells of the image, of which each shows one; 0 counts as 1 */
  gboolean above;         /* another pass of the same surface is drawn below this one */
  MwPass pass;
} MwBatch;

/* Puts stand-ins in the place of missing textures. `mark`: checkers; else clay and spots, which change the pass too. FALSE: nothing
 * is to be drawn. */
gboolean mw_stand_in (MwTextures *textures, gboolean mark, MwBatch *batch);

/* The world whose light falls on a model. */
typedef enum { MW_WORLD_WARCRAFT_III, MW_WORLD_OF_WARCRAFT, MW_WORLD_COUNT } MwWorld;

/* How models of a family are turned into batches: one table for each, in mdlx-scene.c and m2-scene.c, listed in
 * renderer.c. */
typedef struct {
  const MwSchema *root; /* of the family's models */
  float grid_scale;     /* factor for the 32 units of the ground grid, for a model of ordinary size */
  /* Called for each change of the model. */
  void (*note) (MwRenderer *renderer, const MwChange *change);
  /* Uploads stale meshes, advances skeleton and simulations to the frame's time, and fills renderer->matrices. */
  void (*flush) (MwRenderer *renderer, const MwFrame *frame);
  /* Adds the frame's batches: in textured shading one for each pass, else one for each surface (only two-sidedness
   * and units matter then). */
  void (*collect) (MwRenderer *renderer, const MwFrame *frame);
  /* Append an emitter's quads to renderer->sprites and add its batches. `world` is its matrix now; `batch` already says
   * where the quads begin, and that it is translucent. */
  void (*add_particles) (MwRenderer *renderer, const MwEmitter *emitter, const float *world, MwBatch batch);
  void (*add_ribbon) (MwRenderer *renderer, const MwFrame *frame, const MwEmitter *emitter, const float *world,
                      MwBatch batch);
  /* NULL: no node of the family leaves marks. */
  void (*add_splats) (MwRenderer *renderer, const MwEmitter *emitter, MwBatch batch);
  /* The surface that a record is drawn as, or NULL. */
  MwMesh *(*mesh_of) (const MwRenderer *renderer, const MwFrame *frame, const MwRecord *record);
  /* Adds remarks (const char *) for mw_render_notes(), which may repeat. */
  void (*remarks) (const MwModel *model, GPtrArray *out);
  MwWorld (*world) (const MwModel *model);
  /* Adds, for each matrix of the frame, how much of it is of the nodes that the frame selects, from 0 to 1: to every
   * MW_MATRIX_FLOATS-th number of `out`, in the order of renderer->matrices. They are 0 before. */
  void (*add_heat) (const MwRenderer *renderer, const MwFrame *frame, float *out);
  /* Whether a surface of the model mirrors its surroundings; NULL: none of the family does. */
  gboolean (*mirrors) (const MwModel *model);
  /* Adds (mw_boxes_add()) the vertices of a mesh to the box of each matrix that moves them, which is counted from the mesh's first. */
  void (*add_boxes) (const MwRenderer *renderer, const MwMesh *mesh, GArray *boxes);
} MwScene;
/* Returns the table of the model's family. */
const MwScene *mw_scene_of (const MwModel *model);
extern const MwScene mw_mdlx_scene, mw_m2_scene;

/* The shadow on the ground (shade.c). */
typedef struct {
  gboolean falls;   /* in this frame */
  float matrix[16]; /* from model space to the square of the ground on which it falls */
  float area[4];    /* that square: its middle, half its side, the opacity of the shadow */
  GLuint framebuffers[2], textures[2], array;
} MwShade;

/* The outlines of what is selected and hovered (outline.c). */
typedef struct {
  unsigned wanted;       /* in this frame: marks (outline.c) */
  float low[2], high[2]; /* where they are in the picture, in halves of it: -1 to 1 */
  int width, height;
  guint samples;
  GLuint marks,
    pixels; /* frame buffer that is drawn into, with the samples of the frame, and its renderbuffer; 0 without samples */
  GLuint flat,
    image; /* the same with one sample, and its texture: red where something is selected, green where it is hovered */
  GLuint array;
} MwOutlines;

/* The progress of a frame that is drawn in parts. */
typedef struct {
  MwFrame frame;
  gboolean begun; /* a frame was begun and is not complete */
  guint stage;
  guint batch;
  uint32_t step;     /* number of triangles or quads of the batch that have been drawn */
  MwRenderer *shown; /* whose model the state of GL is for */
} MwDrawing;

/* The models that a renderer shows inside its own (inner.c). */
typedef struct _MwInners MwInners;

struct _MwRenderer {
  MwGl gl;
  gboolean es;
  MwPrograms *programs;
  const MwProgram *used; /* the program in use */
  guint frame_number;    /* by mw_programs_begin_frame() */
  MwDrawing drawing;
  float view[16], projection[16]; /* of this frame */
  MwTextures *textures;
  gboolean has_particle_colors;
  MwParticleColors particle_colors;
  const MwModel *model;
  const MwScene *scene;    /* of the model's family; NULL without a model */
  const MwScene *uploaded; /* the scene of the meshes on the card */
  GHashTable *meshes;      /* MwId -> MwMesh */
  MwVertices *vertices;    /* M2: of all meshes */
  MwSkeleton *skeleton;
  GArray *emitters;                  /* MwEmitter */
  GHashTable *splats;                /* see mw_renderer_set_splats() */
  GHashTable *inner_files, *spawned; /* see mw_renderer_set_inner() */
  gboolean meshes_stale, skeleton_stale, simulation_stale, emitters_stale;

  GLuint matrix_texture;
  uint32_t matrix_rows; /* allocated on the card */
  GByteArray *scratch;  /* what the family's scene works out for one frame, kept so that a frame allocates nothing */
  GArray *matrices;     /* float: 12 per matrix, whole rows of the texture */
  guint heat;           /* how many matrices after each one its part in the selected bones is; 0: it is not there */
  GArray *batches;      /* MwBatch */
  GArray *sprites;      /* MwSpriteVertex */
  GArray *lines;        /* MwLineVertex */
  GArray *lights; /* MwLight: of this frame, at most MW_LIGHTS_MOST, in view space; a directional one comes first */
  GStringChunk *names; /* of the last labels */
  GLuint sprite_array, sprite_buffer, quad_indices;
  MwShade shade;
  MwOutlines outlines;
  GLuint line_array, line_buffer, grid_array, grid_buffer, mark_buffer;
  GArray *mark_indices; /* u16: scratch space of marks.c */
  uint32_t n_grid;      /* vertices of one grid; the buffer holds one for dark and one for light backgrounds */

  MwSurroundings *surroundings; /* of the game; NULL: neutral ones */
  MwSky skies[MW_SKIES];
  gboolean skies_stale; /* they are not those of `surroundings` */

  MwInners *inners; /* NULL: no model was ever shown inside this one */
  /* A renderer of a model that is shown inside another one has no frames of its own. It adds its batches to those of `host`, and uses its
   * programs and lights. NULL: it is no such renderer. */
  MwRenderer *host;
  MwRenderer *first; /* of the same model, whose shapes and images it uses; NULL: it has its own */
  float place[16];   /* from the space of its model to that of the host's; the identity without a host */
  float tint[4];     /* what the colours of its surfaces are multiplied by; white without a host */
};

/* Uploads the surroundings if they are other ones; and frees them on the card. The context must be current. */
void mw_skies_flush (MwRenderer *renderer);
void mw_skies_drop (MwRenderer *renderer);
/* Whether HD surfaces mirror them in a frame. */
gboolean mw_skies_shine (const MwRenderer *renderer, const MwFrame *frame);
/* Binds them, from this texture unit on. */
void mw_skies_bind (const MwRenderer *renderer, const MwProgram *program, const MwFrame *frame, guint unit);

/* --- Models inside a model (inner.c) -------------------------------------------------------------------------------- */

/* A renderer for a model that is shown inside that of `host`. `first` (may be NULL): one for the same model. Both must outlive it. The
 * context must be current. */
MwRenderer *mw_renderer_new_inside (MwRenderer *host, const MwModel *model, MwRenderer *first);
/* Poses the models that are shown inside the renderer's own, and adds their batches. The pose of its own is that of the frame. */
void mw_renderer_add_inner (MwRenderer *renderer, const MwFrame *frame);
/* Adds the batches of the renderer's own model. */
void mw_renderer_collect (MwRenderer *renderer, const MwFrame *frame);
/* Adds those of what particles of the host carry, from emitters of the renderer's model. `world` is the matrix of the node of the host. */
void mw_renderer_collect_carried (MwRenderer *renderer, MwParticles *carriers, const float world[16]);
/* The renderer's list of models inside its own, made when it is needed first. */
MwInners *mw_renderer_inners (MwRenderer *renderer);
/* Another model is drawn: nothing is attached to it. */
void mw_inners_clear (MwInners *inners);
/* The model has changed. */
void mw_inners_note (MwInners *inners);
/* The images are to be loaded again, and shown for this tileset. */
void mw_inners_reload (MwInners *inners, char tileset);
/* The number of particles of the models that were shown last. */
guint mw_inners_n_particles (const MwInners *inners);
/* The number of models that were too many. */
guint mw_inners_n_left_out (const MwInners *inners);
/* The context must be current. */
void mw_inners_free (MwInners *inners);

/* The mesh of a geoset or submesh; NULL if it was never drawn. */
MwMesh *mw_renderer_mesh (const MwRenderer *renderer, MwId id);
/* The same; creates the mesh if it does not exist yet. */
MwMesh *mw_renderer_make_mesh (MwRenderer *renderer, MwId id, MwVertices *shared);
/* Frees the meshes whose record is no longer in the model, or has another kind. */
void mw_renderer_drop_meshes (MwRenderer *renderer, const MwSchema *kind);
/* Advances skeleton, particles and ribbons to the frame's moment. The emitters are those records of the lists that
 * are emitters. */
void mw_renderer_flush_pose (MwRenderer *renderer, const MwFrame *frame, const MwList *const *lists, guint n);
/* Adds the elements that a change of an array sets to the stale span. */
void mw_span_note (MwSpan *span, const MwChange *change);
/* Sets the size of renderer->matrices to at least n matrices, in whole rows of the texture, and returns its start. A
 * matrix is stored as three rows of four floats. */
float *mw_renderer_matrices (MwRenderer *renderer, uint32_t n);
/* Writes n matrices of 16 floats (column-major) in that form; returns the end of what was written. */
float *mw_matrices_pack (float *out, const float *columns, uint32_t n);
/* Uploads what is stale, and the pose of the frame. renderer->view must be set. */
void mw_renderer_flush (MwRenderer *renderer, const MwFrame *frame);
/* Uses that program, with the uniforms of the frame; NULL: the driver refuses it. */
const MwProgram *mw_renderer_use_program (MwRenderer *renderer, unsigned bits, const MwFrame *frame);
/* The program that draws the shape of a mesh in one colour, and in all shadings but textured. */
unsigned mw_mesh_plain_program (const MwMesh *mesh);
/* Appends what MW_SHADING_WEIGHTS shows to the matrices of the frame, if it shows anything (heat.c). */
void mw_renderer_flush_heat (MwRenderer *renderer, const MwFrame *frame);
/* Makes ready for lines of a mesh, or other parts of it, in one colour, which are drawn where nothing is in front of them. `features`:
 * MW_PROGRAM_... beside those of the mesh. NULL: the program cannot be compiled (draw.c). */
const MwProgram *mw_renderer_use_lines (MwRenderer *renderer, const MwFrame *frame, const MwMesh *mesh,
                                        unsigned features, const float rgba[4]);
/* The surface that a record is drawn as, unless it is hidden; or NULL (outline.c). */
MwMesh *mw_renderer_shown_mesh (const MwRenderer *renderer, const MwFrame *frame, MwId id);
/* Draws the marks of the frame: the edges of the meshes, and dots at their vertices or a tint over marked faces (marks.c). */
void mw_renderer_draw_marks (MwRenderer *renderer, const MwFrame *frame);
/* --- Outlines (outline.c) -------------------------------------------------------------------------------------------- */

/* The batches of a frame are known: finds out which meshes have outlines in it. */
void mw_outlines_begin (MwRenderer *renderer, const MwFrame *frame);
/* What is drawn next is of this mesh (NULL: of none), and is marked in the stencil buffer if it has an outline. */
void mw_outlines_mark (const MwRenderer *renderer, const MwMesh *mesh);
/* All surfaces are drawn: draws the outlines of those that are selected or hovered. */
void mw_outlines_draw (MwRenderer *renderer, const MwFrame *frame);
void mw_outlines_finish (MwOutlines *outlines, const MwGl *gl);
/* Sets the state that all draws of a frame need, and that others may have changed (draw.c). */
void mw_renderer_set_target (MwRenderer *renderer);
/* Adds a batch after all others with the same sort key. Stand-ins take the place of its missing textures (stand-in.c). */
void mw_renderer_add_batch (MwRenderer *renderer, MwBatch batch);
/* Sets all GL state of a batch's pass, with the uniforms of the frame. NULL: it cannot be drawn. */
const MwProgram *mw_renderer_use_pass (MwRenderer *renderer, const MwFrame *frame, const MwBatch *batch);

/* Finds out whether a shadow falls on the ground in this frame, from its batches and lights, and where: shade->falls. */
void mw_shade_begin (MwRenderer *renderer, const MwFrame *frame);
/* Whether a batch casts it. */
gboolean mw_shade_takes (const MwBatch *batch);
/* If it falls: makes the shadow's image the one that is drawn into, cleared or as it is; draws triangles of a batch (as mw_mesh_draw()); softens
 * the image when all are drawn; lays it on the ground, into what is drawn into then. */
void mw_shade_bind (MwRenderer *renderer, gboolean clear);
void mw_shade_draw (MwRenderer *renderer, const MwBatch *batch, uint32_t first, uint32_t n);
void mw_shade_spread (MwRenderer *renderer);
void mw_shade_lay (MwRenderer *renderer);
/* The context must be current. */
void mw_shade_finish (MwShade *shade, const MwGl *gl);
