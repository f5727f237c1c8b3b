/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/write-private.h"

#include <string.h>

#define MW_IMAGE_KIND(name) &mw_image_kind_##name,
static const MwImageKind *const kinds[] = {
#include "core/image/kinds.h"
};
#undef MW_IMAGE_KIND

const char *
mw_image_kind_name (const MwImageKind *kind)
{
  return kind->name;
}

const char *
mw_image_kind_summary (const MwImageKind *kind)
{
  return kind->summary;
}

const char *
mw_image_kind_extension (const MwImageKind *kind)
{
  return kind->extension;
}

const MwImageKind *const *
mw_image_kinds (guint *n)
{
  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

const MwImageKind *
mw_image_kind_named (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_ascii_strcasecmp (kinds[i]->name, name) == 0)
      return kinds[i];
  return NULL;
}

const MwImageKind *
mw_image_kind_for_file (const char *path)
{
  const char *dot = strrchr (path, '.');
  for (guint i = 0; dot && i < G_N_ELEMENTS (kinds); i++)
    if (g_ascii_strcasecmp (kinds[i]->extension, dot) == 0)
      return kinds[i];
  return NULL;
}

const MwImageKind *
mw_image_kind_of (const MwImage *image, const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i]->reads_as, image->format_name) == 0)
      return kinds[i];
  return mw_image_kind_for_file (path);
}

guint
mw_image_grow (GByteArray *to, guint n)
{
  guint at = to->len;
  g_byte_array_set_size (to, at + n);
  memset (to->data + at, 0, n);
  return at;
}

void
mw_image_put16 (GByteArray *to, guint at, uint32_t value)
{
  to->data[at] = (guint8) value;
  to->data[at + 1] = (guint8) (value >> 8);
}

void
mw_image_put32 (GByteArray *to, guint at, uint32_t value)
{
  mw_image_put16 (to, at, value);
  mw_image_put16 (to, at + 2, value >> 16);
}

/* "0, 1, 4 or 8". Free with g_free(). */
static char *
list_alphas (const MwImageKind *kind)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < kind->n_alphas; i++)
    g_string_append_printf (text, "%s%u", i == 0 ? "" : i + 1 < kind->n_alphas ? ", " : " or ", kind->alphas[i]);
  return g_string_free (text, FALSE);
}

static gboolean
choose_alpha (const MwImage *image, const MwImageWriting *writing, guint *bits, GError **error)
{
  const MwImageKind *kind = writing->kind;
  if (writing->alpha_bits < 0) {
    *bits = kind->alphas[image->has_alpha ? kind->n_alphas - 1 : 0];
    return TRUE;
  }
  for (guint i = 0; i < kind->n_alphas; i++)
    if (kind->alphas[i] == writing->alpha_bits) {
      *bits = kind->alphas[i];
      return TRUE;
    }
  g_autofree char *choices = list_alphas (kind);
  mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "%s keeps %s bits of alpha, not %d", kind->name, choices,
                writing->alpha_bits);
  return FALSE;
}

static gboolean
is_power_of_two (uint32_t side)
{
  return (side & (side - 1)) == 0;
}

GBytes *
mw_image_write (const MwImage *image, const MwImageWriting *writing, GError **error)
{
  const MwImageKind *kind = writing->kind;
  MwImageJob job = { .levels = { image },
                     .n_levels = 1,
                     .quality = writing->quality ? writing->quality : MW_IMAGE_QUALITY };
  if (!choose_alpha (image, writing, &job.alpha_bits, error))
    return NULL;
  if (kind->of_games && !writing->any_size && !(is_power_of_two (image->width) && is_power_of_two (image->height))) {
    mw_set_error (
      error, MW_ERROR_VALUE, -1, NULL,
      "the picture is %u x %u pixels; the games take this kind of file only if both sides are powers of two",
      image->width, image->height);
    return NULL;
  }
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_image_free);
  const MwImage *last = image;
  while (kind->has_levels && !writing->no_levels && (last->width > 1 || last->height > 1)) {
    if (job.n_levels < mw_image_n_levels (image)) {
      last = mw_image_level (image, job.n_levels);
    } else {
      last = mw_image_half (last, error);
      if (!last)
        return NULL;
      g_ptr_array_add (made, (gpointer) last);
    }
    job.levels[job.n_levels++] = last;
  }
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  return kind->encode (&job, bytes, error) ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : NULL;
}
