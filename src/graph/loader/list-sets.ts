import { InvalidInputError } from '../../base/errors.js';
import type { SqlScript } from '../../database/sql-script.js';
import { missingSets } from '../lists/list-sets-sql.js';
import type { EdgeList } from '../records.js';
import type { KindLists } from './kind-lists.js';
import { codeOfList, listOfCode } from './list-codes.js';

/** What a payload may hold of them in memory: far more than collectors combine. */
const maxSets = 10_000;

/** Lists of these edges age by themselves. */
const sessions = 'HasSession';

/** Numbers the sets of lists that records give whole: there are few, so rows carry the number. */
export class ListSets {
  private readonly numbers = new Map<string, number>();
  private readonly sets: (readonly number[])[] = [];

  constructor(private readonly kinds: KindLists) {}

  /** The codes of the lists in a set, by its number. */
  codesOf(set: number): readonly number[] {
    return this.sets[set] ?? [];
  }

  /** The numbers of the sets that hold these lists: two where some are of sessions. */
  numbersOf(lists: readonly EdgeList[]): number[] {
    const ofSessions = lists.filter(isOfSessions);
    if (ofSessions.length === 0) return [this.numberOf(lists)];
    const others = lists.filter((list) => !isOfSessions(list));
    return [this.numberOf(ofSessions), ...(others.length ? [this.numberOf(others)] : [])];
  }

  private numberOf(lists: readonly EdgeList[]): number {
    const codes = lists.map((list) => codeOfList(list, this.kinds));
    const key = codes.join(' ');
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (this.sets.length === maxSets)
      throw InvalidInputError.at(
        'upload.invalid_file',
        'list',
        `a payload may combine lists in ${maxSets} ways at most`,
      );
    const number = this.sets.push(codes) - 1;
    this.numbers.set(key, number);
    return number;
  }

  /** Makes the table `stage_list (no, outgoing, kind_list)`. */
  stage(script: SqlScript): void {
    const rows = this.sets.flatMap((lists, no) => lists.map((code) => ({ no, ...listOfCode(code) })));
    script.add('CREATE TEMP TABLE stage_list (no int, outgoing boolean, kind_list int) ON COMMIT DROP');
    script.add('INSERT INTO stage_list SELECT * FROM unnest($1::int[], $2::boolean[], $3::int[])', [
      rows.map(({ no }) => no),
      rows.map(({ outgoing }) => outgoing),
      rows.map(({ kindList }) => kindList),
    ]);
  }

  /**
   * Makes the table `load_set (no, id, incoming, outgoing)`, adding sets that are new. After the kinds are resolved, and only under the
   * write lock.
   */
  resolve(script: SqlScript): void {
    script.add(`CREATE TEMP TABLE stage_set ON COMMIT DROP AS
      SELECT s.no, ${kindsOf('NOT l.outgoing')} AS incoming, ${kindsOf('l.outgoing')} AS outgoing
      FROM generate_series(0, ${this.sets.length - 1}) AS s(no)
        LEFT JOIN stage_list l USING (no) LEFT JOIN stage_kinds k ON k.list = l.kind_list
      GROUP BY s.no`);
    script.add(missingSets('stage_set'));
    script.add(`CREATE TEMP TABLE load_set ON COMMIT DROP AS
      SELECT s.no, l.id, l.incoming, l.outgoing FROM stage_set s JOIN list_set l USING (incoming, outgoing)`);
    script.add('ANALYZE load_set');
  }
}

function kindsOf(condition: string): string {
  return `coalesce(array_agg(DISTINCT coalesce(k.kinds[1], 0)) FILTER (WHERE l.no IS NOT NULL AND ${condition}), '{}')::smallint[]`;
}

function isOfSessions(list: EdgeList): boolean {
  return 'kind' in list && list.kind === sessions;
}
