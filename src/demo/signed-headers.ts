import { createHmac } from 'node:crypto';

/** The headers by which a client signs a call, its body as sent; what any script of a user does too. */
export function signedHeaders(
  token: { readonly id: string; readonly key: string },
  method: string,
  target: string,
  body: string | Uint8Array,
  date: Date,
): Record<string, string> {
  const requestDate = date.toISOString();
  const chain = [method + target, requestDate.slice(0, 13), body];
  const digest = chain.reduce<Uint8Array | string>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    token.key,
  );
  return {
    Authorization: `svcsignature ${token.id}`,
    RequestDate: requestDate,
    Signature: Buffer.from(digest).toString('base64'),
  };
}
