import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors.js';
import type { ClientIdentity } from '../../auth/principal.js';
import type { BodyStream } from '../../http/body/body-stream.js';
import { IngestJobs } from '../../ingest/jobs/ingest-jobs.js';
import { type ReceivedFile, Spool } from '../../ingest/spool/spool.js';
import { ClientsService } from '../clients/clients.service.js';
import { JobRunsService } from '../jobs/job-runs.service.js';
import { noRunningJob } from './collector.service.js';

/** Takes what collection clients send. */
@Injectable()
export class CollectedBatchesService {
  constructor(
    private readonly clients: ClientsService,
    private readonly runs: JobRunsService,
    private readonly ingest: IngestJobs,
    private readonly spool: Spool,
  ) {}

  /**
   * Takes one batch of the job that the client runs. One that the job has already changes nothing.
   * @throws ConflictError where it runs none, and what {@link Spool.receive} throws
   */
  async receive({ id }: ClientIdentity, body: BodyStream): Promise<void> {
    if (!(await this.runs.isRunning(id))) throw noRunningJob();
    const { encoding, announcedBytes } = body;
    const packing = encoding === 'identity' ? undefined : encoding;
    // A collector that repeats itself may pack the same anew.
    const received = await this.spool.receive(body.read(), { packing, announcedBytes, digestOf: 'kept' });
    await this.hand(id, received);
  }

  private async hand(clientId: string, received: ReceivedFile): Promise<void> {
    try {
      // Only now is it known that it is the client who sends.
      await this.clients.checkIn(clientId);
      const job = await this.runs.receiving(clientId);
      if (!job) throw noRunningJob();
      const name = `batch-${received.sha256.slice(0, 12)}.${received.media}`;
      const added = await this.ingest.addFileOnce(job.ingestJobId, { ...received, name });
      if (added === 'closed') throw noRunningJob();
      if (added === 'known') await this.spool.remove(received.spoolKey);
    } catch (error) {
      // After any other error it may have been taken nevertheless; where it was not, the sweep removes the file.
      if (error instanceof AppError) await this.spool.remove(received.spoolKey);
      throw error;
    }
  }
}
