import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { parseCsv } from '../../../test/support/csv.js';
import { until } from '../../../test/support/until.js';
import { AuditRepository } from '../../auth/audit/audit.repository.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { threadCount } from '../../graph/threads/thread-counts.js';
import { Database } from '../../database/database.js';
import { edgesOf, GraphsClient } from '../graphs/graphs.fixture.js';
import type { CypherGraphDto, CypherPlanDto, CypherTableDto } from './cypher.dto.js';

interface Answer {
  readonly status: number;
  readonly data: CypherGraphDto & CypherTableDto & CypherPlanDto;
  readonly errors: unknown;
}

let client: GraphsClient;

beforeAll(async () => {
  client = await GraphsClient.start({ QUERY_MEMORY: String(6 * threadCount) });
});
afterAll(() => client.close());

function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
  const options = { body: JSON.stringify(body), headers };
  return client.app.as('administrator', 'signature', 'POST', '/api/v2/graphs/cypher', options);
}

async function ask(query: string, more: object = {}): Promise<Answer> {
  const response = await post({ query, ...more });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

async function table(query: string, more: object = {}): Promise<unknown[][]> {
  const { status, data, errors } = await ask(query, { form: 'table', ...more });
  expect([status, errors]).toEqual([200, undefined]);
  return data.rows.map((row) => [...row]);
}

async function refusal(query: string, more: object = {}): Promise<unknown> {
  const { status, errors } = await ask(query, more);
  return [status, errors];
}

const fault = (code: string, message: string) => [400, [{ code, context: 'body.query', message }]];

describe('POST /api/v2/graphs/cypher', () => {
  it('returns nodes, relationships and literals', async () => {
    const query = "MATCH p = (a:User)-[:MemberOf]->(g) WHERE a.name STARTS WITH 'ADA' RETURN p, g.objectid, 1 + 1";
    const { status, data } = await ask(query);
    expect(status).toBe(200);
    expect(edgesOf({ nodes: data.nodes, edges: data.edges, truncated: false })).toEqual([
      'ADA MemberOf INNER',
      'ADA MemberOf OUTER',
    ]);
    const ada = await client.idOf('ADA');
    expect(data.nodes[ada]).toMatchObject({ label: 'ADA@BIRCH', kind: 'User', isOwnedObject: true, properties: {} });
    expect(
      data.literals.map(({ key, value }) => [key, value]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['1 + 1', 2],
      ['1 + 1', 2],
      ['g.objectid', 'INNER'],
      ['g.objectid', 'OUTER'],
    ]);
  });

  it('includes properties and their keys if they are asked for', async () => {
    const { data } = await ask(
      "MATCH (a)-[r:MemberOf]->(g) WHERE a.objectid = 'ADA' AND g.objectid = 'INNER' RETURN a, r",
      {
        include_properties: true,
      },
    );
    const ada = await client.idOf('ADA');
    expect(data.nodes[ada]?.properties).toEqual({ name: 'ADA@BIRCH', enabled: true });
    expect(data.edges[0]?.properties).toEqual({ isprimarygroup: true });
    expect([data.node_keys, data.edge_keys]).toEqual([['enabled', 'name'], ['isprimarygroup']]);
  });

  it('returns a table, also as CSV', async () => {
    const query = 'MATCH (n:User) RETURN n.name AS name, labels(n) AS labels ORDER BY name';
    expect(await table(query)).toEqual([
      ['ADA@BIRCH', ['User', 'Base', 'Tag_Owned']],
      ['BO@BIRCH', ['User', 'Base']],
    ]);
    const csv = await post({ query }, { Accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(await csv.text()).toBe(
      'name,labels\r\nADA@BIRCH,"[""User"",""Base"",""Tag_Owned""]"\r\nBO@BIRCH,"[""User"",""Base""]"\r\n',
    );
  });

  it('knows tags as labels and properties', async () => {
    expect(await table('MATCH (n:Tag_Owned) RETURN n.objectid, n.system_tags, n.isTierZero')).toEqual([
      ['ADA', 'owned', false],
    ]);
    const query =
      "MATCH (n) WHERE coalesce(n.system_tags, '') CONTAINS 'admin_tier_0' RETURN n.objectid ORDER BY n.objectid";
    const tierZero = await table('MATCH (n:Tag_Tier_Zero) RETURN n.objectid ORDER BY n.objectid');
    expect(await table(query)).toEqual(tierZero);
    expect(tierZero).toContainEqual(['PC']);
  });

  it('finds shortest paths over macros of kinds', async () => {
    const query = `MATCH p = shortestPath((s:Tag_Owned)-[:AD_ATTACK_PATHS*1..]->(t:Domain))
      WHERE s <> t RETURN length(p), [n IN nodes(p) | n.objectid]`;
    const [row] = await table(query);
    expect(row?.[0]).toBe(2);
    expect([
      ['ADA', 'INNER', 'S-1'],
      ['ADA', 'OUTER', 'S-1'],
    ]).toContainEqual(row?.[1]);
  });

  it('finds nodes and relationships by the ids that it returns', async () => {
    const [[id, edge] = []] = await table('MATCH (a)-[r:AdminTo]->() RETURN ID(a), ID(r)');
    expect(String(id)).toBe(await client.idOf('ADA'));
    expect(await table(`MATCH (n) WHERE ID(n) = ${String(id)} RETURN n.objectid`)).toEqual([['ADA']]);
    expect(await table(`MATCH ()-[r]->(t) WHERE ID(r) = ${String(edge)} RETURN t.objectid`)).toEqual([['PC']]);
  });

  it('takes parameters', async () => {
    const query = 'MATCH (n) WHERE n.objectid IN $ids RETURN n.objectid ORDER BY n.objectid';
    expect(await table(query, { parameters: { ids: ['PC', 'ADA'] } })).toEqual([['ADA'], ['PC']]);
    for (const parameters of [undefined, null])
      expect(await refusal(query, { parameters })).toEqual(
        fault('cypher.missing_parameter', 'line 1, column 31: the parameter ids is not given; send it in "parameters"'),
      );
  });

  it('reads properties of relationships', async () => {
    expect(await table("MATCH ()-[r:WriteDacl]->() WHERE r.note = 'by hand' RETURN r.isacl, r.lastseen")).toEqual([
      [true, '2026-03-01'],
    ]);
  });

  it('reads the days of nodes and relationships, also by a key that is computed', async () => {
    expect(await table("MATCH (n:User {objectid: 'ADA'}) RETURN n.lastseen, n['last' + 'seen']")).toEqual([
      ['2026-03-04', '2026-03-04'],
    ]);
    const stated = 11;
    const counts = `count(r.lastseen), count(properties(r).lastseen),
      count(CASE WHEN r.lastseen < datetime() - duration('P3D') THEN 1 END)`;
    expect(await table(`MATCH ()-[r]->() RETURN ${counts}`)).toEqual([[stated, stated, stated]]);
    await client.app.app
      .get(Database)
      .query(
        "UPDATE node SET last_seen = '2026-03-05' WHERE objectid = 'ADA'; UPDATE graph_state SET version = version",
      );
    expect(await table("MATCH (n:User) WHERE n.lastseen > '2026-03-04' RETURN n.objectid")).toEqual([['ADA']]);
  });

  it('computes for each node whether it is of high value or owned', async () => {
    const query = 'MATCH (n:User) RETURN n.objectid, n.owned, n.highvalue ORDER BY n.objectid';
    expect(await table(query)).toEqual([
      ['ADA', true, false],
      ['BO', false, false],
    ]);
    expect(
      await table('MATCH (n {highvalue: true}) WHERE NOT n.owned RETURN count(n) = COUNT { (m:Tag_Tier_Zero) }'),
    ).toEqual([[true]]);
    expect(await table("MATCH (n:User {objectid: 'ADA'}) RETURN properties(n).owned, 'owned' IN keys(n)")).toEqual([
      [null, false],
    ]);
  });

  describe('notes', () => {
    const ofAnalysis = 'no analysis has run: derived edges and findings are missing';
    const notesOn = async (query: string, more: object = {}) => {
      const response = await post({ query, ...more });
      const { notes } = (await response.json()) as { notes: string[] };
      const known = JSON.parse(response.headers.get('Graph-Notes') ?? '[]') as string[];
      expect([response.status, known]).toEqual([200, notes]);
      expect(notes[0]).toBe(ofAnalysis);
      return notes.slice(1);
    };

    it.each([
      ['MATCH (u:User) WHERE u.Enabled RETURN u', ['no node has the property Enabled; did you mean enabled?']],
      ['MATCH (u:User {enabld: true}) RETURN u.name', ['no node has the property enabld; did you mean enabled?']],
      ['MATCH (u:User) RETURN count(u), max(u.shoesize)', ['no node has the property shoesize']],
      ['MATCH ()-[r]->() RETURN count(r.isACL)', ['no relationship has the property isACL; did you mean isacl?']],
      [
        'MATCH p = (:User)-->() RETURN all(n IN nodes(p) WHERE n.nam IS NULL)',
        ['no node has the property nam; did you mean name?'],
      ],
      ['MATCH (n:user) RETURN n', ['there is no label or kind user; did you mean User?']],
      ['MATCH ()-[:Memberof|MemberOf]->(n) RETURN n', ['there is no label or kind Memberof; did you mean MemberOf?']],
      ['MATCH ()-[:Flies]->() RETURN 1', ['there is no label or kind Flies']],
      [
        'MATCH ()-[:MemberOf|ADCSESC1|ADCSESC3]->(:CertTemplate) RETURN 1',
        ['the graph has no relationships of ADCSESC1, ADCSESC3', 'the graph has no nodes of CertTemplate'],
      ],
      [
        'MATCH (u:User) WITH {Enabled: 1} AS m, u RETURN m.Enabled, u.enabled, u.lastseen, u.owned, datetime().year',
        [],
      ],
    ])('name what finds nothing: %s', async (query, expected) => {
      for (const more of [{}, { form: 'table' }]) expect(await notesOn(query, more)).toEqual(expected);
    });

    it('are with the plan and with CSV, too', async () => {
      const query = 'MATCH (u:User) RETURN u.enabld';
      const expected = ['no node has the property enabld; did you mean enabled?'];
      expect(await notesOn(query, { explain: true })).toEqual(expected);
      const csv = await post({ query }, { Accept: 'text/csv' });
      expect(JSON.parse(csv.headers.get('Graph-Notes') ?? '')).toEqual([ofAnalysis, ...expected]);
    });
  });

  it('returns the steps of the plan', async () => {
    const { data } = await ask(
      "MATCH (u:User)-[:MemberOf*1..]->(g) WHERE g.objectid ENDS WITH '-512' RETURN u LIMIT 5",
      {
        explain: true,
      },
    );
    expect(data.plan).toEqual([
      'scan u by label User',
      'filter by u',
      'expand u-[ relationship1 over MemberOf *1..Infinity]->g',
      'filter by g',
      'project u limit',
    ]);
  });

  it('refuses what is wrong, with its place', async () => {
    expect(await refusal('MATCH (n)\nWHERE n.name = RETURN n')).toEqual(
      fault('cypher.invalid_syntax', 'line 2, column 16: expected an expression, found "RETURN"'),
    );
    expect(await refusal('MATCH (n) SET n.x = 1')).toEqual(
      fault('cypher.unsupported', 'line 1, column 11: SET would change the graph; queries only read'),
    );
    expect(await refusal('CALL db.labels()')).toEqual(
      fault('cypher.unsupported', 'line 1, column 1: CALL is not supported: there are no procedures'),
    );
    expect(await refusal('MATCH (n) RETURN m')).toEqual(
      fault('cypher.invalid_query', 'line 1, column 18: the variable m is not defined'),
    );
    expect(await refusal('MATCH (n)-[:MemerOf]->() RETURN n')).toEqual(
      fault('cypher.invalid_query', 'line 1, column 10: there is no label or kind MemerOf; did you mean MemberOf?'),
    );
    expect(await refusal('RETURN 1 + {}')).toEqual(
      fault('cypher.wrong_type', 'line 1, column 8: expected a number beside +, found a map'),
    );
    expect(await refusal('UNWIND range(1, 2000) AS a UNWIND range(1, 2000) AS b RETURN a')).toEqual(
      fault('cypher.limit_exceeded', 'the query exceeds the limit of rows: 100000 rows; add LIMIT'),
    );
  });

  it.each([
    [
      'a chain of operators',
      `RETURN 1${' + 1'.repeat(12_000)}`,
      'line 1, column 4016: the query has chains of more than 1000 operators',
    ],
    [
      'lists in lists',
      'RETURN reduce(l = [], n IN range(1, 200) | [l]) AS l',
      'the query exceeds the limit of nesting: 100 lists in each other',
    ],
    [
      'lists that share lists',
      'RETURN reduce(l = range(1, 1000), n IN range(1, 5) | [l, l, l, l, l, l, l, l, l, l]) AS l',
      'the query exceeds the limit of answer: 4 MiB; return fewer columns, or add LIMIT',
    ],
    [
      'a list that is nested too deep to be compared',
      'WITH reduce(l = [], n IN range(1, 20000) | [l]) AS l RETURN l = l',
      'the query exceeds the limit of nesting: its lists are nested too deep',
    ],
  ])('refuses %s', async (_, query, message) => {
    expect(await refusal(query, { form: 'table' })).toEqual(fault('cypher.limit_exceeded', message));
  });

  it('matches regular expressions in linear time', async () => {
    const text = `${'a'.repeat(40)}!`;
    expect(await table('RETURN $text =~ "(a+)+" AS matches', { parameters: { text } })).toEqual([[false]]);
  });
});

describe('an answer that is larger than it may be', () => {
  const tooLarge = fault(
    'cypher.limit_exceeded',
    'the query exceeds the limit of answer: 4 MiB; return fewer columns, or add LIMIT',
  );
  const texts =
    "WITH reduce(t = 'x', n IN range(1, 18) | t + t) AS t UNWIND range(1, 40) AS n RETURN [t, t, t, t, t, t, t, t, t, t]";
  /** Of 300,000 letters, a hundred times. */
  const nodes = "UNWIND range(1, 100) AS n MATCH (b) WHERE b.objectid = 'BIG' RETURN b";
  const edges = 'UNWIND range(1, 100) AS n MATCH (:Big)-[r:Knows]->() RETURN r';

  beforeAll(async () => {
    const text = 'x'.repeat(300_000);
    await writeGraph(client.app.database, [
      described('BIG', ['Big'], { description: text }),
      edge('BIG', 'Knows', 'BIG', { note: text }),
    ]);
  });

  it.each(['graph', 'table'])('is refused before anything is sent, as a %s', async (form) => {
    expect(await refusal(texts, { form })).toEqual(tooLarge);
  });

  it('is refused before anything is sent, as CSV', async () => {
    for (const query of [texts, nodes]) {
      const response = await post({ query, include_properties: true }, { Accept: 'text/csv' });
      expect([response.status, ((await response.json()) as Answer).errors]).toEqual(tooLarge);
    }
  });

  it('counts the nodes and relationships of each row of a table', async () => {
    for (const query of [nodes, edges]) {
      expect(await refusal(query, { form: 'table', include_properties: true })).toEqual(tooLarge);
      expect(await table(query)).toHaveLength(100);
      expect((await ask(query, { include_properties: true })).status).toBe(200);
    }
  });
});

it('writes nodes, relationships, paths and lists into the cells of a table and of CSV', async () => {
  const query = "MATCH p = (a)-[r:AdminTo]->() RETURN a, [r], {b: p}, 'say \"é😀\"', '=1', null, 1.5";
  const [row = []] = await table(query, { include_properties: true });
  const [ada, pc] = await Promise.all(['ADA', 'PC'].map((id) => client.idOf(id)));
  const [node, [adminTo], { b: path }, ...others] = row as [object, object[], { b: object }];
  expect(node).toMatchObject({ id: Number(ada), label: 'ADA@BIRCH', properties: { enabled: true } });
  expect(adminTo).toMatchObject({ source: ada, target: pc, kind: 'AdminTo' });
  expect(path).toMatchObject({ nodes: [node, { id: Number(pc) }], edges: [adminTo] });
  expect(others).toEqual(['say "é😀"', '=1', null, 1.5]);
  const csv = await post({ query, include_properties: true }, { Accept: 'text/csv' });
  const [, cells = []] = parseCsv(await csv.text());
  expect(cells.slice(0, 3).map((cell) => JSON.parse(cell) as unknown)).toEqual(row.slice(0, 3));
  expect(cells.slice(3)).toEqual(['say "é😀"', "'=1", '', '1.5']);
});

it('leaves one audit entry for the same text of an account within an hour', async () => {
  const query = `RETURN 1 AS one // ${'x'.repeat(3000)}`;
  const database = client.app.app.get(Database);
  const entries = () =>
    database.query<{ outcome: string; details: Record<string, unknown> }>(
      `SELECT outcome, details FROM audit_log WHERE action = 'cypher.query' AND details ->> 'digest' = $1`,
      [hash('sha256', query)],
    );
  const runs = async () => (await entries()).map(({ details }) => details['count']);
  for (let time = 0; time < 2; time++) expect((await ask(query)).status).toBe(200);
  await until(async () => (await runs())[0] === 2, 20);
  expect((await ask(query)).status).toBe(200);
  await until(async () => (await runs())[0] === 3, 20);
  expect(await entries()).toEqual([
    {
      outcome: 'success',
      details: {
        query: query.slice(0, 2000),
        digest: hash('sha256', query),
        rows: 1,
        milliseconds: expect.any(Number),
        count: 3,
      },
    },
  ]);
});

it('answers a query whose audit entry cannot be written, and logs the entry', async () => {
  const lines: string[] = [];
  const repository = client.app.app.get(AuditRepository);
  const original = repository.addQueries.bind(repository);
  const spy = jest.spyOn(Logger.prototype, 'error').mockImplementation((line: string) => void lines.push(line));
  Object.assign(repository, { addQueries: () => Promise.reject(new Error('read-only')) });
  try {
    expect((await ask('RETURN 2 AS two')).status).toBe(200);
    await until(async () => lines.some((line) => line.includes('RETURN 2 AS two') && line.includes('read-only')), 20);
  } finally {
    Object.assign(repository, { addQueries: original });
    spy.mockRestore();
  }
});
