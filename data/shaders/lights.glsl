/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fog, and the lights of the frame, for fragment shaders that are lit; program.c puts this text before theirs. Directions and
 * positions are in view space. See MwLight (core/pose/lights.h). */
#if FOG
uniform vec4 u_fog;       /* its colour; 1: as in Warcraft III */
uniform vec3 u_fog_range; /* where it begins, and where nothing else is seen; the density of exponential fog, below 0 of its square, or 0 */

vec3 fogged (vec3 colour, vec3 seen)
{
  float far = u_fog.a > 0.5 ? -seen.z : length (seen);
  float thick = u_fog_range.z * max (far, 0.0);
  float clear = thick > 0.0   ? exp (-thick)
                : thick < 0.0 ? exp (-thick * thick)
                              : clamp ((u_fog_range.y - far) / (u_fog_range.y - u_fog_range.x), 0.0, 1.0);
  return mix (u_fog.rgb, colour, u_fog.a > 0.5 ? clear * (2.0 - clear) : clear);
}
#endif

#if LIGHTS || HD
#define DIRECTIONAL 0.0
#define POINT 1.0
const int MOST_LIGHTS = 8;
uniform int u_n_lights;
uniform vec4 u_lights_at[MOST_LIGHTS];      /* direction or position, kind */
uniform vec4 u_lights_colour[MOST_LIGHTS];  /* rgb, start of the linear fading */
uniform vec4 u_lights_ambient[MOST_LIGHTS]; /* rgb, its end */
uniform vec4 u_lights_fall[MOST_LIGHTS];    /* quadratic, linear, damping */

/* The direction towards light `i` from a place, and in w how much of it arrives. */
vec4 light_from (int i, vec3 seen)
{
  vec4 at = u_lights_at[i];
  if (at.w != POINT)
    return vec4 (at.xyz, 1.0);
  vec3 way = at.xyz - seen;
  float far = length (way), start = u_lights_colour[i].w, end = u_lights_ambient[i].w;
  vec3 fall = u_lights_fall[i].xyz;
  float fade = exp (-fall.z * far * far) / (1.0 + fall.y * far + fall.x * far * far);
  if (end > start)
    fade *= 1.0 - clamp ((far - start) / (end - start), 0.0, 1.0);
  return vec4 (far > 0.0 ? way / far : vec3 (0.0), fade);
}

/* The light on a matt surface with normal `n`, at most 1. */
vec3 lights_on (vec3 n, vec3 seen)
{
  vec3 sum = vec3 (0.0);
  for (int i = 0; i < u_n_lights; i++) {
    vec4 from = light_from (i, seen);
    sum += (u_lights_colour[i].rgb * max (dot (n, from.xyz), 0.0) + u_lights_ambient[i].rgb) * from.w;
  }
  return min (sum, vec3 (1.0));
}
#endif
