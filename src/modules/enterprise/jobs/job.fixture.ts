import type { GraphKeeper } from '../../../graph/memory/graph-keeper.js';
import { noCollectionOptions } from '../scope/collection-scope.js';
import { type DomainResult, domainResultCounts, type DomainResultCounts } from './domain-result.js';
import type { FinishedJob } from './job.js';

/** A graph in memory that has every version. */
export const anyVersion = { shown: [Number.MAX_SAFE_INTEGER, ''] as const } as GraphKeeper;

export const clientId = '11111111-1111-4111-8111-111111111111';

/** A job that ran for a minute and a half and collected the structure of one domain. */
export function finishedJob(changes: Partial<FinishedJob> = {}): FinishedJob {
  return {
    clientId,
    clientName: 'dc-collector',
    eventId: 3,
    eventTitle: 'nightly',
    executionTime: new Date('2026-03-01T02:00:00Z'),
    startTime: new Date('2026-03-01T02:00:01.500Z'),
    endTime: new Date('2026-03-01T02:01:30.120Z'),
    lastIngest: new Date('2026-03-01T02:01:29Z'),
    logPath: '/logs/1.log',
    domainController: 'DC1.CORP.EXAMPLE',
    status: 'complete',
    statusMessage: 'collected',
    ...noCollectionOptions,
    adStructureCollection: true,
    ous: [],
    domains: [],
    results: [],
    ...changes,
  };
}

export function domainResult(changes: Partial<DomainResult> = {}): DomainResult {
  return {
    domainName: 'CORP.EXAMPLE',
    success: true,
    message: '',
    counts: Object.fromEntries(domainResultCounts.map((name, index) => [name, index + 1])) as DomainResultCounts,
    ...changes,
  };
}
