// SPDX-License-Identifier: GPL-3.0-or-later
// The words that mwright prints for numbers of M2: from the project's catalogues, and from enumerations of the format
// (m2.md 4.3, 5.14, 5.15). WORDS: [pattern of paths, function from a word to its number or undefined].
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const CATALOGUES = path.join(__dirname, '..', '..', 'data', 'catalogues');

// A function from a name in the catalogue to the number in the attribute `key` of its entry.
function catalogue(name, key, base) {
  const numbers = new Map();
  for (const [entry] of fs.readFileSync(path.join(CATALOGUES, `${name}.xml`), 'utf8').matchAll(/<entry\s[^>]*>/g)) {
    const attribute = (which) => (new RegExp(`\\s${which}="([^"]*)"`).exec(entry) || [])[1];
    if (attribute(key) !== undefined)
      numbers.set(attribute('name'), parseInt(attribute(key), base));
  }
  return (word) => numbers.get(word);
}

const count = (...names) => (word) => (names.includes(word) ? names.indexOf(word) : undefined);
// A word is "body" for 0, otherwise a group of the catalogue and two digits: 100 * group + variant.
const group = catalogue('geoset-groups', 'value', 10);
const geoset = (word) => {
  const [, name, variant] = /^(.*)_(\d\d)$/.exec(word) || [];
  return word === 'body' ? 0 : group(name) === undefined ? undefined : 100 * group(name) + Number(variant);
};
const keyBoneCrc = catalogue('key-bones', 'crc', 16);

const WORDS = [
  [/^sequences\[\d+\]\.animation$/, catalogue('animations', 'value', 10)],
  [/^bones\[\d+\]\.key_bone$/, catalogue('key-bones', 'value', 10)],
  // A file stores the CRC-32 of the name (m2.md 5.4).
  [/^bones\[\d+\]\.name_crc$/, (word) => keyBoneCrc(word) ?? zlib.crc32(word)],
  [/^textures\[\d+\]\.type$/, catalogue('texture-types', 'value', 10)],
  [/^attachments\[\d+\]\.attachment_id$/, catalogue('attachments', 'value', 10)],
  [/^materials\[\d+\]\.blend_mode$/, catalogue('blend-modes', 'value', 10)],
  [/^skins\[\d+\]\.submeshes\[\d+\]\.geoset$/, geoset],
  [/^skins\[\d+\]\.batches\[\d+\]\.shader$/, catalogue('shaders', 'value', 16)],
  [/^particles\[\d+\]\.blend_mode$/, catalogue('blend-modes', 'value', 10)],
  [/^lights\[\d+\]\.type$/, count('Directional', 'Point')],
  [/^cameras\[\d+\]\.type$/, (word) => (word === 'Flyby' ? -1 : count('Portrait', 'CharacterInfo')(word))],
  [/\.interpolation$/, count('DontInterp', 'Linear', 'Bezier', 'Hermite')],
  [/\.spread$/, count('none', 'all', 'sequences')],
];

module.exports = { WORDS };
