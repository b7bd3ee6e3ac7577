import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { UnauthenticatedError } from '../common/errors.js';
import type { Principal } from './principal.js';

/** A parameter of a handler: who calls it. For handlers that are not public. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<Request>();
  if (!user) throw new UnauthenticatedError('the handler needs a caller and has none');
  return user;
});
