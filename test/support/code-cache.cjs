// Jest loads every package again for each test file. Preloaded by scripts/jest.mjs, this module reuses the code that V8 has
// already compiled in the same worker.
const vm = require('node:vm');

// For scripts/coverage.mjs: processes and threads that a worker of Jest starts write what they ran.
const { JEST_WORKER_ID, COVERAGE_OF_OTHERS } = process.env;
if (JEST_WORKER_ID && COVERAGE_OF_OTHERS) process.env.NODE_V8_COVERAGE = COVERAGE_OF_OTHERS;

const { compileFunction } = vm;
const compiled = new Map();

vm.compileFunction = (code, params, options) => {
  const filename = options?.filename;
  if (!filename?.includes('node_modules')) return compileFunction(code, params, options);
  const cachedData = compiled.get(filename);
  const made = compileFunction(code, params, { ...options, cachedData, produceCachedData: cachedData === undefined });
  if (made.cachedData) compiled.set(filename, made.cachedData);
  return made;
};
