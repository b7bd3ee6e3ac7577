import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { deleteResults } from '../../analysis/findings/extension-results.js';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { ConflictError, InvalidInputError } from '../../base/errors.js';
import { Database, oneRow, type SqlConnection, sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { storableJson } from '../../database/sql/storable.js';
import { applyKinds } from '../../graph/extensions/apply-kinds.js';
import { type ExtensionModel, unusedModel } from '../../graph/extensions/extension-model.js';
import { ExtensionEntity } from '../../graph/extensions/extension.entity.js';
import { NamedKinds } from '../../graph/kinds/free-kinds.js';
import { bulkSettings, lockGraphForWriting } from '../../graph/store/graph-transaction.js';
import { KindsRefused } from '../../graph/writer/batch/stored-kinds.js';
import type { Extension, ExtensionDraft } from './extensions.dto.js';

const find = 'SELECT id, model FROM extension WHERE name = $1';

const upsert = `
  INSERT INTO extension (name, namespace, version, definition, model) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (name) DO UPDATE SET namespace = excluded.namespace, version = excluded.version, definition = excluded.definition,
    model = excluded.model
  RETURNING id`;

/** Extensions, one of whose kinds could have the name of a kind of the other. */
const alike = `
  SELECT namespace FROM extension
  WHERE name <> $1 AND (starts_with(namespace || '_', $2 || '_') OR starts_with($2 || '_', namespace || '_')) LIMIT 1`;

const texts = `
  SELECT DISTINCT t #>> '{}' AS name FROM extension, jsonb_path_query(definition, '$.** ? (@.type() == "string")') t`;

interface Former {
  readonly id: number;
  readonly name: string;
  readonly model: ExtensionModel;
}

@Injectable()
export class ExtensionsRepository {
  constructor(
    @InjectRepository(ExtensionEntity) private readonly extensions: Repository<ExtensionEntity>,
    private readonly database: Database,
    private readonly namedKinds: NamedKinds,
  ) {}

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
   * @throws ConflictError if the namespace of another extension begins like this one
   */
  save({ name, namespace, version, definition, model }: ExtensionDraft, note: AuditNote): Promise<boolean> {
    return this.changeKinds(async (tx) => {
      const [other] = await tx.query<{ namespace: string }>(alike, [name, namespace]);
      if (other) throw namespaceTaken(namespace, other.namespace);
      const [former] = await tx.query<Former>(find, [name]);
      const values = [name, namespace, version, storableJson(definition), storableJson(model)];
      const { id } = oneRow(await tx.query<{ id: number }>(upsert, values));
      if (former) await deleteResults(tx, id, former.model, model);
      await applyKinds(tx, former?.model ?? null, model, this.namedKinds);
      await note(tx, { id });
      return !former;
    });
  }

  /** @returns false if there is no such extension */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return this.changeKinds(async (tx) => {
      const [former] = await tx.query<Former>('DELETE FROM extension WHERE id = $1 RETURNING name, model', [id]);
      if (!former) return false;
      await deleteResults(tx, id, former.model, unusedModel);
      await applyKinds(tx, former.model, null, this.namedKinds);
      await note(tx, { name: former.name });
      return true;
    });
  }

  private changeKinds<T>(change: (tx: SqlConnection) => Promise<T>): Promise<T> {
    return this.database
      .transaction(async (tx) => {
        await tx.query(bulkSettings);
        await lockGraphForWriting(tx);
        return change(tx);
      })
      .catch((error: unknown) => {
        throw error instanceof KindsRefused ? tooManyKinds(error) : error;
      });
  }
}

function namespaceTaken(namespace: string, other: string): ConflictError {
  const message =
    namespace === other
      ? `another extension has the namespace ${namespace}`
      : `another extension has the namespace ${other}, so kinds could belong to both`;
  return ConflictError.at('resource.name_taken', 'body.schema.namespace', message);
}

function tooManyKinds({ limit }: KindsRefused): InvalidInputError {
  return InvalidInputError.at('body.invalid_value', 'body', `it has more kinds than ${limit}`);
}
