import { Injectable } from '@nestjs/common';
import type { Note } from '../../../auth/audit/audit-entry.js';
import { ConflictError } from '../../../base/errors.js';
import { Database } from '../../../database/database.js';
import { isUniqueViolation } from '../../../database/driver-errors.js';
import { storableJson } from '../../../database/storable.js';
import type { Extension, ExtensionDraft } from './extensions.dto.js';

const upsert = `
  INSERT INTO extension (name, namespace, version, definition) VALUES ($1, $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET namespace = excluded.namespace, version = excluded.version, definition = excluded.definition
  RETURNING id, xmax = 0 AS created`;

@Injectable()
export class ExtensionsRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<Extension[]> {
    return this.database.prepared<Extension>('SELECT id, name, namespace, version FROM extension ORDER BY name');
  }

  /**
   * Replaces the extension of the same name.
   * @returns whether it is new
   * @throws ConflictError if another extension has the namespace
   */
  async save({ name, namespace, version, definition }: ExtensionDraft, note: Note): Promise<boolean> {
    try {
      return await this.database.transaction(async (tx) => {
        const values = [name, namespace, version, storableJson(definition)];
        const [row] = await tx.query<{ id: number; created: boolean }>(upsert, values);
        await note(tx, { id: row?.id });
        return row?.created === true;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const message = `another extension has the namespace ${namespace}`;
      throw new ConflictError([{ code: 'resource.name_taken', context: 'body.schema.namespace', message }]);
    }
  }

  /** @returns false if there is no such extension */
  delete(id: number, note: Note): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const deleted = await tx.query<{ name: string }>('DELETE FROM extension WHERE id = $1 RETURNING name', [id]);
      const [extension] = deleted;
      if (extension) await note(tx, { name: extension.name });
      return extension !== undefined;
    });
  }
}
