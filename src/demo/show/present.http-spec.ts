import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { present } from './present.js';
import type { ShowcaseCall } from './showcase.js';

const credentials = { username: 'demo', password: 'the password', token: { id: 'token-id', key: 'token-key' } };

const read: ShowcaseCall = { title: 'Read', method: 'GET', target: '/read?limit=2' };
const create: ShowcaseCall = { title: 'Create', method: 'POST', target: '/make', body: (nth) => `{"n":${nth}}` };
const absent: ShowcaseCall = { title: 'Jobs', method: 'GET', target: '/absent', requires: 'jobs' };

describe('the presentation of the demo', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (request.url === '/api/v2/login') response.end('{"data":{"session_token":"the-bearer"}}');
      else if (request.url === '/absent') response.writeHead(404).end('{}');
      else response.end(`"${'x'.repeat(500)}"`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function shown(edition: 'community' | 'enterprise', ...calls: readonly ShowcaseCall[]): Promise<string[]> {
    const printed: string[] = [];
    await present({ url, edition, credentials }, calls, (text) => printed.push(text));
    return printed.join('\n').split('\n');
  }

  it('gives all that a shell needs to try the calls', async () => {
    expect(await shown('enterprise')).toEqual(
      expect.arrayContaining([
        `  export GRAPHWARD_URL=${url}`,
        '  export GRAPHWARD_TOKEN_ID=token-id',
        '  export GRAPHWARD_TOKEN_KEY=token-key',
        '  export GRAPHWARD_TOKEN=the-bearer',
      ]),
    );
  });

  it('shows the status and the beginning of a long answer', async () => {
    expect(await shown('enterprise', read)).toContain(`  -> 200 "${'x'.repeat(399)}… (502 characters)`);
  });

  it('gives each call that creates something its own body, so that all of them succeed', async () => {
    const lines = await shown('enterprise', create);
    expect(lines).toContain('  POST /make  {"n":1}');
    expect(lines.find((line) => line.startsWith('  signed:'))).toContain(`-d '{"n":2}'`);
    expect(lines.find((line) => line.startsWith('  bearer:'))).toBe(
      `  bearer:  curl -s -X POST -H "Authorization: Bearer $GRAPHWARD_TOKEN" -H "Content-Type: application/json" -d '{"n":3}' '${url}/make'`,
    );
  });

  it('says where a path is not there because the edition lacks it', async () => {
    const reason = '  So it should be: the community edition does not have this path; EDITION=enterprise does.';
    const lines = await shown('community', absent);
    expect(lines).toContain(reason);
    expect(lines[lines.indexOf(reason) - 1]).toBe('  -> 404 {}');
    expect(await shown('enterprise', absent)).not.toContain(reason);
  });
});
