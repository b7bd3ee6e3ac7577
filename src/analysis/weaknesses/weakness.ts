/** Nodes that meet all conditions: the same as a finding, as a ready question and as a saved query. Texts are sentences with a full stop. */
export interface Weakness {
  /** The kinds of its nodes, as they are shown. */
  readonly kinds: readonly number[];
  /** As `where` of the API. A property that was not collected meets no condition but a complement, such as `enabled:neq:false`. */
  readonly where: readonly string[];
  /** Only members of tier zero. */
  readonly isOfTierZero?: boolean;
  /** What an analysis stores in the enterprise edition. */
  readonly finding?: {
    readonly title: string;
    /** The conditions in words. */
    readonly rule: string;
    readonly danger: string;
    readonly remedy: string;
  };
  readonly question?: { readonly name: string; readonly sentence: string; readonly rows?: string };
  readonly query?: {
    readonly name: string;
    readonly description: string;
    /** What follows the conditions on `n`; absent: the nodes. */
    readonly rest?: string;
  };
}

/** An account is enabled unless it is known to be disabled. */
export const enabled = 'enabled:neq:false';

export const guest = 'usertype:~eq:guest';

/** Service accounts with a password that people chose: neither krbtgt nor managed accounts. */
export const roastable = [enabled, 'hasspn:true', 'objectid:nends:-502', 'gmsa,msa:neq:true'] as const;
