import { createHmac } from 'node:crypto';

/** The API token that signs calls. */
export interface Signer {
  readonly id: string;
  readonly key: string;
  /** One of SIGNATURE_KEYWORDS of the service; default `svcsignature`. */
  readonly keyword?: string;
}

/** @returns the headers of a signed call; `body` as it is sent, compressed or not */
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
