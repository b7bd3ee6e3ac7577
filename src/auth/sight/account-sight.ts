import { Visibility } from '../../base/scope/visibility.js';

/** What an account sees of the graph. */
export interface AccountSight {
  /** Object ids of the environments that it sees; null: all. */
  readonly environments: readonly string[] | null;
  /** Whether an account that is limited to environments sees nodes without one. */
  readonly seesNodesOfNone: boolean;
}

export const everything: AccountSight = { environments: null, seesNodesOfNone: false };

/** Environments of one account. Each makes every statement of the account longer. */
export const mostEnvironments = 200;

/** Domains and tenants, whose ids nodes have in upper case. Environments of extensions have ids as their files have them. */
const inUpperCase = /^(S-1-[\d-]+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

export function limitedTo(ids: readonly string[], none = false): AccountSight {
  const environments = new Set(ids.map((id) => (inUpperCase.test(id) ? id.toUpperCase() : id)));
  return { environments: [...environments].toSorted(), seesNodesOfNone: none };
}

/** @returns undefined if it sees everything */
export function visibilityOf({ environments, seesNodesOfNone }: AccountSight): Visibility | undefined {
  return environments ? new Visibility(environments, seesNodesOfNone) : undefined;
}
