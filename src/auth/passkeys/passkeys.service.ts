import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InvalidInputError, NotFoundError } from '../../base/errors.js';
import { CachedCredentials } from '../accounts/cached-credentials.js';
import { AuditService } from '../audit/audit.service.js';
import { type Proof, Reauthentication } from '../enrolment/reauthentication.js';
import { newRecoveryCodes } from '../factors/recovery-codes.js';
import type { Principal } from '../principal.js';
import type { Passkey } from './passkey.js';
import { type DeviceAnswer, type DeviceOptions, PasskeyVerifier } from './passkey-verifier.js';
import { PasskeysRepository } from './passkeys.repository.js';

interface RegisteredPasskey {
  readonly id: string;
  /** If this is the first second factor of the account; nobody can read them again. */
  readonly recoveryCodes: readonly string[];
}

/** The passkeys of the caller. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly verifier: PasskeyVerifier,
    private readonly reauthentication: Reauthentication,
    private readonly cached: CachedCredentials,
    private readonly audit: AuditService,
  ) {}

  list({ id }: Principal): Promise<Passkey[]> {
    return this.passkeys.listOf(id);
  }

  /** @throws InvalidInputError if the password or the code is missing or wrong; TooManyRequestsError */
  async options(caller: Principal, proof: Proof): Promise<DeviceOptions> {
    await this.reauthentication.confirm(caller, proof);
    return this.verifier.registrationOptions(caller);
  }

  /** @throws InvalidInputError if the answer of the device is not valid; ConflictError if the device is registered already */
  async register(caller: Principal, name: string, answer: DeviceAnswer): Promise<RegisteredPasskey> {
    const entry = { action: 'passkey.create', resource: 'self/passkeys', details: { name } } as const;
    const id = randomUUID();
    const codes = newRecoveryCodes();
    const hasNewCodes = await this.audit.audited(entry, async (note) => {
      const registered = await this.verifier.verifyRegistration(caller.id, answer);
      if ('refusal' in registered) throw InvalidInputError.at('passkey.invalid', 'body.response', registered.refusal);
      const draft = { ...registered, id, name, accountId: caller.id };
      return this.passkeys.insert(draft, codes, note);
    });
    this.cached.forgetAll();
    return { id, recoveryCodes: hasNewCodes ? codes : [] };
  }

  /** @throws InvalidInputError if the password or the code is missing or wrong; NotFoundError; TooManyRequestsError */
  async delete(caller: Principal, id: string, proof: Proof): Promise<void> {
    const notFound = () => new NotFoundError('path.passkey_id', `you have no passkey ${id}`);
    const own = await this.list(caller);
    if (own.every((it) => it.id !== id)) throw notFound();
    await this.reauthentication.confirm(caller, proof);
    await this.audit.audited({ action: 'passkey.delete', resource: `self/passkeys/${id}` }, async (note) => {
      if (!(await this.passkeys.delete(caller.id, id, note))) throw notFound();
    });
    this.cached.forgetAll();
  }
}
