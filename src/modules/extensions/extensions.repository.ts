import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { ConflictError } from '../../base/errors.js';
import { sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { unlessTaken } from '../../database/driver-errors.js';
import { storableJson } from '../../database/sql/storable.js';
import { ExtensionEntity } from './extension.entity.js';
import type { Extension, ExtensionDraft } from './extensions.dto.js';

/** `xmax` is 0 in a row that the statement has inserted. */
const upsert = `
  INSERT INTO extension (name, namespace, version, definition) VALUES ($1, $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET namespace = excluded.namespace, version = excluded.version, definition = excluded.definition
  RETURNING id, xmax = 0 AS created`;

const texts = `
  SELECT DISTINCT t #>> '{}' AS name FROM extension, jsonb_path_query(definition, '$.** ? (@.type() == "string")') t`;

@Injectable()
export class ExtensionsRepository {
  constructor(@InjectRepository(ExtensionEntity) private readonly extensions: Repository<ExtensionEntity>) {}

  list(): Promise<Extension[]> {
    const select = { id: true, name: true, namespace: true, version: true } as const;
    return this.extensions.find({ select, order: { name: 'ASC' } });
  }

  /** All texts of the definitions, among which are the names of all kinds. */
  async kindNames(on: Transaction): Promise<string[]> {
    const rows = await sqlIn(on).query<{ name: string }>(texts);
    return rows.map(({ name }) => name);
  }

  /** With their definitions. */
  listStored(): Promise<ExtensionEntity[]> {
    return this.extensions.find({ order: { id: 'ASC' } });
  }

  /**
   * Replaces the extension of the same name.
   * @returns whether it is new
   * @throws ConflictError if another extension has the namespace
   */
  save({ name, namespace, version, definition }: ExtensionDraft, note: AuditNote): Promise<boolean> {
    const saved = this.extensions.manager.transaction(async (manager) => {
      // Of two requests for one new extension, the second would find only the namespace taken.
      await manager.query('LOCK TABLE extension IN SHARE ROW EXCLUSIVE MODE');
      const values = [name, namespace, version, storableJson(definition)];
      const [row]: readonly { id: number; created: boolean }[] = await manager.query(upsert, values);
      await note(manager, { id: row?.id });
      return row?.created === true;
    });
    const message = `another extension has the namespace ${namespace}`;
    return unlessTaken(saved, () => ConflictError.at('resource.name_taken', 'body.schema.namespace', message));
  }

  /** @returns false if there is no such extension */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return this.extensions.manager.transaction(async (manager) => {
      const extension = await manager.findOne(ExtensionEntity, { select: { id: true, name: true }, where: { id } });
      const { affected } = await manager.delete(ExtensionEntity, { id });
      if (!extension || affected !== 1) return false;
      await note(manager, { name: extension.name });
      return true;
    });
  }
}
