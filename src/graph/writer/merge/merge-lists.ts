import type { SqlConnection } from '../../../database/database.js';
import type { ChangeLog } from '../../store/change-log.js';
import type { ClearedDigests } from '../../store/cleared-digests.js';
import { ListChanges } from '../../store/list-changes.js';
import {
  countEntries,
  entriesOf,
  type EntryCounts,
  hasSameEdges,
  isSameList,
  rowOf,
} from '../../store/list-entries.js';
import { type ListRow, Origin } from '../../store/list-row.js';
import type { ListColumns } from '../batch/batch-columns.js';
import type { BatchNodes } from './batch-nodes.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { KindNumbers } from '../batch/kind-numbers.js';
import { NumberColumn } from '../batch/number-column.js';
import type { PayloadState } from './payload-state.js';
import type { StatedLists } from './stated-lists.js';
import type { StatedRecord } from './stated-records.js';

/** A row before a batch. */
interface FormerRow extends ListRow {
  readonly owner: number;
  /** Whether `record` describes the owner of the list, or is null. */
  readonly isOwn: boolean;
}

const find = `
  SELECT l.owner, l.list, l.origin, l.peers, l.kinds, l.flags, l.days, l.details, l.record,
    l.record IS NULL OR r.owner IS NOT DISTINCT FROM l.owner AS "isOwn"
  FROM unnest($1::int[], $2::smallint[], $3::smallint[]) s(owner, list, origin) JOIN edge_list l USING (owner, list, origin)
    LEFT JOIN collector_record r ON r.id = l.record`;

/** The statements of a batch about one list of a node. */
interface StatedList {
  readonly owner: number;
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  /** Not empty, in their order. */
  readonly statements: number[];
}

interface MergeContext {
  readonly batch: GraphBatch;
  readonly nodes: BatchNodes;
  readonly stated: StatedLists;
  readonly records: readonly StatedRecord[];
  readonly payload: PayloadState;
  readonly cleared: ClearedDigests;
  /** Days since 2000-01-01. */
  readonly day: number;
  readonly kinds: KindNumbers;
  readonly log: ChangeLog;
}

/** In the place of the id of a record, which is positive: the list is empty, or its row names none. */
export const [noRow, noRecord] = [0, -1];

/** The lists of a batch merged into those that are stored. */
export class MergedLists {
  readonly counts: EntryCounts = { created: 0, changed: 0, removed: 0 };
  /** Ids of nodes whose lists hold other edges. */
  readonly owners = new Set<number>();
  private readonly changes: ListChanges;
  /** By statement: whether it would change its list if it came again. */
  private readonly changesAgain: Uint8Array;
  /** By statement: the record that the row of its list names, or {@link noRow}, or {@link noRecord}. */
  private readonly named: Int32Array;

  private constructor(private readonly context: MergeContext) {
    this.changes = new ListChanges(context.log);
    const statements = context.batch.lists.owner.length;
    this.changesAgain = new Uint8Array(statements);
    this.named = new Int32Array(statements);
  }

  static async merge(tx: SqlConnection, context: MergeContext): Promise<MergedLists> {
    const merged = new MergedLists(context);
    const { nodes } = context;
    const chains = chainsOf(context.batch.lists);
    const stored: StatedList[] = [];
    for (const list of statedLists(context, chains, (owner) => nodes.hasLists[owner] === 1)) stored.push(list);
    const found = stored.length > 0 ? await tx.prepared<FormerRow>(find, pairsOf(stored, nodes)) : [];
    const former = new Map(found.map((row) => [keyOf(row.owner, row.list, row.origin), row]));
    for (const list of statedLists(context, chains))
      merged.add(list, former.get(keyOf(nodes.idOf(list.owner), list.list, list.origin)));
    return merged;
  }

  /** Whether a statement would not change its list if it came again. */
  holds(statement: number): boolean {
    return this.changesAgain[statement] === 0;
  }

  /** @returns the record that the list of a statement names; {@link noRow} if the list is empty */
  recordOf(statement: number): number {
    return this.named[statement] ?? noRow;
  }

  write(tx: SqlConnection): Promise<void> {
    return this.changes.write(tx);
  }

  private add(stated: StatedList, former: FormerRow | undefined): void {
    const { nodes, cleared } = this.context;
    const row = this.merged(stated, former);
    if (former ? former.record === row.record && isSameList(former, row) : row.peers.length === 0) return;
    const owner = nodes.idOf(stated.owner);
    this.changes.put(owner, row, former ?? null);
    nodes.hasLists[stated.owner] = 1;
    if (!former || !hasSameEdges(former, row)) {
      this.owners.add(owner);
      if (nodes.hasRecords[stated.owner] === 1) cleared.addOwner(owner);
    }
    if (!former) this.counts.created += row.peers.length;
    else {
      countEntries(former, row, this.counts);
      if (former.record !== row.record || row.peers.length === 0) cleared.addRecord(former.record);
    }
  }

  private merged(list: StatedList, former: FormerRow | undefined): ListRow {
    const { origin, statements } = list;
    const isRepeated = origin === Origin.Whole && this.isRepeated(list, former);
    const replaced = origin === Origin.Whole && !isRepeated ? undefined : former;
    const isAlone = statements.length === 1 && !replaced;
    const row = isAlone ? this.rowOf(list) : this.united(list, replaced, statements);
    row.record = this.namedBy(list, former && isSameList(former, row) ? former : undefined, isRepeated);
    for (const statement of statements) {
      if (!isAlone) this.changesAgain[statement] = Number(!this.isHeld(list, statement, row));
      if (row.peers.length > 0) this.named[statement] = row.record ?? noRecord;
    }
    return row;
  }

  /**
   * The record that a row names. Of a whole list only this record can be skipped, and its day is the day of the list. The owner's own record
   * precedes others, because it states more of the owner.
   * @param unchanged the former row, if the statements do not change it
   */
  private namedBy(
    { owner, origin, statements }: StatedList,
    unchanged: FormerRow | undefined,
    isRepeated: boolean,
  ): number | null {
    const { records, batch } = this.context;
    const recordAt = (statement: number) => records[batch.lists.record.at(statement)];
    const own = statements.find((statement) => recordAt(statement)?.record.subject === owner);
    const stated = recordAt(own ?? statements[0] ?? 0)?.id ?? null;
    if (!unchanged || unchanged.record === null) return stated;
    if (origin === Origin.Added) return unchanged.record;
    const takes = unchanged.isOwn ? own !== undefined && !isRepeated : own !== undefined || !isRepeated;
    return takes ? stated : unchanged.record;
  }

  /** The row of a list with one statement. */
  private rowOf({ list, origin, statements: [statement = 0] }: StatedList): ListRow {
    return this.context.stated.row(statement, list, origin === Origin.Added ? this.context.day : null);
  }

  /** Adds statements to a row. */
  private united({ list, origin }: StatedList, to: ListRow | undefined, statements: readonly number[]): ListRow {
    const { stated, day } = this.context;
    const added = statements.flatMap((statement) => stated.entries(statement, origin === Origin.Added ? day : null));
    return rowOf(list, origin, to ? [...entriesOf(to), ...added] : added, null);
  }

  private isHeld(list: StatedList, statement: number, row: ListRow): boolean {
    return isSameList(this.united(list, list.origin === Origin.Added ? row : undefined, [statement]), row);
  }

  /** Whether the payload gave the list before, also in a record that it skipped. Then the list contains the edges of all. */
  private isRepeated({ owner, list }: StatedList, former: FormerRow | undefined): boolean {
    const { payload, nodes } = this.context;
    const wasGiven = payload.addList(nodes.idOf(owner), list);
    return wasGiven || (typeof former?.record === 'number' && payload.hasSkipped(former.record));
  }
}

/** Statements of a batch about the same list. */
interface Chains {
  /** First statements, each about another list. */
  readonly first: NumberColumn;
  /** By statement: the next one about its list; 0: none. */
  readonly next: Int32Array;
}

/** The lists of owners that pass a test. Lists of objects that are no nodes are empty, and left out. */
function* statedLists(
  { batch: { lists }, nodes, kinds }: MergeContext,
  { first, next }: Chains,
  isWanted: (owner: number) => boolean = () => true,
): Generator<StatedList> {
  for (let at = 0; at < first.length; at++) {
    const statement = first.at(at);
    const owner = lists.owner.at(statement);
    if (!nodes.has(owner) || !isWanted(owner)) continue;
    const statements = [statement];
    for (let its = next[statement] ?? 0; its !== 0; its = next[its] ?? 0) statements.push(its);
    const origin = lists.isWhole.at(statement) === 1 ? Origin.Whole : Origin.Added;
    yield { owner, list: kinds.stored(lists.list.at(statement)), origin, statements };
  }
}

function chainsOf({ list, isWhole, former }: ListColumns): Chains {
  const chains = { first: new NumberColumn(), next: new Int32Array(list.length) };
  for (let statement = 0; statement < list.length; statement++) {
    let last = former.at(statement);
    while (last !== -1 && (list.at(last) !== list.at(statement) || isWhole.at(last) !== isWhole.at(statement)))
      last = former.at(last);
    if (last === -1) chains.first.push(statement);
    else chains.next[last] = statement;
  }
  return chains;
}

function pairsOf(lists: readonly StatedList[], nodes: BatchNodes): number[][] {
  return [
    lists.map(({ owner }) => nodes.idOf(owner)),
    lists.map(({ list }) => list),
    lists.map(({ origin }) => origin),
  ];
}

function keyOf(owner: number, list: number, origin: Origin): number {
  return (owner * 65_536 + list) * 4 + origin;
}
