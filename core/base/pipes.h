/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From now on, writing into a pipe that nobody reads any more is an error of the write, and does not end the program. For any thread, any
 * number of times. */
void mw_pipes_init (void);
