import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { ConflictError, InvalidInputError } from '../../base/errors.js';
import { Database, oneRow, type SqlConnection, sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { storableJson } from '../../database/sql/storable.js';
import { applyKinds } from '../../graph/extensions/apply-kinds.js';
import { type ExtensionEnvironment, type ExtensionModel, unusedModel } from '../../graph/extensions/extension-model.js';
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

/** Of kinds that the extension no longer has. */
const deleteOtherCounts = `
  DELETE FROM data_quality_count
  WHERE extension_id = $1 AND (environment_kind <> ALL ($2::text[]) OR kind <> ALL ($3::text[]))`;

/** Findings of the types that the extension no longer has, and the postures of environments of kinds that it no longer has. */
const deleteOtherFindings = `
  WITH gone AS (DELETE FROM finding WHERE finding = ANY ($1::text[])),
    counts AS (DELETE FROM finding_count WHERE finding = ANY ($1::text[]))
  DELETE FROM posture_stat WHERE domain_sid IN (
    SELECT n.objectid FROM node n JOIN kind k ON k.id = n.kind WHERE k.is_environment AND k.name = ANY ($2::text[]))`;

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
      if (former) {
        await tx.query(deleteOtherCounts, [
          id,
          model.environments.map(kindOf),
          [...model.nodeKinds, ...model.edgeKinds],
        ]);
        await deleteResults(tx, former.model, model);
      }
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
      await deleteResults(tx, former.model, unusedModel);
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

async function deleteResults(tx: SqlConnection, former: ExtensionModel, model: ExtensionModel): Promise<void> {
  const findings = new Set(model.findings.map(({ name }) => name));
  const kinds = new Set(model.environments.map(kindOf));
  await tx.query(deleteOtherFindings, [
    former.findings.map(({ name }) => name).filter((name) => !findings.has(name)),
    former.environments.map(kindOf).filter((kind) => !kinds.has(kind)),
  ]);
}

function kindOf({ kind }: ExtensionEnvironment): string {
  return kind;
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
