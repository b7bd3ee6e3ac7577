import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { Failures } from '../http/openapi/operation.decorator.js';
import { Unlimited } from '../http/limits/rate-limit.guards.js';
import { UsesPrimary } from '../http/replicas/replica.guard.js';
import type { Permission } from './permissions.js';

/** The callers of a handler: the holders of a permission, or everybody. The guards refuse a handler that declares neither. */
export type Access =
  | {
      readonly permission: Permission;
      /** Accounts that are limited to environments get the answer for the part of the graph that they see. */
      readonly limited?: true;
      /** Calls from this machine need no credentials. */
      readonly loopback?: true;
      /** Callers without the permission get the same 404 as for an unknown path. */
      readonly hidden?: true;
      /** Calls without credentials, or without the permission, get a part of the answer. Wrong credentials are refused. */
      readonly strangers?: true;
      /** Reading keys may call the handler, too. */
      readonly readingKeys?: true;
    }
  | { readonly public: true };

/** The metadata that {@link Allow}, {@link AllowOrLoopback}, {@link AllowOrStranger}, {@link AllowCollector} and {@link Public} set and that the guards read. */
export const AccessRule = Reflector.createDecorator<Access>();

/**
 * Callers with this permission may call the handler, in either scheme of authentication.
 * @param limited `seen` for a handler of the graph that also answers accounts which are limited to environments, from what they see; all
 * other handlers of the graph refuse them
 */
export function Allow(permission: Permission, limited?: 'seen'): MethodDecorator {
  return applyDecorators(
    AccessRule({ permission, ...(limited && { limited: true }) }),
    ApiBearerAuth('bearer'),
    ApiSecurity('signature'),
    // The signature covers the body, so an operation without a body can fail with 408 and 413 too.
    Failures(401, 403, 408, 413),
  );
}

/** Like {@link Allow}, and calls from this machine need no credentials. `LoopbackAccess` recognizes them. */
export function AllowOrLoopback(permission: Permission): MethodDecorator {
  return applyDecorators(Allow(permission), AccessRule({ permission, loopback: true }));
}

/**
 * Only collection clients may call the handler, without a rate limit. It returns 404 to authenticated callers of other kinds
 * (docs/adr/0021-client-principals.md).
 */
export function AllowCollector(): MethodDecorator {
  return applyDecorators(
    AccessRule({ permission: 'collector:call', hidden: true }),
    ApiSecurity('signature'),
    Unlimited('principals'),
    // Each of its calls is a heartbeat of its job.
    UsesPrimary(true),
    Failures(401, 404, 408, 413),
  );
}

/** Like {@link Allow}, and callers without credentials or without the permission get a part of the answer. */
export function AllowOrStranger(permission: Permission): MethodDecorator {
  return applyDecorators(Allow(permission), AccessRule({ permission, strangers: true }));
}

/** Everybody may call the handler, without credentials. */
export function Public(): MethodDecorator {
  return AccessRule({ public: true });
}
