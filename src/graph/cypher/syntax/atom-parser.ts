import { CypherError } from '../cypher-error.js';
import type { PatternParser } from './pattern-parser.js';
import type { TokenReader } from './token-reader.js';
import type { Clause, Expression, MapLiteral, PathPattern, ProjectionItem, Quantifier, Query } from './tree.js';
import { aggregatesIn } from './walk.js';

const quantifiers: readonly Quantifier[] = ['all', 'any', 'none', 'single'];
const constants: Readonly<Record<string, boolean | null>> = { TRUE: true, FALSE: false, NULL: null };

/** Words that no variable has without backticks: an expression is missing before them. */
const reserved = /^(MATCH|WHERE|RETURN|WITH|UNWIND|UNION|AND|OR|XOR|AS|IN|IS|THEN|ELSE|WHEN|CONTAINS|STARTS|ENDS)$/;

const largestInteger = 2n ** 63n - 1n;

/** Reads the parts of expressions that no operator divides. */
export class AtomParser {
  constructor(
    private readonly tokens: TokenReader,
    private readonly patterns: PatternParser,
    private readonly expression: () => Expression,
    private readonly query: () => Query,
  ) {}

  read(): Expression {
    const { tokens } = this;
    const { type, text, at } = tokens.next;
    if (type === 'name') return this.word();
    if (type === 'integer') return { type: 'literal', value: this.integer(false), at };
    if (type === 'float') return { type: 'literal', value: this.float(), at };
    if (type === 'string') return { type: 'literal', value: tokens.take().text, at };
    if (type === 'quoted') return { type: 'variable', name: tokens.take().text, at };
    if (text === '(') return this.parenthesis();
    if (text === '[') return this.list();
    if (text === '{') return this.map();
    return tokens.takeSymbol('$') ? this.parameter(at) : tokens.fail('an expression');
  }

  map(): MapLiteral {
    const { tokens } = this;
    const { at } = tokens.take();
    const entries = tokens.separatedUntil('}', () => {
      const key = tokens.expectName('a key');
      if (tokens.isSymbol('}')) tokens.fail('":" (a parameter is $name)');
      tokens.expectSymbol(':');
      return [key, this.expression()] as const;
    });
    return { type: 'map', entries, at };
  }

  /** @throws CypherError if it has no room in 64 bits */
  integer(isNegative: boolean): bigint {
    const { text, at } = this.tokens.take();
    const value = isNegative ? -BigInt(text) : BigInt(text);
    if (value > largestInteger || value < -largestInteger - 1n)
      throw new CypherError('syntax', `${text} exceeds 64 bits`, at);
    return value;
  }

  private float(): number {
    const { text, at } = this.tokens.take();
    const value = Number(text);
    if (!Number.isFinite(value)) throw new CypherError('syntax', `${text} exceeds the range of a float`, at);
    return value;
  }

  private parameter(at: number): Expression {
    const { type, text } = this.tokens.next;
    if (type !== 'name' && type !== 'quoted' && type !== 'integer') this.tokens.fail('the name of a parameter');
    this.tokens.take();
    return { type: 'parameter', name: text, at };
  }

  private word(): Expression {
    const { tokens } = this;
    const { text, at } = tokens.next;
    const word = text.toUpperCase();
    if (reserved.test(word)) tokens.fail('an expression');
    if ((word === 'EXISTS' || word === 'COUNT') && tokens.isSymbol('{', 1)) return this.subquery(word);
    if (tokens.isSymbol('(', 1)) return this.wordBeforeParenthesis();
    if (word === 'CASE') return this.case();
    tokens.take();
    const constant = constants[word];
    return constant === undefined ? { type: 'variable', name: text, at } : { type: 'literal', value: constant, at };
  }

  private wordBeforeParenthesis(): Expression {
    const { tokens } = this;
    const { text, at } = tokens.take();
    const name = text.toLowerCase();
    const quantifier = quantifiers.find((it) => it === name);
    tokens.expectSymbol('(');
    if (quantifier && tokens.isWord('IN', 1)) return this.quantifier(quantifier, at);
    if (name === 'reduce') return this.reduce(at);
    if (name === 'shortestpath' || name === 'allshortestpaths')
      throw new CypherError('unsupported', `${text} belongs to MATCH: MATCH p = ${text}((a)-[*]->(b))`, at);
    return this.call(name, at);
  }

  private call(name: string, at: number): Expression {
    const { tokens } = this;
    if (name === 'count' && tokens.takeSymbol('*')) {
      tokens.expectSymbol(')');
      return { type: 'call', name: 'count(*)', args: [], distinct: false, at };
    }
    const distinct = tokens.takeWords('DISTINCT');
    const args = tokens.separatedUntil(')', this.expression);
    return ofSubquery(name, args[0], at) ?? { type: 'call', name, args, distinct, at };
  }

  private subquery(word: 'EXISTS' | 'COUNT'): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    tokens.take();
    const isQuery = ['MATCH', 'OPTIONAL', 'UNWIND', 'WITH'].some((it) => tokens.isWord(it));
    const query = isQuery ? this.query() : matching(this.patterns.paths(), this.where());
    tokens.expectSymbol('}');
    return { type: 'subquery', result: word === 'EXISTS' ? 'exists' : 'count', query, isPattern: false, at };
  }

  private where(): Expression | null {
    return this.tokens.takeWords('WHERE') ? this.expression() : null;
  }

  /** In `[x IN list WHERE x:A|B | x.name]`, the last `|` ends the condition. */
  private whereBeforeBar(): Expression | null {
    this.tokens.keepLastBar();
    return this.where();
  }

  private parenthesis(): Expression {
    const { tokens } = this;
    const { at } = tokens.next;
    if (this.patterns.comesNext()) {
      const query = matching([this.patterns.chain()], null);
      return { type: 'subquery', result: 'exists', query, isPattern: true, at };
    }
    tokens.take();
    const inner = this.expression();
    if (tokens.isSymbol(',')) tokens.fail('")" (lists are in square brackets)');
    tokens.expectSymbol(')');
    return inner;
  }

  private list(): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    if (tokens.next.type !== 'symbol' && tokens.isWord('IN', 1)) return this.comprehension(at);
    const isNamed = tokens.isSymbol('=', 1) && this.patterns.comesNext(2);
    if (isNamed || this.patterns.comesNext()) return this.patternComprehension(at);
    return { type: 'list', items: tokens.separatedUntil(']', this.expression), at };
  }

  /** `n IN list`, as several expressions begin. */
  private binding(): { variable: string; list: Expression } {
    const variable = this.tokens.expectName('a variable');
    this.tokens.expectWord('IN');
    return { variable, list: this.expression() };
  }

  private comprehension(at: number): Expression {
    const { tokens } = this;
    const binding = this.binding();
    const where = this.whereBeforeBar();
    const map = tokens.takeSymbol('|') ? this.expression() : null;
    tokens.expectSymbol(']');
    return { type: 'comprehension', ...binding, where, map, at };
  }

  /** `[(a)-->(b) WHERE … | b.name]`: a subquery that returns one column. */
  private patternComprehension(at: number): Expression {
    const { tokens } = this;
    const path = this.patterns.path();
    const where = this.whereBeforeBar();
    tokens.expectSymbol('|');
    const map = this.expression();
    tokens.expectSymbol(']');
    if (aggregatesIn(map)) throw new CypherError('semantic', 'a list of matches cannot aggregate', map.at);
    const query = matching([path], where, [{ expression: map, name: 'item', isNamed: true }]);
    return { type: 'subquery', result: 'list', query, isPattern: false, at };
  }

  private quantifier(quantifier: Quantifier, at: number): Expression {
    const { tokens } = this;
    const binding = this.binding();
    tokens.expectWord('WHERE');
    const where = this.expression();
    tokens.expectSymbol(')');
    return { type: 'quantifier', quantifier, ...binding, where, at };
  }

  private reduce(at: number): Expression {
    const { tokens } = this;
    const accumulator = tokens.expectName('a variable');
    tokens.expectSymbol('=');
    const initial = this.expression();
    tokens.expectSymbol(',');
    const binding = this.binding();
    tokens.expectSymbol('|');
    const step = this.expression();
    tokens.expectSymbol(')');
    return { type: 'reduce', accumulator, initial, ...binding, step, at };
  }

  private case(): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    const subject = tokens.isWord('WHEN') ? null : this.expression();
    const branches: [Expression, Expression][] = [];
    while (tokens.takeWords('WHEN')) {
      const when = this.expression();
      tokens.expectWord('THEN');
      branches.push([when, this.expression()]);
    }
    if (branches.length === 0) tokens.fail('WHEN');
    const otherwise = tokens.takeWords('ELSE') ? this.expression() : null;
    tokens.expectWord('END');
    return { type: 'case', subject, branches, otherwise, at };
  }
}

/** `exists(pattern)`, and `size` of a list of matches, which need not be made; null: another call. */
function ofSubquery(name: string, first: Expression | undefined, at: number): Expression | null {
  if (first?.type !== 'subquery') return null;
  if (name === 'exists') return { ...first, result: 'exists', isPattern: false };
  if (name !== 'size') return null;
  if (first.isPattern)
    throw new CypherError('semantic', 'size() takes a list or a text; COUNT { … } counts the matches of a pattern', at);
  return first.result === 'list' ? { ...first, result: 'count' } : null;
}

const plain = { distinct: false, starAt: null, orderBy: [], skip: null, limit: null, where: null };

/** A query of one MATCH, and RETURN if there are items. */
function matching(
  paths: readonly PathPattern[],
  where: Expression | null,
  items: readonly ProjectionItem[] = [],
): Query {
  const clauses: Clause[] = [{ type: 'match', optional: false, paths, where }];
  if (items.length > 0) clauses.push({ type: 'return', items, ...plain });
  return { parts: [{ clauses }], keepsDuplicates: true };
}
