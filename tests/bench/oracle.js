// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing speed of war3-model and mdx-m3-viewer on the MDX files and MDL texts named: input in memory (a text as
// a string), output a fresh buffer or string, median of 9 rounds, of 3 when the file is large. A model is garbage before the
// next round; what the collector does in a round counts.
'use strict';
const fs = require('fs');
const path = require('path');
const { parseMDX, generateMDX, parseMDL, generateMDL } = require('war3-model');
const { Model } = require('mdx-m3-viewer').parsers.mdlx;

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
  const isText = /\.mdl$/i.test(file), input = isText ? Buffer.from(bytes.buffer).toString('latin1') : bytes;
  const repeats = Math.min(Math.max(Math.floor(5e6 / bytes.length), 1), 200);
  const rounds = bytes.length < LARGE ? ROUNDS : ROUNDS_OF_LARGE;
  for (const [name, { read, write }] of Object.entries(isText ? TEXT_READERS : READERS)) {
    let line;
    try {
      const reading = median(() => read(input), repeats, rounds), model = read(input), size = write(model);
      const writing = median(() => write(model), repeats, rounds);
      line = `read ${(bytes.length / reading / 1e6).toFixed(0).padStart(5)} MB/s, `
        + `write ${(size / writing / 1e6).toFixed(0).padStart(5)} MB/s`;
    } catch (error) {
      line = `refuses it: ${error.message}`;
    }
    console.log(`${path.basename(file).padEnd(44)} ${name.padEnd(14)} ${line}`);
  }
}
