/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz journal SECONDS. The input is one byte and the file of a journal (core/edit/journal-private.h). The
 * byte says whether the checksums are corrected first; without that, only inputs with right checksums would get
 * further. */
#include "core/edit/recovery.h"
#include "core/io/registry.h"

#include <glib/gstdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

enum { MAGIC_SIZE = 8, HEAD_SIZE = 24 };

static guint32
crc (guint32 sum, const guint8 *bytes, gsize size)
{
  sum = ~sum;
  for (gsize i = 0; i < size; i++) {
    sum ^= bytes[i];
    for (guint bit = 0; bit < 8; bit++)
      sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
  }
  return ~sum;
}

/* Corrects the checksum of each complete record. */
static void
put_right (guint8 *bytes, gsize size)
{
  guint32 sum = 0;
  gsize at = MAGIC_SIZE;
  while (at <= size && size - at >= HEAD_SIZE) {
    guint32 meta_size;
    guint64 body_size, left = size - at - HEAD_SIZE;
    memcpy (&meta_size, bytes + at + 8, 4);
    memcpy (&body_size, bytes + at + 16, 8);
    if (meta_size > left || body_size > left - meta_size)
      return;
    gsize whole = HEAD_SIZE + meta_size + (gsize) body_size;
    memcpy (bytes + at + 4, &sum, 4);
    sum = crc (0, bytes + at, whole);
    memcpy (bytes + at + 4, &sum, 4);
    at += whole;
  }
}

/* A recovered document must survive undo of everything, redo, and writing. */
static void
check (MwRecovered *recovered)
{
  MwDocument *document = recovered->document;
  MwFormat format = mw_document_get_format (document);
  guint position = mw_document_get_position (document), n = mw_document_get_n_steps (document);
  MwModel *last = mw_model_copy (mw_document_get_model (document), FALSE);
  g_autofree char *where = NULL;
  G_GNUC_UNUSED g_autoptr (MwFileSet) set = mw_io_write (mw_document_get_model (document), format, NULL, NULL);
  mw_document_go_to (document, n);
  mw_document_go_to (document, 0);
  if (!mw_model_equal (mw_document_get_model (document), recovered->base, format, &where))
    g_error ("not undone to what was read: %s", where);
  mw_document_go_to (document, position);
  if (!mw_model_equal (mw_document_get_model (document), last, format, &where))
    g_error ("not as it was recovered: %s", where);
  mw_model_free (last);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static char *folder, *own, *path;
  if (!folder) {
    folder = g_dir_make_tmp ("mw-journal-fuzz-XXXXXX", NULL);
    own = g_build_filename (folder, "one", NULL);
    path = g_build_filename (own, "journal", NULL);
  }
  g_mkdir_with_parents (own, 0700);
  gsize n = size > 0 ? size - 1 : 0;
  g_autofree guint8 *bytes = g_malloc (n + 1);
  if (n)
    memcpy (bytes, data + 1, n);
  if (size && data[0] % 4)
    put_right (bytes, n);
  if (!g_file_set_contents_full (path, (const char *) bytes, (gssize) n, G_FILE_SET_CONTENTS_NONE, 0600, NULL))
    g_error ("%s cannot be written", path);
  g_autoptr (GPtrArray) left = mw_recovery_list (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwRecovered) recovered = mw_recovery_read (path, NULL, &error);
  if (!recovered && !error)
    g_error ("nothing recovered, without a reason");
  const MwLeftJournal *one = left->len ? left->pdata[0] : NULL;
  if (recovered && one && !recovered->damage && one->damage)
    g_error ("damaged when it was looked at, and not when it was read: %s", one->damage);
  if (recovered)
    check (recovered);
  g_clear_pointer (&recovered, mw_recovered_free);
  if (g_unlink (path) != 0 || g_rmdir (own) != 0 || g_rmdir (folder) != 0)
    g_error ("%s cannot be removed", path);
  return 0;
}
