import type { Settings } from '../../base/config/settings.js';
import type { OldRecordsRepository } from './old-records.repository.js';

/** The list of {@link OldRecords} (retention.module.ts). */
export const OLD_RECORDS = Symbol('OLD_RECORDS');

/** Records of one sort, which are forgotten when they have been there for long. */
export interface OldRecords {
  /** What the log calls them. */
  readonly what: string;
  /** For how many days they are kept; 0 keeps them for good. */
  readonly days: number;
  /**
   * Forgets some of those that are older: as many as one transaction bears.
   * @returns how many; 0 where there are no more
   */
  deleteSome(before: Date): Promise<number>;
}

/** All that is forgotten with age, in the order in which it is: uploads go before the runs of the analysis that they name. */
export function oldRecords(settings: Settings, records: OldRecordsRepository): readonly OldRecords[] {
  return [
    {
      what: 'uploads',
      days: settings.retentionUploads,
      deleteSome: (before) => records.deleteSomeUploadJobs(before),
    },
    {
      what: 'runs of the analysis',
      days: settings.retentionUploads,
      deleteSome: (before) => records.deleteSomeAnalysisRuns(before),
    },
    {
      what: 'audit entries',
      days: settings.retentionAudit,
      deleteSome: (before) => records.deleteSomeAuditEntries(before),
    },
    {
      what: 'finished jobs',
      days: settings.retentionJobs,
      deleteSome: (before) => records.deleteSomeFinishedJobs(before),
    },
    {
      // Valid for little more than an hour.
      what: 'proofs of tokens',
      days: 1,
      deleteSome: (before) => records.deleteSomeTokenProofs(before),
    },
  ];
}
