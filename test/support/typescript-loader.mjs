import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

// `node --import ./test/support/typescript-loader.mjs x.ts` runs the sources without a build, for tests that start a process.
// Node loads the hooks below once more, in a thread of their own.
if (!import.meta.url.endsWith('?hooks')) register(`${import.meta.url}?hooks`);

export function resolve(specifier, context, next) {
  const isOurs = /^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts');
  if (!isOurs) return next(specifier, context);
  const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
  return next(existsSync(source) ? source.href : specifier, context);
}

export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
