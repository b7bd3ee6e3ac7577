import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { UnauthenticatedError } from '../base/errors.js';
import type { ClientIdentity, Principal } from './principal.js';

/** A parameter of a handler: who calls it. For handlers that are not public. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<Request>();
  if (!user) throw new UnauthenticatedError('the handler needs a caller and has none');
  return user;
});

/** A parameter of a handler: which client calls it. For handlers that are for collectors. */
export const CallingClient = createParamDecorator((_: unknown, context: ExecutionContext): ClientIdentity => {
  const { user } = context.switchToHttp().getRequest<Request>();
  if (!user?.client) throw new UnauthenticatedError('the handler needs a client and has none');
  return user.client;
});
