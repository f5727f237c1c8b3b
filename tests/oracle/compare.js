// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what other readers see in a file with what `mwright get --json` prints for it.
// Standard input: one JSON object a line, { id, reader, model, values }: `model` is the file, `values` mwright's output.
// Standard output: one JSON object a line, { id, compared, problems: [...], used: { disagreement: times it mattered } }.
'use strict';
const fs = require('fs');
const { DISAGREEMENTS, UNSEEN, ONE_PLACE } = require('./disagreements.js');

const READERS = {
  'war3-model': require('./war3-model.js').view,
  'mdx-m3-viewer': require('./mdx-m3-viewer.js').view,
};

// The words that mwright prints for enumerated numbers (MDX reference 2.3, 5.4, 5.5, 5.11, 5.15, 5.19).
const count = (...names) => Object.fromEntries(names.map((name, i) => [name, i]));
const WORDS = [
  [/^materials\[\d+\]\.layers\[\d+\]\.filter_mode$/,
    count('None', 'Transparent', 'Blend', 'Additive', 'AddAlpha', 'Modulate', 'Modulate2x')],
  [/^particle_emitters2\[\d+\]\.filter_mode$/, count('Blend', 'Additive', 'Modulate', 'Modulate2x', 'AlphaKey')],
  [/^particle_emitters2\[\d+\]\.head_or_tail$/, count('Head', 'Tail', 'Both')],
  [/^lights\[\d+\]\.type$/, count('Omnidirectional', 'Directional', 'Ambient')],
  [/^collision_shapes\[\d+\]\.type$/, count('Box', 'Plane', 'Sphere', 'Cylinder')],
  [/\.interpolation$/, count('DontInterp', 'Linear', 'Hermite', 'Bezier')],
  [/^(textures|particle_emitters2)\[\d+\]\.replaceable_id$/, {
    None: 0, TeamColor: 1, TeamGlow: 2, Cliff: 11, Cursor: 21, LordaeronTree: 31, AshenvaleTree: 32, BarrensTree: 33,
    NorthrendTree: 34, Mushroom: 35, RuinsTree: 36, OutlandMushroomTree: 37,
  }],
];

function toNumber(path, value) {
  if (typeof value !== 'string')
    return value;
  const words = WORDS.find(([pattern]) => pattern.test(path));
  if (words && value in words[1])
    return words[1][value];
  if (/^-?nan/.test(value))
    return NaN;
  if (/^-?inf$/.test(value))
    return value.startsWith('-') ? -Infinity : Infinity;
  throw new Error(`${path}: ${value} is no number`);
}

// One address as a reader's entry holds it: flat numbers, bytes, or indices.
function toIndex(path, value, view) {
  if (typeof value === 'number')
    return value | 0;
  if (value === 'none')
    return -1;
  if (view.objectIds.has(value))
    return view.objectIds.get(value);
  const index = /^\w+\[(\d+)\]$/.exec(value);
  if (!index)
    throw new Error(`${path}: ${value} is no reference`);
  return Number(index[1]);
}

function convert(path, type, ours, view) {
  if (type === 'text')
    return ours.base64 !== undefined ? Buffer.from(ours.base64, 'base64') : Buffer.from(ours.value, 'utf8');
  const flat = Array.isArray(ours.value) ? ours.value.flat() : [ours.value];
  if (type === 'ref')
    return flat.map((value) => toIndex(path, value, view));
  return flat.map((value) => toNumber(path, value));
}

// By the bits of a float32; any NaN is like any other, since JavaScript does not keep their bits apart.
const scratch = new Float32Array(2), scratchBits = new Uint32Array(scratch.buffer);
function sameFloat(a, b) {
  scratch[0] = a;
  scratch[1] = b;
  return scratchBits[0] === scratchBits[1] || (Number.isNaN(a) && Number.isNaN(b));
}

function same(type, a, b) {
  if (type === 'text')
    return a.equals(b);
  return a.length === b.length && a.every((x, i) => (type === 'f32' ? sameFloat(x, b[i]) : (x | 0) === (b[i] | 0)));
}

function show(type, value, other) {
  if (type === 'text')
    return JSON.stringify(value.toString('latin1'));
  const at = value.findIndex((x, i) => !same(type, [x], [other[i]]));
  return value.length === 1 ? `${value[0]}` : `${value.length} numbers, [${Math.max(at, 0)}] ${value[Math.max(at, 0)]}`;
}

// Whether an address that a reader does not show may be missing there.
function mayMiss(reader, path, ours, view) {
  if (Array.isArray(ours.value) && ours.value.length === 0)
    return true;
  if (path.endsWith('.pivot')) // fewer pivots than nodes
    return true;
  if (ONE_PLACE[reader] && view.entries.has(`${path}.track.interpolation`))
    return true;
  return UNSEEN[reader].some(([pattern]) => pattern.test(path));
}

function compare({ reader, model, values }) {
  const problems = [], used = {};
  let view;
  try {
    view = READERS[reader](fs.readFileSync(model));
  } catch (error) {
    return { compared: 0, used, problems: [`${reader} refuses it: ${error.message}`] };
  }
  const ours = new Map();
  for (const entry of JSON.parse(fs.readFileSync(values, 'utf8')).values)
    ours.set(entry.path, { value: entry.value, base64: entry['value.base64'] });
  let compared = 0;
  const seen = new Set(view.entries.keys()); // and what stands under another address there
  for (const [path, { type, value }] of view.entries) {
    const lookUp = (at) => {
      if (!ours.has(at))
        throw new Error(`${at}: we do not have that`);
      seen.add(at);
      return convert(at, type, ours.get(at), view);
    };
    const found = Object.entries(DISAGREEMENTS[reader]).find(([, d]) => d.paths.test(path));
    try {
      const expected = found ? found[1].expect(path, lookUp) : lookUp(path);
      compared += expected.length;
      if (!same(type, expected, value))
        problems.push(`${path}: ${reader} sees ${show(type, value, expected)}, expected ${show(type, expected, value)}`);
      else if (found && !(ours.has(path) && same(type, lookUp(path), value)))
        used[found[0]] = (used[found[0]] || 0) + 1;
    } catch (error) {
      problems.push(error.message);
    }
  }
  for (const [path, entry] of ours)
    if (!seen.has(path) && !mayMiss(reader, path, entry, view))
      problems.push(`${path}: ${reader} does not see it, and nothing says why`);
  return { compared, problems, used };
}

if (process.argv[2] === '--disagreements') {
  for (const [reader, all] of Object.entries(DISAGREEMENTS))
    for (const [name, { real }] of Object.entries(all))
      console.log(JSON.stringify({ reader, name, real: !!real }));
} else {
  for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const task = JSON.parse(line), result = compare(task);
    const more = result.problems.length - 8;
    if (more > 0)
      result.problems.splice(8, more, `and ${more} more`);
    console.log(JSON.stringify({ id: task.id, ...result }));
  }
}
