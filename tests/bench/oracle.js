// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing speed of war3-model and mdx-m3-viewer on the MDX files and MDL texts named, and reading speed of
// @wowserhq/format on M2 files of version 264 with the .skin files beside them: input in memory (a text as a string), output
// a fresh buffer or string, median of 9 rounds, of 3 when the file is large. A model is garbage before the next round; what
// the collector does in a round counts.
'use strict';
const fs = require('fs');
const path = require('path');
const { parseMDX, generateMDX, parseMDL, generateMDL } = require('war3-model');
const { Model } = require('mdx-m3-viewer').parsers.mdlx;
const { M2Model, M2SkinProfile } = require('@wowserhq/format');

const ROUNDS = 9, ROUNDS_OF_LARGE = 3, LARGE = 60e6;

function load(input) {
  const model = new Model();
  model.load(input);
  return model;
}

const READERS = {
  'war3-model': { read: (bytes) => parseMDX(bytes.buffer), write: (model) => generateMDX(model).byteLength },
  'mdx-m3-viewer': { read: load, write: (model) => model.saveMdx().byteLength },
};
const TEXT_READERS = {
  'war3-model': { read: parseMDL, write: (model) => generateMDL(model).length },
  'mdx-m3-viewer': { read: load, write: (model) => model.saveMdl().length },
};

// It writes nothing. Vertices, most particles, ribbons, events, lights and cameras stay bytes or are read past.
const SET_READERS = {
  '@wowserhq/format': {
    read({ model, skins }) {
      const parent = new M2Model().load(model);
      return [parent, ...skins.map((skin) => new M2SkinProfile(parent).load(skin))];
    },
  },
};

// An M2 with the profiles that it counts, as buffers, and their sizes together.
function loadSet(file, bytes) {
  const stem = path.parse(file).name.toLowerCase(), model = bytes.buffer;
  const count = new M2Model().load(model).skinProfileCount;
  const skins = fs.readdirSync(path.dirname(file)).filter((name) => {
    const match = /^(\d\d)\.skin$/.exec(name.toLowerCase().startsWith(stem) ? name.toLowerCase().slice(stem.length) : '');
    return match && Number(match[1]) < count;
  }).map((name) => new Uint8Array(fs.readFileSync(path.join(path.dirname(file), name))).buffer);
  return { model, skins, size: skins.reduce((sum, skin) => sum + skin.byteLength, bytes.length) };
}

function median(work, repeats, rounds) {
  const seconds = [];
  for (let i = -1; i < rounds; i++) {
    global.gc();
    const start = process.hrtime.bigint();
    for (let k = 0; k < repeats; k++)
      work();
    if (i >= 0)
      seconds.push(Number(process.hrtime.bigint() - start) / 1e9 / repeats);
  }
  return seconds.sort((a, b) => a - b)[rounds >> 1];
}

for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(fs.readFileSync(file)); // a buffer of its own, not a part of node's pool
  const isText = /\.mdl$/i.test(file), isSet = /\.m2$/i.test(file);
  const input = isSet ? loadSet(file, bytes) : isText ? Buffer.from(bytes.buffer).toString('latin1') : bytes;
  const inputSize = isSet ? input.size : bytes.length;
  const repeats = Math.min(Math.max(Math.floor(5e6 / inputSize), 1), 200);
  const rounds = inputSize < LARGE ? ROUNDS : ROUNDS_OF_LARGE;
  for (const [name, { read, write }] of Object.entries(isSet ? SET_READERS : isText ? TEXT_READERS : READERS)) {
    let line;
    try {
      const speed = (size, seconds) => `${(size / seconds / 1e6).toFixed(0).padStart(5)} MB/s`;
      line = `read ${speed(inputSize, median(() => read(input), repeats, rounds))}`;
      if (write) {
        const model = read(input), size = write(model);
        line += `, write ${speed(size, median(() => write(model), repeats, rounds))}`;
      }
    } catch (error) {
      line = `refuses it: ${error.message}`;
    }
    console.log(`${path.basename(file).padEnd(44)} ${name.padEnd(16)} ${line}`);
  }
}
