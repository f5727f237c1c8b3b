/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/value.h"
#include "tests/core/schema/fixture.h"

#include <string.h>

static MwTarget
target_of (MwMdlx *mdlx, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (&mdlx->model, path, &target, &error);
  g_assert_no_error (error);
  return target;
}

/* Stores a parsed value like core/edit, but without undo. */
static void
store (const MwTarget *target, const MwValue *value)
{
  const MwField *field = target->field;
  uint8_t *at = mw_field_at (target->record, field);
  if (field->type == MW_TYPE_TEXT) {
    mw_text_set ((char **) (gpointer) at, (const char *) value->bytes->data, value->bytes->len);
  } else if (field->type == MW_TYPE_ARRAY) {
    MwArray *array = (MwArray *) (gpointer) at;
    size_t size = mw_field_element_size (field);
    if (target->whole) {
      mw_array_clear (array);
      *array = mw_array_copy (value->bytes->data, value->n, size);
    } else {
      memcpy ((uint8_t *) mw_array_make_writable (array, size) + target->first * size, value->bytes->data,
              value->bytes->len);
    }
  } else {
    memcpy (at, value->bytes->data, value->bytes->len);
  }
}

static void
test_both_ways (void)
{
  /* A text to set, and what the field then prints. */
  static const struct {
    const char *path, *text, *printed;
  } cases[] = {
    { "name", "\"Footman \"", "\"Footman \"" },
    { "name", "bare words", "\"bare words\"" },
    { "name", "a \"quoted\" word", "\"a \"quoted\" word\"" },
    { "name", "", "\"\"" },
    { "name", "two\nlines", "base64(dHdvCmxpbmVz)" },
    { "name", "base64(dHdvCmxpbmVz)", "base64(dHdvCmxpbmVz)" },
    { "name", "\x7F", "base64(fw==)" },
    { "name", "a\tb", "base64(YQli)" },
    { "name", "\"base64(dHdvCmxpbmVz)\"", "\"base64(dHdvCmxpbmVz)\"" },
    { "name", "base64(YWI=)", "\"ab\"" },
    { "name", "base64()", "\"\"" },
    { "name", "base64(", "\"base64(\"" },
    { "name", "\"\xC3\xA9\xE9\"", "\"\xC3\xA9\xE9\"" },
    { "bounds.radius", "-0", "-0" },
    { "bounds.radius", "0.1", "0.1" },
    { "bounds.radius", "inf", "inf" },
    { "bounds.radius", "-Infinity", "-inf" },
    { "bounds.radius", "1.#INF", "inf" },
    { "bounds.radius", "3.4028235e38", "3.4028235e38" },
    { "bounds.radius", "nan", "nan" },
    { "bounds.radius", "nan(0x7fc00001)", "nan(0x7fc00001)" },
    { "bounds.radius", "nan(0xffa00001)", "nan(0xffa00001)" },
    { "bounds.max", " { 1 , 2,3 } ", "{1, 2, 3}" },
    { "bounds.max.y", "1e-7", "1e-7" },
    { "sequences[0].interval.start", "-2147483648", "-2147483648" },
    { "sequences[0].flags", "0x80000001", "0x80000001" },
    { "sequences[0].flags.non_looping", "0", "0" },
    { "sequences[0].flags", "2147483648", "0x80000000" },
    { "materials[0].layers[0].filter_mode", "Additive", "Additive" },
    { "materials[0].layers[0].filter_mode", "addalpha", "AddAlpha" },
    { "materials[0].layers[0].filter_mode", "77", "77" },
    { "materials[0].layers[0].filter_mode", "2", "Blend" },
    { "materials[0].layers[0].texture", "textures[1]", "textures[1]" },
    { "materials[0].layers[0].texture", "0", "textures[0]" },
    { "materials[0].layers[0].texture", "5", "5" },
    { "materials[0].layers[0].texture", "none", "none" },
    { "bones[0].parent", "leg]", "bones[1]" },
    { "bones[0].parent", "helpers[0]", "helpers[0]" },
    { "bones[0].parent", "0", "bones[0]" },
    { "geosets[0].vertices", "[]", "[]" },
    { "geosets[0].vertices", "[{0, 0, 1}, {-0, nan, 2}]", "[{0, 0, 1}, {-0, nan, 2}]" },
    { "geosets[0].vertices[1]", "{9, 8, 7}", "{9, 8, 7}" },
    { "geosets[0].vertices[0:2]", "[{1, 1, 1}, {2, 2, 2}]", "[{1, 1, 1}, {2, 2, 2}]" },
    { "geosets[0].vertices[0].z", "4", "4" },
    { "geosets[0].group_members", "[bones[0], none, 12, helpers[1]]", "[bones[0], none, 12, helpers[1]]" },
    { "materials[0].layers[0].alpha.track.keys[1].time", "-7", "-7" },
    { "materials[0].layers[0].alpha.track.interpolation", "Bezier", "Bezier" },
  };
  MwMdlx *mdlx = fixture_model ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwTarget target = target_of (mdlx, cases[i].path);
    g_auto (MwValue) value = { 0 };
    GError *error = NULL;
    mw_value_parse (&mdlx->model, &target, cases[i].text, strlen (cases[i].text), &value, &error);
    g_assert_no_error (error);
    store (&target, &value);
    target = target_of (mdlx, cases[i].path);
    g_autofree char *printed = mw_value_print (&mdlx->model, &target);
    g_assert_cmpstr (printed, ==, cases[i].printed);
  }
  mw_model_free (&mdlx->model);
}

static void
test_refused (void)
{
  static const struct {
    const char *path, *text, *says;
  } cases[] = {
    { "bounds.radius", "x", "found \"x\", expected a number" },
    { "bounds.radius", "1 2", "found \"2\" after the value" },
    { "bounds.radius", "1e999", "found 1e999, too large for a 32-bit float; write inf" },
    { "bounds.radius", "-3.5e38", "found -3.5e38, too large for a 32-bit float; write -inf" },
    { "bounds.max", "{1, 1e39, 2}", "found 1e39, too large for a 32-bit float; write inf" },
    { "bounds.max", "{1, 2}", "found \"}\", expected a comma and 1 more numbers" },
    { "bounds.max", "1", "expected { and 3 numbers" },
    { "sequences[0].flags", "-1", "whole number from 0 to 4294967295" },
    { "sequences[0].flags", "1.5", "whole number" },
    { "sequences[0].flags.non_looping", "2", "expected 0 or 1" },
    { "materials[0].layers[0].filter_mode", "Screen", "expected one of None, Transparent, Blend" },
    { "materials[0].layers[0].texture", "textures[2]", "expected one of the 2 textures, a number or none" },
    { "materials[0].layers[0].texture", "materials[0]", "expected one of the 2 textures" },
    { "version", "900", "cannot be set" },
    { "name", "base64(?)", "expected base64 in the parentheses" },
    { "name", "base64(YWI)", "expected base64 in the parentheses" },
    { "name", "base64(YQBi)", "cannot hold a NUL" },
    { "sequences", "3", "a place for records" },
    { "sequences[0]", "3", "a record" },
    { "geosets[0].vertices[0:2]", "[{1, 1, 1}]", "found 1 elements, expected 2" },
    { "geosets[0].vertices", "[{1, 1, 1}", "expected a comma or ]" },
  };
  MwMdlx *mdlx = fixture_model ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwTarget target = target_of (mdlx, cases[i].path);
    g_auto (MwValue) value = { 0 };
    g_autoptr (GError) error = NULL;
    g_assert_false (mw_value_parse (&mdlx->model, &target, cases[i].text, strlen (cases[i].text), &value, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
    if (!strstr (error->message, cases[i].says))
      g_error ("%s=%s: \"%s\" says nothing of \"%s\"", cases[i].path, cases[i].text, error->message, cases[i].says);
  }
  mw_model_free (&mdlx->model);
}

static void
test_capacity (void)
{
  MwMdlx *mdlx = fixture_model ();
  MwTarget target = target_of (mdlx, "name");
  g_autofree char *longest = g_strnfill (79, 'x'), *full = g_strnfill (80, 'y');
  g_auto (MwValue) value = { 0 };
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_value_parse (&mdlx->model, &target, longest, 79, &value, NULL));
  mw_value_clear (&value);
  g_assert_false (mw_value_parse (&mdlx->model, &target, full, 80, &value, &error));
  g_assert_nonnull (strstr (error->message, "found 80 bytes, expected at most 79"));
  /* A text that fills its buffer can be set again to the same text. */
  mw_text_set (&mdlx->name, full, 80);
  g_assert_true (mw_value_parse (&mdlx->model, &target, full, 80, &value, NULL));
  mw_model_free (&mdlx->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/value/printed values read back equal", test_both_ways);
  g_test_add_func ("/schema/value/refuses invalid values and says why", test_refused);
  g_test_add_func ("/schema/value/text has a limit in bytes", test_capacity);
  return g_test_run ();
}
