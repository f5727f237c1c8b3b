/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Marks a string of a table for translation; the doors (window, help texts) translate it. Data never is. */
#define N_(text) (text)
