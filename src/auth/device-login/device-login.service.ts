import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InvalidInputError, NotFoundError, TooManyRequestsError } from '../../base/errors.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditService } from '../audit/audit.service.js';
import { type Proof, Reauthentication } from '../enrolment/reauthentication.js';
import { LoginService } from '../login/login.service.js';
import type { OpenedSession } from '../login/opened-session.js';
import type { Principal } from '../principal.js';
import { DeviceLoginRepository, lifetime, pollInterval, type WaitingProgram } from './device-login.repository.js';

/** Letters that form no words and look different. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** A login that a program has begun. */
export interface BegunLogin {
  /** A secret of the program. */
  readonly deviceCode: string;
  /** Such as `BCDF-GHJK`. */
  readonly userCode: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly interval: number;
}

interface Program {
  readonly address: string;
  readonly program: string | null;
}

export interface Decision {
  readonly userCode: string;
  readonly isApproved: boolean;
  readonly proof: Proof;
}

/** Lets programs log in without a password (RFC 8628): a person types the code of the program into the page, and decides. */
@Injectable()
export class DeviceLoginService {
  constructor(
    private readonly logins: DeviceLoginRepository,
    private readonly accounts: AccountsService,
    private readonly reauthentication: Reauthentication,
    private readonly opener: LoginService,
    private readonly audit: AuditService,
  ) {}

  async begin(program: Program): Promise<BegunLogin> {
    const deviceCode = randomBytes(32).toString('base64url');
    const digest = digestOf(deviceCode);
    for (;;) {
      const userCode = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
      if (await this.logins.insert({ digest, userCode, ...program }))
        return { deviceCode, userCode: shown(userCode), expiresIn: lifetime, interval: pollInterval };
    }
  }

  /**
   * @throws InvalidInputError with the error of RFC 8628 as the end of its code: `authorization_pending`, `slow_down`, `expired_token`,
   * `access_denied`
   */
  async token(deviceCode: string, program: Program): Promise<OpenedSession> {
    const digest = digestOf(deviceCode);
    const { state, isEarly } = await this.logins.poll(digest);
    if (isEarly) throw refused('device.slow_down', `was asked for too soon; wait ${pollInterval} s between two calls`);
    if (state === 'pending') throw refused('device.authorization_pending', 'nobody has typed the code of it yet');
    if (state === 'denied') throw refused('device.access_denied', 'the person has refused the login');
    const accountId = await this.logins.take(digest);
    if (accountId === null) throw refused('device.expired_token', 'is unknown, has expired or was used');
    const account = await this.accounts.get(accountId);
    if (account.isDisabled) throw refused('device.access_denied', 'the account is disabled');
    return this.opener.open(account, { kind: 'command_line', authenticatedAt: null, ...program });
  }

  /** @throws TooManyRequestsError after too many wrong codes; NotFoundError */
  async find(caller: Principal, userCode: string): Promise<WaitingProgram & { readonly needsProof: boolean }> {
    const found = await this.guessed(caller, () => this.logins.findWaiting(plain(userCode)));
    return { ...found, needsProof: !(await this.reauthentication.isRecent(caller)) };
  }

  /** @throws InvalidInputError if the login is old and password or code are missing or wrong; TooManyRequestsError; NotFoundError */
  async decide(caller: Principal, { userCode, isApproved, proof }: Decision): Promise<void> {
    if (isApproved) await this.reauthentication.confirmUnlessRecent(caller, proof);
    const action = isApproved ? 'device.approve' : 'device.deny';
    await this.audit.audited({ action, resource: 'device' }, async (note) => {
      await this.guessed(caller, async () =>
        (await this.logins.decide(plain(userCode), caller.id, isApproved, note)) ? true : null,
      );
    });
  }

  private async guessed<T>({ id }: Principal, look: () => Promise<T | null>): Promise<T> {
    if (!(await this.logins.reserveGuess(id)))
      throw new TooManyRequestsError('you have typed too many wrong codes; try again in ten minutes', lifetime);
    const found = await look();
    if (found === null) throw new NotFoundError('body.user_code', 'no program waits with this code, or it has expired');
    await this.logins.returnGuess(id);
    return found;
  }
}

type DeviceCode = 'device.authorization_pending' | 'device.slow_down' | 'device.expired_token' | 'device.access_denied';

function refused(code: DeviceCode, message: string): InvalidInputError {
  return InvalidInputError.at(code, 'body.device_code', message);
}

function digestOf(deviceCode: string): string {
  return createHash('sha256').update(deviceCode).digest('base64url');
}

function shown(userCode: string): string {
  return `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
}

/** Case, spaces and hyphens don't matter. */
function plain(userCode: string): string {
  return userCode.toUpperCase().replaceAll(/[\s-]/g, '');
}
