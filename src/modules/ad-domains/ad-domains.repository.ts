import { Injectable } from '@nestjs/common';
import {
  environmentCountsSql,
  environmentExistsSql,
  environmentsSql,
} from '../../analysis/data-quality/environment-sql.js';
import { Database } from '../../database/database.js';
import {
  booleanToken,
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
import { adDomainList, type AdDomainListRequest } from './ad-domains.list.js';

const domains = { kind: Kind.Domain, table: 'data_quality_domain', id: 'domainsid' };

const domainItem = objectToken({
  domainsid: textToken('t.domainsid'),
  name: textToken('t.name'),
  collected: booleanToken('t.collected'),
  last_seen: timeToken('t.last_seen'),
});

const domainExists = environmentExistsSql(domains);

const counts = [
  'users',
  'groups',
  'computers',
  'ous',
  'containers',
  'gpos',
  'aiacas',
  'rootcas',
  'enterprisecas',
  'ntauthstores',
  'certtemplates',
  'issuancepolicies',
  'acls',
  'sessions',
  'relationships',
  'session_completeness',
  'local_group_completeness',
];

const statItem = objectToken({
  ...recordTokens('d'),
  domainsid: textToken('d.domainsid'),
  ...Object.fromEntries(counts.map((name) => [name, numberToken(`d.${name}`)])),
  run_id: plainTextToken('d.run_id'),
});

/** Reads domains and their statistics, as JSON that PostgreSQL writes. */
@Injectable()
export class AdDomainsRepository {
  constructor(private readonly database: Database) {}

  listPage(request: AdDomainListRequest): Promise<JsonText> {
    return listPage(this.database, adDomainList, request, { from: environmentsSql(domains), item: domainItem });
  }

  async exists(domainId: string): Promise<boolean> {
    const [row] = await this.database.prepared<{ exists: boolean }>(domainExists, [domainId]);
    return row?.exists === true;
  }

  /** One page of the statistics made within the range; `start` and `end` stand in the envelope. */
  listDataQuality(domainId: string, { start, end }: TimeRange, request: RecordTimesRequest): Promise<JsonText> {
    return listPage(this.database, recordTimesList, request, {
      from: environmentCountsSql(domains),
      item: statItem,
      values: [domainId, start.toISOString(), end.toISOString()],
      more: { start: timeToken('$2::timestamptz'), end: timeToken('$3::timestamptz') },
    });
  }
}
