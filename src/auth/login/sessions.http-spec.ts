import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { bearerFetch, login } from '../../../test/support/signed-client.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SessionTokens } from '../sessions/bearer.strategy.js';

const password = 'correct horse battery staple';

describe.each(['0', '1000'])('POST /api/v2/login with RATE_LIMIT_PER_SECOND=%s', (rate) => {
  let app: TestApp;

  beforeAll(async () => {
    const limits = { LOGIN_LIMIT_PER_MINUTE: '9', RATE_LIMIT_PER_SECOND: rate, MAX_SESSIONS_PER_ACCOUNT: '2' };
    app = await testApp({ environment: { TRUSTED_PROXIES: 'loopback', ...limits } });
    await app.app.get(AccountsService).create({ name: 'alice', email: null, role: 'user', password });
  });
  afterAll(() => app.close());

  async function logIn(address: string, secret: string, username = 'alice'): Promise<number> {
    const response = await fetch(`${app.url}/api/v2/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ login_method: 'secret', username, secret }),
    });
    return response.status;
  }

  it('accepts the right password while strangers fail with the same name', async () => {
    const strangers = Array.from({ length: 10 }, (_, index) => logIn(`192.0.2.${index}`, 'wrong', 'ALICE'));
    expect(new Set(await Promise.all(strangers))).toEqual(new Set([401]));
    expect(await logIn('198.51.100.1', password)).toBe(200);
  });

  it('ends the oldest session of an account at a login too many', async () => {
    const statusOf = async (bearer: string) => (await bearerFetch(app.url, bearer, 'GET', '/api/v2/self')).status;
    const first = await login(app.url, 'alice', password);
    const second = await login(app.url, 'alice', password);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    const third = await login(app.url, 'alice', password);
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 200, 200]);
  });

  it('refuses an address after its failures, and counts no right password', async () => {
    const right = Array.from({ length: 12 }, () => logIn('198.51.100.2', password));
    expect(new Set(await Promise.all(right))).toEqual(new Set([200]));
    const wrong = Array.from({ length: 12 }, (_, index) => logIn('198.51.100.2', 'wrong', `name-${index}`));
    const statuses = await Promise.all(wrong);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(9).fill(401), 429, 429, 429]);
    expect(await logIn('198.51.100.2', password)).toBe(429);
  });
});

describe('an instance whose clock is ahead', () => {
  it('accepts sessions of its own and of other instances', async () => {
    const ahead = await testApp({ clock: new FakeClock('2099-01-01T00:00:00Z') });
    try {
      const draft = { name: 'alice', email: null, role: 'user', password } as const;
      const { id } = await ahead.app.get(AccountsService).create(draft);
      const other = randomUUID();
      const createdAt = new Date();
      const expiresAt = new Date(createdAt.getTime() + 3_600_000);
      await ahead.database.query(
        "INSERT INTO session (id, account_id, kind, created_at, expires_at) VALUES ($1, $2, 'bearer', $3, $4)",
        [other, id, createdAt, expiresAt],
      );
      const ofOtherInstance = ahead.app.get(SessionTokens).issue({ id: other, accountId: id, createdAt, expiresAt });
      const ofThisInstance = await login(ahead.url, 'alice', password);
      const statuses = [ofOtherInstance, ofThisInstance].map(
        async (bearer) => (await bearerFetch(ahead.url, bearer, 'GET', '/api/v2/self')).status,
      );
      expect(await Promise.all(statuses)).toEqual([200, 200]);
    } finally {
      await ahead.close();
    }
  });
});
