import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Scheme and host by which the client reached the service; forwarded headers count from trusted proxies only. */
export const RequestOrigin = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  const { localAddress, localPort } = request.socket;
  // A request of HTTP/1.0 may come without a Host header.
  return `${request.protocol}://${request.host || `${localAddress}:${localPort}`}`;
});
