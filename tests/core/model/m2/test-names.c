/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check.h"
#include "core/schema/path.h"
#include "core/schema/value.h"
#include "tests/core/pose/m2-models.h"

#include <string.h>

/* Numbers of M2 that have names, and numbers that do not. */

static MwTarget
target_of (const MwM2 *model, const char *path)
{
  g_autoptr (GError) error = NULL;
  MwTarget target;
  mw_path_resolve_one (&model->model, path, &target, &error);
  g_assert_no_error (error);
  return target;
}

static void
assert_printed (const MwM2 *model, const char *path, const char *expected)
{
  MwTarget target = target_of (model, path);
  g_autofree char *text = mw_value_print (&model->model, &target);
  g_assert_cmpstr (text, ==, expected);
}

/* Asserts the catalogue's name for the number at an address. */
static void
assert_named (const MwM2 *model, const char *path, uint32_t value, const char *label)
{
  MwTarget target = target_of (model, path);
  const MwNames *names = mw_record_names (target.record, target.field);
  g_assert_nonnull (names);
  const MwName *name = mw_names_find_value (names, value);
  g_assert_nonnull (name);
  g_assert_cmpstr (name->label, ==, label);
}

static void
catalogues (void)
{
  MwM2 *model = mw_m2_new (272);
  m2_add (model, "particles", &mw_m2_particle_schema);
  MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
  m2_add_to (model, skin, "batches", &mw_m2_batch_schema);
  m2_add_to (model, skin, "submeshes", &mw_m2_submesh_schema);
  assert_named (model, "skins[0].submeshes[0].geoset", 0, "Body");
  assert_named (model, "skins[0].submeshes[0].geoset", 505, "Boots 5");
  assert_named (model, "particles[0].blend_mode", 4, "Additive");
  assert_named (model, "skins[0].batches[0].shader", 0x8001, "Opaque_AddAlpha/T1_Env");
  mw_model_free (&model->model);
}

static void
bits (void)
{
  static const struct {
    const char *path;
    uint32_t bit;
    const char *label;
  } cases[] = { { "materials[0].flags", 0x40, "Shadow 0x40" },
                { "materials[0].flags", 0x800, "No alpha for custom elements" },
                { "bones[0].flags", 0x2000, "Parent and submesh are a sequence id" },
                { "flags", 0x40000, "Unknown 0x40000" },
                { "flags", 0x100000, "Unknown 0x100000" } };
  MwM2 *model = mw_m2_new (264);
  m2_add (model, "materials", &mw_m2_material_schema);
  m2_add (model, "bones", &mw_m2_bone_schema);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_named (model, cases[i].path, cases[i].bit, cases[i].label);
  for (uint32_t bit = 0x40; bit <= 0x800; bit *= 2)
    g_assert_nonnull (mw_names_find_value (
      mw_record_names (target_of (model, "materials[0].flags").record, target_of (model, "materials[0].flags").field),
      bit));
  mw_model_free (&model->model);
}

static gboolean
finds (const MwM2 *model, const char *path)
{
  const MwFormat format = { MW_FAMILY_M2, model->version, FALSE };
  g_autoptr (GPtrArray) findings = mw_check (&model->model, format);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *place = mw_target_path (&finding->target);
    if (strcmp (place, path) == 0 && strcmp (finding->rule->id, "reference-dangling") == 0)
      return TRUE;
  }
  return FALSE;
}

/* Ten real files of version 256 have values like -25,000 here. */
static void
sequences (void)
{
  static const uint32_t versions[] = { 256, 263, 264 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    MwM2 *model = mw_m2_new (versions[i]);
    MwM2Sequence *sequence = m2_add_sequence (model, 0, 100, 0);
    sequence->alias = (MwRef) { 0, (uint32_t) -25000 };
    sequence->next = (MwRef) { 0, 77 };
    assert_printed (model, "sequences[0].alias", "-25000");
    assert_printed (model, "sequences[0].next", "77");
    g_assert_true (finds (model, "sequences[\"0/0\"].alias") + finds (model, "sequences[0].alias")
                   == (versions[i] >= 264));
    g_assert_true (finds (model, "sequences[0].next") == (versions[i] >= 264));
    MwTarget target = target_of (model, "sequences[0].alias");
    g_autoptr (GError) error = NULL;
    MwValue value;
    g_assert_true (mw_value_parse (&model->model, &target, "-25000", strlen ("-25000"), &value, &error));
    g_assert_no_error (error);
    g_assert_cmpmem (value.bytes->data, value.bytes->len, &sequence->alias, sizeof (MwRef));
    mw_value_clear (&value);
    mw_model_free (&model->model);
  }
}

static void
attachments (void)
{
  MwM2 *model = mw_m2_new (256);
  ((MwM2Attachment *) m2_add (model, "attachments", &mw_m2_attachment_schema))->unknown_06 = 513;
  assert_printed (model, "attachments[0].unknown_06", "513");
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/m2/names/blend modes and shaders have the names of their catalogues", catalogues);
  g_test_add_func ("/model/m2/names/bits of materials, bones and the model have names", bits);
  g_test_add_func ("/model/m2/names/next and alias are signed, and not checked before 264", sequences);
  g_test_add_func ("/model/m2/names/the number after the bone of an attachment is a field", attachments);
  return g_test_run ();
}
