/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/webp-write.h"
#include "core/base/error.h"

#include <webp/encode.h>
#include <webp/mux.h>

/* Fast rather than small: level 2 of 9. */
enum { LEVEL = 2 };

struct _MwWebp {
  WebPAnimEncoder *encoder;
  WebPConfig config;
};

static gboolean
fail (MwErrorCode code, const char *why, GError **error)
{
  mw_set_error (error, code, -1, NULL, "the WebP file cannot be made: %s", why);
  return FALSE;
}

MwWebp *
mw_webp_new (uint32_t width, uint32_t height, GError **error)
{
  WebPAnimEncoderOptions options;
  if (MAX (width, height) > MW_WEBP_MAX_SIDE) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "a WebP file of %u x %u pixels; each side must be at most %u", width,
                  height, MW_WEBP_MAX_SIDE);
    return NULL;
  }
  g_autoptr (MwWebp) webp = g_new0 (MwWebp, 1);
  if (WebPAnimEncoderOptionsInit (&options) && WebPConfigInit (&webp->config)
      && WebPConfigLosslessPreset (&webp->config, LEVEL))
    webp->encoder = WebPAnimEncoderNew ((int) width, (int) height, &options);
  webp->config.exact = 1; /* the colours of transparent pixels, too */
  if (webp->encoder)
    return g_steal_pointer (&webp);
  fail (MW_ERROR_LIMIT, "no memory, or libwebp has another version", error);
  return NULL;
}

void
mw_webp_free (MwWebp *webp)
{
  if (webp)
    WebPAnimEncoderDelete (webp->encoder);
  g_free (webp);
}

gboolean
mw_webp_add (MwWebp *webp, const MwImage *image, int start, GError **error)
{
  WebPPicture picture;
  if (!WebPPictureInit (&picture))
    return fail (MW_ERROR_UNSUPPORTED, "libwebp has another version", error);
  picture.use_argb = 1;
  picture.width = (int) image->width;
  picture.height = (int) image->height;
  gboolean ok = WebPPictureImportRGBA (&picture, image->rgba, picture.width * 4)
                || fail (MW_ERROR_LIMIT, "no memory", error);
  if (ok && !WebPAnimEncoderAdd (webp->encoder, &picture, start, &webp->config))
    ok = fail (MW_ERROR_LIMIT, WebPAnimEncoderGetError (webp->encoder), error);
  WebPPictureFree (&picture);
  return ok;
}

GBytes *
mw_webp_end (MwWebp *webp, int end, GError **error)
{
  WebPData data;
  WebPDataInit (&data);
  GBytes *bytes = NULL;
  if (WebPAnimEncoderAdd (webp->encoder, NULL, end, NULL) && WebPAnimEncoderAssemble (webp->encoder, &data))
    bytes = g_bytes_new (data.bytes, data.size);
  else
    fail (MW_ERROR_LIMIT, WebPAnimEncoderGetError (webp->encoder), error);
  WebPDataClear (&data);
  return bytes;
}

GBytes *
mw_webp_write (const MwImage *image, GError **error)
{
  g_autoptr (MwWebp) webp = mw_webp_new (image->width, image->height, error);
  return webp && mw_webp_add (webp, image, 0, error) ? mw_webp_end (webp, 1, error) : NULL;
}
