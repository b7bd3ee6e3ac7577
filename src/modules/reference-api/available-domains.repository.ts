import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { listSql } from '../../http/list/list-page.js';
import { availableDomainList, type AvailableDomainListRequest } from './available-domains.list.js';

export interface AvailableDomain {
  readonly type: 'active-directory' | 'azure';
  readonly name: string;
  /** Object id. */
  readonly id: string;
  readonly collected: boolean;
}

const present = `(
  SELECT objectid, name, kind, coalesce(props -> 'collected' = 'true', false) AS collected
  FROM node WHERE kind IN (${Kind.Domain}, ${Kind.AZTenant})) n`;

/** The domains and tenants that the graph has now. */
@Injectable()
export class AvailableDomainsRepository {
  constructor(private readonly database: Database) {}

  list(request: AvailableDomainListRequest): Promise<AvailableDomain[]> {
    const { where, orderBy, page, values } = listSql(availableDomainList, request);
    return this.database.query<AvailableDomain>(
      `SELECT CASE n.kind WHEN ${Kind.AZTenant} THEN 'azure' ELSE 'active-directory' END AS type, n.name,
        n.objectid AS id, n.collected
       FROM ${present} WHERE ${where} ORDER BY ${orderBy} ${page}`,
      values,
    );
  }
}
