import { type TierZeroRuleName, tierZeroRules } from '../../database/migrations/tier-zero-rules.js';
import { type NodeCondition, ruleConditions } from './rule-conditions.js';

/** The conditions of the rules on nodes; a rule is the place of its bit. */
const conditions: readonly NodeCondition[] = tierZeroRules.map(([name]) => {
  const condition = ruleConditions[name];
  return condition.with?.to ?? condition;
});

/** SQL: the rules whose conditions a node meets, as bits (bigint). */
export const ruleBits = `CASE kind ${[...new Set(conditions.map(({ kind }) => kind))]
  .map((kind) => `WHEN ${kind} THEN ${bitsOf(kind)}`)
  .join(' ')} ELSE 0::bigint END`;

function bitsOf(kind: number): string {
  return conditions
    .flatMap((condition, rule) =>
      condition.kind === kind
        ? [`CASE WHEN ${condition.where ?? 'true'} THEN ${1n << BigInt(rule)}::bigint ELSE 0 END`]
        : [],
    )
    .join(' | ');
}

/** The nodes of the conditions of the rules. If a condition has an edge, they are the nodes to which the edge leads. */
export class RuleNodes {
  private readonly nodes = new Map<TierZeroRuleName, number[]>(tierZeroRules.map(([name]) => [name, []]));

  /** @param bits see {@link ruleBits} */
  add(node: number, bits: bigint): void {
    for (let rule = 0, rest = bits; rest !== 0n; rule++, rest >>= 1n) {
      const [name] = tierZeroRules[rule] ?? [];
      if (name && (rest & 1n) === 1n) this.nodes.get(name)?.push(node);
    }
  }

  of(rule: TierZeroRuleName): readonly number[] {
    return this.nodes.get(rule) ?? [];
  }
}
