import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { UnauthenticatedError } from '../base/errors.js';
import { currentScope } from '../base/request-scope.js';
import type { BodyProof } from '../http/body/body-proof.js';
import { streamsBody } from '../http/input/route-inputs.js';
import { addressOf } from '../http/limits/rate-limit.guards.js';
import { timesGiven } from '../http/well-formed.js';
import { RateLimits } from '../http/limits/rate-limits.js';
import { type Access, AccessRule } from './allow.decorator.js';
import { Authentication } from './authentication.js';
import { LoopbackAccess } from './loopback.js';
import type { Principal } from './principal.js';
import { KnownBearers } from './sessions/known-bearers.js';

/**
 * Finds out who asks: sets `request.user`, and the name for the log. Public routes pass without a look at what they bring. A bearer
 * token that is known passes at once; everything else goes through passport.
 */
@Injectable()
export class CredentialsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly bearers: KnownBearers,
    private readonly authentication: Authentication,
    private readonly limits: RateLimits,
    private readonly loopback: LoopbackAccess,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access: Access | undefined = this.reflector.getAllAndOverride(AccessRule, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access && 'public' in access) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const header = request.headers.authorization;
    if (header === undefined) {
      if (access?.loopback && this.loopback.allows(request)) return true;
      throw new UnauthenticatedError('there are no credentials');
    }
    if (timesGiven(request, 'authorization') > 1)
      throw new UnauthenticatedError('there are several Authorization headers');
    const known = this.bearers.peek(header);
    if (known) return admit(request, known);
    if (streamsBody(context.getHandler())) request.state.isBodyStreamed = true;
    if (access) request.state.neededPermission = access.permission;
    return this.prove(request);
  }

  private prove(request: Request): Promise<boolean> {
    return this.judged(request, async () => {
      const principal = await this.authentication.prove(request);
      const { bodyProof } = request.state;
      return bodyProof ? this.admitForNow(request, principal, bodyProof) : admit(request, principal);
    });
  }

  /** The body will tell whether it is the principal; until then nothing is told (`ErrorFilter`). */
  private admitForNow(request: Request, principal: Principal, proof: BodyProof): true {
    request.user = principal;
    request.state.bodyProof = {
      update: (chunk) => proof.update(chunk),
      verify: () =>
        this.judged(request, async () => {
          await proof.verify();
          admit(request, principal);
        }),
    };
    return true;
  }

  /** Guesses count against the address they come from; calls without credentials have been counted before. */
  private async judged<T>(request: Request, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnauthenticatedError) {
        request.state.logDetail = error.detail;
        await this.limits.anonymous(addressOf(request));
      }
      throw error;
    }
  }
}

function admit(request: Request, principal: Principal): true {
  request.user = principal;
  request.state.principalName = principal.name;
  // Nothing reads the body of a caller who lacks the permission: PermissionGuard comes first.
  request.state.isBodyTrusted = true;
  const scope = currentScope();
  if (scope) scope.caller = { id: principal.client ? null : principal.id, name: principal.name };
  return true;
}
