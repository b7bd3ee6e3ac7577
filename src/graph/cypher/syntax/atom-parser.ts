import { CypherError } from '../cypher-error.js';
import { floatOf, integerOf } from './literals.js';
import type { PatternParser } from './pattern-parser.js';
import type { TokenReader } from './token-reader.js';
import type { Expression, PathPattern, Quantifier, Query } from './tree.js';

const quantifiers: readonly Quantifier[] = ['all', 'any', 'none', 'single'];
const constants: Readonly<Record<string, boolean | null>> = { TRUE: true, FALSE: false, NULL: null };

/** Reads the parts of expressions that no operator divides. */
export class AtomParser {
  /** By position of a parenthesis: the pattern that begins there, with its end; null: none. Keeps nested attempts linear. */
  private readonly patternsAt = new Map<number, { path: PathPattern; end: number } | null>();

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
    if (type === 'integer') return { type: 'literal', value: integerOf(tokens.take(), false), at };
    if (type === 'float') return { type: 'literal', value: floatOf(tokens.take()), at };
    if (type === 'string') return { type: 'literal', value: tokens.take().text, at };
    if (type === 'quoted') return { type: 'variable', name: tokens.take().text, at };
    if (text === '(') return this.parenthesis();
    if (text === '[') return this.list();
    return text === '{' || text === '$' ? this.mapOrParameter() : tokens.fail('an expression');
  }

  mapOrParameter(): Expression {
    const { tokens } = this;
    const { at } = tokens.next;
    if (!tokens.takeSymbol('$')) return { type: 'map', entries: this.entries(), at };
    const { type, text } = tokens.next;
    if (type !== 'name' && type !== 'quoted' && type !== 'integer') tokens.fail('the name of a parameter');
    tokens.take();
    return { type: 'parameter', name: text, at };
  }

  private word(): Expression {
    const { tokens } = this;
    const { text, at } = tokens.next;
    const word = text.toUpperCase();
    if ((word === 'EXISTS' || word === 'COUNT') && tokens.isSymbol('{', 1)) return this.subquery(word);
    if (tokens.isSymbol('(', 1)) return this.wordBeforeParenthesis();
    const constant = constants[word];
    if (word === 'CASE') return this.case();
    if (constant === undefined) return this.variable();
    tokens.take();
    return { type: 'literal', value: constant, at };
  }

  private wordBeforeParenthesis(): Expression {
    const { tokens } = this;
    const { text, at } = tokens.next;
    const name = text.toLowerCase();
    const quantifier = quantifiers.find((it) => it === name);
    if (quantifier && tokens.isWord('IN', 3)) return this.quantifier(quantifier);
    if (name === 'reduce') return this.reduce();
    if (name === 'shortestpath' || name === 'allshortestpaths')
      throw new CypherError('unsupported', `${text} belongs to MATCH: MATCH p = ${text}((a)-[*]->(b))`, at);
    return this.call();
  }

  /** A variable, or a projection of its properties: `n {.name, x: 1}`. */
  private variable(): Expression {
    const { tokens } = this;
    const { text: name, at } = tokens.take();
    const of: Expression = { type: 'variable', name, at };
    if (!tokens.takeSymbol('{')) return of;
    const entries: [string, Expression][] = [];
    let all = false;
    if (!tokens.isSymbol('}'))
      do {
        const begin = tokens.next.at;
        if (!tokens.takeSymbol('.')) {
          const key = tokens.expectName('a key');
          entries.push([key, tokens.takeSymbol(':') ? this.expression() : { type: 'variable', name: key, at: begin }]);
        } else if (tokens.takeSymbol('*')) all = true;
        else {
          const key = tokens.expectName('the name of a property');
          entries.push([key, { type: 'property', of, key, at: begin }]);
        }
      } while (tokens.takeSymbol(','));
    tokens.expectSymbol('}');
    return { type: 'mapProjection', of, all, entries, at };
  }

  private call(): Expression {
    const { tokens } = this;
    const { text, at } = tokens.take();
    const name = text.toLowerCase();
    tokens.expectSymbol('(');
    if (name === 'count' && tokens.takeSymbol('*')) {
      tokens.expectSymbol(')');
      return { type: 'call', name: 'count(*)', args: [], distinct: false, at };
    }
    const distinct = tokens.takeWords('DISTINCT');
    const args: Expression[] = [];
    if (!tokens.isSymbol(')'))
      do args.push(this.expression());
      while (tokens.takeSymbol(','));
    tokens.expectSymbol(')');
    const [first] = args;
    if (first?.type === 'subquery' && (name === 'exists' || name === 'size'))
      return { ...first, result: name === 'exists' ? 'exists' : 'count', isPattern: false };
    return { type: 'call', name, args, distinct, at };
  }

  private subquery(word: 'EXISTS' | 'COUNT'): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    tokens.take();
    const isQuery =
      tokens.isWord('MATCH') || tokens.isWord('OPTIONAL') || tokens.isWord('UNWIND') || tokens.isWord('WITH');
    const query = isQuery ? this.query() : this.matched(this.patterns.paths());
    tokens.expectSymbol('}');
    return { type: 'subquery', result: word === 'EXISTS' ? 'exists' : 'count', query, isPattern: false, at };
  }

  private matched(paths: readonly PathPattern[]): Query {
    const where = this.tokens.takeWords('WHERE') ? this.expression() : null;
    return matching(paths, where);
  }

  private parenthesis(): Expression {
    const { tokens } = this;
    const { at } = tokens.next;
    const path = this.pattern();
    if (path) return { type: 'subquery', result: 'exists', query: matching([path], null), isPattern: true, at };
    tokens.take();
    const inner = this.expression();
    tokens.expectSymbol(')');
    return inner;
  }

  /** A pattern of at least one relationship, if one comes next. */
  private pattern(): PathPattern | null {
    const { tokens } = this;
    const begin = tokens.position;
    let known = this.patternsAt.get(begin);
    if (known === undefined) {
      known = this.triedPattern();
      this.patternsAt.set(begin, known);
    }
    tokens.backTo(known?.end ?? begin);
    return known?.path ?? null;
  }

  private triedPattern(): { path: PathPattern; end: number } | null {
    try {
      const path = this.patterns.chain();
      return path.edges.length > 0 ? { path, end: this.tokens.position } : null;
    } catch (error) {
      if (error instanceof CypherError && error.fault === 'syntax') return null;
      throw error;
    }
  }

  private list(): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    if (tokens.next.type !== 'symbol' && tokens.isWord('IN', 1)) return this.comprehension(at);
    const begin = tokens.position;
    const path = this.patternInList();
    if (path && (tokens.isWord('WHERE') || tokens.isSymbol('|'))) return this.patternComprehension(path, at);
    tokens.backTo(begin);
    const items: Expression[] = [];
    if (!tokens.isSymbol(']'))
      do items.push(this.expression());
      while (tokens.takeSymbol(','));
    tokens.expectSymbol(']');
    return { type: 'list', items, at };
  }

  private patternInList(): PathPattern | null {
    const { tokens } = this;
    if (tokens.isSymbol('=', 1) && tokens.isSymbol('(', 2)) return this.patterns.path();
    return tokens.isSymbol('(') ? this.pattern() : null;
  }

  private comprehension(at: number): Expression {
    const { tokens } = this;
    const variable = tokens.expectName('a variable');
    tokens.expectWord('IN');
    const list = this.expression();
    const where = tokens.takeWords('WHERE') ? this.expression() : null;
    const map = tokens.takeSymbol('|') ? this.expression() : null;
    tokens.expectSymbol(']');
    return { type: 'comprehension', variable, list, where, map, at };
  }

  private patternComprehension(path: PathPattern, at: number): Expression {
    const { tokens } = this;
    const where = tokens.takeWords('WHERE') ? this.expression() : null;
    tokens.expectSymbol('|');
    const map = this.expression();
    tokens.expectSymbol(']');
    return { type: 'patternComprehension', path, where, map, at };
  }

  private quantifier(quantifier: Quantifier): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    tokens.expectSymbol('(');
    const variable = tokens.expectName('a variable');
    tokens.expectWord('IN');
    const list = this.expression();
    tokens.expectWord('WHERE');
    const where = this.expression();
    tokens.expectSymbol(')');
    return { type: 'quantifier', quantifier, variable, list, where, at };
  }

  private reduce(): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    tokens.expectSymbol('(');
    const accumulator = tokens.expectName('a variable');
    tokens.expectSymbol('=');
    const initial = this.expression();
    tokens.expectSymbol(',');
    const variable = tokens.expectName('a variable');
    tokens.expectWord('IN');
    const list = this.expression();
    tokens.expectSymbol('|');
    const step = this.expression();
    tokens.expectSymbol(')');
    return { type: 'reduce', accumulator, initial, variable, list, step, at };
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

  private entries(): [string, Expression][] {
    const { tokens } = this;
    tokens.expectSymbol('{');
    const entries: [string, Expression][] = [];
    if (!tokens.isSymbol('}'))
      do {
        const key = tokens.expectName('a key');
        tokens.expectSymbol(':');
        entries.push([key, this.expression()]);
      } while (tokens.takeSymbol(','));
    tokens.expectSymbol('}');
    return entries;
  }
}

function matching(paths: readonly PathPattern[], where: Expression | null): Query {
  const match = { type: 'match', optional: false, paths, where } as const;
  return { parts: [{ clauses: [match] }], keepsDuplicates: true };
}
