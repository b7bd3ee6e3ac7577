import type { NodeRecord } from '../graph/records.js';

/** Stands for the kind where a record says that an object of a domain is gone. */
export const deletedKind = '(deleted)';

/** Kinds that are an environment, and what an object of theirs says of the one that it belongs to. */
const environmentKinds = ['Domain', 'AZTenant'];
const belongings = ['domainsid', 'tenantid'];

/** The object id of the domain or tenant that a node belongs to; null where it does not say. */
export function environmentOf({ objectid, kinds, properties }: NodeRecord): string | null {
  if (environmentKinds.includes(kinds[0] ?? '')) return objectid;
  const given = belongings.map((name) => properties[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof given === 'string' ? given.toUpperCase() : null;
}

/** The domain of a principal by its security identifier; null where it is none, or of no domain. */
export function domainOfSid(value: unknown): string | null {
  const text = typeof value === 'string' ? value.toUpperCase() : '';
  return /^(S-1-5-21-\d{1,10}-\d{1,10}-\d{1,10})-\d{1,10}$/.exec(text)?.[1] ?? null;
}
