import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { AccountsService } from '../accounts/accounts.service.js';

const password = 'correct horse battery staple';

describe('POST /api/v2/login', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ environment: { LOGIN_LIMIT_PER_MINUTE: '9', TRUSTED_PROXIES: 'loopback' } });
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

  it('refuses an address after its failures without a limit for requests, and counts no right password', async () => {
    const right = Array.from({ length: 12 }, () => logIn('198.51.100.2', password));
    expect(new Set(await Promise.all(right))).toEqual(new Set([200]));
    const wrong = Array.from({ length: 12 }, (_, index) => logIn('198.51.100.2', 'wrong', `name-${index}`));
    const statuses = await Promise.all(wrong);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(9).fill(401), 429, 429, 429]);
    expect(await logIn('198.51.100.2', password)).toBe(429);
  });
});
