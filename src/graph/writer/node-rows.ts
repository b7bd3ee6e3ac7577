import { isDeepStrictEqual } from 'node:util';
import type { SqlConnection } from '../../database/database.js';
import { CopyRows } from '../store/copy-rows.js';
import { dayNumber } from '../store/list-row.js';
import { storedJson } from '../store/stored-json.js';
import { environmentOf, nameOf, type NodeState, primaryKind } from './merge-node.js';

/** A node of a batch before and after its statements. */
export interface MergedNode {
  id: number;
  readonly isNew: boolean;
  readonly before: NodeState | null;
  state: NodeState | null;
  /** The record that last stated its properties. */
  record: number | null;
  readonly formerRecord: number | null;
  /** Whether it was last seen on an earlier day. */
  readonly isOlder: boolean;
}

export interface WrittenNodes {
  readonly created: number;
  readonly changed: number;
  /** Ids of both. */
  readonly ids: readonly number[];
}

const columns = '(id, objectid, kind, kinds, name, environment, described, last_seen, props, record)';

const update = `
  UPDATE node n SET kind = c.kind, kinds = c.kinds, name = c.name, environment = c.environment, described = c.described,
    last_seen = greatest(n.last_seen, c.last_seen), props = c.props, record = c.record
  FROM changed_node c WHERE n.id = c.id`;

const renewDays = 'UPDATE node SET last_seen = $2::date WHERE id = ANY ($1::int[])';

/** Rows of nodes that a transaction inserts and updates. */
export class NodeRows {
  readonly counts = { created: 0, changed: 0, ids: new Array<number>() };
  private readonly created = new CopyRows(`node ${columns}`);
  private readonly updated = new CopyRows(`changed_node ${columns}`);
  private updates = 0;
  private readonly older: number[] = [];

  constructor(private readonly day: string) {}

  add(objectid: string, node: MergedNode): void {
    // A record may give an empty list of a node that no source describes or mentions: there is no such node.
    if (!node.state) return;
    // A second record may reverse the change of a first.
    const differs = node.state !== node.before && !isDeepStrictEqual(node.state, node.before);
    if (differs) {
      this.counts[node.isNew ? 'created' : 'changed']++;
      this.counts.ids.push(node.id);
    }
    if (node.isNew) this.put(this.created, objectid, node, node.state);
    else if (differs || node.record !== node.formerRecord) {
      this.updates++;
      this.put(this.updated, objectid, node, node.state);
    } else if (node.isOlder) this.older.push(node.id);
  }

  async write(tx: SqlConnection): Promise<void> {
    await this.created.write(tx.client);
    if (this.updates > 0) {
      await tx.query('CREATE TEMP TABLE changed_node (LIKE node) ON COMMIT DROP');
      await this.updated.write(tx.client);
      await tx.query(update);
    }
    if (this.older.length > 0) await tx.prepared(renewDays, [this.older, this.day]);
  }

  private put(
    rows: CopyRows,
    objectid: string,
    { id, record }: MergedNode,
    { kinds, described, props }: NodeState,
  ): void {
    rows
      .row(10)
      .integer(id)
      .text(objectid)
      .smallint(primaryKind(kinds))
      .integers(kinds, 21)
      .text(nameOf(objectid, props))
      .text(environmentOf(props) ?? undefined)
      .boolean(described)
      .integer(dayNumber(this.day))
      .jsonb(storedJson(JSON.stringify(props)))
      .integer(record);
  }
}
