import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testApp } from '../../../test/support/app.js';
import { described } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { GraphsClient } from './graphs.fixture.js';
import type { PlanDto } from './plan.dto.js';

let client: GraphsClient;
beforeAll(async () => {
  client = await GraphsClient.start({ PLAN_COSTS: 'entry:3,member:2' });
});
afterAll(() => client.close());

async function planOf(query: string): Promise<PlanDto & { notes?: string[] }> {
  const { status, body } = await client.ask('plan', query);
  expect([status, body.errors]).toEqual([200, undefined]);
  const { data, notes } = JSON.parse(JSON.stringify(body));
  return { ...data, notes };
}

async function state(objectid: string, kind: string, properties: Readonly<Record<string, number | string>>) {
  await writeGraph(client.app.database, [described(objectid, [kind, 'Base'], properties)], { day: '2026-03-05' });
}

describe('numbers of plans', () => {
  it('take the costs of the installation, unless a request has others', async () => {
    expect(await planOf('end_node=S-1')).toMatchObject({ cost: 10, lower_bound: 10 });
    expect(await planOf('end_node=S-1&cost=entry:1')).toMatchObject({ cost: 6, lower_bound: 6 });
  });

  it('refuse to start with a cost of an unknown sort', async () => {
    await expect(testApp({ environment: { PLAN_COSTS: 'entries:3' } })).rejects.toThrow(
      /^PLAN_COSTS: "entries:3" is no cost; .* there is no sort of fix "entries"; .*entry/,
    );
  });

  it('take the cost of all fixes at a node from its property', async () => {
    await state('S-1', 'Domain', { plan_cost: 5 });
    expect(await planOf('end_node=S-1')).toMatchObject({ cost: 14 });
    await state('OUTER', 'Group', { plan_cost: 'never' });
    const plan = await planOf('end_node=S-1');
    expect(plan).toMatchObject({ cost: 5, remaining: 2, structural: { count: 2 } });
    expect(plan.steps.map(({ key }) => key)).toEqual(['entry:S-1:BO']);
    await state('OUTER', 'Group', { plan_cost: 'dear' });
    expect(await planOf('end_node=S-1')).toMatchObject({
      cost: 14,
      notes: expect.arrayContaining(['1 nodes have a plan_cost that is no whole number from 1 to 1000']),
    });
  });

  it('take the weight of an account from a property, and refuse one that is none', async () => {
    await state('BO', 'User', { adminweight: 7 });
    expect(await planOf('end_node=S-1&weight=property:adminweight')).toMatchObject({ exposed: 10 });
    expect(await planOf('end_node=S-1&weight=property:adminweight&weight=tag:owned:2')).toMatchObject({ exposed: 11 });
    await state('ADA', 'User', { adminweight: -1 });
    const { status, body } = await client.ask('plan', 'end_node=S-1&weight=property:adminweight');
    expect([status, body.errors[0]]).toMatchObject([
      400,
      {
        code: 'plan.bad_weight',
        context: 'query.weight',
        message: 'the property "adminweight" of ADA@BIRCH is no whole number from 0 to 1000',
      },
    ]);
  });
});
