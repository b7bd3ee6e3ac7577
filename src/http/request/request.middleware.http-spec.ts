import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { type HttpApp, httpApp } from '../../../test/support/http-app.js';

@Controller('things')
class ThingsController {
  @Get()
  list(): object {
    return { things: [] };
  }
}

describe('a body that continues after the answer', () => {
  let http: HttpApp;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    http = await httpApp([ThingsController]);
  });
  afterEach(() => {
    jest.useRealTimers();
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => http.close());

  /** A connection on which an answer has come and a part of a body is still to be sent. */
  async function answered(): Promise<Socket> {
    const socket = connect(Number(new URL(http.url).port), '127.0.0.1');
    sockets.push(socket);
    const answer = new Promise<string>((resolve) => socket.once('data', (bytes: Buffer) => resolve(bytes.toString())));
    socket.write('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc');
    expect(await answer).toMatch(/^HTTP\/1.1 404 /);
    return socket;
  }

  it('is discarded, and the connection is reused', async () => {
    const socket = await answered();
    const next = new Promise<string>((resolve) => socket.once('data', (bytes: Buffer) => resolve(bytes.toString())));
    socket.write('defGET /things HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await next).toMatch(/^HTTP\/1.1 200 /);
  });

  it('closes the connection after a minute', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const socket = await answered();
    // The time of the minute begins when the answer has left, which may be after it has come.
    while (!socket.closed) {
      jest.advanceTimersByTime(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(socket.closed).toBe(true);
  });
});
