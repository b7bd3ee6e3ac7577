import { Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { UnauthenticatedError } from '../../base/errors.js';
import { Secrets } from '../secrets/secrets.js';
import type { Session } from './session.js';

export const sessionTokenIssuer = 'graphward';
export const sessionTokenAlgorithm = 'HS256';

/** The claims of a bearer token, without its times: the row of the session decides whether it has expired. */
export interface SessionClaims {
  readonly sessionId: string;
  readonly accountId: string;
}

/**
 * Makes the bearer tokens: JWTs with `iss`, `sub` (account), `jti` (session), `iat` and `exp`. Role and permissions are not in them,
 * so that a change of either holds at once.
 */
@Injectable()
export class SessionTokens {
  constructor(private readonly secrets: Secrets) {}

  issue({ id, accountId, createdAt, expiresAt }: Session): string {
    const claims = {
      sub: accountId,
      jti: id,
      iss: sessionTokenIssuer,
      iat: seconds(createdAt),
      exp: seconds(expiresAt),
    };
    return jwt.sign(claims, this.secrets.sessionKey, { algorithm: sessionTokenAlgorithm });
  }
}

/**
 * Reads the claims of a token whose signature is proven.
 * @throws UnauthenticatedError where one is missing
 */
export function readSessionClaims(payload: unknown): SessionClaims {
  if (typeof payload === 'object' && payload !== null && 'jti' in payload && 'sub' in payload) {
    const { jti, sub } = payload;
    if (typeof jti === 'string' && typeof sub === 'string') return { sessionId: jti, accountId: sub };
  }
  throw new UnauthenticatedError('the bearer token lacks a claim');
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
