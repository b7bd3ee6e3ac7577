import assert from 'node:assert/strict';
import type { FileReport } from './ingest-report.js';
import { IngestService } from './ingest.service.js';
import { bufferSource, type PayloadSource } from './reading/payload-source.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';
import type { ReadLimits } from './reading/read-limits.js';
import { RecordingWriter } from './recording-writer.fixture.js';

/** An ingest that records the converted data instead of writing them. */
export class TestIngest {
  readonly writer = new RecordingWriter();
  readonly service = new IngestService(this.writer, defaultReadLimits);

  /** The reports of all payloads of one file, named `x`. */
  async files(content: string | Buffer, limits: Partial<ReadLimits> = {}): Promise<readonly FileReport[]> {
    const service = new IngestService(this.writer, { ...defaultReadLimits, ...limits });
    return (await service.ingest([source('x', content)])).files;
  }

  /** The report of a file that is no archive. */
  async one(name: string, content: string | Buffer): Promise<FileReport> {
    const [file, ...others] = (await this.service.ingest([source(name, content)])).files;
    assert(file && others.length === 0);
    return file;
  }

  /** Each payload as `status, first reason`, by the name inside the file. */
  async outcomes(content: string | Buffer, limits: Partial<ReadLimits> = {}): Promise<(string | undefined)[][]> {
    return (await this.files(content, limits)).map(({ path, status, faults }) => [
      path.slice(1),
      status,
      faults[0]?.reason,
    ]);
  }

  /** The ids of the nodes of each payload. */
  loadedIds(): string[][] {
    return this.writer.payloads.map(({ nodes }) => nodes.map(({ objectid }) => objectid));
  }
}

export function source(name: string, content: string | Buffer): PayloadSource {
  return bufferSource(name, Buffer.from(content));
}

/** A file of SharpHound or AzureHound. */
export function classic(type: string, data: readonly unknown[], meta = {}): string {
  return JSON.stringify({ data, meta: { type, version: 5, count: data.length, ...meta } });
}

/** A file of users without other fields. */
export function usersFile(...ids: readonly string[]): string {
  return classic(
    'users',
    ids.map((id) => ({ ObjectIdentifier: id })),
    { version: 6 },
  );
}
