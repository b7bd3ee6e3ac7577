import type { ClientToken } from '../../../auth/tokens/client-tokens.service.js';

export const clientTypes = ['directory', 'cloud'] as const;
export type ClientType = (typeof clientTypes)[number];

/** What of a client can be changed. */
export interface ClientChanges {
  /** Unique without regard to case. */
  readonly name: string;
  /** Empty lets the client find one by itself. */
  readonly domainController: string;
}

export interface ClientDraft extends ClientChanges {
  readonly type: ClientType;
}

/** What a client says of itself when it starts. */
export interface ClientReport {
  readonly version: string | null;
  readonly hostname: string | null;
  readonly address: string | null;
  /** The user under which it runs, and the security identifier of that. */
  readonly username: string | null;
  readonly userSid: string | null;
}

/** The report is that of its last start; null until there was one. */
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
