import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Timings } from '../measure.js';

/** Calls at a fixed rate, whether or not earlier calls have been answered. */
export async function paced(seconds: number, everyMs: number, call: () => Promise<void>): Promise<Timings> {
  const timings = new Timings();
  const calls: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < (seconds * 1000) / everyMs; index++) {
    await sleep(Math.max(0, start + index * everyMs - performance.now()));
    calls.push(timings.measure(call));
  }
  await Promise.all(calls);
  return timings;
}

/** @param agent false: a connection of its own */
export async function get(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: http.Agent | false,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const [response]: http.IncomingMessage[] = await once(http.get(url, { agent, headers }), 'response');
  if (!response) throw new Error('there is no answer');
  return { status: response.statusCode, body: await text(response) };
}
