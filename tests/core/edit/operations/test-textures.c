/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "tests/core/edit/operations/refusals.h"

#include <string.h>

/* What operations on textures refuse and tell; what they do is judged in rows-textures.c. */

static void
test_refused (void)
{
  g_autofree char *name = g_strnfill (255, 'a');
  g_autofree char *long_path = g_strdup_printf ("set textures[0].path=%s.blp\n"
                                                "texture-replace-path textures[*] find=.blp replace=.jpeg",
                                                name);
  const Refusal refusals[] = {
    { "texture-replace-path textures[*] find=no-such-part replace=x", "nothing to replace: no path changes" },
    { "set textures[0].path=a.blp\ntexture-replace-path textures[0] find=.blp replace=.blp", "no path changes" },
    { "texture-replace-path textures[*] find=\"\" replace=x", "the text to find is empty" },
    { "texture-replace-path bones[0] find=a replace=b", "is not a texture and contains none" },
    { long_path, "its path would have 260 bytes; at most 259 can be stored" },
    { "texture-set-wrap textures[*]", "already wrap like that" },
    { "texture-set-wrap textures[*] width=On\ntexture-set-wrap textures[*] width=On height=Keep",
      "already wrap like that" },
    { "texture-set-wrap bones[0] width=On", "is not a texture" },
    { "texture-set-type textures[0] type=2\ntexture-set-type textures[0] type=TeamGlow", "have that type already" },
    { "texture-set-type textures[0] type=2\ntexture-set-type textures[0] type=0", "has no path: give one" },
    { "texture-set-type textures[0] type=NoSuchType", "NoSuchType" },
    { "texture-set-type bones[0] type=1", "is not a texture" },
    { "set textures[0].path=a.blp\nset textures[1].path=b.blp\ntexture-merge",
      "nothing to merge: all textures differ" },
    { "set textures[0].path=a.blp\nset textures[1].path=a.blp\nset textures[0].flags=1\nset textures[1].flags=2\ntexture-merge",
      "all textures differ" },
    { "set textures[0].path=a.blp\nset textures[1].path=a.blp\nset textures[0].replaceable_id=0\n"
      "set textures[1].replaceable_id=2\ntexture-merge",
      "all textures differ" },
    { "texture-remove-unused", "nothing to remove: all textures are used" },
    /* A texture that only the last key of a track shows is used. */
    { "add textures path=c.blp\nset materials[0].layers[1].texture.track.keys[1].value=textures[2]\ntexture-remove-unused",
      "all textures are used" },
  };
  refusals_check (refusals, G_N_ELEMENTS (refusals));
}

static void
test_notices (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  g_autofree char *paths = refusals_run (document, "set textures[0].path=Textures\\A.blp\nset textures[1].path=B.BLP\n"
                                                   "texture-replace-path textures[*] find=.blp replace=\"\""),
                  *cleared = refusals_run (document, "texture-set-type textures[0] type=TeamColor"),
                  *merged = refusals_run (document, "set textures[1].path=\"\"\nset textures[1].replaceable_id=1\n"
                                                    "set textures[0].flags=0\nset textures[1].flags=0\n"
                                                    "texture-merge");
  g_assert_cmpstr (paths, ==, "paths changed: 2");
  g_assert_nonnull (strstr (cleared, "paths cleared"));
  g_assert_nonnull (strstr (merged, "textures merged into others: 1"));
}

/* A selected model stands for all its textures, and a type of 0 needs a path only where there is none. */
static void
test_whole_model (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  MwId root = mw_document_get_model (document)->record.id;
  mw_document_select (document, &root, 1);
  g_autofree char *first = refusals_run (document, "texture-set-type type=TeamGlow");
  fixture_assert_value (document, "textures[0].replaceable_id", "TeamGlow");
  fixture_assert_value (document, "textures[1].replaceable_id", "TeamGlow");
  mw_document_select (document, &root, 1);
  g_autofree char *second = refusals_run (document, "texture-set-type type=None path=Textures\\A.blp");
  fixture_assert_value (document, "textures[1].path", "\"Textures\\A.blp\"");
  fixture_assert_value (document, "textures[1].replaceable_id", "None");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/textures/refusals", test_refused);
  g_test_add_func ("/core/edit/operations/textures/notices", test_notices);
  g_test_add_func ("/core/edit/operations/textures/whole model", test_whole_model);
  return g_test_run ();
}
