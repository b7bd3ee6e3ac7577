/** Names one node of a group by its object id. */
export interface SelectorDraft {
  readonly name: string;
  /** Object id in upper case. */
  readonly selector: string;
}

export interface AssetGroupDraft {
  readonly name: string;
  readonly tag: string;
  readonly selectors: readonly SelectorDraft[];
}

/** The group whose members the analysis selects too, beside its selectors. */
export const tierZeroTag = 'admin_tier_0';
