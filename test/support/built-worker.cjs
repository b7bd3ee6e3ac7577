const { pathToFileURL } = require('node:url');
const threads = require('node:worker_threads');

const root = pathToFileURL(`${process.cwd()}/`).href;

/** Jest runs the sources, but a thread needs compiled JavaScript. `npm test` has built it. */
threads.Worker = class extends threads.Worker {
  constructor(program, options) {
    const isSource = program.href?.startsWith(`${root}src/`) && program.href.endsWith('.js');
    super(isSource ? new URL(program.href.replace(root, `${root}dist/`)) : program, options);
  }
};
