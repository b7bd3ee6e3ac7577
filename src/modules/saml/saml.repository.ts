import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import { ConflictError } from '../../common/errors.js';
import { isUniqueViolation } from '../../database/driver-errors.js';
import { SamlProviderEntity } from './saml-provider.entity.js';
import type { SamlProvider, SamlProviderDraft } from './saml-provider.js';

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
  async insert(draft: SamlProviderDraft): Promise<SamlProvider> {
    try {
      return await this.rows.save(this.rows.create(draft));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError([
        { context: 'body.name', message: `there is a provider with the name ${draft.name} already` },
      ]);
    }
  }

  /** False where there is no such provider. */
  async delete(id: number): Promise<boolean> {
    const { affected } = await this.rows.delete({ id });
    return affected === 1;
  }
}
