import { CypherError, nearest } from '../cypher-error.js';
import { type Token, tokensOf } from './tokens.js';

/** Deeper nesting would exhaust the stack. */
const maxDepth = 200;
const maxChained = 1000;

const keywords =
  'MATCH,OPTIONAL MATCH,WHERE,UNWIND,WITH,RETURN,DISTINCT,ORDER BY,SKIP,LIMIT,UNION,STARTS WITH,ENDS WITH,CONTAINS,IS NULL,IS NOT NULL,AND,OR,XOR,NOT,CASE,WHEN,THEN'.split(
    ',',
  );

/** What other languages have, and what it is here. */
const advice: Readonly<Record<string, string>> = {
  '=': 'equal is =',
  '!': 'not equal is <>, and not is NOT',
  '&': 'and is AND',
  '|': 'or is OR',
  LIKE: 'parts of a text are found by CONTAINS, STARTS WITH, ENDS WITH or =~',
  NOT: 'NOT stands before the whole condition',
  GROUP: 'the columns that do not aggregate make the groups',
  SELECT: 'a query begins with MATCH, and ends in RETURN',
  EXPLAIN: '"explain": true beside the query returns the plan',
  PROFILE: '"explain": true beside the query returns the plan',
};

function hintFor(word: string): string {
  const known = advice[word];
  if (known !== undefined) return `; ${known}`;
  if (keywords.includes(word)) return '';
  const longer = keywords.find((keyword) => keyword.startsWith(`${word} `));
  return longer === undefined ? nearest(word, keywords) : `; did you mean ${longer}?`;
}

/** Words that begin an expression. */
const expressionWords = /^(CASE|NOT|TRUE|FALSE|NULL)$/i;

function isName(token: Token | undefined): token is Token {
  return token?.type === 'name' || token?.type === 'quoted';
}

/** Whether a label, a kind or a key follows. */
function isBeforeNames(token: Token | undefined): boolean {
  return token?.type === 'symbol' && [':', '|', '&', '.'].includes(token.text);
}

/** Reads the tokens of a query one after the other. */
export class TokenReader {
  private readonly tokens: readonly Token[];
  private index = 0;
  private depth = 0;
  private chainedOperators = 0;
  /** Indexes of the `|` that end conditions. */
  private readonly conditionEnds = new Set<number>();

  constructor(private readonly text: string) {
    this.tokens = tokensOf(text);
  }

  get next(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }

  take(): Token {
    const { next } = this;
    this.index++;
    return next;
  }

  /** The text from an offset to the end of the last token that was taken. */
  textFrom(at: number): string {
    return this.text.slice(at, this.tokens[this.index - 1]?.end ?? at);
  }

  isWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.type === 'name' && token.text.toUpperCase() === word;
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.type === 'symbol' && token.text === symbol;
  }

  /** Takes all of these words if they come next. */
  takeWords(...words: readonly string[]): boolean {
    if (!words.every((word, ahead) => this.isWord(word, ahead))) return false;
    this.index += words.length;
    return true;
  }

  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.index++;
    return true;
  }

  /**
   * Keeps the last `|` before the bracket that closes this one for the end of the condition that comes next. A `|` in parentheses or brackets,
   * or before a name that can only be a label, ends nothing.
   */
  keepLastBar(): void {
    let [last, depth] = [-1, 0];
    for (let index = this.index; depth >= 0 && index < this.tokens.length; index++) {
      const { type, text } = this.tokens[index]!;
      if (type !== 'symbol') continue;
      if ('([{'.includes(text)) depth++;
      if (')]}'.includes(text)) depth--;
      if (text === '|' && depth === 0 && !this.isBeforeLabel(index)) last = index;
    }
    this.conditionEnds.add(last);
  }

  /** Whether the name behind a `|` is a label: one stands before it, and the text up to there has no such variable. */
  private isBeforeLabel(bar: number): boolean {
    const [last, next, behind] = [bar - 2, bar + 1, bar + 2].map((index) => this.tokens[index]);
    if (next?.text === ':') return true;
    if (!isName(next) || !isName(this.tokens[bar - 1]) || !isBeforeNames(last)) return false;
    if (expressionWords.test(next.text) || behind?.text === '(' || behind?.text === '{') return false;
    const before = this.tokens.slice(0, bar);
    return !before.some((it, index) => it.text === next.text && isName(it) && !isBeforeNames(before[index - 1]));
  }

  /** Takes the `|` between two names, unless it ends a condition. */
  takeAlternative(): boolean {
    return !this.conditionEnds.has(this.index) && this.takeSymbol('|');
  }

  /** Takes an operator, whose words are divided by spaces, if one of them comes next. */
  takeOneOf<O extends string>(operators: readonly O[]): O | undefined {
    return operators.find((it) => (/^[A-Z]/.test(it) ? this.takeWords(...it.split(' ')) : this.takeSymbol(it)));
  }

  /** Reads what commas divide. */
  separated<T>(read: () => T): T[] {
    const items = [read()];
    while (this.takeSymbol(',')) items.push(read());
    return items;
  }

  /** Reads what commas divide, perhaps nothing, up to a bracket. */
  separatedUntil<T>(end: string, read: () => T): T[] {
    const items = this.isSymbol(end) ? [] : this.separated(read);
    if (!this.takeSymbol(end)) this.fail(items.length === 0 ? `"${end}"` : `"," or "${end}"`);
    return items;
  }

  expectSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) this.fail(`"${symbol}"`);
  }

  expectWord(word: string): void {
    if (!this.takeWords(word)) this.fail(word);
  }

  /** A variable, label, kind or key. */
  expectName(expected: string): string {
    const { next } = this;
    if (next.type !== 'name' && next.type !== 'quoted') this.fail(expected);
    return this.take().text;
  }

  /** Reads something that may contain itself. */
  nested<T>(read: () => T): T {
    if (++this.depth > maxDepth)
      throw new CypherError('limit', `the query is nested more than ${maxDepth} deep`, this.next.at);
    try {
      return read();
    } finally {
      this.depth--;
    }
  }

  /** Each further operator of a chain, such as `a OR b OR c`, is one more level of the tree. @param length of the chain so far */
  chained(length: number): void {
    if (length > 1 && ++this.chainedOperators > maxChained)
      throw new CypherError('limit', `the query has chains of more than ${maxChained} operators`, this.next.at);
  }

  fail(expected: string): never {
    const { type, text, at } = this.next;
    const found =
      type === 'end' ? 'the end of the query' : `${type === 'string' ? 'the text ' : ''}${JSON.stringify(text)}`;
    const hint = type === 'name' || type === 'symbol' ? hintFor(text.toUpperCase()) : '';
    throw new CypherError('syntax', `expected ${expected}, found ${found}${hint}`, at);
  }
}
