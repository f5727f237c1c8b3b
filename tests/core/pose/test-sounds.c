/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/sounds.h"
#include "tests/core/pose/models.h"

#include <string.h>

static MwMdlxEventObject *
add_event (MwMdlx *model, const char *name, int32_t key)
{
  MwMdlxEventObject *event = add_node (model, &mw_mdlx_event_object_schema, NULL, 0, 0, 0);
  mw_text_set (&event->node.name, name, strlen (name));
  MwRecord *track = mw_record_new (&mw_event_track_schema);
  mw_child_set (&model->model, &event->node.record, mw_schema_field (&mw_mdlx_event_object_schema, "track"), track);
  ((MwEventTrack *) track)->times = mw_array_copy (&key, 1, sizeof key);
  return event;
}

/* The ids at a moment of a sequence of a second. */
static char *
ids_at (const MwModel *model, int32_t time, gboolean looping)
{
  MwEventTimes times = { 0 };
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  GString *text = g_string_new (NULL);
  const MwClock clock = clock_at (0, 1000, looping, time);
  mw_event_times_update (&times, &clock);
  mw_sounds_append (model, &times, 300, ids);
  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (text, "%s ", (const char *) ids->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
sounds_are_named_for_a_while_after_they_began (void)
{
  static const struct {
    int32_t time;
    gboolean looping;
    const char *ids;
  } moments[] = { { 99, FALSE, "" },          { 100, FALSE, "AAAA " },     { 399, FALSE, "AAAA BBBB " },
                  { 400, FALSE, "BBBB " },    { 509, FALSE, "BBBB " },     { 510, FALSE, "" },
                  { 950, FALSE, "CCCC " },    { 150, TRUE, "AAAA CCCC " }, { 249, TRUE, "AAAA BBBB CCCC " },
                  { 250, TRUE, "AAAA BBBB " } };
  MwMdlx *model = mw_mdlx_new ();
  add_event (model, "SNDxAAAA", 100);
  add_event (model, "sndxBBBB", 200);
  add_event (model, "SNDyBBBB", 210); /* named once */
  add_event (model, "SPNxAAAA", 100);
  add_event (model, "FPTxAAAA", 100);
  add_event (model, "SNDxCCCC", 950);
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++) {
    g_autofree char *ids = ids_at (&model->model, moments[i].time, moments[i].looping);
    g_assert_cmpstr (ids, ==, moments[i].ids);
  }
  MwEventTimes times = { 0 };
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  mw_event_times_update (&times, &MW_CLOCK_REST);
  mw_sounds_append (&model->model, &times, 300, none);
  g_assert_cmpuint (none->len, ==, 0);
  mw_model_free (&model->model);
}

static void
only_events_of_sounds_have_them (void)
{
  static const char *const others[] = { "SPNxAAAA", "SNDx", "SND", "" };
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxEventObject *event = add_event (model, "SNDxAAAA", 100);
  g_assert_true (mw_sounds_in (&model->model));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    mw_text_set (&event->node.name, others[i], strlen (others[i]));
    g_assert_false (mw_sounds_in (&model->model));
  }
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/sounds/sounds are named for a while after they began",
                   sounds_are_named_for_a_while_after_they_began);
  g_test_add_func ("/pose/sounds/only events of sounds have them", only_events_of_sounds_have_them);
  return g_test_run ();
}
