/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reader and the writer of PNG share of libpng. */
#pragma once
#include <glib.h>
#include <png.h>
#include <setjmp.h>

/* It is the pointer for errors (png_get_error_ptr()) of its codec. */
typedef struct {
  png_structp png;
  char message[160]; /* why it failed */
} MwPngCodec;

/* Without a codec yet; should it fail to come, the reason is that there is no memory. */
void mw_png_codec_init (MwPngCodec *codec);
/* For libpng: keeps the message and jumps to png_jmpbuf(). */
void mw_png_fail (png_structp png, png_const_charp message);
void mw_png_stay_silent (png_structp png, png_const_charp message);
