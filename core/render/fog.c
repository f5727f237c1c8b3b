/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/fog.h"
#include "core/base/i18n.h"
#include "core/base/number.h"
#include "core/render/render-private.h"

#include <math.h>
#include <string.h>

enum { MOST = 1000000 };

/* What exponential fog leaves of a colour at its end before it is bent: f with f (2 - f) = 1/256, which no picture shows. */
#define LEFT_AT_END 0.0019550

static const struct {
  const char *word, *name;
} kinds[] = {
  [MW_FOG_LINEAR] = { "linear", N_ ("Linear") },
  [MW_FOG_EXPONENTIAL] = { "exponential", N_ ("Exponential") },
  [MW_FOG_EXPONENTIAL_SQUARED] = { "squared", N_ ("Exponential, squared") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == MW_FOG_KINDS);

const char *
mw_fog_kind_name (MwFogKind kind)
{
  return kinds[kind].name;
}

gboolean
mw_fog_kind_is_of (MwFogKind kind, const MwModel *model)
{
  return kind == MW_FOG_LINEAR || mw_scene_of (model)->world (model) == MW_WORLD_WARCRAFT_III;
}

/* A distance at *text, after a comma, and moves *text past it. FALSE: there is none. */
static gboolean
read_distance (const char **text, float *distance)
{
  size_t used;
  if (**text != ',' || !mw_float_from_text (*text + 1, strlen (*text + 1), &used, distance)
      || !(*distance >= 0 && *distance <= MOST))
    return FALSE;
  *text += 1 + used;
  return TRUE;
}

/* The kind whose word follows a comma, or the first if the text is over. MW_FOG_KINDS: neither. */
static MwFogKind
read_kind (const char *text)
{
  guint kind = *text ? 0 : MW_FOG_KINDS;
  while (kind < MW_FOG_KINDS && (*text != ',' || strcmp (text + 1, kinds[kind].word) != 0))
    kind++;
  return *text ? (MwFogKind) kind : MW_FOG_LINEAR;
}

gboolean
mw_fog_from_text (const char *text, MwFog *fog)
{
  enum { COLOUR = 7 };
  MwFog read = { .on = TRUE };
  const char *after = text + COLOUR;
  if (*text != '#' || strspn (text + 1, "0123456789abcdefABCDEF") != COLOUR - 1)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    read.rgb[i] = (float) (g_ascii_xdigit_value (text[1 + 2 * i]) * 16 + g_ascii_xdigit_value (text[2 + 2 * i])) / 255;
  if (!read_distance (&after, &read.start) || !read_distance (&after, &read.end) || read.end <= read.start
      || (read.kind = read_kind (after)) == MW_FOG_KINDS || (read.kind != MW_FOG_LINEAR && read.start > 0))
    return FALSE;
  *fog = read;
  return TRUE;
}

char *
mw_fog_to_text (const MwFog *fog)
{
  char start[MW_FLOAT_TEXT_MAX], end[MW_FLOAT_TEXT_MAX];
  guint rgb[3];
  for (guint i = 0; i < 3; i++)
    rgb[i] = (guint) lroundf (CLAMP (fog->rgb[i], 0, 1) * 255);
  mw_float_to_text (fog->kind == MW_FOG_LINEAR ? fog->start : 0, start);
  mw_float_to_text (fog->end, end);
  return g_strdup_printf ("#%02X%02X%02X,%s,%s%s%s", rgb[0], rgb[1], rgb[2], start, end,
                          fog->kind == MW_FOG_LINEAR ? "" : ",",
                          fog->kind == MW_FOG_LINEAR ? "" : kinds[fog->kind].word);
}

gboolean
mw_fog_equal (const MwFog *a, const MwFog *b)
{
  g_autofree char *x = mw_fog_to_text (a), *y = mw_fog_to_text (b);
  return a->on == b->on && (!a->on || strcmp (x, y) == 0);
}

/* The nearest number of two digits, so that people can read it. */
static float
rounded (float distance)
{
  const float step = powf (10, floorf (log10f (CLAMP (distance, 0.01f, MOST))) - 1);
  return roundf (distance / step) * step;
}

void
mw_fog_suggest (MwFog *fog, const MwCamera *camera)
{
  fog->start = rounded (MAX (camera->distance - camera->radius, camera->distance / 4));
  fog->end = rounded (MIN (2 * camera->distance - fog->start, MOST));
}

float
mw_fog_density (const MwFog *fog)
{
  const float far = MAX (fog->end, 1e-6f);
  switch (fog->kind) {
  case MW_FOG_EXPONENTIAL:
    return (float) -log (LEFT_AT_END) / far;
  case MW_FOG_EXPONENTIAL_SQUARED:
    return (float) -sqrt (-log (LEFT_AT_END)) / far;
  default:
    return 0;
  }
}
