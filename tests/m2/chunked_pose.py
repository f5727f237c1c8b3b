#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""chunked_pose.py [--parent] [--clock MS] MODEL SEQUENCE MS: where every bone of a model is, evaluated plainly from the bytes.

Reads MODEL with chunked_read.py and prints a JSON list: for each bone 16 numbers, the rows of the matrix that moves a point of the
model (a column) to its place at the time MS of a sequence (5.4). --clock is the time of global sequences (default: MS). --parent:
the bones and sequences of the skeleton's parent instead of the model's own.

Billboards and the bits 0x1, 0x2 and 0x4 (no translation, scale, rotation of the parent) are not evaluated: a model with them is
refused. So are keys in a file that is missing.
"""
import argparse
import json
import math
import sys

import chunked_read

REFUSED = 0x7F
MOVED = 0x280


class Refused(Exception):
    pass


def unpacked(words):
    """Section 3: x, y, z, w."""
    return [(2 * word - 65535) / 65535 for word in words]


def sample(track, sequence, time, loops, clock, default, rotation=False):
    """The value of a track (4.2, 4.3): keys of the entry of the sequence, held before the first and after the last."""
    times, values = track["times"], track["values"]
    if not times:
        return default
    entry = sequence if sequence < len(times) else 0
    if track["global_sequence"] >= 0:
        length = loops[track["global_sequence"]]
        entry, time = 0, clock % length if length else 0
    if times[entry].missing:
        raise Refused("the keys of sequence %d are in a file that is missing" % entry)
    times, values = times[entry], [unpacked(value) if rotation else value for value in values[entry]]
    if not values:
        return default
    after = next((index for index, key in enumerate(times) if key > time), len(times))
    if after == 0:
        return values[0]
    if after == len(times) or track["interpolation"] == 0:
        return values[after - 1]
    first, second = values[after - 1], values[after]
    part = (time - times[after - 1]) / (times[after] - times[after - 1])
    if rotation and sum(one * other for one, other in zip(first, second)) < 0:
        second = [-one for one in second]
    value = [one + (other - one) * part for one, other in zip(first, second)]
    return value


def normalized(value):
    length = math.sqrt(sum(part * part for part in value))
    return [part / length for part in value] if length else [0, 0, 0, 1]


def product(first, second):
    return [sum(first[4 * row + step] * second[4 * step + column] for step in range(4)) for row in range(4) for column in range(4)]


def moved(by):
    return [1, 0, 0, by[0], 0, 1, 0, by[1], 0, 0, 1, by[2], 0, 0, 0, 1]


def turned(quaternion):
    x, y, z, w = normalized(quaternion)
    return [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0,
            2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0,
            2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0, 0, 0, 0, 1]


def scaled(by):
    return [by[0], 0, 0, 0, 0, by[1], 0, 0, 0, 0, by[2], 0, 0, 0, 0, 1]


def parts(bone, sequence, time, loops, clock):
    """Translation, rotation and scale of a bone. Without 0x80 and 0x200 its tracks are ignored (5.4)."""
    if bone["flags"] & REFUSED:
        raise Refused("a bone has the flags 0x%x" % bone["flags"])
    if not bone["flags"] & MOVED:
        return [0, 0, 0], [0, 0, 0, 1], [1, 1, 1]
    at = (sequence, time, loops, clock)
    return (sample(bone["translation"], *at, [0, 0, 0]), sample(bone["rotation"], *at, [0, 0, 0, 1], True), sample(bone["scale"], *at, [1, 1, 1]))


def pose(bones, sequence, time, loops, clock=None):
    """The matrix of each bone: T(pivot + t) R S T(-pivot), and its parent's before it."""
    matrices = []
    clock = time if clock is None else clock
    for bone in bones:
        translation, rotation, scale = parts(bone, sequence, time, loops, clock)
        matrix = moved([one + other for one, other in zip(bone["pivot"], translation)])
        for factor in (turned(rotation), scaled(scale), moved([-one for one in bone["pivot"]])):
            matrix = product(matrix, factor)
        matrices.append(product(matrices[bone["parent"]], matrix) if bone["parent"] >= 0 else matrix)
    return matrices


def skeleton_of(model, parent=False):
    """(bones, sequences, global sequences) of a chunked_read.Set, wherever they are stored."""
    if parent:
        if not model.parent:
            raise Refused("the model has no parent skeleton")
        return model.parent.bones, model.parent.sequences, model.parent.loops
    return (model.skel.bones if model.skel else model.model["bones"]), model.sequences, model.loops


def played(model, animation):
    """(whether it is the parent's, index) of the sequence that plays an animation id (11), or None: the model's own come first, and
    those of the parent only if PABC does not list the id."""
    for parent in (False, True):
        chunk = model.chunk("PABC")
        if parent and (not model.parent or chunk and animation in chunk["fields"]["animations"]):
            return None
        sequences = skeleton_of(model, parent)[1]
        for index, sequence in enumerate(sequences):
            if sequence["id"] == animation:
                return parent, index
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--parent", action="store_true")
    parser.add_argument("--clock", type=float)
    parser.add_argument("model")
    parser.add_argument("sequence", type=int)
    parser.add_argument("time", type=float)
    options = parser.parse_args()
    try:
        bones, sequences, loops = skeleton_of(chunked_read.Set(options.model), options.parent)
        if not 0 <= options.sequence < len(sequences):
            raise Refused("there are %d sequences" % len(sequences))
        json.dump(pose(bones, options.sequence, options.time, loops, options.clock), sys.stdout)
        print()
    except Refused as reason:
        print("chunked_pose.py: %s" % reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
