import { type Fault, InvalidInputError } from '../../../base/errors.js';

/** The kinds of data to collect. */
export interface CollectionOptions {
  readonly sessionCollection: boolean;
  readonly localGroupCollection: boolean;
  readonly adStructureCollection: boolean;
  readonly certServicesCollection: boolean;
  readonly caRegistryCollection: boolean;
  readonly dcRegistryCollection: boolean;
  readonly allTrustedDomains: boolean;
}

/** At most one of `ous`, `domains` and `allTrustedDomains` is set. If none is, the client collects from its own domain. */
export interface CollectionScope extends CollectionOptions {
  /** Object ids of organisational units. */
  readonly ous: readonly string[];
  /** Object ids of domains or tenants. */
  readonly domains: readonly string[];
}

export const noCollectionOptions: CollectionOptions = {
  sessionCollection: false,
  localGroupCollection: false,
  adStructureCollection: false,
  certServicesCollection: false,
  caRegistryCollection: false,
  dcRegistryCollection: false,
  allTrustedDomains: false,
};

/** The options by their names in requests and answers. */
const collectionOptions = {
  session_collection: 'sessionCollection',
  local_group_collection: 'localGroupCollection',
  ad_structure_collection: 'adStructureCollection',
  cert_services_collection: 'certServicesCollection',
  ca_registry_collection: 'caRegistryCollection',
  dc_registry_collection: 'dcRegistryCollection',
} as const satisfies Readonly<Record<string, keyof CollectionOptions>>;

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

/** The scope as the audit log stores it, without options that are not set: `{ session_collection: true, ous: ['…'] }`. */
export function toScopeRecord(scope: CollectionScope): Readonly<Record<string, true | readonly string[]>> {
  const { ous, domains, allTrustedDomains } = scope;
  const chosen = Object.entries(collectionOptions).filter(([, option]) => scope[option]);
  return {
    ...Object.fromEntries(chosen.map(([name]) => [name, true as const])),
    ...(allTrustedDomains && { all_trusted_domains: true as const }),
    ...(ous.length > 0 && { ous }),
    ...(domains.length > 0 && { domains }),
  };
}
