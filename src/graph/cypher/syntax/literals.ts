import { CypherError } from '../cypher-error.js';
import type { Token } from './tokens.js';

const largest = 2n ** 63n - 1n;

/** The value of a token of digits. @throws CypherError if it has no room in 64 bits */
export function integerOf({ text, at }: Token, isNegative: boolean): bigint {
  const value = isNegative ? -BigInt(text) : BigInt(text);
  if (value > largest || value < -largest - 1n) throw new CypherError('syntax', `${text} exceeds 64 bits`, at);
  return value;
}

export function floatOf({ text, at }: Token): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new CypherError('syntax', `${text} exceeds the range of a float`, at);
  return value;
}
