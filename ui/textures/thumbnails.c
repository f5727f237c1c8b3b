/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/textures/thumbnails.h"
#include "core/base/error.h"
#include "core/image/thumbnail.h"
#include "core/render/thumbnail.h"
#include "ui/i18n.h"

#include <string.h>

/* Larger files are not textures of a game. */
#define MOST_BYTES ((gsize) 256 * 1024 * 1024)

/* AT_ONCE: pictures that processes make, which leaves a core of most machines to the window. */
enum { LIMIT = 512, AT_ONCE = 2 };

typedef struct {
  MwThumbnail shown; /* first, so that a pointer to it is one to the entry */
  guint64 asked;     /* when it was asked for last */
} Entry;

/* A picture that is being made. */
typedef struct {
  char *address;
  MwPlaces *places; /* NULL: `address` is one; else a name to be found there */
  char *game;       /* as for mw_thumbnail_get() */
  gboolean kept;    /* as MwThumbnails.kept */
  guint generation; /* when it was asked for */
  GCancellable *cancellable;
} Job;

struct _MwThumbnails {
  GObject parent_instance;
  gboolean kept;    /* pictures of all files, made by processes and kept on disk; else of images, made by a thread */
  MwPlaces *places; /* NULL: addresses are asked for; else names */
  char *game;
  GHashTable *known; /* address -> Entry */
  GHashTable *held;  /* address -> by how many */
  GQueue waiting;    /* char *: addresses, the next first */
  GPtrArray *jobs;   /* Job: being made, and not cancelled */
  guint n_running;   /* with those that were cancelled and have not ended yet */
  guint64 clock;
  guint limit, generation;
};

G_DEFINE_FINAL_TYPE (MwThumbnails, mw_thumbnails, G_TYPE_OBJECT)

static guint ready_signal;

static void
entry_free (gpointer data)
{
  Entry *entry = data;
  g_clear_object (&entry->shown.texture);
  g_free (entry->shown.info);
  g_free (entry);
}

/* --- The worker ----------------------------------------------------------------------------------------------------- */

static GdkTexture *
texture_of (MwImage *image)
{
  gsize size = (gsize) image->width * image->height * 4;
  g_autoptr (GBytes) pixels = g_bytes_new_take (g_steal_pointer (&image->rgba), size);
  return gdk_memory_texture_new ((int) image->width, (int) image->height, GDK_MEMORY_R8G8B8A8, pixels,
                                 (gsize) image->width * 4);
}

static void
job_free (gpointer data)
{
  Job *job = data;
  g_clear_pointer (&job->places, mw_places_unref);
  g_object_unref (job->cancellable);
  g_free (job->address);
  g_free (job->game);
  g_free (job);
}

static MwImage *
make_here (const char *address, char **info, GError **error)
{
  g_autoptr (GBytes) bytes = mw_places_read_address (address, MOST_BYTES, error);
  gsize size = 0;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  g_autoptr (MwImage) image = bytes ? mw_image_decode (data, size, error) : NULL;
  if (image)
    *info = g_strdup_printf ("%u × %u · %s", image->width, image->height, image->format_name);
  return image ? mw_image_thumbnail (image, MW_THUMBNAIL_SIDE, error) : NULL;
}

/* The picture; NULL and an error if there is none, or if it would be empty. */
static MwImage *
make_kept (const Job *job, GError **error)
{
  g_autofree char *found = job->places ? mw_places_find (job->places, job->address) : NULL;
  if (!job->places || found) {
    g_autoptr (MwImage) image = mw_thumbnail_get (found ? found : job->address, job->game, job->cancellable, error);
    for (gsize i = 0; image && i < (gsize) image->width * image->height; i++)
      if (image->rgba[i * 4 + 3])
        return g_steal_pointer (&image);
    if (image)
      mw_set_error (error, MW_ERROR_VALUE, -1, job->address, "nothing of it is seen");
    return NULL;
  }
  mw_set_error (error, MW_ERROR_PATH, -1, job->address, "there is no such file");
  return NULL;
}

static void
make (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *info = NULL;
  g_autoptr (MwImage) small = job->kept ? make_kept (job, &error) : make_here (job->address, &info, &error);
  Entry *entry = g_new0 (Entry, 1);
  if (small) {
    entry->shown.texture = texture_of (small);
    entry->shown.info = g_steal_pointer (&info);
  } else {
    entry->shown.info = job->kept ? g_strdup_printf (_ ("No picture: %s"), error->message)
                                  : g_strdup_printf (_ ("Cannot be read: %s"), error->message);
  }
  g_task_return_pointer (task, entry, entry_free);
}

static void begin_next (MwThumbnails *self);

static void
drop_oldest (MwThumbnails *self)
{
  while (g_hash_table_size (self->known) > self->limit) {
    GHashTableIter each;
    gpointer key, value, oldest = NULL;
    guint64 asked = G_MAXUINT64;
    g_hash_table_iter_init (&each, self->known);
    while (g_hash_table_iter_next (&each, &key, &value))
      if (((Entry *) value)->asked < asked) {
        asked = ((Entry *) value)->asked;
        oldest = key;
      }
    g_hash_table_remove (self->known, oldest);
  }
}

static void
made (GObject *source, GAsyncResult *result, gpointer data)
{
  MwThumbnails *self = MW_THUMBNAILS (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  Entry *entry = g_task_propagate_pointer (G_TASK (result), NULL);
  self->n_running--;
  if (entry) {
    g_ptr_array_remove (self->jobs, job);
    if (job->generation == self->generation) {
      entry->asked = ++self->clock;
      g_hash_table_insert (self->known, g_strdup (job->address), entry);
      drop_oldest (self);
    } else {
      entry_free (entry); /* the file may have changed meanwhile */
    }
    g_signal_emit (self, ready_signal, 0, job->address);
  }
  begin_next (self);
}

static void
begin_next (MwThumbnails *self)
{
  char *address;
  while (self->n_running < (self->kept ? AT_ONCE : 1) && (address = g_queue_pop_head (&self->waiting))) {
    Job *job = g_new0 (Job, 1);
    job->address = address;
    job->places = self->places ? mw_places_ref (self->places) : NULL;
    job->game = g_strdup (self->game);
    job->kept = self->kept;
    job->generation = self->generation;
    job->cancellable = g_cancellable_new ();
    g_autoptr (GTask) task = g_task_new (self, job->cancellable, made, NULL);
    g_task_set_task_data (task, job, job_free);
    g_ptr_array_add (self->jobs, job);
    self->n_running++;
    g_task_run_in_thread (task, make);
  }
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

static Job *
find_job (MwThumbnails *self, const char *address)
{
  for (guint i = 0; i < self->jobs->len; i++)
    if (strcmp (((Job *) self->jobs->pdata[i])->address, address) == 0)
      return self->jobs->pdata[i];
  return NULL;
}

const MwThumbnail *
mw_thumbnails_get (MwThumbnails *self, const char *address)
{
  Entry *entry = g_hash_table_lookup (self->known, address);
  if (entry) {
    entry->asked = ++self->clock;
    return &entry->shown;
  }
  GList *waits = g_queue_find_custom (&self->waiting, address, (GCompareFunc) g_strcmp0);
  if (waits) {
    g_queue_unlink (&self->waiting, waits);
    g_queue_push_head_link (&self->waiting, waits);
  } else if (!find_job (self, address)) {
    g_queue_push_head (&self->waiting, g_strdup (address));
  }
  begin_next (self);
  return NULL;
}

void
mw_thumbnails_forget (MwThumbnails *self)
{
  self->generation++;
  g_hash_table_remove_all (self->known);
}

/* What the worker makes is dropped when it is done, or, if a process makes it, now. */
static void
cancel_job (MwThumbnails *self, Job *job)
{
  g_autoptr (GCancellable) cancellable = g_object_ref (job->cancellable);
  g_ptr_array_remove (self->jobs, job);
  g_cancellable_cancel (cancellable);
}

void
mw_thumbnails_cancel (MwThumbnails *self, const char *address)
{
  Job *job = find_job (self, address);
  GList *waits = g_queue_find_custom (&self->waiting, address, (GCompareFunc) g_strcmp0);
  if (waits) {
    g_free (waits->data);
    g_queue_delete_link (&self->waiting, waits);
  }
  if (job)
    cancel_job (self, job);
}

void
mw_thumbnails_hold (MwThumbnails *self, const char *address)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->held, address));
  g_hash_table_replace (self->held, g_strdup (address), GUINT_TO_POINTER (n + 1));
}

void
mw_thumbnails_release (MwThumbnails *self, const char *address)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->held, address));
  if (n > 1) {
    g_hash_table_replace (self->held, g_strdup (address), GUINT_TO_POINTER (n - 1));
    return;
  }
  g_hash_table_remove (self->held, address);
  mw_thumbnails_cancel (self, address);
}

static void
cancel_all (MwThumbnails *self)
{
  g_queue_clear_full (&self->waiting, g_free);
  while (self->jobs->len)
    cancel_job (self, self->jobs->pdata[0]);
}

void
mw_thumbnails_set_places (MwThumbnails *self, MwPlaces *places, const char *game)
{
  cancel_all (self);
  mw_thumbnails_forget (self);
  g_clear_pointer (&self->places, mw_places_unref);
  g_free (self->game);
  self->places = places ? mw_places_ref (places) : NULL;
  self->game = g_strdup (game);
}

void
mw_thumbnails_set_limit (MwThumbnails *self, guint limit)
{
  self->limit = limit;
}

/* --- The object ----------------------------------------------------------------------------------------------------- */

static void
mw_thumbnails_dispose (GObject *object)
{
  cancel_all (MW_THUMBNAILS (object));
  G_OBJECT_CLASS (mw_thumbnails_parent_class)->dispose (object);
}

static void
mw_thumbnails_finalize (GObject *object)
{
  MwThumbnails *self = MW_THUMBNAILS (object);
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->held);
  g_ptr_array_unref (self->jobs);
  g_clear_pointer (&self->places, mw_places_unref);
  g_free (self->game);
  G_OBJECT_CLASS (mw_thumbnails_parent_class)->finalize (object);
}

static void
mw_thumbnails_class_init (MwThumbnailsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_thumbnails_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_thumbnails_finalize;
  ready_signal = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, G_TYPE_STRING);
}

static void
mw_thumbnails_init (MwThumbnails *self)
{
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  self->held = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->jobs = g_ptr_array_new ();
  self->limit = LIMIT;
}

MwThumbnails *
mw_thumbnails_new (void)
{
  return g_object_new (MW_TYPE_THUMBNAILS, NULL);
}

MwThumbnails *
mw_thumbnails_new_kept (void)
{
  MwThumbnails *self = mw_thumbnails_new ();
  self->kept = TRUE;
  return self;
}
