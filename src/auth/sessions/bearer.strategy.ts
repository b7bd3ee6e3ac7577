import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { UnauthenticatedError } from '../../base/errors.js';
import { parseAuthorization } from '../authorization-header.js';
import type { Principal } from '../principal.js';
import { Secrets } from '../secrets/secrets.js';
import { KnownBearers } from './known-bearers.js';
import { LiveSessions } from './live-sessions.js';
import { readSessionClaims, sessionTokenAlgorithm, sessionTokenIssuer } from './session-tokens.js';

/** `Authorization: Bearer <JWT>`. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    secrets: Secrets,
    private readonly sessions: LiveSessions,
    private readonly known: KnownBearers,
  ) {
    super({
      jwtFromRequest: (request: Request) => parseAuthorization(request.headers.authorization)?.credentials ?? null,
      // A KeyObject, which the types of passport-jwt do not know: from a string, jsonwebtoken makes a key for each verification,
      // at twenty times the cost (docs/performance.md).
      secretOrKeyProvider: (_request: Request, _token: string, done: Function) => {
        Reflect.apply(done, undefined, [null, secrets.sessionKey]);
      },
      algorithms: [sessionTokenAlgorithm],
      issuer: sessionTokenIssuer,
      // The row of the session decides, by the clock of the database: the clock of this instance may be wrong.
      ignoreExpiration: true,
      passReqToCallback: true,
    });
  }

  override async validate(request: Request, payload: unknown): Promise<Principal> {
    const claims = readSessionClaims(payload);
    const principal = await this.sessions.get(claims.sessionId);
    if (principal.id !== claims.accountId) throw new UnauthenticatedError('the bearer token names another account');
    if (request.headers.authorization !== undefined) this.known.remember(request.headers.authorization, claims);
    return principal;
  }
}
