import type { Properties } from '../../../graph/records.js';

/** Bits of `meta.methods`: what a collector was asked for. Only those that tell whether a list was collected. */
export const Method = {
  Group: 1,
  Acl: 64,
  Container: 128,
  ObjectProps: 512,
  SpnTargets: 8192,
  CertServices: 262_144,
  /** For what every collection brings. */
  Any: -1,
} as const;

const inConfiguration = /,CN=CONFIGURATION,DC=/i;

/**
 * Whether a record holds what the directory says of its object. Collectors also write records of principals that they merely came
 * across (Everyone, groups of other domains), with empty lists: those lack the distinguished name. Containers of the configuration
 * are read by the collection of every domain of a forest, and each sees of their access lists what it may.
 */
export function isFromDirectory(kind: string, { distinguishedname }: Properties): boolean {
  return (
    typeof distinguishedname === 'string' &&
    distinguishedname !== '' &&
    !(kind === 'Container' && inConfiguration.test(distinguishedname))
  );
}
