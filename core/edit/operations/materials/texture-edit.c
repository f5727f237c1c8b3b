/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

#include <string.h>

/* Operations that change many textures at once: paths, wrapping, type. */

static GArray *
chosen_textures (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwSchema *texture = mw_aspects_of (mw_document_get_model (document))->texture;
  return mw_chosen_records (document, ids, n, texture, "texture", error);
}

static gboolean
on_textures (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) textures = chosen_textures (document, ids, n, error);
  return textures != NULL;
}

static const MwField *
path_field (const MwRecord *texture)
{
  return mw_schema_field_of_role (texture->schema, MW_ROLE_FILE, MW_TYPE_TEXT);
}

static const char *
path_of (const MwRecord *texture)
{
  return mw_text (*(char **) mw_field_at (texture, path_field (texture)));
}

static gboolean
set_path (MwDocument *document, const MwRecord *texture, const char *path, GError **error)
{
  return mw_document_set_field (document, texture->id, path_field (texture), path, strlen (path), error);
}

/* --- Paths ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  char *find, *replace;
} PathParams;

static const MwField path_fields[] = {
  MW_FIELD_TEXT (PathParams, find, 260, "find", .label = N_ ("Find"),
                 .doc = N_ ("The part of the paths to look for, as plain text. Case is ignored, as in the games.")),
  MW_FIELD_TEXT (PathParams, replace, 260, "replace", .label = N_ ("Replace with"),
                 .doc = N_ ("What is put in its place. Empty: that part is removed.")),
};
static const MwSchema path_params = { .name = "texture-replace-path",
                                      .label = N_ ("Replace in Paths"),
                                      .size = sizeof (PathParams),
                                      .fields = path_fields,
                                      .n_fields = G_N_ELEMENTS (path_fields) };
static const char *const path_required[] = { "find", NULL };

/* Replaces all occurrences, from left to right. Free with g_free(). */
static char *
replaced (const char *text, const char *find, const char *replace)
{
  gsize length = strlen (find);
  GString *result = g_string_new (NULL);
  while (*text)
    if (g_ascii_strncasecmp (text, find, length) == 0) {
      g_string_append (result, replace);
      text += length;
    } else
      g_string_append_c (result, *text++);
  return g_string_free (result, FALSE);
}

static gboolean
check_length (const MwRecord *texture, const char *path, GError **error)
{
  const guint most = path_field (texture)->count - 1u;
  if (strlen (path) <= most)
    return TRUE;
  g_autofree char *reason = g_strdup_printf ("its path would have %u bytes; at most %u can be stored",
                                             (guint) strlen (path), most);
  return mw_operation_refuse (texture, error, reason);
}

static gboolean
path_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const PathParams *p = (const PathParams *) params;
  g_autoptr (GArray) textures = chosen_textures (document, ids, n, error);
  guint changed = 0;
  if (!textures)
    return FALSE;
  if (!*mw_text (p->find))
    return mw_operation_refuse (NULL, error, "nothing to replace: the text to find is empty");
  for (guint i = 0; i < textures->len; i++) {
    const MwRecord *texture = mw_chosen_at (document, textures, i);
    g_autofree char *path = replaced (path_of (texture), p->find, mw_text (p->replace));
    if (strcmp (path, path_of (texture)) == 0)
      continue;
    if (!check_length (texture, path, error) || !set_path (document, texture, path, error))
      return FALSE;
    changed++;
  }
  if (!changed) {
    g_autofree char *reason = g_strdup_printf ("nothing to replace: no path changes by replacing \"%s\"", p->find);
    return mw_operation_nothing (error, reason);
  }
  mw_document_notice (document, g_strdup_printf ("paths changed: %u", changed));
  return TRUE;
}

const MwOperation mw_operation_texture_replace_path = {
  .id = "texture-replace-path",
  .label = N_ ("Replace in Texture Paths"),
  .step = N_ ("Replace in the paths of %s"),
  .doc = N_ (
    "Replaces a part of the paths of textures, for example a folder or a suffix. Selecting the model means all its textures."),
  .aliases = "find rename folder file image retarget",
  .domain = MW_DOMAIN_TEXTURES,
  .params = &path_params,
  .required = path_required,
  .applies = on_textures,
  .run = path_run,
};

/* --- Wrapping ------------------------------------------------------------------------------------------------------- */

enum { WRAP_OFF, WRAP_ON, WRAP_KEEP };
MW_NAMES (mw_wrap_choices, FALSE, { WRAP_OFF, "Off", N_ ("Off") }, { WRAP_ON, "On", N_ ("On") },
          { WRAP_KEEP, "Keep", N_ ("Keep") });

typedef struct {
  MwRecord record;
  uint8_t width, height;
} WrapParams;

static const MwField wrap_fields[] = {
  MW_FIELD_U8 (WrapParams, width, "width", .max = WRAP_KEEP, .def = WRAP_KEEP, .names = &mw_wrap_choices,
               .label = N_ ("Width"), .doc = N_ ("Whether the image repeats to the left and right of itself.")),
  MW_FIELD_U8 (WrapParams, height, "height", .max = WRAP_KEEP, .def = WRAP_KEEP, .names = &mw_wrap_choices,
               .label = N_ ("Height"), .doc = N_ ("Whether the image repeats above and below itself.")),
};
static const MwSchema wrap_params = { .name = "texture-set-wrap",
                                      .label = N_ ("Texture Wrapping"),
                                      .size = sizeof (WrapParams),
                                      .fields = wrap_fields,
                                      .n_fields = G_N_ELEMENTS (wrap_fields) };

static uint32_t
with_choice (uint32_t flags, uint32_t bit, uint8_t choice)
{
  return choice == WRAP_KEEP ? flags : choice == WRAP_ON ? flags | bit : flags & ~bit;
}

static gboolean
wrap_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  enum { WIDTH = 1, HEIGHT = 2 }; /* in both families */
  const WrapParams *p = (const WrapParams *) params;
  g_autoptr (GArray) textures = chosen_textures (document, ids, n, error);
  gboolean changed = FALSE;
  if (!textures)
    return FALSE;
  for (guint i = 0; i < textures->len; i++) {
    const MwRecord *texture = mw_chosen_at (document, textures, i);
    const MwField *field = mw_schema_field_of_role (texture->schema, MW_ROLE_FLAGS, MW_TYPE_U32);
    uint32_t before = *(const uint32_t *) mw_field_at (texture, field);
    uint32_t flags = with_choice (with_choice (before, WIDTH, p->width), HEIGHT, p->height);
    if (flags != before && !mw_document_set_field (document, texture->id, field, &flags, sizeof flags, error))
      return FALSE;
    changed |= flags != before;
  }
  return changed || mw_operation_nothing (error, "nothing to change: the textures already wrap like that");
}

const MwOperation mw_operation_texture_set_wrap = {
  .id = "texture-set-wrap",
  .label = N_ ("Set Texture Wrapping"),
  .step = N_ ("Set the wrapping of %s"),
  .doc = N_ (
    "Sets whether textures repeat beyond their edges, by width and by height. Selecting the model means all its "
    "textures."),
  .aliases = "repeat tile clamp flags",
  .domain = MW_DOMAIN_TEXTURES,
  .params = &wrap_params,
  .applies = on_textures,
  .run = wrap_run,
};

/* --- Type ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  char *type, *path;
} TypeParams;

/* The names differ between games, so the type is a text that is read by the names of the model's own game. */
static const MwField type_fields[] = {
  MW_FIELD_TEXT (
    TypeParams, type, 80, "type", .label = N_ ("Type"),
    .doc = N_ ("Name or number of what the game supplies, as in the texture's own field: TeamColor, monster_skin_1; 0: "
               "nothing.")),
  MW_FIELD_TEXT (TypeParams, path, 260, "path", .role = MW_ROLE_FILE, .label = N_ ("Path"),
                 .doc = N_ ("With type 0: the file for textures that have no path yet.")),
};
static const MwSchema type_params = { .name = "texture-set-type",
                                      .label = N_ ("Texture Type"),
                                      .size = sizeof (TypeParams),
                                      .fields = type_fields,
                                      .n_fields = G_N_ELEMENTS (type_fields) };
static const char *const type_required[] = { "type", NULL };

/* What the game supplies replaces the file, so formats want no path then (mdlx.md 5.4, m2.md 5.10). */
static gboolean
set_type (MwDocument *document, MwRecord *texture, const TypeParams *p, GError **error)
{
  const MwField *field = mw_schema_part (texture->schema, MW_PART_SUPPLIED);
  const MwTarget target = { .record = texture, .field = field, .n = 1, .whole = TRUE, .component = -1 };
  const char *type = mw_text (p->type);
  if (!mw_document_set_text (document, &target, type, strlen (type), error))
    return FALSE;
  if (*(const uint32_t *) mw_field_at (texture, field))
    return !*path_of (texture) || set_path (document, texture, "", error);
  if (*path_of (texture))
    return TRUE;
  if (!*mw_text (p->path))
    return mw_operation_refuse (texture, error,
                                "has no path: give one, because the game will no longer supply an image");
  return set_path (document, texture, p->path, error);
}

static gboolean
type_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) textures = chosen_textures (document, ids, n, error);
  guint changed = 0, cleared = 0;
  for (guint i = 0; textures && i < textures->len; i++) {
    MwRecord *texture = mw_chosen_at (document, textures, i);
    const MwField *field = mw_schema_part (texture->schema, MW_PART_SUPPLIED);
    uint32_t before = *(const uint32_t *) mw_field_at (texture, field);
    g_autofree char *path = g_strdup (path_of (texture));
    if (!set_type (document, texture, (const TypeParams *) params, error))
      return FALSE;
    changed += before != *(const uint32_t *) mw_field_at (texture, field) || strcmp (path, path_of (texture)) != 0;
    cleared += *path && !*path_of (texture);
  }
  if (!textures)
    return FALSE;
  if (!changed)
    return mw_operation_nothing (error, "nothing to change: the textures have that type already");
  if (cleared)
    mw_document_notice (document,
                        g_strdup_printf ("paths cleared, because the game supplies an image instead: %u", cleared));
  return TRUE;
}

const MwOperation mw_operation_texture_set_type = {
  .id = "texture-set-type",
  .label = N_ ("Set Texture Type"),
  .step = N_ ("Set the type of %s"),
  .doc = N_ (
    "Turns textures into placeholders for an image that the game supplies, such as the team colour or a creature's "
    "skin, and clears their paths. Type 0 turns them into files again; then each needs a path."),
  .aliases = "replaceable id team colour color glow skin",
  .domain = MW_DOMAIN_TEXTURES,
  .params = &type_params,
  .required = type_required,
  .applies = on_textures,
  .run = type_run,
};
