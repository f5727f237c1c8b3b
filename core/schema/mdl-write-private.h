/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/number.h"
#include "core/schema/mdl-plan.h"
#include "core/schema/mdl.h"

#include <string.h>

/* Private to core/schema: shared by the two source files of the MDL writer (mdl-write.c, mdl-put.c). */
struct _MwMdlWriter {
  const MwModel *model;
  MwFormat format;
  MwBuffer *out;
  MwByteMap *map;
  MwReport *report;
  const uint32_t *numbers;
  gpointer user;
  int indent;
  const MwRecord *record; /* the record and field whose value is being written */
  const MwField *field;
  size_t since;       /* the offset in `out` at which that value began, for the byte map */
  gboolean odd_words; /* inf or nan was written */
  MwMdlSpelling spelling;
  gboolean statements_only; /* mw_mdl_write_statements() */
  const MwField *about;     /* the only track or array that mw_mdl_write_statements() writes */
};

void mw_mdl_put_special (MwMdlWriter *w, float value);

static inline void
mw_mdl_put_bytes (MwMdlWriter *w, const char *text, size_t n)
{
  memcpy (mw_buffer_add (w->out, n), text, n);
}
#define PUT(w, literal) mw_mdl_put_bytes (w, literal, sizeof (literal) - 1)

static inline void
mw_mdl_put_uint (MwMdlWriter *w, uint32_t value)
{
  char reversed[10];
  guint n = 0;
  do {
    reversed[n++] = (char) ('0' + value % 10);
    value /= 10;
  } while (value);
  uint8_t *to = mw_buffer_add (w->out, n);
  while (n)
    *to++ = (uint8_t) reversed[--n];
}

static inline void
mw_mdl_put_i32 (MwMdlWriter *w, int32_t value)
{
  if (value < 0)
    PUT (w, "-");
  mw_mdl_put_uint (w, value < 0 ? 0u - (uint32_t) value : (uint32_t) value);
}

static inline void
mw_mdl_put_float (MwMdlWriter *w, float value)
{
  uint32_t bits;
  memcpy (&bits, &value, 4);
  if (G_UNLIKELY ((bits & 0x7F800000) == 0x7F800000)) {
    mw_mdl_put_special (w, value);
    return;
  }
  MwBuffer *out = w->out;
  if (G_UNLIKELY (out->capacity - out->size < MW_FLOAT_TEXT_MAX))
    mw_buffer_grow (out, MW_FLOAT_TEXT_MAX);
  out->size += mw_float_to_text (value, (char *) out->bytes + out->size);
}

/* Writes a line feed and the indent. */
void mw_mdl_new_line (MwMdlWriter *w);
void mw_mdl_put_text (MwMdlWriter *w, const MwRecord *record, const MwField *field);
/* Writes one value of `count` components, in braces if there are several. `none` is the word for a reference to
 * nothing; NULL: it is written as -1. */
void mw_mdl_put_components (MwMdlWriter *w, MwType type, guint count, gboolean bgr, const void *from, const char *none);
/* Ends the value that began with mw_mdl_at(): adds its bytes to the byte map. */
void mw_mdl_end_value (MwMdlWriter *w);
