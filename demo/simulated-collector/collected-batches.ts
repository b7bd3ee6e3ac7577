import { gzipSync } from 'node:zlib';
import { Estate } from '../generator/estate.js';
import { type ClassicPayload, classicFile } from '../generator/payload.js';
import { Random } from '../generator/random.js';
import { ESTATE_PRESETS } from '../generator/sizes.js';
import type { CollectorJob, CollectorType } from './collector-calls.js';

export interface CollectedData {
  readonly preset: keyof typeof ESTATE_PRESETS;
  readonly seed: string;
  /** Records of a batch, at most. */
  readonly batch: number;
  /** Share of the batches, from 0 to 1, that are cut inside their first record. */
  readonly garbage: number;
}

export interface Batch {
  /** Collected JSON, gzipped. */
  readonly body: Buffer;
  readonly records: number;
  readonly isGarbage: boolean;
}

/** Yields the batches of a job, made while they are read: the same bytes each time for the same job. */
export function* collectedBatches(
  type: CollectorType,
  job: CollectorJob,
  { preset, seed, batch, garbage }: CollectedData,
): Generator<Batch> {
  const estate = new Estate({ seed, sizes: ESTATE_PRESETS[preset], now: new Date(job.execution_time) });
  const payloads = type === 'cloud' ? [estate.cloudRun(estate.cloudRuns - 1)] : estate.directoryRun();
  const random = new Random(seed, 'garbage', job.id);
  for (const payload of payloads) {
    for (const items of inBatches(payload, batch)) {
      const isGarbage = random.chance(garbage);
      const text = [...classicFile(items, payload.meta)].join('');
      const body = gzipSync(isGarbage ? text.slice(0, text.indexOf('[{') + 12) : text);
      yield { body, records: items.length, isGarbage };
    }
  }
}

function* inBatches(payload: ClassicPayload, size: number): Generator<readonly object[]> {
  let items: object[] = [];
  for (const item of payload.items()) {
    items.push(item);
    if (items.length < size) continue;
    yield items;
    items = [];
  }
  if (items.length > 0) yield items;
}
