import type { FinishedStatus } from '../../src/modules/enterprise/jobs/job-status.js';
import {
  type DomainResult,
  type DomainResultCounts,
  noCounts,
} from '../../src/modules/enterprise/jobs/domain-result.js';
import { countsOf } from '../generator/directory/counts.js';
import type { Estate } from '../generator/estate.js';
import type { DemoEvent } from './collection-events.js';

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

/** The domain has grown to its present size: older collections found a little less. */
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
