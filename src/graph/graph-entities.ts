import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { entitiesOf, type EntityRow } from './entity-rows.js';
import type { GraphEntity } from './graph-reader.js';
import { KindNames } from './kinds/kind-names.js';

const find = 'SELECT objectid, name, kind, kinds FROM node WHERE objectid = ANY ($1::text[]) ORDER BY objectid';

/** Nodes looked up by their object ids, which are compared ignoring case. */
@Injectable()
export class GraphEntities {
  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
  ) {}

  /** Those that exist, each once, by object id. */
  async findEntities(objectids: readonly string[]): Promise<GraphEntity[]> {
    const rows = await this.database.prepared<EntityRow>(find, [objectids.map((id) => id.toUpperCase())]);
    return entitiesOf(rows, this.kindNames);
  }
}
