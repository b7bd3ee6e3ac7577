const times = new Set(['pwdlastset', 'lastlogon', 'lastlogontimestamp', 'whencreated']);

/** Longer values are cut; `--json` has them. */
const longestValue = 300;

/** The text of a property. Collectors write times as seconds since 1970, and 0 or -1 for none. */
export function valueText(property: string, value: unknown): string {
  if (times.has(property) && typeof value === 'number')
    return value > 0 ? new Date(value * 1000).toISOString().replace('.000Z', 'Z') : 'never';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
