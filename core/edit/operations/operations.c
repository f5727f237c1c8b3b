/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/operations.h"
#include "core/base/i18n.h"
#include "core/edit/progress.h"

#include <string.h>

#define MW_OPERATION(name, file) &mw_operation_##name,
static const MwOperation *const all[] = {
#include "core/edit/operations/list.h"
  NULL
};
#undef MW_OPERATION

const MwOperation *const *
mw_operations_list (void)
{
  return all;
}

const MwOperation *
mw_operation_find (const char *id)
{
  for (const MwOperation *const *at = all; *at; at++)
    if (strcmp ((*at)->id, id) == 0)
      return *at;
  return NULL;
}

const MwOperation *
mw_operation_for_subject (const MwOperation *operation, MwSubject subject)
{
  if (operation->subject == subject)
    return operation;
  for (const MwOperation *const *at = all; *at; at++)
    if ((*at)->subject == subject && operation->accelerator
        && g_strcmp0 ((*at)->accelerator, operation->accelerator) == 0)
      return *at;
  return NULL;
}

static const struct {
  const char *id, *label, *doc;
} domains[MW_N_DOMAINS] = {
  [MW_DOMAIN_ELEMENTS] = { "elements", N_ ("Elements"),
                           N_ (
                             "Operations on elements of any kind: sequences, materials, nodes, geosets and all others.") },
  [MW_DOMAIN_SEQUENCES] = { "sequences", N_ ("Sequences"),
                            N_ ("Animations and their keys: length, order, parts, and what they show.") },
  [MW_DOMAIN_MATERIALS] = { "materials", N_ ("Materials"),
                            N_ ("Materials and their layers, and the surfaces of M2 models.") },
  [MW_DOMAIN_TEXTURES] = { "textures", N_ ("Textures"),
                           N_ ("The images that materials use: files, or images that the game supplies.") },
  [MW_DOMAIN_NODES] = { "nodes", N_ ("Nodes"),
                        N_ ("Bones, helpers, attachments and everything else that has a place in the skeleton.") },
  [MW_DOMAIN_GEOSETS] = { "geosets", N_ ("Geosets"),
                          N_ ("The meshes of a model: geosets of MDX and MDL, submeshes of M2.") },
  [MW_DOMAIN_TRACKS] = { "tracks", N_ ("Tracks and keys"), N_ ("Animated values and their keys.") },
  [MW_DOMAIN_EFFECTS] = { "effects", N_ ("Cameras and effects"),
                          N_ ("Cameras, lights, particle emitters, ribbons and bounds.") },
  [MW_DOMAIN_MODEL] = { "model", N_ ("Model"), N_ ("What concerns the model as a whole.") },
};

const char *
mw_domain_id (MwDomain domain)
{
  return domains[domain].id;
}

const char *
mw_domain_label (MwDomain domain)
{
  return domains[domain].label;
}

const char *
mw_domain_doc (MwDomain domain)
{
  return domains[domain].doc;
}

gboolean
mw_operation_asks (const MwOperation *operation)
{
  return operation->params && operation->ask != MW_ASK_NOT;
}

/* "MDX and MDL of Warcraft III, and M2": free with g_free(). */
static char *
families_of (const MwOperation *operation)
{
  GString *text = g_string_new (NULL);
  for (unsigned family = 1; mw_family_title (family); family <<= 1)
    if (operation->families & family)
      g_string_append_printf (text, "%s%s", text->len ? ", and " : "", mw_family_title (family));
  return g_string_free (text, FALSE);
}

gboolean
mw_operation_applies (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (operation->families && !(operation->families & mw_document_get_format (document).family)) {
    g_autofree char *families = families_of (operation);
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "is only for %s", families);
    return FALSE;
  }
  if (n == 0 && operation->subject != MW_SUBJECT_MODEL) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "nothing is selected");
    return FALSE;
  }
  for (guint i = 0; i < n; i++)
    if (!mw_model_find (model, ids[i])) {
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "the record no longer exists");
      return FALSE;
    }
  return !operation->applies || operation->applies (document, ids, n, error);
}

gboolean
mw_operation_run (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n, const MwRecord *params,
                  GError **error)
{
  g_return_val_if_fail (!params || params->schema == operation->params, FALSE);
  if (!mw_operation_applies (operation, document, ids, n, error))
    return FALSE;
  if (!params && operation->required && operation->required[0]) {
    mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "%s needs %s", operation->id, operation->required[0]);
    return FALSE;
  }
  g_autoptr (MwRecord) defaults = params ? NULL : mw_operation_params_new (operation);
  /* The ids may be those of the selection, which running the operation may change. */
  g_autofree MwId *own = g_memdup2 (ids, n * sizeof (MwId));
  /* Paths in the parameters are those before the operation. */
  g_autofree char *text = mw_operation_params_print (operation, document, params ? params : defaults);
  mw_document_begin (document, operation->label);
  const guint depth = mw_progress_enter (document);
  const gboolean ok = operation->run (document, own, n, params ? params : defaults, error);
  mw_progress_leave (document, depth, ok);
  if (!ok) {
    mw_document_cancel (document);
    return FALSE;
  }
  mw_document_note_operation (document, operation->id, own, n, text);
  mw_document_commit (document);
  return TRUE;
}

gboolean
mw_operation_refuse (const MwRecord *record, GError **error, const char *reason)
{
  g_autofree char *path = record ? mw_record_path (record) : NULL;
  mw_set_error (error, MW_ERROR_REFUSED, -1, path && *path ? path : NULL, "%s", reason);
  return FALSE;
}

int
mw_place_compare (gconstpointer a, gconstpointer b)
{
  const MwPlace *x = a, *y = b;
  if (x->record->owner != y->record->owner)
    return x->record->owner->id < y->record->owner->id ? -1 : 1;
  if (x->record->slot != y->record->slot)
    return x->record->slot < y->record->slot ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

gboolean
mw_operation_nothing (GError **error, const char *reason)
{
  mw_set_error (error, MW_ERROR_NOTHING, -1, NULL, "%s", reason);
  return FALSE;
}
