/** The nodes of the conditions of the rules of tier zero. If a condition has an edge, they are the nodes to which the edge leads. */
export class RuleNodes {
  private readonly nodes: number[][] = [];

  /** @param bits of the rules whose conditions the node meets; a rule is the place of its bit */
  add(node: number, bits: bigint): void {
    for (let rule = 0, rest = bits; rest !== 0n; rule++, rest >>= 1n)
      if ((rest & 1n) === 1n) (this.nodes[rule] ??= []).push(node);
  }

  /** @param rule the place of its bit */
  of(rule: number): readonly number[] {
    return this.nodes[rule] ?? [];
  }
}
