# SPDX-License-Identifier: GPL-3.0-or-later
"""figure.mdx: a knight with sword, shield and cape, built from lofts, skinned with matrix groups, animated by stances.

He stands on z = 0, faces +X, his left is +Y, and is 90 units tall without the plume."""

import math

from .figure_motion import Rig, TRAIL_TIMES, animate
from .figure_skin import body_box, gear_box, paint_body, paint_gear, paint_trail, shield_half
from .geometry import Frame, Mesh, add, cross, sub, times, unit
from .image import write_blp, write_tga
from .mdx import (FILTER_ADDITIVE, FILTER_BLEND, FILTER_NONE, LINEAR, NO_DEPTH_SET, TWO_SIDED, UNSHADED,
                  Attachment, Camera, Event, GeosetAnimation, Layer, Material, Model, Shape, Texture, Track)
from .pose import Pose, at_time, fill_extents

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def level(z, x, front, back, side, bones, v, **shape):
    """A ring of something upright."""
    return Frame((x, 0.0, z), X, Y, front, side, bones, v, back=back, **shape)


def limb(stations, front=X):
    """Frames along a limb; a station is (centre, half depth, half width, bones, v).  Each ring is square to the way
    from the previous station to the next."""
    frames = []
    for i, (centre, depth, width, bones, v) in enumerate(stations):
        along = unit(sub(stations[min(i + 1, len(stations) - 1)][0], stations[max(i - 1, 0)][0]))
        side = unit(cross(front, along))
        frames.append(Frame(centre, cross(along, side), side, depth, width, bones, v))
    return frames


def dome(tip, along, front, stations, bones):
    """Frames of a cap that opens from its tip along a direction; a station is (way, radius along front, across, v)."""
    along = unit(along)
    side = unit(cross(front, along))
    ahead = cross(along, side)
    return [Frame(add(tip, times(along, way)), ahead, side, a, b, bones, v) for way, a, b, v in stations]


def torso(mesh):
    mesh.loft([
        level(72.0, 0.2, 4.6, 4.6, 4.8, ("chest",), 0.00),
        level(69.6, 0.0, 6.4, 6.6, 10.0, ("chest",), 0.05),
        level(66.0, 0.0, 8.6, 7.6, 13.2, ("chest",), 0.13, power=2.3),
        level(60.5, 0.5, 9.6, 7.8, 12.4, ("chest",), 0.33, power=2.3),
        level(54.0, 0.4, 8.4, 7.0, 10.2, ("chest", "spine"), 0.58, power=2.3),
        level(49.4, 0.2, 7.6, 6.8, 9.2, ("spine",), 0.745),
        level(48.9, 0.2, 8.5, 7.7, 10.0, ("spine", "pelvis"), 0.755),
        level(45.2, 0.2, 8.8, 8.0, 10.4, ("pelvis",), 0.875),
        level(44.8, 0.2, 7.8, 7.0, 9.6, ("pelvis",), 0.885),
        level(37.5, 0.0, 6.0, 5.6, 8.6, ("pelvis",), 1.00),
    ], body_box("torso"), 10, cap_end=(0.5, body_box("dark")))


def helmet(mesh):
    head = ("head",)
    keel = {"front_power": 1.5}
    mesh.loft([
        level(91.0, 0.0, 2.4, 2.4, 2.2, head, 0.03),
        level(88.6, 0.0, 5.6, 5.6, 5.2, head, 0.14),
        level(84.6, 0.1, 7.8, 7.5, 7.0, head, 0.37, **keel),
        level(84.0, 0.1, 8.7, 8.2, 7.7, head, 0.41, **keel),
        level(81.9, 0.1, 8.8, 8.1, 7.7, head, 0.475, **keel),
        level(81.4, 0.1, 8.0, 7.5, 7.1, head, 0.50, **keel),
        level(76.5, 0.4, 8.6, 7.1, 6.9, head, 0.74, **keel),
        level(72.4, 0.6, 7.4, 6.4, 6.1, head, 0.94, **keel),
        level(70.6, 0.6, 6.2, 6.0, 6.0, head, 1.00, **keel),
    ], body_box("helmet"), 10, cap_start=(0.6, (0.545, 0.01, 0.555, 0.02)), cap_end=(0.0, body_box("dark")))


def plume(mesh):
    """A crest of feathers from the brow over the top down the neck."""
    frames = []
    for i in range(8):
        t = i / 7.0
        angle = math.radians(62 + 118 * t)                       # from the front, over the top, to the back
        out = (math.cos(angle), 0.0, math.sin(angle))
        along = (-math.sin(angle), 0.0, math.cos(angle))
        height = 2.0 + 7.5 * math.sin(math.pi * min(1.0, 0.10 + t * 0.72)) ** 1.2 - 2.0 * t
        base = add((0.0, 0.0, 82.4), times(out, 7.0 + 0.5 * t))
        if t > 0.75:
            base = add(base, (-1.2, 0.0, -0.6))
        centre = add(base, times(out, height * 0.5))
        frames.append(Frame(centre, out, cross(out, along), height * 0.62, 0.9 + 1.0 * math.sin(math.pi * t),
                            ("head",), 0.05 + 0.9 * t, power=1.4))
    u0, v0, u1, v1 = body_box("plume")
    # Both halves of the turn show the same picture: its root to its tip and back.
    mesh.loft(frames, (u0, v0, u1, v1), 4, cap_start=(0.6, body_box("plume")), cap_end=(0.8, body_box("plume")))


def left_arm():
    mesh = Mesh()
    shoulder, elbow, wrist = (0.0, 14.6, 65.6), (-0.8, 17.8, 53.2), (1.2, 19.8, 41.6)
    upper, lower, both, palm = ("arm_up_L",), ("arm_lo_L",), ("arm_up_L", "arm_lo_L"), ("hand_L",)

    def between(a, b, t):
        return add(times(a, 1 - t), times(b, t))

    mesh.loft(limb([(shoulder, 4.6, 4.4, upper, 0.0), (between(shoulder, elbow, 0.55), 4.5, 4.2, upper, 0.5),
                    (elbow, 3.9, 3.7, both, 1.0)]), body_box("arm"), 6)
    mesh.loft(limb([(between(elbow, wrist, 0.02), 4.0, 3.8, both, 0.0),
                    (between(elbow, wrist, 0.16), 4.9, 4.6, lower, 0.12),
                    (between(elbow, wrist, 0.45), 4.8, 4.4, lower, 0.45),
                    (between(elbow, wrist, 0.84), 3.6, 3.4, lower, 0.84),
                    (between(elbow, wrist, 0.98), 4.5, 4.2, ("arm_lo_L", "hand_L"), 1.0)]),
              body_box("vambrace"), 6)
    mesh.loft(dome((-5.6, 18.0, 53.4), X, Z, [(0.0, 0.8, 0.8, 0.0), (1.4, 3.0, 2.8, 0.5), (3.6, 4.0, 4.0, 1.0)], both),
              body_box("knee"), 6, cap_start=(0.3, body_box("knee")))
    # The fist: knuckles away from the body, fingers around something that points forward.
    fist = [Frame((1.4, 20.0, z), X, Y, a, b, palm, v, power=3.2)
            for z, a, b, v in ((41.6, 3.0, 2.5, 0.0), (39.4, 4.0, 3.1, 0.35), (36.2, 3.9, 3.1, 0.7),
                               (34.2, 2.9, 2.4, 1.0))]
    mesh.loft(fist, body_box("hand"), 6, cap_end=(0.4, body_box("hand")))
    thumb = limb([((3.6, 18.4, 40.6), 1.3, 1.2, palm, 0.0), ((5.6, 18.6, 38.4), 1.3, 1.2, palm, 0.5),
                  ((5.2, 19.8, 36.6), 0.9, 0.9, palm, 1.0)], front=Y)
    mesh.loft(thumb, body_box("hand"), 4, cap_end=(0.3, body_box("hand")))
    # The pauldron goes half way with the arm.
    mesh.loft(dome((0.0, 12.2, 72.6), (0.0, 0.60, -0.80), X,
                   [(0.0, 1.6, 1.6, 0.0), (1.7, 6.0, 5.4, 0.26), (5.0, 8.6, 7.8, 0.56), (6.6, 8.9, 8.0, 0.69),
                    (6.9, 7.9, 7.0, 0.74), (10.2, 7.9, 6.8, 0.94), (10.4, 6.6, 5.6, 1.0)], ("chest", "arm_up_L")),
              body_box("pauldron"), 8, cap_start=(0.5, (0.70, 0.005, 0.72, 0.02)))
    return mesh


def left_leg():
    mesh = Mesh()
    upper, lower, both, foot = ("leg_up_L",), ("leg_lo_L",), ("leg_up_L", "leg_lo_L"), ("foot_L",)
    mesh.loft(limb([((0.0, 5.4, 42.5), 5.5, 5.0, ("pelvis", "leg_up_L"), 0.0),
                    ((0.3, 6.4, 35.0), 5.7, 5.6, upper, 0.35),
                    ((0.7, 6.7, 28.5), 5.1, 5.0, upper, 0.75), ((0.8, 6.9, 23.5), 4.6, 4.6, both, 1.0)]),
              body_box("thigh"), 6)
    mesh.loft(limb([((0.6, 6.9, 24.4), 4.6, 4.5, both, 0.0), ((0.3, 7.0, 21.0), 5.3, 5.0, lower, 0.10),
                    ((-0.2, 7.1, 16.5), 5.4, 5.0, lower, 0.40), ((-0.3, 7.1, 10.5), 4.3, 4.2, lower, 0.78),
                    ((-0.2, 7.1, 6.2), 4.9, 4.8, ("leg_lo_L", "foot_L"), 1.0)]), body_box("greave"), 7)
    mesh.loft(dome((7.2, 6.9, 23.6), (-1.0, 0.0, 0.0), Z,
                   [(0.0, 1.0, 1.0, 0.0), (1.3, 3.6, 3.4, 0.45), (3.8, 4.9, 4.9, 0.85), (4.6, 4.7, 4.7, 1.0)], both),
              body_box("knee"), 6, cap_start=(0.4, body_box("knee")))
    # The boot runs from heel to toe; what would reach below the ground is pressed flat.
    boot = [Frame((x, y, z), Z, Y, up, side, foot, v, back=down, power=2.7)
            for x, y, z, up, down, side, v in ((-5.4, 7.0, 3.4, 2.4, 3.4, 2.9, 0.0),
                                               (-3.6, 7.0, 3.6, 3.8, 3.6, 4.0, 0.12),
                                               (1.2, 7.2, 3.4, 4.2, 3.4, 4.2, 0.40),
                                               (5.0, 7.5, 2.8, 3.0, 2.8, 4.9, 0.62),
                                               (9.2, 7.9, 2.2, 2.0, 2.2, 4.6, 0.86),
                                               (11.9, 8.1, 1.6, 1.0, 1.6, 2.9, 1.0))]
    mesh.loft(boot, body_box("boot"), 6, cap_start=(0.5, body_box("sole")), cap_end=(0.6, body_box("knee")))
    return mesh


def other_side(bone):
    return bone[:-2] + "_R" if bone.endswith("_L") else bone


def body_mesh():
    mesh = Mesh()
    torso(mesh)
    helmet(mesh)
    plume(mesh)
    for part in (left_arm(), left_leg()):
        mesh.join(part)
        mesh.join(part.mirrored(other_side))
    return mesh


def shield_mesh(mesh):
    """A bowed heater shield on the left forearm; it faces +Y, its top is at z = 63."""
    u0, v0, u1, v1 = gear_box("shield")
    bones = ("shield",)
    width, height, top, rows, columns = 25.0, 34.0, 64.0, 6, 4

    def surface(s, t, thickness):
        side = (s - 0.5) * 2.0
        half = shield_half(t) / 0.485 * width / 2 if t < 0.999 else 0.35
        bow = 4.2 * (1.0 - (side * half / (width / 2)) ** 2) - 2.5 * (t - 0.35) ** 2
        # Seen from the outside (+Y), the right is -X.
        return (1.4 - side * half, 24.6 + bow - thickness, top - height * t
                + (1.2 * (1 - side * side) if t == 0 else 0.0))

    points, uvs, back, back_uvs = [], [], [], []
    b0, w0, b1, w1 = gear_box("back")
    for i in range(rows + 1):
        t = i / rows
        line, uv, line2, uv2 = [], [], [], []
        for j in range(columns + 1):
            s = j / columns
            half = max(shield_half(t), 0.01)
            line.append(surface(s, t, 0.0))
            uv.append((u0 + (u1 - u0) * (0.5 + (s - 0.5) * 2.0 * half), v0 + (v1 - v0) * t))
            line2.append(surface(1.0 - s, t, 1.5))
            uv2.append((b0 + (b1 - b0) * (0.5 + (s - 0.5) * 2.0 * half), w0 + (w1 - w0) * t))
        points.append(line)
        uvs.append(uv)
        back.append(line2)
        back_uvs.append(uv2)
    weights = [[bones] * (columns + 1)] * (rows + 1)
    mesh.next_group()
    mesh.grid(points, uvs, weights)
    mesh.next_group()
    mesh.grid(back, back_uvs, weights)
    # The edge all around.
    rim = [points[i][0] for i in range(rows + 1)] + [points[rows][columns]]
    rim += [points[i][columns] for i in range(rows - 1, -1, -1)] + [points[0][j] for j in range(columns - 1, 0, -1)]
    rim.append(rim[0])
    inner = [add(p, (0.0, -1.5, 0.0)) for p in rim]
    gold = gear_box("gold")
    mesh.next_group()
    mesh.grid([inner, rim], [[(gold[0] + (gold[2] - gold[0]) * (k % 2), v) for k in range(len(rim))]
                             for v in (gold[3], gold[1])], [[bones] * len(rim)] * 2)


SWORD_GRIP = (1.4, -20.0, 37.8)


def sword_mesh(mesh):
    """Lies in the right fist and points forward along +X, its flat sides to the left and right."""
    bones = ("sword",)
    gx, gy, gz = SWORD_GRIP

    def bar(stations, box, segments=4, power=2.0, **caps):
        """(x, half height, half thickness, v): a loft along +X"""
        mesh.loft([Frame((gx + x, gy, gz), Z, Y, a, b, bones, v, power=power) for x, a, b, v in stations],
                  box, segments, **caps)

    gold, grip = gear_box("gold"), gear_box("grip")
    bar([(-9.6, 0.8, 0.8, 0.0), (-8.6, 2.0, 1.9, 0.3), (-7.0, 2.0, 1.9, 0.7), (-6.2, 1.0, 1.0, 1.0)], gold, 6,
        cap_start=(0.4, gold))
    bar([(-6.6, 1.15, 1.05, 0.0), (6.2, 1.25, 1.1, 1.0)], grip, 6)
    # The cross guard runs up and down.
    guard = [Frame((gx + 6.9 + bend, gy, gz + z), X, Y, a, b, bones, v, power=2.6)
             for z, bend, a, b, v in ((7.6, 1.4, 0.7, 0.9, 0.0), (6.6, 1.0, 1.3, 1.3, 0.15), (0.0, 0.0, 1.5, 1.7, 0.5),
                                      (-6.6, 1.0, 1.3, 1.3, 0.85), (-7.6, 1.4, 0.7, 0.9, 1.0))]
    mesh.loft(guard, gold, 6, cap_start=(0.3, gold), cap_end=(0.3, gold))
    # The blade: a diamond; each of its four faces shows half of the picture, edge to ridge.
    u0, v0, u1, v1 = gear_box("blade")
    middle = (v0 + v1) / 2
    rows = [(7.4, 2.6, 0.85), (34.0, 2.15, 0.65), (40.0, 1.7, 0.5), (45.0, 0.02, 0.02)]
    for upper in (True, False):
        for side in (1.0, -1.0):
            mesh.next_group()
            edge = [(gx + x, gy, gz + (h if upper else -h)) for x, h, _ in rows]
            ridge = [(gx + x, gy + side * w, gz) for x, _, w in rows]
            us = [u0 + (u1 - u0) * (x - 7.4) / 37.6 for x, _, _ in rows]
            edge_uv, ridge_uv = [(u, v0 if upper else v1) for u in us], [(u, middle) for u in us]
            lines = [(edge, edge_uv), (ridge, ridge_uv)]
            if (side > 0) == upper:
                lines.reverse()
            mesh.grid([line[0] for line in lines], [line[1] for line in lines], [[bones] * len(rows)] * 2)


def gear_mesh():
    mesh = Mesh()
    shield_mesh(mesh)
    sword_mesh(mesh)
    return mesh


def cape_mesh():
    mesh = Mesh()
    u0, v0, u1, v1 = gear_box("cape")
    points, uvs, bones = [], [], []
    rows, columns = 7, 5
    for i in range(rows + 1):
        t = i / rows
        z = 68.5 - 55.5 * t
        half = 9.5 + 7.0 * t ** 0.8
        weight = (("chest",), ("chest", "cape_1"), ("cape_1",), ("cape_1",), ("cape_1", "cape_2"), ("cape_2",),
                  ("cape_2",), ("cape_2",))[i]
        line, uv = [], []
        for j in range(columns + 1):
            s = j / columns
            side = (s - 0.5) * 2.0
            wave = (0.9 * t) * math.cos(side * 3 * math.pi)
            x = -7.6 - 7.6 * t ** 0.9 + 3.0 * side * side * (1.0 - 0.55 * t) + wave
            # Seen from behind, the right is -Y.
            line.append((x, -side * half, z + 1.0 * side * side * (1 - t)))
            uv.append((u0 + (u1 - u0) * s, v0 + (v1 - v0) * t))
        points.append(line)
        uvs.append(uv)
        bones.append([weight] * (columns + 1))
    mesh.grid(points, uvs, bones)
    return mesh


def skirt_mesh():
    """The lower part of the surcoat, split between pelvis and legs so that it follows a stride."""
    mesh = Mesh()
    u0, v0, u1, v1 = body_box("skirt")
    segments = 12
    points, uvs, bones = [], [], []
    for z, front, back, side, share, v in ((46.6, 8.3, 7.5, 10.0, 0, 0.0), (40.5, 10.4, 9.2, 12.2, 0, 0.30),
                                           (34.5, 12.2, 10.6, 13.6, 1, 0.66), (28.2, 12.4, 11.4, 14.2, 2, 1.0)):
        frame = level(z, 0.2, front, back, side, (), v, power=2.4)
        line, uv, group = [], [], []
        for j in range(segments + 1):
            s = j / segments
            point = frame.point(s)
            line.append(point)
            uv.append((u0 + (u1 - u0) * s, v0 + (v1 - v0) * v))
            leg = "leg_up_L" if point[1] > 0 else "leg_up_R"
            if not share:
                group.append(("pelvis",))
            elif abs(point[1]) < 0.5:
                group.append(("pelvis", "leg_up_L", "leg_up_R") if share == 1 else ("leg_up_L", "leg_up_R"))
            else:
                group.append(("pelvis", leg) if share == 1 else (leg,))
        points.append(line)
        uvs.append(uv)
        bones.append(group)
    mesh.grid(points, uvs, bones)
    return mesh


def trail_mesh(rig, sequence):
    """The way of the blade through the blow, as a strip at rest in the air."""
    mesh = Mesh()
    first, last = TRAIL_TIMES
    count = 12
    outer, inner = [], []
    for k in range(count + 1):
        time = sequence.start + first + (last - first) * k / count
        pose = Pose(rig.nodes, at_time(time, sequence))
        outer.append(pose.place(rig.bones["sword"], add(SWORD_GRIP, (45.0, 0, 0))))
        inner.append(pose.place(rig.bones["sword"], add(SWORD_GRIP, (16.0, 0, 0))))
    us = [k / count for k in range(count + 1)]
    mesh.grid([outer, inner], [[(u, 0.02) for u in us], [(u, 0.98) for u in us]], [[("trail",)] * (count + 1)] * 2)
    return mesh


def bound(rig, geoset):
    """Bone names to bones."""
    geoset.groups = [[rig.bones[name] for name in group] for group in geoset.groups]
    return geoset


def unit_material(skin, shading=0):
    """As units in the game have it: the team colour below, the skin over it where its alpha says so."""
    return Material([Layer(0, FILTER_NONE, shading), Layer(skin, FILTER_BLEND, shading)])


def make(model_name="Knight"):
    """(file name, bytes) of the model and its pictures."""
    rig = Rig()
    model = Model(model_name, blend_time=150)
    model.bones = list(rig.bones.values())
    model.helpers = list(rig.helpers.values())
    model.textures = [Texture(replaceable=1), Texture("figure.blp"), Texture("figure-gear.blp"),
                      Texture("figure-trail.tga")]
    model.materials = [unit_material(1), unit_material(2), unit_material(2, TWO_SIDED), unit_material(1, TWO_SIDED),
                       Material([Layer(3, FILTER_ADDITIVE, UNSHADED | TWO_SIDED | NO_DEPTH_SET)], priority_plane=1)]
    meshes = [body_mesh(), gear_mesh(), cape_mesh(), skirt_mesh()]
    model.geosets = [bound(rig, mesh.geoset(material)) for material, mesh in enumerate(meshes)]
    model.sequences = animate(rig, model.geosets)
    model.geosets.append(bound(rig, trail_mesh(rig, model.sequences[2]).geoset(4, selection_flags=4)))
    trail = model.geosets[4]

    fades = []
    for sequence in model.sequences:
        if sequence.name == "Attack":
            start = sequence.start
            first, last = TRAIL_TIMES
            fades += [(start, 0.0), (start + first + 40, 0.0), (start + last, 0.9), (start + last + 180, 0.0),
                      (sequence.end, 0.0)]
        else:
            fades += [(sequence.start, 0.0), (sequence.end, 0.0)]
    model.geoset_animations = [GeosetAnimation(g) for g in range(3)]
    model.geoset_animations.append(GeosetAnimation(3, flags=2, colour=(0.94, 0.92, 0.90)))
    model.geoset_animations.append(GeosetAnimation(4, alpha=0.0, flags=2, colour=(0.75, 0.85, 1.0),
                                                   tracks=[Track("KGAO", LINEAR, fades)]))
    rig.bones["trail"].geoset, rig.bones["trail"].geoset_animation = 4, 4

    b, root = rig.bones, rig.helpers["root"]
    points = [("Head Ref", b["head"], (0, 0, 82)), ("Overhead Ref", root, (0, 0, 108)),
              ("Chest Ref", b["chest"], (0, 0, 60)), ("Hand Left Ref", b["hand_L"], (1.4, 20, 38)),
              ("Hand Right Ref", b["hand_R"], (1.4, -20, 38)), ("Foot Left Ref", b["foot_L"], (1, 7, 3)),
              ("Foot Right Ref", b["foot_R"], (1, -7, 3)), ("Origin Ref", None, (0, 0, 0))]
    model.attachments = [Attachment(name, tuple(map(float, pivot)), parent, attachment_id=i)
                         for i, (name, parent, pivot) in enumerate(points)]
    stand, walk, attack, death = model.sequences
    model.events = [
        Event("FPTxFBL1", (2.0, 7.0, 0.5), b["foot_L"], times=[walk.start + 60]),
        Event("FPTxFBR1", (2.0, -7.0, 0.5), b["foot_R"], times=[walk.start + 560]),
        Event("SNDxAGB2", (0.0, 0.0, 45.0), b["pelvis"], times=[attack.start + 400]),
        Event("SNDxDFOO", (0.0, 0.0, 45.0), b["pelvis"], times=[death.start + 100, death.start + 1150]),
    ]
    model.cameras = [Camera("Portrait", (78.0, -24.0, 88.0), (0.0, 0.0, 77.0), 0.75, 1000.0, 8.0)]
    model.shapes = [Shape("Collision Body", (0.0, 0.0, 0.0), root, type=0,
                          numbers=(-9.0, -17.0, 0.0, 11.0, 17.0, 72.0)),
                    Shape("Collision Head", (0.0, 0.0, 80.0), b["head"], type=2, numbers=(0.0, 0.0, 80.0, 12.0))]
    fill_extents(model, 50, lambda geoset, sequence: geoset is not trail or sequence is attack)
    return [("figure.mdx", model.write()), ("figure.blp", write_blp(paint_body())),
            ("figure-gear.blp", write_blp(paint_gear())), ("figure-trail.tga", write_tga(paint_trail()))]
