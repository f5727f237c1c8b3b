/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/webp-write.h"
#include "core/base/error.h"

#include <webp/encode.h>
#include <webp/mux.h>

/* Fast rather than small: level 2 of 9. */
enum { LEVEL = 2 };

static gboolean
fail (MwErrorCode code, const char *why, GError **error)
{
  mw_set_error (error, code, -1, NULL, "the WebP file cannot be made: %s", why);
  return FALSE;
}

/* Adds a picture that is shown from `start`. */
static gboolean
add (WebPAnimEncoder *encoder, const WebPConfig *config, const MwImage *image, int start, GError **error)
{
  WebPPicture picture;
  if (!WebPPictureInit (&picture))
    return fail (MW_ERROR_UNSUPPORTED, "libwebp has another version", error);
  picture.use_argb = 1;
  picture.width = (int) image->width;
  picture.height = (int) image->height;
  gboolean ok = WebPPictureImportRGBA (&picture, image->rgba, picture.width * 4)
                || fail (MW_ERROR_LIMIT, "no memory", error);
  if (ok && !WebPAnimEncoderAdd (encoder, &picture, start, config))
    ok = fail (MW_ERROR_LIMIT, WebPAnimEncoderGetError (encoder), error);
  WebPPictureFree (&picture);
  return ok;
}

static gboolean
are_writable (const GPtrArray *images, GError **error)
{
  const MwImage *first = images->pdata[0];
  if (MAX (first->width, first->height) > MW_WEBP_MAX_SIDE) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "a WebP file of %u x %u pixels; each side must be at most %u",
                  first->width, first->height, MW_WEBP_MAX_SIDE);
    return FALSE;
  }
  for (guint i = 1; i < images->len; i++) {
    const MwImage *image = images->pdata[i];
    if (image->width != first->width || image->height != first->height)
      return fail (MW_ERROR_VALUE, "the pictures have several sizes", error);
  }
  return TRUE;
}

static GBytes *
assemble (WebPAnimEncoder *encoder, GError **error)
{
  WebPData data;
  WebPDataInit (&data);
  GBytes *bytes = NULL;
  if (WebPAnimEncoderAssemble (encoder, &data))
    bytes = g_bytes_new (data.bytes, data.size);
  else
    fail (MW_ERROR_LIMIT, WebPAnimEncoderGetError (encoder), error);
  WebPDataClear (&data);
  return bytes;
}

GBytes *
mw_webp_write (const GPtrArray *images, const int *ends, GError **error)
{
  WebPAnimEncoderOptions options;
  WebPConfig config;
  if (!are_writable (images, error))
    return NULL;
  const MwImage *first = images->pdata[0];
  WebPAnimEncoder *encoder = NULL;
  if (WebPAnimEncoderOptionsInit (&options) && WebPConfigInit (&config) && WebPConfigLosslessPreset (&config, LEVEL))
    encoder = WebPAnimEncoderNew ((int) first->width, (int) first->height, &options);
  gboolean ok = encoder || fail (MW_ERROR_LIMIT, "no memory, or libwebp has another version", error);
  config.exact = 1; /* the colours of transparent pixels, too */
  for (guint i = 0; ok && i < images->len; i++)
    ok = add (encoder, &config, images->pdata[i], i ? ends[i - 1] : 0, error);
  if (ok && !WebPAnimEncoderAdd (encoder, NULL, ends[images->len - 1], NULL))
    ok = fail (MW_ERROR_LIMIT, WebPAnimEncoderGetError (encoder), error);
  GBytes *bytes = ok ? assemble (encoder, error) : NULL;
  WebPAnimEncoderDelete (encoder);
  return bytes;
}
