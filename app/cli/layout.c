/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/layout-text.h"
#include "app/cli/values.h"
#include "core/base/number.h"

#include <string.h>

typedef struct {
  uint64_t offset;
  guint line;
} LinePlace;

typedef struct {
  MwCli *cli;
  const MwModel *model;
  const MwByteMap *map;
  const MwFileSet *set;  /* what was written */
  char **titles;         /* what its parts are called */
  const guint8 *text; /* of a text: offsets are shown as lines; else NULL */
  LinePlace *last;
} Layout;

/* Counts on from the place asked for last: entries are asked for in order. */
static guint
line_of (const Layout *l, uint64_t offset)
{
  LinePlace *last = l->last;
  if (offset < last->offset)
    *last = (LinePlace) { 0, 1 };
  for (; last->offset < offset; last->offset++)
    last->line += l->text[last->offset] == '\n';
  return last->line;
}

/* The value behind the bytes as a short text; "" where the bytes are no value. */
static char *
summary_of (const Layout *l, const MwBytes *bytes)
{
  MwRecord *record = bytes->record ? mw_model_find (l->model, bytes->record) : NULL;
  if (bytes->kind != MW_BYTES_VALUE || !record || !bytes->field)
    return g_strdup ("");
  MwTarget target = mw_cli_whole (record, bytes->field);
  return mw_cli_summary (l->model, &target);
}

static void
line (const Layout *l, uint64_t offset, uint64_t size, uint32_t count, const char *kind, const char *path,
      const char *text)
{
  g_autofree char *number = count <= 1 ? g_strdup ("") : g_strdup_printf ("%u", count);
  g_autofree char *where = l->text ? g_strdup_printf ("line %5u", line_of (l, offset))
                                   : g_strdup_printf ("0x%08" G_GINT64_MODIFIER "x", offset);
  mw_cli_print (l->cli, "%s %8" G_GUINT64_FORMAT " %6s  %-7s  %s%s%s\n", where, size, number, kind, *path ? path : "(model)", *text ? "  " : "", text);
}

static void
print_one (const Layout *l, const MwBytes *bytes)
{
  g_autofree char *path = mw_bytes_path (bytes, l->model), *value = summary_of (l, bytes);
  GString *text = g_string_new (NULL);
  switch (bytes->kind) {
  case MW_BYTES_VALUE:
    g_string_append (text, value);
    if (bytes->stride)
      g_string_append_printf (text, "  every %u bytes", bytes->stride);
    break;
  case MW_BYTES_DERIVED:
    g_string_append_printf (text, "%s, follows from %s", bytes->tag, *path ? path : "the model");
    break;
  case MW_BYTES_FIXED:
    g_string_append (text, bytes->tag);
    break;
  case MW_BYTES_NOTE:
    g_string_append_printf (text, "%s, as the file had it", bytes->tag);
    break;
  }
  line (l, bytes->offset, bytes->size, bytes->count, mw_bytes_kind_name (bytes->kind), path, text->str);
  g_string_free (text, TRUE);
}

/* Whether an entry is one of the plain values of a record, which share a line. */
static gboolean
is_scalar (const MwBytes *bytes)
{
  return bytes->kind == MW_BYTES_VALUE && bytes->field && bytes->field->type != MW_TYPE_ARRAY && bytes->record;
}

/* Neighbouring plain values of one record: entries [from, to), notes among them left out. */
static void
print_record (const Layout *l, guint from, guint to)
{
  const MwBytes *first = &g_array_index (l->map->entries, MwBytes, from);
  GString *text = g_string_new (NULL);
  uint64_t size = 0;
  guint n = 0;
  for (guint i = from; i < to; i++) {
    const MwBytes *bytes = &g_array_index (l->map->entries, MwBytes, i);
    if (bytes->kind == MW_BYTES_NOTE)
      continue;
    g_autofree char *value = summary_of (l, bytes);
    size += bytes->size;
    n++;
    if (text->len < 100)
      g_string_append_printf (text, "%s%s = %s", text->len ? "; " : "", bytes->field->name, value);
    else if (!g_str_has_suffix (text->str, " ..."))
      g_string_append (text, " ...");
  }
  g_autofree char *path = mw_record_path (mw_model_find (l->model, first->record));
  line (l, first->offset, size, n, "value", path, text->str);
  g_string_free (text, TRUE);
}

static void
print_map (const Layout *l)
{
  const GArray *entries = l->map->entries;
  mw_cli_print (l->cli, "%-10s %8s %6s  %-7s  %s\n", l->text ? "line" : "offset", "size", "count", "kind",
                "path, value");
  for (guint i = 0; i < entries->len; i++) {
    const MwBytes *bytes = &g_array_index (entries, MwBytes, i);
    guint to = i + 1, scalars = 1;
    if (l->set->parts->len > 1 && (i == 0 || bytes->part != bytes[-1].part))
      mw_cli_print (l->cli, "%s%s%s:\n", mw_cli_color (l->cli, "1"), l->titles[bytes->part], mw_cli_color (l->cli, "0"));
    uint64_t end = bytes->offset + bytes->size;
    for (; is_scalar (bytes) && !l->cli->verbose && to < entries->len; to++) {
      const MwBytes *next = &g_array_index (entries, MwBytes, to);
      if (next->part != bytes->part)
        break;
      if (next->kind == MW_BYTES_NOTE && next->offset < end)
        continue;
      if (!is_scalar (next) || next->record != bytes->record || next->offset != end)
        break;
      end += next->size;
      scalars++;
    }
    if (scalars > 1)
      print_record (l, i, to);
    else
      print_one (l, bytes);
    for (guint k = i + 1; k < to; k++)
      if (g_array_index (entries, MwBytes, k).kind == MW_BYTES_NOTE)
        print_one (l, &g_array_index (entries, MwBytes, k));
    i = to - 1;
  }
}

static void
json_entry (const Layout *l, MwJson *json, const MwBytes *bytes, const char *path)
{
  if (l->set->parts->len > 1)
    mw_json_string (json, "file", l->titles[bytes->part]);
  mw_json_uint (json, "offset", bytes->offset);
  if (l->text)
    mw_json_uint (json, "line", line_of (l, bytes->offset));
  mw_json_uint (json, "size", bytes->size);
  mw_json_uint (json, "count", bytes->count);
  if (bytes->stride)
    mw_json_uint (json, "stride", bytes->stride);
  mw_json_string (json, "kind", mw_bytes_kind_name (bytes->kind));
  mw_json_string (json, "path", path);
  if (*bytes->tag)
    mw_json_string (json, "word", bytes->tag);
  if (is_scalar (bytes)) {
    MwTarget target = mw_cli_whole (mw_model_find (l->model, bytes->record), bytes->field);
    mw_cli_json_value (json, "value", l->model, &target);
  }
}

static gsize
size_of (const Layout *l, guint part)
{
  return g_bytes_get_size (((MwFilePart *) l->set->parts->pdata[part])->bytes);
}

static void
json_map (const Layout *l, const char *file)
{
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_uint (json, "bytes", size_of (l, 0));
  if (l->set->parts->len > 1) {
    mw_json_begin_array (json, "files");
    for (guint i = 0; i < l->set->parts->len; i++) {
      mw_json_begin_object (json, NULL);
      mw_json_string (json, "file", l->titles[i]);
      mw_json_string (json, "role", ((MwFilePart *) l->set->parts->pdata[i])->role);
      mw_json_uint (json, "bytes", size_of (l, i));
      mw_json_end_object (json);
    }
    mw_json_end_array (json);
  }
  mw_json_begin_array (json, "entries");
  for (guint i = 0; i < l->map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (l->map->entries, MwBytes, i);
    g_autofree char *path = mw_bytes_path (bytes, l->model);
    mw_json_begin_object (json, NULL);
    json_entry (l, json, bytes, path);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  mw_cli_object (l->cli, file, TRUE, json);
}

/* The part that --in names, by its role or its name; the main file without. FALSE: there is none, reported. */
static gboolean
chosen_part (const Layout *l, const char *file, guint *part)
{
  const char *name = mw_cli_option (l->cli, "in");
  *part = 0;
  if (!name)
    return TRUE;
  g_autoptr (GPtrArray) roles = g_ptr_array_new ();
  for (guint i = 0; i < l->set->parts->len; i++) {
    const char *role = ((MwFilePart *) l->set->parts->pdata[i])->role;
    g_autofree char *base = g_path_get_basename (l->titles[i]);
    g_ptr_array_add (roles, (gpointer) role);
    *part = i;
    if (strcmp (name, role) == 0 || strcmp (name, l->titles[i]) == 0 || strcmp (name, base) == 0)
      return TRUE;
  }
  g_ptr_array_add (roles, NULL);
  mw_cli_usage (l->cli, "--in=%s: %s has no such companion; the nearest is %s", name, file,
                mw_cli_nearest (name, (const char *const *) roles->pdata));
  return FALSE;
}

/* --at: who owns one byte. */
static void
tell_owner (const Layout *l, const char *file)
{
  const char *text = mw_cli_option (l->cli, "at");
  gsize used;
  guint part;
  int64_t offset;
  if (!mw_int_from_text (text, strlen (text), &used, 0, G_MAXINT64, &offset) || used != strlen (text)) {
    mw_cli_usage (l->cli, "--at=%s: expected a byte offset such as 1234 or 0x4d2", text);
    return;
  }
  if (!chosen_part (l, file, &part))
    return;
  const MwBytes *bytes = mw_byte_map_owner (l->map, part, (uint64_t) offset);
  if (!bytes && (guint64) offset >= size_of (l, part)) {
    mw_cli_usage (l->cli, "--at=%s: %s has %" G_GSIZE_FORMAT " bytes", text, l->titles[part], size_of (l, part));
    return;
  }
  if (!bytes) {
    mw_cli_usage (l->cli, "--at=%s: nothing owns that byte of %s", text, l->titles[part]);
    return;
  }
  g_autofree char *path = mw_bytes_path_at (bytes, l->model, (uint64_t) offset);
  if (l->cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    mw_json_int (json, "at", offset);
    mw_json_begin_object (json, "owner");
    json_entry (l, json, bytes, path);
    mw_json_end_object (json);
    mw_cli_object (l->cli, file, TRUE, json);
    return;
  }
  mw_cli_print (l->cli, "%s", *path ? path : "(model)");
  mw_cli_print (l->cli, "  %s", mw_bytes_kind_name (bytes->kind));
  if (*bytes->tag)
    mw_cli_print (l->cli, " %s", bytes->tag);
  mw_cli_print (l->cli, ", byte %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " at 0x%" G_GINT64_MODIFIER "x\n",
                (uint64_t) offset - bytes->offset,
                bytes->stride ? (uint64_t) bytes->stride * bytes->count : bytes->size, bytes->offset);
  if (l->text)
    mw_cli_print (l->cli, "line %u\n", line_of (l, (uint64_t) offset));
}

/* What the parts are called: as they stand, or by role where they stand nowhere. */
static char **
titles_of (const char *file, const MwFileSet *was, const MwFileSet *set)
{
  GPtrArray *titles = g_ptr_array_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const char *role = ((MwFilePart *) set->parts->pdata[i])->role;
    const MwFilePart *before = mw_file_set_find (was, role);
    g_ptr_array_add (titles, g_strdup (i == 0 ? file : before && before->path ? before->path : role));
  }
  g_ptr_array_add (titles, NULL);
  return (char **) g_ptr_array_free (titles, FALSE);
}

static void
run (MwCli *cli)
{
  const char *file = cli->args->pdata[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) was = NULL;
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  MwFormat format;
  MwModel *model = mw_cli_load (cli, file, &format, &was);
  if (!model)
    return;
  g_autoptr (MwFileSet) set = mw_io_write_set (model, format, map, NULL, &error);
  if (!set) {
    mw_cli_fail (cli, file, error, MW_EXIT_OUTPUT);
  } else {
    LinePlace start = { 0, 1 };
    g_auto (GStrv) titles = titles_of (file, was, set);
    Layout layout = { .cli = cli, .model = model, .map = map, .set = set, .titles = titles, .last = &start };
    layout.text = format.text ? g_bytes_get_data (mw_file_set_main (set)->bytes, NULL) : NULL;
    for (guint i = 0; i < set->parts->len; i++) {
      const MwFilePart *part = set->parts->pdata[i], *before = mw_file_set_find (was, part->role);
      if (!before || !g_bytes_equal (before->bytes, part->bytes))
        mw_cli_say (cli, "%s: this is the layout that saving gives; the file itself differs (see verify)", titles[i]);
    }
    if (mw_cli_has (cli, "at"))
      tell_owner (&layout, file);
    else if (mw_cli_has (cli, "in"))
      mw_cli_usage (cli, "--in goes with --at");
    else if (cli->json)
      json_map (&layout, file);
    else
      print_map (&layout);
  }
  mw_model_free (model);
}

static const MwCliOption options[] = {
  { 0, "at", "OFFSET", "only which address owns that byte (decimal, or hexadecimal with 0x)" },
  { 0, "in", "COMPANION", "with --at: of that companion of an M2, by its name or as skin0, anim4-1" },
};

const MwCliVerb mw_verb_layout = {
  .name = "layout",
  .arguments = "FILE [--at=OFFSET [--in=COMPANION]]",
  .summary = "what each byte of a file is",
  .about =
    "Prints the map of a file, one line for each array and each record: offset, size, count, kind, address, value.\n"
    "Kinds: a value changes with its address; derived bytes (sizes, counts, ids) follow from the address that is\n"
    "named; fixed bytes are tags and pads; a note is spelling that the file had and the value does not say.\n"
    "Of MDL text lines are named in place of offsets, and fixed bytes are its words and braces.\n"
    "Companions of an M2 (.skin, .anim) follow the model, each under its name.\n"
    "Elements that stand interleaved with others (keys of tracks) say at what distance. -v: one line a field.\n",
  .examples = "layout footman.mdx\nlayout footman.mdx --at=0x1f4\nlayout bear.m2 --at=0x30 --in=skin0",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .most = 1,
  .run = run,
};
