import { once } from 'node:events';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Post, Req } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { IsString } from 'class-validator';
import type { Request } from 'express';
import { type HttpApp, httpApp } from '../../../test/support/http-app.js';
import { until } from '../../../test/support/until.js';
import { JsonBody } from '../body/json-body.decorator.js';
import { AddressRateLimitGuard, Unlimited } from '../limits/rate-limit.guards.js';
import { answersIn, exchange, RawConnection } from './raw-connection.fixture.js';
import { RequestTurns } from './request-turns.js';

class ThingDto {
  @IsString()
  readonly name!: string;
}

let http: HttpApp;
let started: string[];
let canceled: string[];
let release: (() => void)[];

@Controller()
class ThingsController {
  @Get('held/:n')
  async held(@Req() request: Request): Promise<object> {
    started.push(request.path);
    request.state.deadline.signal.addEventListener('abort', () => canceled.push(request.path));
    await new Promise<void>((resolve) => release.push(resolve));
    return { path: request.path };
  }

  @Get('quick')
  quick(): object {
    return {};
  }

  @Get('unlimited')
  @Unlimited('all')
  unlimited(): object {
    return { unlimited: true };
  }

  @Post('things')
  make(@JsonBody(ThingDto) { name }: ThingDto): object {
    return { name };
  }
}

beforeEach(async () => {
  [started, canceled, release] = [[], [], []];
  http = await httpApp([ThingsController], [{ provide: APP_GUARD, useClass: AddressRateLimitGuard }], {
    RATE_LIMIT_PER_SECOND: '3',
    RATE_LIMIT_BURST: '60',
  });
});
afterEach(async () => {
  for (const go of release) go();
  await http.close();
});

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n`;
const heldPaths = (count: number) => Array.from({ length: count }, (_, index) => `/held/${index + 1}`);
const heldRequests = (count: number) =>
  heldPaths(count)
    .map((path) => get(path))
    .join('');
const post = (body: string, headers = '') =>
  `POST /things HTTP/1.1\r\n${host}${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

/** After an answer over another connection, all that could start has started. */
async function untilQuiet(): Promise<void> {
  await exchange(http.url, get('/unlimited', close));
}

describe('requests that follow on one connection', () => {
  it('start in their order, at most eight at a time', async () => {
    const connection = await RawConnection.open(http.url);
    connection.socket.write(heldRequests(20));
    await until(() => started.length === 8);
    await untilQuiet();
    expect(started).toEqual(heldPaths(8));
    release[1]?.();
    await untilQuiet();
    // The second answer is sent after the first.
    expect(started).toEqual(heldPaths(8));
    release[0]?.();
    await until(() => started.length === 10);
    await untilQuiet();
    expect(started).toEqual(heldPaths(10));
    for (let index = 2; index < 20; index++) {
      await until(() => release.length > index);
      release[index]?.();
    }
    await until(() => connection.answers.length === 20);
    expect(connection.answers.map(({ body }) => body)).toEqual(heldPaths(20).map((path) => ({ path })));
    connection.socket.destroy();
  });

  it('are not read while others wait', async () => {
    const accepted = once(http.app.getHttpServer(), 'connection');
    const connection = await RawConnection.open(http.url);
    const [socket]: Socket[] = await accepted;
    connection.socket.write(heldRequests(9) + get('/unlimited').repeat(100_000));
    await until(() => started.length === 8);
    await untilQuiet();
    // Of 4 MB.
    expect(socket?.bytesRead).toBeLessThanOrEqual(131_072);
    connection.socket.destroy();
  });

  it('are all answered', async () => {
    const received = await exchange(http.url, get('/unlimited').repeat(1000) + get('/unlimited', close));
    expect(answersIn(received).filter(({ status }) => status === 200)).toHaveLength(1001);
  });

  it('may have bodies that arrive while they wait', async () => {
    const connection = await RawConnection.open(http.url);
    const body = '{"name":"late"}';
    connection.socket.write(heldRequests(8) + post(body, close) + body.slice(0, 5));
    await until(() => started.length === 8);
    connection.socket.write(body.slice(5));
    await untilQuiet();
    for (const go of release) go();
    expect(answersIn(await connection.end())[8]).toMatchObject({ status: 201, body: { name: 'late' } });
  });

  it.each([
    ['are malformed', 'NONSENSE\r\n\r\n'],
    ['have a malformed body', `POST /things HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`],
    [
      'have a long malformed body',
      `POST /things HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${'Z'.repeat(9000)}`,
    ],
  ])('are refused after the answers to the others if they %s', async (_, malformed) => {
    const connection = await RawConnection.open(http.url);
    connection.socket.write(heldRequests(9) + malformed);
    await until(() => started.length === 8);
    await untilQuiet();
    expect(connection.received).toBe('');
    for (const go of release) go();
    await until(() => release.length === 9);
    release[8]?.();
    const answers = answersIn(await connection.end());
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(9).fill(200), 400]);
    expect(answers[9]?.body).toMatchObject({ errors: [{ code: 'request.malformed' }] });
  });

  it('are canceled if the client leaves', async () => {
    const connection = await RawConnection.open(http.url);
    connection.socket.write(heldRequests(8));
    await until(() => started.length === 8);
    connection.socket.destroy();
    await until(() => canceled.length === 8);
    expect(canceled.toSorted()).toEqual(heldPaths(8));
  });

  it.each(['client', 'service'])(
    'never start if the %s ends the connection while they wait, and are closed',
    async (by) => {
      const accepted = once(http.app.getHttpServer(), 'connection');
      const open = new Set<ServerResponse>();
      http.app.getHttpServer().on('request', (_request: IncomingMessage, response: ServerResponse) => {
        open.add(response);
        response.once('close', () => open.delete(response));
      });
      const connection = await RawConnection.open(http.url);
      const [socket]: Socket[] = await accepted;
      connection.socket.write(heldRequests(20));
      await until(() => started.length === 8);
      (by === 'client' ? connection.socket : socket)?.destroy();
      await until(() => canceled.length === 8);
      for (const go of release) go();
      await untilQuiet();
      expect(started).toHaveLength(8);
      expect(open.size).toBe(0);
    },
  );
});

describe('a connection', () => {
  it('is closed by 429 if further requests wait behind it', async () => {
    const answers = answersIn(await exchange(http.url, get('/quick').repeat(500)));
    expect(answers.length).toBeLessThan(500);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toEqual([expect.objectContaining({ status: 429 })]);
    expect(answers.at(-1)?.head).toContain('\r\nConnection: close');
  });

  it('is kept by 429 if the client waits for each answer', async () => {
    const connection = await RawConnection.open(http.url);
    for (let calls = 1; connection.answers.at(-1)?.status !== 429; calls++) {
      connection.socket.write(get('/quick'));
      await until(() => connection.answers.length === calls, 30, 1);
    }
    expect(connection.answers.at(-1)?.head).toContain('\r\nConnection: keep-alive');
    connection.socket.write(get('/unlimited', close));
    expect(answersIn(await connection.end()).at(-1)?.body).toEqual({ unlimited: true });
  });

  it('is answered by routes without a limit after others are refused', async () => {
    await exchange(http.url, get('/quick').repeat(500));
    const answers = answersIn(await exchange(http.url, get('/unlimited').repeat(50) + get('/unlimited', close)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers).toHaveLength(51);
  });
});

describe('requests of many connections', () => {
  it('take turns by their credentials, or by their address without any', async () => {
    const turns = new RequestTurns();
    const server = new Server();
    turns.watch(server);
    const order: string[] = [];
    const add = (who: string, headers = {}, socket = new Socket()) => {
      server.emit('connection', socket);
      const request = Object.assign(new IncomingMessage(socket), { ip: '10.0.0.1', headers });
      turns.add({ request, response: new ServerResponse(request), handle: () => order.push(who) });
      return socket;
    };
    for (let count = 0; count < 60; count++) add('stranger');
    for (let count = 0; count < 60; count++) add('client', { authorization: 'Bearer x' });
    const left = add('who left', { cookie: 'x=y' });
    expect(order).toEqual([]);
    await turnOfLoop();
    left.emit('close');
    await turnOfLoop();
    await Promise.resolve();
    expect(order).toEqual([...Array<string>(8).fill('stranger'), ...Array<string>(8).fill('client')]);
    add('page', { cookie: 'a=b' });
    for (let turn = 0; turn < 4; turn++) await turnOfLoop();
    expect(order.slice(16, 90).filter((it) => it === 'page')).toHaveLength(1);
    for (let turn = 0; turn < 6; turn++) await turnOfLoop();
    expect(order).toHaveLength(121);
    expect(order).not.toContain('who left');
  });
});
