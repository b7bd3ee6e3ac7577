import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../base/error-message.js';
import type { ProgressListener } from '../../ingest/ingest-progress.js';
import type { FileUploadDto } from '../../modules/file-uploads/file-uploads.fields.js';
import type { UploadedFileDto } from '../../modules/file-uploads/uploaded-file.dto.js';
import { ServiceAwayError, type ServiceClient, ServiceError } from '../questions/service-client.js';

/** An upload whose files are sent. */
export interface SentUpload {
  readonly id: number;
  /** Paths of the files by the ids that the service gave them. */
  readonly paths: ReadonlyMap<number, string>;
  /** Files that the service refused. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Sends files in one upload and ends it. A refused file does not keep the others from being sent.
 * @throws ServiceAwayError that names the files that were not sent
 */
export async function sendFiles(
  service: ServiceClient,
  files: readonly string[],
  listener: ProgressListener,
): Promise<SentUpload> {
  const { data: upload } = await service.postJson<{ data: FileUploadDto }>('/api/v2/file-upload/start');
  const path = `/api/v2/file-upload/${upload.id}`;
  const paths = new Map<number, string>();
  const refused: { path: string; reason: string }[] = [];
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const progress = { bytes: 0, totalBytes: sizes.reduce((sum, size) => sum + size, 0) };
  for (const [index, file] of files.entries()) {
    const chunks = counted(file, (bytes) => {
      progress.bytes += bytes;
      listener({ path: file, ...progress });
    });
    try {
      const headers = { 'Content-Type': 'application/octet-stream', 'X-File-Upload-Name': headerText(basename(file)) };
      const { data } = await service.postJson<{ data: UploadedFileDto }>(path, { chunks, headers });
      paths.set(data.id, file);
    } catch (error) {
      if (!isRefusal(error)) throw interrupted(error, upload.id, files.slice(index));
      refused.push({ path: file, reason: error.message });
    }
  }
  await service.postJson(`${path}/end`);
  return { id: upload.id, paths, refused };
}

/** Interval between two polls, and the longest outage of the service that is tolerated, for example for a restart. */
const [pollMs, awayMs] = [500, 60_000];

/**
 * Waits until all files are read and analysed.
 * @throws ServiceAwayError if the service is away for a minute
 */
export async function untilAnalysed(
  service: ServiceClient,
  id: number,
  onProgress: (upload: FileUploadDto) => void,
): Promise<FileUploadDto> {
  let answeredAt = Date.now();
  for (;;) {
    try {
      const { data } = await service.getJson<{ data: FileUploadDto }>(`/api/v2/file-upload/${id}`);
      answeredAt = Date.now();
      onProgress(data);
      if (!['running', 'ingesting', 'analyzing'].includes(data.status)) return data;
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (Date.now() - answeredAt > awayMs)
        throw new ServiceAwayError(
          `${errorMessage(error)}; upload ${id} has all files, and the service goes on with it when it runs`,
          false,
        );
    }
    await sleep(pollMs);
  }
}

/** The service has answered and will not answer otherwise. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500 && error.status !== 429;
}

function interrupted(error: unknown, id: number, files: readonly string[]): ServiceAwayError {
  const rest = files.map((file) => `\n  ${file}`).join('');
  return new ServiceAwayError(
    `${errorMessage(error)}; the files before are in upload ${id} and will be read. Send these again:${rest}`,
    false,
  );
}

async function* counted(file: string, listener: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = createReadStream(file);
  for await (const chunk of chunks) {
    yield chunk;
    listener(chunk.length);
  }
}

/** The service reads UTF-8; a header takes one character for each byte. */
function headerText(name: string): string {
  return Buffer.from(name, 'utf8').toString('latin1');
}
