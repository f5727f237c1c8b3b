/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"
#include "core/render/renderer.h"

/* Draws frames in parts into an off-screen picture, while the last complete frame is shown. With a software renderer
 * each part is waited for before the next is submitted, so the caller is blocked no longer than it asks for. The
 * same GL context must be current in each call; GL state afterwards is as after mw_renderer_part(). */
typedef struct _MwPicture MwPicture;

MwPicture *mw_picture_new (const MwGl *gl);
void mw_picture_free (MwPicture *picture);

/* Begins a frame; frame->framebuffer is ignored, and frame->samples is cut to what the driver has. A frame that was begun and
 * is not complete is abandoned. */
void mw_picture_begin (MwPicture *picture, MwRenderer *renderer, const MwFrame *frame);
/* Continues the frame for about `us` microseconds (-1: until it is complete). TRUE: it is complete now and is what
 * mw_picture_show() shows. */
gboolean mw_picture_go_on (MwPicture *picture, MwRenderer *renderer, gint64 us);
/* Copies the last complete frame into a frame buffer of that size. FALSE if there is none of that size. */
gboolean mw_picture_show (MwPicture *picture, guint framebuffer, int width, int height);

/* Number of triangles in a part; it is adapted to the time that parts take. */
guint mw_picture_part_size (const MwPicture *picture);

/* Reads back the last complete frame, and waits until it is drawn. NULL and an error as of mw_canvas_read(), or when there is no such frame. */
MwImage *mw_picture_read (MwPicture *picture, GError **error);
