import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { isConditional } from '../input/graph-answers.js';
import { routeFact } from '../input/route-fact.js';
import { type QueryParameters, queryParameters } from '../input/route-inputs.js';
import { RateLimits } from './rate-limits.js';

/** The callers whom a handler or controller does not limit: `all`, or `principals`, whose credentials are verified. */
export const Unlimited = Reflector.createDecorator<'all' | 'principals'>();

/** Number of calls that one call of this handler counts as, for the limit of its principal, or a function of its query; 1 if absent. */
export const Cost = Reflector.createDecorator<number | ((query: QueryParameters) => number)>();

const [unlimitedFor, costOf] = [routeFact(Unlimited), routeFact(Cost)];

/** As how many calls a request counts. */
export function callsOf(request: Request, context: ExecutionContext): number {
  const cost = costOf(context) ?? 1;
  return typeof cost === 'function' ? cost(queryParameters(request.url)) : cost;
}

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
    return this.limits.anonymous(request);
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
      // ConditionalGuard counts the others if the client does not have the answer.
      const calls = isConditional(request, context) ? 1 : callsOf(request, context);
      return this.limits.principal(request, principalName, calls);
    }
    if (request.headers.authorization === undefined) return true;
    return this.limits.anonymous(request);
  }
}
