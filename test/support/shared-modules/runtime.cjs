const { createRequire } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { compiledSource } = require('./compiled-source.cjs');

/** Parts of Jest that keep the state of one test file. */
const keepsState = /[\\/]node_modules[\\/](jest-circus|jest-snapshot|expect|@jest[\\/]expect)[\\/]/;

class SourceMaps extends Map {
  get(url) {
    return url.startsWith('file:') && url.endsWith('.ts') ? compiledSource(fileURLToPath(url)).map : undefined;
  }
}

/**
 * Lets Node load what test files import, so that a worker loads each module once. Jest's own runtime loads all modules again for each
 * test file, and half of the time of the tests went there (docs/adr/0104-one-load-of-modules.md).
 */
module.exports = class SharedRuntime extends JestRuntime {
  requireInternalModule(from, to) {
    for (const path of Object.keys(require.cache)) if (keepsState.test(path)) delete require.cache[path];
    return createRequire(__filename)(to ?? from);
  }

  /** Jest would replace `process.getBuiltinModule`, which is the worker's own here. */
  installGetBuiltinModule() {}

  /** For `@jest/globals` (typescript-loader.mjs). */
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    const jest = this.jestGlobals.jestObjectFor(__filename);
    globalThis[Symbol.for('graphward.jest-globals')] = { ...globals, jest };
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  getSourceMaps() {
    return new SourceMaps();
  }
};
