/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/m2.h"
#include "tests/m2/includes.h"
#include "tests/m2/named.h"

#include <string.h>

/* Edits of a set without some of its skin profiles. When the profiles are present again, all their batches must name
 * the same textures, materials, bones, weights, transforms and colours as before, unless the edit was refused with
 * the name of a missing file. tests/m2/named.c looks up in the bytes of the files what a profile names; records are
 * identified by their ids. */

enum { LARGEST = 4 << 20, MOST_PROFILES = 4 };

/* --- Sets without some profiles ------------------------------------------------------------------------------------- */

static char *
role_of (guint profile)
{
  return g_strdup_printf ("skin%u", profile);
}

static gboolean
is_away (const char *role, guint away)
{
  for (guint i = 0; i < MOST_PROFILES; i++) {
    g_autofree char *each = role_of (i);
    if ((away & 1u << i) && strcmp (role, each) == 0)
      return TRUE;
  }
  return FALSE;
}

static MwFileSet *
without (const MwFileSet *set, guint away)
{
  MwFileSet *part = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *file = set->parts->pdata[i];
    if (!is_away (file->role, away))
      mw_file_set_add_companion (part, file->role, file->path, file->suffix, file->bytes);
  }
  return part;
}

/* The profiles that exist, and in *counted those that the model counts, one bit for each. */
static guint
profiles_of (const MwFileSet *set, guint *counted)
{
  MwDocument *document = m2_open (set);
  const MwM2 *model = m2_model (document);
  guint there = 0;
  *counted = (1u << MIN (model->skins.n, MOST_PROFILES)) - 1;
  for (guint i = 0; i < MIN (model->skins.n, MOST_PROFILES); i++)
    there |= ((const MwM2Skin *) model->skins.items[i])->not_loaded ? 0 : 1u << i;
  g_object_unref (document);
  return there;
}

/* --- References before and after the edits -------------------------------------------------------------------------- */

typedef struct {
  const MwFileSet *set; /* the complete set */
  guint away;           /* bits of the missing profiles */
  GArray *named[MOST_PROFILES];
  GArray *ids[M2_N_NAMED]; /* MwId of each record that can be named */
  MwId profiles[MOST_PROFILES];
  gboolean faithful; /* in all profiles the local bones are those of the vertices */
  MwDocument *document;
  GRand *rand;
  guint done, refused, away_refused;
  const char *what; /* name of the set, for messages */
} Run;

static const char *const lists[M2_N_NAMED] = {
  [M2_NAMES_TEXTURE] = "textures",       [M2_NAMES_MATERIAL] = "materials",           [M2_NAMES_BONE] = "bones",
  [M2_NAMES_WEIGHT] = "texture_weights", [M2_NAMES_TRANSFORM] = "texture_transforms", [M2_NAMES_COLOR] = "colors",
};

static gboolean
is_faithful (GBytes *model, GBytes *skin)
{
  g_autoptr (GArray) named = m2_named (model, skin);
  for (guint i = 0; i < named->len; i++)
    if (g_array_index (named, M2Named, i).kind == M2_NAMES_FAITHFUL && !g_array_index (named, M2Named, i).number)
      return FALSE;
  return TRUE;
}

static void
run_init (Run *run, const MwFileSet *set, guint away, const char *what)
{
  g_autoptr (MwFileSet) part = without (set, away);
  *run = (Run) { .set = set, .away = away, .document = m2_open (part), .what = what };
  run->rand = g_rand_new_with_seed (work_random ());
  run->faithful = TRUE;
  for (guint k = 0; k < M2_N_NAMED; k++) {
    const MwList *list = m2_list (run->document, lists[k]);
    run->ids[k] = g_array_new (FALSE, FALSE, sizeof (MwId));
    for (guint i = 0; i < list->n; i++)
      g_array_append_val (run->ids[k], list->items[i]->id);
  }
  for (guint i = 0; i < MIN (m2_model (run->document)->skins.n, MOST_PROFILES); i++) {
    g_autofree char *role = role_of (i);
    run->profiles[i] = m2_model (run->document)->skins.items[i]->id;
    const MwFilePart *file = mw_file_set_find (set, role);
    run->faithful &= !file || is_faithful (mw_file_set_main (set)->bytes, file->bytes);
    if (away & 1u << i)
      run->named[i] = m2_named (mw_file_set_main (set)->bytes, mw_file_set_find (set, role)->bytes);
  }
}

static void
run_clear (Run *run)
{
  g_object_unref (run->document);
  g_rand_free (run->rand);
  for (guint k = 0; k < M2_N_NAMED; k++)
    g_array_unref (run->ids[k]);
  for (guint i = 0; i < MOST_PROFILES; i++)
    if (run->named[i])
      g_array_unref (run->named[i]);
}

#define GONE 0xFFFFFFFEu /* never read from a file */

/* The present place of the record that the number named before. */
static guint32
place_now (const Run *run, M2NamedKind kind, guint32 number)
{
  if (kind >= M2_N_NAMED || number == M2_NAMES_NOTHING)
    return number;
  const MwRecord *record = mw_model_find (&m2_model (run->document)->model,
                                          g_array_index (run->ids[kind], MwId, number));
  return record ? mw_record_index (record) : GONE;
}

/* Whether a number in the profile itself (not in the model's tables), which named nothing before, now names a record
 * that was added at that place. That is as everywhere: see stored-numbers.c. */
static gboolean
names_new (const Run *run, const M2Named *was, const M2Named *is)
{
  gboolean direct = was->kind == M2_NAMES_COLOR || was->kind == M2_NAMES_MATERIAL || strcmp (was->from, "shadow") == 0
                    || strcmp (was->from, "section") == 0;
  if (!direct || was->number != M2_NAMES_NOTHING || is->number == M2_NAMES_NOTHING)
    return FALSE;
  MwId id = m2_list (run->document, lists[is->kind])->items[is->number]->id;
  for (guint i = 0; i < run->ids[is->kind]->len; i++)
    if (g_array_index (run->ids[is->kind], MwId, i) == id)
      return FALSE;
  return TRUE;
}

static void
check_profile (const Run *run, guint profile, GBytes *model, const char *line)
{
  g_autofree char *role = role_of (profile);
  const GArray *before = run->named[profile];
  g_autoptr (GArray) now = m2_named (model, mw_file_set_find (run->set, role)->bytes);
  g_assert_cmpuint (now->len, ==, before->len);
  for (guint i = 0; i < before->len; i++) {
    const M2Named *was = &g_array_index (before, M2Named, i), *is = &g_array_index (now, M2Named, i);
    guint32 due = place_now (run, was->kind, was->number);
    if (is->number != due && !names_new (run, was, is))
      g_error ("%s without profiles 0x%x: %s: %s %u of profile %u named %s %d, which is %d now, and names %d",
               run->what, run->away, line, was->from, was->index, profile, m2_named_word (was->kind), (int) was->number,
               (int) due, (int) is->number);
  }
}

/* Checks that entries of combos keep their places and name the same records, because missing files may use any of
 * them. */
static void
check_combos (const Run *run, GBytes *model, const char *line)
{
  g_autoptr (GArray) before = m2_named_combos (mw_file_set_main (run->set)->bytes), now = m2_named_combos (model);
  for (guint i = 0, k = 0; i < before->len; i++, k++) {
    const M2Named *was = &g_array_index (before, M2Named, i);
    /* Entries are added only at the ends of tables. */
    while (k < now->len && g_array_index (now, M2Named, k).from != was->from)
      k++;
    g_assert_cmpuint (k, <, now->len);
    const M2Named *is = &g_array_index (now, M2Named, k);
    if (is->index != was->index || is->number != place_now (run, was->kind, was->number))
      g_error ("%s without profiles 0x%x: %s: %s[%u] named %d, and names %d", run->what, run->away, line, was->from,
               was->index, (int) was->number, (int) is->number);
  }
}

static gboolean
any_away (const Run *run)
{
  for (uint32_t i = 0; i < m2_model (run->document)->skins.n; i++)
    if (((const MwM2Skin *) m2_model (run->document)->skins.items[i])->not_loaded)
      return TRUE;
  return FALSE;
}

/* Checks the references of loaded profiles, which are also looked up in the bytes. */
static void
check_loaded (const Run *run, const MwFileSet *saved, const char *line)
{
  g_autofree uint32_t *numbers = mw_model_numbers (mw_document_get_model (run->document));
  for (guint k = 0; k < m2_model (run->document)->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) m2_model (run->document)->skins.items[k];
    g_autofree char *role = role_of (k);
    if (skin->not_loaded)
      continue;
    g_autoptr (GArray) named = m2_named (mw_file_set_main (saved)->bytes, mw_file_set_find (saved, role)->bytes);
    for (guint i = 0; i < named->len; i++) {
      const M2Named *each = &g_array_index (named, M2Named, i);
      if (run->faithful && each->kind == M2_NAMES_FAITHFUL && !each->number)
        g_error ("%s without profiles 0x%x: %s: vertex %u of profile %u has the wrong bones", run->what, run->away,
                 line, each->index, k);
      if (strcmp (each->from, "batch") != 0 || each->kind == M2_NAMES_COORD)
        continue;
      const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[each->index];
      /* One color, material and weight each, then three references for each unit. */
      guint unit = 0;
      for (guint b = i; b-- > 0 && g_array_index (named, M2Named, b).index == each->index
                        && strcmp (g_array_index (named, M2Named, b).from, "batch") == 0;)
        unit += g_array_index (named, M2Named, b).kind == each->kind;
      MwRef ref = each->kind == M2_NAMES_COLOR      ? batch->color
                  : each->kind == M2_NAMES_MATERIAL ? batch->material
                  : each->kind == M2_NAMES_WEIGHT   ? batch->weight
                  : each->kind == M2_NAMES_TEXTURE  ? ((const MwRef *) batch->textures.data)[unit]
                                                    : ((const MwRef *) batch->transforms.data)[unit];
      guint32 due = ref.id ? numbers[ref.id] : M2_NAMES_NOTHING;
      if (each->number != due)
        g_error ("%s without profiles 0x%x: %s: batch %u of profile %u names %s %d in its file, %d in the model",
                 run->what, run->away, line, each->index, k, m2_named_word (each->kind), (int) each->number, (int) due);
    }
  }
}

/* Saves, adds the missing files, and checks. */
static void
check_saved (const Run *run, const char *line)
{
  g_autoptr (MwFileSet) saved = m2_saved (run->document);
  g_autoptr (GError) error = NULL;
  if (any_away (run))
    check_combos (run, mw_file_set_main (saved)->bytes, line);
  for (guint i = 0; i < MOST_PROFILES; i++) {
    const MwRecord *profile = run->away & 1u << i ? mw_model_find (&m2_model (run->document)->model, run->profiles[i])
                                                  : NULL;
    if (!profile) /* it was deleted */
      continue;
    g_assert_cmpuint (mw_record_index (profile), ==, i);
    check_profile (run, i, mw_file_set_main (saved)->bytes, line);
    g_autofree char *role = role_of (i);
    mw_file_set_add (saved, role, NULL, mw_file_set_find (run->set, role)->bytes);
  }
  check_loaded (run, saved, line);
  MwFormat format;
  MwModel *whole = mw_io_read (saved, &format, NULL, &error);
  if (!whole)
    g_error ("%s without profiles 0x%x: %s: %s", run->what, run->away, line, error->message);
  mw_model_free (whole);
}

/* --- Edits ---------------------------------------------------------------------------------------------------------- */

/* Runs a line and returns FALSE if it is refused. If the complete set would accept it, the refusal must name a
 * missing file. That is asked only where no earlier edit is in place, for the complete set is opened unedited. */
static gboolean
try_line (Run *run, const char *line)
{
  g_autoptr (GError) error = NULL;
  if (mw_script_run_line (run->document, line, NULL, &error)) {
    run->done++;
    return TRUE;
  }
  run->refused++;
  if (strstr (error->message, ".skin\"")) {
    gboolean named = FALSE;
    for (guint i = 0; i < MOST_PROFILES; i++) {
      g_autofree char *file = g_strdup_printf ("\"...%02u.skin\"", i);
      named |= i < m2_model (run->document)->skins.n
               && ((const MwM2Skin *) m2_model (run->document)->skins.items[i])->not_loaded
               && strstr (error->message, file);
    }
    if (!named)
      g_error ("%s without profiles 0x%x: %s: %s", run->what, run->away, line, error->message);
    run->away_refused++;
    return FALSE;
  }
  if (!run->away || mw_document_get_position (run->document) > 0)
    return FALSE;
  MwDocument *whole = m2_open (run->set);
  if (mw_script_run_line (whole, line, NULL, NULL))
    g_error ("%s without profiles 0x%x: %s: only refused without them, and no file is named: %s", run->what, run->away,
             line, error->message);
  g_object_unref (whole);
  return FALSE;
}

static void add_line (GPtrArray *lines, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_line (GPtrArray *lines, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_ptr_array_add (lines, g_strdup_vprintf (format, args));
  va_end (args);
}

/* Adds lines with all verbs that change a list, for its first, last and a middle record. */
static void
add_list_lines (GPtrArray *lines, const char *path, guint n)
{
  static const char *const verbs[] = { "delete", "duplicate", "move-up", "move-down" };
  const guint places[] = { 0, n / 2, n - 1 };
  for (guint v = 0; v < G_N_ELEMENTS (verbs); v++)
    for (guint p = 0; n && p < G_N_ELEMENTS (places); p++)
      if (p == 0 || places[p] != places[p - 1])
        add_line (lines, "%s %s[%u]", verbs[v], path, places[p]);
  add_line (lines, "add %s", path);
}

static void
add_profile_lines (GPtrArray *lines, const MwM2 *model, guint k)
{
  const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
  static const char *const below[] = { "submeshes", "batches", "shadow_batches" };
  for (guint i = 0; i < G_N_ELEMENTS (below); i++) {
    g_autofree char *path = g_strdup_printf ("skins[%u].%s", k, below[i]);
    add_list_lines (lines, path, mw_record_list (&skin->record, mw_schema_field (&mw_m2_skin_schema, below[i]))->n);
  }
  const guint places[] = { 0, skin->batches.n / 2, skin->batches.n - 1 };
  for (guint p = 0; skin->batches.n && p < G_N_ELEMENTS (places); p++) {
    g_autofree char *batch = g_strdup_printf ("skins[%u].batches[%u]", k, places[p]);
    add_line (lines, "surface-delete %s", batch);
    add_line (lines, "surface-texture %s texture=textures[%u]", batch, model->textures.n - 1);
    add_line (lines, "surface-texture %s texture=textures[0] unit=1", batch);
    add_line (lines, "surface-blend %s blend_mode=5", batch);
    add_line (lines, "set %s.units.texture[0]=textures[%u]", batch, model->textures.n / 2);
    add_line (lines, "set %s.units.coord[0]=1", batch);
    add_line (lines, "set %s.units.transform[0]=texture_transforms[0]", batch);
    add_line (lines, "set %s.units.transform[0]=none", batch);
    add_line (lines, "set %s.weight=none", batch);
    add_line (lines, "set %s.weight=texture_weights[%u]", batch, model->texture_weights.n - 1);
    add_line (lines, "set %s.color=none", batch);
    add_line (lines, "set %s.material=materials[%u]", batch, model->materials.n - 1);
  }
  add_line (lines, "set skins[%u].submeshes[0].triangles[0]=%u", k, mw_m2_n_vertices (model) - 1);
  add_line (lines, "set skins[%u].submeshes[0].triangles[*]=%u", k, mw_m2_n_vertices (model) / 2);
  add_line (lines, "set skins[%u].bone_limit=21", k);
}

static GPtrArray *
lines_for (const MwM2 *model)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < mw_schema_n_fields (&mw_m2_schema); i++) {
    const MwField *field = mw_schema_field_at (&mw_m2_schema, i);
    if (field->type == MW_TYPE_LIST)
      add_list_lines (lines, field->name, mw_record_list (&model->model.record, field)->n);
  }
  for (guint k = 0; k < model->skins.n; k++)
    if (!((const MwM2Skin *) model->skins.items[k])->not_loaded)
      add_profile_lines (lines, model, k);
  guint bones = model->bones.n, vertices = mw_m2_n_vertices (model);
  add_line (lines, "re-parent bones[%u] parent=bones[0]", bones - 1);
  add_line (lines, "re-parent bones[%u] parent=bones[%u]", bones > 1 ? 1 : 0, bones - 1);
  for (guint v = 0; v < MIN (vertices, 2); v++) {
    add_line (lines, "set vertices[%u].bones={%u,%u,0,0}", v, bones - 1, bones / 2);
    add_line (lines, "set vertices[%u].bones[3]=%u", v, bones - 1);
    add_line (lines, "set vertices[%u].weights={100,100,50,5}", v);
    add_line (lines, "set vertices[%u].weights={255,0,0,0}", v);
    add_line (lines, "set vertices[%u].position={1,2,3}", v);
  }
  add_line (lines, "set textures[*].type=0");
  add_line (lines, "delete textures[*]");
  add_line (lines, "delete texture_transforms[*]");
  add_line (lines, "move-down textures[0],textures[%u]", model->textures.n / 2);
  add_line (lines, "rebuild-layout");
  return lines;
}

/* --- The tests ------------------------------------------------------------------------------------------------------ */

/* Runs only every n-th line, because there are many; fewer for subsets, and still fewer for large sets. Each subset
 * starts at another line. */
static guint
share_of (const Run *run)
{
  enum { AT_ONCE = 300 << 10, SHARES = 3, OF_LARGE = 15 };
  return (m2_set_size (run->set) > AT_ONCE ? OF_LARGE : run->away ? SHARES : 1) * work_fraction ();
}

static void
each_line (Run *run)
{
  g_autoptr (GPtrArray) lines = lines_for (m2_model (run->document));
  g_autoptr (MwFileSet) part = without (run->set, run->away);
  for (guint i = run->away % share_of (run); i < lines->len; i += share_of (run)) {
    if (!try_line (run, lines->pdata[i]))
      continue;
    check_saved (run, lines->pdata[i]);
    mw_document_go_to (run->document, 0);
  }
  g_autoptr (MwFileSet) again = m2_saved (run->document);
  /* `again` has no file for a profile that the model does not count. */
  m2_assert_same_set (again, part);
}

/* Runs many lines one after the other, with some undone. Checks what is saved then, at the first step, and at the last
 * step again. */
static void
many_lines (Run *run, guint steps)
{
  g_autoptr (GString) done = g_string_new (NULL);
  for (guint i = 0; i < steps; i++) {
    g_autoptr (GPtrArray) lines = lines_for (m2_model (run->document));
    const char *line = lines->pdata[g_rand_int_range (run->rand, 0, (gint32) lines->len)];
    if (try_line (run, line))
      g_string_append_printf (done, "%s; ", line);
    if (g_rand_int_range (run->rand, 0, 4) == 0) {
      mw_document_undo (run->document);
      g_string_append (done, "undo; ");
    }
  }
  check_saved (run, done->str);
  guint position = mw_document_get_position (run->document);
  mw_document_go_to (run->document, 0);
  check_saved (run, "undone");
  mw_document_go_to (run->document, position);
  check_saved (run, done->str);
}

static void
check_set (const MwFileSet *set, const char *what, guint64 *done, guint64 *away_refused)
{
  guint expected, there = profiles_of (set, &expected);
  for (guint away = 0; away < 1u << MOST_PROFILES; away++) {
    Run run;
    /* Skips subsets with profiles that do not exist, and the complete set. */
    if ((away & there) != away || (away == 0 && there == expected))
      continue;
    run_init (&run, set, away, what);
    each_line (&run);
    mw_document_go_to (run.document, 0);
    for (guint i = 0; i < MAX (4 / share_of (&run), 1); i++) {
      many_lines (&run, 25);
      mw_document_go_to (run.document, 0);
    }
    *done += run.done;
    *away_refused += run.away_refused;
    run_clear (&run);
  }
}

static void
test_real (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (LARGEST);
  guint64 done = 0, refused = 0;
  for (guint i = 0; sets && i < sets->len; i++) {
    const MwFileSet *set = sets->pdata[i];
    g_autofree char *name = g_path_get_basename (mw_file_set_main (set)->path);
    if (m2_set_version (set) >= 264)
      check_set (set, name, &done, &refused);
  }
  g_test_message ("%" G_GUINT64_FORMAT " edits were made, %" G_GUINT64_FORMAT " refused for a missing file", done,
                  refused);
  g_assert_true (!sets || (done > 100 && refused > 100));
}

static void
test_made (void)
{
  static const M2GenerateOptions made[] = {
    { 264, 1, 0 }, { 264, 2, M2_FORM_LATE_SKIN }, { 264, 3, M2_FORM_NO_COMBINERS },
    { 268, 4, 0 }, { 272, 5, M2_FORM_NO_COORDS },
  };
  guint64 done = 0, refused = 0;
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (made[i].version, made[i].seed, made[i].form);
    g_autofree char *what = g_strdup_printf ("made %u, form %u", made[i].version, made[i].form);
    check_set (set, what, &done, &refused);
  }
  g_test_message ("%" G_GUINT64_FORMAT " edits were made, %" G_GUINT64_FORMAT " refused for a missing file", done,
                  refused);
  g_assert_true (done > 100 && refused > 100);
}

/* A run of textures may start within the combos and extend beyond their end, as long as nothing follows them. */
static void
test_beyond_end (void)
{
  g_autoptr (MwFileSet) made = m2_made_set (264, 1, 0);
  gsize model_size, size;
  const guint8 *model = g_bytes_get_data (mw_file_set_main (made)->bytes, &model_size);
  g_autofree guint8 *skin = g_memdup2 (g_bytes_get_data (mw_file_set_find (made, "skin0")->bytes, &size),
                                       g_bytes_get_size (mw_file_set_find (made, "skin0")->bytes));
  guint32 batches, n_batches, n_combos;
  memcpy (&n_batches, skin + 36, 4);
  memcpy (&batches, skin + 40, 4);
  memcpy (&n_combos, model + 0x80, 4);
  guint i = 0;
  while (i < n_batches && skin[batches + 24 * i + 0x0E] < 2)
    i++;
  g_assert_cmpuint (i, <, n_batches);
  guint16 start = (guint16) (n_combos - 1);
  memcpy (skin + batches + 24 * (gsize) i + 0x10, &start, 2);
  g_autoptr (MwFileSet) set = m2_set_with (made, "skin0", skin, size);
  Run run;
  run_init (&run, set, 2, "a run beyond the end");
  m2_do (run.document, "add textures");
  check_saved (&run, "add textures");
  /* Each of the others, because they are checked one after the other. */
  for (guint k = 0; k < n_batches; k++) {
    g_autofree char *line = g_strdup_printf ("set skins[0].batches[%u].units.texture[0]=textures[%u]", k,
                                             m2_model (run.document)->textures.n - 1);
    guint position = mw_document_get_position (run.document);
    if (k == i)
      continue;
    m2_do (run.document, line);
    check_saved (&run, line);
    mw_document_go_to (run.document, position);
  }
  run_clear (&run);
}

/* Files that are carried along, and that no reader understands, name bones by number; one kind also names everything
 * that profiles name. */
static void
test_carried (void)
{
  static const struct {
    const char *role, *file;
    gboolean profile;
  } carried[] = { { "lod1", "_lod01.skin", TRUE }, { "bone0", "_00.bone", FALSE }, { "phys", ".phys", FALSE } };
  static const char *const of_bones[] = { "move-up bones[1]", "duplicate bones[0]", "delete bones[2]" };
  static const char *const of_profiles[] = { "delete materials[0]", "move-up materials[1]", "duplicate colors[0]",
                                             "delete texture_transforms[0]", "set vertices[0].bones={3,3,3,3}" };
  static const guint8 bytes[] = "SKIN";
  for (guint i = 0; i < G_N_ELEMENTS (carried); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (268, 1, 0);
    g_autoptr (GBytes) file = g_bytes_new_static (bytes, sizeof bytes);
    g_autofree char *named = g_strdup_printf ("\"...%s\"", carried[i].file);
    mw_file_set_add_companion (set, carried[i].role, NULL, carried[i].file, file);
    MwDocument *document = m2_open (set);
    for (guint k = 0; k < G_N_ELEMENTS (of_bones); k++) {
      g_autoptr (GError) error = NULL;
      g_assert_false (mw_script_run_line (document, of_bones[k], NULL, &error));
      /* An edit that would put a bone before its parent is refused for that, before or after the check for files. */
      g_assert_true (strstr (error->message, named) || strstr (error->message, "parent"));
    }
    for (guint k = 0; k < G_N_ELEMENTS (of_profiles); k++) {
      g_autoptr (GError) error = NULL;
      gboolean done = mw_script_run_line (document, of_profiles[k], NULL, &error);
      g_assert_cmpint (!done && strstr (error->message, named), ==, carried[i].profile);
    }
    m2_do (document, "add bones parent=bones[0]");
    m2_do (document, "add materials");
    g_object_unref (document);
  }
}

/* From version 265 on a flag says that there is a .phys file, which names bones. */
static void
test_physics (void)
{
  MwDocument *document;
  for (guint flag = 0; flag < 2; flag++) {
    g_autoptr (MwFileSet) set = m2_made_set (272, 1, 0);
    g_autoptr (GError) error = NULL;
    document = m2_open (set);
    m2_do (document, flag ? "set flags=0x28" : "set flags=0x8");
    gboolean done = mw_script_run_line (document, "duplicate bones[0]", NULL, &error);
    g_assert_cmpint (done, ==, !flag);
    g_assert_true (done || strstr (error->message, "\"....phys\""));
    g_object_unref (document);
  }
}

/* Surfaces are edited in all loaded profiles. For one that is not loaded there is a notice. */
static void
test_notice (void)
{
  for (guint away = 0; away < 2; away++) {
    g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), part = without (set, away ? 1u << 2 : 0);
    MwDocument *document = m2_open (part);
    m2_do (document, "surface-delete skins[0].batches[0]");
    gboolean found = FALSE;
    const char *const *notices = mw_document_get_notices (document);
    for (guint i = 0; notices && notices[i]; i++)
      found |= g_str_has_prefix (notices[i], "skins[2]: the file \"...02.skin\" is not loaded");
    g_assert_cmpint (found, ==, away);
    m2_do (document, "set textures[0].type=1");
    notices = mw_document_get_notices (document);
    g_assert_true (!notices || !notices[0]);
    g_object_unref (document);
  }
}

static void
assert_keeps_weights (MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_script_run_line (document, "move-up texture_weights[1]", NULL, &error));
  g_assert_nonnull (strstr (error->message, ".skin\" is not loaded"));
}

/* Whether a missing profile may have shadow batches, which name textures and weights by number, is decided by the
 * files that were read. Adding a profile, or removing the shadow batches of one, does not change that. */
static void
test_shadows (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (272, 1, 0);
  g_autoptr (MwFileSet) none = without (set, G_MAXUINT), last = without (set, 1u << 2);
  MwDocument *document = m2_open (none);
  assert_keeps_weights (document);
  guint n = m2_model (document)->skins.n;
  g_autofree char *batch = g_strdup_printf ("add skins[%u].batches", n);
  m2_do (document, "add skins");
  m2_do (document, batch);
  assert_keeps_weights (document);
  g_object_unref (document);
  document = m2_open (last);
  const MwM2Skin *read = (const MwM2Skin *) m2_model (document)->skins.items[0];
  g_assert_cmpuint (read->shadow_batches.n, >, 0);
  assert_keeps_weights (document);
  m2_do (document, "delete skins[*].shadow_batches[*]");
  g_assert_cmpuint (read->shadow_batches.n, ==, 0);
  assert_keeps_weights (document);
  g_object_unref (document);
}

/* With a global flag, ribbons also name entries of the transform combos. */
static void
test_ribbons (void)
{
  for (guint flag = 0; flag < 2; flag++) {
    g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
    MwDocument *document = m2_open (set);
    g_assert_cmpuint (m2_model (document)->ribbons.n, >, 0);
    m2_do (document, "set ribbons[*].texture_transform_index=1");
    m2_do (document, flag ? "set flags=0x20008" : "set flags=0x8");
    g_autoptr (MwFileSet) flagged = m2_saved (document);
    g_object_unref (document);
    document = m2_open (flagged);
    g_autoptr (GArray) before = m2_named_combos (mw_file_set_main (flagged)->bytes);
    m2_do (document, "set skins[*].batches[*].units.transform[*]=none");
    g_autoptr (MwFileSet) saved = m2_saved (document);
    g_autoptr (GArray) now = m2_named_combos (mw_file_set_main (saved)->bytes);
    gboolean same = TRUE;
    for (guint i = 0; i < before->len; i++) {
      const M2Named *was = &g_array_index (before, M2Named, i);
      guint k = 0;
      while (k < now->len
             && (strcmp (g_array_index (now, M2Named, k).from, was->from) != 0
                 || g_array_index (now, M2Named, k).index != was->index))
        k++;
      if (strcmp (was->from, "transform combos") == 0)
        same &= k < now->len && g_array_index (now, M2Named, k).number == was->number;
    }
    g_assert_cmpint (same, ==, flag);
    g_object_unref (document);
  }
}

static void
test_independent (void)
{
  static const char *const allowed[] = { "\"tests/m2/named.h\"", "<glib.h>", "<string.h>", NULL };
  g_assert_cmpuint (includes_only ("named", allowed), >, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/m2 unread/references of a missing profile stay valid, in real sets", test_real);
  g_test_add_func ("/edit/m2 unread/references of a missing profile stay valid, in generated sets", test_made);
  g_test_add_func ("/edit/m2 unread/runs that read beyond the end of the combos stay when these grow", test_beyond_end);
  g_test_add_func ("/edit/m2 unread/records to which unread files refer stay in place", test_carried);
  g_test_add_func ("/edit/m2 unread/a model with physics keeps its bones in place", test_physics);
  g_test_add_func ("/edit/m2 unread/a notice names a profile that an edit does not reach", test_notice);
  g_test_add_func ("/edit/m2 unread/only files that were read show that a missing profile has no shadows",
                   test_shadows);
  g_test_add_func ("/edit/m2 unread/entries that ribbons refer to stay in place", test_ribbons);
  g_test_add_func ("/edit/m2 unread/this test finds the references with code of its own", test_independent);
  return g_test_run ();
}
