/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that only a model breaks which is checked for a client: ROW (TEST, RULE). See rows.h. */
ROW (versions, "target-version")
