import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../base/errors.js';
import { unlessTaken } from '../../database/driver-errors.js';
import { SamlProviderEntity } from './saml-provider.entity.js';
import type { SamlProvider, SamlProviderDraft } from './saml.dto.js';

@Injectable()
export class SamlRepository {
  constructor(@InjectRepository(SamlProviderEntity) private readonly providers: Repository<SamlProviderEntity>) {}

  /** Returns all providers, ordered by id. A deployment has few, so the list has no pages. */
  findAll(): Promise<SamlProvider[]> {
    return this.providers.find({ order: { id: 'ASC' } });
  }

  findById(id: number): Promise<SamlProvider | null> {
    return this.providers.findOneBy({ id });
  }

  /** @throws ConflictError if the name is taken */
  insert(draft: SamlProviderDraft, note: AuditNote): Promise<SamlProvider> {
    const inserted = this.providers.manager.transaction(async (manager) => {
      const provider = await manager.save(manager.create(SamlProviderEntity, draft));
      await note(manager, { id: provider.id });
      return provider;
    });
    const message = `there is a provider with the name ${draft.name} already`;
    return unlessTaken(inserted, () => ConflictError.at('resource.name_taken', 'body.name', message));
  }

  /** @returns false if there is no such provider */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.providers.manager, note, (manager) => manager.delete(SamlProviderEntity, { id }));
  }
}
