/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Marks a string in a table for translation; the window and the help texts translate it. Data is never translated. */
#define N_(text) (text)
