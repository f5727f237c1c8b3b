/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/structure-private.h"

#include <string.h>

/* The check walks over the main file in the exporter's order and claims every array, and then calls one function per subject.
 * The claims of a file, sorted by offset, show overlaps, gaps, and arrays that are not where the exporter would put them. */

#define EMITTER_TRACKS "speed=t4 variation=t4 latitude=t4 longitude=t4 gravity=t4 lifespan=t4 "
#define PROFILE "vertices=a2 indices=a2 bones=a4 "

/* The tables of the header in file order (§2) with the layout of a record (§5, §6): a number is that many bytes of plain fields;
 * t is a track, e a track without values, a an array, f a curve over a particle's life, each followed by the size of an element;
 * s is a string. The first layout is that of 256 to 263, the second that of 264 and later. */
/* clang-format off */
const Table tables[N_TABLES] = {
  [NAME] = { "name", "1", "1" },
  [LOOPS] = { "globalLoops", "4", "4" },
  [SEQUENCES] = { "sequences", "68", "64" },
  [SEQUENCE_LOOKUP] = { "sequenceLookup", "2", "2" },
  [PLAYABLE] = { "playableLookup", "4", NULL },
  [BONES] = { "bones", "16 translation=t12 rotation=t8 scale=t12 12", "16 translation=t12 rotation=t8 scale=t12 12" },
  [KEY_BONES] = { "keyBoneLookup", "2", "2" },
  [VERTICES] = { "vertices", "48", "48" },
  [PROFILES] = { "profiles", PROFILE "sections=a48 batches=a24 4", NULL },
  [COLORS] = { "colors", "rgb=t12 alpha=t2", "rgb=t12 alpha=t2" },
  [TEXTURES] = { "textures", "8 name=s", "8 name=s" },
  [WEIGHTS] = { "textureWeights", "weight=t2", "weight=t2" },
  [FLIPBOOKS] = { "flipbooks", "28", NULL },
  [TRANSFORMS] = { "textureTransforms", "translation=t12 rotation=t16 scale=t12",
                   "translation=t12 rotation=t16 scale=t12" },
  [REPLACEABLE] = { "replaceableLookup", "2", "2" },
  [MATERIALS] = { "materials", "4", "4" },
  [BONE_COMBOS] = { "boneCombos", "2", "2" },
  [TEXTURE_COMBOS] = { "textureCombos", "2", "2" },
  [COORD_COMBOS] = { "coordCombos", "2", "2" },
  [WEIGHT_COMBOS] = { "weightCombos", "2", "2" },
  [TRANSFORM_COMBOS] = { "transformCombos", "2", "2" },
  [COLLISION_INDICES] = { "collisionIndices", "2", "2" },
  [COLLISION_POSITIONS] = { "collisionPositions", "12", "12" },
  [COLLISION_NORMALS] = { "collisionNormals", "12", "12" },
  [ATTACHMENTS] = { "attachments", "20 visible=t1", "20 visible=t1" },
  [ATTACHMENT_LOOKUP] = { "attachmentLookup", "2", "2" },
  [EVENTS] = { "events", "24 times=e0", "24 times=e0" },
  [LIGHTS] = { "lights",
               "16 ambient=t12 ambientIntensity=t4 diffuse=t12 diffuseIntensity=t4 start=t4 end=t4 visible=t1",
               "16 ambient=t12 ambientIntensity=t4 diffuse=t12 diffuseIntensity=t4 start=t4 end=t4 visible=t1" },
  [CAMERAS] = { "cameras", "16 position=t36 12 target=t36 12 roll=t12", "16 position=t36 12 target=t36 12 roll=t12" },
  [CAMERA_LOOKUP] = { "cameraLookup", "2", "2" },
  [RIBBONS] = { "ribbons",
                "20 textures=a2 materials=a2 color=t12 alpha=t2 above=t4 below=t4 16 slot=t2 visible=t1",
                "20 textures=a2 materials=a2 color=t12 alpha=t2 above=t4 below=t4 16 slot=t2 visible=t1 4" },
  [PARTICLES] = { "particles",
                  "24 geometry=s recursion=s 12 " EMITTER_TRACKS
                  "rate=t4 length=t4 width=t4 zSource=t4 136 spline=a12 enabled=t1",
                  "24 geometry=s recursion=s 12 " EMITTER_TRACKS
                  "4 rate=t4 4 length=t4 width=t4 zSource=t4 color=f12 alpha=f2 scale=f8 8 headCell=f2 tailCell=f2 "
                  "100 spline=a12 enabled=t1" },
  [COMBINERS] = { "combinerCombos", NULL, "2" },
};
/* clang-format on */

static void
finding_free (gpointer data)
{
  M2Finding *finding = data;
  g_free (finding->file);
  g_free (finding->text);
  g_free (finding);
}

void
find (Check *c, const char *rule, const File *file, guint64 offset, const char *format, ...)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (c->counts, rule));
  g_hash_table_insert (c->counts, (gpointer) rule, GUINT_TO_POINTER (n + 1));
  if (n >= M2_FINDINGS_PER_RULE)
    return;
  M2Finding *finding = g_new (M2Finding, 1);
  va_list args;
  va_start (args, format);
  *finding = (M2Finding) { rule, g_strdup (file->name), offset, g_strdup_vprintf (format, args) };
  va_end (args);
  g_ptr_array_add (c->found, finding);
}

char *
where_text (Where w)
{
  GString *text = g_string_new (w.table);
  if (w.item)
    g_string_append_printf (text, "[%u].%s", w.record, w.item);
  if (w.part)
    g_string_append_printf (text, ".%s", w.part);
  if (w.lane >= 0)
    g_string_append_printf (text, "[%d]", w.lane);
  return g_string_free (text, FALSE);
}

void
check_index (Check *c, const char *rule, const File *file, guint64 place, const char *holder, guint i, guint value,
             guint limit)
{
  if (value >= limit)
    find (c, rule, file, place, "%s %u refers to %u of %u", holder, i, value, limit);
}

/* Files, claims */

static void
file_open (File *file, char *name, GBytes *bytes)
{
  file->name = name;
  file->data = bytes ? g_bytes_get_data (bytes, &file->size) : NULL;
  file->claims = g_array_new (FALSE, FALSE, sizeof (Claim));
}

static void
file_clear (File *file)
{
  g_free (file->name);
  if (file->claims)
    g_array_unref (file->claims);
}

void
claim (Check *c, File *file, guint64 offset, guint64 size, guint64 place, guint rank, Where where)
{
  Claim made = { offset, size, place, rank, file->claims->len, where };
  g_array_append_val (file->claims, made);
  /* Arrays that do not overlap cannot claim more bytes than the file has. Stop, so that a hostile file cannot make us claim
   * forever. */
  file->claimed += size;
  if (file->claimed > 4 * (guint64) file->size + 4096 && !file->stopped) {
    file->stopped = TRUE;
    find (c, "overlap", file, place, "the arrays claim several times the bytes of the file; the walk ends here");
  }
}

Array
array_at (Check *c, const File *pair, guint64 place, File *file, guint stride, guint rank, Where where)
{
  Array none = { NULL, 0, stride, 0 };
  guint count = u32 (pair->data + place), offset = u32 (pair->data + place + 4);
  g_autofree char *name = NULL;
  if (count == 0) {
    if (offset != 0)
      find (c, "empty", pair, place + 4, "%s has no element but offset %u", name = where_text (where), offset);
    return none;
  }
  if (offset % 16 != 0)
    find (c, "align", pair, place + 4, "%s at %u does not start at a multiple of 16", name = where_text (where),
          offset);
  if (!file || file->stopped)
    return none;
  if (offset + (guint64) count * stride > file->size) {
    g_free (name);
    find (c, "bounds", pair, place, "%s: %u elements of %u bytes at %u end after the file's %" G_GSIZE_FORMAT " bytes",
          name = where_text (where), count, stride, offset, file->size);
    return none;
  }
  claim (c, file, offset, (guint64) count * stride, place, rank, where);
  return (Array) { file->data + offset, count, stride, offset };
}

static int
by_offset (gconstpointer a, gconstpointer b)
{
  const Claim *x = a, *y = b;
  return x->offset != y->offset ? (x->offset < y->offset ? -1 : 1) : (x->serial > y->serial) - (x->serial < y->serial);
}

static gboolean
is_zero (const File *file, guint64 from, guint64 to, guint64 *where)
{
  for (guint64 i = from; i < to && i < file->size; i++)
    if (file->data[i] != 0) {
      *where = i;
      return FALSE;
    }
  return TRUE;
}

/* Checks the bytes between two arrays or after the last: zeros up to the next multiple of 16, then the space that the exporter
 * reserves for aliases (§9), which ends at `expected`. */
static void
check_gap (Check *c, File *file, const Claim *after, guint64 from, guint64 to, guint64 expected, gboolean end)
{
  guint64 bad;
  g_autofree char *name = where_text (after->where);
  if (!is_zero (file, from, to, &bad))
    find (c, "fill", file, bad, "byte 0x%02X between %s and the next array is not zero", file->data[bad], name);
  if (to != expected)
    find (c,
          end                          ? "size"
          : align16 (from) != expected ? "room"
                                       : "gap",
          file, from, "%s stands at %" G_GUINT64_FORMAT " instead of %" G_GUINT64_FORMAT " after %s",
          end ? "the end" : "the next array", to, expected, name);
}

/* §9: every byte is an array's, fill or a reservation, and the arrays follow in the exporter's order. */
static void
check_layout (Check *c, File *file, const guint64 *rooms_before, guint64 end_room)
{
  if (file->claims->len == 0 || file->stopped)
    return;
  g_array_sort (file->claims, by_offset);
  const Claim *last = &g_array_index (file->claims, Claim, 0), *highest = last;
  guint64 end = last->offset + last->size;
  if (last->offset != 0)
    find (c, "gap", file, 0, "the first array starts at %" G_GUINT64_FORMAT ", not at 0", last->offset);
  for (guint i = 1; i < file->claims->len; i++) {
    const Claim *now = &g_array_index (file->claims, Claim, i);
    g_autofree char *name = where_text (now->where), *before = where_text (last->where);
    if (now->offset < end)
      find (c, "overlap", file, now->place, "%s at %" G_GUINT64_FORMAT " begins inside %s", name, now->offset, before);
    else {
      guint64 rooms = rooms_before && now->rank > last->rank ? rooms_before[now->rank - 1] - rooms_before[last->rank]
                                                             : 0;
      check_gap (c, file, last, end, now->offset, align16 (end) + rooms, FALSE);
    }
    if (now->rank < highest->rank || (now->rank == highest->rank && now->serial < highest->serial))
      find (c, "order", file, now->place, "%s comes after %s, which the exporter writes later", name, before);
    else
      highest = now;
    if (now->offset + now->size > end) {
      end = now->offset + now->size;
      last = now;
    }
  }
  if (rooms_before)
    end_room = rooms_before[c->n_sequences] - rooms_before[last->rank];
  check_gap (c, file, last, end, file->size, align16 (end) + end_room, TRUE);
}

/* Layouts */

static void
layout_compile (Layout *layout, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  *layout = (Layout) { 0 };
  for (char **word = words; *word; word++) {
    const char *equal = strchr (*word, '=');
    if (!equal) {
      layout->size += (guint) g_ascii_strtoull (*word, NULL, 10);
      continue;
    }
    g_assert (layout->n < G_N_ELEMENTS (layout->items));
    Item *item = &layout->items[layout->n++];
    *item = (Item) { equal[1], equal[1] == 's' ? 1 : (guint) g_ascii_strtoull (equal + 2, NULL, 10), layout->size, "" };
    g_strlcpy (item->name, *word, MIN (sizeof item->name, (gsize) (equal - *word) + 1));
    layout->size += equal[1] == 'f' ? 16 : 8;
  }
}

static void
layouts_prepare (Check *c)
{
  for (guint i = 0; i < N_TABLES; i++) {
    const char *text = c->lanes ? tables[i].lanes : tables[i].line;
    if (!text)
      continue;
    Layout *layout = &c->layouts[i];
    layout_compile (layout, text);
    /* A track or a timeline is longer than the pair that layout_compile() counts for every item. */
    guint shift = 0;
    for (guint k = 0; k < layout->n; k++) {
      layout->items[k].offset += shift;
      shift += layout->items[k].kind == 't'   ? (c->lanes ? 12 : 20)
               : layout->items[k].kind == 'e' ? (c->lanes ? 4 : 12)
                                              : 0;
    }
    layout->size += shift;
  }
  if (c->version <= 257) {
    layout_compile (&c->layouts[PROFILES], PROFILE "sections=a32 batches=a24 4");
    /* The bones have no distances yet, and rotations are four floats (§5.4). */
    for (guint k = 0; k < 3; k++)
      c->layouts[BONES].items[k].offset -= 4;
    c->layouts[BONES].items[1].width = 16;
    c->layouts[BONES].size -= 4;
  }
  if (c->version > 271 || (c->version > 264 && c->flags & 0x200))
    c->layouts[PARTICLES].size += 16;
  if (c->camera_size == 0x74) {
    /* The field of view became a track at the end (§5.15). */
    Layout *camera = &c->layouts[CAMERAS];
    for (guint k = 0; k < 3; k++)
      camera->items[k].offset -= 4;
    camera->items[3] = (Item) { 't', 12, 0x60, "fov" };
    camera->n = 4;
    camera->size = 0x74;
  }
}

static void
walk_string (Check *c, guint64 at, const char *rule, Where w)
{
  Array text = array_at (c, &c->model, at, &c->model, 1, 0, w);
  g_autofree char *name = where_text (w);
  const guint8 *end = text.n > 0 ? memchr (text.at, 0, text.n) : NULL;
  if (u32 (c->model.data + at) == 0)
    find (c, rule, &c->model, at, "%s has no byte, not even the closing NUL", name);
  else if (text.n > 0 && end != text.at + text.n - 1)
    find (c, rule, &c->model, at, "%s: the closing NUL is not the last of its %u bytes", name, text.n);
}

/* The whole */

guint64
header_place (const Check *c, guint table)
{
  guint64 at = 8;
  for (guint i = 0; i < table; i++) {
    if (i == PROFILES && c->lanes)
      at += 4;
    else if (c->lanes ? tables[i].lanes != NULL : tables[i].line != NULL)
      at += 8;
    at += i == NAME ? 4 : i == TRANSFORM_COMBOS ? 56 : 0;
  }
  return at;
}

static void
walk_record (Check *c, guint table, guint i)
{
  guint64 start = place_of (c->t[table], i, 0);
  if (table == PROFILES) {
    walk_inline_profile (c, start, i);
    return;
  }
  for (guint k = 0; k < c->layouts[table].n; k++) {
    const Item *item = &c->layouts[table].items[k];
    Where where = { tables[table].name, item->name, NULL, i, -1 };
    if (item->kind == 't' || item->kind == 'e')
      walk_track (c, start + item->offset, item, where);
    else if (item->kind == 'f')
      walk_curve (c, start + item->offset, item, where);
    else if (item->kind == 's')
      walk_string (c, start + item->offset, table == TEXTURES ? "texture-name" : "emitter-name", where);
    else
      array_at (c, &c->model, start + item->offset, &c->model, item->width, 0, where);
  }
}

static void
walk_model (Check *c)
{
  for (guint i = 0; i < N_TABLES; i++) {
    if (!(c->lanes ? tables[i].lanes : tables[i].line) || (i == COMBINERS && !(c->flags & 8)))
      continue;
    guint64 at = header_place (c, i);
    Where where = { tables[i].name, NULL, NULL, 0, -1 };
    if (i == NAME)
      walk_string (c, at, "name", where);
    else
      c->t[i] = array_at (c, &c->model, at, &c->model, c->layouts[i].size, 0, where);
    if (i == SEQUENCES)
      walk_sequences (c);
    for (guint k = 0; k < c->t[i].n && c->layouts[i].n > 0 && !c->model.stopped; k++)
      walk_record (c, i, k);
  }
}

static void
check_files (Check *c)
{
  g_autofree guint64 *before = g_new0 (guint64, c->n_sequences + 2); /* rooms of aliases of lower index, in the model */
  for (guint i = 0; i < c->n_sequences; i++) {
    int head = c->sequences[i].head;
    gboolean owns = head == (int) i || head < 0 || c->sequences[head].external;
    before[i + 1] = before[i] + (owns ? 0 : c->sequences[head].room);
  }
  check_layout (c, &c->model, c->lanes ? before : NULL, 0);
  for (guint i = 0; i < 4; i++)
    if (c->skins[i].data)
      check_layout (c, &c->skins[i], NULL, 0);
  for (guint i = 0; i < c->n_sequences; i++) {
    const Sequence *s = &c->sequences[i];
    if (s->keys && s->keys != &c->model)
      check_layout (c, s->keys, NULL, s->room * s->aliases);
  }
}

static void
check_model (Check *c)
{
  layouts_prepare (c);
  claim (c, &c->model, 0, header_place (c, COMBINERS) + (c->lanes && c->flags & 8 ? 8 : 0), 0, 0,
         (Where) { "the header", NULL, NULL, 0, -1 });
  walk_model (c);
  if (c->n_sequences == 0)
    find (c, "sequence-count", &c->model, header_place (c, SEQUENCES), "the model has no sequence");
  if (!c->lanes && c->flags & 8)
    find (c, "header-flag", &c->model, 0x10, "flag 8 promises combiner combos, which start with version 264");
  if (!c->lanes && c->t[PROFILES].n != 4)
    find (c, "profile-count", &c->model, header_place (c, PROFILES), "%u skin profiles instead of 4", c->t[PROFILES].n);
  if (c->t[FLIPBOOKS].n > 0)
    find (c, "flipbooks", &c->model, header_place (c, FLIPBOOKS), "%u flipbooks, which no known file has",
          c->t[FLIPBOOKS].n);
  if (c->lanes)
    walk_skins (c);
  check_lookups (c);
  check_records (c);
  check_skins (c);
  check_files (c);
}

static void
add_extents (GArray *extents, const File *file, guint number)
{
  for (guint i = 0; file->claims && i < file->claims->len; i++) {
    const Claim *made = &g_array_index (file->claims, Claim, i);
    /* The pairs of keys in a companion are in the model. */
    M2Extent extent = { number, number > 4 ? 0 : number, made->offset, made->size, made->place };
    g_array_append_val (extents, extent);
  }
}

/* `extents` may be NULL. */
static GPtrArray *
check_with (const M2StructureSet *set, guint camera_size, GArray *extents)
{
  Check c = { .set = set,
              .found = g_ptr_array_new_with_free_func (finding_free),
              .counts = g_hash_table_new (g_str_hash, g_str_equal) };
  const char *dot = strrchr (set->name, '.');
  int stem = dot ? (int) (dot - set->name) : (int) strlen (set->name);
  guint n_anims = set->anims ? set->anims->len : 0;
  file_open (&c.model, g_strdup (set->name), set->model);
  for (guint i = 0; i < 4; i++)
    file_open (&c.skins[i], g_strdup_printf ("%.*s%02u.skin", stem, set->name, i), set->skins[i]);
  c.anims = g_new0 (File, n_anims + 1);
  for (guint i = 0; i < n_anims; i++) {
    const M2StructureAnim *anim = &g_array_index (set->anims, M2StructureAnim, i);
    file_open (&c.anims[i], g_strdup_printf ("%.*s%04u-%02u.anim", stem, set->name, anim->animation, anim->variation),
               anim->bytes);
  }
  c.version = c.model.size >= 0x14 ? u32 (c.model.data + 4) : 0;
  c.flags = c.model.size >= 0x14 ? u32 (c.model.data + 0x10) : 0;
  c.lanes = c.version >= 264;
  c.camera_size = camera_size;
  guint64 header = header_place (&c, COMBINERS) + (c.lanes && c.flags & 8 ? 8 : 0);
  if (c.model.size < 0x14 || memcmp (c.model.data, "MD20", 4) != 0)
    find (&c, "magic", &c.model, 0, "this is no MD20 model");
  else if (c.version < 256 || c.version > 274)
    find (&c, "version", &c.model, 4, "version %u is not one of 256 to 274", c.version);
  else if (c.model.size < header)
    find (&c, "bounds", &c.model, 0, "the file ends inside its header of %" G_GUINT64_FORMAT " bytes", header);
  else
    check_model (&c);
  if (extents) {
    g_array_set_size (extents, 0);
    add_extents (extents, &c.model, 0);
    for (guint i = 0; i < 4; i++)
      add_extents (extents, &c.skins[i], 1 + i);
    for (guint i = 0; i < n_anims; i++)
      add_extents (extents, &c.anims[i], 5 + i);
  }
  g_hash_table_unref (c.counts);
  g_free (c.sequences);
  file_clear (&c.model);
  for (guint i = 0; i < 4; i++)
    file_clear (&c.skins[i]);
  for (guint i = 0; i < n_anims; i++)
    file_clear (&c.anims[i]);
  g_free (c.anims);
  return c.found;
}

static GPtrArray *
check (const M2StructureSet *set, GArray *extents)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (set->model, &size);
  guint version = size >= 8 ? u32 (data + 4) : 0;
  /* When the field of view of cameras became a track, between 265 and 271, is not known: the form that fits counts. */
  GPtrArray *late = version > 264 ? check_with (set, 0x74, extents) : NULL;
  if (late && (late->len == 0 || version > 271))
    return late;
  GPtrArray *early = check_with (set, 0x64, extents);
  if (late && late->len <= early->len) {
    g_ptr_array_unref (early);
    return extents ? (g_ptr_array_unref (late), check_with (set, 0x74, extents)) : late;
  }
  if (late)
    g_ptr_array_unref (late);
  return early;
}

/* Files in chunks (m2.md 12): the image is the payload of MD21, and offsets count from its start. */

/* Where the payload of MD21 is; 0: nowhere. Each chunk goes to `extents` (may be NULL): its payload, and where its size is. */
static guint64
find_image (const guint8 *data, gsize size, guint64 *length, GArray *extents)
{
  guint64 image = 0;
  for (guint64 at = 0; at + 8 <= size;) {
    M2Extent extent = { 0, 0, at + 8, u32 (data + at + 4), at + 4 };
    if (extents)
      g_array_append_val (extents, extent);
    if (extent.size > size - extent.offset)
      break;
    if (!image && memcmp (data + at, "MD21", 4) == 0) {
      image = extent.offset;
      *length = extent.size;
    }
    at = extent.offset + extent.size;
  }
  return image;
}

static GPtrArray *
check_any (const M2StructureSet *set, GArray *extents)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (set->model, &size);
  guint64 length = 0;
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (M2Extent));
  guint64 image = size < 4 || memcmp (data, "MD20", 4) == 0 ? 0 : find_image (data, size, &length, chunks);
  if (!image)
    return check (set, extents);
  M2StructureSet inner = *set;
  inner.model = g_bytes_new_from_bytes (set->model, image, length);
  GPtrArray *found = check (&inner, extents);
  for (guint i = 0; i < found->len; i++) {
    M2Finding *finding = found->pdata[i];
    if (strcmp (finding->file, set->name) == 0)
      finding->offset += image;
  }
  for (guint i = 0; extents && i < extents->len; i++) {
    M2Extent *extent = &g_array_index (extents, M2Extent, i);
    extent->offset += extent->file == 0 ? image : 0;
    extent->place += extent->pair == 0 ? image : 0;
  }
  if (extents)
    g_array_append_vals (extents, chunks->data, chunks->len);
  g_bytes_unref (inner.model);
  return found;
}

GPtrArray *
m2_structure_check (const M2StructureSet *set)
{
  return check_any (set, NULL);
}

GArray *
m2_structure_extents (const M2StructureSet *set)
{
  GArray *extents = g_array_new (FALSE, FALSE, sizeof (M2Extent));
  g_ptr_array_unref (check_any (set, extents));
  return extents;
}

/* Files on disk */

void
m2_structure_set_free (M2StructureSet *set)
{
  if (!set)
    return;
  g_free (set->name);
  g_clear_pointer (&set->model, g_bytes_unref);
  for (guint i = 0; i < G_N_ELEMENTS (set->skins); i++)
    g_clear_pointer (&set->skins[i], g_bytes_unref);
  for (guint i = 0; i < set->anims->len; i++)
    g_clear_pointer (&g_array_index (set->anims, M2StructureAnim, i).bytes, g_bytes_unref);
  g_array_unref (set->anims);
  g_free (set);
}

static GBytes *
load_bytes (const char *path, GError **error)
{
  char *data;
  gsize size;
  return g_file_get_contents (path, &data, &size, error) ? g_bytes_new_take (data, size) : NULL;
}

/* Whether a name matches `pattern` completely, in which # is a digit; returns the first number and the one after "-". */
static gboolean
name_matches (const char *name, const char *pattern, guint *first, guint *second)
{
  guint *number = first;
  *first = *second = 0;
  for (; *pattern; pattern++, name++) {
    if (*pattern == '#' ? !g_ascii_isdigit (*name) : g_ascii_tolower (*name) != *pattern)
      return FALSE;
    if (*pattern == '#')
      *number = *number * 10 + (guint) (*name - '0');
    else if (*pattern == '-')
      number = second;
  }
  return *name == 0;
}

M2StructureSet *
m2_structure_load (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  M2StructureSet *set = g_new0 (M2StructureSet, 1);
  set->name = g_path_get_basename (path);
  set->anims = g_array_new (FALSE, FALSE, sizeof (M2StructureAnim));
  set->model = load_bytes (path, error);
  GDir *dir = set->model ? g_dir_open (folder, 0, error) : NULL;
  const char *dot = strrchr (set->name, '.'), *name;
  gsize stem = dot ? (gsize) (dot - set->name) : strlen (set->name);
  gboolean good = dir != NULL;
  while (good && (name = g_dir_read_name (dir))) {
    guint id, variation;
    gboolean skin = strlen (name) > stem && name_matches (name + stem, "##.skin", &id, &variation);
    if (g_ascii_strncasecmp (name, set->name, stem) != 0
        || (!skin && (strlen (name) <= stem || !name_matches (name + stem, "####-##.anim", &id, &variation))))
      continue;
    g_autofree char *full = g_build_filename (folder, name, NULL);
    GBytes *bytes = load_bytes (full, error);
    good = bytes != NULL;
    if (bytes && skin) {
      g_clear_pointer (&set->skins[MIN (id, 4)], g_bytes_unref);
      set->skins[MIN (id, 4)] = bytes;
    } else if (bytes) {
      M2StructureAnim anim = { id, variation, bytes };
      g_array_append_val (set->anims, anim);
    }
  }
  if (dir)
    g_dir_close (dir);
  if (good)
    return set;
  m2_structure_set_free (set);
  return NULL;
}
