import type { Permission, Role } from './permissions.js';

/** Who asks, after their credentials have been proven. Both schemes give the same. */
export interface Principal {
  /** Id of the account. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly permissions: ReadonlySet<Permission>;
  /** Set for bearer tokens: the session that a logout ends. */
  readonly sessionId: string | undefined;
  /** Set for signed requests: the token that signed. */
  readonly tokenId: string | undefined;
}

declare global {
  // The way @types/passport offers to say what `request.user` is.
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    // oxlint-disable-next-line typescript/no-empty-object-type
    interface User extends Principal {}
  }
}
