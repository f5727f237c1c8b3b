/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/png-codec.h"

void
mw_png_codec_init (MwPngCodec *codec)
{
  codec->png = NULL;
  g_strlcpy (codec->message, "no memory", sizeof codec->message);
}

void
mw_png_fail (png_structp png, png_const_charp message)
{
  MwPngCodec *codec = png_get_error_ptr (png);
  g_strlcpy (codec->message, message, sizeof codec->message);
  png_longjmp (png, 1);
}

void
mw_png_stay_silent (png_structp png, png_const_charp message)
{}
