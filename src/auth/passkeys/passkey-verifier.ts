import { Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import type { Principal } from '../principal.js';
import { Challenges } from './challenges.js';
import { readAuthentication, readRegistration } from './credential.js';
import type { PasskeyDraft, PasskeyKey } from './passkey.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { type RelyingParty, relyingPartyOf } from './relying-party.js';

/** Options for a browser, as `PublicKeyCredential.parse…OptionsFromJSON` reads them. */
export interface DeviceOptions {
  readonly options: object;
  readonly state: string;
}

/** What a browser sends back. */
export interface DeviceAnswer {
  readonly state: string;
  readonly response: object;
}

export interface Refusal {
  readonly refusal: string;
}

const loginPurpose = 'login';
const registrationPurpose = (accountId: string) => `registration ${accountId}`;

/** Makes options for browsers and verifies what devices have signed (WebAuthn). */
@Injectable()
export class PasskeyVerifier {
  private readonly party: RelyingParty;

  constructor(
    settings: Settings,
    private readonly challenges: Challenges,
    private readonly passkeys: PasskeysRepository,
  ) {
    this.party = relyingPartyOf(settings);
  }

  async registrationOptions({ id, name }: Pick<Principal, 'id' | 'name'>): Promise<DeviceOptions> {
    const { challenge, state } = await this.challenges.make(registrationPurpose(id));
    const known = await this.passkeys.credentialIdsOf(id);
    const options = await generateRegistrationOptions({
      rpName: 'Graphward',
      rpID: this.party.id,
      userName: name,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(id)),
      challenge: bytesOf(challenge),
      attestationType: 'none',
      excludeCredentials: known.map((credential) => ({ id: credential })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options, state };
  }

  async loginOptions(): Promise<DeviceOptions> {
    const { challenge, state } = await this.challenges.make(loginPurpose);
    const options = await generateAuthenticationOptions({
      rpID: this.party.id,
      challenge: bytesOf(challenge),
      userVerification: 'required',
    });
    return { options, state };
  }

  async verifyRegistration(
    accountId: string,
    { state, response }: DeviceAnswer,
  ): Promise<Omit<PasskeyDraft, 'id' | 'name' | 'accountId'> | Refusal> {
    const registration = readRegistration(response);
    if (!registration) return { refusal: 'is no answer of navigator.credentials.create, as JSON' };
    const expectedChallenge = await this.challenges.use(registrationPurpose(accountId), state);
    if (expectedChallenge === null) return usedChallenge;
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: registration,
        expectedChallenge,
        ...this.expected(),
      });
      if (!verified) return { refusal: 'the attestation is not valid' };
      const { id: credentialId, publicKey, counter } = registrationInfo.credential;
      return { credentialId, publicKey, counter, rpId: this.party.id };
    } catch (error) {
      return { refusal: errorMessage(error) };
    }
  }

  /** @returns the passkey that has signed, whose counter is raised */
  async verifyLogin({ state, response }: DeviceAnswer): Promise<PasskeyKey | Refusal> {
    const authentication = readAuthentication(response);
    if (!authentication) return { refusal: 'is no answer of navigator.credentials.get, as JSON' };
    const expectedChallenge = await this.challenges.use(loginPurpose, state);
    if (expectedChallenge === null) return usedChallenge;
    const key = await this.passkeys.findKey(authentication.id);
    if (!key) return { refusal: 'no account has this passkey' };
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: authentication,
        expectedChallenge,
        credential: { id: authentication.id, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
        ...this.expected(),
      });
      if (!verified) return { refusal: 'the signature is not valid' };
      if (await this.passkeys.use(key.id, authenticationInfo.newCounter)) return key;
      return { refusal: 'the counter went back' };
    } catch (error) {
      return { refusal: errorMessage(error) };
    }
  }

  private expected() {
    return { expectedOrigin: this.party.origin, expectedRPID: this.party.id, requireUserVerification: true };
  }
}

const usedChallenge: Refusal = { refusal: 'the challenge is not ours, was used or has expired; ask for options again' };

function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}
