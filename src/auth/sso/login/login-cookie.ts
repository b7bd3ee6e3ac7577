import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../../base/clock.js';
import { isJsonObject } from '../../../base/values/json-object.js';
import { cookiesNamed } from '../../cookie-sessions/cookie-header.js';
import { SessionCookie } from '../../cookie-sessions/session-cookie.js';
import { SecretCipher } from '../../secrets/secret-cipher.js';

/** A login that a browser has begun. */
export interface LoginAttempt {
  readonly providerId: number;
  /** Id of the request (SAML) or the state (OpenID Connect): random, and sent back by the provider. */
  readonly id: string;
  /** A path of the page; undefined if the login began without one. */
  readonly returnTo?: string;
  readonly nonce?: string;
  readonly verifier?: string;
  /** Milliseconds. */
  readonly expiresAt: number;
}

/** Several tabs may log in at the same time. */
const mostAttempts = 5;
const purpose = 'sso login cookie';
const owner = 'login';

/**
 * Binds a login to the browser that began it: an answer of a provider counts only with the cookie of its request, so that nobody can make
 * a browser log in with the answer to another one's request. The database has none of it.
 */
@Injectable()
export class LoginCookie {
  constructor(
    private readonly cipher: SecretCipher,
    private readonly session: SessionCookie,
    private readonly clock: Clock,
  ) {}

  /** The attempts that have not expired. */
  read(request: Request): LoginAttempt[] {
    const [value, ...others] = cookiesNamed(this.nameFor(request), request.headers.cookie);
    if (value === undefined || others.length > 0) return [];
    const text = this.cipher.tryOpen(purpose, owner, Buffer.from(value, 'base64url'));
    const attempts: unknown = text === undefined ? [] : JSON.parse(text);
    const now = this.clock.now().getTime();
    return Array.isArray(attempts) ? attempts.filter(isAttempt).filter(({ expiresAt }) => expiresAt > now) : [];
  }

  add(request: Request, response: Response, attempt: LoginAttempt): void {
    this.write(request, response, [...this.read(request), attempt].slice(-mostAttempts));
  }

  /** An attempt counts once, however it ends. */
  remove(request: Request, response: Response, { id }: LoginAttempt): void {
    this.write(
      request,
      response,
      this.read(request).filter((it) => it.id !== id),
    );
  }

  private write(request: Request, response: Response, attempts: readonly LoginAttempt[]): void {
    // Without SameSite=None, browsers leave the cookie out of the form that a provider makes them send.
    const options = { path: '/', httpOnly: true, secure: true, sameSite: 'none' } as const;
    const name = this.nameFor(request);
    if (attempts.length === 0) response.clearCookie(name, options);
    else
      response.cookie(name, this.cipher.seal(purpose, owner, JSON.stringify(attempts)).toString('base64url'), options);
  }

  private nameFor(request: Request): string {
    return `__Host-graphward-login-${this.session.portOf(request)}`;
  }
}

function isAttempt(value: unknown): value is LoginAttempt {
  return isJsonObject(value) && typeof value['id'] === 'string' && typeof value['expiresAt'] === 'number';
}
