/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/archive-server.h"
#include "core/base/error.h"
#include "core/vfs/archive-file.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Names and paths; a longer argument is no request of ours. */
#define LONGEST_ARGUMENT 65536

static gboolean
answer (uint32_t status, const void *content, gsize length)
{
  const uint32_t head[] = { status, (uint32_t) length };
  return fwrite (head, sizeof head, 1, stdout) == 1 && (length == 0 || fwrite (content, length, 1, stdout) == 1)
         && fflush (stdout) == 0;
}

static gboolean
answer_error (const GError *error)
{
  const char *place = mw_error_path (error);
  g_autoptr (GByteArray) content = g_byte_array_new ();
  g_byte_array_append (content, (const guint8 *) error->message, (guint) strlen (error->message) + 1);
  if (place)
    g_byte_array_append (content, (const guint8 *) place, (guint) strlen (place));
  return answer (error->domain == MW_ERROR ? (uint32_t) error->code + 1 : MW_ERROR_IO + 1, content->data, content->len);
}

static gboolean
answer_names (MwArchiveFile *archive)
{
  guint unnamed;
  g_autoptr (GPtrArray) names = mw_archive_file_names (archive, &unnamed);
  g_autoptr (GByteArray) content = g_byte_array_new ();
  const uint32_t number = unnamed;
  g_byte_array_append (content, (const guint8 *) &number, sizeof number);
  for (guint i = 0; i < names->len; i++)
    g_byte_array_append (content, names->pdata[i], (guint) strlen (names->pdata[i]) + 1);
  return answer (0, content->data, content->len);
}

static gboolean
answer_read (MwArchiveFile *archive, const char *argument, gsize length, GError **error)
{
  uint64_t limit;
  if (length < sizeof limit)
    return FALSE;
  memcpy (&limit, argument, sizeof limit);
  /* The length of an answer is a u32. */
  g_autoptr (GBytes)
    bytes = mw_archive_file_read (archive, argument + sizeof limit, MIN (limit, G_MAXUINT32 - 1), error);
  return bytes && answer (0, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* FALSE: with an error, which is to be answered; without one, the other process is gone. */
static gboolean
serve (MwArchiveFile **archive, char request, const char *argument, gsize length, GError **error)
{
  if (request == MW_ARCHIVE_OPEN && !*archive)
    return (*archive = mw_archive_file_open (argument, error)) && answer (0, NULL, 0);
  if (!*archive)
    return FALSE;
  if (request == MW_ARCHIVE_PATCH)
    return mw_archive_file_add_patch (*archive, argument + MIN (strlen (argument) + 1, length), argument, error)
           && answer (0, NULL, 0);
  if (request == MW_ARCHIVE_HAS)
    return answer (0, mw_archive_file_has (*archive, argument) ? "\1" : "\0", 1);
  if (request == MW_ARCHIVE_READ)
    return answer_read (*archive, argument, length, error);
  return request == MW_ARCHIVE_NAMES && answer_names (*archive);
}

int
mw_archive_server_run (void)
{
  g_autoptr (MwArchiveFile) archive = NULL;
  g_autofree char *argument = g_malloc (LONGEST_ARGUMENT + 1);
  for (;;) {
    char request;
    uint32_t length;
    g_autoptr (GError) error = NULL;
    if (fread (&request, 1, 1, stdin) != 1)
      return 0;
    if (fread (&length, sizeof length, 1, stdin) != 1 || length > LONGEST_ARGUMENT
        || (length && fread (argument, length, 1, stdin) != 1))
      return 1;
    argument[length] = 0;
    if (serve (&archive, request, argument, length, &error))
      continue;
    /* If a patch cannot be opened, StormLib 9.22 closes file 0, which is our input. */
    if (!error || !answer_error (error) || request == MW_ARCHIVE_OPEN || request == MW_ARCHIVE_PATCH)
      return 1;
  }
}
