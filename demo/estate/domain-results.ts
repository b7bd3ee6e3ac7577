import type { FinishedStatus } from '../../src/modules/enterprise/jobs/job-status.js';
import type { DomainResult } from '../../src/modules/enterprise/jobs/job.js';
import { countsOf } from '../generator/directory/counts.js';
import type { Estate } from '../generator/estate.js';
import type { DemoEvent } from './collection-events.js';

type ResultCounts = Omit<DomainResult, 'domainName' | 'success' | 'message'>;

const NO_COUNTS: ResultCounts = {
  userCount: 0,
  groupCount: 0,
  computerCount: 0,
  gpoCount: 0,
  ouCount: 0,
  containerCount: 0,
  aiacaCount: 0,
  rootcaCount: 0,
  enterprisecaCount: 0,
  ntauthstoreCount: 0,
  certtemplateCount: 0,
  deletedCount: 0,
};

/** Results of one job, by domain; a job that brought nothing home has none or failed ones. */
export function domainResultsOf(
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

const success = (domainName: string, counts: ResultCounts): DomainResult => ({
  domainName,
  success: true,
  message: 'Collected',
  ...counts,
});

const failure = (domainName: string, message: string): DomainResult => ({
  domainName,
  success: false,
  message,
  ...NO_COUNTS,
});

/** The domain has grown to its present size: older collections found a little less. */
function directoryCounts({ directory }: Estate, { options }: DemoEvent, age: number): ResultCounts {
  const counts = countsOf(directory);
  const certificates = options.certServicesCollection ? 1 : 0;
  if (!options.adStructureCollection) return { ...NO_COUNTS, computerCount: counts.computers - Math.floor(age / 4) };
  return {
    userCount: counts.users - Math.floor(age / 2),
    groupCount: counts.groups - Math.floor(age / 10),
    computerCount: counts.computers - Math.floor(age / 4),
    gpoCount: counts.gpos,
    ouCount: counts.ous,
    containerCount: counts.containers,
    aiacaCount: certificates,
    rootcaCount: certificates,
    enterprisecaCount: certificates,
    ntauthstoreCount: certificates,
    certtemplateCount: certificates * counts.certTemplates,
    deletedCount: age % 7,
  };
}

function tenantCounts(estate: Estate, age: number): ResultCounts {
  const { users, groups, devices } = estate.tenantAt(estate.cloudRuns - 1).counts;
  return {
    ...NO_COUNTS,
    userCount: users - Math.floor((users * age) / 400),
    groupCount: groups,
    computerCount: devices,
  };
}
