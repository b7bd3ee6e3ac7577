import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { until } from '../../../test/support/until.js';
import { Settings } from '../../base/config/settings.js';
import { MailReceiver } from './mail-receiver.fixture.js';
import { SyslogReceiver } from './syslog-receiver.fixture.js';
import { signersOf, WebhookReceiver } from './webhook-receiver.fixture.js';

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const nowhere = '00000000-0000-4000-8000-000000000000';

interface Shown {
  readonly id: string;
  readonly secret: string;
  readonly occasion: string;
  readonly occurred_at: string;
  readonly message_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt: string;
  readonly last_attempt: string;
  readonly reason: string;
}

interface Wire {
  /** One or a page. */
  readonly data: Shown & readonly Shown[];
  readonly errors: readonly { readonly context: string; readonly message: string }[];
}

describe('alert channels', () => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let mails: MailReceiver;
  let names = 0;

  beforeAll(async () => {
    mails = await MailReceiver.start();
    app = await testApp({
      edition: 'community',
      environment: {
        ALERT_NETWORKS: '127.0.0.0/8',
        PUBLIC_URL: 'https://graph.example',
        SMTP_URL: mails.url,
        SMTP_FROM: 'graphward@example.com',
        SYSLOG_ENTERPRISE_NUMBER: '64000',
      },
      runsTasks: true,
    });
  });
  afterAll(async () => {
    await app.close();
    await mails.close();
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
  });
  afterEach(() => receiver.close());

  async function call(method: string, path: string, body?: unknown): Promise<[status: number, body: Wire]> {
    const answer = await app.call(method, `/api/v2/alert-channels${path}`, body);
    return [answer.status, answer.status === 204 ? undefined : JSON.parse(await answer.text())];
  }

  async function create(more: object = {}): Promise<{ id: string; secret: string }> {
    const body = { name: `channel ${++names}`, url: `${receiver.origin}/secret?token=hidden`, ...more };
    const [status, answer] = await call('POST', '', body);
    expect([status, answer]).toEqual([201, { data: { id: expect.any(String), secret: expect.any(String) } }]);
    return answer.data;
  }

  async function tested(id: string, ends = 'delivered|failed') {
    const [status, { data }] = await call('POST', `/${id}/test`);
    expect([status, data.occasion]).toEqual([202, 'test']);
    let delivery: Shown = data;
    await until(async () => {
      const [, page] = await call('GET', `/${id}/deliveries?id=eq:${data.id}`);
      delivery = page.data[0]!;
      return new RegExp(ends).test(delivery.status) || (ends === 'tried' && delivery.attempts > 0);
    });
    return delivery;
  }

  async function faultsOf(body: object): Promise<unknown[]> {
    const [status, { errors }] = await call('POST', '', { name: 'wrong', ...body });
    return [status, ...errors.map(({ context, message }) => `${context} ${message}`)];
  }

  /** Of an administrator, a power user, an auditor and a user. */
  async function statuses(method: string, path: string): Promise<number[]> {
    const roles = ['administrator', 'power_user', 'auditor', 'user'] as const;
    const answers = roles.map((role) => app.as(role, 'bearer', method, `/api/v2/alert-channels${path}`));
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  it('show no secret after they are created', async () => {
    const { id, secret } = await create({ name: 'ops', headers: { Authorization: 'Bearer hidden' } });
    const channel = {
      id,
      created_at: anyTime,
      updated_at: anyTime,
      name: 'ops',
      type: 'webhook',
      format: 'cloudevents',
      origin: receiver.origin,
      addresses: [],
      include_names: true,
      headers: ['Authorization'],
      enabled: true,
      state: 'ok',
      disabled_reason: '',
      last_attempt: null,
      last_status: null,
      failing_since: null,
      former_secret_until: null,
    };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await call('GET', `/${id}`)).toEqual([200, { data: channel }]);
    expect(await call('GET', '?name=eq:ops')).toEqual([200, { count: 1, skip: 0, limit: 100, data: [channel] }]);
    const [stored] = await app.database.query<{ sealed: Buffer; details: string }>(
      `SELECT sealed, (SELECT string_agg(details::text, '') FROM audit_log) AS details FROM alert_channel WHERE id = $1`,
      [id],
    );
    for (const hidden of ['hidden', secret]) {
      expect(stored!.sealed.includes(hidden)).toBe(false);
      expect(stored!.details).not.toContain(hidden);
    }
  });

  it('receive a CloudEvent that is signed as Standard Webhooks says', async () => {
    const { id, secret } = await create({ name: 'signed', headers: { Authorization: 'Bearer x' } });
    const delivery = await tested(id);

    expect(delivery).toEqual({
      id: expect.any(Number),
      message_id: expect.any(String),
      occasion: 'test',
      occurred_at: anyTime,
      status: 'delivered',
      attempts: 1,
      next_attempt: null,
      last_attempt: anyTime,
      http_status: 204,
      duration_ms: expect.any(Number),
      reason: '',
    });
    const [received] = receiver.received;
    expect(received).toMatchObject({
      path: '/secret?token=hidden',
      headers: {
        'content-type': 'application/cloudevents+json',
        'webhook-id': delivery.message_id,
        authorization: 'Bearer x',
      },
    });
    expect(JSON.parse(received!.body)).toEqual({
      specversion: '1.0',
      id: delivery.message_id,
      source: 'https://graph.example',
      type: 'graphward.test',
      time: delivery.occurred_at,
      subject: 'alert-channels',
      datacontenttype: 'application/json',
      data: { sentence: 'Test of the channel signed.', rule: null, numbers: {}, rows: [], more: 0 },
    });
    const age = Date.now() / 1000 - Number(received!.headers['webhook-timestamp']);
    expect([age >= 0, age < 300]).toEqual([true, true]);
    expect(await signersOf(received!, [secret])).toEqual([true]);
    expect(await signersOf({ ...received!, body: `${received!.body} ` }, [secret])).toEqual([false]);
  });

  it('have two signatures while a secret is replaced', async () => {
    const { id, secret: former } = await create();
    const [status, { data }] = await call('POST', `/${id}/rotate-secret`);
    expect([status, data.id]).toEqual([200, id]);
    await tested(id);
    await app.database.query(`UPDATE alert_channel SET former_secret_until = now() WHERE id = $1`, [id]);
    await tested(id);

    const secrets = [data.secret, former];
    expect(await Promise.all(receiver.received.map((it) => signersOf(it, secrets)))).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('are changed and deleted', async () => {
    const { id } = await create({ name: 'before' });
    const changes = {
      name: 'after',
      url: 'https://other.example/x',
      headers: { 'X-Key': 'k' },
      format: 'slack',
      enabled: false,
    };
    expect(await call('PATCH', `/${id}`, changes)).toMatchObject([
      200,
      {
        data: {
          name: 'after',
          origin: 'https://other.example',
          headers: ['X-Key'],
          format: 'slack',
          enabled: false,
          state: 'disabled',
        },
      },
    ]);
    expect(await call('PATCH', `/${id}`, { url: `${receiver.origin}/new`, enabled: true })).toMatchObject([
      200,
      { data: { state: 'ok', format: 'slack' } },
    ]);
    expect(await tested(id)).toMatchObject({ status: 'delivered' });
    expect(receiver.received).toMatchObject([{ path: '/new', headers: { 'x-key': 'k' } }]);
    expect(await call('DELETE', `/${id}`)).toEqual([204, undefined]);
    const gone = { errors: [{ context: 'path.alert_channel_id', message: `there is no alert channel ${id}` }] };
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
    ] as const)
      expect(await call(method, `/${id}${path}`)).toMatchObject([404, gone]);
    expect(await call('PATCH', `/${id}`, { name: 'x' })).toMatchObject([404, gone]);
  });

  it('never have an inner address, in whatever form it is written', async () => {
    const { port } = app.app.get(Settings);
    const faults = {
      'https://10.0.0.1/': '10.0.0.1 is not in ALERT_NETWORKS',
      'https://[::ffff:169.254.169.254]/': '::ffff:a9fe:a9fe is not in ALERT_NETWORKS',
      'https://[64:ff9b::a9fe:a9fe]/': '64:ff9b::a9fe:a9fe is not in ALERT_NETWORKS',
      'http://2852039166/': '169.254.169.254 is not in ALERT_NETWORKS',
      'https://user:password@example.com/': 'has credentials',
      [`http://127.0.0.1:${port}/`]: '127.0.0.1 is the one of this service',
    };
    for (const [url, message] of Object.entries(faults)) {
      const [status, { errors }] = await call('POST', '', { name: 'inner', url });
      expect([status, errors]).toMatchObject([400, [{ code: 'body.invalid_value', context: 'body.url', message }]]);
    }
  });

  it('refuse what is no channel', async () => {
    await create({ name: 'taken' });
    const url = 'https://hooks.example.com/x';
    expect(await call('POST', '', { name: 'taken', url })).toMatchObject([
      409,
      { errors: [{ code: 'resource.name_taken', context: 'body.name', message: 'the name taken is taken' }] },
    ]);
    const bad = {
      url: 'ftp://x/',
      format: 'xml',
      type: 'pigeon',
      headers: { 'webhook-id': 'x' },
    };
    const [status, { errors }] = await call('POST', '', { name: 'bad', ...bad });
    expect([status, errors.map(({ context }) => context).toSorted()]).toEqual([
      400,
      ['body.format', 'body.headers', 'body.type', 'body.url'],
    ]);
  });

  it('are disabled by an answer with 410', async () => {
    receiver.answer = (_, response) => response.writeHead(410).end('gone');
    const { id } = await create();
    expect(await tested(id)).toMatchObject({ status: 'failed', http_status: 410, reason: 'it answered 410: gone' });
    expect(await call('GET', `/${id}`)).toMatchObject([
      200,
      { data: { state: 'disabled', disabled_reason: 'the receiver answered 410' } },
    ]);
    expect(await tested(id)).toMatchObject({ status: 'failed', http_status: null, reason: 'the channel is disabled' });
    expect(receiver.received).toHaveLength(1);
  });

  it('wait after a failure as long as the receiver says, and repeat the same message', async () => {
    receiver.answer = (_, response) =>
      response.writeHead(503, { 'Retry-After': '7200' }).end(`\u001b[31m${'x'.repeat(300)}`);
    const { id } = await create();
    const failed = await tested(id, 'tried');
    expect(failed).toMatchObject({ status: 'waiting', attempts: 1, http_status: 503 });
    expect(failed.reason).toBe(`it answered 503: \uFFFD[31m${'x'.repeat(195)}`);
    const pause = (Date.parse(failed.next_attempt) - Date.parse(failed.last_attempt)) / 1000;
    expect([pause >= 7200, pause < 7260]).toEqual([true, true]);
    expect(await call('GET', `/${id}`)).toMatchObject([
      200,
      { data: { state: 'ok', failing_since: failed.last_attempt } },
    ]);

    receiver.answer = (_, response) => response.writeHead(200).end();
    const [status, { data }] = await call('POST', `/${id}/deliveries/${failed.id}/retry`);
    expect([status, data.id]).toEqual([202, failed.id]);
    await until(async () => (await call('GET', `/${id}/deliveries`))[1].data[0]!.status === 'delivered');
    const [first, second] = receiver.received;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    expect(await call('GET', `/${id}`)).toMatchObject([200, { data: { failing_since: null } }]);
    expect(await call('POST', `/${id}/deliveries/2147483647/retry`)).toMatchObject([
      404,
      { errors: [{ context: 'path.delivery_id', message: `the alert channel ${id} has no delivery 2147483647` }] },
    ]);
  });

  it('are failing after a day without a success, as the metrics say', async () => {
    const { id } = await create();
    await app.database.query(`UPDATE alert_channel SET failing_since = now() - interval '25 hours' WHERE id = $1`, [
      id,
    ]);
    expect(await call('GET', '?state=eq:failing')).toMatchObject([200, { count: 1, data: [{ id, state: 'failing' }] }]);
    const metrics = await (await app.call('GET', '/metrics')).text();
    expect(metrics).toContain('graphward_alert_channels{state="failing"} 1');
  });

  it('follow no redirect, and read no large answer', async () => {
    receiver.answer = (_, response) => response.writeHead(302, { Location: `${receiver.origin}/other` }).end();
    const { id } = await create();
    expect(await tested(id, 'tried')).toMatchObject({
      status: 'waiting',
      http_status: 302,
      reason: 'it answered 302: ',
    });
    receiver.answer = (_, response) => response.writeHead(200).end(Buffer.alloc(10_000_000, 'x'));
    const { host } = new URL(receiver.origin);
    expect(await tested(id, 'tried')).toMatchObject({
      status: 'waiting',
      http_status: null,
      reason: `the answer of ${host} is larger than 262144 bytes`,
    });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/secret?token=hidden', '/secret?token=hidden']);
  });

  it('that are slow delay no other', async () => {
    receiver.answer = () => {};
    const other = await WebhookReceiver.start();
    const slow = await create();
    const fast = await create({ url: other.origin });
    for (let sent = 0; sent < 20; sent++) await call('POST', `/${slow.id}/test`);
    expect(await tested(fast.id)).toMatchObject({ status: 'delivered' });
    expect(receiver.received).toHaveLength(1);
    await until(async () => (await call('GET', `/${slow.id}/deliveries?sort_by=id`))[1].data[0]!.attempts === 1);
    expect((await call('GET', `/${slow.id}/deliveries?sort_by=id`))[1].data[0]).toMatchObject({
      http_status: null,
      reason: expect.stringMatching(/ can't be reached: it did not answer within 10000 ms$/),
    });
    other.close();
  });

  it('receive mail', async () => {
    const addresses = ['ada@example.com', 'gone@example.com'];
    const [status, { data }] = await call('POST', '', { name: 'mail\u00fcrger', type: 'email', addresses });
    expect([status, data]).toEqual([201, { id: expect.any(String), secret: null }]);
    expect((await call('GET', `/${data.id}`))[1].data).toMatchObject({
      type: 'email',
      format: null,
      origin: '',
      addresses,
      include_names: false,
    });
    const delivery = await tested(data.id);
    expect(delivery).toMatchObject({ status: 'delivered', reason: 'the mail server refused gone@example.com' });
    const [mail] = mails.received;
    expect(mail).toMatchObject({
      to: ['ada@example.com'],
      headers: {
        from: 'graphward@example.com',
        subject: '=?UTF-8?Q?=5BGraphward=5D_Test_of_the_channel_mail?= =?UTF-8?Q?=C3=BCrger=2E?=',
        'message-id': `<${delivery.message_id}@example.com>`,
        references: '<alerts.test@example.com>',
        'auto-submitted': 'auto-generated',
      },
    });
    expect(await call('POST', `/${data.id}/rotate-secret`)).toMatchObject([
      409,
      { errors: [{ code: 'resource.protected', message: 'a channel of the type email has no secret' }] },
    ]);
    await call('PATCH', `/${data.id}`, { addresses: ['bo@example.com'] });
    await tested(data.id);
    expect(mails.received[1]!.to).toEqual(['bo@example.com']);
  });

  it('receive syslog, over TCP and as datagrams', async () => {
    const syslog = await SyslogReceiver.start();
    for (const transport of ['tcp', 'udp'] as const) {
      const url = `${transport}://127.0.0.1:${syslog.port}`;
      const [, { data }] = await call('POST', '', { name: transport, type: 'syslog', url });
      expect((await call('GET', `/${data.id}`))[1].data).toMatchObject({ type: 'syslog', format: null, origin: url });
      const { status, message_id: id, occurred_at: at } = await tested(data.id);
      await until(() => syslog.received.length === 1);
      const head = `<110>1 ${at} graph.example graphward - test [graphward@64000 id="${id}" more="0"]`;
      expect([status, syslog.received.splice(0)]).toEqual([
        'delivered',
        [`${head} \uFEFFTest of the channel ${transport}.`],
      ]);
    }
    syslog.close();
    const [status, { errors }] = await call('POST', '', { name: 'x', type: 'syslog', url: 'tls://10.0.0.1:6514' });
    expect([status, errors]).toMatchObject([400, [{ message: '10.0.0.1 is not in ALERT_NETWORKS' }]]);
  });

  it('have the members of their type alone', async () => {
    expect(await faultsOf({})).toEqual([400, 'body.url the type webhook needs it']);
    expect(await faultsOf({ type: 'email', url: 'https://x/', format: 'slack' })).toEqual([
      400,
      'body.url is not for the type email',
      'body.format is not for the type email',
      'body.addresses the type email needs it',
    ]);
    expect(await faultsOf({ type: 'syslog', url: 'https://x/' })).toEqual([
      400,
      'body.url has to be tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT',
    ]);
    expect(await faultsOf({ type: 'email', addresses: ['a@b\r\nBcc: x@y'] })).toEqual([
      400,
      'body.addresses takes a list of 1 to 20 addresses of mail, each once',
    ]);
  });

  it('are for those who manage alerts; power users and auditors read them', async () => {
    expect(await statuses('GET', '')).toEqual([200, 200, 200, 403]);
    expect(await statuses('GET', `/${nowhere}/deliveries`)).toEqual([404, 403, 403, 403]);
    expect(await statuses('POST', `/${nowhere}/test`)).toEqual([404, 403, 403, 403]);
  });
});
