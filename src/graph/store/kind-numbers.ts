import type { SqlConnection } from '../../database/database.js';
import { firstForeignKind, lastKind } from '../kinds/kind-catalogue.js';
import { InvalidInputError } from '../../base/errors.js';
import type { GraphBatch } from '../writer/graph-batch.js';

/** Numbers of all kinds that a batch names; adds those that are new. Under the write lock alone. */
export class KindNumbers {
  private constructor(
    private readonly numbers: ReadonlyMap<string, number>,
    /** By list of kinds of the batch. */
    readonly lists: readonly (readonly number[])[],
  ) {}

  static async of(tx: SqlConnection, batch: GraphBatch): Promise<KindNumbers> {
    const names = new Set(batch.kindLists.flat());
    for (const { edges, lists } of batch.records) {
      for (const { kind } of edges) names.add(kind);
      for (const { list } of lists) if ('kind' in list) names.add(list.kind);
    }
    const rows = await tx.prepared<{ id: number; name: string }>('SELECT id, name FROM kind');
    const numbers = new Map(rows.map(({ id, name }) => [name, id]));
    const added = [...names].filter((name) => !numbers.has(name));
    let next = Math.max(firstForeignKind, 1 + Math.max(...numbers.values()));
    for (const name of added) numbers.set(name, next++);
    if (next > lastKind)
      throw InvalidInputError.at(
        'upload.invalid_file',
        'kind',
        `this would make more kinds than the ${lastKind} that the graph can hold`,
      );
    if (added.length > 0)
      await tx.query('INSERT INTO kind (id, name) SELECT * FROM unnest($1::smallint[], $2::text[])', [
        added.map((name) => numbers.get(name) ?? 0),
        added,
      ]);
    const of = (name: string) => numbers.get(name) ?? 0;
    return new KindNumbers(
      numbers,
      batch.kindLists.map((list) => list.map(of)),
    );
  }

  of(name: string): number {
    return this.numbers.get(name) ?? 0;
  }
}
