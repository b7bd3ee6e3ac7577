import { CypherError } from '../cypher-error.js';

export interface Token {
  /** `quoted`: a name in backticks; `end`: behind the last token. */
  readonly type: 'name' | 'quoted' | 'integer' | 'float' | 'string' | 'symbol' | 'end';
  /** A name without backticks, a text without quotes. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const quotedName = /`(?:[^`]|``)*`/y;
const float = /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)(?![\p{L}\p{N}_])/uy;
const integer = /(?:0x[0-9a-fA-F]+|0o[0-7]+|\d+)(?![\p{L}\p{N}_])/uy;
const text = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;
const symbol = /<>|<=|>=|=~|\.\.|\+=|[()[\]{},:;.=<>+\-*/%^|$&!]/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Splits a query into tokens; the last one is its end. @throws CypherError */
export function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const read = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(query)?.[0];
  };
  for (;;) {
    at += read(space)?.length ?? 0;
    if (at >= query.length) break;
    const token = tokenAt(read, at);
    if (!token) throw unreadable(query, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ type: 'end', text: '', at, end: at });
  return tokens;
}

function tokenAt(read: (pattern: RegExp) => string | undefined, at: number): Token | undefined {
  const token = (type: Token['type'], raw: string | undefined, value = raw): Token | undefined =>
    raw === undefined ? undefined : { type, text: value ?? '', at, end: at + raw.length };
  const backticked = read(quotedName);
  const quoted = read(text);
  return (
    token('name', read(name)) ??
    token('quoted', backticked, backticked?.slice(1, -1).replaceAll('``', '`')) ??
    token('float', read(float)) ??
    token('integer', read(integer)) ??
    token('string', quoted, quoted === undefined ? undefined : unescaped(quoted.slice(1, -1), at + 1)) ??
    token('symbol', read(symbol))
  );
}

function unescaped(raw: string, at: number): string {
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g, (_, short, long, letter, offset) => {
    if (short || long) return String.fromCodePoint(parseInt(short ?? long, 16));
    if (letter === 'u' || letter === 'U')
      throw new CypherError('syntax', `expected hexadecimal digits behind \\${letter}`, at + Number(offset));
    return escapes[letter] ?? letter;
  });
}

function unreadable(query: string, at: number): CypherError {
  const [first] = query.slice(at);
  if (first === "'" || first === '"' || first === '`')
    return new CypherError('syntax', `no ${first} ends what begins here`, at);
  if (first !== undefined && /\d/.test(first)) return new CypherError('syntax', 'expected a number', at);
  return new CypherError('syntax', `unexpected character ${JSON.stringify(first)}`, at);
}
