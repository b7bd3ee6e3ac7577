import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { shippedQueries } from '../../../test/support/shipped-rows.js';
import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import { described, edge, type RecordPart } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { knownProperties } from '../../graph/conditions/known-properties.js';
import { groupsName, readConditionText } from '../../graph/conditions/condition-text.js';
import { readyQuestions } from '../../modules/questions/ready-questions.js';
import { AnalysisService } from '../analysis.service.js';
import type { Weakness } from './weakness.js';
import { matchOf, queryOf } from './weakness-query.js';
import { weaknesses } from './weaknesses.js';

const rows = Object.entries<Weakness>(weaknesses);
const questions = Object.assign({}, ...Object.values(readyQuestions)) as Record<string, { readonly call: string }>;

const domain = 'S-1-5-21-1-2-3';
const local = (rid: string | number, kind: string, properties: Record<string, unknown>) =>
  described(`${domain}-${rid}`, [kind, kind.startsWith('AZ') ? 'AZBase' : 'Base'], {
    domainsid: domain,
    ...properties,
  });

/** The nodes about which three definitions of a weakness once gave three answers. */
const formerlyDisputed: readonly RecordPart[] = [
  local(516, 'Group', { name: 'DCS' }),
  local(11, 'Computer', { name: 'XP', enabled: true, operatingsystem: 'WINDOWS XP PROFESSIONAL' }),
  local(12, 'Computer', { name: 'W2000', enabled: true, operatingsystem: 'WINDOWS 2000 SERVER' }),
  local(13, 'User', { name: 'NO ENABLED', hasspn: true }),
  local(14, 'User', { name: 'SPN', hasspn: true, enabled: true }),
  local(502, 'User', { name: 'KRBTGT', hasspn: true, enabled: true }),
  local(15, 'Computer', { name: 'DC', enabled: true, unconstraineddelegation: true }),
  local(16, 'User', { name: 'DELEGATE', enabled: true, unconstraineddelegation: true }),
  edge(`${domain}-15`, 'MemberOf', `${domain}-516`),
];

const year = 365 * 86_400;
const values = {
  boolean: [true, false],
  time: [-1, 0, 1, Math.floor(Date.now() / 1000) - 10, Math.floor(Date.now() / 1000) - 2 * year],
  number: [0, 1, 10],
  text: [
    'Guest',
    'Member',
    'WINDOWS 7',
    'WINDOWS 10 PRO',
    'WINDOWS SERVER\u00ae 2008',
    'WINDOWS SERVER 2022',
    'SAMBA 2003',
  ],
  texts: [[]],
} as const;

/** Of all rows but those about groups. */
const properties = [
  ...new Set(rows.flatMap(([, { where }]) => where.flatMap((text) => readConditionText(text)!.names))),
].filter((name) => name !== groupsName && name !== 'objectid');

/** Each property is there, or was not collected. */
const anyProperties = fc.record(
  Object.fromEntries(
    properties.map((it) => [
      it,
      fc.constantFrom(...values[it.endsWith('password') ? 'boolean' : knownProperties.get(it)!.type]),
    ]),
  ),
  { requiredKeys: [] },
);
const kinds = [...new Set(rows.flatMap(([, it]) => it.kinds))].map((kind) => kindNames.get(kind)!);
/** More than a shipped query returns. */
const count = 6000;

function randomEstate(): RecordPart[] {
  const nodes = fc.sample(fc.tuple(fc.constantFrom(...kinds), anyProperties, fc.nat(9), fc.nat(9)), {
    numRuns: count,
    seed: 47,
  });
  return [
    local(512, 'Group', { name: 'ADMINS' }),
    ...nodes.flatMap(([kind, given, controller, admin], index) => [
      local(1000 + index, kind, { name: `${kind} ${index}`, ...given }),
      ...(controller === 0 ? [edge(`${domain}-${1000 + index}`, 'MemberOf', `${domain}-516`)] : []),
      ...(admin === 0 ? [edge(`${domain}-${1000 + index}`, 'MemberOf', `${domain}-512`)] : []),
    ]),
  ];
}

describe('each weakness', () => {
  let app: TestApp;
  const found = new Map<string, string[]>();

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
    await writeGraph(app.database, [
      described(domain, ['Domain', 'Base'], { name: 'BIRCH', domainsid: domain, collected: true }),
      ...formerlyDisputed,
      ...randomEstate(),
    ]);
    await app.app.get(AnalysisService).run();
    const sql =
      "SELECT finding, array_agg(target ORDER BY target) AS targets FROM finding WHERE source = '' GROUP BY 1";
    for (const { finding, targets } of await app.database.query<{ finding: string; targets: string[] }>(sql))
      found.set(finding, targets);
  });
  afterAll(() => app.close());

  async function inCypher(query: string): Promise<string[]> {
    const body = JSON.stringify({ query: `${query} RETURN n.objectid`, form: 'table' });
    const answer = await app.as('administrator', 'bearer', 'POST', '/api/v2/graphs/cypher', { body });
    const { data } = (await answer.json()) as { readonly data: { readonly rows: readonly (readonly string[])[] } };
    return data.rows.map(([objectid = '']) => objectid).toSorted();
  }

  async function byCall(call: string): Promise<string[]> {
    const all: string[] = [];
    for (let skip = 0; ; skip += 1000) {
      const answer = await app.call('GET', `${call}&limit=1000&skip=${skip}`);
      const { data } = (await answer.json()) as { readonly data: readonly { readonly objectid: string }[] };
      all.push(...data.map(({ objectid }) => objectid));
      if (data.length < 1000) return all.toSorted();
    }
  }

  /** The ends of the ids of those nodes, once disputed, that have a weakness. */
  async function disputedOf(weakness: Weakness): Promise<string[]> {
    const ids = new Set(await inCypher(matchOf(weakness)));
    return ['11', '12', '13', '14', '502', '15', '16'].filter((rid) => ids.has(`${domain}-${rid}`));
  }

  it.each(rows)('%s is the same as a finding, a ready question and a saved query', async (name, weakness) => {
    const nodes = await inCypher(matchOf(weakness));
    const all = await inCypher(
      `MATCH (n) WHERE ${weakness.kinds.map((kind) => `n:${kindNames.get(kind)}`).join(' OR ')}`,
    );
    expect(nodes.length).toBeGreaterThan(5);
    expect(nodes.length).toBeLessThan(all.length);
    const asFinding = weakness.finding ? found.get(name) : nodes;
    const asQuestion = weakness.question ? await byCall(questions[weakness.question.name]!.call) : nodes;
    expect({ asFinding, asQuestion }).toEqual({ asFinding: nodes, asQuestion: nodes });
  });

  it('decides what was once disputed', async () => {
    expect(await disputedOf(weaknesses.Kerberoasting)).toEqual(['13', '14']);
    expect(await disputedOf(weaknesses.LegacyOperatingSystem)).toEqual(['11', '12']);
    expect(await disputedOf(weaknesses.UnconstrainedDelegation)).toEqual(['16']);
  });
});

it('has the saved queries that the last migration leaves', () => {
  const stored = new Map(shippedQueries.map(([name, description, query]) => [name, { name, description, query }]));
  const queries = rows.flatMap(([, weakness]) => queryOf(weakness) ?? []);
  expect(queries).toHaveLength(7);
  expect(queries.map(({ name }) => stored.get(name))).toEqual(queries);
});
