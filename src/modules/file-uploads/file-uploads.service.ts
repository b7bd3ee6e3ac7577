import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { Clock } from '../../base/clock.js';
import { AppError, ConflictError, NotFoundError } from '../../base/errors.js';
import type { BodyStream } from '../../http/body/body-stream.js';
import type { JsonText } from '../../http/json-text.js';
import type { IngestAccount } from '../../ingest/uploads/upload.js';
import { Uploads } from '../../ingest/uploads/uploads.js';
import { Spool } from '../../ingest/spool/spool.js';
import type { CompletedTaskListRequest, FileUploadListRequest } from './file-uploads.list.js';
import { FileUploadsRepository } from './file-uploads.repository.js';
import type { UploadedFile } from './uploaded-file.js';

/** How often a file that is on its way counts as activity of its job. */
const touchEveryMs = 30_000;

/** Hands files in over HTTP. */
@Injectable()
export class FileUploadsService {
  constructor(
    private readonly jobs: Uploads,
    private readonly spool: Spool,
    private readonly uploads: FileUploadsRepository,
    private readonly analysis: AnalysisRuns,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async start({ id, name }: IngestAccount): Promise<JsonText> {
    const job = await this.audit.audited({ action: 'upload.start', resource: 'file-upload' }, (note) =>
      this.jobs.start({ id, name }, (started, tx) => note(tx, { id: started.id })),
    );
    return this.get(job.id);
  }

  list(request: FileUploadListRequest): Promise<JsonText> {
    return this.uploads.listPage(request, this.clock.now());
  }

  /** `{ data: job }`. @throws NotFoundError */
  async get(jobId: number): Promise<JsonText> {
    const json = await this.uploads.findWire(jobId, this.clock.now());
    if (!json) throw noSuchJob(jobId);
    return json;
  }

  /** @throws NotFoundError */
  async listTasks(jobId: number, request: CompletedTaskListRequest): Promise<JsonText> {
    if ((await this.jobs.find(jobId))?.kind !== 'upload') throw noSuchJob(jobId);
    return this.uploads.listTasks(jobId, request);
  }

  /**
   * Takes one file.
   * @param name how the sender calls it
   * @throws NotFoundError, ConflictError where the job does not run, and what {@link Spool.receive} throws
   */
  async receive(jobId: number, name: string | undefined, body: BodyStream): Promise<UploadedFile> {
    const refusal = await this.refusalOf(jobId);
    if (refusal) throw refusal;
    const { packing, announcedBytes } = body;
    const onWrite = (size: number) => body.hold(size);
    const received = await this.spool.receive(this.watched(jobId, body), { packing, announcedBytes, onWrite });
    const file = { ...received, name: name ?? `upload.${received.media}` };
    const id = await this.spool.handOver(file.spoolKey, () =>
      this.jobs.addFile(jobId, file, (fileId, tx) => {
        const details = { id: Number(fileId), name: file.name, size: file.size, sha256: file.sha256 };
        return this.audit.record({ action: 'upload.file', resource: `file-upload/${jobId}`, details }, { on: tx });
      }),
    );
    return { ...file, id, jobId };
  }

  /** @throws NotFoundError, ConflictError where the job does not run */
  async end(jobId: number, by: string): Promise<JsonText> {
    await this.audit.audited({ action: 'upload.end', resource: `file-upload/${jobId}` }, async (note) => {
      const refusal = await this.refusalOf(jobId);
      if (refusal) throw refusal;
      await this.jobs.end(jobId, (_, tx) => note(tx));
    });
    await this.jobs.settle(jobId, (tx) => this.analysis.ask(by, tx));
    return this.get(jobId);
  }

  /** A file that takes long keeps its job from timing out. */
  private async *watched(jobId: number, body: BodyStream): AsyncGenerator<Buffer> {
    let touchedAt = this.clock.now().getTime();
    for await (const chunk of body.read()) {
      const now = this.clock.now().getTime();
      if (now - touchedAt >= touchEveryMs) {
        touchedAt = now;
        await this.jobs.touch(jobId);
      }
      yield chunk;
    }
  }

  private async refusalOf(jobId: number): Promise<AppError | null> {
    const job = await this.jobs.find(jobId);
    if (job?.kind !== 'upload') return noSuchJob(jobId);
    if (job.status === 'running') return null;
    const message = `the upload is ${job.status}; only one that is running takes files and can be ended`;
    return new ConflictError([{ context: 'status', message }]);
  }
}

function noSuchJob(jobId: number): NotFoundError {
  return new NotFoundError('path.file_upload_id', `there is no upload ${jobId}`);
}
