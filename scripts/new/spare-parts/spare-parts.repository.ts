import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../../src/auth/audit/audit-entry.js';
import { changeOneRow } from '../../../src/auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../../src/base/errors.js';
import { Database } from '../../../src/database/database.js';
import { unlessTaken } from '../../../src/database/driver-errors.js';
import type { JsonText } from '../../../src/http/json-text.js';
import { listPage } from '../../../src/http/list/list-page.js';
import { SparePartEntity } from './spare-part.entity.js';
import { sparePartList, type SparePartListRequest, sparePartShape } from './spare-parts.fields.js';

@Injectable()
export class SparePartsRepository {
  constructor(
    @InjectRepository(SparePartEntity) private readonly spareParts: Repository<SparePartEntity>,
    private readonly database: Database,
  ) {}

  listPage(request: SparePartListRequest): Promise<JsonText> {
    return listPage(this.database, sparePartList, request, { from: 'spare_part', item: sparePartShape.token });
  }

  /** @throws ConflictError if the name is taken */
  insert(name: string, note: AuditNote): Promise<SparePartEntity> {
    const inserted = this.spareParts.manager.transaction(async (manager) => {
      const sparePart = await manager.save(SparePartEntity, { name });
      await note(manager);
      return sparePart;
    });
    const message = `the name ${name} is taken`;
    return unlessTaken(inserted, () => ConflictError.at('resource.name_taken', 'body.name', message));
  }

  /** @returns false if there is no such spare part */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.spareParts.manager, note, (manager) => manager.delete(SparePartEntity, { id }));
  }
}
