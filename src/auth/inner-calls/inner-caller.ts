import type { Request } from 'express';
import type { Principal } from '../principal.js';

/** The callers of connections inside of this process. Nothing that arrives by the network can be such a connection. */
const callers = new WeakMap<object, Principal>();

export function innerCallerOf({ socket }: Pick<Request, 'socket'>): Principal | undefined {
  return callers.get(socket);
}

export function setInnerCaller(connection: object, caller: Principal): void {
  callers.set(connection, caller);
}
