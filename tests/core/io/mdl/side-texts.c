/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/io/mdl/side-texts.h"
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"

#include <string.h>

const MwFormat mdx800 = { MW_FAMILY_MDX, 800, FALSE }, mdl800 = { MW_FAMILY_MDX, 800, TRUE };
guint side_spelling_left_out;

GBytes *
side_text_of (MwModel *model, MwByteMap *map, guint *losses)
{
  GError *error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  mw_mdl_set_side_channel (model, TRUE);
  GBytes *text = io_write_bytes (model, mdl800, map, report, &error);
  g_assert_no_error (error);
  io_prove_reported (model, mdl800, text, report, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < report->losses->len; i++)
    g_test_message ("lost: %s", g_array_index (report->losses, MwLoss, i).path);
  side_spelling_left_out = 0;
  for (guint i = 0; i < report->remarks->len; i++)
    side_spelling_left_out += strstr (g_array_index (report->remarks, MwRemark, i).text, "has no room") != NULL;
  if (losses)
    *losses = report->losses->len;
  return text;
}

MwModel *
side_read_text (const char *text, gsize size, MwReport *report)
{
  GError *error = NULL;
  MwFormat format;
  MwModel *model = io_read_bytes ((const uint8_t *) text, size, &format, report, &error);
  g_assert_no_error (error);
  return model;
}

GBytes *
side_mdx_of (const MwModel *model)
{
  GError *error = NULL;
  GBytes *mdx = io_write_bytes (model, mdx800, NULL, NULL, &error);
  g_assert_no_error (error);
  return mdx;
}

GBytes *
side_mdx_of_text (const char *text, gsize size)
{
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *model = side_read_text (text, size, report);
  if (report->n[MW_REMARK_UNKNOWN] + report->n[MW_REMARK_COMMENT])
    g_error ("%s", g_array_index (report->remarks, MwRemark, 0).text);
  g_assert_true (mw_mdl_has_side_channel (model));
  GBytes *mdx = side_mdx_of (model);
  mw_model_free (model);
  return mdx;
}

uint8_t *
load_everything (gsize *size)
{
  g_autofree char *path = sample_path ("everything.mdx");
  return load_exactly (path, size);
}

uint8_t *
load_roomy_everything (gsize *size, gsize *odd)
{
  const guint32 room = 400000;
  g_autofree uint8_t *bytes = load_everything (odd);
  uint8_t *roomy = g_malloc (*odd + 8 + room);
  memcpy (roomy, bytes, *odd);
  memcpy (roomy + *odd, "ROOM", 4);
  memcpy (roomy + *odd + 4, &room, 4);
  memset (roomy + *odd + 8, ' ', room);
  *size = *odd + 8 + room;
  return roomy;
}

static void
set (MwModel *model, const char *path, const void *value)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (model, path, &target, &error);
  g_assert_no_error (error);
  memcpy (mw_field_at (target.record, target.field), value, mw_field_storage_size (target.field));
}

void
side_set_bits (MwModel *model, const char *path, uint32_t bits)
{
  set (model, path, &bits);
}

GBytes *
side_odd_mdx (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  GError *error = NULL;
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, &error);
  g_assert_no_error (error);
  MwMdlx *mdlx = (MwMdlx *) model;
  MwTarget target;
  side_set_bits (model, "bones[0].flags", 0x80000108);
  side_set_bits (model, "bones[1].flags", 0x80000100);
  side_set_bits (model, "helpers[0].flags", 0x100);
  side_set_bits (model, "geoset_animations[0].flags", 0x1A);
  side_set_bits (model, "sequences[0].rarity", 0xFFC00001);
  side_set_bits (model, "textures[0].flags", 0xF3);
  mw_text_set (&mdlx->name, "a \"name\"", 8);
  mw_notes_add (&model->record, MW_NOTE_TEXT_TAIL, mw_schema_field (model->record.schema, "animation_file"), 252, "PDR",
                3, 3);
  mw_notes_add (&model->record, MW_NOTE_TRAILING, NULL, 0, "\1\2", 2, 2);
  /* Groups that are a strip, a fan and points. */
  g_assert_true (mw_path_resolve_one (model, "geosets[0]", &target, NULL));
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) target.record;
  mw_array_clear (&geoset->faces);
  mw_array_clear (&geoset->primitive_types);
  mw_array_clear (&geoset->primitive_sizes);
  geoset->faces = mw_array_copy ((const uint16_t[]) { 0, 1, 2, 3, 4, 2, 1, 0, 3, 1, 4, 0, 1, 2 }, 14, 2);
  geoset->primitive_types = mw_array_copy ((const uint32_t[]) { 5, 6, 0, 4 }, 4, 4);
  geoset->primitive_sizes = mw_array_copy ((const uint32_t[]) { 5, 4, 2, 3 }, 4, 4);
  GBytes *mdx = side_mdx_of (model);
  mw_model_free (model);

  /* Unknown chunks, one of them first; an empty PREM last. */
  gsize length;
  const uint8_t *from = g_bytes_get_data (mdx, &length);
  GByteArray *to = g_byte_array_new ();
  g_byte_array_append (to, (const guint8 *) "MDLXINFO\5\0\0\0hello", 17);
  g_byte_array_append (to, from + 4, (guint) length - 6);
  g_byte_array_append (to, (const guint8 *) "MD %\6\0\0\0\0\1\2\3\4\5PREM\0\0\0\0INFO\0\0\0\0\1\2", 32);
  g_bytes_unref (mdx);
  return g_byte_array_free_to_bytes (to);
}

char *
side_odd_text (MwModel **model, MwByteMap *map)
{
  g_autoptr (GBytes) mdx = side_odd_mdx ();
  MwFormat format;
  GError *error = NULL;
  guint losses;
  *model = io_read_bytes (g_bytes_get_data (mdx, NULL), g_bytes_get_size (mdx), &format, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) text = side_text_of (*model, map, &losses);
  g_assert_cmpuint (losses, ==, 0);
  g_autoptr (GBytes) back = side_mdx_of_text (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  g_assert_true (g_bytes_equal (mdx, back));
  return g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
}

guint
side_count_lines (const char *text, const char *head, const char *list)
{
  guint n = 0;
  for (const char *at = text; (at = strstr (at, head)); at++) {
    g_autofree char *line = g_strndup (at, strcspn (at, "\n"));
    n += strstr (line, list) && !strstr (line, " count:");
  }
  return n;
}
