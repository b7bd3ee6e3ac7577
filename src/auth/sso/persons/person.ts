/** Attributes of an assertion or claims of a token: texts by name. */
export type Claims = ReadonlyMap<string, readonly string[]>;

/** An id that may open one session. */
export interface OnceOnly {
  readonly id: string;
  readonly expiresAt: Date;
}

/** A person as an identity provider has vouched for them. */
export interface Person {
  /** The stable id, with the issuer that gave it. */
  readonly subject: string;
  /** The name by which an account is found at the first login; null if the provider sent none that counts. */
  readonly name: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly claims: Claims;
  /** When the person has proven to the provider who they are; undefined if it does not say so. */
  readonly authenticatedAt: Date | undefined;
  readonly used: readonly OnceOnly[];
}

/** Why a login was refused, for the log and the audit log alone. */
export class LoginFailure extends Error {
  /** @param person name or subject, if it is known */
  constructor(
    message: string,
    readonly person?: string,
  ) {
    super(message);
  }
}

export function firstOf(claims: Claims, names: readonly string[]): string | null {
  return names.flatMap((name) => claims.get(name) ?? []).find((value) => value !== '') ?? null;
}
