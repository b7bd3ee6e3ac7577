import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import type { CollectedData, CollectedEnvironment } from './collected-data.js';

/** What failed as a whole is not in the graph. */
const environments = `
  WITH part AS (
    SELECT environment.key AS id, environment.value AS kinds, (payload.status = 'incomplete')::integer AS broken
    FROM upload_file file JOIN upload_payload payload ON payload.file_id = file.id AND payload.status <> 'failed',
      jsonb_each(payload.environments) environment
    WHERE file.job_id = $1),
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
  WHERE file.job_id = $1 ORDER BY file.id, payload.id, fault.place LIMIT $2`;

const countAll = `
  SELECT count(DISTINCT file.id)::integer AS files, (count(*) FILTER (WHERE payload.status = 'failed'))::integer AS failed,
    coalesce(sum(payload.fault_count), 0)::integer AS faults
  FROM upload_file file LEFT JOIN upload_payload payload ON payload.file_id = file.id WHERE file.job_id = $1`;

interface FaultRow {
  readonly file: string;
  readonly list: string | null;
  readonly record: string | null;
  readonly field: string | null;
  readonly reason: string;
}

/** What has come of the files of an upload, over all of them. */
@Injectable()
export class CollectedDataRepository {
  constructor(private readonly database: Database) {}

  /** @param mostFaults so many are told, the first ones */
  async read(uploadId: number, mostFaults: number, on: Transaction = this.database): Promise<CollectedData> {
    const sql = sqlIn(on);
    const found = await sql.query<CollectedEnvironment>(environments, [uploadId]);
    const rows = await sql.query<FaultRow>(faults, [uploadId, mostFaults]);
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
