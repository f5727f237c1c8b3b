/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A vertex of a surface, transformed by its matrix or, if WEIGHTED is 1, by four matrices. The program inserts the
 * version line and the definitions of the variant (see surface.frag) before this file. */
in vec3 a_position;
in vec3 a_normal;
in vec2 a_uv;
#if WEIGHTED
in uvec4 a_matrix;
in vec4 a_weights;
#else
in uint a_matrix;
#endif
#if HD
in vec4 a_tangent; /* direction to the right in the image, and the side on which up is; 0 without tangents */
out vec4 v_tangent;
#endif
#if TWO_UNITS
in vec2 a_uv2;
uniform vec3 u_uv2_rows[2];
out vec2 v_uv2;
#endif

/* Three texels per matrix (the rows of an affine 3 x 4), 340 matrices in a row of the texture. */
uniform sampler2D u_matrices;
uniform int u_first_matrix;
uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_uv_rows[2];
uniform vec4 u_colour;
#if NORMAL_LINES || DOTS
uniform float u_scale;
#endif

#if PLAIN
uniform int u_heat; /* how many matrices after each one its part in the selected bones is; 0: it is not there */
out float v_heat;
#endif

out vec3 v_normal;
out vec3 v_seen;
out vec2 v_uv;
out vec4 v_colour;
flat out float v_group;

struct Rows
{
  vec4 x, y, z;
};

Rows rows_of (uint number)
{
  int matrix = u_first_matrix + int (number);
  ivec2 texel = ivec2 (matrix % 340 * 3, matrix / 340);
  return Rows (texelFetch (u_matrices, texel, 0), texelFetch (u_matrices, texel + ivec2 (1, 0), 0),
               texelFetch (u_matrices, texel + ivec2 (2, 0), 0));
}

#if PLAIN
float heat_of (uint number)
{
  int matrix = u_first_matrix + int (number) + u_heat;
  return u_heat > 0 ? texelFetch (u_matrices, ivec2 (matrix % 340 * 3, matrix / 340), 0).x : 0.0;
}
#endif

void main ()
{
#if PLAIN && WEIGHTED
  v_heat = 0.0;
  for (int i = 0; i < 4; i++)
    v_heat += a_weights[i] * heat_of (a_matrix[i]);
#elif PLAIN
  v_heat = heat_of (a_matrix);
#endif
#if WEIGHTED
  Rows rows = Rows (vec4 (0.0), vec4 (0.0), vec4 (0.0));
  for (int i = 0; i < 4; i++) {
    Rows one = rows_of (a_matrix[i]);
    rows.x += a_weights[i] * one.x;
    rows.y += a_weights[i] * one.y;
    rows.z += a_weights[i] * one.z;
  }
  /* Without any weight it stays where it is. */
  if (a_weights == vec4 (0.0))
    rows = Rows (vec4 (1.0, 0.0, 0.0, 0.0), vec4 (0.0, 1.0, 0.0, 0.0), vec4 (0.0, 0.0, 1.0, 0.0));
  v_group = float (a_matrix.x);
#else
  Rows rows = rows_of (a_matrix);
  v_group = float (a_matrix);
#endif
  vec4 at = vec4 (a_position, 1.0);
  vec4 seen = u_view * vec4 (dot (rows.x, at), dot (rows.y, at), dot (rows.z, at), 1.0);
  v_normal = vec3 (dot (rows.x.xyz, a_normal), dot (rows.y.xyz, a_normal), dot (rows.z.xyz, a_normal));
#if HD
  v_tangent = vec4 (dot (rows.x.xyz, a_tangent.xyz), dot (rows.y.xyz, a_tangent.xyz),
                    dot (rows.z.xyz, a_tangent.xyz), a_tangent.w);
#endif
#if NORMAL_LINES
  /* Each vertex is an instance of a line; its second end is along the normal. */
  if (gl_VertexID == 1 && v_normal != vec3 (0.0))
    seen.xyz += mat3 (u_view) * normalize (v_normal) * u_scale;
#endif
  v_seen = seen.xyz;
  v_uv = vec2 (dot (u_uv_rows[0], vec3 (a_uv, 1.0)), dot (u_uv_rows[1], vec3 (a_uv, 1.0)));
#if TWO_UNITS
  v_uv2 = vec2 (dot (u_uv2_rows[0], vec3 (a_uv2, 1.0)), dot (u_uv2_rows[1], vec3 (a_uv2, 1.0)));
#endif
  v_colour = u_colour;
  gl_Position = u_projection * seen;
#if DOTS
  gl_PointSize = u_scale;
#endif
}
