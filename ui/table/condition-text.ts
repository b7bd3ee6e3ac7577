/** Predicates of conditions, as the API and as people write them. */
export const predicates = { eq: '=', neq: '≠', '~eq': 'contains', gt: '>', gte: '≥', lt: '<', lte: '≤' } as const;

/** A value of `where`: `enabled:eq:true`, `under:S-1`. A day becomes the beginning of it, if the property is a time. */
export function conditionOf(property: string, predicate: string, value: string, isTime: boolean): string {
  if (property === 'under') return `under:${value}`;
  const isDay = isTime && /^\d{4}-\d\d-\d\d$/.test(value);
  return [property, predicate, isDay ? `${value}T00:00:00Z` : value].join(':');
}

/** `lastlogon:lt:-P90D` → `lastlogon < -P90D` */
export function conditionText(where: string): string {
  const [, property = where, predicate = 'eq', value = ''] =
    /^(edge:[^:]*:(?:in|out)|[^:]*):(?:(~?eq|neq|gte?|lte?):)?(.*)$/s.exec(where) ?? [];
  if (property === 'under') return `below ${value}`;
  const words = Object.entries(predicates).find(([name]) => name === predicate)?.[1] ?? predicate;
  return `${property} ${words} ${value}`;
}
