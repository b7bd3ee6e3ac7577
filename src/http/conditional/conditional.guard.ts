import { createHash } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { productVersion } from '../../base/config/product-version.js';
import { currentScope } from '../../base/scope/request-scope.js';
import { HAS_ERROR_CODES } from '../errors/send-error.js';
import { hasNamedAnswer } from '../input/graph-answers.js';
import { callsOf } from '../limits/rate-limit.guards.js';
import { RateLimits } from '../limits/rate-limits.js';
import { isOfPage } from '../page/page-mark.js';
import { AnswerState } from './answer-state.js';

/** The client has the answer already. `ErrorFilter` answers 304. */
export class NotModified extends Error {}

/**
 * Names answers from the graph by `ETag`, before they are made, and answers 304 if the client has the answer of that name. Runs after the
 * caller and the inputs are checked, and after `ReplicaGuard`, because the state must not be newer than the answer.
 */
@Injectable()
export class ConditionalGuard implements CanActivate {
  private readonly version = productVersion();

  constructor(
    private readonly state: AnswerState,
    private readonly limits: RateLimits,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    return !hasNamedAnswer(request, context) || this.name(context, request, http.getResponse<Response>());
  }

  private async name(context: ExecutionContext, request: Request, response: Response): Promise<true> {
    const names = request.headers['if-none-match'];
    const mustBeNew = names !== undefined || currentScope()?.replica !== undefined;
    const state = await (mustBeNew ? this.state.read() : this.state.recent());
    const tag = state === undefined ? undefined : this.tagOf(state, request);
    if (tag !== undefined) response.setHeader('ETag', tag);
    if (names === undefined) return true;
    if (tag !== undefined && names.split(',').some((it) => it.trim() === tag)) throw new NotModified();
    // PrincipalRateLimitGuard counted one call.
    const { principalName } = request.state;
    const more = callsOf(request, context) - 1;
    return principalName === undefined || more < 1 || this.limits.principal(request, principalName, more);
  }

  private tagOf(state: string, request: Request): string {
    const { app, headers, originalUrl, user } = request;
    const rights = [...(user?.permissions ?? [])].toSorted();
    const wire = [app.get(HAS_ERROR_CODES), isOfPage(request), headers.accept];
    const facts = [state, this.version, wire, rights, user?.visibility?.key, originalUrl, timeOf(originalUrl)];
    return `W/"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 27)}"`;
  }
}

/** Old data expire within a day, and durations before now, such as `-P90D`, count from the start of the minute. */
function timeOf(url: string): string {
  const length = /-P/i.test(url.replaceAll('%2D', '-')) ? 'YYYY-MM-DDTHH:mm'.length : 'YYYY-MM-DD'.length;
  return new Date().toISOString().slice(0, length);
}
