const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

/** Reads CSV of RFC 4180. @throws Error at a place that is no cell */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (cell.lastIndex = 0; cell.lastIndex < text.length;) {
    const at = cell.lastIndex;
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`no cell: ${JSON.stringify(text.slice(at, at + 20))}`);
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The cell that the documents promise for a value of JSON. */
export function cellFor(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return '=+-@\t\r'.includes(value[0] ?? 'x') ? `'${value}` : value;
}
