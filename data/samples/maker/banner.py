# SPDX-License-Identifier: GPL-3.0-or-later
"""banner.mdl: a war banner on a pole, as MDL text. The text is put together here line by line, in the form in which the
program writes it: read and written again it stays the same."""

import math

from .geometry import qaxis
from .image import Picture, write_tga
from .paint import cloud, line, mix, noise, smooth

STAND, DEATH = (333, 2733), (3000, 4500)
TOP, BOTTOM, WIDTH, HEIGHT = 118.0, 34.0, 36.0, 128.0
ROWS, COLUMNS = 8, 4
CLOTH_BONES = 3
WOOD = 0.25  # the left part of the picture; the rest is what is painted on the cloth


def paint_banner():
    """Wood in the left quarter; right of it, over nothing, a tower under a star."""
    picture = Picture(64, 64)

    def wood(s, t):
        grain = cloud(s * 3, t * 14, 400, 3) * 0.7 + noise(s * 9, t * 2, 410) * 0.3
        return mix((0.24, 0.15, 0.08), (0.52, 0.36, 0.20), grain) + (1.0,)

    def emblem(s, t):
        x, y = (s - 0.5) * 2.0, (t - 0.5) * 2.0
        battlement = -0.22 if int((x + 1.0) * 6.0) % 2 else -0.08
        tower = smooth(0.36, 0.32, abs(x)) * smooth(battlement - 0.02, battlement + 0.02, y) * smooth(0.62, 0.58, y)
        gate = smooth(0.15, 0.11, abs(x)) * smooth(0.24, 0.28, y + 0.4 * x * x)
        radius, angle = math.hypot(x, y + 0.55), math.atan2(x, -(y + 0.55))
        reach = 0.13 + 0.09 * math.cos(5 * angle)
        value = max(tower * (1.0 - gate), smooth(reach + 0.03, reach - 0.03, radius))
        seam = max(line(abs(x), 0.93, 0.06), line(y, -0.93, 0.06))
        gold = mix((0.80, 0.60, 0.20), (1.0, 0.88, 0.55), cloud(s * 8, t * 8, 420))
        return gold + (max(value, seam),)

    picture.paint((0, 0, int(64 * WOOD), 64), wood)
    picture.paint((int(64 * WOOD), 0, 64, 64), emblem)
    return picture


# --- Text ------------------------------------------------------------------------------------------------------------


def number(value):
    text = "%.4f" % value
    text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def vector(values):
    return "{ %s }" % ", ".join(number(value) for value in values)


def block(head, *lines):
    """Lines below a head, one tab deeper; a list among them is replaced by its lines."""
    out = [head + " {"]
    for each in lines:
        out += ["\t" + below for below in (each if isinstance(each, list) else [each])]
    return out + ["}"]


def rows(head, values):
    return block("%s %d" % (head, len(values)), *[vector(value) + "," for value in values])


EXTENT = ["MinimumExtent { -20, -24, 0 },", "MaximumExtent { 20, 24, 130 },", "BoundsRadius 132,"]
# In Death it falls over.
EXTENT_OF_DEATH = ["MinimumExtent { -130, -24, -2 },", *EXTENT[1:]]


def geoset(mesh, groups, material):
    points, normals, places, members, faces = mesh
    return block("Geoset", rows("Vertices", points), rows("Normals", normals), rows("TVertices", places),
                 block("VertexGroup", *["%d," % member for member in members]),
                 block("Faces 1 %d" % len(faces), block("Triangles", "{ %s }," % ", ".join(map(str, faces)))),
                 block("Groups %d %d" % (len(groups), sum(map(len, groups))),
                       *["Matrices { %s }," % ", ".join(map(str, group)) for group in groups]),
                 *EXTENT, block("Anim", *EXTENT), block("Anim", *EXTENT_OF_DEATH), "MaterialID %d," % material, "SelectionGroup 0,")


def track(name, keys):
    return block("%s %d" % (name, len(keys)), "Linear,",
                 *["%d: %s," % (time, vector(value) if isinstance(value, tuple) else number(value)) for time, value in keys])


# --- The model -------------------------------------------------------------------------------------------------------


def box(mesh, low, high):
    """A box of wood: four corners a side, so that its edges are sharp."""
    points, normals, places, members, faces = mesh
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1, 1):
            first = len(points)
            for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
                corner = [0.0, 0.0, 0.0]
                corner[axis] = (low, high)[sign > 0][axis]
                corner[u] = (low, high)[a][u]
                corner[v] = (low, high)[b][v]
                points.append(tuple(corner))
                normals.append(tuple(float(sign) if k == axis else 0.0 for k in range(3)))
                along, across = (a, b) if high[u] - low[u] > high[v] - low[v] else (b, a)
                places.append((0.02 + across * (WOOD - 0.05), float(along)))
                members.append(0)
            order = (0, 1, 2, 0, 2, 3) if sign > 0 else (0, 2, 1, 0, 3, 2)
            faces += [first + k for k in order]


def make_pole():
    mesh = [], [], [], [], []
    box(mesh, (-1.6, -1.6, 0.0), (1.6, 1.6, HEIGHT))
    box(mesh, (-1.2, -22.0, TOP), (3.0, 22.0, TOP + 3.0))
    return mesh


def make_cloth():
    """Rows from the bar down; the lowest is cut into two tails. Each row hangs on one bone of the chain, or between two."""
    mesh = points, normals, places, members, faces = [], [], [], [], []
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            s, t = column / COLUMNS, row / ROWS
            low = BOTTOM + (14.0 * (1.0 - abs(2.0 * s - 1.0)) if row == ROWS else 0.0)
            points.append((3.4, (s - 0.5) * WIDTH, TOP + (low - TOP) * t))
            normals.append((1.0, 0.0, 0.0))
            places.append((WOOD + 0.02 + s * (0.98 - WOOD - 0.02), t))
            members.append(min(row * 2 * CLOTH_BONES // (ROWS + 1), 2 * CLOTH_BONES - 2))
    for row in range(ROWS):
        for column in range(COLUMNS):
            a = row * (COLUMNS + 1) + column
            b = a + COLUMNS + 1
            faces += [a, b, b + 1, a, b + 1, a + 1]
    return mesh


def sway(bone):
    """A wave that runs down the chain: each bone a little later and farther than the one above."""
    keys = []
    for step in range(9):
        phase = 2 * math.pi * (step / 8.0) - bone * 0.9
        degrees = (3.0 + 3.0 * bone) * math.sin(phase) - 2.0
        keys.append((STAND[0] + (STAND[1] - STAND[0]) * step // 8, qaxis((0, 1, 0), degrees)))
    # The jolt of the fall.
    for share, degrees in ((0.0, 0.0), (0.4, 16.0 + 5.0 * bone), (0.6, -6.0), (0.8, 0.0), (1.0, 0.0)):
        keys.append((int(DEATH[0] + (DEATH[1] - DEATH[0]) * share), qaxis((0, 1, 0), degrees)))
    return keys


def fall():
    keys = [(STAND[0], qaxis((0, 1, 0), 0.0)), (STAND[1], qaxis((0, 1, 0), 0.0))]
    for share, degrees in ((0.0, 0.0), (0.2, -8.0), (0.4, -32.0), (0.55, -84.0), (0.65, -79.0), (0.75, -86.0), (1.0, -86.0)):
        keys.append((int(DEATH[0] + (DEATH[1] - DEATH[0]) * share), qaxis((0, 1, 0), degrees)))
    return keys


def write_text():
    cloth_ids = [1 + bone for bone in range(CLOTH_BONES)]
    groups = []
    for bone in cloth_ids:
        groups += [[bone], [bone, bone + 1]]
    fade = [(STAND[0], 1.0), (STAND[1], 1.0), (DEATH[0], 1.0), (DEATH[0] + 1200, 1.0), (DEATH[1], 0.0)]
    bones = [block('Bone "Bone_Pole"', "ObjectId 0,", track("Rotation", fall()), "GeosetId 0,", "GeosetAnimId None,")]
    for at, bone in enumerate(cloth_ids):
        bones.append(block('Bone "Bone_Cloth_%d"' % at, "ObjectId %d," % bone, "Parent %d," % (bone - 1),
                           track("Rotation", sway(at)), "GeosetId 1,", "GeosetAnimId None,"))
    pivots = [(0.0, 0.0, 0.0)] + [(3.4, 0.0, TOP - (TOP - BOTTOM) * at / CLOTH_BONES) for at in range(CLOTH_BONES)]
    parts = [
        block("Version", "FormatVersion 800,"),
        block('Model "Banner"', "NumGeosets 2,", "NumGeosetAnims 2,", "NumBones %d," % len(bones), "NumAttachments 1,",
              "BlendTime 150,", *EXTENT),
        block("Sequences 2",
              block('Anim "Stand"', "Interval { %d, %d }," % STAND, *EXTENT),
              block('Anim "Death"', "Interval { %d, %d }," % DEATH, "NonLooping,", *EXTENT_OF_DEATH)),
        block("Textures 2",
              block("Bitmap", 'Image "",', "ReplaceableId 1,"),
              block("Bitmap", 'Image "banner.tga",')),
        block("Materials 2",
              block("Material", block("Layer", "FilterMode None,", "static TextureID 1,", "static Alpha 1,")),
              block("Material",
                    block("Layer", "FilterMode None,", "TwoSided,", "static TextureID 0,", "static Alpha 1,"),
                    block("Layer", "FilterMode Blend,", "TwoSided,", "static TextureID 1,", "static Alpha 1,"))),
        geoset(make_pole(), [[0]], 0),
        geoset(make_cloth(), groups[:2 * CLOTH_BONES - 1], 1),
        block("GeosetAnim", track("Alpha", fade), "GeosetId 0,"),
        block("GeosetAnim", track("Alpha", fade), "GeosetId 1,"),
        *bones,
        block('Attachment "Overhead Ref "', "ObjectId %d," % (1 + CLOTH_BONES), "Parent 0,"),
        rows("PivotPoints", pivots + [(0.0, 0.0, HEIGHT + 10.0), (0.0, 0.0, 0.0)]),
        block('CollisionShape "Collision Pole"', "ObjectId %d," % (2 + CLOTH_BONES), "Parent 0,", "Box,",
              rows("Vertices", [(-4.0, -20.0, 0.0), (6.0, 20.0, HEIGHT)])),
    ]
    return "".join(text + "\n" for part in parts for text in part)


def make():
    return [("banner.mdl", write_text().encode("ascii")), ("banner.tga", write_tga(paint_banner()))]
