import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { currentScope, type QuestionOfRequest } from '../../base/scope/request-scope.js';
import { routeFact } from '../input/route-fact.js';
import { Questions } from './questions.js';
import { rateLimitKeyOf } from './network-of.js';
import { RateLimits } from './rate-limits.js';

/** A handler that answers from the graph or sends a list. `Operation` sets it. */
export const IsQuestion = Reflector.createDecorator<true>();

const isQuestion = routeFact(IsQuestion);

/**
 * Runs after the inputs are checked, so that refused requests do not wait. Lets a question wait for its turn, and counts the work that it
 * has taken against the limit of its principal when it is over.
 */
@Injectable()
export class QuestionGuard implements CanActivate {
  constructor(
    private readonly questions: Questions,
    private readonly limits: RateLimits,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (!isQuestion(context)) return true;
    const [request, response] = [
      context.switchToHttp().getRequest<Request>(),
      context.switchToHttp().getResponse<Response>(),
    ];
    const { principalName, deadline } = request.state;
    const asker = principalName ?? `address ${rateLimitKeyOf(request)}`;
    const admit = (): true => {
      const question = { asker, usedMs: 0 };
      const scope = currentScope();
      if (scope) scope.question = question;
      response.once('close', () => this.end(question, principalName));
      return true;
    };
    // The client left while it was authenticated: no event would return the slot.
    deadline.signal.throwIfAborted();
    const turn = this.questions.enter(asker, deadline.signal);
    return turn ? turn.then(admit) : admit();
  }

  private end({ asker, usedMs }: QuestionOfRequest, principalName: string | undefined): void {
    this.questions.leave(asker);
    if (principalName !== undefined) this.limits.charge(principalName, usedMs);
  }
}
