import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { uuid } from '../../base/uuid.js';
import { parseAuthorization } from '../authorization-header.js';
import type { BodyProof } from '../../http/body/body-proof.js';
import { instantOf } from '../../http/input/date-time.js';
import {
  beginSignature,
  isSameSignature,
  signatureLength,
  signatureOf,
  type SignedParts,
} from './request-signature.js';

/** What the three headers of a signed request say. */
export interface SignatureClaim {
  readonly tokenId: string;
  readonly requestDate: string;
  readonly signature: string;
}

const maxAgeMs = 3_600_000;
const maxAheadMs = 300_000;

/**
 * Decides on signed requests. A stated time is good from five minutes ahead to one hour ago; since the hour is all of it that is signed,
 * a signature is worth something for less than two hours. Identical requests within that time are all accepted: collectors repeat them.
 */
@Injectable()
export class SignatureVerifier {
  constructor(private readonly clock: Clock) {}

  /**
   * What can be judged by the headers alone, before anything is read for the request.
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

  /** @throws UnauthenticatedError where the signature is not that of these parts under this key */
  verify(signature: string, key: KeyObject, parts: SignedParts): void {
    if (!isSameSignature(signature, signatureOf(key, parts))) throw refused('the signature does not match the request');
  }

  /**
   * As {@link verify}, for a body that is still to come.
   * @param onRight called once the signature is known to be that of the request, which is proven when it ends
   */
  begin(signature: string, key: KeyObject, head: Omit<SignedParts, 'body'>, onRight: () => Promise<void>): BodyProof {
    const hmac = beginSignature(key, head);
    return {
      update: (chunk) => void hmac.update(chunk),
      verify: async () => {
        if (!isSameSignature(signature, hmac.digest('base64')))
          throw refused('the signature does not match the request');
        await onRight();
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
