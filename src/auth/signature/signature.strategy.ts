import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import passport from 'passport';
import { UnauthenticatedError } from '../../base/errors.js';
import { hasBody, wireBody } from '../../http/body/request-body.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import type { Principal } from '../principal.js';
import { CachedTokens } from '../tokens/cached-tokens.js';
import { TokenProofs } from '../tokens/token-proofs.js';
import { TokenUses } from '../tokens/token-uses.js';
import { SignatureVerifier } from './signature-verifier.js';

/**
 * Authenticates `Authorization: <keyword> <token id>` with the headers RequestDate and Signature. Cheap checks come first: it reads a body
 * only for an existing token, and within lower limits unless the address has proven the token recently. If the handler reads the body
 * itself, the signature is verified at the end of the body.
 */
@Injectable()
export class SignatureStrategy extends passport.Strategy {
  override readonly name = 'signature';

  constructor(
    private readonly verifier: SignatureVerifier,
    private readonly tokens: CachedTokens,
    private readonly uses: TokenUses,
    private readonly proofs: TokenProofs,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    this.verifyRequest(request).then(
      (principal) => this.success(principal),
      (error: unknown) => (error instanceof UnauthenticatedError ? this.fail(error.detail) : this.error(error)),
    );
  }

  private async verifyRequest(request: Request): Promise<Principal> {
    const { tokenId, requestDate, signature } = this.verifier.readClaim(request.headers);
    const token = await this.tokens.get(tokenId);
    const { method, originalUrl: target, state } = request;
    const head = { method, target, requestDate };
    const recordUse = () => {
      this.uses.record(tokenId, token.lastAccess);
      return this.proofs.store(tokenId, rateLimitKeyOf(request));
    };
    if (hasBody(request)) {
      state.claimedToken = tokenId;
      state.isBodyTrusted = await this.isTrusted(request, tokenId, token.principal);
    }
    if (state.isBodyStreamed && hasBody(request)) {
      state.bodyVerifier = this.verifier.verifyLater(signature, token.key, head, async () => {
        // The body may have taken hours, and the token may have been deleted meanwhile.
        await this.tokens.get(tokenId);
        await recordUse();
      });
    } else {
      const body = await wireBody(request);
      this.verifier.verify(signature, token.key, { ...head, body });
      await recordUse();
    }
    return token.principal;
  }

  /** Returns whether the body may have the full size and time before its signature is verified. */
  private async isTrusted(request: Request, tokenId: string, { permissions }: Principal): Promise<boolean> {
    const names: ReadonlySet<string> = permissions;
    const { neededPermission } = request.state;
    if (neededPermission === undefined || !names.has(neededPermission)) return false;
    return this.proofs.isProven(tokenId, rateLimitKeyOf(request));
  }
}
