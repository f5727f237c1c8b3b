/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flags that choose between two forms in which a value is stored. Setting one keeps the value, and what is lost is
 * reported. */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Checks all notices of the last step, one a line. */
static void
assert_notices (MwDocument *document, const char *expected)
{
  const char *const *notices = mw_document_get_notices (document);
  g_autofree char *text = notices ? g_strjoinv ("\n", (char **) notices) : g_strdup ("");
  g_assert_cmpstr (text, ==, expected);
}

/* Checks that the saved model is read back equal, and that undo restores what there was. */
static void
assert_saves (MwDocument *document)
{
  g_autoptr (MwFileSet) saved = m2_saved (document);
}

static void
blend_times (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  fixture_must_set (document, "sequences[0].flags.split_blend", "0");
  fixture_must_set (document, "sequences[0].blend_time", "150");
  fixture_must_set (document, "sequences[0].flags.split_blend", "1");
  fixture_assert_value (document, "sequences[0].blend_in", "150");
  fixture_assert_value (document, "sequences[0].blend_out", "150");
  assert_notices (document, "");
  assert_saves (document);
  fixture_must_set (document, "sequences[0].flags.split_blend", "0");
  fixture_assert_value (document, "sequences[0].blend_time", "150");
  assert_notices (document, "");
  mw_document_undo (document);
  fixture_assert_value (document, "sequences[0].blend_in", "150");
  fixture_must_set (document, "sequences[0].blend_out", "200");
  fixture_must_set (document, "sequences[0].flags.split_blend", "0");
  fixture_assert_value (document, "sequences[0].blend_time", "150");
  assert_notices (document, "sequences[0]: it blended in for 150 ms and out for 200 ms; both are now 150 ms");
  fixture_must_set (document, "sequences[0].blend_time", "70000");
  fixture_must_set (document, "sequences[0].flags.split_blend", "1");
  fixture_assert_value (document, "sequences[0].blend_in", "65535");
  assert_notices (document,
                  "sequences[0]: it blended for 70000 ms, but each half of a split blend time lasts at most 65535");
}

/* An emitter with three keys of gravity in one lane for all sequences. */
static MwM2Particle *
with_gravity (MwDocument *document, const float values[3])
{
  static const int32_t times[] = { 0, 10, 20 };
  MwM2Particle *emitter = (MwM2Particle *) m2_model (document)->particles.items[0];
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "0");
  if (emitter->gravity_track)
    m2_do (document, "delete particles[0].gravity.track");
  MwM2Track *track = (MwM2Track *) mw_record_new (&mw_m2_track_float_schema);
  MwM2Lane *lane = (MwM2Lane *) mw_record_new (mw_schema_field (track->record.schema, "lanes")->schema);
  GError *error = NULL;
  track->spread = MW_M2_SPREAD_ALL;
  track->interpolation = 1;
  lane->sequence = MW_REF_NONE;
  lane->times = mw_array_copy (times, 3, 4);
  lane->values = mw_array_copy (values, 3, 4);
  mw_list_append (NULL, &track->record, mw_schema_field (track->record.schema, "lanes"), &lane->record);
  mw_document_begin (document, "Gravity");
  mw_document_insert (document, emitter->record.id, fixture_field (&emitter->record, "gravity.track"), 0,
                      &track->record, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  return emitter;
}

static void
gravity (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  const float exact[3] = { 0, (float) (100 * MW_M2_GRAVITY_STEP), (float) (-7 * MW_M2_GRAVITY_STEP) };
  MwM2Particle *emitter = with_gravity (document, exact);
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "1");
  g_assert_null (emitter->gravity_track);
  fixture_assert_value (document, "particles[0].gravity_vector.track.interpolation", "Linear");
  fixture_assert_value (document, "particles[0].gravity_vector.track.lanes[0].keys.time", "[0, 10, 20]");
  fixture_assert_value (document, "particles[0].gravity_vector.track.lanes[0].keys.value",
                        "[{0, 0, 0}, {0, 0, -100}, {0, 0, 7}]");
  assert_notices (document, "");
  assert_saves (document);
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "0");
  g_assert_null (emitter->gravity_vector_track);
  const MwM2Lane *lane = (const MwM2Lane *) emitter->gravity_track->lanes.items[0];
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (((const float *) lane->values.data)[i], exact[i], 1e-5f);
  assert_notices (document, "");
  assert_saves (document);
}

static void
gravity_losses (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  MwM2Particle *emitter = with_gravity (document, (const float[]) { 1, 5000, 0 });
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "1");
  fixture_assert_value (document, "particles[0].gravity_vector.track.lanes[0].keys.value",
                        "[{0, 0, -24}, {0, 0, -32767}, {0, 0, 0}]");
  assert_notices (document, "particles[0]: its gravity is rounded to steps of 0.0423865\n"
                            "particles[0]: its gravity is cut to 1388.88, the most that compressed gravity holds");
  fixture_must_set (document, "particles[0].gravity_vector.track.lanes[0].keys.value",
                    "[{127, 0, -10}, {0, 0, -1}, {0, -64, 10}]");
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "0");
  assert_notices (document, "particles[0]: its gravity also pulled sideways, which uncompressed gravity cannot do");
  const float *values = ((const MwM2Lane *) emitter->gravity_track->lanes.items[0])->values.data;
  g_assert_cmpfloat_with_epsilon (values[0], 0.0528f, 1e-3f);
  g_assert_cmpfloat_with_epsilon (values[1], 0.0424f, 1e-4f);
  g_assert_cmpfloat_with_epsilon (values[2], -0.3671f, 1e-4f);
  mw_document_undo (document);
  g_assert_null (emitter->gravity_track);
  g_assert_nonnull (emitter->gravity_vector_track);
}

/* 40,000 steps: a whole number of them, but more than a signed 16-bit number holds. */
static void
gravity_limits (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  with_gravity (document,
                (const float[]) { (float) (40000 * MW_M2_GRAVITY_STEP), (float) (32767 * MW_M2_GRAVITY_STEP), 0 });
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "1");
  fixture_assert_value (document, "particles[0].gravity_vector.track.lanes[0].keys.value",
                        "[{0, 0, -32767}, {0, 0, -32767}, {0, 0, 0}]");
  assert_notices (document, "particles[0]: its gravity is cut to 1388.88, the most that compressed gravity holds");
  /* A direction without magnitude has no effect. */
  fixture_must_set (document, "particles[0].gravity_vector.track.lanes[0].keys.value",
                    "[{127, 0, 0}, {0, 0, -1}, {0, -64, 0}]");
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "0");
  assert_notices (document, "");
}

/* A gravity track with a key for each of the first two sequences. */
static void
put_gravity_by_sequence (MwDocument *document)
{
  static const int32_t time = 5;
  static const float pull = 0;
  MwM2Particle *emitter = with_gravity (document, (const float[]) { 0, 0, 0 });
  m2_do (document, "delete particles[0].gravity.track");
  MwM2Track *track = (MwM2Track *) mw_record_new (&mw_m2_track_float_schema);
  GError *error = NULL;
  track->spread = MW_M2_SPREAD_SEQUENCES;
  for (guint i = 0, n = 0; n < 2; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) m2_model (document)->sequences.items[i];
    if (sequence->not_loaded || sequence->flags & MW_M2_SEQUENCE_ALIAS)
      continue;
    MwM2Lane *lane = (MwM2Lane *) mw_record_new (mw_schema_field (track->record.schema, "lanes")->schema);
    lane->sequence = (MwRef) { sequence->record.id, 0 };
    lane->times = mw_array_copy (&time, 1, 4);
    lane->values = mw_array_copy (&pull, 1, 4);
    mw_list_append (NULL, &track->record, mw_schema_field (track->record.schema, "lanes"), &lane->record);
    n++;
  }
  mw_document_begin (document, "Gravity");
  mw_document_insert (document, emitter->record.id, fixture_field (&emitter->record, "gravity.track"), 0,
                      &track->record, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
}

static void
gravity_lanes (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  put_gravity_by_sequence (document);
  g_autofree char *first = fixture_get (document, "particles[0].gravity.track.lanes[0].sequence"),
                  *second = fixture_get (document, "particles[0].gravity.track.lanes[1].sequence");
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "1");
  fixture_assert_value (document, "particles[0].gravity_vector.track.lanes[0].sequence", first);
  fixture_assert_value (document, "particles[0].gravity_vector.track.lanes[1].sequence", second);
  assert_saves (document);
  /* A clock of its own is kept. */
  with_gravity (document, (const float[]) { 0, 0, 0 });
  m2_do (document, "add global_sequences duration=100");
  g_autofree char *clock = g_strdup_printf ("global_sequences[%u]", m2_model (document)->global_sequences.n - 1);
  fixture_must_set (document, "particles[0].gravity.track.global_sequence", clock);
  fixture_must_set (document, "particles[0].flags.compressed_gravity", "1");
  fixture_assert_value (document, "particles[0].gravity_vector.track.global_sequence", clock);
}

/* Keys in a file that is not loaded cannot be converted. */
static void
gravity_not_loaded (void)
{
  g_autoptr (MwFileSet) set_ = m2_made_set (264, 1, 0);
  for (guint i = set_->parts->len; i-- > 1;) {
    const MwFilePart *part = set_->parts->pdata[i];
    if (g_str_has_prefix (part->role, "anim"))
      mw_file_part_free (mw_file_set_steal (set_, part->role));
  }
  g_autoptr (MwDocument) document = m2_open (set_);
  put_gravity_by_sequence (document);
  g_assert_false (fixture_set (document, "particles[0].flags.compressed_gravity", "1"));
  fixture_assert_value (document, "particles[0].flags.compressed_gravity", "0");
}

/* The layout of an emitter is known by the byte after its blend mode (m2.md 15.2). */
static void
emitter_layouts (void)
{
  g_autoptr (MwDocument) plain = m2_open_made (256);
  fixture_must_set (plain, "particles[0].blend_mode", "255");
  g_assert_false (fixture_set (plain, "particles[0].blend_mode", "256"));
  g_autoptr (MwFileSet) set_ = m2_made_set (256, 1, M2_FORM_PARTICLE_BYTES);
  g_autoptr (MwDocument) bytes = m2_open (set_);
  fixture_must_set (bytes, "particles[0].emitter_type", "2");
  g_assert_false (fixture_set (bytes, "particles[0].emitter_type", "0"));
}

static void
three_textures (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  guint n = m2_model (document)->textures.n;
  g_assert_cmpuint (n, >, 3);
  fixture_must_set (document, "particles[0].flags.multitexture", "0");
  fixture_must_set (document, "particles[0].texture", "textures[2]");
  fixture_must_set (document, "particles[0].flags.multitexture", "1");
  static const char *const names[] = { "texture", "texture_2", "texture_3" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_strdup_printf ("particles[0].%s", names[i]);
    fixture_assert_value (document, path, "textures[2]");
  }
  assert_notices (document, "");
  fixture_must_set (document, "particles[0].texture_2", "textures[0]");
  m2_do (document, "add textures path=\"third.blp\"");
  g_autofree char *third = g_strdup_printf ("textures[%u]", n), *fourth = g_strdup_printf ("textures[%u]", n + 1);
  fixture_must_set (document, "particles[0].texture_3", third);
  assert_saves (document);
  /* The references follow their textures. */
  m2_do (document, "move-down textures[2]");
  fixture_assert_value (document, "particles[0].texture", "textures[3]");
  m2_do (document, "duplicate textures[0]");
  fixture_assert_value (document, "particles[0].texture_3", fourth);
  fixture_assert_value (document, "particles[0].texture", "textures[4]");
  assert_saves (document);
  mw_document_undo (document);
  g_autofree char *delete = g_strdup_printf ("delete %s", third), *refusal = m2_refusal (document, delete);
  g_assert_nonnull (strstr (refusal, "particles[0].texture_3"));
  /* Without the flag only the first texture is kept. */
  fixture_must_set (document, "particles[0].flags.multitexture", "0");
  fixture_assert_value (document, "particles[0].texture", "textures[3]");
  const char *const *notices = mw_document_get_notices (document);
  g_assert_cmpuint (g_strv_length ((char **) notices), ==, 2);
  g_assert_true (g_str_has_prefix (notices[0], "particles[0].texture_2 is lost (textures[0]): it does not exist with "
                                               "flags "));
}

/* Five bits can name 32 places. */
static void
too_many_textures (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  fixture_must_set (document, "particles[0].flags.multitexture", "0");
  fixture_must_set (document, "particles[0].texture", "none");
  g_assert_false (fixture_set (document, "particles[0].flags.multitexture", "1"));
  fixture_must_set (document, "particles[0].texture", "textures[0]");
  while (m2_model (document)->textures.n < 33)
    m2_do (document, "add textures path=\"more.blp\"");
  fixture_must_set (document, "particles[0].flags.multitexture", "1");
  g_assert_false (fixture_set (document, "particles[0].texture_2", "textures[32]"));
  g_assert_false (fixture_set (document, "particles[0].texture_2", "none"));
  fixture_must_set (document, "particles[0].texture_2", "textures[31]");
  g_autofree char *refusal = m2_refusal (document, "duplicate textures[0]");
  g_assert_nonnull (strstr (refusal, "particles[0].texture_2: refers to textures[32], but can refer only to "
                                     "textures[0] to textures[31]"));
  assert_saves (document);
}

/* A sequence that becomes an alias loses its keys, which a notice reports. */
static void
alias_says_what_goes (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  const MwM2 *model = m2_model (document);
  uint32_t found = model->sequences.n;
  for (uint32_t i = 1; i < model->sequences.n && found == model->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[i];
    if (!(sequence->flags & MW_M2_SEQUENCE_ALIAS) && !mw_m2_sequence_is_external (sequence))
      found = i;
  }
  g_assert_cmpuint (found, <, model->sequences.n);
  g_autofree char *alias = g_strdup_printf ("sequences[%u].alias", found),
                  *flag = g_strdup_printf ("sequences[%u].flags.alias", found),
                  *start = g_strdup_printf ("sequences[%u]: its keys in ", found);
  fixture_must_set (document, alias, "sequences[0]");
  fixture_must_set (document, flag, "1");
  const char *const *notices = mw_document_get_notices (document);
  gboolean noticed = FALSE;
  for (guint i = 0; notices && notices[i]; i++)
    noticed |= g_str_has_prefix (notices[i], start)
               && strstr (notices[i], "because an alias plays those of another sequence");
  g_assert_true (noticed);
}

/* The same for Warcraft III: a notice reports the values that a shape of another type does not have. */
static void
shapes (void)
{
  MwDocument *document = fixture_document ();
  fixture_must_set (document, "collision_shapes[0].vertices.second", "{1, 2, 3}");
  fixture_must_set (document, "collision_shapes[0].type", "Sphere");
  assert_notices (document,
                  "collision_shapes[0].vertices.second is lost ({1, 2, 3}): it does not exist with type Sphere");
  mw_document_undo (document);
  fixture_must_set (document, "collision_shapes[0].vertices.second", "{0, 0, 0}");
  fixture_must_set (document, "collision_shapes[0].type", "Sphere");
  assert_notices (document, "");
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, function) g_test_add_func ("/edit/m2 convert/" claim, function)
  ADD ("emitters keep to their layout", emitter_layouts);
  ADD ("a blend time becomes both halves, and back", blend_times);
  ADD ("gravity keeps its keys in either form", gravity);
  ADD ("a notice says what gravity loses in the other form", gravity_losses);
  ADD ("gravity is limited to 16 bits, and a direction without strength is dropped", gravity_limits);
  ADD ("gravity keeps its sequences and its clock", gravity_lanes);
  ADD ("gravity with keys in a missing file stays unchanged", gravity_not_loaded);
  ADD ("a multitexture emitter refers to three textures", three_textures);
  ADD ("a multitexture emitter names textures 0 to 31", too_many_textures);
  ADD ("a notice says that a sequence that becomes an alias loses its keys", alias_says_what_goes);
  ADD ("a notice says what a collision shape of another type loses", shapes);
#undef ADD
  return g_test_run ();
}
