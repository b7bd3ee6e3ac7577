import { measureDays } from './ingest/days.js';
import { measureMemory } from './ingest/memory.js';
import { measureReads } from './ingest/reads.js';
import { measureSpeed } from './ingest/speed.js';
import { runMeasurements } from './measure.js';

/**
 * Measures ingest: its time over COPY of the same rows and the CPU time of both sides (by number of nodes), its
 * memory for a file of 2 GB, the time of reads beside it, and the log of changes of 30 days.
 *
 *   npm run bench:ingest -- [10k | 100k | 400k | 1m | memory | upload-memory | reads | days] ...
 */
await runMeasurements(
  {
    '10k': () => measureSpeed(10_000, 3),
    '100k': () => measureSpeed(100_000, 3),
    '400k': () => measureSpeed(400_000, 1),
    '1m': () => measureSpeed(1_000_000, 1),
    memory: () => measureMemory('command line', 2),
    'upload-memory': () => measureMemory('upload', 2),
    reads: () => measureReads(100_000),
    days: () => measureDays(30_000, 30),
  },
  ['100k'],
);
