import pg from 'pg';

/** An element of an array that is the value of a statement. */
export type ArrayElement = string | number | bigint | boolean | null;

/** The text of an array in PostgreSQL. The driver needs several times as long for one of a thousand elements. */
export function arrayText(elements: readonly ArrayElement[]): string {
  return `{${elements.map(elementText).join(',')}}`;
}

function elementText(element: ArrayElement): string {
  if (typeof element === 'string') return `"${element.replace(/["\\]/g, '\\$&')}"`;
  return element === null ? 'NULL' : String(element);
}

const integerArrays: ReadonlySet<number> = new Set([1005, 1007]);

/** The types of the driver, and a faster reader of `smallint[]` and `int[]`. */
export const sqlTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format = 'text') =>
    format === 'text' && integerArrays.has(type) ? integersOf : pg.types.getTypeParser(type, format),
};

function integersOf(text: string): (number | null)[] {
  const elements = text.slice(1, -1);
  return elements === '' ? [] : elements.split(',').map((element) => (element === 'NULL' ? null : Number(element)));
}
