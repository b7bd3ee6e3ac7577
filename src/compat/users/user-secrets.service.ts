import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { OwnPasswordService } from '../../auth/self/own-password.service.js';
import type { Principal } from '../../auth/principal.js';
import { ForbiddenError, InvalidInputError } from '../../base/errors.js';
import type { SecretChange } from './users.request.dto.js';

/** Sets passwords. Callers set their own password and, with `users:manage`, passwords of others. */
@Injectable()
export class UserSecretsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ownPassword: OwnPasswordService,
  ) {}

  /**
   * Ends the other sessions of the user.
   * @throws ForbiddenError; InvalidInputError if the current secret is missing or wrong; NotFoundError
   */
  async set(caller: Principal, id: string, { secret, current, isExpired, address }: SecretChange): Promise<void> {
    if (id === caller.id) {
      if (current === null)
        throw InvalidInputError.at(
          'body.missing_property',
          'body.current_secret',
          'is missing; send your current secret to change it',
        );
      if (isExpired)
        throw InvalidInputError.at(
          'body.conflicting_properties',
          'body.needs_password_reset',
          'is for the secrets of others; it must be false or absent',
        );
      await this.ownPassword.change(caller, { current, next: secret, revokesTokens: false, address });
      return;
    }
    requireManager(caller, 'to set the secret of another user');
    await this.accounts.update(id, { password: secret, passwordExpired: isExpired });
  }
}

function requireManager({ permissions }: Principal, action: string): void {
  if (!permissions.has('users:manage')) throw new ForbiddenError(`${action} needs the permission users:manage`);
}
