import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { ForbiddenError, InvalidInputError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { AuditService } from '../audit/audit.service.js';
import type { Principal } from '../principal.js';
import type { ApiToken, CreatedApiToken } from './api-token.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { type BearerKeyType, keyDigestOf, newBearerKey } from './bearer-key.js';

/** Days after which a reading key expires at the latest: it lies in the configuration of a program on somebody's desk. */
const maxReadingDays = 90;
const dayMs = 86_400_000;

interface BearerKeyDraft {
  readonly type: BearerKeyType;
  readonly name: string;
  readonly expiresAt: Date | null;
  readonly accountId: string | null | undefined;
  readonly providerId: number | undefined;
}

/** Creates bearer keys. They are listed and deleted with the other API tokens. */
@Injectable()
export class BearerKeysService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly settings: Settings,
  ) {}

  /** @throws ForbiddenError; InvalidInputError if a property does not fit the type; ConflictError if there are too many tokens */
  async create(caller: Principal, draft: BearerKeyDraft): Promise<CreatedApiToken> {
    const { type } = draft;
    const now = this.clock.now();
    if (draft.expiresAt && draft.expiresAt <= now) throw wrong('expires_at', 'lies in the past');
    const key = newBearerKey(type);
    const token = await (type === 'reading'
      ? this.createReading(caller, draft, key, now)
      : this.createProvisioning(caller, draft, key));
    return { token, type, key };
  }

  private createReading(caller: Principal, draft: BearerKeyDraft, key: string, now: Date): Promise<ApiToken> {
    const { type, name, accountId, providerId } = draft;
    if (providerId !== undefined) throw wrong('sso_provider_id', 'belongs to provisioning tokens');
    if (accountId && accountId.toLowerCase() !== caller.id)
      throw wrong('user_id', 'a reading key is made by the account that it belongs to');
    const last = new Date(now.getTime() + maxReadingDays * dayMs);
    if (draft.expiresAt && draft.expiresAt > last)
      throw wrong('expires_at', `lies more than ${maxReadingDays} days ahead`);
    const expiresAt = draft.expiresAt ?? last;
    const id = randomUUID();
    const details = { id, name, type, user_id: caller.id, expires_at: expiresAt };
    const row = { id, accountId: caller.id, name, expiresAt, keyEncrypted: null, keyDigest: keyDigestOf(key) };
    return this.audit.audited({ action: 'token.create', resource: 'tokens', details }, (note) =>
      this.tokens.insert(row, this.settings.maxTokensPerAccount, note),
    );
  }

  private createProvisioning(caller: Principal, draft: BearerKeyDraft, key: string): Promise<ApiToken> {
    const { type, name, expiresAt, accountId, providerId } = draft;
    for (const needed of ['users:manage', 'providers:manage'] as const)
      if (!caller.permissions.has(needed))
        throw new ForbiddenError(`a provisioning token needs the permission ${needed}`);
    if (accountId) throw wrong('user_id', 'a provisioning token belongs to a provider');
    if (providerId === undefined) throw wrong('sso_provider_id', 'is required for a provisioning token');
    const id = randomUUID();
    const details = { id, name, type, sso_provider_id: providerId, expires_at: expiresAt };
    const row = { id, ssoProviderId: providerId, name, expiresAt, keyDigest: keyDigestOf(key) };
    return this.audit.audited({ action: 'token.create', resource: 'tokens', details }, (note) =>
      this.tokens.insertOfProvider(row, note),
    );
  }
}

function wrong(property: string, message: string): InvalidInputError {
  return InvalidInputError.at('body.invalid_value', `body.${property}`, message);
}
