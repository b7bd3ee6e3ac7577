/** Names one node of a group by its object id. */
export interface SelectorDraft {
  readonly name: string;
  /** Object id in upper case. */
  readonly selector: string;
}

/** Single changes of the selectors of a group. */
export interface SelectorEdit {
  /** Each takes the place of those that have its name or its object id. */
  readonly add: readonly SelectorDraft[];
  /** Object ids in upper case. */
  readonly remove: readonly string[];
}

/** A selector as it is stored. */
export interface Selector extends SelectorDraft {
  readonly id: number;
  readonly assetGroupId: number;
  readonly systemSelector: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The result of an edit. */
export interface SelectorChanges {
  readonly added: readonly Selector[];
  readonly removed: readonly Selector[];
}

/** Most selectors of a group. */
export const maxSelectors = 10_000;

export interface AssetGroupDraft {
  readonly name: string;
  readonly tag: string;
  readonly selectors: readonly SelectorDraft[];
}

/** The group whose members the analysis selects too, beside its selectors. */
export const tierZeroTag = 'admin_tier_0';
