import { type CanActivate, type ExecutionContext, Injectable, Logger, NotFoundException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ForbiddenError } from '../base/errors.js';
import { type Access, AccessRule } from './allow.decorator.js';
import { LoopbackAccess } from './loopback.js';

/**
 * Lets in who holds the permission that the handler names. A handler that names none, and is not public, lets in nobody. One that is hidden throws
 * what Nest's router throws for an unknown path, as the guard of editions does.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  private readonly logger = new Logger(PermissionGuard.name);

  constructor(
    private readonly reflector: Reflector,
    private readonly loopback: LoopbackAccess,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const access: Access | undefined = this.reflector.getAllAndOverride(AccessRule, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!access) {
      const handler = `${context.getClass().name}.${context.getHandler().name}`;
      this.logger.error(`${handler} declares neither @Allow nor @Public, so nobody may call it`);
      throw new ForbiddenError('nobody may call this operation');
    }
    if ('public' in access) return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.user) {
      if (access.loopback && this.loopback.allows(request)) return true;
    } else if (request.user.permissions.has(access.permission)) return true;
    if (access.hidden) throw new NotFoundException();
    throw new ForbiddenError(`this operation needs the permission ${access.permission}`);
  }
}
