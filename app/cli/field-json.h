/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/json.h"
#include "core/schema/schema.h"

/* Writes into the open JSON object what values a field of the schema takes: `capacity` of a text in bytes, `unit`, `default`, `min` and
 * `max`, the list that it `refers` to, its `components`, and its `names` or `bits` with their numbers. Families that name values
 * otherwise follow as objects of their own. */
void mw_cli_json_field_values (MwJson *json, const MwSchema *schema, const MwField *field);
