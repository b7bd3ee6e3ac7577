import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './project.mjs';

export const isSpec = /\.(?:\w+-)?spec\.ts$/;

/** @returns the sources below the folders, without specs and what helps them */
export function sourcesOf(...folders) {
  return filesBelow(folders).filter((file) => /\.tsx?$/.test(file) && !/\.(?:fixture|d)\.ts$|spec\.ts$/.test(file));
}

function filesBelow(folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true }).flatMap((it) =>
      it.isFile() ? [posix.join(it.parentPath.slice(root.length + 1).replaceAll('\\', '/'), it.name)] : [],
    ),
  );
}

/** @returns the tier of a spec, by its ending */
export function tierOf(spec) {
  return /\.(\w+)-spec\.ts$/.exec(spec)?.[1] ?? 'unit';
}

/** @returns by file the specs that import it, directly or not, and how many imports lie between, the nearest first */
export function importingSpecs(folders) {
  const importers = new Map();
  for (const file of filesBelow(folders).filter((it) => /\.tsx?$/.test(it)))
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']*)\.js'/g))
      for (const source of [`.ts`, `.tsx`].map((ending) => posix.join(dirname(file), `${target}${ending}`)))
        importers.set(source, [...(importers.get(source) ?? []), file]);
  return (file) => {
    const distances = new Map([[file, 0]]);
    for (const [each, distance] of distances)
      for (const importer of importers.get(each) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    return [...distances].filter(([name]) => isSpec.test(name)).map(([spec, distance]) => ({ spec, distance }));
  };
}
