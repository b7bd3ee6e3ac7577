import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { uuid } from '../../base/values/uuid.js';
import { parseAuthorization } from '../credentials/authorization-header.js';
import type { BodyVerifier } from '../../http/body/request-body.js';
import { instantOf } from '../../http/input/date-time.js';
import {
  beginSignature,
  isSameSignature,
  signatureLength,
  signatureOf,
  type SignedParts,
} from './request-signature.js';

/** The three headers of a signed request, before verification. */
interface SignatureClaim {
  readonly tokenId: string;
  readonly requestDate: string;
  readonly signature: string;
}

const maxAgeMs = 3_600_000;
const maxAheadMs = 300_000;

/**
 * Verifies signed requests. RequestDate may be from one hour in the past to five minutes in the future. The signature covers only its hour,
 * so a signature is valid for less than two hours. Identical requests within that time are accepted, because collectors repeat requests.
 */
@Injectable()
export class SignatureVerifier {
  constructor(private readonly clock: Clock) {}

  /**
   * Checks the headers alone, before the token or the body is read.
   * @throws UnauthenticatedError
   */
  readClaim(headers: IncomingHttpHeaders): SignatureClaim {
    const tokenId = parseAuthorization(headers.authorization)?.credentials;
    if (tokenId === undefined || !uuid.test(tokenId)) throw refused('the token id is not a UUID');
    const requestDate = single(headers['requestdate'], 'RequestDate');
    const signature = single(headers['signature'], 'Signature');
    if (signature.length !== signatureLength) throw refused('the signature is not base64 of 32 bytes');
    this.requireTimely(requestDate);
    return { tokenId: tokenId.toLowerCase(), requestDate, signature };
  }

  /** @throws UnauthenticatedError if the signature does not match these parts and this key */
  verify(signature: string, key: KeyObject, parts: SignedParts): void {
    if (!isSameSignature(signature, signatureOf(key, parts))) throw refused('the signature does not match the request');
  }

  /**
   * Like {@link verify}, for a body that has not been read.
   * @param onVerified called after the signature was verified; `verify` resolves after it
   */
  verifyLater(
    signature: string,
    key: KeyObject,
    head: Omit<SignedParts, 'body'>,
    onVerified: () => Promise<void>,
  ): BodyVerifier {
    const hmac = beginSignature(key, head);
    return {
      update: (chunk) => void hmac.update(chunk),
      verify: async () => {
        if (!isSameSignature(signature, hmac.digest('base64')))
          throw refused('the signature does not match the request');
        await onVerified();
      },
    };
  }

  private requireTimely(requestDate: string): void {
    const stated = instantOf(requestDate);
    if (stated === undefined) throw refused('RequestDate is not an RFC 3339 date-time');
    const age = this.clock.now().getTime() - stated;
    if (age > maxAgeMs) throw refused(`RequestDate is ${age} ms in the past`);
    if (age < -maxAheadMs) throw refused(`RequestDate is ${-age} ms in the future`);
  }
}

function single(header: string | string[] | undefined, name: string): string {
  if (typeof header === 'string') return header;
  throw refused(`the header ${name} is missing`);
}

function refused(detail: string): UnauthenticatedError {
  return new UnauthenticatedError(`signed request: ${detail}`);
}
