// SPDX-License-Identifier: GPL-3.0-or-later
// The values that a reader reads from a file, under the paths that mwright prints: path -> { type, list, value }.
//   f32, int  a flat array of numbers; integers are compared modulo 2^32, because readers differ only in signedness
//   text      bytes up to the first NUL
//   ref       a flat array of indices into the list `list` (for "nodes": object ids); -1 is none
// A field that a reader leaves undefined, because the text does not state it, has no entry.
'use strict';

class View {
  constructor() {
    this.entries = new Map();
    this.objectIds = new Map(); // path of a node -> object id
  }

  // Whether the reader has a value: null and undefined are none.
  known(value) { return value !== undefined && value !== null; }

  put(path, type, value, list) {
    if (this.entries.has(path))
      throw new Error(`${path} is there twice`);
    this.entries.set(path, { type, value, list });
  }

  f32(path, value) { if (this.known(value)) this.put(path, 'f32', Array.from(typeof value === 'number' ? [value] : value)); }

  int(path, value) { if (this.known(value)) this.put(path, 'int', Array.from(typeof value === 'number' ? [value] : value)); }

  text(path, value, encoding) {
    if (!this.known(value))
      return;
    const end = value.indexOf('\0');
    this.put(path, 'text', Buffer.from(end < 0 ? value : value.slice(0, end), encoding));
  }

  ref(path, list, value) {
    const indices = Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value) : [value];
    this.put(path, 'ref', indices.map((i) => (i === null || i === undefined ? -1 : i | 0)), list);
  }

  bounds(path, radius, min, max) {
    const dot = path ? `${path}.` : '';
    this.f32(`${dot}bounds.radius`, radius);
    this.f32(`${dot}bounds.min`, min);
    this.f32(`${dot}bounds.max`, max);
  }

  // For each vertex four nodes, then four weights.
  skin(path, bytes) {
    if (!this.known(bytes))
      return;
    const four = (first) => Array.from(bytes).filter((_, i) => i % 8 >= first && i % 8 < first + 4);
    this.ref(`${path}.bones`, 'nodes', four(0));
    this.int(`${path}.weights`, four(4));
  }

  // The matrices are in the order of object ids, followed by those of cameras.
  bindPoses(matrices, cameras) {
    for (const [path, id] of this.objectIds)
      this.f32(`${path}.bind_pose`, matrices[id]);
    for (let i = 0; i < cameras; i++)
      this.f32(`cameras[${i}].bind_pose`, matrices[this.objectIds.size + i]);
  }

  // `type` is the type of the keys' values, `list` the list of references.
  track(path, { interpolation, globalSequence, times, values, inTans, outTans }, type, list) {
    const flat = (vectors) => vectors.flatMap((v) => Array.from(v));
    const put = (name, vectors) => (type === 'ref' ? this.ref(`${path}.${name}`, list, flat(vectors))
                                                   : this[type](`${path}.${name}`, flat(vectors)));
    this.int(`${path}.interpolation`, interpolation);
    this.ref(`${path}.global_sequence`, 'global_sequences', globalSequence);
    this.int(`${path}.keys.time`, times);
    put('keys.value', values);
    if (interpolation >= 2) {
      put('keys.in_tan', inTans);
      put('keys.out_tan', outTans);
    }
  }
}

module.exports = { View };
