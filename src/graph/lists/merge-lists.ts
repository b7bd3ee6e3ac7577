import type { SqlScript } from '../../database/sql-script.js';
import { EdgeFlag } from '../store/edge-flag.js';
import { loggedKinds } from '../loader/delta.js';
import { edgesOfLists } from './list-edges.js';
import { expandedLists } from './list-sets-sql.js';
import { knownOwners } from './load-owners.js';

const { Collected, Derived, Listed } = EdgeFlag;

const withdrawn = `
  CREATE TEMP TABLE withdrawn_edge ON COMMIT DROP AS
  SELECT DISTINCT e.source, e.kind, e.target, (e.flags & ~${Listed})::smallint AS flags
  FROM (${edgesOfLists(expandedLists(knownOwners))}) e
  WHERE e.flags & ${Listed} <> 0
    AND NOT EXISTS (SELECT FROM merged_edge m WHERE (m.source, m.kind, m.target) = (e.source, e.kind, e.target))`;

const isGone = `w.flags & ${Collected | Derived} = 0`;
const same = (alias: string) => `(${alias}.source, ${alias}.kind, ${alias}.target) = (w.source, w.kind, w.target)`;

const removals = [
  `UPDATE edge e SET flags = w.flags FROM withdrawn_edge w WHERE NOT ${isGone} AND ${same('e')}`,
  `DELETE FROM edge_props p USING withdrawn_edge w WHERE ${isGone} AND ${same('p')}`,
  `DELETE FROM edge e USING withdrawn_edge w WHERE ${isGone} AND ${same('e')}`,
  `INSERT INTO delta_edge SELECT -1, w.source, w.target, w.kind FROM withdrawn_edge w
   WHERE ${isGone} AND w.kind IN (${loggedKinds.join(', ')})`,
];

const countWithdrawn = `
  SELECT (count(*) FILTER (WHERE ${isGone}))::int AS removed, (count(*) FILTER (WHERE NOT ${isGone}))::int AS changed
  FROM withdrawn_edge w`;

export interface Withdrawn {
  readonly removed: number;
  /** Edges that somebody else vouches for. */
  readonly changed: number;
}

/** Removes the edges that lists of the payload no longer hold: those of the lists of `load_owner` that are not in `merged_edge`. */
export async function withdrawUnlisted(script: SqlScript): Promise<Withdrawn> {
  script.add(withdrawn);
  const [counted = { removed: 0, changed: 0 }] = await script.query<Withdrawn>(countWithdrawn);
  if (counted.removed + counted.changed > 0) {
    script.add('ANALYZE withdrawn_edge');
    for (const statement of removals) script.add(statement);
  }
  return counted;
}
