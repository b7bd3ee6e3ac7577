import { Worker as NodeWorker } from 'worker_threads';

export * from 'worker_threads';

const root = new URL('../../', import.meta.url).href;

/** In place of `node:worker_threads` in Jest, which runs the sources: a thread needs compiled JavaScript. `npm test` has built it. */
export class Worker extends NodeWorker {
  constructor(program, options) {
    const isSource = program.href.startsWith(`${root}src/`) && program.href.endsWith('.js');
    super(isSource ? new URL(program.href.replace(root, `${root}dist/`)) : program, options);
  }
}
