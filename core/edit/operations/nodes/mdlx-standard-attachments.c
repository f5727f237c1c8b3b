/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/mdlx-standard-attachments.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* The words that a bone's name has, for the attachments of a unit of Warcraft III. The first bone word that a model has counts. */
static const struct {
  const char *slot, *bones[3], *side;
} standard[] = {
  { "Overhead Ref", { "head" }, NULL },
  { "Head Ref", { "head" }, NULL },
  { "Chest Ref", { "chest", "torso", "spine" }, NULL },
  { "Origin Ref", { "root" }, NULL },
  { "Hand Left Ref", { "hand" }, "left" },
  { "Hand Right Ref", { "hand" }, "right" },
  { "Foot Left Ref", { "foot" }, "left" },
  { "Foot Right Ref", { "foot" }, "right" },
  { "Weapon Ref", { "weapon" }, NULL },
};

/* The words of a name in small letters: they end before anything but a letter, and before a capital after a small letter. The letters
 * L and R mean the sides. Free with g_ptr_array_unref(). */
static GPtrArray *
words_of (const char *name)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  while (*name) {
    gsize n = g_ascii_isalpha (*name) != 0;
    while (n && g_ascii_isalpha (name[n]) && !(g_ascii_islower (name[n - 1]) && g_ascii_isupper (name[n])))
      n++;
    if (n) {
      g_autofree char *word = g_ascii_strdown (name, (gssize) n);
      g_ptr_array_add (words, g_strdup (strcmp (word, "l") == 0 ? "left" : strcmp (word, "r") == 0 ? "right" : word));
    }
    name += MAX (n, 1);
  }
  return words;
}

static gboolean
has_word (GPtrArray *words, const char *word)
{
  return g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL);
}

/* The bone or helper with this word and, if there is one, this side, and the fewest other words: a hand rather than its fingers. A
 * bone with a side is not meant where no side is. */
static const MwRecord *
find_bone (const MwMdlx *model, const char *word, const char *side)
{
  const MwRecord *best = NULL;
  guint fewest = G_MAXUINT;
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *node = model->nodes.items[i];
    if (node->schema != &mw_mdlx_bone_schema && node->schema != &mw_mdlx_helper_schema)
      continue;
    g_autoptr (GPtrArray) words = words_of (mw_text (((const MwMdlxNode *) node)->name));
    gboolean sided = has_word (words, "left") || has_word (words, "right");
    if (words->len >= fewest || !has_word (words, word) || (side ? !has_word (words, side) : sided))
      continue;
    best = node;
    fewest = words->len;
  }
  return best;
}

GArray *
mw_mdlx_standard_attachments (MwDocument *document, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  GArray *found = g_array_new (FALSE, TRUE, sizeof (MwNewStandard));
  for (guint i = 0; i < G_N_ELEMENTS (standard); i++) {
    const MwRecord *bone = NULL;
    for (guint k = 0; k < G_N_ELEMENTS (standard[i].bones) && standard[i].bones[k] && !bone; k++)
      bone = find_bone (model, standard[i].bones[k], standard[i].side);
    const MwNewStandard one = { standard[i].slot, bone ? bone->id : 0 };
    if (bone)
      g_array_append_val (found, one);
  }
  return found;
}
