import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import type { Note } from '../../auth/audit/audit-entry.js';
import { ConflictError } from '../../base/errors.js';
import { isUniqueViolation } from '../../database/driver-errors.js';
import { SamlProviderEntity } from './saml-provider.entity.js';
import type { SamlProvider, SamlProviderDraft } from './saml.dto.js';

@Injectable()
export class SamlRepository {
  private readonly rows: Repository<SamlProviderEntity>;

  constructor(dataSource: DataSource) {
    this.rows = dataSource.getRepository(SamlProviderEntity);
  }

  /** All of them, ordered by id: a deployment has a handful. */
  findAll(): Promise<SamlProvider[]> {
    return this.rows.find({ order: { id: 'ASC' } });
  }

  findById(id: number): Promise<SamlProvider | null> {
    return this.rows.findOneBy({ id });
  }

  /** @throws ConflictError when the name is taken; the unique index decides, not a prior read */
  async insert(draft: SamlProviderDraft, note: Note): Promise<SamlProvider> {
    try {
      return await this.rows.manager.transaction(async (manager) => {
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

  /** False where there is no such provider. */
  delete(id: number, note: Note): Promise<boolean> {
    return this.rows.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(SamlProviderEntity, { id });
      if (affected === 1) await note(manager);
      return affected === 1;
    });
  }
}
