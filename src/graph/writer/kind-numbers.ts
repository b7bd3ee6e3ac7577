import { oneRow, type SqlConnection } from '../../database/database.js';
import { InvalidInputError } from '../../base/errors.js';
import { firstForeignKind, lastKind } from '../kinds/kind-catalogue.js';

const find = 'SELECT id, name FROM kind WHERE name = ANY ($1::text[])';

const findNext = `SELECT greatest(max(id) + 1, ${firstForeignKind})::int AS next FROM kind`;

const insert = 'INSERT INTO kind (id, name) SELECT * FROM unnest($1::smallint[], $2::text[])';

/** Numbers of kinds by their names. */
export class KindNumbers {
  private constructor(private readonly numbers: ReadonlyMap<string, number>) {}

  /** Adds the kinds that are new. Only under the write lock. */
  static async of(tx: SqlConnection, names: ReadonlySet<string>): Promise<KindNumbers> {
    const rows = await tx.prepared<{ id: number; name: string }>(find, [[...names]]);
    const numbers = new Map(rows.map(({ id, name }) => [name, id]));
    const added = [...names].filter((name) => !numbers.has(name));
    if (added.length > 0) {
      const { next } = oneRow(await tx.prepared<{ next: number }>(findNext));
      requireRoom(next + added.length - 1);
      for (const [place, name] of added.entries()) numbers.set(name, next + place);
      await tx.prepared(insert, [added.map((_, place) => next + place), added]);
    }
    return new KindNumbers(numbers);
  }

  of(name: string): number {
    const number = this.numbers.get(name);
    if (number === undefined) throw new Error(`the batch has no kind ${name}`);
    return number;
  }
}

function requireRoom(last: number): void {
  if (last <= lastKind) return;
  throw InvalidInputError.at(
    'upload.invalid_file',
    'kind',
    `this would make more kinds than the ${lastKind} that the graph can hold`,
  );
}
