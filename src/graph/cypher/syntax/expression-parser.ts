import { CypherError } from '../cypher-error.js';
import { AtomParser } from './atom-parser.js';
import { PatternParser } from './pattern-parser.js';
import type { TokenReader } from './token-reader.js';
import { type Comparison, comparisons, type Expression, isNullTest, operatorRows, type Query } from './tree.js';

const rowOfComparisons = operatorRows.indexOf(comparisons);

/** Reads expressions by recursive descent: operators of a row have operands of the next row. */
export class ExpressionParser {
  readonly patterns: PatternParser;
  private readonly atoms: AtomParser;

  /** @param query reads a query inside braces */
  constructor(
    private readonly tokens: TokenReader,
    query: () => Query,
  ) {
    this.patterns = new PatternParser(
      tokens,
      () => this.atoms.map(),
      () => this.read(),
    );
    this.atoms = new AtomParser(tokens, this.patterns, () => this.read(), query);
  }

  read(): Expression {
    return this.tokens.nested(() => this.row(0));
  }

  private row(index: number): Expression {
    const operators = operatorRows[index];
    if (!operators) return this.signed();
    if (operators === comparisons) return this.comparison();
    const { at } = this.tokens.next;
    let left = this.row(index + 1);
    for (let length = 1; ; length++) {
      const operator = this.tokens.takeOneOf(operators);
      if (!operator) return left;
      this.tokens.chained(length);
      if (isNullTest(operator)) left = { type: 'unary', operator, operand: left, at };
      else left = { type: 'binary', operator, left, right: this.row(index + 1), at };
    }
  }

  private comparison(): Expression {
    const { tokens } = this;
    const { at } = tokens.next;
    if (tokens.takeWords('NOT'))
      return { type: 'unary', operator: 'NOT', operand: tokens.nested(() => this.comparison()), at };
    const left = this.row(rowOfComparisons + 1);
    const operands = [left];
    const operators: Comparison[] = [];
    for (let operator; (operator = tokens.takeOneOf(comparisons));) {
      tokens.chained(operands.length);
      operators.push(operator);
      operands.push(this.row(rowOfComparisons + 1));
    }
    const [operator] = operators;
    if (!operator) return left;
    if (operators.length > 1) return { type: 'chain', operands, operators, at };
    return { type: 'binary', operator, left, right: operands[1]!, at };
  }

  private signed(): Expression {
    const { tokens } = this;
    const { at } = tokens.next;
    if (tokens.isSymbol('-') && tokens.peek(1).type === 'integer') {
      tokens.take();
      return this.accesses({ type: 'literal', value: this.atoms.integer(true), at });
    }
    const operator = tokens.takeOneOf(['-', '+']);
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
      else if (tokens.isSymbol(':') && isLabelled(of)) of = { type: 'labels', of, labels: this.patterns.labels(), at };
      else break;
    }
    if (of.type === 'property' && tokens.isSymbol('('))
      throw new CypherError(
        'unsupported',
        `there is no function ${tokens.textFrom(value.at)}; docs/cypher.md lists all`,
        value.at,
      );
    return of;
  }

  private subscript(of: Expression, at: number): Expression {
    const { tokens } = this;
    const from = tokens.isSymbol('..') ? null : this.read();
    if (from && tokens.takeSymbol(']')) return { type: 'index', of, index: from, at };
    if (!tokens.takeSymbol('..')) tokens.fail('"]" or ".."');
    const to = tokens.isSymbol(']') ? null : this.read();
    tokens.expectSymbol(']');
    return { type: 'slice', of, from, to, at };
  }
}

/** `{a: b}` and `[a:b]` have colons of their own. */
function isLabelled({ type }: Expression): boolean {
  return type === 'variable' || type === 'property' || type === 'call' || type === 'index';
}
