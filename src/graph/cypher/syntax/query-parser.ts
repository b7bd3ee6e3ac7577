import { CypherError } from '../cypher-error.js';
import { checkNames } from './check-names.js';
import { ExpressionParser } from './expression-parser.js';
import { TokenReader } from './token-reader.js';
import type { Clause, Expression, Match, Projection, ProjectionItem, Query, SingleQuery, SortItem } from './tree.js';

/** UTF-16 units of a query. */
export const maxQueryLength = 50_000;

const writing = ['CREATE', 'MERGE', 'SET', 'DELETE', 'DETACH', 'REMOVE', 'FOREACH', 'LOAD', 'DROP', 'ALTER', 'GRANT'];
const calling = ['CALL', 'USE', 'SHOW', 'YIELD'];

/** Reads a query. @throws CypherError */
export function parseQuery(text: string): Query {
  if (text.length > maxQueryLength)
    throw new CypherError('limit', `a query has at most ${maxQueryLength} characters, this one ${text.length}`);
  const tokens = new TokenReader(text);
  const query = new QueryParser(tokens).query();
  tokens.takeSymbol(';');
  if (tokens.next.type !== 'end') tokens.fail('a clause or the end of the query');
  const last = query.parts.map(({ clauses }) => clauses.at(-1));
  if (last.some((clause) => clause?.type !== 'return')) tokens.fail('RETURN');
  checkNames(query);
  return query;
}

class QueryParser {
  private readonly expressions: ExpressionParser;

  constructor(private readonly tokens: TokenReader) {
    this.expressions = new ExpressionParser(tokens, () => this.query());
  }

  query(): Query {
    const { tokens } = this;
    const parts = [this.single()];
    let keepsDuplicates: boolean | undefined;
    while (tokens.isWord('UNION')) {
      const { at } = tokens.take();
      const isAll = tokens.takeWords('ALL');
      if (keepsDuplicates !== undefined && keepsDuplicates !== isAll)
        throw new CypherError('syntax', 'UNION and UNION ALL cannot be combined', at);
      keepsDuplicates = isAll;
      parts.push(this.single());
    }
    return { parts, keepsDuplicates: keepsDuplicates ?? true };
  }

  private single(): SingleQuery {
    const clauses: Clause[] = [];
    for (let clause; (clause = this.clause());) {
      const { at } = this.tokens.next;
      if (clauses.at(-1)?.type === 'return') throw new CypherError('syntax', 'nothing follows RETURN but UNION', at);
      clauses.push(clause);
    }
    if (clauses.length === 0) this.tokens.fail('MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN');
    return { clauses };
  }

  private clause(): Clause | null {
    const { tokens } = this;
    if (tokens.takeWords('MATCH')) return this.match(false);
    if (tokens.takeWords('OPTIONAL', 'MATCH')) return this.match(true);
    if (tokens.takeWords('UNWIND')) return this.unwind();
    if (tokens.takeWords('WITH')) return this.projection('with');
    if (tokens.takeWords('RETURN')) return this.projection('return');
    if (tokens.next.type === 'name') this.refuseWriting();
    return null;
  }

  private refuseWriting(): void {
    const { text, at } = this.tokens.next;
    const word = text.toUpperCase();
    if (writing.includes(word))
      throw new CypherError('unsupported', `${word} would change the graph; queries only read`, at);
    if (calling.includes(word))
      throw new CypherError('unsupported', `${word} is not supported: there are no procedures`, at);
  }

  private match(optional: boolean): Match {
    const paths = this.expressions.patterns.paths();
    return { type: 'match', optional, paths, where: this.where() };
  }

  private where(): Expression | null {
    return this.tokens.takeWords('WHERE') ? this.expressions.read() : null;
  }

  private unwind(): Clause {
    const list = this.expressions.read();
    this.tokens.expectWord('AS');
    return { type: 'unwind', list, variable: this.tokens.expectName('a variable') };
  }

  private projection(type: 'with' | 'return'): Projection {
    const { tokens } = this;
    const distinct = tokens.takeWords('DISTINCT');
    const { at } = tokens.next;
    const starAt = tokens.takeSymbol('*') ? at : null;
    const items = starAt === null || tokens.takeSymbol(',') ? tokens.separated(() => this.item(type)) : [];
    const orderBy = tokens.takeWords('ORDER', 'BY') ? tokens.separated(() => this.sortItem()) : [];
    const skip = tokens.takeWords('SKIP') || tokens.takeWords('OFFSET') ? this.expressions.read() : null;
    const limit = tokens.takeWords('LIMIT') ? this.expressions.read() : null;
    const where = type === 'with' ? this.where() : null;
    return { type, distinct, starAt, items, orderBy, skip, limit, where };
  }

  private item(type: 'with' | 'return'): ProjectionItem {
    const { at } = this.tokens.next;
    const expression = this.expressions.read();
    const text = this.tokens.textFrom(at);
    if (this.tokens.takeWords('AS')) return { expression, name: this.tokens.expectName('a name'), isNamed: true };
    if (type === 'with' && expression.type !== 'variable') this.tokens.fail('AS and a name');
    return { expression, name: expression.type === 'variable' ? expression.name : text, isNamed: false };
  }

  private sortItem(): SortItem {
    const expression = this.expressions.read();
    const direction = this.tokens.takeOneOf(['DESC', 'DESCENDING', 'ASC', 'ASCENDING']);
    return { expression, descending: direction?.startsWith('DESC') ?? false };
  }
}
