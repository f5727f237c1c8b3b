/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/clients.h"
#include "core/base/i18n.h"

/* What is known, and from where (docs/files.md, "Games"):
 * - Warcraft III: the order that its archives are opened in, which map makers have long relied on.
 * - World of Warcraft 0.7 to 1.12: the program's table of archives; those that it opens first win.
 * - 3.3.5 (build 12340): the program gives the archives of its table falling numbers. Patches with one character more in their name
 *   win over all others; among themselves they are sorted by whole path, so "Data\patch-2" wins over "Data\enUS\patch-enUS-3".
 *   2.4.3 is assumed to do the same with its shorter table.
 * - 4.3.4 and 5.4.8: updates are incremental, and all are applied. No order is known among the other archives; a file is in one
 *   of them. */

static const char *const warcraft3[] = { "War3Patch.mpq", "War3xLocal.mpq", "War3x.mpq",
                                         "War3Local.mpq", "War3.mpq",       NULL };

static const char *const alpha[] = { "Data/patch.MPQ",
                                     "Data/model.MPQ",
                                     "Data/texture.MPQ",
                                     "Data/terrain.MPQ",
                                     "Data/wmo.MPQ",
                                     "Data/sound.MPQ",
                                     "Data/misc.MPQ",
                                     "Data/interface.MPQ",
                                     "Data/fonts.MPQ",
                                     "Data/speech.MPQ",
                                     "Data/dbc.MPQ",
                                     "Data/base.MPQ",
                                     NULL };

static const char *const vanilla[] = { "Data/patch-?.MPQ",   "Data/patch.MPQ",
                                       "Data/model.MPQ",     "Data/texture.MPQ",
                                       "Data/terrain.MPQ",   "Data/wmo.MPQ",
                                       "Data/sound.MPQ",     "Data/misc.MPQ",
                                       "Data/interface.MPQ", "Data/fonts.MPQ",
                                       "Data/speech.MPQ",    "Data/dbc.MPQ",
                                       "Data/base.MPQ",      NULL };

static const char *const burning_crusade[] = { "Data/patch-?.MPQ Data/{locale}/patch-{locale}-?.MPQ",
                                               "Data/patch.MPQ",
                                               "Data/{locale}/patch-{locale}.MPQ",
                                               "Data/expansion.MPQ",
                                               "Data/common.MPQ",
                                               "Data/{locale}/locale-{locale}.MPQ",
                                               "Data/{locale}/speech-{locale}.MPQ",
                                               "Data/{locale}/expansion-locale-{locale}.MPQ",
                                               "Data/{locale}/expansion-speech-{locale}.MPQ",
                                               NULL };

static const char *const lich_king[] = { "Data/patch-?.MPQ Data/{locale}/patch-{locale}-?.MPQ",
                                         "Data/patch.MPQ",
                                         "Data/{locale}/patch-{locale}.MPQ",
                                         "Data/expansion.MPQ",
                                         "Data/lichking.MPQ",
                                         "Data/common.MPQ",
                                         "Data/common-2.MPQ",
                                         "Data/{locale}/locale-{locale}.MPQ",
                                         "Data/{locale}/speech-{locale}.MPQ",
                                         "Data/{locale}/expansion-locale-{locale}.MPQ",
                                         "Data/{locale}/lichking-locale-{locale}.MPQ",
                                         "Data/{locale}/expansion-speech-{locale}.MPQ",
                                         "Data/{locale}/lichking-speech-{locale}.MPQ",
                                         NULL };

static const char *const cataclysm[] = { "Data/art.MPQ",
                                         "Data/expansion3.MPQ",
                                         "Data/expansion2.MPQ",
                                         "Data/expansion1.MPQ",
                                         "Data/world2.MPQ",
                                         "Data/world.MPQ",
                                         "Data/alternate.MPQ",
                                         "Data/sound.MPQ",
                                         "Data/{locale}/locale-{locale}.MPQ",
                                         "Data/{locale}/expansion3-locale-{locale}.MPQ",
                                         "Data/{locale}/expansion2-locale-{locale}.MPQ",
                                         "Data/{locale}/expansion1-locale-{locale}.MPQ",
                                         "Data/{locale}/speech-{locale}.MPQ",
                                         NULL };

static const char *const pandaria[] = { "Data/model.MPQ",
                                        "Data/texture.MPQ",
                                        "Data/itemtexture.MPQ",
                                        "Data/interface.MPQ",
                                        "Data/misc.MPQ",
                                        "Data/expansion4.MPQ",
                                        "Data/expansion3.MPQ",
                                        "Data/expansion2.MPQ",
                                        "Data/expansion1.MPQ",
                                        "Data/world2.MPQ",
                                        "Data/world.MPQ",
                                        "Data/alternate.MPQ",
                                        "Data/sound.MPQ",
                                        "Data/{locale}/locale-{locale}.MPQ",
                                        "Data/{locale}/expansion4-locale-{locale}.MPQ",
                                        "Data/{locale}/expansion3-locale-{locale}.MPQ",
                                        "Data/{locale}/expansion2-locale-{locale}.MPQ",
                                        "Data/{locale}/expansion1-locale-{locale}.MPQ",
                                        "Data/{locale}/speech-{locale}.MPQ",
                                        NULL };

/* Updates before 4.2 have the folders "base" and that of the language in one archive; later ones are one archive for each. */
static const char *const updates[] = { "Data/wow-update-#.MPQ base", "Data/wow-update-base-#.MPQ -",
                                       "Data/wow-update-#.MPQ {locale}", "Data/{locale}/wow-update-{locale}-#.MPQ -",
                                       NULL };

static const MwClient clients[] = {
  { "wow-5.4.8", N_ ("World of Warcraft 5.4.8, Mists of Pandaria"), MW_FAMILY_M2, 272, 272, "Data/expansion4.MPQ",
    pandaria, updates },
  { "wow-4.3.4", N_ ("World of Warcraft 4.3.4, Cataclysm"), MW_FAMILY_M2, 265, 272, "Data/expansion3.MPQ Data/art.MPQ",
    cataclysm, updates },
  { "wow-3.3.5", N_ ("World of Warcraft 3.3.5, Wrath of the Lich King"), MW_FAMILY_M2, 264, 264,
    "Data/lichking.MPQ Data/common.MPQ", lich_king, NULL },
  { "wow-2.4.3", N_ ("World of Warcraft 2.4.3, The Burning Crusade"), MW_FAMILY_M2, 260, 263,
    "Data/expansion.MPQ Data/common.MPQ", burning_crusade, NULL },
  { "wow-0.5.3", N_ ("World of Warcraft 0.5.3 alpha"), MW_FAMILY_MDX_WOW, 1300, 1500, "Data/model.MPQ WoWClient.exe",
    alpha, NULL },
  { "wow-1.12", N_ ("World of Warcraft 1.12"), MW_FAMILY_M2, 256, 259, "Data/model.MPQ Data/texture.MPQ", vanilla,
    NULL },
  { "wc3-1.26", N_ ("Warcraft III up to 1.29"), MW_FAMILY_MDX, 800, 800, "War3.mpq", warcraft3, NULL },
};

const MwClient *
mw_clients (guint *n)
{
  *n = G_N_ELEMENTS (clients);
  return clients;
}

const MwClient *
mw_client_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    if (g_ascii_strcasecmp (id, clients[i].id) == 0)
      return &clients[i];
  return NULL;
}
