import { InvalidInputError } from '../../base/errors.js';
import type { SqlScript } from '../../database/sql-script.js';
import { hasRows } from '../has-rows.js';
import { firstForeignKind, lastKind } from '../kinds/kind-catalogue.js';
import { ByList } from './by-list.js';

/** Longest name of a kind. */
const maxNameLength = 256;

/** What a payload may hold of them in memory: far more than kinds there can be, far fewer than records. */
const maxLists = 100_000;

/** Numbers the distinct lists of kinds in one payload: there are few, so rows carry the number and names become ids once. */
export class KindLists {
  private readonly numbers = new ByList<number>();
  private readonly lists: (readonly string[])[] = [];

  numberOf(kinds: readonly string[]): number {
    const known = this.numbers.get(kinds);
    if (known !== undefined) return known;
    kinds.forEach(assertName);
    if (this.lists.length === maxLists)
      throw InvalidInputError.at(
        'upload.invalid_file',
        'kind',
        `a payload may combine kinds in ${maxLists} ways at most`,
      );
    const number = this.lists.push(kinds) - 1;
    this.numbers.set(kinds, number);
    return number;
  }

  /** Makes the table `stage_kind_name (list, place, name)`. */
  async stage(script: SqlScript): Promise<void> {
    const rows = this.lists.flatMap((kinds, list) => kinds.map((name, place) => ({ list, place, name })));
    script.add('CREATE TEMP TABLE stage_kind_name (list int, place int, name text COLLATE "C") ON COMMIT DROP');
    await script.query('INSERT INTO stage_kind_name SELECT * FROM unnest($1::int[], $2::int[], $3::text[])', [
      rows.map(({ list }) => list),
      rows.map(({ place }) => place),
      rows.map(({ name }) => name),
    ]);
  }

  /** Makes the table `stage_kinds (list, kinds)`, adding kinds that are new. Only under the write lock: new ids are counted up. */
  async resolve(script: SqlScript): Promise<void> {
    script.add(addMissing);
    if (await hasRows(script, missing))
      throw InvalidInputError.at(
        'upload.invalid_file',
        'kind',
        `this would make more kinds than the ${lastKind} that the graph can hold`,
      );
    script.add(`CREATE TEMP TABLE stage_kinds ON COMMIT DROP AS
      SELECT l.list, coalesce(array_agg(k.id ORDER BY n.place) FILTER (WHERE k.id IS NOT NULL), '{}') AS kinds
      FROM generate_series(0, ${this.lists.length - 1}) AS l(list)
        LEFT JOIN stage_kind_name n ON n.list = l.list LEFT JOIN kind k ON k.name = n.name
      GROUP BY l.list`);
    script.add('ANALYZE stage_kinds');
  }
}

const addMissing = `
  INSERT INTO kind (id, name)
  SELECT id, name FROM (
    SELECT (SELECT greatest(max(id) + 1, ${firstForeignKind}) FROM kind) + row_number() OVER (ORDER BY name) - 1 AS id, name
    FROM (SELECT name FROM stage_kind_name EXCEPT SELECT name FROM kind) missing) numbered
  WHERE id <= ${lastKind}`;

const missing = 'stage_kind_name WHERE name NOT IN (SELECT name FROM kind)';

function assertName(name: string): void {
  if (name.length < 1 || name.length > maxNameLength || name.includes('\0'))
    throw InvalidInputError.at(
      'upload.invalid_file',
      'kind',
      `the name of a kind has 1 to ${maxNameLength} characters`,
    );
}
