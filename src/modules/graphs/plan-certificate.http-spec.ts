import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import type { RecordPart } from '../../graph/graph-records.fixture.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { GraphsClient } from './graphs.fixture.js';
import type { PlanDto } from './plan.dto.js';

// It checks certificates by the answer alone: it uses no code of plans, and has a table of fixes of its own.
let client: GraphsClient;
let empty: TestApp;
beforeAll(async () => {
  [client, empty] = [await GraphsClient.start(), await testApp()];
});
afterAll(() => Promise.all([client.close(), empty.close()]));

type Certificate = NonNullable<PlanDto['certificate']>;
type Way = Certificate['ways'][number];

/** By kind: the sort of the fix that takes it away, and the facts from which it follows. */
const table: Readonly<Record<string, { sort: string; facts: readonly string[] }>> = {
  MemberOf: { sort: 'member', facts: ['MemberOf'] },
  GenericAll: { sort: 'entry', facts: ['GenericAll'] },
  WriteDacl: { sort: 'entry', facts: ['WriteDacl'] },
  AdminTo: { sort: 'local', facts: ['AdminTo'] },
  HasSession: { sort: '', facts: ['HasSession'] },
  DCSync: { sort: 'entry', facts: ['GetChanges', 'GetChangesAll'] },
};

/** Memberships by the primary group, and entries that are inherited from what was not collected, are cut by nobody. */
const uncut = ['ADA MemberOf INNER', 'OUTER WriteDacl S-1'];

async function certificateOf(query: string): Promise<Certificate> {
  const { body } = await client.ask('plan', `${query}&ways=all`);
  const { certificate }: PlanDto = JSON.parse(JSON.stringify(body.data));
  return certificate!;
}

const keysOf = ({ fixes }: Way) => fixes.map(({ key }) => key).toSorted();

function expectedKeys({ way }: Way): string[] {
  const keys = way.flatMap(({ source, kind, target }) => {
    const { sort } = table[kind]!;
    return sort === '' || uncut.includes(`${source} ${kind} ${target}`) ? [] : [`${sort}:${target}:${source}`];
  });
  return [...new Set(keys)].toSorted();
}

/** The facts of a way as a file, with object ids that no other way has. */
function factsOf({ way }: Way, number: number): RecordPart[] {
  const idOf = (objectid: string) => `${objectid}-${number}`;
  return way.flatMap((it) => [
    described(idOf(it.source), [it.source_kind, 'Base']),
    described(idOf(it.target), [it.target_kind, 'Base'], { collected: true, domainsid: idOf(it.target) }),
    ...table[it.kind]!.facts.map((kind) => edge(idOf(it.source), kind, idOf(it.target), { isacl: true })),
  ]);
}

it.each(['end_node=S-1', 'end_node=S-1&until=1', 'end_node=S-1&until=2', 'end_node=S-1&cost=entry:5'])(
  'the certificate of %s adds up: no fix carries more than it costs, and each way is cut by its fixes alone',
  async (query) => {
    const { ways, price, denominator, sum, bound, shown, of } = await certificateOf(query);
    expect([shown, ways.length]).toEqual([of, of]);
    expect(ways.map(keysOf)).toEqual(ways.map(expectedKeys));
    const carried = new Map<string, number>();
    const staying = new Map<string, number>();
    for (const { account, weight, fixes } of ways) {
      for (const { key } of fixes) carried.set(key, (carried.get(key) ?? 0) + weight);
      staying.set(account.objectid, (staying.get(account.objectid) ?? 0) + weight);
    }
    const [costPrice, accountPrice] = price ?? [1, Infinity];
    const costs = new Map(ways.flatMap(({ fixes }) => fixes.map(({ key, cost }) => [key, cost])));
    for (const [key, weight] of carried) expect(weight).toBeLessThanOrEqual(costPrice! * costs.get(key)! * denominator);
    for (const { account, accounts } of ways)
      expect(staying.get(account.objectid)).toBeLessThanOrEqual(accountPrice! * accounts * denominator);
    expect(ways.reduce((all, { weight }) => all + weight, 0)).toBe(sum);
    expect(bound).toBe(Math.ceil(sum / denominator));
    expect(sum).toBeGreaterThan(0);
  },
);

it('the facts of each way of a certificate alone lead its account to the end, in a service without anything else', async () => {
  const { ways } = await certificateOf('end_node=S-1');
  const facts = ways.flatMap(factsOf);
  await writeGraph(empty.database, facts, { day: '2026-03-01' });
  await empty.app.get(AnalysisService).run();
  for (const [number, { account }] of ways.entries()) {
    const start = `start_node=${account.objectid}-${number}&end_node=S-1-${number}`;
    const answer = await empty.call('GET', `/api/v2/graphs/shortest-path?${start}`);
    expect([account.objectid, answer.status]).toEqual([account.objectid, 200]);
  }
  expect(ways.length).toBe(4);
});
