import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { login } from '../../../test/support/signed-client.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { runCommand, runPiped, smallEstate } from './questions.fixture.js';

let app: TestApp;
let service: readonly string[];

beforeAll(async () => {
  app = await testApp({ edition: 'community' });
  await writeGraph(app.database, smallEstate);
  const draft = { name: 'reader', email: null, role: 'read_only', password: 'a long password' } as const;
  await app.app.get(AccountsService).create(draft);
  service = ['--url', app.url, '--token', await login(app.url, draft.name, draft.password)];
});
afterAll(() => app.close());

const note = 'tier zero has no members: no analysis has run';

const run = (...words: readonly string[]) => runCommand({}, 'query', ...words, ...service);

const users = 'MATCH (u:User) RETURN u.name AS user, u.pwdlastset AS changed, u.enabled ORDER BY user';

describe('query', () => {
  it('prints a table that fits the terminal', async () => {
    expect(await run(users)).toEqual({
      code: 0,
      err: `note: ${note}`,
      out: `
┌─────────────────┬────────────┬───────────┐
│ user            │    changed │ u.enabled │
├─────────────────┼────────────┼───────────┤
│ ADA@BIRCH.LOCAL │ 1767225600 │ true      │
│ BO@BIRCH.LOCAL  │            │           │
└─────────────────┴────────────┴───────────┘`.trim(),
    });
  });

  it('prints nodes by their names, relationships by their kinds and paths by their steps', async () => {
    const query = `
      MATCH p = (bo:User {name: $bo})<-[:HasSession]-(pc)<-[r:GenericAll]-(g)
      RETURN pc, r, p, collect(g)[0..1] AS groups, {a: 1} AS map LIMIT 1`;
    const words = ['query', query, '--parameters', '{"bo":"BO@BIRCH.LOCAL"}', '--tsv', ...service];
    const { out } = await runPiped({}, ...words);
    expect(out.split('\n')).toEqual([
      'pc\tr\tp\tgroups\tmap',
      'PC1.BIRCH.LOCAL\tGenericAll\tBO@BIRCH.LOCAL <-HasSession- PC1.BIRCH.LOCAL <-GenericAll- STAFF@BIRCH.LOCAL\t[STAFF@BIRCH.LOCAL]\t{"a":1}',
    ]);
  });

  it('prints the answer as JSON or CSV, and the steps of the plan', async () => {
    const { out } = await run('MATCH (t:AZTenant) RETURN t.name AS name', '--json');
    expect(JSON.parse(out)).toEqual({
      data: { columns: ['name'], rows: [['OAK']] },
      analysed_at: null,
      stale_since: null,
      notes: [note],
    });
    expect((await run('MATCH (t:AZTenant) RETURN t.name AS name', '--csv')).out).toBe('name\r\nOAK');
    expect((await run('MATCH (t:AZTenant) RETURN t.name AS name', '--explain')).out).toBe(
      'scan t by label AZTenant\nfilter by t\nproject name',
    );
  });

  it('finds no rows without a failure', async () => {
    const { code, err } = await run('MATCH (u:User {name: "nobody"}) RETURN u');
    expect([code, err]).toEqual([0, `note: ${note}\nno rows`]);
  });

  it('reports what is wrong with its place', async () => {
    expect(await run('MATCH (u:User) DELETE u')).toEqual({
      code: 1,
      out: '',
      err: 'body.query: line 1, column 16: DELETE would change the graph; queries only read',
    });
    const refused = await run('RETURN 1', '--parameters', '[1]');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('It takes an object of JSON: {"name":"value"}.');
  });
});
