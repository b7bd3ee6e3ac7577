export type ClientType = 'directory' | 'cloud';

export interface ClientDraft {
  readonly name: string;
  readonly type: ClientType;
  /** Empty lets the client find one by itself. */
  readonly domainController: string;
}

export interface Client extends ClientDraft {
  readonly id: string;
  /** What the client said of itself when it last checked in; null until then. */
  readonly version: string | null;
  readonly hostname: string | null;
  readonly lastCheckin: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
