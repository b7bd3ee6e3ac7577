import { describe, expect, it } from '@jest/globals';
import type { FileReport } from '../../ingest/ingest-report.js';
import type { IngestOutcome } from './run-ingest.js';
import { outcomeText } from './ingest-tables.js';

const file = (report: Partial<FileReport>): FileReport => ({
  path: 'in/users.json',
  status: 'complete',
  format: 'sharphound',
  type: 'users',
  records: 2,
  nodes: { User: 2 },
  edges: { MemberOf: 2, Owns: 1 },
  ignored: {},
  environments: {},
  changes: { nodesCreated: 2, nodesChanged: 1, edgesCreated: 3, edgesChanged: 4, edgesRemoved: 5 },
  faultCount: 0,
  faults: [],
  ...report,
});

/** The cells of each line of the tables; other lines as they are. */
const cellsOf = (outcome: IngestOutcome) =>
  outcomeText(outcome, { columns: 200 })
    .split('\n')
    .filter((line) => !/^[┌├└]/.test(line))
    .map((line) =>
      line.startsWith('│')
        ? line
            .split('│')
            .slice(1, -1)
            .map((cell) => cell.trim())
        : line,
    );

const keptDays = { data: 7, sessions: 0 };
const kept =
  'if no later collection sees it again: sessions are kept for good (RETENTION_SESSIONS), all else is removed after 7 days (RETENTION_DATA)';

const fileCounts = ['records', 'nodes', 'edges', 'new nodes', 'new edges', 'changed', 'removed', 'faults'];
const fileHead = ['file', 'type', ...fileCounts, 'status'];

const environment = (name: string) => ({ type: 'domain' as const, name, counts: { users: 1_234_567, groups: 7 } });

describe('outcomeText', () => {
  it('shows each file below their folder, then all kinds together', () => {
    const files = [
      file({}),
      file({ path: 'in/a.zip!computers.json', type: 'computers', nodes: { Computer: 1 }, edges: { Owns: 1 } }),
    ];
    expect(cellsOf({ files, complete: true, keptDays, analysis: null })).toEqual([
      fileHead,
      ['users.json', 'users', '2', '2', '3', '2', '3', '5', '5', '0', 'complete'],
      ['a.zip!computers.json', 'computers', '2', '1', '1', '2', '3', '5', '5', '0', 'complete'],
      ['nodes described', 'count'],
      ['Computer', '1'],
      ['User', '2'],
      ['edges stated', 'count'],
      ['MemberOf', '2'],
      ['Owns', '2'],
      'no faults',
      kept,
    ]);
  });

  it('shows what the analysis derived and counted', () => {
    const analysis: IngestOutcome['analysis'] = {
      runId: '5eed0000-0000-4000-8000-000000000001',
      version: 3,
      repeatableVersion: 3,
      rules: 'r',
      unchanged: false,
      edges: [{ kind: 'AdminTo', created: 5, removed: 1 }],
      skipped: [{ kind: 'CoerceAndRelayNTLMToSMB', property: 'smbsigning', objects: 3 }],
      tierZero: 2,
      dataQuality: { tenants: 1, domains: 2 },
      environments: [
        { type: 'domain', name: 'BIRCH.LOCAL', counts: { users: 7, session_completeness: 0.384 } },
        { type: 'domain', name: 'OAK.LOCAL', counts: { users: 1, session_completeness: 0 } },
        { type: 'tenant', name: 'BIRCHWOOD', counts: { users: 3 } },
      ],
    };
    expect(cellsOf({ files: [], complete: true, keptDays, analysis })).toEqual([
      fileHead,
      ['edges derived', 'new', 'gone'],
      ['AdminTo', '5', '1'],
      ['rule', 'skipped for lack of', 'objects'],
      ['CoerceAndRelayNTLMToSMB', 'smbsigning', '3'],
      ['data quality by domain', 'BIRCH.LOCAL', 'OAK.LOCAL'],
      ['users', '7', '1'],
      ['session_completeness', '38 %', '0 %'],
      ['data quality by tenant', 'BIRCHWOOD'],
      ['users', '3'],
      'no faults',
      kept,
    ]);
  });

  it('shows no character of a file that a terminal would obey', () => {
    const path = 'a.zip!\x1b[2J\u202Eusers\n.json';
    const fault = { path, list: null, record: null, field: null, reason: 'is \x07' };
    const files = [file({ path, faultCount: 1, faults: [fault] })];
    const text = outcomeText({ files, complete: true, keptDays, analysis: null }, {});
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('  a.zip!\uFFFD[2J\uFFFDusers\uFFFD.json: is \uFFFD');
  });

  it('tells the place of every fault that was kept, and how many more there are', () => {
    const at = { path: 'in/users.json', list: 'data', record: 3, field: 'Aces[1].RightName', reason: 'is missing' };
    const files = [
      file({ faultCount: 5, faults: [at, { ...at, field: null, reason: 'is not valid JSON' }] }),
      file({
        path: 'in/x.json',
        status: 'failed',
        type: null,
        changes: null,
        nodes: {},
        edges: {},
        ignored: { AZOther: 2 },
        faultCount: 2,
        faults: [null, 'meta.version'].map((field) => ({
          path: 'in/x.json',
          list: null,
          record: null,
          field,
          reason: 'is odd',
        })),
      }),
    ];
    const lines = cellsOf({ files, complete: false, keptDays, analysis: null });
    expect(lines).toContainEqual(['x.json', '', '2', '0', '0', '0', '0', '0', '0', '2', 'failed']);
    expect(lines).toContainEqual(['AZOther', '2']);
    expect(lines.slice(-7)).toEqual([
      '7 faults:',
      '  in/users.json data[3].Aces[1].RightName: is missing',
      '  in/users.json data[3]: is not valid JSON',
      '  in/users.json: and 3 more',
      '  in/x.json: is odd',
      '  in/x.json meta.version: is odd',
      kept,
    ]);
  });

  it.each([80, 100, 120])('fits a terminal of %i columns', (columns) => {
    const path = `in/20260101120000_BloodHound.zip!${'folder/'.repeat(6)}20260101120000_computers.json`;
    const reason = `${'several words '.repeat(20)}${'x'.repeat(200)} and more`;
    const text = outcomeText(
      {
        files: [
          file({ path, records: 100_000, nodes: { ['K'.repeat(100)]: 3 }, edges: { MemberOf: 1_234_567 } }),
          file({ path: 'in/a.json', faultCount: 1, faults: [{ path, list: 'data', record: 3, field: null, reason }] }),
        ],
        complete: true,
        keptDays: { data: 7, sessions: 3 },
        analysis: {
          runId: '5eed0000-0000-4000-8000-000000000001',
          version: 3,
          repeatableVersion: 3,
          rules: 'r',
          unchanged: false,
          edges: [],
          skipped: [],
          tierZero: 2,
          dataQuality: { tenants: 0, domains: 8 },
          environments: Array.from({ length: 8 }, (_, index) => environment(`D${index}.BIRCH.LOCAL`)),
        },
      },
      { columns },
    );
    const tooWide = text.split('\n').filter((line) => line.length > columns);
    expect(tooWide.filter((line) => line.trim().includes(' '))).toEqual([]);
    expect(tooWide.filter((line) => /^[│┌]/.test(line))).toEqual([]);
    for (let index = 0; index < 8; index++) expect(text).toContain(`D${index}.BIRCH.LOCAL`);
    expect(text).toContain(`    ${'x'.repeat(200)}\n`);
  });

  it('wraps nothing and draws no boxes without a terminal', () => {
    const reason = `${'word '.repeat(20)}end`;
    const fault = { path: 'in/users.json', list: 'data', record: 3, field: null, reason };
    const files = [file({ faultCount: 1, faults: [fault] })];
    expect(outcomeText({ files, complete: true, keptDays, analysis: null }, {})).toBe(
      `
file        type   records  nodes  edges  new nodes  new edges  changed  removed  faults  status
users.json  users        2      2      3          2          3        5        5       1  complete
nodes described  count
User                 2
edges stated  count
MemberOf          2
Owns              1
1 fault:
  in/users.json data[3]: ${reason}
${kept}`.trimStart(),
    );
  });
});
