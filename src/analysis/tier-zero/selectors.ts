import type { SqlConnection, SqlRunner } from '../../database/database.js';
import type { KnownKind } from '../../graph/store/kind-names.js';
import type { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { addBelow } from '../../graph/questions/walks/expand.js';
import { hasEdge, type RuleGraph, type StoredFacts } from '../facts/graph-facts.js';
import type { RuleNodes } from '../facts/rule-nodes.js';
import { linkedKinds } from '../rules/rules.js';
import { withDerived } from '../facts/with-derived.js';
import { tierZeroRules } from './rule-conditions.js';
import { type FailedSelector, runQueries } from './selector-queries.js';
import { ownedId } from './system-groups.js';

/** A selector, as stored. One of Owned is here only if it has queries: other seeds of Owned are its members. */
export interface StoredSelector {
  readonly id: number;
  /** The name of the rule that finds its seeds; null if a user names them. */
  readonly rule: string | null;
  readonly isEnabled: boolean;
  readonly isOfTierZero: boolean;
  /** A tier has the containers and policies above its nodes, too. */
  readonly hasParents: boolean;
  /** False for Owned: who controls an account does not control the unit above. */
  readonly isExpanded: boolean;
  /** Digest of the object ids that a user names. */
  readonly seeds: string;
  /** Their nodes are seeds, too. */
  readonly queries: readonly string[];
}

/** A selector with the places of its seeds. */
interface SelectorSeeds extends Omit<StoredSelector, 'seeds' | 'queries'> {
  readonly seeds: readonly number[];
  /** The seeds that its queries find. */
  readonly found: readonly number[];
}

export interface SelectorStarts {
  readonly selectors: readonly SelectorSeeds[];
  /** The nodes below the seeds of tiers that inherit the permissions of the containers above them. */
  readonly inheriting: ReadonlySet<number>;
}

const storedSelectors = `
  SELECT s.id, CASE WHEN s.system_selector THEN s.name END AS rule, s.disabled_at IS NULL AS "isEnabled",
    g.position IS NOT DISTINCT FROM 1 AS "isOfTierZero", g.position IS NOT NULL AS "hasParents",
    g.id <> ${ownedId} AS "isExpanded", s.queries,
    (SELECT md5(coalesce(string_agg(object_id, ' ' ORDER BY object_id), '')) FROM asset_group_seed
     WHERE selector_id = s.id) AS seeds
  FROM asset_group_selector s JOIN asset_group g ON g.id = s.asset_group_id WHERE g.id <> ${ownedId} OR s.queries <> '{}' ORDER BY s.id`;

const namedSeeds = `
  SELECT seed.selector_id AS selector, array_agg(n.id) AS nodes
  FROM asset_group_seed seed JOIN node n ON n.objectid = seed.object_id GROUP BY seed.selector_id`;

const inheriting = "SELECT id FROM node WHERE id = ANY ($1::int[]) AND props -> 'isaclprotected' = 'false'";

/** A seed that a user gave before its node came is in the case of the user; the ids of directories are in upper case. */
const foldedSeeds = `
  SELECT DISTINCT object_id AS given, upper(object_id) AS folded FROM asset_group_seed WHERE object_id <> upper(object_id)`;

const renameSeeds = `
  UPDATE asset_group_seed seed SET object_id = upper(object_id)
  WHERE object_id = ANY ($1::text[]) AND NOT EXISTS (SELECT FROM asset_group_seed other
    WHERE other.selector_id = seed.selector_id AND other.object_id = upper(seed.object_id))`;

/** Writes seeds as the object ids of their nodes, if these have come since. In steps, because Citus refuses one statement. */
export async function renameArrivedSeeds(database: SqlRunner): Promise<void> {
  const seeds = await database.query<{ given: string; folded: string }>(foldedSeeds);
  if (seeds.length === 0) return;
  const ids = seeds.flatMap(({ given, folded }) => [given, folded]);
  const nodes = await database.query<{ id: string }>('SELECT objectid AS id FROM node WHERE objectid = ANY ($1)', [
    ids,
  ]);
  const found = new Set(nodes.map(({ id }) => id));
  const arrived = seeds.filter(({ given, folded }) => found.has(folded) && !found.has(given));
  await database.query(renameSeeds, [arrived.map(({ given }) => given)]);
}

export function readSelectors(database: SqlRunner): Promise<StoredSelector[]> {
  return database.query<StoredSelector>(storedSelectors);
}

/** Finds the nodes that start selectors, and reads what their expansion needs. */
export async function readStarts(
  tx: SqlConnection,
  graph: MemoryGraph,
  kinds: readonly KnownKind[],
  { linked, ruleNodes }: Pick<StoredFacts, 'linked' | 'ruleNodes'>,
  stored: readonly StoredSelector[],
): Promise<SelectorStarts & { readonly failed: readonly FailedSelector[] }> {
  const placesOf = (ids: readonly number[]) => ids.map((id) => graph.placeOf(id)).filter((node) => node >= 0);
  const walked = withDerived(graph, linkedKinds, linked);
  const named = await tx.query<{ selector: number; nodes: number[] }>(namedSeeds);
  const nodesOf = new Map(named.map(({ selector, nodes }) => [selector, placesOf(nodes)]));
  const { found, failed } = await runQueries(tx, graph, kinds, stored);
  const selectors = stored.map((selector): SelectorSeeds => {
    const { id, rule } = selector;
    const seeds = rule === null ? (nodesOf.get(id) ?? []) : seedsOf(walked, rule, ruleNodes);
    return { ...selector, seeds, found: found.get(id) ?? [] };
  });
  const nodes = addBelow(
    walked,
    selectors.flatMap((it) => (it.hasParents ? [...it.seeds, ...it.found] : [])),
  );
  const rows = await tx.query<{ id: number }>(inheriting, [Array.from(nodes, (node) => graph.idOf(node))]);
  return { failed, selectors, inheriting: new Set(placesOf(rows.map(({ id }) => id))) };
}

function seedsOf(graph: RuleGraph, rule: string, ruleNodes: RuleNodes): readonly number[] {
  const place = tierZeroRules.findIndex(({ name }) => name === rule);
  const nodes = ruleNodes.of(place);
  const condition = tierZeroRules[place]?.condition;
  if (!condition?.with) return nodes;
  const { kind } = condition;
  const { edge, having } = condition.with;
  const seeds = new Set<number>();
  for (const node of nodes)
    if (having === undefined || hasEdge(graph, 'targets', node, having))
      graph.sources(node, edge, (source) => {
        if (graph.hasKind(source, kind)) seeds.add(source);
      });
  return [...seeds];
}
