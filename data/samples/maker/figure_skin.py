# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of the knight: where each part of the body lies on the two skins, and what is painted there.

Alpha 0 lets the team colour through.  A low alpha over dark paint shades it, as the game's own skins do."""

import math

from .image import Picture
from .paint import clamp, cloud, gold, hash01, leather, line, mail, mix, noise, scale, smooth, steel

BODY_SIZE = (256, 128)
GEAR_SIZE = (128, 128)

# Boxes in pixels: x0, y0, x1, y1.
BODY = {
    "torso": (0, 0, 104, 56), "helmet": (104, 0, 176, 56), "pauldron": (176, 0, 224, 32), "plume": (224, 0, 256, 32),
    "arm": (176, 32, 216, 56), "vambrace": (216, 32, 256, 64), "hand": (176, 56, 216, 76),
    "thigh": (0, 56, 48, 88), "greave": (48, 56, 104, 104), "boot": (104, 56, 176, 96), "knee": (176, 76, 200, 100),
    "dark": (216, 64, 232, 80), "sole": (232, 64, 256, 80), "skirt": (104, 100, 200, 128),
}
GEAR = {
    "shield": (0, 0, 72, 88), "cape": (72, 0, 128, 72), "blade": (0, 88, 72, 100), "gold": (0, 100, 36, 128),
    "grip": (36, 100, 72, 128), "back": (72, 72, 128, 128),
}


def box_of(boxes, size, name):
    """A box as texture coordinates, drawn in by a little so that filtering does not pick up the neighbour."""
    x0, y0, x1, y1 = boxes[name]
    return ((x0 + 0.75) / size[0], (y0 + 0.75) / size[1], (x1 - 0.75) / size[0], (y1 - 0.75) / size[1])


def body_box(name):
    return box_of(BODY, BODY_SIZE, name)


def gear_box(name):
    return box_of(GEAR, GEAR_SIZE, name)


def opaque(colour):
    return colour + (1.0,)


def team(shade):
    """Team colour; shade 1 full, less darker, more with a touch of light."""
    if shade >= 1.0:
        return (1.0, 1.0, 1.0, clamp((shade - 1.0) * 0.6, 0.0, 0.35))
    return (0.02, 0.02, 0.03, clamp(1.0 - shade, 0.0, 0.9))


def around(s, centre, width):
    """1 at `centre` of the turn around a body, 0 at half the width on both sides; s wraps."""
    d = abs((s - centre + 0.5) % 1.0 - 0.5)
    return clamp(1.0 - d / (width * 0.5))


def plate_light(s, t):
    """How bright armour is around a limb and along it: light from the front and above, a dark back, a rim of light."""
    return 0.42 + 0.34 * math.cos((s - 0.5) * 2 * math.pi) * 0.7 + 0.12 * math.cos((s - 0.5) * 6 * math.pi) - 0.22 * t


def folds(s, t, count, seed, depth=0.22):
    """Light and dark along the folds of cloth that hangs."""
    x = s * count + 0.6 * noise(s * 5, t * 2.2, seed)
    return 0.95 + depth * math.sin(x * 2 * math.pi) * (0.35 + 0.65 * t) - 0.08 * noise(s * 40, t * 14, seed + 3)


def emblem(x, y):
    """A device of our own: a cup with a flame over it.  x, y from -1 to 1, y down; the distance inside it, above 0."""
    bowl = min(0.42 - math.hypot(x, (y - 0.02) * 1.15), y - 0.02)
    stem = min(0.09 - abs(x) * 0.9, 0.62 - y, y - 0.2)
    foot = min(0.30 - abs(x) * 0.75, 0.74 - y, y - 0.60)
    bend = 0.10 * math.sin(y * 7.0)
    flame = min(0.26 * smooth(-0.75, -0.2, y) * smooth(0.02, -0.12, y) - abs(x + bend * smooth(0.0, -0.6, y)) * 0.9,
                -0.04 - y,
                y + 0.76)
    return max(bowl, stem, foot, flame)


def torso(s, t):
    x, y = s * 104, t * 56
    front, back = around(s, 0.5, 0.36), around(s, 0.0, 0.40)
    if t < 0.10:                                             # collar of plate
        edge = line(t, 0.09, 0.05)
        return opaque(mix(steel(x, y, 0.55 + 0.2 * math.cos((s - 0.5) * 6.28)), gold(x, y, 0.65), edge))
    if 0.74 < t < 0.885:                                     # belt
        u = (t - 0.74) / 0.145
        if around(s, 0.5, 0.11) > 0 and 0.04 < u < 0.96:     # buckle
            inner = around(s, 0.5, 0.055) > 0 and 0.28 < u < 0.72
            return opaque(scale((0.2, 0.13, 0.08), 0.8) if inner else gold(x, y, 0.95 - 0.5 * u))
        stitch = 0.25 * max(line(u, 0.14, 0.16), line(u, 0.86, 0.16)) * (1 if int(x) % 3 else 0)
        stud = 0.5 if (int(x) % 9 == 4 and 0.38 < u < 0.62) else 0.0
        return opaque(mix(leather(x, y, 0.62 - 0.35 * u + stitch), (0.95, 0.80, 0.45), stud))
    side = 0.5 + 0.30 * math.cos((s - 0.5) * 4 * math.pi)
    shade = clamp(1.02 - 0.35 * smooth(0.45, 0.76, t) + 0.10 * math.cos((s - 0.5) * 2 * math.pi))
    panel = max(front, back)
    if panel > 0.10:                                         # surcoat in team colour
        if panel < 0.26:
            return opaque(gold(x, y, 0.72 - 0.25 * t + 0.2 * line(panel, 0.20, 0.08)))
        if front > 0.10:
            d = emblem((s - 0.5) / 0.085, (t - 0.42) / 0.26)
            if d > 0.0:
                return opaque(gold(x, y, 0.78 + 0.25 * smooth(0.0, 0.12, d) - 0.35 * t))
            if d > -0.10:
                return team(0.45)
        chest = 0.10 * around(s, 0.5, 0.20) * smooth(0.5, 0.2, t)
        return team(shade * folds(s, t, 26, 11, 0.12) + chest - 0.28 * line(panel, 0.28, 0.14))
    shadow = 0.45 * smooth(0.0, 0.10, panel)
    return opaque(mail(x, y, clamp(0.80 * side + 0.35 - 0.3 * t - shadow)))


def skirt(s, t):
    x, y = s * 96, t * 32
    front, back = around(s, 0.5, 0.38), around(s, 0.0, 0.38)
    panel = max(front, back)
    if t > 0.86:
        return opaque(gold(x, y, 0.70 - 0.3 * abs(t - 0.93) * 8)) if panel > 0.08 else opaque(leather(x, y, 0.35))
    if panel > 0.08:
        if panel < 0.20:
            return opaque(gold(x, y, 0.66 + 0.2 * line(panel, 0.15, 0.06)))
        return team(folds(s, t, 17, 21, 0.26) * (0.78 + 0.22 * smooth(0.0, 0.35, t)) - 0.25 * line(panel, 0.22, 0.12))
    strap = (s * 20) % 1.0                                   # tassets: leather straps with studs
    shine = 0.55 + 0.25 * math.sin(strap * math.pi) - 0.45 * line(strap, 0.0, 0.24) - 0.45 * line(strap, 1.0,
                                                                                                  0.24) - 0.15 * t
    stud = line(strap, 0.5, 0.36) * line((t * 2.2) % 1.0, 0.5, 0.4)
    return opaque(mix(leather(x, y, shine), (0.86, 0.82, 0.70), clamp(stud * 1.2)))


def helmet(s, t):
    x, y = s * 72, t * 56
    d = abs(s - 0.5)
    tone = 0.50 + 0.34 * math.cos((s - 0.5) * 2 * math.pi) * 0.6 + 0.28 * smooth(0.42, 0.05, t) - 0.25 * smooth(0.6,
                                                                                                                1.0, t)
    tone += 0.12 * math.cos((s - 0.5) * 6 * math.pi)
    slit_t = 0.555 + d * 0.10                                # the eye slit falls a little to the sides
    slit = d < 0.155 and abs(t - slit_t) < 0.040 and d > 0.018
    nose = d < 0.016 and 0.60 < t < 0.93
    if slit or nose:
        eye = max(0.0, 1.0 - math.hypot((d - 0.072) / 0.026, (t - slit_t) / 0.030)) if slit else 0.0
        return opaque(mix((0.03, 0.03, 0.04), (0.95, 0.88, 0.62), clamp(eye * 1.5)))
    if d < 0.18 and abs(t - slit_t) < 0.070:                 # worn edge of the slit
        return opaque(steel(x, y, 0.95 if t > slit_t else 0.30))
    if d < 0.030 and 0.58 < t < 0.95:
        return opaque(steel(x, y, 0.90))
    holes = 0.055 < d < 0.15 and 0.68 < t < 0.90
    if holes:                                                # breaths
        hx, hy = (d * 72) % 2.6 - 1.3, (y + (1.4 if int(d * 72 / 2.6) % 2 else 0)) % 3.4 - 1.7
        if math.hypot(hx, hy) < 0.80:
            return opaque((0.05, 0.05, 0.07))
    if abs(t - 0.445) < 0.042:                               # brow band
        rivet = 0.4 if int(x) % 8 == 3 else 0.0
        return opaque(gold(x, y, 0.78 - 5.0 * (t - 0.425) + rivet))
    if t < 0.40 and d < 0.022:
        return opaque(gold(x, y, 0.82))
    if t > 0.945:
        return opaque(gold(x, y, 0.55))
    seam = 0.4 * line(s, 0.25, 0.03) + 0.4 * line(s, 0.75, 0.03) if t > 0.48 else 0.0
    return opaque(steel(x, y, clamp(tone - seam)))


def pauldron(s, t):
    x, y = s * 48, t * 32
    tone = 0.88 - 0.55 * t + 0.14 * math.cos((s - 0.5) * 4 * math.pi)
    if 0.58 < t < 0.70:
        return opaque(gold(x, y, 0.95 - 4.0 * abs(t - 0.63)))
    if t > 0.92:
        return opaque(gold(x, y, 0.60))
    if 0.70 <= t < 0.76:
        return opaque(steel(x, y, 0.08))
    if t >= 0.76:
        tone = 0.72 - 1.2 * (t - 0.76)
    rivet = t < 0.56 and t > 0.46 and int(x) % 6 == 2
    return opaque(steel(x, y, tone + (0.3 if rivet else 0.0)))


def vambrace(s, t):
    x, y = s * 40, t * 32
    tone = plate_light(s, t) + 0.12
    if t < 0.10 or t > 0.90:
        return opaque(gold(x, y, 0.70 if t < 0.5 else 0.58))
    if abs(t - 0.40) < 0.05 or abs(t - 0.66) < 0.05:         # straps
        return opaque(leather(x, y, 0.45))
    return opaque(steel(x, y, tone - 0.3 * line(t, 0.47, 0.06) - 0.3 * line(t, 0.73, 0.06)))


def hand(s, t):
    x, y = s * 40, t * 20
    finger = (s * 8) % 1.0
    dark = 0.35 * max(line(finger, 0.0, 0.3), line(finger, 1.0, 0.3)) if t > 0.45 else 0.0
    knuckle = 0.45 * line(t, 0.45, 0.22)
    base = leather(x, y, 0.58 - dark - 0.25 * t, base=(0.40, 0.27, 0.16))
    return opaque(mix(base, steel(x, y, 0.7 - dark), smooth(0.3, 0.1, t) * 0.9 + knuckle * 0.6))


def thigh(s, t):
    x, y = s * 48, t * 32
    shade = 0.55 + 0.25 * math.cos((s - 0.5) * 2 * math.pi) - 0.30 * smooth(0.35, 0.0, t)
    if t > 0.80:
        return opaque(leather(x, y, 0.55 - 0.3 * (t - 0.8) * 5))
    return opaque(mail(x, y, clamp(shade + 0.12)))


def greave(s, t):
    x, y = s * 56, t * 48
    tone = plate_light(s, t) + 0.16
    if around(s, 0.0, 0.36) > 0:                             # the calf: leather with laces
        lace = max(line((s * 18 + t * 7) % 1.0, 0.5, 0.25), line((t * 7 - s * 18) % 1.0, 0.5, 0.25))
        return opaque(mix(leather(x, y, 0.42), (0.62, 0.50, 0.34), 0.6 * lace))
    if t < 0.08 or t > 0.92 or abs(around(s, 0.5, 0.64) - 0.05) < 0.045:
        return opaque(gold(x, y, 0.66 - 0.2 * t))
    return opaque(steel(x, y, tone + 0.30 * line(s, 0.5, 0.06) - 0.2 * line(s, 0.45, 0.05)))


def boot(s, t):
    # u runs around the foot: 0.5 is its upper side, 0 and 1 the sole; v from the heel to the toe.
    x, y = s * 72, t * 40
    height = 1.0 - abs(s - 0.5) * 2.0
    if height < 0.16:
        return opaque(leather(x, y, 0.20))
    if height < 0.26:
        return opaque(leather(x, y, 0.75))
    plate = (t * 5.0) % 1.0                                  # sabaton: plates that overlap towards the toe
    if t > 0.30 and height > 0.42:
        tone = 0.35 + 0.5 * smooth(0.42, 0.95, height) + 0.25 * plate - 0.5 * line(plate, 0.0, 0.22)
        return opaque(steel(x, y, tone))
    return opaque(leather(x, y, 0.30 + 0.45 * height))


def knee(s, t):
    x, y = s * 24, t * 24
    if t > 0.80:
        return opaque(gold(x, y, 0.62))
    return opaque(steel(x, y, 0.98 - 0.75 * t + 0.1 * math.cos(s * 6.28)))


def plume(s, t):
    strand = folds(s * 0.7 + t * 0.5, t, 7, 31, 0.35)
    return team(strand * (0.62 + 0.55 * smooth(0.9, 0.1, t)))


def shield(s, t):
    """Painted over the whole box; the mesh uses the part with the outline."""
    x, y = s * 72, t * 88
    half = shield_half(t)
    inside = (half - abs(s - 0.5)) * 72                      # pixels from the edge
    inside = min(inside, t * 88 + 0.5)
    bow = 0.20 * math.cos((s - 0.5) * math.pi * 1.2) - 0.18 * t
    if inside < 5.0:                                         # steel rim with rivets
        rivet = 0.5 if (int(t * 88) % 10 in (3, 4) and 1.4 < inside < 3.6) else 0.0
        return opaque(steel(x, y, 0.42 + bow + 0.35 * line(inside, 1.2, 3.0) + rivet))
    if inside < 7.5:
        return opaque(gold(x, y, 0.70 + bow))
    d = emblem((s - 0.5) / 0.30, (t - 0.42) / 0.30)
    if d > 0.0:
        return opaque(gold(x, y, 0.72 + bow + 0.3 * smooth(0.0, 0.10, d)))
    if d > -0.05:
        return team(0.35)
    scratch = 0.12 * (cloud(x * 0.5 + y * 0.4, (x - y) * 0.06, 41) > 0.66)
    return team(0.86 + bow - 0.35 * line(inside, 7.5, 6.0) - 0.10 * cloud(x * 0.2, y * 0.2, 42) - scratch)


def shield_half(t):
    """Half width of the heater shield at height t (0 top, 1 point), as a part of its box."""
    if t < 0.42:
        return 0.485
    return 0.485 * max(0.0, math.cos((t - 0.42) / 0.58 * math.pi / 2)) ** 0.72


def shield_back(s, t):
    x, y = s * 56, t * 56
    plank = (s * 5) % 1.0
    strap = max(line(t, 0.34, 0.13), line(t, 0.62, 0.13))
    wood = mix((0.16, 0.10, 0.05), (0.50, 0.34, 0.19), clamp(0.5 + (cloud(x * 0.9, y * 0.08, 51) - 0.5) * 1.3
                                                            - 0.6 * max(line(plank, 0, 0.14), line(plank, 1, 0.14))))
    return opaque(mix(wood, leather(x, y, 0.45), smooth(0.0, 0.25, strap)))


def cape(s, t):
    x, y = s * 56, t * 72
    edge = min(s, 1.0 - s)
    if t > 0.945 or edge < 0.045:
        return opaque(gold(x, y, 0.52 + 0.2 * math.sin(x * 0.9) - 0.15 * t))
    if 0.915 < t or edge < 0.07:
        return team(0.45)
    d = emblem((s - 0.5) / 0.34, (t - 0.50) / 0.26)
    if d > 0.0:
        return opaque(scale(gold(x, y, 0.62 + 0.2 * math.sin(s * 34)), 0.92))
    wear = 0.25 * smooth(0.75, 1.0, t + 0.12 * hash01(int(x), int(y), 61))
    return team(folds(s, t, 5.5, 62, 0.30) * 0.97 - wear - 0.2 * smooth(0.12, 0.0, t))


def blade(s, t):
    x, y = s * 72, t * 12
    fuller = line(t, 0.5, 0.30) * smooth(0.80, 0.66, s)
    edge = max(line(t, 0.0, 0.36), line(t, 1.0, 0.36))
    return opaque(steel(x, y, 0.60 + 0.35 * edge - 0.38 * fuller + (0.10 if t < 0.5 else -0.08)))


def paint_body():
    picture = Picture(*BODY_SIZE, (30, 30, 34, 255))
    shaders = {
        "torso": torso, "helmet": helmet, "pauldron": pauldron, "plume": plume, "vambrace": vambrace, "hand": hand,
        "thigh": thigh, "greave": greave, "boot": boot, "knee": knee, "skirt": skirt,
        "arm": lambda s, t: opaque(mail(s * 40, t * 24, clamp(0.72 - 0.35 * t + 0.15 * math.cos((s - 0.5) * 6.28)))),
        "dark": lambda s, t: opaque((0.06, 0.06, 0.07)),
        "sole": lambda s, t: opaque(leather(s * 24, t * 16, 0.15)),
    }
    for name, shader in shaders.items():
        picture.paint(BODY[name], shader)
    return picture


def paint_gear():
    picture = Picture(*GEAR_SIZE, (40, 34, 28, 255))
    shaders = {
        "shield": shield, "cape": cape, "blade": blade, "back": shield_back,
        "gold": lambda s, t: opaque(gold(s * 36, t * 28, 0.86 - 0.55 * t)),
        "grip": lambda s, t: opaque(leather(s * 36, t * 28, 0.5 + 0.45 * math.sin((t * 7 + s * 2) * 6.28) * 0.5,
                                            base=(0.30, 0.16, 0.10))),
    }
    for name, shader in shaders.items():
        picture.paint(GEAR[name], shader)
    return picture


def paint_trail():
    """The sweep of the sword, to be added: white-blue, strong at the leading edge (s = 1) and at the tip (t = 0)."""
    picture = Picture(64, 32)

    def shader(s, t):
        value = smooth(0.0, 1.0, s) ** 1.6 * smooth(1.0, 0.25, t) * smooth(0.0, 0.06, t) * smooth(1.0, 0.97, s)
        value *= 0.75 + 0.25 * noise(s * 3, t * 14, 71)
        return (value * 0.80, value * 0.92, value, value)

    picture.paint((0, 0, 64, 32), shader)
    return picture
