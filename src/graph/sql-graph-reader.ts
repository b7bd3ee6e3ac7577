import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { readAdminRightsGraph } from './admin-rights-graph.js';
import { adminRightsStatement, type PageWay } from './admin-rights-statement.js';
import { entitiesOf, type EntityRow } from './entity-rows.js';
import {
  type EntityPage,
  type EntityPageRequest,
  GraphReader,
  type PrincipalKind,
  type Subgraph,
} from './graph-reader.js';
import { Kind } from './kinds/kind-catalogue.js';
import { KindNames } from './kinds/kind-names.js';
import { currentVersion } from './loader/delta.js';

interface RightsRow {
  readonly found: boolean;
  readonly count: number;
  readonly page: readonly EntityRow[] | null;
}

/** Answers from the tables: the reference that every other implementation must equal. */
@Injectable()
export class SqlGraphReader extends GraphReader {
  /** How pages are read; the tests hold the ways against each other. */
  protected readonly way: PageWay = 'best';

  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
  ) {
    super();
  }

  async adminRights(kind: PrincipalKind, objectid: string, page: EntityPageRequest): Promise<EntityPage | null> {
    const { skip, limit, order } = page;
    const [row] = await this.database.prepared<RightsRow>(adminRightsStatement(order, this.way), [
      objectid.toUpperCase(),
      Kind[kind],
      skip,
      limit,
    ]);
    if (!row?.found) return null;
    return { count: row.count, entities: await entitiesOf(row.page ?? [], this.kindNames) };
  }

  async adminRightsGraph(kind: PrincipalKind, objectid: string, maxNodes: number): Promise<Subgraph | null> {
    const rows = await this.database.transaction(
      (tx) => readAdminRightsGraph(tx, { objectid: objectid.toUpperCase(), kind: Kind[kind] }, maxNodes),
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    );
    if (!rows) return null;
    const nodes = await entitiesOf(rows.nodes, this.kindNames);
    const objectids = new Map(rows.nodes.map(({ id, objectid: text }) => [id, text]));
    const edges = rows.links.map(({ source, target, kind: name }) => ({
      source: objectids.get(source) ?? '',
      target: objectids.get(target) ?? '',
      kind: name,
    }));
    return { nodes, edges, truncated: rows.truncated };
  }

  version(): Promise<number> {
    return currentVersion(this.database);
  }
}
