import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { ForbiddenError } from '../common/errors.js';
import { accessOf } from './allow.decorator.js';
import { isFromThisMachine } from './loopback.js';

/** Lets in who holds the permission that the handler names. A handler that names none, and is not public, lets in nobody. */
@Injectable()
export class PermissionGuard implements CanActivate {
  private readonly logger = new Logger(PermissionGuard.name);

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(context.getHandler());
    if (!access) {
      const handler = `${context.getClass().name}.${context.getHandler().name}`;
      this.logger.error(`${handler} declares neither @Allow nor @Public, so nobody may call it`);
      throw new ForbiddenError('nobody may call this operation');
    }
    if ('public' in access) return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.user) {
      if (access.loopback && isFromThisMachine(request)) return true;
    } else if (request.user.permissions.has(access.permission)) return true;
    throw new ForbiddenError(`this operation needs the permission ${access.permission}`);
  }
}
