/** What an earlier run has seen: the same graph by the same rules gives the same again. */
export interface KnownAnalysis {
  readonly runId: string;
  /** The version of the graph that it has seen whole and left behind. */
  readonly version: number;
  /** Digest of the rules that it followed. */
  readonly rules: string;
}

export interface AnalysisOptions {
  /** A UUID; one is made where none is given. */
  readonly runId?: string;
  /** The time of the run, for what it counts; now where none is given. */
  readonly now?: Date;
  /** Where the graph is as this run left it, nothing is derived, and its counts are taken over. */
  readonly known?: KnownAnalysis | null;
  /** Told of each of the {@link analysisStages} that is done, by its place from 1. */
  readonly onStage?: (stage: number) => Promise<void>;
}

/** In order, as people call them. */
export const analysisStages = ['nodes', 'memberships', 'rights', 'tier zero', 'data quality'] as const;
