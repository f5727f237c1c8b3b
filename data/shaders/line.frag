/* SPDX-License-Identifier: GPL-3.0-or-later */
in vec4 v_colour;
in vec2 v_ground;

/* How far from the origin lines on the ground have faded; 0: they do not. */
uniform float u_fade;

out vec4 o_colour;

void main ()
{
  o_colour = v_colour;
  if (u_fade > 0.0)
    o_colour.a *= 1.0 - smoothstep (0.25, 1.0, length (v_ground) / u_fade);
}
