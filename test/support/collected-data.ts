import { gunzipSync } from 'node:zlib';
import { type Batch, collectedBatches, type CollectedData } from '../../demo/simulated-collector/collected-batches.js';
import {
  type DomainResultCount,
  domainResultCounts,
  noCounts,
} from '../../src/modules/enterprise/jobs/domain-result.js';
import type { WireJob } from './collection-client.js';
import type { NamedContent } from './undisturbed-graph.js';

/** What the simulated collector sends for a job, unless its options say otherwise. */
export const usualData: CollectedData = { preset: 'small', seed: 'collector', batch: 100, garbage: 0 };

export function batchesFor(
  type: 'directory' | 'cloud',
  job: WireJob,
  data: Partial<CollectedData> = {},
): readonly Batch[] {
  return [...collectedBatches(type, job, { ...usualData, ...data })];
}

export function textOfBatch({ body }: Batch): string {
  return gunzipSync(body).toString();
}

/** Batches as files. */
export function filesOf(batches: readonly Batch[]): readonly NamedContent[] {
  return batches.map((it, at) => ({ name: `${at}.json`, content: Buffer.from(textOfBatch(it)) }));
}

/** A file of SharpHound. */
export interface DirectoryFile {
  readonly meta: Readonly<Record<string, unknown>>;
  items(): Iterable<object>;
}

function directoryFileOf(batch: Batch): DirectoryFile {
  const { meta, data } = JSON.parse(textOfBatch(batch)) as { meta: Record<string, unknown>; data: object[] };
  return { meta, items: () => data };
}

export type CollectedCounts = Record<DomainResultCount, number>;

/** What the files hold of each domain, by the names of the counts of a domain result; counted by what the records say of themselves. */
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

/** What the result of a domain has to tell of the batches, which are of that domain alone. */
export function resultOf(batches: readonly Batch[]): { readonly domain_name: string } & CollectedCounts {
  const [first, ...others] = countsOf(batches.map((it) => directoryFileOf(it)));
  if (!first || others.length > 0) throw new Error('the batches are not of one domain');
  return { domain_name: first[0], ...first[1] };
}

/** The counts alone of a domain result. */
export function countsIn(result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(domainResultCounts.map((name) => [name, result[name]]));
}
