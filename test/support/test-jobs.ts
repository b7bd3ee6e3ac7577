import assert from 'node:assert/strict';
import { noCollectionOptions } from '../../src/modules/enterprise/scope/collection-scope.js';
import { ClientsService } from '../../src/modules/enterprise/clients/clients.service.js';
import { ClientJobsService } from '../../src/modules/enterprise/clients/client-jobs.service.js';
import type { JobOrder } from '../../src/modules/enterprise/jobs/job.dto.js';
import { JobRunsService } from '../../src/modules/enterprise/jobs/job-runs.service.js';
import { type TestApp, testApp } from './app.js';
import type { WireJob } from './collection-administrator.js';
import { linesOfLog } from './job-log.js';
import { OpenApiJudge } from './openapi.js';

/** The structure of the client's own domain. */
export const ownDomain = { ...noCollectionOptions, adStructureCollection: true, ous: [], domains: [] };

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A service with jobs and clients. Each answer is checked against the OpenAPI document. */
export class TestJobs {
  readonly runs: JobRunsService;
  private clients = 0;

  private constructor(
    readonly app: TestApp,
    private readonly judge: OpenApiJudge,
  ) {
    this.runs = app.app.get(JobRunsService);
  }

  static async start(): Promise<TestJobs> {
    const app = await testApp({ edition: 'enterprise' });
    return new TestJobs(app, await OpenApiJudge.of(app.url));
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** An unused name of a client. */
  clientName(): string {
    return `collector ${++this.clients}`;
  }

  /** @returns the id of a client */
  async addClient(): Promise<string> {
    const draft = { name: this.clientName(), type: 'directory', domainController: 'DC1' } as const;
    return (await this.app.app.get(ClientsService).create(draft)).client.id;
  }

  /** @returns the id of a ready job */
  createOnDemand(client: string, order: JobOrder): Promise<number> {
    return this.app.app.get(ClientJobsService, { strict: false }).createOnDemand(client, order);
  }

  /** Creates and starts a job of the client. @returns its id */
  async running(client: string): Promise<number> {
    const id = await this.createOnDemand(client, ownDomain);
    await this.runs.start(client, id);
    return id;
  }

  /** @param path below `/api/v2` */
  async read(method: string, path: string, response: Response): Promise<Answer> {
    const documented = path.replace(/jobs\/\d+/, 'jobs/{job_id}').replace(/clients\/[^/]{36}/, 'clients/{client_id}');
    assert.deepEqual(await this.judge.faultsOf(method, `/api/v2${documented}`, response), []);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.read(method, path, await this.app.call(method, `/api/v2${path}`, body));
  }

  async get(id: number): Promise<WireJob> {
    return ((await this.call('GET', `/jobs/${id}`)).body as { data: WireJob }).data;
  }

  /** The lines of the log of a job, without their times. */
  async log(id: number): Promise<string[]> {
    const { body } = await this.call('GET', `/jobs/${id}/log`);
    return linesOfLog((body as { data: { log: string } }).data.log);
  }
}
