import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { schemes, type TestApp, testApp } from '../../../test/support/app.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { until } from '../../../test/support/until.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { NodeLookup } from '../../graph/lookups/node-lookup.js';
import { described, edge, known } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { GraphRemoval } from '../../graph/writer/removal/graph-removal.js';

const estate = [
  described('S-1', ['Domain', 'Base'], { domainsid: 'S-1', name: 'BIRCH' }),
  described('U', ['User', 'Base'], { domainsid: 'S-1' }),
  described('G', ['Group', 'Base'], { domainsid: 'S-1' }),
  described('C', ['Computer', 'Base'], { domainsid: 'S-1' }),
  described('A', ['AZUser', 'AZBase'], { tenantid: 'T' }),
  described('R', ['Repo', 'ACME']),
  edge('U', 'MemberOf', 'G'),
  edge('G', 'AdminTo', 'C'),
  edge('U', 'Pushes', known('R')),
];

describe('DELETE /api/v2/graph', () => {
  let app: TestApp;
  let judge: OpenApiJudge;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    judge = await OpenApiJudge.of(app.url);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.app.get(GraphRemoval).remove({}, async () => {});
    await writeGraph(app.database, estate);
    await app.database.query('TRUNCATE analysis_run, audit_log');
  });

  async function remove(query: string): Promise<{ status: number; data: Record<string, unknown>; errors: unknown }> {
    const response = await app.call('DELETE', `/api/v2/graph${query}`);
    expect(await judge.faultsOf('DELETE', '/api/v2/graph', response)).toEqual([]);
    return {
      status: response.status,
      ...((await response.json()) as { data: Record<string, unknown>; errors: unknown }),
    };
  }

  async function left(): Promise<string[]> {
    const found = await app.app.get(NodeLookup).findShown(['S-1', 'U', 'G', 'C', 'A', 'R']);
    return [...found.keys()].toSorted();
  }

  async function recorded(): Promise<unknown[]> {
    const response = await app.call('GET', '/api/v2/audit?action=graph.delete&sort_by=id');
    const { data } = (await response.json()) as { data: { actor: string; outcome: string; details: object }[] };
    return data.map(({ actor, outcome, details }) => [actor, outcome, details]);
  }

  it.each([
    ['08006', 'connection to the remote node worker-2:5432 failed'],
    ['XX000', 'server closed the connection unexpectedly'],
  ])('answers 503 if a preview needs a worker of Citus that is lost: %s', async (state, message) => {
    await app.database.query(`ALTER VIEW edge RENAME TO kept_edge;
      CREATE FUNCTION lost_worker() RETURNS smallint LANGUAGE plpgsql AS $$
      BEGIN RAISE '${message}' USING ERRCODE = '${state}'; END $$;
      ALTER FUNCTION lost_worker RENAME TO "while executing command on worker-2:5432";
      CREATE VIEW edge AS SELECT "while executing command on worker-2:5432"() AS kind`);
    try {
      expect(await remove('?all=true&dry_run=true')).toMatchObject({
        status: 503,
        errors: [{ code: 'database.unavailable' }],
      });
    } finally {
      await app.database.query(`DROP VIEW edge; ALTER VIEW kept_edge RENAME TO edge;
        DROP FUNCTION "while executing command on worker-2:5432"`);
    }
  });

  it('deletes the matching nodes and edges, requests an analysis and writes the audit log', async () => {
    const { status, data } = await remove('?source=Base&kind=Group&kind=Computer');
    const waiting = await app.app.get(AnalysisRuns).waiting();
    const result = {
      nodes: 2,
      edges: 2,
      nodes_by_kind: { Computer: 1, Group: 1 },
      edges_by_kind: { AdminTo: 1, MemberOf: 1 },
      version_before: expect.any(Number),
      version_after: Number(data['version_before']) + 1,
      analysis_run_id: waiting?.id,
    };
    expect([status, data]).toEqual([200, { dry_run: false, ...result }]);
    expect(waiting?.requestedBy).toBe('a-administrator');
    expect(await left()).toEqual(['A', 'R', 'S-1', 'U']);
    expect(await recorded()).toEqual([
      ['a-administrator', 'success', { source: 'Base', kind: ['Group', 'Computer'], ...result }],
    ]);
  });

  it.each(['source=Base', 'kind=MemberOf', 'environment=s-1', 'all=true', 'kind=Computer&not_seen_since=2026-01-01'])(
    'counts with dry_run what %s deletes',
    async (query) => {
      const before = await left();
      const { data: preview } = await remove(`?${query}&dry_run=true`);
      expect(preview).toMatchObject({ dry_run: true, analysis_run_id: null, version_after: preview['version_before'] });
      expect(await left()).toEqual(before);
      expect(await recorded()).toEqual([]);
      expect(await app.app.get(AnalysisRuns).waiting()).toBeNull();
      const { data: done } = await remove(`?${query}`);
      expect(counts(done)).toEqual(counts(preview));
    },
  );

  it('deletes everything with all=true', async () => {
    expect((await remove('?all=true')).data).toMatchObject({ nodes: 6, edges: 3 });
    expect(await left()).toEqual([]);
  });

  it('changes nothing and requests no analysis if nothing matches, and writes the audit log', async () => {
    const { data } = await remove('?kind=OU');
    expect(data).toMatchObject({ nodes: 0, edges: 0, analysis_run_id: null, version_after: data['version_before'] });
    expect(await app.app.get(AnalysisRuns).waiting()).toBeNull();
    expect(await recorded()).toMatchObject([['a-administrator', 'success', { kind: ['OU'], nodes: 0 }]]);
  });

  it.each([
    [
      '',
      'query.missing_parameter',
      'query',
      'takes at least one of source, kind, environment, not_seen_since, or all=true',
    ],
    [
      '?dry_run=true',
      'query.missing_parameter',
      'query',
      'takes at least one of source, kind, environment, not_seen_since, or all=true',
    ],
    [
      '?all=false',
      'query.missing_parameter',
      'query',
      'takes at least one of source, kind, environment, not_seen_since, or all=true',
    ],
    [
      '?all=true&kind=User&source=Base',
      'query.conflicting_parameters',
      'query.all',
      `means everything, so that it can't go with source, kind`,
    ],
    [
      '?kind=Usr',
      'reference.not_found',
      'query.kind',
      expect.stringMatching(
        /^there is no kind "Usr"; did you mean User\? There are User, ACME, ADCSESC1, .* and \d+ more$/,
      ),
    ],
    [
      '?source=User',
      'reference.not_found',
      'query.source',
      'there is no source "User"; there are Base, AZBase, Repo, ACME, Pushes',
    ],
    [
      '?source=base',
      'reference.not_found',
      'query.source',
      'there is no source "base"; there are Base, AZBase, Repo, ACME, Pushes',
    ],
    [
      '?environment=nope',
      'reference.not_found',
      'query.environment',
      'there is no environment "nope"; there are S-1, T',
    ],
    ['?environment=U', 'reference.not_found', 'query.environment', 'there is no environment "U"; there are S-1, T'],
    ['?kind=', 'query.invalid_value', 'query.kind', 'takes 1 to 256 characters'],
    ['?source=Base&source=AZBase', 'query.repeated_parameter', 'query.source', 'is given 2 times; it takes one value'],
    [
      '?not_seen_since=yesterday',
      'query.invalid_value',
      'query.not_seen_since',
      '"yesterday" is not valid; it takes a day, such as 2026-01-31, or an RFC 3339 date-time',
    ],
    [
      '?not_seen_since=2026-02-30',
      'query.invalid_value',
      'query.not_seen_since',
      '"2026-02-30" is not valid; it takes a day, such as 2026-01-31, or an RFC 3339 date-time',
    ],
    [
      '?kind=User&dry_run=yes',
      'query.invalid_value',
      'query.dry_run',
      '"yes" is not valid; it takes one of t, T, TRUE, true, True, f, F, FALSE, false, False',
    ],
  ])('returns 400 for %j with the accepted values', async (query, code, context, message) => {
    const { status, errors } = await remove(query);
    expect([status, errors]).toEqual([400, [{ code, context, message }]]);
    expect(await left()).toHaveLength(6);
  });

  it('returns 400 for a future day, with each other fault', async () => {
    const { status, errors } = await remove('?not_seen_since=9999-01-01T00:00:00-02:00&kind=Usr&source=Bse');
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      { context: 'query.source' },
      { context: 'query.kind' },
      {
        code: 'query.invalid_value',
        context: 'query.not_seen_since',
        message: expect.stringMatching(/^9999-01-01 is still to come; it is \d{4}-\d\d-\d\d$/),
      },
    ]);
    expect(await recorded()).toMatchObject([
      [
        'a-administrator',
        'failure',
        { kind: ['Usr'], source: 'Bse', reason: expect.stringContaining('query.kind: there is no kind') },
      ],
    ]);
  });

  it('accepts a domain without objects and returns 400 if there is no domain', async () => {
    await app.app.get(GraphRemoval).remove({}, async () => {});
    const message = 'there is no environment "s-1"; there are none';
    expect((await remove('?environment=s-1')).errors).toEqual([
      { code: 'reference.not_found', context: 'query.environment', message },
    ]);
    await writeGraph(app.database, [described('S-1', ['Domain', 'Base'], {})]);
    expect((await remove('?environment=s-1')).data).toMatchObject({ nodes: 1 });
  });

  it.each(schemes)('returns 403 to every role but administrator, by %s', async (scheme) => {
    const target = '/api/v2/graph?kind=Computer';
    for (const role of ['power_user', 'user', 'auditor', 'read_only', 'upload_only'] as const)
      expect((await app.as(role, scheme, 'DELETE', target)).status).toBe(403);
    expect((await app.as('administrator', scheme, 'DELETE', target)).status).toBe(200);
    expect(await left()).toEqual(['A', 'G', 'R', 'S-1', 'U']);
  });

  it('deletes nothing after the time limit of the request and records a failure', async () => {
    const release = await app.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7268001)');
      const response = await app.as('administrator', 'bearer', 'DELETE', '/api/v2/graph?all=true', {
        headers: { Prefer: 'wait=1' },
      });
      return response.status;
    });
    expect(release).toBe(500);
    await until(async () => (await recorded()).length > 0);
    expect(await recorded()).toMatchObject([['a-administrator', 'failure', { all: true }]]);
    expect(await left()).toHaveLength(6);
  });
});

function counts({ nodes, edges, nodes_by_kind, edges_by_kind, version_before }: Record<string, unknown>): object {
  return {
    nodes,
    edges,
    nodes_by_kind,
    edges_by_kind,
    version_before,
  };
}
