/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A surface, in the variants that renderer.c defines: LIT, SPHERE and CUT (each 0 or 1) are a layer of a material, PLAIN
 * shows the shape. Variants and not branches: a software rasteriser runs both sides of every branch for every pixel, and a
 * program that never discards lets the depth test come first. */
in vec3 v_normal;
in vec3 v_seen;
in vec2 v_uv;
in vec4 v_colour;
flat in float v_group;

uniform sampler2D u_texture;
uniform mat4 u_view;
uniform vec3 u_light;     /* toward the light, length 1 */
uniform float u_cut;      /* texels with less alpha are left out */
uniform int u_shading;    /* MwShading */

out vec4 o_colour;

#if LIT || SPHERE || PLAIN
vec3 normal ()
{
  float size = length (v_normal);
  vec3 n = size > 0.0 ? v_normal / size : vec3 (0.0, 0.0, 1.0);
  return gl_FrontFacing ? n : -n;
}

/* Full on the lit side, 0.3 in the dark. */
float light (vec3 n)
{
  return clamp (0.55 + 0.5 * dot (n, u_light), 0.3, 1.0);
}
#endif

#if PLAIN
vec3 hue (float number)
{
  vec3 turned = fract (number * 0.381966 + vec3 (0.0, 0.333333, 0.666667));
  return clamp (abs (turned * 6.0 - 3.0) - 1.0, 0.15, 1.0);
}

void main ()
{
  vec3 n = normal ();
  if (u_shading == 1) {
    o_colour = vec4 (vec3 (0.72) * light (n), 1.0);
  } else if (u_shading == 2) {
    o_colour = v_colour;
  } else if (u_shading == 3) {
    o_colour = vec4 (n * 0.5 + 0.5, 1.0);
  } else if (u_shading == 4) {
    o_colour = vec4 (hue (v_group) * light (n), 1.0);
  } else {
    vec2 cell = floor (v_uv * 8.0);
    float dark = mod (cell.x + cell.y, 2.0) < 0.5 ? 0.45 : 1.0;
    o_colour = vec4 (vec3 (fract (v_uv), 0.35) * dark * light (n), 1.0);
  }
}
#else
void main ()
{
#if SPHERE
  /* The standard sphere map: the mirrored view direction, as a disc. v goes down in the image. */
  vec3 r = reflect (normalize (v_seen), mat3 (u_view) * normal ());
  float m = 2.0 * sqrt (r.x * r.x + r.y * r.y + (r.z + 1.0) * (r.z + 1.0));
  vec2 uv = m > 0.0 ? vec2 (r.x / m + 0.5, 0.5 - r.y / m) : vec2 (0.5);
#else
  vec2 uv = v_uv;
#endif
  vec4 colour = texture (u_texture, uv) * v_colour;
#if CUT
  if (colour.a < u_cut)
    discard;
#endif
#if LIT
  colour.rgb *= light (normal ());
#endif
  o_colour = colour;
}
#endif
