/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A corner of a quad of a particle or ribbon; its position is already in world space. */
in vec3 a_position;
in vec2 a_uv;
in vec4 a_colour;
#if TWO_UNITS
in vec2 a_uv2;
uniform vec3 u_uv2_rows[2];
out vec2 v_uv2;
#endif
#if THREE_UNITS
in vec2 a_uv3;
out vec2 v_uv3;
#endif

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_uv_rows[2];
uniform vec4 u_colour;

out vec3 v_normal;
out vec3 v_seen;
out vec2 v_uv;
out vec4 v_colour;
flat out float v_group;

void main ()
{
  vec4 seen = u_view * vec4 (a_position, 1.0);
  v_normal = vec3 (0.0, 0.0, 1.0);
  v_seen = seen.xyz;
  v_uv = vec2 (dot (u_uv_rows[0], vec3 (a_uv, 1.0)), dot (u_uv_rows[1], vec3 (a_uv, 1.0)));
#if TWO_UNITS
  v_uv2 = vec2 (dot (u_uv2_rows[0], vec3 (a_uv2, 1.0)), dot (u_uv2_rows[1], vec3 (a_uv2, 1.0)));
#endif
#if THREE_UNITS
  v_uv3 = a_uv3;
#endif
  v_colour = u_colour * a_colour;
  v_group = 0.0;
  gl_Position = u_projection * seen;
}
