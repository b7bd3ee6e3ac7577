import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PlanDto } from '../../modules/graphs/plan.dto.js';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { runCommand, runPiped, smallEstate } from './questions.fixture.js';
import { login } from '../../../test/support/signed-client.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';

const domain = 'S-1-5-21-1-2-3';
const id = (rid: number) => `${domain}-${rid}`;

let app: TestApp;
let service: readonly string[];

beforeAll(async () => {
  app = await testApp({ edition: 'community' });
  await writeGraph(app.database, smallEstate);
  await app.database.query(`INSERT INTO selected_node SELECT 1, id, 1 FROM node WHERE objectid = 'S-1-5-21-1-2-3'`);
  const draft = { name: 'reader', email: null, role: 'read_only', password: 'a long password' } as const;
  await app.app.get(AccountsService).create(draft);
  service = ['--url', app.url, '--token', await login(app.url, draft.name, draft.password)];
});
afterAll(() => app.close());

/** Nobody requests an analysis before the changes are asked for. */
const note = 'note: no analysis has run: derived edges and findings are missing';

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
      err: '3 of 6; --limit prints more, --csv all',
      out: `
┌─────────────────┬────────┬───────────┬─────────────────────┐
│ name            │ kind   │ tier zero │ object id           │
├─────────────────┼────────┼───────────┼─────────────────────┤
│ BIRCH.LOCAL     │ Domain │ yes       │ S-1-5-21-1-2-3      │
│ ADA@BIRCH.LOCAL │ User   │           │ S-1-5-21-1-2-3-1104 │
│ BO@BIRCH.LOCAL  │ User   │           │ S-1-5-21-1-2-3-1105 │
└─────────────────┴────────┴───────────┴─────────────────────┘`.trim(),
    });
  });

  it('prints plain columns if it is piped, and tabs between columns by --tsv', async () => {
    const words = ['search', 'birch', '--limit', '2', ...service];
    expect(await runPiped({}, ...words)).toEqual({
      code: 0,
      err: '2 of 6; --limit prints more, --csv all',
      out: `
name             kind    tier zero  object id
BIRCH.LOCAL      Domain  yes        S-1-5-21-1-2-3
ADA@BIRCH.LOCAL  User               S-1-5-21-1-2-3-1104`.trim(),
    });
    expect((await runPiped({}, ...words, '--tsv')).out.split('\n')).toEqual([
      'name\tkind\ttier zero\tobject id',
      'BIRCH.LOCAL\tDomain\tyes\tS-1-5-21-1-2-3',
      'ADA@BIRCH.LOCAL\tUser\t\tS-1-5-21-1-2-3-1104',
    ]);
  });

  it('prints the answer of the service as JSON or CSV', async () => {
    const json = await run('search', 'staff', '--type', 'Group', '--json');
    expect(json).toEqual({ code: 0, err: '', out: await answerOf('/api/v2/search?query=staff&type=Group') });
    const csv = await run('search', 'staff', '--csv');
    expect(csv.out).toBe((await answerOf('/api/v2/search?query=staff', { Accept: 'text/csv' })).trimEnd());
  });

  it('searches a domain or tier zero alone', async () => {
    expect(await namesFound('a', '--domain', 'OAK')).toEqual(['OAK']);
    for (const option of ['--tier-zero', '--tier_zero']) expect(await namesFound('b', option)).toEqual(['BIRCH.LOCAL']);
  });

  it('searches by conditions alone, prints properties and sorts by them', async () => {
    const words = ['--type', 'User', '--where', 'enabled:neq:false', '--props', 'pwdlastset,enabled'];
    expect((await runPiped({}, 'search', ...words, '--sort-by', '-name', ...service)).out.split('\n')).toEqual([
      'name             kind  pwdlastset            enabled  object id',
      `BO@BIRCH.LOCAL   User                                 ${id(1105)}`,
      `ADA@BIRCH.LOCAL  User  2026-01-01T00:00:00Z  true     ${id(1104)}`,
    ]);
  });

  it('fails if nothing matches', async () => {
    expect(await run('search', 'no\u001Bbody')).toEqual({ code: 1, out: '', err: 'nothing matches "no\\u001bbody"' });
  });

  it('reports what the service refuses', async () => {
    expect(await run('search', 'ada', '--type', 'Usr')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^query\.type: there is no kind "Usr"; did you mean User\? There are User, .* and \d+ more$/,
      ),
    });
    expect(await run('search', 'ada', '--limit', '0')).toMatchObject({ code: 2, out: '' });
    expect(await run('search', 'ada', '--json', '--csv')).toEqual({
      code: 2,
      out: '',
      err: '--json and --csv exclude each other',
    });
    expect(await run('search', 'ada', '--tsv', '--csv')).toMatchObject({ err: '--csv and --tsv exclude each other' });
  });
});

/** The first row. */
const rowOf = async (...words: readonly string[]) =>
  (await runPiped({}, 'ask', ...words, ...service)).out.split('\n')[1];

describe('ask', () => {
  it('lists the ready questions', async () => {
    const { code, out } = await runPiped({}, 'ask', ...service);
    expect(code).toBe(0);
    expect(out).toMatch(/^name +of +question\n/);
    expect(out).toMatch(/^direct-members +Group +Who is a direct member of a group, such as Domain Admins\?$/m);
    expect(out).toMatch(/^exposure-without-edge +edge /m);
    expect((await run('ask', '--csv')).out).toBe(
      (await answerOf('/api/v2/questions', { Accept: 'text/csv' })).trimEnd(),
    );
  });

  it('prints the answer to a question about an object as a table', async () => {
    expect(await runPiped({}, 'ask', 'direct-members', id(1201), ...service)).toEqual({
      code: 0,
      err: note,
      out: `name             kind  object id\nADA@BIRCH.LOCAL  User  ${id(1104)}`,
    });
  });

  it('prints edges, properties, exposure and paths', async () => {
    expect(await rowOf('control-of-tier-zero')).toBe('BO@BIRCH.LOCAL  User  WriteDacl  BIRCH.LOCAL  Domain');
    expect(await rowOf('never-logged-on', '--tsv')).toBe(`ADA@BIRCH.LOCAL\tUser\t\t${id(1104)}`);
    expect((await run('ask', 'inactive')).err).toBe('the list is empty');
    expect(await rowOf('exposure-without-edge', 'BO@BIRCH.LOCAL,WriteDacl,BIRCH.LOCAL')).toBe(
      'User      BIRCH.LOCAL         2       2      0     2  0.0 %                0',
    );
    expect(await rowOf('group-reach')).toMatch(/^STAFF@BIRCH.LOCAL  Group +3  /);
    expect((await run('ask', 'second-shortest-ways', id(1301))).out).toBe(
      [
        '1 path of 2 steps from PC1.BIRCH.LOCAL to tier zero',
        '',
        'PC1.BIRCH.LOCAL -HasSession-> BO@BIRCH.LOCAL -WriteDacl-> BIRCH.LOCAL',
      ].join('\n'),
    );
  });

  it.each([
    [['kerberostable'], 2, 'there is no question "kerberostable"; did you mean kerberoastable'],
    [['direct-members'], 2, 'the question is about an object: ask direct-members GROUP'],
    [['inactive', 'ADA'], 2, 'the question takes no object: ask inactive'],
    [['exposure', '--csv'], 2, '--csv applies to lists, and the answer is none'],
    [['direct-members', 'nobody'], 1, 'no object has the name or the object id "nobody"'],
  ] as const)('refuses %j', async (words, code, message) => {
    const result = await run('ask', ...words);
    expect([result.code, result.err.slice(0, message.length)]).toEqual([code, message]);
  });
});

describe('an object', () => {
  it.each([id(1104), id(1104).toLowerCase(), 'ADA@BIRCH.LOCAL', 'ada@birch.local', 'user:ADA@birch.local'])(
    'is found by %s',
    async (name) => {
      expect((await run('path', name, 'BO@BIRCH.LOCAL')).out).toMatch(/^2 shortest paths of 3 steps from ADA@/);
    },
  );

  it('is named by its object id if several have the name', async () => {
    expect(await run('path', 'staff@birch.local', 'tier-zero')).toEqual({
      code: 1,
      out: '',
      err: `2 objects have the name "staff@birch.local"; give the object id of one, or its kind and a colon before the name:
  ${id(1201)}  Group  STAFF@BIRCH.LOCAL
  ${id(1202)}  Group  STAFF@BIRCH.LOCAL`,
    });
  });

  it('is named by its kind and name too', async () => {
    expect((await run('path', 'Group:STAFF@BIRCH.LOCAL', 'tier-zero')).err).toMatch(/^2 objects have the name "Group:/);
    expect((await run('show', 'Computer:ada@birch.local')).err).toBe(
      'no object has the name or the object id "Computer:ada@birch.local"',
    );
    expect((await run('show', 'AZTenant:oak')).code).toBe(0);
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

  it.each(['ADA@BRICH.LOCAL', 'ADA@BIRCH.LOCLA', 'AD@BIRCH.LOCAL'])('is near %s', async (given) => {
    expect((await run('path', given, 'tierzero')).err).toBe(
      `no object has the name or the object id "${given}"; near it:\n  ${id(1104)}  User  ADA@BIRCH.LOCAL`,
    );
  });
});

describe('path', () => {
  it('prints each shortest path, with parallel edges as one step', async () => {
    expect(await run('path', 'ADA@BIRCH.LOCAL', 'tier-zero')).toEqual({
      code: 0,
      err: note,
      out: `2 shortest paths of 4 steps from ADA@BIRCH.LOCAL to tier zero

ADA@BIRCH.LOCAL -MemberOf-> STAFF@BIRCH.LOCAL (Group ${id(1201)})
  -GenericAll-> PC1.BIRCH.LOCAL -HasSession-> BO@BIRCH.LOCAL
  -WriteDacl-> BIRCH.LOCAL
ADA@BIRCH.LOCAL -MemberOf-> STAFF@BIRCH.LOCAL (Group ${id(1202)})
  -GenericAll|WriteDacl-> PC1.BIRCH.LOCAL -HasSession-> BO@BIRCH.LOCAL
  -WriteDacl-> BIRCH.LOCAL`,
    });
    expect((await run('path', 'ADA@BIRCH.LOCAL', 'tier_zero')).out).toBe(
      (await run('path', 'ADA@BIRCH.LOCAL', 'tier-zero')).out,
    );
  });

  it('prints so many paths and the number of the others', async () => {
    const { out } = await run('path', 'ADA@BIRCH.LOCAL', 'PC1.BIRCH.LOCAL', '--limit', '1');
    expect(out).toBe(`2 shortest paths of 2 steps from ADA@BIRCH.LOCAL to PC1.BIRCH.LOCAL

ADA@BIRCH.LOCAL -MemberOf-> STAFF@BIRCH.LOCAL (Group ${id(1201)})
  -GenericAll-> PC1.BIRCH.LOCAL
1 more; --limit prints more, --json all`);
  });

  it('explains each edge once', async () => {
    const printed = await run('path', 'BO@BIRCH.LOCAL', 'PRINTER-1', '--all-kinds', '--explain');
    expect(printed).toEqual({
      code: 0,
      err: note,
      out: `1 shortest path of 2 steps from BO@BIRCH.LOCAL to Printer in the hall

BO@BIRCH.LOCAL -WriteDacl-> BIRCH.LOCAL -GetChanges-> Printer in the hall

BO@BIRCH.LOCAL may change the access control list of BIRCH.LOCAL (WriteDacl)
  Danger: It grants itself full control, or on a domain the two rights of
    replication, and then uses them.
  Remedy: Remove the access control entry with Modify permissions, or the
    inherited entry at the container that has it.

BIRCH.LOCAL may replicate ordinary attributes of Printer in the hall
  (GetChanges)
  Danger: The edge gives no control by itself. With GetChangesAll or
    GetChangesInFilteredSet it copies secrets.
  Remedy: Remove the access control entry with Replicating Directory Changes, or
    the inherited entry at the container that has it.`,
    });
    const { out } = await run('path', 'ADA@BIRCH.LOCAL', 'tier-zero', '--explain');
    expect(out.match(/(?<=\()\w+(?=\)$)/gm)).toEqual([
      'MemberOf',
      'GenericAll',
      'HasSession',
      'WriteDacl',
      'MemberOf',
      'GenericAll',
      'WriteDacl',
    ]);
    expect(await run('path', 'BO@BIRCH.LOCAL', 'tier-zero', '--explain', '--json')).toMatchObject({
      code: 2,
      out: '',
      err: "error: option '--explain' cannot be used with option '--json'",
    });
  });

  it('follows the given kinds alone, or those that give no control too', async () => {
    const path = ['path', 'BIRCH.LOCAL', 'PRINTER-1'];
    expect(await run(...path)).toEqual({
      code: 1,
      out: '',
      err: `${note}\nno path leads from BIRCH.LOCAL to Printer in the hall`,
    });
    expect((await run(...path, '--all-kinds')).out).toMatch(/^1 shortest path of 1 step /);
    expect((await run(...path, '--kinds', 'GetChanges,MemberOf')).out).toMatch(/^1 shortest path of 1 step /);
    expect((await run(...path, '--kinds', 'GenericAll')).code).toBe(1);
  });

  it('asks as if objects and edges were gone', async () => {
    const path = ['path', 'ADA@BIRCH.LOCAL', 'PC1.BIRCH.LOCAL'];
    const { out } = await run(
      ...path,
      '--exclude-node',
      id(1201),
      '--exclude-edge',
      `${id(1202)},WriteDacl,${id(1301)}`,
    );
    expect(out).toBe(`1 shortest path of 2 steps from ADA@BIRCH.LOCAL to PC1.BIRCH.LOCAL

ADA@BIRCH.LOCAL -MemberOf-> STAFF@BIRCH.LOCAL -GenericAll-> PC1.BIRCH.LOCAL`);
    const others = ['--exclude-where', `objectid:${id(1202)}`];
    expect((await run(...path, '--exclude-node', id(1201), ...others)).code).toBe(1);
  });

  it('prints the answer of the service as JSON', async () => {
    const { out } = await run('path', 'BO@BIRCH.LOCAL', 'BIRCH.LOCAL', '--json');
    const query = `start_node=${id(1105)}&end_node=S-1-5-21-1-2-3`;
    expect(out).toBe(await answerOf(`/api/v2/graphs/shortest-path?${query}&only_traversable=true`));
  });
});

describe('paths', () => {
  it('prints paths of one step more, or a number of paths', async () => {
    const words = ['path', 'ADA@BIRCH.LOCAL', 'BIRCH.LOCAL'];
    expect((await run(...words, '--longer')).out).toMatch(/^2 paths of 4 steps from /);
    const { out } = await run(...words, '--paths', '1');
    expect(out).toMatch(/^1 path of 4 steps from /);
    expect(out).toContain('-MemberOf-> STAFF@BIRCH.LOCAL');
  });
});

describe('exposure', () => {
  it('prints accounts by kind and domain, before and after something is gone', async () => {
    expect((await run('exposure')).out).toBe(
      `
┌──────────┬─────────────┬──────────┬──────────┬─────────┬─────────────────┐
│ kind     │ domain      │ accounts │ reaching │ share   │ enabled unknown │
├──────────┼─────────────┼──────────┼──────────┼─────────┼─────────────────┤
│ User     │ BIRCH.LOCAL │        2 │        2 │ 100.0 % │               1 │
│ Computer │ BIRCH.LOCAL │        1 │        1 │ 100.0 % │               1 │
│ all      │             │        3 │        3 │ 100.0 % │               2 │
└──────────┴─────────────┴──────────┴──────────┴─────────┴─────────────────┘`.trim(),
    );
    expect((await run('exposure', 'BIRCH.LOCAL', '--exclude-node', 'PC1.BIRCH.LOCAL')).out).toBe(
      `
┌──────────┬─────────────┬──────────┬────────┬───────┬──────┬────────┬─────────┐
│ kind     │ domain      │ accounts │ before │ after │ lost │ share  │ enabled │
│          │             │          │        │       │      │        │ unknown │
├──────────┼─────────────┼──────────┼────────┼───────┼──────┼────────┼─────────┤
│ User     │ BIRCH.LOCAL │        2 │      2 │     1 │    1 │ 50.0 % │       1 │
│ Computer │ BIRCH.LOCAL │        1 │      1 │     0 │    1 │ 0.0 %  │       0 │
│ all      │             │        3 │      3 │     1 │    2 │ 33.3 % │       1 │
└──────────┴─────────────┴──────────┴────────┴───────┴──────┴────────┴─────────┘`.trim(),
    );
    const { out } = await run('exposure', 'tier_zero', '--json');
    expect(out).toBe(await answerOf('/api/v2/graphs/exposure?end_tag=tier_zero'));
    const limits = ['--start-where', 'edge:HasSession:out:eq:0', '--end-where', 'name:BIRCH.LOCAL'];
    const path =
      '/api/v2/graphs/exposure?end_tag=tier_zero&start_where=edge:HasSession:out:eq:0&end_where=name:BIRCH.LOCAL';
    const limited = (await run('exposure', 'tier_zero', ...limits, '--json')).out;
    expect([limited, JSON.parse(limited).data.reaching]).toEqual([await answerOf(path), 2]);
  });
});

describe('summary', () => {
  it('prints numbers of objects and of edges', async () => {
    const { out } = await runPiped({}, 'summary', ...service);
    expect(out.split('\n').filter((line) => /^(kind|User|all|GenericAll|version)/.test(line))).toEqual([
      'kind          domain       objects  accounts  tier zero',
      'User          BIRCH.LOCAL        2         2          0',
      'all                              8         3          1',
      'GenericAll      2',
      'all             8',
      expect.stringMatching(/^version \d+, no analysis yet$/),
    ]);
    expect((await run('summary', '--json')).out).toBe(await answerOf('/api/v2/graphs/summary'));
  });
});

describe('rank', () => {
  it('prints the objects that reach most, and the edges that accounts need', async () => {
    expect((await run('rank', '--kind', 'User', '--tsv')).out).toBe(
      `name\tkind\tcount\tobject id\nADA@BIRCH.LOCAL\tUser\t5\t${id(1104)}\nBO@BIRCH.LOCAL\tUser\t1\t${id(1105)}`,
    );
    expect((await run('rank', '--by', 'only_through', '--to', 'BIRCH.LOCAL', '--limit', '1', '--tsv')).out).toBe(
      `name\tkind\tedge\tto\tcount\tobject id\nBO@BIRCH.LOCAL\tUser\tWriteDacl\tBIRCH.LOCAL\t3\t${id(1105)}`,
    );
    expect(await run('rank', '--count', '2')).toEqual({
      code: 1,
      out: '',
      err: 'query.count: needs by=only_through',
    });
    expect((await run('rank', '--kind', 'User', '--where', 'enabled:true', '--tsv')).out.split('\n').slice(1)).toEqual([
      `ADA@BIRCH.LOCAL\tUser\t5\t${id(1104)}`,
    ]);
    const { out } = await run('rank', '--json');
    expect(out).toBe(await answerOf('/api/v2/graphs/ranking?limit=10'));
  });
});

describe('plan', () => {
  it('prints stages and steps, as a table, with tabs, as CSV, JSON and a page', async () => {
    const question = ['plan', '--to', 'BIRCH.LOCAL'];
    const tabs = await run(...question, '--tsv');
    expect(tabs).toMatchObject({
      code: 0,
      out: `step\tstage\tcost\taccounts that stay\tkey\nremove all rights of BO@BIRCH.LOCAL on BIRCH.LOCAL\t1\t1\t0\tentry:${domain}:${id(1105)}`,
    });
    expect(tabs.err).toContain('of 3 accounts 0 stay, at a cost of 1; no plan that leaves as few costs less');
    expect((await run(...question)).out).toContain('accounts that stay');
    expect((await run(...question, '--csv')).out.split('\r\n')).toHaveLength(2);
    expect((await run(...question, '--json')).out).toBe(await answerOf(`/api/v2/graphs/plan?end_node=${domain}`));
    expect((await run(...question, '--markdown')).out).toMatch(/^# Plan of fixes\n/);
  });

  it('stops at a number of accounts or a cost, and keeps objects', async () => {
    const question = ['plan', '--to', 'BIRCH.LOCAL', '--json'];
    const steps = async (...more: readonly string[]) => {
      const { data } = JSON.parse((await run(...question, ...more)).out) as { readonly data: PlanDto };
      return data.steps.map(({ cost, sort }) => [sort, cost]);
    };
    expect(await steps('--until', '3')).toEqual([]);
    expect(await steps('--most', '0')).toEqual([]);
    expect(await steps('--cost', 'entry:9')).toEqual([['entry', 9]]);
    // Both groups control the computer with the session.
    expect(await steps('--keep', 'BIRCH.LOCAL')).toEqual([
      ['entry', 1],
      ['entry', 1],
    ]);
    expect(await run('plan', '--until', '1', '--most', '1')).toMatchObject({ code: 2, out: '' });
    expect(await run('plan', '--csv', '--markdown')).toMatchObject({
      code: 2,
      err: '--markdown and --csv exclude each other',
    });
  });

  const toDomain = ['--to', 'BIRCH.LOCAL'];
  const ofDomain = `end_node=${domain}`;
  const edgeOfBo = `${id(1105)},WriteDacl,${domain}`;

  it.each<[string[], string, number[]]>([
    [[...toDomain, '--weight', 'property:lastlogon'], `${ofDomain}&weight=property:lastlogon`, [2, 1, 0]],
    [[...toDomain, '--after', 'tier_zero'], `${ofDomain}&after_tag=tier_zero`, [0, 0, 0]],
    [['--to-kind', 'Computer', '--from', 'ada@birch.local'], `end_kind=Computer&start_node=${id(1104)}`, [1, 2, 0]],
    [['--to-tag', 'owned', '--from-kind', 'User'], 'end_tag=owned&start_kind=User', [0, 0, 0]],
    [[...toDomain, '--from-tag', 'owned'], `${ofDomain}&start_tag=owned`, [0, 0, 0]],
    [
      [...toDomain, '--keep-edge', 'bo@birch.local,WriteDacl,birch.local'],
      `${ofDomain}&keep_edge=${edgeOfBo}`,
      [3, 2, 2],
    ],
    [[...toDomain, '--keep-where', 'name:BIRCH.LOCAL'], `${ofDomain}&keep_where=name:BIRCH.LOCAL`, [3, 2, 2]],
    [[...toDomain, '--kinds', 'WriteDacl'], `${ofDomain}&relationship_kinds=in:WriteDacl`, [1, 1, 0]],
    [['--to', 'Printer in the hall', '--all-kinds'], 'end_node=PRINTER-1&only_traversable=false', [3, 1, 0]],
    [[...toDomain, '--stored-reach'], `${ofDomain}&reach=stored`, [3, 1, 0]],
    [[...toDomain, '--exclude-node', 'PC1.birch.local'], `${ofDomain}&exclude_node=${id(1301)}`, [1, 1, 0]],
    [[...toDomain, '--ways', '0'], `${ofDomain}&ways=0`, [3, 1, 0]],
  ])('asks with all parameters of the service: %j', async (options, query, numbers) => {
    const { out } = await run('plan', ...options, '--json');
    expect(out).toBe(await answerOf(`/api/v2/graphs/plan?${query}`));
    const { data } = JSON.parse(out) as { readonly data: PlanDto };
    expect([data.exposed, data.cost, data.remaining]).toEqual(numbers);
  });
});

describe('show', () => {
  it('prints kinds, main properties and the lengths of lists', async () => {
    expect(await run('show', 'ada@birch.local')).toEqual({
      code: 0,
      err: note,
      out: `
┌────────────────────┬──────────────────────┐
│ ADA@BIRCH.LOCAL    │                      │
├────────────────────┼──────────────────────┤
│ kinds              │ User, Base           │
│ object id          │ ${id(1104)}  │
│ tier zero          │ no                   │
│ domain             │ BIRCH.LOCAL          │
│ description        │ red \uFFFD[31m text       │
│ enabled            │ true                 │
│ pwdlastset         │ 2026-01-01T00:00:00Z │
│ lastlogontimestamp │ never                │
└────────────────────┴──────────────────────┘
┌───────────────────────────────┬───────┐
│ list                          │ count │
├───────────────────────────────┼───────┤
│ admin-rights                  │     0 │
│ constrained-delegation-rights │     0 │
│ controllables                 │     1 │
│ controllers                   │     0 │
│ dcom-rights                   │     0 │
│ memberships                   │     2 │
│ ps-remote-rights              │     0 │
│ rdp-rights                    │     0 │
│ sessions                      │     0 │
│ sql-admin-rights              │     0 │
└───────────────────────────────┴───────┘`.trim(),
    });
  });

  it('prints all properties of an object of another source', async () => {
    const { out } = await run('show', 'PRINTER-1');
    expect(out.split('\n').slice(3, 7)).toEqual([
      '│ kinds               │ Acme_Printer, Base │',
      '│ object id           │ PRINTER-1          │',
      '│ tier zero           │ no                 │',
      '│ colour              │ red                │',
    ]);
  });

  it('prints a cloud entity', async () => {
    const { out } = await run('show', 'oak');
    expect(out).toContain('│ kinds     │ AZTenant, AZBase │');
    expect(out).toContain('│ descendent-users                │     0 │');
  });

  it('prints a list', async () => {
    expect(await run('show', 'ADA@BIRCH.LOCAL', '--list', 'memberships', '--limit', '1')).toEqual({
      code: 0,
      err: `${note}\n1 of 2; --limit prints more, --csv all`,
      out: `
┌───────────────────┬───────┬─────────────────────┐
│ name              │ kind  │ object id           │
├───────────────────┼───────┼─────────────────────┤
│ STAFF@BIRCH.LOCAL │ Group │ ${id(1201)} │
└───────────────────┴───────┴─────────────────────┘`.trim(),
    });
    expect(await run('show', 'OAK', '--list', 'descendent-users')).toEqual({
      code: 0,
      out: '',
      err: `${note}\nthe list is empty`,
    });
  });

  it('prints the answer of the service as JSON or CSV', async () => {
    const panel = await run('show', 'bo@birch.local', '--json');
    expect(panel.out).toBe(await answerOf(`/api/v2/users/${id(1105)}`));
    const target = `/api/v2/computers/${id(1301)}/controllers`;
    const list = ['show', 'PC1.BIRCH.LOCAL', '--list', 'controllers'];
    expect((await run(...list, '--json')).out).toBe(await answerOf(`${target}?limit=10`));
    expect((await run(...list, '--csv')).out).toBe((await answerOf(target, { Accept: 'text/csv' })).trimEnd());
  });

  it('prints a list without what groups add, by a condition', async () => {
    const words = ['show', id(1104), '--list', 'memberships', '--depth', '1', '--where', `objectid:${id(1202)}`];
    expect((await run(...words, '--tsv')).out).toBe(`name\tkind\tobject id\nSTAFF@BIRCH.LOCAL\tGroup\t${id(1202)}`);
  });

  it('names the lists that a kind of object has', async () => {
    expect(await run('show', 'STAFF@BIRCH.LOCAL', '--list', 'members')).toMatchObject({ code: 1, out: '' });
    expect(await run('show', id(1201), '--list', 'member')).toEqual({
      code: 1,
      out: '',
      err: '--list: no group has a list member; there are admin-rights, controllables, controllers, dcom-rights, members, memberships, ps-remote-rights, rdp-rights, sessions',
    });
    expect(await run('show', id(1201), '--csv')).toMatchObject({
      code: 2,
      err: '--csv applies to lists: add --list LIST',
    });
  });
});

describe('changes', () => {
  it('prints what changed between two runs of the analysis, and accounts with new ways', async () => {
    const analyse = async () => {
      const report = await app.app.get(AnalysisService).run();
      await app.app.get(AnalysisRuns).record('test', new Date(), report);
      return report.version;
    };
    await analyse();
    const since = new Date().toISOString();
    await writeGraph(app.database, [
      described(id(1105), ['User', 'Base'], { enabled: false }),
      described(id(1106), ['User', 'Base'], { name: 'CY@BIRCH.LOCAL', domainsid: 'S-1-5-21-1-2-3' }),
      edge(id(1106), 'GenericAll', id(1202)),
    ]);
    await app.app.get(GraphKeeper).withGraph(await analyse(), () => Promise.resolve());
    const changes = await run('changes', '--since', since, '--tsv');
    expect([changes.err, changes.out.split('\n')]).toEqual([
      expect.stringMatching(/^between the analyses of \S+Z and \S+Z$/),
      [
        'change\tfrom\tkind\tedge\tto\tkind\tvalues',
        'came\tCY@BIRCH.LOCAL\tUser\tGenericAll\tSTAFF@BIRCH.LOCAL\tGroup\t',
        'came\tCY@BIRCH.LOCAL\tUser\t\t\t\t',
        'changed\tBO@BIRCH.LOCAL\tUser\t\t\t\tenabled: null -> false',
      ],
    ]);
    const ways = await run('changes', '--since', since, '--new-ways', '--tsv');
    const way = `-new GenericAll-> STAFF@BIRCH.LOCAL -GenericAll-> PC1.BIRCH.LOCAL -HasSession-> BO@BIRCH.LOCAL -WriteDacl-> BIRCH.LOCAL`;
    expect(ways.out.split('\n').slice(1)).toEqual([`CY@BIRCH.LOCAL\tUser\t${way}\t${id(1106)}`]);
    const words = ['changes', '--since', since, '--type', 'node', '--change', 'changed', '--json'];
    const path = `/api/v2/graphs/changes?since=${since}&change=changed&type=node&limit=10`;
    expect((await run(...words)).out).toBe(await answerOf(path));
    const ofCy = await run('changes', '--since', since, '--node', 'CY@BIRCH.LOCAL', '--json');
    expect(ofCy.out).toBe(await answerOf(`/api/v2/graphs/changes?since=${since}&node=${id(1106)}&limit=10`));
    expect(JSON.parse(ofCy.out).count).toBe(2);
    const none = await run('changes', '--since', '-PT0S');
    expect([none.code, none.out, none.err.split('\n')[1]]).toEqual([0, '', 'nothing changed']);
    expect(await run('changes', '--new-ways', '--kind', 'User')).toMatchObject({ code: 2, out: '' });
  });
});
