import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Scheme and host of the request URL. Forwarded headers count only if they come from a trusted proxy. */
export const RequestOrigin = createParamDecorator((_data: unknown, context: ExecutionContext): string =>
  originOf(context.switchToHttp().getRequest<Request>()),
);

export function originOf(request: Request): string {
  const { localAddress, localPort } = request.socket;
  // An HTTP/1.0 request can lack the Host header.
  return `${request.protocol}://${request.host || `${localAddress}:${localPort}`}`;
}
