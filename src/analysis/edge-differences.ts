import type { SqlRunner } from '../database/database.js';
import { EdgeFlag } from '../graph/store/edge-flag.js';

/** A hash or sort of millions of edges without the disk; one analysis runs at a time. */
const roomy = "SET LOCAL work_mem = '256MB'";

/** SQL: the edges of each kind out of each node, as their number and two sums of hashes: 128 bits that the order does not matter to. */
const groupsOf = (edges: string) => `
  SELECT kind, source, count(*) AS count, sum(hashint8extended(target, 1)) AS one, sum(hashint8extended(target, 2)) AS two
  FROM ${edges} GROUP BY kind, source`;

const derivedEdges = (scope: string) => `edge WHERE (flags & ${EdgeFlag.Derived}) <> 0 AND ${scope}`;

/** Where anything differs. Millions of edges that are as they were cost a sixth of what a comparison one by one would. */
const compareGroups = (scope: string) => `
  CREATE TEMP TABLE derived_group ON COMMIT DROP AS
  SELECT kind, source
  FROM (${groupsOf(derivedEdges(scope))}) was FULL JOIN (${groupsOf('derived_edge')}) now USING (kind, source)
  WHERE (was.count, was.one, was.two) IS DISTINCT FROM (now.count, now.one, now.two)`;

/** Both sides as they are: repeats of what is derived find their edge all the same, so only what is left over is made distinct. */
const compareEdges = (scope: string) => `
  CREATE TEMP TABLE derived_change ON COMMIT DROP AS
  SELECT DISTINCT source, kind, target, d.wanted, e.flags
  FROM (SELECT source, kind, target, true AS wanted FROM derived_edge JOIN derived_group USING (kind, source)) d
    FULL JOIN (
      SELECT source, kind, target, flags FROM derived_group JOIN edge USING (kind, source)
      WHERE (flags & ${EdgeFlag.Derived}) <> 0 AND ${scope}) e USING (source, kind, target)
  WHERE d.wanted IS NULL OR e.flags IS NULL`;

/** On its own, so that the planner knows how many they are. */
const complete = `
  CREATE TEMP TABLE derived_difference ON COMMIT DROP AS
  SELECT source, kind, target, c.wanted, coalesce(c.flags, other.flags) AS old
  FROM derived_change c
    LEFT JOIN (SELECT source, kind, target, flags FROM edge WHERE (flags & ${EdgeFlag.Derived}) = 0) other USING (source, kind, target)`;

/** Nodes may have been removed since the rules looked at them. */
const dropDangling = (end: 'source' | 'target') => `
  DELETE FROM derived_difference d
  WHERE d.wanted AND d.old IS NULL AND NOT EXISTS (SELECT FROM node n WHERE n.id = d.${end})`;

/**
 * Makes `derived_difference` of `derived_edge` and the graph: what is derived now but was not (`wanted`; `old` tells the bits of an
 * edge that is there all the same), and what was but is no longer.
 * @param scope SQL condition on `kind`: the kinds that the rules so far account for
 */
export async function findDifferences(tx: SqlRunner, scope: string): Promise<void> {
  await tx.query(roomy);
  await tx.query('ANALYZE derived_edge');
  await tx.query(compareGroups(scope));
  await tx.query('ANALYZE derived_group');
  await tx.query(compareEdges(scope));
  await tx.query('ANALYZE derived_change');
  await tx.query(complete);
  await tx.query('DROP TABLE derived_group, derived_change; ANALYZE derived_difference');
}

/** As {@link findDifferences}, in the place of what it found, for a graph that has changed since. Under the write lock. */
export async function findDifferencesAnew(tx: SqlRunner, scope: string): Promise<void> {
  await tx.query('DROP TABLE derived_difference');
  await findDifferences(tx, scope);
  for (const end of ['source', 'target'] as const) await tx.query(dropDangling(end));
}
