import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scheme, type TestApp, testApp } from '../../../test/support/app.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import type { SendOptions } from '../../../test/support/signed-client.js';
import { UploadFiles } from '../../ingest/uploads/upload-files.repository.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';

export const base = '/api/v2/file-upload';
export const maxBytes = 100_000;

/** SharpHound writes this file if there are no users. */
export const emptyFile = '{"meta":{"type":"users","version":6,"count":0},"data":[]}';

export interface WireUpload {
  readonly id: number;
  readonly [name: string]: unknown;
}

/** A service that takes uploads, and a client that sends them. */
export class TestUploads {
  private constructor(
    /** Of the spool. */
    readonly folder: string,
    readonly clock: FakeClock,
    readonly app: TestApp,
    readonly judge: OpenApiJudge,
    readonly service: Uploads,
    readonly files: UploadFiles,
  ) {}

  static async start(): Promise<TestUploads> {
    const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
    const clock = new FakeClock(new Date().toISOString());
    const environment = {
      SPOOL_DIR: folder,
      MAX_UPLOAD_BYTES: String(maxBytes),
      UPLOAD_IDLE_TIMEOUT: '5',
      RATE_LIMIT_PER_SECOND: '1',
      RATE_LIMIT_BURST: '1000',
      DEFAULT_WAIT: '20',
      RETENTION_DATA: '7',
    };
    const app = await testApp({ edition: 'community', clock, environment });
    const [uploads, files] = [app.app.get(Uploads, { strict: false }), app.app.get(UploadFiles, { strict: false })];
    return new TestUploads(folder, clock, app, await OpenApiJudge.of(app.url), uploads, files);
  }

  async close(): Promise<void> {
    await this.app.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Nobody has uploaded anything. */
  async clear(): Promise<void> {
    await this.app.database.query('TRUNCATE upload, upload_file, upload_payload, analysis_run RESTART IDENTITY');
    for (const name of await this.spooled()) await rm(join(this.folder, name));
  }

  /** @returns the id of an upload that takes files */
  async startJob(): Promise<number> {
    return (await dataOf(await this.app.call('POST', `${base}/start`), 201)).id;
  }

  sendFile(id: number, body: string | Buffer, options: SendOptions = {}, scheme: Scheme = 'signature') {
    const headers = { 'Content-Type': 'application/json', ...options.headers };
    return this.app.as('upload_only', scheme, 'POST', `${base}/${id}`, { ...options, headers, body });
  }

  spooled(): Promise<string[]> {
    return readdir(this.folder);
  }

  filesOf(): Promise<{ name: string; key: string }[]> {
    return this.app.database.query('SELECT name, spool_key AS key FROM upload_file');
  }

  /** The time, in milliseconds since 1970, of the last bytes of an upload. */
  async lastActivity(id: number): Promise<number | undefined> {
    const sql = 'SELECT last_activity_at AS at FROM upload WHERE id = $1';
    const [upload] = await this.app.database.query<{ at: Date }>(sql, [id]);
    return upload?.at.getTime();
  }

  /** What the service is sent by a call, which may have to log in first. */
  async headersOf(call: () => Promise<unknown>): Promise<http.IncomingHttpHeaders> {
    const requests: http.IncomingMessage[] = [];
    const listen = (request: http.IncomingMessage) => requests.push(request);
    const server = this.app.app.getHttpServer().on('request', listen);
    await call();
    server.off('request', listen);
    return requests.at(-1)!.headers;
  }
}

export async function dataOf(response: Response, status: number): Promise<WireUpload> {
  const body = (await response.json()) as { data: WireUpload };
  assert.equal(response.status, status, JSON.stringify(body));
  return body.data;
}

/** The status, and each fault with its place. */
export async function faultsOf(response: Response): Promise<[number, string[]]> {
  const { errors } = (await response.json()) as { errors: { context: string; message: string }[] };
  return [response.status, errors.map(({ context, message }) => `${context}: ${message}`)];
}

export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
