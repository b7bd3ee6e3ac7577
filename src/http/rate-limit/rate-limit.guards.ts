import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { RateLimits } from './rate-limits.js';
import { UNLIMITED, type UnlimitedFor } from './unlimited.decorator.js';

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

export function addressOf(request: Request): string {
  return request.ip ?? request.socket.remoteAddress ?? 'unknown';
}

function unlimitedFor(reflector: Reflector, context: ExecutionContext): UnlimitedFor | undefined {
  return reflector.getAllAndOverride<UnlimitedFor | undefined>(UNLIMITED, [context.getHandler(), context.getClass()]);
}
