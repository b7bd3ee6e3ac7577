import { fault, type Fault, InvalidInputError } from '../../../base/errors.js';
import { snakeCased } from '../../../base/values/letter-case.js';
import type { CollectionScope } from './collection-scope.dto.js';

/** The kinds of data to collect. */
export type CollectionOptions = Omit<CollectionScope, 'ous' | 'domains'>;

export const noCollectionOptions: CollectionOptions = {
  sessionCollection: false,
  localGroupCollection: false,
  adStructureCollection: false,
  certServicesCollection: false,
  caRegistryCollection: false,
  dcRegistryCollection: false,
  allTrustedDomains: false,
};

/** @returns a fault if no option is true, and one for each of several places to collect from */
export function collectionFaults(scope: CollectionScope): Fault[] {
  return [...optionFaults(scope), ...scopeFaults(scope)];
}

/** @throws InvalidInputError with all {@link collectionFaults} */
export function requireCollectable(scope: CollectionScope): void {
  const faults = collectionFaults(scope);
  if (faults.length > 0) throw new InvalidInputError(faults);
}

function optionFaults(scope: CollectionScope): Fault[] {
  const options = Object.entries(snakeCased(scope)).filter(([name]) => name.endsWith('_collection'));
  if (options.some(([, isChosen]) => isChosen === true)) return [];
  const names = options.map(([name]) => name).join(', ');
  return [fault('body.missing_property', 'body', `there is nothing to collect; at least one of ${names} must be true`)];
}

function scopeFaults({ ous, domains, allTrustedDomains }: CollectionScope): Fault[] {
  const given = [
    ...(ous.length > 0 ? ['ous'] : []),
    ...(domains.length > 0 ? ['domains'] : []),
    ...(allTrustedDomains ? ['all_trusted_domains'] : []),
  ];
  if (given.length <= 1) return [];
  const message = 'only one of ous, domains and all_trusted_domains may be given; none takes the domain of the client';
  return given.map((name) => fault('body.conflicting_properties', `body.${name}`, message));
}

/** A request as the audit log stores it, without properties that are not set: `{ session_collection: true, ous: ['…'] }`. */
export function toScopeRecord(order: CollectionScope): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(snakeCased(order)).filter(([, value]) => isSet(value)));
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
