/** What an analysis measures, by its name in the API. */
export interface Measure {
  readonly name: string;
  readonly title: string;
  /** A share from 0 to 1; otherwise a count. */
  readonly isShare?: boolean;
}

/** The values of one analysis by the names of measures. */
export type MeasuredRow = Readonly<Record<string, unknown>> & { readonly created_at: string };

/** The measures that an address names, in their order here; by default the usual ones. */
export function chosenMeasures(
  all: readonly Measure[],
  named: readonly string[],
  isUsual: (measure: Measure, index: number) => boolean,
): readonly Measure[] {
  const chosen = all.filter(({ name }) => named.includes(name));
  return chosen.length > 0 ? chosen : all.filter(isUsual);
}

/** A count as it is, a share in percent with one digit; null if the analysis has none. */
export function valueOf(row: MeasuredRow, { name, isShare = false }: Measure): number | null {
  const value = row[name];
  if (typeof value !== 'number') return null;
  return isShare ? Math.round(value * 1000) / 10 : value;
}

/** Differences to the former run, for rows with the newest first; null for the first run. Shares differ by percentage points. */
export function deltasOf(rows: readonly MeasuredRow[], measure: Measure): readonly (number | null)[] {
  const values = rows.map((row) => valueOf(row, measure));
  return values.map((value, index) => {
    const former = values[index + 1] ?? null;
    return value === null || former === null ? null : Math.round((value - former) * 10) / 10;
  });
}

interface SingleHistory {
  readonly data_type: string;
  readonly data: readonly { readonly date: string; readonly value: number }[];
}

/** Joins histories of single measures by the times of the analyses, the newest first. */
export function joinedRows(histories: readonly SingleHistory[]): readonly MeasuredRow[] {
  const rows = new Map<string, MeasuredRow>();
  for (const { data_type: name, data } of histories)
    for (const { date, value } of data) rows.set(date, { ...rows.get(date), created_at: date, [name]: value });
  return [...rows.values()].toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}
