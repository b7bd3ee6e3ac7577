import { Injectable } from '@nestjs/common';
import { cloudTenant } from '../../analysis/data-quality/environment-type.js';
import { Database } from '../../database/database.js';
import { objectToken, textToken, timeToken } from '../../database/json-token.js';
import { EnvironmentsRepository } from '../environments/environments.repository.js';
import { type TenantColumn, tenantList } from './tenants.list.js';

const tenantItem = objectToken({
  tenantid: textToken('t.tenantid'),
  name: textToken('t.name'),
  last_seen: timeToken('t.last_seen'),
});

@Injectable()
export class TenantsRepository extends EnvironmentsRepository<TenantColumn> {
  constructor(database: Database) {
    super(database, { type: cloudTenant, list: tenantList, item: tenantItem });
  }
}
