/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A surface. renderer.c compiles a program for each variant, by defining numbers: LIT, LIGHTS, SPRITE, SPHERE, CUT, COVER,
 * KEYED, FOG, TWO_UNITS, SPHERE2, THREE_UNITS, FOUR_UNITS and THIRD_BY_UV2 (each 0 or 1) switch on parts of the shading;
 * DIFFUSE, SPECULAR and OPACITY say how the textures are combined (core/pose/combine.h); PLAIN shows the shape without
 * textures. They are variants and not branches, because a software rasteriser runs both sides of every branch for every
 * pixel, and because the depth test can run before the program if the program never discards a pixel. */
in vec3 v_normal;
in vec3 v_seen;
in vec2 v_uv;
in vec4 v_colour;
flat in float v_group;

uniform sampler2D u_texture;
#if TWO_UNITS
in vec2 v_uv2;
uniform sampler2D u_texture2;
#endif
#if THREE_UNITS
uniform sampler2D u_texture3;
#endif
#if THREE_UNITS && SPRITE
in vec2 v_uv3;
#endif
#if FOUR_UNITS
uniform sampler2D u_texture4;
#endif
uniform vec3 u_weights;   /* of the first three textures */
uniform mat4 u_view;
uniform vec3 u_light;     /* direction toward the light, length 1 */
uniform float u_cut;      /* texels with less alpha are discarded */
uniform int u_shading;    /* MwShading */

out vec4 o_colour;

#if LIT || SPHERE || SPHERE2 || PLAIN
vec3 normal ()
{
#if SPRITE
  return v_normal; /* that of the ground, from both sides */
#else
  float size = length (v_normal);
  vec3 n = size > 0.0 ? v_normal / size : vec3 (0.0, 0.0, 1.0);
  return gl_FrontFacing ? n : -n;
#endif
}

/* 1 or nearly 1 on the side that faces the light, 0.3 on the dark side. */
float light (vec3 n)
{
  return clamp (0.55 + 0.5 * dot (n, u_light), 0.3, 1.0);
}
#endif

#if PLAIN
in float v_heat;
uniform int u_heat;             /* 0: no weights are known */
uniform vec3 u_heat_colours[5]; /* of the weights 0, 1/4, 1/2, 3/4 and 1 */

vec3 heat ()
{
  float at = clamp (v_heat, 0.0, 1.0) * 4.0;
  int stop = min (int (at), 3);
  return mix (u_heat_colours[stop], u_heat_colours[stop + 1], at - float (stop));
}

vec3 hue (float number)
{
  vec3 turned = fract (number * 0.381966 + vec3 (0.0, 0.333333, 0.666667));
  return clamp (abs (turned * 6.0 - 3.0) - 1.0, 0.15, 1.0);
}

void main ()
{
#if DOTS
  vec2 from = gl_PointCoord - 0.5;
  if (dot (from, from) > 0.25)
    discard;
#endif
  vec3 n = normal ();
  if (u_shading == 1) {
    o_colour = vec4 (vec3 (0.72) * light (n), 1.0);
  } else if (u_shading == 2) {
    o_colour = v_colour;
  } else if (u_shading == 3) {
    o_colour = vec4 (n * 0.5 + 0.5, 1.0);
  } else if (u_shading == 4) {
    o_colour = vec4 (hue (v_group) * light (n), 1.0);
  } else if (u_shading == 7) {
    /* The light is weak, because it must not be taken for a weight. */
    o_colour = vec4 ((u_heat > 0 ? heat () : vec3 (0.6)) * (0.6 + 0.4 * light (n)), 1.0);
  } else {
    vec2 cell = floor (v_uv * 8.0);
    float dark = mod (cell.x + cell.y, 2.0) < 0.5 ? 0.45 : 1.0;
    o_colour = vec4 (vec3 (fract (v_uv), 0.35) * dark * light (n), 1.0);
  }
}
#else
#if SPHERE || SPHERE2
/* The standard sphere map: the reflected view direction as a point on a disc. v goes down in the image. */
vec2 sphere ()
{
  vec3 r = reflect (normalize (v_seen), mat3 (u_view) * normal ());
  float m = 2.0 * sqrt (r.x * r.x + r.y * r.y + (r.z + 1.0) * (r.z + 1.0));
  return m > 0.0 ? vec2 (r.x / m + 0.5, 0.5 - r.y / m) : vec2 (0.5);
}
#endif

void main ()
{
#if SPHERE
  vec4 a = texture (u_texture, sphere ());
#else
  vec4 a = texture (u_texture, v_uv);
#endif
#if SPHERE2
  vec4 b = texture (u_texture2, sphere ());
#elif TWO_UNITS
  vec4 b = texture (u_texture2, v_uv2);
#else
  vec4 b = vec4 (0.0);
#endif

#if THREE_UNITS && SPRITE
  vec4 c = texture (u_texture3, v_uv3);
#elif THREE_UNITS && THIRD_BY_UV2
  vec4 c = texture (u_texture3, v_uv2);
#elif THREE_UNITS
  vec4 c = texture (u_texture3, v_uv);
#else
  vec4 c = vec4 (0.0);
#endif
#if FOUR_UNITS
  vec4 d = texture (u_texture4, v_uv2);
#else
  vec4 d = vec4 (0.0);
#endif

#if DIFFUSE == 0
  vec3 diffuse = a.rgb;
#elif DIFFUSE == 1
  vec3 diffuse = a.rgb * b.rgb;
#elif DIFFUSE == 2
  vec3 diffuse = 2.0 * a.rgb * b.rgb;
#elif DIFFUSE == 3
  vec3 diffuse = mix (2.0 * a.rgb * b.rgb, a.rgb, a.a);
#elif DIFFUSE == 4
  vec3 diffuse = mix (a.rgb * b.rgb, a.rgb, a.a);
#elif DIFFUSE == 5
  vec3 diffuse = mix (mix (a.rgb, b.rgb, b.a), a.rgb, a.a);
#elif DIFFUSE == 6
  vec3 diffuse = mix (a.rgb, b.rgb, b.a);
#elif DIFFUSE == 7
  vec3 diffuse = mix (2.0 * a.rgb * b.rgb, c.rgb, c.a);
#elif DIFFUSE == 8
  vec3 diffuse = mix (mix (2.0 * a.rgb * b.rgb, c.rgb, c.a), a.rgb, a.a);
#elif DIFFUSE == 9
  vec3 diffuse = mix (2.0 * a.rgb * b.rgb, a.rgb, a.a) * (1.0 - c.a * u_weights.z);
#elif DIFFUSE == 10
  vec3 diffuse = a.rgb * mix (vec3 (1.0), b.rgb, b.a);
#elif DIFFUSE == 11
  vec3 diffuse = mix (a.rgb * mix (vec3 (1.0), b.rgb, b.a), c.rgb, c.a);
#elif DIFFUSE == 12
  vec3 diffuse = a.rgb * b.rgb * c.rgb;
#elif DIFFUSE == 13
  vec3 diffuse = 4.0 * a.rgb * b.rgb * c.rgb;
#else
  vec3 diffuse = mix (mix (a.rgb, b.rgb, u_weights.y), c.rgb, u_weights.z);
#endif

#if OPACITY == 0
  float opacity = 1.0;
#elif OPACITY == 1
  float opacity = a.a;
#elif OPACITY == 2
  float opacity = b.a;
#elif OPACITY == 3
  float opacity = 2.0 * b.a;
#elif OPACITY == 4
  float opacity = a.a * b.a;
#elif OPACITY == 5
  float opacity = 2.0 * a.a * b.a;
#elif OPACITY == 6
  float opacity = a.a + b.a;
#elif OPACITY == 7
  float opacity = a.a + b.a * dot (b.rgb, vec3 (0.3, 0.59, 0.11));
#elif OPACITY == 8
  float opacity = a.a * b.a * c.a;
#elif OPACITY == 9
  float opacity = 2.0 * a.a * b.a * c.a;
#elif OPACITY == 10
  float opacity = 4.0 * a.a * b.a * c.a;
#elif OPACITY == 11
  float opacity = mix (mix (a.a, b.a, u_weights.y), c.a, u_weights.z);
#else
  float opacity = mix (mix (a.a, b.a, u_weights.y), c.a, u_weights.z) * d.a;
#endif

  vec4 colour = vec4 (diffuse, opacity) * v_colour;
#if COVER
  /* A step of about one pixel's width where alpha crosses the limit. */
  colour.a = clamp ((colour.a - u_cut) / max (fwidth (colour.a), 0.0001) + 0.5, 0.0, 1.0);
#elif CUT
  if (colour.a < u_cut)
    discard;
#endif
#if KEYED && !COVER
  colour.a = v_colour.a;
#endif
#if LIT && LIGHTS
  colour.rgb *= lights_on (mat3 (u_view) * normal (), v_seen);
#elif LIT
  colour.rgb *= light (normal ());
#endif
#if SPECULAR == 1
  colour.rgb += b.rgb;
#elif SPECULAR == 2
  colour.rgb += b.rgb * b.a * u_weights.y;
#elif SPECULAR == 3
  colour.rgb += b.rgb * b.a * (1.0 - a.a);
#elif SPECULAR == 4
  colour.rgb += b.rgb * (1.0 - a.a);
#elif SPECULAR == 5
  colour.rgb += a.rgb * a.a * u_weights.x;
#elif SPECULAR == 6
  colour.rgb += c.rgb * c.a * u_weights.z;
#endif
#if FOG
  colour.rgb = fogged (colour.rgb, v_seen);
#endif
  o_colour = colour;
}
#endif
