export interface SecretChange {
  readonly secret: string;
  /** Required from callers who change their own secret. */
  readonly current: string | null;
  /** Whether another user has to choose a new secret after the next login. */
  readonly isExpired: boolean;
  /** IP address of the caller: attempts are limited as logins are. */
  readonly address: string;
}
