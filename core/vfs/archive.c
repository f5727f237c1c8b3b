/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/archive.h"
#include "core/base/child.h"
#include "core/base/error.h"
#include "core/base/pipes.h"
#include "core/vfs/archive-server.h"

#include <gio/gio.h>
#include <stdint.h>
#include <string.h>

/* A server that does not answer within this time hangs. Reading the largest file of a game takes a second. */
#define LONGEST_ANSWER_MS 60000

struct _MwArchive {
  gatomicrefcount references;
  GMutex lock; /* of all below: one request at a time */
  char *path;
  GPtrArray *patches;  /* char *: the prefix and the path of each patch in turn */
  GSubprocess *server; /* NULL: none runs */
};

/* --- The server ----------------------------------------------------------------------------------------------------- */

typedef struct {
  GMainLoop *loop;
  gboolean ready;
} Wait;

static gboolean
on_ready (GObject *stream, gpointer data)
{
  Wait *wait = data;
  wait->ready = TRUE;
  g_main_loop_quit (wait->loop);
  return G_SOURCE_REMOVE;
}

static gboolean
on_time (gpointer data)
{
  g_main_loop_quit (((Wait *) data)->loop);
  return G_SOURCE_REMOVE;
}

/* Waits until the server has written something, or has ended. FALSE: it hangs. */
static gboolean
wait_for (GInputStream *stream)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (context, FALSE);
  g_autoptr (GSource) ready = g_pollable_input_stream_create_source (G_POLLABLE_INPUT_STREAM (stream), NULL),
                      late = g_timeout_source_new (LONGEST_ANSWER_MS);
  Wait wait = { loop, FALSE };
  g_source_set_callback (ready, (GSourceFunc) (void (*) (void)) on_ready, &wait, NULL);
  g_source_set_callback (late, on_time, &wait, NULL);
  g_source_attach (ready, context);
  g_source_attach (late, context);
  g_main_loop_run (loop);
  g_source_destroy (ready);
  g_source_destroy (late);
  return wait.ready;
}

static gboolean
take (GInputStream *stream, void *bytes, gsize size)
{
  for (gsize done = 0; done < size;) {
    gssize n = wait_for (stream) ? g_input_stream_read (stream, (guint8 *) bytes + done, size - done, NULL, NULL) : -1;
    if (n <= 0)
      return FALSE;
    done += (gsize) n;
  }
  return TRUE;
}

static void
stop (MwArchive *archive)
{
  if (!archive->server)
    return;
  g_subprocess_force_exit (archive->server);
  g_subprocess_wait (archive->server, NULL, NULL);
  g_clear_object (&archive->server);
}

/* Sends a request. FALSE: the server is gone. */
static gboolean
ask (MwArchive *archive, MwArchiveRequest request, const void *argument, gsize length)
{
  GOutputStream *to = g_subprocess_get_stdin_pipe (archive->server);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const guint8 operation = (guint8) request;
  const uint32_t n = (uint32_t) length;
  g_byte_array_append (bytes, &operation, 1);
  g_byte_array_append (bytes, (const guint8 *) &n, sizeof n);
  if (length)
    g_byte_array_append (bytes, argument, (guint) length);
  return g_output_stream_write_all (to, bytes->data, bytes->len, NULL, NULL, NULL);
}

/* Takes an answer. FALSE with *gone: there is none, and with it an error; FALSE: the answer is an error. Free *content with g_free(); its
 * length is *size, and a NUL follows it. */
static gboolean
listen (MwArchive *archive, const char *about, char **content, gsize *size, gboolean *gone, GError **error)
{
  GInputStream *from = g_subprocess_get_stdout_pipe (archive->server);
  uint32_t head[2];
  g_autofree char *bytes = NULL;
  *gone = !take (from, head, sizeof head) || !(bytes = g_try_malloc ((gsize) head[1] + 1))
          || !take (from, bytes, head[1]);
  if (*gone) {
    mw_set_error (error, MW_ERROR_CORRUPT, -1, about, "reading it failed: the archive is damaged");
    return FALSE;
  }
  bytes[head[1]] = 0;
  *size = head[1];
  if (head[0]) {
    gsize length = strlen (bytes);
    mw_set_error (error, (MwErrorCode) (head[0] - 1), -1, length + 1 < *size ? bytes + length + 1 : NULL, "%s", bytes);
    return FALSE;
  }
  *content = g_steal_pointer (&bytes);
  return TRUE;
}

/* One request to a running server; what fails because the server ended ends it for good. */
static gboolean
request_once (MwArchive *archive, MwArchiveRequest request, const void *argument, gsize length, const char *about,
              char **content, gsize *size, GError **error)
{
  gboolean gone = FALSE;
  if (!ask (archive, request, argument, length))
    mw_set_error (error, MW_ERROR_CORRUPT, -1, about, "reading it failed: the archive is damaged"), gone = TRUE;
  else if (listen (archive, about, content, size, &gone, error))
    return TRUE;
  if (gone)
    stop (archive);
  return FALSE;
}

static gboolean
patch (MwArchive *archive, const char *prefix, const char *path, GError **error)
{
  g_autoptr (GByteArray) argument = g_byte_array_new ();
  g_autofree char *content = NULL;
  gsize size;
  g_byte_array_append (argument, (const guint8 *) prefix, (guint) strlen (prefix) + 1);
  g_byte_array_append (argument, (const guint8 *) path, (guint) strlen (path));
  return request_once (archive, MW_ARCHIVE_PATCH, argument->data, argument->len, path, &content, &size, error);
}

/* Starts the server if none runs, and opens the archive in it with the patches that it had. */
static gboolean
start (MwArchive *archive, GError **error)
{
  if (archive->server)
    return TRUE;
  g_autofree char *program = mw_child_program (), *content = NULL;
  gsize size;
  g_autoptr (GError) wrong = NULL;
  if (!program) {
    mw_set_error (error, MW_ERROR_IO, -1, archive->path,
                  "archives are read by the program mwright, which is not found");
    return FALSE;
  }
  mw_pipes_init ();
  archive->server = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                        | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                      &wrong, program, MW_ARCHIVE_SERVER, NULL);
  if (!archive->server) {
    mw_set_error (error, MW_ERROR_IO, -1, archive->path, "the program that reads archives cannot be started: %s",
                  wrong->message);
    return FALSE;
  }
  gboolean ok = request_once (archive, MW_ARCHIVE_OPEN, archive->path, strlen (archive->path), archive->path, &content,
                              &size, error);
  for (guint i = 0; ok && i < archive->patches->len; i += 2)
    ok = patch (archive, archive->patches->pdata[i], archive->patches->pdata[i + 1], error);
  if (!ok)
    stop (archive);
  return ok;
}

/* A request by any thread. Free *content with g_free(). */
static gboolean
request (MwArchive *archive, MwArchiveRequest what, const void *argument, gsize length, const char *about,
         char **content, gsize *size, GError **error)
{
  g_mutex_lock (&archive->lock);
  gboolean ok = start (archive, error) && request_once (archive, what, argument, length, about, content, size, error);
  g_mutex_unlock (&archive->lock);
  return ok;
}

/* --- Opening -------------------------------------------------------------------------------------------------------- */

MwArchive *
mw_archive_open (const char *path, GError **error)
{
  g_autoptr (MwArchive) archive = g_new0 (MwArchive, 1);
  g_atomic_ref_count_init (&archive->references);
  g_mutex_init (&archive->lock);
  archive->path = g_strdup (path);
  archive->patches = g_ptr_array_new_with_free_func (g_free);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR)) {
    mw_set_error (error, MW_ERROR_IO, -1, path, "there is no such archive");
    return NULL;
  }
  return start (archive, error) ? g_steal_pointer (&archive) : NULL;
}

MwArchive *
mw_archive_ref (MwArchive *archive)
{
  g_atomic_ref_count_inc (&archive->references);
  return archive;
}

void
mw_archive_unref (MwArchive *archive)
{
  if (!g_atomic_ref_count_dec (&archive->references))
    return;
  stop (archive);
  g_ptr_array_unref (archive->patches);
  g_mutex_clear (&archive->lock);
  g_free (archive->path);
  g_free (archive);
}

gboolean
mw_archive_add_patch (MwArchive *archive, const char *path, const char *prefix, GError **error)
{
  g_mutex_lock (&archive->lock);
  gboolean ok = start (archive, error) && patch (archive, prefix, path, error);
  if (!ok)
    stop (archive);
  else {
    g_ptr_array_add (archive->patches, g_strdup (prefix));
    g_ptr_array_add (archive->patches, g_strdup (path));
  }
  g_mutex_unlock (&archive->lock);
  return ok;
}

const char *
mw_archive_path (const MwArchive *archive)
{
  return archive->path;
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

gboolean
mw_archive_has (MwArchive *archive, const char *name)
{
  g_autofree char *content = NULL;
  gsize size = 0;
  return request (archive, MW_ARCHIVE_HAS, name, strlen (name), name, &content, &size, NULL) && size == 1 && content[0];
}

GBytes *
mw_archive_read (MwArchive *archive, const char *name, gsize limit, GError **error)
{
  const uint64_t most = limit;
  g_autoptr (GByteArray) argument = g_byte_array_new ();
  char *content;
  gsize size;
  g_byte_array_append (argument, (const guint8 *) &most, sizeof most);
  g_byte_array_append (argument, (const guint8 *) name, (guint) strlen (name));
  if (!request (archive, MW_ARCHIVE_READ, argument->data, argument->len, name, &content, &size, error))
    return NULL;
  return g_bytes_new_take (content, size);
}

GPtrArray *
mw_archive_names (MwArchive *archive, guint *unnamed)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *content = NULL;
  gsize size = 0;
  uint32_t number = 0;
  if (request (archive, MW_ARCHIVE_NAMES, NULL, 0, archive->path, &content, &size, NULL) && size >= sizeof number)
    memcpy (&number, content, sizeof number);
  for (gsize at = sizeof number; at < size; at += strlen (content + at) + 1)
    g_ptr_array_add (names, g_strdup (content + at));
  if (unnamed)
    *unnamed = number;
  return names;
}

/* --- Addresses ------------------------------------------------------------------------------------------------------ */

gboolean
mw_archive_is_name (const char *path)
{
  static const char *const suffixes[] = { ".mpq", ".w3m", ".w3x", ".w3n" };
  gsize length = strlen (path);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (length > 4 && g_ascii_strcasecmp (path + length - 4, suffixes[i]) == 0)
      return TRUE;
  return FALSE;
}

gboolean
mw_archive_split (const char *text, char **path, char **name)
{
  if (!strchr (text, ':') || g_file_test (text, G_FILE_TEST_EXISTS))
    return FALSE;
  for (const char *colon = strchr (text, ':'); colon; colon = strchr (colon + 1, ':')) {
    g_autofree char *before = g_strndup (text, (gsize) (colon - text));
    if (!colon[1] || !g_file_test (before, G_FILE_TEST_IS_REGULAR))
      continue;
    *path = g_steal_pointer (&before);
    *name = g_strdup (colon + 1);
    return TRUE;
  }
  return FALSE;
}
