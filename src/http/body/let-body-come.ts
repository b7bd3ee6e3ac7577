import type { Request } from 'express';

/**
 * Tells a client that waits for it (`Expect: 100-continue`) to send its body. Only whoever is about to read the body does: who is
 * refused before then need not send it.
 */
export function letBodyCome({ headers, res }: Request): void {
  if (res && !res.headersSent && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect ?? '')) res.writeContinue();
}
