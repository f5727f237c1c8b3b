/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* Frames that are drawn in parts into a picture of their own, while the last whole one is shown. Where the processor draws, a
 * part is waited for before the next one is given to it, so that whoever calls is held up only as long as he says. A GL context
 * must be current in each call, the same one; all state is as after mw_renderer_draw(). */
typedef struct _MwPicture MwPicture;

MwPicture *mw_picture_new (const MwGl *gl);
void mw_picture_free (MwPicture *picture);

/* Begins a frame of that size; frame->framebuffer is ignored. One that was begun and is not whole is left. */
void mw_picture_begin (MwPicture *picture, MwRenderer *renderer, const MwFrame *frame);
/* Goes on with it for about so long (-1: to its end). TRUE: it is whole now, and is what mw_picture_show() shows. */
gboolean mw_picture_go_on (MwPicture *picture, MwRenderer *renderer, gint64 us);
/* Copies the last whole frame into a frame buffer of that size; FALSE: there is none of that size. */
gboolean mw_picture_show (MwPicture *picture, guint framebuffer, int width, int height);

/* How many triangles a part has: it follows the time that parts take. */
guint mw_picture_part_size (const MwPicture *picture);
