import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SqlConnection } from '../../../database/database.js';
import type { ChangeLog } from '../../store/change-log.js';
import { CopyBuffer } from '../../store/copy-buffer.js';
import { dayNumber } from '../../store/list-row.js';
import { renewDays } from '../../store/renewed-days.js';
import { storedJson } from '../../store/stored-json.js';
import type { BatchNode } from '../batch/batch-columns.js';
import type { BatchNodes } from './batch-nodes.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { KindNumbers } from '../batch/kind-numbers.js';
import {
  environmentOf,
  isOfSeveralDomains,
  mergeMention,
  mergeNode,
  nameOf,
  noProps,
  type NodeContent,
  precedes,
  primaryKind,
} from './merge-node.js';
import type { CachedNode, NodeCache, StoredNode } from './node-cache.js';
import type { PayloadState } from './payload-state.js';
import type { StatedRecord } from './stated-records.js';

/** Objects whose rows are made before the event loop runs. */
const nodesPerTurn = 256;

/** The nodes of a batch after its statements. */
export class MergedNodes {
  /** Records whose properties of a node a later record may have replaced. */
  readonly replaced: number[] = [];
  /** By object: the node with its statements. */
  private readonly states: (NodeContent | null)[];
  /** By object: the record that last stated its properties. */
  private readonly statedBy: (number | null)[];
  private readonly kindLists: readonly (readonly number[])[];

  constructor(
    private readonly batch: GraphBatch,
    private readonly found: BatchNodes,
    records: readonly StatedRecord[],
    kinds: KindNumbers,
  ) {
    this.kindLists = batch.kindLists.map((list) => list.map((name) => kinds.of(name)));
    this.states = found.stored.map((stored) => stored?.content ?? null);
    this.statedBy = found.stored.map((stored) => stored?.record ?? null);
    for (const record of records) this.mergeRecord(record);
    this.mergeMentions();
  }

  /** The record that last stated properties of the node. */
  recordOf(object: number): number | null {
    return this.statedBy[object] ?? null;
  }

  /** Makes the rows of nodes that differ, in short turns. To be called after the lists were merged and the records numbered. */
  async rows(day: string, payload: PayloadState, cache: NodeCache, log: ChangeLog): Promise<NodeRows> {
    const rows = new NodeRows(day, payload);
    for (let object = 0; object < this.states.length; object++) {
      if (object % nodesPerTurn === 0) await setImmediate();
      const state = this.states[object];
      // All that is known of the object is an empty list: there is no such node.
      if (state) this.addRow(object, state, rows, cache, log);
    }
    return rows;
  }

  private addRow(object: number, state: NodeContent, rows: NodeRows, cache: NodeCache, log: ChangeLog): void {
    const objectid = this.batch.objectids[object] ?? '';
    const [id, stored, record] = [this.found.idOf(object), this.found.stored[object], this.recordOf(object)];
    rows.add({ id, objectid, state, record, stored });
    log.node(id, stored?.content, state);
    if (state !== stored?.content || !stored.isCached || this.differs(stored, object))
      cache.set(objectid, this.known(id, object, state, record));
  }

  /** Whether the batch stated more than the kinds and properties that a stored node has. */
  private differs(stored: StoredNode, object: number): boolean {
    const { hasLists, hasRecords } = this.found;
    if (Number(stored.hasLists) !== hasLists[object] || Number(stored.hasRecords) !== hasRecords[object]) return true;
    return stored.record !== this.recordOf(object);
  }

  private known(id: number, object: number, state: NodeContent, record: number | null): CachedNode {
    const { stored, hasLists, hasRecords } = this.found;
    const hasProps = stored[object]?.hasProps !== false && record === null && Object.keys(state.props).length === 0;
    return {
      id,
      content: hasProps ? state : { kinds: state.kinds, described: state.described, props: noProps },
      hasProps,
      hasLists: hasLists[object] === 1,
      hasRecords: hasRecords[object] === 1,
    };
  }

  private mergeRecord({ record, id }: StatedRecord): void {
    for (const node of record.nodes) this.merge(node, id);
  }

  private mergeMentions(): void {
    const { object, kinds } = this.batch.mentions;
    for (let at = 0; at < object.length; at++) {
      const mentioned = object.at(at);
      this.states[mentioned] = mergeMention(this.states[mentioned] ?? null, this.kindLists[kinds.at(at)] ?? []);
    }
  }

  private merge({ object, kinds, described, properties }: BatchNode, record: number | null): void {
    let state = this.states[object] ?? null;
    const stated = { kinds: this.kindLists[kinds] ?? [], described, props: properties };
    if (state && isOfSeveralDomains(this.batch.objectids[object] ?? '')) {
      if (precedes(state, stated)) {
        this.states[object] = mergeNode(state, { ...stated, props: noProps });
        return;
      }
      if (precedes(stated, state)) state = { ...state, props: noProps };
    }
    if (givesProps(state, stated)) {
      const former = this.recordOf(object);
      if (former !== null && former !== record) this.replaced.push(former);
      this.statedBy[object] = record;
    }
    this.states[object] = mergeNode(state, stated);
  }
}

interface WrittenNodes {
  readonly created: number;
  /** Without nodes that the payload created in an earlier batch. */
  readonly changed: number;
  /** Ids of both. */
  readonly ids: readonly number[];
}

const table = 'node (id, objectid, kind, kinds, name, environment, described, last_seen, props, record)';

const update = `
  UPDATE node n SET kind = c.kind, kinds = c.kinds, described = c.described, last_seen = greatest(n.last_seen, $2::date),
    name = CASE WHEN c.props IS NULL THEN n.name ELSE c.name END,
    environment = CASE WHEN c.props IS NULL THEN n.environment ELSE c.environment END,
    props = coalesce(c.props, n.props), record = CASE WHEN c.props IS NULL THEN n.record ELSE c.record END
  FROM jsonb_to_recordset($1::jsonb)
    AS c(id int, kind smallint, kinds smallint[], name text, environment text, described boolean, props jsonb, record int)
  WHERE n.id = c.id`;

interface NodeRow {
  readonly id: number;
  readonly objectid: string;
  readonly state: NodeContent;
  readonly record: number | null;
  readonly stored: StoredNode | undefined;
}

/** Rows of nodes that a transaction inserts and updates. */
class NodeRows {
  private readonly written = { created: 0, changed: 0, ids: new Array<number>() };
  private readonly created = new CopyBuffer(table, 10);
  private readonly changed: object[] = [];
  private readonly older: number[] = [];
  private readonly seen: number;

  constructor(
    private readonly day: string,
    private readonly payload: PayloadState,
  ) {
    this.seen = dayNumber(day);
  }

  add(row: NodeRow): void {
    const { id, state, record, stored } = row;
    // A second record may reverse the change of a first.
    const differs = state !== stored?.content && !isDeepStrictEqual(state, stored?.content);
    if (differs) {
      if (!stored) this.written.created++;
      else if (!this.payload.hasAddedNode(id)) this.written.changed++;
      this.written.ids.push(id);
    }
    if (!stored || differs || record !== stored.record) this.put(row);
    else if (stored.isOlder) this.older.push(id);
  }

  async write(tx: SqlConnection): Promise<WrittenNodes> {
    const { changed, day } = this;
    await this.created.write(tx.client);
    if (changed.length > 0) await tx.query(update, [storedJson(JSON.stringify(changed)), day]);
    await renewDays(tx, 'node_days', this.older, day);
    return this.written;
  }

  private put({ id, objectid, state: { kinds, described, props }, record, stored }: NodeRow): void {
    const [kind, name, environment] = [primaryKind(kinds), nameOf(objectid, props), environmentOf(props)];
    if (stored) {
      const changed = { id, kind, kinds, name, environment: environment ?? undefined, described };
      this.changed.push({ ...changed, props: stored.hasProps ? props : undefined, record: record ?? undefined });
      return;
    }
    this.created.row().int(id).text(objectid).smallint(kind).smallints(kinds).text(name).text(environment);
    this.created
      .boolean(described)
      .int(this.seen)
      .jsonb(storedJson(JSON.stringify(props)))
      .int(record);
  }
}

/** Whether the properties of a node become those of a statement, or may. */
function givesProps(state: NodeContent | null, { described, props }: NodeContent): boolean {
  return described || (state?.described !== true && Object.values(props).some((value) => (value ?? null) !== null));
}
