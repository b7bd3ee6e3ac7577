import type { Estate } from './estate.js';
import { textOf, type Payload } from './payload.js';

export interface CollectorObject {
  readonly ObjectIdentifier: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface ClassicFile<T> {
  readonly data: readonly T[];
  readonly meta: { readonly type: string; readonly version: number; readonly count: number; readonly methods?: number };
}

export interface CloudObject {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function parsed(payload: Payload): unknown {
  return JSON.parse(textOf(payload));
}

/** The SharpHound files of an estate, by type. */
export function directoryFiles(estate: Estate): ReadonlyMap<string, readonly CollectorObject[]> {
  return new Map(
    estate.directoryRun().map((payload) => {
      const file = parsed(payload) as ClassicFile<CollectorObject>;
      return [file.meta.type, file.data];
    }),
  );
}

/** Every string below `value` whose key is one of `keys`, with the path to it. */
export function* stringsAt(
  value: unknown,
  keys: ReadonlySet<string>,
  path = '',
): Generator<[path: string, text: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (typeof child === 'string' && keys.has(key)) yield [`${path}.${key}`, child];
    yield* stringsAt(child, keys, `${path}.${key}`);
  }
}
