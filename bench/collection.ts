import { measureLists } from './collection/lists.js';
import { measurePolling } from './collection/polling.js';
import { runMeasurements } from './measure.js';

/**
 * Measures collection: 200 clients that poll for jobs every 5 s while 20 jobs run, and lists of 1,000,000 finished jobs
 * beside lists of 10,000.
 *
 *   npm run bench:collection -- [polling | lists] ...
 */
await runMeasurements(
  {
    polling: () => measurePolling({ clients: 200, running: 20, everySeconds: 5 }),
    lists: () => measureLists({ few: 10_000, many: 1_000_000 }),
  },
  ['polling', 'lists'],
);
