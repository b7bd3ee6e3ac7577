import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { Failures } from '../http/openapi/operation.decorator.js';
import { Unlimited } from '../http/limits/unlimited.decorator.js';
import type { Permission } from './permissions.js';

export const ACCESS = 'graphward:access';

/** Who may call a handler: the holders of a permission, or anybody. A handler that declares neither can't be called. */
export type Access =
  | {
      readonly permission: Permission;
      readonly loopback?: true;
      /** Who lacks the permission is answered as if the path did not exist. */
      readonly hidden?: true;
    }
  | { readonly public: true };

/** The handler may be called with this permission, in either scheme of authentication. */
export function Allow(permission: Permission): MethodDecorator {
  const access: Access = { permission };
  return applyDecorators(
    SetMetadata(ACCESS, access),
    ApiBearerAuth('bearer'),
    ApiSecurity('signature'),
    // A signature is over the body, so that there is a limit also where the operation takes none.
    Failures(401, 403, 408, 413),
  );
}

/** As {@link Allow}, but calls from this machine need no credentials ({@link LoopbackAccess} decides which ones those are). */
export function AllowOrLoopback(permission: Permission): MethodDecorator {
  const access: Access = { permission, loopback: true };
  return applyDecorators(Allow(permission), SetMetadata(ACCESS, access));
}

/**
 * Collection clients alone may call the handler, as often as they like. To everybody else who is known it answers as a path that does not exist
 * (docs/adr/0021-client-principals.md).
 */
export function AllowCollector(): MethodDecorator {
  const access: Access = { permission: 'collector:call', hidden: true };
  return applyDecorators(
    SetMetadata(ACCESS, access),
    ApiSecurity('signature'),
    Unlimited('principals'),
    Failures(401, 404, 408, 413),
  );
}

/** The handler may be called without credentials. */
export function Public(): MethodDecorator {
  const access: Access = { public: true };
  return SetMetadata(ACCESS, access);
}

const accesses = new WeakMap<Function, Access>();

/** What a handler declares; undefined where it declares nothing and so can't be called. */
export function accessOf(handler: Function): Access | undefined {
  let access = accesses.get(handler);
  if (!access) {
    access = Reflect.getMetadata(ACCESS, handler);
    if (access) accesses.set(handler, access);
  }
  return access;
}
