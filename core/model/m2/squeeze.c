/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/squeeze.h"

GBytes *
mw_m2_squeeze (const GByteArray *plain)
{
  /* What repeats is long and near, so the quickest level finds nearly all of it. */
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 1));
  g_autoptr (GInputStream) from = g_memory_input_stream_new_from_data (plain->data, plain->len, NULL);
  g_autoptr (GInputStream) through = g_converter_input_stream_new (from, converter);
  g_autoptr (GOutputStream) to = g_memory_output_stream_new_resizable ();
  g_output_stream_splice (to, through, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (to));
}

GByteArray *
mw_m2_unsqueeze (const uint8_t *bytes, uint32_t size)
{
  enum { PART = 0x10000, MOST_TIMES = 200, ROOM = 64 << 20 };
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW));
  g_autoptr (GInputStream) from = g_memory_input_stream_new_from_data (bytes, (gssize) size, NULL);
  g_autoptr (GInputStream) through = g_converter_input_stream_new (from, converter);
  g_autoptr (GByteArray) plain = g_byte_array_new ();
  g_autofree guint8 *part = g_malloc (PART);
  guint64 most = MIN (MOST_TIMES * (guint64) size + ROOM, G_MAXINT32);
  gssize got;
  while ((got = g_input_stream_read (through, part, PART, NULL, NULL)) > 0) {
    if (plain->len + (guint64) got > most)
      return NULL;
    g_byte_array_append (plain, part, (guint) got);
  }
  return got < 0 ? NULL : g_steal_pointer (&plain);
}
