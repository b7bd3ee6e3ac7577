import type { Column } from './table.js';

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
            {columns.map(({ title, isNumber, width }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined} style={{ minWidth: width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} class={isNumber ? 'number' : undefined}>
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
