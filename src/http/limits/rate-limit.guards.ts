import { isIPv4, isIPv6 } from 'node:net';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { routeFact } from '../input/route-fact.js';
import { type QueryParameters, queryParameters } from '../input/route-inputs.js';
import { RateLimits } from './rate-limits.js';

/** The callers whom a handler or controller does not limit: `all`, or `principals`, whose credentials are verified. */
export const Unlimited = Reflector.createDecorator<'all' | 'principals'>();

/** Number of calls that one call of this handler counts as, for the limit of its principal, or a function of its query; 1 if absent. */
export const Cost = Reflector.createDecorator<number | ((query: QueryParameters) => number)>();

const [unlimitedFor, costOf] = [routeFact(Unlimited), routeFact(Cost)];

/**
 * Runs before credentials are verified. A call without credentials counts against its address; CredentialsGuard counts those with wrong
 * credentials.
 */
@Injectable()
export class AddressRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers.authorization !== undefined || unlimitedFor(context) === 'all') return true;
    return this.limits.anonymous(rateLimitKeyOf(request));
  }
}

/** Runs after credentials are verified. Public routes do not verify them, so such a call counts against its address. */
@Injectable()
export class PrincipalRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { principalName } = request.state;
    if (unlimitedFor(context)) return true;
    if (principalName !== undefined) {
      const cost = costOf(context);
      const calls = typeof cost === 'function' ? cost(queryParameters(request.url)) : cost;
      return this.limits.principal(principalName, calls);
    }
    if (request.headers.authorization === undefined) return true;
    return this.limits.anonymous(rateLimitKeyOf(request));
  }
}

/** The network that a request counts against, see {@link networkOf}. */
export function rateLimitKeyOf(request: Request): string {
  return networkOf(request.ip ?? request.socket.remoteAddress ?? '');
}

/**
 * An IPv4 address unchanged, or the /64 of an IPv6 address in canonical spelling, because one host can use a whole /64. Ports, brackets
 * and zones are ignored. All other texts become `unknown`, so that a caller gains nothing by inventing addresses.
 */
export function networkOf(text: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(bare)) return bare;
  const address = bare.replace(/%.*$/, '');
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address in lower case, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
