import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../src/auth/audit/audit.service.js';
import { NotFoundError } from '../../../src/base/errors.js';
import type { JsonText } from '../../../src/http/json-text.js';
import type { CreateSparePartRequest } from './spare-parts.dto.js';
import type { SparePartDto, SparePartListRequest } from './spare-parts.fields.js';
import { SparePartsRepository } from './spare-parts.repository.js';

@Injectable()
export class SparePartsService {
  constructor(
    private readonly spareParts: SparePartsRepository,
    private readonly audit: AuditService,
  ) {}

  list(request: SparePartListRequest): Promise<JsonText> {
    return this.spareParts.listPage(request);
  }

  /** @throws ConflictError if the name is taken */
  create({ name }: CreateSparePartRequest): Promise<SparePartDto> {
    const entry = { action: 'spare_part.create', resource: 'spare-parts', details: { name } } as const;
    return this.audit.audited(entry, (note) => this.spareParts.insert(name, note));
  }

  /** @throws NotFoundError */
  async delete(id: number): Promise<void> {
    await this.audit.audited({ action: 'spare_part.delete', resource: `spare-parts/${id}` }, async (note) => {
      if (!(await this.spareParts.delete(id, note)))
        throw new NotFoundError('path.spare_part_id', `there is no spare part ${id}`);
    });
  }
}
