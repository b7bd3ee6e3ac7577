import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signedHeaders } from '../signed-headers.js';
import { present } from './present.js';
import type { ShowcaseCall } from './showcase-call.js';

const token = { id: 'token-id', key: 'token-key' };

const read: ShowcaseCall = {
  title: '1. Read',
  method: 'GET',
  target: '/read/$NAME?limit=2',
  meaning: (answer) => `The answer has ${answer.length} characters, which is more than fits into three lines of text.`,
};
const create: ShowcaseCall = {
  title: '2. Create',
  method: 'POST',
  target: '/make',
  body: (nth) => `{"n":${nth}}`,
  meaning: () => 'It was created.',
};
const absent: ShowcaseCall = {
  title: '3. Jobs',
  method: 'GET',
  target: '/absent',
  requires: 'jobs',
  meaning: () => 'There are jobs.',
};

describe('the presentation of the demo', () => {
  let server: Server;
  let url: string;
  let received: { request: IncomingMessage; body: string }[];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push({ request, body: await text(request) });
    if (request.url === '/absent') response.writeHead(404).end('{}');
    else response.writeHead(200).end(`"${'x'.repeat(500)}"`);
  }

  beforeAll(async () => {
    server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });

  beforeEach(() => {
    received = [];
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function shown(edition: 'community' | 'enterprise', ...calls: readonly ShowcaseCall[]): Promise<string> {
    const printed: string[] = [];
    await present({ url, edition, token, variables: { NAME: 'ada' } }, calls, (it) => printed.push(it));
    return printed.join('\n');
  }

  it('prints the meaning, both commands and the start of the answer in 80 columns', async () => {
    expect(await shown('enterprise', read)).toBe(`
1. Read

   The answer has 502 characters, which is more than fits into three lines of
   text.

   curl -s -H "Authorization: Bearer $GRAPHWARD_TOKEN" \\
     "$GRAPHWARD_URL/read/$NAME?limit=2"
   gw_signed GET "/read/$NAME?limit=2"

   200  "${'x'.repeat(71)}
        ${'x'.repeat(72)}
        ${'x'.repeat(72)}
        ... (502 characters)`);
  });

  it('replaces the variables of a target and signs the call', async () => {
    await shown('enterprise', read);
    const { url: target, headers } = received[0]!.request;
    expect(target).toBe('/read/ada?limit=2');
    const date = new Date(String(headers['requestdate']));
    expect(headers).toMatchObject({
      authorization: 'svcsignature token-id',
      signature: signedHeaders(token, 'GET', '/read/ada?limit=2', '', date)['Signature'],
    });
  });

  it('uses another body for each call that creates something', async () => {
    expect(await shown('enterprise', create)).toContain(`
   curl -s -H "Authorization: Bearer $GRAPHWARD_TOKEN" \\
     -H "Content-Type: application/json" \\
     -d '{"n":2}' \\
     "$GRAPHWARD_URL/make"
   gw_signed POST "/make" \\
     '{"n":3}'
`);
    expect(received.map(({ body }) => body)).toEqual(['{"n":1}']);
  });

  it('explains a path that the edition does not have', async () => {
    const reason = `
   This answer is expected: the community edition does not have this path.
   EDITION=enterprise has it.
`;
    expect(await shown('community', absent)).toContain(reason);
    const inEnterprise = await shown('enterprise', absent);
    expect(inEnterprise).not.toContain(reason);
    expect(inEnterprise).toContain('There are jobs.');
  });
});
