import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { FindingKind } from '../../../analysis/findings/finding-types.js';
import { Database } from '../../../database/database.js';
import { objectToken } from '../../../database/sql/json-token.js';
import type { AuditNote } from '../../../auth/audit/audit-entry.js';
import { DeletesExpired } from '../../../queue/background-work.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf } from '../../../http/list/json-of.js';
import { listPage, listSql } from '../../../http/list/list-page.js';
import { environmentsValue } from '../../environments/asked-environments.js';
import { findingDetailList, type FindingDetailRequest, findingDetailShape } from './finding-details.fields.js';
import {
  findingList,
  type FindingListRequest,
  findingNameList,
  type FindingNameRequest,
  findingShape,
} from './findings.fields.js';
import { findingsWithNames, isAskedFor, propertiesOf } from './findings.sql.js';

/** The findings that a client asks for. */
export interface FindingScope {
  /** Object ids; empty: all. */
  readonly environments: readonly string[];
  /** Undefined: all. */
  readonly tag: number | undefined;
}

/** The values of the parameters of {@link isAskedFor}. */
export function scopeValues({ environments, tag = -1 }: FindingScope): [string, number] {
  return [environmentsValue(environments), tag];
}

export interface Acceptance {
  readonly until: Date | null;
  readonly by: string | null;
  readonly reason: string;
}

const unresolved = 'f.resolved_at IS NULL';

/** Findings that are read at once. */
const findingsAtOnce = 1000;

/** $1, $2, $3: the key of the finding before. It is the order of the index of the key. */
const unified = `
  SELECT f.finding, f.source, f.target, (jsonb_build_object('target_id', f.target, 'target_kind', f.target_kind, 'target_properties', ${propertiesOf('f.target')}::jsonb,
      'finding_name', f.finding, 'environment_id', f.environment, 'impact_percentage', f.impact_share,
      'impact_count', f.impact_count, 'exposure_percentage', f.exposure_share, 'exposure_count', f.exposure_count,
      'accepted_until', coalesce(floor(extract(epoch FROM f.accepted_until))::bigint, 0), 'asset_group', coalesce(g.tag, ''))
    || CASE t.kind WHEN 'relationship' THEN jsonb_build_object('source_id', f.source, 'source_kind', f.source_kind,
      'source_properties', ${propertiesOf('f.source')}::jsonb) ELSE '{}' END)::text AS json
  FROM ${findingsWithNames('finding')} WHERE ${unresolved} AND (f.finding, f.source, f.target) > ($1, $2, $3)
  ORDER BY f.finding, f.source, f.target LIMIT $4`;

interface UnifiedRow {
  readonly finding: string;
  readonly source: string;
  readonly target: string;
  /** In the form of UnifiedFindingDto. */
  readonly json: string;
}

@Injectable()
export class FindingsRepository {
  constructor(private readonly database: Database) {}

  listPage(request: FindingListRequest, environments: readonly string[]): Promise<JsonText> {
    return listPage(this.database, findingList, request, {
      from: findingsWithNames(`(SELECT * FROM finding f WHERE ${isAskedFor('$1', '$2')})`),
      item: findingShape.token,
      values: scopeValues({ environments, tag: undefined }),
    });
  }

  /** The unresolved findings of one type. */
  listDetails(
    kind: FindingKind,
    finding: string,
    scope: FindingScope,
    request: FindingDetailRequest,
  ): Promise<JsonText> {
    return listPage(this.database, findingDetailList, request, {
      from: `(SELECT * FROM finding f WHERE ${isAskedFor('$1', '$2')} AND f.finding = $3 AND ${unresolved}) f`,
      item: findingDetailShape.tokenFor({ kind }),
      values: [...scopeValues(scope), finding],
    });
  }

  /** `{ data: finding }` */
  findDetail(kind: FindingKind, id: number): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: findingDetailShape.tokenFor({ kind }) })} AS json FROM finding f WHERE f.id = $1`;
    return jsonOf(this.database, sql, [id]);
  }

  /** The type of a finding; null if there is no such finding. */
  async typeOf(id: number): Promise<string | null> {
    const [row] = await this.database.query<{ finding: string }>('SELECT finding FROM finding WHERE id = $1', [id]);
    return row?.finding ?? null;
  }

  /** @returns false if there is no such finding */
  accept(id: number, { until, by, reason }: Acceptance, note: AuditNote): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const changed = await tx.query(
        `UPDATE finding SET accepted_until = $2::timestamptz, accepted_by = $3, accept_reason = $4, poll_number = NULL
         WHERE id = $1 RETURNING id`,
        [id, until, by, reason],
      );
      if (changed.length === 0) return false;
      await note(tx);
      return true;
    });
  }

  /** Names of the types of unresolved findings. */
  listNames(scope: FindingScope, request: FindingNameRequest): Promise<string[]> {
    const present = `SELECT DISTINCT finding FROM finding f WHERE ${isAskedFor('$1', '$2')} AND ${unresolved}`;
    return this.namesOf(present, scopeValues(scope), request);
  }

  /** The names among these that a request asks for. */
  filterNames(names: readonly string[], request: FindingNameRequest): Promise<string[]> {
    const all = 'SELECT name AS finding FROM jsonb_array_elements_text($1::jsonb) name';
    return this.namesOf(all, [JSON.stringify(names)], request);
  }

  private async namesOf(
    from: string,
    parameters: readonly (string | number)[],
    request: FindingNameRequest,
  ): Promise<string[]> {
    const { where, orderBy, page, values } = listSql(findingNameList, request, parameters);
    const rows = await this.database.query<{ finding: string }>(
      `SELECT f.finding FROM (${from}) f WHERE ${where} ORDER BY ${orderBy} ${page}`,
      values,
    );
    return rows.map(({ finding }) => finding);
  }

  /** All unresolved findings by type, some at once. Their statements belong to the request of the caller, who may read them later. */
  async *eachUnified(atOnce = findingsAtOnce): AsyncGenerator<readonly UnifiedRow[], void, undefined> {
    const inRequest = AsyncLocalStorage.snapshot();
    let last: UnifiedRow | undefined;
    do {
      const key = [last?.finding ?? '', last?.source ?? '', last?.target ?? ''];
      const rows = await inRequest(() => this.database.query<UnifiedRow>(unified, [...key, atOnce]));
      if (rows.length > 0) yield rows;
      last = rows.length < atOnce ? undefined : rows.at(-1);
    } while (last);
  }

  @DeletesExpired({ name: 'resolved findings', days: ({ retentionFindings }) => retentionFindings })
  deleteExpired(resolvedBefore: Date): Promise<number> {
    return this.database.execute('DELETE FROM finding WHERE resolved_at < $1', [resolvedBefore]);
  }
}
