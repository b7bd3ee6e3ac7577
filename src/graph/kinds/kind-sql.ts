import { firstForeignKind, Kind } from './kind-catalogue.js';
import { carrierKinds, secondaryKinds } from './kind-definitions.js';

const carriers = carrierKinds.join(', ');
const secondary = secondaryKinds.join(', ');

/** SQL: the kinds of a result set `(k, o)`, each once, by `o`, carriers last. */
export function unitedKinds(rows: string): string {
  return `(SELECT coalesce(array_agg(u.k ORDER BY u.k IN (${carriers}), u.o), '{}')
    FROM (SELECT x.k, min(x.o) AS o FROM (${rows}) AS x(k, o) GROUP BY x.k) u)`;
}

/** SQL: two lists of kinds as one, the first leading. */
export function unitedLists(first: string, second: string): string {
  return unitedKinds(`SELECT * FROM unnest(${first} || ${second}) WITH ORDINALITY`);
}

/** SQL: the kind that is shown. A kind of the catalogue says more than a foreign one, a carrier says least; else the first in the list. */
export function primaryKind(kinds: string): string {
  return `coalesce((SELECT x.k FROM unnest(${kinds}) WITH ORDINALITY AS x(k, o)
    ORDER BY CASE WHEN x.k IN (${carriers}) THEN 4 WHEN x.k IN (${secondary}) THEN 2 WHEN x.k < ${firstForeignKind} THEN 1 ELSE 3 END, x.o
    LIMIT 1), ${Kind.Unknown})`;
}
