import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import { NotFoundError } from '../../base/errors.js';
import type { Extension, ExtensionDraft } from './extensions.dto.js';
import { ExtensionsRepository } from './extensions.repository.js';

@Injectable()
export class ExtensionsService {
  constructor(
    private readonly extensions: ExtensionsRepository,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<Extension[]> {
    return this.extensions.list();
  }

  /**
   * Replaces the extension of the same name.
   * @returns whether it is new
   * @throws ConflictError if another extension has the namespace
   */
  save(draft: ExtensionDraft): Promise<boolean> {
    const { name, namespace, version } = draft;
    const entry = { action: 'extension.save', resource: 'extensions', details: { name, namespace, version } } as const;
    return this.audit.audited(entry, (note) => this.extensions.save(draft, note));
  }

  /** @throws NotFoundError */
  async delete(id: number): Promise<void> {
    await this.audit.audited({ action: 'extension.delete', resource: `extensions/${id}` }, async (note) => {
      if (!(await this.extensions.delete(id, note)))
        throw new NotFoundError('path.extension_id', `there is no extension ${id}`);
    });
  }
}
