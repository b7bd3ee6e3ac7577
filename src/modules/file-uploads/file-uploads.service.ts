import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { Clock } from '../../base/clock.js';
import { AppError, NotFoundError } from '../../base/errors.js';
import type { RequestBody } from '../../http/body/request-body.js';
import type { JsonText } from '../../http/json-text.js';
import { type IngestAccount, notRunning } from '../../ingest/uploads/upload.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { Spool } from '../../ingest/spool/spool.js';
import type { CompletedTaskListRequest } from './completed-tasks.fields.js';
import type { FileUploadListRequest } from './file-uploads.fields.js';
import { FileUploadsRepository } from './file-uploads.repository.js';
import type { UploadedFile } from './uploaded-file.dto.js';

/** Interval at which a file being received resets the timeout of its upload. */
const touchEveryMs = 30_000;

/** Uploads of accounts over HTTP. Every account with the permission may use every upload. */
@Injectable()
export class FileUploadsService {
  constructor(
    private readonly uploads: Uploads,
    private readonly spool: Spool,
    private readonly repository: FileUploadsRepository,
    private readonly analysis: AnalysisRuns,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async start({ id, name }: IngestAccount): Promise<JsonText> {
    const upload = await this.audit.audited({ action: 'upload.start', resource: 'file-upload' }, (note) =>
      this.uploads.start({ id, name }, (started, tx) => note(tx, { id: started.id })),
    );
    return this.get(upload.id);
  }

  list(request: FileUploadListRequest): Promise<JsonText> {
    return this.repository.listPage(request, this.clock.now());
  }

  /** @returns `{ data: upload }` @throws NotFoundError */
  async get(uploadId: number): Promise<JsonText> {
    const json = await this.repository.find(uploadId, this.clock.now());
    if (!json) throw noSuchUpload(uploadId);
    return json;
  }

  /** @throws NotFoundError */
  async listTasks(uploadId: number, request: CompletedTaskListRequest): Promise<JsonText> {
    if ((await this.uploads.find(uploadId))?.kind !== 'upload') throw noSuchUpload(uploadId);
    return this.repository.listTasks(uploadId, request);
  }

  /**
   * Receives one file.
   * @param name given by the sender
   * @throws NotFoundError, ConflictError if the upload is not running, and the errors of {@link Spool.receive}
   */
  async receive(uploadId: number, name: string | undefined, body: RequestBody): Promise<UploadedFile> {
    const refusal = await this.refusalOf(uploadId);
    if (refusal) throw refusal;
    const received = await this.spool.receive(this.watched(uploadId, body), body);
    const file = { ...received, name: name ?? `upload.${received.media}` };
    const id = await this.spool.handOver(file.spoolKey, () =>
      this.uploads.addFile(uploadId, file, (fileId, tx) => {
        const details = { id: Number(fileId), name: file.name, size: file.size, sha256: file.sha256 };
        return this.audit.record({ action: 'upload.file', resource: `file-upload/${uploadId}`, details }, { on: tx });
      }),
    );
    return { ...file, id, uploadId };
  }

  /** @throws NotFoundError, ConflictError if the upload is not running */
  async end(uploadId: number, by: string): Promise<JsonText> {
    await this.audit.audited({ action: 'upload.end', resource: `file-upload/${uploadId}` }, async (note) => {
      const refusal = await this.refusalOf(uploadId);
      if (refusal) throw refusal;
      await this.uploads.end(uploadId, (_, tx) => note(tx));
    });
    await this.uploads.continueAfterFiles(uploadId, (tx) => this.analysis.request(by, tx));
    return this.get(uploadId);
  }

  /**
   * Passes the body on. Resets the timeout of the upload meanwhile if the body is trusted: a caller that knows only a token id must not
   * postpone it.
   */
  private async *watched(uploadId: number, body: RequestBody): AsyncGenerator<Buffer> {
    let touchedAt = this.clock.now().getTime();
    for await (const chunk of body.read()) {
      const now = this.clock.now().getTime();
      if (body.isTrusted && now - touchedAt >= touchEveryMs) {
        touchedAt = now;
        await this.uploads.touch(uploadId);
      }
      yield chunk;
    }
  }

  private async refusalOf(uploadId: number): Promise<AppError | null> {
    const upload = await this.uploads.find(uploadId);
    if (upload?.kind !== 'upload') return noSuchUpload(uploadId);
    return upload.status === 'running' ? null : notRunning(upload);
  }
}

function noSuchUpload(uploadId: number): NotFoundError {
  return new NotFoundError('path.file_upload_id', `there is no upload ${uploadId}`);
}
