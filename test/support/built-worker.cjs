const { pathToFileURL } = require('node:url');
const threads = require('node:worker_threads');

// For scripts/coverage.mjs: processes and threads that a worker of Jest starts write what they ran.
const { JEST_WORKER_ID, COVERAGE_OF_OTHERS } = process.env;
if (JEST_WORKER_ID && COVERAGE_OF_OTHERS) process.env.NODE_V8_COVERAGE = COVERAGE_OF_OTHERS;

const root = pathToFileURL(`${process.cwd()}/`).href;

/** Jest runs the sources, but a thread needs compiled JavaScript. `npm test` has built it. */
threads.Worker = class extends threads.Worker {
  constructor(program, options) {
    const isSource = program.href?.startsWith(`${root}src/`) && program.href.endsWith('.js');
    if (!isSource) super(program, options);
    // Without the loader of TypeScript, which takes more time than the thread.
    else super(new URL(program.href.replace(root, `${root}dist/`)), { ...options, execArgv: [] });
  }
};
