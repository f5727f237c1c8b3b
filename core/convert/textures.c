/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <string.h>

/* Replaceable ids count other things in the two games: 1 is the team's colour in Warcraft III and the skin of a character in
 * World of Warcraft (name lists, section 4). None has a counterpart. */

#define WHY "what the game puts in for this number is another thing in the other game"

/* Images that Warcraft III has for the first player; the other game has none of its own for them. */
static const char *
image_of (uint32_t replaceable_id)
{
  switch (replaceable_id) {
  case 1:
    return "ReplaceableTextures\\TeamColor\\TeamColor00.blp";
  case 2:
    return "ReplaceableTextures\\TeamGlow\\TeamGlow00.blp";
  default:
    return "";
  }
}

void
mw_convert_textures (MwConverting *c)
{
  if (!mw_convert_changes_family (c))
    return;
  for (uint32_t i = 0; i < c->b->textures.n; i++) {
    MwMdlxTexture *texture = (MwMdlxTexture *) c->b->textures.items[i];
    if (!texture->replaceable_id)
      continue;
    const char *path = c->from.family == MW_FAMILY_MDX ? image_of (texture->replaceable_id) : "";
    if (*path && !*mw_text (texture->path)) {
      mw_text_set (&texture->path, path, strlen (path));
      mw_convert_change (c, MW_LOSS_RESTATED, &texture->record, "path", "stands for what the game put in");
    }
    texture->replaceable_id = 0;
    mw_convert_lose (c, &texture->record, "replaceable_id", WHY);
  }
  for (uint32_t i = 0; i < c->b->nodes.n; i++) {
    MwMdlxParticleEmitter2 *emitter = (MwMdlxParticleEmitter2 *) c->b->nodes.items[i];
    if (c->b->nodes.items[i]->schema != &mw_mdlx_particle_emitter2_schema || !emitter->replaceable_id)
      continue;
    emitter->replaceable_id = 0;
    mw_convert_lose (c, &emitter->node.record, "replaceable_id", WHY);
  }
}
