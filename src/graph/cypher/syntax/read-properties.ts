import type { Query } from './tree.js';
import { visitAll } from './walk.js';

/** What a query reads of nodes. */
interface ReadParts {
  /** Keys of properties; null: any. */
  readonly keys: readonly string[] | null;
  /** Whether it may read tags: their labels or `system_tags`. */
  readonly readsTags: boolean;
  /** Whether it may read `lastseen`. */
  readonly readsDays: boolean;
}

const wholeMaps = new Set(['properties', 'keys']);

export function readPartsOf(query: Query): ReadParts {
  const keys = new Set<string>();
  let [readsAll, readsTags, readsAny] = [false, false, false];
  visitAll(query, (it) => {
    if (it.type === 'property') keys.add(it.key);
    if (it.type === 'map') for (const [key] of it.entries) keys.add(key);
    if (it.type === 'call' && wholeMaps.has(it.name)) readsAll = true;
    if (it.type === 'call' && it.name === 'labels') readsTags = true;
    if (it.type === 'index') readsAll = true;
    if (it.type === 'index' && it.index.type !== 'literal') readsAny = true;
  });
  const text = JSON.stringify(query, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return {
    keys: readsAll ? null : [...keys],
    readsTags: readsTags || readsAny || /Tag_|system_tags|istierzero|highvalue|owned/i.test(text),
    readsDays: readsAny || text.includes('lastseen'),
  };
}
