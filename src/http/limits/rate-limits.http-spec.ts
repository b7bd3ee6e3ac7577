import { afterEach, describe, expect, it } from '@jest/globals';
import { type CanActivate, Controller, type ExecutionContext, Get, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Request } from 'express';
import { type HttpApp, httpApp } from '../../../test/support/http-app.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { AddressRateLimitGuard, Cost, PrincipalRateLimitGuard, Unlimited } from './rate-limit.guards.js';
import { RateLimits } from './rate-limits.js';
import { SharedCounters } from './shared-counters.js';

@Controller()
class ThingsController {
  @Get('limited')
  limited(): object {
    return {};
  }

  @Get('costly')
  @Cost(3)
  costly(): object {
    return {};
  }

  @Get('unlimited')
  @Unlimited('all')
  unlimited(): object {
    return {};
  }
}

/** Verifies everybody as the same principal. */
class KnownPrincipalGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    context.switchToHttp().getRequest<Request>().state.principalName = 'ada';
    return true;
  }
}

let http: HttpApp;

async function start(environment: Record<string, string>, ...guards: Type[]): Promise<void> {
  const settings = loadSettings(environment);
  const limits = new RateLimits(settings, await SharedCounters.open(settings));
  http = await httpApp(
    [ThingsController],
    [
      { provide: RateLimits, useValue: limits },
      { provide: APP_GUARD, useClass: AddressRateLimitGuard },
      ...guards.map((useClass) => ({ provide: APP_GUARD, useClass })),
    ],
    environment,
  );
}

afterEach(() => http.close());

async function statuses(count: number, path: string, init?: RequestInit): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, () => fetch(http.url + path, init)));
  return responses.map(({ status }) => status).toSorted((a, b) => a - b);
}

async function statusFrom(address: string): Promise<number> {
  return (await fetch(`${http.url}/limited`, { headers: { 'X-Forwarded-For': address } })).status;
}

const shown = async (path: string, init?: RequestInit) => {
  const { headers } = await fetch(http.url + path, init);
  return [headers.get('ratelimit-policy'), /r=\d+/.exec(headers.get('ratelimit') ?? '')?.[0]];
};

describe('rate limits', () => {
  it('allow a burst, then return 429 with the time to retry', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '3', RATE_LIMIT_BURST: '5' });
    expect(await statuses(7, '/limited')).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const response = await fetch(`${http.url}/limited`);
    const seconds = response.headers.get('retry-after');
    expect(Number(seconds)).toBeGreaterThanOrEqual(1);
    expect(response.headers.get('ratelimit-policy')).toBe('"second";q=3;w=1, "burst";q=2;w=10');
    expect(response.headers.get('ratelimit')).toBe(`"second";r=0;t=${seconds}`);
    expect(await response.json()).toMatchObject({
      http_status: 429,
      errors: [
        { code: 'rate_limit.exceeded', context: 'rate-limit', message: `too many requests; try again in ${seconds} s` },
      ],
    });
  });

  it('show what is left in each answer that they count', async () => {
    await start(
      { RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_BURST: '1000' },
      KnownPrincipalGuard,
      PrincipalRateLimitGuard,
    );
    const policy = '"second";q=1000;w=1';
    // The guard of the address counts a call without credentials, the other one its principal.
    expect(await shown('/costly', { headers: { authorization: 'Bearer x' } })).toEqual([policy, 'r=997']);
    expect(await shown('/unknown')).toEqual([policy, 'r=999']);
    expect(await shown('/unlimited')).toEqual([null, undefined]);
  });

  it('exempt marked routes and calls with credentials', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' });
    expect(await statuses(3, '/unlimited')).toEqual([200, 200, 200]);
    expect(await statuses(3, '/limited', { headers: { authorization: 'Bearer x' } })).toEqual([200, 200, 200]);
  });

  it('count calls with credentials on public routes against the address', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' }, PrincipalRateLimitGuard);
    const init = { headers: { authorization: 'Bearer x' } };
    expect(await statuses(3, '/unlimited', init)).toEqual([200, 200, 200]);
    expect(await statuses(3, '/limited', init)).toEqual([200, 429, 429]);
  });

  it('count calls to unknown paths against the address', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' }, PrincipalRateLimitGuard);
    expect(await statuses(3, '/unknown')).toEqual([404, 429, 429]);
    const headers = { authorization: 'Bearer x' };
    expect(await statuses(2, '/unknown', { headers, method: 'DELETE' })).toEqual([429, 429]);
    expect(await statuses(1, '/limited')).toEqual([429]);
  });

  it('count all addresses of an IPv6 network, and all ports of an address, as one', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1', TRUSTED_PROXIES: '127.0.0.1' });
    expect([await statusFrom('2001:db8:0:1::1'), await statusFrom('2001:DB8:0:1:0::e')]).toEqual([200, 429]);
    expect([await statusFrom('203.0.113.10:1000'), await statusFrom('203.0.113.10:1001')]).toEqual([200, 429]);
    expect([await statusFrom('2001:db8:0:2::1'), await statusFrom('203.0.113.11')]).toEqual([200, 200]);
  });

  it('count a costly call several times, but for no more than a second allows', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '6', RATE_LIMIT_BURST: '6' }, KnownPrincipalGuard, PrincipalRateLimitGuard);
    expect(await statuses(3, '/costly')).toEqual([200, 200, 429]);
    await http.close();
    await start({ RATE_LIMIT_PER_SECOND: '2', RATE_LIMIT_BURST: '2' }, KnownPrincipalGuard, PrincipalRateLimitGuard);
    expect(await statuses(2, '/costly')).toEqual([200, 429]);
  });

  it('are off if the rate is 0', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '0' });
    expect(new Set(await statuses(50, '/limited'))).toEqual(new Set([200]));
  });
});
