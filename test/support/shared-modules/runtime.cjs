const asyncHooks = require('node:async_hooks');
const { createRequire } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { compiledSource } = require('./compiled-source.cjs');

/** Parts of Jest that keep the state of one test file. */
const keepsState = /[\\/]node_modules[\\/](jest-circus|jest-snapshot|expect|@jest[\\/]expect)[\\/]/;

/**
 * What Jest remembers of the test that runs. Its own storage, one for each file, would cost time in each promise of all later files, and hold
 * the services of its file as long as anything lives that was made in a test.
 */
class OneTestAtATime {
  store = undefined;

  getStore() {
    return this.store;
  }

  async run(store, work) {
    const outer = this.store;
    this.store = store;
    try {
      return await work();
    } finally {
      this.store = outer;
    }
  }
}

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
    const { AsyncLocalStorage } = asyncHooks;
    asyncHooks.AsyncLocalStorage = OneTestAtATime;
    try {
      return createRequire(__filename)(to ?? from);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
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
