import { CypherError } from '../cypher-error.js';
import { AtomParser } from './atom-parser.js';
import type { BinaryOperator, Expression, NameGroups, Query } from './tree.js';
import type { TokenReader } from './token-reader.js';
import { integerOf } from './literals.js';
import { PatternParser } from './pattern-parser.js';

const comparisons = ['=', '<>', '<=', '>=', '<', '>'] as const;
const factors = ['*', '/', '%'] as const;

/** Reads expressions by recursive descent, one method for each precedence, the weakest first. */
export class ExpressionParser {
  readonly patterns: PatternParser;
  private readonly atoms: AtomParser;

  /** @param query reads a query inside braces */
  constructor(
    private readonly tokens: TokenReader,
    query: () => Query,
  ) {
    this.patterns = new PatternParser(tokens, () => this.atoms.mapOrParameter());
    this.atoms = new AtomParser(tokens, this.patterns, () => this.read(), query);
  }

  read(): Expression {
    return this.tokens.nested(() =>
      this.leftToRight(['OR'], () => this.leftToRight(['XOR'], () => this.leftToRight(['AND'], () => this.negation()))),
    );
  }

  private negation(): Expression {
    const { at } = this.tokens.next;
    if (!this.tokens.takeWords('NOT')) return this.comparison();
    const operand = this.tokens.nested(() => this.negation());
    return { type: 'unary', operator: 'NOT', operand, at };
  }

  /** `a < b <= c` means `a < b AND b <= c`. */
  private comparison(): Expression {
    let left = this.predicate();
    let chain: Expression | null = null;
    for (let operator, length = 1; (operator = this.operatorOf(comparisons)); length++) {
      this.tokens.chained(length);
      const { at } = left;
      const right = this.predicate();
      const compared: Expression = { type: 'binary', operator, left, right, at };
      chain = chain ? { type: 'binary', operator: 'AND', left: chain, right: compared, at } : compared;
      left = right;
    }
    return chain ?? left;
  }

  /** Tests of texts, lists and null. */
  private predicate(): Expression {
    let left = this.sum();
    for (let length = 0; ; length++) {
      this.tokens.chained(length);
      const { at } = left;
      const operator = this.predicateOperator();
      if (operator) left = { type: 'binary', operator, left, right: this.sum(), at };
      else if (this.tokens.takeWords('IS', 'NULL')) left = { type: 'isNull', negated: false, of: left, at };
      else if (this.tokens.takeWords('IS', 'NOT', 'NULL')) left = { type: 'isNull', negated: true, of: left, at };
      else return left;
    }
  }

  private predicateOperator(): BinaryOperator | null {
    const { tokens } = this;
    if (tokens.takeSymbol('=~')) return '=~';
    if (tokens.takeWords('IN')) return 'IN';
    if (tokens.takeWords('CONTAINS')) return 'CONTAINS';
    if (tokens.takeWords('STARTS', 'WITH')) return 'STARTS WITH';
    return tokens.takeWords('ENDS', 'WITH') ? 'ENDS WITH' : null;
  }

  private sum(): Expression {
    return this.leftToRight(['+', '-'], () =>
      this.leftToRight(factors, () => this.leftToRight(['^'], () => this.signed())),
    );
  }

  private signed(): Expression {
    const { tokens } = this;
    const { at } = tokens.next;
    if (tokens.isSymbol('-') && tokens.peek(1).type === 'integer') {
      tokens.take();
      return this.accesses({ type: 'literal', value: integerOf(tokens.take(), true), at });
    }
    const operator = this.operatorOf(['-', '+'] as const);
    if (!operator) return this.accesses(this.atoms.read());
    return { type: 'unary', operator, operand: tokens.nested(() => this.signed()), at };
  }

  /** What follows a value: `.key`, `[index]`, `[from..to]`, `:Label`. */
  private accesses(value: Expression): Expression {
    const { tokens } = this;
    let of = value;
    for (let length = 0; ; length++) {
      tokens.chained(length);
      const { at } = tokens.next;
      if (tokens.takeSymbol('.')) of = { type: 'property', of, key: tokens.expectName('the name of a property'), at };
      else if (tokens.takeSymbol('[')) of = this.subscript(of, at);
      else if (tokens.isSymbol(':') && isLabelled(of)) of = { type: 'labels', of, labels: this.labels(), at };
      else break;
    }
    if (of.type === 'property' && tokens.isSymbol('('))
      throw new CypherError('unsupported', `there is no function …${of.key}; docs/cypher.md lists all`, of.at);
    return of;
  }

  private labels(): NameGroups {
    return this.patterns.labels();
  }

  private subscript(of: Expression, at: number): Expression {
    const { tokens } = this;
    const first = tokens.isSymbol('..') ? null : this.read();
    if (first && tokens.takeSymbol(']')) return { type: 'index', of, index: first, at };
    if (!tokens.takeSymbol('..')) tokens.fail('"]" or ".."');
    const to = tokens.isSymbol(']') ? null : this.read();
    tokens.expectSymbol(']');
    return { type: 'slice', of, from: first, to, at };
  }

  private leftToRight(operators: readonly BinaryOperator[], operand: () => Expression): Expression {
    let left = operand();
    for (let operator, length = 1; (operator = this.operatorOf(operators)); length++) {
      this.tokens.chained(length);
      left = { type: 'binary', operator, left, right: operand(), at: left.at };
    }
    return left;
  }

  private operatorOf<O extends BinaryOperator>(operators: readonly O[]): O | undefined {
    return operators.find((it) => (/^[A-Z]/.test(it) ? this.tokens.takeWords(it) : this.tokens.takeSymbol(it)));
  }
}

/** `{a: b}` and `[a:b]` have colons of their own. */
function isLabelled({ type }: Expression): boolean {
  return type === 'variable' || type === 'property' || type === 'call' || type === 'index';
}
