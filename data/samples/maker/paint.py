# SPDX-License-Identifier: GPL-3.0-or-later
"""Small helpers for shaders: noise without a random generator, blends, and a few stuffs to paint with.

All take and give numbers from 0 to 1; colours are (red, green, blue)."""

import math


def clamp(x, low=0.0, high=1.0):
    return low if x < low else high if x > high else x


def mix(a, b, t):
    if isinstance(a, tuple):
        return tuple(x + (y - x) * t for x, y in zip(a, b))
    return a + (b - a) * t


def smooth(low, high, x):
    """0 up to low, 1 from high on, a soft step between; low may be above high."""
    t = clamp((x - low) / (high - low))
    return t * t * (3.0 - 2.0 * t)


def scale(colour, factor):
    return tuple(clamp(c * factor) for c in colour)


def hash01(x, y, seed=0):
    """A number that depends on two integers and a seed alone."""
    h = (x * 374761393 + y * 668265263 + seed * 974634777) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
    return ((h ^ (h >> 13)) & 0xFFFFFF) / 16777215.0


def noise(x, y, seed=0, period=None):
    """Value noise; with a period it repeats after so many units."""
    ix, iy = math.floor(x), math.floor(y)
    fx, fy = x - ix, y - iy
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)

    def at(i, j):
        return hash01(i % period, j % period, seed) if period else hash01(i, j, seed)

    return mix(mix(at(ix, iy), at(ix + 1, iy), fx), mix(at(ix, iy + 1), at(ix + 1, iy + 1), fx), fy)


def cloud(x, y, seed=0, octaves=4, period=None):
    """Several octaves of noise, 0 to 1."""
    total, weight, size = 0.0, 0.0, 1.0
    for octave in range(octaves):
        total += noise(x, y, seed + octave, period) * size
        weight += size
        size *= 0.5
        x, y = x * 2, y * 2
        period = period * 2 if period else None
    return total / weight


def line(x, at, width):
    """1 on a line at `at`, falling to 0 at half the width on both sides."""
    return clamp(1.0 - abs(x - at) / (width * 0.5))


def steel(x, y, shine, seed=1):
    """Brushed plate; shine 0 (dark, turned away) to 1 (bright); x and y in pixels."""
    grain = (noise(x * 0.9, y * 0.25, seed) - 0.5) * 0.10 + (cloud(x * 0.12, y * 0.12, seed + 7) - 0.5) * 0.22
    tone = clamp(shine + grain)
    return mix(mix((0.13, 0.15, 0.20), (0.47, 0.50, 0.57), smooth(0.0, 0.6, tone)), (0.93, 0.95, 0.98),
               smooth(0.55, 1.0, tone))


def gold(x, y, shine, seed=2):
    tone = clamp(shine + (cloud(x * 0.2, y * 0.2, seed) - 0.5) * 0.25)
    return mix(mix((0.24, 0.13, 0.03), (0.74, 0.52, 0.16), smooth(0.0, 0.6, tone)), (1.0, 0.92, 0.60),
               smooth(0.6, 1.0, tone))


def leather(x, y, shine, seed=3, base=(0.36, 0.23, 0.13)):
    tone = clamp(shine + (cloud(x * 0.25, y * 0.25, seed) - 0.5) * 0.45)
    return mix(scale(base, 0.35), scale(base, 1.55), tone)


def mail(x, y, shine, seed=4):
    """Chain mail: rows of rings, every other row shifted by half a ring."""
    row = math.floor(y / 2.0)
    u = (x / 3.0 + (0.5 if row % 2 else 0.0)) % 1.0 - 0.5
    v = (y / 2.0) % 1.0 - 0.5
    ring = math.sqrt(u * u + v * v * 0.8)
    lit = clamp(1.0 - abs(ring - 0.32) * 4.0) * (0.75 - v * 0.7)
    tone = clamp(shine * (0.35 + lit * 0.9) + (cloud(x * 0.15, y * 0.15, seed) - 0.5) * 0.15)
    return mix((0.07, 0.08, 0.10), (0.66, 0.69, 0.74), tone)
