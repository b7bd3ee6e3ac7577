import type { Permission, Role } from './permissions.js';

/** A collection client, as far as authentication knows it. */
export interface ClientIdentity {
  readonly id: string;
  readonly name: string;
}

/** Who asks, after their credentials have been proven. Both schemes give the same. */
export interface Principal {
  /** Id of the account, or of the client. */
  readonly id: string;
  /** For logs and limits. That of a client begins with `client:`, which no account has. */
  readonly name: string;
  /** Undefined for clients. */
  readonly role: Role | undefined;
  readonly permissions: ReadonlySet<Permission>;
  /** Set for bearer tokens: the session that a logout ends. */
  readonly sessionId: string | undefined;
  /** Set for signed requests: the token that signed. */
  readonly tokenId: string | undefined;
  /** Set where it is not an account that asks but a collection client. */
  readonly client: ClientIdentity | undefined;
}

declare global {
  // The way @types/passport offers to say what `request.user` is.
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    // oxlint-disable-next-line typescript/no-empty-object-type
    interface User extends Principal {}
  }
}
