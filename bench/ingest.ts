import { measureMemory } from './ingest/memory.js';
import { measureReads } from './ingest/reads.js';
import { measureSpeed } from './ingest/speed.js';

/**
 * What ingest costs: its time over COPY of the same rows (by number of nodes) and the CPU time of both sides, its memory while a file of 2 GB goes in, and how
 * long reads take meanwhile.
 *
 *   npm run bench:ingest -- [10k | 100k | 400k | 1m | memory | upload-memory | reads] ...
 */
const measurements: Readonly<Record<string, () => Promise<void>>> = {
  '10k': () => measureSpeed(10_000, 3),
  '100k': () => measureSpeed(100_000, 3),
  '400k': () => measureSpeed(400_000, 1),
  '1m': () => measureSpeed(1_000_000, 1),
  memory: () => measureMemory('command line', 2),
  'upload-memory': () => measureMemory('upload', 2),
  reads: () => measureReads(100_000),
};

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['100k']) {
  const measurement = measurements[name];
  if (!measurement) throw new Error(`there is no "${name}"; there are ${Object.keys(measurements).join(', ')}`);
  await measurement();
}
