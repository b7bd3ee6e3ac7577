import type { Request } from 'express';

const loopback = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
const marksOfProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** Whether a request comes from this very machine, and not through a proxy that runs on it. */
export function isFromThisMachine({ socket, headers }: Pick<Request, 'socket' | 'headers'>): boolean {
  return loopback.test(socket.remoteAddress ?? '') && marksOfProxies.every((name) => headers[name] === undefined);
}
