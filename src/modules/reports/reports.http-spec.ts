import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { send } from '../../../test/support/signed-client.js';
import { until } from '../../../test/support/until.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { MailReceiver, partsOf } from '../alert-channels/mail-receiver.fixture.js';
import { PlanService } from '../graphs/plan.service.js';
import { OverviewService } from '../overview/overview.service.js';
import { ReportTask } from './report.task.js';
import { ReportTimes } from './report-times.js';

interface Wire {
  readonly data: { readonly id: string; readonly status: string; readonly next_at: string };
  readonly errors: readonly { readonly code: string; readonly context: string; readonly message: string }[];
}

interface Table {
  readonly name: string;
  readonly rows: readonly (readonly unknown[])[];
}

interface Document {
  readonly title: string;
  readonly warnings: readonly string[];
  readonly sections: readonly {
    readonly name: string;
    readonly sentences: readonly string[];
    readonly tables: readonly Table[];
  }[];
}

const user = (name: string) => described(name, ['User', 'Base'], { name, domainsid: 'S-1', enabled: true });
/** Shares at the first analysis and at the last one. */
const historyRows = (...environments: readonly string[]) =>
  environments.map((it) => ['Tier zero', it, expect.any(String), 0.5, 1]);

const rrule = 'DTSTART:20260101T070000Z\nRRULE:FREQ=DAILY';

describe('reports', () => {
  let app: TestApp;
  let mails: MailReceiver;

  beforeAll(async () => {
    mails = await MailReceiver.start();
    app = await testApp({ environment: { SMTP_URL: mails.url }, runsTasks: true });
    await writeGraph(app.database, [
      described('S-1', ['Domain', 'Base'], { name: 'BIRCH', domainsid: 'S-1', collected: true }),
      described('S-1-512', ['Group', 'Base'], { name: 'DOMAIN ADMINS', domainsid: 'S-1' }),
      ...['ADMIN', 'ADA', 'BO'].map(user),
      edge('ADMIN', 'MemberOf', 'S-1-512'),
      edge('ADA', 'GenericAll', 'S-1-512', { isacl: true }),
    ]);
    await analyse();
    await writeGraph(app.database, [
      user('=1+1<B>'),
      edge('=1+1<B>', 'MemberOf', 'S-1-512'),
      edge('BO', 'AddMember', 'S-1-512', { isacl: true }),
    ]);
    await analyse();
  });
  afterAll(async () => {
    await app.close();
    await mails.close();
  });

  async function analyse(): Promise<void> {
    const report = await app.app.get(AnalysisService).run();
    await app.app.get(AnalysisRuns).record('test', new Date(), report);
    await until(async () => {
      const { is_current: isCurrent, plan_state: state } = await app.app.get(OverviewService).overview();
      return isCurrent && state === 'made';
    });
  }

  async function call(method: string, path: string, body?: unknown): Promise<[status: number, body: Wire]> {
    const answer = await app.call(method, `/api/v2/reports${path}`, body);
    return [answer.status, answer.status === 204 ? undefined : JSON.parse(await answer.text())];
  }

  async function text(id: string, query: string): Promise<string> {
    return (await app.call('GET', `/api/v2/report-documents/${id}?${query}`)).text();
  }

  async function made(body: object): Promise<Document> {
    const [status, { data }] = await call('POST', '/run', body);
    expect([status, data.status]).toEqual([201, 'ready']);
    return JSON.parse(await text(data.id, 'format=json'));
  }

  it('say how bad it is, what to do first and what is new, and make no plan', async () => {
    const planned = jest.spyOn(app.app.get(PlanService), 'plan');
    const document = await made({ name: 'Tier zero', since: '-PT1H' });
    expect(planned).not.toHaveBeenCalled();
    planned.mockRestore();
    expect(document).toMatchObject({ title: 'Tier zero', made_by: 'a-administrator' });
    const [exposure, plan, changes, findings, quality, method] = document.sections;
    expect(exposure).toMatchObject({
      sentences: ['Tier zero: 2 of 2 accounts (100 %) reach it.'],
      tables: [{ rows: [['Tier zero', 'BIRCH', 2, 2, 1]] }, { rows: historyRows('BIRCH', 'all environments') }],
    });
    expect(plan!.sentences[0]).toMatch(/^2 accounts reach tier zero\. After the \d changes? below, \d do\.$/);
    expect(plan!.sentences.at(-1)).toMatch(
      /^The plan is of the analysis that ended at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    );
    expect(plan!.tables[0]!.rows[0]).toEqual([
      expect.stringContaining('DOMAIN ADMINS'),
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
      expect.any(String),
      expect.any(String),
    ]);
    expect(changes!.sentences).toEqual([
      expect.stringMatching(
        /^Between .* UTC and .* UTC, 2 accounts got a new way into tier zero, 1 member came into it, and 0 left it\.$/,
      ),
    ]);
    expect(changes!.tables.map(({ rows }) => rows)).toEqual([
      expect.arrayContaining([['BO', 'User', 'BO –AddMember→ DOMAIN ADMINS']]),
      [['=1+1<B>']],
      [],
    ]);
    expect(findings!.name).toBe('findings');
    expect(quality!.tables[0]!.rows).toEqual([['BIRCH', 'yes', expect.stringMatching(/^\d{4}-\d\d-\d\d$/), 0, 0]]);
    expect(method!.sentences).toHaveLength(10);
  });

  it('have the sections that were asked for, and say that a plan is not made yet', async () => {
    await app.database.query(`UPDATE overview SET plan_state = 'pending'`);
    const [pending] = await app.database.query<{ plan: unknown }>('SELECT plan FROM overview WHERE plan IS NOT NULL');
    await app.database.query('UPDATE overview SET plan = NULL');
    const { sections } = await made({ name: 'Plan', sections: ['method', 'plan'], environments: ['S-1'] });
    expect(sections.map(({ name, sentences: [first] }) => [name, first])).toEqual([
      ['plan', 'Not known: the plan of the last analysis is being made. Make the report again later.'],
      ['method', expect.stringMatching(/^Made at /)],
    ]);
    await app.database.query(`UPDATE overview SET plan_state = 'made', plan = $1`, [JSON.stringify(pending!.plan)]);
  });

  it('have the same bytes for the same graph, definition and time', async () => {
    const frozen = jest.spyOn(app.app.get(ReportTimes), 'now').mockReturnValue(new Date());
    const ids = [];
    for (const name of ['same', 'same']) ids.push((await call('POST', '/run', { name, since: '-PT1H' }))[1].data.id);
    frozen.mockRestore();
    expect(new Set(ids).size).toBe(2);
    for (const format of ['html', 'markdown', 'json', 'csv']) {
      const texts = await Promise.all(ids.map((id) => text(id, `format=${format}`)));
      expect(texts[0]).toBe(texts[1]);
    }
  });

  it('have the same bytes in each form whenever they are read, and never markup or formulas of names', async () => {
    const [, { data }] = await call('POST', '/run', { name: '<script>alert(1)</script>', since: '-PT1H' });
    for (const format of ['html', 'markdown', 'json', 'csv'])
      expect(await text(data.id, `format=${format}`)).toBe(await text(data.id, `format=${format}`));
    const answer = await app.call('GET', `/api/v2/report-documents/${data.id}`);
    const html = await answer.text();
    expect(html).toContain('<h1><bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi></h1>');
    expect(html).not.toMatch(/<(script|img|b>|a href="h)/i);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="report.html"');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^sandbox; default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
    );
    const inline = await app.call('GET', `/api/v2/report-documents/${data.id}?inline=true`);
    expect(inline.headers.get('content-disposition')).toBe('inline; filename="report.html"');
    expect(await text(data.id, 'format=markdown')).toContain('# \\<script\\>alert(1)\\</script\\>');
    expect(html).toContain('<bdi>=1+1&lt;B&gt;</bdi>');
    expect(await text(data.id, 'format=csv')).toContain(`changes,came,1,object,'=1+1<B>\r\n`);
    expect(await text(data.id, 'format=csv')).toMatch(
      /^section,table,row,column,value\r\nexposure,environments,1,tag,Tier zero\r\n/,
    );
  });

  it('are made by their schedule, sent without names, and kept as often as settings say', async () => {
    const addresses = ['board@example.com'];
    const [, { data: channel }] = await channels('mail', { type: 'email', addresses });
    const [, { data: hook }] = await channels('hook', { url: 'https://hooks.example.com/' });
    expect(await call('POST', '', { name: 'bad', recipients: [hook.id], rrule: 'RRULE:FREQ=SECONDLY' })).toMatchObject([
      400,
      { errors: [{ context: 'body.recipients.0', message: `the channel ${hook.id} is not of the type email` }] },
    ]);
    const [status, { data }] = await call('POST', '', { name: 'daily', rrule, recipients: [channel.id] });
    expect([status, data]).toMatchObject([
      201,
      { next_at: expect.stringMatching(/T07:00:00\.000Z$/), hide_names: true },
    ]);
    await app.database.query(`UPDATE report SET next_at = now() - interval '1 minute'`);
    await app.app.get(ReportTask).makeDue();
    await app.app.get(ReportTask).makeDue();
    await until(() => mails.received.length === 1);
    const { source, headers } = mails.received[0]!;
    expect(headers['subject']).toBe('[Graphward] The report daily is attached.');
    expect(source).toContain('filename=report.html');
    const html = partsOf(source)['text/html'] ?? '';
    expect(html + source).not.toContain('DOMAIN ADMINS');
    const [, documents] = await call('GET', `/${data.id}/documents`);
    expect(documents).toMatchObject({ count: 1, data: [{ name: 'daily', status: 'ready', reason: '' }] });
    expect((await call('GET', `/${data.id}`))[1].data.next_at > new Date().toISOString()).toBe(true);
    expect(await call('PATCH', `/${data.id}`, { rrule: null, tags: ['nothing'] })).toMatchObject([
      200,
      { data: { rrule: null, next_at: null, tags: ['nothing'] } },
    ]);
    const [, { data: failing }] = await call('POST', `/${data.id}/run`);
    await until(async () => (await document(failing.id)).startsWith('409'));
    await until(async () => (await document(failing.id)).includes('has failed'));
    expect(await call('DELETE', `/${data.id}`)).toEqual([204, undefined]);
  });

  async function channels(name: string, body: object): Promise<[number, Wire]> {
    const answer = await app.call('POST', '/api/v2/alert-channels', { name, ...body });
    return [answer.status, JSON.parse(await answer.text())];
  }

  async function document(id: string): Promise<string> {
    const answer = await app.call('GET', `/api/v2/report-documents/${id}`);
    return `${answer.status} ${await answer.text()}`;
  }

  it('are for their owner and for administrators', async () => {
    const made = await app.as('user', 'bearer', 'POST', '/api/v2/reports', { body: JSON.stringify({ name: 'own' }) });
    const { data }: Wire = JSON.parse(await made.text());
    const statuses = async (path: string) => {
      const roles = ['administrator', 'power_user', 'user', 'auditor'] as const;
      const answers = roles.map((role) => app.as(role, 'bearer', 'GET', `/api/v2/${path}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses(`reports/${data.id}`)).toEqual([200, 404, 200, 403]);
    expect(await statuses(`reports/${data.id}/documents`)).toEqual([200, 404, 200, 403]);
    const body = JSON.stringify({ name: 'once' });
    const once = await app.as('user', 'bearer', 'POST', '/api/v2/reports/run', { body });
    const { data: document }: Wire = JSON.parse(await once.text());
    expect(await statuses(`report-documents/${document.id}`)).toEqual([200, 404, 200, 403]);
    await app.database.query(`UPDATE account SET environments = '{S-1}' WHERE name = 'a-user'`);
    expect(await call('GET', `/${data.id}`)).toMatchObject([200, { data: { stopped: 'permission_lost' } }]);
  });

  it('are shown by the cookie of a session in a frame of the page, and in no other way', async () => {
    const [, { data }] = await call('POST', '/run', { name: 'framed', sections: ['method'] });
    const credentials = { username: 'a-administrator', secret: 'the password of administrator' };
    const page = { 'X-Requested-With': 'graphward', 'Content-Type': 'application/json' };
    const login = { headers: page, body: JSON.stringify(credentials) };
    const [cookie = ''] = (await send(app.url, 'POST', '/api/v2/self/session', login)).headers.getSetCookie();
    const ask = async (path: string, destination: string, site: string, method = 'GET') => {
      const sender = { 'Sec-Fetch-Dest': destination, 'Sec-Fetch-Site': site };
      const headers = { Cookie: cookie.split(';', 1)[0]!, ...sender };
      return (await send(app.url, method, path, { headers })).status;
    };
    const document = `/api/v2/report-documents/${data.id}?inline=true`;
    expect([
      await ask(document, 'iframe', 'same-origin'),
      await ask(document, 'iframe', 'same-site'),
      await ask(document, 'iframe', 'cross-site'),
      await ask(document, 'document', 'same-origin'),
      await ask(document, 'empty', 'same-origin'),
      await ask('/api/v2/self', 'iframe', 'same-origin'),
      await ask('/api/v2/reports/run', 'iframe', 'same-origin', 'POST'),
    ]).toEqual([200, 401, 401, 401, 401, 401, 401]);
  });

  it('refuse what is no report', async () => {
    const faultsOf = async (body: object) => {
      const [status, { errors }] = await call('POST', '', { name: 'bad', ...body });
      return [status, ...errors.map(({ context, message }) => `${context} ${message}`)];
    };
    expect(await faultsOf({ since: 'yesterday' })).toEqual([
      400,
      'body.since takes a duration of ISO 8601 before now, such as -P30D',
    ]);
    expect(await faultsOf({ rrule: 'RRULE:FREQ=DAILY' })).toEqual([
      400,
      expect.stringMatching(/^body\.rrule takes exactly one DTSTART/),
    ]);
    expect(await call('POST', '/run', { name: 'x', tags: ['nothing'] })).toMatchObject([400, {}]);
  });
});
