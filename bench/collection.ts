import { measureLists } from './collection/lists.js';
import { measurePolling } from './collection/polling.js';

/**
 * What collection costs: 200 clients that ask for jobs every 5 s while 20 jobs run, and lists of 1,000,000 finished jobs beside
 * lists of 10,000.
 *
 *   npm run bench:collection -- [polling | lists] ...
 */
const measurements: Readonly<Record<string, () => Promise<void>>> = {
  polling: () => measurePolling({ clients: 200, running: 20, everySeconds: 5 }),
  lists: () => measureLists({ few: 10_000, many: 1_000_000 }),
};

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(measurements)) {
  const measurement = measurements[name];
  if (!measurement) throw new Error(`there is no "${name}"; there are ${Object.keys(measurements).join(', ')}`);
  await measurement();
}
