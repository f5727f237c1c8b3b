// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing speed of war3-model and mdx-m3-viewer on the MDX files named: input in memory, output a fresh buffer,
// median of 9 rounds. A model is garbage before the next round; what the collector does in a round counts.
'use strict';
const fs = require('fs');
const path = require('path');
const { parseMDX, generateMDX } = require('war3-model');
const { Model } = require('mdx-m3-viewer').parsers.mdlx;

const ROUNDS = 9;

const READERS = {
  'war3-model': { read: (bytes) => parseMDX(bytes.buffer), write: (model) => generateMDX(model).byteLength },
  'mdx-m3-viewer': {
    read(bytes) {
      const model = new Model();
      model.load(bytes);
      return model;
    },
    write: (model) => model.saveMdx().byteLength,
  },
};

function median(work, repeats) {
  const seconds = [];
  for (let i = -1; i < ROUNDS; i++) {
    global.gc();
    const start = process.hrtime.bigint();
    for (let k = 0; k < repeats; k++)
      work();
    if (i >= 0)
      seconds.push(Number(process.hrtime.bigint() - start) / 1e9 / repeats);
  }
  return seconds.sort((a, b) => a - b)[ROUNDS >> 1];
}

for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(fs.readFileSync(file)); // a buffer of its own, not a part of node's pool
  const repeats = Math.min(Math.max(Math.floor(5e6 / bytes.length), 1), 200);
  for (const [name, { read, write }] of Object.entries(READERS)) {
    let line;
    try {
      const reading = median(() => read(bytes), repeats), model = read(bytes), size = write(model);
      const writing = median(() => write(model), repeats);
      line = `read ${(bytes.length / reading / 1e6).toFixed(0).padStart(5)} MB/s, `
        + `write ${(size / writing / 1e6).toFixed(0).padStart(5)} MB/s`;
    } catch (error) {
      line = `refuses it: ${error.message}`;
    }
    console.log(`${path.basename(file).padEnd(44)} ${name.padEnd(14)} ${line}`);
  }
}
