import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { ConflictError } from '../../base/errors.js';
import { isUniqueViolation } from '../../database/driver-errors.js';
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

  /** @throws ConflictError if the name is taken; the unique index decides, because a prior read could be out of date */
  async insert(draft: SamlProviderDraft, note: AuditNote): Promise<SamlProvider> {
    try {
      return await this.providers.manager.transaction(async (manager) => {
        const provider = await manager.save(manager.create(SamlProviderEntity, draft));
        await note(manager, { id: provider.id });
        return provider;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError([
        {
          code: 'resource.name_taken',
          context: 'body.name',
          message: `there is a provider with the name ${draft.name} already`,
        },
      ]);
    }
  }

  /** @returns false if there is no such provider */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return this.providers.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(SamlProviderEntity, { id });
      if (affected === 1) await note(manager);
      return affected === 1;
    });
  }
}
