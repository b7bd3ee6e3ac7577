import { createHmac } from 'node:crypto';

/** The headers by which a client signs a call; what any script of a user does too. */
export function signedHeaders(
  token: { readonly id: string; readonly key: string },
  method: string,
  target: string,
  body: string,
  date: Date,
): Record<string, string> {
  const requestDate = date.toISOString();
  const chain = [method + target, requestDate.slice(0, 13), body];
  const digest = chain.reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(token.key),
  );
  return { Authorization: `svcsignature ${token.id}`, RequestDate: requestDate, Signature: digest.toString('base64') };
}
