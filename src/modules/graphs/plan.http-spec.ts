import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GraphsClient } from './graphs.fixture.js';
import type { PlanDto } from './plan.dto.js';

let client: GraphsClient;
beforeAll(async () => {
  client = await GraphsClient.start();
});
afterAll(() => client.close());

async function planOf(query: string): Promise<PlanDto> {
  const { status, body } = await client.ask('plan', query);
  expect([status, body.errors]).toEqual([200, undefined]);
  return JSON.parse(JSON.stringify(body.data));
}

async function faultOf(query: string) {
  const { status, body } = await client.ask('plan', query);
  return [status, ...body.errors.map(({ code, context }) => `${code} ${context}`)];
}

/** Who asks for another type than JSON. */
async function sent(query: string, accept: string) {
  const response = await client.app.as('read_only', 'bearer', 'GET', `/api/v2/graphs/plan?${query}`, {
    headers: { Accept: accept },
  });
  return { type: response.headers.get('content-type'), text: await response.text() };
}

const keysOf = ({ steps }: PlanDto) => steps.map(({ key, stage }) => [key, stage]);

describe('GET /api/v2/graphs/plan', () => {
  it('returns the fixes that cut all accounts off, with a proof and their stages', async () => {
    const plan = await planOf('end_node=S-1');
    const { body } = await client.ask('exposure', 'end_node=S-1');
    expect(body.data).toMatchObject({ reaching: plan.exposed });
    expect(plan).toMatchObject({
      exposed: 4,
      remaining: 0,
      cost: 4,
      lower_bound: 4,
      smallest: true,
      fewest_accounts: 0,
      complete: true,
      checked: 'derived',
      structural: { count: 0, accounts: [], answers: [] },
      certificate: { price: null, bound: 4, bound_by: 'ways', denominator: 1, sum: 4, shown: 4, of: 4 },
    });
    expect(keysOf(plan)).toEqual([
      ['entry:S-1:BO', 1],
      ['member:OUTER:LONE', 2],
      ['entry:S-1:INNER', 3],
      // An inherited entry of OUTER stands on a container that was not collected.
      ['member:OUTER:ADA', 3],
    ]);
    expect(plan.steps[0]).toMatchObject({
      text: 'remove all rights of BO@BIRCH on BIRCH',
      cost: 1,
      edges: 1,
      objects: 1,
      gain: 2,
      guessed: false,
      takes_away: { accounts: 1, pairs: 2, at_least: false },
    });
    expect(plan.steps.at(-1)).toMatchObject({ remaining_after: 0 });
    expect(plan.stages.map(({ checked, opened }) => [checked, opened])).toEqual(plan.stages.map(() => [true, 0]));
  });

  it('stops at the stage that leaves as many accounts, or that costs as much', async () => {
    const all = await planOf('end_node=S-1');
    expect(await planOf('end_node=S-1&until=4')).toMatchObject({ cost: 0, remaining: 4, steps: [], smallest: true });
    const { stages } = all;
    for (const { cost, remaining } of stages) {
      expect(await planOf(`end_node=S-1&until=${remaining}`)).toMatchObject({ cost, remaining, lower_bound: cost });
      expect(await planOf(`end_node=S-1&most=${cost}`)).toMatchObject({ cost, fewest_accounts: remaining });
    }
  });

  it('keeps nodes and edges, minds costs and counts accounts that are selected', async () => {
    expect(keysOf(await planOf('end_node=S-1&keep_node=S-1')).map(([key]) => key)).not.toContain('entry:S-1:BO');
    const keptEdge = await planOf('end_node=S-1&keep_edge=LONE,MemberOf,OUTER');
    expect(keptEdge).toMatchObject({ remaining: 1, structural: { count: 1, accounts: [{ objectid: 'LONE' }] } });
    expect(await planOf('end_node=S-1&start_node=BO')).toMatchObject({ exposed: 1, cost: 1 });
    expect(await planOf('end_node=S-1&start_node=BO&cost=entry:7')).toMatchObject({ cost: 7 });
    expect(await planOf('end_node=S-1&keep_where=name:BIRCH&start_node=BO')).toMatchObject({
      steps: [],
      remaining: 1,
      structural: { count: 1, accounts: [{ objectid: 'BO' }] },
    });
  });

  it('changes nothing if nobody may, and shows a way of each account', async () => {
    const plan = await planOf('end_node=S-1&cost=entry:never&cost=member:never');
    expect(plan).toMatchObject({ exposed: 4, remaining: 4, cost: 0, steps: [], structural: { count: 4 } });
    expect(plan.structural.accounts.map(({ objectid, way }) => [objectid, way.length])).toEqual([
      ['ADA', 2],
      ['BO', 1],
      ['LONE', 2],
      ['PC', 2],
    ]);
  });

  it('counts an account for as many as its weight', async () => {
    expect(await planOf('end_node=S-1&weight=tag:owned:5')).toMatchObject({ exposed: 8, remaining: 0, cost: 4 });
    expect(await planOf('end_node=S-1&weight=tag:owned:5&until=6')).toMatchObject({ cost: 3, remaining: 1 });
    expect(await planOf('end_node=S-1&weight=tag:owned:0')).toMatchObject({ exposed: 3, cost: 2 });
  });

  it('plans zones in their order, with what each adds and its bound alone', async () => {
    expect((await planOf('end_node=S-1')).zones).toEqual([]);
    const plan = await planOf('end_node=PC&after_tag=tier_zero');
    expect(plan.zones).toEqual([
      { tag: 'tier_zero', cost: 5, lower_bound: 5, alone: 5, remaining: 0 },
      { tag: null, cost: 0, lower_bound: 0, alone: 1, remaining: 0 },
    ]);
    expect(plan.steps).toEqual([]);
  });

  it('is made of a view, without the derived edges that no longer follow', async () => {
    const view = 'end_node=S-1&exclude_edge=BO,GetChanges,S-1&exclude_node=LONE';
    const plan = await planOf(view);
    const { body } = await client.ask('exposure', view);
    expect(body.data).toMatchObject({ reaching: plan.exposed });
    expect(plan).toMatchObject({ exposed: 1, cost: 2, smallest: true, checked: 'view' });
    expect(keysOf(plan)).toEqual([
      ['entry:S-1:INNER', 1],
      ['member:OUTER:ADA', 1],
    ]);
  });

  it('has notes if nobody reaches the ends, or no fix helps', async () => {
    expect(await planOf('end_node=LONE&start_node=BO')).toMatchObject({ exposed: 0, steps: [], remaining: 0 });
    const { body } = await client.ask('plan', 'end_node=LONE&start_node=BO');
    expect(body).toMatchObject({
      notes: expect.arrayContaining(['no account reaches the ends: there is nothing to fix']),
    });
  });

  it('is sent as CSV with a row a step, and as Markdown', async () => {
    const csv = await sent('end_node=S-1', 'text/csv');
    expect(csv.type).toMatch(/^text\/csv/);
    const [head, ...rows] = csv.text.trimEnd().split('\r\n');
    expect(head).toMatch(/^key,sort,text,cost,/);
    expect(rows).toHaveLength(4);
    const page = await sent('end_node=S-1&ways=1', 'text/markdown');
    expect(page.type).toBe('text/markdown; charset=utf-8');
    expect(page.text).toContain(
      '4 accounts reach tier zero, or the ends that were asked for. After 4 fixes of cost 4, 0 do.',
    );
    expect(page.text).toContain('1. **remove all rights of BO@BIRCH on BIRCH** (cost 1, stage 1; 2 accounts stay)');
    expect(page.text).toContain('(1 of 4 ways are shown)');
  });

  it.each([
    ['end_tag=nine', [400, 'reference.not_found query.end_tag']],
    ['relationship_kinds=in:Nine', [400, 'reference.not_found query.relationship_kinds']],
    ['cost=nine:1', [400, 'plan.bad_cost query.cost']],
    ['cost=entry:0', [400, 'plan.bad_cost query.cost']],
    ['cost=entry:always', [400, 'plan.bad_cost query.cost']],
    ['cost=entry:1001&cost=x', [400, 'plan.bad_cost query.cost', 'plan.bad_cost query.cost']],
    ['until=-1', [400, 'query.invalid_value query.until']],
    ['until=1&most=1', [400, 'query.conflicting_parameters query.until']],
    ['weight=tag:owned:-1', [400, 'plan.bad_weight query.weight']],
    ['weight=tag:owned:1001', [400, 'plan.bad_weight query.weight']],
    ['weight=property:one&weight=property:two', [400, 'plan.bad_weight query.weight']],
    ['weight=tag:nine:1', [400, 'reference.not_found query.weight']],
    ['after_tag=nine', [400, 'reference.not_found query.after_tag']],
    [
      'after_tag=a&after_tag=b&after_tag=c&after_tag=d&after_tag=e&after_tag=f',
      [400, 'query.invalid_value query.after_tag'],
    ],
    ['start_kind=Nine', [400, 'reference.not_found query.start_kind']],
    ['ways=x', [400, 'query.invalid_value query.ways']],
    ['keep_edge=A,Nine,B', [400, 'reference.not_found query.keep_edge']],
    ['end_node=nobody', [404, 'resource.not_found query.end_node']],
    ['keep_node=nobody', [404, 'resource.not_found query.keep_node']],
  ])('refuses %s', async (query, expected) => {
    expect(await faultOf(query)).toEqual(expected);
  });
});

async function fixesOf(query: string) {
  const { status, body } = await client.ask('fixes', query);
  const { data, errors } = JSON.parse(JSON.stringify(body));
  return [
    status,
    data?.reasons.map(({ fixes }: { fixes: { key: string }[] }) => fixes.map(({ key }) => key)) ?? errors,
  ];
}

describe('GET /api/v2/graphs/fixes', () => {
  it.each([
    ['edge=LONE,MemberOf,OUTER', [['member:OUTER:LONE']]],
    // One fix takes both rights from which it follows.
    ['edge=BO,DCSync,S-1', [['entry:S-1:BO']]],
    ['edge=BO,ACME_Knows,ADA&cost=edge:4', [['edge:ADA:BO']]],
    // Windows adds it.
    ['edge=ADA,MemberOf,INNER', [[]]],
  ])('returns those of %s', async (query, keys) => {
    expect(await fixesOf(`end_node=S-1&${query}`)).toEqual([200, keys]);
  });

  it.each([
    ['', 400, 'query.missing_parameter'],
    ['edge=x', 400, 'query.invalid_value'],
    ['edge=ADA,Nine,BO', 400, 'reference.not_found'],
    ['edge=ADA,MemberOf,nobody', 404, 'resource.not_found'],
    ['edge=ADA,MemberOf,LONE', 404, 'resource.not_found'],
  ])('refuses %j', async (query, status, code) => {
    expect(await fixesOf(query)).toMatchObject([status, [{ code, context: 'query.edge' }]]);
  });
});
