import { type ScimResource, userSchema, withVersion } from '../wire/scim-resource.js';

/** An account as its provider sees it. */
export interface ProvisionedAccount {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly isDisabled: boolean;
  /** Whether this provider has disabled it, and so may enable it. */
  readonly disabledByProvider: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Attributes without a value are absent (RFC 7643, section 2.5). */
export function toScimUser(account: ProvisionedAccount): ScimResource {
  const { id, name, externalId, firstName, lastName, email, isDisabled, createdAt, updatedAt } = account;
  const formatted = [firstName, lastName].filter(Boolean).join(' ');
  return withVersion({
    schemas: [userSchema],
    id,
    ...(externalId !== null && { externalId }),
    userName: name,
    displayName: formatted || name,
    ...(formatted !== '' && {
      name: {
        formatted,
        ...(firstName !== null && { givenName: firstName }),
        ...(lastName !== null && { familyName: lastName }),
      },
    }),
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    active: !isDisabled,
    meta: { resourceType: 'User', created: createdAt.toISOString(), lastModified: updatedAt.toISOString() },
  });
}
