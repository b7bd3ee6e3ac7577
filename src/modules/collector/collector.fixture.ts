import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { linesOfLog } from '../../../test/support/job-log.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { type SendOptions, signedFetch, type SigningToken } from '../../../test/support/signed-client.js';
import { Spool } from '../../ingest/spool/spool.js';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Job {
  readonly id: number;
  readonly status: string;
  readonly status_message: string;
}

/** What is answered to who has to run a job for what it asks. */
export const noJob = {
  status: 409,
  body: {
    errors: [
      {
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

/** A client that signs its calls; each answer is held against the OpenAPI document. */
export class TestCollector {
  private constructor(
    private readonly service: TestCollectorService,
    readonly id: string,
    readonly token: SigningToken,
  ) {}

  static async of(service: TestCollectorService, name: string): Promise<TestCollector> {
    const answer = await service.app.call('POST', '/api/v2/clients', { name, type: 'directory' });
    const { data } = (await answer.json()) as { data: { id: string; token: SigningToken } };
    return new TestCollector(service, data.id, data.token);
  }

  async call(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const { app, judge } = this.service;
    const response = await signedFetch(app.url, this.token, method, `/api/v2${path}`, options);
    assert.deepEqual(await judge.faultsOf(method, `/api/v2${path}`, response), []);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  tell(method: string, path: string, body: unknown): Promise<Answer> {
    return this.call(method, path, { body: JSON.stringify(body) });
  }

  ingest(body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', '/ingest', { body, headers: { 'Content-Type': 'application/json', ...headers } });
  }

  /** A job that is ready. @returns its id */
  async addJob(): Promise<number> {
    const answer = await this.service.app.call('POST', `/api/v2/clients/${this.id}/jobs`, { session_collection: true });
    assert.equal(answer.status, 201);
    return ((await answer.json()) as { data: Job }).data.id;
  }

  /** A job that it runs. @returns its id */
  async runJob(): Promise<number> {
    const id = await this.addJob();
    assert.equal((await this.tell('POST', '/jobs/start', { id })).status, 200);
    return id;
  }
}

/** What those see who are no collectors. */
export class TestCollectorService {
  private clients = 0;

  private constructor(
    readonly app: TestApp,
    readonly judge: OpenApiJudge,
  ) {}

  static async start(): Promise<TestCollectorService> {
    const app = await testApp({ edition: 'enterprise' });
    return new TestCollectorService(app, await OpenApiJudge.of(app.url));
  }

  addClient(): Promise<TestCollector> {
    return TestCollector.of(this, `collector ${++this.clients}`);
  }

  async job(id: number): Promise<Job> {
    return ((await (await this.app.call('GET', `/api/v2/jobs/${id}`)).json()) as { data: Job }).data;
  }

  /** Without the times. */
  async log(id: number): Promise<string[]> {
    const answer = (await (await this.app.call('GET', `/api/v2/jobs/${id}/log`)).json()) as { data: { log: string } };
    return linesOfLog(answer.data.log);
  }

  /** The files that a job has sent. */
  files(jobId: number): Promise<{ name: string; media: string }[]> {
    return this.app.database.query(
      `SELECT name, media FROM ingest_file WHERE job_id = (SELECT ingest_job_id FROM job WHERE id = $1) ORDER BY id`,
      [jobId],
    );
  }

  async spooled(): Promise<number> {
    const { folder } = this.app.app.get(Spool, { strict: false });
    return (await readdir(folder).catch(() => [])).length;
  }
}
