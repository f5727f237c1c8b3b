/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/vfs/lookup.h"

#include <glib-object.h>

/* The images that a model uses, and those beside it. */
#define MW_TYPE_IMAGE_ITEM (mw_image_item_get_type ())
G_DECLARE_FINAL_TYPE (MwImageItem, mw_image_item, MW, IMAGE_ITEM, GObject)

struct _MwImageItem {
  GObject parent_instance;
  char *name;       /* of the file, without folders */
  char *path;       /* as the model names it, or would name it */
  char *address;    /* where it is: a path on disk, or "ARCHIVE:NAME"; NULL: not found */
  GArray *textures; /* MwId: the textures of the model that show it */
  GArray *users;    /* MwId: what uses those */
  char *use;        /* "Used by Material 3, Layer 0 and 2 more", "Used by nothing" */
};

/* One item for each file, first those of the model's textures, then the others, each sorted by name: GPtrArray of MwImageItem. Images that the game supplies are not among them. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_image_items (MwDocument *document, MwLookup *lookup);
/* The item of an image file that is given by its path on disk. If it is one of the model's images, or a place that is searched has it, its
 * path is the one by which it is found there (*found). Else that is only its name. */
MwImageItem *mw_image_item_of_file (MwDocument *document, MwLookup *lookup, const char *file, gboolean *found);
/* Whether two lists show the same. */
gboolean mw_image_items_equal (const GPtrArray *a, const GPtrArray *b);
/* Whether the file can be replaced: it is on the disk, and not in an archive. */
gboolean mw_image_item_is_file (const MwImageItem *item);
