import type { Request } from 'express';
import { Deadline } from './deadline.js';

/** For parameters that are read from what was stored, such as the question of a plan. */
export function noRequest(): Pick<Request, 'state' | 'params'> {
  return { params: {}, state: { id: '', startedAt: 0, deadline: new Deadline(undefined), inputs: [], notes: [] } };
}
