import { Injectable } from '@nestjs/common';
import type { SqlConnection } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { firstForeignKind } from './kind-catalogue.js';

const hasForeign = `SELECT FROM kind WHERE id >= ${firstForeignKind} LIMIT 1`;

/** The log has kinds of edges that are gone; open edges name kinds; a record that may be skipped has their counts, from the third number on. */
const free = `
  DELETE FROM kind WHERE id >= ${firstForeignKind} AND name <> ALL ($1::text[]) AND id NOT IN (
    SELECT unnest(kinds) FROM node UNION SELECT list FROM edge_list UNION SELECT unnest(kinds) FROM edge_list WHERE kinds IS NOT NULL
    UNION SELECT unnest(kinds) FROM change_log UNION SELECT c.number FROM collector_record, unnest(counts) WITH ORDINALITY c(number, place)
      WHERE digest IS NOT NULL AND place > 2 AND place % 2 = 1)
  AND name NOT IN (
    SELECT kind FROM open_edge
    UNION SELECT k #>> '{}' FROM open_edge, unnest(ARRAY[source, target]) e, jsonb_path_query(e, '$.keyvalue() ? (@.key starts with "kind").value[*]') k)
  RETURNING id`;

type NamesOfKinds = (on: Transaction) => Promise<readonly string[]>;

/** The kinds that resources name. They keep their numbers, so that lists of kinds go on showing them. */
@Injectable()
export class NamedKinds {
  private readonly sources: NamesOfKinds[] = [];

  add(source: NamesOfKinds): void {
    this.sources.push(source);
  }

  async read(on: Transaction): Promise<string[]> {
    const names: string[] = [];
    for (const source of this.sources) names.push(...(await source(on)));
    return names;
  }
}

/**
 * Frees the numbers of kinds that files added and that nothing has any more. Under the write lock. The caller publishes a version that says so
 * ({@link publish}): a reader whose graph is older must not name the kinds of a later one.
 * @returns whether numbers became free
 */
export async function freeKinds(tx: SqlConnection, named: NamedKinds): Promise<boolean> {
  const [foreign] = await tx.query(hasForeign);
  if (!foreign) return false;
  return (await tx.query(free, [await named.read(tx)])).length > 0;
}
