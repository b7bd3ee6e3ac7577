import { linesOfLog, runIn } from './job-log.js';
import { bearerFetch, login, type SigningToken } from './signed-client.js';
import { until } from './until.js';

/** The fields of a job that tests read. */
export interface WireJob {
  readonly id: number;
  readonly status: string;
  readonly status_message: string;
  readonly event_id: { readonly int32: number; readonly valid: boolean };
  readonly execution_time: string;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly domain_results: readonly Record<string, unknown>[];
}

export interface DataQuality {
  readonly run_id: string;
}

/** Everything of the client's own domain. */
const options = { ad_structure_collection: true, session_collection: true, local_group_collection: true };

/** Manages clients, events and jobs over HTTP, at the current URL of the service. */
export class CollectionAdministrator {
  private bearer: string | null = null;

  constructor(
    private readonly service: () => Promise<string>,
    private readonly password: string,
  ) {}

  /** @returns the body of the answer @throws Error if the status is not `expected` */
  async call(expected: number, method: string, path: string, body?: object): Promise<unknown> {
    const url = await this.service();
    this.bearer ??= await login(url, 'admin', this.password);
    const content = body && { body: JSON.stringify(body) };
    const answer = await bearerFetch(url, this.bearer, method, `/api/v2${path}`, content);
    const text = await answer.text();
    if (answer.status !== expected) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  async createClient(name: string, type: 'directory' | 'cloud'): Promise<{ id: string; token: SigningToken }> {
    const { data } = (await this.call(201, 'POST', '/clients', { name, type })) as {
      data: { id: string; token: SigningToken };
    };
    return data;
  }

  /** @param first time of the first job, in whole seconds @returns the id of the event */
  async createEvent(client_id: string, first: Date, frequency: 'DAILY' | 'WEEKLY' = 'DAILY'): Promise<number> {
    const start = `${first.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const body = { client_id, rrule: `DTSTART:${start}\nRRULE:FREQ=${frequency}`, ...options };
    const { data } = (await this.call(201, 'POST', '/events', body)) as { data: { id: number } };
    return data.id;
  }

  /** @returns the id of a job on demand */
  async createJob(clientId: string): Promise<number> {
    const { data } = (await this.call(201, 'POST', `/clients/${clientId}/jobs`, options)) as { data: WireJob };
    return data.id;
  }

  async job(id: number): Promise<WireJob> {
    return ((await this.call(200, 'GET', `/jobs/${id}`)) as { data: WireJob }).data;
  }

  /** @param path of a list of jobs, with its query */
  async jobs(path: string): Promise<readonly WireJob[]> {
    return ((await this.call(200, 'GET', path)) as { data: WireJob[] }).data;
  }

  /** Waits until a job is complete, partially complete or failed. */
  async untilOver(id: number): Promise<WireJob> {
    const ways = ['complete', 'partially_complete', 'failed'];
    await until(async () => ways.includes((await this.job(id)).status), 90, 200);
    return this.job(id);
  }

  /** The lines of the log of a job, without their times. */
  async log(id: number): Promise<string[]> {
    const { data } = (await this.call(200, 'GET', `/jobs/${id}/log`)) as { data: { log: string } };
    return linesOfLog(data.log);
  }

  /** Id of the analysis run in the log of a job. */
  async runOf(id: number): Promise<string> {
    return runIn(await this.log(id));
  }

  /** Operation 1, and the same for domains; the oldest first. @param environment `cloud-tenants/<id>`, `ad-domains/<id>` */
  async dataQuality(environment: string): Promise<readonly DataQuality[]> {
    const page = await this.call(200, 'GET', `/${environment}/data-quality-stats?sort_by=created_at`);
    return (page as { data: DataQuality[] }).data;
  }

  /** Ids of the runs that counted the only domain of the graph. */
  async runsOfDomain(): Promise<string[]> {
    const page = (await this.call(200, 'GET', '/ad-domains?collected=true')) as { data: { domainsid: string }[] };
    if (page.data.length !== 1) throw new Error(`there are ${page.data.length} domains`);
    return (await this.dataQuality(`ad-domains/${page.data[0]!.domainsid}`)).map((it) => it.run_id);
  }
}
