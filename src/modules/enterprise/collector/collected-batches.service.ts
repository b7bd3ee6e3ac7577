import { Injectable } from '@nestjs/common';
import type { ClientIdentity } from '../../../auth/principal.js';
import type { RequestBody } from '../../../http/body/request-body.js';
import { Uploads } from '../../../ingest/uploads/uploads.js';
import { type ReceivedFile, Spool } from '../../../ingest/spool/spool.js';
import { ClientsService } from '../clients/clients.service.js';
import { JobRunsService } from '../jobs/job-runs.service.js';
import { noRunningJob } from './collector.service.js';

/** Takes what collection clients send. */
@Injectable()
export class CollectedBatchesService {
  constructor(
    private readonly clients: ClientsService,
    private readonly runs: JobRunsService,
    private readonly ingest: Uploads,
    private readonly spool: Spool,
  ) {}

  /**
   * Takes one batch of the job that the client runs. One that the job has already changes nothing.
   * @throws ConflictError where it runs none, and what {@link Spool.receive} throws
   */
  async receive({ id }: ClientIdentity, body: RequestBody): Promise<void> {
    if (!(await this.runs.isRunning(id))) throw noRunningJob();
    const { packing, announcedBytes } = body;
    const onWrite = (size: number) => body.hold(size);
    // A collector that repeats itself may pack the same anew.
    const received = await this.spool.receive(body.read(), { packing, announcedBytes, onWrite, digestOf: 'kept' });
    const added = await this.spool.handOver(received.spoolKey, () => this.add(id, received));
    if (added === 'known') await this.spool.remove(received.spoolKey);
  }

  /** Only when all of a batch has come is it known that it is the client who sends. */
  private async add(clientId: string, received: ReceivedFile): Promise<'added' | 'known'> {
    await this.clients.checkIn(clientId);
    const job = await this.runs.receiving(clientId);
    const name = `batch-${received.sha256.slice(0, 12)}.${received.media}`;
    const added = job ? await this.ingest.addFileOnce(job.uploadId, { ...received, name }) : 'closed';
    if (added === 'closed') throw noRunningJob();
    return added;
  }
}
