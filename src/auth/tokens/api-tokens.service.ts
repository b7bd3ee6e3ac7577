import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { Clock } from '../../base/clock.js';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import type { JsonText } from '../../http/json-text.js';
import type { Principal } from '../principal.js';
import { newTokenKey, TokenKeyCipher } from '../secrets/token-key-cipher.js';
import type { ApiTokenListRequest } from './api-tokens.fields.js';
import type { ApiTokenDraft, CreatedApiToken } from './api-token.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { CachedTokens } from './cached-tokens.js';

/** Manages API tokens. Callers see and delete their own tokens; callers with the permission users:manage, the tokens of all accounts. */
@Injectable()
export class ApiTokensService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly cached: CachedTokens,
    private readonly cipher: TokenKeyCipher,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly settings: Settings,
  ) {}

  list(caller: Principal, request: ApiTokenListRequest): Promise<JsonText> {
    return this.tokens.listPage(request, scopeOf(caller));
  }

  /** @throws ForbiddenError if the token is for another account and the caller lacks users:manage; the errors of {@link create} */
  createFor(caller: Principal, draft: ApiTokenDraft): Promise<CreatedApiToken> {
    if (draft.accountId !== caller.id && scopeOf(caller) !== undefined) {
      throw new ForbiddenError('a token for another user needs the permission users:manage');
    }
    return this.create(draft);
  }

  /**
   * @throws InvalidInputError if the expiry is in the past or the account does not exist; ConflictError if the account is disabled or has
   * MAX_TOKENS_PER_ACCOUNT tokens
   */
  async create(draft: ApiTokenDraft): Promise<CreatedApiToken> {
    if (draft.expiresAt && draft.expiresAt <= this.clock.now()) {
      throw InvalidInputError.at(
        'body.invalid_value',
        'body.expires_at',
        'lies in the past; it takes a time in the future',
      );
    }
    const id = randomUUID();
    const key = newTokenKey();
    const { name, accountId, expiresAt } = draft;
    const details = { id, name, user_id: accountId, expires_at: expiresAt };
    const token = await this.audit.audited({ action: 'token.create', resource: 'tokens', details }, (note) =>
      this.tokens.insert(
        { ...draft, id, keyEncrypted: this.cipher.seal(id, key), keyDigest: null },
        this.settings.maxTokensPerAccount,
        note,
      ),
    );
    return { token, type: 'signing', key };
  }

  /** @throws NotFoundError, also for tokens of other accounts if the caller lacks users:manage */
  async delete(caller: Principal, id: string): Promise<void> {
    await this.audit.audited({ action: 'token.delete', resource: `tokens/${id}` }, async (note) => {
      if (await this.tokens.delete(id, note, scopeOf(caller))) return;
      throw new NotFoundError('path.token_id', `there is no token ${id}`);
    });
    this.cached.forget(id);
  }

  /** @throws NotFoundError */
  async revokeAllOf(accountId: string): Promise<void> {
    const entry = { action: 'token.revoke', resource: `accounts/${accountId}/tokens` } as const;
    await this.audit.audited(entry, async (note) => {
      if ((await this.tokens.deleteAllOf(accountId, note)) !== null) return;
      throw new NotFoundError('path.account_id', `there is no account ${accountId}`);
    });
    this.cached.forgetAll();
  }
}

/** Returns the account whose tokens a caller manages; undefined for all accounts. */
function scopeOf({ id, permissions }: Principal): string | undefined {
  return permissions.has('users:manage') ? undefined : id;
}
