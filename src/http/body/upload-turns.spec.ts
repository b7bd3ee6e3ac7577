import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { until } from '../../../test/support/until.js';
import { RequestBody } from './request-body.js';

/** Requests of each principal that have arrived, and the ones with a chunk in work. */
let arrived: string[];
let inWork: string[];
let work: Promise<void>;
let finish: () => void;
let server: Server;

beforeEach(async () => {
  [arrived, inWork] = [[], []];
  work = new Promise((resolve) => (finish = resolve));
  server = createServer((message, response) => {
    const request = Object.assign(message, { res: response }) as unknown as Request;
    const principalName = message.url!.slice(1);
    const deadline = { pause: () => {}, resume: () => {} };
    request.state = { principalName, isBodyTrusted: true, deadline } as Request['state'];
    arrived.push(principalName);
    void answer(RequestBody.of(request), principalName).then((text) => response.end(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

async function answer(body: RequestBody, principal: string): Promise<string> {
  let text = '';
  for await (const chunk of body.read({ maxBytes: 1000, idleSeconds: 60 })) {
    inWork.push(principal);
    await work;
    text += chunk.toString();
  }
  return text;
}

async function send(principal: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/${principal}`, { method: 'POST', body: principal });
  return response.text();
}

describe('uploads of several principals', () => {
  it('have four chunks of each in work at the same time', async () => {
    const sent = ['one', 'one', 'one', 'one', 'one', 'one', 'other'];
    const answers = Promise.all(sent.map(send));
    await until(() => arrived.length === 7 && inWork.length === 5);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(inWork.toSorted()).toEqual(['one', 'one', 'one', 'one', 'other']);
    finish();
    expect(await answers).toEqual(sent);
    expect(inWork.toSorted()).toEqual(sent);
  });
});
