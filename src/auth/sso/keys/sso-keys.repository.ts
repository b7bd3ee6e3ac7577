import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
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

  /** Certificates in PEM, the newest first. */
  async findCertificates(most: number): Promise<string[]> {
    const rows = await this.keys.find({ select: { id: true, certificate: true }, order: { id: 'DESC' }, take: most });
    return rows.map(({ certificate }) => certificate);
  }

  /** @throws UnreadableSecretError */
  async findNewest(): Promise<CertifiedKey | null> {
    const [row] = await this.keys.find({ order: { id: 'DESC' }, take: 1 });
    if (!row) return null;
    return { certificate: row.certificate, privateKey: this.cipher.open(purpose, String(row.id), row.privateKey) };
  }

  /** Of several instances that need the first key, one stores it. */
  async insertFirst(key: CertifiedKey, note: AuditNote): Promise<void> {
    await this.keys.manager.transaction(async (manager) => {
      await manager.query('LOCK TABLE sso_key IN SHARE ROW EXCLUSIVE MODE');
      if ((await manager.count(SsoKeyEntity)) === 0) await this.insert(key, manager, note);
    });
  }

  private async insert(
    { certificate, privateKey }: CertifiedKey,
    manager: EntityManager,
    note: AuditNote,
  ): Promise<void> {
    const row = await manager.save(manager.create(SsoKeyEntity, { certificate, privateKey: Buffer.alloc(0) }));
    // The id is a part of what is sealed.
    const sealed = this.cipher.seal(purpose, String(row.id), privateKey);
    await manager.update(SsoKeyEntity, { id: row.id }, { privateKey: sealed });
    await note(manager, { id: row.id });
  }
}
