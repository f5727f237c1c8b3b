# SPDX-License-Identifier: GPL-3.0-or-later
"""Vectors, quaternions (x, y, z, w) and meshes.  Z is up, a figure faces +X, its left is +Y."""

import math

from .mdx import Extent, Geoset


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def times(a, s):
    return tuple(x * s for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = math.sqrt(dot(a, a))
    return times(a, 1.0 / length) if length > 1e-12 else (0.0, 0.0, 1.0)


IDENTITY = (0.0, 0.0, 0.0, 1.0)


def qmul(a, b):
    """The rotation b first, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def qinv(q):
    return (-q[0], -q[1], -q[2], q[3])


def qaxis(axis, degrees):
    half = math.radians(degrees) / 2
    s = math.sin(half)
    x, y, z = unit(axis)
    return (x * s, y * s, z * s, math.cos(half))


def qrotate(q, v):
    u = q[:3]
    t = times(cross(u, v), 2.0)
    return add(add(v, times(t, q[3])), cross(u, t))


def turn(pitch=0.0, yaw=0.0, roll=0.0):
    """roll about X first, then pitch, then yaw about Z, in degrees.  Positive pitch lifts what points forward
    and swings forward what hangs down; positive yaw turns to the left; positive roll swings what hangs down
    to the left."""
    return qmul(qaxis((0, 0, 1), yaw), qmul(qaxis((0, 1, 0), -pitch), qaxis((1, 0, 0), roll)))


def qslerp(a, b, t):
    """The short way round."""
    c = dot(a, b)
    if c < 0:
        b, c = times(b, -1.0), -c
    if c > 0.99999:
        return qunit(tuple(x + (y - x) * t for x, y in zip(a, b)))
    angle = math.acos(c)
    s = math.sin(angle)
    return add(times(a, math.sin((1 - t) * angle) / s), times(b, math.sin(t * angle) / s))


def qunit(q):
    return times(q, 1.0 / math.sqrt(dot(q, q)))


def qlog(q):
    """Of a unit quaternion: axis times half the angle."""
    length = math.sqrt(dot(q[:3], q[:3]))
    return times(q[:3], math.atan2(length, q[3]) / length) if length > 1e-9 else (0.0, 0.0, 0.0)


def qexp(v):
    angle = math.sqrt(dot(v, v))
    s = math.sin(angle) / angle if angle > 1e-9 else 1.0
    return (v[0] * s, v[1] * s, v[2] * s, math.cos(angle))


def clean(values, digits=5):
    """Rounds, so that the last bit of a libm does not decide what is written; no negative zero."""
    return tuple(round(v, digits) + 0.0 for v in values)


class Frame:
    """Where a ring of a loft lies: centre, `front` and `side` axes (unit vectors) and half sizes along them.

    power 2 is an ellipse, larger ones are more like a box, 1 is a diamond.  `back` is the half size on the other
    side of the front axis, `front_power` the power of the front half."""

    def __init__(self, centre, front, side, size_front, size_side, bones, v, back=None, power=2.0, front_power=None):
        self.centre, self.front, self.side = centre, front, side
        self.size_front, self.size_side, self.bones, self.v = size_front, size_side, bones, v
        self.back = size_front if back is None else back
        self.power, self.front_power = power, power if front_power is None else front_power

    def point(self, s):
        """s from 0 (back) over 0.5 (front) to 1 (back again)."""
        angle = (s - 0.5) * 2.0 * math.pi
        c, d = math.cos(angle), math.sin(angle)
        exponent = 2.0 / (self.front_power if c > 1e-9 else self.power)
        f = math.copysign(abs(c) ** exponent, c) if abs(c) > 1e-9 else 0.0
        w = math.copysign(abs(d) ** exponent, d) if abs(d) > 1e-9 else 0.0
        return add(self.centre, add(times(self.front, f * (self.size_front if f > 0 else self.back)),
                                    times(self.side, w * self.size_side)))


class Mesh:
    """Triangles with one normal, one texture coordinate and one group of bones a corner.

    Each triangle carries a smoothing group: corners at one place share their normal within a group."""

    def __init__(self):
        self.corners = []      # (position, uv, bones)
        self.triangles = []    # (three corner indices, smoothing group)
        self.smoothing = 0

    def corner(self, position, uv, bones):
        self.corners.append((position, uv, bones))
        return len(self.corners) - 1

    def triangle(self, a, b, c):
        pa, pb, pc = (self.corners[i][0] for i in (a, b, c))
        normal = cross(sub(pb, pa), sub(pc, pa))
        if dot(normal, normal) > 1e-10:
            self.triangles.append(((a, b, c), self.smoothing))

    def quad(self, a, b, c, d):
        self.triangle(a, b, c)
        self.triangle(a, c, d)

    def next_group(self):
        self.smoothing += 1

    def grid(self, points, uvs, bones, closed_back=False):
        """points[i][j]: i goes down, j to the right of somebody who looks at the outside."""
        rows = [[self.corner(p, uv, b) for p, uv, b in zip(prow, urow, brow)]
                for prow, urow, brow in zip(points, uvs, bones)]
        for i in range(len(rows) - 1):
            for j in range(len(rows[i]) - 1):
                self.quad(rows[i][j], rows[i + 1][j], rows[i + 1][j + 1], rows[i][j + 1])
        if closed_back:
            self.next_group()
            for i in range(len(rows) - 1):
                for j in range(len(rows[i]) - 1):
                    self.quad(rows[i][j], rows[i][j + 1], rows[i + 1][j + 1], rows[i + 1][j])

    def loft(self, frames, box, segments, cap_start=None, cap_end=None, shift=0.0):
        """A tube through the frames.  front x side must point back along the tube, against its direction.

        box: (u0, v0, u1, v1) of the texture, u from 0 (back) over the front to 1; a cap is (bulge, box).
        shift turns the ring by a part of a segment, so that an edge or a face looks to the front."""
        self.next_group()
        u0, v0, u1, v1 = box
        points, uvs, bones = [], [], []
        for frame in frames:
            parts = [(j + shift) / segments for j in range(segments + 1)]
            points.append([frame.point(s) for s in parts])
            uvs.append([(u0 + (u1 - u0) * j / segments, v0 + (v1 - v0) * frame.v) for j in range(segments + 1)])
            bones.append([frame.bones] * (segments + 1))
        self.grid(points, uvs, bones)
        for cap, frame, row, direction in ((cap_start, frames[0], points[0], 1.0),
                                           (cap_end, frames[-1], points[-1], -1.0)):
            if cap is None:
                continue
            bulge, (cu0, cv0, cu1, cv1) = cap
            self.next_group()
            out = times(cross(frame.front, frame.side), direction)
            centre = self.corner(add(frame.centre, times(out, bulge)), ((cu0 + cu1) / 2, (cv0 + cv1) / 2), frame.bones)
            ring = []
            for j in range(segments):
                angle = ((j + shift) / segments - 0.5) * 2.0 * math.pi
                uv = ((cu0 + cu1) / 2 + (cu1 - cu0) / 2 * math.sin(angle),
                      (cv0 + cv1) / 2 - (cv1 - cv0) / 2 * math.cos(angle))
                ring.append(self.corner(row[j], uv, frame.bones))
            for j in range(segments):
                a, b = ring[j], ring[(j + 1) % segments]
                if direction > 0:
                    self.triangle(centre, a, b)
                else:
                    self.triangle(centre, b, a)

    def mirrored(self, swap):
        """The same on the other side of the XZ plane; swap maps a bone to its partner."""
        other = Mesh()
        for (x, y, z), uv, bones in self.corners:
            other.corners.append(((x, -y, z), uv, tuple(swap(bone) for bone in bones)))
        other.triangles = [((a, c, b), group) for (a, b, c), group in self.triangles]
        other.smoothing = self.smoothing
        return other

    def join(self, other):
        base, group = len(self.corners), self.smoothing + 1
        self.corners += other.corners
        self.triangles += [(tuple(i + base for i in t), g + group) for t, g in other.triangles]
        self.smoothing = group + other.smoothing

    def geoset(self, material, **fields):
        """Welds equal corners, works out the normals, sorts out the matrix groups."""
        sums = {}
        for indices, group in self.triangles:
            p = [self.corners[i][0] for i in indices]
            face = unit(cross(sub(p[1], p[0]), sub(p[2], p[0])))
            for k, i in enumerate(indices):
                a, b = unit(sub(p[(k + 1) % 3], p[k])), unit(sub(p[(k + 2) % 3], p[k]))
                angle = math.acos(max(-1.0, min(1.0, dot(a, b))))
                key = (clean(p[k], 3), group)
                sums[key] = add(sums.get(key, (0.0, 0.0, 0.0)), times(face, angle))
        vertices, normals, uvs, groups, vertex_groups, index_of, run = [], [], [], [], [], {}, []
        for indices, group in self.triangles:
            for i in indices:
                position, uv, bones = self.corners[i]
                vertex = (clean(position, 4), clean(unit(sums[clean(position, 3), group])), clean(uv), bones)
                if vertex not in index_of:
                    index_of[vertex] = len(vertices)
                    if bones not in groups:
                        groups.append(bones)
                    vertices.append(vertex[0])
                    normals.append(vertex[1])
                    uvs.append(vertex[2])
                    vertex_groups.append(groups.index(bones))
                run.append(index_of[vertex])
        return Geoset(vertices, normals, vertex_groups, [list(g) for g in groups], [(4, run)], [uvs],
                      material, **fields)


def extent_of(points):
    """Box around the points; the radius is that of the ball around the origin which holds the box."""
    low = tuple(math.floor(min(p[k] for p in points) * 100) / 100 for k in range(3))
    high = tuple(math.ceil(max(p[k] for p in points) * 100) / 100 for k in range(3))
    far = tuple(max(abs(a), abs(b)) for a, b in zip(low, high))
    return Extent(round(math.sqrt(dot(far, far)), 2), low, high)


def tangents_of(geoset):
    """(x, y, z, w) of each vertex: to the right in the image, and w such that cross(normal, tangent) * w is up in it."""
    right, up = ([(0.0, 0.0, 0.0)] * len(geoset.vertices) for _ in range(2))
    for _, run in geoset.primitives:
        for at in range(0, len(run), 3):
            corners = run[at:at + 3]
            p, uv = [geoset.vertices[i] for i in corners], [geoset.uv_sets[0][i] for i in corners]
            e, f = sub(p[1], p[0]), sub(p[2], p[0])
            (eu, ev), (fu, fv) = ((uv[k][0] - uv[0][0], uv[k][1] - uv[0][1]) for k in (1, 2))
            area = eu * fv - fu * ev
            if abs(area) < 1e-9:
                continue
            u = times(sub(times(e, fv), times(f, ev)), 1.0 / area)
            v = times(sub(times(f, eu), times(e, fu)), 1.0 / area)
            for i in corners:
                right[i], up[i] = add(right[i], u), sub(up[i], v)
    out = []
    for normal, u, v in zip(geoset.normals, right, up):
        flat = unit(sub(u, times(normal, dot(u, normal))))
        out.append(clean(flat) + (1.0 if dot(cross(normal, flat), v) >= 0 else -1.0,))
    return out
