import { readFileSync } from 'node:fs';

const document = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');

/** Columns that docs/scaling.md distributes tables by, by table. */
export const distributedTables: ReadonlyMap<string, string> = new Map(
  [...document.matchAll(/create_distributed_table\('(\w+)', '(\w+)'\)/g)].map(([, table = '', key = '']) => [
    table,
    key,
  ]),
);

export const referenceTables: ReadonlySet<string> = new Set(
  [...document.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, table = '']) => table),
);
