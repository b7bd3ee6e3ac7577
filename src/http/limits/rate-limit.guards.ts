import { isIPv4, isIPv6 } from 'node:net';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { RateLimits } from './rate-limits.js';

export const UNLIMITED = 'graphward:unlimited';

/** `all`: nobody is limited, as for health checks; `principals`: nobody who says who he is, as for uploads and collectors. */
export type UnlimitedFor = 'all' | 'principals';

/** The handler or controller is not rate limited. */
export function Unlimited(who: UnlimitedFor = 'all'): ClassDecorator & MethodDecorator {
  return SetMetadata(UNLIMITED, who);
}

/**
 * Stands before the credentials: calls that bring none count against their address. Calls with wrong ones count too, but
 * that is known only later; the credentials guard sees to it.
 */
@Injectable()
export class AddressRateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers.authorization !== undefined || unlimitedFor(this.reflector, context) === 'all') return true;
    return this.limits.anonymous(addressOf(request)).then(() => true);
  }
}

/** Stands behind the credentials. Public routes do not look at those that a call brings, so that it counts against its address. */
@Injectable()
export class PrincipalRateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { principalName } = request.state;
    if (unlimitedFor(this.reflector, context)) return true;
    if (principalName !== undefined) return this.limits.principal(principalName).then(() => true);
    if (request.headers.authorization === undefined) return true;
    return this.limits.anonymous(addressOf(request)).then(() => true);
  }
}

/** The network to count a request against, see {@link networkOf}. */
export function addressOf(request: Request): string {
  return networkOf(request.ip ?? request.socket.remoteAddress ?? '');
}

/**
 * An IPv4 address as it is, and the /64 of an IPv6 address in one spelling, because one host has a whole /64 to choose from. Ports, brackets
 * and zones are ignored. Everything else is `unknown`: a text that is no address must not buy a limit of its own.
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

function unlimitedFor(reflector: Reflector, context: ExecutionContext): UnlimitedFor | undefined {
  return reflector.getAllAndOverride<UnlimitedFor | undefined>(UNLIMITED, [context.getHandler(), context.getClass()]);
}
