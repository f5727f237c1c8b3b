// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the values that other readers read from a file, or a set of files, with those that `mwright get --json` prints.
// Standard input: one JSON object a line, { id, reader, model, values, refuses }: `model` is the path of the file (companions
// are beside it), `values` the path of mwright's output, `refuses` the name of a refusal that is expected instead.
// Standard output: one JSON object a line, { id, compared, problems: [...], used: { disagreement: times it applied } }.
'use strict';
const fs = require('fs');
const { DISAGREEMENTS, UNSEEN, ONE_PLACE, REFUSALS } = require('./disagreements.js');

const M2_WORDS = require('./m2-words.js').WORDS;

const VIEWS = { 'war3-model': require('./war3-model.js').view, 'mdx-m3-viewer': require('./mdx-m3-viewer.js').view };
// The name of a reader of MDX, or of MDL with " (MDL)" after it -> its function.
const READERS = Object.fromEntries(Object.entries(VIEWS).flatMap(([name, view]) => [
  [name, (bytes) => view(bytes, false)], [`${name} (MDL)`, (bytes) => view(bytes, true)],
]));
const OF_M2 = { '@wowserhq/format': require('./wowserhq-format.js').view };
Object.assign(READERS, OF_M2);

// The words that mwright prints for enumerated numbers (mdlx.md 2.3, 5.4, 5.5, 5.11, 5.15, 5.19).
const count = (...names) => Object.fromEntries(names.map((name, i) => [name, i]));
const MDX_WORDS = [
  [/^materials\[\d+\]\.layers\[\d+\]\.filter_mode$/,
    count('None', 'Transparent', 'Blend', 'Additive', 'AddAlpha', 'Modulate', 'Modulate2x')],
  [/^particle_emitters2\[\d+\]\.filter_mode$/, count('Blend', 'Additive', 'Modulate', 'Modulate2x', 'AlphaKey')],
  [/^particle_emitters2\[\d+\]\.head_or_tail$/, count('Head', 'Tail', 'Both')],
  [/^lights\[\d+\]\.type$/, count('Omnidirectional', 'Directional', 'Ambient')],
  [/^collision_shapes\[\d+\]\.type$/, count('Box', 'Plane', 'Sphere', 'Cylinder')],
  [/\.interpolation$/, count('DontInterp', 'Linear', 'Hermite', 'Bezier')],
  [/^materials\[\d+\]\.layers\[\d+\]\.shader$/, { Shader_SD_Legacy: 0, Shader_HD_DefaultUnit: 1, SDOnHD: 2, HDCrystal: 24 }],
  [/^materials\[\d+\]\.layers\[\d+\]\.textures\[\d+\]\.slot$/,
    count('Diffuse', 'Normal', 'ORM', 'Emissive', 'TeamColor', 'Environment')],
  [/^(textures|(particle|popcorn)_emitters2?)\[\d+\]\.replaceable_id$/, {
    None: 0, TeamColor: 1, TeamGlow: 2, Cliff: 11, Cursor: 21, LordaeronTree: 31, AshenvaleTree: 32, BarrensTree: 33,
    NorthrendTree: 34, Mushroom: 35, RuinsTree: 36, OutlandMushroomTree: 37,
  }],
].map(([pattern, numbers]) => [pattern, (word) => numbers[word]]);

function toNumber(path, value, view) {
  if (typeof value !== 'string')
    return value;
  const words = view.words.find(([pattern]) => pattern.test(path)), number = words && words[1](value);
  if (number !== undefined)
    return number;
  if (/^-?nan/.test(value))
    return NaN;
  if (/^-?inf$/.test(value))
    return value.startsWith('-') ? -Infinity : Infinity;
  throw new Error(`${path}: ${value} is no number`);
}

// Our value of a reference as an index; an object id for nodes.
function toIndex(path, value, list, view) {
  if (typeof value === 'number')
    return value | 0;
  if (value === 'none')
    return -1;
  if (view.objectIds.has(value))
    return view.objectIds.get(value);
  const index = /^(.+)\[(\d+)\]$/.exec(value);
  if (!index || (index[1] !== list && list !== 'nodes'))
    throw new Error(`${path}: ${value} is no reference into ${list}`);
  return Number(index[2]);
}

function convert(path, type, list, ours, view) {
  if (type === 'text')
    return ours.base64 !== undefined ? Buffer.from(ours.base64, 'base64') : Buffer.from(ours.value, 'utf8');
  const flat = Array.isArray(ours.value) ? ours.value.flat() : [ours.value];
  if (type === 'ref')
    return flat.map((value) => toIndex(path, value, list, view));
  return flat.map((value) => toNumber(path, value, view));
}

// Compares the bits of float32 numbers. All NaNs are equal, because JavaScript does not preserve their bits.
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

const isText = (reader) => reader.endsWith(' (MDL)');

// Values, besides 0, no reference and an empty name, that text does not state (mdlx.md 10.7).
const UNSTATED = [
  [/\.(alpha|segment_scaling|emissive_gain|fresnel_color)$/, 1],
  [/^(geoset_animations|popcorn_emitters)\[\d+\]\.color$/, 1],
  [/^popcorn_emitters\[\d+\]\.(life_span|emission_rate|speed)$/, 1],
  [/^materials\[\d+\]\.layers\[\d+\]\.shader$/, 'Shader_SD_Legacy'],
];

function unstated(path, { value }) {
  const rule = UNSTATED.find(([pattern]) => pattern.test(path)), absent = rule ? rule[1] : 0;
  return value === '' || value === 'none' || value === 'None' || [value].flat().every((x) => Object.is(x, absent));
}

// Whether a reader may lack a value that we have.
function mayMiss(reader, path, ours, view) {
  if (isText(reader) && unstated(path, ours))
    return true;
  if (Array.isArray(ours.value) && ours.value.length === 0)
    return true;
  if (path.endsWith('.pivot') && !(reader in OF_M2)) // fewer pivots than nodes
    return true;
  if (path.endsWith('.bind_pose') && ours.value.every((x) => Object.is(x, 0))) // no bind poses, or fewer than nodes
    return true;
  if (view.blank && view.blank.has(path))
    return true;
  if (ONE_PLACE[reader] && view.entries.has(`${path}.track.interpolation`))
    return true;
  return UNSEEN[reader].some(([pattern]) => pattern.test(path));
}

function compare({ reader, model, values, refuses }) {
  const problems = [], used = {}, ours = new Map();
  let view;
  for (const entry of JSON.parse(fs.readFileSync(values, 'utf8')).values)
    ours.set(entry.path, { value: entry.value, base64: entry['value.base64'] });
  try {
    view = READERS[reader](fs.readFileSync(model), false, model);
    view.words = reader in OF_M2 ? M2_WORDS : MDX_WORDS;
  } catch (error) {
    if (refuses && REFUSALS[reader][refuses].says && REFUSALS[reader][refuses].says.test(error.message))
      return { compared: 1, used: { [refuses]: 1 }, problems: [] };
    return { compared: 0, used, problems: [`${reader} refuses it: ${error.message}`] };
  }
  const misreads = refuses && REFUSALS[reader][refuses].misreads;
  if (refuses && !misreads)
    return { compared: 0, used, problems: [`${reader} reads it`] };
  let compared = 0;
  const seen = new Set(view.entries.keys()); // paths that were compared, including those that the reader shows under another path
  for (const [path, { type, value, list }] of view.entries) {
    if (isText(reader) && ours.has(`${path}.track.interpolation`))
      continue; // a static value beside a track: text states the track only
    const lookUp = (at) => {
      if (!ours.has(at))
        throw new Error(`${at}: we do not have that`);
      seen.add(at);
      return convert(at, type, list, ours.get(at), view);
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
  if (misreads)
    return { compared, used: { [refuses]: 1 },
             problems: problems.some((text) => misreads.test(text)) ? problems.filter((text) => !misreads.test(text))
                                                                    : [`${reader} reads it`, ...problems] };
  return { compared, problems, used };
}

if (process.argv[2] === '--disagreements') {
  for (const [reader, all] of Object.entries(DISAGREEMENTS))
    for (const [name, { real }] of Object.entries(all))
      console.log(JSON.stringify({ reader, name, real: !!real }));
  for (const [reader, all] of Object.entries(REFUSALS))
    for (const [name, { real }] of Object.entries(all))
      console.log(JSON.stringify({ reader, name, real: !!real }));
} else {
  for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const task = JSON.parse(line), result = compare(task);
    const more = result.problems.length - 8;
    if (more > 0)
      result.problems.splice(8, more, `and ${more} more`);
    console.log(JSON.stringify({ id: task.id, reader: task.reader, ...result }));
  }
}
