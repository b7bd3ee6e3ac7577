import type { Request } from 'express';
import type { AppError } from '../../base/errors.js';
import type { BodyVerifier, RequestBody } from '../body/request-body.js';
import type { Basis } from '../notes/graph-notes.js';
import type { UnknownReaches } from '../notes/unknown-reach.js';
import type { Deadline } from './deadline.js';

/** The state of one request until it is answered. */
interface RequestState {
  /** Generated here, never taken from the client. Equals the `X-Request-Id` header and the `request_id` of an error. */
  readonly id: string;
  readonly startedAt: number;
  readonly deadline: Deadline;
  /** The values of the handler's parameters, in their order. InputGuard sets them. */
  inputs: readonly unknown[];
  /** What readers of the answer must know. */
  readonly notes: string[];
  /** Holders whose reach is not known, which the answer passes; absent: it passes none. */
  unknownReaches?: UnknownReaches;
  /** Set if the answer stands on the analysis. */
  basis?: Promise<Basis>;
  /** The reader of the body, from the first read on. */
  body?: RequestBody;
  /** All bytes of the body as received, if they were read into memory. */
  wireBody?: Promise<Buffer>;
  /** The handler reads the body as a stream. */
  isBodyStreamed?: true;
  /** The permission that the handler needs. */
  neededPermission?: string;
  /** True if the caller's credentials were verified, now or recently, and permit the handler. Its body does not count as unproven. */
  isBodyTrusted?: boolean;
  /** The id of the token in the `Authorization` header of an unproven body. */
  claimedToken?: string;
  /** Largest page of a list, if it differs from the usual limit. */
  maxLimit?: number;
  /** Converts the JSON object or array of a body into the object that the operation accepts, before validation. */
  reshapeBody?: (body: object) => object;
  /** Unknown properties of a JSON body are left out instead of refused. */
  ignoresUnknownProperties?: boolean;
  /** A login by a provider that began without `return_to` gives its token to scripts of the page. */
  givesTokenToScripts?: boolean;
  /** Returns the error for an unknown path; undefined for the usual 404. */
  explainUnknownPath?: (request: Request) => AppError | undefined;
  /** Verifies the signature of a body that is not read to its end yet. */
  bodyVerifier?: BodyVerifier;
  /** Why the session cookie of the page does not count, if there is a cookie. */
  cookieRefusal?: string;
  /** Name of the caller for the log; set if the credentials were verified. */
  principalName?: string;
  /** The reason of a refusal or failure, for the log only. */
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
