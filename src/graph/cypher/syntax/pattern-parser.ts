import { CypherError } from '../cypher-error.js';
import type { EdgePattern, Expression, MapLiteral, NameGroups, NodePattern, PathPattern } from './tree.js';
import type { TokenReader } from './token-reader.js';

/** Reads patterns: `(a:User)-[r:MemberOf*1..3]->(b)`. */
export class PatternParser {
  /** @param map reads `{key: value}` */
  constructor(
    private readonly tokens: TokenReader,
    private readonly map: () => MapLiteral,
    private readonly expression: () => Expression,
  ) {}

  paths(): PathPattern[] {
    return this.tokens.separated(() => this.path());
  }

  /** With its name, and the word that asks for the shortest. */
  path(): PathPattern {
    const { tokens } = this;
    const { at } = tokens.next;
    let variable: string | null = null;
    if (!tokens.isSymbol('(') && tokens.isSymbol('=', 1)) {
      variable = tokens.expectName('a variable');
      tokens.take();
    }
    const shortest = tokens.isWord('SHORTESTPATH') ? 'one' : tokens.isWord('ALLSHORTESTPATHS') ? 'all' : null;
    if (!shortest) return { ...this.enclosed(), variable, at };
    tokens.take();
    tokens.expectSymbol('(');
    const chain = this.chain();
    tokens.expectSymbol(')');
    if (chain.edges.length !== 1)
      throw new CypherError('syntax', 'a shortest path has two nodes and one relationship between them', at);
    return { ...chain, variable, shortest, at };
  }

  /** A chain, perhaps in parentheses: `((a)-->(b))`. */
  private enclosed(): PathPattern {
    const { tokens } = this;
    if (!tokens.isSymbol('(') || !tokens.isSymbol('(', 1)) return this.chain();
    tokens.take();
    const chain = tokens.nested(() => this.enclosed());
    tokens.expectSymbol(')');
    return chain;
  }

  /** Whether a pattern of at least one relationship begins here or behind some tokens: `(n:User)<-[`, `()--(`. */
  comesNext(behind = 0): boolean {
    const { tokens } = this;
    if (!tokens.isSymbol('(', behind)) return false;
    const { type } = tokens.peek(behind + 1);
    let at = behind + (type === 'name' || type === 'quoted' ? 2 : 1);
    if (![')', ':', '{', '$'].some((it) => tokens.isSymbol(it, at)) && !tokens.isWord('WHERE', at)) return false;
    for (let depth = 1; depth > 0; at++) {
      if (tokens.peek(at).type === 'end') return false;
      depth += Number(tokens.isSymbol('(', at)) - Number(tokens.isSymbol(')', at));
    }
    return /^(-\[|--[(>]|<-[-[])/.test([at, at + 1, at + 2].map((it) => tokens.peek(it).text).join(''));
  }

  chain(): PathPattern {
    const { at } = this.tokens.next;
    const nodes = [this.node()];
    const edges: EdgePattern[] = [];
    while (this.tokens.isSymbol('-') || (this.tokens.isSymbol('<') && this.tokens.isSymbol('-', 1))) {
      edges.push(this.edge());
      nodes.push(this.node());
    }
    return { variable: null, shortest: null, nodes, edges, at };
  }

  node(): NodePattern {
    const { tokens } = this;
    const { at } = tokens.next;
    tokens.expectSymbol('(');
    const variable = this.optionalVariable();
    const labels = this.labels();
    const properties = this.properties();
    const where = this.where();
    tokens.expectSymbol(')');
    return { variable, labels, properties, where, at };
  }

  private where(): Expression | null {
    return this.tokens.takeWords('WHERE') ? this.expression() : null;
  }

  /** `:A:B`, `:A|B`, `:A&B`, none of them. */
  labels(): NameGroups {
    const { tokens } = this;
    const groups: string[][] = [];
    while (tokens.takeSymbol(':') || (groups.length > 0 && tokens.takeSymbol('&')))
      groups.push(this.alternatives('a label'));
    return groups;
  }

  /** `A|B`, also `A|:B`. */
  private alternatives(expected: string): string[] {
    const { tokens } = this;
    const names = [tokens.expectName(expected)];
    while (tokens.takeAlternative()) {
      tokens.takeSymbol(':');
      names.push(tokens.expectName(expected));
    }
    return names;
  }

  private edge(): EdgePattern {
    const { tokens } = this;
    const { at } = tokens.next;
    const fromRight = tokens.takeSymbol('<');
    tokens.expectSymbol('-');
    let details: Omit<EdgePattern, 'at' | 'direction'> = {
      variable: null,
      kinds: [],
      properties: null,
      where: null,
      length: null,
    };
    if (tokens.takeSymbol('[')) {
      const variable = this.optionalVariable();
      const kinds = tokens.takeSymbol(':') ? this.alternatives('a kind of relationships') : [];
      details = { variable, kinds, length: this.length(), properties: this.properties(), where: this.where() };
      tokens.expectSymbol(']');
    }
    tokens.expectSymbol('-');
    const toRight = tokens.takeSymbol('>');
    return { ...details, direction: fromRight === toRight ? 'both' : toRight ? 'out' : 'in', at };
  }

  private length(): EdgePattern['length'] {
    const { tokens } = this;
    if (!tokens.takeSymbol('*')) return null;
    const first = this.optionalLength();
    if (!tokens.takeSymbol('..')) return { min: first ?? 1, max: first ?? Infinity };
    return { min: first ?? 1, max: this.optionalLength() ?? Infinity };
  }

  private optionalLength(): number | null {
    return this.tokens.next.type === 'integer' ? Number(this.tokens.take().text) : null;
  }

  private optionalVariable(): string | null {
    const { type } = this.tokens.next;
    if (this.tokens.isWord('WHERE')) return null;
    return type === 'name' || type === 'quoted' ? this.tokens.take().text : null;
  }

  private properties(): MapLiteral | null {
    if (this.tokens.isSymbol('{')) return this.map();
    if (!this.tokens.isSymbol('$')) return null;
    const message = 'a pattern takes a map, such as {name: $name}, not a parameter';
    throw new CypherError('unsupported', message, this.tokens.next.at);
  }
}
