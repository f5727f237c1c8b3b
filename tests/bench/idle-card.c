/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/idle-card.h"
#include "tests/bench/timing.h"
#include "tests/core/render/whole.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 400 };

/* --- Allocations ------------------------------------------------------------------------------------------------------ */

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t size);

static guint n_allocations;

void *
malloc (size_t size)
{
  n_allocations++;
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  n_allocations++;
  return __libc_calloc (n, size);
}

void *
realloc (void *block, size_t size)
{
  n_allocations++;
  return __libc_realloc (block, size);
}

/* --- A card that does nothing ----------------------------------------------------------------------------------------- */

static guint n_draws, next_name;

#define NOTHING(result, name, parameters, arguments)                                                                   \
  static result nothing_##name parameters                                                                              \
  {                                                                                                                    \
    return (result) 0;                                                                                                 \
  }
MW_GL_CALLS (NOTHING)
#undef NOTHING

static void
make_names (GLsizei n, GLuint *names)
{
  for (GLsizei i = 0; i < n; i++)
    names[i] = ++next_name;
}

static void
say_yes (GLuint object, GLenum name, GLint *value)
{
  *value = GL_TRUE;
}

static void
count_elements (GLenum mode, GLsizei n, GLenum type, const void *offset)
{
  n_draws++;
}

MwGl
bench_idle_card (void)
{
  MwGl gl;
#define FILL(result, name, parameters, arguments) gl.name = nothing_##name;
  MW_GL_CALLS (FILL)
#undef FILL
  gl.GenBuffers = gl.GenTextures = gl.GenVertexArrays = make_names;
  gl.GetShaderiv = gl.GetProgramiv = say_yes;
  gl.DrawElements = count_elements;
  return gl;
}

/* --- Frames ----------------------------------------------------------------------------------------------------------- */

MwImage *
bench_load_grey (const char *path, gpointer data, GError **error)
{
  MwImage *image = mw_image_new (64, 64, "made", error);
  memset (image->rgba, 200, (size_t) image->width * image->height * 4);
  return image;
}

double
bench_frames (MwRenderer *renderer, MwFrame *frame, guint *allocations, guint *draws)
{
  double used[FRAMES];
  for (guint i = 0; i < FRAMES; i++) {
    mw_clock_advance (&frame->clock, 16);
    n_allocations = n_draws = 0;
    const double before = bench_cpu ();
    draw_whole (renderer, frame);
    used[i] = (bench_cpu () - before) * 1000;
    *allocations = n_allocations;
    *draws = n_draws;
  }
  return bench_median (used, FRAMES);
}
