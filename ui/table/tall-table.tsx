import { useEffect, useState } from 'preact/hooks';
import { SmallTable } from './small-table.js';
import type { Column } from './table.js';
import { PAGE, type Rows } from './use-rows.js';

interface TallTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Rows<Row>;
}

/** A table of any length whose cells may have several lines. Further pages are shown when they are asked for. */
export function TallTable<Row>({ label, columns, rows }: TallTableProps<Row>) {
  const [most, setMost] = useState(PAGE);
  useEffect(() => rows.need(0, most - 1), [most, rows.count]);
  const known = Array.from({ length: Math.min(most, rows.count) }, (_, index) => rows.at(index));
  return (
    <>
      <SmallTable label={label} columns={columns} rows={known.filter((row) => row !== undefined)} />
      {most < rows.count && (
        <button type="button" onClick={() => setMost(most + PAGE)}>
          Further rows
        </button>
      )}
    </>
  );
}
