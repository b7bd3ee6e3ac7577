import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../test/support/until.js';
import { described, edge, known, whole } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { TaskRunner } from '../../queue/task-runner.js';
import { GraphsClient } from '../graphs/graphs.fixture.js';
import { CheckPlansTask } from './check-plans.task.js';

interface Wire {
  readonly count: number;
  readonly data: { readonly id: number; readonly [name: string]: unknown };
  readonly errors: readonly { readonly code: string; readonly context: string; readonly message: string }[];
}

interface Step {
  readonly key: string;
  readonly found: string;
  readonly state: string;
  readonly owner: string | null;
  readonly facts_left: number;
  readonly found_since: string;
}

const question = { end_node: ['S-1'] };
const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const [lone, ada, bo, inner] = ['member:OUTER:LONE', 'member:OUTER:ADA', 'entry:S-1:BO', 'entry:S-1:INNER'];
const [eva, ops] = ['entry:S-2:EVA', 'entry:S-2:OPS'];

describe('plans', () => {
  let client: GraphsClient;
  beforeAll(async () => {
    client = await GraphsClient.start();
  });
  afterAll(() => client.close());
  beforeEach(() => client.app.database.query('DELETE FROM plan'));

  async function call(method: string, path: string, body?: unknown): Promise<[status: number, body: Wire]> {
    const answer = await client.app.call(method, `/api/v2/plans${path}`, body);
    return [answer.status, answer.status === 204 ? undefined : JSON.parse(await answer.text())];
  }

  async function faultsOf(method: string, path: string, body?: unknown) {
    const [status, { errors }] = await call(method, path, body);
    return [status, ...errors.map(({ code, context }) => `${code} ${context}`)];
  }

  async function keep(body: object = {}): Promise<number> {
    const [status, answer] = await call('POST', '', { name: 'Autumn', question, ...body });
    expect([status, answer.errors]).toEqual([201, undefined]);
    return answer.data.id;
  }

  async function stepsOf(id: number): Promise<Step[]> {
    const [, { data }] = await call('GET', `/${id}/steps`);
    return JSON.parse(JSON.stringify(data));
  }

  const foundIn = async (id: number) => Object.fromEntries((await stepsOf(id)).map(({ key, found }) => [key, found]));

  /** The entries on the second domain and the members of a group that has one, as they are collected. */
  async function collect(rightsOfEva: readonly string[], members: readonly string[]): Promise<void> {
    await writeGraph(client.app.database, [
      described('S-2', ['Domain', 'Base'], { name: 'OAK', domainsid: 'S-2', collected: true }),
      ...['EVA', 'FAY'].map((name) => described(name, ['User', 'Base'], { name, enabled: true })),
      ...rightsOfEva.map((right) => edge('EVA', right, 'S-2', { isacl: true })),
      edge(known('OPS', 'Group', 'Base'), 'GenericAll', 'S-2', { isacl: true }),
      whole('S-2', { of: 'acl' }),
      ...members.map((member) => edge(member, 'MemberOf', 'OPS')),
      whole('OPS', { of: 'incoming', kind: 'MemberOf' }),
    ]);
  }

  /** Analyses the graph, and compares all plans with it. */
  async function check(): Promise<string> {
    await client.analyse();
    const [run] = await client.app.database.query<{ id: string; finishedAt: Date }>(
      'SELECT id, finished_at AS "finishedAt" FROM analysis_run ORDER BY finished_at DESC LIMIT 1',
    );
    await client.app.app.get(CheckPlansTask).check({ runId: run!.id });
    return run!.finishedAt.toISOString();
  }

  it('are kept with their steps, listed, and deleted', async () => {
    const id = await keep();
    const plan = {
      id,
      created_at: anyTime,
      updated_at: anyTime,
      name: 'Autumn',
      user_id: expect.any(String),
      question,
      until: null,
      exposed: 4,
      remaining: 0,
      cost: 4,
      lower_bound: 4,
      steps: 4,
      done: 0,
      returned: 0,
      checked_at: anyTime,
      problem: null,
    };
    expect(await call('GET', `/${id}`)).toEqual([200, { data: plan }]);
    expect(await call('GET', '?name=~eq:aut')).toMatchObject([200, { count: 1, data: [plan] }]);
    const steps = await stepsOf(id);
    expect(steps.map(({ key }) => key)).toEqual([bo, lone, inner, ada]);
    expect(steps[0]).toEqual({
      key: bo,
      place: 1,
      sort: 'entry',
      text: 'remove all rights of BO@BIRCH on BIRCH',
      cost: 1,
      stage: 1,
      gain: 2,
      remaining_after: 2,
      at_objectid: 'S-1',
      at_name: 'BIRCH',
      at_kind: 'Domain',
      by_objectid: 'BO',
      by_name: 'BO@BIRCH',
      by_kind: 'User',
      remedy: expect.any(String),
      owner: null,
      note: '',
      state: 'open',
      not_before: null,
      found: 'open',
      found_since: anyTime,
      facts: 2,
      facts_left: 2,
    });
    const rows = `/api/v2/plans/${id}/steps?found=eq:open&sort_by=-place`;
    const csv = await client.app.as('read_only', 'bearer', 'GET', rows, { headers: { Accept: 'text/csv' } });
    expect((await csv.text()).split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'key',
      ada,
      inner,
      lone,
      bo,
      '',
    ]);
    expect(await call('DELETE', `/${id}`)).toEqual([204, undefined]);
    expect(await faultsOf('GET', `/${id}/steps`)).toEqual([404, 'resource.not_found path.plan_id']);
  });

  it('have steps with an owner, a note, a state and a time', async () => {
    const id = await keep();
    const change = { owner: 'Ann', note: 'after the audit', state: 'planned', not_before: '2027-01-31T14:00:00+01:00' };
    const changed = { ...change, key: bo, not_before: '2027-01-31T13:00:00.000Z', found: 'open' };
    expect(await call('PATCH', `/${id}/steps/${bo}`, change)).toMatchObject([200, { data: changed }]);
    expect(await call('PATCH', `/${id}/steps/${bo}`, { owner: null })).toMatchObject([
      200,
      { data: { ...changed, owner: null } },
    ]);
    expect(await call('PATCH', `/${id}/steps/${bo}`, {})).toMatchObject([200, { data: { note: 'after the audit' } }]);
    expect(await faultsOf('PATCH', `/${id}/steps/${bo}`, { state: 'done' })).toEqual([
      400,
      'body.invalid_value body.state',
    ]);
    expect(await faultsOf('PATCH', `/${id}/steps/${bo}`, { found: 'done' })).toEqual([
      400,
      'body.unknown_property body.found',
    ]);
    expect(await faultsOf('PATCH', `/${id}/steps/none`, {})).toEqual([404, 'resource.not_found path.step_key']);
    const actions = 'SELECT action FROM audit_log WHERE resource = $1 ORDER BY id';
    const entries = await client.app.database.query<{ action: string }>(actions, [`plans/${id}`]);
    expect(entries.map(({ action }) => action)).toEqual(['plan.update', 'plan.update']);
  });

  it('know which steps are done, partly done, returned and obsolete after each analysis', async () => {
    await collect(['WriteDacl', 'WriteOwner'], ['FAY', 'ADA']);
    await client.analyse();
    const id = await keep({ question: { end_node: 'S-2' } });
    expect(await foundIn(id)).toEqual({ [eva]: 'open', [ops]: 'open' });
    await collect(['WriteDacl'], ['FAY', 'ADA']);
    await check();
    expect(await foundIn(id)).toEqual({ [eva]: 'partly', [ops]: 'open' });
    await collect([], ['FAY', 'ADA']);
    const time = await check();
    expect(await foundIn(id)).toEqual({ [eva]: 'done', [ops]: 'open' });
    const ofEva = async () => (await stepsOf(id)).find(({ key }) => key === eva);
    expect(await ofEva()).toMatchObject({ found_since: time, facts: 2, facts_left: 0 });
    await collect([], []);
    await check();
    expect(await foundIn(id)).toEqual({ [eva]: 'done', [ops]: 'obsolete' });
    expect(await ofEva()).toMatchObject({ found_since: time });
    expect(await call('GET', `/${id}`)).toMatchObject([200, { data: { steps: 2, done: 2, returned: 0 } }]);
    await collect(['WriteOwner'], ['FAY']);
    const last = await check();
    expect(await call('GET', `/${id}`)).toMatchObject([200, { data: { checked_at: last, returned: 1 } }]);
    expect(await foundIn(id)).toEqual({ [eva]: 'returned', [ops]: 'open' });
  });

  it('are made again after the planned steps, and without the declined ones', async () => {
    await collect(['WriteDacl'], ['FAY']);
    await client.analyse();
    const id = await keep({ question: { end_node: ['S-2'] } });
    await call('PATCH', `/${id}/steps/${eva}`, { state: 'planned', owner: 'Ann' });
    await call('PATCH', `/${id}/steps/${ops}`, { state: 'declined' });
    const again = { exposed: 1, remaining: 0, cost: 1, steps: 2 };
    expect(await call('POST', `/${id}/again`)).toMatchObject([200, { data: again }]);
    const steps = (await stepsOf(id)).map(({ key, state, owner }) => [key, state, owner]);
    expect(steps).toEqual([
      [eva, 'planned', 'Ann'],
      [ops, 'declined', null],
      ['member:OPS:FAY', 'open', null],
    ]);
    await call('PATCH', `/${id}/steps/member:OPS:FAY`, { note: 'on leave' });
    expect(await call('POST', `/${id}/again`)).toMatchObject([200, { data: again }]);
    expect((await stepsOf(id)).at(-1)).toMatchObject({ key: 'member:OPS:FAY', place: 3, note: 'on leave' });
  });

  it('say why they can no longer be compared, and are no reason to leave out others', async () => {
    const [broken, other] = [await keep({ question: { end_tag: 'owned' } }), await keep({ name: 'Winter' })];
    const question = JSON.stringify({ end_tag: 'gone' });
    await client.app.database.query('UPDATE plan SET question = $2 WHERE id = $1', [broken, question]);
    const time = await check();
    const problem = expect.stringContaining('gone');
    expect(await call('GET', `/${broken}`)).toMatchObject([200, { data: { problem, checked_at: time } }]);
    expect(await call('GET', `/${other}`)).toMatchObject([200, { data: { problem: null, checked_at: time } }]);
    expect(await faultsOf('POST', `/${broken}/again`)).toEqual([400, 'reference.not_found body.question.end_tag']);
  });

  it.each([
    [{ question: { start_nod: 'ADA' } }, 'body.unknown_property body.question.start_nod'],
    [{ question: { until: 4 } }, 'body.unknown_property body.question.until'],
    [{ question: { end_tag: 'nine' } }, 'reference.not_found body.question.end_tag'],
    [{ question: { end_node: 'nobody' } }, 'reference.not_found body.question.end_node'],
    [{ question: { cost: ['entry:0'] } }, 'plan.bad_cost body.question.cost'],
    [{ question: { most: 3 }, until: 3 }, 'query.conflicting_parameters body.until'],
    [{ question: [] }, 'body.invalid_value body.question'],
    [{ question: { end_node: [1] } }, 'body.invalid_value body.question'],
    [{ question: { end_node: 'x'.repeat(1025) } }, 'body.invalid_value body.question'],
    [{ until: -1 }, 'body.invalid_value body.until'],
    [{ name: '' }, 'body.invalid_value body.name'],
  ])('are refused for %j', async (body, fault) => {
    expect(await faultsOf('POST', '', { name: 'Autumn', ...body })).toEqual([400, fault]);
  });

  it('have names that differ, and are fifty an account at most', async () => {
    await keep();
    expect(await faultsOf('POST', '', { name: 'Autumn', question })).toEqual([409, 'resource.name_taken body.name']);
    await client.app.database.query(
      `INSERT INTO plan (name, account_id, question, exposed, remaining, cost, lower_bound, checked_at)
       SELECT 'plan ' || n, account_id, '{}', 0, 0, 0, 0, now() FROM plan, generate_series(1, 49) n`,
    );
    expect(await faultsOf('POST', '', { name: 'more', question })).toEqual([409, 'resource.limit_reached plans']);
  });

  it('are compared by a task that each analysis adds', async () => {
    await collect(['WriteDacl'], ['FAY']);
    await client.analyse();
    const id = await keep({ question: { end_node: 'S-2' } });
    await collect([], ['FAY']);
    await client.analyse();
    client.app.app.get(TaskRunner).start();
    await until(async () => (await foundIn(id))[eva] === 'done');
    expect(await foundIn(id)).toEqual({ [eva]: 'done', [ops]: 'open' });
  });
});
