import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { productionFiles } from '../../../test/support/source-files.js';
import { AuditService } from '../../auth/audit/audit.service.js';

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly account_id: string | null;
  readonly action: string;
  readonly resource: string;
  readonly outcome: string;
  readonly details: object;
  readonly request_id: string | null;
}

const password = 'correct horse battery staple';

describe('GET /api/v2/audit', () => {
  let app: TestApp;
  let judge: OpenApiJudge;
  let audit: AuditService;
  /** Ahead of the database by less than the tolerance of signed requests. */
  const clock = new FakeClock(new Date(Date.now() + 240_000).toISOString());

  beforeAll(async () => {
    app = await testApp({ clock, edition: 'community' });
    judge = await OpenApiJudge.of(app.url);
    audit = app.app.get(AuditService);
    await app.call('GET', '/api/v2/self');
  });
  afterAll(() => app.close());
  beforeEach(() => app.database.query('TRUNCATE audit_log RESTART IDENTITY'));

  async function list(query = ''): Promise<Entry[]> {
    const response = await app.call('GET', `/api/v2/audit${query}`);
    expect(response.status).toBe(200);
    expect(await judge.faultsOf('GET', '/api/v2/audit', response)).toEqual([]);
    const { data, count } = (await response.json()) as { data: Entry[]; count: number };
    expect(count).toBe(data.length);
    return data;
  }

  /** Returns the entries without account and time, oldest first. */
  async function recorded(): Promise<unknown[][]> {
    const entries = await list('?sort_by=id');
    return entries.map(({ action, resource, outcome, details }) => [action, resource, outcome, details]);
  }

  const ids = async (query: string) => (await list(query)).map(({ id }) => id);

  it('returns account, time, action and request id, newest first', async () => {
    const name = `x-${randomUUID()}`;
    const response = await app.call('POST', '/api/v2/accounts', { name, role: 'user', password });
    const id = await idOf(response);
    const { id: administrator } = ((await (await app.call('GET', '/api/v2/self')).json()) as { data: { id: string } })
      .data;
    await audit.record({ action: 'graph.expire', resource: 'graph' });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await list()).toEqual([
      {
        id: 2,
        at,
        actor: '(system)',
        account_id: null,
        action: 'graph.expire',
        resource: 'graph',
        outcome: 'success',
        details: {},
        request_id: null,
      },
      {
        id: 1,
        at,
        actor: 'a-administrator',
        account_id: administrator,
        action: 'account.create',
        resource: 'accounts',
        outcome: 'success',
        details: { id, name, role: 'user' },
        request_id: response.headers.get('x-request-id'),
      },
    ]);
  });

  it('contains changes of accounts and failed attempts, and no password', async () => {
    const name = `x-${randomUUID()}`;
    const id = await idOf(await app.call('POST', '/api/v2/accounts', { name, role: 'user', password }));
    await app.call('POST', '/api/v2/accounts', { name, role: 'auditor', password });
    await app.call('PATCH', `/api/v2/accounts/${id}`, { role: 'auditor', is_disabled: true, password: `${password}!` });
    await app.call('DELETE', `/api/v2/accounts/${id}`);
    await app.call('DELETE', `/api/v2/accounts/${id}`);
    expect(await recorded()).toEqual([
      ['account.create', 'accounts', 'success', { id, name, role: 'user' }],
      [
        'account.create',
        'accounts',
        'failure',
        { name, role: 'auditor', reason: `body.name: the name ${name} is taken` },
      ],
      [
        'account.update',
        `accounts/${id}`,
        'success',
        { role: 'auditor', former_role: 'user', is_disabled: true, password: 'replaced', tokens_revoked: 0 },
      ],
      ['account.delete', `accounts/${id}`, 'success', {}],
      ['account.delete', `accounts/${id}`, 'failure', { reason: `path.account_id: there is no account ${id}` }],
    ]);
    const stored = await app.database.query<{ text: string }>('SELECT a::text AS text FROM audit_log a');
    expect(stored.filter(({ text }) => text.includes('horse'))).toEqual([]);
  });

  it('contains changes of tokens', async () => {
    const response = await app.as('user', 'bearer', 'POST', '/api/v2/tokens', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token_name: 'nightly' }),
    });
    const { data } = (await response.json()) as { data: { id: string; user_id: string; key: string } };
    await app.as('user', 'bearer', 'DELETE', `/api/v2/tokens/${data.id}`);
    await app.as('user', 'bearer', 'DELETE', '/api/v2/self/tokens');
    const entries = await list('?sort_by=id&actor=a-user&action=neq:login');
    expect(
      entries.map(({ action, resource, outcome, details, account_id }) => [
        action,
        resource,
        outcome,
        details,
        account_id,
      ]),
    ).toEqual([
      [
        'token.create',
        'tokens',
        'success',
        { id: data.id, name: 'nightly', user_id: data.user_id, expires_at: null },
        data.user_id,
      ],
      ['token.delete', `tokens/${data.id}`, 'success', {}, data.user_id],
      ['token.revoke', `accounts/${data.user_id}/tokens`, 'success', { tokens_revoked: 1 }, data.user_id],
    ]);
  });

  it('contains changes of the own password', async () => {
    const name = `x-${randomUUID()}`;
    await app.call('POST', '/api/v2/accounts', { name, role: 'user', password });
    const headers = { 'Content-Type': 'application/json' };
    const logIn = (secret: string) =>
      fetch(`${app.url}/api/v2/login`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ login_method: 'secret', username: name, secret }),
      });
    const { data } = (await (await logIn(password)).json()) as { data: { session_token: string } };
    const change = (current: string) =>
      fetch(`${app.url}/api/v2/self/password`, {
        method: 'PUT',
        headers: { ...headers, Authorization: `Bearer ${data.session_token}` },
        body: JSON.stringify({ current, new: `${password} again` }),
      });
    expect((await change('wrong')).status).toBe(400);
    expect((await change(password)).status).toBe(204);
    const entries = await list(`?sort_by=id&actor=${name}&action=neq:login`);
    expect(entries.map(({ action, resource, outcome, details }) => [action, resource, outcome, details])).toEqual([
      ['password.change', 'self/password', 'failure', { reason: 'body.current: is not the current password' }],
      ['password.change', 'self/password', 'success', {}],
    ]);
  });

  it('contains failed logins with any name', async () => {
    const name = 'x\0\uD800';
    const response = await fetch(`${app.url}/api/v2/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login_method: 'secret', username: name, secret: 'x' }),
    });
    expect([response.status >= 400 && response.status < 500]).toEqual([true]);
    await audit.record(
      { action: 'login', resource: 'login', details: { name } },
      { outcome: 'failure', actor: { id: null, name } },
    );
    const entries = await list('?sort_by=id&action=login');
    expect(entries.at(-1)).toMatchObject({
      actor: 'x\uFFFD\uFFFD',
      account_id: null,
      outcome: 'failure',
      details: { name: 'x\uFFFD\uFFFD' },
    });
  });

  it('contains a failed login with the name that was tried', async () => {
    const response = await fetch(`${app.url}/api/v2/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login_method: 'secret', username: 'nobody', secret: 'x' }),
    });
    expect(response.status).toBe(401);
    expect(await list()).toMatchObject([
      {
        actor: 'nobody',
        account_id: null,
        action: 'login',
        resource: 'login',
        outcome: 'failure',
        details: { reason: 'login: unknown name or wrong password' },
        request_id: response.headers.get('x-request-id'),
      },
    ]);
  });

  it('contains successful logins with the name of the account', async () => {
    const name = `x-${randomUUID()}`;
    const id = await idOf(await app.call('POST', '/api/v2/accounts', { name, role: 'user', password }));
    const response = await fetch(`${app.url}/api/v2/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login_method: 'secret', username: name.toUpperCase(), secret: password }),
    });
    expect(response.status).toBe(200);
    expect(await list('?action=login')).toEqual([
      {
        id: 2,
        at: expect.stringMatching(/Z$/),
        actor: name,
        account_id: id,
        action: 'login',
        resource: 'login',
        outcome: 'success',
        details: {},
        request_id: response.headers.get('x-request-id'),
      },
    ]);
  });

  it('has the time of the database and not of the instance', async () => {
    await audit.record({ action: 'graph.expire', resource: 'graph' });
    const [entry] = await app.database.query<{ isNow: boolean }>(
      `SELECT now()::timestamptz(3) - at BETWEEN interval '0' AND interval '1 hour' AS "isNow" FROM audit_log`,
    );
    expect(entry).toEqual({ isNow: true });
  });

  it('is documented with each action', async () => {
    const document = await readFile('docs/api.md', 'utf8');
    const section = /\n## Audit log\n(.*?)\n## /s.exec(document)?.[1] ?? '';
    const documented = section.split('```')[0]?.match(/`[a-z_]+\.[a-z]+`|`login`/g) ?? [];
    const actions = documented.map((action) => action.slice(1, -1));
    const sources = productionFiles().map((file) => readFileSync(file, 'utf8'));
    const written = sources.flatMap(
      (text) => text.match(/(?<=\baction(?::| =) (?!field\.).*)'(?:[a-z_]+\.[a-z]+|login)'/g) ?? [],
    );
    expect([...new Set(actions)].toSorted()).toEqual([...new Set(written.map((it) => it.slice(1, -1)))].toSorted());
  });

  it('filters and sorts by each column', async () => {
    await audit.record({ action: 'graph.expire', resource: 'graph' });
    await audit.record({ action: 'graph.delete', resource: 'graph' }, { outcome: 'failure' });
    await audit.record(
      { action: 'token.delete', resource: 'tokens/1' },
      { actor: { id: randomUUID(), name: 'alice' } },
    );
    await app.database.query(
      `UPDATE audit_log SET at = CASE id WHEN 1 THEN timestamptz '2026-01-01Z' ELSE '2026-01-01T00:00:01Z' END`,
    );
    expect(await ids('')).toEqual([3, 2, 1]);
    expect(await ids('?sort_by=at')).toEqual([1, 3, 2]);
    expect(await ids('?at=gte:2026-01-01T00:00:01Z')).toEqual([3, 2]);
    expect(await ids('?action=~eq:graph&outcome=failure')).toEqual([2]);
    expect(await ids('?actor=neq:alice&sort_by=-id')).toEqual([2, 1]);
    expect(await ids('?account_id=neq:null')).toEqual([3]);
    expect(await ids('?resource=tokens/1')).toEqual([3]);
    expect(await ids('?request_id=neq:null')).toEqual([]);
  });

  it('is rolled back with the change that it records', async () => {
    await expect(
      app.database.transaction(async (tx) => {
        await audit.record({ action: 'graph.delete', resource: 'graph' }, { on: tx });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await list()).toEqual([]);
  });

  it('records an attempt that failed inside the transaction without details, and rethrows the error', async () => {
    const failing = audit.audited({ action: 'graph.delete', resource: 'graph' }, () =>
      Promise.reject(new Error('secret')),
    );
    await expect(failing).rejects.toThrow('secret');
    expect(await recorded()).toEqual([['graph.delete', 'graph', 'failure', { reason: 'it failed inside' }]]);
  });
});

async function idOf(response: Response): Promise<string | number> {
  const { data } = (await response.json()) as { data: { id: string | number } };
  return data.id;
}
