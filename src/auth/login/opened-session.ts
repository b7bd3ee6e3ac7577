/** A session that a login has opened. */
export interface OpenedSession {
  readonly accountId: string;
  readonly token: string;
  /** If true, the session may only change the password. */
  readonly passwordExpired: boolean;
  /** If true, the session may only enrol a second factor. */
  readonly lacksFactor: boolean;
  /** When wrong codes blocked those of the account, if that was after its last login. */
  readonly codesBlockedAt: Date | null;
}
