import { Injectable } from '@nestjs/common';
import { adDomain } from '../../analysis/data-quality/environment-type.js';
import { Database } from '../../database/database.js';
import { booleanToken, objectToken, textToken, timeToken } from '../../database/json-token.js';
import { EnvironmentsRepository } from '../environments/environments.repository.js';
import { type DomainColumn, domainList } from './domains.list.js';

const domainItem = objectToken({
  domainsid: textToken('t.domainsid'),
  name: textToken('t.name'),
  collected: booleanToken('t.collected'),
  last_seen: timeToken('t.last_seen'),
});

@Injectable()
export class DomainsRepository extends EnvironmentsRepository<DomainColumn> {
  constructor(database: Database) {
    super(database, { type: adDomain, list: domainList, item: domainItem });
  }
}
