const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Descriptions of symbols below which Jest keeps the tests of a file, and asks their handlers of the tests of later files, too. */
const keepsFile = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

/** Runs test files in the realm of their worker, and takes back at the end of each what it replaced there. */
module.exports = class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  variables = { ...process.env };
  exit = process.exit.bind(process);

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (keepsFile.has(symbol.description)) delete globalThis[symbol];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none, because tests run in the worker's own realm. */
  getVmContext() {
    return null;
  }
};
