/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/io/mdx/mdx.h"
#include "core/schema/plan.h"

#include <string.h>

const uint8_t *
mw_mdx_next_chunk (const uint8_t *bytes, size_t size, size_t *at, uint32_t *tag, uint32_t *length)
{
  if (size - *at < 8)
    return NULL;
  *tag = mw_u32_at (bytes + *at);
  *length = mw_u32_at (bytes + *at + 4);
  if (*length > size - *at - 8)
    return NULL;
  const uint8_t *payload = bytes + *at + 8;
  *at += 8 + (size_t) *length;
  return payload;
}

static gboolean
has_tag (const uint8_t *bytes, size_t length, const char *four)
{
  return length >= 4 && memcmp (bytes, four, 4) == 0;
}

/* --- Which game a file belongs to (mdlx.md 1.1) ---------------------------------------------------------------- */

typedef enum { UNDECIDED, WC3, WOW } Verdict;
/* The tests in order; the first one with a verdict decides. */
enum { BY_MODEL, BY_SEQUENCES, BY_HIT_TESTS, BY_COLLISION, BY_MATERIALS, BY_ITEMS, N_TESTS };

/* Chunks whose items begin with their own size: the number of words before the first item in World of Warcraft, and
 * how many bytes of an item are not included in its size. */
static const struct {
  char tag[5];
  uint8_t words, rest;
} item_chunks[] = { { "BONE", 1, 8 }, { "HELP", 1, 0 }, { "LITE", 1, 0 }, { "ATCH", 2, 0 },
                    { "PREM", 1, 0 }, { "PRE2", 1, 0 }, { "RIBB", 1, 0 }, { "EVTS", 1, 0 },
                    { "CAMS", 1, 0 }, { "GEOS", 1, 0 }, { "GEOA", 1, 0 }, { "TXAN", 1, 0 } };

/* Whether exactly n items fill the payload from `at` to its end. */
static gboolean
holds_items (const uint8_t *payload, uint32_t length, uint64_t at, uint32_t n, uint32_t rest)
{
  for (; n > 0 && at + 4 <= length; n--) {
    uint32_t size = mw_u32_at (payload + at);
    if (size < 4)
      return FALSE;
    at += (uint64_t) size + rest;
  }
  return n == 0 && at == length;
}

static Verdict
judge_items (const uint8_t *payload, uint32_t length, guint which)
{
  enum { LEAST_ITEM = 28 };
  if (length < 4)
    return UNDECIDED;
  uint32_t first = mw_u32_at (payload);
  if (first < LEAST_ITEM)
    return WOW;
  return holds_items (payload, length, 4 * item_chunks[which].words, first, item_chunks[which].rest) ? WOW : WC3;
}

static void
judge (Verdict *verdicts, const char *tag, const uint8_t *payload, uint32_t length)
{
  if (has_tag ((const uint8_t *) tag, 4, "MODL")) {
    verdicts[BY_MODEL] = length == 373 ? WOW : length == 372 ? WC3 : UNDECIDED;
  } else if (has_tag ((const uint8_t *) tag, 4, "SEQS")) {
    if (length >= 4 && length % 140 == 4 && mw_u32_at (payload) == length / 140)
      verdicts[BY_SEQUENCES] = WOW;
    else if (length && length % 132 == 0)
      verdicts[BY_SEQUENCES] = WC3;
  } else if (has_tag ((const uint8_t *) tag, 4, "HTST")) {
    verdicts[BY_HIT_TESTS] = WOW;
  } else if (has_tag ((const uint8_t *) tag, 4, "CLID")) {
    if (length >= 4)
      verdicts[BY_COLLISION] = has_tag (payload, length, "VRTX") ? WOW : WC3;
  } else if (has_tag ((const uint8_t *) tag, 4, "MTLS")) {
    gboolean layers = FALSE;
    for (uint32_t i = 0; i + 4 <= length && !layers; i++)
      layers = has_tag (payload + i, 4, "LAYS");
    if (length)
      verdicts[BY_MATERIALS] = layers ? WC3 : WOW;
  }
  for (guint i = 0; i < G_N_ELEMENTS (item_chunks); i++)
    if (has_tag ((const uint8_t *) tag, 4, item_chunks[i].tag) && !verdicts[BY_ITEMS])
      verdicts[BY_ITEMS] = judge_items (payload, length, i);
}

static Verdict
decide (const Verdict *verdicts, uint32_t version)
{
  /* Below the first version of World of Warcraft only the most reliable test counts, because no such version belongs
   * to both games. Above its last version a MODL of that length may have other reasons, so that test counts only if
   * no other one decides. */
  guint from = version > mw_mdlx_last_version (MW_FAMILY_MDX_WOW) ? BY_MODEL + 1 : BY_MODEL;
  guint to = version < MW_MDX_WOW_SINCE ? BY_MODEL + 1 : N_TESTS;
  for (guint test = from; test < to; test++)
    if (verdicts[test])
      return verdicts[test];
  return verdicts[BY_MODEL];
}

gboolean
mw_mdx_probe (const uint8_t *bytes, size_t size, MwFormat *format)
{
  *format = (MwFormat) { MW_FAMILY_MDX, 0 };
  if (!has_tag (bytes, size, "MDLX"))
    return FALSE;
  uint32_t tag, length;
  const uint8_t *payload;
  gboolean stated = FALSE;
  for (size_t at = 4; !stated && (payload = mw_mdx_next_chunk (bytes, size, &at, &tag, &length));)
    if (tag == mw_tag ("VERS") && length >= 4) {
      format->version = mw_u32_at (payload);
      stated = TRUE;
    }
  Verdict verdicts[N_TESTS] = { UNDECIDED };
  for (size_t at = 4; (payload = mw_mdx_next_chunk (bytes, size, &at, &tag, &length));)
    judge (verdicts, (const char *) &tag, payload, length);
  if (decide (verdicts, format->version) == WOW)
    format->family = MW_FAMILY_MDX_WOW;
  return TRUE;
}

gboolean
mw_mdx_supports (MwFormat format)
{
  if (format.text)
    return FALSE;
  if (format.family == MW_FAMILY_MDX_WOW)
    return format.version >= MW_MDX_WOW_SINCE;
  return format.family == MW_FAMILY_MDX && format.version >= 800;
}

gboolean
mw_mdx_is_known (MwFormat format)
{
  return mw_mdlx_known_version (format) == format.version;
}

char *
mw_mdx_title (MwFormat format)
{
  return g_strdup_printf ("%s, MDX %u", format.family == MW_FAMILY_MDX_WOW ? "World of Warcraft alpha" : "Warcraft III",
                          format.version);
}
