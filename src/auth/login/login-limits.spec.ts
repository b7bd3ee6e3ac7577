import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TooManyRequestsError, UnauthenticatedError } from '../../base/errors.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { LoginFailuresInMemory } from './login-failures.fixture.js';
import { LoginLimits } from './login-limits.js';

const limit = 3;

function setUp() {
  const limits = new LoginLimits(
    loadSettings({ LOGIN_LIMIT_PER_MINUTE: String(limit), RATE_LIMIT_PER_SECOND: '0' }),
    new LoginFailuresInMemory() as never,
    {} as never,
  );
  let checks = 0;
  const outcomeOf = async (name: string, address: string, check: () => Promise<string>) => {
    try {
      return await limits.run({ name, address }, () => {
        checks++;
        return check();
      });
    } catch (error) {
      if (error instanceof TooManyRequestsError) return 'refused';
      if (error instanceof UnauthenticatedError) return 'wrong';
      return 'failed';
    }
  };
  const wrong = (name: string, address: string) =>
    outcomeOf(name, address, () => Promise.reject(new UnauthenticatedError('wrong')));
  const right = (name: string, address: string) => outcomeOf(name, address, () => Promise.resolve('right'));
  const broken = (name: string, address: string) =>
    outcomeOf(name, address, () => Promise.reject(new Error('no database')));
  return { limits, wrong, right, broken, checks: () => checks };
}

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('LoginLimits', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('refuses an address after its failures of a minute, also if they were sent in parallel', async () => {
    const { wrong, right, checks } = setUp();
    expect(await times(6, (index) => wrong(`name-${index}`, '192.0.2.1'))).toEqual([
      ...Array<string>(3).fill('wrong'),
      ...Array<string>(3).fill('refused'),
    ]);
    expect(checks()).toBe(limit);
    expect(await right('alice', '192.0.2.1')).toBe('refused');
    jest.advanceTimersByTime(60_001);
    expect(await right('alice', '192.0.2.1')).toBe('right');
  });

  it('passes to the check whether the address has failed within a minute', async () => {
    const { limits, wrong } = setUp();
    await wrong('alice', '192.0.2.1');
    const hasFailed = (address: string) => limits.run({ name: 'alice', address }, (failed) => Promise.resolve(failed));
    expect([await hasFailed('192.0.2.1'), await hasFailed('198.51.100.7')]).toEqual([true, false]);
    jest.advanceTimersByTime(60_001);
    expect(await hasFailed('192.0.2.1')).toBe(false);
  });

  it('refuses no attempt of an address without failures, however many it sends at once', async () => {
    const { right } = setUp();
    expect(new Set(await times(1000, () => right('alice', '192.0.2.1')))).toEqual(new Set(['right']));
  });

  it('counts neither right passwords nor checks that failed for another reason', async () => {
    const { wrong, right, broken } = setUp();
    expect(new Set(await times(20, () => right('alice', '192.0.2.1')))).toEqual(new Set(['right']));
    expect(new Set(await times(20, () => broken('alice', '192.0.2.1')))).toEqual(new Set(['failed']));
    expect(await times(3, () => wrong('alice', '192.0.2.1'))).toEqual(['wrong', 'wrong', 'wrong']);
  });

  it('delays attempts for a name progressively after failures of other addresses, and never refuses them', async () => {
    const { wrong, right, checks } = setUp();
    await times(limit, (index) => wrong('Alice', `192.0.2.${index}`));
    const waits: number[] = [];
    for (let stranger = 10; stranger < 18; stranger++) {
      const before = checks();
      const outcome = wrong('aLICE', `192.0.2.${stranger}`);
      let waited = 0;
      for (; checks() === before; waited += 125) await jest.advanceTimersByTimeAsync(waited === 0 ? 0 : 125);
      waits.push(waited - 125);
      expect(await outcome).toBe('wrong');
    }
    expect(waits).toEqual([125, 250, 500, 1000, 2000, 4000, 4000, 4000]);
    expect(await right('bob', '198.51.100.7')).toBe('right');
    const owner = right('alice', '198.51.100.7');
    await jest.advanceTimersByTimeAsync(4000);
    expect(await owner).toBe('right');
  });

  it('delays at most 256 attempts and refuses further ones of addresses with a failure', async () => {
    const { wrong, right } = setUp();
    await times(limit, (index) => wrong('alice', `192.0.2.${index}`));
    const delayed = times(256, (index) => right('alice', `198.51.100.${index}`));
    await jest.advanceTimersByTimeAsync(0);
    expect(await right('alice', '203.0.113.1')).toBe('right');
    expect(await right('alice', '192.0.2.1')).toBe('refused');
    await jest.advanceTimersByTimeAsync(4000);
    expect(new Set(await delayed)).toEqual(new Set(['right']));
  });
});
