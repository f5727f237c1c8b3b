/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/thumbnail.h"
#include "core/base/cache-file.h"
#include "core/base/child.h"
#include "core/base/error.h"
#include "core/image/png-read.h"
#include "core/image/png-write.h"
#include "core/image/thumbnail.h"
#include "core/vfs/archive.h"
#include "core/vfs/game.h"
#include "core/vfs/places.h"

#include <string.h>

/* The longest sides of pictures in "normal" and in "large". */
enum { NORMAL = 128, LARGE = 256 };

/* The longest time for one picture. The largest model of the games takes a second on a slow machine. */
#define LONGEST_MS 20000
/* A PNG file that can be of use here: the pixels of the largest picture, and some notes. */
#define MOST_BYTES ((gsize) LARGE * LARGE * 4 + 65536)

#define NOTE_URI "Thumb::URI"
#define NOTE_TIME "Thumb::MTime"
#define NOTE_LACKS "Modelwright::Lacks"
#define NOTE_GAME "Modelwright::Game"

/* The exit code of mwright for input that cannot be read. */
enum { EXIT_INPUT = 3 };

/* --- What a picture is of ------------------------------------------------------------------------------------------- */

typedef struct {
  char *uri, *name; /* the file name of the picture */
  char *base;       /* the folder of its kind of pictures */
  char *file;       /* on disk: the file, or its archive */
  gboolean archive;
  gint64 time; /* of the file in microseconds; -1: there is none */
  char *game;  /* of the games in which its textures may be: a sum of their states */
} Subject;

static void
subject_clear (Subject *subject)
{
  g_free (subject->uri);
  g_free (subject->name);
  g_free (subject->base);
  g_free (subject->file);
  g_free (subject->game);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Subject, subject_clear)

static Subject
subject_of (const char *address)
{
  Subject subject = { 0 };
  g_autofree char *path = NULL, *inner = NULL;
  subject.archive = mw_archive_split (address, &path, &inner);
  subject.file = g_canonicalize_filename (subject.archive ? path : address, NULL);
  subject.uri = g_filename_to_uri (subject.file, NULL, NULL);
  if (subject.archive) {
    g_autofree char *lower = g_strdelimit (g_ascii_strdown (inner, -1), "\\", '/'),
                    *escaped = g_uri_escape_string (lower, "/", FALSE), *file = subject.uri;
    subject.uri = g_strconcat (file, "#", escaped, NULL);
  }
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, subject.uri, -1);
  subject.name = g_strconcat (sum, ".png", NULL);
  subject.base = subject.archive ? g_build_filename (g_get_user_cache_dir (), "modelwright", "thumbnails", NULL)
                                 : g_build_filename (g_get_user_cache_dir (), "thumbnails", NULL);
  subject.time = mw_cache_file_time (subject.file);
  return subject;
}

static char *
path_in (const Subject *subject, const char *folder)
{
  return g_build_filename (subject->base, folder, subject->name, NULL);
}

static char *
fail_path_of (const Subject *subject)
{
  return path_in (subject, "fail/modelwright-" MW_VERSION);
}

char *
mw_thumbnail_path (const char *address, const char *folder)
{
  g_auto (Subject) subject = subject_of (address);
  return path_in (&subject, folder);
}

char *
mw_thumbnail_fail_path (const char *address)
{
  g_auto (Subject) subject = subject_of (address);
  return fail_path_of (&subject);
}

/* A sum of the states of the games, or of only the one with this name. */
static char *
state_of_games (const char *name)
{
  g_autofree char *path = mw_games_path ();
  g_autoptr (GPtrArray) games = mw_games_read (path, NULL);
  const MwGame *only = games && name ? mw_games_find (games, name) : NULL;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_MD5);
  for (guint i = 0; games && i < games->len; i++) {
    g_autofree char *state = !only || games->pdata[i] == only ? mw_game_state (games->pdata[i]) : NULL;
    if (state)
      g_checksum_update (sum, (const guchar *) state, -1);
  }
  return g_strdup (g_checksum_get_string (sum));
}

/* When something has changed that may let textures be found: as the third note has it. */
static char *
state_of_places (const Subject *subject)
{
  g_autofree char *folder = subject->archive ? g_strdup (subject->file) : g_path_get_dirname (subject->file),
                  *games = mw_games_path ();
  return g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", mw_cache_file_time (folder),
                          mw_cache_file_time (games), subject->game);
}

/* --- The cache ------------------------------------------------------------------------------------------------------ */

/* The picture in a file, if it is of the subject as it is now. */
static MwImage *
read_kept (const Subject *subject, const char *path)
{
  g_autoptr (GBytes) bytes = mw_places_read_file (path, MOST_BYTES, NULL);
  gsize size = 0;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  g_autoptr (GHashTable) notes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (MwImage) image = data ? mw_png_read (data, size, notes, NULL) : NULL;
  if (!image)
    return NULL;
  const char *time = g_hash_table_lookup (notes, NOTE_TIME), *lacks = g_hash_table_lookup (notes, NOTE_LACKS);
  g_autofree char *now = g_strdup_printf ("%" G_GINT64_FORMAT, subject->time / G_USEC_PER_SEC),
                  *places = lacks ? state_of_places (subject) : NULL;
  if (g_strcmp0 (g_hash_table_lookup (notes, NOTE_URI), subject->uri) != 0 || g_strcmp0 (time, now) != 0
      || g_strcmp0 (lacks, places) != 0
      || (subject->archive && g_strcmp0 (g_hash_table_lookup (notes, NOTE_GAME), subject->game) != 0))
    return NULL;
  return g_steal_pointer (&image);
}

static gboolean
keep (const Subject *subject, const char *path, const MwImage *image, gboolean lacks, GError **error)
{
  g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT, subject->time / G_USEC_PER_SEC),
                  *places = state_of_places (subject);
  MwPngNote notes[5] = { { NOTE_URI, subject->uri }, { NOTE_TIME, time }, { "Software", "Modelwright" } };
  guint n = 3;
  if (lacks)
    notes[n++] = (MwPngNote) { NOTE_LACKS, places };
  if (subject->archive)
    notes[n++] = (MwPngNote) { NOTE_GAME, subject->game };
  g_autoptr (GBytes) png = mw_png_write (image, notes, n, error);
  return png && mw_cache_file_write (path, png, error);
}

/* Remembers that no picture can be made. If that fails, the file is tried again next time. */
static void
keep_failure (const Subject *subject)
{
  g_autofree char *path = fail_path_of (subject);
  g_autoptr (MwImage) nothing = mw_image_new (1, 1, "PNG", NULL);
  if (nothing)
    keep (subject, path, nothing, TRUE, NULL);
}

/* The picture that is kept, which another program may have made in the larger size only. */
static MwImage *
find_kept (const Subject *subject, GError **error)
{
  g_autofree char *normal = path_in (subject, "normal"), *large = path_in (subject, "large");
  g_autoptr (MwImage) image = read_kept (subject, normal);
  if (!image)
    image = read_kept (subject, large);
  if (!image || (image->width <= NORMAL && image->height <= NORMAL))
    return g_steal_pointer (&image);
  return mw_image_smaller (image, NORMAL, error);
}

/* --- Making --------------------------------------------------------------------------------------------------------- */

/* Lets mwright draw the file. NULL and an error; *bad is set to whether it is the fault of the file. */
static MwImage *
draw (const char *address, const char *game, GCancellable *cancelled, gboolean *lacks, gboolean *bad, GError **error)
{
  g_autofree char *program = mw_child_program ();
  const char *argv[12] = { program, "render", "--background=transparent", "--size=128x128", "-o", "-" };
  const MwChildLimits limits = { .limit = MOST_BYTES, .ms = LONGEST_MS, .cancelled = cancelled };
  guint n = 6;
  MwChildEnd end;
  g_autoptr (GError) wrong = NULL;
  *bad = FALSE;
  if (!program) {
    mw_set_error (error, MW_ERROR_IO, -1, address, "pictures are made by the program mwright, which is not found");
    return NULL;
  }
  if (game) {
    argv[n++] = "--game";
    argv[n++] = game;
  }
  argv[n++] = "--";
  argv[n++] = address;
  if (!mw_child_run (argv, &limits, &end, &wrong)) {
    *bad = g_error_matches (wrong, MW_ERROR, MW_ERROR_LIMIT);
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  g_autoptr (GBytes) out = end.out;
  gsize size;
  const uint8_t *data = g_bytes_get_data (out, &size);
  *lacks = end.said;
  *bad = end.code == EXIT_INPUT || end.code < 0;
  MwImage *image = end.code == 0 ? mw_png_read (data, size, NULL, error) : NULL;
  if (end.code != 0)
    mw_set_error (error, *bad ? MW_ERROR_CORRUPT : MW_ERROR_UNSUPPORTED, -1, address,
                  *bad ? "the file cannot be read" : "this machine cannot draw it");
  return image;
}

MwImage *
mw_thumbnail_get (const char *address, const char *game, GCancellable *cancelled, GError **error)
{
  g_auto (Subject) subject = subject_of (address);
  subject.game = state_of_games (game);
  if (subject.time < 0) {
    mw_set_error (error, MW_ERROR_IO, -1, address, "there is no such file");
    return NULL;
  }
  g_autoptr (MwImage) kept = find_kept (&subject, NULL);
  if (kept)
    return g_steal_pointer (&kept);
  g_autofree char *fail = fail_path_of (&subject), *path = path_in (&subject, "normal");
  g_autoptr (MwImage) failed = read_kept (&subject, fail);
  if (failed) {
    mw_set_error (error, MW_ERROR_CORRUPT, -1, address, "the file cannot be read");
    return NULL;
  }
  gboolean lacks = FALSE, bad;
  g_autoptr (MwImage) image = draw (address, game, cancelled, &lacks, &bad, error);
  if (bad)
    keep_failure (&subject);
  /* One that cannot be kept is shown all the same, and made again next time. */
  if (image)
    keep (&subject, path, image, lacks, NULL);
  return g_steal_pointer (&image);
}
