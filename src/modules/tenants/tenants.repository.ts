import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import {
  numberToken,
  objectToken,
  plainTextToken,
  recordTokens,
  textToken,
  timeToken,
} from '../../database/json-token.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { dataQualityList, type DataQualityRequest, tenantList, type TenantListRequest } from './tenants.list.js';
import type { TimeRange } from './time-range.js';

/** A tenant is one that the graph has, or that it once had: its statistics stay. */
const tenants = `(
  SELECT COALESCE(n.objectid, q.tenantid) AS tenantid, COALESCE(n.name, q.tenantid) AS name,
    COALESCE(n.last_seen::timestamp AT TIME ZONE 'UTC', q.last_seen) AS last_seen
  FROM (SELECT objectid, name, last_seen FROM node WHERE kind = ${Kind.AZTenant}) n
  FULL JOIN (SELECT tenantid, max(created_at) AS last_seen FROM data_quality_tenant GROUP BY tenantid) q
    ON q.tenantid = n.objectid) t`;

const tenantItem = objectToken({
  tenantid: textToken('t.tenantid'),
  name: textToken('t.name'),
  last_seen: timeToken('t.last_seen'),
});

const tenantExists = `SELECT EXISTS (SELECT FROM node WHERE objectid = upper($1) AND kind = ${Kind.AZTenant})
  OR EXISTS (SELECT FROM data_quality_tenant WHERE tenantid = upper($1)) AS exists`;

const counts = [
  'users',
  'groups',
  'apps',
  'service_principals',
  'devices',
  'management_groups',
  'subscriptions',
  'resource_groups',
  'vms',
  'key_vaults',
  'relationships',
];

const statItem = objectToken({
  ...recordTokens('d'),
  tenantid: textToken('d.tenantid'),
  ...Object.fromEntries(counts.map((name) => [name, numberToken(`d.${name}`)])),
  run_id: plainTextToken('d.run_id'),
});

/** Reads cloud tenants and their statistics, as JSON that PostgreSQL writes. */
@Injectable()
export class TenantsRepository {
  constructor(private readonly database: Database) {}

  listPage(request: TenantListRequest): Promise<JsonText> {
    return listPage(this.database, tenantList, request, { from: tenants, item: tenantItem });
  }

  async exists(tenantId: string): Promise<boolean> {
    const [row] = await this.database.prepared<{ exists: boolean }>(tenantExists, [tenantId]);
    return row?.exists === true;
  }

  /** One page of the statistics made within the range; `start` and `end` stand in the envelope. */
  listDataQuality(tenantId: string, { start, end }: TimeRange, request: DataQualityRequest): Promise<JsonText> {
    return listPage(this.database, dataQualityList, request, {
      from: `(SELECT * FROM data_quality_tenant
        WHERE tenantid = upper($1) AND created_at >= $2::timestamptz AND created_at < $3::timestamptz) d`,
      item: statItem,
      values: [tenantId, start.toISOString(), end.toISOString()],
      more: { start: timeToken('$2::timestamptz'), end: timeToken('$3::timestamptz') },
    });
  }
}
