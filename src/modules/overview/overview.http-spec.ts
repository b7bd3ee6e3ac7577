import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '../../../test/support/until.js';
import { PlanTooLargeError } from '../../base/errors.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { TaskRunner } from '../../queue/task-runner.js';
import { GraphsClient } from '../graphs/graphs.fixture.js';
import { PlanService } from '../graphs/plan.service.js';
import type { ExposureHistoryDto, OverviewDto } from './overview.dto.js';
import { OverviewTask } from './overview.task.js';

let client: GraphsClient;
beforeAll(async () => {
  client = await GraphsClient.start();
});
afterAll(() => client.close());

async function read<Answer>(path: string, query = ''): Promise<Answer> {
  const { status, body } = await client.ask(path, query);
  expect([status, body.errors]).toEqual([200, undefined]);
  return JSON.parse(JSON.stringify(body.data));
}

const overview = () => read<OverviewDto>('overview');
const history = (query = '') => read<ExposureHistoryDto>('exposure/history', query);

const store = async () => {
  const context = { signal: new AbortController().signal };
  await client.app.app.get(OverviewTask).store({}, context);
  await client.app.app.get(OverviewTask).storePlan({}, context);
};

describe('GET /api/v2/graphs/overview', () => {
  it('says that nothing is stored before the first analysis', async () => {
    expect(await overview()).toEqual({
      run_id: null,
      is_current: false,
      version: null,
      finished_at: null,
      zones: [],
      unknown_reach: 0,
      plan_state: 'none',
      plan: null,
    });
    expect(await history()).toMatchObject({ points: [], truncated: false });
  });

  it('has the figures of the graph and the first stage of its plan, and starts no plan', async () => {
    await client.analyse();
    client.app.app.get(TaskRunner).start();
    await until(async () => (await overview()).plan_state === 'made');
    const made = jest.spyOn(client.app.app.get(PlanService), 'plan');
    const { zones, plan, ...others } = await overview();
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    expect(others).toMatchObject({ is_current: true, unknown_reach: 0 });
    const { body } = await client.ask('exposure', '');
    const exposure: unknown = body.data;
    expect(exposure).toMatchObject({ accounts: zones[0]!.accounts, reaching: zones[0]!.reaching });
    expect(zones).toEqual([
      {
        id: 1,
        name: 'Admin Tier Zero',
        accounts: 3,
        reaching: 3,
        environments: [],
      },
    ]);
    const whole = JSON.parse(JSON.stringify((await client.ask('plan', 'ways=0')).body.data));
    expect(plan).toMatchObject({ exposed: 3, structural: 0, complete: true, stages: whole.stages });
    const first = JSON.parse(
      JSON.stringify((await client.ask('plan', `ways=0&most=${whole.stages[1].cost}`)).body.data),
    );
    expect(plan!.steps).toEqual(first.steps);
    expect(plan!.steps).not.toHaveLength(0);
  });

  it('keeps one point for each analysis, and the plan of the last one alone', async () => {
    await writeGraph(client.app.database, [
      described('NEW', ['User', 'Base'], { name: 'NEW@BIRCH', enabled: true, domainsid: 'S-1' }),
      edge('NEW', 'MemberOf', 'OUTER'),
    ]);
    await client.analyse();
    await store();
    const { points, truncated } = await history();
    expect([truncated, points.map(({ accounts, reaching }) => [accounts, reaching])]).toEqual([
      false,
      [
        [3, 3],
        [4, 4],
      ],
    ]);
    expect((await history('environment=S-1')).points.map(({ reaching }) => reaching)).toEqual([1]);
    expect(points.at(-1)!.run_id).toBe((await overview()).run_id);
    const plans = await client.app.database.query('SELECT FROM overview WHERE plan IS NOT NULL');
    expect(plans).toHaveLength(1);
  });

  it('refuses a number that is no tier, with those that are', async () => {
    const { status, body } = await client.ask('exposure/history', 'zone=2');
    expect([status, body.errors]).toMatchObject([
      400,
      [{ code: 'query.invalid_value', context: 'query.zone', message: '2 is no tier; it takes 1' }],
    ]);
  });

  it('says that a plan was too large, or is given up after three failures, and keeps the figures', async () => {
    const plans = client.app.app.get(PlanService);
    await client.analyse();
    // The task of the queue must not come first.
    await until(async () => (await overview()).is_current && (await overview()).plan_state === 'made');
    const plan = jest.spyOn(plans, 'plan');
    const pending = () => client.app.database.query("UPDATE overview SET plan_state = 'pending', plan = NULL");
    await pending();
    plan.mockRejectedValueOnce(new PlanTooLargeError(2 ** 31, 2 ** 30));
    await store();
    expect(await overview()).toMatchObject({ plan_state: 'too_large', plan: null, zones: [{ reaching: 4 }] });
    await pending();
    plan.mockRejectedValue(new Error('out of luck'));
    await expect(store()).rejects.toThrow('out of luck');
    await expect(store()).rejects.toThrow('out of luck');
    await store();
    expect(await overview()).toMatchObject({ plan_state: 'failed', plan: null, zones: [{ reaching: 4 }] });
    plan.mockRestore();
  });
});
