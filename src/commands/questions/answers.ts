import { type Format, rowsText } from '../output/formats.js';
import type { Rows } from '../output/tables.js';
import type { Terminal } from '../terminal.js';
import type { Hit } from './node-by-name.js';

/** A page of a list of the service. */
export interface Page<Item> {
  readonly count: number;
  readonly data: readonly Item[];
}

/** Prints rows of a list, and on standard error how many there are if some are missing. */
export function printPage(terminal: Terminal, rows: Rows, count: number, format: Format): void {
  terminal.print(rowsText(rows, format, terminal));
  const printed = rows.rows.length;
  if (printed < count)
    terminal.note(`${printed.toLocaleString('en')} of ${count.toLocaleString('en')}; --limit prints more, --csv all`);
}

/** Tier zero has a column if it has one of the objects. */
export function hitRows(hits: readonly Hit[]): Rows {
  const hasTierZero = hits.some((hit) => hit.tier_zero);
  return {
    head: ['name', 'kind', ...(hasTierZero ? ['tier zero'] : []), 'object id'],
    rows: hits.map(({ name, type, tier_zero: isTierZero, objectid }) => [
      name,
      type,
      ...(hasTierZero ? [isTierZero ? 'yes' : ''] : []),
      { whole: objectid },
    ]),
  };
}

/** An item of a list of entities. */
export interface ListedEntity {
  readonly objectID: string;
  readonly name: string;
  readonly label: string;
}

export function entityRows(entities: readonly ListedEntity[]): Rows {
  return {
    head: ['name', 'kind', 'object id'],
    rows: entities.map(({ name, label, objectID }) => [name, label, { whole: objectID }]),
  };
}
