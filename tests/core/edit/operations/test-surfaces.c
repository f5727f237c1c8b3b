/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/model/m2/surfaces.h"
#include "core/pose/m2-material.h"
#include "core/schema/path.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"

#include <string.h>

/* What operations on surfaces refuse, and what versions store; what they do to one surface is judged in rows-surfaces.c. */

static const MwM2Batch *
batch_at (MwDocument *document, guint i)
{
  return (const MwM2Batch *) ((const MwM2Skin *) m2_model (document)->skins.items[0])->batches.items[i];
}

/* A model in which each batch has one texture and no combiners. */
static void
make_single (MwDocument *document)
{
  g_autofree char *ignored = refusals_run (document, "set skins[*].batches[*].shader=0");
  for (guint k = 0; k < m2_model (document)->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) m2_model (document)->skins.items[k];
    for (guint i = 0; i < skin->batches.n; i++)
      if (((const MwM2Batch *) skin->batches.items[i])->textures.n > 1) {
        g_autofree char *line = g_strdup_printf ("surface-set-second-texture skins[%u].batches[%u] texture=none", k, i);
        m2_do (document, line);
      }
  }
}

static void
check_all (guint version, const Refusal *refusals, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwDocument) document = m2_open_made (version);
    refusals_check_on (document, &refusals[i]);
  }
}

static void
test_refused (void)
{
  static const Refusal old[] = {
    { "surface-set-shader skins[0].batches[0] first=Mod", "show only the first texture" },
    { "surface-set-second-texture skins[0].batches[0] texture=textures[0]", "show only the first texture" },
    { "surface-set-environment skins[0].batches[0] unit=3", "fewer textures" },
    { "surface-add bones[0] texture=textures[0]", "is not a batch of a surface" },
    { "surface-add skins[0].batches[0] texture=none", "a new surface needs a texture" },
    { "set skins[0].batches[0].layer=7\nsurface-add skins[0].batches[0] texture=textures[0]", "as many layers" },
    { "set skins[*].batches[*].units[0].coord=0\nsurface-set-environment skins[0].batches[0] on=0",
      "already mapped like that" },
  };
  static const Refusal wrath[] = {
    { "surface-set-shader bones[0]", "is not a batch of a surface" },
    { "surface-set-shader skins[0].batches[0] special=32769", "files of this version have no special shaders" },
    { "surface-set-shader skins[0].batches[0] first=Add second=Add\n"
      "surface-set-shader skins[0].batches[0] first=Add second=Add",
      "have that shader already" },
    { "surface-set-second-texture skins[0].batches[0] texture=textures[0] combiner=Fade\n"
      "surface-set-second-texture skins[0].batches[0] texture=none\n"
      "surface-set-second-texture skins[0].batches[0] texture=none",
      "already have these second textures" },
    { "set skins[0].batches[0].shader=32769\nsurface-set-environment skins[0].batches[0]", "has a special shader" },
  };
  static const Refusal later[] = {
    { "surface-set-shader skins[0].batches[0] special=33000", "no special shader with this number" },
    { "set skins[*].batches[*].shader=16\n"
      "surface-set-second-texture skins[0].batches[0] texture=textures[0] combiner=Fade\n"
      "surface-set-second-texture skins[0].batches[0] texture=none\n"
      "surface-set-shader skins[0].batches[0] special=Opaque_AddAlpha/T1_Env",
      "has fewer textures than this shader maps" },
    { "set skins[*].batches[*].shader=16\n"
      "surface-set-second-texture skins[0].batches[0] texture=textures[0]\n"
      "surface-set-shader skins[0].batches[0] special=Opaque_AddAlpha/T1_Env\n"
      "surface-set-environment skins[0].batches[0]",
      "has a special shader" },
    { "set skins[*].batches[*].shader=16400\n"
      "surface-set-second-texture skins[0].batches[0] texture=textures[0]",
      "only its last texture" },
  };
  check_all (260, old, G_N_ELEMENTS (old));
  check_all (264, wrath, G_N_ELEMENTS (wrath));
  check_all (272, later, G_N_ELEMENTS (later));
}

static MwM2Shader
shader_of (MwDocument *document, const MwM2Batch *batch)
{
  MwM2BatchState state;
  mw_m2_batch_evaluate (m2_model (document), batch, &MW_CLOCK_REST, &state);
  return state.shader;
}

/* With the first combiner of another surface, the model gets the global flag, and all other surfaces look as before. */
static void
test_combiners (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  make_single (document);
  const guint32 flags = m2_model (document)->global_flags & ~8u;
  g_autofree char *line = g_strdup_printf ("set flags=%u", flags), *ignored = refusals_run (document, line);
  const guint n = ((const MwM2Skin *) m2_model (document)->skins.items[0])->batches.n;
  g_autofree MwM2Shader *before = g_new0 (MwM2Shader, n);
  for (guint i = 0; i < n; i++)
    before[i] = shader_of (document, batch_at (document, i));
  m2_do (document, "surface-set-second-texture skins[0].batches[0] texture=textures[0] combiner=Mod2xNA");
  g_assert_true (m2_model (document)->global_flags & 8);
  g_autoptr (GPtrArray) surface = mw_m2_surface_of (m2_model (document), batch_at (document, 0));
  for (guint i = 0; i < n; i++) {
    const MwM2Shader after = shader_of (document, batch_at (document, i));
    if (g_ptr_array_find (surface, batch_at (document, i), NULL)) {
      g_assert_cmpuint (after.n_units, ==, 2);
      continue;
    }
    g_assert_cmpuint (after.diffuse, ==, before[i].diffuse);
    g_assert_cmpuint (after.opacity, ==, before[i].opacity);
    g_assert_cmpuint (after.n_units, ==, 1);
  }
}

/* A surface with two textures, of which the client showed the first, is not changed unasked. */
static void
test_hidden_second (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  make_single (document);
  g_autofree char *made = refusals_run (document, "surface-set-second-texture skins[0].batches[0] texture=textures[0]");
  g_autofree char *line = g_strdup_printf ("set flags=%u", m2_model (document)->global_flags & ~8u),
                  *ignored = refusals_run (document, line);
  refusals_check_on (document, &(Refusal) { "surface-set-shader skins[0].batches[1] first=Add",
                                            "which clients show only if the model has combiners" });
  refusals_check_on (
    document, &(Refusal) { "surface-set-environment skins[0].batches[0] unit=1", "shows only its first texture" });
}

/* The bits of ids from 265 on: combiners, environment, second coordinates; and the flag of special ones. */
static void
test_bits (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  make_single (document);
  const MwM2Batch *batch = batch_at (document, 0);
  m2_do (document, "set skins[*].batches[*].shader=0");
  m2_do (document, "surface-set-shader skins[0].batches[0] first=Mod2x");
  g_assert_cmphex (batch->shader, ==, 0x40);
  m2_do (document,
         "surface-set-second-texture skins[0].batches[0] texture=textures[0] coordinates=second combiner=Add");
  g_assert_cmphex (batch->shader, ==, 0x4043);
  m2_do (document, "surface-set-environment skins[0].batches[0] unit=0");
  g_assert_cmphex (batch->shader, ==, 0x40C3);
  m2_do (document, "surface-set-environment skins[0].batches[0] unit=1");
  g_assert_cmphex (batch->shader, ==, 0xCB);
  m2_do (document, "surface-set-environment skins[0].batches[0] unit=1 on=0");
  g_assert_cmphex (batch->shader, ==, 0xC3);
  m2_do (document, "surface-set-shader skins[0].batches[0] special=Opaque_AddAlpha/T1_Env");
  g_assert_cmphex (batch->shader, ==, 0x8001);
  g_assert_true (batch->flags & 0x80);
  m2_do (document, "surface-set-shader skins[0].batches[0] first=Opaque second=AddNA");
  g_assert_cmphex (batch->shader, ==, 0x07);
  g_assert_false (batch->flags & 0x80);
  m2_do (document, "surface-set-second-texture skins[0].batches[0] texture=none");
  g_assert_cmphex (batch->shader, ==, 0);
  g_assert_cmpuint (batch->textures.n, ==, 1);
  g_assert_cmpuint (batch->transforms.n, ==, 1);
}

/* Second coordinates that are all 0 are told. */
static void
test_notice (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  make_single (document);
  g_autofree char *quiet = refusals_run (document,
                                         "surface-set-second-texture skins[0].batches[0] texture=textures[0]");
  g_assert_cmpstr (quiet, ==, "");
  const MwM2 *model = m2_model (document);
  gboolean any = FALSE;
  for (guint i = 0; i < 2 * model->uvs2.n; i++)
    any |= ((const float *) model->uvs2.data)[i] != 0;
  g_autofree char *told = refusals_run (
    document, "surface-set-second-texture skins[0].batches[0] texture=textures[0] coordinates=second");
  g_assert_true (any == !strstr (told, "are 0"));
}

/* New surfaces of one submesh are layers over each other, after it in the list. */
static void
test_layers (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  const MwM2Batch *first = batch_at (document, 0);
  guint16 top = 0;
  const guint n = ((const MwM2Skin *) m2_model (document)->skins.items[0])->batches.n;
  guint last = 0;
  for (guint i = 0; i < n; i++)
    if (batch_at (document, i)->submesh.id == first->submesh.id) {
      top = MAX (top, batch_at (document, i)->layer);
      last = i;
    }
  m2_do (document, "surface-add skins[0].batches[0] texture=textures[0]");
  guint made;
  const MwId id = mw_document_get_selection (document, &made)[0];
  const MwM2Batch *batch = (const MwM2Batch *) mw_model_find (mw_document_get_model (document), id);
  g_assert_cmpuint (batch->layer, ==, top + 1);
  g_assert_cmpuint (mw_record_index (&batch->record), ==, last + 1);
  g_assert_true (batch->submesh.id == first->submesh.id);
  m2_do (document, "surface-add skins[0].batches[0] texture=textures[0]");
  const MwM2Batch *next = (const MwM2Batch *) mw_model_find (mw_document_get_model (document),
                                                             mw_document_get_selection (document, &made)[0]);
  g_assert_cmpuint (next->layer, ==, top + 2);
  g_assert_cmpuint (mw_record_index (&next->record), ==, mw_record_index (&batch->record) + 1);
}

/* The colour and the opacity of a surface: its own, and shared with nothing. */
static void
test_own (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  const MwM2 *model = m2_model (document);
  g_autofree char *ignored = refusals_run (document, "set skins[*].batches[*].weight=texture_weights[0]\n"
                                                     "set skins[*].batches[*].color=none");
  const guint n = model->texture_weights.n;
  g_autoptr (GPtrArray) surface = mw_m2_surface_of (model, batch_at (document, 0));
  g_autofree char *copied = refusals_run (document, "surface-set-opacity skins[0].batches[0] opacity=0.5");
  g_assert_cmpstr (copied, ==, "surfaces that no longer share it with others: 1");
  g_assert_cmpuint (model->texture_weights.n, ==, n + 1);
  for (guint i = 0; i < surface->len; i++)
    g_assert_cmpuint (((const MwM2Batch *) surface->pdata[i])->weight.id, ==, model->texture_weights.items[n]->id);
  g_autofree char *again = refusals_run (document, "surface-set-opacity skins[0].batches[0] opacity=0.25");
  g_assert_cmpstr (again, ==, "");
  g_assert_cmpuint (model->texture_weights.n, ==, n + 1);
  refusals_check_on (document,
                     &(Refusal) { "surface-set-opacity skins[0].batches[0] opacity=0.25", "already show that" });
  refusals_check_on (document,
                     &(Refusal) { "surface-set-colour skins[0].batches[0] color={1,1,1}", "already show that" });
  refusals_check_on (document, &(Refusal) { "surface-set-opacity bones[0] opacity=1", "is not a batch of a surface" });
  refusals_check_on (document,
                     &(Refusal) { "surface-set-opacity skins[0].batches[0] opacity=1 sequences=Nothing", "Nothing" });
  const guint n_colors = model->colors.n;
  m2_do (document, "surface-set-colour skins[0].batches[0] color={0,0.5,1}");
  g_assert_cmpuint (model->colors.n, ==, n_colors + 1);
  const MwM2Color *color = (const MwM2Color *) model->colors.items[n_colors];
  const MwM2Lane *alpha = (const MwM2Lane *) color->alpha_track->lanes.items[0],
                 *rgb = (const MwM2Lane *) color->color_track->lanes.items[0];
  g_assert_true (((const float *) alpha->values.data)[0] == 1);
  g_assert_true (((const float *) rgb->values.data)[0] == 0 && ((const float *) rgb->values.data)[2] == 1);
}

/* A surface of which another one, or only one other batch, has the texture weight. */
static void
test_shared (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  const MwM2 *model = m2_model (document);
  g_autofree char *ignored = refusals_run (document, "set skins[*].batches[*].weight=none");
  g_autoptr (GPtrArray) surfaces = mw_m2_surfaces (model);
  const GPtrArray *first = surfaces->pdata[0], *second = surfaces->pdata[1];
  for (guint i = 0; i <= first->len; i++) {
    g_autofree char *path = mw_record_path (i < first->len ? first->pdata[i] : second->pdata[0]),
                    *line = g_strdup_printf ("set %s.weight=texture_weights[1]", path);
    m2_do (document, line);
  }
  const guint n = model->texture_weights.n;
  m2_do (document, "surface-set-opacity skins[0].batches[0] opacity=0.5");
  g_assert_cmpuint (model->texture_weights.n, ==, n + 1);
  m2_do (document, "set skins[*].batches[*].weight=texture_weights[1]");
  m2_do (document, "surface-set-opacity skins[*].batches[*] opacity=0.625");
  /* All but the last have their own now, and that one has the one of all. */
  g_autoptr (GPtrArray) all = mw_m2_surfaces (model);
  g_assert_cmpuint (model->texture_weights.n, ==, n + 1 + all->len - 1);
}

/* On one time line the values of other sequences stay until their ends. */
static void
test_other_sequences (void)
{
  g_autoptr (MwDocument) document = m2_open_made (256);
  m2_do (document, "set skins[*].batches[*].weight=none");
  m2_do (document, "surface-set-opacity skins[0].batches[0] opacity=0 end=0.5 animate=1 sequences=0");
  const MwM2 *model = m2_model (document);
  const MwM2TextureWeight *weight = (const MwM2TextureWeight *) mw_model_resolve (&model->model,
                                                                                  batch_at (document, 0)->weight);
  const MwM2Track *track = weight->weight_track;
  for (guint k = 0; k < model->sequences.n; k++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[k];
    guint found = 0;
    for (guint i = 0; i < track->times.n; i++) {
      const guint32 time = ((const guint32 *) track->times.data)[i];
      found += (time == sequence->start || time == sequence->end)
               && ABS (((const float *) track->values.data)[i]
                       - (k                         ? 1
                          : time == sequence->start ? 0
                                                    : 0.5f))
                    < 1e-4f;
    }
    g_assert_cmpuint (found, ==, sequence->end > sequence->start ? 2 : 1);
  }
}

/* The list of combiners has room for as many entries as an id can name. */
static void
test_full (void)
{
  enum { FULL = 0x7FFF };
  g_autoptr (MwDocument) document = m2_open_made (264);
  make_single (document);
  m2_do (document, "surface-set-second-texture skins[0].batches[0] texture=textures[0]");
  const MwM2 *model = m2_model (document);
  MwArray entries = mw_array_new (FULL, sizeof (guint16));
  memset (entries.data, 0, FULL * sizeof (guint16));
  mw_document_begin (document, "fill");
  g_assert_true (
    mw_document_swap_array (document, model->model.record.id, MW_FIELD (MwM2, texture_combiners), entries, NULL));
  mw_document_commit (document);
  refusals_check_on (document,
                     &(Refusal) { "surface-set-shader skins[0].batches[0] first=Add second=Add", "combiners is full" });
}

/* Values that stay until the next key cannot change evenly, but a track with one key may become linear. */
static void
test_ramps (void)
{
  g_autoptr (MwDocument) document = m2_open_made (256);
  m2_do (document, "surface-set-opacity skins[0].batches[0] opacity=0.5");
  m2_do (document, "surface-set-opacity skins[0].batches[0] opacity=0 end=1 animate=1");
  const MwM2TextureWeight *weight = (const MwM2TextureWeight *) mw_model_resolve (mw_document_get_model (document),
                                                                                  batch_at (document, 0)->weight);
  const MwM2Track *track = weight->weight_track;
  g_assert_cmpuint (track->interpolation, ==, 1);
  g_assert_cmpuint (track->values.n, >=, 2);
  const MwM2Sequence *sequence = (const MwM2Sequence *) m2_model (document)->sequences.items[0];
  guint found = 0;
  for (guint i = 0; i < track->times.n; i++) {
    const guint32 time = ((const guint32 *) track->times.data)[i];
    const float value = ((const float *) track->values.data)[i];
    found += (time == sequence->start && value == 0) || (time == sequence->end && value == 1);
  }
  g_assert_cmpuint (found, ==, 2);
  g_autofree char *path = mw_record_path (&track->record), *step = g_strdup_printf ("set %s.interpolation=0", path);
  m2_do (document, step);
  refusals_check_on (document, &(Refusal) { "surface-set-opacity skins[0].batches[0] opacity=0 end=1 animate=1",
                                            "is not interpolated linearly" });
}

/* The flag that no texture moves follows, also with two textures of which one still moves. */
static void
test_scroll (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  make_single (document);
  const MwM2Batch *batch = batch_at (document, 0);
  g_autofree char *ignored = refusals_run (document,
                                           "surface-set-second-texture skins[0].batches[0] texture=textures[0]\n"
                                           "surface-set-texture-animation skins[0].batches[0] u=1 unit=1\n"
                                           "surface-set-texture-animation skins[0].batches[0] v=1");
  g_assert_false (batch->flags & 0x10);
  m2_do (document, "surface-set-texture-animation skins[0].batches[0] remove=1 unit=1");
  g_assert_false (batch->flags & 0x10);
  g_assert_true (((const MwRef *) batch->transforms.data)[0].id && !((const MwRef *) batch->transforms.data)[1].id);
  m2_do (document, "surface-set-texture-animation skins[0].batches[0] remove=1");
  g_assert_true (batch->flags & 0x10);
  refusals_check_on (document, &(Refusal) { "surface-set-texture-animation skins[0].batches[0] remove=1",
                                            "none of the textures moves" });
  refusals_check_on (document,
                     &(Refusal) { "surface-set-texture-animation skins[0].batches[0] u=1 unit=2", "fewer textures" });
  refusals_check_on (document, &(Refusal) { "surface-set-texture-animation skins[0].batches[0]", "needs u or v" });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/surfaces/refusals", test_refused);
  g_test_add_func ("/core/edit/operations/surfaces/combiners", test_combiners);
  g_test_add_func ("/core/edit/operations/surfaces/hidden second texture", test_hidden_second);
  g_test_add_func ("/core/edit/operations/surfaces/bits of shader ids", test_bits);
  g_test_add_func ("/core/edit/operations/surfaces/notice", test_notice);
  g_test_add_func ("/core/edit/operations/surfaces/layers", test_layers);
  g_test_add_func ("/core/edit/operations/surfaces/own colour and opacity", test_own);
  g_test_add_func ("/core/edit/operations/surfaces/moving textures", test_scroll);
  g_test_add_func ("/core/edit/operations/surfaces/shared weights", test_shared);
  g_test_add_func ("/core/edit/operations/surfaces/other sequences", test_other_sequences);
  g_test_add_func ("/core/edit/operations/surfaces/full list", test_full);
  g_test_add_func ("/core/edit/operations/surfaces/changing opacity", test_ramps);
  return g_test_run ();
}
