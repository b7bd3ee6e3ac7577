import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import passport from 'passport';
import { UnauthenticatedError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { parseAuthorization } from '../credentials/authorization-header.js';
import type { Principal } from '../principal.js';
import { BearerStrategy } from '../sessions/bearer.strategy.js';
import { SignatureStrategy } from '../signature/signature.strategy.js';
import { isBearerKey } from '../tokens/bearer-key.js';
import { CachedBearerKeys } from '../tokens/cached-bearer-keys.js';

/** Verifies bearer keys, and other credentials with the passport strategy of their scheme. */
@Injectable()
export class Authentication {
  /** An own registry of strategies, because several apps in one process would overwrite each other's strategies in the shared one. */
  private readonly passport = new passport.Passport();
  private readonly strategies: ReadonlyMap<string, string>;

  constructor(
    settings: Settings,
    bearer: BearerStrategy,
    signature: SignatureStrategy,
    private readonly keys: CachedBearerKeys,
  ) {
    this.passport.use('bearer', bearer);
    this.passport.use('signature', signature);
    const keywords = settings.signatureKeywords.map((keyword) => [keyword.toLowerCase(), 'signature'] as const);
    this.strategies = new Map([...keywords, ['bearer', 'bearer']]);
  }

  /** @throws UnauthenticatedError if the credentials are not valid or their scheme is unknown */
  async authenticate(request: Request): Promise<Principal> {
    const { scheme, credentials = '' } = parseAuthorization(request.headers.authorization) ?? {};
    if (scheme === 'bearer' && isBearerKey(credentials)) return this.keys.authenticate(credentials);
    const strategy = scheme === undefined ? undefined : this.strategies.get(scheme);
    if (strategy === undefined) throw new UnauthenticatedError('the Authorization header has no scheme that is known');
    return new Promise((resolve, reject) => {
      const decide: passport.AuthenticateCallback = (error: unknown, principal, refusal) => {
        if (error) reject(error);
        else if (principal) resolve(principal);
        else reject(new UnauthenticatedError(wording(refusal)));
      };
      this.passport.authenticate(strategy, { session: false }, decide)(request, request.res, reject);
    });
  }
}

/** passport-jwt refuses with an Error, SignatureStrategy with a string. */
function wording(refusal: unknown): string {
  return refusal instanceof Error ? refusal.message : String(refusal);
}
