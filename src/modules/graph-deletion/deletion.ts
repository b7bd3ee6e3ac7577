import type { Removed } from '../../graph/removal/graph-removal.js';

/** What a client wants to have deleted: either everything, or what fits all criteria. */
export interface DeletionRequest {
  readonly all: boolean;
  readonly source: string | undefined;
  /** None: of every kind. */
  readonly kinds: readonly string[];
  readonly environment: string | undefined;
  /** A day in UTC, `2026-01-31`. */
  readonly notSeenSince: string | undefined;
  /** Nothing is deleted, but all of it counted. */
  readonly isDryRun: boolean;
}

export interface Deletion extends Removed {
  readonly isDryRun: boolean;
  /** The run of the analysis that will see what is left; null where nothing was deleted. */
  readonly analysisRunId: string | null;
}
