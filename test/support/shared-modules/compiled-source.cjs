const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const cache = path.join(__dirname, '../../../node_modules/.cache/graphward-sources');

/** Compiles a source unless a process has compiled the same text before. @returns files of the code and of its source map */
exports.compiledSource = function compiledSource(filename) {
  const text = readFileSync(filename, 'utf8');
  const kept = path.join(cache, createHash('sha1').update(filename).update('\0').update(text).digest('hex'));
  const files = { code: `${kept}.js`, map: `${kept}.js.map` };
  if (existsSync(files.code)) return files;
  const { code, map } = transformSync(text, { filename, sourceMaps: true });
  mkdirSync(cache, { recursive: true });
  // The code last: the other workers take its presence for both.
  writeWhole(files.map, map);
  writeWhole(files.code, code);
  return files;
};

/** Other processes see the whole file or none. */
function writeWhole(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
