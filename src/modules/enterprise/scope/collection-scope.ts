/** What is collected. */
export interface CollectionOptions {
  readonly sessionCollection: boolean;
  readonly localGroupCollection: boolean;
  readonly adStructureCollection: boolean;
  readonly certServicesCollection: boolean;
  readonly caRegistryCollection: boolean;
  readonly dcRegistryCollection: boolean;
  readonly allTrustedDomains: boolean;
}

/** What is collected, and from where: at most one of `ous`, `domains` and `allTrustedDomains` is given. */
export interface CollectionScope extends CollectionOptions {
  /** Object ids. */
  readonly ous: readonly string[];
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
