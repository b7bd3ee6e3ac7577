import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { currentScope, runInScope } from '../../base/scope/request-scope.js';
import type { Database } from '../../database/database.js';
import { WriteProbe } from './write-probe.js';

describe(WriteProbe.name, () => {
  const transaction = jest.fn<() => Promise<unknown[]>>();
  let clock: FakeClock;
  let probe: WriteProbe;
  let warnings: unknown[];

  beforeEach(() => {
    transaction.mockReset().mockResolvedValue([]);
    clock = new FakeClock();
    probe = new WriteProbe({ transaction } as unknown as Database, clock);
    warnings = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void warnings.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('writes at most once in five seconds, even for concurrent calls', async () => {
    expect(await Promise.all([probe.failures(), probe.failures()])).toEqual([{}, {}]);
    clock.advance(4999);
    expect(await probe.failures()).toEqual({});
    expect(transaction).toHaveBeenCalledTimes(1);
    clock.advance(1);
    expect(await probe.failures()).toEqual({});
    expect(transaction).toHaveBeenCalledTimes(2);
  });

  it('writes outside of the scope of the first request', async () => {
    const scopes: unknown[] = [];
    transaction.mockImplementation(() => Promise.resolve([scopes.push(currentScope())]));
    await runInScope({ requestId: 'one', signal: AbortSignal.abort() }, () => probe.failures());
    expect(scopes).toEqual([undefined]);
  });

  it('names the worker of Citus that does not answer', async () => {
    const message = 'connection to the remote node graphward@worker-2:5432 failed with the following error: refused';
    transaction.mockRejectedValue(Object.assign(new Error(message), { code: '08006' }));
    expect(await probe.failures()).toEqual({ writing: 'the worker worker-2:5432 of Citus does not answer' });
  });

  it.each([
    ['25006', 'the database is read-only'],
    ['42501', 'the user of the database may not write'],
    ['53100', 'the disk of the database is full'],
    ['57014', 'the database failed a write'],
  ])('returns the reason of SQLSTATE %s and logs it once', async (code, reason) => {
    transaction.mockRejectedValue(Object.assign(new Error('what PostgreSQL says'), { code }));
    expect(await probe.failures()).toEqual({ writing: reason });
    clock.advance(5000);
    expect(await probe.failures()).toEqual({ writing: reason });
    expect(warnings).toEqual([`${reason}: what PostgreSQL says`]);
    transaction.mockResolvedValue([]);
    clock.advance(5000);
    expect(await probe.failures()).toEqual({});
  });
});
