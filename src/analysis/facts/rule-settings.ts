import { Kind } from '../../graph/kinds/kind-catalogue.js';

/** Settings of users that change what the rules derive. */
export interface RuleSettings {
  /** CITRIX_RDP */
  readonly withCitrix: boolean;
  /** RULES=all */
  readonly withNewer: boolean;
}

/** @param given the settings of the service */
export function ruleSettings(given: { readonly citrixRdp: boolean; readonly rules: string }): RuleSettings {
  return { withCitrix: given.citrixRdp, withNewer: given.rules === 'all' };
}

/** The kinds of rules that the sources of the reference product have, and none of its releases. */
export const newerKinds: ReadonlySet<number> = new Set([
  Kind.ADCSESC16,
  Kind.Kerberoastable,
  Kind.SyncedToEntraDSUser,
  Kind.SyncedToEntraDSGroup,
  Kind.AZManageEntraDS,
  Kind.AZAddEntraDSGroupMember,
]);
