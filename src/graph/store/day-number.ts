const MS_A_DAY = 86_400_000;
const DAY_ZERO = Date.UTC(2000, 0, 1);

/** Days from 2000-01-01 to `day` (`2026-03-01`), as PostgreSQL stores a date. */
export function dayNumber(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / MS_A_DAY);
}
