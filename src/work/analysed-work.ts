import type { Transaction } from '../database/transaction.js';

export interface AnalysisOutcome {
  /** Why it failed; null where it is complete. */
  readonly failure: string | null;
}

/** What the analysis needs to know of the files that come in, and who waits for it. */
export abstract class AnalysedWork {
  /** Whether files wait to be read or are being read: a run after them serves them too. */
  abstract isFilesLeft(): Promise<boolean>;

  /** Ends what waited for the run, in the transaction that ends the run. */
  abstract analysed(runId: string, outcome: AnalysisOutcome, on: Transaction): Promise<void>;
}
