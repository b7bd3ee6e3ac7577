import { SetMetadata } from '@nestjs/common';

export const UNLIMITED = 'graphward:unlimited';

/** `all`: nobody is limited, as for health checks; `principals`: nobody who says who he is, as for uploads and collectors. */
export type UnlimitedFor = 'all' | 'principals';

/** The handler or controller is not rate limited. */
export function Unlimited(who: UnlimitedFor = 'all'): ClassDecorator & MethodDecorator {
  return SetMetadata(UNLIMITED, who);
}
