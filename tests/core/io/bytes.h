/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/io/registry.h"

/* The functions of core/io/registry.h for single main files in memory. An M2 is read as if its companions were
 * missing. */

static inline MwModel *
io_read_bytes (const void *bytes, gsize size, MwFormat *format, MwReport *report, GError **error)
{
  /* A reader of several files may keep a reference to a part; single-file readers do not, so static bytes show reads
   * past the end. */
  g_autoptr (GBytes) data = g_bytes_new_static (bytes, size);
  if (mw_io_companions (data)) {
    g_bytes_unref (data);
    data = g_bytes_new (bytes, size);
  }
  g_autoptr (MwFileSet) set = mw_file_set_of_bytes (data);
  return mw_io_read (set, format, &(MwIoOptions) { .report = report }, error);
}

static inline GBytes *
io_write_as (const MwModel *model, MwFormat format, const MwIoOptions *options, GError **error)
{
  g_autoptr (MwFileSet) set = mw_io_write (model, format, options, error);
  return set ? g_bytes_ref (mw_file_set_main (set)->bytes) : NULL;
}

static inline GBytes *
io_write_bytes (const MwModel *model, MwFormat format, MwByteMap *map, MwReport *report, GError **error)
{
  return io_write_as (model, format, &(MwIoOptions) { .map = map, .report = report }, error);
}

static inline gboolean
io_prove_reported (const MwModel *model, MwFormat format, GBytes *bytes, MwReport *report, GError **error)
{
  g_autoptr (MwFileSet) set = mw_file_set_of_bytes (bytes);
  return mw_io_prove (model, format, set, &(MwIoOptions) { .report = report }, error);
}

/* The same without a report; for a text, it is written once more to get one. */
static inline gboolean
io_prove_bytes (const MwModel *model, MwFormat format, GBytes *bytes, GError **error)
{
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (GBytes) written = format.text ? io_write_bytes (model, format, NULL, report, error) : g_bytes_ref (bytes);
  return written && io_prove_reported (model, format, bytes, format.text ? report : NULL, error);
}
