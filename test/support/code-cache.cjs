// Jest loads every package anew for every file of tests, and Node compiles it anew each time. Preloaded by scripts/jest.mjs, this gives V8 what it
// has compiled before in the same worker; packages don't change while tests run.
const vm = require('node:vm');

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
