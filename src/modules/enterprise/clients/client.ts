import { NotFoundError } from '../../../base/errors.js';

export const clientTypes = ['directory', 'cloud', 'opengraph'] as const;
export type ClientType = (typeof clientTypes)[number];

export function noSuchClient(id: string): NotFoundError {
  return new NotFoundError('path.client_id', `there is no client ${id}`);
}
