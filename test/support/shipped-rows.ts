import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../src/database/migrations/', import.meta.url);

/** @returns the rows of a table that every new installation has, by id, from the dumps of the migrations */
function rowsOf<Row extends { readonly id: number }>(table: string): Row[] {
  const line = new RegExp(`^([+-]) row ${table} (.*)$`, 'gm');
  const rows = new Map<string, Row>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.dump')))
    for (const [, sign, row = ''] of readFileSync(new URL(file, folder), 'utf8').matchAll(line))
      if (sign === '+') rows.set(row, JSON.parse(row) as Row);
      else rows.delete(row);
  return [...rows.values()].toSorted((a, b) => a.id - b.id);
}

interface Query {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly query: string;
}

interface Selector {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly allow_disable: boolean;
}

/** The queries that the service ships: name, description and text. */
export const shippedQueries = rowsOf<Query>('saved_query').map((it) => [it.name, it.description, it.query] as const);

/** The rules of tier zero that every installation has: name, text and switch. */
export const tierZeroRules = rowsOf<Selector>('asset_group_selector').map(
  (it) => [it.name, it.description, it.allow_disable ? 'switchable' : 'fixed'] as const,
);
