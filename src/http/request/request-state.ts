import type { Request } from 'express';
import type { AppError } from '../../base/errors.js';
import type { BodyProof } from '../body/body-proof.js';
import type { WireStream } from '../body/wire-stream.js';
import type { Deadline } from './deadline.js';

/** What this service keeps of one request while it is answered. */
export interface RequestState {
  /** Made here, never taken from the client; equals the `X-Request-Id` header and the `request_id` of an error. */
  readonly id: string;
  readonly startedAt: number;
  readonly deadline: Deadline;
  /** Values of the handler's parameters, in the order in which the handler declares them; filled by InputGuard. */
  inputs: readonly unknown[];
  /** The body as it came over the wire, read at most once. */
  wireBody?: Promise<Buffer>;
  /** How far the body is read. */
  wireStream?: WireStream;
  /** The handler reads the body while it comes. */
  isBodyStreamed?: true;
  /** The permission that the handler needs. */
  neededPermission?: string;
  /** The credentials of the caller were verified, now or lately, and permit the handler: the body does not count as unproven. */
  isBodyTrusted?: boolean;
  /** The token that an unproven body claims to be signed with. */
  claimedToken?: string;
  /** Most results that a page may have, if it is not the usual limit. */
  maxLimit?: number;
  /** Brings the JSON object or array of a body into the object that the operation takes, before it is checked. */
  reshapeBody?: (body: object) => object;
  /** Gives the error for a path that does not exist, in place of the usual 404; undefined keeps that. */
  explainUnknownPath?: (request: Request) => AppError | undefined;
  /** What is to be proven by the body that is still to come; absent where nothing is, or nothing any more. */
  bodyProof?: BodyProof;
  /** Who asks, as the log names them; set once credentials are proven. */
  principalName?: string;
  /** Why credentials were refused or what failed inside; for the log, never for the client. */
  logDetail?: unknown;
}

declare global {
  // The way @types/express offers to extend its request.
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    interface Request {
      state: RequestState;
    }
  }
}
