import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ConflictError } from '../../../base/errors.js';
import type { SqlRunner } from '../../../database/database.js';
import { unlessTaken } from '../../../database/driver-errors.js';
import { isAccountOf, releaseAccountsOf } from '../../accounts/provider-accounts.repository.js';
import type { AuditNote } from '../../audit/audit-entry.js';
import { type SealedPurpose, SecretCipher } from '../../secrets/secret-cipher.js';
import { SsoProviderEntity } from '../../sso-provider.entity.js';
import {
  defaultProviderConfig,
  type NamedProvider,
  type ProviderKind,
  type SsoProvider,
  type SsoProviderChanges,
  type SsoProviderDraft,
} from './sso-provider.js';

const purpose = 'sso client secret';

@Injectable()
export class SsoProvidersRepository {
  constructor(
    @InjectRepository(SsoProviderEntity) private readonly providers: Repository<SsoProviderEntity>,
    private readonly cipher: SecretCipher,
  ) {}

  /** Returns all providers, ordered by id. A deployment has few, so the list has no pages. */
  async findAll(kind?: ProviderKind): Promise<SsoProvider[]> {
    const rows = await this.providers.find({ ...(kind && { where: { kind } }), order: { id: 'ASC' } });
    return rows.map(toProvider);
  }

  findEnabledNames(): Promise<NamedProvider[]> {
    return this.providers.find({
      select: { id: true, kind: true, slug: true, displayName: true },
      where: { enabled: true },
      order: { id: 'ASC' },
    });
  }

  async findById(id: number): Promise<SsoProvider | null> {
    const row = await this.providers.findOneBy({ id });
    return row && toProvider(row);
  }

  async findEnabledBySlug(slug: string): Promise<SsoProvider | null> {
    const row = await this.providers.findOneBy({ slug, enabled: true });
    return row && toProvider(row);
  }

  /** @throws UnreadableSecretError */
  async findClientSecret(id: number): Promise<string | null> {
    const row = await this.providers.findOne({ select: { id: true, clientSecret: true }, where: { id } });
    return row?.clientSecret ? this.cipher.open(purpose, String(id), row.clientSecret) : null;
  }

  /** @throws ConflictError if the slug is taken */
  insert({ clientSecret, ...draft }: SsoProviderDraft, note: AuditNote): Promise<SsoProvider> {
    const inserted = this.providers.manager.transaction(async (manager) => {
      const row = await manager.save(manager.create(SsoProviderEntity, columnsOf(draft)));
      // The id is a part of what is sealed.
      if (clientSecret !== undefined)
        await manager.update(SsoProviderEntity, { id: row.id }, { clientSecret: this.sealed(row.id, clientSecret) });
      await note(manager, { id: row.id });
      return { ...toProvider(row), hasClientSecret: clientSecret !== undefined };
    });
    const message = `there is a provider with the name ${draft.slug} already`;
    return unlessTaken(inserted, () => ConflictError.at('resource.name_taken', 'body.name', message));
  }

  update(id: number, { clientSecret, ...changes }: SsoProviderChanges, note: AuditNote): Promise<SsoProvider | null> {
    const sealed = typeof clientSecret === 'string' ? this.sealed(id, clientSecret) : null;
    const secret = clientSecret === undefined ? {} : { clientSecret: sealed };
    return this.providers.manager.transaction(async (manager) => {
      const columns = { ...columnsOf(changes), ...secret, updatedAt: () => 'now()' };
      const { affected } = await manager.update(SsoProviderEntity, { id }, columns);
      if (affected !== 1) return null;
      await note(manager);
      return toProvider(await manager.findOneByOrFail(SsoProviderEntity, { id }));
    });
  }

  /**
   * Deletes a provider. Its accounts stay, without a way to log in.
   * @param keptBy an account whose provider is not deleted
   * @returns the ids of these accounts; `own` if the provider is kept; null if there is no such provider
   */
  delete(
    id: number,
    { kind, keptBy }: { readonly kind: ProviderKind | undefined; readonly keptBy: string },
    note: AuditNote,
  ): Promise<string[] | 'own' | null> {
    return this.providers.manager.transaction(async (manager) => {
      const found = { id, ...(kind && { kind }) };
      const row = await manager.findOne(SsoProviderEntity, { where: found, lock: { mode: 'pessimistic_write' } });
      if (!row) return null;
      if (await isAccountOf(id, keptBy, manager)) return 'own';
      const accounts = await releaseAccountsOf(id, manager);
      await manager.delete(SsoProviderEntity, { id });
      await note(manager, accounts.length > 0 ? { accounts: accounts.length } : {});
      return accounts;
    });
  }

  private sealed(id: number, secret: string): Buffer {
    return this.cipher.seal(purpose, String(id), secret);
  }
}

/** The lists are copied, because TypeORM takes lists that change. */
function columnsOf({
  certificates,
  principalAttributeMappings,
  ...rest
}: Omit<SsoProviderDraft | SsoProviderChanges, 'clientSecret'>) {
  return {
    ...rest,
    ...(certificates && { certificates: [...certificates] }),
    ...(principalAttributeMappings && { principalAttributeMappings: [...principalAttributeMappings] }),
  };
}

function toProvider({ clientSecret, config, ...row }: SsoProviderEntity): SsoProvider {
  return { ...row, hasClientSecret: Boolean(clientSecret), config: { ...defaultProviderConfig, ...config } };
}

/** For checks by the command line. */
export function enabledProviders(runner: SqlRunner): Promise<Pick<SsoProvider, 'kind' | 'slug' | 'certificates'>[]> {
  return runner.query('SELECT kind, slug, certificates FROM sso_provider WHERE enabled ORDER BY id');
}

interface SealedSecret {
  readonly purpose: SealedPurpose;
  /** Id of the row. */
  readonly owner: string;
  readonly sealed: Buffer;
}

/** Client secrets and our keys, for checks by the command line. */
export function sealedSsoSecrets(runner: SqlRunner): Promise<SealedSecret[]> {
  return runner.query(`
    SELECT 'sso client secret' AS purpose, id::text AS owner, client_secret AS sealed FROM sso_provider
    WHERE client_secret IS NOT NULL
    UNION ALL SELECT 'sso signing key', id::text, private_key FROM sso_key`);
}
