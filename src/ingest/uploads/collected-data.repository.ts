import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../database/database.js';
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
  /** Those of them that were not read to their end. */
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

/** Without failed payloads, because nothing of them is in the graph. */
const environments = `
  WITH part AS (
    SELECT environment.key AS id, environment.value AS kinds, (payload.status = 'incomplete')::integer AS broken
    FROM upload_file file JOIN upload_payload payload ON payload.file_id = file.id AND payload.status <> 'failed',
      jsonb_each(payload.environments) environment
    WHERE file.upload_id = $1),
  file AS (SELECT id, count(*)::integer AS files, sum(broken)::integer AS broken FROM part GROUP BY id),
  count AS (
    SELECT part.id, kind.key AS kind, sum(kind.value::integer) AS nodes
    FROM part, jsonb_each_text(part.kinds) kind GROUP BY part.id, kind.key),
  kinds AS (SELECT id, jsonb_object_agg(kind, nodes) AS kinds FROM count GROUP BY id)
  SELECT file.id, coalesce(nullif(node.name, ''), file.id) AS name, kinds.kinds, file.files, file.broken
  FROM file JOIN kinds ON kinds.id = file.id LEFT JOIN node ON node.objectid = file.id
  ORDER BY name, file.id`;

const faults = `
  SELECT file.name || coalesce('!' || payload.path, '') AS file, fault.value->>'list' AS list, fault.value->>'record' AS record,
    fault.value->>'field' AS field, fault.value->>'reason' AS reason
  FROM upload_file file JOIN upload_payload payload ON payload.file_id = file.id,
    jsonb_array_elements(payload.faults) WITH ORDINALITY fault (value, place)
  WHERE file.upload_id = $1 ORDER BY file.id, payload.id, fault.place LIMIT $2`;

const countAll = `
  SELECT count(DISTINCT file.id)::integer AS files, (count(*) FILTER (WHERE payload.status = 'failed'))::integer AS failed,
    coalesce(sum(payload.fault_count), 0)::integer AS faults
  FROM upload_file file LEFT JOIN upload_payload payload ON payload.file_id = file.id WHERE file.upload_id = $1`;

interface FaultRow {
  readonly file: string;
  readonly list: string | null;
  readonly record: string | null;
  readonly field: string | null;
  readonly reason: string;
}

/** Sums up the results of the files of an upload. */
@Injectable()
export class CollectedDataRepository {
  constructor(private readonly database: Database) {}

  /** @param maxFaults limits `faults` of the answer */
  async read(uploadId: number, maxFaults: number, on: Transaction = this.database): Promise<CollectedData> {
    const sql = sqlIn(on);
    const found = await sql.query<CollectedEnvironment>(environments, [uploadId]);
    const rows = await sql.query<FaultRow>(faults, [uploadId, maxFaults]);
    const [all] = await sql.query<{ files: number; failed: number; faults: number }>(countAll, [uploadId]);
    return {
      files: all?.files ?? 0,
      failed: all?.failed ?? 0,
      environments: found,
      faults: rows.map(faultText),
      faultCount: all?.faults ?? 0,
    };
  }
}

function faultText({ file, list, record, field, reason }: FaultRow): string {
  const place = [record === null ? null : `${list ?? ''}[${record}]`, field].filter((it) => it !== null).join('.');
  return `${file}: ${place}${place && ': '}${reason}`;
}
