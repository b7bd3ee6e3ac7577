import type { Request } from 'express';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { maxLoginBytes } from '../login/login.dto.js';
import { ProofRequest } from './factors.dto.js';
import type { Proof } from './reauthentication.js';

/** The proof of a call that has no other body. */
export const ProofBody = () => JsonBody(ProofRequest, { maxBytes: maxLoginBytes, optional: true });

export function proofOf({ secret, otp }: ProofRequest, request: Request): Proof {
  return { secret, otp, address: rateLimitKeyOf(request) };
}
