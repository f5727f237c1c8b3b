/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdx/mdx-salvage.h"
#include "core/base/buffer.h"
#include "core/io/mdx/mdx.h"
#include "core/schema/plan.h"
#include "core/schema/wire.h"

#include <string.h>

enum { HEADER = 8 };

typedef struct {
  const uint8_t *bytes;
  size_t size;
  uint32_t *tags; /* the known ones */
  guint n_tags;
  MwSalvage *salvage;
  GArray *places;
} Search;

uint32_t
mw_mdx_guess_version (MwFamily family)
{
  return family == MW_FAMILY_MDX_WOW ? MW_MDX_WOW_SINCE : 800;
}

/* Whether a header with a known tag begins here. */
static gboolean
is_known (const Search *s, size_t at)
{
  if (s->size - at < HEADER)
    return FALSE;
  uint32_t tag = mw_u32_at (s->bytes + at);
  guint i = 0;
  while (i < s->n_tags && s->tags[i] != tag)
    i++;
  return i < s->n_tags;
}

/* Whether a chunk can end here: at the end of the file, before a known chunk, even if the size of that is wrong, or before an
 * unknown one that leads to such a place. */
static gboolean
can_end (const Search *s, size_t at, gboolean deeper)
{
  if (at == s->size || is_known (s, at))
    return TRUE;
  if (!deeper || s->size - at < HEADER)
    return FALSE;
  uint32_t length = mw_u32_at (s->bytes + at + 4);
  for (guint i = 0; i < 4; i++)
    if (!g_ascii_isalnum ((char) s->bytes[at + i]))
      return FALSE;
  return length <= s->size - at - HEADER && can_end (s, at + HEADER + length, FALSE);
}

/* The next place from `at` on where a known chunk begins whose size fits (names have such tags in them, too), or the end of the file. */
static size_t
find_known (const Search *s, size_t at)
{
  while (at < s->size && !(is_known (s, at) && mw_u32_at (s->bytes + at + 4) <= s->size - at - HEADER))
    at++;
  return at;
}

static char *
tag_text (const uint8_t *at)
{
  char *text = g_strndup ((const char *) at, 4);
  for (char *c = text; *c; c++)
    if (!g_ascii_isprint (*c))
      *c = '?';
  return text;
}

/* Adds the chunk at `at`, or drops what is there. Returns where the next one may begin. */
static size_t
take_chunk (Search *s, size_t at)
{
  MwMdxPlace place = { mw_u32_at (s->bytes + at), at + HEADER, 0 };
  uint32_t length = mw_u32_at (s->bytes + at + 4);
  gboolean known = is_known (s, at), fits = length <= s->size - place.at;
  place.end = fits ? place.at + length : s->size;
  g_autofree char *tag = tag_text (s->bytes + at);
  if (fits && can_end (s, place.end, TRUE)) {
    g_array_append_val (s->places, place);
    return place.end;
  }
  g_autoptr (GError) why = NULL;
  size_t next = find_known (s, known ? place.at : at + 1);
  if (!fits)
    mw_set_error (&why, MW_ERROR_TRUNCATED, (gint64) at + 4, tag,
                  "found a chunk size of %u, but only %zu bytes are left in the file", length, s->size - place.at);
  else
    mw_set_error (&why, MW_ERROR_CORRUPT, (gint64) at + 4, tag,
                  "found a chunk size of %u, but no known chunk begins after it", length);
  if (next == s->size) /* records of any kind may have been after it */
    mw_salvage_lose (s->salvage, NULL);
  if (known) {
    place.end = next;
    g_array_append_val (s->places, place);
    mw_salvage_add (s->salvage, MW_SALVAGE_GUESSED, why, "its size: %zu bytes, up to %s", place.end - place.at,
                    next == s->size ? "the end of the file" : "the next chunk");
  } else {
    mw_salvage_add (s->salvage, MW_SALVAGE_DROPPED, why, "%zu bytes, up to %s", next - at,
                    next == s->size ? "the end of the file" : "the next chunk");
  }
  return next;
}

GArray *
mw_mdx_find_chunks (const uint8_t *bytes, size_t size, MwFormat format, MwSalvage *salvage)
{
  size_t at = 4;
  uint32_t tag, length;
  while (mw_mdx_next_chunk (bytes, size, &at, &tag, &length))
    ;
  if (size - at < HEADER)
    return NULL;
  g_autofree const char **words = NULL;
  Search s = { .bytes = bytes, .size = size, .salvage = salvage };
  words = mw_wire_chunk_tags (&mw_mdlx_schema, format, &s.n_tags);
  g_autofree uint32_t *tags = s.tags = g_new (uint32_t, s.n_tags);
  for (guint i = 0; i < s.n_tags; i++)
    tags[i] = mw_tag (words[i]);
  s.places = g_array_new (FALSE, FALSE, sizeof (MwMdxPlace));
  for (at = 4; size - at >= HEADER;)
    at = take_chunk (&s, at);
  if (size > at) {
    g_autoptr (GError) why = NULL;
    mw_set_error (&why, MW_ERROR_TRUNCATED, (gint64) at, NULL, "they are too few for another chunk");
    mw_salvage_add (salvage, MW_SALVAGE_DROPPED, why, "the last %zu bytes of the file", size - at);
  }
  return s.places;
}
