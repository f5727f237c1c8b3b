/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One node flag has a different name in each game (mdlx.md 2.5). */
#include "core/model/mdlx/mdlx.h"
#include "core/schema/path.h"

/* A model with one particle emitter 2. */
static MwMdlx *
model_of (MwFamily family, uint16_t version)
{
  MwMdlx *model = mw_mdlx_new ();
  model->family = family;
  model->version = version;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"),
                  mw_record_new (&mw_mdlx_particle_emitter2_schema));
  return model;
}

/* The bit with that name; 0 if there is none. */
static uint32_t
bit_of (const MwMdlx *model, const char *name)
{
  g_autofree char *path = g_strdup_printf ("particle_emitters2[0].flags.%s", name);
  MwTarget target;
  return mw_path_resolve_one (&model->model, path, &target, NULL) ? target.bit : 0;
}

static void
emitter_bits_have_the_names_of_their_game (void)
{
  static const struct {
    const char *name;
    uint32_t wc3, wow;
  } names[] = {
    { "unshaded", 0x8000, 0x8000 },
    { "sort_prims_far_z", 0x10000, 0x10000 },
    { "line_emitter", 0x20000, 0x20000 },
    { "unfogged", 0x40000, 0x40000 },
    { "model_space", 0x80000, 0x80000 },
    { "xy_quad", 0x100000, 0 },
    { "inherit_scale", 0, 0x100000 },
    { "instant_velocity_linear", 0, 0x200000 },
    { "kill_at_once", 0, 0x400000 },
    { "z_velocity_only", 0, 0x800000 },
    { "tumbler", 0, 0x1000000 },
    { "tail_grows", 0, 0x2000000 },
    { "extrude", 0, 0x4000000 },
    { "xy_quads", 0, 0x8000000 },
    { "project_particles", 0, 0x10000000 },
    { "follow", 0, 0x20000000 },
  };
  MwMdlx *wc3 = model_of (MW_FAMILY_MDX, 800), *wow = model_of (MW_FAMILY_MDX_WOW, 1300);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_test_message ("%s", names[i].name);
    g_assert_cmphex (bit_of (wc3, names[i].name), ==, names[i].wc3);
    g_assert_cmphex (bit_of (wow, names[i].name), ==, names[i].wow);
  }
  mw_model_free (&wow->model);
  mw_model_free (&wc3->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/mdlx/bit-names/bits of an emitter have the names of their game",
                   emitter_bits_have_the_names_of_their_game);
  return g_test_run ();
}
