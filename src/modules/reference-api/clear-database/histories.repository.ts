import { Injectable } from '@nestjs/common';
import type { Note } from '../../../auth/audit/audit-entry.js';
import { Database } from '../../../database/database.js';

export type History = 'uploads' | 'data quality';

const deletions: Readonly<Record<History, readonly string[]>> = {
  // Collected data of jobs are kept: their clients still ask for them.
  uploads: [`DELETE FROM upload WHERE kind = 'upload' AND finished_at IS NOT NULL`],
  'data quality': ['DELETE FROM data_quality_domain', 'DELETE FROM data_quality_tenant'],
};

@Injectable()
export class HistoriesRepository {
  constructor(private readonly database: Database) {}

  delete(history: History, note: Note): Promise<void> {
    return this.database.transaction(async (tx) => {
      for (const deletion of deletions[history]) await tx.query(deletion);
      await note(tx);
    });
  }
}
