import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './project.mjs';

const CLASS = 'src/base/values/cache.ts';

const notProduction = /(?:spec|\.fixture)\.tsx?$/;

/** Maps of a module that grow by something else than requests and data. */
const BOUNDED = new Map([
  ['src/analysis/compositions/node-tests.ts', 'filled while modules load'],
  ['src/graph/cypher/execution/functions.ts', 'filled while modules load'],
  ['src/ingest/formats/azurehound/azure-node.ts', 'kinds that the converters name'],
  ['src/graph/memory/graph-thread-program.ts', 'servers that settings name'],
  ['src/database/servers/server-choice.ts', 'servers that settings name'],
]);

/** Checks that nothing but the class of caches keeps ever more. @returns the exit code */
export function caches() {
  const files = ['src', 'ui', 'demo'].flatMap(filesIn);
  const faults = files.flatMap((file) => cacheFaults(file, readFileSync(join(root, file), 'utf8')));
  if (faults.length > 0) say(faults.join('\n'));
  return faults.length > 0 ? 1 : 0;
}

function filesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  const paths = entries.filter((it) => it.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths
    .map((path) =>
      path
        .slice(root.length)
        .replace(/^[\\/]/, '')
        .replaceAll('\\', '/'),
    )
    .filter((path) => /\.tsx?$/.test(path) && !notProduction.test(path));
}

/** @returns what is wrong in the text of a file */
export function cacheFaults(file, text) {
  if (file === CLASS) return [];
  const faults = /from 'lru-cache'/.test(text) ? [`${file}: imports lru-cache; use Cache of ${CLASS}`] : [];
  const growing = mapsOfModule(text).filter((name) => growsIn(text, name));
  if (BOUNDED.has(file))
    return growing.length > 0 ? faults : [...faults, `scripts/caches.mjs: ${file} has no Map that grows; remove it`];
  return [...faults, ...growing.map((name) => `${file}: the Map ${name} grows; use Cache of ${CLASS}`)];
}

function mapsOfModule(text) {
  const declared =
    /^(?:(?:export )?const|\s+(?:private |protected )?static(?: readonly)?) (\w+)(?::[^=\n]*)? = new (?:Map|Set)\b/gm;
  return [...text.matchAll(declared)].map(([, name]) => name);
}

/** What is also removed is in progress or open, and no cache. */
function growsIn(text, name) {
  const calls = (methods) => new RegExp(`^\\s+.*\\b${name}\\.(?:${methods})\\(`, 'm').test(text);
  return calls('set|add') && !calls('delete|clear');
}
