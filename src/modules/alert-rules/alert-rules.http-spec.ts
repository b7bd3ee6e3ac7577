import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { until } from '../../../test/support/until.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { described, edge, whole } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { ClientJobsService } from '../enterprise/clients/client-jobs.service.js';
import { ClientsService } from '../enterprise/clients/clients.service.js';
import { SilentClientsService } from '../enterprise/clients/silent-clients.service.js';
import { JobRunsService } from '../enterprise/jobs/job-runs.service.js';
import { noCollectionOptions } from '../enterprise/scope/collection-scope.js';
import { TaskRunner } from '../../queue/task-runner.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import type { Principal } from '../../auth/principal.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { AlertChannelsService } from '../alert-channels/alert-channels.service.js';
import { AlertDeliveriesRepository } from '../alert-channels/alert-deliveries.repository.js';
import { MailReceiver } from '../alert-channels/mail-receiver.fixture.js';
import { WebhookReceiver } from '../alert-channels/webhook-receiver.fixture.js';
import { AlertDigestsService } from './alert-digests.service.js';
import { AlertEvaluationTask } from './alert-evaluation.task.js';
import type { CreateAlertRuleRequest } from './alert-rules.dto.js';
import { AlertRulesRepository } from './alert-rules.repository.js';
import { AlertRulesService } from './alert-rules.service.js';
import { RuleStateRepository } from './rule-state.repository.js';
import { SilenceAlertsService } from './silence-alerts.service.js';

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const nowhere = '00000000-0000-4000-8000-000000000000';

const user = (name: string) => described(name, ['User', 'Base'], { name, domainsid: 'S-1', enabled: true });

/** The helpdesk adds members to the domain admins. Two of four accounts outside of tier zero are in it. */
const estate = [
  described('S-1', ['Domain', 'Base'], { name: 'BIRCH', domainsid: 'S-1', collected: true }),
  described('S-1-512', ['Group', 'Base'], { name: 'DOMAIN ADMINS', domainsid: 'S-1' }),
  described('HELPDESK', ['Group', 'Base'], { name: 'HELPDESK', domainsid: 'S-1' }),
  ...['ADMIN', 'ADA', 'BO', 'CY', 'DI'].map(user),
  edge('ADMIN', 'MemberOf', 'S-1-512'),
  edge('HELPDESK', 'AddMember', 'S-1-512'),
  edge('ADA', 'MemberOf', 'HELPDESK'),
];

interface Wire {
  readonly data: { readonly id: string; readonly stopped: string | null };
  readonly errors: readonly { readonly context: string; readonly message: string }[];
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly rule: { readonly id: number }; readonly sentence: string; readonly numbers: object };
}

const acl = whole('S-1-512', { of: 'acl' });

const accountRow = (id: string, name?: string) => ({
  kind: 'Account',
  objectid: id,
  ...(name && { name }),
  href: '/ui/accounts',
});

const memberRow = (name: string) => ({ kind: 'User', objectid: name, name, change: 'came', href: `/ui/o/${name}` });

const group = (name: string) => described(name, ['Group', 'Base'], { name, domainsid: 'S-1' });

const selecting = (...ids: readonly string[]) => ({ selectors: ids.map((id) => ({ name: id, selector: id })) });

const controls = (name: string, target: string) => edge(name, 'GenericAll', target, { isacl: true });

const wayRow = (name: string, path: readonly string[]) => ({
  kind: 'User',
  objectid: name,
  name,
  path,
  href: `/ui/o/${name}`,
});

describe('alert rules', () => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let mails: MailReceiver;
  let channel: string;

  beforeAll(async () => {
    mails = await MailReceiver.start();
    const environment = { ALERT_NETWORKS: '127.0.0.0/8', PUBLIC_URL: 'https://graph.example', SMTP_URL: mails.url };
    app = await testApp({ environment });
    receiver = await WebhookReceiver.start();
    const [, { data }] = await call('POST', 'alert-channels', { name: 'ops', url: receiver.origin });
    channel = data.id;
    await writeGraph(app.database, estate);
    await analyse();
  });
  afterAll(async () => {
    await app.close();
    receiver.close();
    await mails.close();
  });

  async function call(method: string, path: string, body?: unknown): Promise<[status: number, body: Wire]> {
    const answer = await app.call(method, `/api/v2/${path}`, body);
    return [answer.status, answer.status === 204 ? undefined : JSON.parse(await answer.text())];
  }

  async function create(body: object): Promise<number> {
    const [status, answer] = await call('POST', 'alert-rules', { channels: [channel], ...body });
    expect([status, answer]).toMatchObject([201, { data: body }]);
    return Number(answer.data.id);
  }

  /** @returns the id of the run */
  async function analyse(): Promise<string> {
    const report = await app.app.get(AnalysisService).run();
    await app.app.get(AnalysisRuns).record('test', new Date(), report);
    return report.runId;
  }

  /** The alerts of rules, in the order of their ids, once all tasks are done. */
  async function alerts(): Promise<Event[]> {
    await settled();
    const events = receiver.received.splice(0).map(({ body }): Event => JSON.parse(body));
    return events.toSorted(
      (one, other) => one.data.rule.id - other.data.rule.id || (one.data.sentence < other.data.sentence ? -1 : 1),
    );
  }

  async function settled(): Promise<void> {
    const waiting = `SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('check-plans', 'evaluate-alerts', 'tell-failed-job', 'deliver-alert')`;
    await until(async () => (await app.database.query(waiting)).length === 0);
  }

  async function waiting(task: string): Promise<number> {
    const sql = 'SELECT FROM graphile_worker.jobs WHERE task_identifier = $1';
    return (await app.database.query(sql, [task])).length;
  }

  async function addClient(name: string): Promise<{ readonly id: string }> {
    const { client } = await app.app.get(ClientsService).create({ name, type: 'directory', domainController: '' });
    return client;
  }

  async function seen(client: string, ago: string): Promise<void> {
    await app.database.query('UPDATE client SET last_checkin = now() - $2::interval WHERE id = $1', [client, ago]);
  }

  async function silences() {
    await app.app.get(SilentClientsService, { strict: false }).find();
    await app.app.get(SilenceAlertsService).findOldData();
    return (await alerts()).map(({ data }) => data);
  }

  async function deleteRules(): Promise<void> {
    await app.database.query('DELETE FROM alert_rule');
  }

  it('make each alert once, although processes die before it is sent and after it', async () => {
    const rule = await create({ name: 'members', occasion: 'tier_zero.changed', tag: 1 });
    await writeGraph(app.database, [user('NEW'), edge('NEW', 'MemberOf', 'S-1-512')]);
    const runId = await analyse();
    const evaluation = app.app.get(AlertEvaluationTask);
    await evaluation.evaluate({ cause: 'run', id: runId });
    await evaluation.evaluate({ cause: 'run', id: runId });
    const stored = await app.database.query(
      'SELECT key, status FROM alert_message m JOIN alert_delivery d ON d.message_id = m.id',
    );
    expect([stored, receiver.received]).toEqual([[{ key: `rule:${rule}:run:${runId}:`, status: 'waiting' }], []]);

    const save = jest.spyOn(app.app.get(AlertDeliveriesRepository), 'save').mockRejectedValueOnce(new Error('it died'));
    app.app.get(TaskRunner).start();
    const events = await alerts();
    save.mockRestore();

    expect(events).toHaveLength(2);
    expect(events[1]).toEqual(events[0]);
    expect(events[0]).toEqual({
      specversion: '1.0',
      id: expect.any(String),
      source: 'https://graph.example',
      type: 'graphward.tier_zero.changed',
      time: anyTime,
      subject: `alert-rules/${rule}`,
      datacontenttype: 'application/json',
      data: {
        sentence: 'Members of Admin Tier Zero have changed: 1 came, 0 went.',
        rule: { id: rule, name: 'members' },
        numbers: { came: 1, went: 0 },
        rows: [{ kind: 'User', objectid: 'NEW', name: 'NEW', change: 'came', href: '/ui/o/NEW' }],
        more: 0,
      },
    });
    await deleteRules();
  });

  it('find new ways, exposure and findings after an analysis', async () => {
    const rules = [
      await create({ name: 'ways', occasion: 'way.new', condition: { least_accounts: 1 } }),
      await create({ name: 'two ways', occasion: 'way.new', condition: { least_accounts: 2 } }),
      await create({ name: 'ways elsewhere', occasion: 'way.new', environment: 'S-2' }),
      await create({ name: 'ways here', occasion: 'way.new', environment: 'S-1', include_names: false }),
      await create({ name: 'above', occasion: 'exposure.above', condition: { percent: 30 } }),
      await create({ name: 'far above', occasion: 'exposure.above', condition: { percent: 60 } }),
      await create({
        name: 'findings',
        occasion: 'finding.new',
        condition: { types: ['T0GenericAll'] },
        include_names: false,
      }),
      await create({ name: 'others', occasion: 'finding.new', condition: { types: ['T0Owns'] } }),
      await create({ name: 'off', occasion: 'way.new', enabled: false }),
    ];
    await writeGraph(app.database, [edge('BO', 'GenericAll', 'S-1-512', { isacl: true }), acl]);
    await analyse();
    const events = await alerts();

    const contents = events.map(({ type, data }) => [type, data]);
    const [ways, , , here, above, , findings] = rules;
    const way = {
      kind: 'User',
      objectid: 'BO',
      name: 'BO',
      path: ['BO', 'GenericAll', 'DOMAIN ADMINS'],
      href: '/ui/o/BO',
    };
    expect(contents).toEqual([
      [
        'graphward.way.new',
        {
          sentence: '1 account has a new way into tier zero.',
          rule: { id: ways, name: 'ways' },
          numbers: { accounts: 1 },
          rows: [way],
          more: 0,
        },
      ],
      [
        'graphward.way.new',
        {
          sentence: '1 account has a new way into tier zero.',
          rule: { id: here, name: 'ways here' },
          numbers: { accounts: 1 },
          rows: [{ kind: 'User', objectid: 'BO', path: ['BO', 'GenericAll', 'S-1-512'], href: '/ui/o/BO' }],
          more: 0,
        },
      ],
      [
        'graphward.exposure.above',
        {
          sentence: '50 % of the accounts of BIRCH reach tier zero, more than 30 %.',
          rule: { id: above, name: 'above' },
          numbers: { percent: 50, bound: 30 },
          rows: [{ kind: 'Environment', objectid: 'S-1', name: 'BIRCH', href: '/ui/o/S-1' }],
          more: 0,
        },
      ],
      [
        'graphward.finding.new',
        {
          sentence: '1 finding is new.',
          rule: { id: findings, name: 'findings' },
          numbers: { findings: 1 },
          rows: [
            {
              kind: 'Group',
              objectid: 'S-1-512',
              change: expect.stringMatching(/\((critical|high|moderate|low)\)$/),
              path: ['BO', '→', 'S-1-512'],
              remedy: expect.any(String),
              href: '/ui/o/S-1-512',
            },
          ],
          more: 0,
        },
      ],
    ]);
    await analyse();
    expect(await alerts()).toEqual([]);
    await deleteRules();
  });

  it('tell findings that return from new ones, and count no break', async () => {
    const types = { condition: { types: ['T0GenericAll'] } };
    await create({ name: 'new', occasion: 'finding.new', ...types });
    const returned = await create({ name: 'returned', occasion: 'finding.returned', ...types });
    const ways = await create({ name: 'ways', occasion: 'way.new' });
    const below = await create({ name: 'below', occasion: 'exposure.below', condition: { percent: 30 } });
    await writeGraph(app.database, [acl], { day: '2027-01-01' });
    await analyse();
    expect((await alerts()).map(({ data }) => data.rule.id)).toEqual([below]);
    await writeGraph(app.database, [edge('BO', 'GenericAll', 'S-1-512', { isacl: true })], { day: '2027-01-02' });
    await analyse();
    expect((await alerts()).map(({ data }) => [data.rule.id, data.sentence])).toEqual([
      [returned, '1 finding has returned.'],
      [ways, '1 account has a new way into tier zero.'],
    ]);

    await writeGraph(app.database, [edge('CY', 'GenericAll', 'S-1-512', { isacl: true })], { day: '2027-01-02' });
    await app.database.query(`UPDATE change_log SET reason = 'expiry' WHERE id = (SELECT max(id) FROM change_log)`);
    await analyse();
    expect(await alerts()).toEqual([]);
    await deleteRules();
  });

  it('find new ways and exposure of another tag', async () => {
    const servers = { name: 'Servers', tag: 'servers', ...selecting('SRV') };
    await writeGraph(app.database, [group('SRV'), group('SRV2'), controls('CY', 'SRV2')]);
    const [, { data: tag }] = await call('POST', 'asset-groups', servers);
    const ofTag = { tag: Number(tag.id) };
    const ways = await create({ name: 'ways', occasion: 'way.new', ...ofTag });
    const above = await create({ name: 'above', occasion: 'exposure.above', condition: { percent: 10 }, ...ofTag });
    await create({
      name: 'elsewhere',
      occasion: 'exposure.above',
      condition: { percent: 10 },
      environment: 'S-2',
      ...ofTag,
    });
    await create({ name: 'tier zero', occasion: 'way.new' });
    await analyse();
    expect(await alerts()).toEqual([]);

    await writeGraph(app.database, [controls('DI', 'SRV')]);
    await analyse();
    const newWay = {
      sentence: '1 account has a new way into Servers.',
      rule: { id: ways, name: 'ways' },
      numbers: { accounts: 1 },
      more: 0,
    };
    expect((await alerts()).map(({ data }) => data)).toEqual([
      { ...newWay, rows: [wayRow('DI', ['DI', 'GenericAll', 'SRV'])] },
      {
        sentence: '16.7 % of the accounts of BIRCH reach Servers, more than 10 %.',
        rule: { id: above, name: 'above' },
        numbers: { percent: 16.7, bound: 10 },
        rows: [{ kind: 'Environment', objectid: 'S-1', name: 'BIRCH', href: '/ui/o/S-1' }],
        more: 0,
      },
    ]);

    await call('PUT', `asset-groups/${tag.id}/selectors`, selecting('SRV', 'SRV2'));
    await analyse();
    expect((await alerts()).map(({ data }) => data)).toEqual([
      { ...newWay, rows: [wayRow('CY', ['CY', 'GenericAll', 'SRV2'])] },
    ]);
    await deleteRules();
    await call('DELETE', `asset-groups/${tag.id}`);
  });

  it('say that an analysis or an upload failed', async () => {
    const analysis = await create({ name: 'analysis', occasion: 'analysis.failed' });
    const upload = await create({ name: 'upload', occasion: 'upload.failed', include_names: false });
    const [{ id }] = (await app.database.query<{ id: string }>(
      `INSERT INTO analysis_run (id, status, requested_at, requested_by, started_at)
       VALUES (gen_random_uuid(), 'running', now(), 'test', now()) RETURNING id`,
    )) as [{ id: string }];
    await app.app.get(AnalysisRuns).giveUp(id, 'it does not fit', app.database);
    const [, { data }] = await call('POST', 'file-upload/start');
    await call('POST', `file-upload/${data.id}`, { meta: { type: 'nothing' } });
    await call('POST', `file-upload/${data.id}/end`);
    await until(async () => {
      const rows = await app.database.query(`SELECT FROM upload WHERE status = 'failed'`);
      return rows.length > 0;
    });

    const events = await alerts();
    expect(events.map(({ type, data: it }) => [type, it.rule.id, it.sentence, it.numbers])).toEqual([
      ['graphward.analysis.failed', analysis, 'The analysis failed: it does not fit.', {}],
      [
        'graphward.upload.failed',
        upload,
        expect.stringMatching(new RegExp(`^The upload ${data.id} failed: .+\\.$`)),
        { upload: data.id },
      ],
    ]);
    await deleteRules();
  });

  it('say that a job failed or timed out', async () => {
    const named = await create({ name: 'jobs', occasion: 'job.failed' });
    const nameless = await create({ name: 'jobs without names', occasion: 'job.failed', include_names: false });
    const jobs = app.app.get(JobRunsService);
    const running = async () => {
      const order = { ...noCollectionOptions, adStructureCollection: true, ous: [], domains: [] };
      const id = await app.app.get(ClientJobsService, { strict: false }).createOnDemand(client, order);
      await jobs.start(client, id);
      return id;
    };
    const { id: client } = await addClient('jobs');
    const failed = await running();
    await jobs.end(client, { outcome: 'failed', message: 'no route to DC1' });
    const silent = await running();
    await jobs.timeOutSilent(new Date(Date.now() + 601_000));
    await running();
    await jobs.end(client, { outcome: 'collected', message: '' });
    expect((await alerts()).map(({ type, data }) => [type, data.rule.id, data.sentence, data.numbers])).toEqual([
      ['graphward.job.failed', named, `The job ${failed} of jobs failed: no route to DC1.`, { job: failed }],
      [
        'graphward.job.failed',
        named,
        `The job ${silent} of jobs timed out: its client was silent for 600 s.`,
        { job: silent },
      ],
      ['graphward.job.failed', nameless, `The job ${failed} failed: no route to DC1.`, { job: failed }],
      [
        'graphward.job.failed',
        nameless,
        `The job ${silent} timed out: its client was silent for 600 s.`,
        { job: silent },
      ],
    ]);
    await deleteRules();
  });

  it('tell once of a client that falls silent, and again after it was heard of', async () => {
    const { id: old } = await addClient('silent before the rule');
    const { id } = await addClient('silent');
    await seen(old, '3 hours');
    const rule = await create({
      name: 'clients',
      occasion: 'collector.silent',
      condition: { of: 'clients', hours: 2 },
    });
    expect(await silences()).toEqual([]);
    await seen(id, '150 minutes');
    const alert = {
      sentence: expect.stringMatching(/^The client silent has been silent since \d{4}-\S+Z\.$/),
      rule: { id: rule, name: 'clients' },
      numbers: { hours: 2 },
      rows: [{ kind: 'Client', objectid: id, name: 'silent', href: `/ui/clients/${id}` }],
      more: 0,
    };
    expect(await silences()).toEqual([alert]);
    expect(await silences()).toEqual([]);
    await seen(id, '0 hours');
    expect(await silences()).toEqual([]);
    await seen(id, '4 hours');
    expect(await silences()).toEqual([{ ...alert, numbers: { hours: 4 } }]);
    await deleteRules();
  });

  it('tell of administrators and of failed logins, with their audit entries', async () => {
    const rules = [
      await create({ name: 'administrators', occasion: 'account.administrator_added' }),
      await create({ name: 'tokens', occasion: 'token.created_for_administrator', include_names: false }),
      await create({ name: 'logins', occasion: 'login.failures' }),
    ];
    const add = async (name: string, role: string): Promise<string> => {
      const body = { name, role, password: 'a long enough password' };
      const [status, { data }] = await call('POST', 'accounts', body);
      expect(status).toBe(201);
      return data.id;
    };
    const [root, plain] = [await add('root', 'administrator'), await add('plain', 'user')];
    await call('PATCH', `accounts/${root}`, { role: 'administrator' });
    await call('POST', 'tokens', { token_name: 'one', user_id: plain });
    await call('POST', 'tokens', { token_name: 'two', user_id: root });
    const events = await alerts();
    expect(events.map(({ data }) => data)).toEqual([
      {
        sentence: 'root has become an administrator by a-administrator.',
        rule: { id: rules[0], name: 'administrators' },
        numbers: {},
        rows: [accountRow(root, 'root')],
        more: 0,
      },
      {
        sentence: `A token of the administrator ${root} was created.`,
        rule: { id: rules[1], name: 'tokens' },
        numbers: {},
        rows: [accountRow(root)],
        more: 0,
      },
    ]);
    await call('PATCH', `accounts/${plain}`, { role: 'administrator' });
    expect((await alerts()).map(({ data }) => data.sentence)).toEqual([
      'plain has become an administrator by a-administrator.',
    ]);

    const guess = (name: string) =>
      fetch(`${app.url}/api/v2/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': name },
        body: JSON.stringify({ login_method: 'secret', username: name, secret: 'wrong' }),
      });
    for (let times = 0; times < 10; times++) await guess('mallory');
    const [failures, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(failures!.data).toMatchObject({
      sentence: expect.stringMatching(/^10 logins with the (name mallory|address \S+) failed within a minute\.$/),
      rule: { id: rules[2] },
      numbers: { failures: 10 },
    });
    const entries = await app.database.query(
      `SELECT DISTINCT details->>'of' FROM audit_log WHERE action = 'login.limit'`,
    );
    expect(entries).toHaveLength(2);
    await app.database.query('DELETE FROM login_failure');
    await deleteRules();
  });

  it('collect alerts for a digest, which mails without names', async () => {
    const [, { data: mail }] = await call('POST', 'alert-channels', {
      name: 'mail',
      type: 'email',
      addresses: ['ada@example.com'],
    });
    const rule = await create({
      name: 'daily',
      occasion: 'tier_zero.changed',
      every: 'day',
      time_zone: 'Asia/Kathmandu',
      channels: [channel, mail.id],
    });
    const members = Array.from({ length: 150 }, (_, at) => `M${at + 100}`);
    for (const some of [members.slice(0, 75), members.slice(75)]) {
      await writeGraph(
        app.database,
        some.flatMap((name) => [user(name), edge(name, 'MemberOf', 'S-1-512')]),
      );
      const runId = await analyse();
      await until(async () => (await waiting('evaluate-alerts')) === 0);
      await app.app.get(AlertEvaluationTask).evaluate({ cause: 'run', id: runId });
    }
    expect(receiver.received).toEqual([]);
    const [task] = await app.database.query<{ at: string }>(
      `SELECT to_char(run_at AT TIME ZONE 'Asia/Kathmandu', 'HH24:MI') AS at FROM graphile_worker.jobs
       WHERE task_identifier = 'send-digest'`,
    );
    expect(task).toEqual({ at: '07:00' });
    await app.app.get(AlertDigestsService).send({ ruleId: String(rule) });
    await app.app.get(AlertDigestsService).send({ ruleId: String(rule) });
    const [digest, ...others] = await alerts();

    expect(others).toEqual([]);
    const sentence = 'Members of Admin Tier Zero have changed: 75 came, 0 went.';
    expect(digest!.data).toEqual({
      sentence: '2 alerts of the rule daily within the last day.',
      rule: { id: rule, name: 'daily' },
      numbers: { alerts: 2 },
      alerts: [
        { time: anyTime, sentence },
        { time: anyTime, sentence },
      ],
      rows: members.map(memberRow),
      more: 0,
    });
    const [received, ...more] = mails.received;
    expect([received!.headers['subject'], more]).toEqual([
      '[Graphward] 2 alerts of the rule daily within the last day.',
      [],
    ]);
    await deleteRules();
  });

  it('stop if their account is deleted, disabled or may manage alerts no more', async () => {
    const id = await create({ name: 'stopping', occasion: 'analysis.failed' });
    await app.as('user', 'bearer', 'GET', '/api/v2/self');
    const account = `(SELECT id FROM account WHERE name = 'a-user')`;
    const states = async (sql: string) => {
      await app.database.query(sql);
      const [, { data }] = await call('GET', `alert-rules/${id}`);
      return data.stopped;
    };
    const made = async () => {
      const [run] = await app.database.query<{ id: string }>(
        `SELECT id FROM analysis_run WHERE status = 'failed' LIMIT 1`,
      );
      await app.app.get(AlertEvaluationTask).evaluate({ cause: 'run', id: run!.id });
      return (await alerts()).length;
    };
    expect([
      await states(`UPDATE alert_rule SET account_id = ${account}`),
      await states(`UPDATE account SET role = 'administrator', is_disabled = true WHERE name = 'a-user'`),
      await made(),
      await states(`DELETE FROM account WHERE name = 'a-user'`),
      await made(),
    ]).toEqual(['permission_lost', 'account_disabled', 0, 'account_deleted', 0]);
    await app.database.query(
      `UPDATE alert_rule SET account_id = (SELECT id FROM account WHERE name = 'a-administrator')`,
    );
    expect(await made()).toBe(1);
    await deleteRules();
  });

  it('are created, listed, changed and deleted', async () => {
    const id = await create({ name: 'one', occasion: 'tier_zero.changed', condition: { kinds: ['Group'] } });
    const [account] = await app.database.query<{ id: string }>(`SELECT id FROM account WHERE name = 'a-administrator'`);
    const rule = {
      id,
      created_at: anyTime,
      updated_at: anyTime,
      name: 'one',
      occasion: 'tier_zero.changed',
      condition: { kinds: ['Group'] },
      channels: [channel],
      every: 'immediately',
      enabled: true,
      environment: null,
      tag: 1,
      include_names: true,
      user_id: account!.id,
      stopped: null,
      last_alert: null,
      time_zone: 'UTC',
    };
    expect(await call('GET', `alert-rules/${id}`)).toEqual([200, { data: rule }]);
    const page = { count: 1, skip: 0, limit: 100, data: [rule] };
    expect(await call('GET', 'alert-rules?occasion=eq:tier_zero.changed')).toEqual([200, page]);
    const changes = { name: 'two', enabled: false, include_names: false, condition: {}, tag: 2 };
    const changed = { ...rule, ...changes };
    expect(await call('PATCH', `alert-rules/${id}`, changes)).toEqual([200, { data: changed }]);
    expect(await call('DELETE', `alert-rules/${id}`)).toEqual([204, undefined]);
    const errors = [{ context: 'path.alert_rule_id', message: `there is no alert rule ${id}` }];
    for (const method of ['GET', 'DELETE'])
      expect(await call(method, `alert-rules/${id}`)).toMatchObject([404, { errors }]);
    expect(await call('PATCH', `alert-rules/${id}`, { name: 'x' })).toMatchObject([404, { errors }]);
  });

  it('refuse what is no rule', async () => {
    await create({ name: 'taken', occasion: 'way.new' });
    const faultsOf = async (body: object) => {
      const [status, { errors }] = await call('POST', 'alert-rules', { name: 'bad', channels: [channel], ...body });
      return [status, ...errors.map((it) => `${it.context}: ${it.message}`)];
    };
    expect(await faultsOf({ name: 'taken', occasion: 'way.new' })).toEqual([409, 'body.name: the name taken is taken']);
    expect(await faultsOf({ occasion: 'exposure.above', condition: { kinds: ['User'] } })).toEqual([
      400,
      'body.condition.kinds: is no condition of exposure.above; it takes percent',
      'body.condition.percent: exposure.above needs it',
    ]);
    expect(await faultsOf({ occasion: 'analysis.failed', environment: 'S-1', tag: 1 })).toEqual([
      400,
      'body.environment: analysis.failed is not limited to an environment',
      'body.tag: analysis.failed has no tag',
    ]);
    const clients = { of: 'clients', hours: 2 } as const;
    expect(await faultsOf({ occasion: 'collector.silent', condition: clients, environment: 'S-1' })).toEqual([
      400,
      'body.environment: clients belong to no environment',
    ]);
    expect(await faultsOf({ occasion: 'collector.silent', condition: { of: 'tea', hours: 0 } })).toEqual([
      400,
      'body.condition.of: takes one of data, clients',
      'body.condition.hours: takes an integer from 1 to 8784',
    ]);
    const community = new AlertRulesService(
      app.app.get(AlertRulesRepository, { strict: false }),
      app.app.get(RuleStateRepository, { strict: false }),
      app.app.get(AlertChannelsService),
      app.app.get(FindingTypeLookup),
      new Capabilities('community'),
      app.app.get(AuditService),
    );
    const refused = (body: Pick<CreateAlertRuleRequest, 'occasion' | 'condition'>) =>
      community.create({ id: nowhere } as Principal, { name: 'bad', channels: [channel], ...body });
    await expect(refused({ occasion: 'collector.silent', condition: clients })).rejects.toThrow(
      'body.condition.of: clients need the enterprise edition',
    );
    await expect(refused({ occasion: 'job.failed' })).rejects.toThrow(
      'body.occasion: job.failed needs the enterprise edition',
    );
    expect(await faultsOf({ occasion: 'finding.new', condition: { types: ['T0Nothing'] } })).toEqual([
      400,
      'body.condition.types.0: there is no type of findings "T0Nothing"',
    ]);
    expect(await faultsOf({ occasion: 'way.new', channels: [channel, nowhere] })).toEqual([
      400,
      `body.channels.1: there is no channel ${nowhere}`,
    ]);
    expect(
      (
        await faultsOf({
          occasion: 'tea',
          every: 'week',
          time_zone: 'Mars/Olympus',
          channels: [],
          condition: { percent: 101 },
        })
      )
        .slice(1)
        .map((it) => String(it).replace(/:.*/, ''))
        .toSorted((one, other) => (one < other ? -1 : 1)),
    ).toEqual(['body.channels', 'body.condition.percent', 'body.every', 'body.occasion', 'body.time_zone']);
  });

  it('tell that a step of a kept plan is done, and that it has returned', async () => {
    await deleteRules();
    const crew = edge('CREW', 'GenericAll', 'S-1', { isacl: true });
    const entries = whole('S-1', { of: 'acl' });
    await writeGraph(app.database, [user('ZOE'), edge('ZOE', 'MemberOf', 'CREW'), crew, entries]);
    await analyse();
    const question = { end_node: 'S-1', start_node: 'ZOE' };
    const [, { data }] = await call('POST', 'plans', { name: 'Spring', question });
    const plan = Number(data.id);
    const done = await create({ name: 'done', occasion: 'plan.step_done', condition: { plan } });
    await create({ name: 'of another plan', occasion: 'plan.step_done', condition: { plan: plan + 1 } });
    const returned = await create({ name: 'back', occasion: 'plan.step_returned', include_names: false });

    await writeGraph(app.database, [entries]);
    await analyse();
    const row = { kind: 'Domain', objectid: 'S-1', href: '/ui/o/S-1' };
    const change = 'remove all rights of CREW on BIRCH';
    expect((await alerts()).map((it) => it.data)).toEqual([
      {
        sentence: '1 step of Spring is done.',
        rule: { id: done, name: 'done' },
        numbers: { steps: 1 },
        rows: [{ ...row, name: 'BIRCH', change }],
        more: 0,
      },
    ]);
    await writeGraph(app.database, [crew, entries]);
    await analyse();
    expect((await alerts()).map((it) => it.data)).toEqual([
      {
        sentence: '1 step of Spring has returned.',
        rule: { id: returned, name: 'back' },
        numbers: { steps: 1 },
        rows: [{ ...row, change: 'returned', remedy: expect.any(String) }],
        more: 0,
      },
    ]);
  });

  it('tell of an environment whose data become old', async () => {
    await deleteRules();
    const domains = ['S-8', 'S-9'].map((id) =>
      described(id, ['Domain', 'Base'], { name: `${id}.LOCAL`, domainsid: id, collected: true }),
    );
    await writeGraph(app.database, domains, { day: '2026-01-01' });
    const condition = { of: 'data', hours: 48 } as const;
    const all = await create({ name: 'data', occasion: 'collector.silent', condition });
    const limited = { occasion: 'collector.silent', condition, environment: 'S-9', include_names: false };
    const one = await create({ name: 'data of S-9', ...limited });
    expect(await silences()).toEqual([]);
    // As if they were created when the data were new.
    await app.database.query(`UPDATE alert_rule SET updated_at = '2026-01-03T12:00:00Z'`);
    await app.database.query('DELETE FROM alert_rule_level');
    const since = 'were collected since 2026-01-01.';
    const told = await silences();
    expect(told.map((it) => [it.rule.id, it.sentence])).toEqual([
      [all, `No data of S-8.LOCAL ${since}`],
      [all, `No data of S-9.LOCAL ${since}`],
      [one, `No data of S-9 ${since}`],
    ]);
    expect(told[2]).toEqual({
      sentence: `No data of S-9 ${since}`,
      rule: { id: one, name: 'data of S-9' },
      numbers: { hours: expect.any(Number) },
      rows: [{ kind: 'Domain', objectid: 'S-9', href: '/ui/o/S-9' }],
      more: 0,
    });
    expect(await silences()).toEqual([]);
  });
});
