import { Injectable } from '@nestjs/common';
import { Database, oneRow, sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';

/** The data of an upload for one domain or tenant. */
export interface CollectedEnvironment {
  /** Object id. */
  readonly id: string;
  /** Name in the graph; the object id if the graph has none. */
  readonly name: string;
  /** Number of described nodes by kind; a node counts once for each record that describes it. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Number of payloads with data of this environment. */
  readonly files: number;
  /** The number that were not read to their end. */
  readonly broken: number;
}

/** The data of all files of an upload. */
export interface CollectedData {
  readonly files: number;
  /** Payloads that failed completely; their environment is unknown. */
  readonly failed: number;
  readonly environments: readonly CollectedEnvironment[];
  /** The first faults with their place, in the order of the files. */
  readonly faults: readonly string[];
  /** Number of all faults. */
  readonly faultCount: number;
}

/** Nothing of a failed payload is in the graph, so it has no environments. A materialized list of payloads would copy all their faults. */
const summary = `
  WITH payload AS NOT MATERIALIZED (
    SELECT payload.*, file.name FROM upload_file file JOIN upload_payload payload ON payload.file_id = file.id
    WHERE file.upload_id = $1),
  part AS (
    SELECT environment.key AS id, environment.value AS kinds, (payload.status = 'incomplete')::integer AS broken
    FROM payload, jsonb_each(payload.environments) environment WHERE payload.status <> 'failed'),
  sums AS (SELECT id, count(*)::integer AS files, sum(broken)::integer AS broken FROM part GROUP BY id),
  count AS (
    SELECT part.id, kind.key AS kind, sum(kind.value::integer) AS nodes
    FROM part, jsonb_each_text(part.kinds) kind GROUP BY part.id, kind.key),
  kinds AS (SELECT id, jsonb_object_agg(kind, nodes) AS kinds FROM count GROUP BY id),
  environment AS (
    SELECT sums.id, coalesce(nullif(node.name, ''), sums.id) AS name, kinds.kinds, sums.files, sums.broken
    FROM sums JOIN kinds ON kinds.id = sums.id LEFT JOIN node ON node.objectid = sums.id)
  SELECT (SELECT count(*)::integer FROM upload_file WHERE upload_id = $1) AS files,
    (count(*) FILTER (WHERE status = 'failed'))::integer AS failed,
    (SELECT coalesce(jsonb_agg(environment ORDER BY name, id), '[]') FROM environment) AS environments,
    ARRAY(
      SELECT concat_ws(': ', name || coalesce('!' || path, ''),
        nullif(concat_ws('.', coalesce(fault->>'list', '') || '[' || (fault->>'record') || ']', fault->>'field'), ''),
        fault->>'reason')
      FROM payload, jsonb_array_elements(faults) WITH ORDINALITY element (fault, place)
      ORDER BY file_id, id, place LIMIT $2) AS faults,
    coalesce(sum(fault_count), 0)::integer AS "faultCount"
  FROM payload`;

/** Sums up the results of the files of an upload. */
@Injectable()
export class CollectedDataRepository {
  constructor(private readonly database: Database) {}

  /** @param maxFaults limits `faults` of the answer */
  async read(uploadId: number, maxFaults: number, on: Transaction = this.database): Promise<CollectedData> {
    return oneRow(await sqlIn(on).query<CollectedData>(summary, [uploadId, maxFaults]));
  }
}
