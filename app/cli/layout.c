/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/schema/byte-owner.h"
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
  const guint8 *text; /* the bytes of an MDL text, whose offsets are shown as line numbers; else NULL */
  LinePlace *last;
  const MwFileSet *written, *read;
  gboolean all; /* show all parts, not only `part` */
  guint part;
} Layout;

static const MwFilePart *
part_at (const MwFileSet *set, guint part)
{
  return set->parts->pdata[part];
}

/* The line number of an offset. Counts on from the last call, because entries come in order. */
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

/* The value that the bytes hold, as short text; "" if they are not a value. Free with g_free(). */
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
  mw_cli_print (l->cli, "%s %8" G_GUINT64_FORMAT " %6s  %-7s  %s%s%s\n", where, size, number, kind,
                *path ? path : "(model)", *text ? "  " : "", text);
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
    g_string_append_printf (text, "%s, as it was in the file", bytes->tag);
    break;
  }
  line (l, bytes->offset, bytes->size, bytes->count, mw_bytes_kind_name (bytes->kind), path, text->str);
  g_string_free (text, TRUE);
}

/* Whether an entry is a plain value of a record. Neighbouring ones are printed on one line. */
static gboolean
is_scalar (const MwBytes *bytes)
{
  return bytes->kind == MW_BYTES_VALUE && bytes->field && bytes->field->type != MW_TYPE_ARRAY && bytes->record;
}

/* Prints neighbouring plain values of one record on one line: entries [from, to) without the notes among them. */
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

/* Prints the heading of a part; offsets count from its start. */
static void
print_part (const Layout *l, guint part)
{
  const MwFilePart *written = part_at (l->written, part), *file = mw_file_set_find (l->read, written->role);
  g_autofree char *name = file && file->path ? g_path_get_basename (file->path) : NULL;
  mw_cli_print (l->cli, "%s%s%s%s, %" G_GSIZE_FORMAT " bytes\n", part ? "\n" : "", written->role, name ? " in " : "",
                name ? name : "", g_bytes_get_size (written->bytes));
}

/* Counts the owners of each byte of a part: 0 (a gap), 1, or 2 for two and more (shared). Notes do not count, because their
 * bytes have an owner besides. Free with g_free(). */
static uint8_t *
count_owners (const Layout *l, guint part)
{
  gsize size = g_bytes_get_size (part_at (l->written, part)->bytes);
  uint8_t *owners = g_malloc0 (size + 1);
  for (guint i = 0; i < l->map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (l->map->entries, MwBytes, i);
    gboolean apart = bytes->stride && bytes->count;
    uint64_t width = apart ? bytes->size / bytes->count : bytes->size, stride = apart ? bytes->stride : bytes->size;
    if (bytes->part != part || bytes->kind == MW_BYTES_NOTE)
      continue;
    for (uint32_t k = 0; k < (apart ? bytes->count : 1); k++)
      for (uint64_t at = bytes->offset + k * stride; at < MIN (bytes->offset + k * stride + width, size); at++)
        owners[at] = (uint8_t) MIN (owners[at] + 1, 2);
  }
  return owners;
}

typedef struct {
  uint64_t offset, size;
  const char *kind; /* "fill", "gap", "shared" */
  guint not_zero;   /* bytes of it */
} Odd;

/* The runs of bytes of a part that have no owner or several: an array of Odd. Free with g_array_unref(). */
static GArray *
find_odd (const Layout *l, guint part)
{
  gsize size;
  const uint8_t *data = g_bytes_get_data (part_at (l->written, part)->bytes, &size);
  g_autofree uint8_t *owners = count_owners (l, part);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Odd));
  for (gsize at = 0; at < size;) {
    gsize end = at;
    Odd odd = { .offset = at, .kind = owners[at] ? "shared" : "gap" };
    for (; end < size && owners[end] == owners[at]; end++)
      odd.not_zero += data[end] != 0;
    odd.size = end - at;
    /* Zero bytes before an array that starts at a multiple of 16, as arrays in original files do (m2.md 9). */
    if (owners[at] == 0 && !odd.not_zero && odd.size < 16 && end % 16 == 0)
      odd.kind = "fill";
    if (owners[at] != 1)
      g_array_append_val (found, odd);
    at = end;
  }
  return found;
}

/* Prints the entries of `odd` from *next on that start before `offset`, and advances *next. */
static void
print_odd (const Layout *l, const GArray *odd, guint *next, uint64_t offset)
{
  for (; *next < odd->len && g_array_index (odd, Odd, *next).offset < offset; (*next)++) {
    const Odd *o = &g_array_index (odd, Odd, *next);
    if (*o->kind == 'f' && !l->cli->verbose)
      continue;
    g_autofree char *text = *o->kind == 's' ? g_strdup ("several arrays share these bytes")
                            : o->not_zero   ? g_strdup_printf ("%u bytes that are not zero", o->not_zero)
                                            : g_strdup ("zero");
    mw_cli_print (l->cli, "0x%08" G_GINT64_MODIFIER "x %8" G_GUINT64_FORMAT " %6s  %-7s  %s\n", o->offset, o->size, "",
                  o->kind, text);
  }
}

static void
print_map (const Layout *l)
{
  const GArray *entries = l->map->entries;
  mw_cli_print (l->cli, "%-10s %8s %6s  %-7s  %s\n", l->text ? "line" : "offset", "size", "count", "kind",
                "path, value");
  GArray *odd = NULL;
  guint part = 0, next_odd = 0;
  for (guint i = 0; i < entries->len; i++) {
    const MwBytes *bytes = &g_array_index (entries, MwBytes, i);
    if (!l->all && bytes->part != l->part)
      continue;
    if (!odd || part != bytes->part) {
      if (odd) {
        print_odd (l, odd, &next_odd, G_MAXUINT64);
        g_array_unref (odd);
      }
      part = bytes->part;
      odd = find_odd (l, part);
      next_odd = 0;
      if (l->all && l->written->parts->len > 1)
        print_part (l, part);
    }
    print_odd (l, odd, &next_odd, bytes->offset + 1);
    guint to = i + 1, scalars = 1;
    uint64_t end = bytes->offset + bytes->size;
    for (; is_scalar (bytes) && !l->cli->verbose && to < entries->len; to++) {
      const MwBytes *next = &g_array_index (entries, MwBytes, to);
      if (next->kind == MW_BYTES_NOTE && next->offset < end)
        continue;
      if (!is_scalar (next) || next->record != bytes->record || next->part != bytes->part || next->offset != end)
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
  if (odd) {
    print_odd (l, odd, &next_odd, G_MAXUINT64);
    g_array_unref (odd);
  }
}

static void
json_entry (const Layout *l, MwJson *json, const MwBytes *bytes, const char *path)
{
  if (l->written->parts->len > 1)
    mw_json_string (json, "part", part_at (l->written, bytes->part)->role);
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

static void
json_odd (const Layout *l, MwJson *json, guint part)
{
  g_autoptr (GArray) odd = find_odd (l, part);
  for (guint i = 0; i < odd->len; i++) {
    const Odd *o = &g_array_index (odd, Odd, i);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "part", part_at (l->written, part)->role);
    mw_json_uint (json, "offset", o->offset);
    mw_json_uint (json, "size", o->size);
    mw_json_string (json, "kind", o->kind);
    mw_json_uint (json, "not_zero", o->not_zero);
    mw_json_end_object (json);
  }
}

static void
json_map (const Layout *l, const char *file)
{
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_uint (json, "bytes", g_bytes_get_size (part_at (l->written, l->part)->bytes));
  if (l->written->parts->len > 1) {
    mw_json_begin_array (json, "parts");
    for (guint i = 0; i < l->written->parts->len; i++) {
      mw_json_begin_object (json, NULL);
      mw_json_string (json, "part", part_at (l->written, i)->role);
      mw_json_uint (json, "bytes", g_bytes_get_size (part_at (l->written, i)->bytes));
      mw_json_end_object (json);
    }
    mw_json_end_array (json);
  }
  mw_json_begin_array (json, "entries");
  for (guint i = 0; i < l->map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (l->map->entries, MwBytes, i);
    if (!l->all && bytes->part != l->part)
      continue;
    g_autofree char *path = mw_bytes_path (bytes, l->model);
    mw_json_begin_object (json, NULL);
    json_entry (l, json, bytes, path);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  mw_json_begin_array (json, "odd");
  for (guint part = 0; part < l->written->parts->len; part++)
    if (l->all || part == l->part)
      json_odd (l, json, part);
  mw_json_end_array (json);
  mw_cli_object (l->cli, file, TRUE, json);
}

/* --at: prints which value owns one byte. */
static void
print_owner (const Layout *l, const char *file)
{
  gsize size = g_bytes_get_size (part_at (l->written, l->part)->bytes);
  const char *text = mw_cli_option (l->cli, "at");
  gsize used;
  int64_t offset;
  if (!mw_int_from_text (text, strlen (text), &used, 0, G_MAXINT64, &offset) || used != strlen (text)) {
    mw_cli_usage (l->cli, "--at=%s: expected a byte offset such as 1234 or 0x4d2", text);
    return;
  }
  const MwBytes *bytes = mw_byte_map_owner (l->map, l->part, (uint64_t) offset);
  if (!bytes && (uint64_t) offset < size) {
    mw_cli_usage (l->cli, "--at=%s: this byte of %s belongs to no value, because it is between two arrays", text, file);
    return;
  }
  if (!bytes) {
    mw_cli_usage (l->cli, "--at=%s: %s has only %" G_GSIZE_FORMAT " bytes", text, file, size);
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

/* Whether the files are equal to what a save would write. Companions that a save only copies are not compared. */
static gboolean
is_as_written (const MwFileSet *read, const MwFileSet *written)
{
  for (guint i = 0; i < written->parts->len; i++) {
    const MwFilePart *file = mw_file_set_find (read, part_at (written, i)->role);
    if (!file || !g_bytes_equal (file->bytes, part_at (written, i)->bytes))
      return FALSE;
  }
  return TRUE;
}

/* --part: chooses the file to show. FALSE: there is no such part, which is reported. */
static gboolean
choose_part (Layout *l)
{
  const char *role = mw_cli_option (l->cli, "part");
  l->all = !role;
  for (guint i = 0; role && i < l->written->parts->len; i++)
    if (strcmp (part_at (l->written, i)->role, role) == 0) {
      l->part = i;
      return TRUE;
    }
  if (!role)
    return TRUE;
  GString *roles = g_string_new (NULL);
  for (guint i = 0; i < l->written->parts->len; i++)
    g_string_append_printf (roles, "%s%s", i ? ", " : "", part_at (l->written, i)->role);
  g_autofree char *text = g_string_free (roles, FALSE);
  mw_cli_usage (l->cli, "--part=%s: the model has %s", role, text);
  return FALSE;
}

static void
run (MwCli *cli)
{
  const char *file = cli->args->pdata[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) read = NULL;
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  MwFormat format;
  MwModel *model = mw_cli_load (cli, file, &format, &read);
  if (!model)
    return;
  g_autoptr (MwFileSet) written = mw_io_write (model, format, &(MwIoOptions) { .map = map }, &error);
  if (!written) {
    mw_cli_fail (cli, file, error, MW_EXIT_OUTPUT);
  } else {
    LinePlace start = { 0, 1 };
    const guint8 *text = format.text ? g_bytes_get_data (mw_file_set_main (written)->bytes, NULL) : NULL;
    Layout layout = { cli, model, map, text, &start, written, read, TRUE, 0 };
    if (!is_as_written (read, written))
      mw_cli_say (cli, "%s: this is the layout that a save would write; the file itself differs (see verify)", file);
    gboolean ok = choose_part (&layout);
    if (ok && mw_cli_has (cli, "at"))
      print_owner (&layout, file);
    else if (ok && cli->json)
      json_map (&layout, file);
    else if (ok)
      print_map (&layout);
  }
  mw_model_free (model);
}

static const MwCliOption options[] = {
  { 0, "at", "OFFSET", "print only the path of what this byte belongs to (decimal, or hexadecimal with 0x)" },
  { 0, "part", "PART", "print only this file of the model: model, skin0, anim4-1 ..." },
};

const MwCliVerb mw_verb_layout = {
  .name = "layout",
  .arguments = "FILE [--part=PART] [--at=OFFSET]",
  .summary = "print what each byte of a file means",
  .about =
    "Prints the map of a file, one line for each array and each record: offset, size, count, kind, path, value.\n"
    "Kinds: value bytes store the value at the path; derived bytes (sizes, counts, ids) follow from it; fixed\n"
    "bytes are tags and padding; note bytes are a detail of the file that the value does not show.\n"
    "For MDL text the map has lines instead of offsets, and fixed bytes are its words and braces. For interleaved\n"
    "elements (keys of tracks) the distance between them is shown. -v: one line per field.\n"
    "An M2 model of several files has one map per file; --at counts in the model, or in the file that --part names. A\n"
    "gap is a run of bytes between two arrays (with -v also fill, the zero bytes up to a multiple of 16); shared\n"
    "bytes belong to several arrays.\n",
  .examples = "layout footman.mdx\nlayout footman.mdx --at=0x1f4",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .most = 1,
  .run = run,
};
