import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { freePort, hasRedis, RedisServer } from '../../../test/support/redis-server.js';
import { HangingRedis } from '../../../test/support/hanging-redis.js';
import { until } from '../../../test/support/until.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { type Limiter, SharedCounters } from './shared-counters.js';

/** A call counts as half of what the window allows, so the third call is refused. */
const allowance = { perSecond: 10, burst: 0 };
const cost = 5;

let log: string[];
const opened: SharedCounters[] = [];

beforeEach(() => {
  log = [];
  for (const level of ['warn', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((line: unknown) => void log.push(String(line)));
});
afterEach(() => {
  for (const counters of opened.splice(0)) counters.onApplicationShutdown();
  jest.restoreAllMocks();
});

async function opening(redisUrl: string): Promise<SharedCounters> {
  const counters = await SharedCounters.open(loadSettings({ REDIS_URL: redisUrl }));
  opened.push(counters);
  return counters;
}

async function open(redisUrl: string): Promise<SharedCounters> {
  const counters = await opening(redisUrl);
  await counters.onApplicationBootstrap();
  return counters;
}

const isAllowed = (limiter: Limiter, key: string) =>
  limiter.consume(key, cost).then(
    () => true,
    () => false,
  );

/** Whether the first limiter allows two calls and the second one refuses the third. Repeated, because a window may end meanwhile. */
async function countTogether(one: Limiter, other: Limiter): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const key = `key ${attempt}`;
    if ((await isAllowed(one, key)) && (await isAllowed(one, key)) && !(await isAllowed(other, key))) return true;
  }
  return false;
}

describe('SharedCounters without Redis', () => {
  it('count in the memory of each instance if REDIS_URL is empty', async () => {
    const [one, other] = await Promise.all([open(''), open('')]);
    const limiters = [one.limiter('test', allowance), other.limiter('test', allowance)] as const;
    expect(await countTogether(limiters[0], limiters[0])).toBe(true);
    expect(await countTogether(...limiters)).toBe(false);
    expect(log).toEqual([]);
  });

  it('count in memory if nothing listens at REDIS_URL, and report it once', async () => {
    const limiter = (await open(`redis://:a-password@127.0.0.1:${await freePort()}`)).limiter('test', allowance);
    expect(await countTogether(limiter, limiter)).toBe(true);
    expect(log).toEqual([
      expect.stringMatching(
        /^Redis \(REDIS_URL\) can't be used: connect ECONNREFUSED .*; each instance counts rate limits for itself meanwhile$/,
      ),
    ]);
    expect(log.join()).not.toContain('a-password');
  });

  describe('but a server that accepts and never answers', () => {
    let server: Server;
    const sockets: Socket[] = [];

    beforeEach(async () => {
      server = createServer((socket) => sockets.push(socket.on('error', () => {})));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
      server.close();
    });

    it('connect after the start, which blocks the process for longer than a command may take', async () => {
      const { port } = server.address() as { port: number };
      const counters = await opening(`redis://127.0.0.1:${port}`);
      expect(sockets).toHaveLength(0);
      await counters.onApplicationBootstrap();
      expect(sockets).toHaveLength(1);
    });

    it('count in memory', async () => {
      const { port } = server.address() as { port: number };
      const limiter = (await open(`redis://127.0.0.1:${port}`)).limiter('test', allowance);
      expect(await countTogether(limiter, limiter)).toBe(true);
      expect(log).toHaveLength(1);
    });
  });
});

describe('SharedCounters with a Redis that hangs', () => {
  let redis: HangingRedis;

  beforeEach(async () => {
    redis = await HangingRedis.start();
  });
  afterEach(() => redis.stop());

  it('wait for it once, count in memory meanwhile, and use it again when it answers', async () => {
    const limiter = (await open(redis.url)).limiter('test', { perSecond: 1000, burst: 0 });
    const callers = () => redis.keys.filter((key) => key.startsWith('graphward:test'));
    await limiter.consume('before', 1);
    redis.hang();
    for (let call = 0; call < 50; call++) await limiter.consume(`during ${call}`, 1);
    expect(callers()).toEqual(['graphward:test:before', 'graphward:test:during 0']);
    expect(log).toEqual([expect.stringContaining("can't be used: Command timed out; each instance counts")]);
    redis.resume();
    await until(() => log.length === 2);
    expect(log[1]).toBe('Redis (REDIS_URL) is back');
    await limiter.consume('after', 1);
    expect(callers().at(-1)).toBe('graphward:test:after');
  });
});

(hasRedis ? describe : describe.skip)('SharedCounters with Redis', () => {
  let redis: RedisServer;

  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(() => redis.stop());

  it('count over all instances, and allow bursts', async () => {
    const [one, other] = await Promise.all([open(redis.url), open(redis.url)]);
    expect(await countTogether(one.limiter('test', allowance), other.limiter('test', allowance))).toBe(true);
    const bursty = { perSecond: 10, burst: 10 };
    const [first, second] = [one.limiter('bursty', bursty), other.limiter('bursty', bursty)];
    const allowed = await Promise.all([first, second, first, second].map((it) => isAllowed(it, 'key')));
    expect(allowed).toEqual([true, true, true, true]);
    expect(log).toEqual([]);
  });

  it('count in memory while Redis is away, and together again when it is back', async () => {
    const [one, other] = await Promise.all([open(redis.url), open(redis.url)]);
    const limiters = [one.limiter('test', allowance), other.limiter('test', allowance)] as const;
    await redis.stop();
    expect(await countTogether(limiters[0], limiters[0])).toBe(true);
    expect(await countTogether(...limiters)).toBe(false);
    expect(log).toHaveLength(2);
    await redis.start();
    await until(() => log.length >= 4);
    expect(log.slice(2)).toEqual(Array<string>(2).fill('Redis (REDIS_URL) is back'));
    expect(await countTogether(...limiters)).toBe(true);
    expect(log).toHaveLength(4);
  });

  it('count in memory if Redis refuses the commands, and report it once', async () => {
    const restricted = await RedisServer.start(['--user', 'default', 'on', 'nopass', '~*', '+@all', '-@scripting']);
    try {
      const limiter = (await open(restricted.url)).limiter('test', allowance);
      expect(await countTogether(limiter, limiter)).toBe(true);
      expect(log).toEqual([expect.stringContaining("can't be used: NOPERM")]);
    } finally {
      await restricted.stop();
    }
  });
});
