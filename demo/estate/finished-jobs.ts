import {
  type DomainResult,
  type DomainResultCounts,
  noCounts,
} from '../../src/modules/enterprise/jobs/domain-result.js';
import type { CollectionOptions } from '../../src/modules/enterprise/scope/collection-scope.js';
import type { FinishedStatus } from '../../src/modules/enterprise/jobs/job-status.js';
import type { Estate } from '../generator/estate.js';
import type { Random } from '../generator/random.js';
import {
  type ClientKey,
  demoClients,
  type DemoClient,
  demoEvents,
  type DemoEvent,
  type EventKey,
} from './clients-and-events.js';
import { countsOf } from '../generator/sharphound/sharphound-payloads.js';

/** A job that has ended its collection. */
export interface DemoJob {
  readonly client: ClientKey;
  /** Null for a job on demand. */
  readonly event: EventKey | null;
  readonly eventTitle: string;
  readonly executionTime: Date;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly lastIngest: Date | null;
  readonly status: FinishedStatus;
  readonly statusMessage: string;
  readonly logPath: string;
  readonly domainController: string;
  readonly options: CollectionOptions;
  readonly ous: readonly string[];
  readonly domains: readonly string[];
  readonly domainResults: readonly DomainResult[];
}

const JOBS = 60;
const MINUTE_MS = 60_000;
/** Sixty jobs at this distance fit into four weeks. */
const DISTANCE_MINUTES = 11 * 60 + 7;

/** Events of the jobs, in turn. */
const TURN: readonly EventKey[] = ['nightly', 'sessions', 'tenant', 'servers', 'tenant', 'sessions', 'certificates'];

/** Jobs with another status than complete, by number from the newest. */
const UNUSUAL: Readonly<Record<number, FinishedStatus>> = {
  7: 'partially_complete',
  12: 'failed',
  14: 'partially_complete',
  19: 'canceled',
  26: 'timed_out',
  28: 'partially_complete',
  33: 'failed',
  41: 'timed_out',
  45: 'canceled',
  49: 'partially_complete',
  55: 'failed',
};

const MESSAGES: Readonly<Record<FinishedStatus, string>> = {
  ingesting: 'The files are being read',
  analyzing: 'The graph is being analyzed',
  complete: 'Complete',
  partially_complete: 'Some domains could not be collected',
  failed: 'The domain controller did not answer',
  canceled: 'Canceled by an operator',
  timed_out: 'The client stopped reporting',
};

/** The finished jobs of the demo, oldest first. */
export function demoJobs(estate: Estate): readonly DemoJob[] {
  const clients = new Map(demoClients(estate).map((client) => [client.key, client]));
  const events = new Map(demoEvents(estate).map((event) => [event.key, event]));
  const jobs: DemoJob[] = [];
  for (let age = JOBS - 1; age >= 0; age--) {
    const event = events.get(TURN[age % TURN.length] ?? 'nightly');
    const client = event && clients.get(event.client);
    if (event !== undefined && client !== undefined) jobs.push(jobOf(estate, event, client, age));
  }
  return jobs;
}

function jobOf(estate: Estate, event: DemoEvent, client: DemoClient, age: number): DemoJob {
  const random = estate.plan.random('job', age);
  const status = UNUSUAL[age] ?? 'complete';
  const isByHand = age % 11 === 5;
  const times = timesOf(estate.plan.now, age, status, random);
  return {
    client: client.key,
    event: isByHand ? null : event.key,
    eventTitle: isByHand ? '' : event.title,
    ...times,
    status,
    statusMessage: MESSAGES[status],
    logPath: `/var/log/collector/${client.key}/${times.startTime.toISOString().slice(0, 10)}-${age}.log`,
    domainController: client.domainController,
    options: event.options,
    ous: event.ous,
    domains: event.domains,
    domainResults: domainResultsOf(estate, event, status, age),
  };
}

const later = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

function timesOf(now: Date, age: number, status: FinishedStatus, random: Random) {
  const executionTime = new Date(now.getTime() - (age * DISTANCE_MINUTES + 75) * MINUTE_MS);
  const startTime = later(executionTime, random.between(2, 50));
  const endTime = later(startTime, status === 'timed_out' ? 3_600 : random.between(180, 2_700));
  const isIngested = status === 'complete' || status === 'partially_complete';
  return { executionTime, startTime, endTime, lastIngest: isIngested ? later(endTime, random.between(5, 90)) : null };
}

/** Domain results of a job; a job without data has none or failed ones. */
function domainResultsOf(
  estate: Estate,
  event: DemoEvent,
  status: FinishedStatus,
  age: number,
): readonly DomainResult[] {
  const { domain, trusted } = estate.plan;
  if (status === 'canceled' || status === 'timed_out') return [];
  if (status === 'failed') return [failure(domain.name, 'The LDAP server is unavailable')];
  if (event.client === 'cloud') return [success(domain.name, tenantCounts(estate, age))];
  const own = success(domain.name, directoryCounts(estate, event, age));
  if (status === 'partially_complete') return [own, failure(trusted.name, 'No trusted credentials for this domain')];
  return [own];
}

const success = (domainName: string, counts: DomainResultCounts): DomainResult => ({
  domainName,
  success: true,
  message: 'Collected',
  counts,
});

const failure = (domainName: string, message: string): DomainResult => ({
  domainName,
  success: false,
  message,
  counts: noCounts,
});

/** The domain grew to its present size: older collections found fewer objects. */
function directoryCounts({ directory }: Estate, { options }: DemoEvent, age: number): DomainResultCounts {
  const counts = countsOf(directory);
  const certificates = options.certServicesCollection ? 1 : 0;
  if (!options.adStructureCollection) return { ...noCounts, computer_count: counts.computers - Math.floor(age / 4) };
  return {
    user_count: counts.users - Math.floor(age / 2),
    group_count: counts.groups - Math.floor(age / 10),
    computer_count: counts.computers - Math.floor(age / 4),
    gpo_count: counts.gpos,
    ou_count: counts.ous,
    container_count: counts.containers,
    aiaca_count: certificates,
    rootca_count: certificates,
    enterpriseca_count: certificates,
    ntauthstore_count: certificates,
    certtemplate_count: certificates * counts.certTemplates,
    deleted_count: age % 7,
  };
}

function tenantCounts(estate: Estate, age: number): DomainResultCounts {
  const { users, groups, devices } = estate.tenantAt(estate.cloudRuns - 1).counts;
  return {
    ...noCounts,
    user_count: users - Math.floor((users * age) / 400),
    group_count: groups,
    computer_count: devices,
  };
}
