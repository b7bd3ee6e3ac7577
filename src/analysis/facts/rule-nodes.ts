import { type TierZeroRuleName, tierZeroRules } from '../../database/migrations/tier-zero-rules.js';

/** The nodes of the conditions of the rules of tier zero. If a condition has an edge, they are the nodes to which the edge leads. */
export class RuleNodes {
  private readonly nodes = new Map<TierZeroRuleName, number[]>(tierZeroRules.map(([name]) => [name, []]));

  /** @param bits of the rules whose conditions the node meets; a rule is the place of its bit */
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
