/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outlines (core/render/outline.c): a bright line around what is marked in an image, and a dark one around that. Red is what is selected, green
 * what the pointer is over. */
in vec2 v_at;

uniform sampler2D u_texture;
uniform vec4 u_area; /* how far the bright line and the dark one reach, as parts of the image; all 0 to make the image: marks all */

out vec4 o_colour;

vec2 marked (vec2 at)
{
  return texture (u_texture, at).rg;
}

/* What is marked at the corners of a square around this pixel. */
vec2 around (vec2 reach)
{
  vec2 low = v_at - reach, high = v_at + reach;
  return max (max (marked (low), marked (high)), max (marked (vec2 (low.x, high.y)), marked (vec2 (high.x, low.y))));
}

/* Colours with multiplied alpha. */
vec4 over (vec4 below, vec3 colour, float alpha)
{
  return vec4 (colour * alpha, alpha) + below * (1.0 - alpha);
}

void main ()
{
  if (u_area.x == 0.0) {
    o_colour = vec4 (1.0);
    return;
  }
  vec2 outside = 1.0 - marked (v_at), near = around (u_area.xy) * outside, far = around (u_area.zw) * outside;
  o_colour = over (vec4 (0.0), vec3 (0.0), 0.4 * far.g);
  o_colour = over (o_colour, vec3 (1.0), 0.9 * near.g);
  o_colour = over (o_colour, vec3 (0.0), 0.55 * far.r);
  o_colour = over (o_colour, vec3 (1.0, 0.63, 0.16), near.r);
}
