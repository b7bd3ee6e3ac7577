import type { Request } from 'express';

const key = 'max body bytes';

/** Largest body that the app of a request takes; {@link setMaxBodyBytes} put it there. */
export function maxBodyBytes(request: Request): number {
  const limit: unknown = request.app.get(key);
  if (typeof limit !== 'number') throw new Error('the app has no body limit');
  return limit;
}

export function setMaxBodyBytes(app: { set(name: string, value: number): unknown }, bytes: number): void {
  app.set(key, bytes);
}
