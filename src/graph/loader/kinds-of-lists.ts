import { primaryKind, unitedKinds } from '../kinds/kind-sql.js';

/**
 * SQL: `(lists, kinds, kind)`, where `kinds` are those of all the lists, in their order, and `kind` is the one that is shown.
 * @param lists SQL: distinct combinations `(lists int[])` of lists of `stage_kinds`
 */
export function kindsOfLists(lists: string): string {
  return `
    SELECT u.lists, u.kinds, ${primaryKind('u.kinds')} AS kind
    FROM (SELECT c.lists, ${unitedKinds(`SELECT k.k, (l.o << 8) + k.o
      FROM unnest(c.lists) WITH ORDINALITY AS l(list, o) JOIN stage_kinds s ON s.list = l.list
        CROSS JOIN unnest(s.kinds) WITH ORDINALITY AS k(k, o)`)} AS kinds
      FROM (${lists}) c OFFSET 0) u`;
}
