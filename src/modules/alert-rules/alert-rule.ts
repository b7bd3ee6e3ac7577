import type { Severity } from '../../analysis/findings/severity.js';
import { tierZeroId } from '../../analysis/tier-zero/system-groups.js';
import type { Caller } from '../../base/scope/request-scope.js';
import type { Occasion } from './occasions.js';

/** How soon alerts are sent: digests collect them until the hour, or until 07:00. */
export const alertPaces = ['immediately', 'hour', 'day'] as const;
export type AlertPace = (typeof alertPaces)[number];

/** What `collector.silent` watches: the data of environments, or the clients that collect. */
export const watchedSources = ['data', 'clients'] as const;
export type WatchedSource = (typeof watchedSources)[number];

/** A client, or an environment whose data are collected. */
export interface CollectionSource {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** End of the day of the newest data, or time of the last call of a client. */
  readonly seenUntil: Date;
}

/** Each occasion has some of these members. Absent ones do not limit it. */
export interface AlertCondition {
  readonly kinds?: string[];
  readonly least_accounts?: number;
  readonly percent?: number;
  readonly types?: string[];
  readonly least_severity?: Severity;
  readonly plan?: number;
  readonly of?: WatchedSource;
  readonly hours?: number;
}

/** A rule. */
export interface AlertRule {
  readonly id: number;
  readonly name: string;
  readonly occasion: Occasion;
  readonly condition: AlertCondition;
  readonly channels: readonly string[];
  readonly environment: string | null;
  readonly tag: number | null;
  readonly includeNames: boolean;
  readonly every: AlertPace;
  /** Of the days of a digest. */
  readonly timeZone: string;
}

/** Whether figures and members that each run of the analysis stores answer the rule. Rules from before tags have none. */
export function isOfTierZero({ tag }: Pick<AlertRule, 'tag'>): boolean {
  return tag === null || tag === tierZeroId;
}

/** A rule that is evaluated. */
export interface ActiveRule extends AlertRule {
  /** The account that made it. */
  readonly owner: Caller;
}
