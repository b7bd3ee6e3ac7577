import { Injectable } from '@nestjs/common';
import { adDomain, cloudTenant, type EnvironmentType } from '../../analysis/data-quality/environment-type.js';
import { Database } from '../../database/database.js';
import { timeToken } from '../../database/sql/json-token.js';
import { isCollected, isEnvironment, isExtensionEnvironment } from '../../graph/extensions/environment-nodes.js';
import { lastSeenOf } from '../../graph/store/days.js';
import type { TimeRange } from '../../http/input/date-time.js';
import type { JsonText } from '../../http/json-text.js';
import {
  type ListDescription,
  type ListRequest,
  recordTimesList,
  type RecordTimesRequest,
} from '../../http/list/list-description.js';
import { listPage, listSql, type PageOf } from '../../http/list/list-page.js';
import {
  environmentList,
  type EnvironmentListRequest,
  environmentShape,
  domainList,
  type DomainListRequest,
  domainQualityShape,
  domainShape,
  tenantList,
  type TenantListRequest,
  tenantQualityShape,
  tenantShape,
} from './environments.fields.js';

export type EnvironmentTypeName = EnvironmentType['name'];

/** An environment that is in the graph now. */
export interface PresentEnvironment {
  /** Null for an environment of an extension. */
  readonly type: EnvironmentTypeName | null;
  /** Name of the kind of its node. */
  readonly kind: string;
  readonly name: string;
  readonly objectid: string;
  readonly collected: boolean;
}

export interface CollectedEnvironment {
  /** Object id. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** End of the day (UTC) of the last collection that contained it. */
  readonly seenUntil: Date;
}

const types: Readonly<Record<EnvironmentTypeName, EnvironmentType>> = { domain: adDomain, tenant: cloudTenant };

const qualityTokens: Readonly<Record<EnvironmentTypeName, string>> = {
  domain: domainQualityShape.token,
  tenant: tenantQualityShape.token,
};

/** Reads environments and their data quality statistics. PostgreSQL formats the JSON. */
@Injectable()
export class EnvironmentsRepository {
  constructor(private readonly database: Database) {}

  listDomains(request: DomainListRequest): Promise<JsonText> {
    return listPage(this.database, domainList, request, { from: environmentsSql(adDomain), item: domainShape.token });
  }

  listTenants(request: TenantListRequest): Promise<JsonText> {
    return listPage(this.database, tenantList, request, {
      from: environmentsSql(cloudTenant),
      item: tenantShape.token,
    });
  }

  listOfExtensions(request: EnvironmentListRequest): Promise<JsonText> {
    return listPage(this.database, environmentList, request, { from: ofExtensionsSql, item: environmentShape.token });
  }

  /** @param list uses the columns `t.objectid`, `t.name` and `t.collected` */
  async listPresent<C extends string>(
    list: ListDescription<C>,
    request: ListRequest<C>,
  ): Promise<PageOf<PresentEnvironment>> {
    const { where, orderBy, page, values } = listSql(list, request);
    const [row] = await this.database.query<{ count: number; data: PresentEnvironment[] }>(
      `SELECT (SELECT count(*)::integer FROM ${presentSql} WHERE ${where}) AS count,
         ARRAY(SELECT to_json(t) FROM ${presentSql} WHERE ${where} ORDER BY ${orderBy} ${page}) AS data`,
      values,
    );
    return { count: row?.count ?? 0, skip: request.skip, limit: request.limit, data: row?.data ?? [] };
  }

  listCollected(): Promise<CollectedEnvironment[]> {
    return this.database.query<CollectedEnvironment>(collectedSql);
  }

  /** @returns the object id of an environment that the graph has, or had when an analysis ran: the given one, else the same in upper case */
  async findId(type: EnvironmentTypeName, given: string): Promise<string | null> {
    const [row] = await this.database.prepared<{ id: string }>(findSql(types[type]), [given]);
    return row?.id ?? null;
  }

  /** Returns one page of the statistics within the range. The envelope contains `start` and `end`. */
  listDataQuality(
    type: EnvironmentTypeName,
    id: string,
    { start, end }: TimeRange,
    request: RecordTimesRequest,
  ): Promise<JsonText> {
    return listPage(this.database, recordTimesList, request, {
      from: dataQualitySql(types[type]),
      item: qualityTokens[type],
      values: [id, start.toISOString(), end.toISOString()],
      more: { start: timeToken('$2::timestamptz'), end: timeToken('$3::timestamptz') },
    });
  }
}

/** SQL: whether the data of the environment `n` were collected. */
const isKnownCollected = `CASE WHEN ${isExtensionEnvironment('n')} THEN ${isCollected('n')}
  ELSE coalesce(n.props -> 'collected' = 'true', false) END`;

/** FROM clause with the alias `t`: the environments that are in the graph now. */
const presentSql = `(
  SELECT CASE n.kind WHEN ${cloudTenant.kind} THEN '${cloudTenant.name}' WHEN ${adDomain.kind} THEN '${adDomain.name}' END AS type,
    k.name AS kind, n.name, n.objectid,
    ${isKnownCollected} AS collected
  FROM node n JOIN kind k ON k.id = n.kind WHERE ${isEnvironment('n')}) t`;

const collectedSql = `
  SELECT n.objectid AS id, k.name AS kind, n.name, (${lastSeenOf('n')} + 1)::timestamp AT TIME ZONE 'UTC' AS "seenUntil"
  FROM node n JOIN kind k ON k.id = n.kind WHERE ${isEnvironment('n')} AND ${isKnownCollected} ORDER BY n.objectid`;

/** FROM clause with the alias `t`: those of extensions. */
const ofExtensionsSql = `(
  SELECT n.objectid, n.name, k.name AS kind, e.name AS extension, ${isCollected('n')} AS collected,
    (${lastSeenOf('n')})::timestamp AT TIME ZONE 'UTC' AS last_seen
  FROM node n JOIN kind k ON k.id = n.kind
    JOIN extension e ON e.model -> 'environments' @> jsonb_build_array(jsonb_build_object('kind', k.name))
  WHERE ${isExtensionEnvironment('n')}) t`;

/** FROM clause with the alias `t`: the environments of the graph, and the former ones that still have statistics. */
function environmentsSql({ kind, table, id }: EnvironmentType): string {
  return `(
    SELECT COALESCE(n.objectid, q.${id}) AS ${id}, COALESCE(n.name, q.${id}) AS name,
      COALESCE(n.last_seen::timestamp AT TIME ZONE 'UTC', q.last_seen) AS last_seen, COALESCE(n.collected, false) AS collected
    FROM (SELECT objectid, name, ${lastSeenOf('node')} AS last_seen, props -> 'collected' = 'true' AS collected
      FROM node WHERE kind = ${kind}) n
    FULL JOIN (SELECT ${id}, max(created_at) AS last_seen FROM ${table} GROUP BY ${id}) q ON q.${id} = n.objectid) t`;
}

/** Query: the object id of the environment $1. */
function findSql({ kind, table, id }: EnvironmentType): string {
  return `SELECT asked.id FROM (VALUES (1, $1::text), (2, upper($1))) asked (place, id)
    WHERE EXISTS (SELECT FROM node WHERE objectid = asked.id AND kind = ${kind})
      OR EXISTS (SELECT FROM ${table} WHERE ${id} = asked.id)
    ORDER BY place LIMIT 1`;
}

/** FROM clause with the alias `d`: the statistics of the environment $1 from $2 (inclusive) to $3 (exclusive). */
function dataQualitySql({ table, id }: EnvironmentType): string {
  return `(SELECT * FROM ${table}
    WHERE ${id} = $1 AND created_at >= $2::timestamptz AND created_at < $3::timestamptz) d`;
}
