import { SetMetadata } from '@nestjs/common';

export const UNLIMITED = 'graphward:unlimited';

/** The handler or controller is not rate limited: health checks, uploads, the calls of collectors. */
export function Unlimited(): ClassDecorator & MethodDecorator {
  return SetMetadata(UNLIMITED, true);
}
