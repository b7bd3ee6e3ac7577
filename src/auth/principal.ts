import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Visibility } from '../base/scope/visibility.js';
import { UnauthenticatedError } from '../base/errors.js';
import type { Permission, Role } from './permissions.js';

/** A collection client as authentication knows it. */
export interface ClientIdentity {
  readonly id: string;
  readonly name: string;
}

/** An identity provider that provisions accounts. */
export interface ProviderIdentity {
  readonly id: number;
  readonly slug: string;
}

/** An authenticated caller. Both schemes of authentication return the same type. */
export interface Principal {
  /** Id of the account, of the client, or of the token of a provider. */
  readonly id: string;
  /** Name for logs and rate limits. The name of a client starts with `client:`, that of a provider with `provider:`: no account has such a name. */
  readonly name: string;
  /** Undefined for clients and providers. */
  readonly role: Role | undefined;
  readonly permissions: ReadonlySet<Permission>;
  /** What an account that is limited to environments sees; undefined: everything. */
  readonly visibility: Visibility | undefined;
  /** The session of a bearer token, which a logout ends. */
  readonly sessionId: string | undefined;
  /** The token of a signed request, or the bearer key. */
  readonly tokenId: string | undefined;
  /** Undefined for an account. */
  readonly client: ClientIdentity | undefined;
  /** The provider whose accounts the caller provisions. */
  readonly provider?: ProviderIdentity;
  /** A reading key opens the routes of assistants alone. */
  readonly isReadingKey?: true;
}

declare global {
  // This is how @types/passport lets a program declare the type of `request.user`.
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    // oxlint-disable-next-line typescript/no-empty-object-type
    interface User extends Principal {}
  }
}

/** Parameter decorator: the caller of a handler that is not public. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<Request>();
  if (!user) throw new UnauthenticatedError('the handler needs a caller and has none');
  return user;
});

/** Parameter decorator: whether the caller has a permission, of a handler that also answers strangers. */
export const CallerMay = createParamDecorator((permission: Permission, context: ExecutionContext): boolean => {
  return context.switchToHttp().getRequest<Request>().user?.permissions.has(permission) ?? false;
});

/** Parameter decorator: the identity provider that calls a handler of SCIM. */
export const CallingProvider = createParamDecorator((_: unknown, context: ExecutionContext): ProviderIdentity => {
  const { user } = context.switchToHttp().getRequest<Request>();
  if (!user?.provider) throw new UnauthenticatedError('the handler needs an identity provider and has none');
  return user.provider;
});

/** Parameter decorator: the client that calls a handler for collectors. */
export const CallingClient = createParamDecorator((_: unknown, context: ExecutionContext): ClientIdentity => {
  const { user } = context.switchToHttp().getRequest<Request>();
  if (!user?.client) throw new UnauthenticatedError('the handler needs a client and has none');
  return user.client;
});
