import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { LoginFailuresRepository } from './login-failures.repository.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { AuditService } from '../audit/audit.service.js';
import { LoginLimits } from './login-limits.js';

const attempt = { name: 'Alice', address: '192.0.2.1' };

let test: TestDatabase;
let failures: LoginFailuresRepository;

beforeAll(async () => {
  test = await testDatabase();
  failures = new LoginFailuresRepository(test.database);
});
afterAll(() => test.drop());
beforeEach(() => test.database.query('TRUNCATE login_failure'));

/** Moves the end of all windows to the given number of seconds from now. */
const expireIn = (seconds: number) =>
  test.database.query('UPDATE login_failure SET expires_at = now() + make_interval(secs => $1)', [seconds]);

const wrong = (limits: LoginLimits) =>
  limits.run(attempt, () => Promise.reject(new UnauthenticatedError('wrong'))).catch((error: unknown) => error);

describe('LoginFailuresRepository', () => {
  it('counts by address and by name in any case, also concurrently', async () => {
    expect(await failures.recent(attempt)).toEqual({ ofAddress: 0, ofName: 0, addressMs: 0 });
    const attempts = Array.from({ length: 40 }, (_, at) => ({
      name: at % 2 ? 'alice' : 'ALICE',
      address: `10.0.0.${at % 4}`,
    }));
    await Promise.all(attempts.map((it) => failures.add(it)));
    expect(await failures.recent({ ...attempt, address: '10.0.0.1' })).toMatchObject({ ofAddress: 10, ofName: 40 });
    const { addressMs, ...others } = await failures.recent({ name: '10.0.0.2', address: '10.0.0.2' });
    expect(others).toEqual({ ofAddress: 10, ofName: 0 });
    expect(addressMs).toBeGreaterThan(0);
    expect(addressMs).toBeLessThanOrEqual(60_000);
  });

  it('stores a name of any length', async () => {
    await failures.add({ name: 'x'.repeat(1_000_000), address: 'unknown' });
    expect(await failures.recent({ name: 'X'.repeat(1_000_000), address: '192.0.2.9' })).toMatchObject({ ofName: 1 });
  });

  it('forgets failures at the end of the window that began with the first one', async () => {
    await failures.add(attempt);
    await expireIn(5);
    await failures.add(attempt);
    const { addressMs, ...counted } = await failures.recent(attempt);
    expect(counted).toEqual({ ofAddress: 2, ofName: 2 });
    expect(addressMs).toBeLessThanOrEqual(5000);
    await expireIn(-1);
    expect(await failures.recent(attempt)).toEqual({ ofAddress: 0, ofName: 0, addressMs: 0 });
    await failures.add(attempt);
    expect(await failures.recent(attempt)).toMatchObject({ ofAddress: 1, ofName: 1 });
  });

  it('deletes windows that ended before a time', async () => {
    await failures.add(attempt);
    await expireIn(-1);
    await failures.add({ name: 'bob', address: '192.0.2.2' });
    expect(await failures.deleteExpired(new Date())).toBe(2);
    expect(await failures.deleteExpired(new Date())).toBe(0);
    expect(await failures.recent({ name: 'bob', address: '192.0.2.2' })).toMatchObject({ ofAddress: 1, ofName: 1 });
  });
});

it('limits of two instances count the failures of both', async () => {
  const settings = loadSettings({ LOGIN_LIMIT_PER_MINUTE: '3' });
  const audit = new AuditService(new AuditRepository(test.database));
  const [one, other] = [new LoginLimits(settings, failures, audit), new LoginLimits(settings, failures, audit)];
  expect(await wrong(one)).toBeInstanceOf(UnauthenticatedError);
  expect(await wrong(other)).toBeInstanceOf(UnauthenticatedError);
  expect(await wrong(one)).toBeInstanceOf(UnauthenticatedError);
  const refusal = { status: 429, policy: '"login";q=3;w=60', message: expect.stringContaining('too many requests') };
  expect(await wrong(other)).toMatchObject(refusal);
  expect(await wrong(one)).toMatchObject(refusal);
  const entries = await test.database.query(
    "SELECT action, account_name, outcome, details FROM audit_log ORDER BY details->>'of'",
  );
  const entry = { action: 'login.limit', account_name: 'Alice', outcome: 'failure' };
  expect(entries).toEqual([
    { ...entry, details: { of: 'address', value: '192.0.2.1', failures: 3 } },
    { ...entry, details: { of: 'name', value: 'Alice', failures: 3 } },
  ]);
});
