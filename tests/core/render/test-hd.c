/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/image/replaceable.h"
#include "core/model/m2/m2.h"
#include "core/pose/mdlx-hd.h"
#include "tests/core/image/cubes.h"
#include "tests/core/io/files.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* HD materials of Reforged: the pixel in the middle of a square against the formulas of rendering.md 3.4, which are
 * worked out here in double precision. */

enum { SIDE = 16, SKY_SIDE = 16, SKY_LEVELS = 5 };

/* What a picture is made of; images are names for scene_load(), NULL: none. */
typedef struct {
  const char *what;
  uint32_t version;    /* 0: 1100 */
  const char *diffuse; /* NULL: C08040FF */
  const char *normal, *orm, *emissive;
  guint team;  /* 1 more than the player; 0: the material has no team colour */
  double gain; /* 0: 1 */
  double fresnel[4], fresnel_team;
  uint32_t shader; /* 0: 1, HD */
  uint32_t flags;
  double geoset[3]; /* the first 0: white */
  gboolean no_tangents, mirrored, behind;
  gboolean blended; /* drawn over grey with filter mode Blend */
  MwLighting lighting;
  gboolean skies;    /* the surroundings are those of the game */
  int minute;        /* of the day, if the lighting is that of an hour: with the sun of the night */
  gboolean lamp;     /* the model has a light, which shines unless the lighting is plain */
  double lamp_far;   /* SD on HD: how many times as far as `lamp_at` it is; 0: 1 */
  double yaw, pitch; /* where it is seen from; 0: from the front */
} Look;

static const double lamp_at[3] = { 2, 0.5, 0.5 }, lamp_colour[3] = { 2, 1, 0.5 }, lamp_ambient = 0.125;

static Look
complete (const Look *look)
{
  Look out = *look;
  out.version = look->version ? look->version : 1100;
  out.diffuse = look->diffuse ? look->diffuse : "C08040FF";
  out.gain = look->gain > 0 ? look->gain : 1;
  out.lamp_far = look->lamp_far > 0 ? look->lamp_far : 1;
  out.shader = look->shader ? look->shader : MW_MDLX_SHADER_HD_UNIT;
  for (int i = 0; i < 3; i++)
    out.geoset[i] = look->geoset[0] > 0 ? look->geoset[i] : 1;
  return out;
}

/* --- The formulas --------------------------------------------------------------------------------------------------- */

static double
linear_of (double c)
{
  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
srgb_of (double c)
{
  return c <= 0.0031308 ? 12.92 * c : 1.055 * pow (c, 1 / 2.4) - 0.055;
}

static double
largest (const double c[3])
{
  return MAX (MAX (c[0], c[1]), c[2]);
}

static double
mix (double a, double b, double t)
{
  return a + t * (b - a);
}

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
normalise (double v[3])
{
  double size = sqrt (dot (v, v));
  for (int i = 0; i < 3; i++)
    v[i] /= size;
}

static double
hue (const double c[3], int i)
{
  return c[i] / (largest (c) + 0.001);
}

/* The made surroundings of the game: each level of each face has a colour of its own, 0 to 255. */
static guint
sky_byte (guint night, guint cube, guint face, guint level, guint i)
{
  return (37 * face + 29 * level + 71 * night + 101 * cube + 53 * i) % 256;
}

/* The surroundings in a direction, in the middle of a face or with a small level: the cube maps have the axes X, Z and -Y, and their faces are
 * +X, -Z, +Y, -Y, +Z, -X in the file. */
static double
sky (const Look *look, guint cube, const double to[3], double level, int i)
{
  const double at[3] = { to[0], to[2], -to[1] };
  static const guint faces[3][2] = { { 5, 0 }, { 3, 2 }, { 1, 4 } };
  guint axis = 0;
  for (guint k = 1; k < 3; k++)
    axis = fabs (at[k]) > fabs (at[axis]) ? k : axis;
  const guint face = faces[axis][at[axis] > 0];
  const double hours = look->minute / 60.0;
  const double night = look->lighting == MW_LIGHTING_NIGHT ? 1
                       : hours < 6                         ? MIN ((6 - hours) / 2.4, 1)
                       : hours < 18                        ? 1 - MIN ((18 - hours) / 2.4, 1)
                                                           : 1;
  double maps[2];
  for (guint k = 0; k < 2; k++) {
    const guint whole = (guint) level;
    const double a = linear_of (sky_byte (k, cube, face, whole, (guint) i) / 255.0),
                 b = linear_of (sky_byte (k, cube, face, MIN (whole + 1, SKY_LEVELS - 1), (guint) i) / 255.0);
    maps[k] = mix (a, b, level - whole);
  }
  return mix (maps[0], maps[1], night);
}

static double
around (double z, double rough)
{
  return mix (0.2, 0.8, CLAMP (0.5 + 0.5 * z / (0.1 + 0.9 * rough), 0, 1));
}

/* A surface that faces `n` and is seen from `v`. */
typedef struct {
  double n[3], v[3], base[3], rough, metal;
} Surface;

/* What component `i` of a surface mirrors of a light. */
static double
shine (const Surface *s, const double l[3], int i)
{
  double h[3];
  for (int k = 0; k < 3; k++)
    h[k] = l[k] + s->v[k];
  normalise (h);
  double n_l = dot (s->n, l), n_v = dot (s->n, s->v), n_h = dot (s->n, h), a4 = pow (s->rough, 4);
  double k = (1 + s->rough) * (1 + s->rough) / 8, d = n_h * n_h * (a4 - 1) + 1;
  double visible = 1 / (4 * (n_l * (1 - k) + k) * (n_v * (1 - k) + k));
  double f0 = s->metal * s->base[i], fresnel = f0 + (1 - f0) * pow (1 - dot (h, s->v), 5);
  return a4 / (G_PI * d * d) * fresnel * CLAMP (visible, 0, 1);
}

/* Under a sun with its surroundings. */
static double
under_sun (const Look *look, const Surface *s, const double l[3], const double colour[3], double ambient, int i)
{
  double mirror[3], matt_from[3];
  for (int k = 0; k < 3; k++)
    mirror[k] = 2 * dot (s->n, s->v) * s->n[k] - s->v[k];
  for (int k = 0; k < 3; k++)
    matt_from[k] = look->skies ? sky (look, 0, s->n, 0, k) : around (s->n[2], 1);
  double facing = MAX (dot (s->n, l), 0), n_v = dot (s->n, s->v), rough = s->rough;
  double from_normal = largest (matt_from), whole = largest (colour) + 1, normal_hue = hue (matt_from, i);
  double from_mirror = look->skies ? sky (look, 1, mirror, rough * (SKY_LEVELS - 1), i) : around (mirror[2], rough);
  double upper = mix (normal_hue, hue (colour, i), 0.675) * from_normal * whole;
  double lower = mix (normal_hue, hue (colour, i), 0.325) * from_normal * whole * 0.15;
  double r[4] = { 1 - rough, 0.0425 - 0.0275 * rough, 1.04 - 0.572 * rough, 0.022 * rough - 0.04 };
  double fit = MIN (r[0] * r[0], exp2 (-9.28 * MAX (n_v, 0))) * r[0] + r[1];
  double f0 = s->metal * s->base[i], matt = (1 - s->metal) * s->base[i] / G_PI;
  double mirrored = (f0 * (r[2] - 1.04 * fit) + r[3] + 1.04 * fit) * whole * 0.15
                    + shine (s, l, i) * whole * facing * colour[i];
  return (mix (lower, upper, facing) + ambient) * matt + mirrored * from_mirror;
}

/* Under the lamp, for the middle of the square. */
static double
under_lamp (const Surface *s, int i)
{
  double l[3] = { lamp_at[0], lamp_at[1], lamp_at[2] }, distance = sqrt (dot (l, l));
  normalise (l);
  double matt = (1 - s->metal) * s->base[i] / G_PI;
  return ((matt + shine (s, l, i)) * lamp_colour[i] * MAX (dot (s->n, l), 0) + lamp_ambient * matt)
         / (1 + 0.0005 * distance * distance);
}

static void
shade (const Look *look, const Surface *surface, double occlusion, double out[3])
{
  double plain[3] = { 0.5, -0.3, 0.8 }, night[3] = { 1, 0.35, 1.2 };
  const double grey[3] = { 0.8, 0.8, 0.8 }, blue[3] = { 0.22, 0.27, 0.45 }, dark[3] = { 0.12, 0.14, 0.24 };
  gboolean at_night = look->lighting == MW_LIGHTING_NIGHT || look->lighting == MW_LIGHTING_HOUR;
  normalise (plain);
  normalise (night);
  for (int i = 0; i < 3; i++) {
    double sum = 0;
    if (look->lighting != MW_LIGHTING_MODEL)
      sum += under_sun (look, surface, at_night ? night : plain, at_night ? blue : grey, at_night ? dark[i] : 0.15, i);
    if (look->lamp)
      sum += under_lamp (surface, i);
    out[i] = look->flags & 1 ? surface->base[i] : G_PI * occlusion * sum;
  }
}

/* The light that an SD-on-HD surface with these images sends, without what a roughness would need. */
static void
shade_sd (const Look *look, const Surface *s, double out[3])
{
  double sun[3] = { 0.5, -0.3, 0.8 }, lamp[3] = { lamp_at[0], lamp_at[1], lamp_at[2] };
  const double distance = sqrt (dot (lamp, lamp)) * look->lamp_far, mirror_z = 2 * dot (s->n, s->v) * s->n[2] - s->v[2];
  normalise (sun);
  normalise (lamp);
  for (int i = 0; i < 3; i++) {
    double sum = 0;
    for (int k = 0; k < 2; k++) {
      const double *l = k ? lamp : sun;
      double h[3] = { s->v[0] + l[0], s->v[1] + l[1], s->v[2] + l[2] };
      normalise (h);
      const double n_l = dot (s->n, l), facing = MAX (n_l, 0);
      const double shine = pow (1 - dot (h, s->v), 5) / G_PI
                           * CLAMP (1 / (4 * (0.5 * n_l + 0.5) * (0.5 * dot (s->n, s->v) + 0.5)), 0, 1);
      if (k == 0 && look->lighting != MW_LIGHTING_MODEL)
        sum += (0.8 * facing + 0.15) * s->base[i] / G_PI + shine * 0.8 * facing * 0.8 * around (mirror_z, 1);
      if (k == 1 && look->lamp)
        sum += (shine + s->base[i]) / G_PI * lamp_colour[i] * facing / (1 + 0.0005 * distance * distance);
    }
    out[i] = look->flags & 1 ? s->base[i] : G_PI * sum;
  }
}

/* The colour on the screen, over grey if the look is blended. */
static void
pixel_of (const Look *look, double out[3])
{
  static const double matrix[3][3] = { { 1.07, -0.06, -0.01 }, { -0.03, 1.04, -0.01 }, { -0.03, -0.06, 1.09 } };
  double texel[4], stored[4] = { 128 / 255.0, 128 / 255.0, 1, 1 }, orm[4] = { 1, 200 / 255.0, 0, 0 };
  double base[3], emissive[3] = { 0 }, team[3] = { 0, 0, 1 }, glow_texel[4], colour[3];
  uint8_t player[3];
  scene_texel (look->diffuse, texel);
  if (look->normal)
    scene_texel (look->normal, stored);
  if (look->orm)
    scene_texel (look->orm, orm);
  if (look->emissive)
    scene_texel (look->emissive, glow_texel);
  mw_image_team_rgb (look->team - 1, player);
  for (int i = 0; i < 3; i++) {
    base[i] = linear_of (texel[i]);
    emissive[i] = look->emissive ? linear_of (glow_texel[i]) : 0;
    team[i] = look->team ? linear_of (player[i] / 255.0) : team[i];
  }
  gboolean crystal = look->shader == MW_MDLX_SHADER_CRYSTAL;
  double opacity = crystal ? mix (0.2, look->fresnel[3], orm[0]) : look->fresnel[3];
  double mask = look->team ? orm[3] : 0, bright = largest (base), glow = largest (emissive);
  const double was[3] = { base[0], base[1], base[2] }, glowed[3] = { emissive[0], emissive[1], emissive[2] };
  for (int i = 0; i < 3; i++) {
    base[i] = mix (hue (was, i), hue (team, i), sqrt (mask))
              * mix (bright, MIN (bright, largest (team)), 0.95 * mask * mask);
    emissive[i] = mix (hue (glowed, i), hue (team, i), 0.75 * mask) * glow;
  }
  if (crystal)
    orm[0] = 1;
  const gboolean sd = look->shader == MW_MDLX_SHADER_SD_ON_HD;
  for (int i = 0; sd && i < 3; i++) {
    base[i] = linear_of (texel[i]);
    emissive[i] = 0;
  }
  /* The square faces +X; to the right is +Y, and up in the image +Z. */
  double x = 2 * stored[0] * stored[3] - 1, y = 1 - 2 * stored[1];
  double n[3] = { sqrt (MAX (0, 1 - x * x - y * y)), look->mirrored ? -x : x, y };
  double v[3] = { cos (look->pitch) * cos (look->yaw), cos (look->pitch) * sin (look->yaw), sin (look->pitch) };
  if (sd)
    memcpy (n, (double[3]) { 1, 0, 0 }, sizeof n);
  normalise (n);
  if (look->behind)
    for (int i = 0; i < 3; i++) {
      n[i] = -n[i];
      v[i] = -v[i];
    }
  Surface surface = { .rough = (orm[1] * 255 + 1) / 256, .metal = orm[2] };
  memcpy (surface.n, n, sizeof n);
  memcpy (surface.v, v, sizeof v);
  memcpy (surface.base, base, sizeof base);
  if (sd)
    shade_sd (look, &surface, colour);
  else
    shade (look, &surface, orm[0], colour);
  double edge = 1 - CLAMP (dot (n, v), 0, 1), rim = sd ? 0 : opacity * edge * edge, strength = largest (look->fresnel);
  for (int i = 0; i < 3; i++) {
    double tint = mix (hue (look->fresnel, i), hue (team, i), look->fresnel_team)
                  * mix (strength, MIN (strength, largest (team)), look->fresnel_team * look->fresnel_team);
    colour[i] = mix ((colour[i] + emissive[i] * look->gain) * linear_of (look->geoset[i]), tint, rim);
  }
  for (int i = 0; i < 3; i++) {
    double c = MAX (0, dot (matrix[i], colour));
    out[i] = srgb_of (MIN (1, c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14)));
    if (look->blended)
      out[i] = mix (0.5, out[i], MIN (1, texel[3] + rim * texel[3]));
  }
}

/* --- The pictures --------------------------------------------------------------------------------------------------- */

static void
add_slot (MwMdlx *model, MwMdlxMaterial *material, MwMdlxLayer *layer, uint32_t slot, MwMdlxTexture *texture)
{
  if (model->version < 1100) {
    if (slot > 0)
      scene_add_layer (model, material, 0, texture);
    return;
  }
  MwMdlxLayerTexture *entry = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
  mw_list_append (&model->model, &layer->record, MW_FIELD (MwMdlxLayer, textures), &entry->record);
  entry->texture = scene_ref (texture);
  entry->slot = slot;
}

static MwMdlx *
model_of (const Look *look)
{
  MwMdlx *model = mw_mdlx_new ();
  model->version = look->version;
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  MwMdlxTexture *diffuse = scene_add_texture (model, look->diffuse, 0, 3);
  MwMdlxLayer *layer = scene_add_layer (model, material, look->blended ? 2 : 0, diffuse);
  layer->shader = look->shader;
  layer->flags = look->flags | (look->behind ? 0x10 : 0);
  layer->emissive_gain = (float) look->gain;
  layer->fresnel_opacity = (float) look->fresnel[3];
  layer->fresnel_team_color = (float) look->fresnel_team;
  for (int i = 0; i < 3; i++)
    layer->fresnel_color[i] = (float) look->fresnel[i];
  if (look->version < 1100)
    mw_text_set (&material->shader, "Shader_HD_DefaultUnit", 21);
  const char *images[] = { look->diffuse, look->normal, look->orm, look->emissive, NULL, NULL };
  for (uint32_t slot = 0; slot < MW_HD_SLOTS; slot++) {
    const char *path = images[slot] ? images[slot] : "missing";
    gboolean team = slot == MW_HD_TEAM_COLOUR && look->team > 0;
    add_slot (model, material, layer, slot,
              slot == 0 ? diffuse : scene_add_texture (model, team ? "" : path, team ? 1 : 0, 3));
  }
  MwMdlxGeoset *geoset = scene_add_quad (model, 0, material, NULL);
  float *uvs = ((MwMdlxUvSet *) geoset->uv_sets.items[0])->uvs.data;
  for (guint i = 0; look->mirrored && i < 4; i++)
    uvs[2 * i] = 1 - uvs[2 * i];
  if (!look->no_tangents) {
    float tangents[4][4];
    for (guint i = 0; i < 4; i++)
      memcpy (tangents[i], (float[4]) { 0, look->mirrored ? -1 : 1, 0, look->mirrored ? -1 : 1 }, sizeof tangents[i]);
    geoset->tangents = mw_array_copy (tangents, 4, sizeof tangents[0]);
  }
  if (look->lamp) {
    MwMdlxLight *light = scene_add (model, "nodes", &mw_mdlx_light_schema);
    light->intensity = light->amb_intensity = 1;
    for (int i = 0; i < 3; i++) {
      light->node.pivot[i] = (float) (lamp_at[i] * look->lamp_far);
      light->color[i] = (float) lamp_colour[i];
      light->amb_color[i] = (float) lamp_ambient;
    }
  }
  MwMdlxGeosetAnimation *animation = scene_add (model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  animation->geoset = scene_ref (geoset);
  animation->flags = 2;
  animation->alpha = 1;
  for (int i = 0; i < 3; i++)
    animation->color[i] = (float) look->geoset[i];
  return model;
}

static const Look looks[] = {
  { .what = "the diffuse image alone" },
  { .what = "six layers of 1000", .version = 1000, .normal = "A06020FF", .orm = "80604000", .emissive = "102030FF" },
  { .what = "a normal to the right", .normal = "C08000FF" },
  { .what = "a normal to the left and up", .normal = "604000FF" },
  { .what = "a normal whose right is divided by alpha", .normal = "FF8000A0" },
  { .what = "a normal down, away from the light", .normal = "80FF00FF" },
  { .what = "a normal without stored tangents", .normal = "C06000FF", .no_tangents = TRUE },
  { .what = "a normal of a mirrored surface", .normal = "C06000FF", .mirrored = TRUE },
  { .what = "a normal of a mirrored surface without stored tangents",
    .normal = "C06000FF",
    .mirrored = TRUE,
    .no_tangents = TRUE },
  { .what = "a surface seen from behind", .normal = "C06000FF", .behind = TRUE },
  { .what = "occlusion", .orm = "40C80000" },
  { .what = "a smooth surface", .orm = "FF200000", .normal = "A06000FF" },
  { .what = "a smooth metal", .orm = "FF30FF00", .normal = "A06000FF" },
  { .what = "half a metal", .orm = "FF806000", .normal = "A06000FF" },
  { .what = "emission", .emissive = "40C020FF", .gain = 0.5 },
  { .what = "strong emission", .emissive = "102008FF", .gain = 3 },
  { .what = "a team colour that covers", .orm = "FFC800FF", .team = 2 },
  { .what = "a team colour that is mixed in", .orm = "FFC80060", .team = 7, .emissive = "303030FF" },
  { .what = "a dark team colour on a bright surface", .diffuse = "F0E0C0FF", .orm = "FFC80080", .team = 25 },
  { .what = "a mask without a team colour", .orm = "FFC800FF" },
  { .what = "a rim", .normal = "F08000FF", .fresnel = { 0.2, 0.8, 0, 1 } },
  { .what = "a rim makes a thin surface denser",
    .diffuse = "C0804060",
    .normal = "F08000FF",
    .fresnel = { 0.2, 0.8, 0, 1 },
    .blended = TRUE },
  { .what = "a rim of the team's colour",
    .normal = "F08000FF",
    .fresnel = { 0.2, 0.8, 0, 0.7 },
    .fresnel_team = 0.6,
    .team = 4 },
  { .what = "a rim toward blue without a team colour",
    .normal = "F08000FF",
    .fresnel = { 1, 0.8, 0, 1 },
    .fresnel_team = 0.5 },
  { .what = "a colour of the geoset", .geoset = { 0.5, 1, 0.25 }, .emissive = "404040FF" },
  { .what = "a night", .lighting = MW_LIGHTING_NIGHT, .normal = "A06000FF", .orm = "FF408000" },
  { .what = "a lamp", .lighting = MW_LIGHTING_MODEL, .lamp = TRUE, .normal = "A06000FF", .orm = "FF408000" },
  { .what = "a lamp at night", .lighting = MW_LIGHTING_NIGHT, .lamp = TRUE, .orm = "80FF0000" },
  { .what = "an unshaded layer", .flags = 1, .normal = "F08000FF", .emissive = "204010FF" },
  { .what = "a crystal",
    .shader = MW_MDLX_SHADER_CRYSTAL,
    .orm = "40600000",
    .normal = "F08000FF",
    .fresnel = { 1, 1, 1, 0.9 } },
  { .what = "an SD image in HD's light, whose other images do not count",
    .shader = MW_MDLX_SHADER_SD_ON_HD,
    .orm = "406080FF",
    .normal = "F08000FF",
    .emissive = "FFFFFFFF",
    .team = 3,
    .geoset = { 0.5, 1, 0.75 },
    .fresnel = { 1, 1, 1, 0.9 } },
  { .what = "the weak highlight of a black SD image, seen against the light",
    .shader = MW_MDLX_SHADER_SD_ON_HD,
    .diffuse = "000000FF",
    .yaw = 1.1,
    .pitch = -1.1 },
  { .what = "an SD image in the light of a distant lamp",
    .shader = MW_MDLX_SHADER_SD_ON_HD,
    .lighting = MW_LIGHTING_MODEL,
    .lamp = TRUE,
    .lamp_far = 15 },
  { .what = "a black SD image in a lamp's light, seen against it",
    .shader = MW_MDLX_SHADER_SD_ON_HD,
    .diffuse = "000000FF",
    .lighting = MW_LIGHTING_MODEL,
    .lamp = TRUE,
    .yaw = -1.3,
    .pitch = -0.6 },
  { .what = "an SD image from behind", .shader = MW_MDLX_SHADER_SD_ON_HD, .behind = TRUE },
  { .what = "an unshaded SD image", .shader = MW_MDLX_SHADER_SD_ON_HD, .flags = 1 },
  { .what = "an SD image in a lamp's light",
    .shader = MW_MDLX_SHADER_SD_ON_HD,
    .lighting = MW_LIGHTING_MODEL,
    .lamp = TRUE },
  { .what = "a thin SD image", .shader = MW_MDLX_SHADER_SD_ON_HD, .diffuse = "C0804060", .blended = TRUE },
};

/* With the surroundings of the game. Off the middle of a face the surface is smooth, so that a large level is mirrored. */
static const Look mirrored[] = {
  { .what = "matt, by night", .lighting = MW_LIGHTING_NIGHT },
  { .what = "metal", .lighting = MW_LIGHTING_NIGHT, .orm = "FF00FF00" },
  { .what = "metal that is half as smooth", .lighting = MW_LIGHTING_NIGHT, .orm = "FF90FF00" },
  { .what = "rough metal", .lighting = MW_LIGHTING_NIGHT, .orm = "FFFFFF00" },
  { .what = "facing down", .lighting = MW_LIGHTING_NIGHT, .normal = "80FF00FF" },
  { .what = "facing up", .lighting = MW_LIGHTING_NIGHT, .normal = "800000FF" },
  { .what = "facing +Y", .lighting = MW_LIGHTING_NIGHT, .normal = "FF8000FF" },
  { .what = "facing -Y", .lighting = MW_LIGHTING_NIGHT, .normal = "008000FF" },
  { .what = "facing -X", .lighting = MW_LIGHTING_NIGHT, .behind = TRUE },
  { .what = "mirroring -Y", .lighting = MW_LIGHTING_NIGHT, .orm = "FF00FF00", .yaw = 1.1 },
  { .what = "mirroring +Y", .lighting = MW_LIGHTING_NIGHT, .orm = "FF00FF00", .yaw = -1.1 },
  { .what = "mirroring what is below", .lighting = MW_LIGHTING_NIGHT, .orm = "FF00FF00", .pitch = 1.1 },
  { .what = "mirroring what is above", .lighting = MW_LIGHTING_NIGHT, .orm = "FF00FF00", .pitch = -1.1 },
  { .what = "midnight", .lighting = MW_LIGHTING_HOUR, .minute = 0, .orm = "FF60FF00" },
  { .what = "5:00", .lighting = MW_LIGHTING_HOUR, .minute = 5 * 60, .orm = "FF60FF00" },
  { .what = "6:00", .lighting = MW_LIGHTING_HOUR, .minute = 6 * 60, .orm = "FF60FF00" },
  { .what = "noon", .lighting = MW_LIGHTING_HOUR, .minute = 12 * 60 },
  { .what = "17:00", .lighting = MW_LIGHTING_HOUR, .minute = 17 * 60 },
  { .what = "19:00", .lighting = MW_LIGHTING_HOUR, .minute = 19 * 60 },
  { .what = "in plain light they are neutral" },
};

static void
colour_of_day (guint cube, guint face, guint level, guint8 rgba[4])
{
  for (guint i = 0; i < 4; i++)
    rgba[i] = i < 3 ? (guint8) sky_byte (0, cube, face, level, i) : 255;
}

static void
colour_of_night (guint cube, guint face, guint level, guint8 rgba[4])
{
  for (guint i = 0; i < 4; i++)
    rgba[i] = i < 3 ? (guint8) sky_byte (1, cube, face, level, i) : 255;
}

/* Writes the game's files into a folder, and reads them. */
static MwSurroundings *
read_skies (Files *files)
{
  g_autofree char *folder = files_path (files, "Environment/EnvironmentMap/LordaeronSummer"),
                  *model = files_path (files, "model.mdx"), *wrong = NULL;
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *path = g_build_filename (folder, i ? "Night_IBL.dds" : "Day_IBL.dds", NULL);
    g_autoptr (GBytes) bytes = cubes_make (29, 2, SKY_SIDE, SKY_LEVELS, i ? colour_of_night : colour_of_day);
    g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  }
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, NULL);
  MwSurroundings *skies = mw_surroundings_read (lookup, 'L', &wrong);
  g_assert_cmpstr (wrong, ==, NULL);
  g_assert_nonnull (skies);
  return skies;
}

static void
draw_looks (Show *show, const Look *of, guint n)
{
  for (guint i = 0; i < n; i++) {
    Look all = complete (&of[i]);
    const Look *look = &all;
    all.skies = of == mirrored && look->lighting != MW_LIGHTING_PLAIN;
    MwMdlx *model = model_of (look);
    double wanted[3];
    scene_frame (&show->frame, show->offscreen, SIDE);
    if (look->behind)
      mw_camera_set_view (&show->frame.camera, MW_VIEW_BACK);
    show->frame.camera.yaw += (float) look->yaw;
    show->frame.camera.pitch += (float) look->pitch;
    show->frame.lighting = look->lighting;
    show->frame.model_lights = look->lamp;
    show->frame.sun = (MwSun) {
      TRUE, { 1, 0.35f, 1.2f }, { 0.22f, 0.27f, 0.45f }, { 0.12f, 0.14f, 0.24f }, look->minute
    };
    show->frame.team = look->team ? look->team - 1 : 0;
    for (int k = 0; k < 3; k++)
      show->frame.background[k] = 0.5f;
    mw_renderer_set_model (show->renderer, &model->model, scene_load, NULL);
    g_autoptr (MwImage) image = show_draw (show);
    pixel_of (look, wanted);
    g_test_message ("%s", look->what);
    scene_assert_pixel (image, SIDE / 2, SIDE / 2, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
    mw_renderer_set_model (show->renderer, NULL, NULL, NULL);
    mw_model_free (&model->model);
  }
}

static void
pixels_follow_the_formulas (gconstpointer es)
{
  Show show;
  if (!show_open (&show, SIDE, es != NULL, NULL))
    return;
  draw_looks (&show, looks, G_N_ELEMENTS (looks));
  show_close (&show);
}

static void
the_surroundings_of_the_game_are_mirrored (gconstpointer es)
{
  Show show;
  Files files;
  if (!show_open (&show, SIDE, es != NULL, NULL))
    return;
  files_set_up (&files, NULL);
  MwSurroundings *skies = read_skies (&files);
  mw_renderer_set_surroundings (show.renderer, skies);
  mw_surroundings_unref (skies);
  draw_looks (&show, mirrored, G_N_ELEMENTS (mirrored));
  /* Without them, the surroundings are neutral again. */
  mw_renderer_set_surroundings (show.renderer, NULL);
  draw_looks (&show, looks, 1);
  files_tear_down (&files, NULL);
  show_close (&show);
}

/* A layer of these looks over grey. */
static void
draw_over (Show *show, const Look *look, uint32_t filter_mode, double alpha, uint8_t pixel[4])
{
  const Look all = complete (look);
  MwMdlx *model = model_of (&all);
  MwMdlxMaterial *material = (MwMdlxMaterial *) model->materials.items[0];
  MwMdlxLayer *layer = (MwMdlxLayer *) material->layers.items[0];
  layer->filter_mode = filter_mode;
  layer->alpha = (float) alpha;
  scene_frame (&show->frame, show->offscreen, SIDE);
  for (int i = 0; i < 3; i++)
    show->frame.background[i] = 0.5f;
  mw_renderer_set_model (show->renderer, &model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (show);
  memcpy (pixel, scene_pixel (image, SIDE / 2, SIDE / 2), 4);
  mw_renderer_set_model (show->renderer, NULL, NULL, NULL);
  mw_model_free (&model->model);
}

static void
blending_is_that_of_the_layer (gconstpointer es)
{
  Show show;
  if (!show_open (&show, SIDE, es != NULL, NULL))
    return;
  const Look solid = { .version = 1100 }, thin = { .diffuse = "C08040BF" }, kept = { .diffuse = "C08040C0" };
  uint8_t whole[4], half[4], cut[4], rest[4];
  draw_over (&show, &solid, 0, 1, whole);
  draw_over (&show, &solid, 2, 0.5, half);
  draw_over (&show, &thin, 1, 1, cut);
  draw_over (&show, &kept, 1, 1, rest);
  for (int i = 0; i < 3; i++) {
    g_assert_cmpfloat_with_epsilon (half[i], (whole[i] + 127.5) / 2, 2);
    g_assert_cmpfloat_with_epsilon (cut[i], 127.5, 1);
    g_assert_cmpint (rest[i], ==, whole[i]);
  }
  show_close (&show);
}

/* A pixel left of the middle of an image that is red on the left and green on the right, as a crystal whose surface is
 * turned away to the right. */
static void
draw_crystal (Show *show, const char *orm, uint8_t pixel[4])
{
  const Look look = { .diffuse = "halves", .orm = orm, .shader = MW_MDLX_SHADER_CRYSTAL }, all = complete (&look);
  MwMdlx *model = model_of (&all);
  float *normals = ((MwMdlxGeoset *) model->geosets.items[0])->normals.data;
  for (guint i = 0; i < 4; i++)
    memcpy (normals + 3 * i, (float[]) { 0.1f, 0.995f, 0 }, 3 * sizeof (float));
  scene_frame (&show->frame, show->offscreen, SIDE);
  mw_renderer_set_model (show->renderer, &model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (show);
  memcpy (pixel, scene_pixel (image, SIDE / 2 - 2, SIDE / 2), 4);
  mw_renderer_set_model (show->renderer, NULL, NULL, NULL);
  mw_model_free (&model->model);
}

static void
a_clear_crystal_shows_the_image_moved (gconstpointer es)
{
  Show show;
  if (!show_open (&show, SIDE, es != NULL, NULL))
    return;
  uint8_t solid[4], clear[4];
  draw_crystal (&show, "FFC80000", solid);
  draw_crystal (&show, "00C80000", clear);
  g_assert_cmpuint (solid[0], >, solid[1] + 20);
  g_assert_cmpuint (clear[1], >, clear[0] + 20);
  show_close (&show);
}

static void
two_versions_look_alike (gconstpointer es)
{
  Show show;
  if (!show_open (&show, SIDE, es != NULL, NULL))
    return;
  Look look = { .normal = "A06020FF", .orm = "80604080", .emissive = "102030FF", .team = 5, .gain = 2 };
  uint8_t of_1100[4], of_1000[4], of_900[4];
  draw_over (&show, &look, 0, 1, of_1100);
  look.version = 1000;
  draw_over (&show, &look, 0, 1, of_1000);
  look.version = 900;
  draw_over (&show, &look, 0, 1, of_900);
  g_assert_cmpmem (of_1000, 4, of_1100, 4);
  g_assert_cmpmem (of_900, 4, of_1100, 4);
  show_close (&show);
}

static void
without_its_diffuse_image_it_is_clay (gconstpointer es)
{
  Show show;
  if (!show_open (&show, SIDE, es != NULL, NULL))
    return;
  Look look = { .diffuse = "missing", .normal = "E08000FF", .emissive = "808080FF" };
  uint8_t hd[4], sd[4];
  draw_over (&show, &look, 0, 1, hd);
  look.version = 800;
  draw_over (&show, &look, 0, 1, sd);
  g_assert_cmpmem (hd, 4, sd, 4);
  show_close (&show);
}

static void
apply (MwDocument *document, const MwChangeSet *set, MwRenderer *renderer)
{
  mw_renderer_apply_change (renderer, mw_document_get_model (document), set);
}

/* The picture after an edit is the one of a model that has always been like that. */
static void
tangents_can_be_edited (gconstpointer es)
{
  Show show;
  if (!show_open (&show, SIDE, es != NULL, NULL))
    return;
  const Look look = { .normal = "E08000FF" }, all = complete (&look);
  const float up[] = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 };
  MwMdlx *model = model_of (&all);
  MwId geoset = model->geosets.items[0]->id;
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  GError *error = NULL;
  g_signal_connect (document, "changed", G_CALLBACK (apply), show.renderer);
  scene_frame (&show.frame, show.offscreen, SIDE);
  mw_renderer_set_model (show.renderer, &model->model, scene_load, NULL);
  g_autoptr (MwImage) before = show_draw (&show);
  mw_document_begin (document, "Turn");
  g_assert_true (mw_document_replace_span (document, geoset, MW_FIELD (MwMdlxGeoset, tangents), 0, 4, up, &error));
  mw_document_commit (document);
  g_assert_no_error (error);
  g_autoptr (MwImage) edited = show_draw (&show);
  mw_renderer_set_model (show.renderer, &model->model, scene_load, NULL);
  g_autoptr (MwImage) loaded = show_draw (&show);
  g_assert_cmpuint (n_other_pixels (before, edited), ==, SIDE * SIDE);
  g_assert_cmpuint (n_other_pixels (loaded, edited), ==, 0);
  const MwField *field = MW_FIELD (MwMdlxGeoset, tangents);
  MwArray none = { 0 };
  mw_document_begin (document, "Drop");
  g_assert_true (mw_document_swap_arrays (document, geoset, 1, &field, &none, &error));
  mw_document_commit (document);
  g_autoptr (MwImage) without = show_draw (&show); /* they are found from the coordinates, as they were stored */
  g_assert_cmpuint (n_other_pixels (before, without), ==, 0);
  mw_document_undo (document);
  mw_document_undo (document);
  g_autoptr (MwImage) undone = show_draw (&show);
  g_assert_cmpuint (n_other_pixels (before, undone), ==, 0);
  show_close (&show);
  g_object_unref (document);
}

/* scene_note() for a material with a shader, or with the name of HD and some layers. */
static const char *
note_of_flags (uint32_t version, uint32_t shader, uint32_t flags, guint n_layers)
{
  const Look look = { .version = version, .shader = shader }, all = complete (&look);
  MwMdlx *model = model_of (&all);
  MwMdlxMaterial *material = (MwMdlxMaterial *) model->materials.items[0];
  ((MwMdlxLayer *) material->layers.items[0])->shader = shader;
  ((MwMdlxLayer *) material->layers.items[0])->flags = flags;
  while (n_layers && material->layers.n > n_layers)
    mw_record_free (mw_list_take (&model->model, &material->record, MW_FIELD (MwMdlxMaterial, layers), n_layers));
  const char *note = scene_note (&model->model, NULL);
  mw_model_free (&model->model);
  return note;
}

static const char *
note_of (uint32_t version, uint32_t shader, guint n_layers)
{
  return note_of_flags (version, shader, 0, n_layers);
}

static void
what_is_not_drawn_as_in_the_game_is_said (void)
{
  g_assert_null (note_of (1000, 0, 0));
  g_assert_nonnull (note_of (1000, 0, 5));
  g_assert_null (note_of (1100, MW_MDLX_SHADER_SD, 0));
  g_assert_null (note_of (1100, MW_MDLX_SHADER_HD_UNIT, 0));
  g_assert_null (note_of (1100, MW_MDLX_SHADER_CRYSTAL, 0));
  g_assert_null (note_of (1100, MW_MDLX_SHADER_SD_ON_HD, 0));
  g_assert_null (note_of_flags (1100, MW_MDLX_SHADER_SD, 0x2, 0));
  g_assert_null (note_of_flags (1100, MW_MDLX_SHADER_SD_ON_HD, 0x10, 0));
  g_assert_nonnull (strstr (note_of_flags (1100, MW_MDLX_SHADER_SD_ON_HD, 0x12, 0), "sphere map"));
  g_assert_nonnull (strstr (note_of (1200, 7, 0), "unknown"));

  const struct {
    const MwSchema *kind;
    const char *name, *says;
  } nodes[] = { { &mw_mdlx_bone_schema, "SPNxBone", NULL },
                { &mw_mdlx_event_object_schema, "SNDxABCD", NULL },
                { &mw_mdlx_event_object_schema, "SPNxABCD", NULL },
                { &mw_mdlx_particle_emitter2_schema, "Smoke", NULL },
                { &mw_mdlx_particle_emitter_schema, "Birds", "without a model" },
                { &mw_mdlx_popcorn_emitter_schema, "Fire", "Popcorn" } };
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++) {
    MwMdlx *model = mw_mdlx_new ();
    MwMdlxNode *node = scene_add (model, "nodes", nodes[i].kind);
    mw_text_set (&node->name, nodes[i].name, strlen (nodes[i].name));
    const char *note = scene_note (&model->model, NULL);
    g_assert_cmpint (nodes[i].says == NULL, ==, note == NULL);
    g_assert_true (!note || strstr (note, nodes[i].says));
    mw_model_free (&model->model);
  }
  /* Each is said once, in their order. */
  MwMdlx *both = mw_mdlx_new ();
  for (guint i = 4; i < 8; i++)
    scene_add (both, "nodes", nodes[4 + i % 2].kind);
  g_autoptr (GPtrArray) notes = mw_render_notes (&both->model, NULL);
  g_assert_cmpuint (notes->len, ==, 2);
  g_assert_nonnull (strstr (notes->pdata[0], nodes[4].says));
  g_assert_nonnull (strstr (notes->pdata[1], nodes[5].says));
  mw_model_free (&both->model);
  /* Models that particles are or carry are drawn. */
  for (guint i = 0; i < 2; i++) {
    MwM2 *model = mw_m2_new (264);
    MwRecord *record = mw_record_new (&mw_m2_particle_schema);
    MwM2Particle *e = (MwM2Particle *) record;
    mw_list_insert (&model->model, &model->model.record, MW_FIELD (MwM2, particles), 0, record);
    mw_text_set (i ? &e->geometry_model : &e->recursion_model, "a.m2", 4);
    g_assert_null (scene_note (&model->model, NULL));
    mw_model_free (&model->model);
  }
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "pixels follow the formulas", pixels_follow_the_formulas },
    { "the surroundings of the game are mirrored", the_surroundings_of_the_game_are_mirrored },
    { "blending is that of the layer", blending_is_that_of_the_layer },
    { "six layers and one layer with six images look alike", two_versions_look_alike },
    { "a clear crystal shows the image moved", a_clear_crystal_shows_the_image_moved },
    { "without its diffuse image it is clay", without_its_diffuse_image_it_is_clay },
    { "tangents can be edited", tangents_can_be_edited },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("hd", tests, G_N_ELEMENTS (tests));
  g_test_add_func ("/render/hd/what is not drawn as in the game is said", what_is_not_drawn_as_in_the_game_is_said);
  return g_test_run ();
}
