import type { ClientToken } from '../../../auth/tokens/client-tokens.service.js';
import { NotFoundError } from '../../../base/errors.js';

export const clientTypes = ['directory', 'cloud', 'opengraph'] as const;
export type ClientType = (typeof clientTypes)[number];

export interface ClientChanges {
  /** Unique without regard to case. */
  readonly name: string;
  /** If empty, the client selects one. */
  readonly domainController: string;
}

export interface ClientDraft extends ClientChanges {
  readonly type: ClientType;
}

/** A client reports these properties when it starts. */
export interface ClientReport {
  readonly version: string | null;
  readonly hostname: string | null;
  readonly address: string | null;
  /** The user that runs the client. */
  readonly username: string | null;
  /** Security identifier of the user. */
  readonly userSid: string | null;
}

/** The reported properties are null until the client starts for the first time. */
export interface Client extends ClientDraft, ClientReport {
  readonly id: string;
  readonly lastCheckin: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CreatedClient {
  readonly client: Client;
  readonly token: ClientToken;
}

export function noSuchClient(id: string): NotFoundError {
  return new NotFoundError('path.client_id', `there is no client ${id}`);
}
