import { Injectable } from '@nestjs/common';
import {
  environmentCountsSql,
  environmentExistsSql,
  environmentsSql,
} from '../../analysis/data-quality/environment-sql.js';
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
import type { TimeRange } from '../../http/input/time-range.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/record-times-list.js';
import { tenantList, type TenantListRequest } from './tenants.list.js';

const tenants = { kind: Kind.AZTenant, table: 'data_quality_tenant', id: 'tenantid' };

const tenantItem = objectToken({
  tenantid: textToken('t.tenantid'),
  name: textToken('t.name'),
  last_seen: timeToken('t.last_seen'),
});

const tenantExists = environmentExistsSql(tenants);

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
    return listPage(this.database, tenantList, request, { from: environmentsSql(tenants), item: tenantItem });
  }

  async exists(tenantId: string): Promise<boolean> {
    const [row] = await this.database.prepared<{ exists: boolean }>(tenantExists, [tenantId]);
    return row?.exists === true;
  }

  /** One page of the statistics made within the range; `start` and `end` stand in the envelope. */
  listDataQuality(tenantId: string, { start, end }: TimeRange, request: RecordTimesRequest): Promise<JsonText> {
    return listPage(this.database, recordTimesList, request, {
      from: environmentCountsSql(tenants),
      item: statItem,
      values: [tenantId, start.toISOString(), end.toISOString()],
      more: { start: timeToken('$2::timestamptz'), end: timeToken('$3::timestamptz') },
    });
  }
}
