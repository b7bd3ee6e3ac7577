import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root, say } from './project.mjs';

/** Most files beside the folders of a folder, its module and entities not counted. */
const MOST_LOOSE = 3;

const notProduction = /(?:spec|\.fixture)\.ts$/;
const notLoose = /\.(?:module|entity)\.ts$/;

/** Checks that no folder of `src` is crowded, and that no two folders side by side import each other. @returns the exit code */
export function rooms() {
  const folders = foldersIn('src');
  const faults = [...folders.flatMap(crowdOf), ...pairsOf(folders)];
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

function pairsOf(folders) {
  const uses = new Map(folders.flatMap(({ path, files }) => files.flatMap((file) => siblingsOf(path, file))));
  return [...uses].flatMap(([key, file]) => {
    const [parent, from, to] = key.split(' ');
    const back = uses.get(`${parent} ${to} ${from}`);
    return back && from < to ? [`${parent}: ${from} and ${to} import each other, by ${file} and ${back}`] : [];
  });
}

/** @returns for each import of a folder beside its own: the parent with both names, and the file */
function siblingsOf(path, file) {
  const text = readFileSync(join(root, path, file), 'utf8');
  return [...text.matchAll(/ from '(\.\.?\/[^']*)'/g)].flatMap(([, target]) => {
    const [own, other] = [path.split('/'), posix.join(path, posix.dirname(target)).split('/')];
    const parts = own.findIndex((name, at) => name !== other[at]);
    if (parts < 0 || other[parts] === undefined) return [];
    return [[[own.slice(0, parts).join('/'), own[parts], other[parts]].join(' '), `${path}/${file}`]];
  });
}
