/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/companions.h"
#include "core/base/error.h"
#include "core/io/m2/m2.h"
#include "core/io/m2/m2-container.h"
#include "core/schema/m2-versions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SKINS 4
#define LARGEST_ID 65535 /* animation ids and variations are u16 */

static uint32_t
u32_at (const uint8_t *bytes, gsize size, gsize offset)
{
  uint32_t value = 0;
  if (offset <= size && size - offset >= sizeof value)
    memcpy (&value, bytes + offset, sizeof value);
  return value;
}

gboolean
mw_m2_has_companions (GBytes *model)
{
  gsize size;
  g_autoptr (GBytes) image = mw_m2_image (model);
  const uint8_t *bytes = g_bytes_get_data (image, &size);
  return size >= 8 && memcmp (bytes, "MD20", 4) == 0 && u32_at (bytes, size, 4) >= MW_M2_COMPANIONS_SINCE;
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

/* Parses a number as printf ("%0*u", least) writes it: at least `least` digits, and no leading
 * zeros beyond that. */
static gboolean
take_number (const char **at, guint least, guint *value)
{
  guint n = 0;
  *value = 0;
  for (; g_ascii_isdigit ((*at)[n]); n++)
    if ((*value = *value * 10 + (guint) ((*at)[n] - '0')) > LARGEST_ID)
      return FALSE;
  if (n < least || (n > least && **at == '0'))
    return FALSE;
  *at += n;
  return TRUE;
}

static gboolean
take_word (const char **at, const char *word)
{
  gsize length = strlen (word);
  if (g_ascii_strncasecmp (*at, word, length) != 0)
    return FALSE;
  *at += length;
  return TRUE;
}

char *
mw_m2_companion_role (const char *suffix)
{
  const char *at = suffix;
  guint id, variation;
  if (take_word (&at, "_lod"))
    return take_number (&at, 2, &id) && id > 0 && g_ascii_strcasecmp (at, ".skin") == 0 ? g_strdup_printf ("lod%u", id)
                                                                                        : NULL;
  if (take_word (&at, "_"))
    return take_number (&at, 2, &id) && g_ascii_strcasecmp (at, ".bone") == 0 ? g_strdup_printf ("bone%u", id) : NULL;
  if (g_ascii_strcasecmp (at, ".phys") == 0)
    return g_strdup ("phys");
  if (take_number (&at, 2, &id) && g_ascii_strcasecmp (at, ".skin") == 0)
    return id < MOST_SKINS ? g_strdup_printf ("skin%u", id) : NULL;
  at = suffix;
  if (take_number (&at, 4, &id) && take_word (&at, "-") && take_number (&at, 2, &variation)
      && g_ascii_strcasecmp (at, ".anim") == 0)
    return g_strdup_printf ("anim%u-%u", id, variation);
  return NULL;
}

char *
mw_m2_companion_suffix (const char *role)
{
  static const struct {
    const char *role, *before, *after;
  } kinds[] = { { "skin", "", ".skin" }, { "lod", "_lod", ".skin" }, { "bone", "_", ".bone" } };
  const char *at = role;
  guint id, variation;
  if (strcmp (role, "phys") == 0)
    return g_strdup (".phys");
  if (take_word (&at, "anim"))
    return take_number (&at, 1, &id) && take_word (&at, "-") && take_number (&at, 1, &variation) && !*at
             ? g_strdup_printf ("%04u-%02u.anim", id, variation)
             : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (take_word (&at, kinds[i].role))
      return take_number (&at, 1, &id) && !*at ? g_strdup_printf ("%s%02u%s", kinds[i].before, id, kinds[i].after)
                                               : NULL;
  return NULL;
}

/* --- Beside the model ----------------------------------------------------------------------------------------------- */

/* Other models in the folder with slightly longer names, whose companions could be mistaken for this model's: X1.m2
 * has X10004-01.anim, X_lod.m2 has X_lod01.skin. */
typedef struct {
  gboolean digit[10], lod;
} Rivals;

/* If a model with the name stem + `rest` is a rival, remembers it and returns TRUE. */
static gboolean
note_rival (Rivals *rivals, const char *rest)
{
  if (g_ascii_isdigit (*rest) && g_ascii_strcasecmp (rest + 1, ".m2") == 0)
    return rivals->digit[*rest - '0'] = TRUE;
  if (g_ascii_strcasecmp (rest, "_lod.m2") == 0)
    return rivals->lod = TRUE;
  return FALSE;
}

/* Whether the file with the name stem + `rest` is a companion of a rival. */
static gboolean
is_of_rival (const Rivals *rivals, const char *rest)
{
  gsize prefix = *rest == '_' ? strlen ("_lod") : 1;
  if (*rest == '_' ? !rivals->lod : !g_ascii_isdigit (*rest) || !rivals->digit[*rest - '0'])
    return FALSE;
  if (strlen (rest) < prefix)
    return FALSE;
  g_autofree char *role = mw_m2_companion_role (rest + prefix);
  return role != NULL;
}

/* Returns how well the upper and lower case of a name fits: 2 if its beginning is spelled as the model's name, plus 1
 * if the rest is spelled as clients do. */
static guint
nearness (const char *name, const char *stem, const char *role)
{
  g_autofree char *suffix = mw_m2_companion_suffix (role);
  gsize length = strlen (stem);
  return (strncmp (name, stem, length) == 0 ? 2 : 0) + (strcmp (name + length, suffix) == 0 ? 1 : 0);
}

/* Chooses between two files for one role, independent of their order on disk. */
static gboolean
is_better (const char *name, const char *known, const char *stem, const char *role)
{
  guint a = nearness (name, stem, role), b = nearness (known, stem, role);
  return a != b ? a > b : strcmp (name, known) < 0;
}

GHashTable *
mw_m2_companions_find (const char *path, GError **error)
{
  g_autoptr (GPtrArray) names = mw_file_neighbours (path, error);
  g_autofree char *stem = mw_file_stem (path);
  gsize length = strlen (stem);
  Rivals rivals = { 0 };
  if (!names)
    return NULL;
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i];
    if (g_ascii_strncasecmp (name, stem, length) != 0 || note_rival (&rivals, name + length))
      continue;
    g_autofree char *role = mw_m2_companion_role (name + length);
    const char *known = role ? g_hash_table_lookup (found, role) : NULL;
    if (!role || (known && !is_better (name, known, stem, role)))
      continue;
    /* Folders and dangling links are no companions. A device or a pipe is reported when it is read. */
    g_autofree char *file = mw_file_beside (path, name);
    if (g_file_test (file, G_FILE_TEST_EXISTS) && !g_file_test (file, G_FILE_TEST_IS_DIR))
      g_hash_table_replace (found, g_steal_pointer (&role), g_strdup (name));
  }
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, NULL, &name))
    if (is_of_rival (&rivals, (const char *) name + length))
      g_hash_table_iter_remove (&iter);
  return found;
}

/* Orders roles: skins first, then by the word at the beginning of the role, then by its numbers. */
static int
by_role (gconstpointer a, gconstpointer b)
{
  const char *one = *(const char *const *) a, *two = *(const char *const *) b;
  gsize word_one = strcspn (one, "0123456789"), word_two = strcspn (two, "0123456789");
  gboolean skin_one = g_str_has_prefix (one, "skin"), skin_two = g_str_has_prefix (two, "skin");
  if (skin_one != skin_two)
    return skin_one ? -1 : 1;
  int words = strncmp (one, two, MAX (word_one, word_two));
  if (words)
    return words;
  const char *at_one = one + word_one, *at_two = two + word_two;
  guint n_one = 0, n_two = 0;
  take_number (&at_one, 1, &n_one);
  take_number (&at_two, 1, &n_two);
  if (n_one == n_two && *at_one == '-' && *at_two == '-') {
    at_one++, at_two++;
    take_number (&at_one, 1, &n_one);
    take_number (&at_two, 1, &n_two);
  }
  return n_one < n_two ? -1 : n_one > n_two;
}

/* Adds all existing companions to a set that has the model's main file, ordered by role. Does nothing for a model
 * that has no companions or no path. */
static gboolean
load (MwFileSet *set, GCancellable *cancellable, GError **error)
{
  const MwFilePart *model = mw_file_set_main (set);
  if (!model->path || !mw_m2_has_companions (model->bytes))
    return TRUE;
  set->find_companions = mw_m2_companions_find;
  g_autoptr (GHashTable) found = mw_m2_companions_find (model->path, error);
  if (!found)
    return FALSE;
  g_autofree char *stem = mw_file_stem (model->path);
  gsize length = strlen (stem);
  guint n;
  g_autofree const char **roles = (const char **) g_hash_table_get_keys_as_array (found, &n);
  qsort (roles, n, sizeof *roles, by_role);
  for (guint i = 0; i < n; i++) {
    const char *name = g_hash_table_lookup (found, roles[i]);
    g_autofree char *path = mw_file_beside (model->path, name);
    MwFileStamp stamp;
    g_autoptr (GBytes) bytes = mw_file_is_plain (path, error) ? mw_file_read_stamped (path, &stamp, cancellable, error)
                                                              : NULL;
    if (!bytes)
      return FALSE;
    mw_file_set_add_companion (set, roles[i], path, name + length, bytes);
    mw_file_set_find (set, roles[i])->stamp = stamp;
  }
  return TRUE;
}

/* --- What the model says -------------------------------------------------------------------------------------------- */

#define SEQUENCES_AT 0x1C /* count, offset: m2.md 2 */
#define SKIN_COUNT_AT 0x44
#define SEQUENCE_SIZE 64 /* m2.md 5.1; 264 and later */
#define FLAGS_AT 12
#define IN_THE_MODEL 0x130 /* keys are in the model: in this file (0x20), stored in model (0x100), loaded (0x10) */
#define ALIAS 0x40         /* an alias never has keys of its own */

/* The roles of the skins, and of the .anim files of sequences that have none of the flags `no_file`. */
static GPtrArray *
roles_without (GBytes *model, uint32_t no_file)
{
  GPtrArray *roles = g_ptr_array_new_with_free_func (g_free);
  gsize size;
  g_autoptr (GBytes) image = mw_m2_image (model);
  const uint8_t *bytes = g_bytes_get_data (image, &size);
  if (!mw_m2_has_companions (model))
    return roles;
  guint skins = MIN (u32_at (bytes, size, SKIN_COUNT_AT), MOST_SKINS);
  for (guint i = 0; i < skins; i++)
    g_ptr_array_add (roles, g_strdup_printf ("skin%u", i));
  uint32_t count = u32_at (bytes, size, SEQUENCES_AT), offset = u32_at (bytes, size, SEQUENCES_AT + 4);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (uint64_t i = 0, at = offset; i < count && at + SEQUENCE_SIZE <= size; i++, at += SEQUENCE_SIZE) {
    uint32_t key = u32_at (bytes, size, at);
    if ((u32_at (bytes, size, at + FLAGS_AT) & no_file) == 0 && g_hash_table_add (seen, GUINT_TO_POINTER (key)))
      g_ptr_array_add (roles, g_strdup_printf ("anim%u-%u", key & 0xFFFF, key >> 16));
  }
  return roles;
}

GPtrArray *
mw_m2_companions_expected (GBytes *model)
{
  return roles_without (model, IN_THE_MODEL | ALIAS);
}

/* The roles that any record of the model refers to, including aliases, which use another sequence's file. Companions
 * with other roles belong to nothing. Free with g_ptr_array_unref(). */
static GPtrArray *
roles_named (GBytes *model)
{
  return roles_without (model, IN_THE_MODEL);
}

/* The skins that the model says it has, the .anim files that its sequences name, and what only the folder tells (m2.md 1): three levels
 * of detail, and physics. */
static GPtrArray *
roles_possible (GBytes *model)
{
  static const char *const others[] = { "lod1", "lod2", "lod3", "phys" };
  GPtrArray *roles = roles_named (model);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_ptr_array_add (roles, g_strdup (others[i]));
  g_ptr_array_sort (roles, by_role);
  return roles;
}

static const MwRecord *
content (const MwModel *model, const char *role)
{
  const MwM2 *m2 = (const MwM2 *) model;
  const char *at = role;
  guint profile;
  if (take_word (&at, "skin"))
    return take_number (&at, 1, &profile) && !*at && profile < m2->skins.n ? m2->skins.items[profile] : NULL;
  for (guint i = 0; i < m2->sequences.n; i++) {
    g_autofree char *own = mw_m2_sequence_role ((const MwM2Sequence *) m2->sequences.items[i]);
    if (strcmp (own, role) == 0)
      return m2->sequences.items[i];
  }
  return NULL;
}

const MwIoCompanions mw_m2_companions = {
  .has = mw_m2_has_companions,
  .load = load,
  .find = mw_m2_companions_find,
  .suffix = mw_m2_companion_suffix,
  .expected = mw_m2_companions_expected,
  .named = roles_named,
  .possible = roles_possible,
  .content = content,
};
