/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grid, axes, bones and markers. */
in vec3 a_position;
in vec4 a_colour;

uniform float u_scale;
uniform mat4 u_view;
uniform mat4 u_projection;

out vec4 v_colour;
out vec2 v_ground;

void main ()
{
  v_colour = a_colour;
  v_ground = a_position.xy;
  gl_Position = u_projection * (u_view * vec4 (a_position * u_scale, 1.0));
}
