import type { Response } from 'express';
import { isJsonObject } from '../../base/values/json-object.js';
import { setGraphNotes } from '../notes/graph-notes.js';
import { streamParts } from '../stream-answer.js';
import { columnsOf, csvLine, type CsvRow, valuesOf } from './csv-lines.js';
import { csvType } from './wants-csv.js';

/** Lines that are written at once; other requests are answered between two such parts. */
const linesAtOnce = 500;

/** A list to be sent as CSV, page by page. */
export class CsvBody {
  /**
   * @param pages answers of the list, parsed; the first is read before anything is sent, so that errors are sent as JSON
   * @param columns of an answer without rows
   */
  constructor(
    readonly pages: AsyncGenerator<unknown, void, undefined>,
    private readonly columns: readonly string[],
  ) {}

  /** The same list with other pages. */
  mapped(change: (page: unknown) => unknown): CsvBody {
    return new CsvBody(mappedPages(this.pages, change), this.columns);
  }

  /** @param sendOther sends the first page as JSON if it is no list */
  async send(response: Response, sendOther: (body: unknown) => unknown): Promise<void> {
    const first = await this.pages.next();
    const page: unknown = first.value;
    setGraphNotes(response);
    const rows = rowsOf(page);
    if (!rows) {
      await this.pages.return();
      sendOther(page);
      return;
    }
    setCsvHeaders(response);
    if (response.req.method === 'HEAD') {
      await this.pages.return();
      response.end();
      return;
    }
    await streamParts(response, this.lines(rows));
  }

  private async *lines(first: readonly CsvRow[]): AsyncGenerator<string> {
    const columns = first.length > 0 ? columnsOf(first) : this.columns;
    try {
      yield csvLine(columns);
      yield* linesOf(first, columns);
      for await (const page of this.pages) yield* linesOf(rowsOf(page) ?? [], columns);
    } finally {
      await this.pages.return();
    }
  }
}

export function setCsvHeaders(response: Response): void {
  response.setHeader('Content-Type', csvType);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName(response.req.path)}"`);
  response.setHeader('Cache-Control', 'no-store');
}

async function* mappedPages(
  pages: AsyncGenerator<unknown, void, undefined>,
  change: (page: unknown) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages) yield change(page);
}

function* linesOf(rows: readonly CsvRow[], columns: readonly string[]): Generator<string> {
  for (let at = 0; at < rows.length; at += linesAtOnce)
    yield rows
      .slice(at, at + linesAtOnce)
      .map((row) => csvLine(valuesOf(row, columns)))
      .join('');
}

/** The rows of `{data: […]}` or `{data: {<name>: […]}}`; null for another answer. */
export function rowsOf(page: unknown): readonly CsvRow[] | null {
  if (!isJsonObject(page)) return null;
  const { data } = page;
  if (isRows(data)) return data;
  const [only, ...others] = isJsonObject(data) ? Object.values(data) : [];
  return others.length === 0 && isRows(only) ? only : null;
}

/** All rows of a list have the same form. */
function isRows(value: unknown): value is readonly CsvRow[] {
  return Array.isArray(value) && (value.length === 0 || isJsonObject(value[0]));
}

/** `admin-rights.csv` */
function fileName(path: string): string {
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  return `${decodeURIComponent(last).replaceAll(/[^\w.-]+/g, '-')}.csv`;
}
