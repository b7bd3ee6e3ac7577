import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/transaction.js';
import { CollectedDataRepository } from '../../../ingest/uploads/collected-data.repository.js';
import type { Upload } from '../../../ingest/uploads/upload.js';
import { uploadChanged } from '../../../ingest/uploads/uploads.repository.js';
import { On } from '../../../queue/background-work.js';
import { jobResult, mostFaultsTold } from './job-result.js';
import { JobResultsService } from './job-results.service.js';

/** Takes jobs along with what they sent, in the same transactions: from reading to the analysis, and from there to their end. */
@Injectable()
export class CollectedJobs {
  constructor(
    private readonly collected: CollectedDataRepository,
    private readonly results: JobResultsService,
  ) {}

  @On(uploadChanged)
  async follow(upload: Upload, on: Transaction): Promise<void> {
    const { id, kind, status, finishedAt } = upload;
    if (kind !== 'collection') return;
    if (status === 'analyzing') await this.results.toAnalyzing(id, on);
    if (!finishedAt) return;
    const sender = await this.results.findSender(id, on);
    if (!sender) return;
    const data = await this.collected.read(id, mostFaultsTold, on);
    await this.results.finish(id, jobResult(upload, sender, data), on);
  }
}
