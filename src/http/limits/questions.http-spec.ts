import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type CanActivate, Controller, type ExecutionContext, Get, Headers } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Request } from 'express';
import { type HttpApp, httpApp } from '../../../test/support/http-app.js';
import { until } from '../../../test/support/until.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { currentScope } from '../../base/scope/request-scope.js';
import { JsonParts } from '../json-text.js';
import { IsQuestion, QuestionGuard } from './question.guard.js';
import { Questions } from './questions.js';
import { PrincipalRateLimitGuard } from './rate-limit.guards.js';

/** Questions in the order in which they began, until they are answered. */
let begun: { readonly name: string; readonly answer: () => void }[] = [];

const part = Buffer.from(`"${'x'.repeat(2 ** 20)}"`);
const parts = [
  Buffer.from('['),
  part,
  ...Array.from({ length: 30 }, () => [Buffer.from(','), part]).flat(),
  Buffer.from(']'),
];

@Controller()
class QuestionsController {
  @Get('question')
  @IsQuestion(true)
  async question(@Headers('x-name') name: string): Promise<object> {
    await new Promise<void>((answer) => begun.push({ name, answer }));
    return {};
  }

  @Get('short')
  short(): object {
    return {};
  }

  @Get('working')
  @IsQuestion(true)
  working(): object {
    const { question } = currentScope() ?? {};
    if (question) question.usedMs += 600;
    return {};
  }

  @Get('large')
  @IsQuestion(true)
  large(): JsonParts {
    return JsonParts.of(parts);
  }
}

/** Requests that are being authenticated, by a slow authentication. */
let slow = 0;

/** Verifies each request as the principal that it names; if it names "leaving", once its client has left. */
class NamedPrincipalGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const name = request.headers['x-principal'];
    if (typeof name === 'string') request.state.principalName = name;
    if (name !== 'leaving') return true;
    slow++;
    await until(() => request.state.deadline.signal.aborted);
    return true;
  }
}

let http: HttpApp;
let requests: ClientRequest[] = [];

async function start(environment: Record<string, string> = {}): Promise<void> {
  http = await httpApp(
    [QuestionsController],
    [
      { provide: Questions, useFactory: () => new Questions(loadSettings(environment)) },
      ...[NamedPrincipalGuard, PrincipalRateLimitGuard, QuestionGuard].map((useClass) => ({
        provide: APP_GUARD,
        useClass,
      })),
    ],
    { TRUSTED_PROXIES: '127.0.0.1', ...environment },
  );
}

afterEach(async () => {
  for (const request of requests) request.destroy();
  [requests, begun] = [[], []];
  await http.close();
});

function send(path: string, headers: Record<string, string>): ClientRequest {
  const request = get(http.url + path, { headers, agent: false });
  request.on('error', () => {});
  requests.push(request);
  return request;
}

const ask = (name: string, headers: Record<string, string> = { 'x-principal': name.slice(0, 3) }) =>
  send('/question', { 'x-name': name, ...headers });

async function answerOf(request: ClientRequest): Promise<{ status: number | undefined; body: string }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, body: Buffer.concat(chunks).toString() };
}

const names = () => begun.map(({ name }) => name);

async function askInTurn(...given: string[]): Promise<ClientRequest[]> {
  const asked: ClientRequest[] = [];
  for (const [index, name] of given.entries()) {
    asked.push(ask(name));
    await until(() => begun.length === index + 1);
  }
  return asked;
}

const counts = () => http.app.get(Questions).counts();

/** Asks a question that has to wait. */
async function askInVain(name: string, headers?: Record<string, string>): Promise<ClientRequest> {
  const { waiting } = counts();
  const request = ask(name, headers);
  await until(() => counts().waiting === waiting + 1);
  return request;
}

describe('questions', () => {
  it('of clients that leave before they are authenticated take no slot', async () => {
    await start();
    slow = 0;
    const leaving = Array.from({ length: 5 }, () => ask('gone', { 'x-principal': 'leaving' }));
    await until(() => slow === 5);
    for (const request of leaving) request.destroy();
    await until(async () => (await answerOf(send('/short', {}))).status === 200 && counts().answered === 0);
    const [asked] = await askInTurn('leaving');
    expect([names(), counts()]).toEqual([['leaving'], { answered: 1, waiting: 0 }]);
    begun[0]!.answer();
    expect(await answerOf(asked!)).toMatchObject({ status: 200 });
  });

  it('of one principal wait if four are being answered; questions of another one and short requests do not', async () => {
    await start();
    const [first] = await askInTurn('ada1', 'ada2', 'ada3', 'ada4');
    const fifth = await askInVain('ada5');
    await fetch(`${http.url}/short`, { headers: { 'x-principal': 'ada' } });
    ask('bob1');
    await until(() => begun.length === 5);
    expect(names()).toEqual(['ada1', 'ada2', 'ada3', 'ada4', 'bob1']);
    begun[0]!.answer();
    expect((await answerOf(first!)).status).toBe(200);
    await until(() => begun.length === 6);
    expect(names().at(-1)).toBe('ada5');
    begun[5]!.answer();
    expect(await answerOf(fifth)).toEqual({ status: 200, body: '{}' });
  });

  it('leave the queue if their client leaves', async () => {
    await start({ QUESTIONS_PER_PRINCIPAL: '1' });
    const [first] = await askInTurn('ada1');
    const second = await askInVain('ada2');
    await askInVain('ada3');
    second.destroy();
    await until(() => counts().waiting === 1);
    begun[0]!.answer();
    await answerOf(first!);
    await until(() => begun.length === 2);
    expect(names()).toEqual(['ada1', 'ada3']);
  });

  it('take turns by principal if the instance answers no more at a time', async () => {
    await start({ QUESTIONS_PER_PRINCIPAL: '1' });
    await askInTurn('ada1', 'bob1', 'cyd1', 'dan1');
    for (const name of ['eve1', 'eve2', 'fay1', 'gus1']) await askInVain(name);
    for (const index of [0, 1, 2]) {
      begun[index]!.answer();
      await until(() => begun.length === 5 + index);
    }
    expect(names().slice(4)).toEqual(['eve1', 'fay1', 'gus1']);
    // A slot is free, but not for a second question of the same principal.
    begun[3]!.answer();
    await until(() => counts().answered === 3);
    expect(counts().waiting).toBe(1);
    begun[4]!.answer();
    await until(() => begun.length === 8);
    expect(names().at(-1)).toBe('eve2');
  });

  it('wait until their time limit, and then get the error of the time limit', async () => {
    await start({ QUESTIONS_PER_PRINCIPAL: '1' });
    await askInTurn('ada1');
    const { status, body } = await answerOf(ask('ada2', { 'x-principal': 'ada', Prefer: 'wait=1' }));
    expect([status, JSON.parse(body).errors]).toEqual([
      500,
      [{ code: 'request.timed_out', context: 'header.Prefer', message: 'request timed out after 1 s' }],
    ]);
  });

  it('are refused if a hundred of the principal wait', async () => {
    await start({ QUESTIONS_PER_PRINCIPAL: '1' });
    await askInTurn('ada0');
    const answers = Array.from({ length: 101 }, (_, index) => answerOf(ask(`ada${index + 1}`)));
    const { status, body } = await Promise.race(answers);
    expect([status, JSON.parse(body).errors]).toEqual([
      429,
      [
        {
          code: 'rate_limit.too_many_questions',
          context: 'rate-limit',
          message: '100 of your questions wait already; try again in 1 s',
        },
      ],
    ]);
    for (const it of answers) it.catch(() => {});
    ask('bob1');
    await until(() => begun.length === 2);
  });

  it('without a principal wait by their address', async () => {
    await start({ QUESTIONS_PER_PRINCIPAL: '1' });
    const from = (name: string, address: string) => ask(name, { 'X-Forwarded-For': address });
    from('one', '203.0.113.1');
    await until(() => begun.length === 1);
    await askInVain('same address', { 'X-Forwarded-For': '203.0.113.1' });
    from('other', '203.0.113.2');
    await until(() => begun.length === 2);
    ask('ada', { 'x-principal': 'ada', 'X-Forwarded-For': '203.0.113.1' });
    await until(() => begun.length === 3);
    expect(names()).toEqual(['one', 'other', 'ada']);
  });

  it('count as many calls as the work that they took', async () => {
    await start({ RATE_LIMIT_PER_SECOND: '100', RATE_LIMIT_BURST: '100' });
    const headers = { 'x-principal': 'ada' };
    // A second of 100 calls: two questions of 0.6 s exceed it. Repeated, because a second may end in between.
    await until(async () => {
      for (const _ of [1, 2]) await (await fetch(`${http.url}/working`, { headers })).arrayBuffer();
      await until(() => counts().answered === 0);
      return (await fetch(`${http.url}/short`, { headers })).status === 429;
    });
    expect((await fetch(`${http.url}/short`, { headers: { 'x-principal': 'bob' } })).status).toBe(200);
  });
});

describe('an answer in parts', () => {
  const whole = Buffer.concat(parts);

  it('is sent with its length, or compressed, or as its headers', async () => {
    await start();
    const plain = await fetch(`${http.url}/large`, { headers: { 'Accept-Encoding': 'identity' } });
    expect([plain.headers.get('Content-Length'), plain.headers.get('Content-Type')]).toEqual([
      String(whole.length),
      'application/json; charset=utf-8',
    ]);
    expect(Buffer.from(await plain.arrayBuffer()).equals(whole)).toBe(true);
    const request = send('/large', { 'Accept-Encoding': 'gzip' });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    expect([response.headers['content-encoding'], response.headers['content-length']]).toEqual(['gzip', undefined]);
    expect(gunzipSync(Buffer.concat(chunks)).equals(whole)).toBe(true);
    const head = await fetch(`${http.url}/large`, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });
    expect([head.headers.get('Content-Length'), await head.text()]).toEqual([String(whole.length), '']);
  });

  it('keeps the turn of its principal until the reader has it, and ends if the reader takes nothing', async () => {
    await start({ QUESTIONS_PER_PRINCIPAL: '1', READER_TIMEOUT: '1' });
    const headers = { 'x-principal': 'ada', 'Accept-Encoding': 'identity' };
    const [unread] = (await once(send('/large', headers), 'response')) as [IncomingMessage];
    await askInVain('ada1', { 'x-principal': 'ada' });
    await until(() => begun.length === 1);
    const read = async () => {
      for await (const _ of unread);
    };
    await expect(read()).rejects.toThrow('aborted');
  });
});
