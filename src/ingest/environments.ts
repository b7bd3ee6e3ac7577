import type { NodeRecord } from '../graph/records.js';

/** Counts the objects that a record reports as deleted, instead of their kind. */
export const deletedKind = '(deleted)';

/** The kinds of environments, and the properties that name the environment of an object. */
const environmentKinds = ['Domain', 'AZTenant'];
const belongings = ['domainsid', 'tenantid'];

/** @returns the object id of the domain or tenant of a node; null if the node does not name one */
export function environmentOf({ objectid, kinds, properties }: NodeRecord): string | null {
  if (environmentKinds.includes(kinds[0] ?? '')) return objectid;
  const given = belongings.map((name) => properties[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof given === 'string' ? given.toUpperCase() : null;
}

/** @returns the domain in a security identifier; null if the value is none, or has no domain */
export function domainOfSid(value: unknown): string | null {
  const text = typeof value === 'string' ? value.toUpperCase() : '';
  return /^(S-1-5-21-\d{1,10}-\d{1,10}-\d{1,10})-\d{1,10}$/.exec(text)?.[1] ?? null;
}
