import assert from 'node:assert/strict';
import { type TestApp, testApp } from '../../../test/support/app.js';
import type { WireJob } from '../../../test/support/collection-client.js';
import { linesOfLog } from '../../../test/support/job-log.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { noCollectionOptions } from '../../collection/collection-scope.js';
import { ClientsService } from '../clients/clients.service.js';
import { JobOrdersService } from './job-orders.service.js';
import { JobRunsService } from './job-runs.service.js';

/** The structure of the client's own domain. */
export const ownDomain = { ...noCollectionOptions, adStructureCollection: true, ous: [], domains: [] };

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A service with jobs and clients; each answer is held against the OpenAPI document. */
export class TestJobs {
  private clients = 0;

  private constructor(
    readonly app: TestApp,
    private readonly judge: OpenApiJudge,
    readonly runs: JobRunsService,
    readonly orders: JobOrdersService,
  ) {}

  static async start(): Promise<TestJobs> {
    const app = await testApp({ edition: 'enterprise' });
    const runs = app.app.get(JobRunsService);
    const orders = app.app.get(JobOrdersService, { strict: false });
    return new TestJobs(app, await OpenApiJudge.of(app.url), runs, orders);
  }

  /** @returns the id of a client */
  async addClient(): Promise<string> {
    const draft = { name: `collector ${++this.clients}`, type: 'directory', domainController: 'DC1' } as const;
    return (await this.app.app.get(ClientsService).create(draft)).client.id;
  }

  /** @returns the id of a job that the client runs */
  async running(client: string): Promise<number> {
    const id = await this.orders.createOnDemand(client, ownDomain);
    await this.runs.start(client, id);
    return id;
  }

  async read(method: string, path: string, response: Response): Promise<Answer> {
    const documented = path.replace(/jobs\/\d+/, 'jobs/{job_id}').replace(/clients\/[^/]+/, 'clients/{client_id}');
    assert.deepEqual(await this.judge.faultsOf(method, `/api/v2${documented}`, response), []);
    return { status: response.status, body: await response.json() };
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.read(method, path, await this.app.call(method, `/api/v2${path}`, body));
  }

  async get(id: number): Promise<WireJob> {
    return ((await this.call('GET', `/jobs/${id}`)).body as { data: WireJob }).data;
  }

  /** The lines, without their times. */
  async log(id: number): Promise<string[]> {
    const { body } = await this.call('GET', `/jobs/${id}/log`);
    return linesOfLog((body as { data: { log: string } }).data.log);
  }
}
