import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { ConflictError } from '../../../base/errors.js';
import type { AuditNote } from '../../audit/audit-entry.js';
import { SecretCipher } from '../../secrets/secret-cipher.js';
import type { CertifiedKey } from './self-signed-certificate.js';
import { SsoKeyEntity } from './sso-key.entity.js';

const purpose = 'sso signing key';

@Injectable()
export class SsoKeysRepository {
  constructor(
    @InjectRepository(SsoKeyEntity) private readonly keys: Repository<SsoKeyEntity>,
    private readonly cipher: SecretCipher,
  ) {}

  /** Certificates in PEM; the first is of the key that signs. */
  async findCertificates(): Promise<string[]> {
    const rows = await this.keys.find({ select: { id: true, certificate: true }, order: { id: 'ASC' } });
    return rows.map(({ certificate }) => certificate);
  }

  /** The key that signs. @throws UnreadableSecretError */
  async find(): Promise<CertifiedKey | null> {
    const [row] = await this.keys.find({ order: { id: 'ASC' }, take: 1 });
    if (!row) return null;
    return { certificate: row.certificate, privateKey: this.cipher.open(purpose, String(row.id), row.privateKey) };
  }

  /** Of several instances that need the first key, one stores it. */
  insertFirst(key: CertifiedKey, note: AuditNote): Promise<void> {
    return this.alone(async (manager, count) => {
      if (count === 0) await this.insert(key, manager, note);
    });
  }

  /** @throws ConflictError if there is a second key already */
  insertSecond(key: CertifiedKey, note: AuditNote): Promise<void> {
    return this.alone(async (manager, count) => {
      if (count > 1) throw conflict('a rotation of the key has begun already; end it by sso rotate-key --finish');
      await this.insert(key, manager, note);
    });
  }

  /** Deletes the key that has signed. @throws ConflictError if it is the only one */
  deleteFormer(note: AuditNote): Promise<void> {
    return this.alone(async (manager, count) => {
      if (count < 2) throw conflict('no rotation of the key has begun; begin one by sso rotate-key');
      await manager.query('DELETE FROM sso_key WHERE id = (SELECT min(id) FROM sso_key)');
      await note(manager);
    });
  }

  /** Deletes all keys and stores this one. */
  replaceAll(key: CertifiedKey, note: AuditNote): Promise<void> {
    return this.alone(async (manager) => {
      await manager.query('DELETE FROM sso_key');
      await this.insert(key, manager, note);
    });
  }

  /** Other changes wait for this one. */
  private async alone(work: (manager: EntityManager, count: number) => Promise<void>): Promise<void> {
    await this.keys.manager.transaction(async (manager) => {
      await manager.query('LOCK TABLE sso_key IN SHARE ROW EXCLUSIVE MODE');
      await work(manager, await manager.count(SsoKeyEntity));
    });
  }

  private async insert({ certificate, privateKey }: CertifiedKey, on: EntityManager, note: AuditNote): Promise<void> {
    const row = await on.save(on.create(SsoKeyEntity, { certificate, privateKey: Buffer.alloc(0) }));
    // The id is a part of what is sealed.
    const sealed = this.cipher.seal(purpose, String(row.id), privateKey);
    await on.update(SsoKeyEntity, { id: row.id }, { privateKey: sealed });
    await note(on, { id: row.id });
  }
}

function conflict(message: string): ConflictError {
  return ConflictError.at('resource.protected', 'sso', message);
}
