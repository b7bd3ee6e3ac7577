import { createHmac } from 'node:crypto';

/** What signs calls. */
export interface Signer {
  readonly id: string;
  readonly key: string;
  /** One of SIGNATURE_KEYWORDS of the service; `svcsignature` where it is not given. */
  readonly keyword?: string;
}

/** The headers by which a client signs a call, its body as sent; what any script of a user does too. */
export function signedHeaders(
  { id, key, keyword = 'svcsignature' }: Signer,
  method: string,
  target: string,
  body: string | Uint8Array,
  date: Date,
): Record<string, string> {
  const requestDate = date.toISOString();
  const chain = [method + target, requestDate.slice(0, 13), body];
  const digest = chain.reduce<Uint8Array | string>(
    (chained, part) => createHmac('sha256', chained).update(part).digest(),
    key,
  );
  return {
    Authorization: `${keyword} ${id}`,
    RequestDate: requestDate,
    Signature: Buffer.from(digest).toString('base64'),
  };
}
