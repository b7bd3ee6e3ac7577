import { gunzipSync } from 'node:zlib';
import { type Batch, collectedBatches, type CollectedData } from '../../demo/simulated-collector/collected-batches.js';
import {
  type DomainResultCount,
  domainResultCounts,
  noCounts,
} from '../../src/modules/enterprise/jobs/domain-result.js';
import type { WireJob } from './collection-administrator.js';
import type { NamedContent } from './reference-graph.js';

/** Defaults of the simulated collector. */
const usualData: CollectedData = { preset: 'small', seed: 'collector', batch: 100, garbage: 0 };

/** The batches that a directory client sends for a job. */
export function batchesFor(job: WireJob): readonly Batch[] {
  return [...collectedBatches('directory', job, usualData)];
}

export function textOfBatch({ body }: Batch): string {
  return gunzipSync(body).toString();
}

/** @returns the batches as files */
export function filesOf(batches: readonly Batch[]): readonly NamedContent[] {
  return batches.map((it, at) => ({ name: `${at}.json`, content: Buffer.from(textOfBatch(it)) }));
}

/** A SharpHound file. */
export interface DirectoryFile {
  readonly meta: Readonly<Record<string, unknown>>;
  items(): Iterable<object>;
}

function directoryFileOf(batch: Batch): DirectoryFile {
  const { meta, data } = JSON.parse(textOfBatch(batch)) as { meta: Record<string, unknown>; data: object[] };
  return { meta, items: () => data };
}

export type CollectedCounts = Record<DomainResultCount, number>;

/** Counts the records of the files by domain and by type, from the domain that each record names. */
export function countsOf(files: readonly DirectoryFile[]): Map<string, CollectedCounts> {
  const found = new Map<string, CollectedCounts>();
  for (const file of files) {
    const name = domainResultCounts.find((it) => it === `${String(file.meta['type']).replace(/s$/, '')}_count`);
    for (const item of file.items()) {
      const { Properties } = item as { Properties?: Record<string, unknown> };
      const domain = Properties?.['domain'];
      if (typeof domain !== 'string') continue;
      const counts = found.get(domain) ?? noCounts;
      found.set(domain, name ? { ...counts, [name]: counts[name] + 1 } : counts);
    }
  }
  return found;
}

/** The expected domain result of batches. @throws Error if they are not of one domain */
export function resultOf(batches: readonly Batch[]): { readonly domain_name: string } & CollectedCounts {
  const [first, ...others] = countsOf(batches.map((it) => directoryFileOf(it)));
  if (!first || others.length > 0) throw new Error('the batches are not of one domain');
  return { domain_name: first[0], ...first[1] };
}

/** The counts of a domain result without its other fields. */
export function countsIn(result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(domainResultCounts.map((name) => [name, result[name]]));
}
