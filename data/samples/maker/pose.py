# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the nodes and the vertices of a model are at a time: for the extents that are written into the files.

Knows translation, rotation and scaling tracks of every interpolation, inside a sequence; no global sequences, no
billboards and no inherit flags, for the samples that are measured here use none on the nodes of their meshes."""

from .geometry import IDENTITY, add, extent_of, qmul, qrotate, qslerp, sub, times
from .mdx import BEZIER, HERMITE, NONE


def value_at(track, time, sequence, default):
    """The value of a track inside a sequence; outside its first and last key there it holds."""
    keys = [key for key in track.keys if sequence.start <= key[0] <= sequence.end]
    if not keys:
        return default
    if time <= keys[0][0]:
        return keys[0][1]
    for left, right in zip(keys, keys[1:]):
        if time < right[0]:
            break
    else:
        return keys[-1][1]
    if track.interpolation == NONE:
        return left[1]
    t = (time - left[0]) / (right[0] - left[0])
    if len(default) == 4:
        middle = qslerp(left[1], right[1], t)
        if track.interpolation < HERMITE:
            return middle
        return qslerp(middle, qslerp(left[3], right[2], t), 2 * t * (1 - t))
    if track.interpolation == HERMITE:
        weights = (2 * t ** 3 - 3 * t ** 2 + 1, t ** 3 - 2 * t ** 2 + t, t ** 3 - t ** 2, 3 * t ** 2 - 2 * t ** 3)
    elif track.interpolation == BEZIER:
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
    else:
        return add(times(left[1], 1 - t), times(right[1], t))
    total = (0.0, 0.0, 0.0)
    for weight, value in zip(weights, (left[1], left[3], right[2], right[1])):
        total = add(total, times(value, weight))
    return total


REST = ((0.0, 0.0, 0.0), IDENTITY, (1.0, 1.0, 1.0))


def at_time(time, sequence):
    """A source for Pose: the tracks of a node at a time."""
    def local(node):
        values = dict(zip(("KGTR", "KGRT", "KGSC"), REST))
        for track in node.tracks:
            values[track.tag] = value_at(track, time, sequence, values[track.tag])
        return tuple(values.values())
    return local


class Pose:
    """The world transform of each node: p -> origin + rotate (scale * (p - pivot)).

    local (node) gives its own (translation, rotation, scaling)."""

    def __init__(self, nodes, local):
        self.local, self.known = local, {}
        for node in nodes:
            self.transform(node)

    def transform(self, node):
        if node in self.known:
            return self.known[node]
        move, rotation, scaling = self.local(node)
        origin = add(node.pivot, move)
        if node.parent:
            above = self.transform(node.parent)
            origin = self.apply(above, origin)
            rotation = qmul(above[2], rotation)
            # Exact while a scaled node has no turned children, which holds for the samples.
            scaling = tuple(a * b for a, b in zip(above[3], scaling))
        self.known[node] = (node.pivot, origin, rotation, scaling)
        return self.known[node]

    @staticmethod
    def apply(transform, point):
        pivot, origin, rotation, scaling = transform
        return add(origin, qrotate(rotation, tuple(a * b for a, b in zip(scaling, sub(point, pivot)))))

    def place(self, node, point):
        return self.apply(self.known[node], point)

    def vertices(self, geoset):
        out = []
        for position, group in zip(geoset.vertices, geoset.vertex_groups):
            nodes = geoset.groups[group]
            total = (0.0, 0.0, 0.0)
            for node in nodes:
                total = add(total, self.place(node, position))
            out.append(times(total, 1.0 / len(nodes)))
        return out


def fill_extents(model, step, measured=None):
    """Extents of geosets, sequences and model: at rest, and in steps of so many ms through each sequence.

    measured (geoset, sequence) says whether a geoset counts for the extent of the sequence (it may be hidden)."""
    for geoset in model.geosets:
        geoset.extent = extent_of(geoset.vertices)
        geoset.sequence_extents = []
    for sequence in model.sequences:
        clouds = [[] for _ in model.geosets]
        moments = list(range(sequence.start, sequence.end, step)) + [sequence.end]
        for time in moments:
            pose = Pose(model.nodes(), at_time(time, sequence))
            for cloud, geoset in zip(clouds, model.geosets):
                cloud += pose.vertices(geoset)
        for cloud, geoset in zip(clouds, model.geosets):
            geoset.sequence_extents.append(extent_of(cloud))
        shown = [p for cloud, geoset in zip(clouds, model.geosets)
                 if measured is None or measured(geoset, sequence) for p in cloud]
        sequence.extent = extent_of(shown)
    model.extent = extent_of([corner for s in model.sequences for corner in (s.extent.minimum, s.extent.maximum)])
