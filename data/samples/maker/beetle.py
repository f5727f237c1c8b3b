# SPDX-License-Identifier: GPL-3.0-or-later
"""beetle.m2: a beetle that glows, as a creature of World of Warcraft: four kinds of surfaces, a particle emitter, a ribbon,
a light, attachments and a camera.

It is built in inches and written in yards."""

import math

from .geometry import Frame, Mesh, clean, dot, sub, turn
from .image import Picture, write_blp
from .m2 import (Array, constant, crc, curve, f32, fixed, lookup, name, quat, spline, track, u8, u16, u32, v3, write)
from .paint import clamp, cloud, line, mix, noise, smooth

INCH = 1.0 / 36.0
STAND, WALK = 2000, 1000                # ms
# name: (parent, pivot); the order is that of the file.
BONES = {
    "Root": (None, (0.0, 0.0, 0.0)),
    "Body": ("Root", (0.0, 0.0, 12.0)),
    "Head": ("Body", (13.0, 0.0, 13.0)),
    "WingL": ("Body", (4.0, 4.0, 17.0)),
    "WingR": ("Body", (4.0, -4.0, 17.0)),
    "LegsL": ("Body", (0.0, 7.0, 11.0)),
    "LegsR": ("Body", (0.0, -7.0, 11.0)),
}
SKIN, SHINE, WING, GLOW = range(4)
IMAGES = ("beetle-skin.blp", "beetle-shine.blp", "beetle-wing.blp", "beetle-glow.blp")
BODY, SHELL, HORN, WINGS, EYES = range(5)
# flags and blend mode of each material
MATERIALS = ((0x0, 0), (0x0, 0), (0x4, 1), (0x14, 2), (0x11, 4), (0x15, 4))
GLOWING_RIBBON = 5


def yards(point):
    return clean((x * INCH for x in point), 6)


# --- Pictures ---------------------------------------------------------------------------------------------------------


def paint_skin():
    """Above the shell, below the body; the right edge of the body has the horn, cut out by alpha."""
    def shader(s, t):
        if t < 0.5:
            spots = smooth(0.62, 0.70, cloud(abs(s - 0.5) * 10, t * 10, 300, 2))
            tone = mix((0.05, 0.20, 0.16), (0.10, 0.42, 0.30), cloud(s * 12, t * 12, 310))
            return mix(tone, (0.78, 0.50, 0.12), spots) + (1.0,)
        if s > 0.75:
            x, y = (s - 0.75) * 4.0, (t - 0.5) * 2.0
            body = line(x, 0.5 + 0.25 * math.sin(y * 3.0), 0.7 * (1.05 - y)) + line(x, 0.75 - 0.4 * y, 0.25)
            return mix((0.10, 0.08, 0.07), (0.42, 0.30, 0.20), 1.0 - y) + (1.0 if body > 0.15 else 0.0,)
        rings = 0.5 + 0.5 * math.cos(s * 60.0)
        return mix((0.10, 0.08, 0.07), (0.34, 0.25, 0.17), clamp(0.5 * rings + 0.5 * noise(s * 30, t * 30, 320))) + (1.0,)

    return painted(shader, 64, 64)


def paint_shine():
    """What the shell mirrors: twice this is multiplied, so that a half changes nothing."""
    def shader(s, t):
        return mix((0.40, 0.42, 0.50), (1.0, 0.96, 0.86), smooth(0.42, 0.05, math.hypot(s - 0.42, t - 0.34))) + (1.0,)

    return painted(shader, 32, 32)


def paint_wing():
    """Veins from the root (s = 0) outwards."""
    def shader(s, t):
        inside = smooth(1.0, 0.86, math.hypot((s - 0.5) * 1.9, (t - 0.5) * 2.1))
        veins = max(line(t, 0.5 + (k - 2) * 0.20 * s, 0.05) for k in range(5))
        return mix((0.55, 0.72, 0.78), (0.20, 0.24, 0.26), veins) + (inside * mix(0.32, 0.85, veins),)

    return painted(shader, 64, 32)


def paint_glow():
    def shader(s, t):
        value = smooth(1.0, 0.0, math.hypot(s - 0.5, t - 0.5) * 2.0)
        return (0.65 * value + 0.35 * value ** 4, value, 0.55 * value + 0.45 * value ** 4, value)

    return painted(shader, 16, 16)


def painted(shader, width, height):
    picture = Picture(width, height)
    picture.paint((0, 0, width, height), shader)
    return picture


# --- Surfaces ---------------------------------------------------------------------------------------------------------


def lengthwise(mesh, bone, rings, box, segments):
    """From the tail to the head through rings of (x, z, half height, half width)."""
    first, last = rings[0][0], rings[-1][0]
    frames = [Frame((x, 0.0, z), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), high, wide, (bone,), (x - first) / (last - first))
              for x, z, high, wide in rings]
    mesh.loft(frames, box, segments, cap_start=(0.5, box), cap_end=(0.5, box))


def body_mesh():
    mesh, box = Mesh(), (0.03, 0.53, 0.72, 0.97)
    lengthwise(mesh, "Body", [(-19.0, 11.0, 1.0, 1.5), (-12.0, 10.5, 5.0, 8.0), (0.0, 10.5, 6.0, 9.5), (9.0, 11.0, 5.0, 8.0),
                              (13.0, 12.0, 3.0, 5.0)], box, 10)
    lengthwise(mesh, "Head", [(12.0, 12.5, 3.5, 4.5), (16.0, 13.0, 4.5, 5.5), (20.0, 12.0, 2.5, 3.5)], box, 8)
    for bone, side in (("LegsL", 1.0), ("LegsR", -1.0)):
        for x, lean in ((8.0, 5.0), (0.0, 0.0), (-8.0, -6.0)):
            places = [((x, 7.0, 10.0), 1.6), ((x + lean * 0.6, 15.0, 14.0), 1.2), ((x + lean, 18.0, 7.0), 1.0),
                      ((x + lean * 1.2, 21.0, 0.0), 0.5)]
            mesh.loft([Frame((px, side * py, pz), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), size, size, (bone,), at / 3.0)
                       for at, ((px, py, pz), size) in enumerate(places)], box, 5)
    return mesh


def shell_mesh():
    """The wing cases: a dome from the neck to the tail."""
    mesh = Mesh()
    points, uvs = [], []
    for i in range(8):
        along = i / 7.0
        x, size = 11.0 - 31.0 * along, math.sin(math.pi * (0.16 + 0.80 * along)) ** 0.6
        angles = [math.pi * (0.08 + 0.84 * j / 10.0) for j in range(11)]
        points.append([(x, 11.0 * size * math.cos(a), 10.5 + 9.0 * size * math.sin(a)) for a in angles])
        uvs.append([(0.04 + 0.92 * j / 10.0, 0.03 + 0.44 * along) for j in range(11)])
    mesh.grid(points, uvs, [[("Body",)] * 11] * 8)
    return mesh


def sheet(mesh, bone, corners, box):
    u0, v0, u1, v1 = box
    mesh.next_group()
    mesh.quad(*(mesh.corner(p, uv, (bone,)) for p, uv in zip(corners, ((u0, v1), (u1, v1), (u1, v0), (u0, v0)))))


def horn_mesh():
    mesh = Mesh()
    sheet(mesh, "Head", ((18.0, -4.0, 14.0), (18.0, 4.0, 14.0), (27.0, 4.0, 23.0), (27.0, -4.0, 23.0)), (0.77, 0.98, 0.98, 0.52))
    return mesh


def wing_mesh():
    mesh = Mesh()
    for bone, side in (("WingL", 1.0), ("WingR", -1.0)):
        sheet(mesh, bone, ((-10.0, side * 5.0, 18.5), (-14.0, side * 30.0, 21.0), (6.0, side * 30.0, 22.0),
                           (6.0, side * 5.0, 18.5)), (0.02, 0.02, 0.98, 0.98))
    return mesh


def eye_mesh():
    mesh = Mesh()
    for side in (1.0, -1.0):
        y = side * 4.2
        sheet(mesh, "Head", ((20.5, y - 2.6, 11.0), (20.5, y + 2.6, 11.0), (19.0, y + 2.6, 16.5), (19.0, y - 2.6, 16.5)),
              (0.0, 0.0, 1.0, 1.0))
    return mesh


# --- Records ----------------------------------------------------------------------------------------------------------


def none():
    return track(v3)


def bone_records(bones):
    """Stand breathes, Walk moves legs and wings."""
    def swing(axis, *angles):
        return [clean(turn(**{axis: angle})) for angle in angles]

    def keys(length, values):
        return [(length * k // (len(values) - 1), value) for k, value in enumerate(values)]

    still = swing("yaw", 0.0, 0.0)
    turns = {
        "Head": (swing("pitch", 0.0, 6.0, 0.0), swing("yaw", -5.0, 5.0, -5.0)),
        "WingL": (swing("roll", 0.0, 8.0, 0.0), swing("roll", 0.0, 40.0, 0.0, 40.0, 0.0)),
        "WingR": (swing("roll", 0.0, -8.0, 0.0), swing("roll", 0.0, -40.0, 0.0, -40.0, 0.0)),
        "LegsL": (still, swing("yaw", 0.0, 12.0, 0.0, -12.0, 0.0)),
        "LegsR": (still, swing("yaw", 0.0, 12.0, 0.0, -12.0, 0.0)),
    }
    records = []
    for text, (parent, pivot) in BONES.items():
        move = none()
        if text == "Body":
            move = track(v3, *(keys(length, [(0.0, 0.0, 0.0), (0.0, 0.0, high * INCH), (0.0, 0.0, 0.0)])
                               for length, high in ((STAND, 0.8), (WALK, 1.5))))
        rotation = [track(lambda q: quat(*q))] if text not in turns else [
            track(lambda q: quat(*q), *(keys(length, values) for length, values in zip((STAND, WALK), turns[text])))]
        moved = text == "Body" or text in turns
        apart = sub(yards(pivot), yards(BONES[parent][1])) if parent else (0.0, 0.0, 0.0)
        records.append([u32(-1, 0x200 if moved else 0), u16(bones.index(parent) if parent else -1),
                        u16(int(36 * math.sqrt(dot(apart, apart)))), u32(crc(text)),
                        *move, *rotation[0], *none(), v3(yards(pivot))])
    return records


def sequence(number, length, speed, box):
    low, high = box
    return (u16(number, 0) + u32(length) + f32(speed) + u32(0x20) + u16(32767, 0) + u32(0, 0, 150) + v3(low) + v3(high)
            + f32(radius_of(box)) + u16(-1, number // 4))


def radius_of(box):
    return round(math.sqrt(dot(sub(box[1], box[0]), sub(box[1], box[0]))) / 2, 4)


def light():
    return [u16(1, 1), v3(yards((-16.0, 0.0, 14.0))), *constant(v3, (0.0, 0.0, 0.0)), *constant(f32, 0.0),
            *constant(v3, (0.35, 0.9, 0.5)), *track(f32, [(0, 0.8), (1200, 1.4), (2400, 0.8)], loop=0),
            *constant(f32, 0.5), *constant(f32, 2.5), *constant(u8, 1)]


def camera():
    return [u32(0), f32(0.8, 27.7777786, 0.222222224), *track(spline(v3, 12), [(0, (0.0, 0.0, 0.0))]),
            v3(yards((52.0, 24.0, 26.0))), *track(spline(v3, 12), [(0, (0.0, 0.0, 0.0))]), v3(yards((12.0, 0.0, 14.0))),
            *track(spline(f32, 4), [(0, 0.0)])]


def ribbon():
    return [u32(-1, 4), v3(yards((-4.0, -29.0, 21.5))), Array([u16(GLOW)]), Array([u16(GLOWING_RIBBON)]),
            *constant(v3, (0.5, 1.0, 0.7)), *constant(fixed, 0.6), *constant(f32, 0.05), *constant(f32, 0.05),
            f32(30.0, 0.5, 0.0), u16(1, 1), *constant(u16, 0), *track(u8, [(0, 0)], [(0, 1)], interpolation=0),
            u16(0) + u8(255, 255)]


def particles():
    """Sparks that rise from the tail."""
    return [u32(-1, 0x20000 | 0x1 | 0x8 | 0x20), v3(yards((-17.0, 0.0, 14.0))), u16(1, GLOW), name(""), name(""),
            u8(4, 1) + u16(0) + u8(0, 0) + u16(0, 1, 1), *constant(f32, 0.5), *constant(f32, 0.3), *constant(f32, 0.6),
            *constant(f32, 6.28), *constant(f32, -0.2), *constant(f32, 1.2), f32(0.0),
            *track(f32, [(0, 18.0)], [(0, 30.0)], interpolation=0), f32(0.0), *constant(f32, 0.2), *constant(f32, 0.2),
            *constant(f32, 0.0),
            *curve(v3, (0.0, (200.0, 255.0, 190.0)), (0.5, (90.0, 220.0, 130.0)), (1.0, (20.0, 90.0, 60.0))),
            *curve(fixed, (0.0, 0.2), (0.3, 1.0), (1.0, 0.0)),
            *curve(lambda size: f32(size, size), (0.0, 0.04), (0.5, 0.07), (1.0, 0.02)), f32(0.0, 0.0),
            *curve(u16), *curve(u16), f32(0.1, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0), f32(*([0.0] * 4)), f32(*([0.0] * 14)),
            Array([]), *constant(u8, 1)]


def make():
    bones = list(BONES)
    meshes = [body_mesh(), shell_mesh(), horn_mesh(), wing_mesh(), eye_mesh()]
    geosets = [mesh.geoset(0) for mesh in meshes]
    vertices, locals_, indices, sections = [], [], [], []
    box = tuple(tuple(round(pick(v[k] * INCH for g in geosets for v in g.vertices), 4) for k in range(3)) for pick in (min, max))
    for number, geoset in enumerate(geosets):
        first, run = len(vertices), [index for _, run in geoset.primitives for index in run]
        places = [yards(v) for v in geoset.vertices]
        middle = tuple(sum(p[k] for p in places) / len(places) for k in range(3))
        corner = [[pick(p[k] for p in places) for k in range(3)] for pick in (min, max)]
        half = tuple((a + b) / 2 for a, b in zip(*corner))
        far = [max(math.sqrt(dot(sub(p, c), sub(p, c))) for p in places) for c in (half, middle)]
        sort, size = (half, far[0]) if far[0] <= far[1] else (middle, far[1])
        used = sorted({bones.index(geoset.groups[group][0]) for group in geoset.vertex_groups})
        sections.append(u16(0, 0, first, len(places), len(indices), len(run), len(bones), 0, 1, used[0])
                        + v3(middle) + v3(sort) + f32(size))
        indices += [first + index for index in run]
        for place, normal, uv, group in zip(places, geoset.normals, geoset.uv_sets[0], geoset.vertex_groups):
            bone = bones.index(geoset.groups[group][0])
            vertices.append(v3(place) + u8(255, 0, 0, 0, bone, 0, 0, 0) + v3(normal) + f32(*uv, 0.0, 0.0))
            locals_.append(u8(bone, 0, 0, 0))
    # Combos: the body alone, then skin and shine, wing, glow; the second texture of the shell is mapped as a mirror.
    textures, coords = (SKIN, SHINE, WING, GLOW), (0, -1)

    def batch(section, combo, count, colour=-1, weight=0, plane=0):
        return u8(0x10, plane) + u16(0, section, section, colour, section, 0, count, combo, 0, weight, 0)

    batches = [batch(BODY, 0, 1), batch(SHELL, 0, 2), batch(HORN, 0, 1), batch(WINGS, 2, 1, weight=1, plane=1),
               batch(EYES, 3, 1, colour=0, plane=2)]
    skin = [b"SKIN", Array([u16(at) for at in range(len(vertices))]), Array([u16(index) for index in indices]), Array(locals_),
            Array(sections), Array(batches), u32(21)]
    attachments = ((19, "Root", (0.0, 0.0, 0.0)), (11, "Head", (16.0, 0.0, 18.0)), (18, "Body", (0.0, 0.0, 30.0)))
    wide = tuple(tuple(x + grow for x in corner) for corner, grow in zip(box, (-0.2, 0.2)))
    model = [b"MD20", u32(264), name("Beetle"), u32(0x8), Array([u32(2400)]),
             Array([sequence(0, STAND, 0.0, wide), sequence(4, WALK, 1.5, wide)]), Array([]), Array(bone_records(bones)),
             Array([u16(-1)]), Array(vertices), u32(1),
             Array([[*constant(v3, (0.6, 1.0, 0.7)), *track(fixed, [(0, 1.0), (1200, 0.5), (2400, 1.0)], loop=0)]]),
             Array([[u32(0, 3), name(path)] for path in IMAGES]),
             Array([[*constant(fixed, 1.0)], [*track(fixed, [(0, 0.5)], [(0, 0.9)], interpolation=0)]]),
             Array([]), Array([u16(GLOW)]), Array([u16(*material) for material in MATERIALS]),
             Array([u16(at) for at in range(len(bones))]), Array([u16(at) for at in textures]),
             Array([u16(at) for at in coords]), Array([u16(0), u16(1)]), Array([u16(-1)]),
             v3(box[0]), v3(box[1]), f32(radius_of(box)), f32(*([0.0] * 7)), Array([]), Array([]), Array([]),
             Array([[u32(number), u16(bones.index(bone), 0), v3(yards(place)), *constant(u8, 1)]
                    for number, bone, place in attachments]),
             lookup([number for number, _, _ in attachments]), Array([]), Array([light()]), Array([camera()]), lookup([0]),
             Array([ribbon()]), Array([particles()]), Array([u16(1), u16(4)])]
    return [("beetle.m2", write(model)), ("beetle00.skin", write(skin)), ("beetle-skin.blp", write_blp(paint_skin(), version=2)),
            ("beetle-shine.blp", write_blp(paint_shine(), 0, version=2)), ("beetle-wing.blp", write_blp(paint_wing(), version=2)),
            ("beetle-glow.blp", write_blp(paint_glow(), version=2))]
