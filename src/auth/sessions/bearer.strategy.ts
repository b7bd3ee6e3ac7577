import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import jwt from 'jsonwebtoken';
import { Strategy } from 'passport-jwt';
import { UnauthenticatedError } from '../../base/errors.js';
import { parseAuthorization } from '../credentials/authorization-header.js';
import type { Principal } from '../principal.js';
import { Secrets } from '../secrets/secrets.js';
import { VerifiedBearers, CachedSessions } from './cached-sessions.js';
import type { Session } from './sessions.repository.js';

const issuer = 'graphward';
const algorithm = 'HS256';

/** The claims of a bearer token that the service reads. It ignores `exp`: the row of the session decides whether it has expired. */
interface SessionClaims {
  readonly sessionId: string;
  readonly accountId: string;
}

/**
 * Issues bearer tokens: JWTs with `iss`, `sub` (account), `jti` (session), `iat` and `exp`. They contain neither role nor permissions, so
 * that a change of role takes effect without a new token.
 */
@Injectable()
export class SessionTokens {
  constructor(private readonly secrets: Secrets) {}

  issue({ id, accountId, createdAt, expiresAt }: Session): string {
    const claims = { sub: accountId, jti: id, iss: issuer, iat: seconds(createdAt), exp: seconds(expiresAt) };
    return jwt.sign(claims, this.secrets.sessionKey, { algorithm });
  }
}

/** Authenticates `Authorization: Bearer <JWT>`. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    secrets: Secrets,
    private readonly sessions: CachedSessions,
    private readonly known: VerifiedBearers,
  ) {
    super({
      jwtFromRequest: (request: Request) => parseAuthorization(request.headers.authorization)?.credentials ?? null,
      // The types of passport-jwt do not allow a KeyObject. With a string, jsonwebtoken would create a key for each verification, which
      // takes twenty times as long.
      secretOrKeyProvider: (_request: Request, _token: string, done: Function) => {
        Reflect.apply(done, undefined, [null, secrets.sessionKey]);
      },
      algorithms: [algorithm],
      issuer,
      // The clock of this instance may be wrong, so the database compares the expiry of the session with its own clock.
      ignoreExpiration: true,
      passReqToCallback: true,
    });
  }

  override async validate(request: Request, payload: unknown): Promise<Principal> {
    const { sessionId, accountId } = readClaims(payload);
    const principal = await this.sessions.get(sessionId);
    if (principal.id !== accountId) throw new UnauthenticatedError('the bearer token names another account');
    if (request.headers.authorization !== undefined) this.known.remember(request.headers.authorization, sessionId);
    return principal;
  }
}

/** @throws UnauthenticatedError if a claim is missing */
function readClaims(payload: unknown): SessionClaims {
  if (typeof payload === 'object' && payload !== null && 'jti' in payload && 'sub' in payload) {
    const { jti, sub } = payload;
    if (typeof jti === 'string' && typeof sub === 'string') return { sessionId: jti, accountId: sub };
  }
  throw new UnauthenticatedError('the bearer token lacks a claim');
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
