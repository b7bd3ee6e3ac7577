import { Capabilities } from '../../edition/capabilities.js';
import type { ShowcaseCall } from './showcase.js';
import { signedHeaders } from '../signed-headers.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly token: { readonly id: string; readonly key: string };
}

/** The running service that is shown. */
export interface Stage {
  readonly url: string;
  readonly edition: 'community' | 'enterprise';
  readonly credentials: Credentials;
}

/** Longest answer that is shown whole. */
const shownCharacters = 400;

/** Shows the service off: makes each of the calls, prints the answers in short and, for each, two calls to paste. */
export async function present(
  { url, edition, credentials }: Stage,
  calls: readonly ShowcaseCall[],
  print: (text: string) => void,
): Promise<void> {
  const capabilities = new Capabilities(edition);
  print(introduction(url, credentials, await logIn(url, credentials)));
  for (const call of calls) {
    const body = call.body?.(1) ?? '';
    print(`\n${call.title}\n  ${call.method} ${call.target}${body && `  ${body}`}`);
    print(`  -> ${await answerTo(url, call, body, credentials)}`);
    if (call.requires && !capabilities.has(call.requires))
      print(`  So it should be: the ${edition} edition does not have this path; EDITION=enterprise does.`);
    print(`  signed:  ${signedCurl(url, call, credentials)}`);
    print(`  bearer:  ${curl(url, call, call.body?.(3) ?? '', { Authorization: 'Bearer $GRAPHWARD_TOKEN' })}`);
  }
  print(`\nReference, with calls to try: ${url}/api/v2/docs   OpenAPI: ${url}/api/v2/spec`);
  print(`Serving on ${url}; Ctrl-C stops.`);
}

async function logIn(url: string, { username, password }: Credentials): Promise<string> {
  const body = JSON.stringify({ login_method: 'secret', username, secret: password });
  const response = await fetch(`${url}/api/v2/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const answer: { data?: { session_token?: string } } = JSON.parse(await response.text());
  const token = answer.data?.session_token;
  if (!token) throw new Error(`the login of the demo failed with status ${response.status}`);
  return token;
}

async function answerTo(
  url: string,
  { method, target }: ShowcaseCall,
  body: string,
  { token }: Credentials,
): Promise<string> {
  const headers = { ...signedHeaders(token, method, target, body, new Date()), 'Content-Type': 'application/json' };
  const response = await fetch(url + target, { method, headers, ...(body && { body }) });
  const text = await response.text();
  const short = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}… (${text.length} characters)` : text;
  return `${response.status} ${short}`;
}

function signedCurl(url: string, call: ShowcaseCall, { token }: Credentials): string {
  const body = call.body?.(2) ?? '';
  return curl(url, call, body, signedHeaders(token, call.method, call.target, body, new Date()));
}

function curl(
  url: string,
  { method, target }: ShowcaseCall,
  body: string,
  headers: Readonly<Record<string, string>>,
): string {
  const fields = Object.entries({ ...headers, ...(body && { 'Content-Type': 'application/json' }) });
  const quoted = fields.map(([name, value]) => `-H "${name}: ${value}"`).join(' ');
  return `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted}${body && ` -d '${body}'`} '${url}${target}'`;
}

function introduction(url: string, { username, password, token }: Credentials, bearer: string): string {
  return `
Log in as ${username} with the password ${password}, or paste this into another shell, in this folder:

  export GRAPHWARD_URL=${url}
  export GRAPHWARD_TOKEN_ID=${token.id}
  export GRAPHWARD_TOKEN_KEY=${token.key}
  export GRAPHWARD_TOKEN=${bearer}
  . scripts/graphward.sh                                   # shell functions: gw_signed, gw_bearer, gw_login
  gw_signed GET /api/v2/asset-groups/1

Of the calls below, the signed ones need nothing and are good for an hour; the bearer ones need GRAPHWARD_TOKEN from above.`;
}
