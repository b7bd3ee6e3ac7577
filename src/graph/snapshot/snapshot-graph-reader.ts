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
import type { GraphSnapshot } from './graph-snapshot.js';
import { SnapshotKeeper } from './snapshot-keeper.js';

interface Principal {
  readonly kind: PrincipalKind;
  /** Upper-cased. */
  readonly objectid: string;
}

/** What memory says, where the version that is committed is its own. */
type Answer = EntityPage | 'unknown' | 'another version';

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
    const principal = { kind, objectid: objectid.toUpperCase() };
    const snapshot = this.keeper.newest();
    const answer = snapshot && (await this.remembered(snapshot, principal, request));
    if (answer === null || answer === 'another version') {
      this.fromTables++;
      return this.tables.adminRights(kind, objectid, request);
    }
    this.fromMemory++;
    return answer === 'unknown' ? null : answer;
  }

  adminRightsGraph(kind: PrincipalKind, objectid: string, maxNodes: number): Promise<Subgraph | null> {
    return this.tables.adminRightsGraph(kind, objectid, maxNodes);
  }

  version(): Promise<number> {
    return this.tables.version();
  }

  private async remembered(snapshot: GraphSnapshot, principal: Principal, request: EntityPageRequest): Promise<Answer> {
    const { kind, objectid } = principal;
    const known = snapshot.idOf(kind, objectid);
    if (known !== undefined) return this.pageOf(snapshot, known, request);

    const [row] = await this.database.prepared<GateRow>(gate, [objectid, Kind[kind]]);
    const current = row && this.keeper.at(row.version);
    if (!row || !current) return 'another version';
    if (row.id === null) return 'unknown';
    current.noteId(kind, objectid, row.id);
    return this.pageOf(current, row.id, request);
  }

  /** Finds the results at once, and reads their rows together with the version that is committed by then. */
  private async pageOf(snapshot: GraphSnapshot, id: number, request: EntityPageRequest): Promise<Answer> {
    const { version } = snapshot;
    const { count, ids } = snapshot.adminRights(id, request);
    const rows = await this.database.prepared<PageRow>(page, [ids]);
    if (rows[0]?.version !== version) {
      this.keeper.refreshSoon();
      return 'another version';
    }
    const byId = new Map(rows.map((row) => [row.id, row]));
    const entities = await entitiesOf(
      ids.flatMap((each) => byId.get(each) ?? []),
      this.kindNames,
    );
    return { count, entities };
  }
}
