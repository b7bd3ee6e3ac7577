import { Injectable } from '@nestjs/common';
import type { ClientIdentity } from '../../../auth/principal.js';
import type { RequestBody } from '../../../http/body/request-body.js';
import { Uploads } from '../../../ingest/uploads/uploads.repository.js';
import { type ReceivedFile, Spool } from '../../../ingest/spool/spool.js';
import { ClientsService } from '../clients/clients.service.js';
import { JobRunsService } from '../jobs/job-runs.service.js';
import { noRunningJob } from './collector.service.js';

/** Receives the batches of collection clients. */
@Injectable()
export class CollectedBatchesService {
  constructor(
    private readonly clients: ClientsService,
    private readonly runs: JobRunsService,
    private readonly ingest: Uploads,
    private readonly spool: Spool,
  ) {}

  /**
   * Stores a batch of the running job of the client. A batch that the job has sent before changes nothing.
   * @throws ConflictError if the client runs no job; the errors of {@link Spool.receive}
   */
  async receive({ id }: ClientIdentity, body: RequestBody): Promise<void> {
    if (!(await this.runs.isRunning(id))) throw noRunningJob();
    // A retry may compress the same data differently, so the digest is taken of the content.
    const received = await this.spool.receive(body.read(), body, 'kept');
    const added = await this.spool.handOver(received.spoolKey, () => this.add(id, received));
    if (added === 'known') await this.spool.remove(received.spoolKey);
  }

  /** Runs after the whole body has arrived, because only then the signature is verified. */
  private async add(clientId: string, received: ReceivedFile): Promise<'added' | 'known'> {
    await this.clients.checkIn(clientId);
    const job = await this.runs.receiving(clientId);
    const name = `batch-${received.sha256.slice(0, 12)}.${received.media}`;
    const added = job ? await this.ingest.addFileOnce(job.uploadId, { ...received, name }) : 'closed';
    if (added === 'closed') throw noRunningJob();
    return added;
  }
}
