import { Redis } from 'ioredis';

/** Longest wait of a request for Redis. */
const COMMAND_MS = 500;
const CONNECT_MS = 2000;
const LONGEST_RECONNECT_MS = 2000;

/** A client that is not connected yet. It fails commands at once while it has no connection, and reconnects for ever. */
export function redisClient(url: string): Redis {
  return new Redis(url, {
    lazyConnect: true,
    connectionName: 'graphward',
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    socketTimeout: CONNECT_MS,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_MS),
    // A primary that became a replica accepts no writes; its name may lead to the new primary.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
}
