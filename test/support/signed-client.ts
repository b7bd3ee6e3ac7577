import { createHmac } from 'node:crypto';
import http from 'node:http';

/** An API token as `POST /api/v2/tokens` and `token create --json` return it. */
export interface SigningToken {
  readonly id: string;
  readonly key: string;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent and signed as it is; callers compress it themselves. */
  readonly body?: string | Buffer;
}

export interface SignOptions extends SendOptions {
  readonly keyword?: string;
  /** Value of the header; default now. */
  readonly requestDate?: string;
}

/**
 * Sends a request with an unchanged target. `fetch` would normalise it, so that another target than the signed one would
 * arrive.
 */
export function send(
  baseUrl: string,
  method: string,
  target: string,
  { headers = {}, body }: SendOptions = {},
): Promise<Response> {
  const { hostname, port } = new URL(baseUrl);
  const content = body === undefined ? undefined : Buffer.from(body);
  const length = content && { 'Content-Length': content.length };
  return new Promise((resolve, reject) => {
    const request = http.request(
      { hostname: hostname.replace(/^\[|\]$/g, ''), port, method, path: target, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((it): [string, string] => [name, it]),
          );
          const bytes = Buffer.concat(chunks);
          const init = { status: answer.statusCode ?? 0, headers: fields };
          resolve(new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, init));
        });
      },
    );
    for (const [name, value] of Object.entries({ ...length, ...headers })) request.setHeader(name, value);
    request.on('error', reject);
    request.end(content);
  });
}

/** The three headers of a signed request, written from the specification and not from the service. */
export function signedHeaders(
  token: SigningToken,
  method: string,
  target: string,
  { body = '', keyword = 'svcsignature', requestDate = new Date().toISOString() }: SignOptions = {},
): Record<string, string> {
  const messages = [method + target, requestDate.slice(0, 13), body];
  const digest = messages.reduce<Buffer>(
    (key, message) => createHmac('sha256', key).update(message).digest(),
    Buffer.from(token.key),
  );
  return {
    Authorization: `${keyword} ${token.id}`,
    RequestDate: requestDate,
    Signature: digest.toString('base64'),
  };
}

/** A signed call. A text body is sent as JSON unless the headers say otherwise. */
export function signedFetch(
  baseUrl: string,
  token: SigningToken,
  method: string,
  target: string,
  options: SignOptions = {},
): Promise<Response> {
  const { headers, body } = options;
  return send(baseUrl, method, target, {
    ...(body !== undefined && { body }),
    headers: { ...jsonType(body), ...signedHeaders(token, method, target, options), ...headers },
  });
}

/** A call with a bearer token. A text body is sent as JSON unless the headers say otherwise. */
export function bearerFetch(
  baseUrl: string,
  bearer: string,
  method: string,
  target: string,
  { headers, body }: SendOptions = {},
): Promise<Response> {
  return send(baseUrl, method, target, {
    ...(body !== undefined && { body }),
    headers: { ...jsonType(body), Authorization: `Bearer ${bearer}`, ...headers },
  });
}

/** Logs in. @returns the bearer token */
export async function login(baseUrl: string, username: string, password: string): Promise<string> {
  const body = JSON.stringify({ login_method: 'secret', username, secret: password });
  const answer = await send(baseUrl, 'POST', '/api/v2/login', { body, headers: jsonType(body) });
  const answered = (await answer.json()) as { data?: { session_token?: string } };
  const bearer = answered.data?.session_token;
  if (answer.status !== 200 || !bearer) throw new Error(`the login of ${username} answered ${answer.status}`);
  return bearer;
}

function jsonType(body: unknown): Record<string, string> {
  return body === undefined ? {} : { 'Content-Type': 'application/json' };
}
