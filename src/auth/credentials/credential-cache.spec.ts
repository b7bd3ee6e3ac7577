import { describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { currentScope, runInScope } from '../../base/scope/request-scope.js';
import { CredentialCache } from './credential-cache.js';

function cacheOf(load: (key: string) => Promise<string | null>, bytes = 100_000) {
  const clock = new FakeClock();
  return { clock, cache: new CredentialCache<string>({ load, clock, bytes }) };
}

/** A reading that ends when the test calls `end`. */
function held() {
  const ends: ((value: string | null) => void)[] = [];
  const load = jest.fn((_key: string) => new Promise<string | null>((resolve) => ends.push(resolve)));
  return { load, end: (index: number, value: string | null) => ends[index]?.(value) };
}

describe('CredentialCache', () => {
  it('reads a credential again when it is two seconds old', async () => {
    const load = jest.fn((key: string) => Promise.resolve(`${key}${load.mock.calls.length}`));
    const { clock, cache } = cacheOf(load);
    expect(cache.peek('a')).toBeUndefined();
    expect(await cache.get('a')).toBe('a1');
    clock.advance(1999);
    expect([cache.peek('a'), await cache.get('a')]).toEqual(['a1', 'a1']);
    clock.advance(1);
    expect(cache.peek('a')).toBeUndefined();
    expect(await cache.get('a')).toBe('a2');
  });

  it('counts the age from the start of the reading', async () => {
    const { load, end } = held();
    const { clock, cache } = cacheOf(load);
    const reading = cache.get('a');
    clock.advance(1500);
    end(0, 'x');
    await reading;
    clock.advance(500);
    expect(cache.peek('a')).toBeUndefined();
  });

  it('reads again after the clock was set back', async () => {
    const { clock, cache } = cacheOf(() => Promise.resolve('x'));
    await cache.get('a');
    clock.advance(-1);
    expect(cache.peek('a')).toBeUndefined();
  });

  it('shares one reading between concurrent callers', async () => {
    const { load, end } = held();
    const { cache } = cacheOf(load);
    const readings = [cache.get('a'), cache.get('a'), cache.get('a')];
    await Promise.resolve();
    end(0, 'x');
    expect(await Promise.all(readings)).toEqual(['x', 'x', 'x']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('remembers for two seconds that a credential does not exist', async () => {
    const load = jest.fn(() => Promise.resolve(null));
    const { clock, cache } = cacheOf(load);
    expect([await cache.get('a'), await cache.get('a')]).toEqual([null, null]);
    expect(load).toHaveBeenCalledTimes(1);
    clock.advance(2000);
    await cache.get('a');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('keeps existing credentials while many unknown ones are requested', async () => {
    const { cache } = cacheOf((key) => Promise.resolve(key === 'a' ? 'x' : null), 3000);
    await cache.get('a');
    for (const key of ['b', 'c', 'd', 'e']) await cache.get(key);
    expect(cache.peek('a')).toBe('x');
  });

  it('does not remember a failed reading', async () => {
    const load = jest.fn(() => Promise.reject<string>(new Error('no database')));
    const { cache } = cacheOf(load);
    await expect(cache.get('a')).rejects.toThrow('no database');
    await expect(cache.get('a')).rejects.toThrow('no database');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it.each(['forget', 'forgetAll'] as const)('discards the result of a reading that %s interrupted', async (method) => {
    const { load, end } = held();
    const { cache } = cacheOf(load);
    const before = cache.get('a');
    await Promise.resolve();
    cache[method]('a');
    const after = cache.get('a');
    await Promise.resolve();
    end(1, 'new');
    end(0, 'old');
    expect(await Promise.all([before, after])).toEqual(['old', 'new']);
    expect(cache.peek('a')).toBe('new');
  });

  it('reads outside of the scope of the first request', async () => {
    const scopes: unknown[] = [];
    const { cache } = cacheOf(() => Promise.resolve(String(scopes.push(currentScope()))));
    const signal = AbortSignal.abort();
    await runInScope({ requestId: 'one', signal }, () => cache.get('a'));
    expect(scopes).toEqual([undefined]);
  });
});
