import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A device with one passkey (ES256), written from WebAuthn and not from the service. */
export interface Authenticator {
  /** Answers `navigator.credentials.create`, as JSON. */
  create(options: CreateOptions): object;
  /** Answers `navigator.credentials.get`, as JSON. */
  get(options: GetOptions, changes?: Changes): object;
}

interface CreateOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
}

interface GetOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** What an attacker may change. */
export interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** Whether the device has asked for a fingerprint or a PIN. */
  readonly isVerified?: boolean;
}

const url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

const clientData = (type: string, challenge: string, from: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
const head = (rpId: string, flags: number, counter: number) => {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(flags);
  bytes.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), bytes]);
};

/** @param origin of the page that asks */
export function authenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let count = 0;

  return {
    create({ challenge, rp }) {
      // The key in COSE: EC2, ES256, P-256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y!, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([head(rp.id, 0b0100_0101, count), Buffer.alloc(16), length, id, key]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: url(clientData('webauthn.create', challenge, origin)),
        attestationObject: url(attestation),
      };
      return { id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {}, response };
    },
    get({ challenge, rpId }, { origin: from = origin, rpId: host = rpId, counter = ++count, isVerified = true } = {}) {
      const data = head(host, isVerified ? 0b101 : 0b001, counter);
      const client = clientData('webauthn.get', challenge, from);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = { clientDataJSON: url(client), authenticatorData: url(data), signature: url(signature) };
      return { id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {}, response };
    },
  };
}
