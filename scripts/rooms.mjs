import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root, say } from './project.mjs';

/** Most files beside the folders of a folder, its module and entities not counted. */
const MOST_LOOSE = 3;

const notProduction = /(?:spec|\.fixture)\.ts$/;
const notLoose = /\.(?:module|entity)\.ts$/;

/** Checks that no folder of `src` is crowded, and that folders side by side import each other in no circle. @returns the exit code */
export function rooms() {
  const folders = foldersIn('src');
  const faults = [...folders.flatMap(crowdOf), ...circlesOf(folders)];
  if (faults.length > 0) say(faults.join('\n'));
  return faults.length > 0 ? 1 : 0;
}

function foldersIn(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const below = entries.filter((it) => it.isDirectory()).map(({ name }) => `${path}/${name}`);
  const files = entries.filter((it) => it.name.endsWith('.ts') && !notProduction.test(it.name)).map(({ name }) => name);
  return [{ path, files, isLeaf: below.length === 0 }, ...below.flatMap(foldersIn)];
}

function crowdOf({ path, files, isLeaf }) {
  const loose = files.filter((it) => !notLoose.test(it));
  if (path === 'src' || isLeaf || loose.length <= MOST_LOOSE) return [];
  return [`${path}: ${loose.length} files beside its folders, at most ${MOST_LOOSE}: ${loose.join(', ')}`];
}

/** Drops imports that lead out of all circles until none is left that does. */
function circlesOf(folders) {
  let uses = [
    ...new Map(folders.flatMap(({ path, files }) => files.flatMap((file) => siblingsOf(path, file)))).values(),
  ];
  for (let before = -1; before !== uses.length;) {
    before = uses.length;
    const [importing, imported] = [new Set(uses.map(({ from }) => from)), new Set(uses.map(({ to }) => to))];
    uses = uses.filter(({ from, to }) => importing.has(to) && imported.has(from));
  }
  return uses.map(({ from, to, file }) => `${from} and ${to} are in a circle: ${file}`);
}

/** @returns each import of a folder beside its own, by both folders */
function siblingsOf(path, file) {
  const text = readFileSync(join(root, path, file), 'utf8');
  return [...text.matchAll(/ from '(\.\.?\/[^']*)'/g)].flatMap(([, target]) => {
    const [own, other] = [path.split('/'), posix.join(path, posix.dirname(target)).split('/')];
    const parts = own.findIndex((name, at) => name !== other[at]);
    if (parts < 0 || other[parts] === undefined) return [];
    const [from, to] = [own, other].map((names) => names.slice(0, parts + 1).join('/'));
    return [[`${from} ${to}`, { from, to, file: `${path}/${file}` }]];
  });
}
