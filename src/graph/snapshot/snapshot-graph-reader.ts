import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { entitiesOf, type EntityRow } from '../entity-rows.js';
import {
  type EntityPage,
  type EntityPageRequest,
  GraphReader,
  type PrincipalKind,
  type Subgraph,
} from '../graph-reader.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { KindNames } from '../kinds/kind-names.js';
import { SqlGraphReader } from '../sql-graph-reader.js';
import { SnapshotKeeper } from './snapshot-keeper.js';

/** The version that is committed, and the principal, in one trip and so as of one moment. */
const gate = `
  SELECT s.version::float8, n.id::float8 FROM graph_state s
    LEFT JOIN node n ON n.objectid = $1 AND n.kinds @> ARRAY[$2::smallint]`;

const page = `
  SELECT s.version::float8, n.id::float8, n.objectid, n.name, n.kind, n.kinds FROM graph_state s
    LEFT JOIN node n ON n.id = ANY ($1::bigint[])`;

interface GateRow {
  readonly version: number;
  readonly id: number | null;
}

interface PageRow extends EntityRow, GateRow {}

/**
 * Answers lists of rights from memory where the snapshot is of the very version that is committed, else from the tables: no answer
 * is older than its question, and none mixes two versions (docs/adr/0014-graph-snapshot.md).
 */
@Injectable()
export class SnapshotGraphReader extends GraphReader {
  private fromMemory = 0;
  private fromTables = 0;

  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
    private readonly tables: SqlGraphReader,
    private readonly keeper: SnapshotKeeper,
  ) {
    super();
  }

  /** How many lists of rights were answered from where since the start. */
  get answers(): { readonly memory: number; readonly tables: number } {
    return { memory: this.fromMemory, tables: this.fromTables };
  }

  async adminRights(kind: PrincipalKind, objectid: string, request: EntityPageRequest): Promise<EntityPage | null> {
    const answer = this.keeper.newest() ? await this.remembered(kind, objectid, request) : undefined;
    if (answer === undefined) {
      this.fromTables++;
      return this.tables.adminRights(kind, objectid, request);
    }
    this.fromMemory++;
    return answer;
  }

  adminRightsGraph(kind: PrincipalKind, objectid: string, maxNodes: number): Promise<Subgraph | null> {
    return this.tables.adminRightsGraph(kind, objectid, maxNodes);
  }

  version(): Promise<number> {
    return this.tables.version();
  }

  /** @returns undefined where the snapshot is of another version, now or when the rows of the page are read */
  private async remembered(
    kind: PrincipalKind,
    objectid: string,
    request: EntityPageRequest,
  ): Promise<EntityPage | null | undefined> {
    const [row] = await this.database.prepared<GateRow>(gate, [objectid.toUpperCase(), Kind[kind]]);
    if (!row) return undefined;
    if (row.id === null) return null;
    const found = this.keeper.at(row.version)?.adminRights(row.id, request);
    if (!found) return undefined;
    const entities = await this.entitiesAt(row.version, found.ids);
    return entities && { count: found.count, entities };
  }

  private async entitiesAt(version: number, ids: readonly number[]): Promise<EntityPage['entities'] | undefined> {
    if (ids.length === 0) return [];
    const rows = await this.database.prepared<PageRow>(page, [ids]);
    if (rows[0]?.version !== version) return undefined;
    const byId = new Map(rows.map((row) => [row.id, row]));
    return entitiesOf(
      ids.flatMap((id) => byId.get(id) ?? []),
      this.kindNames,
    );
  }
}
