import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attacker.js';

/** What a stranger sends without credentials: all requests of a connection at once, before the first answer. */
export const floods: Record<string, Pick<Attack, 'method' | 'paths' | 'connections' | 'pipelined'>> = {
  'pipelined /self': { method: 'GET', paths: ['api/v2/self'], connections: 10, pipelined: 300 },
  'pipelined /health/live': { method: 'GET', paths: ['health/live'], connections: 10, pipelined: 2000 },
  'pipelined /health/ready': { method: 'GET', paths: ['health/ready'], connections: 10, pipelined: 2000 },
  'pipelined unknown paths': { method: 'GET', paths: ['api/v2/selfs'], connections: 10, pipelined: 300 },
  'pipelined nonsense': { method: 'GET', paths: ['\r\n'], connections: 10, pipelined: 300 },
  'pipelined page': { method: 'GET', paths: ['ui/findings'], connections: 10, pipelined: 300 },
  '1,000 connections': { method: 'GET', paths: ['api/v2/self'], connections: 1000, pipelined: 1 },
  '1,000 connections, health': { method: 'GET', paths: ['health/ready'], connections: 1000, pipelined: 20 },
};

/** Floods again and again. @returns how often each status was answered, and how many connections the service closed */
export async function flood({
  url,
  paths,
  connections,
  pipelined = 1,
  seconds,
}: Attack): Promise<Record<string, number>> {
  const outcome: Record<string, number> = {};
  const count = (key: string) => (outcome[key] = (outcome[key] ?? 0) + 1);
  const { hostname, port } = new URL(url);
  const text = `GET /${paths[0]} HTTP/1.1\r\nHost:${hostname}\r\n\r\n`.repeat(pipelined);
  const end = performance.now() + seconds * 1000;
  const connection = async () => {
    while (performance.now() < end) {
      const socket = connect(Number(port), hostname).setEncoding('latin1');
      const closed = once(socket, 'close').catch(() => {});
      let missing = 0;
      const send = () => {
        missing = pipelined;
        socket.write(text);
      };
      socket.on('connect', send).on('error', () => {});
      socket.on('data', (chunk: string) => {
        for (const [, status = ''] of chunk.matchAll(/HTTP\/1\.1 (\d+)/g)) {
          count(status);
          if (--missing === 0 && performance.now() < end) send();
        }
      });
      const over = sleep(Math.max(end - performance.now(), 0)).then(() => socket.destroy());
      await Promise.race([closed, over]);
      if (performance.now() < end) count('closed');
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return outcome;
}
