import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { described, edge, whole } from '../../src/graph/graph-records.fixture.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { type TestApp, testApp } from '../support/app.js';
import { until } from '../support/until.js';

const members = '/api/v2/asset-groups/1/members';
const rights = '/api/v2/users/U/admin-rights';

/** The members of the local administrators are given whole. */
const administrators = whole('C-544', { of: 'incoming', kind: 'MemberOfLocalGroup' });

describe('reads beside the analysis', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    await writeGraph(app.database, [
      described('S-1', ['Domain', 'Base'], { name: 'X', collected: true, domainsid: 'S-1' }),
      described('U', ['User', 'Base'], { name: 'U' }),
      described('S-1-512', ['Group', 'Base'], { name: 'ADMINS', domainsid: 'S-1' }),
      described('C', ['Computer', 'Base'], { name: 'C' }),
      described('C-544', ['ADLocalGroup', 'Base']),
      edge('U', 'MemberOf', 'S-1-512'),
      edge('C-544', 'LocalToComputer', 'C'),
      edge('S-1-512', 'MemberOfLocalGroup', 'C-544'),
      administrators,
    ]);
  });
  afterAll(() => app.close());

  async function idsOf(target: string): Promise<string[]> {
    const response = await app.call('GET', target);
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { objectID: string }[] };
    return data.map(({ objectID }) => objectID).toSorted();
  }
  const read = async () => ({ members: await idsOf(members), rights: await idsOf(rights) });

  /** Waits until the statement of the analysis that changes the version waits for the row. */
  const stuck = (version: string) =>
    until(async () => {
      const rows = await app.database.query<{ query: string }>(
        "SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%graph_state SET version%'",
      );
      const [state] = await app.database.query<{ version: string }>('SELECT version FROM graph_state');
      return rows.length === 1 && state?.version === version;
    });

  it('return the old graph until the analysis commits, and the new one after it', async () => {
    const before = await read();
    expect(before).toEqual({ members: [], rights: [] });
    let analysis: Promise<unknown> = Promise.resolve();
    await app.database.transaction(async (tx) => {
      const [state] = await tx.query<{ version: string }>('SELECT version FROM graph_state FOR UPDATE');
      analysis = app.app.get(AnalysisService).run();
      await stuck(state!.version);
      for (let i = 0; i < 5; i++) expect(await read()).toEqual(before);
    });
    await analysis;
    expect(await read()).toEqual({ members: ['S-1', 'S-1-512', 'U'], rights: ['C'] });
  });

  it('return old rights until the analysis commits their removal', async () => {
    const before = await read();
    await writeGraph(app.database, [administrators]);
    let analysis: Promise<unknown> = Promise.resolve();
    await app.database.transaction(async (tx) => {
      const [state] = await tx.query<{ version: string }>('SELECT version FROM graph_state FOR UPDATE');
      analysis = app.app.get(AnalysisService).run();
      await stuck(state!.version);
      expect(await read()).toEqual(before);
    });
    await analysis;
    expect(await read()).toEqual({ ...before, rights: [] });
  });
});
