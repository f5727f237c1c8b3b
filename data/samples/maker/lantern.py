# SPDX-License-Identifier: GPL-3.0-or-later
"""lantern.mdx and lantern-1000.mdx: a stone lantern with a glowing crystal, in HD materials of Reforged.

Both show the same. The first has materials of version 1100, one layer with six textures; the second those of 1000, six
layers."""

import math

from .geometry import Frame, Mesh, clean, tangents_of, turn
from .image import Picture, write_dds, write_tga
from .mdx import (LINEAR, TWO_SIDED, Attachment, Bone, Camera, GeosetAnimation, Model, Sequence, Shape, Texture, Track)
from .mdx_hd import HdLayer, HdMaterial
from .paint import clamp, cloud, mix, noise, smooth
from .pose import fill_extents

SIDE = 64
STAND, DEATH = (333, 2333), (3000, 4000)
# Places in the pictures (u0, v0, u1, v1): stone on the left, iron and crystal on the right, with room at the edges for
# smaller mip levels.
STONE, FOOT = (0.04, 0.04, 0.46, 0.96), (0.04, 0.5, 0.46, 0.96)
IRON, BAR, CRYSTAL = (0.54, 0.04, 0.96, 0.46), (0.54, 0.04, 0.75, 0.46), (0.54, 0.54, 0.96, 0.96)
BAND = (0.26, 0.40)                     # where the stone is painted in the colour of the player, in v


def stuff(s, t):
    return "stone" if s < 0.5 else "iron" if t < 0.5 else "crystal"


def height(s, t):
    """The relief, from which the normals follow."""
    kind = stuff(s, t)
    if kind == "stone":
        joint = min((t * 6.0) % 1.0, 1.0 - (t * 6.0) % 1.0, abs((s * 8.0 + 0.5 * (int(t * 6.0) % 2)) % 1.0 - 0.5) * 1.5)
        return 0.030 * smooth(0.0, 0.14, joint) + 0.012 * cloud(s * 24, t * 24, 200, 3)
    if kind == "iron":
        rivet = math.hypot((s * 16.0) % 1.0 - 0.5, (t * 8.0) % 1.0 - 0.5)
        return 0.02 * smooth(0.34, 0.18, rivet) + 0.003 * noise(s * 40, t * 40, 210)
    return 0.01 * cloud(s * 10, t * 10, 220, 2)


def diffuse(s, t):
    kind = stuff(s, t)
    if kind == "stone":
        tone = 0.55 + 0.35 * cloud(s * 14, t * 14, 230) + 4.0 * (height(s, t) - 0.03)
        colour = mix((0.30, 0.29, 0.27), (0.66, 0.63, 0.58), clamp(tone))
        return (mix(colour, (0.75, 0.75, 0.75), 0.8) if BAND[0] < t < BAND[1] else colour) + (1.0,)
    if kind == "iron":
        return mix((0.42, 0.36, 0.28), (0.74, 0.62, 0.42), cloud(s * 18, t * 18, 240)) + (1.0,)
    return mix((0.10, 0.30, 0.42), (0.35, 0.80, 0.92), cloud(s * 9, t * 9, 250)) + (1.0,)


def orm(s, t):
    """Occlusion, roughness, metalness, and in alpha where the colour of the player shows."""
    kind = stuff(s, t)
    if kind == "stone":
        painted = BAND[0] < t < BAND[1]
        return (mix(0.55, 1.0, smooth(0.005, 0.035, height(s, t))), 0.55 if painted else 0.85, 0.0, float(painted))
    if kind == "iron":
        return (1.0, mix(0.25, 0.5, cloud(s * 20, t * 20, 260)), 1.0, 0.0)
    return (1.0, 0.15, 0.0, 0.0)


def emissive(s, t):
    if stuff(s, t) != "crystal":
        return (0.0, 0.0, 0.0, 1.0)
    value = smooth(0.30, 0.75, cloud(s * 9, t * 9, 250))
    return (0.10 * value, 0.55 * value, 0.75 * value, 1.0)


def normal(s, t):
    step = 0.5 / SIDE
    x = (height(s - step, t) - height(s + step, t)) / (2 * step)
    y = (height(s, t + step) - height(s, t - step)) / (2 * step)
    z = 1.0 / math.sqrt(1.0 + x * x + y * y)
    return (0.5 + 0.5 * x * z, 0.5 - 0.5 * y * z, 1.0, 1.0)


def sky(s, t):
    return mix((0.75, 0.82, 0.92), (0.30, 0.27, 0.24), smooth(0.35, 0.65, t)) + (1.0,)


def painted(shader, side=SIDE):
    picture = Picture(side, side)
    picture.paint((0, 0, side, side), shader)
    return picture


def tube(mesh, bone, rings, box, segments, **caps):
    """Upwards through rings of (height, radius); v is 1 below and 0 above."""
    low, high = rings[0][0], rings[-1][0]
    mesh.loft([Frame((0.0, 0.0, z), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), radius, radius, (bone,),
                     1.0 - (z - low) / (high - low)) for z, radius in rings], box, segments, **caps)


def meshes(ground, crystal):
    body = Mesh()
    tube(body, ground, [(0.0, 24.0), (5.0, 24.0), (7.0, 20.0), (12.0, 12.0)], FOOT, 8)
    tube(body, ground, [(12.0, 12.0), (22.0, 10.5), (44.0, 9.5), (48.0, 14.0), (52.0, 14.0)], STONE, 8,
         cap_end=(0.0, FOOT))
    for k in range(4):                  # the bars of the cage
        angle = math.pi / 2 * k + math.pi / 4
        x, y = 11.5 * math.cos(angle), 11.5 * math.sin(angle)
        body.loft([Frame((x, y, z), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), 1.2, 1.2, (ground,), v)
                   for z, v in ((52.0, 1.0), (76.0, 0.0))], BAR, 5)
    tube(body, ground, [(75.0, 16.0), (78.0, 16.5), (80.0, 14.0), (88.0, 6.0), (93.0, 2.5), (97.0, 1.0)], IRON, 8,
         cap_start=(0.0, IRON), cap_end=(2.0, IRON))
    gem = Mesh()
    tube(gem, crystal, [(54.0, 0.6), (60.0, 6.5), (66.0, 7.0), (74.0, 0.6)], CRYSTAL, 6)
    return body, gem


def make_model(version):
    model = Model("Lantern", version=version)
    model.sequences = [Sequence("Stand", *STAND), Sequence("Death", *DEATH, flags=1)]
    model.textures = [Texture("lantern-diffuse.tga"), Texture("lantern-normal.dds"), Texture("lantern-orm.tga"),
                      Texture("lantern-emissive.tga"), Texture("", replaceable=1), Texture("lantern-sky.tga")]
    images = [0, 1, 2, 3, 4, 5]
    pulse = [(STAND[0], 2.0), (sum(STAND) // 2, 4.0), (STAND[1], 2.0), (DEATH[0], 2.0), (DEATH[1], 0.0)]
    model.materials = [
        HdMaterial(HdLayer(images)),
        HdMaterial(HdLayer(images, shading=TWO_SIDED, gain=2.0, fresnel_colour=(0.5, 0.9, 1.0), fresnel_opacity=0.6,
                           tracks=[Track("KMTE", LINEAR, pulse)]))]
    ground = Bone("Bone_Ground")
    crystal = Bone("Bone_Crystal", (0.0, 0.0, 64.0), ground, tracks=[
        Track("KGTR", LINEAR, [(STAND[0], (0.0, 0.0, 0.0)), (sum(STAND) // 2, (0.0, 0.0, 1.5)),
                               (STAND[1], (0.0, 0.0, 0.0)), (DEATH[0], (0.0, 0.0, 0.0)), (DEATH[1], (0.0, 0.0, -2.0))]),
        Track("KGRT", LINEAR, [(STAND[0] + 500 * k, clean(turn(yaw=90.0 * k))) for k in range(5)])])
    model.bones = [ground, crystal]
    model.geosets = [mesh.geoset(at) for at, mesh in enumerate(meshes(ground, crystal))]
    for geoset in model.geosets:
        geoset.tangents = tangents_of(geoset)
    model.geoset_animations = [GeosetAnimation(at) for at in range(2)]
    ground.geoset, ground.geoset_animation, crystal.geoset, crystal.geoset_animation = 0, 0, 1, 1
    model.attachments = [Attachment("Origin Ref"), Attachment("Overhead Ref", (0.0, 0.0, 112.0), attachment_id=1)]
    model.cameras = [Camera("Portrait", (150.0, -70.0, 78.0), (0.0, 0.0, 66.0), 0.6, 1000.0, 8.0)]
    model.shapes = [Shape("Collision", type=2, numbers=(0.0, 0.0, 50.0, 52.0))]
    fill_extents(model, 250)
    return model


def make():
    return [("lantern.mdx", make_model(1100).write()), ("lantern-1000.mdx", make_model(1000).write()),
            ("lantern-diffuse.tga", write_tga(painted(diffuse))), ("lantern-normal.dds", write_dds(painted(normal))),
            ("lantern-orm.tga", write_tga(painted(orm))), ("lantern-emissive.tga", write_tga(painted(emissive))),
            ("lantern-sky.tga", write_tga(painted(sky, 16)))]
