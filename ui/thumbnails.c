/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/thumbnails.h"
#include "core/image/thumbnail.h"
#include "core/vfs/places.h"
#include "ui/i18n.h"

/* Larger files are not textures of a game. */
#define MOST_BYTES ((gsize) 256 * 1024 * 1024)

enum { LIMIT = 512 };

typedef struct {
  MwThumbnail shown; /* first, so that a pointer to it is one to the entry */
  guint64 asked;     /* when it was asked for last */
} Entry;

struct _MwThumbnails {
  GObject parent_instance;
  GHashTable *known; /* address -> Entry */
  GQueue waiting;    /* char *: addresses, the next first */
  char *busy;        /* the address in the worker, or NULL */
  GCancellable *cancellable;
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
make (GTask *task, gpointer source, gpointer address, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_places_read_address (address, MOST_BYTES, &error);
  gsize size = 0;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  g_autoptr (MwImage) image = bytes ? mw_image_decode (data, size, &error) : NULL;
  g_autoptr (MwImage) small = image ? mw_image_thumbnail (image, MW_THUMBNAIL_SIDE, &error) : NULL;
  Entry *entry = g_new0 (Entry, 1);
  if (small) {
    entry->shown.texture = texture_of (small);
    entry->shown.info = g_strdup_printf ("%u × %u · %s", image->width, image->height, image->format_name);
  } else {
    entry->shown.info = g_strdup_printf (_ ("Cannot be read: %s"), error->message);
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
  Entry *entry = g_task_propagate_pointer (G_TASK (result), NULL);
  if (!entry) /* cancelled: the window is closed */
    return;
  g_autofree char *address = g_steal_pointer (&self->busy);
  if (GPOINTER_TO_UINT (data) == self->generation) {
    entry->asked = ++self->clock;
    g_hash_table_insert (self->known, g_strdup (address), entry);
    drop_oldest (self);
  } else {
    entry_free (entry); /* the file may have changed meanwhile */
  }
  g_signal_emit (self, ready_signal, 0, address);
  begin_next (self);
}

static void
begin_next (MwThumbnails *self)
{
  if (self->busy || !(self->busy = g_queue_pop_head (&self->waiting)))
    return;
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, made, GUINT_TO_POINTER (self->generation));
  g_task_set_task_data (task, g_strdup (self->busy), g_free);
  g_task_run_in_thread (task, make);
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

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
  } else if (g_strcmp0 (self->busy, address) != 0) {
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

void
mw_thumbnails_drop (MwThumbnails *self)
{
  g_queue_clear_full (&self->waiting, g_free);
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
  MwThumbnails *self = MW_THUMBNAILS (object);
  g_cancellable_cancel (self->cancellable);
  mw_thumbnails_drop (self);
  G_OBJECT_CLASS (mw_thumbnails_parent_class)->dispose (object);
}

static void
mw_thumbnails_finalize (GObject *object)
{
  MwThumbnails *self = MW_THUMBNAILS (object);
  g_hash_table_unref (self->known);
  g_object_unref (self->cancellable);
  g_free (self->busy);
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
  self->cancellable = g_cancellable_new ();
  self->limit = LIMIT;
}

MwThumbnails *
mw_thumbnails_new (void)
{
  return g_object_new (MW_TYPE_THUMBNAILS, NULL);
}
