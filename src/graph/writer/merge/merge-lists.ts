import { ListChanges } from '../../store/list-changes.js';
import { entriesOf, isSameList, rowOf } from '../../store/list-entries.js';
import { dayNumber, type ListRow, Origin } from '../../store/list-row.js';
import type { ListColumns } from '../batch/batch-columns.js';
import { NumberColumn } from '../batch/number-column.js';
import type { BatchWrite } from './batch-write.js';
import { type MergedNode, noId } from './merged-node.js';
import { StatedLists } from './stated-lists.js';

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
  /** The object. */
  readonly owner: number;
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  /** Of its edges, days since 2000-01-01; null: of a whole list. */
  readonly day: number | null;
  /** Not empty, in their order. */
  readonly statements: number[];
}

/** In the place of the id of a record, which is positive: the list is empty, or its row names none. */
export const [noRow, noRecord] = [0, -1];

/** The lists of a batch merged into those that are stored. */
export class MergedLists {
  readonly changes: ListChanges;
  private readonly stated: StatedLists;
  /** By statement: whether it would change its list if it came again. */
  private readonly changesAgain: Uint8Array;
  /** By statement: the record that the row of its list names, or {@link noRow}, or {@link noRecord}. */
  private readonly named: Int32Array;

  private constructor(private readonly context: BatchWrite) {
    const { batch, nodes, kindOf, log } = context;
    this.changes = new ListChanges(log);
    this.stated = new StatedLists(batch, (object) => nodes[object]!.id, kindOf);
    this.changesAgain = new Uint8Array(batch.lists.owner.length);
    this.named = new Int32Array(batch.lists.owner.length);
  }

  static async merge(context: BatchWrite): Promise<MergedLists> {
    const { tx, batch, nodes } = context;
    const merged = new MergedLists(context);
    const chains = chainsOf(batch.lists);
    const [owners, lists, origins]: [number[], number[], number[]] = [[], [], []];
    for (const { owner, list, origin } of statedLists(context, chains, ({ hasLists }) => hasLists)) {
      owners.push(nodes[owner]!.id);
      lists.push(list);
      origins.push(origin);
    }
    const found = owners.length > 0 ? await tx.prepared<FormerRow>(find, [owners, lists, origins]) : [];
    const former = new Map(found.map((row) => [keyOf(row.owner, row.list, row.origin), row]));
    for (const stated of statedLists(context, chains))
      merged.add(stated, former.get(keyOf(nodes[stated.owner]!.id, stated.list, stated.origin)));
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

  private add(stated: StatedList, former: FormerRow | undefined): void {
    const { list, origin, day, statements } = stated;
    const isRepeated = this.isRepeated(stated, former);
    const replaced = origin === Origin.Whole && !isRepeated ? undefined : former;
    const isAlone = statements.length === 1 && !replaced;
    const simple = isAlone ? this.stated.row(statements[0]!, list, day) : null;
    const row = simple ?? this.united(stated, replaced, statements);
    const isSame = former !== undefined && isSameList(former, row);
    row.record = this.namedBy(stated, isSame ? former : undefined, isRepeated);
    for (const statement of statements) this.note(stated, statement, row, isAlone);
    if (former ? !isSame || former.record !== row.record : row.peers.length > 0) this.put(stated.owner, row, former);
  }

  private note(stated: StatedList, statement: number, row: ListRow, isAlone: boolean): void {
    if (!isAlone) this.changesAgain[statement] = Number(!this.isHeld(stated, statement, row));
    if (row.peers.length > 0) this.named[statement] = row.record ?? noRecord;
  }

  private put(object: number, row: ListRow, former: FormerRow | undefined): void {
    const owner = this.context.nodes[object]!;
    this.changes.put(owner.id, row, former ?? null);
    owner.hasLists = true;
    if (!former || former.record === null) return;
    if (former.record !== row.record || row.peers.length === 0) this.context.cleared.add(former.record);
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
    const { records, lists } = this.context.batch;
    const recordAt = (statement: number) => records[lists.record.at(statement)];
    const own = statements.find((statement) => recordAt(statement)?.subject === owner);
    const stated = recordAt(own ?? statements[0] ?? 0)?.id ?? null;
    if (!unchanged || unchanged.record === null) return stated;
    if (origin === Origin.Added) return unchanged.record;
    const takes = unchanged.isOwn ? own !== undefined && !isRepeated : own !== undefined || !isRepeated;
    return takes ? stated : unchanged.record;
  }

  /** Adds statements to a row. */
  private united({ list, origin, day }: StatedList, to: ListRow | undefined, statements: readonly number[]): ListRow {
    const added = statements.flatMap((statement) => this.stated.entries(statement, day));
    return rowOf(list, origin, to ? [...entriesOf(to), ...added] : added, null);
  }

  private isHeld(list: StatedList, statement: number, row: ListRow): boolean {
    return isSameList(this.united(list, list.origin === Origin.Added ? row : undefined, [statement]), row);
  }

  /** Whether the payload gave the whole list before, also in a record that it skipped. Then the list contains the edges of all. */
  private isRepeated({ owner, list, origin }: StatedList, former: FormerRow | undefined): boolean {
    if (origin !== Origin.Whole) return false;
    const { payload, nodes } = this.context;
    const wasGiven = payload.addList(nodes[owner]!.id, list);
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
  context: BatchWrite,
  { first, next }: Chains,
  isWanted: (owner: MergedNode) => boolean = () => true,
): Generator<StatedList> {
  const { nodes, kindOf } = context;
  const { lists } = context.batch;
  const day = dayNumber(context.day);
  for (let at = 0; at < first.length; at++) {
    const statement = first.at(at);
    const owner = lists.owner.at(statement);
    if (nodes[owner]!.id === noId || !isWanted(nodes[owner]!)) continue;
    const statements = [statement];
    for (let its = next[statement] ?? 0; its !== 0; its = next[its] ?? 0) statements.push(its);
    const origin = lists.isWhole.at(statement) === 1 ? Origin.Whole : Origin.Added;
    const list = kindOf(lists.list.at(statement));
    yield { owner, list, origin, day: origin === Origin.Added ? day : null, statements };
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

function keyOf(owner: number, list: number, origin: Origin): number {
  return (owner * 65_536 + list) * 4 + origin;
}
