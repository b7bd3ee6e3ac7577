import { useEffect, useState } from 'preact/hooks';
import { Button } from '../base/parts.js';
import type { Column } from './table.js';
import { PAGE, type Rows } from './use-rows.js';

interface SmallTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** A table whose rows are all in the document, and whose cells may have several lines. It scrolls sideways if it has to. */
export function SmallTable<Row>({ label, columns, rows }: SmallTableProps<Row>) {
  return (
    <div class="small-table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isExtra, width }) => (
              <th key={title} scope="col" class={classOf(isNumber, isExtra)} style={{ minWidth: width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ title, cell, isNumber, isExtra }) => (
                <td key={title} class={classOf(isNumber, isExtra)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf(isNumber = false, isExtra = false): string {
  return [isNumber && 'number', isExtra && 'extra'].filter(Boolean).join(' ');
}

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
      {most < rows.count && <Button label="Further rows" run={() => setMost(most + PAGE)} />}
    </>
  );
}
