import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root, say } from './project.mjs';

/** Checks that no file of the page imports itself over others, types included: the program for the other rules reads no JSX. @returns the exit code */
export function pageCircles() {
  const files = readdirSync(join(root, 'ui'), { withFileTypes: true, recursive: true })
    .filter((it) => it.isFile() && /(?<!\.spec)\.tsx?$/.test(it.name))
    .map(({ parentPath, name }) => resolve(parentPath, name));
  const imports = new Map(files.map((file) => [withoutEnding(file), importsOf(file, readFileSync(file, 'utf8'))]));
  const circle = circleIn(imports);
  if (circle) say(`ui has a circle of imports: ${circle.map((file) => file.slice(root.length)).join(' → ')}`);
  return circle ? 1 : 0;
}

/** @returns files without their endings */
function importsOf(file, text) {
  return [...text.matchAll(/(?:from |import\()'(\.[^']+)\.js'/g)].map(([, path]) => resolve(dirname(file), path));
}

function withoutEnding(file) {
  return file.replace(/\.tsx?$/, '');
}

/**
 * @param imports by file: the files that it imports
 * @returns the files of a circle, the first again at its end; null if there is none
 */
export function circleIn(imports) {
  const isDone = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (isDone.has(file)) return null;
    isDone.add(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle) return circle;
    }
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}
