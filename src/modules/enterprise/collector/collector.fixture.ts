import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { WireJob } from '../../../../test/support/collection-administrator.js';
import { type SendOptions, signedFetch, type SigningToken } from '../../../../test/support/signed-client.js';
import type { Answer, TestJobs } from '../../../../test/support/test-jobs.js';
import { SpoolStore } from '../../../ingest/spool/spool-store.js';

/** The answer to a call that needs a running job. */
export const noJob = {
  status: 409,
  body: {
    errors: [
      {
        code: 'job.not_running',
        context: 'job',
        message: 'the client runs no job; it has to start one of those that GET /api/v2/jobs/available lists',
      },
    ],
  },
};

/** A file of users as SharpHound writes them. */
export function usersFile(...ids: readonly string[]): string {
  const data = ids.map((ObjectIdentifier) => ({ ObjectIdentifier, PrimaryGroupSID: null }));
  return JSON.stringify({ data, meta: { type: 'users', version: 5, count: data.length } });
}

/** A client with signed calls. */
export class TestCollector {
  private constructor(
    private readonly jobs: TestJobs,
    readonly id: string,
    readonly token: SigningToken,
  ) {}

  static async of(jobs: TestJobs): Promise<TestCollector> {
    const { status, body } = await jobs.call('POST', '/clients', { name: jobs.clientName(), type: 'directory' });
    assert.equal(status, 201);
    const { data } = body as { data: { id: string; token: SigningToken } };
    return new TestCollector(jobs, data.id, data.token);
  }

  async call(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const response = await signedFetch(this.jobs.app.url, this.token, method, `/api/v2${path}`, options);
    return this.jobs.read(method, path, response);
  }

  tell(method: string, path: string, body: unknown): Promise<Answer> {
    return this.call(method, path, { body: JSON.stringify(body) });
  }

  ingest(body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', '/ingest', { body, headers: { 'Content-Type': 'application/json', ...headers } });
  }

  /** Creates a ready job. @returns its id */
  async addJob(): Promise<number> {
    const { status, body } = await this.jobs.call('POST', `/clients/${this.id}/jobs`, { session_collection: true });
    assert.equal(status, 201);
    return (body as { data: WireJob }).data.id;
  }

  /** Creates and starts a job. @returns its id */
  async runJob(): Promise<number> {
    const id = await this.addJob();
    assert.equal((await this.tell('POST', '/jobs/start', { id })).status, 200);
    return id;
  }
}

/** The files of the upload of a job. */
export function filesOf({ app }: TestJobs, jobId: number): Promise<{ name: string; media: string }[]> {
  return app.database.query(
    `SELECT name, media FROM upload_file WHERE upload_id = (SELECT upload_id FROM job WHERE id = $1) ORDER BY id`,
    [jobId],
  );
}

/** The number of files in the spool. */
export async function spooled({ app }: TestJobs): Promise<number> {
  const { folder } = app.app.get(SpoolStore, { strict: false });
  return (await readdir(folder).catch(() => [])).length;
}
