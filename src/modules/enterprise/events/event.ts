import type { CollectionScope } from '../scope/collection-scope.js';

/** When and what to collect. */
export interface EventPlan extends CollectionScope {
  /** What it is called, which its jobs keep; empty where it has no name. */
  readonly title: string;
  /** DTSTART and RRULE of RFC 5545, on lines of their own. */
  readonly rrule: string;
}

export interface EventDraft extends EventPlan {
  readonly clientId: string;
}

/** An event whose time has come. */
export interface DueEvent extends EventDraft {
  readonly id: number;
  /** The first of its times that has not come to pass. */
  readonly occurrence: Date;
}

/** A plan that was checked, and the first time that it comes to. */
export interface ScheduledPlan extends EventPlan {
  readonly nextScheduledAt: Date;
}
