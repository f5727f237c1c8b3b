/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A vertex of a geoset, moved by its matrix. The program puts the version line before this file. */
in vec3 a_position;
in vec3 a_normal;
in vec2 a_uv;
in uint a_matrix;

/* Three texels per matrix (the rows of an affine 3 x 4), 340 matrices in a row of the texture. */
uniform sampler2D u_matrices;
uniform int u_first_matrix;
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
  int matrix = u_first_matrix + int (a_matrix);
  ivec2 texel = ivec2 (matrix % 340 * 3, matrix / 340);
  vec4 rows[3];
  rows[0] = texelFetch (u_matrices, texel, 0);
  rows[1] = texelFetch (u_matrices, texel + ivec2 (1, 0), 0);
  rows[2] = texelFetch (u_matrices, texel + ivec2 (2, 0), 0);
  vec4 at = vec4 (a_position, 1.0);
  vec4 seen = u_view * vec4 (dot (rows[0], at), dot (rows[1], at), dot (rows[2], at), 1.0);
  v_normal = vec3 (dot (rows[0].xyz, a_normal), dot (rows[1].xyz, a_normal), dot (rows[2].xyz, a_normal));
  v_seen = seen.xyz;
  v_uv = vec2 (dot (u_uv_rows[0], vec3 (a_uv, 1.0)), dot (u_uv_rows[1], vec3 (a_uv, 1.0)));
  v_colour = u_colour;
  v_group = float (a_matrix);
  gl_Position = u_projection * seen;
}
