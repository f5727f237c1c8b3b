/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A square for the shadow on the ground: if SPREAD is 1, all of the image that is drawn into, else a part of the ground. Its corners are
 * the vertices 0 to 3 of a strip. */
uniform vec4 u_area; /* of the ground: middle, half the side, opacity */
uniform mat4 u_view;
uniform mat4 u_projection;

out vec2 v_at;

void main ()
{
  v_at = vec2 (float (gl_VertexID & 1), float (gl_VertexID >> 1));
  vec2 side = v_at * 2.0 - 1.0;
#if SPREAD
  gl_Position = vec4 (side, 0.0, 1.0);
#else
  gl_Position = u_projection * (u_view * vec4 (u_area.xy + side * u_area.z, 0.0, 1.0));
#endif
}
