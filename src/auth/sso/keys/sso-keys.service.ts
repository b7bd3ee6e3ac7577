import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import { AuditService } from '../../audit/audit.service.js';
import { type CertifiedKey, selfSigned } from './self-signed-certificate.js';
import { SsoKeysRepository } from './sso-keys.repository.js';

/** During a rotation, providers may still have the certificate before the newest. */
const announced = 2;

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
    const known = await this.keys.findNewest();
    if (known) return known;
    await this.makeFirst();
    const made = await this.keys.findNewest();
    if (!made) throw new Error('the signing key is gone again');
    return made;
  }

  /** Certificates in PEM, the newest first; more than one during a rotation. */
  async certificates(): Promise<string[]> {
    const known = await this.keys.findCertificates(announced);
    if (known.length > 0) return known;
    await this.makeFirst();
    return this.keys.findCertificates(announced);
  }

  private async makeFirst(): Promise<void> {
    const key = await selfSigned('Graphward', this.clock.now());
    const entry = { action: 'sso_key.create', resource: 'sso-providers' } as const;
    await this.audit.audited(entry, (note) => this.keys.insertFirst(key, note));
  }
}
