import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood } from './flood.js';
import { answerMeasurements } from '../measured-process.js';

/** What one account asks over all of its connections. */
export interface Attack {
  readonly url: string;
  readonly method: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
  /** Whether answers are read, or a part each tenth of a second. If not, each connection waits for the end of its only answer. */
  readonly reads: boolean | 'slowly';
  /** Milliseconds at most after which each request is given up. */
  readonly leavesAfter?: number;
  /** Requests that each connection sends at once, without credentials (flood.ts). */
  readonly pipelined?: number;
}

/** A short pause after a refusal, which an attacker would not wait for. */
const pauseMs = 50;

/** Attacks in a process of its own, which shares no event loop with the measured calls. */
process.on('message', (message: Attack | string) => {
  if (typeof message === 'string') return;
  void (message.pipelined ? flood(message) : attack(message)).then((outcome) => process.send?.(outcome));
});
answerMeasurements('');

/** @returns how often each status was answered */
async function attack(order: Attack): Promise<Record<string, number>> {
  const outcome: Record<string, number> = {};
  const agent = new http.Agent({ keepAlive: true, maxSockets: order.connections });
  const isOver = sleep(order.seconds * 1000).then(() => agent.destroy());
  const end = performance.now() + order.seconds * 1000;
  const connection = async (index: number) => {
    for (let turn = index; performance.now() < end; turn++) {
      const status = await call(order, agent, order.paths[turn % order.paths.length] ?? '');
      if (performance.now() < end) outcome[status] = (outcome[status] ?? 0) + 1;
      if (status >= 400 || status === 0) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: order.connections }, (_, index) => connection(index)));
  await isOver;
  return outcome;
}

/** @returns the status; 0 if the connection ended before the answer */
function call(
  { url, method, headers, body, reads, leavesAfter }: Attack,
  agent: http.Agent,
  path: string,
): Promise<number> {
  return new Promise((resolve) => {
    const request = http.request(url + path, { method, agent, headers });
    request.on('error', () => resolve(0));
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (reads === true || status >= 400) response.resume();
      if (reads === 'slowly' && status < 400) readSlowly(response);
      response.on('error', () => resolve(0)).on('close', () => resolve(response.complete ? status : 0));
    });
    request.end(body);
    if (leavesAfter === undefined) return;
    const timer = setTimeout(() => request.destroy(), Math.random() * leavesAfter);
    request.on('close', () => clearTimeout(timer));
  });
}

const readEveryMs = 100;

function readSlowly(response: http.IncomingMessage): void {
  const timer = setInterval(() => response.read(), readEveryMs);
  response.on('close', () => clearInterval(timer));
}
