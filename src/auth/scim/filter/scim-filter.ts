import { InvalidInputError } from '../../../base/errors.js';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type ComparisonOperator = (typeof comparisons)[number];
export type FilterValue = string | number | boolean | null;

/** A filter of RFC 7644, section 3.4.2.2. Names of attributes are in lower case, without the URN of their schema. */
export type ScimFilter =
  | { readonly all: readonly ScimFilter[] }
  | { readonly any: readonly ScimFilter[] }
  | { readonly not: ScimFilter }
  | { readonly attribute: string; readonly operator: 'pr' }
  | { readonly attribute: string; readonly operator: ComparisonOperator; readonly value: FilterValue };

/** What one filter may cost. Providers send filters of one or two comparisons. */
const most = { characters: 2000, comparisons: 20, depth: 10 };

const tokens = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(\.?[A-Za-z$][\w$:.-]*)|(-?\d+(?:\.\d+)?))/y;
const sign = /^[()[\]]$/;
const literals: ReadonlyMap<string, FilterValue> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** @param place of the text: `query.filter` @throws InvalidInputError */
export function parseScimFilter(text: string, place: string): ScimFilter {
  return new FilterReader(text, place).read();
}

/** The last part of a name, after the URN of its schema: `urn:…:User:name.givenName` is `name.givenname`. */
export function attributeName(text: string): string {
  return text.slice(text.lastIndexOf(':') + 1).toLowerCase();
}

class FilterReader {
  private readonly words: readonly string[];
  private at = 0;
  private comparisons = 0;

  constructor(
    text: string,
    private readonly place: string,
  ) {
    if (text.length > most.characters) throw this.refusal(`is longer than ${most.characters} characters`);
    this.words = this.split(text);
  }

  read(): ScimFilter {
    const filter = this.any('', 0);
    const rest = this.words[this.at];
    if (rest !== undefined) throw this.refusal(`has ${rest} after its end`);
    return filter;
  }

  private split(text: string): string[] {
    const words: string[] = [];
    const trimmed = text.trimEnd();
    tokens.lastIndex = 0;
    while (tokens.lastIndex < trimmed.length) {
      const from = tokens.lastIndex;
      const [match] = tokens.exec(trimmed) ?? [];
      if (match === undefined) throw this.refusal(`cannot be read from character ${from + 1} on`);
      words.push(match.trim());
    }
    return words;
  }

  /** @param prefix of attributes inside of brackets: `emails.` */
  private any(prefix: string, depth: number): ScimFilter {
    const parts = this.joined('or', () => this.joinedByAnd(prefix, depth));
    return parts.length > 1 ? { any: parts } : this.only(parts);
  }

  private joinedByAnd(prefix: string, depth: number): ScimFilter {
    const parts = this.joined('and', () => this.term(prefix, depth + 1));
    return parts.length > 1 ? { all: parts } : this.only(parts);
  }

  private joined(word: string, read: () => ScimFilter): ScimFilter[] {
    const parts = [read()];
    while (this.takes(word)) parts.push(read());
    return parts;
  }

  private only([part]: readonly ScimFilter[]): ScimFilter {
    if (!part) throw this.refusal('is empty');
    return part;
  }

  private term(prefix: string, depth: number): ScimFilter {
    if (depth > most.depth) throw this.refusal(`is nested more than ${most.depth} levels deep`);
    if (this.takes('(')) return this.closed(')', () => this.any(prefix, depth));
    if (this.takes('not')) {
      this.require('(');
      return { not: this.closed(')', () => this.any(prefix, depth)) };
    }
    const word = this.next('an attribute');
    if (!/^[A-Za-z$]/.test(word)) throw this.refusal(`has ${word} in place of an attribute`);
    const attribute = prefix + attributeName(word);
    if (!this.takes('[')) return this.comparison(attribute);
    const inner = this.closed(']', () => this.any(`${attribute}.`, depth));
    const [, sub] = /^\.(.+)$/.exec(this.words[this.at] ?? '') ?? [];
    if (sub === undefined) return inner;
    // As Entra ID sends it: emails[type eq "work"].value eq "…"
    this.at++;
    return { all: [inner, this.comparison(`${attribute}.${sub.toLowerCase()}`)] };
  }

  private comparison(attribute: string): ScimFilter {
    if (++this.comparisons > most.comparisons) throw this.refusal(`has more than ${most.comparisons} comparisons`);
    const word = this.next('an operator').toLowerCase();
    if (word === 'pr') return { attribute, operator: 'pr' };
    const operator = comparisons.find((it) => it === word);
    if (!operator) throw this.refusal(`has ${word} in place of an operator: ${comparisons.join(', ')} or pr`);
    return { attribute, operator, value: this.value() };
  }

  private value(): FilterValue {
    const word = this.next('a value');
    const literal = literals.get(word.toLowerCase());
    if (literal !== undefined) return literal;
    if (/^-?\d/.test(word)) return Number(word);
    try {
      const text: unknown = JSON.parse(word);
      if (typeof text === 'string') return text;
    } catch {
      // Refused below.
    }
    throw this.refusal(
      `has ${word} in place of a value, which is a text in quotation marks, a number, true, false or null`,
    );
  }

  private closed(end: string, read: () => ScimFilter): ScimFilter {
    const filter = read();
    this.require(end);
    return filter;
  }

  private takes(word: string): boolean {
    const given = this.words[this.at];
    const isTaken = given !== undefined && (sign.test(word) ? given === word : given.toLowerCase() === word);
    if (isTaken) this.at++;
    return isTaken;
  }

  private require(word: string): void {
    if (!this.takes(word)) throw this.refusal(`lacks ${word}`);
  }

  private next(what: string): string {
    const word = this.words[this.at++];
    if (word === undefined) throw this.refusal(`ends in place of ${what}`);
    return word;
  }

  private refusal(message: string): InvalidInputError {
    return InvalidInputError.at('scim.invalid_filter', this.place, `the filter ${message}`);
  }
}
