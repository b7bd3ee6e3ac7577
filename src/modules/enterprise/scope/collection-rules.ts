import { type Fault, InvalidInputError } from '../../../base/errors.js';
import type { CollectionOptions, CollectionScope } from './collection-scope.js';

/** What can be collected, as it is called on the wire. */
export const collectionOptions = {
  session_collection: 'sessionCollection',
  local_group_collection: 'localGroupCollection',
  ad_structure_collection: 'adStructureCollection',
  cert_services_collection: 'certServicesCollection',
  ca_registry_collection: 'caRegistryCollection',
  dc_registry_collection: 'dcRegistryCollection',
} as const satisfies Readonly<Record<string, keyof CollectionOptions>>;

/** What is wrong with what is to be collected, and from where. */
export function collectionFaults(scope: CollectionScope): Fault[] {
  return [...optionFaults(scope), ...scopeFaults(scope)];
}

/** @throws InvalidInputError that names every fault of {@link collectionFaults} */
export function requireCollectable(scope: CollectionScope): void {
  const faults = collectionFaults(scope);
  if (faults.length > 0) throw new InvalidInputError(faults);
}

function optionFaults(scope: CollectionScope): Fault[] {
  if (Object.values(collectionOptions).some((option) => scope[option])) return [];
  const names = Object.keys(collectionOptions).join(', ');
  return [
    {
      code: 'body.missing_property',
      context: 'body',
      message: `there is nothing to collect; at least one of ${names} must be true`,
    },
  ];
}

function scopeFaults({ ous, domains, allTrustedDomains }: CollectionScope): Fault[] {
  const given = [
    ...(ous.length > 0 ? ['ous'] : []),
    ...(domains.length > 0 ? ['domains'] : []),
    ...(allTrustedDomains ? ['all_trusted_domains'] : []),
  ];
  if (given.length <= 1) return [];
  const message = 'only one of ous, domains and all_trusted_domains may be given; none takes the domain of the client';
  return given.map((name) => ({ code: 'body.conflicting_properties', context: `body.${name}`, message }));
}
