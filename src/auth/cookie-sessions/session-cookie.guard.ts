import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { SessionCookie } from './session-cookie.js';
import { ShownInFrame } from './shown-in-frame.decorator.js';

/**
 * Turns the session cookie of the page into the Authorization header that it stands for, so that everything later treats both alike. A
 * cookie that does not count is ignored: the request has no credentials then.
 */
@Injectable()
export class SessionCookieGuard implements CanActivate {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers.authorization !== undefined || request.headers.cookie === undefined) return true;
    const found = this.cookie.read(request, this.reflector.get(ShownInFrame, context.getHandler()) ?? false);
    if ('token' in found) request.headers.authorization = `Bearer ${found.token}`;
    else request.state.cookieRefusal = found.refusal;
    return true;
  }
}
