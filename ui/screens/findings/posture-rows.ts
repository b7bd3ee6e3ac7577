/** The values of one analysis, in the order of the histories; null if a history has none. */
export interface PostureRow {
  readonly date: string;
  readonly values: readonly (number | null)[];
}

interface History {
  readonly data: readonly { readonly date: string; readonly value: number }[];
}

/** Joins histories by the times of the analyses, oldest first. */
export function postureRows(histories: readonly History[]): readonly PostureRow[] {
  const byDate = histories.map(({ data }) => new Map(data.map(({ date, value }) => [date, value])));
  const dates = new Set(byDate.flatMap((values) => [...values.keys()]));
  return [...dates].toSorted().map((date) => ({ date, values: byDate.map((values) => values.get(date) ?? null) }));
}
