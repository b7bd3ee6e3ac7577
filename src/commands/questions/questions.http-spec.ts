import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { runCommand, smallEstate } from './questions.fixture.js';
import { login } from '../../../test/support/signed-client.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';

const id = (rid: number) => `S-1-5-21-1-2-3-${rid}`;

let app: TestApp;
let service: readonly string[];

beforeAll(async () => {
  app = await testApp({ edition: 'community' });
  await writeGraph(app.database, smallEstate);
  await app.database.query(`INSERT INTO tier_zero_member SELECT id FROM node WHERE objectid = 'S-1-5-21-1-2-3'`);
  const draft = { name: 'reader', email: null, role: 'read_only', password: 'a long password' } as const;
  await app.app.get(AccountsService).create(draft);
  service = ['--url', app.url, '--token', await login(app.url, draft.name, draft.password)];
});
afterAll(() => app.close());

const run = (...words: readonly string[]) => runCommand({}, ...words, ...service);
const answerOf = async (target: string, headers = {}) =>
  (await app.as('read_only', 'bearer', 'GET', target, { headers })).text();

async function namesFound(...words: readonly string[]): Promise<string[]> {
  const { out } = await run('search', ...words, '--json');
  return JSON.parse(out).data.map(({ name }: { name: string }) => name);
}

describe('search', () => {
  it('prints a table that fits the terminal', async () => {
    expect(await run('search', 'birch', '--limit', '3')).toEqual({
      code: 0,
      err: '',
      out: `
┌─────────────────┬────────┬───────────┬─────────────────────┐
│ name            │ kind   │ tier zero │ object id           │
├─────────────────┼────────┼───────────┼─────────────────────┤
│ BIRCH.LOCAL     │ Domain │ yes       │ S-1-5-21-1-2-3      │
│ ADA@BIRCH.LOCAL │ User   │           │ S-1-5-21-1-2-3-1104 │
│ BO@BIRCH.LOCAL  │ User   │           │ S-1-5-21-1-2-3-1105 │
└─────────────────┴────────┴───────────┴─────────────────────┘
3 of 6; --limit prints more, --csv all`.trim(),
    });
  });

  it('prints the answer of the service as JSON or CSV', async () => {
    const json = await run('search', 'staff', '--type', 'Group', '--json');
    expect(json).toEqual({ code: 0, err: '', out: await answerOf('/api/v2/search?query=staff&type=Group') });
    const csv = await run('search', 'staff', '--csv');
    expect(csv.out).toBe((await answerOf('/api/v2/search?query=staff', { Accept: 'text/csv' })).trimEnd());
  });

  it('searches a domain or tier zero alone', async () => {
    expect(await namesFound('a', '--domain', 'OAK')).toEqual(['OAK']);
    expect(await namesFound('b', '--tier-zero')).toEqual(['BIRCH.LOCAL']);
  });

  it('fails if nothing matches', async () => {
    expect(await run('search', 'no\u001Bbody')).toEqual({ code: 1, out: '', err: 'nothing matches "no\\u001bbody"' });
  });

  it('reports what the service refuses', async () => {
    expect(await run('search', 'ada', '--type', 'Usr')).toEqual({
      code: 1,
      out: '',
      err: 'query.type: there is no type "Usr"; did you mean User?',
    });
    expect(await run('search', 'ada', '--limit', '0')).toMatchObject({ code: 1, out: '' });
    expect(await run('search', 'ada', '--json', '--csv')).toEqual({
      code: 1,
      out: '',
      err: '--json and --csv exclude each other',
    });
  });
});

describe('an object', () => {
  it.each([id(1104), id(1104).toLowerCase(), 'ADA@BIRCH.LOCAL', 'ada@birch.local'])('is found by %s', async (name) => {
    expect((await run('path', name, 'BO@BIRCH.LOCAL')).out).toMatch(/^2 shortest paths of 3 steps from ADA@/);
  });

  it('is named by its object id if several have the name', async () => {
    expect(await run('path', 'staff@birch.local', 'tier-zero')).toEqual({
      code: 1,
      out: '',
      err: `2 objects have the name "staff@birch.local"; give the object id of one:
  ${id(1201)}  Group  STAFF@BIRCH.LOCAL
  ${id(1202)}  Group  STAFF@BIRCH.LOCAL`,
    });
  });

  it('must have the whole name; the message has the most similar ones', async () => {
    expect(await run('path', 'birch', 'tier-zero')).toEqual({
      code: 1,
      out: '',
      err: `no object has the name or the object id "birch"; near it:
  S-1-5-21-1-2-3  Domain  BIRCH.LOCAL
  ${id(1104)}  User  ADA@BIRCH.LOCAL
  ${id(1105)}  User  BO@BIRCH.LOCAL
  ${id(1301)}  Computer  PC1.BIRCH.LOCAL
  ${id(1201)}  Group  STAFF@BIRCH.LOCAL`,
    });
    expect(await run('path', 'nobody', 'tier-zero')).toEqual({
      code: 1,
      out: '',
      err: 'no object has the name or the object id "nobody"',
    });
  });
});

describe('path', () => {
  it('prints each shortest path, with parallel edges as one step', async () => {
    expect(await run('path', 'ADA@BIRCH.LOCAL', 'tier-zero')).toEqual({
      code: 0,
      err: '',
      out: `2 shortest paths of 4 steps from ADA@BIRCH.LOCAL to tier zero

ADA@BIRCH.LOCAL -MemberOf-> STAFF@BIRCH.LOCAL -GenericAll-> PC1.BIRCH.LOCAL
  -HasSession-> BO@BIRCH.LOCAL -WriteDacl-> BIRCH.LOCAL
ADA@BIRCH.LOCAL -MemberOf-> STAFF@BIRCH.LOCAL
  -GenericAll|WriteDacl-> PC1.BIRCH.LOCAL -HasSession-> BO@BIRCH.LOCAL
  -WriteDacl-> BIRCH.LOCAL`,
    });
  });

  it('prints so many paths and the number of the others', async () => {
    const { out } = await run('path', 'ADA@BIRCH.LOCAL', 'PC1.BIRCH.LOCAL', '--limit', '1');
    expect(out).toBe(`2 shortest paths of 2 steps from ADA@BIRCH.LOCAL to PC1.BIRCH.LOCAL

ADA@BIRCH.LOCAL -MemberOf-> STAFF@BIRCH.LOCAL -GenericAll-> PC1.BIRCH.LOCAL
1 more; --limit prints more, --json all`);
  });

  it('follows the given kinds alone, or those that give no control too', async () => {
    const path = ['path', 'BIRCH.LOCAL', 'PRINTER-1'];
    expect(await run(...path)).toEqual({
      code: 1,
      out: '',
      err: 'no path leads from BIRCH.LOCAL to Printer in the hall',
    });
    expect((await run(...path, '--all-kinds')).out).toMatch(/^1 shortest path of 1 step /);
    expect((await run(...path, '--kinds', 'GetChanges,MemberOf')).out).toMatch(/^1 shortest path of 1 step /);
    expect((await run(...path, '--kinds', 'GenericAll')).code).toBe(1);
  });

  it('prints the answer of the service as JSON', async () => {
    const { out } = await run('path', 'BO@BIRCH.LOCAL', 'BIRCH.LOCAL', '--json');
    const query = `start_node=${id(1105)}&end_node=S-1-5-21-1-2-3`;
    expect(out).toBe(await answerOf(`/api/v2/graphs/shortest-path?${query}&only_traversable=true`));
  });
});
