import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import type { AuditNote } from '../../audit/audit-entry.js';
import { AuditService } from '../../audit/audit.service.js';
import { type CertifiedKey, selfSigned } from './self-signed-certificate.js';
import { SsoKeysRepository } from './sso-keys.repository.js';

/** The key pair by which this service signs its messages to SAML providers. */
@Injectable()
export class SsoKeysService {
  constructor(
    private readonly keys: SsoKeysRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Makes the key at the first need. @throws UnreadableSecretError */
  async signingKey(): Promise<CertifiedKey> {
    const known = await this.keys.find();
    if (known) return known;
    await this.makeFirst();
    const made = await this.keys.find();
    if (!made) throw new Error('the signing key is gone again');
    return made;
  }

  /** Certificates in PEM; the first is of the key that signs, a second is announced. */
  async certificates(): Promise<string[]> {
    const known = await this.keys.findCertificates();
    if (known.length > 0) return known;
    await this.makeFirst();
    return this.keys.findCertificates();
  }

  /** Announces a second key in the metadata. The first one signs until {@link finishRotation}. @throws ConflictError */
  async beginRotation(): Promise<void> {
    await this.certificates();
    await this.store((key, note) => this.keys.insertSecond(key, note));
  }

  /** The second key signs from now on. @throws ConflictError if there is none */
  async finishRotation(): Promise<void> {
    const entry = { action: 'sso_key.delete', resource: 'sso-providers' } as const;
    await this.audit.audited(entry, (note) => this.keys.deleteFormer(note));
  }

  /** Replaces all keys, also if they cannot be read. Providers need the new certificate. */
  reset(): Promise<void> {
    return this.store((key, note) => this.keys.replaceAll(key, note));
  }

  private makeFirst(): Promise<void> {
    return this.store((key, note) => this.keys.insertFirst(key, note));
  }

  private async store(work: (key: CertifiedKey, note: AuditNote) => Promise<void>): Promise<void> {
    const key = await selfSigned('Graphward', this.clock.now());
    const entry = { action: 'sso_key.create', resource: 'sso-providers' } as const;
    await this.audit.audited(entry, (note) => work(key, note));
  }
}
