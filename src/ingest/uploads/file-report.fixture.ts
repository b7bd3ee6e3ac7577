import type { FileReport } from '../ingest-report.js';

/** What came of a file of two users that was read without fault. */
export function fileReport(changes: Partial<FileReport> = {}): FileReport {
  return {
    path: 'users.json',
    status: 'complete',
    format: 'sharphound',
    type: 'users',
    records: 2,
    nodes: { User: 2 },
    edges: { MemberOf: 3 },
    ignored: {},
    environments: {},
    changes: { nodesCreated: 2, nodesChanged: 1, edgesCreated: 3, edgesChanged: 0, edgesRemoved: 4 },
    faultCount: 0,
    faults: [],
    ...changes,
  };
}
