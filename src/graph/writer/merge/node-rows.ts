import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SqlConnection } from '../../../database/database.js';
import { CopyBuffer } from '../../store/copy-buffer.js';
import { dayNumber } from '../../store/list-row.js';
import { renewDays } from '../../store/renewed-days.js';
import { storedJson } from '../../store/stored-json.js';
import type { BatchWrite } from './batch-write.js';
import { environmentOf, nameOf } from './merge-node.js';
import type { MergedNode, NodeContent } from './merged-node.js';

/** Objects whose rows are made before the event loop runs. */
const nodesPerTurn = 256;

const table = 'node (id, objectid, kind, kinds, name, environment, described, last_seen, props, record)';

const update = `
  UPDATE node n SET kind = c.kind, kinds = c.kinds, described = c.described, last_seen = greatest(n.last_seen, $2::date),
    name = CASE WHEN c.props IS NULL THEN n.name ELSE c.name END,
    environment = CASE WHEN c.props IS NULL THEN n.environment ELSE c.environment END,
    props = coalesce(c.props, n.props), record = CASE WHEN c.props IS NULL THEN n.record ELSE c.record END
  FROM jsonb_to_recordset($1::jsonb)
    AS c(id int, kind smallint, kinds smallint[], name text, environment text, described boolean, props jsonb, record int)
  WHERE n.id = c.id`;

/** Rows of nodes that a transaction inserts and updates. */
export class NodeRows {
  created = 0;
  /** Without nodes that the payload created in an earlier batch. */
  changed = 0;
  /** Ids of the nodes that are created or changed. */
  readonly ids: number[] = [];
  private readonly inserted = new CopyBuffer(table, 10);
  private readonly updated: object[] = [];
  private readonly older: number[] = [];
  private readonly seen: number;

  private constructor(private readonly context: BatchWrite) {
    this.seen = dayNumber(context.day);
  }

  /** Makes the rows of nodes that differ, in short turns. To be called after the lists were merged. */
  static async of(context: BatchWrite): Promise<NodeRows> {
    const { batch, nodes, cache, log } = context;
    const rows = new NodeRows(context);
    for (let object = 0; object < nodes.length; object++) {
      const node = nodes[object]!;
      if (object % nodesPerTurn === 0) await setImmediate();
      // All that is known of the object is an empty list: there is no such node.
      if (!node.content) continue;
      const objectid = batch.objectids[object] ?? '';
      rows.add(objectid, node, node.content);
      log.node(node.id, node.stored, node.content);
      cache.set(objectid, node, node.content);
    }
    return rows;
  }

  async write(tx: SqlConnection): Promise<void> {
    const { updated } = this;
    const { day } = this.context;
    await this.inserted.write(tx.client);
    if (updated.length > 0) await tx.query(update, [storedJson(JSON.stringify(updated)), day]);
    await renewDays(tx, 'node_days', this.older, day);
  }

  private add(objectid: string, node: MergedNode, content: NodeContent): void {
    const { id, stored } = node;
    // A second record may reverse the change of a first.
    const differs = content !== stored && !isDeepStrictEqual(content, stored);
    if (differs) {
      if (!stored) this.created++;
      else if (!this.context.payload.hasAddedNode(id)) this.changed++;
      this.ids.push(id);
    }
    if (!stored || differs || node.record !== node.storedRecord) this.put(objectid, node, content);
    else if (node.isOlder) this.older.push(id);
  }

  private put(objectid: string, node: MergedNode, { kinds: list, described, props }: NodeContent): void {
    const { id, stored, hasProps, record } = node;
    const { kindLists } = this.context.cache;
    const [kind, kinds] = [kindLists.primary(list), kindLists.kinds(list)];
    const [name, environment] = [nameOf(objectid, props), environmentOf(props)];
    if (stored) {
      const changed = { id, kind, kinds, name, environment: environment ?? undefined, described };
      this.updated.push({ ...changed, props: hasProps ? props : undefined, record: record ?? undefined });
      return;
    }
    this.inserted.row().int(id).text(objectid).smallint(kind).smallints(kinds).text(name).text(environment);
    this.inserted
      .boolean(described)
      .int(this.seen)
      .jsonb(storedJson(JSON.stringify(props)))
      .int(record);
  }
}
