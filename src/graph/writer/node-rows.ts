import { isDeepStrictEqual } from 'node:util';
import type { SqlConnection } from '../../database/database.js';
import { CopyRows } from '../store/copy-rows.js';
import { renewDays } from '../store/renewed-days.js';
import { storedJson } from '../store/stored-json.js';
import { environmentOf, nameOf, type NodeContent, primaryKind } from './merge-node.js';
import type { PayloadState } from './payload-state.js';

/** A node of a batch before and after its statements. */
export interface MergedNode {
  id: number;
  readonly isNew: boolean;
  readonly before: NodeContent | null;
  state: NodeContent | null;
  /** Whether the properties of both states were read. If not, they stay as they are. */
  readonly hasProps: boolean;
  /** The record that last stated its properties. */
  record: number | null;
  readonly formerRecord: number | null;
  /** Whether it was last seen on an earlier day. */
  readonly isOlder: boolean;
}

export interface WrittenNodes {
  readonly created: number;
  /** Without nodes that the payload created in an earlier batch. */
  readonly changed: number;
  /** Ids of both. */
  readonly ids: readonly number[];
}

const columns = '(id, objectid, kind, kinds, name, environment, described, last_seen, props, record)';

const update = `
  UPDATE node n SET kind = c.kind, kinds = c.kinds, described = c.described, last_seen = greatest(n.last_seen, c.last_seen),
    name = CASE WHEN c.props IS NULL THEN n.name ELSE c.name END,
    environment = CASE WHEN c.props IS NULL THEN n.environment ELSE c.environment END,
    props = coalesce(c.props, n.props), record = c.record
  FROM changed_node c WHERE n.id = c.id`;

/** Rows of nodes that a transaction inserts and updates. */
export class NodeRows {
  readonly counts = { created: 0, changed: 0, ids: new Array<number>() };
  private readonly created = new CopyRows(`node ${columns}`);
  private readonly updated = new CopyRows(`changed_node ${columns}`);
  private readonly older: number[] = [];

  constructor(
    private readonly day: string,
    private readonly payload: PayloadState,
  ) {}

  add(objectid: string, node: MergedNode): void {
    // All that is known of the object is an empty list: there is no such node.
    if (!node.state) return;
    // A second record may reverse the change of a first.
    const differs = node.state !== node.before && !isDeepStrictEqual(node.state, node.before);
    if (differs) {
      if (node.isNew) this.counts.created++;
      else if (!this.payload.hasAddedNode(node.id)) this.counts.changed++;
      this.counts.ids.push(node.id);
    }
    if (node.isNew) this.put(this.created, objectid, node, node.state);
    else if (differs || node.record !== node.formerRecord) {
      this.put(this.updated, objectid, node, node.state);
    } else if (node.isOlder) this.older.push(node.id);
  }

  async write(tx: SqlConnection): Promise<void> {
    await this.created.write(tx.client);
    if (this.updated.hasRows) {
      await tx.query('CREATE TEMP TABLE changed_node ON COMMIT DROP AS SELECT * FROM node WHERE false');
      await this.updated.write(tx.client);
      await tx.query(update);
    }
    await renewDays(tx, 'node_days', this.older, this.day);
  }

  private put(
    rows: CopyRows,
    objectid: string,
    { id, record, hasProps }: MergedNode,
    { kinds, described, props }: NodeContent,
  ): void {
    const json = hasProps ? storedJson(JSON.stringify(props)) : null;
    const [name, environment] = [nameOf(objectid, props), environmentOf(props)];
    rows.add(id, objectid, primaryKind(kinds), kinds, name, environment, described, this.day, json, record);
  }
}
