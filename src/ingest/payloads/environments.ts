import type { NodeRecord } from '../../graph/records.js';
import { environmentOf as storedEnvironmentOf } from '../../graph/writer/merge/merge-node.js';

/** Counts the objects that a record reports as deleted, instead of their kind. */
export const deletedKind = '(deleted)';

const environmentKinds = ['Domain', 'AZTenant'];

/** @returns the object id of the domain or tenant in which reports count a node; null if it names none */
export function reportedEnvironmentOf({ objectid, kinds, properties }: NodeRecord): string | null {
  return environmentKinds.includes(kinds[0] ?? '') ? objectid : storedEnvironmentOf(properties);
}

/** @returns the domain in a security identifier; null if the value is none, or has no domain */
export function domainOfSid(value: unknown): string | null {
  const text = typeof value === 'string' ? value.toUpperCase() : '';
  return /^(S-1-5-21-\d{1,10}-\d{1,10}-\d{1,10})-\d{1,10}$/.exec(text)?.[1] ?? null;
}
