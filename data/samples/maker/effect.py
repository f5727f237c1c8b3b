# SPDX-License-Identifier: GPL-3.0-or-later
"""effect.mdx: a pillar of fire over a glowing seal, with sparks and a ribbon that circles around it."""

import math

from .geometry import Mesh, clean, turn
from .image import Picture, write_tga
from .mdx import (FILTER_ADDITIVE, LINEAR, NO_DEPTH_SET, NONE, TWO_SIDED, UNFOGGED, UNSHADED, Attachment, Bone, Event, Extent,
                  GeosetAnimation, Helper, Layer, Light, Material, Model, Ribbon, Sequence, SpriteEmitter, Texture,
                  TextureAnimation, Track, bgr)
from .paint import clamp, cloud, line, mix, noise, smooth

GLOW = UNSHADED | UNFOGGED | NO_DEPTH_SET
BIRTH, STAND, DEATH = (333, 1333), (1667, 3667), (4000, 5500)


def heat(value):
    """Black over red, orange and yellow to white, as what is added to the picture."""
    value = clamp(value)
    return (smooth(0.0, 0.45, value), smooth(0.15, 0.8, value) * 0.95, smooth(0.5, 1.0, value) * 0.85)


def paint_flame():
    """Sixteen cells of 32 x 32: a flame that grows, tears apart and dies."""
    picture = Picture(128, 128)
    for cell in range(16):
        age = cell / 15.0
        left, top = cell % 4 * 32, cell // 4 * 32

        def shader(s, t, age=age, cell=cell):
            x, y = (s - 0.5) * 2.0, (t - 0.5) * 2.0
            warp = cloud(s * 4 + 7, t * 4 + age * 5, 100 + cell // 8, 3) - 0.5
            radius = math.hypot(x * (1.15 - 0.25 * y) + warp * 0.7, (y - 0.05) * 0.95 + warp * 0.5)
            body = smooth(0.80 - 0.22 * age, 0.10, radius)
            holes = cloud(s * 5.0 + 31, t * 5.0 + age * 4, 120, 3)
            value = body * (1.15 - 0.75 * age) - smooth(0.25, 1.0, age) * smooth(0.35, 0.75, holes) * 0.8
            value *= smooth(1.0, 0.72, max(abs(x), abs(y)))      # nothing reaches the next cell
            return heat(value) + (clamp(value * 1.5),)

        picture.paint((left, top, left + 32, top + 32), shader)
    return picture


def paint_spark():
    picture = Picture(32, 32)

    def shader(s, t):
        x, y = abs(s - 0.5) * 2, abs(t - 0.5) * 2
        value = smooth(0.9, 0.0, math.hypot(x, y)) ** 2 + 0.5 * smooth(0.16, 0.0, min(x, y)) * smooth(0.95, 0.1,
                                                                                                      max(x, y))
        return (clamp(value * 1.4), clamp(value * 1.1), clamp(value * 0.8), clamp(value * 1.3))

    picture.paint((0, 0, 32, 32), shader)
    return picture


def paint_seal():
    """A ring of signs around a seven-pointed star."""
    picture = Picture(128, 128)

    def shader(s, t):
        x, y = (s - 0.5) * 2.0, (t - 0.5) * 2.0
        radius, angle = math.hypot(x, y), math.atan2(y, x)
        value = line(radius, 0.93, 0.05) + line(radius, 0.70, 0.035) + 0.7 * line(radius, 0.30, 0.03)
        # Signs between the two rings: strokes chosen by a hash of their place.
        part = (angle / (2 * math.pi) + 0.5) * 21.0
        u, v = part % 1.0, (radius - 0.73) / 0.17
        if 0.0 < v < 1.0 and 0.18 < u < 0.82:
            bits = int(part) * 37 + 11
            stroke = max(line(u, 0.30, 0.22) * (bits & 1), line(u, 0.70, 0.22) * (bits >> 1 & 1),
                         line(v, 0.25, 0.26) * (bits >> 2 & 1), line(v, 0.75, 0.26) * (bits >> 3 & 1),
                         line(u + v * 0.5, 0.75, 0.24))
            value += stroke * smooth(0.0, 0.15, v) * smooth(1.0, 0.85, v)
        for k in range(7):                                       # the star: chords that skip two points
            middle = 2 * math.pi * k / 7
            distance = x * math.cos(middle) + y * math.sin(middle)
            if radius < 0.70:
                value += 0.8 * line(distance, 0.70 * math.cos(2 * math.pi * 3 / 14), 0.035)
        haze = smooth(0.98, 0.1, radius) * (0.10 + 0.14 * cloud(s * 6, t * 6, 140))
        value = clamp(value) * (0.75 + 0.25 * noise(s * 20, t * 20, 150)) + haze
        value *= smooth(1.0, 0.96, radius)
        return (clamp(value * 1.1), clamp(value * 0.62), clamp(value * 0.22), clamp(value * 1.2))

    picture.paint((0, 0, 128, 128), shader)
    return picture


def paint_veil():
    """Streaks that repeat to the sides and fade upwards (t = 0): for the wall of light and for the ribbon."""
    picture = Picture(64, 64)

    def shader(s, t):
        streak = cloud(s * 8, t * 2, 160, 3, period=8)
        value = smooth(0.30, 0.75, streak) * smooth(0.0, 0.9, t) * smooth(1.0, 0.94, t)
        return (clamp(value), clamp(value * 0.66), clamp(value * 0.30), clamp(value))

    picture.paint((0, 0, 64, 64), shader)
    return picture


def paint_tail():
    """The ribbon: bright at its young end (s = 0), a hot core."""
    picture = Picture(64, 16)

    def shader(s, t):
        core = smooth(1.0, 0.0, abs(t - 0.5) * 2.0)
        value = core * smooth(1.0, 0.1, s) * (0.7 + 0.3 * noise(s * 10, t * 3, 170))
        return mix((value, value * 0.45, value * 0.12), (value, value * 0.95, value * 0.8),
                   core ** 3) + (clamp(value * 1.3),)

    picture.paint((0, 0, 64, 16), shader)
    return picture


def seal_mesh(bone):
    mesh = Mesh()
    corners = [mesh.corner((x * 64.0, y * 64.0, 1.0), (0.5 - y * 0.5, 0.5 - x * 0.5), (bone,))
               for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    mesh.quad(*corners)
    return mesh


def veil_mesh(bone):
    """An open wall of light around the seal, wider above."""
    mesh = Mesh()
    segments = 16
    points, uvs = [], []
    for radius, z, v in ((66.0, 46.0, 0.0), (58.0, 1.0, 1.0)):
        ring = [(j / segments - 0.5) * 2 * math.pi for j in range(segments + 1)]
        points.append([(radius * math.cos(a), radius * math.sin(a), z) for a in ring])
        uvs.append([(4.0 * j / segments, v) for j in range(segments + 1)])
    mesh.grid(points, uvs, [[(bone,)] * (segments + 1)] * 2)
    return mesh


def over_life(birth, stand, death):
    """Keys of a value that comes up in Birth, holds in Stand and goes in Death; each a list of (part of the time,
    value)."""
    return [(start + int((end - start) * part), value)
            for (start, end), rows in ((BIRTH, birth), (STAND, stand), (DEATH, death)) for part, value in rows]


def turning(length, steps=4, sign=1):
    """Keys of a full turn about Z."""
    return [(length * k // steps, clean(turn(yaw=sign * 360.0 * k / steps))) for k in range(steps + 1)]


def make():
    model = Model("Pillar of Fire", blend_time=0)
    extent = Extent(165.0, (-80.0, -80.0, 0.0), (80.0, 80.0, 140.0))
    model.extent = extent
    model.sequences = [Sequence("Birth", *BIRTH, flags=1, extent=extent), Sequence("Stand", *STAND, extent=extent),
                       Sequence("Death", *DEATH, flags=1, extent=extent)]
    orbit_time, seal_time, veil_time = 0, 1, 2
    model.global_sequences = [1600, 9000, 2400]
    model.textures = [Texture("effect-seal.tga"), Texture("effect-veil.tga", flags=1), Texture("effect-flame.tga"),
                      Texture("effect-spark.tga"), Texture("effect-tail.tga")]
    model.texture_animations = [
        TextureAnimation([Track("KTAR", LINEAR, turning(9000), seal_time)]),
        TextureAnimation([Track("KTAR", LINEAR, turning(9000, sign=-1), seal_time),
                          Track("KTAS", LINEAR, [(0, (1.0, 1.0, 1.0)), (1200, (1.18, 1.18, 1.0)),
                                                 (2400, (1.0, 1.0, 1.0))],
                                veil_time)]),
        TextureAnimation([Track("KTAT", LINEAR, [(0, (0.0, 0.0, 0.0)), (2400, (1.0, 0.0, 0.0))], veil_time)]),
    ]
    pulse = [(0, 0.85), (1200, 0.35), (2400, 0.85)]
    model.materials = [
        Material([Layer(0, FILTER_ADDITIVE, GLOW | TWO_SIDED, texture_animation=0),
                  Layer(0, FILTER_ADDITIVE, GLOW | TWO_SIDED, texture_animation=1, alpha=0.6,
                        tracks=[Track("KMTA", LINEAR, pulse, veil_time)])]),
        Material([Layer(1, FILTER_ADDITIVE, GLOW | TWO_SIDED, texture_animation=2)], priority_plane=1),
        Material([Layer(4, FILTER_ADDITIVE, GLOW | TWO_SIDED)], priority_plane=2),
    ]

    ground = Bone("Bone_Ground", tracks=[Track("KGSC", LINEAR, over_life(
        [(0, (0.1, 0.1, 1.0)), (0.7, (1.06, 1.06, 1.0)), (1, (1.0, 1.0, 1.0))],
        [(0, (1.0, 1.0, 1.0)), (1, (1.0, 1.0, 1.0))],
        [(0, (1.0, 1.0, 1.0)), (1, (0.7, 0.7, 1.0))]))])
    wall = Bone("Bone_Wall", parent=ground, tracks=[Track("KGSC", LINEAR, over_life(
        [(0, (1.0, 1.0, 0.0)), (0.5, (1.0, 1.0, 0.2)), (1, (1.0, 1.0, 1.0))],
        [(0, (1.0, 1.0, 1.0)), (1, (1.0, 1.0, 1.0))],
        [(0, (1.0, 1.0, 1.0)), (1, (1.0, 1.0, 0.1))]))])
    model.bones = [ground, wall]
    orbit = Helper("Orbit", tracks=[Track("KGRT", LINEAR, turning(1600), orbit_time)])
    climb = Helper("Climb", (42.0, 0.0, 20.0), orbit, tracks=[Track("KGTR", LINEAR, over_life(
        [(0, (0.0, 0.0, -18.0)), (1, (0.0, 0.0, 12.0))],
        [(0, (0.0, 0.0, 12.0)), (0.25, (4.0, 0.0, 44.0)), (0.5, (-6.0, 0.0, 60.0)), (0.75, (4.0, 0.0, 44.0)),
         (1, (0.0, 0.0, 12.0))],
        [(0, (0.0, 0.0, 12.0)), (1, (-36.0, 0.0, 105.0))]))])
    model.helpers = [orbit, climb]

    model.geosets = [seal_mesh(ground).geoset(0, selection_flags=4), veil_mesh(wall).geoset(1, selection_flags=4)]
    for geoset in model.geosets:
        geoset.extent = extent
        geoset.sequence_extents = [extent] * 3
    fade = over_life([(0, 0.0), (0.6, 1.0), (1, 1.0)], [(0, 1.0), (1, 1.0)], [(0, 1.0), (0.4, 1.0), (1, 0.0)])
    model.geoset_animations = [
        GeosetAnimation(0, tracks=[Track("KGAO", LINEAR, fade)]),
        GeosetAnimation(1, flags=2, colour=(1.0, 0.8, 0.6), tracks=[
            Track("KGAO", LINEAR, [(time, value * 0.8) for time, value in fade]),
            Track("KGAC", LINEAR, over_life([(0, bgr(1.0, 1.0, 0.9)), (1, bgr(1.0, 0.8, 0.6))],
                                            [(0, bgr(1.0, 0.8, 0.6)), (0.5, bgr(1.0, 0.6, 0.4)),
                                             (1, bgr(1.0, 0.8, 0.6))],
                                            [(0, bgr(1.0, 0.8, 0.6)), (1, bgr(0.8, 0.2, 0.1))]))]),
    ]
    ground.geoset, ground.geoset_animation, wall.geoset, wall.geoset_animation = 0, 0, 1, 1

    model.lights = [Light("Omni01", (0.0, 0.0, 50.0), type=0, attenuation_start=80.0, attenuation_end=300.0,
                          colour=(1.0, 0.62, 0.25), intensity=4.0, ambient_colour=(1.0, 0.5, 0.2),
                          ambient_intensity=0.2,
                          own_tracks=[Track("KLAI", LINEAR, over_life(
                              [(0, 0.0), (1, 4.0)], [(0, 4.0), (0.3, 3.0), (0.55, 4.4), (0.8, 3.2), (1, 4.0)],
                              [(0, 4.0), (0.3, 6.0), (1, 0.0)]))])]
    model.attachments = [Attachment("Origin Ref"), Attachment("Overhead Ref", (0.0, 0.0, 130.0), attachment_id=1)]
    model.sprite_emitters = [
        SpriteEmitter("Flames", (0.0, 0.0, 6.0), flags=0x8000 | 0x10000 | 0x40000, speed=62.0, variation=0.35,
                      latitude=9.0,
                      gravity=-46.0, life_span=1.15, emission_rate=42.0, length=30.0, width=30.0, filter_mode=1, rows=4,
                      columns=4, head_or_tail=0, tail_length=1.0, middle_time=0.35,
                      colours=((1.0, 0.86, 0.55), (1.0, 0.62, 0.30), (0.75, 0.22, 0.12)), alphas=(150, 235, 0),
                      scales=(9.0, 19.0, 8.0), head_life=(0, 6, 1), head_decay=(6, 15, 1), texture=2,
                      own_tracks=[Track("KP2E", LINEAR, over_life([(0, 0.0), (0.4, 10.0), (1, 42.0)],
                                                                  [(0, 42.0), (1, 42.0)],
                                                                  [(0, 70.0), (0.25, 10.0), (0.35, 0.0), (1, 0.0)]))]),
        SpriteEmitter("Sparks", (0.0, 0.0, 12.0), flags=0x8000 | 0x40000, speed=165.0, variation=0.5, latitude=32.0,
                      gravity=170.0, life_span=1.1, emission_rate=26.0, length=16.0, width=16.0, filter_mode=1,
                      head_or_tail=2, tail_length=0.07, middle_time=0.5,
                      colours=((1.0, 0.95, 0.8), (1.0, 0.72, 0.30), (0.9, 0.25, 0.10)), alphas=(255, 255, 0),
                      scales=(2.4, 1.9, 0.8), texture=3, priority_plane=1,
                      own_tracks=[Track("KP2E", LINEAR, over_life([(0, 0.0), (1, 26.0)], [(0, 26.0), (1, 26.0)],
                                                                  [(0, 90.0), (0.2, 60.0), (0.3, 0.0), (1, 0.0)])),
                                  Track("KP2V", NONE, over_life([(0, 1.0), (1, 1.0)], [(0, 1.0), (1, 1.0)],
                                                                [(0, 1.0), (0.5, 1.0), (0.51, 0.0), (1, 0.0)]))]),
    ]
    model.ribbons = [Ribbon("Comet", (42.0, 0.0, 20.0), climb, tracks=[Track("KGRT", LINEAR, [
        # The ribbon is spanned along the local Y axis: a roll of a quarter turn makes it upright.
        (BIRTH[0], clean(turn(roll=90))), (BIRTH[1], clean(turn(roll=90))), (STAND[0], clean(turn(roll=90))),
        (STAND[1], clean(turn(roll=90))), (DEATH[0], clean(turn(roll=90))), (DEATH[1], clean(turn(roll=90)))])],
        height_above=6.0, height_below=6.0, alpha=1.0, colour=(1.0, 0.85, 0.65), life_span=0.8, emission_rate=40,
        material=2, own_tracks=[
            Track("KRHA", LINEAR, over_life([(0, 1.0), (1, 6.0)], [(0, 6.0), (0.5, 9.0), (1, 6.0)],
                                            [(0, 6.0), (1, 1.0)])),
            Track("KRHB", LINEAR, over_life([(0, 1.0), (1, 6.0)], [(0, 6.0), (0.5, 9.0), (1, 6.0)],
                                            [(0, 6.0), (1, 1.0)])),
            Track("KRVS", NONE, over_life([(0, 1.0), (1, 1.0)], [(0, 1.0), (1, 1.0)],
                                          [(0, 1.0), (0.6, 1.0), (0.61, 0.0), (1, 0.0)]))])]
    model.events = [Event("SNDxAFFR", times=[BIRTH[0] + 50]), Event("SNDxAFFD", times=[DEATH[0]])]
    return [("effect.mdx", model.write()), ("effect-seal.tga", write_tga(paint_seal())),
            ("effect-veil.tga", write_tga(paint_veil())), ("effect-flame.tga", write_tga(paint_flame())),
            ("effect-spark.tga", write_tga(paint_spark(), packed=False)), ("effect-tail.tga", write_tga(paint_tail()))]
