import type { SqlRunner } from '../../database/database.js';
import { type TierZeroRuleName, tierZeroRules } from '../../database/migrations/tier-zero-rules.js';
import type { Graph } from '../../graph/memory/graph.js';
import { type NodeCondition, ruleConditions } from './rule-conditions.js';

/** A selector of a tier or label, as stored. Those of Owned are not here: their seeds are the members. */
export interface StoredSelector {
  readonly id: number;
  /** The rule that finds its seeds; null if a user names them. */
  readonly rule: TierZeroRuleName | null;
  readonly isEnabled: boolean;
  readonly isOfTierZero: boolean;
  /** A tier has the containers and policies above its nodes, too. */
  readonly hasParents: boolean;
  /** Digest of the object ids that a user names. */
  readonly seeds: string;
}

/** A selector with the places of the nodes that its condition names, or the user. */
export interface SelectorSeeds extends StoredSelector {
  readonly nodes: readonly number[];
}

const selectors = `
  SELECT s.id, CASE WHEN s.system_selector THEN s.name END AS rule, s.disabled_at IS NULL AS "isEnabled",
    g.position IS NOT DISTINCT FROM 1 AS "isOfTierZero", g.position IS NOT NULL AS "hasParents",
    (SELECT md5(coalesce(string_agg(object_id, ' ' ORDER BY object_id), '')) FROM asset_group_seed
     WHERE selector_id = s.id) AS seeds
  FROM asset_group_selector s JOIN asset_group g ON g.id = s.asset_group_id WHERE g.tag <> 'owned' ORDER BY s.id`;

const namedSeeds = `
  SELECT seed.selector_id AS selector, array_agg(n.id) AS nodes
  FROM asset_group_seed seed JOIN node n ON n.objectid = seed.object_id GROUP BY seed.selector_id`;

/** The conditions of the rules on nodes; a rule is the place of its bit. */
const nodeConditions: readonly NodeCondition[] = tierZeroRules.map(([name]) => {
  const condition = ruleConditions[name];
  return condition.with?.to ?? condition;
});

/** All rules in one pass, because there are millions of nodes. OFFSET keeps PostgreSQL from computing the bits twice. */
const ruleNodes = `
  SELECT id, bits FROM (
    SELECT id, CASE kind ${[...new Set(nodeConditions.map(({ kind }) => kind))]
      .map((kind) => `WHEN ${kind} THEN ${bitsOf(kind)}`)
      .join(' ')} ELSE 0 END AS bits
    FROM node OFFSET 0) n
  WHERE bits <> 0`;

function bitsOf(kind: number): string {
  return nodeConditions
    .flatMap((condition, rule) =>
      condition.kind === kind ? [`CASE WHEN ${condition.where ?? 'true'} THEN ${1n << BigInt(rule)} ELSE 0 END`] : [],
    )
    .join(' | ');
}

export function readSelectors(database: SqlRunner): Promise<StoredSelector[]> {
  return database.query<StoredSelector>(selectors);
}

/** Finds the nodes of selectors. If the condition of a rule has an edge, they are those to which the edge leads. */
export async function readSeeds(
  tx: SqlRunner,
  graph: Pick<Graph, 'placeOf'>,
  stored: readonly StoredSelector[],
): Promise<SelectorSeeds[]> {
  const named = await tx.query<{ selector: number; nodes: number[] }>(namedSeeds);
  const nodesOf = new Map(named.map(({ selector, nodes }) => [selector, nodes]));
  const found = await tx.query<{ id: number; bits: string }>(ruleNodes);
  const ofRule = new Map<TierZeroRuleName, number[]>(tierZeroRules.map(([name]) => [name, []]));
  for (const { id, bits } of found) {
    let rest = BigInt(bits);
    for (const [name] of tierZeroRules) {
      if ((rest & 1n) === 1n) ofRule.get(name)?.push(id);
      rest >>= 1n;
    }
  }
  return stored.map((selector) => {
    const nodes = selector.rule === null ? nodesOf.get(selector.id) : ofRule.get(selector.rule);
    return { ...selector, nodes: (nodes ?? []).map((id) => graph.placeOf(id)).filter((node) => node >= 0) };
  });
}
