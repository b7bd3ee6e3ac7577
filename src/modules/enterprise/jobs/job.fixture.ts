import { noCollectionOptions } from '../scope/collection-scope.js';
import type { DomainResult, FinishedJobDraft } from './job.js';

export const clientId = '11111111-1111-4111-8111-111111111111';

/** A job that ran for a minute and a half and collected the structure of one domain. */
export function finishedJob(changes: Partial<FinishedJobDraft> = {}): FinishedJobDraft {
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
    userCount: 1,
    groupCount: 2,
    computerCount: 3,
    gpoCount: 4,
    ouCount: 5,
    containerCount: 6,
    aiacaCount: 7,
    rootcaCount: 8,
    enterprisecaCount: 9,
    ntauthstoreCount: 10,
    certtemplateCount: 11,
    deletedCount: 12,
    ...changes,
  };
}
