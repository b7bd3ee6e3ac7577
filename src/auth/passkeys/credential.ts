import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** The longest text of a credential; keys and signatures are far shorter. */
const maxText = 16_384;

/** Reads what `navigator.credentials.create` has returned, as JSON. @returns null if it has another form */
export function readRegistration(value: object): RegistrationResponseJSON | null {
  const shared = readShared(value);
  if (!shared) return null;
  const { id, response } = shared;
  const [clientDataJSON, attestationObject] = ['clientDataJSON', 'attestationObject'].map((it) => textOf(response, it));
  if (clientDataJSON === undefined || attestationObject === undefined) return null;
  return { ...formOf(id), response: { clientDataJSON, attestationObject } };
}

/** Reads what `navigator.credentials.get` has returned, as JSON. @returns null if it has another form */
export function readAuthentication(value: object): AuthenticationResponseJSON | null {
  const shared = readShared(value);
  if (!shared) return null;
  const { id, response } = shared;
  const [clientDataJSON, authenticatorData, signature] = ['clientDataJSON', 'authenticatorData', 'signature'].map(
    (it) => textOf(response, it),
  );
  if (clientDataJSON === undefined || authenticatorData === undefined || signature === undefined) return null;
  return { ...formOf(id), response: { clientDataJSON, authenticatorData, signature } };
}

function formOf(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

function readShared(value: object): { readonly id: string; readonly response: object } | null {
  const id = textOf(value, 'id');
  const response = 'response' in value ? value.response : null;
  return id === undefined || typeof response !== 'object' || response === null ? null : { id, response };
}

function textOf(value: object, name: string): string | undefined {
  const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof found === 'string' && found.length <= maxText ? found : undefined;
}
