// The document of the API does not repeat the types of WebAuthn, so options are copied by JSON.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call } from '../api/call.js';
import type { CookieSessionDto, PasskeyOptionsDto, RegisteredPasskeyDto } from '../api/schema.js';
import { ApiError, send } from '../api/send.js';

/** Lets a device make a passkey. @throws ApiError, also if the device or its owner refuses */
export async function registerDevice(
  { options, state }: PasskeyOptionsDto,
  name: string,
): Promise<RegisteredPasskeyDto> {
  const response = await orRefusal(startRegistration({ optionsJSON: JSON.parse(JSON.stringify(options)) }));
  const { answer } = await send(
    call('POST /api/v2/self/passkeys', { body: { name, state, response: { ...response } } }),
  );
  return answer.data;
}

/** Logs in by a device. @throws ApiError, also if the device or its owner refuses */
export async function logInByDevice(): Promise<CookieSessionDto> {
  const { options, state } = (await send(call('POST /api/v2/login/passkey/options'))).answer.data;
  const response = await orRefusal(startAuthentication({ optionsJSON: JSON.parse(JSON.stringify(options)) }));
  const { answer } = await send(
    call('POST /api/v2/self/session/passkey', { body: { state, response: { ...response } } }),
  );
  return answer.data;
}

async function orRefusal<Response>(response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ApiError(0, [{ context: 'device', message }], null, null);
  }
}
