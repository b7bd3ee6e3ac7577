/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsed: Date | null;
}

/** What a device has registered. */
export interface PasskeyDraft {
  readonly id: string;
  readonly accountId: string;
  /** Base64url. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  /** The host that the device signs for. */
  readonly rpId: string;
  readonly name: string;
}

/** A passkey that a signature is verified against. */
export interface PasskeyKey {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}
