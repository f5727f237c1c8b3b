/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An HD surface of Warcraft III: Reforged (rendering.md 3.4). LIT and CUT are 0 or 1, as in surface.frag; CRYSTAL is 1
 * for the crystal shader, and SD_ON_HD for that of images of SD. All light is linear until the end; normals and directions are those of the model's space. */
in vec3 v_normal;
in vec4 v_tangent;
in vec3 v_seen;
in vec2 v_uv;
in vec4 v_colour;

uniform sampler2D u_diffuse;
uniform sampler2D u_normal;
uniform sampler2D u_orm;
uniform sampler2D u_emissive;
uniform sampler2D u_team;
uniform mat4 u_view;
uniform mat4 u_projection;
uniform float u_cut;
uniform float u_gain;
uniform float u_masked; /* 1 if the material has a team colour, else 0 */
uniform vec4 u_fresnel; /* rgb, opacity */
uniform float u_fresnel_team;

out vec4 o_colour;

const float PI = 3.14159265;
const float SMALL = 0.001;      /* keeps divisions by a largest component away from 0 */
const float FROM_AROUND = 0.15; /* weight of the surroundings on the side that is away from the light */

vec3 linear_of (vec3 c)
{
  return mix (c / 12.92, pow ((c + 0.055) / 1.055, vec3 (2.4)), step (0.04045, c));
}

vec3 srgb_of (vec3 c)
{
  return mix (c * 12.92, 1.055 * pow (max (c, vec3 (0.0)), vec3 (1.0 / 2.4)) - 0.055, step (0.0031308, c));
}

float largest (vec3 c)
{
  return max (max (c.r, c.g), c.b);
}

vec3 hue_of (vec3 c)
{
  return c / (largest (c) + SMALL);
}

/* The tangent to the right and the one upwards in the image. Without tangents in the model they are found from how
 * place and coordinates change between neighbouring pixels. */
mat3 frame_of (vec3 n)
{
  vec3 t = v_tangent.xyz;
  float side = v_tangent.w;
  if (dot (t, t) < 1e-12) {
    vec3 dx = dFdx (v_seen) * mat3 (u_view), dy = dFdy (v_seen) * mat3 (u_view);
    vec2 ux = dFdx (v_uv), uy = dFdy (v_uv);
    float turn = ux.x * uy.y - uy.x * ux.y;
    t = (dx * uy.y - dy * ux.y) * sign (turn);
    vec3 down = (dy * ux.x - dx * uy.x) * sign (turn);
    side = dot (cross (n, t), down) > 0.0 ? -1.0 : 1.0;
  }
  t -= n * dot (n, t);
  float size = length (t);
  t = size > 0.0 ? t / size : vec3 (0.0);
  return mat3 (t, cross (n, t) * side, n);
}

#if SKIES
/* The surroundings of the game by day and by night: what falls on a matt surface, and what is mirrored. The axes of the cube maps are X, Z
 * and -Y of the model. */
uniform samplerCube u_day_matt;
uniform samplerCube u_day_mirrored;
uniform samplerCube u_night_matt;
uniform samplerCube u_night_mirrored;
uniform vec3 u_night; /* how much of it is night; the last mip levels of the day and of the night */

vec3 matt_around (vec3 n)
{
  vec3 at = vec3 (n.x, n.z, -n.y);
  return mix (textureLod (u_day_matt, at, 0.0).rgb, textureLod (u_night_matt, at, 0.0).rgb, u_night.x);
}

vec3 mirrored_around (vec3 direction, float rough)
{
  vec3 at = vec3 (direction.x, direction.z, -direction.y);
  return mix (textureLod (u_day_mirrored, at, rough * u_night.y).rgb,
              textureLod (u_night_mirrored, at, rough * u_night.z).rgb, u_night.x);
}
#else
/* The neutral surroundings: bright above, dark below, with a softer horizon for rougher surfaces. */
vec3 mirrored_around (vec3 direction, float rough)
{
  float soft = 0.1 + 0.9 * rough;
  return vec3 (mix (0.2, 0.8, clamp (0.5 + 0.5 * direction.z / soft, 0.0, 1.0)));
}

vec3 matt_around (vec3 n)
{
  return mirrored_around (n, 1.0);
}
#endif

/* Scale and offset for the reflectance at normal incidence, by the fit of Karis (2014). */
vec2 reflectance (float rough, float n_v)
{
  vec4 r = rough * vec4 (-1.0, -0.0275, -0.572, 0.022) + vec4 (1.0, 0.0425, 1.04, -0.04);
  float a = min (r.x * r.x, exp2 (-9.28 * max (n_v, 0.0))) * r.x + r.y;
  return vec2 (-1.04, 1.04) * a + r.zw;
}

struct Surface
{
  vec3 n, v;
  float n_v, rough;
  vec3 f0, matt;
};

/* What the surface mirrors of a light: GGX with a height of roughness to the fourth, Schlick's Fresnel and his form of
 * Smith's shadowing. */
vec3 shine_of (Surface s, vec3 towards)
{
  vec3 h = normalize (s.v + towards);
  float n_l = dot (s.n, towards), n_h = dot (s.n, h);
  float a4 = s.rough * s.rough * s.rough * s.rough, d = n_h * n_h * (a4 - 1.0) + 1.0;
  float k = (s.rough + 1.0) * (s.rough + 1.0) / 8.0;
  vec3 fresnel = s.f0 + (1.0 - s.f0) * pow (1.0 - dot (h, s.v), 5.0);
  float visible = clamp (1.0 / (4.0 * (n_l * (1.0 - k) + k) * (s.n_v * (1.0 - k) + k)), 0.0, 1.0);
  return a4 / (PI * d * d) * fresnel * visible;
}

/* The light of a sun and of its surroundings: they tint it, and reach the side that is away from it. */
vec3 sun_on (Surface s, vec3 towards, vec3 light, vec3 ambient)
{
  float whole = largest (light) + 1.0, facing = max (dot (s.n, towards), 0.0);
  vec3 from_normal = matt_around (s.n), from_mirror = mirrored_around (reflect (-s.v, s.n), s.rough);
  vec3 change = hue_of (light) - hue_of (from_normal);
  vec3 upper = (change * 0.675 + hue_of (from_normal)) * largest (from_normal) * whole;
  vec3 lower = (change * 0.325 + hue_of (from_normal)) * largest (from_normal) * whole * FROM_AROUND;
  vec3 diffuse = mix (lower, upper, facing) + ambient;
  vec2 fit = reflectance (s.rough, s.n_v);
  vec3 mirrored = (s.f0 * fit.x + fit.y) * whole * FROM_AROUND + shine_of (s, towards) * whole * facing * light;
  return diffuse * s.matt + mirrored * from_mirror;
}

/* The game's colour matrix and tone, the film curve that Narkowicz fitted to ACES. */
vec3 tone (vec3 colour)
{
  colour = colour * mat3 (1.07, -0.06, -0.01, -0.03, 1.04, -0.01, -0.03, -0.06, 1.09);
  colour = max (colour, vec3 (0.0));
  return srgb_of (clamp (colour * (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14), 0.0, 1.0));
}

/* The fog is as bright as it was asked for, as on other surfaces. */
vec3 shown (vec3 colour)
{
#if FOG
  return fogged (tone (colour), v_seen);
#else
  return tone (colour);
#endif
}

/* What an alpha limit leaves of alpha. */
float cut_off (float alpha)
{
#if COVER
  /* A step of about one pixel's width where alpha crosses the limit. */
  return clamp ((alpha - u_cut) / max (fwidth (alpha), 0.0001) + 0.5, 0.0, 1.0);
#elif CUT
  if (alpha < u_cut)
    discard;
#endif
  return alpha;
}

/* Towards the viewer. With a parallel projection all pixels are seen from one direction. */
vec3 viewer ()
{
  vec3 v = u_projection[3][3] == 1.0 ? vec3 (0.0, 0.0, 1.0) : normalize (-v_seen);
  return v * mat3 (u_view);
}

#if SD_ON_HD
/* The weak highlight of a surface without roughness and metal. */
float sd_shine (vec3 n, vec3 v, vec3 towards)
{
  vec3 h = normalize (v + towards);
  float visible = clamp (1.0 / (4.0 * (0.5 * dot (n, towards) + 0.5) * (0.5 * dot (n, v) + 0.5)), 0.0, 1.0);
  return pow (max (1.0 - dot (h, v), 0.0), 5.0) * visible / PI;
}

void main ()
{
  vec4 texel = texture (u_diffuse, v_uv);
  vec3 base = linear_of (texel.rgb), colour = base;
#if LIT
  vec3 n = normalize (length (v_normal) > 0.0 ? v_normal : vec3 (0.0, 0.0, 1.0)), v = viewer (), sum = vec3 (0.0);
  n = gl_FrontFacing ? n : -n;
  for (int i = 0; i < u_n_lights; i++) {
    vec4 from = light_from (i, v_seen);
    vec3 towards = from.xyz * mat3 (u_view), light = u_lights_colour[i].rgb, ambient = u_lights_ambient[i].rgb;
    float facing = max (dot (n, towards), 0.0), shine = sd_shine (n, v, towards);
    if (i == 0 && u_lights_at[0].w == DIRECTIONAL)
      sum += (light * facing + ambient) * base / PI
             + shine * largest (light) * facing * light * mirrored_around (reflect (-v, n), 1.0);
    else
      sum += from.w * (shine + base) / PI * light * facing;
  }
  colour = PI * sum;
#endif
  o_colour = vec4 (shown (colour * linear_of (v_colour.rgb)), cut_off (clamp (v_colour.a * texel.a, 0.0, 1.0)));
}
#else
void main ()
{
  vec4 texel = texture (u_diffuse, v_uv);
  vec4 orm = texture (u_orm, v_uv);
  vec3 base = linear_of (texel.rgb), emissive = linear_of (texture (u_emissive, v_uv).rgb);
  vec3 team = linear_of (texture (u_team, v_uv).rgb);
  vec3 n = normalize (length (v_normal) > 0.0 ? v_normal : vec3 (0.0, 0.0, 1.0));
  float occlusion = orm.r, rim_opacity = u_fresnel.a;
#if CRYSTAL
  /* The image is also seen moved along the surface, the more so the less of it faces the viewer. */
  float clear = 1.0 - orm.r;
  vec3 seen = mat3 (u_view) * (gl_FrontFacing ? n : -n);
  vec2 moved = v_uv + vec2 (seen.x, seen.y) * 0.02 / max (abs (seen.z), 0.001);
  base = mix (base, linear_of (texture (u_diffuse, moved).rgb), clear);
  rim_opacity = mix (rim_opacity, 0.2, clear);
  occlusion = 1.0;
#endif

  /* The mask turns the hue to the team's, and makes nothing brighter. */
  float mask = orm.a * u_masked, bright = largest (base), glow = largest (emissive);
  base = mix (hue_of (base), hue_of (team), sqrt (mask))
         * mix (bright, min (largest (team), bright), 0.95 * mask * mask);
  emissive = mix (hue_of (emissive), hue_of (team), 0.75 * mask) * glow;

  vec4 stored = texture (u_normal, v_uv);
  vec2 slope = vec2 (2.0 * stored.r * stored.a - 1.0, 1.0 - 2.0 * stored.g);
  n = normalize (frame_of (n) * vec3 (slope, sqrt (max (0.0, 1.0 - dot (slope, slope)))));
  n = gl_FrontFacing ? n : -n;
  vec3 v = viewer ();
  float n_v = dot (n, v);

#if LIT
  float rough = (orm.g * 255.0 + 1.0) / 256.0, metal = orm.b;
  vec3 f0 = metal * base, matt = (1.0 - metal) * base / PI;
  Surface surface = Surface (n, v, n_v, rough, f0, matt);
  vec3 sum = vec3 (0.0);
  for (int i = 0; i < u_n_lights; i++) {
    vec4 from = light_from (i, v_seen);
    vec3 towards = from.xyz * mat3 (u_view), light = u_lights_colour[i].rgb, ambient = u_lights_ambient[i].rgb;
    if (i == 0 && u_lights_at[0].w == DIRECTIONAL)
      sum += sun_on (surface, towards, light, ambient);
    else
      sum += from.w * ((matt + shine_of (surface, towards)) * light * max (dot (n, towards), 0.0) + ambient * matt);
  }
  vec3 colour = PI * occlusion * sum + emissive * u_gain;
#else
  vec3 colour = base + emissive * u_gain;
#endif
  colour *= linear_of (v_colour.rgb);

  /* The rim, in the layer's own colour or the team's. */
  float edge = 1.0 - clamp (n_v, 0.0, 1.0), rim = rim_opacity * edge * edge;
  float strength = largest (u_fresnel.rgb);
  vec3 rim_colour = mix (hue_of (u_fresnel.rgb), hue_of (team), u_fresnel_team)
                    * mix (strength, min (strength, largest (team)), u_fresnel_team * u_fresnel_team);
  colour = mix (colour, rim_colour, rim);
  float alpha = clamp (v_colour.a * texel.a + rim * texel.a, 0.0, 1.0);
  o_colour = vec4 (shown (colour), cut_off (alpha));
}
#endif
