import { type CanActivate, type ExecutionContext, Injectable, Logger, NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import { ForbiddenError, LimitedAccountError, UnauthenticatedError } from '../../base/errors.js';
import { currentScope } from '../../base/scope/request-scope.js';
import type { BodyVerifier } from '../../http/body/request-body.js';
import { routeFact } from '../../http/input/route-fact.js';
import { streamsBody } from '../../http/input/route-inputs.js';
import { RateLimits } from '../../http/limits/rate-limits.js';
import { backgroundHeader } from '../../http/page/page-mark.js';
import { timesGiven } from '../../http/request/request.middleware.js';
import { type Access, AccessRule } from '../allow.decorator.js';
import { Authentication } from './authentication.js';
import { innerCallerOf } from '../inner-calls/inner-caller.js';
import { LoopbackAccess } from '../credentials/loopback.js';
import { graphPermissions } from '../permissions.js';
import type { Principal } from '../principal.js';
import { SessionUses } from '../sessions/session-uses.js';
import { VerifiedBearers } from '../sessions/cached-sessions.js';

const accessOf = routeFact(AccessRule);

/**
 * Authenticates the caller: sets `request.user` and the name for the log. Public routes ignore credentials. A known bearer token passes
 * at once; passport verifies everything else.
 */
@Injectable()
export class CredentialsGuard implements CanActivate {
  constructor(
    private readonly bearers: VerifiedBearers,
    private readonly authentication: Authentication,
    private readonly limits: RateLimits,
    private readonly loopback: LoopbackAccess,
    private readonly uses: SessionUses,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = accessOf(context);
    if (access && 'public' in access) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const header = request.headers.authorization;
    if (header === undefined) {
      if (access && isOpen(access, this.loopback, request)) return true;
      throw new UnauthenticatedError(request.state.cookieRefusal ?? 'there are no credentials');
    }
    if (timesGiven(request, 'authorization') > 1)
      throw new UnauthenticatedError('there are several Authorization headers');
    const inner = innerCallerOf(request);
    if (inner) return admit(request, inner);
    const known = this.bearers.peek(header);
    if (known) return this.admit(request, known);
    if (streamsBody(context.getHandler())) request.state.isBodyStreamed = true;
    if (access) request.state.neededPermission = access.permission;
    return this.authenticate(request);
  }

  private authenticate(request: Request): Promise<boolean> {
    return this.countingFailures(request, async () => {
      const principal = await this.authentication.authenticate(request);
      const { bodyVerifier } = request.state;
      return bodyVerifier ? this.admitForNow(request, principal, bodyVerifier) : this.admit(request, principal);
    });
  }

  /** The signature covers a body that the handler has yet to read. `ErrorFilter` reveals nothing until the body is verified. */
  private admitForNow(request: Request, principal: Principal, verifier: BodyVerifier): true {
    request.user = principal;
    limitScope(principal);
    request.state.bodyVerifier = {
      update: (chunk) => verifier.update(chunk),
      verify: () =>
        this.countingFailures(request, async () => {
          await verifier.verify();
          admit(request, principal);
        }),
    };
    return true;
  }

  private admit(request: Request, principal: Principal): true {
    if (principal.sessionId !== undefined && request.headers[backgroundHeader] === undefined)
      this.uses.record(principal.sessionId);
    return admit(request, principal);
  }

  /** Wrong credentials count against the address of the caller. `AddressRateLimitGuard` has counted calls without credentials. */
  private async countingFailures<T>(request: Request, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnauthenticatedError) {
        request.state.logDetail = error.detail;
        await this.limits.anonymous(request);
      }
      throw error;
    }
  }
}

/**
 * Admits callers with the permission that the handler declares, and nobody to a handler that declares none and is not public. For a hidden
 * handler it throws the exception of Nest's router for an unknown path, as `EditionGuard` does.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  private readonly logger = new Logger(PermissionGuard.name);

  constructor(private readonly loopback: LoopbackAccess) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(context);
    if (!access) {
      const handler = `${context.getClass().name}.${context.getHandler().name}`;
      this.logger.error(`${handler} declares neither @Allow nor @Public, so nobody may call it`);
      throw new ForbiddenError('nobody may call this operation');
    }
    if ('public' in access || access.strangers) return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.user) {
      if (isOpen(access, this.loopback, request)) return true;
    } else if (request.user.isReadingKey && !access.readingKeys) {
      throw new ForbiddenError('a reading key opens /mcp alone');
    } else if (request.user.permissions.has(access.permission)) {
      requireSight(request.user, access);
      return true;
    }
    if (access.hidden) throw new NotFoundException();
    throw new ForbiddenError(`this operation needs the permission ${access.permission}`);
  }
}

/** @throws LimitedAccountError if the account sees a part of the graph, and the handler does not answer from that part */
function requireSight(
  { visibility }: Principal,
  { permission, limited }: Exclude<Access, { readonly public: true }>,
): void {
  if (visibility && !limited && graphPermissions.includes(permission)) throw new LimitedAccountError();
}

/** Whether a request without credentials may pass. */
function isOpen(
  { strangers, loopback }: Exclude<Access, { readonly public: true }>,
  machine: LoopbackAccess,
  request: Request,
): boolean {
  return strangers === true || (loopback === true && machine.allows(request));
}

function admit(request: Request, principal: Principal): true {
  request.user = principal;
  request.state.principalName = principal.name;
  // Bearer: PermissionGuard runs before the body is read. Signed: the signature is verified here, so trust no longer matters.
  request.state.isBodyTrusted = true;
  const scope = currentScope();
  if (scope) scope.caller = { id: principal.role ? principal.id : null, name: principal.name };
  limitScope(principal);
  return true;
}

/** From now on the request has only the part of the graph that the caller sees. */
function limitScope({ visibility }: Principal): void {
  if (!visibility) return;
  const scope = currentScope();
  if (!scope) throw new Error('the request of a limited account has no scope');
  scope.visibility = visibility;
}
