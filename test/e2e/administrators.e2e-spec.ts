import { describe, expect, it } from '@jest/globals';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { testApp } from '../support/app.js';
import { bearerFetch, login } from '../support/signed-client.js';

const password = 'correct horse battery staple';

describe('the last enabled administrator', () => {
  it('can be neither disabled, demoted nor deleted, even by two concurrent calls', async () => {
    const lone = await testApp();
    try {
      expect((await lone.call('GET', '/api/v2/self')).status).toBe(200);
      const service = lone.app.get(AccountsService);
      const first = await service.getByName('a-administrator');
      const tries = [
        ['PATCH', { is_disabled: true }],
        ['PATCH', { role: 'user' }],
        ['DELETE', undefined],
      ] as const;
      for (const [method, body] of tries) {
        expect((await lone.call(method, `/api/v2/accounts/${first.id}`, body)).status).toBe(409);
      }
      expect((await lone.call('PATCH', `/api/v2/accounts/${first.id}`, { email: 'a@example.org' })).status).toBe(200);
      const second = await service.create({ name: 'second', email: null, role: 'administrator', password });
      const outcomes = await Promise.allSettled([
        service.update(first.id, { role: 'user' }),
        service.update(second.id, { isDisabled: true }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    } finally {
      await lone.close();
    }
  });
});

describe('the first administrator', () => {
  it('is created by one of several processes, without printing its configured password', async () => {
    const fresh = await testApp({ environment: { INITIAL_ADMIN_PASSWORD: password } });
    try {
      const service = fresh.app.get(AccountsService);
      const made = await Promise.all([1, 2, 3].map(() => service.ensureInitialAdmin()));
      expect(made.filter((admin) => admin !== null)).toEqual([{ name: 'admin', generatedPassword: null }]);
      expect(await service.ensureInitialAdmin()).toBeNull();
      const bearer = await login(fresh.url, 'admin', password);
      expect((await bearerFetch(fresh.url, bearer, 'GET', '/api/v2/accounts')).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});
