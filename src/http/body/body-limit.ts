import type { Request } from 'express';
import type { UnprovenBodies } from './unproven-bodies.js';

const key = 'max body bytes';
const streamKey = 'stream limits';

interface App {
  set(name: string, value: unknown): unknown;
}

/** What a body that is read while it comes may be. */
export interface StreamLimits {
  readonly maxBytes: number;
  /** Seconds without a byte. */
  readonly idleSeconds: number;
  /** Counts bodies of every kind. */
  readonly unproven: UnprovenBodies;
}

/** Largest body that the app of a request takes; {@link setMaxBodyBytes} put it there. */
export function maxBodyBytes(request: Request): number {
  const limit: unknown = request.app.get(key);
  if (typeof limit !== 'number') throw new Error('the app has no body limit');
  return limit;
}

export function setMaxBodyBytes(app: App, bytes: number): void {
  app.set(key, bytes);
}

/** {@link setStreamLimits} put them there. */
export function streamLimits(request: Request): StreamLimits {
  const limits: StreamLimits | undefined = request.app.get(streamKey);
  if (!limits) throw new Error('the app has no limits of streams');
  return limits;
}

export function setStreamLimits(app: App, limits: StreamLimits): void {
  app.set(streamKey, limits);
}
