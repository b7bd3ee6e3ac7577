import { namesOf } from '../../../base/values/names-of.js';
import { CypherError } from '../cypher-error.js';

type Type = 'name' | 'quoted' | 'integer' | 'float' | 'string' | 'symbol' | 'end';

export interface Token {
  /** `quoted`: a name in backticks; `end`: behind the last token. */
  readonly type: Type;
  /** A name without backticks, a text without quotes. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const patterns: Readonly<Record<Exclude<Type, 'end'> | 'space', RegExp>> = {
  space: /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/u,
  name: /[\p{L}_][\p{L}\p{N}_]*/u,
  quoted: /`(?:[^`]|``)*`/u,
  float: /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)(?![\p{L}\p{N}_])/u,
  integer: /(?:0x[0-9a-fA-F]+|0o[0-7]+|\d+)(?![\p{L}\p{N}_])/u,
  string: /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/u,
  symbol: /<>|<=|>=|=~|\.\.|\+=|[()[\]{},:;.=<>+\-*/%^|$&!]/u,
};
const types = namesOf(patterns);
const groups = types.map((type) => `(?<${type}>${patterns[type].source})`);
const anyToken = new RegExp(groups.join('|'), 'uy');

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Splits a query into tokens; the last one is its end. @throws CypherError */
export function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < query.length) {
    anyToken.lastIndex = at;
    const found = anyToken.exec(query);
    const type = types.find((it) => found?.groups?.[it] !== undefined);
    if (!found || !type) throw unreadable(query, at);
    const [raw] = found;
    const end = at + raw.length;
    if (type !== 'space') tokens.push({ type, text: textOf(type, raw, at), at, end });
    at = end;
  }
  return [...tokens, { type: 'end', text: '', at, end: at }];
}

function textOf(type: Type, raw: string, at: number): string {
  if (type === 'quoted') return raw.slice(1, -1).replaceAll('``', '`');
  return type === 'string' ? unescaped(raw.slice(1, -1), at + 1) : raw;
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
  const first = String.fromCodePoint(query.codePointAt(at)!);
  const message = /['"`]/.test(first)
    ? `no ${first} ends what begins here`
    : /\d/.test(first)
      ? 'expected a number'
      : /[‘’“”´]/.test(first)
        ? `texts are between ' or ", not ${first}`
        : `unexpected character ${JSON.stringify(first)}`;
  return new CypherError('syntax', message, at);
}
