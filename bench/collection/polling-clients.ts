import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders } from '../../demo/signed-headers.js';
import { Timings } from '../graph/timing.js';

export interface PollingClient {
  readonly token: { readonly id: string; readonly key: string };
  /** What it asks in each round. */
  readonly paths: readonly string[];
}

/**
 * Clients that ask again and again, spread over the time of a round; every call is signed anew and has a connection of its own, as that of
 * a collector that is idle between two calls.
 */
export async function poll(
  url: string,
  clients: readonly PollingClient[],
  { everySeconds, rounds }: { readonly everySeconds: number; readonly rounds: number },
): Promise<{ readonly calls: number; readonly timings: Timings }> {
  const timings = new Timings();
  const start = performance.now();
  let calls = 0;
  const one = async ({ token, paths }: PollingClient, index: number) => {
    for (let round = 0; round < rounds; round++) {
      const at = start + (round + index / clients.length) * everySeconds * 1000;
      await sleep(Math.max(0, at - performance.now()));
      for (const path of paths) {
        await timings.measure(() => get(url, path, token));
        calls++;
      }
    }
  };
  await Promise.all(clients.map(one));
  await sleep(Math.max(0, start + rounds * everySeconds * 1000 - performance.now()));
  return { calls, timings };
}

async function get(url: string, path: string, token: PollingClient['token']): Promise<void> {
  const request = http.get(url + path, { agent: false, headers: signedHeaders(token, 'GET', path, '', new Date()) });
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  if (!response) throw new Error('there is no answer');
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}: ${body}`);
}
