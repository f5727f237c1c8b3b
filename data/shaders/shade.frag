/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shadow on the ground. If SPREAD is 1, alpha is spread along a direction by a bell curve; else it darkens the ground. */
in vec2 v_at;

uniform sampler2D u_texture;
uniform vec4 u_area; /* SPREAD: the direction; else the opacity is the last component */

out vec4 o_colour;

void main ()
{
#if SPREAD
  float sum = texture (u_texture, v_at).a * 0.375;
  sum += (texture (u_texture, v_at - u_area.xy).a + texture (u_texture, v_at + u_area.xy).a) * 0.3125;
  o_colour = vec4 (0.0, 0.0, 0.0, sum);
#else
  o_colour = vec4 (0.0, 0.0, 0.0, texture (u_texture, v_at).a * u_area.w);
#endif
}
