import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compiledSource } from './shared-modules/compiled-source.cjs';

// `node --import ./test/support/typescript-loader.mjs x.ts` runs the sources without a build: the workers of Jest, and tests that start
// a process. Node loads the hooks below once more, in a thread of their own.
if (!import.meta.url.endsWith('?hooks')) register(`${import.meta.url}?hooks`);

const JEST_GLOBALS = 'graphward:jest-globals';

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
  const isOurs = /^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts');
  if (!isOurs) return next(specifier, context);
  const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
  return next(existsSync(source) ? source.href : specifier, context);
}

export function load(url, context, next) {
  if (url === JEST_GLOBALS) return { format: 'module', source: jestGlobals(), shortCircuit: true };
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = compiledSource(fileURLToPath(url));
  return { format: 'module', source: readFileSync(code, 'utf8'), shortCircuit: true };
}

/** A module that many test files share; each global is that of the test file which runs now (shared-modules/runtime.cjs). */
function jestGlobals() {
  const names = 'afterAll afterEach beforeAll beforeEach describe expect it jest test'.split(' ');
  return `
    const current = (name) => globalThis[Symbol.for('graphward.jest-globals')][name];
    const late = (name) => new Proxy(function () {}, {
      apply: (_target, _this, values) => current(name)(...values),
      get: (_target, key) => current(name)[key],
    });
    ${names.map((name) => `export const ${name} = late('${name}');`).join('\n')}`;
}
