import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import type { Transaction } from '../../../database/transaction.js';
import { CollectedDataRepository } from '../../../ingest/uploads/collected-data.repository.js';
import type { Upload } from '../../../ingest/uploads/upload.js';
import { uploadChanged } from '../../../ingest/uploads/uploads.repository.js';
import { On } from '../../../queue/background-work.js';
import { jobResult, maxLoggedFaults } from './job-result.js';
import { JobResultsRepository } from './job-results.repository.js';

/** Advances jobs after their collection: each change of an upload changes its job in the same transaction. */
@Injectable()
export class JobResultsService {
  constructor(
    private readonly collected: CollectedDataRepository,
    private readonly results: JobResultsRepository,
    private readonly clock: Clock,
  ) {}

  @On(uploadChanged)
  async follow(upload: Upload, on: Transaction): Promise<void> {
    const { id, kind, status, finishedAt } = upload;
    if (kind !== 'collection') return;
    if (status === 'analyzing') await this.results.toAnalyzing(id, this.clock.now(), on);
    if (!finishedAt) return;
    const sender = await this.results.findSender(id, on);
    if (!sender) return;
    const data = await this.collected.read(id, maxLoggedFaults, on);
    await this.results.finish(id, jobResult(upload, sender, data), this.clock.now(), on);
  }
}
