import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import passport from 'passport';
import { UnauthenticatedError } from '../../common/errors.js';
import { maxBodyBytes } from '../../http/body/body-limit.js';
import { hasBody, wireBody } from '../../http/body/wire-body.js';
import type { Principal } from '../principal.js';
import { LiveTokens } from '../tokens/live-tokens.js';
import { TokenUses } from '../tokens/token-uses.js';
import { SignatureVerifier } from './signature-verifier.js';

/**
 * `Authorization: <keyword> <token id>` with the headers RequestDate and Signature. Cheap checks come first: a body is read
 * only for a token that exists. One that its handler reads by itself is left to come: the proof is then still to be brought.
 */
@Injectable()
export class SignatureStrategy extends passport.Strategy {
  override readonly name = 'signature';

  constructor(
    private readonly verifier: SignatureVerifier,
    private readonly tokens: LiveTokens,
    private readonly uses: TokenUses,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    this.prove(request).then(
      (principal) => this.success(principal),
      (error: unknown) => (error instanceof UnauthenticatedError ? this.fail(error.detail) : this.error(error)),
    );
  }

  private async prove(request: Request): Promise<Principal> {
    const { tokenId, requestDate, signature } = this.verifier.readClaim(request.headers);
    const token = await this.tokens.get(tokenId);
    const { method, originalUrl: target, state } = request;
    const head = { method, target, requestDate };
    const noteUse = () => this.uses.note(tokenId, token);
    if (state.isBodyStreamed && hasBody(request)) {
      state.bodyProof = this.verifier.begin(signature, token.key, head, async () => {
        // The body may have come for hours; whoever took the token away meanwhile did not want it.
        await this.tokens.get(tokenId);
        noteUse();
      });
    } else {
      const body = await wireBody(request, maxBodyBytes(request));
      this.verifier.verify(signature, token.key, { ...head, body });
      noteUse();
    }
    return token.principal;
  }
}
